"""Words of Risk Godstorm that panels explain. Sources of the facts: the rulebook's "Taking a turn", "Gods", "Temples",
"Plague", "The Underworld", "Labors"."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.terms import Term

TERMS = (
    Term(
        "faith",
        (_("faith"),),
        _("Faith pays for bids, gods, temples and miracles. You receive as much each epoch as armies by income."),
    ),
    Term(
        "temple",
        (_("temple"), _("temples")),
        _("A temple brings 1 army and 1 faith an epoch. Its defenders reroll ones."),
    ),
    Term(
        "godswar",
        (_("godswar"),),
        _("Where gods meet gods, they fight before the armies: each side adds three dice and its armies."),
    ),
    Term(
        "plague",
        (_("plague"),),
        _("In a territory with plague half of the armies die in each turn of their owner, and gods are banished."),
    ),
    Term(
        "heaven",
        (_("heaven"),),
        _("Where your armies go that fall on Earth. From there they embark for the Underworld."),
    ),
    Term("gate", (_("gate"), _("gates")), _("A space of the Underworld that armies from heaven can enter.")),
    Term(
        "crypt",
        (_("crypt"), _("crypts")),
        _("A space of the Underworld that revives one army in each of your turns and scores 1 point at the end."),
    ),
    Term(
        "altar",
        (_("altar"), _("altars")),
        _("A space of the Underworld that gives you one more die in every godswar and scores 1 point at the end."),
    ),
    Term(
        "labor",
        (_("Labor"), _("Labors")),
        _("A feat by which a god earns you a miracle card of its deck, such as three captures in a turn for War."),
    ),
    Term("relic", (_("relic"), _("relics")), _("A card of Magic. It lies open before you and stays in effect.")),
    Term(
        "pantheon",
        (_("pantheon"), _("pantheons")),
        _("A people’s gods. Pantheons differ only in the names of the gods and of their heaven."),
    ),
)
