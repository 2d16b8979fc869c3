"""Words of Risk 2210 A.D. that panels explain. Sources of the facts: the rulebook's "Taking a turn", "Commanders",
"Space Stations", "Lunar Territories"."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.terms import Term

TERMS = (
    Term(
        "mod",
        (_("MOD"), _("MODs")),
        _("Machines of Destruction: your troops, which attack, defend and hold territories."),
    ),
    Term(
        "energy",
        (_("energy"),),
        _("Energy pays for bids, commanders, stations and cards. You receive as much each year as MODs by income."),
    ),
    Term(
        "commander",
        (_("Commander"), _("Commanders")),
        _("A commander fights like a MOD, rolls an 8-sided die in defence, and lets you use the cards of its deck."),
    ),
    Term(
        "diplomat",
        (_("Diplomat"),),
        _("A commander who never leads an attack, but defends with an 8-sided die and has a deck of cards."),
    ),
    Term(
        "station",
        (_("Space Station"), _("Space Stations")),
        _("A station brings 1 MOD a year, defends its territory with 8-sided dice, and is the way to the Moon."),
    ),
    Term(
        "landing",
        (_("landing site"), _("landing sites")),
        _("One of the three territories of the Moon that an attack from a Space Station can reach."),
    ),
    Term(
        "colony",
        (_("colony"), _("colonies")),
        _("Water and Moon are divided into colonies, which bring a bonus as continents do."),
    ),
    Term(
        "devastated",
        (_("devastated"),),
        _("Nobody can hold a devastated territory or go through it. Its continent counts without it."),
    ),
)
