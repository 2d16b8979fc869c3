"""What the coach says in Risk 2210 A.D. Sources of the facts: the rulebook's "Taking a turn" and "Commanders"."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from coaching.hints import HINTS, Hint
from coaching.hints.board import attackers, borders, can_attack, has_forces

FAMILY = "risk2210"


HINTS.add(
    Hint(
        "2210-opening",
        ("opening.first_asked",),
        _(
            "Your first commanders and your space station begin here. The station gives you a MOD every turn, and its "
            "defenders roll 8-sided dice: put it where you mean to stay."
        ),
        at=borders,
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-bid",
        ("bidding.bid_asked", "bidding.marker_asked"),
        _(
            "Everyone pays what they bid, also those who lose. A place near the end of the year is worth a few energy, "
            "but you also need it for commanders and cards: 1 or 2 are a sound bid."
        ),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-naval-commander",
        ("purchase.hire_asked",),
        _(
            "Hire a commander for 3 energy. Without a naval commander you cannot attack water territories, and the sea "
            "leads into nearly every continent."
        ),
        when=lambda view: not has_forces(view, "naval"),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-space-commander",
        ("purchase.hire_asked",),
        _(
            "A space commander lets you attack the Moon from a territory with your space station. "
            "The Moon is small, and few players go there early."
        ),
        when=lambda view: not has_forces(view, "space"),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-stations",
        ("purchase.hire_asked",),
        _("A space station costs 5 energy, gives a MOD every turn and defends its territory with 8-sided dice."),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-buying-cards",
        ("purchase.buy_asked",),
        _("A command card costs 1 energy. You can buy and play cards only of decks whose commander you have in play."),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-playing-cards",
        ("cards.play_asked", "cards.armageddon_asked"),
        _("Play what helps an attack of this turn, and keep the rest: cards you hold do not spoil."),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-water-and-moon",
        ("battle.attack_asked",),
        _(
            "With your naval commander the water is open to you, and with your space commander the Moon, from a "
            "station to one of its three landing sites. Three captures in a turn bring 1 energy and a card."
        ),
        when=lambda view: can_attack(view) and has_forces(view, "naval") and has_forces(view, "space"),
        at=attackers,
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-water",
        ("battle.attack_asked",),
        _(
            "Your naval commander opens the water: enemies at sea are often weak. "
            "Three captures in a turn bring 1 energy and a card."
        ),
        when=lambda view: can_attack(view) and has_forces(view, "naval"),
        at=attackers,
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-attack",
        ("battle.attack_asked",),
        _(
            "Lead the attack with a commander that rolls an 8-sided die there. "
            "Three captures in a turn bring 1 energy and a card."
        ),
        when=can_attack,
        at=attackers,
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-losses",
        ("battle.losses_asked", "cards.reduction_asked"),
        _("Give up MODs first. A commander costs 3 energy to hire again, and its cards are of no use without it."),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-reaction",
        ("reaction.asked",),
        _(
            "You can answer an attack with a card. "
            "Save it for a territory that completes a continent or holds a station."
        ),
        family=FAMILY,
    )
)
HINTS.add(
    Hint(
        "2210-bonus-card",
        ("bonus.draw_asked",),
        _("Three captures earn you a card. Draw from the deck whose commander you use most."),
        family=FAMILY,
    )
)
