"""Substitutes for programs."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from django.utils.translation import gettext as _
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import GameAPIView
from games.api.describe import operation
from games.models import Entry, Game
from substitutes.models import Offer
from substitutes.selectors import is_offered, is_signed_up, open_offer_of
from substitutes.services import OfferOver, offer_accept, offer_decline, sign_off, sign_up


class SignUpRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Sign up as a substitute, or take yourself off the list."""

    signed_up: bool = True


class GameSignUpRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Sign up for the seats of a game, take yourself off its list, or answer the seat that you are asked to take
    there: `answer` then counts alone."""

    signed_up: bool = True
    answer: Literal["", "accept", "decline"] = ""


class SeatOffer(Struct, frozen=True, kw_only=True):
    """A seat that you are asked to take, and until when."""

    game: str
    seat: int
    asked_at: datetime
    until: datetime


class SiteSubstitute(Struct, frozen=True, kw_only=True):
    """Whether you are on the list of the site, and the seat that you are asked to take."""

    signed_up: bool
    offer: SeatOffer | None


class GameSubstitute(Struct, frozen=True, kw_only=True):
    """Whether you are on the list of a game, the seat there that you are asked to take, and the seats that are
    free."""

    signed_up: bool
    offer: SeatOffer | None
    free: list[int]


class SubstitutesView(GameAPIView):
    """The list of people who take over seats in any game that is open to everybody."""

    @operation("substitute", "Get your place as a substitute", tag="account", answer=SiteSubstitute)
    def get(self, request: Request) -> Response:
        """Tell whether you are on the list, and which seat you are asked to take."""
        self.require_unbound()
        return Response(self.answer())

    @operation(
        "sign_up", "Sign up as a substitute", tag="account", answer=SiteSubstitute, body=SignUpRequest, refuses=[422]
    )
    def post(self, request: Request) -> Response:
        """Sign up for the site, or with `signed_up` false take yourself off the list. Twice is as once."""
        self.require_unbound()
        if self.parse_body(SignUpRequest).signed_up:
            sign_up(user=self.person)
        else:
            sign_off(user=self.person)
        return Response(self.answer())

    def answer(self) -> SiteSubstitute:
        return SiteSubstitute(signed_up=is_signed_up(self.person), offer=serialize_offer(open_offer_of(self.person.pk)))


class GameSubstitutesView(GameAPIView):
    """The list of people who take over seats of one game."""

    @operation("game_substitute", "Get free seats", tag="play", answer=GameSubstitute, refuses=[404])
    def get(self, request: Request, slug: str) -> Response:
        """List the seats that are free, with the one that you are asked to take."""
        return Response(self.answer(slug))

    @operation(
        "game_sign_up",
        "Sign up, or take a free seat",
        tag="play",
        answer=GameSubstitute,
        body=GameSignUpRequest,
        refuses=[404, 409, 422],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Sign up for the game's seats, take yourself off its list, or take or leave the seat that you are asked to
        take. The same request twice is as once."""
        access, wish = self.access_as_asked(slug), self.parse_body(GameSignUpRequest)
        if wish.answer:
            self.give_answer(access, wish.answer)
        elif wish.signed_up:
            sign_up(user=self.person, game=access)
        else:
            sign_off(user=self.person, game=access)
        return Response(self.answer(slug))

    def give_answer(self, game: Game, answer: str) -> None:
        """Take or leave the last seat of a game that the person was asked to take. Raises OfferOver."""
        offer = Offer.objects.filter(game=game, user=self.person).order_by("-pk").first()
        if offer is None:
            raise OfferOver(_("You are not asked to take a seat in this game."))
        if answer == "accept":
            offer_accept(offer=offer, user=self.person, source=Entry.Source.API)
        else:
            offer_decline(offer=offer, user=self.person)

    def answer(self, slug: str) -> GameSubstitute:
        game = self.access_as_asked(slug)
        offer = open_offer_of(self.person.pk)
        return GameSubstitute(
            signed_up=is_signed_up(self.person, game),
            offer=serialize_offer(offer) if offer and offer.game_id == game.pk else None,
            free=[
                player.seat
                for player in game.players.order_by("seat")
                if is_offered(player) and player.seat is not None
            ],
        )

    def access_as_asked(self, slug: str) -> Game:
        """Load a game that the person may see, or is asked to play in. Raises Http404."""
        offer = open_offer_of(self.person.pk)
        if offer is not None and offer.game.slug == slug:
            self.require_in_reach(offer.game_id)
            return offer.game
        return self.access(slug).game


def serialize_offer(offer: Offer | None) -> SeatOffer | None:
    if offer is None:
        return None
    return SeatOffer(game=offer.game.slug, seat=offer.seat, asked_at=offer.asked_at, until=offer.until)
