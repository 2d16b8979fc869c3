"""What a page takes besides the engine's view: people, addresses, clocks, and the story so far.

Selectors fill these values from models; everything in here may be read by the viewer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo

from django.utils.safestring import SafeString

from engine import Facts
from games.lines import Link
from games.wording.rules import RulesSummary
from games.wording.seats import Person


@dataclass(frozen=True)
class ShareCard:
    """What other sites show of a page that is linked there: its title, a sentence, and the address of a picture with
    what that shows in words."""

    title: str
    said: str
    image: str = ""
    alt: str = ""


@dataclass(frozen=True)
class GameHeader:
    """The bar of a game's pages. `stage` is "round 9" or "ended in round 14"; `next_url` leads to the next game that
    waits for the reader, of which there are `waiting`. Addresses may be empty: then the entry is left out.
    `chain_head` is the head of the dice's chain as it is now, `dice_url` the page about it. `links` are
    those of `GAME_LINES`, each with the name of its line. `share` is there for games that everybody may watch."""

    name: str
    rules: str
    stage: str = ""
    board_url: str = ""
    history_url: str = ""
    odds_url: str = ""
    settings_url: str = ""
    dice_url: str = ""
    chain_head: str = ""
    links: tuple[tuple[str, Link], ...] = ()
    next_url: str = ""
    waiting: int = 0
    title_is_heading: bool = True
    share: ShareCard | None = None

    @property
    def name_parts(self) -> tuple[str, str]:
        """The name without the number at its end, and that number, by which games of one series differ; empty if there
        is none."""
        series, _space, number = self.name.rpartition(" ")
        return (series, number) if series and number[:1].isdigit() else (self.name, "")


@dataclass(frozen=True)
class Throw:
    """One throw of a fight. `attack_lost` and `defend_lost` are the places of the dice that lost an army; `note` says
    what was done to the dice before they counted; the sides of dice are those of each row, empty where all have six.
    Where `in_all` is set, sums decide: the last two numbers are those, not what is left."""

    number: int
    attack: tuple[int, ...]
    defend: tuple[int, ...]
    attack_lost: tuple[int, ...]
    defend_lost: tuple[int, ...]
    result: str
    src_left: int
    dst_left: int
    note: SafeString = SafeString("")
    attack_sides: tuple[int, ...] = ()
    defend_sides: tuple[int, ...] = ()
    in_all: bool = False


@dataclass(frozen=True)
class StoryLine:
    """One line of a story: a sentence about a move, with its place on the map.

    `number` is the number on the map (0: none), `age` 1 (newest) to 5, `held` an attack that did not capture;
    `before` are the ways of a march before that from `src` to `dst`, `victims` the colours of whom a card hit, `card`
    its name; `taken` are the territories that it won, `lost` the units that an attack cost its seat. `is_news` is what
    everybody has to know: who is out, who plays for whom. `turn` is the round and the seat of a turn that begins in the
    same entry before what the line tells; None in a turn that has begun in an earlier one. `by` says who gave the order
    for the owner of the seat, as the text does too: "Anna for Ben"; empty if the owner did.
    """

    seq: int
    seat: int | None
    colour: str
    text: SafeString
    loss: str = ""
    when: str = ""
    url: str = ""
    number: int = 0
    age: int = 1
    src: int | None = None
    dst: int | None = None
    held: bool = False
    before: tuple[tuple[int, int], ...] = ()
    throws: tuple[Throw, ...] = ()
    defender: str = ""
    victims: tuple[str, ...] = ()
    attacker_name: str = ""
    defender_name: str = ""
    card: str = ""
    taken: tuple[int, ...] = ()
    lost: int = 0
    is_news: bool = False
    turn: tuple[int, int] | None = None
    by: str = ""

    @property
    def is_duel(self) -> bool:
        """Whether one throw of each side decided by its sum."""
        return any(throw.in_all for throw in self.throws)


@dataclass(frozen=True)
class NextTurn:
    """What the turn page says of the plan for the reader's next turn, and where it is written."""

    url: str
    says: str


@dataclass(frozen=True)
class ShownCard:
    """A card of an app on the turn page: its template with what that gets as `data`, above the question or below."""

    template: str
    data: object
    above: bool


@dataclass(frozen=True)
class PageData:
    """Everything about a game that is not in the engine's view, as the viewer may know it.

    head, people: the game's name and state for the bar; who plays.
    url, post_url, poll_url: the turn page, what takes its answers, what says whether something happened (204: nothing).
    undo_url: where the last order is taken back, empty where nothing can be.
    orders_url, standing_url, whole_url: the game's orders, the reader's standing orders, a story that begins earlier.
    join_url: where visitors log in, empty for those who have.
    key: a fresh word that makes a repeated sending of one form harmless.
    now, zone: the time and the zone in which times are told.
    since, deadline, late: when the answer was asked for, when its time runs out; what completes "If you do not
        answer, ...".
    expected: when the reader's next turn probably comes: "on Tuesday evening"; empty where nothing is known.
    clock: the sentence on that deadline; to the awaited player only where it adds something to the moment.
    stands_in: for whom the reader plays this seat, or who plays it for the reader, until when.
    paused, stopped: why nothing can be ordered, or who plays for the reader; whether the game pauses for all.
    may_take_back: whether the reader may have the seat back from who plays it for them.
    story, story_title: what happened since the reader's last look, and what that is called.
    standing, next_turn: the reader's standing orders and the plan for their next turn, in words.
    ask_hours, ask_usual, ask_words: within how many hours the reader may promise to answer, the usual choice, and the
        title and text of that offer; no hours where it is not made.
    typed: the line that a refusal gives back.
    deck, played: the deck of territory cards in use; what is played, in words.
    seal: the digest of the key of the dice.
    then: how many move in after a capture, as the player chose it last ("all", "least", "ask").
    letter_keys: whether letters work as keys.
    recalled: the event of the past that the panel shows.
    cards, tabs: what apps show below the question, and tabs above it, each a template with its data.
    """

    head: GameHeader
    people: tuple[Person, ...]
    url: str
    post_url: str = ""
    poll_url: str = ""
    undo_url: str = ""
    orders_url: str = ""
    join_url: str = ""
    key: str = ""
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    zone: tzinfo = UTC
    since: datetime | None = None
    deadline: datetime | None = None
    late: str = ""
    expected: str = ""
    clock: str = ""
    paused: str = ""
    stands_in: str = ""
    stopped: bool = False
    may_take_back: bool = False
    story: tuple[StoryLine, ...] = ()
    story_title: str = ""
    whole_url: str = ""
    standing: str = ""
    standing_url: str = ""
    next_turn: NextTurn | None = None
    ask_hours: tuple[int, ...] = ()
    ask_usual: int = 0
    ask_words: tuple[str, str] = ("", "")
    typed: str = ""
    deck: str = "A"
    played: RulesSummary | None = None
    seal: str = ""
    then: str = ""
    letter_keys: bool = True
    recalled: Facts | None = None
    cards: tuple[ShownCard, ...] = ()
    tabs: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True)
class Refusal:
    """Why an order was not taken: what is wrong, what would be right, and what was typed with the wrong words marked.

    `line` is the line of the typed text in which they stand. `candidates` are what may have been meant; `hint` is the
    sentence with them at the end of `reason`, left out where they can be chosen. `further` are the other lines that
    cannot be read, each with what is wrong with it.
    """

    headline: str
    reason: str
    typed: str = ""
    wrong: str = ""
    candidates: tuple[str, ...] = ()
    line: str = ""
    hint: str = ""
    further: tuple[tuple[str, str], ...] = ()

    @property
    def _span(self) -> tuple[int, int]:
        """Where the wrong words stand in the typed text; at its end if they do not."""
        start = max(0, self.typed.find(self.line))
        found = re.compile(rf"(?<!\w){re.escape(self.wrong)}(?!\w)").search(self.typed, start) if self.wrong else None
        return found.span() if found else (len(self.typed), len(self.typed))

    @property
    def before(self) -> str:
        """The typed text up to the wrong words, or all of it."""
        return self.typed[: self._span[0]]

    @property
    def marked(self) -> str:
        return self.typed[slice(*self._span)]

    @property
    def after(self) -> str:
        """The typed text behind the wrong words."""
        return self.typed[self._span[1] :]

    @property
    def says(self) -> str:
        """The reason, without the names that stand below it to be chosen."""
        return self.reason.removesuffix(self.hint).rstrip() if self.meant else self.reason

    @property
    def meant(self) -> tuple[tuple[str, str], ...]:
        """Each candidate with the whole text as it would be with it."""
        candidates = self.candidates if self.marked else ()
        return tuple((name, f"{self.before}{name}{self.after}") for name in candidates)
