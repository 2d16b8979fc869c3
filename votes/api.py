"""Votes for programs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import GameAPIView
from games.api.describe import operation
from games.api.requests import ColourWord
from games.errors import GameClosed
from games.models import Entry
from games.selectors.access import Access
from votes.kinds import KINDS, LONGEST_PAUSE, VoteRefused
from votes.models import OPEN, Vote
from votes.reading import VoteWish
from votes.selectors import people_of
from votes.services import vote_answer, vote_for

KindWord = Literal["extend", "pause", "resume", "substitute", "draw", "call off"]
PAST = 50


class VoteRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a vote, or answer the one of its kind that is open. `days` is for a pause, `colour` names the seat of a
    substitute; with `agree` false you vote against it."""

    vote: KindWord
    days: Annotated[int, Meta(ge=0, le=LONGEST_PAUSE, description="0 for the longest pause.")] = 0
    colour: ColourWord = ""
    agree: bool = True


class VoteFacts(Struct, frozen=True, kw_only=True):
    """A vote. `seat` opened it, `about` is the seat that would be offered. `agreed` and `against` are seats; of the
    `voters`, who play, `needed` must agree. `outcome` is empty while it is open, then passed, failed, lapsed or
    stopped."""

    vote: str
    seat: int
    about: int | None
    days: int
    round: int
    opened_at: datetime
    ends_at: datetime
    agreed: list[int]
    against: list[int]
    voters: int
    needed: int
    outcome: str
    closed_at: datetime | None


class Votes(Struct, frozen=True):
    """The votes of a game, the newest first."""

    votes: list[VoteFacts]


class VotesView(GameAPIView):
    """What the people of a game decide together."""

    @operation("votes", "List votes", tag="play", answer=Votes, refuses=[404])
    def get(self, request: Request, slug: str) -> Response:
        """List the open votes of a game and the last that are over, with who agreed."""
        return Response(serialize_votes(self.access(slug)))

    @operation("vote", "Vote", tag="play", answer=Votes, body=VoteRequest, key=True, refuses=[404, 409, 422])
    def post(self, request: Request, slug: str) -> Response:
        """Open a vote with your agreement, or answer the open one. It passes with the last agreement it needs."""
        access, _seat = self.require_seat(slug)
        key, body = self.key(), self.parse_body(VoteRequest)
        if body.agree:
            wish = VoteWish(body.vote, body.days, body.colour)
            vote_for(game_id=access.game.pk, user=self.person, wish=wish, source=Entry.Source.API, key=key)
        else:
            vote_answer(
                game_id=access.game.pk,
                user=self.person,
                vote_id=open_vote_of(access, body.vote).pk,
                agrees=False,
                source=Entry.Source.API,
            )
        return Response(serialize_votes(self.access(slug)))


def open_vote_of(access: Access, kind: str) -> Vote:
    """Find the open vote of a kind. Raises VoteRefused, or GameClosed in a game that has ended."""
    if access.game.has_ended:
        raise GameClosed
    vote = Vote.objects.filter(OPEN, game=access.game, kind=kind).first()
    if vote is None:
        raise VoteRefused(_("No such vote is open."))
    return vote


def serialize_votes(access: Access) -> Votes:
    """List the votes of a game. Two queries."""
    rows = Vote.objects.filter(game=access.game).order_by("-pk").prefetch_related("ballots")[:PAST]
    people = {player.user_id for player in people_of(access.players)}
    return Votes([serialize_vote(vote, people) for vote in rows])


def serialize_vote(vote: Vote, people: set[int | None]) -> VoteFacts:
    counted = [ballot for ballot in vote.ballots.all() if not vote.is_open or ballot.user_id in people]
    voters = len(people) if vote.is_open else vote.voters
    return VoteFacts(
        vote=vote.kind,
        seat=vote.seat,
        about=vote.about,
        days=vote.days,
        round=vote.round,
        opened_at=vote.opened_at,
        ends_at=vote.ends_at,
        agreed=[ballot.seat for ballot in counted if ballot.agrees],
        against=[ballot.seat for ballot in counted if not ballot.agrees],
        voters=voters,
        needed=KINDS[vote.kind].needed(voters),
        outcome=vote.outcome,
        closed_at=vote.closed_at,
    )
