"""The site as a WSGI application, for granian, gunicorn or the embedded server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from config.middleware import Utf8Request  # noqa: E402  # which needs the models, and they the application

application.request_class = Utf8Request
