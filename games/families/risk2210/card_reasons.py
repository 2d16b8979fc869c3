"""Why a Command card cannot be played at a moment, from what its owner sees."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import PlayerView
from engine.mechanics.action_cards import GAME_END, TURN, TURN_END, WINDOW, CardKind
from games.families.parts import parts_of

TIMES = {
    WINDOW: gettext_lazy("when a territory is invaded"),
    TURN: gettext_lazy("in your turn, before your first invasion"),
    TURN_END: gettext_lazy("after you fortify"),
    GAME_END: gettext_lazy("counts at the end of the game"),
}


def why_not(view: PlayerView, kind: CardKind) -> str:
    """Say when a card that is not offered can be played, or what is missing for it."""
    assert view.viewer is not None
    if view.viewer in view.extra.get("jammed", ()):
        return _("your cards are jammed until this turn ends")
    if not any(piece.kind == kind.deck and piece.seat == view.viewer and piece.at >= 0 for piece in view.pieces):
        return _("needs your %(piece)s in play") % {"piece": parts_of(view.rules).piece_signs[kind.deck].name}
    return str(TIMES[kind.timing])
