"""Replies to mails with messages: what reads mail that comes in hands them to the app that has messages.

Neither app imports the other: this table stands between them. It has at most one record, and none on a site without
messages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from common.registry import Registry


@dataclass(frozen=True)
class PressReceipt:
    """What came of a message by mail: `to` says in words who reads it, `text` is what was sent, and `url` leads to its
    conversation; empty for a line beside orders. One that was `held` went to nobody: `why` says it, and `url` leads to
    the page that shows the message and asks once."""

    to: str
    text: str
    replayed: bool = False
    held: bool = False
    why: str = ""
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class PressReplies:
    """How messages by mail are sent.

    `reply` sends the text of a reply: (game_id, seat, number, user_id, text, key, is_order, is_proved) -> PressReceipt,
    where `number` is that of the conversation for its reader, `is_order` says that a line of it reads as an order, and
    `is_proved` that its sender is who the game asks for.
    `line` sends a line such as `press red: text`: (game_id, user_id, text, source, key) -> PressReceipt.
    Both raise GameError with one clear sentence for what cannot be sent, and may be called again under the same key.
    """

    name: str
    reply: Callable[..., PressReceipt]
    line: Callable[..., PressReceipt]


PRESS_REPLIES: Registry[PressReplies] = Registry()


def press_replies() -> PressReplies | None:
    """Return the record of the site; None without messages."""
    return next(iter(PRESS_REPLIES), None)
