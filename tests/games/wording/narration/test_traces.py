"""Whole games of every rule set between bots, as they are told: no sentence shows how it was put together."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

import engine
from engine import bots
from engine.core.state import COLOURS
from games.pages.story import EntryEvents, story_lines
from games.wording import narration

MARKS = re.compile(r"<[^>]*>")
TRACES = {
    "a nought for nothing": re.compile(r"(?<![\d,])\b0 (?!and\b|in all\b)[A-Za-z]"),
    "several of one": re.compile(r"\b1 (?:territories|armies|units|MODs|cards|temples|gods|continents)\b"),
    "a sentence that breaks off": re.compile(
        r"\b(?:added|received|moved|placed|took|played|collected|gathered|bought|revived|with|from|in|to|of|and|for)\s*[.;:]"
    ),
    "two spaces": re.compile(r"  "),
    "a move to where it began": re.compile(r"from ([A-Z][\w ]+?) to \1\b(?! [A-Z])"),
    "an open place for a word": re.compile(r"[{}]|%\(|\bNone\b"),
    "a space before a stop": re.compile(r"\s[.,;:]"),
    "a third person of you": re.compile(r"\b[Yy]ou (?:is|was|has|plays|takes|receives|loses)\b"),
}


def traces_in(sentence: str) -> list[str]:
    return [name for name, pattern in TRACES.items() if pattern.search(sentence)]


@pytest.mark.parametrize(
    ("sentence", "trace"),
    [
        ("Violet added .", "a sentence that breaks off"),
        ("Violet added 0 armies in Peru.", "a nought for nothing"),
        ("You received 0 faith.", "a nought for nothing"),
        ("Red received 3 armies for 1 territories.", "several of one"),
        ("Red moved the Diplomat from Pevek to Pevek.", "a move to where it began"),
        ("Red  took Peru.", "two spaces"),
        ("Red took {dst}.", "an open place for a word"),
        ("Red took Peru .", "a space before a stop"),
    ],
)
def test_each_trace_is_found(sentence: str, trace: str) -> None:
    assert trace in traces_in(sentence)
    assert not traces_in("The bids: you 1, Blue 0 and Red 0. Red moved 10 armies from Alden to Alden Bay.")


def names_of(rules: str) -> narration.Names:
    chance = engine.FastChance(1)
    view = engine.view_for(engine.new_game(rules, ["red", "blue", "green"], chance=chance).state, 0)
    return narration.names_for(view, html=False)


def land(rules: str, name: str) -> int:
    return engine.mapgraph(engine.ruleset(rules).map).names.index(name)


PEVEK, JAPAN, EGYPT = (land("risk2210", name) for name in ("Pevek", "Japan", "Egypt"))


@pytest.mark.parametrize(
    ("rules", "event", "said"),
    [
        ("risk2210", {"type": "cards.armies_added", "seat": 1, "at": []}, "Blue added no MODs."),
        ("godstorm", {"type": "cards.armies_added", "seat": 0, "at": [[3, 0]]}, "You added no armies."),
        ("godstorm", {"type": "miracles.faith_gained", "seat": 2, "faith": 0}, "Green received no faith."),
        (
            "modern",
            {"type": "income.collected", "seat": 1, "territories": 1, "continents": [], "total": 3},
            "Blue received 3 armies for 1 territory.",
        ),
        (
            "risk2210",
            {"type": "cards.commanders_moved", "seat": 1, "moves": [["land", PEVEK, PEVEK], ["naval", PEVEK, JAPAN]]},
            "Blue moved the Naval Commander from Pevek to Japan.",
        ),
        (
            "risk2210",
            {"type": "cards.commanders_moved", "seat": 0, "moves": [["land", PEVEK, PEVEK]]},
            "You moved nobody.",
        ),
        (
            "risk2210",
            {"type": "seat.eliminated", "seat": 1, "by": 2, "cards": 5, "buildings": [["station", EGYPT]]},
            "Green destroyed the last of Blue’s units. Blue is out of the game. "
            "Gone with Blue: the Space Station in Egypt.",
        ),
        (
            "godstorm",
            {"type": "seat.eliminated", "seat": 0, "by": 2, "cards": 0},
            "Green destroyed the last of your armies. You are out of the game.",
        ),
        (
            "risk2210",
            {"type": "seat.eliminated", "seat": 1, "by": 1, "cards": 0},
            "Blue lost the last of their units and is out of the game.",
        ),
        (
            "modern",
            {"type": "seat.eliminated", "seat": 1, "by": 2, "cards": 2},
            "Green took the last territory of Blue, who is out of the game.",
        ),
    ],
)
def test_what_is_rare_is_told_in_whole_sentences(rules: str, event: dict[str, object], said: str) -> None:
    assert str(narration.sentence(event, names_of(rules))) == said


def played(rules: str, seed: int, most: int) -> Iterator[engine.Transition]:
    """What comes of each action of a game between bots."""
    rng, chance, seats = random.Random(seed), engine.FastChance(seed), engine.ruleset(rules).seats
    step = engine.new_game(rules, list(COLOURS[: min(seats[-1], max(seats[0], 4))]), chance=chance)
    yield step
    for number in range(most):
        asked = engine.open_decision(step.state)
        if asked is None:
            return
        view = engine.view_for(step.state, asked.seats[0])
        bot = ("veteran", "random", "recruit")[(seed + number // 9) % 3]
        step = engine.apply(step.state, bots.choose(bot, view, rng), chance)
        yield step


def told(rules: str, seed: int, most: int) -> Iterator[str]:
    """All sentences of a game as its first seat reads them: event by event, and as one story."""
    entries: list[EntryEvents] = []
    for number, step in enumerate(played(rules, seed, most), start=1):
        names = narration.names_for(engine.view_for(step.state, 0), html=False)
        events = [engine.event_to_json(engine.event_for(event, 0)) for event in step.events]
        yield from (str(narration.sentence(event, names)) for event in events)
        entries.append(EntryEvents(number, datetime.now(UTC), events))
    names = narration.names_for(engine.view_for(step.state, 0))
    for line in story_lines(entries, names):
        yield MARKS.sub("", f"{line.text} {line.loss}".rstrip())


def check(rules: str, seed: int, most: int) -> None:
    wrong = {sentence: found for sentence in told(rules, seed, most) if (found := traces_in(sentence))}
    assert not wrong, wrong


RULES = [rules for rules in engine.rulesets() if rules != "toy"]


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", RULES)
def test_a_game_leaves_no_trace(rules: str) -> None:
    check(rules, 1, 500)


@pytest.mark.nightly
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("rules", RULES)
def test_many_whole_games_leave_no_trace(rules: str, seed: int) -> None:
    check(rules, seed, 6000)
