"""The first round of a game by the forms of its pages alone, as a browser without scripts sends them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import RateCount
from games.models import Waiting
from tests.games.kit import Table, table
from tests.games.views.test_play import client

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.no_cover]
MOST_QUERIES = 9
ATTACKS = 2
"""A turn: enough for windows, captures and moves in."""


@dataclass
class Sent:
    """A form as a browser would send it: its fields as they stand, the boxes that are not ticked, and its button."""

    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[tuple[str, str]] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)

    @property
    def act(self) -> str:
        return dict(self.fields).get("act", "")

    def data(self, **changes: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, value in self.fields:
            found.setdefault(name, []).append(value)
        return {**found, **{name: [value] for name, value in changes.items()}}


class Page(HTMLParser):
    """Reads the forms and the links of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Sent] = []
        self.links: list[tuple[str, str]] = []
        self._form: Sent | None = None
        self._select, self._first = "", ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given: dict[str, Any] = dict(attrs)
        if tag == "a":
            self.links.append((given.get("class", "") or "", given.get("href", "") or ""))
        if tag == "form":
            self._form = Sent((given.get("method") or "get").lower())
            self.forms.append(self._form)
        if self._form is None or "disabled" in given or "form" in given:
            return
        name, value = given.get("name") or "", given.get("value")
        if tag == "input" and name:
            kind = given.get("type", "text")
            if kind in ("checkbox", "radio") and "checked" not in given:
                self._form.boxes.append((name, value or "on"))
            else:
                self._form.fields.append((name, value or ""))
                if kind == "number":
                    self._form.numbers.append(name)
        elif tag == "select":
            self._select, self._first = name, ""
        elif tag == "option" and self._select and (not self._first or "selected" in given):
            if self._first:
                self._form.fields.pop()
            self._first = self._select
            self._form.fields.append((self._select, value or ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        if tag == "select":
            self._select = ""

    def form(self, *acts: str) -> Sent | None:
        return next((each for act in acts for each in self.forms if each.method == "post" and each.act == act), None)

    def link(self, css: str) -> str:
        return next((href for given, href in self.links if css in given.split()), "")


class Walk:
    """Plays by forms, and counts what was asked and which forms were sent."""

    def __init__(self, play: Table) -> None:
        self.play, self.url = play, reverse("game", args=[play.fresh().slug])
        self.asked: Counter[str] = Counter()
        self.sent: Counter[str] = Counter()
        self.attacks: Counter[tuple[int, int]] = Counter()
        self.visitors: dict[int, Client] = {}

    def step(self) -> bool:
        """Answer one question. Returns whether the first round is over."""
        RateCount.objects.all().delete()
        row = Waiting.objects.filter(game=self.play.game).select_related("player__user").order_by("pk")[0]
        view = self.play.view(row.seat)
        if view.round > 1:
            return True
        self.asked[row.kind] += 1
        visitor = self.visitor(row.player.user)
        page = self.read(visitor, self.url, row.kind)
        form, changes = self.choice(visitor, page, row, view)
        answer = visitor.post(self.url, form.data(**changes))
        assert answer.status_code == 302, (row.kind, form.act, form.data(**changes), refusal(answer))
        self.sent[form.act] += 1
        return False

    def visitor(self, user: Any) -> Client:
        """Return the browser of a person, which has seen the page before."""
        if user.pk not in self.visitors:
            self.visitors[user.pk] = client(user)
            self.visitors[user.pk].get(self.url)
        return self.visitors[user.pk]

    def read(self, visitor: Client, url: str, kind: str) -> Page:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = visitor.get(url)
        asked = [each["sql"] for each in queries if "SAVEPOINT" not in each["sql"]]
        assert answer.status_code == 200 and len(asked) <= MOST_QUERIES, (
            kind,
            url,
            [(sql[:60], sql[-90:]) for sql in asked],
        )
        return Page(answer.content.decode())

    def choice(self, visitor: Client, page: Page, row: Waiting, view: Any) -> tuple[Sent, dict[str, str]]:
        """Choose a form of the page as a player might, with what is to be typed into it."""
        match row.kind:
            case "battle.attack_asked" if self.attacks[row.seat, view.round] < ATTACKS and page.link("pick"):
                self.attacks[row.seat, view.round] += 1
                page = self.read(visitor, page.link("pick"), row.kind)
            case "deploy.place_asked" | "setup.place_asked" if page.link("all"):
                page = self.read(visitor, page.link("all"), row.kind)
            case "purchase.hire_asked" | "purchase.buy_asked":
                return self.spend(page)
            case "fortify.asked" if page.link("pick"):
                page = self.read(visitor, page.link("pick"), row.kind)
                if page.link("pick"):
                    page = self.read(visitor, page.link("pick"), row.kind)
        form = page.form("battle.attack", "fortify.move", "cards.play", "deploy.place", "turn.end")
        form = form or next(each for each in page.forms if each.method == "post" and each.act)
        return form, {"go": "captured", "then": "ask"} if form.act == "battle.attack" else {}

    def spend(self, page: Page) -> tuple[Sent, dict[str, str]]:
        """Hire the first piece that can be had, or else buy cards; nothing where neither is offered."""
        form = page.form("purchase.spend")
        assert form is not None
        hires = dict(form.boxes[:1])
        if hires or form.numbers:
            return form, hires or {form.numbers[0]: "1"}
        nothing = page.form("purchase.spend_nothing")
        assert nothing is not None
        return nothing, {}


def refusal(answer: Any) -> str:
    """Return what a page says of a refused form."""
    html = answer.content.decode()
    return str(html[html.find('id="refusal"') :][:600])


@pytest.mark.parametrize(
    ("rules", "own"), [("risk2210", "opening.first_asked"), ("godstorm", "opening.first_god_asked")]
)
def test_a_round_is_played_by_forms_alone(rules: str, own: str) -> None:
    walk = Walk(table(rules, bots=("random",)))
    for _ in range(500):
        if walk.step():
            break
    else:
        raise AssertionError(f"the first round does not end: {walk.asked}")
    assert {own, "bidding.bid_asked", "deploy.place_asked", "battle.attack_asked"} <= {*walk.asked}
    assert {"purchase.spend", "battle.attack"} <= {*walk.sent}
