"""Each question of 2210: its panel, a form that is taken, suggestions that can be ordered, a default in words."""

from __future__ import annotations

import re
from datetime import UTC
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.utils import timezone

import engine
from engine.rules.risk2210 import commanders
from games.decisions.registry import generic_parts, panel_for, prompt_for, suggested_orders
from games.mail.turn import story_since
from games.models import Entry, Waiting
from games.selectors.mailed_game import MailedGame, MailReader
from tests.games.decisions.positions import Asked, asked_at, ordered
from tests.games.decisions.risk2210.kit import state_of
from tests.games.decisions.risk2210.test_cards import context_of
from tests.games.mail.kit import hits_of

pytestmark = pytest.mark.django_db

KINDS = ["battle.losses_asked", "bonus.draw_asked", "opening.first_asked", "cards.armageddon_asked"]
NUCLEAR = {"red": {"nuclear": "Japan", "diplomat": "Japan"}, "blue": {"nuclear": "Neo Tokyo"}}


def suggests(asked: Asked) -> list[str]:
    """List the suggested orders, each of which the engine takes."""
    view = asked.view
    orders = [each.order for each in suggested_orders(view)]
    assert orders and all(engine.parse_order(order, view) for order in orders)
    return orders


@pytest.mark.parametrize("kind", [*KINDS, "cards.reduction_asked", "reaction.asked", "cards.play_asked"])
def test_every_question_has_parts_of_its_own(kind: str) -> None:
    assert generic_parts(kind) == []


def test_who_leads_an_invasion_is_ticked() -> None:
    asked = asked_at(state_of(step="invade"))
    graph = asked.view.graph
    src, dst = (graph.codes[graph.names.index(name)] for name in ("Japan", "Neo Tokyo"))
    page = asked.page(f"?src={src}&dst={dst}")
    assert "Invade Neo Tokyo?" in page and 'name="lead-land"' in page and 'name="lead-naval"' in page
    assert "attack Japan Neo Tokyo until captured" in page  # all that may lead do
    one = asked.page(f"?src={src}&dst={dst}&led=1&lead-naval=1&dice=2")
    assert "attack Japan Neo Tokyo with naval 1 until captured" in one
    assert asked.post(act="battle.attack", src=src, dst=dst, led="1", lead__naval="1", dice="1", go="once") == 302


def test_who_leads_is_shown_with_the_die_of_the_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asked_at(state_of(step="invade"))
    graph = asked.view.graph
    src, dst = (graph.codes[graph.names.index(name)] for name in ("Japan", "Neo Tokyo"))
    assert asked.page(f"?src={src}&dst={dst}").count("<small>8 sides</small>") == 2
    monkeypatch.setattr(commanders, "EIGHT_SIDED", 10)
    assert asked.page(f"?src={src}&dst={dst}").count("<small>10 sides</small>") == 2


def test_leaders_beyond_the_dice_are_refused() -> None:
    asked = asked_at(state_of(step="invade"))
    graph = asked.view.graph
    src, dst = (graph.codes[graph.names.index(name)] for name in ("Japan", "Neo Tokyo"))
    fields = {"led": "1", "lead__naval": "1", "lead__land": "1", "dice": "1", "go": "once"}
    assert asked.post(act="battle.attack", src=src, dst=dst, **fields) == 422


def test_only_as_many_leaders_are_ticked_as_dice_may_be_thrown() -> None:
    """Two Commanders alone throw one die: the panel as it comes is an order that is taken."""
    pieces = {"red": {"land": "Japan", "naval": "Japan"}}
    asked = asked_at(state_of(step="invade", board="red: Japan 0 | blue: Neo Tokyo 4 | green: *1", commanders=pieces))
    graph = asked.view.graph
    src, dst = (graph.codes[graph.names.index(name)] for name in ("Japan", "Neo Tokyo"))
    page = asked.page(f"?src={src}&dst={dst}")
    ticked = {f"lead__{kind}": "1" for kind in ("land", "naval") if f'name="lead-{kind}" value="1" checked' in page}
    assert len(ticked) == 1
    assert asked.post(act="battle.attack", src=src, dst=dst, led="1", dice="0", go="once", **ticked) == 302


def test_empty_land_is_walked_into_without_dice() -> None:
    asked = asked_at(state_of(step="invade"))
    graph = asked.view.graph
    src, dst = (graph.codes[graph.names.index(name)] for name in ("Tycho", "Straight Wall"))
    page = asked.page(f"?src={src}&dst={dst}")
    assert "you walk in without dice" in page and 'name="dice"' not in page
    assert asked.post(act="battle.attack", src=src, dst=dst, go="once", then="all") == 302
    assert asked.play.view().owner[graph.codes.index(dst)] == 0


def test_invasions_on_the_stage_that_is_looked_at_come_first() -> None:
    asked = asked_at(state_of(step="invade"))
    picks = [re.findall(r"<b>([^<]+)</b>", asked.page(query))[:9] for query in ("", "?board=moon")]
    moon = [asked.view.graph.names[at] for at in range(asked.view.graph.size) if asked.view.graph.zone(at) == "moon"]
    first = [next(name for name in names if name in asked.view.graph.names) for names in picks]
    assert first[0] not in moon and first[1] in moon


def test_targets_on_the_moon_say_so() -> None:
    state = state_of(step="invade", board="red: Japan 5, Tycho 4 | blue: Neo Tokyo 4, Sea of Clouds 2 | green: *1")
    rows = {target.name: target.where for target in panel_for(context_of(state)).data.best}
    assert rows["Neo Tokyo"] == "" and {where for name, where in rows.items() if name == "Sea of Clouds"} == {"Moon"}
    page = " ".join(asked_at(state).page().split())
    assert "Moon, from Tycho, 5 against 2" in page and "Moon, from Japan" not in page


def test_a_defence_names_its_greater_dice() -> None:
    state = state_of(board="red: Japan 5, Tycho 2 | blue: Neo Tokyo 4 | green: *1", step="invade")
    asked = asked_at(ordered(state, 0, "attack Japan Neo Tokyo with land naval 1"))
    page = asked.page()
    assert "2 dice, 1 of them with 8 sides" in page and "1 die with 8 sides" in page
    assert "has 7 units there" in prompt_for(asked.view).lead
    assert "armies" not in prompt_for(asked.view).lead and suggests(asked) == ["defend 2", "defend 1"]
    assert asked.post(act="battle.defend", dice="1") == 302


def loses_units(**keys: Any) -> Asked:
    """Let red lose units in Japan, where Commanders stand beside its armies."""
    board = "red: Japan 5, Tycho 2 | blue: Neo Tokyo 4 | green: *1"
    attack = ordered(state_of(board=board, step="invade", **keys), 0, "attack Japan Neo Tokyo with land naval 1")
    for luck in range(1, 40):
        after = ordered(attack, 1, "defend 2", luck)
        found = engine.open_decision(after)
        if found and found.kind == "battle.losses_asked" and found.seats == (0,):
            return asked_at(after)
    raise AssertionError("red loses nothing")


def test_losses_are_chosen_by_steppers_and_ticks() -> None:
    asked = loses_units()
    ((at, count),) = asked.view.about["due"]
    page, code = asked.page(), asked.view.graph.codes[at]
    assert "Choose what you lose" in page and f'name="n-{code}"' in page and f'name="p-{code}"' in page
    assert "MODs" in page and "army" not in prompt_for(asked.view).lead
    assert len(suggests(asked)) >= 3
    assert asked.post(act="battle.lose", **{f"n-{code}": "0"}) == 422
    assert asked.post(act="battle.lose", **{f"n-{code}": str(count - 1), f"p-{code}": "land"}) == 302
    assert ("land", 0) not in {(piece.kind, piece.seat) for piece in asked.play.view().pieces}


def test_who_loses_units_reads_which_of_them_cards_need() -> None:
    page = loses_units(command_cards={"red": ["Scout Forces", "Stealth Station", "Hidden Energy"]}).page()
    assert "2 of your cards need it" in page and "1 of your cards needs it" in page
    assert "0 of your cards" not in page and page.count("of your cards") == 2


def test_the_story_tells_that_a_fight_goes_on_while_losses_are_chosen() -> None:
    state = state_of(board="red: Japan 30, Tycho 2 | blue: Neo Tokyo 20 | green: *1", step="invade")
    asked = asked_at(ordered(state, 0, "attack Japan Neo Tokyo with land naval 1 until captured"))
    while (row := Waiting.objects.get(game=asked.play.game)).kind == "battle.defend_asked":
        asked.row = row
        assert asked.post(act="battle.defend", dice="2") == 302
    assert row.kind == "battle.losses_asked"
    page = asked.page()
    assert "<b>Neo Tokyo</b> from Japan, so far without taking it." in page and "did not take it" not in page
    reader = MailReader(asked.play.alice, timezone.now(), UTC, MailedGame(row.game_id))
    (hit,) = hits_of(story_since(asked.view, reader, 0), "blue")
    assert "so far without taking it" in hit.plain


def test_a_deck_is_chosen_for_three_captures() -> None:
    asked = asked_at(after_captures())
    page = asked.page()
    assert "Draw a card" in page and 'value="naval"' in page and "cards left" in page
    assert "draw land" in suggests(asked)
    assert asked.post(act="bonus.draw", deck="diplomat") == 422
    assert asked.post(act="bonus.draw", deck="naval") == 302
    assert asked.play.view(asked.row.seat).seats[0].by_deck == {"naval": 1}


def after_captures() -> engine.GameState:
    """Let the third contested territory of a turn fall."""
    for luck in range(1, 60):
        state = state_of(board="red: Japan 9, Tycho 2 | blue: Neo Tokyo 1 | green: *1", step="invade")
        state.captures = 2
        state = ordered(state, 0, "attack Japan Neo Tokyo with 3 until captured, then advance all", luck)
        while (asked := engine.open_decision(state)) and asked.kind == "battle.defend_asked":
            state = ordered(state, 1, "defend 2", luck)
        asked = engine.open_decision(state)
        if asked and asked.kind == "bonus.draw_asked":
            return state
    raise AssertionError("nothing is captured")


def test_mods_are_removed_where_their_owner_says() -> None:
    hands = {"red": ["MOD Reduction"]}
    state = state_of(step="play", commanders=NUCLEAR, command_cards=hands, board=WIDE)
    asked = asked_at(ordered(state, 0, "play MOD Reduction"))
    code = asked.view.graph.codes[asked.view.graph.names.index("Neo Tokyo")]
    page = asked.page()
    assert asked.row.kind == "cards.reduction_asked" and "Remove 4 MODs" in page and f'name="n-{code}"' in page
    assert f'name="p-{code}"' not in page, "Commanders stay"
    assert '<button class="btn primary block">Remove 4 MODs</button>' in page
    assert len({*suggests(asked)}) == 2
    assert asked.post(act="battle.lose", **{f"n-{code}": "3"}) == 422
    assert asked.post(act="battle.lose", **{f"n-{code}": "4"}) == 302


WIDE = "red: Japan 7 | blue: Neo Tokyo 5, Alden 3 | green: *1"


def test_armageddon_asks_for_nuclear_cards() -> None:
    hands = {"red": ["Armageddon", "Rocket Strike Land"], "blue": ["Rocket Strike Land"]}
    state = state_of(step="play", commanders=NUCLEAR, command_cards=hands, board=WIDE)
    asked = asked_at(ordered(state, 0, "play Armageddon"))
    page = asked.page()
    assert asked.row.kind == "cards.armageddon_asked" and "Rocket Strike Land" in page and "Decline" in page
    assert '<span class="end">free</span>' in page, "cards cost nothing now"
    assert "rest of this turn" not in page, "in a turn of one's own no windows could pass"
    assert '<select class="input"' in page and 'name="t-on"' in page
    assert suggests(asked)[-1] == "decline" and len(suggests(asked)) == 2
    assert asked.post(act="reaction.decline") == 302


def test_others_may_decline_for_the_rest_of_the_turn_at_armageddon() -> None:
    hands = {"red": ["Armageddon", "Rocket Strike Land"], "blue": ["Rocket Strike Land"]}
    state = state_of(step="play", commanders=NUCLEAR, command_cards=hands, board=WIDE)
    asked = asked_at(ordered(ordered(state, 0, "play Armageddon"), 0, "decline"))
    button = '<button class="btn quiet" name="scope" value="turn">Decline for the rest of this turn</button>'
    assert button in asked.page()
    assert suggests(asked)[-2:] == ["decline", "decline this turn"]
    assert asked.post(act="reaction.decline", scope="turn") == 302
    assert Entry.objects.get(game=asked.play.game, ref=asked.row.ref).order == "decline this turn"


def test_the_question_after_the_free_move_ends_the_turn() -> None:
    hands = {"red": ["Redeployment"]}
    state = state_of(step="fortify", commanders=NUCLEAR, command_cards=hands, board=TWO)
    asked = asked_at(ordered(state, 0, "end"))
    page = asked.page()
    assert asked.row.kind == "cards.play_asked" and "Play a card, or end your turn" in page
    assert '<li aria-current="step">' in page and "End your turn" in page
    assert suggests(asked)[0] == "end"
    assert asked.post(act="turn.end") == 302


TWO = "red: Japan 7, Hong Kong 3, Khan Industrial State 2 | blue: Neo Tokyo 5, Alden 3 | green: *1"


def test_first_pieces_cost_nothing() -> None:
    board = "red: Japan 5, Hong Kong 3, Khan Industrial State 1, Afghanistan 1, Pevek 1 | blue: Alden 3 | green: *1"
    asked = asked_at(state_of(board=board, step="set-up", commanders={}, energy={}, placed=True))
    page = asked.page()
    assert asked.row.kind == "opening.first_asked" and "They cost nothing." in page and "0 energy" not in page
    assert len(suggests(asked)) == 3
    code = asked.view.graph.codes[asked.view.graph.names.index("Hong Kong")]
    assert asked.post(act="purchase.hire", kind="diplomat", at=code) == 302


def test_pieces_go_along_by_name() -> None:
    asked = asked_at(state_of(step="fortify"))
    graph = asked.view.graph
    src, dst = (graph.codes[graph.names.index(name)] for name in ("Japan", "Hong Kong"))
    offered = asked.view.offer("fortify.move")
    where = offered.fields[1].values_for({"src": graph.names.index("Japan")})
    dst = graph.codes[where[0]] if graph.names.index("Hong Kong") not in where else dst
    page = asked.page(f"?src={src}&dst={dst}")
    assert 'name="p-force" value="land"' in page and "MODs that move to" in page
    assert all(suggests(asked))
    fields = {"src": src, "dst": dst, "force": "2", "p-force": ["naval"]}
    assert asked.post(act="fortify.move", **fields) == 302
    assert "naval" in {piece.kind for piece in asked.play.view().pieces if graph.codes[piece.at] == dst}


def test_a_free_move_shows_both_forces_with_their_pieces() -> None:
    asked = asked_at(state_of(step="fortify", stations={"red": ["Hong Kong"]}))
    graph = asked.view.graph
    src, dst = (graph.codes[graph.names.index(name)] for name in ("Japan", "Hong Kong"))
    face_off = asked.page(f"?src={src}&dst={dst}").partition('<div class="face-off">')[2].partition("<form")[0]
    assert face_off.count('<svg class="force ') == 2 and face_off.count("pc-station") == 1
    assert "1 stays behind<small>Land, Naval</small>" in face_off and "yours<small>station</small>" in face_off


def test_a_defence_shows_both_forces_with_their_pieces() -> None:
    state = state_of(board="red: Japan 5, Tycho 2 | blue: Neo Tokyo 4 | green: *1", step="invade")
    asked = asked_at(ordered(state, 0, "attack Japan Neo Tokyo with land naval 1"))
    face_off = asked.page().partition('<div class="face-off">')[2].partition("<form")[0]
    assert face_off.count('<svg class="force ') == 2 and "yours<small>Naval</small>" in face_off


@pytest.mark.parametrize(
    ("step", "text", "says"),
    [
        ("collect", "place Japan", "I expected a number of MODs before “Japan”"),
        ("invade", "attack Japan Neo Tokyo until noon", "or a number of MODs before “noon”"),
        ("invade", "attack Japan Neo Tokyo, then advance some", "a number of MODs, `all` or `least` before “some”"),
    ],
)
def test_refusals_count_in_the_words_of_the_game(step: str, text: str, says: str) -> None:
    view = engine.view_for(state_of(step=step), 0)
    with pytest.raises(engine.UnreadableOrder, match=says):
        engine.parse_order(text, view)


def test_counting_as_one_types_uses_the_words_of_the_game() -> None:
    """The script takes the noun from the button, so that no game's word stands in it."""
    page = asked_at(state_of(step="collect")).page()
    assert 'data-one="MOD" data-many="MODs"' in page
    script = Path(finders.find("js/fieldpost.js")).read_text()
    assert '"armies"' not in script and "dataset.many" in script


def test_the_page_says_what_the_mods_are_for() -> None:
    """A continent with a devastated land counts without it, also in the sentence."""
    graph = engine.mapgraph("world2210")
    australia = next(part for part in graph.continents if part.name == "Australia")
    lands = [graph.names[member] for member in australia.members]
    board = f"red: {', '.join(f'{land} 1' for land in lands[1:])} | blue: *1 | green: Alden 3"
    asked = asked_at(state_of(step="collect", board=board, commanders={}, devastated=[lands[0]]))
    pool = asked.view.pool
    page = unescape(asked.page())
    assert f"You receive {pool} MODs: {pool - australia.bonus} for" in page
    assert f"{australia.bonus} for Australia." in page


def after_capture() -> engine.GameState:
    """Let Neo Tokyo fall, and its captor say how many move in."""
    board = "red: Japan 9, Tycho 2 | blue: Neo Tokyo 1, Alden 3 | green: *1"
    for luck in range(1, 60):
        state = ordered(
            state_of(board=board, step="invade"), 0, "attack Japan Neo Tokyo with land 1 until captured", luck
        )
        while (asked := engine.open_decision(state)) and asked.kind == "battle.defend_asked":
            state = ordered(state, 1, "defend 2", luck)
        asked = engine.open_decision(state)
        if asked and asked.kind == "occupy.advance_asked":
            return state
    raise AssertionError("nothing is captured")


def place_of(step: str) -> engine.GameState:
    return after_capture() if step == "advance" else state_of(step=step, command_cards={"red": ["Assassin Bomb"]})


@pytest.mark.parametrize("step", ["bid", "collect", "hire", "buy", "play", "invade", "advance", "fortify"])
def test_pages_speak_of_mods_and_units(step: str) -> None:
    asked = asked_at(place_of(step))
    words = " ".join(unescape(re.sub(r"<script.*?</script>|<[^>]*>", " ", asked.page(), flags=re.DOTALL)).split())
    found = re.findall(r".{40}\barm(?:y|ies)\b.{20}", words, re.IGNORECASE)
    assert not found, found
