"""The attack that a reader's choices describe: its dice, who leads it, how long it goes on."""

from __future__ import annotations

import engine
from engine import ASK
from games.decisions.kit.context import THENS, TICK, PageContext
from games.decisions.kit.posted import PostedForm


def attack_action(context: PageContext, src: int, dst: int) -> engine.Facts:
    """Build the attack that the reader's selection describes; until captured unless something else is chosen."""
    choice = context.selection
    most = context.bounds("battle.attack", "dice", {"src": src, "dst": dst})[1]
    go = choice.go or "captured"
    left = min(choice.left or 0, context.view.units(src) - 1) if go == "left" else 0
    order = {
        "type": "battle.attack",
        "seat": context.me,
        "src": src,
        "dst": dst,
        "dice": 0 if not choice.dice or choice.dice >= most else choice.dice,
        "throws": 1 if go == "once" else 0,
        "left": left,
        "odds": min(choice.odds or 0, 100) if go == "odds" else 0,
        "advance": THENS.get(choice.then or context.page_data.then, ASK),
    }
    return {**order, **led_by(context, order, most)}


def led_by(context: PageContext, order: engine.Facts, most: int) -> engine.Facts:
    """Return what the reader's choice of leaders changes in an order: nothing where all that may lead do so with the
    most dice, which is what the order means without a word about it."""
    able = able_to_lead(context, order["src"], order["dst"])
    chosen = able if context.selection.lead is None else tuple(k for k in able if k in context.selection.lead)
    dice, leading = order["dice"] or most, _leading_of(context.view)
    leaders = leading.limit(chosen, dice)
    if not able or (leaders == leading.limit(able, dice) and (dice == most or not leading.throw)):
        return {}
    return {"dice": dice, "leaders": list(leaders)} if leading.throw else {"leaders": list(leaders)}


def _leading_of(view: engine.PlayerView) -> engine.Leading:
    return engine.leading_of(engine.ruleset(view.rules))


def able_to_lead(context: PageContext, src: int, dst: int) -> tuple[str, ...]:
    """List the kinds of the pieces that may lead an attack, or come along where they throw no dice; nobody throws where
    no unit stands."""
    if not context.view.units(dst) and _leading_of(context.view).throw:
        return ()
    offer = context.view.offer("battle.attack")
    return _able_in(offer, src, dst) if offer else ()


def _able_in(offer: engine.Offer, src: int, dst: int) -> tuple[str, ...]:
    if not any(field.name == "leaders" for field in offer.fields):
        return ()
    given = {"src": src, "dst": dst, "dice": _most_dice(offer, src, dst)}
    rows = offer.field("leaders", engine.ChoiceField).values_for(given)
    return tuple(row[0] for row in rows if len(row) == 1)


def _most_dice(offer: engine.Offer, src: int, dst: int) -> int:
    """Return the most dice of an attack that pieces may lead; 0 of one that is not offered."""
    most: int = offer.field("dice", engine.NumberField).table.get(f"{src} {dst}", (0, 0))[1]
    return most


def leaders_from(form: PostedForm, read: engine.Facts) -> engine.Facts:
    """Read which of the pieces that can lead are ticked, with the number of dice; the most dice are all that the target
    allows. Where those who come along throw no dice, nothing is said of them if all are ticked."""
    offer, rules = form.view.offer("battle.attack"), engine.ruleset(form.view.rules)
    if "led" not in form.post or offer is None:
        return {}
    leaders = [kind for kind in (*rules.unit_pieces, *rules.companions) if TICK + kind in form.post]
    if not _leading_of(form.view).throw:
        return {} if tuple(leaders) == _able_in(offer, read["src"], read["dst"]) else {"leaders": leaders}
    dice = read["dice"] or _most_dice(offer, read["src"], read["dst"])
    return {"dice": max(dice, 1), "leaders": leaders}
