"""Capitals and missions in sentences: chosen, shown, lost, taken over, fulfilled."""

from __future__ import annotations

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from engine.rules.classic.missions import words_of as mission_words
from games.wording.amounts import pluralize_armies
from games.wording.narration.sentences import Event, Names, join_and, of_seat, registers_sentence, say


@registers_sentence("capitals.shown")
def capitals_shown(event: Event, names: Names) -> str:
    chosen = [_of_seats(seat, names.land(at), names) for seat, at in enumerate(event["capitals"])]
    return say(_("The capitals are now public: %(chosen)s."), chosen=join_and(chosen))


def _of_seats(seat: int, what: str, names: Names) -> str:
    """Name a seat and what it has: "Red Brazil"."""
    said = say("%(seat)s %(what)s", seat=names.seat(seat), what=what)
    return mark_safe(said) if names.html else said


@registers_sentence("capitals.lost")
def capital_lost(event: Event, names: Names) -> str:
    yours = _("You ended your turn without your capital %(land)s, held by %(by)s.")
    theirs = _("%(seat)s ended their turn without their capital %(land)s, held by %(by)s.")
    by, land = names.seat(event["by"]), names.land(event["capital"])
    return of_seat(event["seat"], names, yours, theirs, land=land, by=by)


@registers_sentence("capitals.taken_over")
def taken_over(event: Event, names: Names) -> str:
    lands = join_and([names.land(land) for land in event["lands"]])
    gone = pluralize_armies(event["armies"])
    if event["seat"] < 0:
        return say(_("Nobody holds %(lands)s now; %(gone)s left the board."), lands=lands, gone=gone)
    text = _("%(seat)s took over %(lands)s, with 1 army on each; %(gone)s left the board.")
    return say(text, seat=names.Seat(event["seat"]), lands=lands, gone=gone)


@registers_sentence("capitals.reinforced")
def reinforced(event: Event, names: Names) -> str:
    yours, theirs = _("You place %(armies)s more there."), _("%(seat)s places %(armies)s more there.")
    return of_seat(event["seat"], names, yours, theirs, armies=pluralize_armies(event["armies"]))


@registers_sentence("capitals.all_held")
def all_held(event: Event, names: Names) -> str:
    lands = join_and([names.land(land) for land in event["capitals"]])
    yours, theirs = _("You hold the capitals %(lands)s at once."), _("%(seat)s holds the capitals %(lands)s at once.")
    return of_seat(event["seat"], names, yours, theirs, lands=lands)


@registers_sentence("missions.dealt")
def mission_dealt(event: Event, names: Names) -> str:
    if event.get("mission") is None:
        return say(_("%(seat)s got a secret mission."), seat=names.Seat(event["seat"]))
    mission = mission_words(event["mission"], names.graph)
    if event["seat"] != names.viewer:
        return say(_("%(seat)s’s mission: %(mission)s"), seat=names.Seat(event["seat"]), mission=mission)
    return say(_("Your mission: %(mission)s"), mission=mission)


@registers_sentence("missions.fulfilled")
def mission_fulfilled(event: Event, names: Names) -> str:
    yours, theirs = _("You completed your mission: %(mission)s"), _("%(seat)s completed their mission: %(mission)s")
    return of_seat(event["seat"], names, yours, theirs, mission=mission_words(event["mission"], names.graph))


@registers_sentence("missions.shown")
def missions_published(event: Event, names: Names) -> str:
    missions = [
        _("%(seat)s: %(mission)s") % {"seat": names.Seat(seat), "mission": mission_words(id, names.graph)}
        for seat, id in enumerate(event["missions"])
        if id
    ]
    return say(_("The missions are now public. %(missions)s"), missions=" ".join(missions))
