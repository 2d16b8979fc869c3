"""What is said of an attack before it: what it costs on average, who rolls for the defence, what others can do."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine import odds
from games.decisions.kit import evaluation
from games.decisions.kit.context import PageContext
from games.wording.amounts import percent, units_noun
from games.wording.seats import NEUTRAL

USUAL_SIDES = 6


def losses(context: PageContext, owner: int, outcome: odds.Outcome) -> str:
    """Say how many armies both sides lose on average."""
    said = {
        "units": units_noun(context.view.rules),
        "own": f"{outcome.attacker_losses:.1f}",
        "other": context.title(owner) if context.colour(owner) else _("the defender"),
        "theirs": f"{outcome.defender_losses:.1f}",
    }
    return _("On average you lose %(own)s %(units)s, %(other)s loses %(theirs)s.") % said


def describe_chance(context: PageContext, src: int, dst: int, go: str) -> str:
    """Say what the chance is one of."""
    if go == "captured":
        return _("chance to capture it if you fight to the end.")
    text = _("chance to capture it before you stop; %(odds)s if you fight to the end.")
    if go == "once":
        text = _("chance to capture it with this throw; %(odds)s if you fight to the end.")
    return text % {"odds": percent(evaluation.chance(context.view, src, dst))}


def describe_defence(context: PageContext, src: int, dst: int) -> str:
    """Say who rolls for the defence, with which dice, and when; of empty land that a walk into it is final."""
    if not context.view.units(dst):
        return _("Once you have walked in, this cannot be undone.")
    final = _("Once the dice are rolled, this cannot be undone.")
    told = (_who_defends(context, context.view.owner[dst], dst, final), _great_dice(context, src, dst))
    return " ".join(filter(None, told))


def _great_dice(context: PageContext, src: int, dst: int) -> str:
    """Say which dice of the defence have more sides than usual; nothing of usual ones."""
    row = engine.fight(context.view, src, dst).dice.defend[: context.view.units(dst)]
    great = [sides for sides in row if sides != USUAL_SIDES]
    if not great:
        return ""
    text = ngettext(
        "%(count)s of the defending dice has %(sides)s sides.",
        "%(count)s of the defending dice have %(sides)s sides.",
        len(great),
    )
    return text % {"count": len(great), "sides": great[0]}


def _who_defends(context: PageContext, owner: int, dst: int, final: str) -> str:
    if not context.colour(owner):
        return final
    if context.colour(owner) == NEUTRAL:
        return final + " " + _("Your opponent rolls for the neutral army.")
    said = ngettext(
        "%(who)s defends with 1 die at once.", "%(who)s defends with 2 dice at once.", context.view.units(dst)
    )
    if context.view.units(dst) > 1 and context.view.options.get("defender_dice") == "choose":
        said = _("%(who)s defends by standing order, or is asked first.")
    return final + " " + said % {"who": context.title(owner)}
