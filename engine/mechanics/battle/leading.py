"""Who leads an attack, and who of them throws: what differs between pieces that lead and companions that go along.

A family that has companions is led by them: they throw no dice and move in with the captor. Everywhere else who leads
throws one of the dice.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.core.dice import Clash
from engine.core.hooks import DiceHooks
from engine.core.language import gettext
from engine.core.notation import Formatter, TokenReader
from engine.core.offers import ChoiceField
from engine.core.registry import ruleset
from engine.core.ruleset import RuleSet
from engine.mechanics import occupy
from engine.mechanics.battle.types import Attack

Kinds = tuple[str, ...]


class Leaders:
    """Pieces that lead, each with one of the attack's dice; further dice are those of armies."""

    throw = True

    def named_in(self, order: Attack) -> Kinds | UnsetType:
        """Return who is to lead; UNSET is all that may, but a number of dice alone is nobody."""
        return () if order.dice and order.leaders is UNSET else order.leaders

    def limit(self, leaders: Kinds, dice: int) -> Kinds:
        """Return who of them leads with so many dice."""
        return leaders[:dice]

    def drop_fallen(self, order: Attack, left: Kinds) -> Attack | None:
        """Take all but those that are left out of an order, each with its die; None where no die is left."""
        dice = order.dice - len(order.leaders or ()) + len(left)
        return replace(order, leaders=left, dice=dice) if dice else None

    def field(self, able: Mapping[Clash, Kinds], most: Mapping[Clash, int]) -> ChoiceField:
        """Make the field of an offer that says who may lead where: by the dice, of which there are at most so many."""
        rows = {(clash, dice): kinds for clash, kinds in able.items() for dice in range(1, most[clash] + 1)}
        table = {f"{at.src} {at.dst} {dice}": tuple(_subsets(kinds, dice)) for (at, dice), kinds in rows.items()}
        return ChoiceField("leaders", by="src dst dice", table=table)  # as typed

    def read(self, reader: TokenReader) -> dict[str, object]:
        """Read who leads and the number of further dice, which may be left out: `land, naval 1`."""
        rules = ruleset(reader.view.rules)
        may_lead = bool(rules.hooks[DiceHooks].may_lead)
        leaders = occupy.read_unit_pieces(reader) if may_lead else ()
        if leaders and not reader.peek().isdigit():
            return {"dice": len(leaders), "leaders": leaders}
        dice = len(leaders) + _read_number(reader) or -1  # 0 is kept for "the most": a typed one must stay a refusal
        return {"dice": dice, "leaders": leaders} if may_lead else {"dice": dice}

    def write(self, order: Attack, writer: Formatter) -> list[str]:
        leaders = (order.leaders or ()) if order.dice else ()
        dice = order.dice - len(leaders)
        return [*leaders, *([str(dice)] if dice else [])]


class Companions:
    """Pieces that come along beside the dice."""

    throw = False

    def named_in(self, order: Attack) -> Kinds | UnsetType:
        return order.leaders

    def limit(self, leaders: Kinds, dice: int) -> Kinds:
        return leaders

    def drop_fallen(self, order: Attack, left: Kinds) -> Attack:
        return replace(order, leaders=left)

    def field(self, able: Mapping[Clash, Kinds], most: Mapping[Clash, int]) -> ChoiceField:
        table = {f"{at.src} {at.dst}": tuple(_subsets(kinds, len(kinds))) for at, kinds in able.items()}
        return ChoiceField("leaders", by="src dst", table=table)  # as typed

    def read(self, reader: TokenReader) -> dict[str, object]:
        """Read who comes along and a number of dice, one of them or both: `war, sky 2`, `no gods`, `2`."""
        leaders = occupy.read_companions(reader)
        if leaders is not None and not reader.peek().isdigit():
            return {"leaders": leaders}
        return {"dice": _read_number(reader) or -1, "leaders": UNSET if leaders is None else leaders}

    def write(self, order: Attack, writer: Formatter) -> list[str]:
        nobody = f"no {writer.rules.words.companion_words[1]}"  # as typed
        named = [] if order.leaders is UNSET else [", ".join(order.leaders) or nobody]
        return [*named, *([str(order.dice)] if order.dice else [])]


Leading = Leaders | Companions
LEADERS, COMPANIONS = Leaders(), Companions()


def leading_of(rules: RuleSet) -> Leading:
    """Return how attacks are led in games of these rules."""
    return COMPANIONS if rules.companions else LEADERS


def _read_number(reader: TokenReader) -> int:
    dice = reader.number(gettext("a number of dice"))
    reader.pass_over("die", "dice")
    return dice


def _subsets(pieces: Sequence[str], most: int) -> Iterator[Kinds]:
    """List who may lead with so many dice: nobody, one, and so on."""
    for count in range(min(len(pieces), most) + 1):
        yield from dict.fromkeys(combinations(pieces, count))
