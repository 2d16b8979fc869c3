"""Every panel of every family beside the board: each control lies on top where it is and takes its click, also while
the page offers to ask about what others do. The night paints each at both widths, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

import engine
from games.families.parts import parts_of
from games.models import Entry, Player, StandingOrder
from games.play.ask_offer import offered_cases
from tests.browser.test_reach import come_in
from tests.games.decisions.godstorm.kit import card_state
from tests.games.decisions.positions import Asked, lay
from tests.games.decisions.risk2210.kit import state_of
from tests.games.kit import Table, table
from tests.kit.certain import some
from tests.kit.chromium import DESKTOP, PHONE, Visitor, Visitors
from tests.kit.games import EXPERTS, questions, written_questions

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RULES: dict[str, dict[str, Any]] = {"classic_1959": EXPERTS, "risk2210": {}, "godstorm": {}}
LOOKS = [(DESKTOP, False), (DESKTOP, True), (PHONE, False), (PHONE, True)]
COVERED = """() => {
  const controls = "a[href], button:enabled, input:enabled:not([type=hidden]), select, textarea, summary";
  const found = [];
  for (const control of document.querySelectorAll(`.panel :is(${controls})`)) {
    const label = control.matches("input") && control.labels[0];
    const target = label && control.getBoundingClientRect().width < 8 ? label : control;
    if (!target.checkVisibility()) continue;
    for (const block of ["center", "nearest"]) {
      target.scrollIntoView({ block });
      const box = target.getClientRects()[0];
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (top && (target.contains(top) || top.closest("label")?.control === control)) continue;
      found.push(`${target.outerHTML.slice(0, 90)} lies under ${top ? top.outerHTML.slice(0, 90) : "nothing"}`);
    }
    scrollTo(0, 0);
    document.querySelector(".at-hand").scrollTop = 0;
  }
  return found;
}"""
"""Controls of the panel that something else covers at their own centre, once they are scrolled into view: to the middle
of the window, as a mouse wheel can, and just into it, as the Tab key does."""
CHOICES = """() => ["src=", "dst="].map((name) => [...document.querySelectorAll(".view .board .t a[href*='?']")]
  .map((land) => land.getAttribute("href").replace(/^[^?]*/, "")).find((href) => href.includes(name)))
  .filter(Boolean)"""
"""What to add to the address for the first territories that can be chosen on the map as a source and as a target."""


def panels(play: Table, rules: str) -> Iterator[Asked]:
    """Lay a position of each kind of question into a game; who is asked holds a card that answers invasions."""
    found = {**questions(rules, 4, **RULES[rules]), **written_questions(rules)}
    for state in some(list(found.values())):
        asked = engine.open_decision(state)
        assert asked is not None
        seat = asked.seats[0]
        hand = tuple(sorted((*state.players[seat].hand, *answering_card(state))))
        state.players[seat] = msgspec.structs.replace(state.players[seat], hand=hand)
        yield lay(play, state)


def answering_card(state: engine.GameState) -> tuple[int, ...]:
    """Find a card that answers invasions; none where cards have no names."""
    if not parts_of(state.rules).cards.names_cards:
        return ()
    kinds = engine.catalogue_of(state.rules, state.options).kinds
    timings = {case.timing for case in offered_cases(state.rules) if case.timing}
    return (next(number for number, kind in enumerate(kinds) if kind.timing in timings),)


def sit_down(visitors: Visitors, size: tuple[int, int] = DESKTOP, *, dark: bool = False) -> tuple[Visitor, Table]:
    play = table("risk2210", bots=("random",), reaction_hours=24)
    visitor = visitors(size, dark=dark)
    come_in(visitor, play.alice)
    return visitor, play


def look(visitor: Visitor, asked: Asked, query: str = "") -> list[str]:
    """Open a panel and return what is wrong with it."""
    visitor.page.goto(asked.url + query)
    expect(visitor.page.locator("#decision")).to_be_visible()
    wide = visitor.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    found = visitor.page.evaluate(COVERED) + [f"scrolls sideways by {wide} pixels"] * (wide > 0)
    return [f"{asked.row.kind} {query}: {each}" for each in found]


@pytest.mark.parametrize("rules", RULES)
def test_every_control_of_every_panel_is_on_top(visitors: Visitors, rules: str) -> None:
    visitor, play = sit_down(visitors)
    wrong = list[str]()
    for asked in panels(play, rules):
        wrong += look(visitor, asked)
        assert visitor.page.locator("#ask-offer").count() == (rules != "classic_1959")
        for query in visitor.page.evaluate(CHOICES):
            wrong += look(visitor, asked, query)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_advice_on_a_card_follows_its_target(visitors: Visitors, scripts: bool) -> None:
    relics = {"red": ["Gungnir"], "green": ["Excalibur"]}
    asked = lay(table("godstorm"), card_state(miracles={"red": ["Only Ash Remains"]}, relics=relics))
    visitor = visitors(DESKTOP, scripts=scripts)
    come_in(visitor, asked.play.alice)
    card = engine.catalogue_of(asked.view.rules, asked.view.options).numbers["Only Ash Remains"]
    visitor.page.goto(f"{asked.url}?cards={card}")
    told, relic = visitor.page.get_by_text("more from you than from any other player"), visitor.page.locator(".opt")
    relic.filter(has_text="Excalibur").click()
    expect(told).to_be_visible(visible=not scripts)  # without scripts it stands there with the name of its target
    relic.filter(has_text="Gungnir").click()
    expect(told).to_be_visible()


def test_a_click_on_a_target_and_one_on_the_offer_do_what_they_say(visitors: Visitors) -> None:
    visitor, play = sit_down(visitors)
    asked = lay(play, state_of(step="invade", command_cards={"red": ["Cease Fire"]}))
    page = visitor.page
    page.goto(asked.url + "?src=JAP")
    target = page.locator(".decision a[href*='dst=']").first
    href = str(target.get_attribute("href"))
    target.click()
    expect(page.locator(".decision button.primary")).to_be_visible()
    assert page.url.endswith(href.partition("?")[2]) and not StandingOrder.objects.exists()
    page.locator(".decision button.primary").click()
    expect(page.locator(".decision .fight").first).to_be_visible()
    assert Entry.objects.filter(game=play.game, source="web").count() == 1 and not StandingOrder.objects.exists()
    page.get_by_label("Wait for my answer up to").select_option("6")
    page.get_by_role("button", name="Ask me", exact=True).click()
    expect(page.locator("#ask-offer")).to_be_hidden()
    assert [each.text for each in StandingOrder.objects.all()] == ["when invaded: ask me within 6 hours"]


@pytest.mark.nightly
@pytest.mark.parametrize("offered", [True, False], ids=["offered", "answered"])
@pytest.mark.parametrize(("size", "dark"), LOOKS, ids=["desk", "desk-dark", "phone", "phone-dark"])
@pytest.mark.parametrize("rules", RULES)
def test_every_panel_at_both_widths_light_and_dark(
    visitors: Visitors, rules: str, size: tuple[int, int], dark: bool, offered: bool
) -> None:
    visitor, play = sit_down(visitors, size, dark=dark)
    wrong, id = list[str](), f"{size[0]}-{'dark' if dark else 'light'}-{'offered' if offered else 'answered'}"
    for asked in panels(play, rules):
        if not offered:
            Player.objects.filter(game=play.game).update(ask_offer=Player.Offer.ANSWERED)
        wrong += look(visitor, asked)
        visitor.picture(f"panel-{rules}-{asked.row.kind}-{id}")
        for query in visitor.page.evaluate(CHOICES):
            wrong += look(visitor, asked, query)
            visitor.picture(f"panel-{rules}-{asked.row.kind}{query.replace('?', '-')}-{id}")
    assert not wrong, "\n".join(wrong)
