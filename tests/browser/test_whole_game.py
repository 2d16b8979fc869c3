"""A person plays a whole game against two bots in a browser, from the first armies to the end, on a phone and at a
desk: attacks by choosing on the page, placements by typing an order, everything else by its button."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

import engine
from accounts.models import RateCount
from engine import journal
from engine.bots import choose
from games.models import Game, Player, Waiting
from games.selectors.access import view_of
from games.services.deadlines import deadline_expire
from tests.games.kit import make_table, person
from tests.kit.chromium import DESKTOP, PHONE, Visitor, Visitors
from tests.kit.games import EXPERTS

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.luck(1951),
    pytest.mark.django_db(transaction=True),
]

MOST_ORDERS = 2000
GOOD_ODDS = 55  # per cent; below it this player rests


def sit_down(visitor: Visitor, base_url: str, game: Game) -> Page:
    client = Client()
    assert game.creator is not None
    client.force_login(game.creator)
    name = settings.SESSION_COOKIE_NAME
    visitor.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": base_url}])
    visitor.page.goto(reverse("game", args=[game.slug]))
    return visitor.page


def type_order(page: Page, order: str) -> None:
    """As somebody does who knows the language: slash, the order, Enter."""
    page.locator("#order").fill(order)
    page.locator("#order").press("Enter")


def press(page: Page, said: str | re.Pattern[str]) -> None:
    """The button that says it. To ask for its role would have the browser name everything on the board, each time."""
    page.locator("#decision button").filter(has_text=said).click()


def percent(said: str) -> int:
    """The chance that a target names: "72 %", "under 1 %", "over 99 %"."""
    return int(said.split()[-2])


def attack_or_rest(page: Page, kept: dict[str, int]) -> None:
    """Choose the best target of the list, look at the odds, throw until it falls; or end the attacks."""
    rivals = page.locator("a.pick").filter(has_not_text="neutral")
    best = (rivals if rivals.count() else page.locator("a.pick")).first
    if not best.count() or percent(best.locator(".num").inner_text()) < GOOD_ODDS:
        press(page, "End attacks")
        return
    best.click()
    expect(page.locator(".odds")).to_be_visible()
    page.locator('.radio-bar label:has([value="captured"])').click()
    expect(page.locator("button.primary small")).to_contain_text("until captured")
    press(page, "Attack with")
    kept["attacks"] += 1


def answer(page: Page, kind: str, order: str, kept: dict[str, int]) -> None:
    """One answer as this player gives it; `order` is what a good player would type."""
    if kind == "battle.attack_asked":
        attack_or_rest(page, kept)
    elif kind == "occupy.advance_asked":
        press(page, re.compile(r"Move\s.+\sinto\s"))
    elif kind == "fortify.move_asked":
        press(page, "End the turn")
    elif kind in ("setup.claim_asked", "setup.place_asked", "setup.capital_asked"):
        page.locator("#decision button.primary").click()
    else:
        type_order(page, order)


def play_on(page: Page, visitor: Visitor, game: Game, name: str) -> dict[str, int]:
    """Answer until the game is over, and count orders, attacks and each kind of question; pictures of the first of
    each kind are kept."""
    kept = {"orders": 0, "attacks": 0}
    rng = random.Random(1)
    for _ in range(MOST_ORDERS):
        RateCount.objects.all().delete()  # a person takes days for what this takes seconds for
        game.refresh_from_db()
        if game.has_ended:
            return kept
        row = Waiting.objects.select_related("player").filter(game=game).first()
        if row is None or not row.player.user_id:
            deadline_expire(game_id=game.pk)
            page.reload()
            continue
        expect(page.locator("#order-line input[name=ref]")).to_have_value(str(row.ref))
        page.wait_for_load_state()  # of the page that has it
        view = view_of(game, row.seat)
        if row.kind not in kept:
            visitor.picture(f"game-{name}-{row.kind}")
        kept[row.kind] = kept.get(row.kind, 0) + 1
        order = engine.format_order(choose("veteran", view, rng), game.rules, game.map)
        with page.expect_response(lambda response: response.request.method == "POST") as posted:
            answer(page, row.kind, order, kept)
        assert posted.value.status < 400, (row.kind, order, page.locator(".refusal").all_inner_texts())
        kept["orders"] += 1
    raise AssertionError("the game does not end")


SIZES = [(PHONE, "phone"), (DESKTOP, "desktop")]


ASKED = {
    "setup.capital_asked",
    "deploy.place_asked",
    "cards.trade_asked",
    "battle.attack_asked",
    "improve.reroll_asked",
    "improve.commander_asked",
    "occupy.advance_asked",
    "capitals.take_over_asked",
    "fortify.move_asked",
}


@pytest.mark.timeout(500)
@pytest.mark.luck(6)  # the shortest of some thirty games in which every question is asked: 56 answers
@pytest.mark.parametrize(("size", "name"), SIZES)
def test_a_small_game_with_every_variation(visitors: Visitors, size: tuple[int, int], name: str) -> None:
    assert play_to_the_end(visitors, size, f"{name}-experts", "classic_1959", EXPERTS) == ASKED


@pytest.mark.nightly
@pytest.mark.timeout(3000)
@pytest.mark.parametrize(("size", "name"), SIZES)
@pytest.mark.parametrize("rules", [rules for rules in engine.rulesets() if rules != "toy"])
def test_a_whole_game_of_each_preset(visitors: Visitors, size: tuple[int, int], name: str, rules: str) -> None:
    play_to_the_end(visitors, size, f"{name}-{rules}", rules, {})


def play_to_the_end(
    visitors: Visitors, size: tuple[int, int], name: str, rules: str, options: dict[str, Any]
) -> set[str]:
    """A game against bots that move at random, its last page, a moment of its past, and the proof of its dice; returns
    the kinds of questions that were asked."""
    alice = person("alice")
    seats = engine.ruleset(rules).seats[0]
    game = make_table(
        alice,
        name="A small war",
        rules=rules,
        options=options,
        seats_wanted=seats,
        bots=("random",) * (seats - 1),
    )
    visitor = visitors(size, dark=size == PHONE)
    page = sit_down(visitor, visitors.base_url, game)
    kept = play_on(page, visitor, game, name)
    assert kept["attacks"] >= 5, kept
    page.goto(reverse("game", args=[game.slug]))
    visitor.picture(f"game-{name}-over")
    winner = Player.objects.get(game=game, result="won")
    assert winner.colour
    expect(page.get_by_role("heading", name=f"{winner.colour.title()} wins")).to_be_visible()
    page.goto(reverse("game-history", args=[game.slug, game.seq // 2]))
    visitor.picture(f"game-{name}-history")
    log = page.request.get(reverse("game-log", args=[game.slug])).text()
    assert journal.verify(journal.read_log(log)).winners
    return set(kept) - {"orders", "attacks"}
