"""What the site knows of Risk Godstorm beside its decisions: rail, epochs, and the line of each seat."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

import engine
from engine.position import position
from games.families.parts import parts_of
from games.families.pieces import piece_name, titled_name
from games.models import Entry
from games.services.orders import order_submit
from games.wording.amounts import round_name
from tests.games.decisions.positions import lay
from tests.games.kit import table

SEATS = ("red", "blue", "green")
BOARD = "red: Gaul 8, Roma 5 | blue: *1 | green: Egypt 9"


def state_of(**keys: Any) -> engine.GameState:
    given = {
        "turn": "red",
        "step": "invade",
        "epoch": 3,
        "gods": {"red": {"war": "Gaul", "magic": "Roma"}, "blue": {"death": "Iberia"}},
        "temples": {"Gaul": True, "Roma": True, "Egypt": True},
        "faith": {"red": 7, "blue": 2},
        "heaven": {"red": 4},
        "miracles": {"red": ["Storms Rage", "Crops Wither"], "blue": ["Lava Erupts"]},
        "relics": {"red": ["Excalibur", "The Golden Fleece"]},
    }
    board = keys.pop("board", BOARD)
    return position(board, rules="godstorm", seats=SEATS, **{**given, **keys})


def cells_of(view: Any, seat: int) -> dict[str, tuple[str, list[str]]]:
    """What each column shows of a seat: its text, and the signs before it."""
    columns = parts_of("godstorm").seats.columns(view)
    shown = {column.icon: column.cell(view, seat) for column in columns}
    return {icon: (cell.text, [sign.sign for sign in cell.signs]) for icon, cell in shown.items()}


def test_the_line_of_a_seat_has_faith_gods_temples_relics_cards_by_deck_and_armies_in_heaven() -> None:
    view = engine.view_for(state_of(), 0)
    red = cells_of(view, 0)
    assert (red["faith"], red["temple"], red["heaven"]) == (("7", []), ("2", []), ("4", []))
    assert red["relic"] == ("2", ["magic"]) and red["copy"] == ("2", [])
    decks = {deck: red[f"deck-{deck}"] for deck in ("war", "sky", "death")}
    assert [signs for _text, signs in decks.values()] == [["war"], [], []]
    assert sorted(text for text, _signs in decks.values() if text) in (["2"], ["1", "1"])
    blue = cells_of(view, 1)
    assert blue["relic"] == ("", []) and blue["deck-death"][1] == ["death"] and blue["heaven"] == ("0", [])


def test_others_and_spectators_see_the_same_line() -> None:
    state = state_of()
    shown = [[cells_of(engine.view_for(state, viewer), seat) for seat in range(3)] for viewer in (0, 1, 2, None)]
    assert shown[0] == shown[1] == shown[2] == shown[3]


def test_the_neutral_pantheon_has_a_line_of_its_own() -> None:
    state = position(
        "red: Gaul 3 | blue: Roma 3 | neutral: *1", rules="godstorm", seats=SEATS[:2], turn="red", step="invade"
    )
    view = engine.view_for(state, 0)
    neutral = cells_of(view, 2)
    assert neutral["faith"] == ("–", []) and neutral["relic"] == ("", []) and neutral["copy"] == ("–", [])


def test_a_seat_is_told_in_a_sentence() -> None:
    told = parts_of("godstorm").seats.standing(engine.view_for(state_of(), 0), 0)
    assert told.startswith("7 faith, 2 cards (") and "4 armies in heaven" in told
    assert "In play: god of war, goddess of magic and 2 temples." in told
    assert told.endswith("Relics: Excalibur, Sword of Kings and The Golden Fleece.") or "Relics: Excalibur" in told


@pytest.mark.parametrize(
    ("step", "stop"), [("raise", "raise"), ("summon", "summon"), ("invade", "invade"), ("underworld", "below")]
)
def test_the_rail_has_a_stop_for_each_step_of_a_turn(step: str, stop: str) -> None:
    parts, view = parts_of("godstorm"), engine.view_for(state_of(step=step), 0)
    assert parts.turn.step_now(view) == stop and stop in dict(parts.turn.rail(view))


def test_epochs_are_counted() -> None:
    track = parts_of("godstorm").turn.track(engine.view_for(state_of(), 0))
    assert track is not None and (track.title, track.rest, track.now) == ("Epoch 3", "of 5", 3)
    assert parts_of("godstorm").board.legend(engine.view_for(state_of(), 0)) == "Epoch 3 of 5. Numbers count armies."


def test_the_epoch_that_comes_again_has_a_name_of_its_own() -> None:
    """The marker is at 3 for the second time: it is the fourth epoch of now six, on every page and in every list."""
    state = state_of()
    state.round = 4
    view = engine.view_for(state, 0)
    track = parts_of("godstorm").turn.track(view)
    assert track is not None and (track.title, track.rest, track.now, track.length) == ("Epoch 4", "of 6", 4, 6)
    assert parts_of("godstorm").board.legend(view) == "Epoch 4 of 6. Numbers count armies."
    assert round_name(view.rules, view.round) == round_name("godstorm", 4) == "epoch 4"
    state.round = 0
    assert round_name("godstorm", engine.view_for(state, 0).round) == "set-up"


def test_pantheon_and_relics_stand_below_a_name() -> None:
    view = engine.view_for(state_of(pantheons={"red": "Norse", "blue": "Celts", "green": "Greeks"}), None)
    said = [parts_of("godstorm").seats.remark(view, seat) for seat in range(3)]
    assert said == ["Norse, Excalibur and The Golden Fleece", "Celts", "Greeks"]


def test_a_god_goes_by_his_own_name_and_a_temple_by_its_title() -> None:
    view = engine.view_for(state_of(pantheons={"red": "Norse", "blue": "Celts", "green": "Greeks"}), None)
    assert piece_name(view, 0, "war") == "Thor" and titled_name(view, 0, "war") == "Thor, god of war"
    assert piece_name(view, 2, "magic") == "Hekate" and titled_name(view, 2, "temple") == "temple"


@pytest.mark.django_db
def test_a_page_says_it_of_every_seat() -> None:
    asked = lay(table("risk2210", bots=("random",)), state_of())
    page = asked.page()
    strip = page.partition('class="seat-strip"')[2].partition("</ul>")[0]
    for sign in ("faith", "temple", "heaven", "war", "magic", "relic"):
        assert f"#pc-{sign}" in strip
    assert "Epoch 3" in strip
    first = strip.partition("turn-place")[2].partition("</li>")[0]
    assert first.count('class="cells"') == 2, "faith and temples in one line, gods and decks in the next"
    assert "#pc-faith" in first.split('class="cells"')[1] and "#pc-war" in first.split('class="cells"')[2]
    assert "Risk Godstorm, epoch 3" in " ".join(re.sub("<[^>]*>", "", page).split())


SCORE = {"territories": 9, "continents": 7, "crypts": 2, "altars": 1, "relics": 1}
TIES = {"faith": 4, "temples": 3, "gods": 2, "armies": 30}


def table_of(*scores: dict[str, int]) -> Any:
    """The table of the seats with these scores, the first one of seat 0."""
    told = [{"seat": seat, **SCORE, **TIES, **score} for seat, score in enumerate(scores)]
    return parts_of("godstorm").result.score_table([{"type": "epochs.scored", "scores": told}])


def test_the_final_score_is_a_table() -> None:
    found = table_of({}, {"crypts": 3})
    assert found.rows == ((1, (9, 7, 3, 1, 1, 21)), (0, (9, 7, 2, 1, 1, 20))) and found.note == ""
    assert found.words[0] == "9 territories, 7 for continents, 3 crypts, 1 altar, 1 for relics, score 21"
    assert len(found.columns) == 6 and parts_of("godstorm").result.score_table([{"type": "setup.dealt"}]) is None


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"faith": 3}, "The highest scores are equal, and more faith decided: 4 against 3."),
        ({"temples": 1}, "The highest scores and their faith (4) are equal, and more temples decided: 3 against 1."),
        ({"gods": 1}, "their faith (4) and their temples (3) are equal, and more gods decided: 2 against 1."),
        ({"armies": 31}, "their gods (2) are equal, and more armies decided: 31 against 30."),
        ({}, "their gods (2) and their armies (30) are equal, so the win is shared."),
    ],
    ids=["faith", "temples", "gods", "armies", "shared"],
)
def test_what_broke_a_tie_is_said(other: dict[str, int], said: str) -> None:
    found = table_of({}, other)
    assert found.note.endswith(said) and len(found.columns) == len(found.rows[0][1]) == 10
    assert found.words[0].endswith("armies") and " faith, " in found.words[0]


def test_land_below_is_none_on_the_chart_and_atlantis_is_none_once_it_has_sunk() -> None:
    parts, graph = parts_of("godstorm"), engine.mapgraph("ancient_world")
    owner, gaul, gate = [0] * 60, graph.names.index("Gaul"), graph.number["u1"]
    events: list[dict[str, Any]] = [
        {"type": "battle.captured", "seat": 1, "src": 0, "dst": gate, "was": 0},
        {"type": "battle.captured", "seat": 1, "src": 0, "dst": gaul, "was": 0},
        {"type": "miracles.land_taken", "seat": 2, "at": 5, "was": 0, "armies": 4},
        {"type": "land.emptied", "seat": 0, "at": 6},
    ]
    for event in events:
        parts.result.land_changes[event["type"]](owner, event)
    assert (owner[gate], owner[gaul], owner[5], owner[6]) == (0, 1, 2, -1)
    counts = [len(parts.board.territories(engine.view_for(state_of(**more), 0))) for more in ({}, {"sunken": True})]
    assert counts == [42, 38]


def test_the_lesson_tells_all_cards_and_marks_the_one_that_is_reconstructed() -> None:
    lesson = parts_of("godstorm").lesson
    assert lesson is not None
    page = render_to_string(lesson.template, {"decks": lesson.decks})
    titles = re.findall(r"<dt>([^<]+)<small>", page)
    assert len(titles) == len(set(titles)) == 57 and page.count("reconstructed</small>") == 1
    assert "Storms Rage<small>1 card, free</small>" in page and "Excalibur<small>1 card</small>" in page
    assert "The Waters Boil<small>1 card, 4 faith</small>" in page and "five <b>epochs</b>" in page


@pytest.mark.django_db
@pytest.mark.luck(1)
def test_the_result_shows_what_each_seat_scored_for() -> None:
    state = state_of(step="fortify", epoch=5, markers={"blue": 1, "green": 2, "red": 3})
    asked = lay(table("risk2210", bots=("random",)), state)
    game, row = asked.play.fresh(), asked.row
    who = {"seat": row.seat, "ref": row.ref, "user_id": row.player.user_id}
    order_submit(game_id=game.pk, text="end turn", source=Entry.Source.WEB, **who)
    found = asked.page()
    labels = re.findall(r'<td data-label="([^"]+)">', found)
    assert labels == ["Territories", "Continents", "Crypts", "Altars", "Relics", "Score"] * 3, "phones hide the head"
    page = " ".join(re.sub(r"<[^>]+>", " ", found).split())
    assert "holds 39 of 42 territories. Final score: Blue 47, Red 2 and Green 1." in page
    assert "Territories Continents Crypts Altars Relics Score" in page
