"""What substitutes bring to the site: each record registers when this module is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.lines import ACCOUNT_LINES, AccountLine
from accounts.signals import account_deleted, account_exported, mail_stopped
from common.times import format_datetime
from games.lines import HOME_LINES, Line, Link, Reader
from games.models import Game
from games.organize.acts import GAME_ACTS, ActContext, Arguments, OrganizerAct
from games.organize.log import AUDIT_WORDS, AuditWords
from games.organize.sections import GAME_SECTIONS, GameSection
from games.selectors.integrity import GAME_CHECKS, SITE_CHECKS, Check
from games.selectors.page_data import TURN_CARDS, TurnCard
from games.services.locks import wake
from games.services.open_seats import SEAT_OFFERS, SeatOffers
from games.signals import game_ended
from substitutes import mails  # noqa: F401  # adds its records
from substitutes.forms import OfferForm, WithdrawForm
from substitutes.integrity import check_offers, check_overdue
from substitutes.models import Offer, SignUp
from substitutes.selectors import asked_people, held_seats, offer_url, open_offer_of, organizers_seats, turn_card
from substitutes.services import forget_person, seat_offer, seat_take, seat_withdraw

if TYPE_CHECKING:
    from accounts.models import User


@receiver(game_ended)
def wake_sweep(**kwargs: object) -> None:
    """Wake the sweep, which ends what is open in the game."""
    wake("substitutes.tasks.sweep")


@receiver(account_deleted)
def forget_with_the_account(user: User, **kwargs: object) -> None:
    """Take somebody who deletes their account off every list."""
    forget_person(user)


@receiver(mail_stopped)
def leave_lists(user: User, wish: str, **kwargs: object) -> bool:
    """Take somebody who wants no more offers off every list. Returns whether they were on one."""
    return wish in ("seats", "") and bool(SignUp.objects.filter(user=user).delete()[0])


@receiver(account_exported)
def export_seats(user: User, **kwargs: object) -> dict[str, object]:
    """Export where a person has signed up, and which seats they were asked to take."""
    lists = SignUp.objects.filter(user=user).select_related("game")
    offers = Offer.objects.filter(user=user).select_related("game")
    return {
        "substitutes": {
            "signed_up": [{"game": row.game.name if row.game else "", "at": row.at.isoformat()} for row in lists],
            "asked": [
                {"game": row.game.name, "seat": row.seat, "at": row.asked_at.isoformat(), "answer": row.outcome}
                for row in offers
            ],
        }
    }


# ---- pages


def home_link(reader: Reader) -> Link | None:
    """Link to the seat that the reader is asked to take. One query, and for everybody else one in ten seconds."""
    offer = open_offer_of(reader.pk) if reader.is_authenticated and reader.pk in asked_people() else None
    if offer is None or not reader.is_authenticated:
        return None
    until = format_datetime(offer.until, timezone.now(), reader.zone)
    text = gettext("A seat in %(game)s is free: answer until %(until)s") % {"game": offer.game.name, "until": until}
    return Link(offer_url(offer), text)


ACCOUNT_LINES.add(
    AccountLine("substitute-settings", gettext_lazy("Substitute"), gettext_lazy("take over seats that fall free"))
)
HOME_LINES.add(Line("free-seat", home_link))
GAME_CHECKS.add(Check("offers", check_offers))
SITE_CHECKS.add(Check("overdue_offers", check_overdue))
TURN_CARDS.add(TurnCard("substitutes", "substitutes/card.html", turn_card))


# ---- organizers


def preview_offer(context: ActContext[Game], arguments: Arguments) -> list[str]:
    return [
        gettext("People who signed up as substitutes are asked one after another, with 12 hours for each."),
        gettext("The seat is played as it is now until somebody takes it. Its player can come back until then."),
    ]


def preview_withdraw(context: ActContext[Game], arguments: Arguments) -> list[str]:
    return [
        gettext("Nobody else is asked, and the seat is played as it is now."),
        gettext("The person who is asked now is told."),
    ]


def has_seat(game: Game, *, offered: bool) -> bool:
    return any((player.offered_at is not None) == offered for player in held_seats(game))


GAME_SECTIONS.add(GameSection("substitutes", "substitutes/section.html", organizers_seats))
AUDIT_WORDS.add(AuditWords("seat.offer", gettext_lazy("offered a seat to substitutes")))
AUDIT_WORDS.add(AuditWords("seat.withdraw", gettext_lazy("withdrew the offer of a seat")))
GAME_ACTS.add(
    OrganizerAct(
        name="offer-seat",
        title=gettext_lazy("Offer a seat to substitutes"),
        about=gettext_lazy("People who signed up are asked one after another."),
        icon="user",
        states=(Game.Status.RUNNING, Game.Status.PAUSED),
        suits=lambda game: has_seat(game, offered=False),
        form=OfferForm,
        preview=preview_offer,
        do=seat_offer,
        done=gettext_lazy("The seat is offered."),
    )
)
GAME_ACTS.add(
    OrganizerAct(
        name="withdraw-seat",
        title=gettext_lazy("Withdraw the offer of a seat"),
        about=gettext_lazy("Nobody is asked to take it any more."),
        icon="user",
        states=(Game.Status.RUNNING, Game.Status.PAUSED),
        suits=lambda game: has_seat(game, offered=True),
        form=WithdrawForm,
        preview=preview_withdraw,
        do=seat_withdraw,
        done=gettext_lazy("The seat is no longer offered."),
    )
)
SEAT_OFFERS.add(SeatOffers(name="substitutes", take=seat_take))
