"""Read what people type: `vote pause 7`, `vote substitute red`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.models import Colour, Player
from votes.kinds import LONGEST_PAUSE
from votes.models import Vote

VERB = "vote"
USAGES = (
    ("vote extend", gettext_lazy("Ask for one more day, or agree to it.")),  # as typed
    ("vote pause [DAYS]", gettext_lazy("Ask for a pause, or agree to it.")),  # as typed
    ("vote resume", gettext_lazy("Ask to end the pause that you voted for, or agree to it.")),  # as typed
    ("vote substitute COLOUR", gettext_lazy("Ask for a new player in that seat, or agree to it.")),  # as typed
    ("vote draw", gettext_lazy("Ask for a draw, or agree to it.")),  # as typed
    ("vote call off", gettext_lazy("Ask to call the game off, or agree to it.")),  # as typed
)


@dataclass(frozen=True)
class VoteWish:
    """A vote that somebody wants to open or agree to. Without `days` a pause is as long as it may be."""

    kind: str
    days: int = 0
    colour: str = ""


def read_vote(text: str) -> VoteWish:
    """Read a line that begins with `vote`, whether it was typed on a page, in a program or in a mail. Raises
    UnreadableOrder."""
    words = text.lower().rstrip(" .!").split()[1:]
    for kind in Vote.Kind.values:
        name = kind.split()
        if words[: len(name)] == name:
            return read_rest(text, kind, words[len(name) :])
    raise engine.UnreadableOrder(
        text,
        _("You can vote to extend, pause, resume, substitute a seat, draw or call off."),
        [f"{VERB} {kind}" for kind in Vote.Kind.values if kind != Vote.Kind.SUBSTITUTE],
    )


def line_of(vote: Vote, players: Sequence[Player]) -> str:
    """Write what somebody types who agrees to a vote."""
    colour = next((f" {player.colour}" for player in players if player.seat == vote.about is not None), "")
    return f"{VERB} {vote.kind}{colour}"


def read_rest(text: str, kind: str, words: list[str]) -> VoteWish:
    """Read what follows the name of a kind: the days of a pause, the colour of a seat, nothing else."""
    if kind == Vote.Kind.PAUSE:
        return VoteWish(kind, days=read_days(text, words))
    if kind == Vote.Kind.SUBSTITUTE:
        return VoteWish(kind, colour=read_colour(text, words))
    if words:
        why = _("Nothing follows “%(line)s”.")
        raise engine.UnreadableOrder(text, why % {"line": f"{VERB} {kind}"}, wrong=" ".join(words))
    return VoteWish(kind)


def read_days(text: str, words: list[str]) -> int:
    if not words:
        return 0
    number, unit = words[0], words[1:] in ([], ["days"], ["day"])
    is_number = number.isascii() and number.isdigit() and len(number) < 4
    if unit and is_number and 1 <= int(number) <= LONGEST_PAUSE:
        return int(number)
    why = _("A pause has 1 to %(most)s days, as in “vote pause 7”.")  # as typed
    raise engine.UnreadableOrder(text, why % {"most": LONGEST_PAUSE}, wrong=" ".join(words))


def read_colour(text: str, words: list[str]) -> str:
    if len(words) == 1 and words[0] in Colour.values:
        return words[0]
    why = _("Name the colour of the seat, as in “vote substitute red”.")  # as typed
    raise engine.UnreadableOrder(text, why, wrong=" ".join(words))
