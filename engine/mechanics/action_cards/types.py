"""What is asked, ordered and told of cards that act: the types, without a rule."""

from typing import TypedDict

from engine.core.actions import Action
from engine.core.agenda import Decision, Step
from engine.core.events import PublicEvent
from engine.core.language import gettext_noop
from engine.core.state import NOBODY

TURN, WINDOW, TURN_END, GAME_END = "turn", "window", "turn_end", "game_end"
"""When a card is played: in the steps of one's own turn, in answer to an invasion, after the free move; cards for the
end of the game are counted there by themselves."""


class PlayStep(Step, frozen=True, omit_defaults=True, tag="cards.play_step"):
    """Asks the active seat for cards of a timing, if a card that it holds may be one: by what everybody knows, which is
    how many cards of which deck it holds, so that a pause betrays nobody's hand."""

    timing: str = TURN

    step = "play"


class PlayAsked(Decision, frozen=True, kw_only=True, tag="cards.play_asked"):
    """The seat may play a card, and is asked again after it, or go on."""

    timing: str

    step = "play"
    ask = gettext_noop("play a card or go on")


class Named(TypedDict, total=False):
    """What goes with a card, as it is read from words: fields of `PlayCard`."""

    at: tuple[int, ...]
    on: tuple[int, ...]
    target: int
    what: str
    dst: int
    moves: tuple[tuple[str, int], ...]
    src: int
    armies: int
    pieces: tuple[str, ...]


class PlayCard(Action, frozen=True, omit_defaults=True, tag="cards.play"):
    """Play the card of this name, as `Catalogue.names` has it. What goes with it: own territories `at` which it works,
    territories `on` which it falls, a `target` seat, `what` it falls on (a kind of piece, a card, a deck), `moves` of
    pieces to territories; the territory `src` from which something goes and `dst` to which it goes, as many `armies`
    with `pieces` beside them."""

    card: str
    at: tuple[int, ...] = ()
    on: tuple[int, ...] = ()
    target: int = NOBODY
    what: str = ""
    dst: int = NOBODY
    moves: tuple[tuple[str, int], ...] = ()
    src: int = NOBODY
    armies: int = 0
    pieces: tuple[str, ...] = ()


class CardPlayed(PublicEvent, frozen=True, tag="cards.played"):
    """A card was played and paid for; what it does is told after it."""

    seat: int
    cost: int
    order: PlayCard


class ArmiesAdded(PublicEvent, frozen=True, tag="cards.armies_added"):
    """A card brought armies to territories of `seat`, as (territory, armies)."""

    seat: int
    at: tuple[tuple[int, int], ...]


class CardRolled(PublicEvent, frozen=True, tag="cards.rolled"):
    """The dice that a card asked for, in the order in which they fell."""

    seat: int
    dice: tuple[int, ...]


class TurnedOver(PublicEvent, frozen=True, tag="cards.turned_over"):
    """Cards of a deck that were turned over for all to see, in their order."""

    seat: int
    deck: str
    cards: tuple[int, ...]
