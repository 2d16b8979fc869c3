"""Bodies and queries that the API accepts. These types check what programs send and are the schemas of the OpenAPI
document; a field that they do not know is refused, so that no typing error goes unnoticed."""

from __future__ import annotations

from typing import Annotated, Literal

from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Meta, Struct, UnsetType

import engine
from games.models import Colour
from games.models.game import GRACE_MINUTES, REACTION_HOURS, TURN_HOURS, WORD_LETTERS

MOST_TYPED = 2000
"""Characters of order text in one request."""

MOST_ENTRIES = 200
MOST_GAMES = 50
MOST_OVERLAYS = 20
MOST_LISTED = 20
LARGEST = 2**31 - 1

END = r"$(?!\n)"
"""Python's `$` alone also matches before a last line's end; `\\Z` is unknown to JSON Schema."""
LINE = r"^[^\x00-\x1f\x7f]*" + END
TITLE = r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*" + END
NAME = r"^[a-z0-9_]*" + END
TOKEN = r"^[A-Za-z0-9_-]*" + END
PRESS_TIME = r"^(always|between|quiet_windows|from_round ([2-9]|[1-9][0-9]))" + END
PATTERNS = {
    LINE: _("Expected one line of text, without control characters"),
    TITLE: _("Expected one line of text, not only spaces and without control characters"),
    NAME: _("Expected a name of lower-case letters, digits and underscores"),
    TOKEN: _("Expected only letters, digits, hyphens and underscores"),
    PRESS_TIME: _("Expected always, between, quiet_windows, or from_round and a number from 2 to 99"),
}
"""The patterns of this module, in words."""

Ref = Annotated[int, Meta(ge=0, le=LARGEST, description="Number of the decision that is answered.")]
Text = Annotated[str, Meta(min_length=1, max_length=MOST_TYPED, description="Orders as words, one a line.")]
Title = Annotated[str, Meta(min_length=1, max_length=60, pattern=TITLE)]
DiceWord = Annotated[
    str,
    Meta(
        max_length=WORD_LETTERS,
        pattern=LINE,
        description="What you add to the dice; empty for a random word. The others see it when the game starts.",
    ),
]
ColourWord = Literal["", "red", "blue", "yellow", "green", "violet", "grey"]
Word = Annotated[str, Meta(max_length=40, pattern=NAME)]
PressTime = Annotated[
    str,
    Meta(
        pattern=PRESS_TIME,
        description="always, between, quiet_windows, or from_round with the first round.",
    ),
]


Listed = Annotated[
    list[engine.Value],  # the rules refuse what is no object, in words that say what one looks like
    Meta(
        max_length=MOST_LISTED,
        description="An option that is a list, such as `blank_cards`: an object each.",
        extra_json_schema={
            "items": {"type": "object", "additionalProperties": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}
        },
    ),
]


class GamesQuery(Struct, frozen=True, forbid_unknown_fields=True, rename={"which": "list"}):
    """`list`: your games, open tables that you may join, or public games that are being played."""

    which: Literal["mine", "open", "watch"] = "mine"
    status: Literal["", "open", "running", "paused", "over", "void"] = ""
    before: Annotated[int, Meta(ge=1, le=LARGEST)] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = MOST_GAMES


class HistoryQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Entries after `since`, at most `limit` of them."""

    since: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    limit: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)] = 100


class OrderWish(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to decision `ref`: either an action, or orders as text."""

    ref: Ref
    action: engine.Facts | UnsetType = UNSET
    text: Text | UnsetType = UNSET


class TrialWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The same without a decision: nothing is played."""

    action: engine.Facts | UnsetType = UNSET
    text: Text | UnsetType = UNSET


class UndoWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Undo the last order; `ref` is the decision that is open now."""

    ref: Ref


class StandingWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Standing orders, one a line; an empty text takes them away."""

    text: Annotated[str, Meta(max_length=2000)]


class PlanWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A plan for your next turn: guards, then orders, one a line. It is played `hold` minutes after the turn begins,
    and only with `keep` saved."""

    text: Text
    hold: Literal[0, 15, 60] = 15
    keep: bool = True


class JoinWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat, in a colour of your wish if it is free, and add a `word` to the dice. A private table asks for
    its invitation."""

    colour: ColourWord = ""
    word: DiceWord = ""
    invite_token: Annotated[str, Meta(max_length=64, pattern=TOKEN)] = ""


class GameWish(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new table. `seats` counts everybody, `bots` names one bot for each seat that it takes; without a `map` the game
    is played on the rule set's own. `overlays` are put on top of the rule set, `options` are single switches. With more
    than an hour for a turn `setup_orders` is `planned` unless `options` say `in_turn`.

    With `least_share` only people join of whose last turns so many in 100 were in time. A `rated` game changes the
    ratings of everyone who plays; it must be `public`.
    `press` says who can write to whom (empty: to everyone only among two, else also in private), `press_when` when,
    `press_after` what becomes of messages at the end; `grey` allows unsigned messages to everyone, and with
    `names` that are anonymous players are colours until the end. With `mail_proof` an email plays nothing until it is
    proved to be its player's.
    `clock` is all that the game says of time, in minutes (docs/api.md); what it leaves out is as usual, in your zone.
    Instead of it, a game may have plain hours: `turn_hours`, `reaction_hours` for replies out of turn (the catalogue
    has the bounds; with 0 standing orders alone reply), `grace_minutes` and `late_policy`."""

    name: Title
    rules: Word
    seats: Annotated[int, Meta(ge=2, le=len(Colour.values))]
    options: dict[str, bool | int | str | dict[str, int] | Listed | None] = {}
    overlays: Annotated[list[Word], Meta(max_length=MOST_OVERLAYS)] = []
    map: Word = ""
    colour: ColourWord = ""
    word: DiceWord = ""
    bots: Annotated[list[Word], Meta(max_length=len(Colour.values))] = []
    public: bool = True
    watch: Literal["listed", "anyone", "players"] = "anyone"
    least_share: Annotated[int, Meta(ge=1, le=99)] | None = None
    rated: bool = False
    press: Literal["", "none", "public", "private"] = ""
    names: Literal["named", "anonymous"] = "named"
    grey: bool = False
    press_when: PressTime = "always"
    press_after: Literal["players", "open", "delete"] = "players"
    mail_proof: bool = False
    clock: engine.Facts | None = None
    turn_hours: Annotated[int, Meta(ge=TURN_HOURS[0], le=TURN_HOURS[1])] | None = None
    reaction_hours: Annotated[int, Meta(ge=0, le=REACTION_HOURS[1])] | None = None
    grace_minutes: Annotated[int, Meta(ge=GRACE_MINUTES[0], le=GRACE_MINUTES[1])] | None = None
    late_policy: Literal["pass", "caretaker"] = "pass"
