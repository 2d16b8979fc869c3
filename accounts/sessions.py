"""The places where a person is logged in, and how to end them."""

from __future__ import annotations

from allauth.account.internal.flows.logout import logout
from allauth.usersessions.models import UserSession
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.ratelimit import client_ip


def note_visit(request: HttpRequest) -> None:
    """Keep when and from where a session was last used, for the list its owner sees."""
    agent = request.headers.get("User-Agent", "")[:200]
    mine = UserSession.objects.filter(session_key=request.session.session_key)
    mine.update(last_seen_at=timezone.now(), ip=client_ip(request), user_agent=agent)


def end_others(request: HttpRequest, user: User) -> int:
    """End every session of `user` but that of `request`; the number ended."""
    others = UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key)
    return _end(list(others))


def end_all(user: User) -> int:
    """End every session of `user`; the number ended."""
    return _end(list(UserSession.objects.filter(user=user)))


def end_one(request: HttpRequest, session_pk: int) -> bool:
    """End one session of the person who asks; False if there is none of this number, or not theirs."""
    session = UserSession.objects.filter(user=request.user, pk=session_pk).first()
    if session is None:
        return False
    if session.session_key == request.session.session_key:
        logout(request)
    session.end()
    return True


def _end(sessions: list[UserSession]) -> int:
    for session in sessions:
        session.end()
    return len(sessions)


BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "a Mac"),  # as typed
    ("Linux", "Linux"),
)


def browser_name(agent: str) -> str:
    """Tell a browser by its user agent: "Firefox on Linux". Browsers pose as each other, so order counts."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown browser")
