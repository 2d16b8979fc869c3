"""Refusals of services, in words for the person who asked. Refusals of the rules are the engine's own errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from engine import IllegalAction
    from games.models import Entry, Game


class GameError(Exception):
    """A refusal with a stable `code`, a sentence for people and the HTTP status that fits it."""

    code = "game.refused"
    status = 422
    sentence: str | Promise = _("That is not possible.")

    def __init__(self, sentence: str | Promise = "", **params: object) -> None:
        self.params = params
        self.message = str(sentence or self.sentence)
        super().__init__(self.message)


class StaleDecision(GameError):
    """The decision that was answered is no longer open."""

    code = "game.stale"
    status = 409
    sentence = _("The game has moved on. This is how it stands now.")


class KeyReused(GameError):
    """The same idempotency key came again with another order."""

    code = "game.key_reused"
    sentence = _("This form was already used for another order. Reload the page.")


class GameClosed(GameError):
    """The game takes no orders: it has not begun, or is over."""

    code = "game.closed"
    status = 409
    sentence = _("You cannot give orders in this game now.")


class GamePaused(GameClosed):
    """The game is paused and takes no orders."""

    sentence = _("The game is paused. You can give orders again when it resumes.")


def refuse_closed(game: Game) -> None:
    """Raise GamePaused or GameClosed unless the game is running."""
    if game.status == game.Status.PAUSED:
        raise GamePaused
    if not game.is_running:
        raise GameClosed


class NotAllowed(GameError):
    """The person may not do this here."""

    code = "game.not_allowed"
    status = 403
    sentence = _("You may not do that in this game.")


class NothingToUndo(GameError):
    """Nothing can be undone: dice, a card or another seat's move has revealed the outcome."""

    code = "game.nothing_to_undo"
    sentence = _("There is nothing to undo: the outcome of your last order is already known.")


class PartiallyPlayed(Exception):
    """An order was refused after steps before it were played: `entries` stand, `refusal` says why it ended there."""

    def __init__(self, entries: list[Entry], refusal: IllegalAction) -> None:
        super().__init__(str(refusal))
        self.entries = entries
        self.refusal = refusal


class LobbyError(GameError):
    """A game cannot be made, joined, left or started like this."""

    code = "lobby.refused"


class RulesRefuse(LobbyError):
    """The rules do not allow these seats, switches or overlays: their own code, sentence and facts."""

    def __init__(self, refusal: IllegalAction) -> None:
        super().__init__(str(refusal), **refusal.params)
        self.code = refusal.code


class BadStandingOrder(GameError):
    """Lines of a standing order cannot be read; `each` has a sentence about each of them. `wrong` are the words of a
    line that it is about."""

    code = "standing.unreadable"

    def __init__(self, sentence: str, each: Sequence[str] = (), *, wrong: str = "") -> None:
        super().__init__(sentence)
        self.each = tuple(each) or (sentence,)
        self.wrong = wrong


class OtherEdition(GameError):
    """A stored game is played by rules, or on a map, of an edition that this site does not have."""

    code = "game.other_edition"
    status = 503
    sentence = _(
        "This game uses a newer edition of its rules than this site has. Nothing is lost: the game continues once "
        "the site is updated."
    )


class AutoplayStuck(RuntimeError):
    """Automatic answers do not come to an end: a fault of the rules or of a bot, never of a player."""
