"""Say in one sentence what others did to a seat: the territories it lost, to whom, and how many armies."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.wording.amounts import join_and
from games.wording.narration.roles import Role, in_story
from games.wording.narration.sentences import Event, Names

MOST_NAMED = 3
"""More territories are counted, not named."""


def toll(events: Iterable[Event], names: Names) -> str:
    """Sum up what attacks and cards cost the viewer of `names`: "Yellow took Siam and India from you. You lost 4
    armies." Empty if nobody attacked or struck them."""
    taken: dict[int, list[int]] = {}
    attackers: dict[int, None] = {}
    strikers: dict[int, None] = {}
    lost, card_of = 0, names.viewer
    for event in events:
        how = in_story(event)
        if how.role is Role.THROW and event["defender"] == names.viewer != event["seat"]:
            attackers.setdefault(event["seat"])
            lost += event["defend_losses"]
        elif how.takes and event["was"] == names.viewer:
            taken.setdefault(event["seat"], []).append(event[how.takes])
        elif how.role is Role.CARD:
            card_of = event["seat"]
        elif how.role is Role.LOSSES and event.get("struck") and event["seat"] == names.viewer != card_of:
            strikers.setdefault(int(card_of or 0))
            lost += sum(force["armies"] + len(force["pieces"]) for _at, force in event["lost"])
    said = [captured(seat, lands, names) for seat, lands in taken.items()]
    said += [attacked(list(attackers), names)] if attackers and not taken else []
    said += [struck(list(strikers), names)] if strikers else []
    if lost:
        said.append(_("You lost %(armies)s.") % {"armies": names.units(lost)})
    return " ".join(said)


def captured(seat: int, lands: list[int], names: Names) -> str:
    where = join_and([names.land(land) for land in lands])
    if len(lands) > MOST_NAMED:
        where = _("%(count)s territories") % {"count": len(lands)}
    return _("%(seat)s took %(lands)s from you.") % {"seat": names.Seat(seat), "lands": where}


def struck(seats: list[int], names: Names) -> str:
    return _("%(seats)s struck you with a card.") % {"seats": join_and([names.Seat(seat) for seat in seats])}


def attacked(seats: list[int], names: Names) -> str:
    return _("%(seats)s attacked you, and you held.") % {"seats": join_and([names.Seat(seat) for seat in seats])}
