"""Blank cards as the creator of a game fills them in: each must be a card that an order can name."""

import pytest

import engine
from engine.rules.risk2210 import cards

BLANK = {"deck": "land", "name": "Big Bomb", "like": "Scout Forces", "cost": 1}


def decks_with(*blanks: dict[str, object]) -> engine.GameState:
    options = {"blank_cards": list(blanks)}
    return engine.new_game("risk2210", ["red", "blue"], options=options, chance=engine.FastChance(1)).state


@pytest.mark.parametrize(
    "names",
    [
        ("Big Bomb", "Big-Bomb"),
        ("Big Bomb", "BIG BOMB"),
        ("Trap", "Land Trap"),
        ("Land Scout Forces",),
        ("Diplomat Cease Fire",),
        ("Assassin Bomb on",),
        ("To",),
    ],
)
def test_no_two_cards_are_called_alike(names: tuple[str, ...]) -> None:
    with pytest.raises(engine.IllegalAction, match="name of"):
        decks_with(*({**BLANK, "name": name, "cost": cost} for cost, name in enumerate(names)))


def test_a_name_may_begin_as_another_one_does() -> None:
    state = decks_with({**BLANK, "name": "Scout Forces Two"}, {**BLANK, "name": "Scout"})
    assert cards.with_blanks(state.options.blank_cards).names[42:] == ("Scout Forces Two", "Scout")


def test_equal_blank_cards_are_copies_of_one_kind() -> None:
    state = decks_with(BLANK, BLANK)
    book = cards.with_blanks(state.options.blank_cards)
    assert (book.names[42:], book.kinds[42].copies) == (("Big Bomb",), 2)
    assert [card for layer in state.decks["land"] for card in layer].count(book.find("Big Bomb")) == 2


def test_the_cards_of_a_stored_game_are_those_of_its_state() -> None:
    stored = {"blank_cards": [BLANK]}
    assert engine.catalogue_of("risk2210", stored) == cards.with_blanks(decks_with(BLANK).options.blank_cards)


def test_a_blank_card_has_no_other_fields() -> None:
    with pytest.raises(engine.IllegalAction):
        decks_with({**BLANK, "text": "wins the game"})


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"deck": "sea"}, "There is no deck “sea” for Odd Card. Choose from: land, naval, space, nuclear, diplomat."),
        ({"like": "Hidden Energy"}, "no “Hidden Energy”. Choose from: Assemble MODs, Colony Influence, Frequency Jam"),
        ({"cost": 5}, "Odd Card must cost 0 to 4 energy."),
        ({"cost": "much"}, "The `cost` of blank card 3 must be a whole number. Each blank card needs a deck, a name,"),
        ({"cost": True}, "The `cost` of blank card 3 must be a whole number."),
        ({"like": ["Cease Fire"]}, "The `like` of blank card 3 must be text."),
        ({"text": "wins"}, "Blank card 3 has an unknown field `text`. Each blank card needs a deck, a name, a card"),
    ],
)
def test_a_refusal_names_the_card_by_its_row_and_what_would_be_right(wrong: dict[str, object], says: str) -> None:
    with pytest.raises(engine.IllegalAction) as refused:
        decks_with(BLANK, BLANK, {**BLANK, "name": "Odd Card", **wrong})
    assert says in str(refused.value) and refused.value.params["row"] == 2
    assert "$." not in str(refused.value)


@pytest.mark.parametrize(
    ("blanks", "says", "row"),
    [
        ([{"name": "Fog Bank"}], "Blank card 1 has no `deck`. Each blank card needs a deck, a name, a card", 0),
        ([BLANK, "Fog Bank"], "Blank card 2 has no fields. Each blank card needs", 1),
        ("Fog Bank", "The blank cards must be a list. Each blank card needs", None),
    ],
)
def test_what_is_no_blank_card_is_refused_in_plain_words(blanks: object, says: str, row: int | None) -> None:
    with pytest.raises(engine.IllegalAction) as refused:
        engine.new_game("risk2210", ["red", "blue"], options={"blank_cards": blanks}, chance=engine.FastChance(1))
    assert says in str(refused.value) and "a cost. Write it as: {" in str(refused.value)
    assert refused.value.params["switches"] == ["blank_cards"] and refused.value.params.get("row") == row
