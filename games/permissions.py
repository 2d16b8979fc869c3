"""Organizers' permissions: staff with the right to change games, most easily by the group that is created here.

An organizer sees every game as a spectator does. What is hidden from spectators stays hidden, see
`games.services.disputes`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING

from django.apps import apps
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.views import redirect_to_login
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.mfa import lacks_second_step

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

GROUP = "Organizers"
RIGHT = "games.change_game"


def is_organizer(user: User | AnonymousUser) -> bool:
    """Check that the person's account has the right; pages also require the second step."""
    return bool(user.is_authenticated and user.is_active and user.is_staff and user.has_perm(RIGHT))


def organizers() -> list[User]:
    """List everybody whose account has the right."""
    staff = get_user_model().objects.filter(is_staff=True, is_active=True)
    return [person for person in staff if is_organizer(person)]


def sees_all_games(user: User | AnonymousUser) -> bool:
    """Check whether the person may watch games that are for their players alone."""
    return is_organizer(user) and not lacks_second_step(user)


def for_organizers(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a view for organizers: strangers are redirected to the login, people without the right get a 404."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not is_organizer(request.user):
            raise Http404
        if lacks_second_step(request.user):
            messages.warning(
                request, _("Organizers need a second step at login. Add a passkey or an app, then open the page again.")
            )
            return redirect("mfa_index")
        return view(request, *args, **kwargs)

    return guarded


def create_group(**kwargs: object) -> None:
    """Create the group of organizers with its rights, after the tables: to change games, and to look at the models that
    apps name in `organizers_see` of their configuration. An existing group is left alone: its rights may have been
    changed by hand."""
    from django.contrib.auth.models import Group, Permission

    group, made = Group.objects.get_or_create(name=GROUP)
    if not made:
        return
    rights = Q(content_type__app_label="games", codename="change_game")
    for app in apps.get_app_configs():
        seen = [f"view_{model}" for model in getattr(app, "organizers_see", ())]
        rights |= Q(content_type__app_label=app.label, codename__in=seen)
    group.permissions.set(Permission.objects.filter(rights))
