"""How to play and what this is can be found by everybody, and every order is listed."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils.html import escape

import engine
import tests.toy as toy
from engine import mapgraph
from engine.mechanics.card_sets import sets_in
from engine.rules.risk2210.cards import BOOK
from games.pages.lesson import lesson, turn
from games.wording.rules import in_code
from tests.games.kit import make_table, person, table
from tests.games.views.test_play import client
from tests.kit.markup import one_line

pytestmark = pytest.mark.django_db

NAMES = ("Brazil", "North Africa", "Argentina")


@pytest.mark.parametrize("known", [True, False])
def test_every_order_can_be_looked_up(known: bool) -> None:
    page = client(person("alice") if known else None).get("/help/orders/").content.decode()
    for rules in engine.rulesets().values():
        for verb in rules.commands:
            assert f"<dt><code>{verb.usage.replace('|', 'or')}</code>" in page.replace("&gt;", ">"), verb.word
    assert "when attacked: defend 2" in page and "if captured N Africa" in page and 'href="/help/"' in page


def test_words_between_backticks_are_code() -> None:
    assert in_code("a `b` <c>") == "a <code>b</code> &lt;c&gt;"


def test_the_foot_leads_there_and_to_the_front() -> None:
    alice = client(person("alice"))
    page = alice.get("/games/").content.decode()
    assert 'href="/about/"' in page and 'href="/help/"' in page
    front = alice.get("/about/").content.decode()
    assert "A war game in no hurry" in front and "Your games" in front and "alice" in front
    assert alice.get("/").status_code == 302


def test_the_front_says_where_to_begin() -> None:
    front = client(None).get("/").content.decode()
    for label, url in (
        ("Log in", "/accounts/login/"),
        ("Sign up", "/accounts/signup/"),
        ("How to play", "/help/"),
        ("Public games", "/games/public/"),
    ):
        assert re.search(rf'href="{url}[^"]*">(<svg.*?</svg><span>)?{label}<', front, re.DOTALL), label
    assert "RISK is a trademark of Hasbro; Fieldpost is not connected with Hasbro." in front
    assert not any(old in front for old in ("Come in", "Take a seat", "How it is played", "The letter"))


def test_the_example_is_played_by_the_engine() -> None:
    """What the sentences of the page say is what the engine made of the orders and dice."""
    (start, placed, taken, moved, done), fight = turn()
    brazil, africa, argentina = (engine.mapgraph(start.map).names.index(name) for name in NAMES)
    assert (start.owner.count(0), start.pool) == (11, 5)
    assert (placed.armies[brazil], placed.armies[africa]) == (8, 3)
    assert [(throw.attack, throw.defend) for throw in fight.throws] == [((6, 4, 1), (5, 4)), ((5, 5, 2), (4, 1))]
    assert [(throw.attack_lost, throw.defend_lost) for throw in fight.throws] == [((1,), (0,)), ((), (0, 1))]
    assert taken.about["least"] == 3 and taken.about["most"] == taken.armies[brazil] - 1 == 6
    assert moved.owner[africa] == 0 and (moved.armies[brazil], moved.armies[africa]) == (3, 4)
    assert (done.armies[argentina], done.armies[brazil]) == (1, 6)
    assert len(done.hand) == 1  # the card for the capture
    assert any(sets_in([card.number for card in lesson().cards], mapgraph(done.map).symbols("A")))


def test_how_to_play_shows_a_turn_in_pictures() -> None:
    page = one_line(client(None).get("/help/").content.decode())
    found = [part.split('"')[0] for part in page.split('role="img" aria-label="')[1:]]
    assert [label for label in found if "Brazil" in label] == [
        "Brazil will get 5 new armies",
        "Brazil with 8 armies attacks North Africa, which has 3",
        "North Africa is Blue’s now, with 4 armies; 3 stayed in Brazil",
        "3 armies went from Argentina to Brazil, which has 6 now",
    ]
    assert "You rolled 6, 4, 1" in page and "Red rolled 5, 4" in page and page.count('class="territory-card"') == 3
    assert f"{lesson().odds} against North Africa" in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids)), "pictures on one page share names"
    for anchor in ("board", "turn", "cards", "winning", "start", "mail", "games"):
        assert f'href="#{anchor}"' in page and anchor in ids


def test_every_game_of_the_registry_is_told() -> None:
    """A family that is registered later appears by itself: the toy of the tests does."""
    page = one_line(client(None).get("/help/").content.decode())
    for rules in engine.base_presets():
        part = page.split(f'<section id="{rules.id}"')[1].split("</section>")[0]
        assert escape(rules.summary) in part
        assert all(escape(line.here) in part for line in engine.compare_presets(rules))
    assert toy.TOY.title in page


def test_a_family_with_a_lesson_of_its_own_tells_all_its_cards() -> None:
    page = one_line(client(None).get("/help/").content.decode())
    part = page.split('<section id="risk2210"')[1].split("</section>")[0]
    assert all(escape(kind.text) in part for kind in BOOK.kinds) and part.count("<dt>Stealth MODs") == 3
    assert "The game lasts five <b>years</b>" in part and "five <b>years</b>" not in page.replace(part, "")


def test_forms_and_lobbies_lead_to_their_rules() -> None:
    nora = client(person("nora"))
    home = nora.get("/games/").content.decode()
    assert "Welcome, nora" in home and 'href="/help/">How to play</a>' in home
    play = table()
    page = client(play.asked_user).get(reverse("game", args=[play.game.slug])).content.decode()
    assert 'href="/help/#classic_1959"' in page
    assert 'href="/help/#modern"' in nora.get("/games/new/?rules=modern").content.decode()
    game = make_table(person("oscar"), name="Two", rules="modern_2p", seats_wanted=2, public=True)
    assert 'href="/help/#modern"' in nora.get(f"/g/{game.slug}/lobby/").content.decode()
