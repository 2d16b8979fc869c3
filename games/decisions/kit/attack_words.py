"""What attacks are called on pages and in mails: "attack", or "invade" where that is what the rule set calls them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

import engine
from common.lazy_text import LazyText


@dataclass(frozen=True)
class AttackWords:
    """Headings, labels and sentences about attacks; those that begin with `asks` are the prompts of mails."""

    choose: LazyText
    none: LazyText
    source: LazyText
    target: LazyText
    button: tuple[LazyText, LazyText, LazyText]
    end: LazyText
    pick: LazyText
    more_one: LazyText
    more: LazyText
    nobody: LazyText
    can: LazyText
    can_be: LazyText
    here: LazyText
    asks: LazyText
    asks_subject: LazyText
    asks_over: LazyText
    asks_over_end: LazyText
    asks_on: LazyText
    late: LazyText


ATTACK = AttackWords(
    choose=_("Attack, or end your attacks"),
    none=_("No attack is possible"),
    source=_("Attack from %(land)s"),
    target=_("Attack %(land)s?"),
    button=(_("Attack with 1 die"), _("Attack with 2 dice"), _("Attack with 3 dice")),
    end=_("End attacks"),
    pick=_("Choose a territory to attack from on the map, or pick one of these attacks."),
    more_one=_("One more attack is possible: choose where to start on the map."),
    more=_("%(count)s more attacks are possible: choose where to start on the map."),
    nobody=_("None of your territories has both an enemy next to it and an army to spare."),
    can=_("can attack"),
    can_be=_("can be attacked, %(odds)s chance to capture it"),
    here=_("attacking from here"),
    asks=_("Attack, or end your turn"),
    asks_subject=_("attack or end your turn"),
    asks_over=_("No more attacks are possible: fortify, or end your turn"),
    asks_over_end=_("No more attacks are possible: end your turn"),
    asks_on=_("No more attacks are possible: go on to %(next)s"),
    late=_("you attack nobody else"),
)
INVADE = AttackWords(
    choose=_("Invade, or end your invasions"),
    none=_("No invasion is possible"),
    source=_("Invade from %(land)s"),
    target=_("Invade %(land)s?"),
    button=(_("Invade with 1 die"), _("Invade with 2 dice"), _("Invade with 3 dice")),
    end=_("End invasions"),
    pick=_("Choose a territory to invade from on the map, or pick one of these invasions."),
    more_one=_("One more invasion is possible: choose where to start on the map."),
    more=_("%(count)s more invasions are possible: choose where to start on the map."),
    nobody=_("None of your territories has both %(unit)s to spare and a territory next to it that it can invade."),
    can=_("can invade"),
    can_be=_("can be invaded, %(odds)s chance to capture it"),
    here=_("invading from here"),
    asks=_("Invade, or end your turn"),
    asks_subject=_("invade or end your turn"),
    asks_over=_("No more invasions are possible: fortify, or end your turn"),
    asks_over_end=_("No more invasions are possible: end your turn"),
    asks_on=_("No more invasions are possible: go on to %(next)s"),
    late=_("you invade nobody else"),
)


BELOW = replace(
    INVADE,
    pick=_("Choose a space to invade from on the map, or pick one of these invasions."),
    nobody=_("None of your spaces has both %(unit)s to spare and a space next to it that it can invade."),
)
"""The words of a step of its own, in which spaces that are no territories invade each other."""


def attack_words(view: engine.PlayerView) -> AttackWords:
    """Return the words of a rule set in the step that a view is in."""
    rules = engine.ruleset(view.rules)
    if view.step in rules.attack.steps.values():
        return BELOW
    return INVADE if rules.step_word("attack") == "invade" else ATTACK
