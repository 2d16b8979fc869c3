"""Tournaments in a real browser: signing up and checking in by keys, standings, a swap, a pause of all tables."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.services.organize import game_adjudicate
from tests.browser.test_axe import TALL_DESK, TALL_PHONE, violations
from tests.browser.test_reach import LARGE, come_in, tab_to
from tests.games.kit import person
from tests.kit.chromium import PHONE, Visitor, Visitors
from tests.routes_kit import organizer
from tournaments.models import Round, Tournament
from tournaments.services.creating import EventSettings, event_create
from tournaments.services.entry import entry_add, entry_open, event_start
from tournaments.services.ratings import ratings_sweep
from tournaments.services.repairs import round_publish
from tournaments.services.running import event_advance
from tournaments.tests.test_organizing import SWISS, cup, games_of
from tournaments.tests.test_rating_books import ended

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LEAGUE = {"kind": "league", "division": 7, "at_once": 1}
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(autouse=True)
def no_second_step(settings: object) -> None:
    settings.STAFF_SECOND_STEP = False  # type: ignore[attr-defined]


@pytest.fixture
def olga() -> User:
    return organizer("olga")


@pytest.fixture
def drafted(olga: User) -> Tournament:
    """A Swiss of six whose first round is over, and whose second is drawn and not public."""
    return play_a_round(olga, 6)


def play_a_round(olga: User, people: int) -> Tournament:
    event = cup(olga, people, draft_hours=None)
    round_publish(event_id=event.pk, user=olga, reason="go")
    event_advance(event.pk)
    for game in games_of(event):
        game_adjudicate(game_id=game.pk, user=olga, reason="late")
    event_advance(event.pk)
    event.refresh_from_db()
    return event


def press(page: Page, name: str) -> None:
    """Reach something by Tab alone and press Enter, which opens another page."""
    tab_to(page, name)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_signing_up_and_checking_in_by_keys(visitors: Visitors, olga: User) -> None:
    settings = {"title": "Harbour Cup", "rules": "modern", "stages": [SWISS], "check_in_hours": 2}
    event, sue = event_create(EventSettings(**settings), olga), person("sue")  # type: ignore[arg-type]
    entry_open(event_id=event.pk)
    visitor = visitors(PHONE)
    come_in(visitor, sue)
    page = visitor.page
    page.goto(f"/events/{event.slug}/")
    press(page, "Join")
    press(page, "Enter the tournament")
    expect(page.get_by_text("You are in.", exact=True).last).to_be_visible()
    event_start(event_id=event.pk)
    page.goto(f"/events/{event.slug}/")
    press(page, "Check in")
    press(page, "Check in")
    expect(page.get_by_text("You are checked in.")).to_be_visible()
    assert event.entrants.get(user=sue).checked_in_at is not None
    visitor.picture("tournament-checked-in")


def test_a_row_of_the_standings_opens_its_reasons(visitors: Visitors, olga: User) -> None:
    page = visitors(PHONE).page
    page.goto(f"/events/{play_a_round(olga, 3).slug}/")
    first, second = (page.locator("details[name=standing]").nth(at) for at in (0, 1))
    expect(first.locator(".reasons")).to_be_hidden()
    first.locator("summary").press("Enter")
    expect(first.locator(".reasons")).to_contain_text("Round 1, table")
    expect(first.locator(".reasons tfoot")).to_be_visible()
    second.locator("summary").press("Enter")
    expect(second.locator(".reasons")).to_be_visible()
    expect(first.locator(".reasons")).to_be_hidden()


def test_two_players_of_a_draft_are_swapped(visitors: Visitors, olga: User, drafted: Tournament) -> None:
    visitor = visitors(PHONE)
    come_in(visitor, olga)
    page = visitor.page
    page.goto(f"/organize/events/{drafted.slug}/")
    page.get_by_role("link", name="See the draft").click()
    for at in (0, 3):
        page.locator("input[name=swap]").nth(at).check()
    page.get_by_role("button", name="Swap the two that are ticked").click()
    page.get_by_label("Reason").fill("They are brothers.")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("change places.")).to_be_visible()
    page.get_by_role("button", name="Swap two players").click()
    expect(page.get_by_text("The two are swapped.")).to_be_visible()
    (swap,) = drafted.drawn.get(status=Round.Status.DRAFT).swaps
    assert swap["reason"] == "They are brothers."


def test_all_tables_are_paused_in_six_clicks(visitors: Visitors, olga: User) -> None:
    event = cup(olga)
    visitor = visitors(PHONE)
    come_in(visitor, olga)
    page = visitor.page
    page.goto("/")
    page.get_by_role("link", name="Organize").first.click()
    page.get_by_role("main").get_by_role("link", name="Tournaments").first.click()
    page.get_by_role("link", name="Harbour Cup").click()
    page.get_by_role("link", name="Choose all").click()
    page.get_by_label("Reason or message").fill("The mail server moves tonight.")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".lead").first).to_have_text("2 games pause, 6 players are told.")
    page.get_by_role("button", name="2 games pause").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1 is paused")
    assert {game.status for game in games_of(event)} == {Game.Status.PAUSED}


def pages_of(event: Tournament) -> tuple[list[str], list[str]]:
    """List the addresses that a player reads, and those of organizers."""
    own, desk = f"/events/{event.slug}/", f"/organize/events/{event.slug}/"
    rules = ["/events/", own, f"{own}standings/", f"{own}rounds/1/", f"{own}join/", "/players/p0/", "/ratings/modern/"]
    return rules, ["/organize/events/", desk, f"{desk}draft/", f"{desk}repairs/", f"{desk}do/places/"]


def test_text_twice_as_large_stays_within_a_phone(visitors: Visitors, olga: User, drafted: Tournament) -> None:
    visitor = visitors(PHONE)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": LARGE})
    for user, paths in zip((User.objects.get(username="p0"), olga), pages_of(drafted), strict=True):
        come_in(visitor, user)
        for path in [*paths, *(["/organize/events/new/"] if user == olga else [])]:
            visitor.page.goto(path)
            wide = visitor.page.evaluate(WIDE)
            assert wide <= 0, f"{path} scrolls sideways by {wide} pixels"


def test_a_phone_shows_the_present_tab_and_the_newest_end_of_a_graph(visitors: Visitors, olga: User) -> None:
    event = cup(olga, 6, draft_hours=None)
    alice, bob = person("alice"), person("bob")
    for day in range(3):
        ended({alice: 1, bob: 2}, day)
    ratings_sweep()
    Game.objects.filter(slug__startswith="game-").update(status=Game.Status.VOID)  # no map of games without a journal
    visitor = visitors(PHONE)
    page = visitor.page
    come_in(visitor, olga)
    page.goto(f"/organize/events/{event.slug}/repairs/")
    assert page.locator(".tabs").evaluate("tabs => tabs.scrollWidth > tabs.clientWidth")
    expect(page.locator(".tabs > [aria-current]")).to_be_in_viewport(ratio=1)
    page.goto("/players/alice/")
    points = page.locator(".graph .pt")
    points.last.scroll_into_view_if_needed()
    page.reload()
    expect(points).to_have_count(3)
    expect(points.last).to_be_in_viewport()
    expect(points.first).not_to_be_in_viewport()


@pytest.mark.parametrize(
    ("size", "dark"), [(TALL_PHONE, False), (TALL_DESK, True)], ids=["phone by day", "desk by night"]
)
def test_pages_of_tournaments_hold_to_the_rules_of_access(
    visitors: Visitors, olga: User, drafted: Tournament, size: tuple[int, int], dark: bool
) -> None:
    visitor = visitors(size, dark=dark)
    found = []
    for user, paths in zip((User.objects.get(username="p0"), olga), pages_of(drafted), strict=True):
        come_in(visitor, user)
        chosen = paths[1:4:2] if dark else paths[:-1]  # by night those with the most kinds of parts
        found += [line for path in chosen for line in look(visitor, path, dark=dark)]
    assert not found, "\n".join(found)


def look(visitor: Visitor, path: str, *, dark: bool) -> list[str]:
    found = violations(visitor, path)
    visitor.picture(f"tournament{path.replace('/', '-')}{'dark' if dark else 'light'}")
    return found


# ---- brackets, leagues and ladders


@pytest.fixture
def formats(olga: User) -> dict[str, str]:
    """A knock-out after its first round, a league with two divisions and a ladder, all with the same people: the
    addresses of their pages."""
    threes, fours = ({"preferred": size, "least": 3, "most": 4} for size in (3, 4))
    chosen = {
        "bracket": {"kind": "knockout", "advance": 1},
        "league": LEAGUE,
        "ladder": {"kind": "ladder", "rounds": 9},
    }
    people = [person(f"p{number}") for number in range(11)]
    found = {}
    for name, form in chosen.items():
        tables = fours if name == "league" else threes
        settings = EventSettings(title=f"Harbour {name}", rules="modern", stages=[form], tables=tables)
        event = event_create(settings, olga)
        entry_open(event_id=event.pk)
        for user in people if name == "league" else people[:9]:
            entry_add(event_id=event.pk, user=user)
        event_start(event_id=event.pk)
        event_advance(event.pk)
        found[name] = f"/events/{event.slug}/"
        if name == "bracket":
            for game in games_of(event):
                game_adjudicate(game_id=game.pk, user=olga, reason="late")
            event_advance(event.pk)
    return found


def test_a_bracket_and_divisions_are_read_by_keys(visitors: Visitors, formats: dict[str, str]) -> None:
    page = visitors(PHONE).page
    page.goto(formats["bracket"])
    drawing = page.locator(".scroll:has(.bracket)").first
    drawing.focus()
    before = drawing.evaluate("drawing => drawing.scrollLeft")
    for _press in range(6):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("drawing => drawing.scrollLeft > 0", arg=drawing.element_handle())
    assert before == 0
    words = page.locator(".bracket-words").first
    expect(words).to_contain_text("first")
    page.goto(formats["league"])
    expect(page.locator(".divisions [aria-current=page]")).to_have_text("A")
    press(page, "B 1")
    expect(page.locator(".divisions [aria-current=page]")).to_have_text("B 1")
    expect(page.get_by_role("heading", name="Division B 1", exact=True)).to_be_visible()
    row = page.locator("details[name=standing]").first
    row.locator("summary").press("Enter")
    expect(row.locator(".reasons")).to_be_visible()


def test_brackets_leagues_and_ladders_hold_to_the_rules_of_access(visitors: Visitors, formats: dict[str, str]) -> None:
    """Nothing scrolls sideways on a phone but the drawings, also with text twice as large."""
    paths = [*formats.values(), f"{formats['ladder']}ladder/"]
    stranger = visitors(TALL_PHONE, dark=True)
    found = [line for path in paths for line in look(stranger, path, dark=True)]
    visitor = visitors(TALL_PHONE)
    come_in(visitor, User.objects.get(username="p0"))
    found += [line for path in paths for line in look(visitor, path, dark=False)]
    assert not found, "\n".join(found)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Page.enable")
    for sizes in ({"standard": 16, "fixed": 13}, LARGE):
        session.send("Page.setFontSizes", {"fontSizes": sizes})
        for path in paths:
            visitor.page.goto(path)
            wide = visitor.page.evaluate(WIDE)
            assert wide <= 0, f"{path} scrolls sideways by {wide} pixels"
