"""The attack that a reader's choices describe: its dice, who leads it, how long it goes on."""

from __future__ import annotations

from typing import Any

import engine
from engine import ASK
from games.decisions.context import THENS, TICK, PageContext
from games.decisions.posted import PostedForm


def attack_action(context: PageContext, src: int, dst: int) -> dict[str, Any]:
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
    return order | led_by(context, order, most)


def led_by(context: PageContext, order: dict[str, Any], most: int) -> dict[str, Any]:
    """Return what the reader's choice of leaders changes in an order: nothing where all that may lead do so with the
    most dice, which is what the order means without a word about it."""
    able = able_to_lead(context, order["src"], order["dst"])
    if not able or not context.view.units(order["dst"]):
        return {}
    dice = order["dice"] or most
    chosen = able if context.selection.lead is None else tuple(k for k in able if k in context.selection.lead)
    if dice == most and chosen[:dice] == able[:dice]:
        return {}
    return {"dice": dice, "leaders": list(chosen[:dice])}


def able_to_lead(context: PageContext, src: int, dst: int) -> tuple[str, ...]:
    """List the kinds of the pieces that may lead an attack."""
    offer = context.offer("battle.attack")
    if not offer or not any(field.name == "leaders" for field in offer.fields):
        return ()
    most = context.bounds("battle.attack", "dice", {"src": src, "dst": dst})[1]
    rows = offer.field("leaders", engine.ChoiceField).values_for({"src": src, "dst": dst, "dice": most})
    return tuple(row[0] for row in rows if len(row) == 1)


def leaders_from(form: PostedForm, read: dict[str, Any]) -> dict[str, Any]:
    """Read which of the pieces that can lead are ticked, with the number of dice; the most dice are all that the target
    allows."""
    offer = form.view.offer("battle.attack")
    if "led" not in form.post or offer is None:
        return {}
    known = engine.ruleset(form.view.rules).unit_pieces
    most = offer.field("dice", engine.NumberField).table.get(f"{read['src']} {read['dst']}", (0, 0))[1]
    dice, leaders = read["dice"] or most, [kind for kind in known if TICK + kind in form.post]
    return {"dice": max(dice, 1), "leaders": leaders}
