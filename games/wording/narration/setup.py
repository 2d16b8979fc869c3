"""Set-up in sentences: the land dealt or claimed, and who plays first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.narration.roles import InStory
from games.wording.narration.sentences import Event, Names, join_and, of_seat, registers_sentence, say


@registers_sentence("setup.dealt")
def dealt(event: Event, names: Names) -> str:
    return say(_("The territories were dealt out."))  # who plays first was told when it was drawn or rolled for


@registers_sentence("setup.dealer_drawn")
def dealer_drawn(event: Event, names: Names) -> str:
    dealer = of_seat(event["dealer"], names, _("You were drawn as dealer"), _("%(seat)s was drawn as dealer"))
    yours, theirs = _("%(dealer)s, so you play first."), _("%(dealer)s, so %(seat)s plays first.")
    return of_seat(event["first"], names, yours, theirs, dealer=dealer)


@registers_sentence("setup.start_rolled")
def start_rolled(event: Event, names: Names) -> str:
    throws = format_throws(event["throws"], names)
    yours = _("Everyone rolled for the first turn: %(throws)s. You go first.")
    theirs = _("Everyone rolled for the first turn: %(throws)s. %(seat)s goes first.")
    return of_seat(event["first"], names, yours, theirs, throws=throws)


def format_throws(throws: Iterable[Iterable[tuple[int, int]]], names: Names) -> str:
    """List who threw what, throw after throw: "Blue 5, you 5; Blue 2, you 6"."""
    return "; ".join(", ".join(f"{names.seat(seat)} {die}" for seat, die in throw) for throw in throws)


def neutrals_placed(event: Event, names: Names) -> str:
    lands = join_and([names.land(land) for land in event["at"]])
    text = _("The neutral army holds these territories with %(armies)s each: %(lands)s.")
    return say(text, armies=names.armies(event["armies"]), lands=lands)


@registers_sentence("story.claimed")
def claimed_all(event: Event, names: Names) -> str:
    lands = event["territories"]
    text = ngettext(
        "%(seat)s claimed %(count)s territory: %(lands)s.",
        "%(seat)s claimed %(count)s territories: %(lands)s.",
        len(lands),
    )
    listing = join_and([names.land(land) for land in lands])
    return say(text, seat=names.Seat(event["seat"]), count=len(lands), lands=listing)


def sum_claims(claims: Sequence[Event]) -> Event:
    """Sum up the claims of a seat."""
    lands = [claim["territory"] for claim in claims]
    return {"type": "story.claimed", "seat": claims[0]["seat"], "territories": lands}


@registers_sentence("setup.claimed", story=InStory(sum_up=sum_claims))
def claimed(event: Event, names: Names) -> str:
    return say(_("%(seat)s claimed %(land)s."), seat=names.Seat(event["seat"]), land=names.land(event["territory"]))
