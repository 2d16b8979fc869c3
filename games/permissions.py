"""Organizers' permissions: staff with the right to change games, most easily by the group that is created here, and
whom an app above the games names for some of them.

An organizer sees every game that they organize as a spectator does. What is hidden from spectators stays hidden, see
`games.services.disputes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

from django.apps import apps
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.mfa import lacks_second_step
from common.registry import Registry
from games.models import AuditEntry, Game

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

GROUP = "Organizers"
RIGHT = "games.change_game"
Row = TypeVar("Row", bound=Model)


def is_organizer(user: User | AnonymousUser) -> bool:
    """Check that the person's account has the right; pages also require the second step."""
    return bool(user.is_authenticated and user.is_active and user.is_staff and user.has_perm(RIGHT))


def organizers() -> list[User]:
    """List everybody whose account has the right."""
    staff = get_user_model().objects.filter(is_staff=True, is_active=True)
    return [person for person in staff if is_organizer(person)]


def read_all(user: User) -> QuerySet[AuditEntry]:
    """Close no act to a person."""
    return AuditEntry.objects.none()


@dataclass(frozen=True)
class OrganizingRule:
    """What an app above the games says of who organizes which games. Each field is asked for one person or one game."""

    name: str
    games: Callable[[User], QuerySet[Game]]  # that a person organizes who need not be an organizer of the site
    people: Callable[[Game], Iterable[User]]  # who organizes a game by this rule
    barred: Callable[[User], QuerySet[Game]]  # that a person must not organize, superusers neither
    unread: Callable[[User], QuerySet[AuditEntry]] = read_all  # acts without a game that a person must not read


ORGANIZING_RULES: Registry[OrganizingRule] = Registry()


def organizes(user: User | AnonymousUser, game: Game) -> bool:
    """Check whether a person organizes a game: as an organizer of the site or by the rule of an app, and barred from it
    by none. No query without rules; two for each."""
    if not user.is_authenticated or not user.is_active:
        return False
    granted = is_organizer(user) or any(has_game(rule.games(user), game) for rule in ORGANIZING_RULES)
    return granted and not is_barred(user, game)


def is_barred(user: User, game: Game) -> bool:
    """Check whether an app bars a person from organizing a game, such as one of an event in which they play."""
    return any(has_game(rule.barred(user), game) for rule in ORGANIZING_RULES)


def has_game(rows: QuerySet[Game], game: Game) -> bool:
    return rows.filter(pk=game.pk).exists()


def organizes_some(user: User | AnonymousUser) -> bool:
    """Check whether there are games that a person may organize."""
    if is_organizer(user):
        return True
    return user.is_authenticated and user.is_active and any(rule.games(user).exists() for rule in ORGANIZING_RULES)


def organized_by(user: User, rows: QuerySet[Game]) -> QuerySet[Game]:
    """Filter games to those that a person organizes, as `organizes` says of each."""
    if not is_organizer(user):
        own = Q(pk__in=())
        for rule in ORGANIZING_RULES:
            own |= Q(pk__in=rule.games(user).values("pk"))
        rows = rows.filter(own)
    for rule in ORGANIZING_RULES:
        rows = rows.exclude(pk__in=rule.barred(user).values("pk"))
    return rows


def without_barred(user: User, rows: QuerySet[Row]) -> QuerySet[Row]:
    """Leave out mails, acts and seats of games that a person is barred from organizing, and acts without a game that
    are closed to them."""
    for rule in ORGANIZING_RULES:
        rows = rows.exclude(game__in=rule.barred(user).values("pk"))
        if rows.model is AuditEntry:
            rows = rows.exclude(pk__in=rule.unread(user).values("pk"))
    return rows


def organizers_of(game: Game) -> list[User]:
    """List everybody who organizes a game, each once."""
    named = [person for rule in ORGANIZING_RULES for person in rule.people(game)]
    people = {person.pk: person for person in (*organizers(), *named)}
    return [person for person in people.values() if person.is_active and not is_barred(person, game)]


def may_look_in(user: User | AnonymousUser, game: Game) -> bool:
    """Check whether the person may watch a game that is for its players alone."""
    return not lacks_second_step(user) and organizes(user, game)


View = Callable[..., HttpResponseBase]


def for_organizers(view: View) -> View:
    """Decorate a view for organizers of the site: strangers are redirected to the login, people without the right get a
    404."""
    return guard_view(view, is_organizer)


def for_organizers_of_some(view: View) -> View:
    """Decorate a view for whoever organizes games, if only some: it has to ask which."""
    return guard_view(view, organizes_some)


def guard_view(view: View, is_allowed: Callable[[User | AnonymousUser], bool]) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not is_allowed(request.user):
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
