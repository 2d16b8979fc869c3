"""How the six seats and the neutral army look, and how seats and territories are called: one table for pages, pictures
and mails; and who plays each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from common.mail_ways import MAILED
from common.times import dated
from engine import COLOURS, PlayerView, mapgraph
from engine.bots import bots
from games.models import Player
from games.models.absence import CARETAKER, OWN_ORDERS
from games.models.game import StoodIn, tell_apart

NEUTRAL = "neutral"  # the colour word and the CSS class of an army that nobody plays
LETTERS = {"red": "R", "blue": "B", "yellow": "Y", "green": "G", "violet": "V", "grey": "Gy", NEUTRAL: "N"}
NEUTRAL_TITLE = gettext_noop("Neutral")
NOBODY = "on"  # CSS class of land that nobody holds

# One outline for each colour, so that colour is never the only sign. Centred on 0, about 40 units across.
SHAPES = {
    "red": '<circle r="19"/>',
    "blue": '<rect x="-17.5" y="-17.5" width="35" height="35" rx="6"/>',
    "yellow": '<path d="M0-22L19-11V11L0 22-19 11V-11z"/>',
    "green": '<path d="M-9-20H9L20-9V9L9 20H-9L-20 9V-9z"/>',
    "violet": '<path d="M-19-17H19V2Q19 15 0 22-19 15-19 2z"/>',
    "grey": '<path d="M0-23L23 0 0 23-23 0z"/>',
    NEUTRAL: '<path d="M0-22L21-6 13 19H-13L-21-6z"/>',
}


def seat_css(colour: str) -> str:
    """Return the CSS class: `o0` to `o5` for a colour, `neutral` for the neutral army, `on` for nobody."""
    if colour == NEUTRAL:
        return NEUTRAL
    return f"o{COLOURS.index(colour)}" if colour in LETTERS else NOBODY


def shape_id(colour: str) -> str:
    """Return the id of a colour's outline among the shapes of a page; nobody has that of the first seat."""
    return f"sh{list(SHAPES).index(colour)}" if colour in SHAPES else "sh0"


def colour_of(view: PlayerView, seat: int) -> str:
    """Return the colour of a seat; `neutral` for the number after the last player, empty for nobody."""
    if seat == len(view.seats):
        return NEUTRAL
    return view.seats[seat].colour if 0 <= seat < len(view.seats) else ""


def seat_label(view: PlayerView, seat: int) -> str:
    """Return the name of a seat inside a sentence: "Grey", "the neutral army", "nobody"."""
    colour = colour_of(view, seat)
    return _("the neutral army") if colour == NEUTRAL else colour_name(colour) or _("nobody")


def colour_name(colour: str) -> str:
    """Return the name of a colour as players read it: "Blue". `games.models.game.Colour` marks those of players."""
    return _(NEUTRAL_TITLE if colour == NEUTRAL else colour.capitalize()) if colour else ""


def territory_name(view: PlayerView, territory: int) -> str:
    """Return the name of a territory of a view's board."""
    return mapgraph(view.map).names[territory]


@dataclass(frozen=True)
class SeatStyle:
    """How a board shows an owner: colour word, CSS class, id of its outline and name; empty words for nobody."""

    colour: str
    css: str
    shape: str
    title: str


def styles_of(view: PlayerView, seats: Iterable[int]) -> dict[int, SeatStyle]:
    """Look up the style of each of these owners, in the reader's language."""
    colours = {seat: colour_of(view, seat) for seat in seats}
    return {seat: SeatStyle(each, seat_css(each), shape_id(each), colour_name(each)) for seat, each in colours.items()}


# ---- who plays them


@dataclass(frozen=True)
class Rating:
    """A rating where there is room for little: without the cautious one. `sign` stands where `words` do not fit."""

    shown: int
    is_provisional: bool

    @property
    def sign(self) -> str:
        return f"{self.shown}?" if self.is_provisional else str(self.shown)

    @property
    def words(self) -> str:
        text = _("Rating %(shown)s, provisional") if self.is_provisional else _("Rating %(shown)s")
        return text % {"shown": self.shown}


@dataclass(frozen=True)
class Person:
    """Who plays a seat: the name at the table, a note like "bot" or "caretaker plays on", whether they run the site,
    whether they are a bot, the minutes in their time bank (None: none), and the rating with which they sat down; None
    where there is none, and where a game does not tell it."""

    seat: int
    colour: str
    name: str
    you: bool = False
    note: str = ""
    host: bool = False
    bot: bool = False
    bank: int | None = None
    rating: Rating | None = None


def people_of(players: Iterable[Player], viewer: int | None) -> tuple[Person, ...]:
    """List everybody with a seat in the order of seats, with a note on who plays it really."""
    players = list(players)
    tell_apart(players)
    seated = sorted((player for player in players if player.seat is not None), key=lambda player: player.seat or 0)
    rules = seated[0].game.time.rules if seated and not seated[0].game.has_ended else None
    bank = rules.bank if rules else None
    return tuple(
        Person(
            player.seat or 0,
            player.colour,
            player.label,
            player.seat == viewer,
            ", ".join(filter(None, (note_of(player), *player.notes))),
            player.is_host,
            bool(player.bot),
            (bank.start if player.bank is None else player.bank) if bank and not player.answers_by_itself else None,
            rating_of(player) if rules and not (rules.anonymous or player.game.hides_names) else None,
        )
        for player in seated
    )


def rating_words(shown: int, cautious: int, is_provisional: bool) -> str:
    """Say a rating in a few words, with both of its numbers."""
    said = {"shown": shown, "cautious": cautious}
    if is_provisional:
        return _("rating %(shown)s, provisional; cautious %(cautious)s") % said
    return _("rating %(shown)s, cautious %(cautious)s") % said


def rating_of(player: Player) -> Rating | None:
    if not player.rating:
        return None
    shown, _cautious, is_provisional = player.rating
    return Rating(shown, is_provisional)


def note_of(player: Player) -> str:
    if player.bot:
        return _("bot")
    held_by = {"by": stand_in_title(player.held_by or CARETAKER, "")}
    held = _("held by %(by)s") if player.game.has_ended else _("%(by)s plays on")
    notes = {
        Player.State.CARETAKER: held % held_by,
        Player.State.RESIGNED: _("resigned, %(by)s plays on") % held_by,
        Player.State.OUT: _("out of the game"),
    }
    note = notes.get(Player.State(player.state), "") or away_note(player)
    if player.game.hides_names:
        return note
    return note or ("" if is_reachable(player) else _("gets no mail about turns"))


def away_note(player: Player) -> str:
    """Say until when a player is away, and who plays meanwhile; empty for one who is not."""
    if player.game.has_ended or player.game.hides_names:
        return ""
    found = player.substitute
    until = date.fromisoformat(found.until) if found else player.away_until(timezone.now())
    if until is None:
        return ""
    words = {"day": dated(until), "by": stand_in_title(found.bot, found.name) if found else ""}
    if found is None:
        return _("away until %(day)s") % words
    if found.bot == OWN_ORDERS:
        return _("away until %(day)s, standing orders play") % words
    return _("away until %(day)s, %(by)s plays") % words


def stands_in_words(player: Player, is_stand_in: bool) -> str:
    """Tell whoever stands in for a player that they do, and the player who stands in; empty where nobody does."""
    found = player.substitute
    if found is None:
        return ""
    title = stand_in_title(found.bot, found.name)
    words = {
        "seat": colour_name(player.colour),
        "owner": player.label,
        "by": title[:1].upper() + title[1:] if found.bot else title,
        "day": dated(date.fromisoformat(found.until), "weekday"),
    }
    if is_stand_in:
        return _("You play %(seat)s for %(owner)s until %(day)s, or until they give an order.") % words
    if found.bot == OWN_ORDERS:
        return _("Your standing orders play for you until %(day)s. Your first order ends that.") % words
    return _("%(by)s plays for you until %(day)s. Your first order ends that.") % words


def owner_played_for(player: Player, user_id: int | None) -> str:
    """Return the name of the player for whom a person plays a seat; empty for their own."""
    return "" if player.user_id == user_id else player.label


def stand_in_title(bot: str, name: str) -> str:
    """Name who stands in: a person, or a bot by its title."""
    if bot == CARETAKER:
        return _("the caretaker")
    known = bots().get(bot)
    return known.title if known else name or _("somebody who has left")


def stood_in_words(found: StoodIn) -> str:
    """Name who gave an order for the owner of a seat: "Anna for Ben", "the caretaker for Ben"."""
    words = {"by": stand_in_title(found.bot, found.by), "owner": found.owner or _("somebody who has left")}
    return _("%(by)s for %(owner)s") % words


def is_reachable(player: Player) -> bool:
    """Tell whether a person gets a mail when it is their turn; the table, which waits for them, may know."""
    if player.user is None or player.game.has_ended:
        return True
    return player.user.is_mailable() and player.mail_way("turn") in MAILED
