"""What press brings to the site: each record registers when this module is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import QuerySet
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext

from accounts.signals import account_deleted, account_exported
from games.lines import GAME_COUNTS, GAME_LINES, ORGANIZE_LINES, GameCount, Line, Link, Reader
from games.models import Game, Player
from games.models.game import hiding_names
from games.organize.acts import GAME_ACTS, ActContext, Arguments, OrganizerAct
from games.organize.forms import MessageForm
from games.organize.log import AUDIT_WORDS, AuditWords
from games.organize.sections import GAME_SECTIONS, PERSON_SECTIONS, GameSection, PersonSection
from games.permissions import ORGANIZING_RULES, OrganizingRule
from games.selectors.company import COMPANY_RULES, CompanyRule
from games.selectors.integrity import GAME_CHECKS, Check
from games.selectors.page_data import TURN_TABS, TurnTab
from games.selectors.result_parts import RESULT_PARTS, ResultPart
from games.services.press_replies import PRESS_REPLIES, PressReplies
from games.services.table_orders import TABLE_ORDERS, TableOrder
from press import mails, report_mails  # noqa: F401  # add their kinds
from press.audience import USAGES, VERB, read_line
from press.export import export_press, forget_writer
from press.integrity import check_press
from press.models import Message, Report
from press.pages import messages_url, thanks_part, turn_tab
from press.selectors import count_new_by_game
from press.services.messages import press_announce, press_typed
from press.services.moderation import open_reports_about
from press.services.muting import kept_apart
from press.services.replies import press_line, press_reply

if TYPE_CHECKING:
    from accounts.models import User


@receiver(account_exported)
def export_messages(user: User, **kwargs: object) -> dict[str, object]:
    """Export what a person sent and could read, and their notes."""
    return export_press(user)


@receiver(account_deleted)
def forget_messages(user: User, **kwargs: object) -> None:
    forget_writer(user)


def messages_link(reader: Reader, game: Game) -> Link | None:
    """Link to the messages of a game with a board."""
    return Link(messages_url(game), gettext("Messages"), "messages-square") if game.has_board else None


def message_words(number: int) -> str:
    return ngettext("new message", "new messages", number)


GAME_LINES.add(Line("messages", messages_link))
GAME_COUNTS.add(GameCount("messages", lambda reader: count_new_by_game(reader.pk, timezone.now()), message_words))
RESULT_PARTS.add(ResultPart("thanks", "press/thanks.html", thanks_part))
TURN_TABS.add(TurnTab("messages", "press/tab.html", turn_tab))
TABLE_ORDERS.add(
    TableOrder(
        name=VERB,
        usages=USAGES,
        check=lambda game, text: read_line(text),
        give=press_typed,
        ends="end press",  # as typed
    )
)
COMPANY_RULES.add(CompanyRule("press", kept_apart))
GAME_CHECKS.add(Check("press", check_press))


# ---- organizers


def played_in_hiding(user: User) -> QuerySet[Game]:
    """Query the games that hide names in which a person plays: the pages of organizers would tell them who the others
    are."""
    return Game.objects.filter(hiding_names(), pk__in=Player.objects.filter(user=user).values("game"))


ORGANIZING_RULES.add(
    OrganizingRule("names", games=lambda user: Game.objects.none(), people=lambda game: (), barred=played_in_hiding)
)


def reports_tab(reader: Reader) -> Link | None:
    return Link(reverse("organize-reports"), gettext("Reports")) if reader.is_authenticated else None


def press_counts(game: Game) -> dict[str, int]:
    """Count the messages of a game for its organizers, who read no text; nothing where there are none."""
    count = Message.objects.filter(game=game).count()
    return {"messages": count, "reports": Report.objects.filter(game=game, state="open").count()} if count else {}


def preview_announce(context: ActContext[Game], arguments: Arguments) -> list[str]:
    return [gettext("Everybody in the game reads it among their messages. No mute stops it.")]


ORGANIZE_LINES.add(Line("reports", reports_tab))
GAME_SECTIONS.add(GameSection("press", "press/section.html", press_counts))
PERSON_SECTIONS.add(PersonSection("press", "press/person_reports.html", open_reports_about))
AUDIT_WORDS.add(AuditWords("press.write", gettext_lazy("wrote to everyone in the game")))
AUDIT_WORDS.add(AuditWords("press.open", gettext_lazy("opened a conversation")))
AUDIT_WORDS.add(AuditWords("press.moderate", gettext_lazy("decided on a report")))
GAME_ACTS.add(
    OrganizerAct(
        name="announce",
        title=gettext_lazy("Write among the messages"),
        about=gettext_lazy("A message to everyone in the game, above their conversations."),
        icon="messages-square",
        states=(Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.OVER),
        form=MessageForm,
        preview=preview_announce,
        do=press_announce,
        done=gettext_lazy("Sent."),
    )
)
PRESS_REPLIES.add(PressReplies(name="press", reply=press_reply, line=press_line))
