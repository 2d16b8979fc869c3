"""What is lost with Atlantis is told before the card is played that sinks it, and then it happens as told."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.rules.godstorm.world import atlantis
from games.decisions.cards.form import CardForm
from games.decisions.registry import panel_for, suggested_orders
from games.families.cards import CardPreview
from games.families.parts import FAMILIES
from tests.games.decisions.godstorm.kit import PANTHEONS, card_state, context_of, number_of, words_of
from tests.games.decisions.positions import asked_at, ordered

TOMB = "The Sea Is Your Tomb"
BOARD = "red: Roma 6, Gaul 4, Poseidonis 4 | blue: Egypt 5, Kush 1, Hesperide 2 | green: Tritonis 1 | empty: Oricalcos"
GODS = {
    "red": {"war": "Poseidonis", "sky": "Roma", "death": "Gaul"},
    "blue": {"sky": "Hesperide", "magic": "Hesperide"},
}


def sinking(board: str = BOARD, **keys: Any) -> engine.GameState:
    given = {
        "gods": GODS,
        "temples": {"Gaul": True, "Egypt": True, "Hesperide": True, "Oricalcos": True},
        "plague": ["Tritonis", "Thule"],
        "pantheons": PANTHEONS,
        "underworld": "",
        "miracles": {"red": [TOMB, "Crops Wither"]},
    }
    return card_state(board, **{**given, **keys})


def preview(state: engine.GameState, card: str = TOMB) -> CardPreview | None:
    view = engine.view_for(state, 0)
    kind = engine.catalogue_of(view.rules, view.options).kinds[number_of(view, card)]
    return FAMILIES["godstorm"].cards.card_preview(view, kind)


def form_of(state: engine.GameState, card: str = TOMB) -> CardForm:
    view = engine.view_for(state, 0)
    found: CardForm = panel_for(context_of(view, cards=(number_of(view, card),))).data.form
    return found


def test_each_territory_says_what_it_loses_and_where_the_dead_go() -> None:
    form = form_of(sinking())
    assert form.preview and form.preview.heading == "Let Atlantis sink?"
    assert {(row.name, row.whose, *row.cells) for row in form.preview.rows} == {
        ("Hesperide", "Blue", "2 to Valhalla", "Freya and Odin", "1"),
        ("Tritonis", "Green", "1 to Avalon", "–", "–"),
        ("Poseidonis", "yours", "4 to Elysium", "Ares", "–"),
        ("Oricalcos", "nobody", "–", "–", "1"),
    }
    assert form.preview.total == "3 faith. You destroy 7 armies, 3 gods and 2 temples."


def test_what_goes_with_the_land_is_told() -> None:
    found = preview(sinking())
    assert found and found.notes == (
        "The bonus of 3 and the ways to Hibernia, Iberia and Atlas disappear with it.",
        "So does the plague in Tritonis.",
        "38 territories are left.",
        "You keep 2 territories.",
        "Blue keeps 2 territories.",
        "Green has no other territory and is out of the game.",
    )


def test_a_player_reads_that_the_card_would_be_their_own_end() -> None:
    found = preview(
        sinking("red: Poseidonis 4 | blue: Egypt 5, Kush 1 | green: *1", gods={"red": {"death": "Poseidonis"}})
    )
    assert found and "You have no other territory: you are out of the game." in found.notes
    assert "So does" not in (preview(sinking(plague=["Thule"])) or found).words


def test_it_happens_as_it_was_told() -> None:
    before = sinking()
    found, after = preview(before), ordered(before, 0, f"play {TOMB}")
    assert found
    view, gone = engine.view_for(after, 0), atlantis(before.map)
    lost = sum(before.armies[at] for at in gone)
    assert found.total.startswith(f"{lost} armies") and not any(after.armies[at] for at in gone)
    assert [view.seats[seat].territories for seat in (0, 1)] == [2, 2] and view.seats[2].out
    assert {*gone} == {row.at for row in found.rows}


def test_no_other_card_has_a_preview() -> None:
    view = engine.view_for(sinking(), 0)
    kinds = engine.catalogue_of(view.rules, view.options).kinds
    told = [kind.title for kind in kinds if FAMILIES["godstorm"].cards.card_preview(view, kind)]
    assert told == [TOMB] and form_of(sinking(), "Crops Wither").preview is None


@pytest.mark.django_db
def test_page_and_suggestion_tell_it() -> None:
    asked = asked_at(sinking())
    page = words_of(asked.page(f"?cards={number_of(asked.view, TOMB)}"))
    assert "Let Atlantis sink? Lost at once Armies Gods Temples" in page
    assert "Play The Sea Is Your Tomb 3 faith. You destroy 7 armies, 3 gods and 2 temples." in page
    assert "Let Atlantis sink?" not in words_of(asked.page(f"?cards={number_of(asked.view, 'Crops Wither')}"))
    one = next(each for each in suggested_orders(asked.view) if TOMB in each.words)
    assert "Poseidonis (yours: 4 armies and Ares)" in one.note and "Oricalcos (nobody: 1 temple)" in one.note
    assert one.remark.endswith("is out of the game.") and not one.remark.endswith("..")
