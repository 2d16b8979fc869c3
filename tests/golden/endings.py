"""The ways in which games end, and for each a golden game to find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import GameState
from engine.core.events import Event
from engine.rules.classic.capitals import AllHeld, CapitalLost
from engine.rules.classic.missions import Fulfilled
from engine.rules.godstorm.epochs import EPOCHS
from engine.rules.godstorm.epochs import Scored as ScoredEpochs
from engine.rules.risk2210.years import Scored as ScoredYears

EXPERT = "+exp_sets+exp_fortify+exp_cap+exp_card+exp_commander"
EXPERT_CAPITALS = EXPERT + "+exp_capitals"
PLANNED = {"setup_orders": "planned"}
WON = "won"  # in whatever way


@dataclass(frozen=True)
class Ending:
    """A game to record: `how` it must end. `rounds` is where it is broken off. The seats are lively unless `players`
    says who sits on the first of them: a bot by its name, or `idle`, who leaves all to the default answers."""

    name: str
    rules: str
    seats: int
    how: str
    options: Mapping[str, Any] = field(default_factory=dict)
    rounds: int = 60
    players: tuple[str, ...] = ()


ENDINGS = (
    Ending("classic-1959-last-opponent", "classic_1959", 3, "last"),
    Ending("classic-1959-capital-lost", "classic_1959+exp_capitals", 4, "capital lost"),
    Ending("classic-1959-experts", "classic_1959" + EXPERT_CAPITALS, 4, "capital lost"),
    Ending("classic-1959-2p-neutral-left", "classic_1959_2p", 2, "neutral left"),
    Ending("classic-1959-2p-neutral-gone", "classic_1959_2p", 2, "neutral gone"),
    Ending("modern-last-opponent", "modern", 4, "last"),
    Ending("modern-experts", "modern" + EXPERT_CAPITALS, 3, "capital lost"),
    Ending("modern-round-limit", "modern", 3, "unfinished", rounds=5),
    Ending("modern-planned", "modern", 4, "last", PLANNED),
    Ending("modern-2p-planned", "modern_2p", 2, "neutral left", PLANNED),
    Ending("modern-2p-neutral-left", "modern_2p", 2, "neutral left"),
    Ending("capital-all-held", "capital", 4, "capitals"),
    Ending("capital-two-needed", "capital", 4, "capitals", {"capitals_needed": 2}),
    Ending("capital-experts", "capital" + EXPERT, 3, "capitals"),
    Ending("secret-mission-continents", "secret_mission", 4, "continents"),
    Ending("secret-mission-24-territories", "secret_mission", 4, "territories"),
    Ending("secret-mission-18-with-two", "secret_mission", 4, "two on each"),
    Ending("secret-mission-target-destroyed", "secret_mission", 4, "destroyed"),
    Ending("secret-mission-target-destroyed-by-other", "secret_mission", 4, "destroyed by other"),
    Ending("secret-mission-own-colour", "secret_mission", 4, "own colour"),
    Ending("secret-mission-everybody-out", "secret_mission", 3, "last"),
    Ending(
        "secret-mission-target-lost",
        "secret_mission",
        4,
        "target lost",
        {"missions": "eu14", "mission_target_killed_by_other": "becomes_24"},
    ),
    Ending("secret-mission-third-continent", "secret_mission", 4, "continents", {"missions": "eu14"}),
    Ending("book2210-last-opponent", "book2210", 3, "last"),
    Ending("book2210-2p-neutral-left", "book2210_2p", 2, "neutral left"),
    Ending("godstorm-classic-last-opponent", "godstorm_classic", 3, "last"),
    Ending("godstorm-classic-2p-neutral-left", "godstorm_classic_2p", 2, "neutral left"),
    Ending("risk2210-five-years", "risk2210", 5, "score"),
    Ending("risk2210-planned", "risk2210", 3, "score", PLANNED),
    Ending("risk2210-two-players", "risk2210", 2, "score"),
    Ending("risk2210-tie-energy", "risk2210", 2, "energy"),
    Ending("risk2210-tie-units", "risk2210", 2, "units"),
    Ending("risk2210-shared", "risk2210", 2, "shared", players=("idle", "idle")),
    Ending("risk2210-last-opponent", "risk2210", 2, "last", players=("veteran",)),
    Ending("godstorm-five-epochs", "godstorm", 5, "score"),
    Ending("godstorm-six-epochs", "godstorm", 4, "six epochs"),
    Ending("godstorm-atlantis-sunk", "godstorm", 3, "sunk"),
    Ending("godstorm-planned", "godstorm", 3, "score", PLANNED),
    Ending("godstorm-two-players", "godstorm", 2, "score"),
    Ending("godstorm-tie-faith", "godstorm", 2, "faith"),
    Ending("godstorm-tie-temples", "godstorm", 2, "temples"),
    Ending("godstorm-tie-gods", "godstorm", 3, "gods", PLANNED),
    Ending("godstorm-tie-armies", "godstorm", 2, "armies", players=("idle", "idle")),
    Ending("godstorm-shared", "godstorm", 3, "shared", players=("idle", "idle", "idle")),
    Ending("godstorm-last-opponent", "godstorm", 2, "last", PLANNED),
)


def how_it_ended(state: GameState, events: Sequence[Event]) -> str:
    """The kind of end, from the last state and what happened in the last action."""
    if not state.winners:
        return "unfinished"
    for event in events:
        match event:
            case AllHeld():
                return "capitals"
            case Fulfilled():
                return _mission(state, event)
            case CapitalLost():
                return "capital lost"
            case ScoredYears(scores):
                return _decided(YEARS_TIES, scores)
            case ScoredEpochs(scores):
                return _epochs(state, _decided(EPOCHS_TIES, scores))
    if not getattr(state.options, "neutral_army", False):
        return "last"
    return "neutral left" if state.neutral in state.owner else "neutral gone"


YEARS_TIES, EPOCHS_TIES = ("energy", "units"), ("faith", "temples", "gods", "armies")
"""What breaks ties of the final score, in this order."""


def _decided(ties: Sequence[str], scores: Sequence[Any]) -> str:
    """What decided the final score: the score itself, what breaks ties, or nothing."""
    ranks = sorted(((score.total, *(getattr(score, tie) for tie in ties)) for score in scores), reverse=True)
    for how, first, second in zip(("score", *ties), ranks[0], ranks[1], strict=True):
        if first != second:
            return how
    return "shared"


def _epochs(state: Any, decided: str) -> str:
    """What is rarest in a war of epochs: a tie, an island that sank, an epoch that came again."""
    if decided != "score":
        return decided
    return "sunk" if state.sunken else "six epochs" if state.round > EPOCHS else decided


def _mission(state: GameState, won: Fulfilled) -> str:
    kind, _, target = won.mission.partition("_")
    if kind == "occupy":
        return "territories" if target == "24" else "two on each"
    if kind != "destroy":
        return "continents"
    colours = {"black": "violet", "pink": "grey"}
    seat = state.seats.index(colours.get(target, target))
    if seat == won.seat:
        return "own colour"
    if won.seat != state.active:
        return "destroyed by other"
    counts = state.options.mission_target_killed_by_other == "counts"
    return "destroyed" if counts or state.owner.count(won.seat) < 24 else "target lost"
