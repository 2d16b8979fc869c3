"""What a page of a game is built from: the engine's view and map, the reader's selection, and what the site knows
besides: people, addresses, clocks, and the story so far.

Selectors fill the values from models; everything in here may be read by the viewer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import MapGraph, PlayerView
from games.decisions.selection import Selection, write_placements
from games.models import Player
from games.models.game import tell_apart
from games.wording.rules import RulesSummary
from games.wording.seats import colour_name, colour_of, seat_label


@dataclass(frozen=True)
class GameHeader:
    """The bar of a game's pages. `stage` is "round 9" or "ended in round 14"; `next_url` leads to the next game that
    waits for the reader, of which there are `waiting`. Addresses may be empty: then the entry is left out.
    `chain_head` is the head of the dice's chain as it is now, `dice_url` the page about it."""

    name: str
    rules: str
    stage: str = ""
    board_url: str = ""
    history_url: str = ""
    odds_url: str = ""
    settings_url: str = ""
    dice_url: str = ""
    chain_head: str = ""
    next_url: str = ""
    waiting: int = 0
    title_is_heading: bool = True


@dataclass(frozen=True)
class Person:
    """Who plays a seat: the name at the table, a note like "bot" or "caretaker plays on", whether they run the site,
    and whether they are a bot."""

    seat: int
    colour: str
    name: str
    you: bool = False
    note: str = ""
    host: bool = False
    bot: bool = False

    @property
    def remark(self) -> str:
        """The note where a seat has little room: the titles of bots say by themselves what they are."""
        return "" if self.bot else self.note

    @property
    def title(self) -> str:
        """The seat by its colour: "Grey"."""
        return colour_name(self.colour)


def people_of(players: Iterable[Player], viewer: int | None) -> tuple[Person, ...]:
    """List everybody with a seat in the order of seats, with a note on who plays it really."""
    players = list(players)
    tell_apart(players)
    seated = sorted((player for player in players if player.seat is not None), key=lambda player: player.seat or 0)
    return tuple(
        Person(
            player.seat or 0,
            player.colour,
            player.label,
            player.seat == viewer,
            note_of(player),
            player.is_host,
            bool(player.bot),
        )
        for player in seated
    )


def note_of(player: Player) -> str:
    if player.bot:
        return _("bot")
    notes = {
        Player.State.CARETAKER: _("held by the caretaker") if player.game.has_ended else _("the caretaker plays on"),
        Player.State.RESIGNED: _("resigned, the caretaker plays on"),
        Player.State.OUT: _("out of the game"),
    }
    note = notes.get(Player.State(player.state), "")
    return note or ("" if is_reachable(player) else _("gets no mail about turns"))


def is_reachable(player: Player) -> bool:
    """Tell whether a person gets a mail when it is their turn; the table, which waits for them, may know."""
    return player.user is None or player.game.has_ended or player.user.wants_mail("turn")


@dataclass(frozen=True)
class Throw:
    """One throw of a fight. `attack_lost` and `defend_lost` are the places of the dice that lost an army; `note` says
    what was done to the dice before they counted."""

    number: int
    attack: tuple[int, ...]
    defend: tuple[int, ...]
    attack_lost: tuple[int, ...]
    defend_lost: tuple[int, ...]
    result: str
    src_left: int
    dst_left: int
    note: SafeString = SafeString("")


@dataclass(frozen=True)
class StoryLine:
    """One line of a story: a sentence about a move, with its place on the map.

    `number` is the number on the map (0: none), `age` 1 (newest) to 5, `held` an attack that did not capture.
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
    throws: tuple[Throw, ...] = ()
    defender: str = ""
    attacker_name: str = ""
    defender_name: str = ""


@dataclass(frozen=True)
class PageData:
    """Everything about a game that is not in the engine's view, as the viewer may know it.

    `url` is the turn page, `post_url` takes the answers, `poll_url` says whether something happened (204: nothing).
    `key` is a fresh word that makes a repeated sending of one form harmless. `late` completes "If you do not
    answer, ...". `undo_url` is empty where nothing can be taken back. `typed` is the line a refusal gives back.
    `paused` says why nothing can be ordered, or who plays for the reader; `stopped` if the game is paused for all.
    `played` is what is played, in words; `seal` the digest of the key of the dice; `then` how many move in after a
    capture as the player chose it last ("all", "least", "ask"); `letter_keys` whether letters work as keys.
    """

    head: GameHeader
    people: tuple[Person, ...]
    url: str
    post_url: str = ""
    poll_url: str = ""
    undo_url: str = ""
    join_url: str = ""
    key: str = ""
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    zone: tzinfo = UTC
    since: datetime | None = None
    deadline: datetime | None = None
    late: str = ""
    paused: str = ""
    stopped: bool = False
    may_take_back: bool = False
    story: tuple[StoryLine, ...] = ()
    story_title: str = ""
    standing: str = ""
    standing_url: str = ""
    typed: str = ""
    deck: str = "A"
    played: RulesSummary | None = None
    seal: str = ""
    then: str = ""
    letter_keys: bool = True


@dataclass(frozen=True)
class Refusal:
    """Why an order was not taken: what is wrong, what would be right, and what was typed with the wrong words marked.

    `line` is the line of the typed text in which they stand. `candidates` are what may have been meant; `hint` is the
    sentence with them at the end of `reason`, left out where they can be chosen.
    """

    headline: str
    reason: str
    typed: str = ""
    wrong: str = ""
    candidates: tuple[str, ...] = ()
    line: str = ""
    hint: str = ""

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


Choices = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""Continents, each with (name, address) of its territories that may be chosen."""


@dataclass(frozen=True)
class PageContext:
    """`view` is a PlayerView of the engine, `graph` its map."""

    view: PlayerView
    graph: MapGraph
    facts: PageData
    selection: Selection

    # ---- names

    def name(self, territory: int) -> str:
        return self.graph.names[territory]

    def code(self, territory: int) -> str:
        return self.graph.codes[territory]

    def colour(self, seat: int) -> str:
        """Colour of a seat, or of the neutral army; empty for nobody."""
        return colour_of(self.view, seat)

    def colour_at(self, territory: int) -> str:
        return self.colour(self.view.owner[territory])

    def title(self, seat: int) -> str:
        """ "Grey", "the neutral army", or "nobody"."""
        return seat_label(self.view, seat)

    def person(self, seat: int) -> Person:
        """Who plays a seat; seats without a player (neutral armies) go by their colour."""
        for person in self.facts.people:
            if person.seat == seat:
                return person
        return Person(seat, self.colour(seat), self.title(seat))

    # ---- the board

    def threat(self, territory: int) -> int:
        """Sum up the armies next to a territory that may attack it."""
        return self.view.borders.threat(territory, self.view.owner[territory])

    @property
    def me(self) -> int:
        """The viewer's seat. Only for cards that ask the viewer."""
        assert self.view.viewer is not None
        return self.view.viewer

    # ---- addresses

    def link(self, **chosen: Any) -> str:
        """The turn page with this choice; the part of the map that is shown stays as it is."""
        query = {key: self._word(key, value) for key, value in chosen.items() if value not in (None, "", {}, ())}
        if self.selection.view and "view" not in query:
            query["view"] = self.selection.view
        return f"{self.facts.url}?{urlencode(query)}" if query else self.facts.url

    def _word(self, key: str, value: Any) -> str:
        if key in ("src", "dst", "bonus"):
            return self.code(value)
        if key in ("at", "neutral"):
            return write_placements(value, self.graph)
        return str(value)

    # ---- what may be answered

    def offer(self, tag: str) -> Any:
        """The offer of this action, or None."""
        return next((offer for offer in self.view.offers if offer.action == tag), None)

    def may(self, tag: str) -> bool:
        return self.offer(tag) is not None

    def places(self, tag: str, field: str, by: Mapping[str, Any] | None = None) -> tuple[int, ...]:
        """Territories that a field of an offer lists."""
        found = self._field(tag, field)
        return tuple(found.values_for(by or {})) if found and (not found.by or by) else ()

    def by_continent(self, territories: Collection[int]) -> Choices:
        """Territories to choose one of, each with the address that chooses it."""
        parts = ((part.name, [spot for spot in part.members if spot in territories]) for part in self.graph.continents)
        return tuple(
            (name, tuple((self.name(spot), self.link(dst=spot)) for spot in spots)) for name, spots in parts if spots
        )

    def bounds(self, tag: str, field: str, by: Mapping[str, Any] | None = None) -> tuple[int, int]:
        """Least and most of a field of an offer; (0, 0) where there is none."""
        found = self._field(tag, field)
        return tuple(found.bounds_for(by or {})) if found else (0, 0)

    def _field(self, tag: str, name: str) -> Any:
        offer = self.offer(tag)
        return next((each for each in offer.fields if each.name == name), None) if offer else None
