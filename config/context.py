"""What every template may use of the settings and of the request."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.template.backends import utils
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language


def site(request: HttpRequest) -> dict[str, object]:
    """The site's address, whether this is the local site with an inbox of its own, and the reader's language."""
    return {"site_url": settings.SITE_URL, "local_inbox": settings.LOCAL_INBOX, "LANGUAGE_CODE": get_language()}


def csrf_input(request: HttpRequest) -> dict[str, object]:
    """The hidden field of every form, masked once a page as in templates of Django: a mask for each form could not be
    compressed."""
    return {"csrf_input": SimpleLazyObject(lambda: utils.csrf_input(request))}
