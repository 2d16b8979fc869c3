"""Pantheons as the site calls them: gods by their own names, heavens, and whose pantheon is whose."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine import PlayerView, mapgraph, ruleset
from engine.rules.godstorm.kinds import PANTHEONS, UNCHOSEN, Pantheon
from engine.rules.godstorm.view import piece_names
from games.wording.amounts import join_and

BY_NAME = {pantheon.name: pantheon for pantheon in PANTHEONS}
REALMS = {"war": _("war"), "sky": _("sky"), "magic": _("magic"), "death": _("death")}
"""What each kind of god rules, in the order in which they stand round a badge."""


def pantheon_of(view: PlayerView, seat: int) -> Pantheon | None:
    """Return the pantheon of a seat, or of the neutral army; None before it has one."""
    known = view.extra.get("pantheons", ())
    number = known[seat] if 0 <= seat < len(known) else UNCHOSEN
    return PANTHEONS[number] if number != UNCHOSEN else None


def god_name(view: PlayerView, seat: int, kind: str) -> str:
    """Name a piece of a seat: a god by his own name, "Hades"; what has no name of its own by its title."""
    return piece_names(view, seat).get(kind) or ruleset(view.rules).piece_title(kind)


def gods_of(pantheon: str) -> str:
    """List the gods of a pantheon: "Ares (war), Zeus (sky), Hekate (magic) and Hades (death)"."""
    gods = BY_NAME[pantheon].gods
    return join_and([f"{gods[kind]} ({realm})" for kind, realm in REALMS.items()])


def heaven_of(view: PlayerView, pantheon: str) -> str:
    """Name the heaven of a pantheon: "Elysium"."""
    graph = mapgraph(view.map)
    return graph.names[graph.number[BY_NAME[pantheon].heaven]]


def owner_of(view: PlayerView, pantheon: str) -> int | None:
    """Return the seat that has a pantheon; None while it is free."""
    found = (seat for seat, _row in enumerate(view.seats) if pantheon_of(view, seat) is BY_NAME[pantheon])
    return next(found, None)
