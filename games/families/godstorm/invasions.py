"""What is said of an invasion before it: the gods who meet, the dice that are thrown again, who may answer."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine import Clash, PlayerView
from engine.mechanics.action_cards.kinds import catalogue_of
from engine.rules.godstorm import godswar
from engine.rules.godstorm.gods import SKY, WAR, throws_again
from engine.rules.godstorm.kinds import ALTAR, LAND
from games.families.attack import AttackNotes
from games.wording.amounts import percent
from games.wording.seats import seat_label


def attack_notes(view: PlayerView, src: int, dst: int, gods: Sequence[str]) -> AttackNotes:
    """Say what an invader should know; `gods` are those who go along."""
    return AttackNotes(_beside_odds(view, src, dst, gods), _before_armies(view, src, dst, gods))


def _beside_odds(view: PlayerView, src: int, dst: int, gods: Sequence[str]) -> Sequence[str]:
    if view.graph.zone(dst) != LAND:
        return (_("Gods and cards have no effect in the Underworld, and armies lost there do not go to heaven."),)
    if not view.units(dst):
        return (_("Gods who go along move in too."),) if gods else ()
    move_in = (_("Gods who go along move in if you capture it."),) if gods else ()
    return (*_defence(view, src, dst), *move_in)


def _defence(view: PlayerView, src: int, dst: int) -> Sequence[str]:
    told = []
    if throws_again(view, "defender", Clash(src, dst)):
        told.append(_("The defender rerolls ones."))
    if may_answer(view, view.owner[dst]):
        told.append(_("%(seat)s can answer with a Sky card.") % {"seat": seat_label(view, view.owner[dst])})
    return told


def may_answer(view: PlayerView, seat: int) -> bool:
    """Check whether a seat may answer an invasion with a Sky card, by what all can see."""
    if not 0 <= seat < len(view.seats) or not view.seats[seat].by_deck.get(SKY):
        return False
    return any(piece.kind == SKY and piece.seat == seat for piece in view.pieces)


# ---- godswars


def _before_armies(view: PlayerView, src: int, dst: int, gods: Sequence[str]) -> str:
    """Say that gods meet gods before armies do, with the viewer's chance in the first godswar; empty where none do."""
    if not gods or not view.companions_at(dst):
        return ""
    chance = percent(godswar_chance(view, src, dst, gods))
    return _("Gods meet first: %(chance)s chance to win the first godswar.") % {"chance": chance}


def godswar_chance(view: PlayerView, src: int, dst: int, gods: Sequence[str]) -> float:
    """Compute the viewer's chance to win the first godswar of an invasion with these gods."""
    attacker, defender, clash = view.owner[src], view.owner[dst], Clash(src, dst, tuple(gods))
    ours = view.units(src) - view.must_stay(src) + _bonus(view, attacker)
    theirs = view.units(dst) + _bonus(view, defender)
    dice = _dice(view, attacker, gods), _dice(view, defender, view.companions_at(dst))
    again = (
        throws_again(view, "attacker", clash) or has_relic(view, attacker, godswar.GUNGNIR),
        throws_again(view, "defender", clash) or has_relic(view, defender, godswar.GUNGNIR),
    )
    return godswar.chance(dice, ours - theirs, again, WAR in gods)


def _dice(view: PlayerView, seat: int, gods: Sequence[str]) -> int:
    altars = sum(view.owner[at] == seat for at in view.graph.signs[ALTAR])
    return godswar.DICE + (SKY in gods) + altars


def _bonus(view: PlayerView, seat: int) -> int:
    """Sum what relics and cards add for a seat in each godswar."""
    cards: int = sum(more for whose, more in view.extra["godswar_bonus"] if whose == seat)
    return cards + (godswar.MJOLNIRS_BONUS if has_relic(view, seat, godswar.MJOLNIR) else 0)


def has_relic(view: PlayerView, seat: int, name: str) -> bool:
    """Check whether a relic lies open before a seat; the words before its comma are enough."""
    held = view.extra["relics"][seat] if 0 <= seat < len(view.extra["relics"]) else ()
    names = catalogue_of(view.rules, view.options).names if held else ()
    return any(names[card].partition(",")[0] == name for card in held)
