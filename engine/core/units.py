"""What stands on a territory: armies, which are all alike, and named pieces, which are not."""

from msgspec import Struct

ALL = -2  # as a number of armies: as many as may go


class Force(Struct, frozen=True, gc=False):
    """What moves, fights or is lost together: `armies` (at least 0, or ALL in an order) and kinds of pieces."""

    armies: int
    pieces: tuple[str, ...] = ()


class Piece(Struct, frozen=True):
    """A named piece on the board: its kind, the seat it belongs to and the territory it stands on."""

    kind: str
    seat: int
    at: int
