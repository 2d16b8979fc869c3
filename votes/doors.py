"""What votes bring to the site: each record registers when this module is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.dispatch import receiver
from django.utils.translation import gettext, gettext_lazy

from accounts.signals import account_exported
from games.lines import GAME_LINES, Line, Link, Reader
from games.models import Game
from games.organize.acts import GAME_ACTS, ActContext, Arguments, OrganizerAct
from games.organize.log import AUDIT_WORDS, AuditWords
from games.organize.sections import GAME_SECTIONS, GameSection
from games.selectors.integrity import GAME_CHECKS, Check
from games.selectors.page_data import TURN_CARDS, TurnCard
from games.services.locks import wake
from games.services.table_orders import TABLE_ORDERS, TableOrder
from games.signals import game_ended
from votes import mails, story  # noqa: F401  # add their records
from votes.forms import StopVoteForm
from votes.integrity import check_votes
from votes.models import Ballot
from votes.reading import USAGES, VERB, read_vote
from votes.selectors import open_votes_of, organizers_votes, turn_card, votes_url
from votes.services import vote_stop, vote_typed

if TYPE_CHECKING:
    from accounts.models import User


@receiver(game_ended)
def wake_sweep(**kwargs: object) -> None:
    """Wake the sweep, which closes the votes of the game."""
    wake("votes.tasks.sweep")


@receiver(account_exported)
def export_votes(user: User, **kwargs: object) -> dict[str, object]:
    """Export what a person voted for and against."""
    ballots = Ballot.objects.filter(user=user).select_related("vote__game")
    return {
        "votes": [
            {
                "game": ballot.vote.game.name,
                "address": ballot.vote.game.slug,
                "vote": ballot.vote.kind,
                "agrees": ballot.agrees,
                "at": ballot.at.isoformat(),
            }
            for ballot in ballots
        ]
    }


# ---- pages of a game, and orders in words


def votes_link(reader: Reader, game: Game) -> Link | None:
    """Link to the votes of a game that goes on; those of one that has ended are told in its history."""
    if not game.has_board or game.has_ended:
        return None
    return Link(votes_url(game), gettext("Votes"), "gavel", count=game.open_votes)


GAME_LINES.add(Line("votes", votes_link))
TURN_CARDS.add(TurnCard("votes", "votes/card.html", turn_card))
TABLE_ORDERS.add(TableOrder(name=VERB, usages=USAGES, check=lambda game, text: read_vote(text), give=vote_typed))
GAME_CHECKS.add(Check("votes", check_votes))


# ---- organizers


def preview_stop(context: ActContext[Game], arguments: Arguments) -> list[str]:
    return [
        gettext("The vote ends without a result, whoever has agreed."),
        gettext("Everybody who plays is told, with your reason."),
    ]


GAME_SECTIONS.add(GameSection("votes", "votes/section.html", organizers_votes))
AUDIT_WORDS.add(AuditWords("vote.stop", gettext_lazy("ended a vote")))
GAME_ACTS.add(
    OrganizerAct(
        name="stop-vote",
        title=gettext_lazy("End a vote"),
        about=gettext_lazy("It has no result. The players can vote again."),
        icon="gavel",
        states=(Game.Status.RUNNING, Game.Status.PAUSED),
        suits=lambda game: bool(open_votes_of(game)),
        form=StopVoteForm,
        preview=preview_stop,
        do=vote_stop,
        done=gettext_lazy("The vote has ended."),
    )
)
