"""Throws that the attacker may improve once all dice are seen: a card re-rolls one die, the Commander turns one to 6.

Sources: Classic 1959, variations for experts, "Advantage when attacking" and "Commanders". Rulings R22 (a battle is
one throw, one card in it, of the territory attacked from or to; never a joker) and R23 (once a turn, after the card).
Switches: attack_card_reroll, commander. A card that was used lies open, still a card of the hand, until its seat
attacks something else, takes the land or ends its attacks.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from engine.core.actions import Action
from engine.core.agenda import Decision
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.facts import Facts
from engine.core.hooks import ViewHooks
from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command, Formatter, TokenReader, write_as
from engine.core.offers import ChoiceField, Offer, TerritoryField
from engine.core.ruleset import Mechanic
from engine.core.view import PlayerView
from engine.mechanics.battle.fight import losses
from engine.mechanics.battle.hooks import BattleHooks
from engine.mechanics.battle.types import Attack, AttackInProgress, Throw
from engine.rules.classic import once_per_turn
from engine.rules.classic.state import ClassicState, state_of

SIX = 6
Dice = tuple[int, ...]


class KeepDice(Action, frozen=True, tag="improve.keep", gc=False):
    """The dice count as they lie."""


class RerollAsked(Decision, frozen=True, kw_only=True, tag="improve.reroll_asked"):
    """The attacker may throw one of their dice again, by a card. The question tells the table that they hold one."""

    step = "attack"
    ask = gettext_noop("reroll one die with a card or keep the dice")
    pass_action = KeepDice


class CommanderAsked(Decision, frozen=True, kw_only=True, tag="improve.commander_asked"):
    """The attacker may turn one of their dice to 6."""

    step = "attack"
    ask = gettext_noop("turn one die to 6 or keep the dice")
    pass_action = KeepDice


class Reroll(Action, frozen=True, tag="improve.reroll", gc=False):
    """Throw a die that shows `die` again; `card` is the territory that the card in hand shows."""

    die: int
    card: int


class CommanderAction(Action, frozen=True, tag="improve.commander", gc=False):
    """Turn a die that shows `die` to 6."""

    die: int


class Rerolled(PublicEvent, frozen=True, tag="improve.rerolled"):
    """A die that showed `die` fell again and shows `into`; `attack` is the attacker's new row."""

    seat: int
    src: int
    dst: int
    card: int
    die: int
    into: int
    attack: Dice


class Commanded(PublicEvent, frozen=True, tag="improve.commanded"):
    """A die that showed `die` shows 6; `attack` is the attacker's new row."""

    seat: int
    src: int
    dst: int
    die: int
    attack: Dice


class LaidBack(PublicEvent, frozen=True, tag="improve.laid_back"):
    """Cards that lay open are hidden in the hand again."""

    seat: int
    cards: tuple[int, ...]


# --- when it is asked


def ask(context: Context, order: Attack, attack: Dice, defend: Dice) -> Decision | None:
    """Ask for the card that rerolls a die first; the Commander's question follows its answer."""
    if context.options.attack_card_reroll and revealable_cards(context, order):
        return RerollAsked(seats=(order.seat,))
    return CommanderAsked(seats=(order.seat,)) if context.options.commander and _may_command(context, attack) else None


def _may_command(context: Context, attack: Dice) -> bool:
    return attack[-1] != SIX and not once_per_turn.is_used(context, once_per_turn.COMMANDER)


def _ask_commander(context: Context, seat: int, attack: Dice) -> None:
    """Ask the second question, once the first one is answered."""
    if context.options.commander and _may_command(context, attack):
        context.push(CommanderAsked(seats=(seat,)))


def revealable_cards(context: Context, order: Attack) -> tuple[int, ...]:
    """List the cards in the attacker's hand that show the territory attacked from or to."""
    hand = context.player(order.seat).hand
    return tuple(card for card in (order.src, order.dst) if card in hand)


# --- what is done


def keep(context: Context, asked: CommanderAsked, order: KeepDice) -> None:
    context.pop_decision()


def current_roll(context: Context) -> tuple[Attack, Throw]:
    """Return the order and the dice that the open question is about."""
    running, throw = context.state.agenda[-3:-1]
    assert isinstance(running, AttackInProgress) and isinstance(throw, Throw)
    return running.order, throw


def replace_dice(context: Context, attack: Iterable[int]) -> tuple[int, ...]:
    """Lay other dice for the attacker in place of those that lie on top of the agenda; returns them in their row."""
    throw = context.state.agenda.pop()
    assert isinstance(throw, Throw)
    row = tuple(sorted(attack, reverse=True))
    context.push(replace(throw, attack=row))
    return row


def keep_all(context: Context, asked: RerollAsked, order: KeepDice) -> None:
    _, throw = current_roll(context)
    context.pop_decision()
    _ask_commander(context, order.seat, throw.attack)


def reroll(context: Context, asked: RerollAsked, order: Reroll) -> None:
    """Reroll a die by a card. Raises IllegalAction: improve.no_such_die, improve.joker, improve.other_card,
    improve.not_in_hand."""
    attack, throw = current_roll(context)
    _check_die(context, order.die, throw.attack)
    _check_card(context, attack, order.card)
    context.pop_decision()
    into = context.roll(1, SIX, "attacker")[0]
    row = replace_dice(context, replace_die(throw.attack, order.die, into))
    _reveal_card(context, attack, order.card)
    context.emit(Rerolled(order.seat, attack.src, attack.dst, order.card, order.die, into, row))
    _ask_commander(context, order.seat, row)


def command(context: Context, asked: CommanderAsked, order: CommanderAction) -> None:
    """Turn a die to 6 by the Commander. Raises IllegalAction: improve.no_such_die, improve.shows_six."""
    attack, throw = current_roll(context)
    _check_die(context, order.die, throw.attack)
    context.require(order.die != SIX, "improve.shows_six")
    context.pop_decision()
    row = replace_dice(context, replace_die(throw.attack, order.die, SIX))
    once_per_turn.use(context, once_per_turn.COMMANDER)
    context.emit(Commanded(order.seat, attack.src, attack.dst, order.die, row))


def replace_die(attack: Dice, die: int, into: int) -> Dice:
    """Replace one die that shows `die` by `into` and return the row from the highest down."""
    at = attack.index(die)
    return tuple(sorted((*attack[:at], into, *attack[at + 1 :]), reverse=True))


def _check_die(context: Context, die: int, attack: Dice) -> None:
    if die not in attack:
        context.refuse("improve.no_such_die", die=die, dice=", ".join(map(str, attack)))


def _check_card(context: Context, attack: Attack, card: int) -> None:
    if card == len(context.state.owner):
        context.refuse("improve.joker")
    context.territory(card)
    if card not in (attack.src, attack.dst):
        context.refuse("improve.other_card", src=context.name(attack.src), dst=context.name(attack.dst))
    if card not in context.player(attack.seat).hand:
        context.refuse("improve.not_in_hand", card=context.name(card))


# --- cards on the table


def _reveal_card(context: Context, attack: Attack, card: int) -> None:
    state = state_of(context)
    state.shown_for = attack.dst
    if (attack.seat, card) not in state.shown:
        state.shown = (*state.shown, (attack.seat, card))


def return_shown_cards(context: Context, seat: int, src: int, dst: int) -> None:
    """Take open cards up again, unless the seat goes on against the same territory."""
    state: ClassicState = context.state  # type: ignore[assignment]  # as `state_of` has it; asked for each attack
    if not state.shown or dst == state.shown_for:
        return
    stays = tuple(pair for pair in state.shown if pair[1] in (src, dst)) if state.shown_for is None else ()
    taken = tuple(card for pair in state.shown if pair not in stays for card in pair[1:])
    state.shown, state.shown_for = stays, dst if stays else None
    if taken:
        context.emit(LaidBack(seat, taken))


# --- what may be answered


def keep_offer() -> Offer:
    return Offer("improve.keep", gettext_noop("Keep the dice"))


def reroll_offers(context: Context, asked: RerollAsked, seat: int) -> tuple[Offer, ...]:
    attack, throw = current_roll(context)
    dice = ChoiceField("die", _faces(throw.attack))
    card = TerritoryField("card", revealable_cards(context, attack))
    return (Offer("improve.reroll", gettext_noop("Reroll a die"), (dice, card)), keep_offer())


def commander_offers(context: Context, asked: CommanderAsked, seat: int) -> tuple[Offer, ...]:
    _, throw = current_roll(context)
    dice = tuple(face for face in _faces(throw.attack) if face != SIX)
    return (Offer("improve.commander", gettext_noop("Turn a die to 6"), (ChoiceField("die", dice),)), keep_offer())


def _faces(attack: Dice) -> Dice:
    """List the different faces of a row, from the lowest up."""
    return tuple(sorted(set(attack)))


def about(context: Context, asked: Decision) -> Facts:
    """Describe both rows of dice, and what they cost as they lie."""
    attack, throw = current_roll(context)
    attack_losses, defend_losses = losses(throw.attack, throw.defend)
    return {
        "seat": attack.seat,
        "src": attack.src,
        "dst": attack.dst,
        "attack": throw.attack,
        "defend": throw.defend,
        "attack_losses": attack_losses,
        "defend_losses": defend_losses,
    }


def see(context: Context, viewer: int | None) -> Facts:
    """Open cards as (seat, card) pairs, and what this turn has used up; both public, and left out while empty."""
    state = state_of(context)
    seen = {"shown": state.shown, "used": state.used}
    return {name: value for name, value in seen.items() if value}


# --- advice


def worth(attack: Dice, defend: Dice) -> int:
    """Rate a throw for the attacker: the defender's losses less their own."""
    attack_losses, defend_losses = losses(attack, defend)
    return defend_losses - attack_losses


def reroll_worth(attack: Dice, defend: Dice, die: int) -> int:
    """Rate rerolling a die: six times what the throw brings on the average then, a whole number."""
    return sum(worth(replace_die(attack, die, into), defend) for into in range(1, SIX + 1))


def warn_before_reroll(view: PlayerView, order: Reroll) -> str:
    """Warn before a die is rerolled that gains nothing on average."""
    attack, defend = tuple(view.about["attack"]), tuple(view.about["defend"])
    if order.die not in attack or reroll_worth(attack, defend, order.die) > SIX * worth(attack, defend):
        return ""
    return gettext("Rerolling the {die} is as likely to hurt you as to help.").format(die=order.die)


def warn_before_commander(view: PlayerView, order: CommanderAction) -> str:
    """Warn before the Commander is spent on a throw that it cannot better."""
    attack, defend = tuple(view.about["attack"]), tuple(view.about["defend"])
    if order.die not in attack or worth(replace_die(attack, order.die, SIX), defend) > worth(attack, defend):
        return ""
    return gettext("A 6 in its place does not change what this roll costs.")


# --- orders as text


def read_reroll(reader: TokenReader) -> Reroll:
    reader.pass_over("the")
    die = reader.number(gettext("the number that a die shows"))
    if not reader.take("with"):
        raise reader.fail(write_as("reroll 1 with Siam"))  # as typed
    card = reader.graph.size if reader.take("wild") else reader.territory()
    return Reroll(reader.seat, die, card)


def read_commander(reader: TokenReader) -> CommanderAction:
    """Read `2`, or `2 into a 6`."""
    die = reader.number(gettext("the number that a die shows"))
    reader.pass_over("into", "6")
    return CommanderAction(reader.seat, die)


def read_keep(reader: TokenReader) -> KeepDice:
    reader.pass_over("the", "dice")
    return KeepDice(reader.seat)


def write_reroll(order: Reroll, writer: Formatter) -> str:
    card = "wild" if order.card == writer.graph.size else writer.territory(order.card)
    return f"reroll {order.die} with {card}"  # as typed


COMMANDS = (
    Command(
        "reroll",
        Reroll,
        read_reroll,
        write_reroll,
        "reroll 1 with CARD",
        gettext_noop("reroll a die that shows 1, with the card of the territory you attack from or attack"),
    ),
    Command(
        "commander",
        CommanderAction,
        read_commander,
        lambda order, writer: f"commander {order.die}",
        "commander 2",
        gettext_noop("turn a die that shows 2 to 6, once a turn"),
        also=("turn",),
    ),
    Command(
        "keep",
        KeepDice,
        read_keep,
        lambda order, writer: "keep",
        "keep",
        gettext_noop("keep the dice as rolled"),
        also=("pass", "skip"),
    ),
)


MECHANIC = Mechanic(
    name="improve",
    hooks=(
        BattleHooks(on_target_changed=(return_shown_cards,), on_dice_rolled=(ask,)),
        ViewHooks(family_view=(see,)),
    ),
    answers={
        (RerollAsked, Reroll): reroll,
        (RerollAsked, KeepDice): keep_all,
        (CommanderAsked, CommanderAction): command,
        (CommanderAsked, KeepDice): keep,
    },
    offers={RerollAsked: reroll_offers, CommanderAsked: commander_offers},
    defaults=dict.fromkeys((RerollAsked, CommanderAsked), lambda context, asked, seat: KeepDice(seat)),
    about=dict.fromkeys((RerollAsked, CommanderAsked), about),
    advice={Reroll: warn_before_reroll, CommanderAction: warn_before_commander},
    events=(Rerolled, Commanded, LaidBack),
    refusals={
        "improve.no_such_die": gettext_noop("None of your dice shows {die}: they show {dice}."),
        "improve.shows_six": gettext_noop("That die already shows 6: turn another one, or keep the dice."),
        "improve.joker": gettext_noop(
            "A joker shows no territory: use the card of the territory you attack from or attack."
        ),
        "improve.other_card": gettext_noop("Only the card of {src} or {dst} helps with this roll."),
        "improve.not_in_hand": gettext_noop("You do not hold the card of {card}: use one from your hand."),
    },
    commands=COMMANDS,
)
