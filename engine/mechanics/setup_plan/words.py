"""Plans in words: read from orders, part by part, and written."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from engine.core.errors import quoted
from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command, Formatter, TokenReader, either, write_as
from engine.core.registry import ruleset
from engine.mechanics.deploy import Placements
from engine.mechanics.setup_plan.types import ADVISERS, ANY, NEXT_TO_MINE, Adviser, Plan, Wish, armies_in_a_row

USAGE = (
    "plan claim TERRITORY, CONTINENT, next to mine, any; "  # as typed
    "place 5 TERRITORY, 3 TERRITORY, rest on the weakest border; neutral TERRITORY, rest on their weakest; like BOT"
)


@dataclass
class _Said:
    """The parts of a plan as they are read; of armies also whether the rest is named too."""

    claim: tuple[Wish, ...] = ()
    place: tuple[Placements, bool] = ((), False)
    neutral: tuple[Placements, bool] = ((), False)
    like: Adviser | None = None
    pieces: dict[str, list[int]] = field(default_factory=dict)


def read_plan(reader: TokenReader) -> Plan:
    """Read the parts of a plan, each once, in any order; `like BOT` is filled in once all else is read."""
    said, parts = _Said(), set[str]()
    while reader.more():
        part = next((word for word in _parts_of(reader) if reader.take(word)), None)
        if part is None:
            typed = reader.typed()
            why = gettext("I do not understand {typed} in a plan.").format(typed=quoted(typed))
            raise reader.fail(f"{why} {write_as(USAGE)}", wrong=typed)
        if part in parts:
            why = gettext("A plan has only one part “{part}”: put everything in it, separated by commas.")
            raise reader.fail(why.format(part=part))
        parts.add(part)
        if part in PARTS:
            setattr(said, part, PARTS[part](reader))
        else:
            said.pieces[part] = _read_ranking(reader)
    (at, at_is_whole), (neutral, neutral_is_whole) = said.place, said.neutral
    pieces = tuple((part, land) for part, lands in said.pieces.items() for land in lands)
    plan = Plan(reader.seat, said.claim, at, neutral, pieces)
    if said.like is None:
        return plan
    drawn = said.like(reader.view, plan)
    return Plan(
        reader.seat,
        said.claim if ANY in said.claim else _join_wishes(said.claim, drawn.claim),
        at if at_is_whole else _with_further(at, drawn.place),
        neutral if neutral_is_whole else _in_a_row((*armies_in_a_row(neutral), *armies_in_a_row(drawn.neutral))),
        (*pieces, *(pair for pair in drawn.pieces if pair not in pieces)),
    )


def _parts_of(reader: TokenReader) -> tuple[str, ...]:
    """List the parts of a plan; those of the rule set, the last, rank territories."""
    return (*PARTS, *ruleset(reader.view.rules).plan_parts)


def _read_ranking(reader: TokenReader) -> list[int]:
    lands = []
    while _goes_on(reader):
        lands.append(reader.territory())
    if not lands:
        raise reader.fail(gettext("Name the territories you want, your first choice first."))
    return lands


def _join_wishes(wishes: Sequence[Wish], further: Iterable[Wish]) -> tuple[Wish, ...]:
    return (*wishes, *(wish for wish in further if wish not in wishes))


def _with_further(at: Placements, further: Placements) -> Placements:
    named = {spot for spot, _ in at}
    return (*at, *(pair for pair in further if pair[0] not in named))


def _in_a_row(spots: Iterable[int]) -> Placements:
    """Group armies placed one by one into pairs: those that follow each other on one territory are put together."""
    pairs: list[tuple[int, int]] = []
    for spot in spots:
        if pairs and pairs[-1][0] == spot:
            pairs[-1] = spot, pairs[-1][1] + 1
        else:
            pairs.append((spot, 1))
    return tuple(pairs)


def _goes_on(reader: TokenReader) -> bool:
    return reader.more() and reader.peek() not in _parts_of(reader)


def _read_claim(reader: TokenReader) -> tuple[Wish, ...]:
    wishes: list[Wish] = []
    while _goes_on(reader):
        if reader.take("next", "mine"):  # `to` is no word of the language
            wishes.append(NEXT_TO_MINE)
        elif reader.take("any"):
            wishes.append(ANY)
        else:
            wishes.append(reader.land())
    if not wishes:
        raise reader.fail(gettext("Say what to claim: plan claim TERRITORY, CONTINENT, next to mine, any."))
    return tuple(wishes)


def _read_place(reader: TokenReader) -> tuple[Placements, bool]:
    """Read pairs of territory and armies; returns them and whether the rest is named too."""
    at: list[tuple[int, int]] = []
    while _goes_on(reader):
        if reader.take("rest"):
            _rest(reader, "on", "the", "weakest", "border")
            return tuple(at), True
        armies = reader.armies()
        at.append((reader.territory(), armies))
    if not at:
        why = gettext("Say how many {armies} go where: plan place 5 TERRITORY, 3 TERRITORY.")
        raise reader.fail(why.format(armies=reader.armies_noun))
    return tuple(at), False


def _read_neutral(reader: TokenReader) -> tuple[Placements, bool]:
    spots: list[int] = []
    while _goes_on(reader):
        if reader.take("rest"):
            _rest(reader, "on", "their", "weakest")
            return _in_a_row(spots), True
        armies = reader.armies() if reader.peek().isdigit() else 1
        spots += [reader.territory()] * min(armies, 1000)
    if not spots:
        why = gettext("Say where the neutral {armies} go: plan neutral TERRITORY, 2 TERRITORY.")
        raise reader.fail(why.format(armies=reader.armies_noun))
    return _in_a_row(spots), False


def _rest(reader: TokenReader, *words: str) -> None:
    """Read `rest` with the words behind it, which may be left out."""
    reader.take(*words)
    if _goes_on(reader):
        why = gettext("This part ends with: {words}.").format(words=" ".join(("rest", *words)))
        raise reader.fail(why, wrong=reader.typed())


def _read_like(reader: TokenReader) -> Adviser:
    reader.take("a")
    name = reader.peek()
    if name not in ADVISERS:
        near = get_close_matches(name, ADVISERS)
        hint = gettext("Try {words}.").format(words=either([*(near or ADVISERS)]))
        if name:
            why = gettext("There is no bot {name}.").format(name=quoted(reader.typed()))
        else:
            why = gettext("A bot’s name is missing at the end.")
        raise reader.fail(why, near, wrong=reader.typed(), hint=hint)
    reader.take(name)
    return ADVISERS[name]


PARTS: dict[str, Callable[[TokenReader], object]] = {
    "claim": _read_claim,
    "place": _read_place,
    "neutral": _read_neutral,
    "like": _read_like,
}


def write_plan(order: Plan, writer: Formatter) -> str:
    parts = {
        "claim": ", ".join(_wish(wish, writer) for wish in order.claim),
        "place": ", ".join(f"{armies} {writer.territory(spot)}" for spot, armies in order.place),
        "neutral": ", ".join(
            f"{armies} {writer.territory(spot)}" if armies > 1 else writer.territory(spot)
            for spot, armies in order.neutral
        ),
    }
    for part, spot in order.pieces:
        parts[part] = f"{parts[part]}, {writer.territory(spot)}" if part in parts else writer.territory(spot)
    said = "; ".join(f"{part} {words}" for part, words in parts.items() if words)
    return f"plan {said}".strip()


def _wish(wish: Wish, writer: Formatter) -> str:
    return {NEXT_TO_MINE: "next to mine", ANY: "any"}.get(str(wish)) or writer.land(wish)  # as typed


PLAN = Command(
    "plan",
    Plan,
    read_plan,
    write_plan,
    USAGE,
    gettext_noop(
        "your whole set-up at once, in games with plans; you can leave out parts and write it in several lines"
    ),
    is_block=True,
)
