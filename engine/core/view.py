"""What one seat, or a spectator, may see: the only thing pages, mails, the API and bots ever get.

A view is built up from what is public and what the viewer owns; it is never a state with things removed, so a new
secret cannot slip through by being forgotten.
"""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import asdict

from engine.core.agenda import Decision, PendingDecision
from engine.core.context import Context
from engine.core.dice import Order, Row, Terms, full_row, must_stay, terms
from engine.core.evaluation import Borders, with_pieces
from engine.core.facts import Facts
from engine.core.hooks import BoardHooks, DiceHooks, ViewHooks
from engine.core.mapgraph import MapGraph, mapgraph
from engine.core.offers import Offer
from engine.core.reducer import offers_in, open_decision, top_decision
from engine.core.registry import ruleset
from engine.core.ruleset import RuleSet
from engine.core.state import GameState
from engine.core.units import Piece, in_order, kinds_at


class SeatView(Struct, frozen=True):
    """The public account of one seat: `cards` is how many it holds, `by_deck` how many of each deck where the rules
    tell them apart, `income` what its land would pay now."""

    seat: int
    colour: str
    territories: int
    armies: int
    cards: int
    out: bool
    income: int
    by_deck: dict[str, int] = {}


class PlayerView(Struct, frozen=True, kw_only=True):
    """A game as `viewer` sees it; None is a spectator. Territories and seats are numbers, see `mapgraph(view.map)`.

    `hand` is the viewer's own; `offers` what the viewer may answer now; `about` public facts of the open decision;
    `given` the viewer's own sealed answer to it, as JSON; `extra` what the family adds. `pool` counts the armies that
    the active seat has yet to place.
    """

    rules: str
    map: str
    options: Facts
    viewer: int | None
    seq: int
    ref: int
    round: int
    active: int
    step: str
    order: tuple[int, ...]
    owner: tuple[int, ...]
    armies: tuple[int, ...]
    pieces: tuple[Piece, ...]
    links: tuple[tuple[int, ...], ...]
    seats: tuple[SeatView, ...]
    hand: tuple[int, ...]
    pool: int
    supply: tuple[int, ...]
    decks: dict[str, int]
    discards: dict[str, tuple[int, ...]]
    sets_traded: int
    captures: int
    asked: PendingDecision | None
    offers: tuple[Offer, ...]
    about: Facts
    given: Facts | None
    winners: tuple[int, ...]
    extra: Facts

    def offer(self, action: str) -> Offer | None:
        """Return the offer with this tag, None if the viewer does not have it now."""
        return next((offer for offer in self.offers if offer.action == action), None)

    @property
    def borders(self) -> Borders:
        """The borders of all seats as the viewer sees them."""
        units = with_pieces(self.armies, self.pieces, self.no_units)
        return Borders(self.owner, units, self.links, len(self.seats), self.graph.outside)

    @property
    def graph(self) -> MapGraph:
        return mapgraph(self.map)

    @property
    def rule_set(self) -> RuleSet:
        return ruleset(self.rules)

    @property
    def has_set(self) -> bool:
        """Whether the viewer's hand has a set of cards to trade in."""
        return any(has_set(self) for has_set in ruleset(self.rules).hooks[ViewHooks].has_set)

    @property
    def buildings(self) -> frozenset[str]:
        """The kinds of pieces that hold land, and are no units."""
        return ruleset(self.rules).state_type.buildings

    @property
    def no_units(self) -> frozenset[str]:
        """The kinds of pieces that do not fight."""
        return ruleset(self.rules).state_type.no_units()

    def units(self, territory: int) -> int:
        """Count the units on a territory: armies, and pieces that fight."""
        standing = self.armies[territory]
        if self.pieces:
            others = self.no_units
            standing += sum(piece.at == territory and piece.kind not in others for piece in self.pieces)
        return standing

    def own_pieces(self, territory: int) -> tuple[str, ...]:
        """List the kinds of the unit pieces that the owner of a territory has there, in the rule set's order."""
        found = kinds_at(self.pieces, territory, self.owner[territory], self.no_units, without=True)
        return in_order(found, ruleset(self.rules).unit_pieces)

    def companions_at(self, territory: int) -> tuple[str, ...]:
        """List the kinds of the companions that the owner of a territory has there, in the rule set's order."""
        kinds = ruleset(self.rules).companions
        return in_order(kinds_at(self.pieces, territory, self.owner[territory], kinds, without=False), kinds)

    def buildings_at(self, territory: int) -> tuple[str, ...]:
        """List the kinds of the buildings that the owner of a territory has there."""
        return tuple(kinds_at(self.pieces, territory, self.owner[territory], self.buildings, without=False))

    def bystanders_at(self, territory: int) -> tuple[str, ...]:
        """List the kinds of the bystanders that the owner of a territory has there."""
        bystanders = ruleset(self.rules).state_type.bystanders
        return tuple(kinds_at(self.pieces, territory, self.owner[territory], bystanders, without=False))

    def must_stay(self, territory: int) -> int:
        """Count the units that have to stay behind on a territory."""
        return must_stay(ruleset(self.rules).hooks[BoardHooks], self, territory)

    def dice_row(self, role: str, order: Order) -> Row:
        """List the dice that a role throws in a fight while it has enough units."""
        return full_row(ruleset(self.rules).hooks[DiceHooks], self, role, order)

    def terms(self, order: Order) -> Terms:
        """Say who wins ties in a fight and who throws ones again."""
        return terms(ruleset(self.rules).hooks[DiceHooks], self, order)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the seats, in their order."""
        return tuple(seat.colour for seat in self.seats)

    @property
    def may_answer(self) -> bool:
        """Whether the viewer is asked, or has answered and may still change the answer."""
        return self.asked is not None and self.asked.takes_from(self.viewer)

    @property
    def must_answer(self) -> bool:
        return self.asked is not None and self.viewer in self.asked.seats


def view_for(state: GameState, viewer: int | None) -> PlayerView:
    """Build the view of a state for `viewer`, a seat, or None for a spectator. Two states that differ only in others'
    secrets give equal views.

    >>> from engine import FastChance, new_game, view_for
    >>> state = new_game("modern", ["red", "blue", "green"], chance=FastChance(7)).state
    >>> [offer.action for offer in view_for(state, 2).offers], view_for(state, None).offers
    (['setup.claim'], ())
    """
    context = Context(state)
    asked = open_decision(state)
    return PlayerView(
        rules=state.rules,
        map=state.map,
        options=asdict(state.options),
        viewer=viewer,
        seq=state.seq,
        ref=state.ref,
        round=state.round,
        active=state.active,
        step=asked.step if asked else "over",
        order=state.order,
        owner=tuple(state.owner),
        armies=tuple(state.armies),
        pieces=tuple(state.pieces),
        links=context.border_links(),
        seats=_seats(context),
        hand=state.players[viewer].hand if viewer is not None else (),
        pool=state.pool,
        supply=tuple(state.supply),
        decks={name: sum(map(len, layers)) for name, layers in state.decks.items()},
        discards=dict(state.discards),
        sets_traded=state.sets_traded,
        captures=state.captures,
        asked=asked,
        offers=offers_in(context, viewer) if viewer is not None else (),
        about=_about(context, top_decision(state)) if asked else {},
        given=_show_given(state, viewer) if asked else None,
        winners=state.winners,
        extra=_extra(context, viewer),
    )


def _seats(context: Context) -> tuple[SeatView, ...]:
    """Show all seats, with their land."""
    state, deck_of = context.state, context.rules.deck_of
    territories, armies = context.count_territories(), _count_armies(state, context.left_out())
    incomes = context.rules.incomes(context, territories)
    return tuple(
        SeatView(
            seat,
            state.seats[seat],
            territories[seat],
            armies[seat],
            len(player.hand),
            player.out,
            0 if player.out else incomes[seat],
            _by_deck(context, player.hand) if deck_of else {},
        )
        for seat, player in enumerate(state.players)
    )


def _count_armies(state: GameState, left_out: Collection[int]) -> list[int]:
    """Count the armies of each owner in one pass over the board. Behind those of the seats stand those of a neutral
    army, and last those of nobody, which has the number -1."""
    armies = [0] * (len(state.players) + 2)
    for owner, standing in zip(state.owner, state.armies, strict=True):
        armies[owner] += standing
    for place in left_out:
        armies[state.owner[place]] -= state.armies[place]
    return armies


def _by_deck(context: Context, hand: tuple[int, ...]) -> dict[str, int]:
    """Count the cards of a hand by their decks, in the order of the decks."""
    deck_of = context.rules.deck_of
    if deck_of is None:
        return {}
    decks = [deck_of(context.state, card) for card in hand]
    return {deck: decks.count(deck) for deck in context.state.decks if deck in decks}


def _extra(context: Context, viewer: int | None) -> Facts:
    """Join what the family's rules add."""
    extra: dict[str, object] = {}
    for hook in context.hooks[ViewHooks].family_view:
        extra.update(hook(context, viewer))
    return extra


def _show_given(state: GameState, viewer: int | None) -> Facts | None:
    given = top_decision(state).given
    return next((answer for answer in given if answer["seat"] == viewer), None)


def _about(context: Context, asked: Decision) -> Facts:
    about = ruleset(context.state.rules).about.get(type(asked))
    return about(context, asked) if about else {}
