"""Refusals of press, in words for whoever wrote."""

from __future__ import annotations

from games.errors import GameError


class PressRefused(GameError):
    """This cannot be written, or not now. What was typed is kept by whoever shows it."""

    code = "press.refused"


class PressLimited(PressRefused):
    """The writer has written too much; `seconds` says when the next message may be sent."""

    code = "press.limited"
    status = 429

    def __init__(self, sentence: str, seconds: int) -> None:
        super().__init__(sentence, seconds=seconds)
        self.seconds = seconds


class PressHeld(PressRefused):
    """A reply by mail was not sent: `url` shows it and asks once."""

    code = "press.held"

    def __init__(self, sentence: str, url: str) -> None:
        super().__init__(sentence, url=url)
        self.url = url
