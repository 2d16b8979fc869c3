"""What the coach says in every game: claims, placing, cards, attacks, moving in, free moves. Families add what is
theirs in modules of their own."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

import engine
from coaching.hints import HINTS, Hint
from coaching.hints.board import attackers, borders, free_beside_own, has_captured, idle


def is_forced(view: engine.PlayerView) -> bool:
    """Check whether the reader has to trade in a set."""
    return view.offer("turn.end") is None


HINTS.add(
    Hint(
        "set-up-plan",
        ("setup.plan_asked",),
        _(
            "Rank the territories that you would like to have: a small continent first, then its neighbours. "
            "The plan claims the best that is still free whenever it is your turn, so nobody waits for you."
        ),
    )
)
HINTS.add(
    Hint(
        "claim-first",
        ("setup.claim_asked",),
        _(
            "Begin in a continent with few borders, where enemies can come in by one or two ways only. "
            "The player who holds all of a continent receives extra armies every turn."
        ),
        when=lambda view: not free_beside_own(view),
    )
)
HINTS.add(
    Hint(
        "claim",
        ("setup.claim_asked",),
        _("Claim territories that touch your own. Scattered ones are lost one by one."),
        at=free_beside_own,
    )
)
HINTS.add(
    Hint(
        "set-up",
        ("setup.place_asked",),
        _("Put your armies where enemies touch you. A territory in the middle of your own needs no more than one."),
        at=borders,
    )
)
HINTS.add(
    Hint(
        "cards-forced",
        ("cards.trade_asked",),
        _("You hold so many cards that you must trade in a set. Choose one that shows a territory of yours."),
        when=is_forced,
    )
)
HINTS.add(
    Hint(
        "cards",
        ("cards.trade_asked",),
        _(
            "Three cards of one kind, or one of each, are a set and bring armies. "
            "You can trade it in now, or keep it: the next set is worth more."
        ),
    )
)
HINTS.add(
    Hint(
        "placing-to-attack",
        ("deploy.place_asked",),
        _(
            "Strengthen the territory that you want to attack from, and then your weakest borders: "
            "ten armies together win far more than two in each of five places."
        ),
        when=lambda view: bool(attackers(view)),
        at=borders,
    )
)
HINTS.add(
    Hint(
        "placing-to-hold",
        ("deploy.place_asked",),
        _(
            "You are outnumbered everywhere. Put your armies on one or two borders "
            "and hold them until you are stronger."
        ),
        at=borders,
    )
)
HINTS.add(
    Hint(
        "no-attack",
        ("battle.attack_asked",),
        _("None of your territories outnumbers a neighbour. Ending your attacks costs nothing, and a lost army does."),
        when=lambda view: not attackers(view),
    )
)
HINTS.add(
    Hint(
        "first-attack",
        ("battle.attack_asked",),
        _(
            "Attack where you outnumber the defender. You roll up to three dice against two, and ties go to the "
            "defender. One captured territory earns you a card."
        ),
        when=lambda view: not has_captured(view),
        at=attackers,
        family="classic",
    )
)
HINTS.add(
    Hint(
        "enough-attacks",
        ("battle.attack_asked",),
        _(
            "You have captured a territory, so a card is yours at the end of the turn. "
            "Go on only where you are much stronger, else end your attacks here."
        ),
        when=has_captured,
        at=attackers,
        family="classic",
    )
)
HINTS.add(
    Hint(
        "attack",
        ("battle.attack_asked",),
        _("Attack where you clearly outnumber the defender, and stop while you can still hold what you have."),
        at=attackers,
    )
)
HINTS.add(
    Hint(
        "moving-in",
        ("occupy.advance_asked",),
        _(
            "Move most of them on if the next fight is over there. "
            "Leave more behind if an enemy stands beside the old territory."
        ),
    )
)
HINTS.add(
    Hint(
        "free-move-with-idle-armies",
        ("fortify.move_asked",),
        _("These armies have no enemy beside them and do nothing there. Move them to a border."),
        when=lambda view: bool(idle(view)),
        at=idle,
    )
)
HINTS.add(
    Hint(
        "free-move",
        ("fortify.move_asked",),
        _("You can move armies once, from one territory to another. Strengthen the border where you expect an attack."),
        at=borders,
    )
)
HINTS.add(
    Hint(
        "defence",
        ("battle.defend_asked",),
        _("Two dice are better than one as long as you have two armies: ties are yours."),
    )
)
