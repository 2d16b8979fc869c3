"""What is lost with Atlantis, told before The Sea Is Your Tomb is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import PlayerView, mapgraph
from engine.mechanics.action_cards.kinds import CardKind
from engine.rules.godstorm import world
from engine.rules.godstorm.cards import death
from engine.rules.godstorm.kinds import GODS, LAND, TEMPLE
from games.families.cards import CardPreview, LostLand
from games.families.godstorm.gods import god_name
from games.wording.amounts import join_and, pluralize_armies
from games.wording.seats import seat_label


class Loss(NamedTuple):
    """What is lost on one territory."""

    at: int
    seat: int
    armies: int
    gods: tuple[str, ...]
    has_temple: bool


def card_preview(view: PlayerView, kind: CardKind) -> CardPreview | None:
    """Tell what a card would destroy; None for all cards but the one that sinks Atlantis."""
    if kind.effect is not death.sink:
        return None
    losses = losses_of(view)
    return CardPreview(
        heading=_("Let Atlantis sink?"),
        columns=(_("Lost at once"), _("Armies"), _("Gods"), _("Temples")),
        rows=tuple(row_of(view, loss) for loss in losses),
        notes=tuple(notes_of(view, losses)),
        total=join_and(total_of(losses)),
        words=words_of(view, losses),
    )


def losses_of(view: PlayerView) -> list[Loss]:
    """List what stands on the territories of Atlantis, in map order."""
    found = []
    for at in sorted(world.atlantis(view.map)):
        there = {piece.kind for piece in view.pieces if piece.at == at}
        gods = tuple(god_name(view, view.owner[at], kind) for kind in GODS if kind in there)
        found.append(Loss(at, view.owner[at], view.armies[at], gods, TEMPLE in there))
    return found


def row_of(view: PlayerView, loss: Loss) -> LostLand:
    """Make the row of a territory: whose it is, where its armies go, and who and what falls with them."""
    heaven = heaven_name(view, loss.seat)
    armies = _("%(count)s to %(heaven)s") % {"count": loss.armies, "heaven": heaven} if heaven else str(loss.armies)
    cells = (armies if loss.armies else "–", join_and(loss.gods) or "–", "1" if loss.has_temple else "–")
    return LostLand(loss.at, loss.seat, cells)


def heaven_name(view: PlayerView, seat: int) -> str:
    """Name the heaven of a seat; empty for the neutral army and for nobody."""
    heavens = view.extra["heavens"]
    at = heavens[seat] if 0 <= seat < len(heavens) else -1
    return mapgraph(view.map).names[at] if at >= 0 else ""


def total_of(losses: Sequence[Loss]) -> list[str]:
    """Count what is lost in all: "8 armies", "1 god", "2 temples"."""
    gods, temples = sum(len(loss.gods) for loss in losses), sum(loss.has_temple for loss in losses)
    said = [pluralize_armies(sum(loss.armies for loss in losses))]
    if gods:
        said.append(ngettext("%(count)s god", "%(count)s gods", gods) % {"count": gods})
    if temples:
        said.append(ngettext("%(count)s temple", "%(count)s temples", temples) % {"count": temples})
    return said


def notes_of(view: PlayerView, losses: Sequence[Loss]) -> Iterator[str]:
    """Say what goes with the land: ways, the bonus, plague, territories of players, and players who have none left."""
    graph, gone = mapgraph(view.map), world.atlantis(view.map)
    bonus = next(part.bonus for part in graph.continents if gone == {*part.members})
    shores = sorted({near for at in gone for near in view.links[at]} - gone)
    said = {"bonus": bonus, "ways": join_and([graph.names[at] for at in shores])}
    yield _("The bonus of %(bonus)s and the ways to %(ways)s disappear with it.") % said
    if plagued := [graph.names[at] for at in sorted(gone.intersection(view.extra["plague"]))]:
        yield _("So does the plague in %(land)s.") % {"land": join_and(plagued)}
    left = len(graph.in_zone[LAND]) - len(gone)
    yield ngettext("%(count)s territory is left.", "%(count)s territories are left.", left) % {"count": left}
    yield from players_left(view, losses)


def players_left(view: PlayerView, losses: Sequence[Loss]) -> Iterator[str]:
    """Say how many territories each player keeps who loses one, and that a player without any is out."""
    for row in view.seats:
        lost = sum(loss.seat == row.seat for loss in losses)
        if not lost:
            continue
        kept, own = row.territories - lost, row.seat == view.viewer
        if not kept:
            out = _("%(seat)s has no other territory and is out of the game.") % {"seat": seat_label(view, row.seat)}
            yield _("You have no other territory: you are out of the game.") if own else out
            continue
        text = ngettext("%(seat)s keeps %(count)s territory.", "%(seat)s keeps %(count)s territories.", kept)
        yours = ngettext("You keep %(count)s territory.", "You keep %(count)s territories.", kept)
        yield (yours if own else text) % {"seat": seat_label(view, row.seat), "count": kept}


def words_of(view: PlayerView, losses: Sequence[Loss]) -> str:
    """Tell the same in sentences: "Lost at once: Tritonis (Blue: 4 armies and 1 temple). 38 territories are left."."""
    names = mapgraph(view.map).names
    told = [f"{names[loss.at]} ({held_there(view, loss)})" for loss in losses]
    return " ".join([_("Lost at once: %(land)s.") % {"land": join_and(told)}, *notes_of(view, losses)])


def held_there(view: PlayerView, loss: Loss) -> str:
    """Say what is lost on one territory and whose it is: "yours: 4 armies and Odin", "nobody: 1 temple"."""
    armies = [pluralize_armies(loss.armies)] if loss.armies else []
    temple = [ngettext("%(count)s temple", "%(count)s temples", 1) % {"count": 1}] if loss.has_temple else []
    whose = _("yours") if loss.seat == view.viewer else seat_label(view, loss.seat)
    held = join_and([*armies, *loss.gods, *temple])
    return _("%(seat)s: %(lost)s") % {"seat": whose, "lost": held} if held else whose
