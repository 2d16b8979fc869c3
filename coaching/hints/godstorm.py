"""What the coach says in Risk Godstorm. Sources of the facts: the rulebook's "Taking a turn" and "The Underworld"."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from coaching.hints import HINTS, Hint
from coaching.hints.board import attackers, borders, can_attack, has_forces

FAMILY = "godstorm"


HINTS.add(
    Hint(
        "godstorm-pantheon",
        ("pantheons.asked", "pantheons.ranking_asked"),
        _("The pantheons differ only in the names of their gods. Choose the one whose stories you like."),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-first-god",
        ("opening.first_god_asked",),
        _(
            "Your god of war wins ties when you attack: put it where you will fight first. "
            "Put your temple where you can hold it, for it brings an army and faith every turn."
        ),
        at=borders,
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-bid",
        ("bidding.bid_asked", "bidding.marker_asked"),
        _(
            "Everyone pays what they bid. Going last in the fifth epoch is worth much, going first in the others "
            "little: keep enough faith for a god, which costs 3."
        ),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-summoning",
        ("purchase.hire_asked",),
        _(
            "A god costs 3 faith and strengthens the attack that it joins; the goddess of magic rerolls your ones. "
            "A temple costs 5 and pays for itself within the game."
        ),
        when=lambda view: not has_forces(view, "magic"),
        at=borders,
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-temples",
        ("purchase.hire_asked",),
        _(
            "A temple gives 1 army and 1 faith every turn, and its defenders reroll ones. "
            "Build it behind your borders, where nobody takes it over."
        ),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-cards-to-buy",
        ("purchase.buy_asked",),
        _("A miracle card costs 2 faith, from the deck of a god that you have in play. Relics of magic work at once."),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-cards",
        ("cards.play_asked", "cards.forced_asked", "cards.take_asked", "cards.undo_asked"),
        _("Read what the miracle does before you pay. Those that place armies come first, before you attack."),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-plague",
        ("deploy.place_asked",),
        _(
            "Keep away from territories with plague: half of the armies there die every turn, and gods are banished. "
            "Strengthen a healthy territory beside what you want to capture, and then your weakest borders."
        ),
        at=borders,
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-attack",
        ("battle.attack_asked",),
        _(
            "Let your gods join the attack: the god of war wins your ties. Your dead go to your heaven and fight on "
            "in the Underworld, so bold attacks cost less here."
        ),
        when=can_attack,
        at=attackers,
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-godswar",
        ("godswar.asked", "godswar.go_on_asked"),
        _(
            "Gods fight first: three dice each, one more for a god of the sky and for each altar, and the armies are "
            "added. Where you have fewer armies, risk the god you need least."
        ),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-sparing",
        ("sparing.asked",),
        _("Faith can save an army from the battle. Pay only where the territory hangs on it."),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-reaction",
        ("reaction.asked",),
        _("You can answer an attack with a card. Save it for a temple, or for the last territory of a continent."),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "godstorm-underworld",
        ("embark.asked",),
        _(
            "Your dead gather in heaven. Send them through a gate: every crypt you hold revives an army each turn, "
            "and crypts and altars score a point at the end."
        ),
        family=FAMILY,
    )
)
