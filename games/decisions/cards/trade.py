"""Trade in a set of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.decisions import place
from games.decisions.cards.hand import TerritoryCard, draw_card
from games.decisions.end_turn import END_TURN, no_fields
from games.decisions.kit import placements
from games.decisions.kit.context import PageContext, number
from games.decisions.kit.panel import Panel, advice, steps_of
from games.decisions.kit.posted import IncompleteForm, PostedForm
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.wording.amounts import pluralize_armies
from games.wording.narration.turns import traded


@dataclass(frozen=True)
class CardSet:
    """A set that can be traded in: its cards, the value of the radio button, and where the extra armies may go."""

    value: str
    cards: tuple[TerritoryCard, ...]
    said: str
    bonus: tuple[tuple[str, str], ...]
    checked: bool
    advice: tuple[str, ...]


OPEN = 3
"""Sets that are shown at once: with a joker among six cards there are a dozen."""


@dataclass(frozen=True)
class TradePanel:
    """Data of decisions/trade.html. `why`: "turn" at its start, "elimination" or "draw" later in it; `cards` counts
    the reader's."""

    sets: tuple[CardSet, ...]
    worth: int
    forced: bool
    pool: int
    why: str
    cards: int

    @property
    def first(self) -> tuple[CardSet, ...]:
        """The sets that are shown at once; one more than these is not worth a fold."""
        return self.sets if len(self.sets) <= OPEN + 1 else self.sets[:OPEN]

    @property
    def later(self) -> tuple[CardSet, ...]:
        return self.sets[len(self.first) :]

    @property
    def reason(self) -> str:
        """Why a set is asked for, and whether one must go."""
        if self.why == "elimination" and self.forced:
            text = _("With the cards you took over you hold %(cards)s: trade in a set before you attack again.")
        elif self.why == "elimination":
            text = _("You can trade in another set, or keep your %(cards)s cards.")
        elif self.why == "draw":
            text = _("You now hold %(cards)s cards. You can trade in a set at once and place its armies now.")
        elif self.forced:
            text = _("You hold %(cards)s cards, so you must trade in a set.")
        else:
            text = _("You can keep your cards: later sets are worth more.")
        return text % {"cards": self.cards}


def panel(context: PageContext) -> Panel:
    """Trade in a set, or go on without one where that is allowed. Nobody is asked for a set that is not there: all
    are asked in the game, lest others read from it who holds one, but the page goes on to the armies at once."""
    about = context.view.about
    trade = context.view.offer("cards.trade")
    offered = trade.field("cards", engine.CardsField).values if trade else ()
    every = sorted(offered, key=lambda cards: dearness(context, cards))
    if not every and (placement := placement_instead_of_trade(context.view)):
        return place.panel_of_offer(context, placement)
    chosen = context.selection.cards if context.selection.cards in every else (every[0] if every else ())
    sets = tuple(_draw_set(context, cards, cards == chosen) for cards in every)
    forced = bool(about.get("forced", not context.may("turn.end")))
    why = str(about.get("why", "turn"))
    data = TradePanel(sets, int(about.get("worth", 0)), forced, context.view.pool, why, len(context.view.hand))
    action = (
        {"type": "cards.trade", "seat": context.me, "cards": list(chosen), "bonus": _bonus(context, chosen)}
        if chosen
        else None
    )
    text = _("Trade in a set for %(worth)s armies") if forced else _("Trade in a set for %(worth)s armies?")
    heading = text % {"worth": data.worth}
    ways = (("trade best", pluralize_armies(data.worth)),) if sets else ()  # as typed
    if not sets:
        heading = ngettext("You hold %(count)s card", "You hold %(count)s cards", data.cards) % {"count": data.cards}
    return Panel("trade", heading, data, steps=steps_of(context), action=action, ways=ways)


def dearness(context: PageContext, cards: tuple[int, ...]) -> tuple[int, bool]:
    """Rate sets by what they cost: jokers are better kept, and a set that brings extra armies comes before others."""
    jokers = sum(card >= context.graph.size for card in cards)
    return jokers, _bonus(context, cards) < 0


def _bonus(context: PageContext, cards: tuple[int, ...]) -> int:
    """Find where the extra armies of a set go: as chosen, else the first territory that is allowed; -1 if none is."""
    places = context.places("cards.trade", "bonus", {"cards": cards})
    if context.selection.bonus in places:
        return context.selection.bonus
    return places[0] if places else -1


def _draw_set(context: PageContext, cards: tuple[int, ...], checked: bool) -> CardSet:
    drawn = tuple(draw_card(context, card) for card in cards)
    places = [t for t in context.places("cards.trade", "bonus", {"cards": cards}) if t >= 0]
    bonus = tuple((context.code(territory), context.name(territory)) for territory in places)
    action = {"type": "cards.trade", "seat": context.me, "cards": list(cards), "bonus": _bonus(context, cards)}
    said = ", ".join(card.name for card in drawn)
    return CardSet("-".join(map(str, cards)), drawn, said, bonus, checked, advice(context, action))


def prompt(view: engine.PlayerView) -> Prompt:
    """Ask a player without a set for the armies that come next, as the page does."""
    if placement_instead_of_trade(view):
        return placements.prompt(view)
    worth = int(view.about.get("worth", 0))
    lead = _("The next set is worth %(armies)s.") % {"armies": pluralize_armies(worth)} if worth else ""
    if view.about.get("forced"):
        held = _("You hold %(count)s cards, so you must trade in a set.") % {"count": len(view.hand)}
        return Prompt(_("You must trade in a set of cards"), _("trade in a set of cards"), f"{held} {lead}".strip())
    if not view.offer("cards.trade"):
        return Prompt(_("Continue without a set"), _("continue without a set"), _("There is no set among your cards."))
    if view.pool:
        more = _("Either way you then place %(armies)s.") % {"armies": pluralize_armies(view.pool)}
        lead = f"{lead} {more}".strip()
    if view.about.get("why") == "draw":
        then = _("trade in a set, or keep your cards")
    else:
        then = _("trade in a set, place and attack")
    return Prompt(_("Trade in a set, or keep your cards"), then, lead)


def placement_instead_of_trade(view: engine.PlayerView) -> engine.Offer | None:
    """Offer the placement that follows to a player who is asked to trade without a set.

    Everybody is asked at the beginning of a turn, lest others read from it who holds a set. None if a set may be traded
    in, or if no territory has room for an army.
    """
    if view.asked is None or view.asked.kind != "cards.trade_asked" or view.about.get("why") != "turn":
        return None
    if view.offer("cards.trade") or not view.offer("turn.end") or not view.pool:
        return None
    limit: int | None = view.options.get("army_cap")
    own = [territory for territory, owner in enumerate(view.owner) if owner == view.viewer]
    rooms = {t: view.pool if limit is None else min(view.pool, limit - view.armies[t]) for t in own}
    places = tuple(t for t in own if rooms[t] > 0)
    table = {str(t): (0, rooms[t]) for t in places if rooms[t] < view.pool}
    most = min(view.pool, sum(rooms[t] for t in places))
    at = engine.PlacementsField("at", places, 1, most, table=table)
    return engine.Offer("deploy.place", "Place", (at,)) if places else None


def offers(view: engine.PlayerView) -> Sequence[engine.Offer]:
    """List what may be suggested: the placement alone to a player without a set."""
    placement = placement_instead_of_trade(view)
    return (placement,) if placement else view.offers


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest the best set. It is not named, so that a link tells nobody a card."""
    note = _("brings %(armies)s") % {"armies": pluralize_armies(view.extra["next_set"])}
    yield Suggestion("trade best", "Trade in your best set", note=note)  # as typed


def suggest_keeping(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    yield Suggestion(order_text(view, offer.action), "End", passes=True, called=_("Go on without a set"))  # as typed


def parse(form: PostedForm) -> engine.Facts:
    """Read `set` (numbers of cards, "3-17-42") and `bonus-<set>` (code; may be missing)."""
    chosen = form.text("set")
    cards = [card for part in chosen.split("-")[:12] if (card := number(part)) is not None]
    if not cards:
        raise IncompleteForm(_("Choose a set of three cards."))
    bonus = f"bonus-{chosen}"
    return {"cards": cards, "bonus": form.territory(bonus) if form.text(bonus) else -1}


def on_timeout(view: engine.PlayerView) -> str:
    """Say what comes of a set that was asked for; a player who holds none has no cards to keep."""
    if view.about.get("forced"):
        return _("your most valuable set is traded in, the armies go to your weakest border")
    if placement_instead_of_trade(view):
        return placements.on_timeout(view)
    return (
        _("you keep your cards, %(placed)s") % {"placed": placements.on_timeout(view)}
        if view.pool
        else _("you keep your cards")
    )


DECISIONS.add(
    Decision(
        "cards.trade_asked",
        summary=gettext_lazy("Trade in a set of cards, if there is one, and place new armies."),
        panel=panel,
        prompt=prompt,
        offers=offers,
        answers={"cards.trade": Answer(parse, suggestions), END_TURN: Answer(no_fields, suggest_keeping)},
        timeout=Timeout(
            turn=on_timeout,
            organizer=gettext_lazy(
                "a set is traded in only if the rules demand it, new armies go to the weakest border and nobody is "
                "attacked"
            ),
        ),
        sentences={"cards.traded": traded},
    )
)
