"""Make the sentence of an event: who makes it for each kind, the names in it, and the words it is put together from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from html import unescape
from typing import Never

from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import engine
from games.wording import amounts
from games.wording.amounts import armies_noun, count_armies, count_funds, count_units, name_round, units_noun
from games.wording.narration.roles import IN_STORY, LINE, InStory, in_story
from games.wording.seats import NEUTRAL, colour_name
from games.wording.values import format_value

# ---- names


@dataclass(frozen=True)
class Names:
    """How seats, land and pieces are called. `viewer` is "you"; `html` sets land in bold and escapes everything;
    `rules` and `options` are those of the game, whose words for armies, pieces, cards and money are taken; `view` is
    what the viewer sees of it, for words that change with the game."""

    colours: Sequence[str]
    graph: engine.MapGraph
    viewer: int | None = None
    html: bool = True
    rules: str = ""
    options: engine.Facts = field(default_factory=dict)
    view: engine.PlayerView | None = None

    def seat(self, seat: int | None) -> str:
        """Return the name of a seat inside a sentence: "Violet", "you", "nobody"."""
        if seat not in self._seats:
            self._seats[seat] = self._seat(seat)
        return self._seats[seat]

    @cached_property
    def _seats(self) -> dict[int | None, str]:
        """The names of the seats so far: a story has each many times."""
        return {}

    def _seat(self, seat: int | None) -> str:
        if seat is None or seat < 0:
            return _("nobody")
        if seat == self.viewer:
            return _("you")
        return colour_name(self.colours[seat]) if seat < len(self.colours) else _("the neutral army")

    def Seat(self, seat: int | None) -> str:
        """Return the same at the start of a sentence."""
        name = self.seat(seat)
        return name[:1].upper() + name[1:]

    def colour(self, seat: int) -> str:
        """Return the colour of a seat; `neutral` for the number after the last player, empty for nobody."""
        if seat == len(self.colours):
            return NEUTRAL
        return self.colours[seat] if 0 <= seat < len(self.colours) else ""

    def land(self, territory: int | None) -> str:
        """Return the name of a territory, in bold on pages."""
        if territory is None or not 0 <= territory < len(self.graph.names):
            return _("somewhere")
        name = self.graph.names[territory]
        return bold(name) if self.html else name

    def round(self, number: int) -> str:
        """Name a round in the words of the game: "round 3", "year 3"."""
        return name_round(number, self.rules)

    def card(self, card: int) -> str:
        """Return the name of a card: its territory's; those beyond the map are wild."""
        return self.land(card) if 0 <= card < len(self.graph.names) else _("a wild card")

    def armies(self, count: int) -> str:
        """Count armies in the words of the game: "1 army", "3 MODs", "no MODs"."""
        return count_armies(count, self.rules) if count else no_things(armies_noun(self.rules))

    def units(self, count: int) -> str:
        """Count what fights and falls in the words of the game: "1 army", "3 units", "no units"."""
        return count_units(count, self.rules) if count else no_things(units_noun(self.rules))

    def piece(self, kind: str) -> str:
        """Return the name of a kind of piece: "Land Commander"."""
        return engine.ruleset(self.rules).piece_title(kind) if self.rules else kind.replace("_", " ")

    def own_name(self, seat: int, kind: str) -> str:
        """Return the name that a piece of a seat has of its own, "Ares"; empty where it has none."""
        namer = PIECE_NAMERS.get(engine.ruleset(self.rules).family) if self.view else None
        return namer(self.view, seat, kind) if self.view and namer else ""

    def funds(self, amount: int) -> str:
        """Say an amount of what the game is paid in: "3 energy", "no energy"."""
        return count_funds(amount, self.rules) if amount else no_things(engine.ruleset(self.rules).purchase.currency)

    def command_card(self, card: int) -> str:
        """Return the name of a card that is played by name, by its number."""
        if not self.rules:
            return _("a card")
        return engine.catalogue_of(self.rules, self.options).names[card]

    def lies_open(self, card: int) -> bool:
        """Check whether a card that is played by name lies open as it is drawn, which is told by itself."""
        if not self.rules:
            return False
        deck = OPEN_DECKS.get(engine.ruleset(self.rules).family)
        return engine.catalogue_of(self.rules, self.options).kinds[card].deck == deck


def no_things(noun: str) -> str:
    """Say that there is nothing of a kind: "no energy", where a figure would be a nought."""
    return _("no %(things)s") % {"things": noun}


@lru_cache(maxsize=1024)
def bold(name: str) -> SafeString:
    """Render a name as stories print land. A story has hundreds, of a few maps."""
    return format_html("<b>{}</b>", name)


def names_for(view: engine.PlayerView, *, html: bool = True) -> Names:
    """Make the names of a view's game as its viewer reads them."""
    colours = [seat.colour for seat in view.seats]
    return Names(colours, engine.mapgraph(view.map), view.viewer, html, view.rules, view.options, view)


PieceNamer = Callable[[engine.PlayerView, int, str], str]
"""Names a piece of a seat, by its kind; empty for one without a name of its own."""

PIECE_NAMERS: dict[str, PieceNamer] = {}
"""The namers of families whose pieces have names of their own."""

OPEN_DECKS: dict[str, str] = {}
"""The decks of families whose cards lie open as they are drawn."""


# ---- the maker of each kind

Event = engine.Facts
SentenceMaker = Callable[[Event, Names], str]

SENTENCES: dict[str, SentenceMaker] = {}


def registers_sentence(*tags: str, story: InStory = LINE) -> Callable[[SentenceMaker], SentenceMaker]:
    """Register the maker of the sentences of some kinds of events, and what these are to the lines of a story."""

    def keep(maker: SentenceMaker) -> SentenceMaker:
        SENTENCES.update(dict.fromkeys(tags, maker))
        IN_STORY.update(dict.fromkeys(tags, story))
        return maker

    return keep


WORDS: Mapping[str, Callable[[Names, Never], str]] = {
    "seat": Names.Seat,
    "of": Names.seat,
    "was": Names.seat,
    "src": Names.land,
    "dst": Names.land,
    "at": Names.land,
    "armies": Names.armies,
    "faith": Names.funds,
    "energy": Names.funds,
    "card": Names.command_card,
    "deck": lambda names, deck: str(deck).capitalize(),
    "reason": lambda names, reason: str(reason),
}
"""What fields of events are in the texts of `registers_texts`; a seat stands at the beginning of its sentence."""


def registers_texts(texts: Mapping[str, Promise], story: InStory = LINE) -> None:
    """Register kinds of events of which each is one text with fields of the event in it, as in
    {"plague.lifted": gettext_lazy("There is no plague in %(at)s any more.")}."""
    for tag, text in texts.items():
        registers_sentence(tag, story=story)(partial(fill_text, text))


def fill_text(text: Promise, event: Event, names: Names) -> SafeString:
    said = str(text)
    return say(said, **{field: word(names, event[field]) for field, word in WORDS.items() if f"%({field})s" in said})


def sentence(event: Event | engine.Event, names: Names) -> SafeString | str:
    """Render one event as a sentence: safe for pages if `names.html`, else plain text.

    Takes the event's JSON or the event itself. Hidden fields must have been blanked before.
    """
    plain: Event = event if isinstance(event, Mapping) else engine.event_to_json(event)
    text = SENTENCES.get(str(plain["type"]), generic_sentence)(plain, names)
    return SafeString(text) if names.html else unescape(str.__str__(text))  # of safe text a plain copy


def story_sentence(event: Event, names: Names) -> SafeString:
    """Render an event as a story for a page tells it; empty for those that a story leaves out."""
    return SafeString("" if in_story(event).is_hidden else sentence(event, names))


def name_stand_in(text: str, seat: int | None, by: str, names: Names) -> SafeString:
    """Put who acted for the owner of a seat behind the seat's name at the beginning of a sentence, at its end if that
    begins otherwise: "Blue (Anna for Ben) took ..."."""
    who = conditional_escape(names.Seat(seat))
    said = str(conditional_escape(text))
    at = len(who) if said.startswith(f"{who} ") else len(said)
    return SafeString(f"{said[:at]} ({conditional_escape(by)}){said[at:]}")


# ---- words in sentences


def say(text: str, **words: object) -> SafeString:
    """Put words into a sentence, or a part of one; everything that is not safe already is escaped."""
    safe = {key: word if isinstance(word, int) else conditional_escape(str(word)) for key, word in words.items()}
    return SafeString(text % safe)


def join_and(words: Sequence[str]) -> str:
    """Join words: "a", "a and b", "a, b and c"; each escaped unless it is safe."""
    return SafeString(amounts.join_and([conditional_escape(word) for word in words]))


def format_force(units: engine.Facts, names: Names, seat: int = -1) -> str:
    """Format armies and pieces of a seat that moved: "3 armies", "2 MODs and the Naval Commander"."""
    words = [names.armies(units["armies"])] if units["armies"] or not units.get("pieces") else []
    for kind in units.get("pieces", ()):
        words.append(names.own_name(seat, kind) or say(_("the %(piece)s"), piece=names.piece(kind)))
    return join_and(words)


def say_where(text: str, event: Event, names: Names, **words: object) -> SafeString:
    """Put who did something into a sentence, as `seat` at its beginning, and the territories that the event names as
    `src`, `dst` and `at`."""
    lands = {role: names.land(event[role]) for role in ("src", "dst", "at") if role in event}
    return say(text, seat=names.Seat(event["seat"]), **lands, **words)


def format_move(text: str, event: Event, names: Names) -> str:
    """Put who moved what from where to where into a sentence: `seat`, `force`, `src` and `dst`."""
    return say_where(text, event, names, force=format_force(event["force"], names, event["seat"]))


def of_seat(seat: int, names: Names, yours: str, theirs: str, **words: object) -> str:
    """Choose one of two sentences: the reader's own, or somebody else's with the name as `seat`."""
    if seat == names.viewer:
        return say(yours, **words)
    return say(theirs, seat=names.Seat(seat), **words)


# ---- kinds without a maker

PLACES = frozenset({"src", "dst", "territory", "at", "bonus"})
SEATS = frozenset({"seat", "by", "was", "defender", "first", "dealer", "target"})


def generic_sentence(event: Event, names: Names) -> str:
    """Make a sentence from the fields of an event: "Violet: bid revealed, amount 3"."""
    what = str(event["type"]).partition(".")[2].replace("_", " ")
    parts = [
        told
        for key, value in event.items()
        if key not in ("type", "seat") and (told := generic_field(key, value, names))
    ]
    about = ", ".join([str(conditional_escape(what)), *parts])
    if event.get("seat") is None:
        return f"{about[:1].upper()}{about[1:]}."
    return say(_("%(seat)s: %(about)s."), seat=names.Seat(event["seat"]), about=SafeString(about))


def generic_field(key: str, value: object, names: Names) -> str:
    """Format one field; empty if it is hidden from the reader."""
    if value is None or value == [] or (isinstance(value, Mapping) and "armies" not in value):
        return ""
    told = format_value(_kind(key, value), value, names.land, names.seat) or names.land(None)
    return f"{conditional_escape(key.replace('_', ' '))} {conditional_escape(told)}"


def _kind(key: str, value: object) -> type[engine.Field]:
    if not isinstance(value, int):
        return engine.ChoiceField
    return engine.TerritoryField if key in PLACES else engine.SeatField if key in SEATS else engine.ChoiceField
