"""Attacks, defences and losses as text, and what may be answered as offers."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from engine.core.actions import Action
from engine.core.context import Context
from engine.core.dice import Clash, may_lead, name_leaders
from engine.core.facts import Facts
from engine.core.language import gettext, gettext_noop
from engine.core.mapgraph import mapgraph
from engine.core.notation import Command, Formatter, TokenReader, write_as
from engine.core.offers import ChoiceField, LossesField, NumberField, Offer, TerritoryField
from engine.core.registry import ruleset
from engine.core.state import NOBODY
from engine.core.units import ALL, Force
from engine.core.view import PlayerView
from engine.mechanics import occupy
from engine.mechanics.battle.forecast import outcome_of
from engine.mechanics.battle.leading import leading_of
from engine.mechanics.battle.targeting import leaders_of, most_attack_dice, most_dice, reach
from engine.mechanics.battle.types import Attack, AttackAsked, AttackInProgress, Defend, DefendAsked, Lose

# --- what may be answered


def attack_offers(context: Context, asked: AttackAsked, seat: int) -> tuple[Offer, ...]:
    open_attacks = {
        src: tuple(there) for src, there in reach(context, seat, context.each_place(seat), asked.zones or ())
    }
    end = Offer("turn.end", gettext_noop("End attacks"))
    if not open_attacks:
        return (end,)
    fields = (
        TerritoryField("src", tuple(open_attacks)),
        TerritoryField("dst", by="src", table={str(src): there for src, there in open_attacks.items()}),
        *_dice_fields(context, open_attacks),
    )
    return (Offer("battle.attack", gettext_noop("Attack"), fields), end)


def _dice_fields(context: Context, open_attacks: Mapping[int, Sequence[int]]) -> Iterator[NumberField | ChoiceField]:
    """Make the field of dice, which hang on the target where the leaders do, and that of leaders."""
    hooks = context.dice_hooks
    if not hooks.may_lead:
        rows = {str(src): (1, most_attack_dice(context, src)) for src in open_attacks}
        yield NumberField("dice", by="src", table=rows)
        return
    clashes = [Clash(src, dst) for src, there in open_attacks.items() for dst in there]
    most = {clash: most_dice(context, "attacker", name_leaders(hooks, context, clash)) for clash in clashes}
    rows = {f"{clash.src} {clash.dst}": (1, count) for clash, count in most.items()}
    yield NumberField("dice", by="src dst", table=rows)  # as typed
    able = {clash: may_lead(hooks, context, clash) for clash in clashes}
    yield leading_of(context.rules).field(able, most)


def defend_offers(context: Context, asked: DefendAsked, seat: int) -> tuple[Offer, ...]:
    most = most_dice(context, "defender", asked)
    return (Offer("battle.defend", gettext_noop("Defend"), (NumberField("dice", least=1, most=most),)),)


def about_defence(context: Context, asked: DefendAsked) -> Facts:
    most = most_dice(context, "defender", asked)
    about = {"seat": asked.seat, "src": asked.src, "dst": asked.dst, "dice": asked.dice, "most": most}
    if not context.dice_hooks.may_lead:
        return about
    running = context.state.agenda[-2]
    assert isinstance(running, AttackInProgress)
    leaders = leaders_of(context, running.order)
    return about | {"leaders": leading_of(context.rules).limit(leaders, asked.dice)}


# --- advice

LONG_ODDS = 1 / 3


def warn_before_attack(view: PlayerView, order: Attack) -> str:
    """Warn of several throws that will probably not capture."""
    found = outcome_of(view, order) if order.throws != 1 else None
    if found is None or found.win >= LONG_ODDS:
        return ""
    words = gettext("Your chance to capture {territory} is {chance} %.")
    return words.format(chance=f"{found.win * 100:.0f}", territory=mapgraph(view.map).names[order.dst])


def with_usual_advance(action: Action) -> Action:
    """Make an attack that says nothing of an advance move in as usual: all but one if its source has no enemy neighbour
    any more, else the least. Other actions stay as they are."""
    if isinstance(action, Attack) and action.advance == occupy.ASK:
        return replace(action, advance=occupy.USUAL)
    return action


# --- orders as text

WISHES = {ALL: "all", occupy.LEAST: "least", occupy.USUAL: "as usual"}  # as typed


def read_attack(reader: TokenReader) -> Attack:
    """Read an attack. Its conditions stand together in any order; the first one that is met stops the attack."""
    src, dst = reader.way()
    said: dict[str, object] = {}
    seen: set[str] = set()
    while "advance" not in seen and reader.more():
        clause = next((words for words in CLAUSES if reader.take(*words.split())), None)
        if clause is None:
            break
        name = clause.split()[-1]
        if name in seen:
            raise reader.fail(gettext("Write `{clause}` only once.").format(clause=clause))
        read, right = CLAUSES[clause]
        said |= {key: value for key, value in read(reader).items() if key not in said or value}
        reader.no_number(right)
        seen.add(name)
    return replace(Attack(reader.seat, src, dst), **said)


def _read_dice(reader: TokenReader) -> dict[str, object]:
    """Read who leads, and dice as ordered."""
    return leading_of(ruleset(reader.view.rules)).read(reader)


def _read_until(reader: TokenReader) -> dict[str, object]:
    """Read `captured`, `4 left`, or both joined by `or`: a capture ends every attack."""
    left = 0
    while True:
        if not reader.take("captured"):
            if left:
                why = gettext("Give one number of {armies}: until 4 left.")
                raise reader.fail(why.format(armies=reader.armies_noun))
            left = reader.armies(gettext("`captured` or a number of {armies}"))
            if not reader.take("left") or not left:
                raise reader.fail(write_as("until 4 left"))  # as typed
        if not reader.take("or"):
            return {"throws": 0, "left": left}


def _read_throws(reader: TokenReader) -> dict[str, object]:
    throws = reader.number(gettext("a number of throws"))
    if not (reader.take("throws") or reader.take("throw")) or not throws:
        raise reader.fail(write_as("for 3 throws"))  # as typed
    return {"throws": throws}


def _read_odds(reader: TokenReader) -> dict[str, object]:
    return {"throws": 0, "odds": _read_percent(reader)}


def _read_then(reader: TokenReader) -> dict[str, object]:
    """Read a wish, or the pieces that go and how many armies, in either order."""
    if pieces := occupy.read_unit_pieces(reader):
        return {"advance": occupy.read_amount_ahead(reader), "advancing": pieces}
    wish = read_wish(reader)
    named = occupy.read_unit_pieces(reader) if wish > 0 else ()
    return {"advance": wish, "advancing": named} if named else {"advance": wish}


def _read_percent(reader: TokenReader) -> int:
    found = re.fullmatch(r"([1-9][0-9]?|100)%?", reader.peek())
    if not found:
        raise reader.fail(write_as("while odds 60%"))  # as typed
    reader.at += 1
    reader.take("%")
    return int(found[1])


def read_wish(reader: TokenReader) -> int:
    for wish, words in WISHES.items():
        if reader.take(*words.split()):
            return wish
    return reader.armies(gettext("a number of {armies}, `all` or `least`"))


CLAUSES: dict[str, tuple[Callable[[TokenReader], dict[str, object]], str]] = {
    "with": (_read_dice, "with 2"),
    "until": (_read_until, "until 4 left"),
    "for": (_read_throws, "for 3 throws"),
    "while odds": (_read_odds, "while odds 60%"),  # as typed
    "then advance": (_read_then, "then advance 5"),  # as typed
    "and advance": (_read_then, "then advance 5"),  # as typed
}
"""How each clause is read, and an example of it."""


def write_attack(order: Attack, writer: Formatter) -> str:
    verb = writer.rules.attack.words.get(writer.graph.zone(order.dst), "attack")
    text = f"{verb} {writer.territory(order.src)} {writer.territory(order.dst)}"
    conditions = bool(order.left or order.odds)
    if said := leading_of(writer.rules).write(order, writer):
        text += f" with {' '.join(said)}"  # as typed
    if order.left:
        text += f" until captured or {order.left} left"  # as typed
    elif order.throws == 0 and not conditions:
        text += " until captured"  # as typed
    if order.throws > 1 or (order.throws == 1 and conditions):
        text += f" for {order.throws} throw{'s' * (order.throws > 1)}"  # as typed
    if order.odds:
        text += f" while odds {order.odds}%"  # as typed
    if order.advancing:
        text += f", then advance {occupy.write_force(Force(order.advance, order.advancing), writer)}"  # as typed
    elif order.advance != occupy.ASK:
        text += f", then advance {WISHES.get(order.advance, order.advance)}"  # as typed
    return text


def read_defence(reader: TokenReader) -> Defend:
    """Read a defence: `2`, or `with 2 dice`."""
    reader.pass_over("with")
    dice = reader.number(gettext("1 or 2"))
    reader.pass_over("die" if dice == 1 else "dice")
    return Defend(reader.seat, dice)


def read_losses(reader: TokenReader) -> Lose:
    """Read pieces and armies with their places behind them: `general, 1 at Brazil, 2 at Peru`. Where one territory is
    asked about, its name may be left out. A place that is named again takes both together."""
    lost: dict[int, Force] = {}
    while reader.more() or not lost:
        force = _read_lost_units(reader)
        at = _read_lost_at(reader)
        before = lost.get(at, Force(0))
        lost[at] = Force(before.armies + force.armies, before.pieces + force.pieces)
    return Lose(reader.seat, tuple(lost.items()))


def _read_lost_units(reader: TokenReader) -> Force:
    pieces: list[str] = []
    armies = 0
    while reader.more() and reader.peek() != "at":
        if reader.peek().isdigit():
            armies = reader.armies()
            reader.no_number("lose 2")
        else:
            named = occupy.read_pieces(reader)
            if not named:
                reader.armies(others=ruleset(reader.view.rules).unit_pieces)  # `all` is no number of losses
            pieces += named
    if not pieces and not armies:
        raise reader.fail(write_as("lose 2"))  # as typed
    return Force(armies, tuple(pieces))


def _read_lost_at(reader: TokenReader) -> int:
    if reader.take("at"):
        return reader.territory()
    places = _list_asked_places(reader.view)
    if len(places) > 1:
        raise reader.fail(gettext("Say where: {order}.").format(order="lose 2 at TERRITORY"))  # as typed
    return places[0] if places else NOBODY


def _list_asked_places(view: PlayerView) -> tuple[int, ...]:
    """List the territories where the viewer may choose what is lost."""
    fields = [field for offer in view.offers if offer.action == "battle.lose" for field in offer.fields]
    anywhere = [at for field in fields if isinstance(field, LossesField) for at in field.values]
    return tuple(anywhere or (int(at) for at, _ in view.about.get("due", ())))


def write_losses(order: Lose, writer: Formatter) -> str:
    return "lose " + ", ".join(_write_lost(at, force, writer) for at, force in order.lost)


def _write_lost(at: int, force: Force, writer: Formatter) -> str:
    parts = [*force.pieces, *([writer.armies(force.armies)] if force.armies else [])]
    place = f" at {writer.territory(at)}" if at != NOBODY else ""  # as typed
    return ", ".join(parts) + place


COMMANDS = (
    Command(
        "attack",
        Attack,
        read_attack,
        write_attack,
        "attack FROM TARGET [with 2] [until captured or 4 left] "  # as typed
        "[for 3 throws] [while odds 60%][, then advance 5]",
        gettext_noop("roll once, or keep rolling until a condition holds"),
        also=("invade",),
    ),
    Command(
        "defend",
        Defend,
        read_defence,
        lambda order, writer: f"defend {order.dice}",
        "defend 2",
        gettext_noop("how many dice you defend with"),
    ),
    Command(
        "lose",
        Lose,
        read_losses,
        write_losses,
        "lose PIECE, 2 [at TERRITORY]",
        gettext_noop("which units you lose, where other pieces stand with armies"),
        also=("remove",),
    ),
)

INVADE = Command(
    "invade",
    Attack,
    read_attack,
    write_attack,
    "invade FROM TARGET [with 2] [until captured or 4 left]",  # as typed
    gettext_noop("attack, where the rules call an attack an invasion"),
)
