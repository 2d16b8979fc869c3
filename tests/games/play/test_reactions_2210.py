"""Each kind of answer out of turn in 2210: by standing orders, asked within hours, by default when these are over, on
the spot; with a clock, and in games of standing orders alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest

from engine.position import position
from games.models import Entry, Game, OutboxMail, Player, StandingOrder, Waiting
from games.services.deadlines import deadline_expire
from games.services.locks import db_now
from games.services.orders import order_submit
from games.services.seats import standing_set
from tests.games.decisions.positions import Asked, lay
from tests.games.decisions.risk2210.kit import state_of
from tests.games.kit import Table, person, table

pytestmark = [pytest.mark.django_db, pytest.mark.luck(2210)]
RED, BLUE, GREEN = range(3)
BOARD = "red: Japan 7, Egypt 2, Tycho 7 | blue: Pevek 9, Madagascar 3, Neo Tokyo 9, Straight Wall 9 | green: *1"
HOME = {"land": "Madagascar", "naval": "Madagascar", "space": "Madagascar", "diplomat": "Madagascar"}
ABROAD = {"naval": "Egypt", "space": "Egypt", "nuclear": "Egypt", "diplomat": "Egypt"}
COMMANDERS = {"red": ABROAD, "blue": HOME | {"nuclear": "Madagascar"}}
ATTACKS = {
    "land": "attack Japan Pevek with 1",
    "water": "attack Japan Neo Tokyo with 1",
    "moon": "attack Tycho Straight Wall with 1",
}


@dataclass(frozen=True)
class Kind:
    """A kind of answer: what red orders, when blue may answer it with which card or how, and the event it leaves."""

    order: str
    when: str
    card: str
    plays: str
    told: str = "cards.played"
    step: str = "invade"
    hands: dict[str, list[str]] = field(default_factory=dict)
    commanders: dict[str, str] = field(default_factory=dict)
    line: str = ""
    seat: int = BLUE

    @property
    def rule(self) -> str:
        """The standing orders that give the answer at once."""
        return self.line or f"when {self.when}: {self.plays}"


ROCKET = {"red": ["Rocket Strike Land"]}
KINDS = {
    "Stealth MODs": Kind(ATTACKS["land"], "invaded", "Land Stealth MODs", "play Stealth MODs"),
    "at sea": Kind(ATTACKS["water"], "invaded", "Naval Stealth MODs", "play Stealth MODs"),
    "on the Moon": Kind(ATTACKS["moon"], "invaded", "Space Stealth MODs", "play Stealth MODs"),
    "Stealth Station": Kind(ATTACKS["land"], "invaded", "Stealth Station", "play Stealth Station"),
    "Land Death Trap": Kind(ATTACKS["land"], "invaded", "Land Death Trap", "play Land Death Trap"),
    "Water Death Trap": Kind(ATTACKS["water"], "invaded", "Water Death Trap", "play Water Death Trap"),
    "Orbital Mines": Kind(ATTACKS["moon"], "invaded", "Orbital Mines", "play Orbital Mines"),
    "Cease Fire": Kind(ATTACKS["land"], "invaded", "Cease Fire", "play Cease Fire"),
    "Evacuation": Kind(ATTACKS["land"], "invaded", "Evacuation", "play Evacuation to Madagascar"),
    "help": Kind(ATTACKS["land"], "blue is invaded", "Land Stealth MODs", "play Stealth MODs", seat=GREEN),
    "Armageddon": Kind(
        "play Armageddon",
        "Armageddon is played",
        "Rocket Strike Land",
        "play Rocket Strike Land on Japan",
        step="play",
        hands={"red": ["Armageddon"]},
    ),
    "losses": Kind(
        "play Rocket Strike Land on Pevek",
        "I lose units",
        "",
        "lose land",
        "battle.lost",
        step="play",
        hands=ROCKET,
        commanders={"land": "Pevek"},
        line="lose land first, then mods",
    ),
    "MOD Reduction": Kind(
        "play MOD Reduction",
        "I lose units",
        "",
        "lose 4 mods at Pevek",
        "battle.lost",
        step="play",
        hands={"red": ["MOD Reduction"]},
    ),
}


@dataclass
class Fight:
    """A game in which red orders what Bob, who has another seat, can answer."""

    kind: Kind
    play: Table
    asked: Asked

    @property
    def row(self) -> Waiting | None:
        return Waiting.objects.filter(game=self.play.game, seat=self.kind.seat).first()

    def order(self) -> None:
        self.began = self.play.fresh().seq
        self.play.order(self.kind.order)

    def answers(self) -> list[str]:
        """List by what Bob's answers came about that told of more than declining."""
        entries = Entry.objects.filter(game=self.play.game, seq__gt=self.began, seat=self.kind.seat).order_by("seq")
        return [entry.source for entry in entries if "decline" not in entry.order]

    def has_told(self) -> bool:
        """Check whether Bob's card was played."""
        entries = Entry.objects.filter(game=self.play.game, seq__gt=self.began)
        told = (event for entry in entries for event in entry.events)
        return any(event["type"] == self.kind.told and event["seat"] == self.kind.seat for event in told)


def fight(kind: Kind, play: Table, text: str, hours: int = 24) -> Fight:
    """Lay the position of a kind, with Alice as red, Bob in the seat that answers, and his standing orders."""
    name = SEATS[kind.seat]
    own = {"land": "Mexico"} if kind.seat == GREEN else {}
    commanders: dict[str, Any] = COMMANDERS | ({name: own} if own else {})
    commanders[name] = commanders[name] | kind.commanders
    hands = kind.hands | ({name: [kind.card]} if kind.card else {})
    board = BOARD.replace("Pevek 9, Madagascar 3", "Pevek 8, Madagascar 3") if kind.commanders else BOARD
    state = state_of(
        board=board, step=kind.step, command_cards=hands, commanders=commanders, energy={"red": 7, name: 7}
    )
    Game.objects.filter(pk=play.game.pk).update(reaction_hours=hours, clock_key=f"{state.round}:{state.active}")
    asked = lay(play, state)
    seat_bob(play, kind.seat)
    if text:
        standing_set(game_id=play.game.pk, user_id=play.bob.pk, text=text)
    return Fight(kind, play, asked)


def seat_bob(play: Table, seat: int) -> None:
    """Let Bob and whoever has this seat change places, with nothing said for any turn."""
    players = Player.objects.filter(game=play.game)
    own, there = play.seat(play.bob), players.get(seat=seat)
    if own != seat:
        user, bot = there.user, there.bot
        players.filter(pk=there.pk).update(user=None, bot="random")
        players.filter(seat=own).update(user=user, bot=bot)
        players.filter(pk=there.pk).update(user=play.bob, bot="")
    players.update(window_turn="", window_left=None, window_pass="")
    StandingOrder.objects.filter(game=play.game).delete()


@pytest.mark.no_cover
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_each_kind_is_answered_in_each_way(kind: Kind) -> None:
    """One game, whose position is laid anew: games of standing orders alone, and with a clock of 24 hours."""
    play = table("risk2210", bots=("random",))
    for hours in (0, 24):
        standing_orders_answer_at_once_and_nothing_asks_who_has_none(play, kind, hours)
    who_wants_to_be_asked_has_a_clock_and_a_default(play, kind)
    an_answer_is_given_on_the_spot(play, kind)


def standing_orders_answer_at_once_and_nothing_asks_who_has_none(play: Table, kind: Kind, hours: int) -> None:
    ruled = fight(kind, play, kind.rule, hours)
    ruled.order()
    assert ruled.row is None and ruled.answers()[:1] == [Entry.Source.STANDING] and ruled.has_told()
    silent = fight(kind, play, "", hours)
    silent.order()
    assert silent.row is None and silent.has_told() is (kind.told == "battle.lost")


def who_wants_to_be_asked_has_a_clock_and_a_default(play: Table, kind: Kind) -> None:
    asked = fight(kind, play, f"when {kind.when}: ask me within 6 hours")
    asked.order()
    row = asked.row
    assert row is not None and row.pace == Waiting.Pace.WINDOW and row.deadline_at is not None
    assert row.deadline_at - row.since == timedelta(hours=6)
    assert OutboxMail.objects.filter(game=play.game, seat=kind.seat, ref=row.ref, template="turn").count() == 1
    Waiting.objects.filter(pk=row.pk).update(deadline_at=db_now(), due_at=db_now())
    assert deadline_expire(game_id=play.game.pk)
    given = Entry.objects.filter(game=play.game, seq__gt=asked.began, seat=kind.seat).earliest("seq")
    assert given.source == Entry.Source.DEADLINE and given.kind == Entry.Kind.ACTION
    assert asked.has_told() is (kind.told == "battle.lost")


def an_answer_is_given_on_the_spot(play: Table, kind: Kind) -> None:
    asked = fight(kind, play, f"when {kind.when}: ask me")
    asked.order()
    row = asked.row
    assert row is not None and row.deadline_at is not None and row.deadline_at - row.since == timedelta(hours=24)
    text = kind.plays
    if kind.when == "I lose units" and row.kind == "battle.losses_asked":
        count = dict(play.view(kind.seat).about["due"]).popitem()[1]
        text = "lose land" + (f", {count - 1} mods" if count > 1 else "")
    order_submit(
        game_id=play.game.pk, seat=kind.seat, ref=row.ref, source=Entry.Source.WEB, user_id=play.bob.pk, text=text
    )
    assert asked.has_told() and asked.answers()[:1] == [Entry.Source.WEB]


SEATS = ("red", "blue", "green", "yellow", "violet")
HOMES = {"blue": "Madagascar", "green": "Mexico", "yellow": "Egypt", "violet": "Canada"}


def test_a_window_of_five_seats_makes_at_most_eight_entries() -> None:
    """One declines by the clock, one by their own word, one by rule, one by default: an entry each, and the order's."""
    play = table("risk2210", bots=("random", "random", "random"))
    state = position(
        "red: Japan 7 | blue: Pevek 9, Madagascar 3 | green: Mexico 2 | yellow: Egypt 2 | violet: *1",
        rules="risk2210",
        seats=SEATS,
        turn="red",
        step="invade",
        commanders={seat: {"land": home} for seat, home in HOMES.items()},
        command_cards={seat: ["Land Stealth MODs"] for seat in HOMES},
    )
    Game.objects.filter(pk=play.game.pk).update(clock_key=f"{state.round}:{state.active}")
    lay(play, state)
    for number, seated in enumerate(Player.objects.filter(game=play.game).exclude(bot="")):
        Player.objects.filter(pk=seated.pk).update(bot="", user=person(f"carol{number}"))
    began = play.fresh().seq
    for seat, text in ((1, "when invaded: ask me"), (2, "ask me when blue is invaded"), (3, "when invaded: decline")):
        user = Player.objects.get(game=play.game, seat=seat).user
        assert user is not None
        standing_set(game_id=play.game.pk, user_id=user.pk, text=text)
    play.order(ATTACKS["land"])
    late, asked = Waiting.objects.filter(game=play.game).select_related("player").order_by("seat")
    given = {"seat": asked.seat, "ref": asked.ref, "source": Entry.Source.WEB, "user_id": asked.player.user_id}
    order_submit(game_id=play.game.pk, text="decline this turn", **given)
    Waiting.objects.filter(game=play.game, seat=late.seat).update(deadline_at=db_now(), due_at=db_now())
    assert deadline_expire(game_id=play.game.pk)
    entries = list(Entry.objects.filter(game=play.game, seq__gt=began).order_by("seq"))
    window = [entry for entry in entries if entry.pace == Waiting.Pace.WINDOW]
    assert sorted(entry.seat or 0 for entry in window) == [1, 2, 3, 4] and len(entries) <= 8
    assert {entry.source for entry in window} == {Entry.Source.STANDING, Entry.Source.WEB, Entry.Source.DEADLINE}
