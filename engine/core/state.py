"""The whole of a game between two moments: plain numbers, lists and small structs.

No clock, no float, no set, nothing that points back. A family of rule sets adds fields in one subclass that holds
data only. Whoever changes a state does so through a context; everybody else sees views.
"""

from typing import Any, ClassVar

from msgspec import Struct, field

from engine.core.agenda import AgendaItem
from engine.core.units import Piece

NOBODY = -1  # the owner of a territory that no seat holds
Options = Any
"""The switches of a game: a struct of its family. Shared rules read those fields that every family of theirs has."""
COLOURS = ("red", "blue", "yellow", "green", "violet", "grey")  # of the seats, in the order in which they are given


class Player(Struct, frozen=True):
    """What belongs to one seat alone: its cards (secret) and whether it is out of the game."""

    hand: tuple[int, ...] = ()
    out: bool = False


class GameState(Struct, kw_only=True):
    """Mutable inside the engine, copied at its door.

    `owner` and `armies` have one entry a territory; `order` is the turn order of this round; `ref` numbers the open
    question; `pool` holds the armies that the active seat has yet to place; `supply` those of each seat in set-up.
    A deck is a tuple of layers, each a sorted multiset of cards: a draw picks from the first, so there is no secret
    order to leak. `captures` counts the territories that were taken from somebody's units in the running turn.
    `buildings` and `bystanders` are the kinds of pieces that are no units: they do not fight, and only buildings hold
    land, though against nobody.
    """

    buildings: ClassVar[frozenset[str]] = frozenset()
    bystanders: ClassVar[frozenset[str]] = frozenset()

    rules: str
    family: str
    map: str
    options: Options
    seats: tuple[str, ...]
    owner: list[int]
    armies: list[int]
    players: list[Player]
    agenda: list[AgendaItem] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    decks: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    discards: dict[str, tuple[int, ...]] = field(default_factory=dict)
    supply: list[int] = field(default_factory=list)
    order: tuple[int, ...] = ()
    active: int = 0
    round: int = 0
    seq: int = 0
    ref: int = 0
    pool: int = 0
    captures: int = 0
    sets_traded: int = 0
    winners: tuple[int, ...] = ()

    def copy(self) -> "GameState":
        """Copy the state: the lists are new, what they hold is frozen."""
        twin: GameState = self.__copy__()  # type: ignore[attr-defined]  # copy.copy by its short way
        twin.owner = [*self.owner]
        twin.armies = [*self.armies]
        twin.players = [*self.players]
        twin.agenda = [*self.agenda]
        twin.pieces = [*self.pieces]
        twin.decks = {**self.decks}
        twin.discards = {**self.discards}
        twin.supply = [*self.supply]
        return twin

    @property
    def neutral(self) -> int:
        """The seat number that stands for a neutral army: one past the players."""
        return len(self.players)

    def active_seats(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if not player.out]

    def has_piece(self, seat: int, kind: str) -> bool:
        """Return whether a seat has a piece of this kind anywhere on the board."""
        return any(piece.kind == kind and piece.seat == seat for piece in self.pieces)

    @classmethod
    def no_units(cls) -> frozenset[str]:
        """Collect the kinds of pieces that do not fight."""
        return cls.buildings | cls.bystanders

    def units(self, territory: int) -> int:
        """Count the units on a territory: armies, and pieces that fight."""
        standing = self.armies[territory]
        if self.pieces:
            others = self.no_units()
            standing += sum(piece.at == territory and piece.kind not in others for piece in self.pieces)
        return standing
