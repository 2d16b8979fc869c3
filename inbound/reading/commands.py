"""Lines that ask or tell something beside orders: `status`, `press red: text`, `vote draw`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date

from django.utils.translation import gettext as _

from inbound.reading.results import Command, LineError

ALONE = ("undo", "resign", "vote", "absence")
"""Commands that stand alone in a mail."""
NOT_COLOURS = ("all", "unsigned", "organizers")
LONG_PRESS = 60
"""So long a message may have been wrapped by a program, so no order stands directly below it."""
BLOCK = "next"
END_OF_BLOCK = "end next"  # as typed
PRESS = re.compile(r"press\s+(?P<to>[^:\uff1a]{1,80})[:\uff1a]\s*(?P<text>.+)", re.IGNORECASE | re.DOTALL)
PRESS_WORD = re.compile(r"press\b[^:\uff1a]*[:\uff1a]", re.IGNORECASE)
DATES = re.compile(r"(\d{4}-\d\d-\d\d)\s+to\s+(\d{4}-\d\d-\d\d)", re.IGNORECASE)
VOTE = re.compile(r"extend|pause(?: \d{1,2}(?: days?)?)?|resume|draw|call off")
STANDING = re.compile(r"(add\s+\S.*|drop\s+\d{1,3})?", re.IGNORECASE)


class NotRead(ValueError):
    """A command is not written as it should be; `error` says how it is."""

    def __init__(self, right: str) -> None:
        super().__init__(right)
        self.error = LineError("command.unreadable", _("Write it as: %(right)s.") % {"right": right}, (right,))


def read_command(line: str, colours: Sequence[str]) -> Command | None:
    """Read a line as a command; None for one that begins with no word of a command. `colours` are those of the game.
    Raises NotRead."""
    word, _space, rest = line.strip().rstrip(".!").partition(" ")
    word = word.lower()
    if PRESS_WORD.match(line.strip()):
        return read_press(line.strip(), colours)
    if word == "press" and (name := name_of_press(rest, colours)):
        raise NotRead(usage_of_press(name))
    check = CHECKS.get(word)
    if check is None:
        return None
    right = check(rest.strip(), colours)
    if right:
        raise NotRead(right)
    return Command(word, f"{word} {rest.strip()}".strip(), rest.strip())


def read_press(line: str, colours: Sequence[str]) -> Command:
    """Read a message to players or organizers. Raises NotRead."""
    found = PRESS.fullmatch(line)
    to = [word for word in re.split(r"[\s,;&]+|\band\b", found["to"].lower()) if word] if found else []
    is_known = all(name in colours for name in to) or (len(to) == 1 and to[0] in NOT_COLOURS)
    if found is None or not to or not is_known:
        raise NotRead(usage_of_press(colours[0] if colours else "all"))
    return Command("press", f"press{line[5:]}", found["text"].strip(), tuple(dict.fromkeys(to)))


def name_of_press(rest: str, colours: Sequence[str]) -> str:
    """Return the first name of a message without its colon; empty where none stands there, for a sentence may begin
    with "press" too."""
    words = re.split(r"[\s,;&]+", rest.lower().strip())
    return words[0] if words[0] in colours or rest.lower().strip() in NOT_COLOURS else ""


def usage_of_press(to: str) -> str:
    return f"press {to}: your message"  # as typed


def opens_block(line: str) -> bool:
    """Return whether a line begins a plan for the next turn."""
    return line.strip().rstrip(".:").lower() == BLOCK


def ends_block(line: str) -> bool:
    return " ".join(line.strip().rstrip(".").lower().split()) == END_OF_BLOCK


# ---- how each command goes on: the right way to write it, or an empty text for what is right

Check = Callable[[str, Sequence[str]], str]


def _nothing(usage: str) -> Check:
    return lambda rest, colours: usage if rest else ""


def _matching(pattern: str, usage: str) -> Check:
    known = re.compile(pattern, re.IGNORECASE)
    return lambda rest, colours: "" if known.fullmatch(rest) else usage


def _vote(rest: str, colours: Sequence[str]) -> str:
    said = " ".join(rest.lower().split())
    substitute = said.removeprefix("substitute ")
    if VOTE.fullmatch(said) or (substitute != said and substitute in colours):
        return ""
    return "vote draw"  # as typed


def _absence(rest: str, colours: Sequence[str]) -> str:
    found = DATES.fullmatch(rest)
    try:
        if found and date.fromisoformat(found[1]) <= date.fromisoformat(found[2]):
            return ""
    except ValueError:
        pass  # a day that no month has
    return "absence 2026-12-24 to 2027-01-02"


CHECKS: dict[str, Check] = {
    "status": _nothing("status"),
    "map": _nothing("map"),
    "history": _matching(r"\d{1,4}", "history 3"),
    "odds": _matching(r"\d{1,4}\s+\d{1,4}", "odds 12 7"),
    "help": _matching(r"[\w-]{0,30}(\s[\w-]{1,30})?", "help attack"),  # as typed
    "vote": _vote,
    "absence": _absence,
    "undo": _matching("(yes)?", "undo"),
    "resign": _matching("(yes)?", "resign"),
    "return": _nothing("return"),
    "join": _nothing("join"),
    "standing": _matching(STANDING.pattern, "standing add when attacked: defend 2"),  # as typed
}
