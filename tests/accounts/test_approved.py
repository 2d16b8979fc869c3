"""What mails about accounts say, somebody has read and approved (`tests/kit/approved.py`): each that there is."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context as allauth_context
from django.conf import settings
from django.test import RequestFactory

from accounts.models import User
from tests.kit import approved

FOLDERS = ("account/email", "mfa/email")
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def kinds() -> list[str]:
    """List the mails that templates write, by their prefix."""
    root = Path(settings.BASE_DIR) / "templates"
    found = [path for folder in FOLDERS for path in sorted((root / folder).glob("*_subject.txt"))]
    return [str(path.relative_to(root)).removesuffix("_subject.txt") for path in found]


def write(kind: str, user: User) -> str:
    request = RequestFactory(HTTP_USER_AGENT=FIREFOX, REMOTE_ADDR="192.0.2.7").get("/")
    request.user = user
    at = datetime(2026, 11, 24, 9, tzinfo=UTC)
    facts = {
        "user": user,
        "owner": user,
        "name": user.username,
        "code": "PDHX-KMTR",
        "email": "alice@example.org",
        "from_email": "alice@example.org",
        "to_email": "alice@example.net",
        "deleted_email": "alice@example.org",
        "reason": "She has lost her telephone.",
        "undo_url": "https://fieldpost.example/undo/…",
        "undo_until": at,
        "until": "Tuesday 24 November, 09:00",
        "timestamp": at,
        "ip": "192.0.2.7",
        "user_agent": FIREFOX,
        "site_url": "https://fieldpost.example",
        "request": request,
    }
    with allauth_context.request_context(request):
        mail = get_adapter().render_mail(kind, "alice@example.org", facts)
    return f"{mail.subject}\n\n{str(mail.body).strip()}\n"


@pytest.mark.django_db
def test_mails_about_accounts_are_as_approved() -> None:
    user = User.objects.create_user("alice", "alice@example.org")
    told = [f"######## {kind}\n{write(kind, user)}" for kind in kinds()]
    assert len(told) > 25
    approved.check("accounts/mails", "\n".join(told))
