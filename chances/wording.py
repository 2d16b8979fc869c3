"""Say in a sentence what turned a game."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from chances.points import Point
from games.wording.amounts import NBSP, join_and, percent, round_name
from games.wording.seats import colour_name


def title_of(point: Point, rules: str, colours: Sequence[str]) -> str:
    """Name the turn of a turning point."""
    return turn_title(point["round"], point["seat"], rules, colours)


def turn_title(number: int, seat: int, rules: str, colours: Sequence[str]) -> str:
    """Name a turn: "Round 5, Yellow"."""
    title = _("%(round)s, %(seat)s") % {"round": round_name(rules, number), "seat": colour_name(colours[seat])}
    return title[:1].upper() + title[1:]


def deeds_of(point: Point, graph: engine.MapGraph, colours: Sequence[str]) -> str:
    """Say what a seat did in its turn: "Yellow eliminated Grey and completed Africa"."""
    names = {continent.id: continent.name for continent in graph.continents}
    seat = colour_name(colours[point["seat"]])
    done = []
    if point["out"]:
        done.append(
            _("eliminated %(seats)s") % {"seats": join_and([colour_name(colours[out]) for out in point["out"]])}
        )
    if point["sets"]:
        text = ngettext(
            "traded in a set of cards for %(armies)s armies",
            "traded in %(sets)s sets of cards for %(armies)s armies",
            point["sets"],
        )
        done.append(text % {"sets": point["sets"], "armies": point["armies"]})
    if point["gained"]:
        done.append(_("completed %(continents)s") % {"continents": join_and([names[each] for each in point["gained"]])})
    broken = [(holder, each) for holder, each in point["broke"] if holder not in point["out"] and holder < len(colours)]
    if broken and len(done) < 3:
        lost = [
            _("%(seat)s’s %(continent)s") % {"continent": names[each], "seat": colour_name(colours[holder])}
            for holder, each in broken
        ]
        done.append(_("broke up %(lost)s") % {"lost": join_and(lost)})
    if not done and point["captures"]:
        text = ngettext("captured %(count)s territory", "captured %(count)s territories", point["captures"])
        done.append(text % {"count": point["captures"]})
    if not done:
        done.append(_("captured no territory"))
    return _("%(seat)s %(deeds)s") % {"seat": seat, "deeds": join_and(done)}


def change_of(point: Point, colours: Sequence[str]) -> str:
    """Say how a chance changed: "Yellow’s chance to win rose from 12 % to 41 %"."""
    said = {
        "seat": colour_name(colours[point["whose"]]),
        "before": estimate(point["before"]),
        "after": estimate(point["after"]),
    }
    if point["ends"] and point["after"] == 1:
        return _("%(seat)s, whose chance to win was %(before)s, won") % said
    if point["after"] > point["before"]:
        return _("%(seat)s’s chance to win rose from %(before)s to %(after)s") % said
    return _("%(seat)s’s chance to win fell from %(before)s to %(after)s") % said


def estimate(chance: float) -> str:
    """Format a chance that was estimated: what happened in none or in all of a hundred games is not certain."""
    return percent(min(max(chance, 0.001), 0.999))


def sentence_of(point: Point, graph: engine.MapGraph, colours: Sequence[str]) -> str:
    """Tell a turning point: what was done and how a chance changed, with per cent signs beside their numbers."""
    said = {"deeds": deeds_of(point, graph, colours), "change": change_of(point, colours)}
    text = _("%(deeds)s. Even so, %(change)s.") if falls_in_spite(point) else _("%(deeds)s. %(change)s.")
    return (text % said).replace(" %", f"{NBSP}%")


def falls_in_spite(point: Point) -> bool:
    """Check whether the chance of a seat fell although it won something in its own turn."""
    has_won = point["out"] or point["gained"] or point["broke"] or point["captures"]
    return bool(has_won) and point["whose"] == point["seat"] and point["after"] < point["before"]
