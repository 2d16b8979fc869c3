"""What a friend would say before a card is played, who tries it in mind on a state that fits the view.

The very effect of the card is tried, so that no card needs a warning of its own. Where dice or decks have a say it is
tried with many throws: what comes of all of them is certain, what comes of some may come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.core.chance import FastChance
from engine.core.context import Context
from engine.core.errors import IllegalAction
from engine.core.guess import guess_state
from engine.core.language import gettext, ngettext
from engine.core.reducer import answer, default_answer, run, top_decision
from engine.core.state import GameState
from engine.core.view import PlayerView
from engine.mechanics.action_cards.kinds import Play, cards_of
from engine.mechanics.action_cards.playing import check_rules
from engine.mechanics.action_cards.types import TURN, TURN_END, WINDOW, PlayCard
from engine.mechanics.family_state import family_state
from engine.mechanics.reaction import ReactionAsked

THROWS = 24  # a multiple of 6 and of 8, so that a first die shows each of its sides equally often
MOST_ANSWERS = 50  # to the questions that a card asks; more means a rule that never ends
FEW = 3  # territories that are named


class Outcome(NamedTuple):
    """What a card would do to the viewer: whether it is `out`, the `places` that it would hold no more and the `gods`
    that it would have no more; what each seat would `lose`, all counted alike; whether it would be `idle`."""

    out: bool
    places: tuple[int, ...]
    gods: tuple[str, ...]
    lose: tuple[int, ...]
    idle: bool


class Throw:
    """One of the throws: the first die or card goes through all of them, what follows falls as it may."""

    def __init__(self, number: int) -> None:
        self._first: int | None = number
        self._rest = FastChance(number)
        self.ways = 1  # in which the first may fall

    def roll(self, count: int, sides: int, who: str) -> Sequence[int]:
        first, self._first = self._first, None
        dice = self._rest.roll(count, sides, who)
        if first is None:
            return dice
        self.ways = sides
        return [first % sides + 1, *dice[1:]]

    def pick(self, values: Sequence[int], who: str) -> int:
        first, self._first = self._first, None
        if first is None:
            return self._rest.pick(values, who)
        self.ways = len(values)
        return values[first % len(values)]


# --- trying it


def foresee(view: PlayerView, order: PlayCard) -> tuple[Outcome, ...]:
    """Try a card in mind: a single outcome where chance has no say, none for a card that cannot be played so."""
    context = Context(guess_state(view))
    number = cards_of(context).numbers.get(order.card)
    kind = None if number is None else cards_of(context).kinds[number]
    if kind is None or kind.timing not in (TURN, TURN_END, WINDOW):
        return ()
    invasion = _invasion(view)
    if (kind.timing == WINDOW) != (invasion is not None):
        return ()
    play = Play(kind, order.seat, kind.timing, invasion, free=True, forced=view.about.get("card") == order.card)
    try:
        check_rules(context, play, order)
    except IllegalAction:
        return ()
    _pay(context, play, order)
    return tuple(_try(context, play, order))


def _invasion(view: PlayerView) -> ReactionAsked | None:
    """Make the invasion again that the viewer is asked about; None for another question."""
    if view.asked is None or view.asked.kind != ReactionAsked.__struct_config__.tag:
        return None
    about = view.about
    return ReactionAsked(seats=(), seat=about["seat"], src=about["src"], dst=about["dst"])


def _pay(context: Context, play: Play, order: PlayCard) -> None:
    """Take the price and the card, as far as they are there: in some questions cards cost nothing."""
    seat, purses = order.seat, family_state(context).purses
    purses[seat] = max(0, purses[seat] - play.kind.cost)
    hand = list(context.player(seat).hand)
    card = cards_of(context).numbers[order.card]
    if card in hand:
        hand.remove(card)
        context.change_player(seat, hand=tuple(hand))


def _try(context: Context, play: Play, order: PlayCard) -> Iterator[Outcome]:
    """Try a card with all throws; with as many as there are ways where it draws once at most."""
    before, draws = context.state, 0
    for number in range(THROWS):
        chance = Throw(number)
        tried = Context(before.copy(), chance)
        asked = _take_effect(tried, play, order)
        yield _compare(Context(before), tried, play, idle=not asked and _is_idle(before, tried, play, order))
        draws = max(draws, len(tried.draws))
        if draws <= 1 and number + 1 >= chance.ways:
            return


def _take_effect(context: Context, play: Play, order: PlayCard) -> bool:
    """Let a card do what it says, with the default answer to all that it asks; returns whether it asks anything."""
    kind, agenda = play.kind, context.state.agenda
    if kind.chance:
        play = play._replace(shown=kind.chance(context, play, order))
    kind.effect(context, play, order)
    run(context)
    asked = bool(agenda)
    for _ in range(MOST_ANSWERS):
        if not agenda:
            break
        answer(context, default_answer(context.state, top_decision(context.state).seats[0]))
    return asked


def _is_idle(before: GameState, tried: Context, play: Play, order: PlayCard) -> bool:
    """Return whether a card has changed nothing but what lies in the decks."""
    after = tried.state
    if play.kind.idle(Context(before), play, order):
        return True
    decks, discards = after.decks, after.discards
    after.decks, after.discards = before.decks, before.discards
    same = before == after
    after.decks, after.discards = decks, discards
    return same


def _compare(before: Context, after: Context, play: Play, *, idle: bool) -> Outcome:
    seat, gods = play.seat, before.rules.companions
    seats = range(len(before.state.players))
    lose = tuple(_belongings(before, each) - _belongings(after, each) for each in seats)
    held = zip(before.state.owner, after.state.owner, strict=True)
    places = [at for at, (was, now) in enumerate(held) if was == seat != now]
    if play.invasion and _units(before, seat) == _units(after, seat):
        places = [at for at in places if at != play.invasion.dst]  # the garrison has gone elsewhere, as was ordered
    had, has = ({piece.kind for piece in each.pieces_of(seat)} for each in (before, after))
    lost = tuple(kind for kind in gods if kind in had - has)
    return Outcome(after.player(seat).out, tuple(places), lost, lose, idle)


def _units(context: Context, seat: int) -> int:
    return sum(context.units(at) for at in context.territories_of(seat))


def _belongings(context: Context, seat: int) -> int:
    """Count what a seat has: armies wherever they stand, pieces, cards and money."""
    state, player = context.state, context.player(seat)
    armies = sum(state.armies[at] for at, owner in enumerate(state.owner) if owner == seat)
    cards = len(player.hand) + len(cards_of(context).open_cards(state, seat))
    return armies + len([*context.pieces_of(seat)]) + cards + family_state(context).purses[seat]


# --- saying it


def warn_before_card(view: PlayerView, order: PlayCard) -> str:
    """Warn where a card puts its own player out, takes the last units of a territory or a god, costs its player more
    than anybody else, or does nothing."""
    outcomes = foresee(view, order)
    if not outcomes:
        return ""
    if any(outcome.out for outcome in outcomes):
        sure = all(outcome.out for outcome in outcomes)
        return gettext("This puts you out of the game.") if sure else gettext("This could put you out of the game.")
    if all(outcome.idle for outcome in outcomes):
        return gettext("This would do nothing as the board stands, and you would lose the card.")
    said = (_land_words(view, outcomes), _god_words(view, outcomes), _more_words(view, outcomes))
    return " ".join(filter(None, said))


def _land_words(view: PlayerView, outcomes: Sequence[Outcome]) -> str:
    lost = sorted({at for outcome in outcomes for at in outcome.places})
    if not lost:
        return ""
    rules, names = view.rule_set, view.graph.names
    units = gettext("units") if rules.unit_pieces else rules.armies_noun
    if len(lost) > FEW:
        most = max(len(outcome.places) for outcome in outcomes)
        text = gettext("This could leave none of your {units} in {count} of your territories, so you would lose them.")
        return text.format(units=units, count=most)
    if all(len(outcome.places) == len(lost) for outcome in outcomes):
        text = ngettext(
            "This leaves none of your {units} in {territories}, so you lose it.",
            "This leaves none of your {units} in {territories}, so you lose them.",
            len(lost),
        )
    else:
        text = ngettext(
            "This could leave none of your {units} in {territories}, so you would lose it.",
            "This could leave none of your {units} in {territories}, so you would lose them.",
            len(lost),
        )
    return text.format(units=units, territories=_join_names([names[at] for at in lost]))


def _god_words(view: PlayerView, outcomes: Sequence[Outcome]) -> str:
    lost = [kind for kind in view.rule_set.companions if any(kind in outcome.gods for outcome in outcomes)]
    if not lost:
        return ""
    sure = all(len(outcome.gods) == len(lost) for outcome in outcomes)
    text = gettext("It banishes your {gods}.") if sure else gettext("It could banish your {gods}.")
    return text.format(gods=_join_names([view.rule_set.piece_title(kind) for kind in lost]))


def _join_names(names: Sequence[str]) -> str:
    """Join names as a sentence does: "A, B and C"."""
    return gettext(" and ").join(filter(None, (", ".join(names[:-1]), names[-1])))


def _more_words(view: PlayerView, outcomes: Sequence[Outcome]) -> str:
    """Say that a card takes more from its own player than from any other, by the sum over all throws."""
    if all(_hurts_most(view, outcome.lose) for outcome in outcomes):
        return gettext("It takes more from you than from any other player.")
    if _hurts_most(view, [sum(outcome.lose[seat.seat] for outcome in outcomes) for seat in view.seats]):
        return gettext("On average it takes more from you than from any other player.")
    return ""


def _hurts_most(view: PlayerView, lost: Sequence[int]) -> bool:
    """Return whether the viewer loses something, and more than any other seat."""
    others = (each for seat, each in enumerate(lost) if seat != view.viewer)
    return view.viewer is not None and lost[view.viewer] > max(0, *others)
