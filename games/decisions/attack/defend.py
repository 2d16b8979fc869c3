"""Defend against a declared attack: how many dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.boards.overlays import Marks
from games.decisions.kit.context import PageContext
from games.decisions.kit.forces import Force, force_at
from games.decisions.kit.panel import Panel
from games.decisions.kit.posted import make_number_parser
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.wording.amounts import count_units, units_noun
from games.wording.seats import NEUTRAL, colour_of, seat_label, territory_name

USUAL_SIDES = 6


@dataclass(frozen=True)
class DefendPanel:
    """Data of decisions/defend.html. `neutral` if the reader throws for the neutral army."""

    src: Force
    dst: Force
    attacker: str
    dice: int
    most: int
    options: tuple[tuple[int, str, str], ...]
    neutral: bool = False


def panel(context: PageContext) -> Panel:
    """Ask how many dice the defender rolls against an attack that has been declared."""
    about = context.view.about
    src, dst, dice, most = about["src"], about["dst"], about["dice"], about["most"]
    attacker = about.get("seat", context.view.owner[src])
    neutral = context.colour_at(dst) == NEUTRAL
    chosen = context.selection.dice if context.selection.dice and context.selection.dice <= most else most
    data = DefendPanel(
        force_at(context, src),
        force_at(context, dst),
        context.title(attacker),
        dice,
        chosen,
        tuple(
            (count, dice_words(context.view, count), defence_odds(context.view, count)) for count in range(most, 0, -1)
        ),
        neutral,
    )
    marks = Marks(
        src=dst,
        selectable={src: ""},
        order=None,
        notes={src: _("attacks with %(dice)s") % {"dice": dice_count(dice)}, dst: _("under attack")},
        deciding=True,
    )
    action = {"type": "battle.defend", "seat": context.me, "dice": chosen}
    ways = tuple((f"defend {count}", text) for count, _words, text in data.options)
    heading = (_("Defend %(land)s for the neutral army") if neutral else _("Defend %(land)s")) % {
        "land": context.name(dst)
    }
    return Panel("defend", heading, data, marks, (), action, ways, fight=(src, dst))


def defence_odds(view: engine.PlayerView, count: int) -> str:
    """Put the mean losses of one throw with so many dice into words."""
    about = view.about
    leaders = tuple(about.get("leaders", ()))
    throw = engine.fight(view, about["src"], about["dst"], dice=about["dice"], leaders=leaders)
    other, own = throw.mean_losses(count)
    neutral = colour_of(view, view.owner[about["dst"]]) == NEUTRAL
    text = _("on average you lose %(own)s %(units)s, the attacker %(other)s")
    if neutral:
        text = _("on average the neutral army loses %(own)s, the attacker %(other)s")
    units = units_noun(view.rules)
    return text % {"own": f"{own:.1f}", "units": units, "other": f"{other:.1f}"}


def dice_words(view: engine.PlayerView, count: int) -> str:
    """Count the dice of the defence, and say how many of them have more sides than usual: "2 dice, 1 of them with 8
    sides"."""
    row = engine.fight(view, view.about["src"], view.about["dst"]).dice.defend[:count]
    great = [sides for sides in row if sides != USUAL_SIDES]
    said = {"dice": dice_count(count), "count": len(great), "sides": great[0] if great else 0}
    if len(great) == count:
        return _("%(dice)s with %(sides)s sides") % said if great else dice_count(count)
    return _("%(dice)s, %(count)s of them with %(sides)s sides") % said if great else dice_count(count)


def prompt(view: engine.PlayerView) -> Prompt:
    """Describe the attack that the viewer is to answer, for own land or for the neutral army."""
    about = view.about
    src, dst = about["src"], about["dst"]
    said = {
        "attacker": seat_label(view, about.get("seat", view.owner[src])),
        "src": territory_name(view, src),
        "dst": territory_name(view, dst),
        "dice": dice_count(about["dice"]),
        "attacking": count_units(view.units(src), view.rules),
        "defending": count_units(view.units(dst), view.rules),
    }
    lead = _("%(attacker)s attacks from %(src)s with %(dice)s and has %(attacking)s there.") % said
    if view.owner[dst] != view.viewer:
        return Prompt(
            _("Defend %(dst)s for the neutral army against %(attacker)s") % said,
            _("defend %(dst)s for the neutral army") % said,
            lead + " " + _("The neutral army has %(defending)s in %(dst)s, and you roll its dice.") % said,
        )
    return Prompt(
        _("Defend %(dst)s against %(attacker)s") % said,
        _("defend %(dst)s") % said,
        lead + " " + _("You have %(defending)s in %(dst)s.") % said,
    )


def dice_count(count: int) -> str:
    """Count dice: "1 die", "3 dice"."""
    return ngettext("%(count)s die", "%(count)s dice", count) % {"count": count}


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest each number of dice, the most first, with what one throw of them costs on average."""
    field = offer.field("dice", engine.NumberField)
    for count in range(field.most, field.least - 1, -1):
        yield Suggestion(
            order_text(view, offer.action, **{field.name: count}),
            f"Defend with {count} {'die' if count == 1 else 'dice'}",  # as typed
            note=defence_odds(view, count),
        )


DECISIONS.add(
    Decision(
        "battle.defend_asked",
        summary=gettext_lazy("Choose how many dice to defend with."),
        panel=panel,
        prompt=prompt,
        answers={"battle.defend": Answer(make_number_parser("dice"), suggestions)},
        disputes=lambda view: (view.about["src"], view.about["dst"]),
        timeout=Timeout(
            owner=gettext_lazy("you defend as your standing orders say, or with as many dice as allowed."),
            others=gettext_lazy("standing orders decide, or the defence rolls as many dice as allowed."),
            organizer=gettext_lazy("it defends by its standing orders, or with as many dice as allowed"),
        ),
    )
)
