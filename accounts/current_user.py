"""Who asks: the person behind a request of a page that only people with an account reach."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def person_of(request: HttpRequest) -> User:
    """Return the person who is logged in. Raises PermissionDenied, should a view have forgotten to require a login."""
    if isinstance(request.user, User):
        return request.user
    raise PermissionDenied
