"""Votes as their readers see them: on the turn page, on a page of their own, for organizers and programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from common.times import format_datetime
from games.models import Game, Player
from games.models.game import game_path
from games.selectors.access import Access
from games.selectors.page_data import PageReader
from games.wording.amounts import join_and
from games.wording.seats import colour_name
from votes.kinds import EXTENSION, HALF, KINDS, LONGEST_PAUSE, VoteKind, kinds_in, running_pause
from votes.models import OPEN, Vote

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

PAST = 10
"""Votes that are over and that the page still shows."""

FOR, AGAINST = "for", "against"


@dataclass(frozen=True)
class BallotMark:
    """What one player has said: `said` is for, against or nothing."""

    colour: str
    name: str
    said: str = ""


@dataclass(frozen=True)
class VoteCard:
    """A vote as one reader sees it. `mine` is what they have said, `may_vote` whether they are asked at all; `ending`
    says how it ended."""

    pk: int
    kind: str
    title: str
    about: str
    opener: str
    opened: str
    until: str
    ballots: tuple[BallotMark, ...]
    may_vote: bool = False
    mine: str = ""
    ending: str = ""


@dataclass(frozen=True)
class PauseNote:
    """The pause that a vote has decided: until when, and whether a vote on its end can be opened."""

    until: str
    may_end: bool


@dataclass(frozen=True)
class TurnCardData:
    """The way from the turn page to votes: their page, where their cards are fetched, how many are open."""

    url: str
    cards_url: str
    count: int


@dataclass(frozen=True)
class VoteCards:
    """The votes that the turn page shows. `url` takes answers."""

    url: str
    votes: tuple[VoteCard, ...]
    pause: PauseNote | None


@dataclass(frozen=True)
class VotesPage:
    """The page of votes: open ones, those that are over, and what the reader can open."""

    url: str
    votes: tuple[VoteCard, ...]
    past: tuple[VoteCard, ...]
    pause: PauseNote | None
    offers: tuple[VoteKind, ...]
    seats: tuple[Player, ...]
    days: range


@dataclass(frozen=True)
class OrganizersVote:
    """A line of the organizers' page."""

    pk: int
    title: str
    opened_at: datetime
    ends_at: datetime
    agreed: int
    voters: int


def people_of(players: Iterable[Player]) -> list[Player]:
    """List those whose agreement counts, in the order of seats."""
    counted = [player for player in players if player.user_id and player.state == Player.State.PLAYING]
    return sorted(counted, key=lambda player: player.seat or 0)


def open_votes_of(game: Game) -> list[Vote]:
    """List the open votes of a game with their ballots. No query where the game counts none, else two."""
    if not game.open_votes:
        return []
    return list(Vote.objects.filter(OPEN, game=game).prefetch_related("ballots"))


def turn_card(access: Access, view: engine.PlayerView, reading: PageReader) -> TurnCardData | None:
    """Build what the turn page holds until the browser has fetched the cards themselves: a way to them. None where no
    vote is open and none may have paused the game. No query: the game's row counts its open votes."""
    game = access.game
    if not game.open_votes and game.status != Game.Status.PAUSED:
        return None
    return TurnCardData(votes_url(game), game_path("game-votes-card", game.slug), game.open_votes)


def vote_cards(access: Access, reading: PageReader) -> VoteCards:
    """Build the cards of the turn page. Three queries at most."""
    votes = open_votes_of(access.game)
    cards = tuple(describe_vote(vote, access.players, reading.user, reading.now, reading.zone) for vote in votes)
    return VoteCards(votes_url(access.game), cards, pause_note(access, reading))


def votes_url(game: Game) -> str:
    return game_path("game-votes", game.slug)


def pause_note(access: Access, reading: PageReader) -> PauseNote | None:
    """Describe the pause that the players agreed to; None in any other game. No query for games that run."""
    vote = running_pause(access.game)
    if vote is None or vote.resumes_at is None:
        return None
    until = format_datetime(vote.resumes_at, reading.now, reading.zone)
    return PauseNote(until, may_vote(access.players, reading.user))


def may_vote(players: Iterable[Player], user: User | AnonymousUser | None) -> bool:
    return user is not None and any(player.user_id == user.pk for player in people_of(players))


def describe_vote(
    vote: Vote, players: Sequence[Player], user: User | AnonymousUser | None, now: datetime, zone: tzinfo
) -> VoteCard:
    """Describe a vote for a reader."""
    said = {ballot.user_id: FOR if ballot.agrees else AGAINST for ballot in vote.ballots.all()}
    asked = people_of(players) if vote.is_open else [player for player in players if player.user_id in said]
    opener = next((player.label for player in players if player.seat == vote.seat), "")
    marks = [BallotMark(player.colour, player.label, said.get(player.user_id or 0, "")) for player in asked]
    return VoteCard(
        pk=vote.pk,
        kind=vote.kind,
        title=title_of(vote, players),
        about=" ".join(filter(None, (effect_of(vote, players), majority_of(vote, len(asked))))),
        opener=opener,
        opened=format_datetime(vote.opened_at, now, zone),
        until=format_datetime(vote.ends_at, now, zone),
        ballots=tuple(sorted(marks, key=lambda mark: not mark.said)),
        may_vote=vote.is_open and may_vote(players, user),
        mine=said.get(user.pk, "") if user is not None and user.pk else "",
        ending=ending_of(vote, sum(word == FOR for word in said.values()), players),
    )


def title_of(vote: Vote, players: Sequence[Player]) -> str:
    """Make the heading of a vote: "Pause the game for 7 days"."""
    titles = {
        Vote.Kind.EXTEND: _("One more day for this turn"),
        Vote.Kind.PAUSE: ngettext("Pause the game for %(days)s day", "Pause the game for %(days)s days", vote.days),
        Vote.Kind.RESUME: _("End the pause now"),
        Vote.Kind.SUBSTITUTE: _("Offer %(seat)s to a new player"),
        Vote.Kind.DRAW: _("A draw between %(who)s"),
        Vote.Kind.CALL_OFF: _("Call the game off"),
    }
    who = join_and([colour_name(player.colour) for player in people_of(players)])
    if not vote.is_open and vote.kind == Vote.Kind.DRAW:
        return _("A draw")
    return titles[Vote.Kind(vote.kind)] % {"days": vote.days, "seat": name_of_seat(vote, players), "who": who}


def effect_of(vote: Vote, players: Sequence[Player]) -> str:
    """Say what happens once a vote has passed."""
    words = {
        Vote.Kind.EXTEND: _("Every deadline that is running now moves by %(hours)s hours."),
        Vote.Kind.PAUSE: _(
            "All clocks stop and nobody can give orders, until the pause is over or you vote to end it."
        ),
        Vote.Kind.RESUME: _("The game continues, and every deadline moves by the length of the pause."),
        Vote.Kind.SUBSTITUTE: _("The caretaker plays on until somebody takes the seat."),
        Vote.Kind.DRAW: _(
            "The game ends at once. Those who play share the win, and all others are ranked behind them."
        ),
        Vote.Kind.CALL_OFF: _("The game ends at once and nobody wins."),
    }
    return words[Vote.Kind(vote.kind)] % {"hours": EXTENSION}


def majority_of(vote: Vote, people: int) -> str:
    """Say how many must agree to an open vote; empty for one that is over."""
    if not vote.is_open:
        return ""
    kind = KINDS[vote.kind]
    said = {"needed": kind.needed(people), "people": people}
    if said["needed"] == people:
        return _("Everybody who plays must agree.")
    if kind.majority is HALF:
        return _("More than half must agree: %(needed)s of %(people)s players.") % said
    return _("Two thirds must agree: %(needed)s of %(people)s players.") % said


def changed_by(vote: Vote, players: Sequence[Player]) -> str:
    """Say what a vote that has passed changed."""
    words = {
        Vote.Kind.EXTEND: _("Every deadline that was running moved by %(hours)s hours."),
        Vote.Kind.PAUSE: ngettext(
            "The game was paused, for %(days)s day at most.",
            "The game was paused, for %(days)s days at most.",
            vote.days,
        ),
        Vote.Kind.RESUME: _("The game went on, and every deadline moved by the length of the pause."),
        Vote.Kind.SUBSTITUTE: _("%(seat)s was offered to a new player."),
        Vote.Kind.DRAW: _("The game ended, and everybody who played shares the win."),
        Vote.Kind.CALL_OFF: _("The game ended, and nobody won."),
    }
    said = {"hours": EXTENSION, "days": vote.days, "seat": name_of_seat(vote, players)}
    return words[Vote.Kind(vote.kind)] % said


def name_of_seat(vote: Vote, players: Sequence[Player]) -> str:
    return next((colour_name(player.colour) for player in players if player.seat == vote.about), "")


def ending_of(vote: Vote, agreed: int, players: Sequence[Player]) -> str:
    """Say how a vote ended and what it changed; empty while it is open."""
    endings = {
        Vote.Outcome.PASSED: _("Agreed: %(agreed)s of %(voters)s were for it. %(changed)s"),
        Vote.Outcome.FAILED: _("Not agreed: %(agreed)s of %(voters)s were for it. Nothing changed."),
        Vote.Outcome.LAPSED: _("It ended without a result, for there was nothing left to decide."),
        Vote.Outcome.STOPPED: _("An organizer ended it. Nothing changed."),
    }
    if vote.is_open:
        return ""
    said = {"agreed": agreed, "voters": vote.voters, "changed": changed_by(vote, players)}
    return endings[Vote.Outcome(vote.outcome)] % said


def votes_page(access: Access, reading: PageReader) -> VotesPage:
    """Build the page of votes. Four queries."""
    game, players = access.game, access.players
    past = Vote.objects.filter(game=game).exclude(OPEN).order_by("-pk").prefetch_related("ballots")[:PAST]
    open_votes = open_votes_of(game)
    taken = {vote.kind for vote in open_votes}
    held = tuple(player for player in players if is_offerable(player))
    offers = tuple(kind for kind in kinds_in(game) if kind.name not in taken) if may_vote(players, reading.user) else ()
    pause = pause_note(access, reading)

    def is_offered(kind: VoteKind) -> bool:
        if kind.name == Vote.Kind.SUBSTITUTE:
            return bool(held)
        return kind.name != Vote.Kind.RESUME or pause is not None

    def cards(votes: Iterable[Vote]) -> tuple[VoteCard, ...]:
        return tuple(describe_vote(vote, players, reading.user, reading.now, reading.zone) for vote in votes)

    return VotesPage(
        votes_url(game),
        cards(open_votes),
        cards(past),
        pause,
        tuple(kind for kind in offers if is_offered(kind)),
        held,
        range(1, LONGEST_PAUSE + 1),
    )


def is_offerable(player: Player) -> bool:
    return player.state in (Player.State.CARETAKER, Player.State.RESIGNED) and player.offered_at is None


def organizers_votes(game: Game) -> list[OrganizersVote]:
    """List the open votes of a game for its organizers. Up to three queries."""
    players = list(game.players.select_related("user")) if game.open_votes else []
    people = {player.user_id for player in people_of(players)}
    return [
        OrganizersVote(
            vote.pk,
            title_of(vote, players),
            vote.opened_at,
            vote.ends_at,
            sum(ballot.agrees and ballot.user_id in people for ballot in vote.ballots.all()),
            len(people),
        )
        for vote in open_votes_of(game)
    ]
