"""What press brings to the site: each record registers when this module is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.dispatch import receiver
from django.utils.translation import gettext, gettext_lazy

from accounts.signals import account_deleted, account_exported
from games.lines import GAME_LINES, Line, Link, Reader
from games.models import Game
from games.organize.log import AUDIT_WORDS, AuditWords
from games.selectors.integrity import GAME_CHECKS, Check
from games.selectors.page_data import TURN_TABS, TurnTab
from games.services.press_replies import PRESS_REPLIES, PressReplies
from games.services.table_orders import TABLE_ORDERS, TableOrder
from press import mails  # noqa: F401  # adds its kinds
from press.audience import USAGES, VERB, read_line
from press.export import export_press, forget_writer
from press.integrity import check_press
from press.pages import messages_url, turn_tab
from press.services.messages import press_typed
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


GAME_LINES.add(Line("messages", messages_link))
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
GAME_CHECKS.add(Check("press", check_press))
AUDIT_WORDS.add(AuditWords("press.write", gettext_lazy("wrote to everyone in the game")))
PRESS_REPLIES.add(PressReplies(name="press", reply=press_reply, line=press_line))
