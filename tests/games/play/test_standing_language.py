"""The lines of standing orders: every form reads, and reads back from its canonical form."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date

import pytest

import engine
from games.errors import BadStandingOrder
from games.families.parts import parts_of
from games.families.standing_cases import Term
from games.play.standing_language import canonical, place, read, read_line, turned_round, write_line
from games.play.standing_orders import Moment, is_over

MAPS = {"modern": "classic42", "risk2210": "world2210", "godstorm": "ancient_world"}
LINES = {
    "modern": [
        "when attacked in Australia or Siam by red or blue with 8 or more: defend 1",
        "when attacked: ask me within 6 hours",
        "when attacked at Egypt with 3 or fewer once: defend 2",
        "when attacked by grey until round 9: defend 1",
        "when attacked until 2026-12-24: defend 1",
        "when late: if I hold Siam: place all Siam\nelse: place on the weakest border; end turn",
        "when late: if I have a set: trade best\nelse: if I do not hold Peru: end turn\nelse: place all Peru",
        "never trade",
    ],
    "risk2210": [
        "bid 2, marker 1, 3",
        "bid 2",
        "when late: bid 2",
        "when invaded in water with 4 or more: play Naval Stealth MODs",
        "when green is invaded at Egypt by red once: play Land Stealth MODs",
        "when anybody is invaded: ask me",
        "lose mods first, then land, naval, space, diplomat, nuclear",
        "lose mods first",
        "never play Cease Fire",
        "when I lose units by red: ask me within 1 hour",
        "when Armageddon is played: decline",
        "prefer markers 2, 1",
    ],
    "godstorm": [
        "when invaded at Egypt or Roma: play Lava Erupts",
        "when a miracle is played by blue: play Aegis",
        "when Crops Wither is played at Roma: ask me within 12 hours",
        "godswar war first, then sky, magic, death",
        "when I lose armies at Egypt: spare 2",
        "when invaded in underworld or Duat: decline",
    ],
}
ALL = [(rules, text) for rules, texts in LINES.items() for text in texts]


@pytest.mark.parametrize(("rules", "text"), ALL)
def test_a_canonical_line_reads_back(rules: str, text: str) -> None:
    board, cases = MAPS[rules], parts_of(rules).orders.standing_cases
    once = read(text, board, cases)
    assert "\n".join(map(write_line, once)) == text == canonical(text, board, cases)
    assert read("\n".join(map(write_line, once)), board, cases) == once


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("defend 1  when ATTACKED at egy", "when attacked at Egypt: defend 1"),
        ("ask me within 1 hours when attacked by RED or blue", "when attacked by red or blue: ask me within 1 hour"),
        ("when attacked: defend 1 if attackers 4 or more", "when attacked with 4 or more: defend 1"),
        ("when attacked once by red at Egypt: defend 1", "when attacked at Egypt by red once: defend 1"),
        ("when attacked in Egypt or egypt: defend 1", "when attacked at Egypt: defend 1"),
        ("when attacked at australia or Siam: defend 1", "when attacked in Australia or Siam: defend 1"),
        (
            "when late: place on the weakest border, trade best, then end turn # soon",
            "when late: place on the weakest border; trade best; end turn # soon",
        ),
        ("# mine\n\nwhen late: end turn", "# mine\n\nwhen late: end turn"),
        ("when attacked until year 3: defend 1", "when attacked until round 3: defend 1"),
        (
            "when attacked with 9 or fewer: defend 1 if attackers 4 or more",
            "when attacked with 9 or fewer: defend 1 if attackers 4 or more",
        ),
    ],
)
def test_what_is_typed_is_kept_in_its_canonical_form(typed: str, kept: str) -> None:
    cases = parts_of("modern").orders.standing_cases
    assert canonical(typed, "classic42", cases) == kept
    assert canonical(kept, "classic42", cases) == kept


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Australia", "Australia"), ("Australian Testing Ground", "Australian Testing Ground"), ("water", "water")],
)
def test_the_whole_name_of_a_continent_comes_before_the_short_one_of_a_territory(typed: str, meant: str) -> None:
    assert place(typed, "world2210")[0] == meant


@pytest.mark.parametrize(
    ("line", "says", "wrong"),
    [
        ("when attacked at Atlantis: defend 1", "no territory", "Atlantis"),
        ("when attacked by red or pink: defend 1", "No seat", "pink"),
        ("when attacked by red by blue: defend 1", "only once", "by blue"),
        ("when attacked until 2026-02-30: defend 1", "no day", "2026-02-30"),
        ("when attacked until round 0: defend 1", "counted from 1", "0"),
        ("when attacked: if I hold Siam: defend 1", "behind “when late:” alone", "if"),
        ("else: end turn", "needs a line above", "else"),
        ("when late: end turn\nelse: end turn", "needs a line above", "else"),
        ("when late: if : end turn", "condition is missing", "if"),
        ("when late: ask me", "cannot be asked any more", "ask me"),
    ],
)
def test_a_mistake_says_what_is_wrong_and_where(line: str, says: str, wrong: str) -> None:
    with pytest.raises(BadStandingOrder, match=says) as refused:
        read(line, "classic42")
    assert refused.value.wrong.strip() == wrong


def test_terms_end() -> None:
    once, until, day = (
        read_line(f"when attacked {term}: defend 1", "classic42")
        for term in ("once", "until round 3", "until 2026-12-24")
    )
    assert (once.term, until.term, day.term) == (Term(once=True), Term(round=3), Term(date=date(2026, 12, 24)))
    assert not is_over(once, 9, Moment()) and is_over(once, 1, Moment(frozenset({write_line(once)})))
    assert not is_over(until, 3, Moment()) and is_over(until, 4, Moment())
    assert not is_over(day, 9, Moment(today=date(2026, 12, 24))) and is_over(day, 1, Moment(today=date(2026, 12, 25)))


WORDS = """when attacked invaded is late else if I hold do not have a set : ; , then at in or by with more fewer once
until round 2026-12-24 ask me within hours never play trade lose mods first godswar war bid marker defend 1 2 99 Egypt
Siam Australia water red blue pink anybody miracle played armies units place all rest end turn attackers # Japan"""
KNOWN = WORDS.split()


def random_line(rng: random.Random, rules: str) -> str:
    """A known line with some words lost, doubled or exchanged, or words in any order."""
    words = rng.choice(LINES[rules]).split(" ") if rng.random() < 0.7 else rng.choices(KNOWN, k=rng.randint(0, 14))
    for _ in range(rng.randint(0, 3)):
        at = rng.randint(0, max(len(words) - 1, 0))
        words[at : at + rng.randint(0, 1)] = rng.choices(KNOWN, k=rng.randint(0, 2))
    return rng.choice((" ", "  ", "\t")).join(words)


def walk_lines(count: int) -> int:
    """Read random lines, which read back if they can be read; returns how many could be."""
    rng, read_well = random.Random(20261125), 0
    for _ in range(count):
        rules = rng.choice(list(LINES))
        board, cases = MAPS[rules], parts_of(rules).orders.standing_cases
        line = random_line(rng, rules)
        try:
            kept = canonical(line, board, cases)
        except BadStandingOrder:
            continue
        read_well += 1
        assert canonical(kept, board, cases) == kept, line
        again = [replace(rule, number=0) for rule in read(kept, board, cases)]
        assert again == [replace(rule, number=0) for rule in read(line, board, cases)], line
    return read_well


def test_random_lines_read_back_or_are_refused() -> None:
    assert walk_lines(600) > 100


@pytest.mark.nightly
def test_many_random_lines_read_back_or_are_refused() -> None:
    assert walk_lines(100_000) > 10_000


def test_a_condition_has_a_canonical_form() -> None:
    view = engine.view_for(engine.new_game("modern", ["red", "blue", "green"], chance=engine.FastChance(7)).state, 0)
    for said in ("I hold Siam", "I do not hold Siam", "Siam has 5", "captured Siam", "I have a set"):
        condition = engine.read_condition(said, said, view)
        assert engine.format_condition(condition, view.rules, view.map) == said


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("defend 1 when attacked at Egypt", "when attacked at Egypt: defend 1"),
        ("when attacked: defend 1", None),
        ("when attacked defend 1", None),
        ("defend 1", None),
        ("defend 1 when attacked: by red", None),
        ("", None),
    ],
)
def test_a_case_behind_its_order_is_put_before_it(typed: str, read: str | None) -> None:
    assert turned_round(typed) == (read or typed)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("when invaded: ask me", "This game has no “when invaded”. After “when” it knows “attacked” or “late”."),
        ("ask me when invaded at Egypt", "This game has no “when invaded”."),
        ("when attacked at Sam: defend 1", "There is no territory “Sam” on this map. Did you mean Siam?"),
        ("when attacked in Australai: defend 1", "Did you mean Australia?"),
        ("when attacked red: defend 1", "Write when, a colon, and an order"),
    ],
)
def test_a_line_that_does_not_read_is_told_what_would(line: str, said: str) -> None:
    with pytest.raises(BadStandingOrder) as refused:
        read_line(line, "classic42")
    assert said in refused.value.message
