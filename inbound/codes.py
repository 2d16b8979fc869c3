"""What became of mails that came in, in words for organizers: one for each code."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CODE_WORDS: dict[str, Promise] = {
    "played": _("Orders played"),
    "stopped": _("Some orders played"),
    "already_played": _("Played before"),
    "readable": _("Orders to be played"),
    "unreadable": _("Unclear line"),
    "not_allowed": _("Order not allowed"),
    "no_condition": _("No condition held"),
    "no_orders": _("No orders"),
    "attachment_only": _("Only an attachment"),
    "parts_differ": _("Text and HTML differ"),
    "too_long": _("Too long"),
    "too_big": _("Too large"),
    "too_deep": _("Too many nested parts"),
    "too_many": _("Too many emails"),
    "broken": _("Damaged"),
    "two_addresses": _("Two reply addresses"),
    "mixed": _("Commands and other text mixed"),
    "too_late": _("Too late"),
    "stale": _("Reply to an older email"),
    "not_your_turn": _("Not their turn"),
    "not_your_seat": _("Not their seat"),
    "game_closed": _("Game paused or over"),
    "trial": _("Only a try"),
    "commands": _("Commands answered"),
    "confirm": _("Waiting for confirmation"),
    "no_token": _("No reply address"),
    "press": _("Message sent"),
    "held": _("Message held back"),
    "forged": _("Invalid reply address"),
    "unknown_sender": _("Unknown sender"),
    "duplicate": _("Duplicate"),
    "bounce": _("Bounce"),
    "complaint": _("Spam complaint"),
    "loop": _("Mail loop"),
    "list": _("Mailing list"),
    "automatic": _("Automatic reply"),
}
