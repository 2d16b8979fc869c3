"""Risk 2210 A.D. on the site: its board, its seats and its mail, drawn from real positions."""

from __future__ import annotations

from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import reverse
from msgspec.structs import replace

import engine
from engine import mapgraph, view_for
from engine.position import position
from games.boards.board import board_context, board_svg, board_words
from games.boards.overlays import Marks
from games.families.parts import parts_of
from games.families.risk2210.record import COLUMNS, PIECES
from games.mail.parts import regions_of
from games.pages.turn import seat_rows
from games.wording.seats import Person
from tests.games.kit import table
from tests.games.views.test_play import client
from tests.kit.certain import some

WORLD = mapgraph("world2210")
NAMES = {name: number for number, name in enumerate(WORLD.names)}


@pytest.fixture(scope="module")
def view() -> Any:
    """Year 3: Commanders, stations, one of them alone, devastated land, and a Moon that is held in part."""
    state = position(
        "green: Japan 5, Pevek 2, Bay of Dew 1 | blue: Neo Tokyo 4, Madagascar 0, Tycho 2 | red: Brazil 1".replace(
            "Brazil", "Mexico"
        ),
        rules="risk2210",
        year=3,
        step="invade",
        turn="green",
        energy={"green": 7, "blue": 2},
        commanders={"green": {"land": "Japan", "naval": "Japan"}, "blue": {"space": "Tycho"}},
        stations={"green": ["Pevek"], "blue": ["Madagascar"]},
        devastated=["Siberia", "Egypt"],
        command_cards={"green": ["Cease Fire", "Land Stealth MODs", "Land Death Trap"], "blue": ["Evacuation"]},
    )
    return view_for(state, 0)


def test_a_label_says_the_force_of_a_territory(view: Any) -> None:
    labels = unescape(board_svg(view))
    assert 'aria-label="Japan, Green, 7 units, of them Land Commander and Naval Commander"' in labels
    assert 'aria-label="Pevek, Green, 2 units, Space Station"' in labels
    assert 'aria-label="Madagascar, Blue, 0 units, Space Station"' in labels
    assert 'aria-label="Siberia, devastated, no way through"' in labels
    assert 'aria-label="Alden, nobody, 0 units"' in labels
    moon = unescape(board_context(view, WORLD, marks=Marks(src=NAMES["Tycho"])).svg)
    assert 'aria-label="Tycho, Blue, 3 units, of them Space Commander, landing site"' in moon


def test_devastated_and_empty_land_is_drawn_so(view: Any) -> None:
    svg = board_svg(view)
    assert svg.count('class="dv"') == 2 == svg.count('class="ashen"') and svg.count('class="dead"') == 2
    held = sum(owner >= 0 for place, owner in enumerate(view.owner) if WORLD.zone(place) != "moon")
    assert svg.count('class="vacant"') == 55 - 2 - held
    assert svg.count('<g class="bl"><rect x="-15"') == 1  # the station alone


def test_every_kind_of_piece_has_a_sign_and_a_place(view: Any) -> None:
    rules = engine.ruleset("risk2210")
    assert set(PIECES) == {*rules.unit_pieces, *rules.state_type.buildings}
    assert sorted(sign.place for sign in PIECES.values()) == list(range(6))


def test_seats_show_energy_score_commanders_and_cards_by_deck(view: Any) -> None:
    context = SimpleNamespace(view=view, person=lambda seat: Person(seat, view.seats[seat].colour, "x"))
    rows = {row.person.colour: row for row in seat_rows(context)}  # type: ignore[arg-type]
    green, blue = rows["green"], rows["blue"]
    assert (green.armies, blue.armies, green.units_label) == (10, 7, "Units")
    cells = [(cell.text, [sign.sign for sign in cell.signs]) for cell in green.cells]
    assert cells[0] == ("7", []) and cells[2:4] == [("2", ["land"]), ("", ["naval"])]
    assert cells[-2:] == [("1", []), ("3", [])]  # one Diplomat card, three in all
    assert [cell.text for cell in blue.cells][0] == "2" and len(green.cells) == len(COLUMNS)
    assert int(green.cells[1].text) > 0


def test_years_are_a_track(view: Any) -> None:
    track = parts_of("risk2210").track(view)
    assert track is not None and (track.title, track.rest, track.now, track.length) == ("Year 3", "of 5", 3, 5)


def test_the_board_in_words_and_the_legend_of_a_mail(view: Any) -> None:
    lands = {land.name: land for region in regions_of(view) for land in region.lands}
    assert lands["Japan"].text.endswith("G\N{NO-BREAK SPACE}7 with Land, Naval")
    assert lands["Pevek"].pieces == "station" and lands["Siberia"].said == "devastated"
    legend = parts_of("risk2210").legend(view).replace("\N{NO-BREAK SPACE}", " ")
    assert legend.startswith("Year 3 of 5. In order of play: ") and legend.endswith(
        "Numbers count MODs and Commanders."
    )
    assert "G 7 energy, 3 cards" in legend and "B 2 energy, 1 card" in legend
    words = {land.name: land.words for region in board_words(view, WORLD) for land in region.lands}
    assert words["Egypt"] == "devastated, no way through"


def test_a_hidden_force_is_told_to_its_own_seat_alone(view: Any) -> None:
    hidden = replace(view, extra={**view.extra, "scouts": (NAMES["Japan"],)})
    assert "your Scout Forces" in board_svg(hidden) and "Scout Forces" not in board_svg(view)


@pytest.mark.django_db
def test_a_page_shows_earth_or_moon_without_a_script() -> None:
    play = table("risk2210", bots=("recruit",))
    visitor, address = client(play.alice), reverse("game", args=[play.game.slug])
    earth, moon = (visitor.get(address + query).content.decode() for query in ("", "?board=moon"))
    assert 'class="stage map-world2210-earth look-future' in earth and 'href="?board' not in earth
    assert f'href="{address}?board=moon"' in earth and 'class="stage map-world2210-moon look-moon' in moon
    assert f'href="{address}?board=earth"' in moon and "Year 1</b> of 5" in earth
    past = visitor.get(reverse("game-history", args=[play.game.slug]) + "?board=moon").content.decode()
    assert "stage map-world2210-moon" in past and "board=earth" in past and "Year 1" in past
    assert all(f"{place} </span>" in earth or "turn-place" in earth for place in some((1, 2, 3)))
