"""Say in one sentence what others did to a seat: the territories it lost, to whom, and how many armies."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.wording.amounts import join_and
from games.wording.narration.sentences import Event, Names

MOST_NAMED = 3
"""More territories are counted, not named."""


def toll(events: Iterable[Event], names: Names) -> str:
    """Sum up what attacks cost the viewer of `names`: "Yellow took Siam and India from you. You lost 4 armies." Empty
    if nobody attacked them."""
    taken: dict[int, list[int]] = {}
    attackers: dict[int, None] = {}
    lost = 0
    for event in events:
        if event["type"] == "battle.fought" and event["defender"] == names.viewer != event["seat"]:
            attackers.setdefault(event["seat"])
            lost += event["defend_losses"]
        elif event["type"] == "battle.captured" and event["was"] == names.viewer:
            taken.setdefault(event["seat"], []).append(event["dst"])
    if not attackers:
        return ""
    said = [captured(seat, lands, names) for seat, lands in taken.items()]
    said += [] if taken else [attacked(list(attackers), names)]
    if lost:
        said.append(_("You lost %(armies)s.") % {"armies": names.units(lost)})
    return " ".join(said)


def captured(seat: int, lands: list[int], names: Names) -> str:
    where = join_and([names.land(land) for land in lands])
    if len(lands) > MOST_NAMED:
        where = _("%(count)s territories") % {"count": len(lands)}
    return _("%(seat)s took %(lands)s from you.") % {"seat": names.Seat(seat), "lands": where}


def attacked(seats: list[int], names: Names) -> str:
    return _("%(seats)s attacked you, and you held.") % {"seats": join_and([names.Seat(seat) for seat in seats])}
