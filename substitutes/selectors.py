"""Free seats as their readers see them: whoever is asked, people who sign up, organizers, programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from django.core import signing
from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from common.caches import get_or_make
from common.times import format_datetime, format_duration
from games.boards.board import BoardContext, board_context
from games.boards.overlays import Marks
from games.clocks.calendar import MINUTE
from games.models import Game, Player
from games.organize.game_detail import seat_name
from games.selectors.access import Access, view_of
from games.selectors.page_data import PageReader
from games.services.free_seats import HELD
from games.wording.amounts import count_armies, round_name
from games.wording.rules import table_rules
from games.wording.seats import colour_name
from substitutes.models import OPEN, Offer, SignUp

if TYPE_CHECKING:
    from accounts.models import User

SALT = "substitutes.offer"
ASKED, KEEP = "substitutes:asked", 10.0
"""Where the cache has the people who are asked, and for how many seconds."""

PAST = 20
"""Offers that are over and that organizers still see."""


# ---- the seat that somebody is asked to take


@dataclass(frozen=True)
class SeatFacts:
    """What a seat is, from what everybody may see: its colour and place in the game, and the time for its turns."""

    colour: str
    name: str
    rules: str
    stage: str
    territories: int
    armies: str
    cards: int
    clock: str


@dataclass(frozen=True)
class OfferPage:
    """The page on which a person takes a seat or leaves it. `url` takes the answer; `outcome` is empty or accepted."""

    url: str
    game: Game
    seat: SeatFacts
    board: BoardContext
    until: str
    outcome: str


def token_of(offer: Offer) -> str:
    """Sign the address of an offer, which opens its page and nothing else."""
    return signing.dumps([offer.pk, offer.user_id], salt=SALT)


def offer_url(offer: Offer) -> str:
    return reverse("seat-offer", args=[token_of(offer)])


def offer_at(token: str) -> Offer | None:
    """Find the offer of an address; None for one that is forged, or of a closed account."""
    try:
        pk, user_id = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    rows = Offer.objects.select_related("game", "user")
    return rows.filter(pk=pk, user_id=user_id, user__is_active=True).first()


def open_offer_of(user_id: int) -> Offer | None:
    """Find what a person is asked now: one seat at most. One query."""
    return Offer.objects.filter(OPEN, user_id=user_id).select_related("game").first()


def asked_people() -> list[int]:
    """List everybody who is asked to take a seat, from the cache for as long as `KEEP`: the home page of each reader
    looks there before it asks the database."""
    return get_or_make(ASKED, list[int], KEEP, lambda: list(Offer.objects.filter(OPEN).values_list("user", flat=True)))


def forget_asked() -> None:
    """Have home pages see at once that somebody is asked, or no more."""
    cache.delete(ASKED)


def ending_of(offer: Offer, now: datetime) -> str:
    """Return how an offer has ended for whoever has its address, though no sweep has closed it yet; empty while its
    seat can be taken or is theirs. One query."""
    holder = Player.objects.filter(game=offer.game_id, seat=offer.seat).first()
    if offer.outcome == Offer.Outcome.ACCEPTED:
        return "" if holder and holder.user_id == offer.user_id else Offer.Outcome.GONE
    if not offer.is_open:
        return offer.outcome
    if holder is None or not is_offered(holder) or holder.offered_at != offer.since:
        return Offer.Outcome.GONE
    return "" if now < offer.until else Offer.Outcome.EXPIRED


def offer_page(offer: Offer, now: datetime, zone: tzinfo) -> OfferPage:
    """Build the page of an offer. Three queries, and those of the view."""
    game = offer.game
    view = view_of(game, None)
    lands = tuple(land for land, owner in enumerate(view.owner) if owner == offer.seat)
    board = board_context(
        view,
        engine.mapgraph(view.map),
        marks=Marks(look_at=lands),
        label=_("Board of %(game)s") % {"game": game.name},
    )
    until = format_datetime(offer.until, now, zone)
    return OfferPage(offer_url(offer), game, seat_facts(game, offer.seat, view), board, until, offer.outcome)


def seat_facts(game: Game, seat: int, view: engine.PlayerView) -> SeatFacts:
    """Describe a seat by the view of spectators."""
    played, public = table_rules(game), view.seats[seat]
    return SeatFacts(
        colour=public.colour,
        name=colour_name(public.colour),
        rules=(played.title if played else game.rules).removesuffix("."),
        stage=round_name(game.rules, game.round),
        territories=public.territories,
        armies=count_armies(public.armies, game.rules),
        cards=public.cards,
        clock=clock_text(game),
    )


def clock_text(game: Game) -> str:
    """Say how much time a turn of a game has: "1 day, plus a reserve of 1 day"."""
    rules = game.time.rules
    if rules.timetable is not None:
        times = ", ".join(f"{at:%H:%M}" for at in rules.timetable.at)  # as typed
        return _("each turn until %(times)s (%(zone)s)") % {"times": times, "zone": rules.zone}
    span = format_duration(rules.span * MINUTE)
    if rules.bank is None or not rules.bank.start:
        return span
    return _("%(span)s, plus a reserve of %(bank)s") % {
        "span": span,
        "bank": format_duration(rules.bank.start * MINUTE),
    }


# ---- signing up


@dataclass(frozen=True)
class GamePage:
    """The page on which people sign up for the seats of a game."""

    game: Game
    signed_up: bool
    has_seat: bool
    is_played: bool
    free: tuple[str, ...]
    offer_url: str


def is_signed_up(user: User, game: Game | None = None) -> bool:
    return SignUp.objects.filter(user=user, game=game).exists()


def free_names(players: Sequence[Player]) -> tuple[str, ...]:
    """Name the seats that are offered to substitutes now."""
    return tuple(colour_name(player.colour) for player in players if is_offered(player))


def is_offered(player: Player) -> bool:
    return player.offered_at is not None and player.state in HELD


def game_page(access: Access, user: User | None) -> GamePage:
    """Build the page of a game's substitutes. Two queries for people who are logged in."""
    game = access.game
    offer = open_offer_of(user.pk) if user else None
    return GamePage(
        game=game,
        signed_up=user is not None and is_signed_up(user, game),
        has_seat=access.has_own_seat,
        is_played=is_played(game),
        free=free_names(access.players),
        offer_url=offer_url(offer) if offer and offer.game_id == game.pk else "",
    )


def is_played(game: Game) -> bool:
    """Check whether people may sign up for the seats of a game."""
    return game.has_board and game.status in (Game.Status.RUNNING, Game.Status.PAUSED)


@dataclass(frozen=True)
class TurnCardData:
    """The way from the board of a game to the list of its substitutes."""

    url: str
    free: tuple[str, ...]


def turn_card(access: Access, view: engine.PlayerView, reading: PageReader) -> TurnCardData | None:
    """Build the way to sign up, for readers without a seat. No query."""
    if access.player is not None or not is_played(access.game):
        return None
    return TurnCardData(substitutes_url(access.game), free_names(access.players))


def substitutes_url(game: Game) -> str:
    return reverse("game-substitutes", args=[game.slug])


# ---- organizers


@dataclass(frozen=True)
class OrganizersSeat:
    """A seat that nobody plays, as organizers see it: since when it is offered, and who is asked until when."""

    seat: int
    name: str
    offered_at: datetime | None
    asked: Offer | None


@dataclass(frozen=True)
class OrganizersSeats:
    """A part of an organizers' page: free seats, who was asked before, how many have signed up there."""

    seats: tuple[OrganizersSeat, ...]
    past: tuple[tuple[str, Offer], ...]
    signed_up: int


def held_seats(game: Game) -> list[Player]:
    """List the seats that nobody plays, in their order. One query."""
    if not is_played(game):
        return []
    return list(game.players.filter(state__in=HELD).select_related("user").order_by("seat"))


def organizers_seats(game: Game) -> OrganizersSeats | None:
    """List the seats of a game that nobody plays, and who was asked to take one. Four queries at most."""
    seats = held_seats(game)
    offers = list(Offer.objects.filter(game=game).select_related("user").order_by("-pk")[:PAST])
    if not seats and not offers:
        return None
    asked = {offer.seat: offer for offer in offers if offer.is_open}
    colours = dict(game.players.values_list("seat", "colour"))
    rows = tuple(
        OrganizersSeat(player.seat, seat_name(player), player.offered_at, asked.get(player.seat))
        for player in seats
        if player.seat is not None
    )
    past = tuple((colour_name(colours[offer.seat]), offer) for offer in offers if not offer.is_open)
    return OrganizersSeats(rows, past, SignUp.objects.filter(game=game).count())
