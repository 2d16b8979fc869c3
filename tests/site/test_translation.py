"""Pages and mails in a language made up for tests: what stands outside of its brackets cannot be translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

import engine
from accounts.models import User
from engine.bots import bots
from engine.core.mapgraph import MAPS, TITLES, mapgraph
from engine.core.registry import _RULESETS
from games.decisions.registry import suggested_orders
from games.mail.render import MailMessage
from games.mail.reply import END_OF_ORDERS
from games.play.plans import UNTOUCHED
from games.selectors.mailed_game import MailedGame, MailReader
from games.wording.amounts import number_word
from tests.games.kit import Table, finish, table
from tests.games.mail.kit import html_of, links_of, made
from tests.games.views.test_play import client
from tests.kit.certain import some
from tests.kit.made_up import CODE, made_up_language, marked, outside, said_on, untranslated
from tests.kit.sentences import HOLE
from tests.routes_kit import Scene, routes, scene

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover]

PEOPLE = "alice bob carol sam olga steven Eve Long Winter Gathering holidays"
"""What people have typed."""

ENGLISH = re.compile(r"admin/|api/")
"""Addresses of pages that are not looked at: Django's admin, and the reference for programmers."""

TYPED = ("claim", "place", "attack", "fortify", "advance", "end", "trade")
"""Orders are the same in every language, and so are the links of mails, which are orders."""


@pytest.fixture(autouse=True)
def in_made_up_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delitem(_RULESETS, "toy", raising=False)  # the tests' own
    with made_up_language(), translation.override(CODE):
        yield


def left_over(text: str, *known: str) -> list[str]:
    pieces = untranslated(text, PEOPLE, *known)
    return [piece for piece in pieces if not piece.lower().startswith(TYPED) and piece != END_OF_ORDERS]


def of_mail(letter: MailMessage) -> list[str]:
    plain = outside(f"{letter.subject}\n{letter.body}").replace("\n", HOLE)
    return left_over(plain, "all") + left_over(said_on(html_of(letter)))


@pytest.fixture
def play() -> Table:
    """Two people who read the language, and a bot."""
    play = table("modern")
    for user in (play.alice, play.bob):
        user.language = CODE
        user.save(update_fields=["language"])
    return play


def page_of(play: Table, user: User) -> str:
    return str(client(user).get(reverse("game", args=[play.game.slug])).content.decode())


# ---- everything


def test_every_page_can_be_translated() -> None:
    """Each address as the first visitor sees it who may."""
    there, found = scene(), {}
    zones = Client(headers={"Accept-Language": CODE}).get("/accounts/signup/").content.decode()
    typed = (*re.findall(r"<option[^>]*>([^<]*)", zones), "bot", UNTOUCHED)  # zones, a token and an order
    for visitor in there.visitors.values():
        visitor.defaults["HTTP_ACCEPT_LANGUAGE"] = CODE
    for pattern in some(route for route in routes() if not ENGLISH.match(route)):
        if page := first_page(there, pattern):
            found[pattern] = left_over(said_on(page), *typed)
    assert len(found) > 40
    assert not {pattern: pieces for pattern, pieces in found.items() if pieces}


def first_page(there: Scene, pattern: str) -> str:
    """The page at an address, as an organizer, a player or somebody without a login sees it; empty if there is none."""
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(there.words.get(found[1], "x")), pattern)
    for kind in ("organizer", "other seat", "anonymous"):
        answer = there.ask(kind, "get", path, None)
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            return str(answer.content.decode())
    return ""


def test_turns_and_their_mails_can_be_translated(play: Table) -> None:
    """Each kind of question, once, with its mail and what its first link opens."""
    asked: dict[str, list[str]] = {}
    for _ in range(120):
        row = play.waiting
        if row.kind not in asked:
            mail = made(play.game, "turn", row.seat)
            link = client(play.asked_user).get(links_of(str(mail.body))[0]).content.decode()
            pages = [page_of(play, user) for user in (play.alice, play.bob)]
            asked[row.kind] = of_mail(mail) + left_over(HOLE.join(said_on(page) for page in (*pages, link)))
        play.order(suggested_orders(play.view(row.seat))[-1 if row.kind == "battle.attack_asked" else 0].order)
        if len(asked) > 3:
            break
    assert not {kind: pieces for kind, pieces in asked.items() if pieces}
    assert len(asked) > 3


def test_news_can_be_translated(play: Table) -> None:
    seat = play.seat(play.bob)
    mails = [made(play.game, name, seat, context={"from": "Eve"}) for name in ("started", "invitation", "rematch")]
    finish(play, seat)
    mails.append(made(play.game, "over", seat))
    assert not [of_mail(mail) for mail in mails if of_mail(mail)]


# ---- what the engine's registry says of itself


def test_registered_titles_reach_pages_and_mails_in_translation(play: Table) -> None:
    reader = client(play.alice)
    rules = engine.ruleset("modern")
    assert rules.title == "⟦Modern⟧" and engine.ruleset("capital").short == "⟦Capital⟧"
    for path in ("/games/new/", "/help/"):
        page = reader.get(path).content.decode()
        for game in some(game for game in engine.base_presets() if game.family == rules.family):
            assert game.title.startswith("⟦") and game.title in page
        assert rules.summary in page or path == "/games/new/"
    form = reader.get("/games/new/").content.decode()
    for switch in some(rules.switches):
        assert switch.title in form and all(label in form for _value, label in switch.choices if label)
    assert bots()["random"].title == "⟦Wanderer⟧" and "⟦Wanderer⟧" in page_of(play, play.bob)
    assert "⟦Modern⟧" in html_of(made(play.game, "started", play.seat(play.bob)))


def test_titles_of_maps_are_marked() -> None:
    """They stand in files that no catalogue is made from."""
    assert set(TITLES) <= marked()
    titles = {mapgraph(path.parent.name).title for path in some(MAPS.glob("*/board.json"))}
    assert titles == {f"⟦{title}⟧" for title in TITLES}


def test_number_words_and_zones_are_translated() -> None:
    assert [number_word(number) for number in (0, 2, 12)] == ["⟦no⟧", "⟦two⟧", "⟦twelve⟧"]
    reader = MailReader(None, timezone.now(), ZoneInfo("Europe/Lisbon"), MailedGame(0))
    assert reader.zone_name == "⟦Lisbon time⟧"


# ---- the finder


def test_finder_sees_what_stands_outside() -> None:
    page = '<p>⟦You have ⟦3 armies⟧⟧ and more</p><a title="⟦All⟧ games">⟦Go⟧</a><code>end turn</code>Brazil'
    assert untranslated(said_on(page)) == ["games", "and more"]
