"""Sealed bids for the order of play: all are opened at once and paid, the highest chooses its place first.

Sources: Risk 2210 A.D., Start of a Year and Turn Order Markers; Godstorm, the same. Equal bids are told apart by dice,
which those who are still equal throw again. There are as many markers as living seats; who has named markers with the
bid gets the first of them that is free, the last one left over is nobody's choice. A family may count a bid for more
than is paid (hook `bid_bonus`).
"""

from collections.abc import Sequence

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.facts import Facts
from engine.core.hooks import Hook, HookRecord
from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command, TokenReader
from engine.core.offers import ChoiceField, NumberField, Offer, RankingField
from engine.core.registry import ruleset
from engine.core.ruleset import Mechanic
from engine.core.view import PlayerView
from engine.mechanics.family_state import family_state

Throw = tuple[tuple[int, int], ...]
"""Pairs of a seat and its die."""


class BidStep(Step, frozen=True, tag="bidding.step"):
    """Asks every living seat for its bid."""

    step = "bid"


class BidAsked(Decision, frozen=True, kw_only=True, tag="bidding.bid_asked"):
    pace = "sealed"
    sealed = True
    revisable = True
    step = "bid"
    ask = gettext_noop("bid for the order of play")


class NextMarker(Step, frozen=True, tag="bidding.next_marker"):
    """Lets the first of `seats` choose, which are those without a marker, the highest bid first; `wishes` are theirs,
    `taken` pairs of a seat and its marker."""

    seats: tuple[int, ...]
    wishes: tuple[tuple[int, ...], ...]
    taken: tuple[tuple[int, int], ...] = ()


class MarkerAsked(Decision, frozen=True, kw_only=True, tag="bidding.marker_asked"):
    """The seat chooses one of the markers that are `free`."""

    free: tuple[int, ...]

    pace = "reaction"
    step = "bid"
    ask = gettext_noop("choose a place in the order of play")


class Bid(Action, frozen=True, omit_defaults=True, tag="bidding.bid"):
    """`wishes` are markers, the dearest first."""

    amount: int
    wishes: tuple[int, ...] = ()


class Marker(Action, frozen=True, tag="bidding.marker", gc=False):
    number: int


class BidsOpened(PublicEvent, frozen=True, omit_defaults=True, tag="bidding.opened"):
    """`bids` are (seat, amount) pairs, the highest first; `throws` holds, throw after throw, (seat, die) pairs of equal
    ones; `bonuses` are (seat, amount) pairs of what bids count for more than is paid."""

    bids: tuple[tuple[int, int], ...]
    throws: tuple[Throw, ...]
    bonuses: tuple[tuple[int, int], ...] = ()


class MarkerTaken(PublicEvent, frozen=True, tag="bidding.marker_taken", gc=False):
    seat: int
    number: int


class BiddingHooks(HookRecord, frozen=True):
    """bid_bonus: how much more than it pays a seat's bid counts."""

    bid_bonus: Hook[[Context, int], int] = ()


def ask_bids(context: Context, step: BidStep) -> None:
    context.push(BidAsked(seats=tuple(seat for seat in context.state.order if not context.player(seat).out)))


def check_bid(context: Context, asked: BidAsked, order: Bid) -> None:
    """Check a bid. Raises IllegalAction: bidding.least, purse.too_little, bidding.wishes."""
    most = _markers(context)
    context.require(order.amount >= 0, "bidding.least")
    context.check_funds(order.seat, order.amount)
    named = {*order.wishes}
    context.require(named <= {*range(1, most + 1)} and len(named) == len(order.wishes), "bidding.wishes", most=most)


def _markers(context: Context) -> int:
    return len(context.state.active_seats())


def open_bids(context: Context, asked: BidAsked, bids: list[Bid]) -> None:
    """Take all bids out of the purses and let their seats choose, the highest first."""
    throws: list[Throw] = []
    ranked: list[Bid] = []
    bonuses = {bid.seat: bid_bonus(context, bid.seat) for bid in bids}
    counts = {bid.seat: bid.amount + bonuses[bid.seat] for bid in bids}
    for count in sorted({*counts.values()}, reverse=True):
        ranked += _rank_by_dice(context, [bid for bid in bids if counts[bid.seat] == count], throws)
    for bid in ranked:
        context.pay(bid.seat, bid.amount)
    more = tuple((bid.seat, bonuses[bid.seat]) for bid in ranked if bonuses[bid.seat])
    context.emit(BidsOpened(tuple((bid.seat, bid.amount) for bid in ranked), tuple(throws), more))
    context.push(NextMarker(tuple(bid.seat for bid in ranked), tuple(bid.wishes for bid in ranked)))


def bid_bonus(context: Context, seat: int) -> int:
    """Return how much more than it pays a seat's bid counts."""
    return sum(hook(context, seat) for hook in context.hooks[BiddingHooks].bid_bonus)


def _rank_by_dice(context: Context, equal: list[Bid], throws: list[Throw]) -> list[Bid]:
    """Rank equal bids by dice, which are added to `throws`."""
    if len(equal) < 2:
        return equal
    dice = {bid.seat: context.roll(1, 6, f"seat {bid.seat}")[0] for bid in equal}
    throws.append(tuple(dice.items()))
    faces = sorted({*dice.values()}, reverse=True)
    groups = ([bid for bid in equal if dice[bid.seat] == face] for face in faces)
    return [bid for group in groups for bid in _rank_by_dice(context, group, throws)]


def next_marker(context: Context, step: NextMarker) -> None:
    if not step.seats:
        _order_by_markers(context, dict(step.taken))
        return
    taken = {number for _, number in step.taken}
    free = tuple(number for number in range(1, _markers(context) + 1) if number not in taken)
    wished = [number for number in step.wishes[0] if number in free]
    if wished or len(free) == 1:
        _take(context, step, (*wished, *free)[0])
    else:
        context.push(step, MarkerAsked(seats=step.seats[:1], free=free))


def _take(context: Context, step: NextMarker, number: int) -> None:
    seat, *later = step.seats
    context.emit(MarkerTaken(seat, number))
    context.push(NextMarker(tuple(later), step.wishes[1:], (*step.taken, (seat, number))))


def _order_by_markers(context: Context, markers: dict[int, int]) -> None:
    """Make the order of play, in which those that are out come last."""
    last = len(markers) + 1
    context.state.order = tuple(sorted(context.state.order, key=lambda seat: markers.get(seat, last)))


def choose_marker(context: Context, asked: MarkerAsked, order: Marker) -> None:
    """Choose a marker. Raises IllegalAction: bidding.not_free."""
    context.require(order.number in asked.free, "bidding.not_free", free=", ".join(map(str, asked.free)))
    context.pop_decision()
    _take(context, _choosing(context), order.number)


def _choosing(context: Context) -> NextMarker:
    """Take the step off the agenda that asked for a marker."""
    step = context.state.agenda.pop()
    assert isinstance(step, NextMarker)
    return step


def markers_of(view: PlayerView) -> dict[int, int]:
    """Return the marker of each living seat, of which there may be none while they are being taken."""
    if view.asked and view.asked.kind == "bidding.marker_asked":
        return dict(view.about["taken"])
    return {seat: number for number, seat in enumerate(view.order, 1) if not view.seats[seat].out}


def bid_offers(context: Context, asked: BidAsked, seat: int) -> tuple[Offer, ...]:
    amount = NumberField("amount", most=family_state(context).purses[seat])
    wishes = RankingField("wishes", tuple(range(1, _markers(context) + 1)))
    return (Offer("bidding.bid", gettext_noop("Bid"), (amount, wishes)),)


def marker_offers(context: Context, asked: MarkerAsked, seat: int) -> tuple[Offer, ...]:
    return (Offer("bidding.marker", gettext_noop("Choose"), (ChoiceField("number", asked.free),)),)


def about_bids(context: Context, asked: BidAsked) -> Facts:
    """Describe how many markers there are, and (seat, amount) pairs of what bids count for more, where some may."""
    bonuses = tuple((seat, bonus) for seat in context.state.active_seats() if (bonus := bid_bonus(context, seat)))
    about = {"markers": _markers(context)}
    return about | {"bonuses": bonuses} if context.hooks[BiddingHooks].bid_bonus else about


def about_marker(context: Context, asked: MarkerAsked) -> Facts:
    """Describe what is free, and (seat, marker) pairs of what is taken."""
    taken = next(step.taken for step in reversed(context.state.agenda) if isinstance(step, NextMarker))
    return {"free": asked.free, "taken": taken}


# --- the words


def read_bid(reader: TokenReader) -> Bid:
    """Read `3`, and behind it `marker 2, 1`, or `play early` or `play late` for all markers from the first or from the
    last one on."""
    if reader.words[0] == "play":
        reader.at = 0  # the words that start this order say something too
    early = _early(reader)
    amount = reader.number(gettext("how much you bid"))
    reader.take(*ruleset(reader.view.rules).purchase.currency.split())
    reader.pass_over("and")
    if reader.take("marker"):
        return Bid(reader.seat, amount, _numbers(reader))
    return Bid(reader.seat, amount, early or _early(reader))


def _early(reader: TokenReader) -> tuple[int, ...]:
    """Read whether to play early or late, as the markers that are wished for; empty where nothing is said of it."""
    markers = range(1, reader.view.about.get("markers", 0) + 1)
    if reader.take("play", "early") or reader.take("early"):
        return tuple(markers)
    return tuple(reversed(markers)) if reader.take("play", "late") or reader.take("late") else ()


def _numbers(reader: TokenReader) -> tuple[int, ...]:
    numbers = [reader.number(gettext("the number of a marker"))]
    while reader.more():
        numbers.append(reader.number(gettext("the number of a marker")))
    return tuple(numbers)


def write_bid(order: Bid, writer: object) -> str:
    return ", marker ".join(filter(None, (f"bid {order.amount}", _join_numbers(order.wishes))))  # as typed


def _join_numbers(wishes: Sequence[int]) -> str:
    return ", ".join(map(str, wishes))


COMMANDS = (
    Command(
        "bid",
        Bid,
        read_bid,
        write_bid,
        "bid 3 [, marker 2, 1] [, play early]",  # as typed
        gettext_noop("your sealed bid; with it you can say which places in the order of play you want, the best first"),
        also=("play early", "play late"),  # as typed
    ),
    Command(
        "marker",
        Marker,
        lambda reader: Marker(reader.seat, reader.number(gettext("the number of a marker"))),
        lambda order, writer: f"marker {order.number}",
        "marker 2",
        gettext_noop("your place in the order of play"),
        also=("take place", "take this place"),  # as typed
    ),
)

MECHANIC = Mechanic(
    name="bidding",
    steps={BidStep: ask_bids, NextMarker: next_marker},
    answers={(BidAsked, Bid): check_bid, (MarkerAsked, Marker): choose_marker},
    resolves={BidAsked: open_bids},
    offers={BidAsked: bid_offers, MarkerAsked: marker_offers},
    defaults={
        BidAsked: lambda context, asked, seat: Bid(seat, 0),
        MarkerAsked: lambda context, asked, seat: Marker(seat, min(asked.free)),
    },
    about={BidAsked: about_bids, MarkerAsked: about_marker},
    events=(BidsOpened, MarkerTaken),
    refusals={
        "bidding.least": gettext_noop("Bid 0 or more."),
        "bidding.wishes": gettext_noop("The markers are 1 to {most}: name each only once."),
        "bidding.not_free": gettext_noop("That marker is not free: choose from {free}."),
    },
    commands=COMMANDS,
)
