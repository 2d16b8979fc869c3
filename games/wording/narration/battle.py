"""Fights in sentences: declared, thrown, lost and won."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.wording.amounts import units_noun
from games.wording.narration.roles import InStory, Role
from games.wording.narration.sentences import (
    Event,
    Names,
    format_force,
    join_and,
    of_seat,
    registers_sentence,
    say,
    say_where,
)

NOBODY = -1  # the owner of free land


@registers_sentence("battle.declared", story=InStory(Role.DECLARATION, settles=True))
def declared(event: Event, names: Names) -> str:
    if event["defender"] == NOBODY:
        yours = _("You are about to enter %(dst)s from %(src)s.")
        theirs = _("%(seat)s is about to enter %(dst)s from %(src)s.")
        land = {"dst": names.land(event["dst"]), "src": names.land(event["src"])}
        return of_seat(event["seat"], names, yours, theirs, **land)
    text = _("%(seat)s is about to attack %(defender)s in %(dst)s from %(src)s.")
    if event["seat"] == names.viewer:
        text = _("%(seat)s are about to attack %(defender)s in %(dst)s from %(src)s.")
    return say_where(text, event, names, defender=names.seat(event["defender"]))


@registers_sentence("battle.cancelled", story=InStory(closes=True))
def cancelled(event: Event, names: Names) -> str:
    text = _("The attack on %(dst)s from %(src)s came to nothing.")
    return say(text, dst=names.land(event["dst"]), src=names.land(event["src"]))


@registers_sentence("battle.fought", story=InStory(Role.THROW))
def fought(event: Event, names: Names) -> str:
    text = _("%(seat)s attacked %(dst)s from %(src)s: %(attack)s against %(defend)s.")
    told = say_where(text, event, names, attack=dice(event["attack"]), defend=dice(event["defend"]))
    cost = losses(event["seat"], event["attack_losses"], event["defender"], event["defend_losses"], names)
    return " ".join([told, cost, *(lost(fallen, names) for fallen in fallen_of(event))])


def fallen_of(event: Event) -> list[Event]:
    """Make an event of the pieces of each side that fell in a throw without a choice, as of other losses."""
    sides = ((event["seat"], event["src"], "attack_fallen"), (event["defender"], event["dst"], "defend_fallen"))
    return [
        {"type": "battle.lost", "seat": seat, "lost": [[at, {"armies": 0, "pieces": event[side]}]], "struck": True}
        for seat, at, side in sides
        if event.get(side)
    ]


def dice(values: Sequence[int]) -> str:
    return ", ".join(str(value) for value in values)


def losses(attacker: int, lost: int, defender: int, cost: int, names: Names) -> str:
    """Say what both sides lost: "Violet lost 1 army, Red lost 2"."""
    text = _("%(attacker)s lost %(lost)s, %(defender)s lost %(cost)s.")
    told = {"attacker": names.Seat(attacker), "lost": names.units(lost), "defender": names.seat(defender)}
    return say(text, **told, cost=cost or _("none"))


@registers_sentence("battle.lost", story=InStory(Role.LOSSES))
def lost(event: Event, names: Names) -> str:
    text = _("%(seat)s lost %(units)s.") if event.get("struck") else _("%(seat)s chose to lose %(units)s.")
    where = [format_lost(at, force, names) for at, force in event["lost"]]
    return say(text, seat=names.Seat(event["seat"]), units=join_and(where))


def format_lost(at: int, force: Event, names: Names) -> SafeString:
    """Format units that were lost: "2 armies and a general in Peru"."""
    return say(_("%(force)s in %(at)s"), force=format_force(force, names), at=names.land(at))


@registers_sentence("land.emptied")
def emptied(event: Event, names: Names) -> str:
    yours = _("Nobody holds %(at)s now: you have no %(units)s left there.")
    theirs = _("Nobody holds %(at)s now: %(seat)s has no %(units)s left there.")
    return of_seat(event["seat"], names, yours, theirs, at=names.land(event["at"]), units=units_noun(names.rules))


def walked_together(event: Event) -> str:
    """Tell land of nobody that was walked into as one way."""
    return "story.walked" if event["was"] == NOBODY else ""


@registers_sentence("battle.captured", story=InStory(Role.CAPTURE, takes="dst", several=walked_together))
def captured(event: Event, names: Names) -> str:
    text = _("%(seat)s took %(dst)s from %(was)s, attacking from %(src)s.")
    if event["was"] == NOBODY:
        text = _("%(seat)s took %(dst)s, which nobody held, from %(src)s.")
    return say_where(text, event, names, was=names.seat(event["was"]))


@registers_sentence("story.walked")
def walked(event: Event, names: Names) -> str:
    """List the land of nobody that was walked into, one after another."""
    lands = join_and([names.land(step["dst"]) for step in event["events"]])
    return say(_("%(seat)s walked into %(lands)s."), seat=names.Seat(event["seat"]), lands=lands)


@registers_sentence("battle.ended", story=InStory(Role.HIDDEN, settles=True, closes=True))
def attacks_ended(event: Event, names: Names) -> str:
    return say(_("%(seat)s ended the attacks."), seat=names.Seat(event["seat"]))


@registers_sentence("battle.thrown", story=InStory(Role.DICE))
def thrown(event: Event, names: Names) -> str:
    text = _("%(seat)s rolled %(attack)s from %(src)s against %(defend)s in %(dst)s.")
    return say_where(text, event, names, attack=dice(event["attack"]), defend=dice(event["defend"]))
