"""What a game says of messages between its players, and of emails from them, in sentences: for its lobby, its
invitations and its pages."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _

from games.models import Game
from games.models.press_time import BETWEEN, QUIET_WINDOWS, first_round


def describe_press(game: Game) -> str:
    """Tell who can write to whom, when, and what becomes of it."""
    return " ".join(press_sentences(game))


def press_sentences(game: Game) -> Iterator[str]:
    """Yield what a game says of messages, a sentence for each thing that is chosen or not as usual."""
    if game.press == Game.Press.NONE or not settings.PRESS:
        yield _("Players cannot write to each other.")
        return
    if game.press == Game.Press.PUBLIC:
        yield _("Players write to everyone only.")
    else:
        yield _("Players write to one, to several, or to everyone.")
    if game.grey:
        yield _("A message to everyone may go unsigned.")
    if when := when_sentence(game.press_when):
        yield when
    if game.press_after == Game.PressAfter.OPEN:
        yield _("At the end everything is published; unsigned messages stay unsigned.")
    elif game.press_after == Game.PressAfter.DELETE:
        yield _("At the end all messages are deleted.")


def when_sentence(when: str) -> str:
    """Say when players may write; empty where they always may."""
    if when == BETWEEN:
        return _("Nobody writes to or hears from the player whose turn it is.")
    if when == QUIET_WINDOWS:
        return _("What is sent while others answer in secret arrives afterwards.")
    if first := first_round(when):
        return _("Messages begin in round %(round)s.") % {"round": first}
    return ""


def describe_names(game: Game) -> str:
    """Say that a game hides who plays; empty for one that does not."""
    return _("Players are colours to each other until the end.") if game.names == Game.Names.ANONYMOUS else ""


def describe_mail_proof(game: Game) -> str:
    """Say that a game plays no email without proof; empty for one that does."""
    if not game.mail_proof:
        return ""
    return _("Orders by email need proof that the player sent them. Without it, the player confirms them by a link.")
