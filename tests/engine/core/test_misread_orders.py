"""No word of an order is taken for something that nobody wrote: a line with a strange word in it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine import (
    Action,
    GameState,
    UnreadableOrder,
    format_order,
    new_game,
    open_decision,
    parse_order,
    play_message,
    read_message,
    ruleset,
    view_for,
)
from engine.core.chance import FastChance
from engine.core.mapgraph import mapgraph
from engine.core.place_names import nearest
from engine.core.view import PlayerView
from engine.position import position
from tests.kit.games import presets, random_action, walk, written_questions

pytestmark = pytest.mark.nothing_new

STRANGE = ("lots", "britian", "zzq")
EACH = 2
"""Orders of one kind that answer one kind of question."""
STATE = position("red: Iceland 9, Great Britain 1, Scandinavia 2 | blue: Greenland 3 | green: *1", step="attack")
VIEW = view_for(STATE, 0)


def orders(states: Iterator[GameState], most: int) -> Iterator[tuple[str, Action, PlayerView]]:
    """Legal orders of games with their views, a few of each kind. Plans, of a hundred names each, are left out."""
    random, seen = Random(7), dict[tuple[str, type[Action]], int]()
    for state in states:
        asked = open_decision(state)
        if asked is None:
            continue
        action = random_action(state, random)
        kind = asked.kind, type(action)
        seen[kind] = seen.get(kind, 0) + 1
        text = format_order(action, state.rules, state.map, state.seats)
        if seen[kind] <= most and not text.startswith("plan"):
            yield text, action, view_for(state, asked.seats[0])


def positions(rules: str, walks: int) -> Iterator[GameState]:
    """Positions of random games and, once, of the book of rules."""
    least, most = ruleset(rules).seats
    for seed in range(walks):
        yield from walk(rules, max(least, min(3, most)), seed)
    yield from written_questions(rules).values()


def spoilt(text: str) -> Iterator[str]:
    """The order with a strange word put in at each place, and with each word misspelled."""
    words = text.split()
    for at in range(len(words) + 1):
        yield from (" ".join([*words[:at], strange, *words[at:]]) for strange in STRANGE)
    for at, word in enumerate(words):
        turned = word if "," in word or word.isdigit() else word[:-2] + word[:-3:-1]  # turned, 10 is another number
        yield from (" ".join([*words[:at], other, *words[at + 1 :]]) for other in (f"{word}x", turned))


def misread(text: str, action: Action, view: PlayerView) -> list[str]:
    """The spoilt orders that are read as something else."""
    found = []
    for line in spoilt(text):
        try:
            read = parse_order(line, view)
        except UnreadableOrder:
            continue
        if read != action or {*STRANGE} & {*line.split()}:
            found.append(f"{line} ({text})")
    return found


@pytest.mark.parametrize("rules", ["classic_1959_2p", "modern", "godstorm", "risk2210"])
def test_a_strange_word_makes_an_order_unreadable(rules: str) -> None:
    tried = list(orders(positions(rules, 1), EACH))
    assert len({type(action) for _, action, _ in tried}) > 6
    assert not [found for text, action, view in tried for found in misread(text, action, view)]


@pytest.mark.nightly
@pytest.mark.parametrize("rules", presets())
def test_a_strange_word_makes_any_order_of_whole_games_unreadable(rules: str) -> None:
    tried = orders(positions(rules, 6), 40)
    assert not [found for text, action, view in tried for found in misread(text, action, view)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fortify Iceland Great Britian 3", "There is no territory “Great Britian” on this map. Did you mean Great Br"),
        ("fortify Iceland Great Brittain with 3", "Did you mean Great Britain?"),
        ("attack Iceland Great Britian until captured", "Did you mean Great Britain?"),
        ("attack Iceland Great Britian", "Did you mean Great Britain?"),
        ("claim Great Britian", "Did you mean Great Britain?"),
        ("place 3 Paris", "There is no territory “Paris” on this map. Write it as: place 3 TERRITORY, 1 TERRITORY."),
        ("attack Paris Brazil", "There is no territory “Paris” on this map. Write it as:"),
        ("place 3 Hicksville Corner", "There is no territory “Hicksville Corner” on this map."),
        ("fortify Iceland Scandinavia al", "I expected a number of armies before “al”. Did you mean all?"),
        ("advance lots", "I expected a number of armies before “lots”."),
        ("advance lots 2", "I expected a number of armies before “lots”."),
        ("fortify Iceland Scandinavia 3x", "I expected a number of armies before “3x”."),
        ("lose colonel", "I expected a number of armies before “colonel”."),
        ("place 3 on at", "There is no territory “at” on this map."),
        ("place 3 and Ukrane", "There is no territory “and” on this map. Write it as: place 3 TERRITORY"),
        ("end the", None),
        ("end your", "I do not understand “your” at the end."),
    ],
)
def test_the_refusal_says_what_would_be_right(text: str, says: str | None) -> None:
    if says is None:
        assert parse_order(text, VIEW) == parse_order("end", VIEW)
        return
    with pytest.raises(UnreadableOrder) as refused:
        parse_order(text, VIEW)
    assert says in str(refused.value)


@pytest.mark.parametrize("board", ["classic42", "ancient_world", "world2210"])
def test_a_name_with_one_slip_is_suggested(board: str) -> None:
    names = [name for name in mapgraph(board).names if name.isalpha()]
    for name in names:
        word = name.casefold()
        for at in range(len(word)):
            before, after = word[:at], word[at + 1 :]
            swapped = after[:1] + word[at] + after[1:]
            for typed in (before + after, f"{before}x{after}", f"{before}x{word[at:]}", before + swapped):
                assert name in nearest(tuple(names), (typed,))[1], typed


def test_a_misspelled_piece_is_named_again() -> None:
    year = position("red: Japan 8, *1 | blue: Pevek 2", rules="risk2210", commanders={"red": {"naval": "Japan"}})
    with pytest.raises(UnreadableOrder, match="before “navla”. Did you mean naval"):
        parse_order("fortify Japan Hong Kong with navla, 2", view_for(year, 0))


@pytest.mark.parametrize(
    "way",
    [
        "Iceland → Greenland",
        "Iceland→Greenland",
        "Iceland ⇒ Greenland",
        "Iceland => Greenland",
        "Iceland --> Greenland",
        "Iceland > Greenland",
        "Iceland - Greenland",
        "Iceland – Greenland",
        "Iceland — Greenland",
        "Iceland–Greenland",
        "from Iceland to Greenland",
        "Greenland from Iceland",
    ],
)
def test_arrows_and_dashes_stand_between_names(way: str) -> None:
    assert parse_order(f"attack {way}", VIEW) == parse_order("attack Iceland Greenland", VIEW)
    assert parse_order(f"attack {way} until captured", VIEW) == parse_order(
        "attack Iceland Greenland until captured", VIEW
    )


def test_a_dash_before_a_number_is_still_a_minus() -> None:
    for dash in "-–—−":
        with pytest.raises(UnreadableOrder, match="write it without a minus"):
            parse_order(f"fortify Iceland Scandinavia {dash}4", VIEW)
    assert parse_order("fortify Iceland – Scandinavia – 4", VIEW) == parse_order("fortify Iceland Scandinavia 4", VIEW)


def test_nothing_of_a_message_is_played_where_a_later_line_cannot_be_read() -> None:
    text = "attack Iceland Greenland until captured, then advance all\nfortify Iceland Great Britian 3"
    with pytest.raises(UnreadableOrder, match="Great Britain"):
        read_message(text, VIEW)
    with pytest.raises(UnreadableOrder, match="Great Britain"):
        play_message(STATE, 0, text, FastChance(1))


def test_nor_where_a_later_line_names_a_piece_that_the_game_has_not() -> None:
    text = "attack Iceland Greenland until captured, then advance all\nfortify Iceland Scandinavia general, 3"
    with pytest.raises(UnreadableOrder, match="This game has no generals. Name a number of armies.") as refusal:
        play_message(STATE, 0, text, FastChance(1))
    assert refusal.value.code == "force.no_piece"


def test_articles_matter_nowhere() -> None:
    state = new_game("risk2210", ("red", "blue", "green"), chance=FastChance(1), options={"setup_orders": "in_turn"})
    view = view_for(state.state, 0)
    ivory = parse_order("claim The Ivory Reef", view)
    assert parse_order("claim Ivory Reef", view) == parse_order("claim the ivory reef", view) == ivory
    assert parse_order("claim the Japan", view) == parse_order("claim Japan", view)
