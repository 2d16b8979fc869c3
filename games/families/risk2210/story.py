"""What happens in Risk 2210 A.D. alone, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.families.risk2210.record import SCORING
from games.wording.narration.cards import drawn_from_deck
from games.wording.narration.sentences import (
    Event,
    Names,
    format_move,
    join_and,
    of_seat,
    registers_sentence,
    registers_texts,
    say,
)
from games.wording.narration.setup import neutrals_placed
from games.wording.narration.turns import final_scores

registers_sentence("opening.neutrals_placed")(neutrals_placed)
registers_sentence("bonus.drawn")(drawn_from_deck)
registers_texts(
    {
        "energy.collected": gettext_lazy("%(seat)s collected %(energy)s."),
        "cards.station_set_up": gettext_lazy("%(seat)s set up a Space Station in %(at)s."),
        "bonus.earned": gettext_lazy("%(seat)s earned %(energy)s for taking three enemy territories."),
    }
)


@registers_sentence("devastation.drawn")
def devastated(event: Event, names: Names) -> str:
    lands = join_and([names.land(land) for land in event["at"]])
    return say(_("These territories are devastated, and nobody can cross them: %(lands)s."), lands=lands)


@registers_sentence("stations.paid")
def stations_paid(event: Event, names: Names) -> str:
    where = join_and([names.land(at) for at in event["at"]])
    theirs = ngettext(
        "%(seat)s’s Space Station brought %(armies)s to %(where)s.",
        "%(seat)s’s Space Stations brought %(armies)s each to %(where)s.",
        len(event["at"]),
    )
    yours = ngettext(
        "Your Space Station brought %(armies)s to %(where)s.",
        "Your Space Stations brought %(armies)s each to %(where)s.",
        len(event["at"]),
    )
    return of_seat(event["seat"], names, yours, theirs, armies=names.armies(1), where=where)


@registers_sentence("stations.captured")
def station_captured(event: Event, names: Names) -> str:
    text = _("%(Seat)s took over the Space Station in %(at)s.")
    if not event["kept"]:
        text = _("The Space Station in %(at)s was removed: %(seat)s already had four.")
    seat = event["seat"]
    return say(text, Seat=names.Seat(seat), seat=names.seat(seat), at=names.land(event["at"]))


@registers_sentence("scouts.sent")
def scouts_sent(event: Event, names: Names) -> str:
    if event.get("territory") is not None:
        text = _("Your Scout Forces wait for %(land)s: they land as soon as you control it.")
        return say(text, land=names.land(event["territory"]))
    text = _("%(seat)s’s Scout Forces wait for a secret territory.")
    return say(text, seat=names.Seat(event["seat"]))


@registers_sentence("scouts.arrived")
def scouts_arrived(event: Event, names: Names) -> str:
    yours = _("Your Scout Forces landed in %(at)s: %(armies)s.")
    theirs = _("%(seat)s’s Scout Forces landed in %(at)s: %(armies)s.")
    return of_seat(
        event["seat"], names, yours, theirs, at=names.land(event["at"]), armies=names.armies(event["armies"])
    )


@registers_sentence("cards.hidden_energy_found")
def hidden_energy_found(event: Event, names: Names) -> str:
    text = _("%(Seat)s found %(energy)s in %(at)s.")
    if not event["energy"]:
        text = _("The hidden energy in %(at)s stays there: %(seat)s did not control it.")
    seat = event["seat"]
    return say(
        text,
        Seat=names.Seat(seat),
        seat=names.seat(seat),
        energy=names.funds(event["energy"]),
        at=names.land(event["at"]),
    )


@registers_sentence("cards.energy_extracted")
def energy_extracted(event: Event, names: Names) -> str:
    text = _("%(Seat)s extracted %(energy)s from the Moon.")
    if not event["energy"]:
        text = _("No energy was extracted: %(seat)s did not control the whole Moon.")
    seat = event["seat"]
    return say(text, Seat=names.Seat(seat), seat=names.seat(seat), energy=names.funds(event["energy"]))


@registers_sentence("cards.evacuated")
def evacuated(event: Event, names: Names) -> str:
    return format_move(_("%(seat)s evacuated %(force)s from %(src)s to %(dst)s."), event, names)


@registers_sentence("cards.commanders_moved")
def commanders_moved(event: Event, names: Names) -> str:
    moves = [
        say(
            _("the %(piece)s from %(src)s to %(dst)s"),
            piece=names.piece(kind),
            src=names.land(src),
            dst=names.land(dst),
        )
        for kind, src, dst in event["moves"]
        if src != dst
    ]
    told = join_and(moves) or _("nobody")
    return say(_("%(seat)s moved %(moves)s."), seat=names.Seat(event["seat"]), moves=told)


@registers_sentence("cards.energy_handed_over")
def energy_handed_over(event: Event, names: Names) -> str:
    if not event["by"]:
        return say(_("Nobody had energy to give to %(seat)s."), seat=names.seat(event["seat"]))
    text = _("%(by)s gave %(seat)s %(energy)s each.") if len(event["by"]) > 1 else _("%(by)s gave %(seat)s %(energy)s.")
    by = join_and([names.seat(seat) for seat in event["by"]])
    return say(text, by=by[:1].upper() + by[1:], seat=names.seat(event["seat"]), energy=names.funds(1))


@registers_sentence("years.scored")
def scored(event: Event, names: Names) -> str:
    return final_scores(SCORING.totals(event["scores"]), names)
