"""The site as a WSGI application, for granian, gunicorn or the embedded server."""

import os

from django.core.wsgi import get_wsgi_application

from config.requests import Utf8Request

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
application.request_class = Utf8Request
