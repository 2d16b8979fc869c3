"""How many units of a territory move: the bounds, the choice, and the board as it will stand. Where pieces stand beside
armies each of these goes by its name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import engine
from games.decisions.kit.context import PageContext, offered_field
from games.decisions.kit.panel import advice, hazards
from games.families.parts import parts_of
from games.families.pieces import own_name, piece_name


@dataclass(frozen=True)
class PieceChoice:
    """A piece that can go along, whether it `must`, and whether it is ticked; `note` says what it is good for."""

    kind: str
    name: str
    must: bool
    goes: bool
    sign: str = ""
    note: str = ""


@dataclass(frozen=True)
class Amount:
    """How many armies: bounds, the chosen number, what a friend would say if all of them went, and what the move costs
    with any number; with them the two territories and what stands there now, for the board that shows how it will be.
    `pieces` may go too."""

    least: int
    most: int
    value: int
    advice: tuple[str, ...] = ()
    src_code: str = ""
    dst_code: str = ""
    src_armies: int = 0
    dst_armies: int = 0
    pieces: tuple[PieceChoice, ...] = ()
    hazards: tuple[str, ...] = ()

    @property
    def filled(self) -> int:
        """The share of the slider, in per cent."""
        return round(100 * (self.value - self.least) / max(1, self.most - self.least))

    @property
    def force(self) -> engine.Facts:
        """The units that go, as an order has them."""
        return {"armies": self.value, "pieces": [piece.kind for piece in self.pieces if piece.goes]}

    @property
    def musts(self) -> tuple[str, ...]:
        """The names of the pieces that must go."""
        return tuple(piece.name for piece in self.pieces if piece.must)


def amount_of(context: PageContext, tag: str, way: Mapping[str, int], move: engine.Facts) -> Amount:
    """Read how many armies the reader chose to move, else all that may go, of the offer `tag`. `way` are source and
    destination, `move` is the action without its seat and force."""
    field = offered_field(context.view, tag, "force", engine.ForceField)
    src, dst, given = way["src"], way["dst"], dict(way)
    every = whole_force(field, given)
    order = {**move, "seat": context.me, "force": every}
    costs = hazards(context, order)
    said = tuple(sentence for sentence in advice(context, order) if sentence not in costs)
    least, most = field.bounds_for(given)
    going = every["pieces"]
    units, along = field.pieces_for(given), field.along_for(given)
    if units:
        least, most = 0, min(most, field.armies_for(given))
    elif along:
        least = 0
    pieces = tuple(_piece(context, kind, field, going) for kind in (*units, *along))
    wish = context.selection.force if context.selection.force is not None else every["armies"]
    codes = context.code(src), context.code(dst)
    standing = context.view.units(src) - len(going), context.view.units(dst) + len(going)
    return Amount(least, most, max(least, min(wish, most)), said, *codes, *standing, pieces, costs)


def _piece(context: PageContext, kind: str, field: engine.ForceField, going: Collection[str]) -> PieceChoice:
    view = context.view
    name, sign = piece_name(view, context.me, kind), parts_of(view.rules).board.piece_signs.get(kind)
    note = sign.title(name) if sign and own_name(view, context.me, kind) else ""
    return PieceChoice(kind, name, kind in field.must, kind in going, sign.sign if sign else "", note)


def whole_force(field: engine.ForceField, given: engine.Facts) -> engine.Facts:
    """Make up the force of everything that may go: those who must, the other pieces, then armies."""
    most = field.bounds_for(given)[1]
    ranked = [*field.must, *(kind for kind in field.pieces_for(given) if kind not in field.must)]
    pieces = ranked[:most]
    return {"armies": min(most - len(pieces), field.armies_for(given)), "pieces": pieces}


def after_move(amount: Amount | None, src: int | None, dst: int | None) -> dict[int, int]:
    """Count the armies of both territories as they will stand; empty while no amount is chosen."""
    if amount is None or src is None or dst is None:
        return {}
    return {src: amount.src_armies - amount.value, dst: amount.dst_armies + amount.value}


def sign_of(view: engine.PlayerView, kind: str) -> str:
    """Return the sign of a kind of piece; empty where it has none."""
    signs = parts_of(view.rules).board.piece_signs
    return signs[kind].sign if kind in signs else ""
