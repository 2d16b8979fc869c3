"""What every template may use of the settings."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """The site's address, and whether this is the local site with an inbox of its own."""
    return {"site_url": settings.SITE_URL, "local_inbox": settings.LOCAL_INBOX}
