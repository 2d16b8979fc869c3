"""Where to report a hole in this site: `/.well-known/security.txt`, RFC 9116."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

VALID = timedelta(days=180)
"""Each answer expires so long after it was given, within the year that the RFC advises; so none is ever out of date."""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Tell who takes reports about this site, in the machine-readable form."""
    expires = (timezone.now() + VALID).replace(hour=0, minute=0, second=0, microsecond=0)
    facts = {
        "Contact": contact_uri(),
        "Expires": f"{expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages": "en",
        "Canonical": f"{settings.SITE_URL}{request.path}",
    }
    lines = "".join(f"{name}: {value}\n" for name, value in facts.items())
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")


def contact_uri() -> str:
    """Return the site's contact as a link: a web page as it is, an address as one to write to."""
    contact = settings.CONTACT or settings.SERVER_EMAIL
    return contact if contact.startswith("https://") else f"mailto:{contact}"
