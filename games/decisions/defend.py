"""The card of the defence: how many dice are thrown against a declared attack."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.boards.marks import Marks
from games.decisions.attack import dice_words
from games.decisions.context import Desk
from games.decisions.panel import Card, builds, until_of
from games.wording.seats import NEUTRAL, colour_of


@dataclass(frozen=True)
class Defence:
    """Data of decisions/defend.html. `neutral` if the reader throws for the neutral army."""

    src_name: str
    dst_name: str
    src_colour: str
    dst_colour: str
    src_armies: int
    dst_armies: int
    attacker: str
    attacker_name: str
    dice: int
    most: int
    options: tuple[tuple[int, str, str], ...]
    neutral: bool = False


@builds("battle.defend_asked")
def defend(desk: Desk) -> Card:
    """How many dice the defender throws against an attack that has been declared."""
    about = desk.view.about
    src, dst, dice, most = about["src"], about["dst"], about["dice"], about["most"]
    attacker = about.get("seat", desk.view.owner[src])
    neutral = desk.colour_at(dst) == NEUTRAL
    chosen = desk.choice.dice if desk.choice.dice and desk.choice.dice <= most else most
    data = Defence(
        desk.name(src), desk.name(dst), desk.colour(attacker), desk.colour_at(dst),
        desk.view.armies[src], desk.view.armies[dst], desk.title(attacker), desk.person(attacker).name, dice, chosen,
        tuple((count, dice_words(count), defence_odds(desk.view, count)) for count in range(most, 0, -1)), neutral,
    )  # fmt: skip
    marks = Marks(
        src=dst,
        lit={src: ""},
        order=None,
        notes={src: _("attacks with %(dice)s") % {"dice": dice_words(dice)}, dst: _("under attack")},
        deciding=True,
    )
    action = {"type": "battle.defend", "seat": desk.me, "dice": chosen}
    ways = tuple((f"defend {count}", text) for count, _, text in data.options)
    heading = (_("Defend %(land)s for the neutral army") if neutral else _("Defend %(land)s")) % {
        "land": desk.name(dst)
    }
    return Card("defend", heading, data, marks, (), until_of(desk), action, ways)


def defence_odds(view: engine.PlayerView, count: int) -> str:
    """Put the mean losses of one throw with so many dice into words."""
    about = view.about
    other, own = engine.fight(view, about["src"], about["dst"], dice=about["dice"]).mean_losses(count)
    neutral = colour_of(view, view.owner[about["dst"]]) == NEUTRAL
    text = _("on average you lose %(own)s armies, the attacker %(other)s")
    if neutral:
        text = _("on average the neutral army loses %(own)s, the attacker %(other)s")
    return text % {"own": f"{own:.1f}", "other": f"{other:.1f}"}
