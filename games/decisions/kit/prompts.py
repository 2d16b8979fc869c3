"""What mails say of an open decision: its prompt, and suggested answers to it, of any kind of decision at first.

Whatever is in a prompt or a suggestion is made from the view, so its reader may know it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from msgspec import to_builtins

import engine
from games.wording.amounts import capitalized
from games.wording.seats import colour_name, territory_name
from games.wording.values import format_value

SUGGESTED = 4
"""Suggestions of one sort that a mail lists: territories to claim, attacks, places for armies."""

GENERIC_SUGGESTED = 6
"""Choices of a decision without suggestions of its own."""


@dataclass(frozen=True)
class Prompt:
    """`heading` is a title, `subject` goes on after "GAME: ", `lead` says on what the decision rests."""

    heading: str
    subject: str
    lead: str = ""

    @property
    def sentence(self) -> str:
        """The heading with its full stop, for lists."""
        return self.heading if self.heading.endswith("?") else f"{self.heading}."


@dataclass(frozen=True)
class Suggestion:
    """One answer: the order in its canonical form, the same order as people write it, and the chance that it captures
    (0 to 1), if it attacks.

    `words` is a line for each order, which the order language reads as `order`: what a link says can be typed.
    `chance_after_placing` is that chance once everything that is to be placed stands at `src`; `note` is a remark;
    `called` is what a link is called where the words would say more than a reader needs.
    `hazards` are sentences on what its first order costs for certain.
    `low_value` is a move that may be made but helps nobody much, `passes` one that does nothing more. An action for
    which the order language has no verb is written as JSON, which `order_args` reads again; its words are plain
    English.
    """

    order: str
    words: str
    chance: float | None = None
    chance_after_placing: float | None = None
    src: int = -1
    dst: int = -1
    note: str = ""
    low_value: bool = False
    passes: bool = False
    called: str = ""
    hazards: tuple[str, ...] = ()

    @property
    def is_attack(self) -> bool:
        return self.chance is not None

    @property
    def remark(self) -> str:
        """The note as a sentence."""
        return f"{capitalized(self.note).removesuffix('.')}."

    @property
    def lines(self) -> list[str]:
        """What a link is called, a line for each order."""
        return (self.called or self.words).splitlines()

    @property
    def sentence(self) -> str:
        """The words in one line: "Place 3 on Brazil, then attack Peru from Brazil until captured"."""
        first, *others = self.lines
        return ", then ".join([first, *(line[:1].lower() + line[1:] for line in others)])

    @property
    def button(self) -> str:
        """The sentence as short as a button wants it."""
        return self.sentence.partition(" until captured")[0]  # as typed

    @property
    def is_text(self) -> bool:
        """Whether a player could have typed it."""
        return not self.order.startswith("{")


def generic_prompt(view: engine.PlayerView) -> Prompt:
    """Ask in the words of the decision itself, with the territories that it is about."""
    ask = view.asked.ask if view.asked else ""
    src, dst, at = (view.about.get(key) for key in ("src", "dst", "at"))
    lead = ""
    if isinstance(src, int) and isinstance(dst, int):
        lead = _("From %(src)s to %(dst)s.") % {"src": territory_name(view, src), "dst": territory_name(view, dst)}
    elif isinstance(at, int):
        lead = _("In %(land)s.") % {"land": territory_name(view, at)}
    return Prompt(ask[:1].upper() + ask[1:], ask, lead)


def order_text(view: engine.PlayerView, tag: str, **fields: object) -> str:
    """Write an action of the viewer as order text, or as JSON where the order language has no verb for it."""
    plain = {"type": tag, "seat": view.viewer, **fields}
    action = engine.action_from_json(plain)
    return engine.format_order(action, view.rules, view.map, view.colours) or json.dumps(engine.action_to_json(action))


def assault(view: engine.PlayerView, src: int, dst: int) -> str:
    """Write the order to attack until the territory falls and to move all armies in."""
    return order_text(view, "battle.attack", src=src, dst=dst, throws=0, advance=engine.ALL)


def assault_words(view: engine.PlayerView, src: int, dst: int) -> str:
    """Write the same order as people type it."""
    target, source = territory_name(view, dst), territory_name(view, src)
    return f"Attack {target} from {source} until captured, then advance all"  # as typed


def generic_suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest the first values of the first field, each with the first values of all the others."""
    if not offer.fields:
        yield worded_by(order_text(view, offer.action), offer.label)
        return
    first = offer.fields[0]
    for value in values_of(first, {})[:GENERIC_SUGGESTED]:
        given = {first.name: value}
        for field in offer.fields[1:]:
            values = values_of(field, given)
            if not values:
                break
            given[field.name] = values[0]
        else:
            yield worded_by(order_text(view, offer.action, **given), plain_sentence(view, offer, given))


def worded_by(order: str, sentence: str) -> Suggestion:
    """Write an answer by its order, with its meaning as the note; without a verb for it by the meaning alone."""
    if order.startswith("{"):
        return Suggestion(order, sentence)
    return Suggestion(order, order[:1].upper() + order[1:], note=sentence[:1].lower() + sentence[1:])


def values_of(field: engine.Field, given: engine.Facts) -> list[object]:
    """List some values of a field in JSON: all of a list, the bounds of a number and what lies between, no wish, where
    that is enough, or one.
    Counts get no suggestion."""
    match field:
        case engine.ListField():
            return [to_builtins(value) for value in field.values_for(given)]
        case engine.LossesField():
            return []
        case engine.PlacementsField():
            return [[[place, field.most]] for place in field.values]
        case engine.AmountsField():
            return [[[thing, max(1, field.least)]] for thing in field.values]
        case engine.TerritoriesField():
            return [[place] for place in field.values] if field.most == 1 else [[*field.values[: field.most]]]
        case engine.PieceMovesField():
            return [[[kind, place]] for kind in field.values for place in field.places]
        case engine.NumberField():
            least, most = field.bounds_for(given)
            return list(dict.fromkeys((least, most, *range(least, min(most, least + GENERIC_SUGGESTED) + 1))))
        case engine.ForceField():
            return [{"armies": count, "pieces": []} for count in dict.fromkeys(field.bounds_for(given))]
        case engine.RankingField():
            nothing: list[object] = [] if field.least else [[]]
            return [*nothing, *([to_builtins(value)] for value in field.values)]
    return []


def plain_sentence(view: engine.PlayerView, offer: engine.Offer, given: engine.Facts) -> str:
    """Describe an action of any offer: "Bid: coins 3", "Send help: card 7", "Lose these: 1 army and general"."""
    words = [f"{format_argument(view, field, given[field.name])}" for field in offer.fields]
    return f"{offer.label}: {', '.join(word for word in words if word)}"


NAMED = (engine.TerritoryField, engine.SeatField, engine.PlacementsField)
"""Fields whose values say by themselves what they are."""


def format_argument(view: engine.PlayerView, field: engine.Field, value: object) -> str:
    """Format one argument, with the name of its field where the value does not say by itself what it is."""
    words = format_value(
        type(field), value, partial(territory_name, view), lambda seat: colour_name(view.seats[seat].colour)
    )
    if isinstance(field, NAMED) or isinstance(value, dict):
        return words
    return f"{field.name.replace('_', ' ')} {words}"
