"""`benchmarks.secrets` finds nothing that tells a reader what others hide, and would find it."""

from __future__ import annotations

from dataclasses import replace as with_fields
from typing import Any

import pytest
import time_machine
from msgspec.structs import replace

from benchmarks.secrets import wishes
from benchmarks.secrets.comparison import Outcome, compare_for_all, compare_game
from benchmarks.secrets.organizers import Organizer
from benchmarks.secrets.tables import NOW, Tables, taken_back
from engine import COLOURS, FastChance, new_game, parse_order
from engine.core.state import GameState
from engine.core.view import PlayerView, view_for
from engine.position import position
from games.clocks.values import ClockRules, SeatTime
from games.models import Entry, OutboxMail, StandingUse, TurnPlan
from games.selectors.mailed_game import MailReader
from games.services.mail_kinds import MAIL_KINDS, Context

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]

BY_DAY = [("risk2210", 7), ("risk2210", 10), ("risk2210", 13), ("godstorm", 10), ("godstorm", 13), ("modern", 9)]
"""Numbers of games: an end with five seats, a start that a spectator watches too, an elimination among three."""
ANONYMOUS = 2
"""The number of an anonymous game."""
HANDS = {"red": ["Visions Become Real"], "blue": ["Storms Rage", "Lava Erupts"], "yellow": ["Crops Wither"]}


def outcome(number: int, rules: str = "risk2210") -> Outcome:
    return compare_game(number, Tables(rules))


@pytest.mark.parametrize(("rules", "number"), BY_DAY)
def test_nobody_can_tell_what_others_hide(rules: str, number: int) -> None:
    found = outcome(number, rules)
    assert found.differences == []
    assert found.answers > 40 and found.changes > 0


@pytest.mark.parametrize("is_taken", [False, True])
def test_a_hand_is_shown_to_one_seat_alone(is_taken: bool) -> None:
    """The seat that looks, the one whose hand it is, another, a spectator and an organizer."""
    found = look_into_a_hand(is_taken)
    assert found.differences == []
    assert found.changes > 0


def look_into_a_hand(is_taken: bool) -> Outcome:
    table = Tables("godstorm").of(1)
    gods = {"red": dict.fromkeys(("death", "magic", "sky", "war"), "Gaul")}
    state = position(
        "red: Gaul 8 | blue: Roma 5 | yellow: *1",
        rules="godstorm",
        seats=COLOURS[: table.seats],
        turn="red",
        step="play",
        gods=gods,
        faith={"red": 9},
        miracles=HANDS,
    )
    with taken_back(), time_machine.travel(NOW, tick=False):
        session = table.lay(state)
        for text in ("play Visions Become Real on blue", *(("take Lava Erupts",) if is_taken else ())):
            session.play(parse_order(text, session.view(0)), "web")
        session.save()
        return compare_for_all(table, [0, 1, 2, None], 1)


def hands_in_view(state: GameState, viewer: int | None) -> PlayerView:
    """Make a view with a number in it that hangs on everybody's cards."""
    return replace(view_for(state, viewer), captures=sum(sum(player.hand) for player in state.players))


def all_events(entry: Entry, viewer: int | None) -> list[Any]:
    return list(entry.events)


def any_order(entry: Entry, viewer: int | None) -> str:
    return entry.order


def any_source(entry: Entry, viewer: int | None) -> str:
    return entry.source


def any_plan(entry: Entry, viewer: int | None) -> str:
    return f"{list(TurnPlan.objects.order_by('player').values_list('text', 'state'))}"


def any_use(entry: Entry, viewer: int | None) -> str:
    return f"{list(StandingUse.objects.order_by('entry').values_list('version', 'line'))}"


def own_night(rules: ClockRules, seat: SeatTime) -> SeatTime:
    return seat


LEAKS = [
    ("engine.view_for", hands_in_view, 7, "/view/"),
    ("games.api.serializers.visible_events", all_events, 3, "/history/"),
    ("games.api.serializers.visible_order_text", any_order, 3, "/history/"),
    ("games.organize.game_detail.visible_events", all_events, 3, "/journal/"),
    ("games.admin.visible_source", any_source, 3, "/admin/games/entry/"),
    ("games.api.serializers.visible_order_text", any_plan, 3, "/history/"),
    ("games.api.serializers.visible_order_text", any_use, 3, "/history/"),
]


@pytest.mark.parametrize(
    ("place", "leak", "number", "where"), LEAKS, ids=lambda value: getattr(value, "__name__", None)
)
def test_what_tells_a_secret_is_found(
    place: str, leak: Any, number: int, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, leak)
    if where == "/history/":  # players read it, and what an organizer looks at is half of the work
        monkeypatch.setattr(Organizer, "learn", lambda self: {})
    assert any(where in difference for difference in outcome(number).differences)


@pytest.mark.parametrize("is_leaking", [False, True])
def test_a_deadline_that_tells_somebodys_night_is_found(is_leaking: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wishes, "NIGHTS", (["08:00", "18:00"],))
    monkeypatch.setattr(wishes, "ZONES", ("Africa/Abidjan",))
    if is_leaking:
        monkeypatch.setattr("games.clocks.deadline.as_shown", own_night)
    table = Tables("modern").of(ANONYMOUS)
    state = new_game(table.rules, COLOURS[: table.seats], chance=FastChance(1), options=table.options).state
    with taken_back(), time_machine.travel(NOW, tick=False):
        table.lay(state).save()
        found = compare_for_all(table, [None], ANONYMOUS)
    assert any("/view/" in difference for difference in found.differences) == is_leaking


@pytest.mark.parametrize(("kind", "number"), [("started", 1), ("out", 13), ("over", 7)])
def test_a_mail_that_tells_a_secret_is_found(kind: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail of a start, an elimination or an end quotes everybody's standing orders; nothing else does."""
    record = MAIL_KINDS[kind]

    def telling(mail: OutboxMail, reader: MailReader) -> Context:
        wishes = [order.text for order in reader.mailed.game.standing_orders.all()]
        return {**record.make(mail, reader), "subject": f"{wishes}"}

    monkeypatch.setitem(MAIL_KINDS._records, kind, with_fields(record, make=telling))
    found = outcome(number).differences
    assert found and all(f"mail {kind}:" in each or f"webhook {kind}:" in each for each in found)
