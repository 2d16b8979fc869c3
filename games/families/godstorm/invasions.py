"""What is said of an invasion before it: the gods who meet, the dice that are thrown again, who may answer."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine import Clash, PlayerView
from engine.rules.godstorm.gods import SKY, rerolls
from engine.rules.godstorm.kinds import LAND
from games.wording.seats import seat_label


def attack_notes(view: PlayerView, src: int, dst: int, gods: Sequence[str]) -> Sequence[str]:
    """List what an invader should know beside the odds; `gods` are those who can go along."""
    if view.graph.zone(dst) != LAND:
        return (_("Gods and cards have no effect in the Underworld, and who falls there goes to no heaven."),)
    move_in = [_("Gods who go along move in if you capture it.")] if gods else []
    return (*_defence(view, src, dst, gods), *move_in) if view.units(dst) else tuple(move_in)


def _defence(view: PlayerView, src: int, dst: int, gods: Sequence[str]) -> Sequence[str]:
    told = []
    if gods and view.companions_at(dst):
        told.append(_("Gods stand there: a godswar comes before any army falls."))
    if rerolls(view, "defender", Clash(src, dst)):
        told.append(_("Ones of the defence are thrown again."))
    if may_answer(view, view.owner[dst]):
        told.append(_("%(seat)s can answer with a Sky card.") % {"seat": seat_label(view, view.owner[dst])})
    return told


def may_answer(view: PlayerView, seat: int) -> bool:
    """Check whether a seat may answer an invasion with a Sky card, by what all can see."""
    if not 0 <= seat < len(view.seats) or not view.seats[seat].by_deck.get(SKY):
        return False
    return any(piece.kind == SKY and piece.seat == seat for piece in view.pieces)
