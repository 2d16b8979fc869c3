"""Prove the dice of a game: the seal, everybody's word, the first head and the present head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Facts
from engine.journal import HEAD_SHOWN
from games.models import Entry, Game, Player
from games.play import chain


@dataclass(frozen=True)
class PlayerWord:
    """Somebody who sat down. `word` is empty for bots."""

    player: Player
    word: str


@dataclass(frozen=True)
class DiceProof:
    """All of it may be known to whoever may see the game. `words` are in the order in which people sat down; there are
    none in games that began before words were asked for. `pairing` is the digest of what gave the seats, empty where
    they were drawn."""

    seal: str
    first_head: str
    head: str
    entries: int
    words: tuple[PlayerWord, ...]
    seats: tuple[Player, ...]
    pairing: str = ""


def first_head_shown(game: Game) -> str:
    """Compute the head that everybody's word and the settings make, before the first entry. One query."""
    return chain.first_head(_start_of(game), game.digest)[:HEAD_SHOWN]


def _start_of(game: Game) -> Facts:
    return Entry.objects.values_list("action", flat=True).get(game_id=game.pk, kind=Entry.Kind.START) or {}


def dice_proof(game: Game, players: Sequence[Player]) -> DiceProof:
    """Build the proof of the dice of a game that has begun. One query."""
    start = _start_of(game)
    of_colour = {player.colour: player for player in players}
    return DiceProof(
        seal=game.digest,
        first_head=chain.first_head(start, game.digest)[:HEAD_SHOWN],
        head=game.head[:HEAD_SHOWN],
        entries=game.chained,
        words=tuple(PlayerWord(of_colour[each["colour"]], each["word"]) for each in start.get("joined", ())),
        seats=tuple(of_colour[colour] for colour in start["seats"]),
        pairing=start.get("pairing", ""),
    )
