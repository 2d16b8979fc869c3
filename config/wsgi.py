"""The site as a WSGI application, for granian, gunicorn or the embedded server."""

import os
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

handler = get_wsgi_application()

from config.middleware import Utf8Request  # noqa: E402  # these need the models, and they the handler
from config.overload import Door  # noqa: E402

handler.request_class = Utf8Request
# The embedded site's server makes all pages with few threads, for few people.
application: WSGIApplication = handler if settings.EMBEDDED else Door(handler)
