"""What an event asks of whoever enters: each condition in a sentence, and why a person does not meet it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from accounts.models import User
from games.models import Game, Player
from games.selectors.reliability import reliability_of
from tournaments.models import Tournament
from tournaments.selectors.invited import is_invited
from tournaments.selectors.ratings import person, standings_in
from tournaments.services.creating import EventRefused


@dataclass(frozen=True)
class Condition:
    """A condition in words, and why a person does not meet it; `why_not` is empty if they do."""

    words: str
    why_not: str = ""


def check_conditions(event: Tournament, user: User) -> None:
    """Refuse a person who does not meet a condition, by the first of them. Raises EventRefused."""
    if why_not := next((each.why_not for each in conditions_of(event, user) if each.why_not), ""):
        raise EventRefused(why_not)


def conditions_of(event: Tournament, user: User | None = None) -> list[Condition]:
    """List the conditions of an event, and how a person stands to them. Without any it asks nothing."""
    return [found for ask in ASKED for found in ask(event, user)]


def ask_invitation(event: Tournament, user: User | None) -> Iterator[Condition]:
    if event.invited_only:
        is_met = user is None or is_invited(user, event)
        refused = _("This tournament is for invited players, and you have no invitation. Ask its organizers for one.")
        yield Condition(_("For invited players only."), "" if is_met else refused)


def ask_club(event: Tournament, user: User | None) -> Iterator[Condition]:
    if event.club is not None:
        said = {"club": event.club.name}
        is_met = user is None or user.groups.filter(pk=event.club.pk).exists()
        refused = _("This tournament is for members of %(club)s, and you are not one of them.") % said
        yield Condition(_("For members of %(club)s only.") % said, "" if is_met else refused)


def ask_address(event: Tournament, user: User | None) -> Iterator[Condition]:
    if event.needs_address:
        words = _("With a verified email address that our mail reaches.")
        yield Condition(words, why_unreached(user) if user is not None else "")


def why_unreached(user: User) -> str:
    """Say why no mail reaches a person at a verified address; empty if it does."""
    if not user.email or not EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists():
        return _("This tournament needs a verified email address. Add yours in your settings, then enter.")
    if user.bounced_at is not None:
        return _("Our mail to your address comes back. Correct the address in your settings, then enter.")
    return ""


def ask_rating(event: Tournament, user: User | None) -> Iterator[Condition]:
    """Ask for a rating between two bounds, of which either may be missing. A new player's counts as it is shown."""
    least, most = event.least_rating, event.most_rating
    if least is None and most is None:
        return
    own = own_rating(event, user) if user is not None else None
    said = {"least": least, "most": most, "rules": engine.ruleset(event.rules).title, "own": own}
    if least is not None:
        words = _("With a rating of %(least)s or more in %(rules)s.")
        refused = _("This tournament is for players rated %(least)s or more in %(rules)s, and your rating is %(own)s.")
        yield Condition(words % said, "" if own is None or own >= least else refused % said)
    if most is not None:
        words = _("With a rating of %(most)s or less in %(rules)s.")
        refused = _("This tournament is for players rated %(most)s or less in %(rules)s, and your rating is %(own)s.")
        yield Condition(words % said, "" if own is None or own <= most else refused % said)


def own_rating(event: Tournament, user: User) -> int:
    return standings_in(event.rules, [person(user.pk)])[person(user.pk)].shown


def ask_reliability(event: Tournament, user: User | None) -> Iterator[Condition]:
    """Ask for turns in time, by the share that games compare; both of a person's numbers are told."""
    if event.least_share is None:
        return
    said: dict[str, int] = {"least": event.least_share}
    own, refused = reliability_of(user.pk) if user is not None else None, ""
    if own is not None and not own.meets(event.least_share):
        said |= {"turns": own.turns, "count": own.in_time}
        refused = (
            _("This tournament asks for %(least)s of 100 turns in time. Of your last %(turns)s, %(count)s were.") % said
        )
    yield Condition(_("With %(least)s of 100 turns in time.") % said, refused)


def ask_running(event: Tournament, user: User | None) -> Iterator[Condition]:
    """Ask for few running games; those that pause count."""
    if event.most_running is None:
        return
    most = event.most_running
    words = ngettext("With at most %(most)s running game.", "With at most %(most)s running games.", most)
    own = count_running(user) if user is not None else 0
    refused = ngettext(
        "This tournament is for players with at most %(most)s running game, and you play in %(own)s.",
        "This tournament is for players with at most %(most)s running games, and you play in %(own)s.",
        most,
    )
    said = {"most": most, "own": own}
    yield Condition(words % said, refused % said if own > most else "")


def count_running(user: User) -> int:
    """Count the games in which a person still plays."""
    playing = Player.objects.filter(user=user, game__status__in=(Game.Status.RUNNING, Game.Status.PAUSED))
    return playing.exclude(state__in=(Player.State.OUT, Player.State.RESIGNED)).count()


ASKED: tuple[Callable[[Tournament, User | None], Iterator[Condition]], ...] = (
    ask_invitation,
    ask_club,
    ask_address,
    ask_rating,
    ask_reliability,
    ask_running,
)
