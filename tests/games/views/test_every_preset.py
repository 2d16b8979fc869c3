"""Every preset from its set-up to its end, as a person plays it: by the forms of its pages, never by the order line.

Of two presets the ends of the set-up and of the game are played by day; the nightly run plays all of all presets.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

import engine
from accounts.models import RateCount, User
from engine.bots import choose
from engine.core.offers import random_arguments
from games.models import Entry, Game, Snapshot, Waiting
from games.play.journal_reader import state_at
from games.selectors.access import view_of
from games.services.deadlines import deadline_expire
from tests.games.kit import WHOLE_GAMES, make_table, person
from tests.games.reader import filled, query_of, said
from tests.games.views.test_play import client
from tests.kit.games import EXPERTS

pytestmark = WHOLE_GAMES

DAILY = ("modern_2p", "secret_mission")
"""Two that ask most of the kinds of questions; the others are played by night."""
GAMES = [
    pytest.param(rules, {}, id=rules, marks=() if rules in DAILY else pytest.mark.nightly)
    for rules in engine.rulesets()
    if rules != "toy"
]
GAMES.append(pytest.param("classic_1959", EXPERTS, id="classic_1959-experts", marks=pytest.mark.nightly))
WORDS = {
    "capital": lambda options: options.get("capitals") != "none",
    "mission": lambda options: options.get("missions") != "none",
    "neutral": lambda options: bool(options.get("neutral_army")),
    "commander": lambda options: bool(options.get("commander")),
}
"""Words that belong to some games, and how their options tell."""
RULES = re.compile(r'<details class="[^"]*\bplayed\b.*?</details>', re.DOTALL)
SET_UP = 3  # answers of the set-up that are played as they come
LANDS = 3  # that each other side keeps near the end
LAST = 3  # armies that are left to each side after those
NEAR_THE_END = 120  # answers in which a game so far along ends; it takes about a dozen, of a mission some more


@dataclass
class Reader:
    """A person with nothing but pages, in a seat among bots."""

    game: Game
    user: User
    visitor: Client = field(default_factory=Client)
    rng: random.Random = field(default_factory=lambda: random.Random(7))
    asked: Counter[str] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)
    rests: bool = False

    def row(self) -> Waiting | None:
        """The open question if it is this person's, after all others have answered theirs; None at the end."""
        for _ in range(400):
            self.game.refresh_from_db()
            if self.game.has_ended:
                return None
            mine = Waiting.objects.filter(game=self.game, player__user=self.user).first()
            if mine:
                return mine
            deadline_expire(game_id=self.game.pk)
        raise AssertionError("the others do not answer")

    def play(self, most: int) -> bool:
        """Answer `most` questions; whether the game went on until then."""
        for _ in range(most):
            row = self.row()
            if row is None:
                return False
            self.answer(row)
        return self.row() is not None

    def answer(self, row: Waiting) -> None:
        """Look at the page, choose, and send the form."""
        RateCount.objects.all().delete()  # people are slower than this test
        view = view_of(self.game, row.seat)
        graph = engine.mapgraph(view.map)
        action = self.wish(view)
        address = reverse("game", args=[self.game.slug])
        page = self.visitor.get(address, query_of(action, graph))
        html = page.content.decode()
        check_words(html, view)
        sent = filled(html, action, graph)
        done = self.visitor.post(address, sent)
        assert done.status_code == 302, (action, sent, done.content.decode()[-4000:])
        assert Entry.objects.filter(game=self.game, seat=row.seat, ref__lte=row.ref).exists()
        self.asked[row.kind] += 1
        self.sent[action["type"]] += 1

    def wish(self, view: engine.PlayerView) -> dict[str, Any]:
        """What a good player would do, after a turn of rest where there is to be one."""
        assert view.asked is not None
        found = self.laid_out(view) or self.rest(view)
        if found is None and view.asked.kind == "cards.trade_asked" and not view.offer("cards.trade") and view.pool:
            # Without a set to turn in the page asks for the armies at once.
            found = {"type": "deploy.place", "at": [[view.owner.index(view.viewer or 0), 1]]}
        found = found or engine.action_to_json(choose("veteran", view, self.rng))
        return {**msgspec.to_builtins(found), "seat": view.viewer}

    def laid_out(self, view: engine.PlayerView) -> dict[str, Any] | None:
        """Now and then all armies of linked land anew, where that may be."""
        offer = view.offer("fortify.redistribute")
        if offer is None or self.rng.random() < 0.5:
            return None
        given = random_arguments(offer, self.rng.randrange)
        at = [[place, count] for place, count in given["at"] if count != view.armies[place]]
        return {"type": offer.action, "at": at} if at else None

    def rest(self, view: engine.PlayerView) -> dict[str, Any] | None:
        """No attack in this turn, but a free move at its end."""
        if not self.rests or view.asked is None:
            return None
        if free := view.offer("fortify.move"):
            self.rests = False
            return {"type": free.action, **random_arguments(free, self.rng.randrange)}
        return {"type": "turn.end"} if view.asked.kind == "battle.attack_asked" else None


def check_words(html: str, view: engine.PlayerView) -> None:
    """No page speaks of what its game has not, but where it tells its rules beside those of others."""
    text = said(RULES.sub(" ", html)).lower()
    for word, belongs in WORDS.items():
        if not belongs(view.options):
            found = re.search(rf"\b{word}", text)
            assert not found, text[max(0, found.start() - 60) : found.end() + 60]
    titles = [rules.title.lower() for rules in engine.rulesets().values() if rules.id not in (view.rules, "toy")]
    own = engine.ruleset(view.rules).title.lower()
    foreign = [title for title in titles if title not in own and re.search(rf"\b{re.escape(title)}\b", text)]
    assert not foreign


def sit_down(rules: str, options: dict[str, Any]) -> Reader:
    alice = person("alice")
    seats = max(2, engine.ruleset(rules).seats[0])
    game = make_table(
        alice, name="Low Tide", rules=rules, options=options, seats_wanted=seats, bots=("random",) * (seats - 1)
    )
    return Reader(game, alice, client(alice))


def change(game: Game, edit: Any, *given: Any) -> None:
    """Write the position of a game anew, as if it had come to this."""
    state = state_at(game, game.seq)
    edit(state, *given)
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})


def shorten(state: Any) -> None:
    """Leave little of the set-up: two free territories, and a few armies for each side."""
    free = [territory for territory, owner in enumerate(state.owner) if owner < 0]
    for number, territory in enumerate(free[2:]):
        state.owner[territory], state.armies[territory] = number % len(state.players), 1
    state.supply = [min(left, LAST + 1) for left in state.supply]


def far_along(state: Any, strong: int) -> None:
    """Almost the whole world for one seat, and cards that must be turned in on its next turn. Where a secret mission
    would be fulfilled by that, only armies."""
    mission = bool(getattr(state, "missions", ()))
    for territory, owner in enumerate(state.owner):
        spared = mission or state.owner.count(owner) <= LANDS or territory in getattr(state, "capitals", ())
        if owner != strong and not spared:
            state.owner[territory] = strong
    held = [territory for territory, owner in enumerate(state.owner) if owner == strong]
    many, few = (40, 1) if mission else (8, 3)
    for territory, owner in enumerate(state.owner):
        state.armies[territory] = many if owner == strong else few
    hand = (*held[:4], len(state.owner))
    state.players[strong] = msgspec.structs.replace(state.players[strong], hand=hand)
    state.decks = {
        name: tuple(tuple(card for card in layer if card not in held[:4]) for layer in layers)
        for name, layers in state.decks.items()
    }


@pytest.mark.parametrize(("rules", "options"), GAMES)
def test_both_ends_of_a_game_are_played_by_forms(rules: str, options: dict[str, Any]) -> None:
    reader = sit_down(rules, options)
    row = reader.row()
    assert row is not None
    view = view_of(reader.game, row.seat)
    if view.step == "set-up":
        assert reader.play(SET_UP)
        change(reader.game, shorten)
    for _ in range(40):
        row = reader.row()
        assert row is not None
        if view_of(reader.game, row.seat).round:
            break
        reader.answer(row)
    change(reader.game, far_along, row.seat)
    reader.rests = True
    assert not reader.play(NEAR_THE_END), "the game does not end"
    check_the_end(reader)
    met = {"battle.attack", "occupy.advance", "fortify.move", "cards.trade", "turn.end"}
    if options:
        met |= {"setup.capital", "fortify.redistribute", "improve.commander"}
    assert met <= set(reader.sent)


@pytest.mark.nightly
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("rules", "options"), GAMES)
def test_whole_games_are_played_by_forms(rules: str, options: dict[str, Any]) -> None:
    reader = sit_down(rules, options)
    assert not reader.play(3000), "the game does not end"
    check_the_end(reader)


def check_the_end(reader: Reader) -> None:
    """The page of the result, and one of the past."""
    assert reader.game.status == Game.Status.OVER
    view = view_of(reader.game, None)
    for address in (
        reverse("game", args=[reader.game.slug]),
        reverse("game-history", args=[reader.game.slug, reader.game.seq // 2]),
    ):
        page = reader.visitor.get(address)
        assert page.status_code == 200
        check_words(page.content.decode(), view)
