"""Bid for the order of play, sealed until everybody has; then choose a place, from the highest bid down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decisions.kit import order_labels
from games.decisions.kit.amount import Amount
from games.decisions.kit.context import PageContext, offered_field
from games.decisions.kit.funds import Purse, purse_of, sum_of
from games.decisions.kit.panel import Panel, who_has_answered
from games.decisions.kit.posted import PostedForm, make_number_parser
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Recall, Timeout
from games.families.parts import parts_of
from games.wording.amounts import count_funds, join_and, ordinal
from games.wording.narration.roles import InStory
from games.wording.narration.sentences import Event, Names, of_seat, registers_sentence, say
from games.wording.narration.setup import format_throws
from games.wording.seats import Person, seat_label

OPENED = Recall("bidding.opened", "bidding.bid")
SHARES = (0, 4, 2)
"""What mails suggest to bid: nothing, a quarter of the purse, half of it."""


@dataclass(frozen=True)
class PastBid:
    """What somebody bid for the present order of play, and the place that they played."""

    person: Person
    amount: SafeString
    place: str


@dataclass(frozen=True)
class BidPanel:
    """Data of decisions/bid.html. `past` are the bids of the round before. `given` is the bid that the reader has made
    already, None before it; `expected` tells when the turn of a reader who has bid comes; `late` says whether the
    reader would rather play late than early; `people` are all who bid, each with whether they have."""

    purse: Purse | None
    amount: Amount
    late: bool
    given: int | None
    people: tuple[tuple[Person, bool], ...]
    past: tuple[PastBid, ...] = ()
    expected: str = ""
    costs: str = ""
    bonuses: tuple[str, ...] = ()


def bid_panel(context: PageContext) -> Panel:
    """Choose an amount, and change it until everybody has bid."""
    view = context.view
    given = view.given["amount"] if view.given else None
    most = context.bounds("bidding.bid", "amount")[1]
    drafted = context.selection.bid if context.selection.bid is not None else given or 0
    amount = Amount(0, most, min(drafted, most))
    wishes = view.given.get("wishes", ()) if view.given else ()
    late = tuple(wishes) == wishes_of(view, late=True)
    data = BidPanel(
        purse_of(view),
        amount,
        late,
        given,
        who_has_answered(context),
        past_bids(context),
        context.page_data.expected,
        parts_of(view.rules).purchases.costs(view),
        tuple(bonus_words(view)),
    )
    heading = _("Bid for your place in the order of play") if given is None else _("Your bid is in")
    ways = tuple((f"bid {share}", note) for share, note in shares(view, most))
    return Panel("bid", heading, data, ways=ways)


def past_bids(context: PageContext) -> tuple[PastBid, ...]:
    """List what everybody bid for the order of play as it stands, in this order."""
    opened = context.page_data.recalled
    if not opened:
        return ()
    order = [seat for seat in context.view.order if seat in dict(opened["bids"])]
    return tuple(
        PastBid(context.person(seat), drawn_bid(opened, seat, context.view.rules), ordinal(place))
        for place, seat in enumerate(order, start=1)
    )


def bonus_words(view: engine.PlayerView) -> Iterator[str]:
    """Say whose bid counts for more than is paid, the viewer's first."""
    bonuses: dict[int, int] = dict(view.about.get("bonuses", ()))
    if view.viewer in bonuses:
        yield str(parts_of(view.rules).purchases.bid_bonus_note) % {"bonus": bonuses.pop(view.viewer)}
    for seat, bonus in bonuses.items():
        yield _("%(seat)s’s bid counts as %(bonus)s higher.") % {"seat": seat_label(view, seat), "bonus": bonus}


def drawn_bid(opened: Event, seat: int, rules: str) -> SafeString:
    """Draw what a seat has paid for its bid, and what that counted for where it was more."""
    paid, bonus = dict(opened["bids"])[seat], dict(opened.get("bonuses", ())).get(seat, 0)
    return format_html("{}{}", sum_of(paid, rules), counted_words(paid, bonus))


def counted_words(paid: int, bonus: int) -> str:
    """Say in brackets for how much a bid counts; nothing where that is what was paid."""
    return " " + _("(counts as %(count)s)") % {"count": paid + bonus} if bonus else ""


def wishes_of(view: engine.PlayerView, *, late: bool) -> tuple[int, ...]:
    """List all places, the earliest or the latest first."""
    places = tuple(range(1, view.about["markers"] + 1))
    return places[::-1] if late else places


def shares(view: engine.PlayerView, most: int) -> Iterator[tuple[int, str]]:
    """Yield amounts to bid, each once, with what is left then."""
    for share in dict.fromkeys(most // part if part else 0 for part in SHARES):
        yield share, _("%(left)s left") % {"left": count_funds(most - share, view.rules)}


def bid_prompt(view: engine.PlayerView) -> Prompt:
    most = offered_field(view, "bidding.bid", "amount", engine.NumberField).most
    lead = _("You have nothing to bid with. The highest bidder chooses first, and dice break ties.")
    if most:
        lead = _(
            "You have %(funds)s. Everyone bids in secret and pays, even if the bid loses. The highest chooses first."
        )
    said = " ".join([lead % {"funds": count_funds(most, view.rules)}, *bonus_words(view)])
    return Prompt(_("Bid for your place in the order of play"), _("bid for your place"), said)


def suggest_bids(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    for share, note in shares(view, offer.field("amount", engine.NumberField).most):
        order = order_text(view, offer.action, amount=share, wishes=wishes_of(view, late=False))
        yield Suggestion(order, order.capitalize(), note=note, called=order_labels.bid(view, share))


def parse_bid(form: PostedForm) -> engine.Facts:
    """Read `amount`, and the `place` that the reader would rather have, "early" or "late"."""
    wishes = wishes_of(form.view, late=form.text("place") == "late") if form.text("place") else ()
    return {"amount": form.count("amount"), "wishes": list(wishes)}


# ---- the places


@dataclass(frozen=True)
class Place:
    """A place in the order of play: whose it is, or None for one that is free."""

    number: int
    name: str
    taken: Person | None
    note: str


@dataclass(frozen=True)
class MarkerPanel:
    """Data of decisions/marker.html. `bids` are those that have just been opened, the highest first."""

    places: tuple[Place, ...]
    bids: tuple[tuple[Person, SafeString], ...] = ()
    first: int = 1


def marker_panel(context: PageContext) -> Panel:
    """Choose one of the places that are free."""
    about = context.view.about
    taken = {number: context.person(seat) for seat, number in about["taken"]}
    count = len(about["free"]) + len(taken)
    places = tuple(
        Place(number, ordinal(number), taken.get(number), _("nobody plays after you") if number == count else "")
        for number in range(1, count + 1)
    )
    ways = tuple((f"marker {number}", ordinal(number)) for number in about["free"])
    data = MarkerPanel(places, opened_bids(context), min(about["free"]))
    return Panel("marker", _("Choose your place in the order of play"), data, ways=ways)


def opened_bids(context: PageContext) -> tuple[tuple[Person, SafeString], ...]:
    """List the bids that have just been opened, the highest first."""
    opened = context.page_data.recalled
    if not opened:
        return ()
    return tuple(
        (context.person(seat), drawn_bid(opened, seat, context.view.rules)) for seat, _amount in opened["bids"]
    )


def marker_prompt(view: engine.PlayerView) -> Prompt:
    taken = [f"{seat_label(view, seat)} {ordinal(number)}" for seat, number in view.about["taken"]]
    lead = _("Taken so far: %(taken)s.") % {"taken": join_and(taken)} if taken else _("You are the first to choose.")
    return Prompt(_("Choose your place in the order of play"), _("choose your place"), lead)


def suggest_markers(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    for number in offer.field("number", engine.ChoiceField).values:
        order, called = order_text(view, offer.action, number=number), order_labels.marker(number)
        yield Suggestion(order, f"Marker {number}", called=called)  # as typed


# ---- the story


@registers_sentence("bidding.opened", story=InStory(is_news=True))
def opened(event: Event, names: Names) -> str:
    """Tell all bids, and the dice that decided between equal ones."""
    more = dict(event.get("bonuses", ()))
    bids = join_and(
        [f"{names.seat(seat)} {paid}{counted_words(paid, more.get(seat, 0))}" for seat, paid in event["bids"]]
    )
    thrown = format_throws(event["throws"], names)
    if thrown:
        return say(_("The bids: %(bids)s. Equal bids rolled: %(thrown)s."), bids=bids, thrown=thrown)
    return say(_("The bids: %(bids)s."), bids=bids)


def marker_taken(event: Event, names: Names) -> str:
    place = ordinal(event["number"])
    return of_seat(event["seat"], names, _("You play %(place)s."), _("%(seat)s plays %(place)s."), place=place)


DECISIONS.add(
    Decision(
        "bidding.bid_asked",
        recalls=OPENED,
        summary=gettext_lazy("Bid for the order of play."),
        panel=bid_panel,
        prompt=bid_prompt,
        answers={"bidding.bid": Answer(parse_bid, suggest_bids)},
        timeout=Timeout(
            owner=gettext_lazy("you bid nothing."),
            others=gettext_lazy("they bid nothing."),
            organizer=gettext_lazy("it bids nothing"),
        ),
        sentences={"bidding.marker_taken": marker_taken},
    )
)
DECISIONS.add(
    Decision(
        "bidding.marker_asked",
        recalls=OPENED,
        summary=gettext_lazy("Choose a place in the order of play."),
        panel=marker_panel,
        prompt=marker_prompt,
        answers={"bidding.marker": Answer(make_number_parser("number"), suggest_markers)},
        timeout=Timeout(
            owner=gettext_lazy("you get the first place that is free."),
            others=gettext_lazy("they get the first place that is free."),
            organizer=gettext_lazy("it gets the first place that is free"),
        ),
    )
)
