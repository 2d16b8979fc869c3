"""What buttons, links and mails say can be typed: each is read as an order, or its refusal names the right one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from itertools import islice
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

import engine
from accounts.models import RateCount
from benchmarks.secrets.tables import Table, taken_back
from games.decisions.kit.prompts import Suggestion
from games.decisions.registry import action_of_text, suggested_orders, suggestions_to
from games.decisions.typed import read_orders
from games.models import Game
from tests.games.mail.kit import html_of, made
from tests.kit.games import first_of_each, questions, walk, written_questions

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]

ONE_OF_EACH = ("classic_1959", "modern", "capital", "secret_mission", "book2210", "godstorm_classic")
SPENDING = {
    "purchase.spend": ("purchase.hire", "purchase.build", "purchase.buy"),
    "purchase.spend_nothing": ("turn.end",),
}
"""Forms that send several orders, and the actions that these may be."""
STATE = re.compile(r"with(out)?-script|if-dice-\d")
"""Classes of what a button says only in one of its states."""
NOTE = "note"
VOID = ("br", "img", "use", "path")


class Buttons(HTMLParser):
    """Reads the buttons of a page that send an action: its tag, and what the button says in each of its states."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self._act = ""
        self._open: list[str] | None = None  # the state in which each element inside a button shows
        self._parts: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._act = ""
        if given.get("name") == "act":
            self._act = given.get("value", "")
        if tag == "button":
            self._open, self._parts = [""], []
        elif self._open is not None and tag not in VOID:
            states = [name for name in given.get("class", "").split() if STATE.fullmatch(name)]
            self._open.append(NOTE if tag in ("small", "svg") else states[0] if states else self._open[-1])

    def handle_data(self, data: str) -> None:
        if self._open is not None:
            self._parts.append((self._open[-1], data))

    def handle_endtag(self, tag: str) -> None:
        if self._open is None or tag in VOID:
            return
        self._open.pop()
        if tag == "button":
            self._open = None
            states = {state for state, _ in self._parts} - {"", NOTE} or {""}
            said = {"".join(text for state, text in self._parts if state in ("", one)) for one in sorted(states)}
            self.found += [(self._act, " ".join(text.split())) for text in said if self._act and text.split()]


SWITCHED: tuple[tuple[dict[str, Any], int], ...] = (
    ({"setup_orders": "planned", "territory_setup": "claim"}, 1),
    ({"setup_orders": "in_turn", "territory_setup": "claim"}, 2),
    ({"attack_card_reroll": True, "commander": True}, 200),
)
"""Switches of further games, and how far each is played."""
SHARED = {"battle.defend_asked", "capitals.take_over_asked", "improve.reroll_asked", "setup.capital_asked"}
"""Kinds that the classic rule sets share: the positions of 1959 have them all."""

MAILED: set[tuple[str, str]] = set()
"""Families and kinds of questions whose mails were read."""


@dataclass
class Tried:
    """What was typed at a table: how many words were read, and those that neither were nor named the right order."""

    read: int = 0
    named: int = 0
    kinds: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def type(self, words: str, tags: tuple[str, ...], view: engine.PlayerView, order: str = "") -> None:
        """Type words of the page that stand for actions of these tags, or for one order exactly."""
        try:
            actions = [action for line in read_orders(words, view) for action in line.actions]
        except engine.UnreadableOrder as refusal:
            rights = [order] if order else [command.word for command in commands(view) if command.tag in tags]
            self.named += 1
            if not any(right and right in str(refusal) for right in rights):
                self.wrong.append(f"{view.asked and view.asked.kind}: {words!r} is refused: {refusal}")
            return
        self.read += 1
        wanted = [action_of_text(line, view) for line in order.splitlines()]
        if (wanted and actions != wanted) or not {engine.action_to_json(each)["type"] for each in actions} & {*tags}:
            self.wrong.append(f"{view.asked and view.asked.kind}: {words!r} is read as {actions}")


def commands(view: engine.PlayerView) -> tuple[Any, ...]:
    return engine.ruleset(view.rules).commands


def tag_of(line: str, view: engine.PlayerView) -> str:
    return str(engine.action_to_json(action_of_text(line, view))["type"])


class Typist:
    """Lays positions at tables, and types there what page, mail and links of each question say."""

    def __init__(self, rules: str) -> None:
        self.rules, self.tried = rules, Tried()
        self.tables: dict[int, Table] = {}

    def table(self, seats: int) -> Table:
        if seats not in self.tables:
            self.tables[seats] = Table(self.rules, seats, {"setup_orders": "in_turn"})
        return self.tables[seats]

    def at(self, state: engine.GameState) -> None:
        """Type everything that is said of the open question of a position."""
        asked = engine.open_decision(state)
        if asked is None or not asked.seats:
            return
        table = self.table(len(state.seats))
        cache.clear()
        RateCount.objects.all().delete()
        with taken_back():
            Game.objects.filter(pk=table.game.pk).update(rules=state.rules, map=state.map)
            session = table.lay(state)
            session.save()
            seat = asked.seats[0]
            view = session.view(seat)
            self.tried.kinds.add(asked.kind)
            self.page(table, seat, view)
            self.links(table, seat, view)

    def page(self, table: Table, seat: int, view: engine.PlayerView) -> None:
        visitor = Client()
        visitor.force_login(table.user(seat))
        answer = visitor.get(table.url)
        assert answer.status_code == 200
        for act, text in Buttons(answer.content.decode()).found:
            self.tried.type(text, SPENDING.get(act, (act,)), view)

    def links(self, table: Table, seat: int, view: engine.PlayerView) -> None:
        """Type what links say: those of the mail, whose words must stand in it, and those that older mails may hold."""
        shown = suggested_orders(view)
        self.mail(table, seat, view, shown)
        for each in {one.order: one for one in [*suggestions_to(view, view.offers), *shown]}.values():
            tags = tuple(tag_of(line, view) for line in each.order.splitlines())
            self.tried.type(each.sentence, tags, view, each.order)
            if each.is_text:
                self.tried.type(each.order, tags, view, each.order)

    def mail(self, table: Table, seat: int, view: engine.PlayerView, shown: list[Suggestion]) -> None:
        """See that the mail says what is typed, once for each kind of question of a family: its picture takes long."""
        assert view.asked is not None
        if (kind := (engine.ruleset(view.rules).family, view.asked.kind)) in MAILED:
            return
        MAILED.add(kind)
        letter = made(table.game, "turn", seat)
        flat = re.sub(r"\s+", " ", unescape(f"{letter.body} {html_of(letter)}").replace("\N{NO-BREAK SPACE}", " "))
        unsaid = [line for each in shown for line in each.lines if line.replace("\N{NO-BREAK SPACE}", " ") not in flat]
        assert len(unsaid) < len(shown), (kind, unsaid, letter.body)


def positions(rules: str) -> Iterator[engine.GameState]:
    """One position of each kind of question: of random games, with other switches too, and of the book of rules."""
    least, most = engine.ruleset(rules).seats
    seats = max(least, min(3, most))
    found = questions(rules, seats, 1) | written_questions(rules)
    if engine.ruleset(rules).family == "classic":
        for options, steps in SWITCHED:
            found = first_of_each(islice(walk(rules, seats, 3, **options), steps)) | found
    yield from found.values()


def _kinds_of(rules: str) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind, _ in engine.ruleset(rules).answers}


@pytest.mark.parametrize("rules", [*ONE_OF_EACH, "risk2210", "godstorm"])
def test_what_is_said_of_each_kind_of_question_can_be_typed(rules: str) -> None:
    typist = Typist(rules)
    for state in positions(rules):
        typist.at(state)
    assert not typist.tried.wrong, "\n".join(typist.tried.wrong)
    unmet = _kinds_of(rules) - typist.tried.kinds - {"battle.losses_asked"}  # which needs pieces beside armies
    assert not unmet if rules in ("classic_1959", "godstorm", "risk2210") else unmet <= SHARED, unmet
    assert typist.tried.read > 3 * typist.tried.named


@pytest.mark.nightly
@pytest.mark.parametrize("rules", [*ONE_OF_EACH, "risk2210", "godstorm"])
def test_what_is_said_in_whole_games_can_be_typed(rules: str) -> None:
    typist = Typist(rules)
    least, most = engine.ruleset(rules).seats
    for seed in range(3):
        for state in walk(rules, max(least, min(3, most)), seed):
            typist.at(state)
    assert not typist.tried.wrong, "\n".join(typist.tried.wrong[:40])
