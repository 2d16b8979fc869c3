"""Show tournaments on a new local site: one that is over, one that runs and one that people can enter."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import AuditEntry, Game, Waiting
from games.services.demo import SEEDED as GAME_SEEDED
from games.services.demo import USER
from games.services.locks import db_now
from games.services.simulated_turns import turn_simulate
from tournaments.models import Table, Tournament
from tournaments.services.creating import EventSettings, event_create
from tournaments.services.entry import entry_add, entry_open, event_start
from tournaments.services.ratings import ratings_sweep
from tournaments.services.running import event_advance

SEEDED = "demo.tournaments"
NAMES = ("osprey", "quill", "mirren", "kestrel", "wren", "harbour", "sorrel")
"""The people of the tournaments besides the person of the demonstration; a bot chooses for them while it is made."""

BOTS = ("recruit", "veteran")
OVER, RUNNING, OPEN = "harbour-cup", "lamplight-swiss", "winter-league"
SHORT = 2
"""The last round of its games, after which they end as they stand."""

ENTRY_OPEN = timedelta(days=14)
MOST_STEPS, BEGUN = 400, 8
"""Messages of orders after which a game is given up, and of one that is left as it has begun."""


def seed_tournaments() -> bool:
    """Seed the tournaments of a new site, once; a start that was broken off is taken up again. Only where EMBEDDED and
    where the demonstration was seeded, and not on a site that others have joined. Returns whether it did."""
    done = AuditEntry.objects.filter(action__in=(GAME_SEEDED, SEEDED)).values_list("action", flat=True)
    if not settings.EMBEDDED or set(done) != {GAME_SEEDED} or not is_new():
        return False
    person, others = User.objects.get(username=USER), list(map(make_person, NAMES))
    minds = {each.pk: BOTS[at % len(BOTS)] for at, each in enumerate([person, *others])}
    rng = random.Random(2210)
    play_over(begin(over_settings(), OVER, [person, *others]), minds, rng)
    play_first_round(begin(running_settings(), RUNNING, [person, *others]), person, minds, rng)
    begin(open_settings(), OPEN, others[:4], starts=False)
    User.objects.filter(username__in=NAMES).update(
        turn_mail=User.turn_mail.field.default
    )  # so that tables wait for them
    AuditEntry.objects.create(action=SEEDED, reason=_("First start of a local site"))
    return True


def is_new() -> bool:
    """Check whether nobody has an account but those of the demonstration and of administrators."""
    return not User.objects.exclude(username__in=(USER, *NAMES)).exclude(is_superuser=True).exists()


def make_person(name: str) -> User:
    """Create one of the others, who are not mailed while their games are played."""
    people = get_user_model()
    user = people.objects.filter(username=name).first()
    if user is None:
        quiet = {"turn_mail": "none", "news_mail": False, "reminder_mail": False}
        user = people.objects.create_user(name, f"{name}@localhost.localdomain", None, **quiet)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


# ---- the three


def over_settings() -> EventSettings:
    return EventSettings(
        title=_("Harbour Cup"),
        rules="modern",
        stages=[{"kind": "knockout", "advance": 2}],
        games={"last_round": SHORT},
        about=_("Two evenings by the harbour. Games end after their second round."),
        simulated=True,
    )


def running_settings() -> EventSettings:
    return EventSettings(
        title=_("Lamplight Swiss"),
        rules="modern",
        stages=[{"kind": "swiss", "rounds": 3}],
        games={"last_round": SHORT},
        about=_("For long evenings by the lamp. Games end after their second round."),
        simulated=True,
    )


def open_settings() -> EventSettings:
    return EventSettings(
        title=_("Winter League"),
        rules="modern",
        stages=[{"kind": "league", "division": 7, "at_once": 2}],
        about=_("Four games for everybody, against each of the others twice. Winter is long."),
        entry_ends_at=db_now() + ENTRY_OPEN,
        check_in_hours=24,
        simulated=True,
    )


def begin(told: EventSettings, slug: str, people: list[User], *, starts: bool = True) -> Tournament:
    """Make a tournament, enter people and start it, as far as that has not been done."""
    event = Tournament.objects.filter(slug=slug).first() or event_create(told, organizer(), slug=slug)
    if event.status == Tournament.Status.DRAFT:
        entry_open(event_id=event.pk)
    event.refresh_from_db()
    if event.status == Tournament.Status.ENTRY:
        for user in people:
            entry_add(event_id=event.pk, user=user)
        event.entrants.exclude(user__username=USER).update(mails=False)
        if starts:
            event_start(event_id=event.pk)
    event.refresh_from_db()
    return event


def organizer() -> User | None:
    """Return the administrator of the site, who organizes the tournaments."""
    return User.objects.filter(is_superuser=True).order_by("pk").first()


def play_over(event: Tournament, minds: Mapping[int, str], rng: random.Random) -> None:
    """Play a tournament to its end."""
    for _step in range(MOST_STEPS):
        event_advance(event.pk)
        ratings_sweep()
        for game in games_of(event):
            play(game, minds, rng)
        event.refresh_from_db()
        if event.ended_at is not None:
            return


def play_first_round(event: Tournament, person: User, minds: Mapping[int, str], rng: random.Random) -> None:
    """Play the first round of a tournament, and the second until the person is to play their first turn."""
    for _step in range(MOST_STEPS):
        event_advance(event.pk)
        ratings_sweep()
        event.refresh_from_db()
        if event.rounds > 1:
            break
        for game in games_of(event):
            play(game, minds, rng)
    for game in games_of(event):
        if game.players.filter(user=person).exists():
            play_until_asked(game, person, minds, rng)
        else:
            play(game, minds, rng, most=BEGUN)


def play(game: Game, minds: Mapping[int, str], rng: random.Random, most: int = MOST_STEPS) -> None:
    """Play so many messages of a game, or to its end."""
    for _step in range(most):
        if not turn_simulate(game_id=game.pk, minds=minds, rng=rng):
            return


def play_until_asked(game: Game, person: User, minds: Mapping[int, str], rng: random.Random) -> None:
    """Play a game until it is the person's turn after the set-up."""
    others = {user: mind for user, mind in minds.items() if user != person.pk}
    for _step in range(MOST_STEPS):
        asked = Waiting.objects.filter(game=game, player__user=person).first()
        if asked is not None and not asked.kind.startswith("setup."):
            return
        if not turn_simulate(game_id=game.pk, minds=minds if asked else others, rng=rng):
            return


def games_of(event: Tournament) -> list[Game]:
    """List the games of a tournament that are being played."""
    tables = Table.objects.filter(round__tournament=event, game__status=Game.Status.RUNNING)
    return list(Game.objects.filter(event_table__in=tables).order_by("pk"))
