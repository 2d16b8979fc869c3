"""Why a card cannot be played at its own moment: what bars it, its price, or that there is nothing to name with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine import PlayerView
from engine.mechanics.action_cards import CardKind
from games.wording.amounts import count_funds

Reason = Callable[[PlayerView], str]


@dataclass(frozen=True)
class CardReasons:
    """The reasons of a family: `bars` by what refuses a card, `no_target` by what it falls on."""

    bars: Mapping[object, Reason]
    no_target: Mapping[object, Reason]

    def missing(self, view: PlayerView, kind: CardKind, *, free: bool = False) -> str:
        """Say what keeps a card from being played; one that is `free` costs nothing now."""
        barred = self.bars.get(kind.barred)
        return (
            (barred(view) if barred else "")
            or ("" if free else price_words(view, kind))
            or next((self.no_target[target](view) for target in kind.targets if target in self.no_target), "")
        )


def price_words(view: PlayerView, kind: CardKind) -> str:
    """Say that the viewer cannot pay for a card; empty where it can be paid."""
    assert view.viewer is not None
    funds = view.extra["purses"][view.viewer]
    if kind.cost <= funds:
        return ""
    return _("costs %(cost)s, and you have %(funds)s") % {"cost": count_funds(kind.cost, view.rules), "funds": funds}
