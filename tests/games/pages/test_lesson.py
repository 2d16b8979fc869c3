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
from games.families.godstorm.lesson import TURN as ANCIENT
from games.families.parts import parts_of
from games.families.risk2210.lesson import TURN as FUTURE
from games.pages.lesson import lesson, turn
from games.pages.worked_turn import play
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
    assert 'href="/help/risk2210/"' in client(None).get("/help/").content.decode()
    page = one_line(client(None).get("/help/risk2210/").content.decode())
    assert all(escape(kind.text) in page for kind in BOOK.kinds) and page.count("<dt>Stealth MODs") == 3
    assert "The game lasts five <b>years</b>" in page


@pytest.mark.parametrize("rules", ["risk2210", "godstorm"])
def test_a_family_shows_its_pieces_and_a_turn(rules: str) -> None:
    told = parts_of(rules).lesson
    assert told is not None
    page = one_line(client(None).get(f"/help/{rules}/").content.decode())
    for step in told.turn.steps:
        assert f'role="img" aria-label="{escape(str(step.label))}"' in page and escape(str(step.text)) in page
    for piece in told.pieces:
        assert f"#pc-{piece.sign}" in page and escape(str(piece.text)) in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids)), "pictures on one page share names"
    used = set(re.findall(r"url\(#([^)]+)\)", page))
    assert used and used <= set(ids), "a picture refers to what is not on the page"


def test_rules_without_a_lesson_have_no_page() -> None:
    assert [client(None).get(f"/help/{rules}/").status_code for rules in ("modern", "godstorm_2p", "chess")] == [
        404
    ] * 3


def test_the_sentences_of_the_future_are_what_the_engine_made_of_the_orders() -> None:
    start, collected, hired, at_sea, on_moon, taken, done = (played.view for played in play(FUTURE))
    desert, paulo, tycho, empire, argentina = (
        mapgraph(start.map).names.index(name)
        for name in ("Amazon Desert", "Neo Paulo", "Tycho", "Saharan Empire", "Argentina")
    )
    assert (start.owner.count(0), start.pool, start.armies[desert]) == (9, 5, 4)
    assert collected.armies[desert] == 9 and collected.about["purse"] == 7
    assert {piece.kind for piece in hired.pieces if piece.at == desert} == {"land", "naval", "space", "station"}
    assert (at_sea.owner[paulo], at_sea.armies[paulo], on_moon.owner[tycho], on_moon.armies[tycho]) == (0, 2, 0, 2)
    assert (taken.owner[empire], taken.armies[empire]) == (0, 3)
    assert done.armies[argentina] == start.armies[argentina] - 1 and not done.must_answer


def test_the_sentences_of_the_ancients_are_what_the_engine_made_of_the_orders() -> None:
    steps = list(play(ANCIENT))
    start, raised, summoned, struck, fought, taken, done = (played.view for played in steps)
    gaul, liguria, galicia, fifth = (
        mapgraph(start.map).names.index(name) for name in ("Gaul", "Liguria", "Galicia", "Underworld V")
    )
    assert (start.owner[:42].count(0), start.pool) == (9, 8)  # the rest lies below
    assert raised.armies[gaul] == 12 and raised.about["purse"] == 10
    assert {piece.kind for piece in summoned.pieces if piece.at == gaul} == {"war", "magic"}
    assert (summoned.armies[galicia], struck.armies[galicia]) == (2, 1)
    godswar = next(event for event in steps[4].events if event["type"] == "godswar.fought")
    assert (godswar["attack_total"], godswar["defend_total"], godswar["defend"]) == (24, 13, (5, 3, 2, 1))
    assert fought.owner[liguria] == 1 and not any(piece.at == liguria for piece in fought.pieces if piece.seat == 1)
    assert (taken.owner[liguria], taken.armies[liguria]) == (0, 8)
    assert (done.owner[fifth], done.armies[fifth]) == (0, 1)


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
