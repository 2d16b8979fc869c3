"""Likely orders: a few good answers to what is asked, each with a sentence and its odds, for links in mails.

Every kind of decision gets at least one, so that a whole game can be played by links alone. Works on views only:
what is in a sentence, its reader may know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

import engine
from games.decisions import evaluation
from games.decisions.ahead import placing_ahead
from games.decisions.allocation import Pool
from games.decisions.defend import defence_odds
from games.decisions.suggestion import Likely, land, plainly, worded_by, written
from games.wording.amounts import armies as said_armies

PLACES = 4
ATTACKS = 4
MANY = 8
"""Armies that make one territory strong at the start."""

EVEN = 0.5
"""An attack with a better chance than this comes before the end of the turn."""


def likely_orders(view: engine.PlayerView) -> list[Likely]:
    """Answers that the viewer may give now, the best first; none if the viewer is not asked."""
    if not view.may_answer:
        return []
    ahead = placing_ahead(view)
    return sorted(answers(view, (ahead,) if ahead else view.offers), key=is_last_resort)


def answers(view: engine.PlayerView, offers: Iterable[engine.Offer]) -> list[Likely]:
    """Likely answers to some offers, each order once."""
    found: dict[str, Likely] = {}
    for offer in offers:
        for likely in MAKERS.get(offer.action, plainly)(view, offer):
            found.setdefault(likely.order, likely)
    return list(found.values())


def is_last_resort(likely: Likely) -> bool:
    """Bad attacks and idle moves come after everything else, even after ending the turn."""
    return likely.idle or (likely.chance is not None and likely.placed is None and likely.chance < EVEN)


def submission(order: str) -> dict[str, Any]:
    """The order of a link as arguments for `order_submit`. Raises UnreadableOrder if it is no action."""
    if order.startswith("{"):
        return {"action": engine.action_from_json(json.loads(order))}
    return {"text": order}


def said_of(view: engine.PlayerView, order: str) -> Likely:
    """The likely order with this text, or one that says no more than the text itself. What is offered but no longer
    likely is known too: a mail that is on its way may hold a link to it."""
    known = next((one for one in [*likely_orders(view), *answers(view, view.offers)] if one.order == order), None)
    return known or Likely(order, order[:1].upper() + order[1:])


# ---- set-up and placing


def claims(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """Free land: in the continent that is held best, next to one's own."""
    for territory in evaluation.best_claims(view, offer.fields[0].values)[:PLACES]:
        words = f"Claim {land(view, territory)}"  # as typed
        yield Likely(written(view, offer.action, territory=territory), words, src=territory)


def plans(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """Three plans that need no thought: a good player's, one that begins in a continent, and none."""
    by_bot = _("As our strongest bot, the veteran, would play it.")
    yield Likely("plan like veteran", _("Use a suggested plan"), fine=by_bot)  # as typed
    graph = engine.mapgraph(view.map)
    part = max(graph.continents, key=lambda part: evaluation.start_in(view, part), default=None)
    free = view.about.get("free")
    if part is not None and free:
        words = _("Start in %(continent)s") % {"continent": part.name}
        yield Likely(f"plan claim {part.name}, next to mine", words)  # as typed
    elif part is not None:
        own = [t for t in part.members if view.owner[t] == view.viewer]
        if own:
            spot = max(own, key=lambda t: (evaluation.threat(view, t), -t))
            count = min(view.supply[evaluation.viewer_of(view)], MANY)
            words = _("Make %(land)s strong, with %(count)s armies") % {"land": land(view, spot), "count": count}
            yield Likely(f"plan place {count} {land(view, spot)}", words, src=spot)  # as typed
    yield Likely("plan", _("Leave it to the defaults"))


def capitals(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """Own land with the fewest enemies next door."""
    spots = sorted(offer.fields[0].values, key=lambda spot: (len(evaluation.others_near(view, spot)), spot))
    for spot in spots[:PLACES]:
        yield Likely(written(view, offer.action, territory=spot), f"Capital {land(view, spot)}", src=spot)  # as typed


def placings(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """All at once behind the best attack or on the weakest borders; in one's turn also with the attack that follows."""
    pool = Pool(offer.fields[0])
    neutral = neutral_go(view, offer)
    in_turn = view.step != "set-up" and view.active == view.viewer
    ranked = evaluation.weakest(view, pool.places)
    spots = ranked[:PLACES]
    if in_turn:
        spots = list(dict.fromkeys([src for src, _ in evaluation.attacks(view, pool.most)[:2]] + ranked[:2]))
    for spot in spots:
        at = sorted(pool.spread([spot, *ranked]).items())
        said = f", neutral {heaped(view, neutral)}" if neutral else ""
        order = written(view, offer.action, at=at, **({"neutral": neutral} if neutral else {}))
        yield Likely(order, f"Place {heaped(view, at)}{said}", src=spot)  # as typed
    if in_turn:
        yield from assaults_from_placing(view, offer, pool)


def neutral_go(view: engine.PlayerView, offer: engine.Offer) -> list[tuple[int, int]]:
    """Where the armies of the neutral army go that are placed with one's own; none where there are none."""
    field = next((field for field in offer.fields if field.name == "neutral"), None)
    return sorted(Pool(field).spread(evaluation.buffers(view, field.values)).items()) if field else []


def heaped(view: engine.PlayerView, at: list[tuple[int, int]]) -> str:
    """ "3 on Brazil and 1 on Peru"."""
    return " and ".join(f"{count} on {land(view, place)}" for place, count in at)


def assaults_from_placing(view: engine.PlayerView, offer: engine.Offer, room: Pool) -> Iterator[Likely]:
    """Everything on one border and on from there: two orders in one."""
    pool = room.most
    for src, dst in evaluation.attacks(view, pool)[:ATTACKS]:
        if src not in room.places or room.field.most_at(src) < pool:
            continue
        place = written(view, offer.action, at=[[src, pool]])
        words = f"Place {pool} on {land(view, src)}\n{assault_words(view, src, dst)}"  # as typed
        chance, placed = evaluation.chance(view, src, dst), evaluation.chance(view, src, dst, pool)
        yield Likely(f"{place}\n{assault(view, src, dst)}", words, chance, placed, src, dst)


def trades(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """The best set. It is not named, so that a link tells nobody a card."""
    count = view.extra.get("next_set") or view.about.get("worth", 0)
    fine = _("brings %(armies)s") % {"armies": said_armies(int(count))} if count else ""
    yield Likely("trade best", "Trade in your best set", fine=fine)  # as typed


# ---- battle


def assault(view: engine.PlayerView, src: int, dst: int) -> str:
    """The order to attack until the land falls and to move all in."""
    return written(view, "battle.attack", src=src, dst=dst, throws=0, advance=engine.ALL)


def assault_words(view: engine.PlayerView, src: int, dst: int) -> str:
    """The same as people write it."""
    return f"Attack {land(view, dst)} from {land(view, src)} until captured, then advance all"  # as typed


def assaults(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """The best attacks, each until it captures."""
    for src, dst in evaluation.attacks(view)[:ATTACKS]:
        words, chance = assault_words(view, src, dst), evaluation.chance(view, src, dst)
        yield Likely(assault(view, src, dst), words, chance, None, src, dst)


def defences(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """Each number of dice, most first, with what one throw of them costs on average."""
    field = offer.fields[0]
    for count in range(field.most, field.least - 1, -1):
        yield Likely(
            written(view, offer.action, **{field.name: count}),
            f"Defend with {count} {'die' if count == 1 else 'dice'}",  # as typed
            fine=defence_odds(view, count),
        )


def rerolls(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """Each die, the lowest first, by the first card that fits."""
    die, card = offer.fields
    for face in die.values:
        order = written(view, offer.action, die=face, card=card.values[0])
        yield Likely(order, f"Reroll the {face} with {card_words(view, card.values[0])}")  # as typed


def card_words(view: engine.PlayerView, card: int) -> str:
    """A card as orders name it."""
    return land(view, card) if card < engine.mapgraph(view.map).size else "wild"


def commands(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    for face in offer.fields[0].values:
        words = f"Commander {face}"  # as typed
        yield Likely(written(view, offer.action, die=face), words, fine=_("turns this die to 6"))


def advances(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    field = offer.fields[0]
    for count in dict.fromkeys((field.most, field.least)):
        order = written(view, offer.action, **{field.name: {"armies": count, "pieces": []}})
        yield Likely(order, f"Advance {count}", fine=left_words(view, count))  # as typed


def left_words(view: engine.PlayerView, count: int) -> str:
    """ "leaves 2 armies in Peru", once that many have moved in."""
    src = view.about.get("src")
    if not isinstance(src, int):
        return ""
    left = {"armies": said_armies(view.armies[src] - count), "land": land(view, src)}
    return _("leaves %(armies)s in %(land)s") % left


# ---- the end of a turn


def free_moves(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """From land that no enemy touches to the most exposed border that can be reached. Where there is no such land, the
    least bad move: who was told of a free move finds one."""
    fields = {field.name: field for field in offer.fields}
    good = evaluation.free_moves(view, fields["src"], fields["dst"])[:2]
    spare = None if good else evaluation.least_bad_move(view, fields["src"], fields["dst"])
    for src, dst in [*good, *([spare] if spare else [])]:
        count = fields["force"].bounds_for({"src": src, "dst": dst})[1]
        order = written(view, offer.action, src=src, dst=dst, force={"armies": count, "pieces": []})
        words = f"Fortify {land(view, dst)} from {land(view, src)} with {count}"  # as typed
        yield Likely(order, words, src=src, dst=dst, idle=not good)


def bringing_up(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """Everything that stands idle, up to the borders that need it most; all in one order."""
    at = evaluation.brought_up(view, offer.fields[0])
    count = sum(max(0, armies - view.armies[territory]) for territory, armies in at)
    if count:
        order = written(view, offer.action, at=at)
        fine = _("brings %(armies)s up to your borders, all at once") % {"armies": said_armies(count)}
        yield Likely(order, order[:1].upper() + order[1:], fine=fine)


def ends(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Likely]:
    """The end of the turn where that is what comes next, and the end of the step in any case."""
    if view.asked is not None and view.asked.kind == "battle.attack_asked":
        yield Likely(written(view, offer.action, turn=True), "End your turn")  # as typed
        if engine.earns_the_sixth_card(view):
            fine = _("with the card you draw, you can trade in a set")
            yield Likely(written(view, offer.action), "End your attacks", fine=fine)  # as typed
        elif evaluation.may_move_yet(view):
            words = "End your attacks"  # as typed
            yield Likely(written(view, offer.action), words, fine=_("goes on to the free move"))
    elif view.asked is not None and view.asked.kind == "fortify.move_asked":
        yield Likely(written(view, offer.action, turn=True), "End your turn", fine=_("without a free move"))  # as typed
    else:
        yield worded_by(written(view, offer.action), offer.label)


MAKERS: dict[str, Callable[[engine.PlayerView, engine.Offer], Iterator[Likely]]] = {
    "setup.claim": claims,
    "setup.plan": plans,
    "setup.capital": capitals,
    "deploy.place": placings,
    "cards.trade": trades,
    "battle.attack": assaults,
    "battle.defend": defences,
    "improve.reroll": rerolls,
    "improve.commander": commands,
    "occupy.advance": advances,
    "fortify.move": free_moves,
    "fortify.redistribute": bringing_up,
    "turn.end": ends,
}
