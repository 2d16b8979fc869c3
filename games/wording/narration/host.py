"""What the host did, in sentences: deadlines that passed, seats that changed hands, organizers at work, and what the
players agreed on."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.times import dated
from games.models.absence import CARETAKER
from games.wording.adjudication import figures_of_seat, why_adjudicated
from games.wording.narration.sentences import Event, Names, join_and, registers_sentence, registers_texts, say
from games.wording.seats import colour_name, stand_in_title

registers_texts(
    {
        "host.late": gettext_lazy("%(seat)s did not answer in time, so the site answered for them."),
        "host.unfinished": gettext_lazy("%(seat)s ran out of time, so the rest of the turn was played for them."),
        "host.ended_late": gettext_lazy("%(seat)s did not come, so the game was called off, as its settings say."),
        "host.deserted": gettext_lazy("All players have left or are away. The game waits until somebody comes back."),
        "host.abandoned": gettext_lazy("All players left, so the game was called off."),
        "host.returned": gettext_lazy("%(seat)s took the seat back from the caretaker."),
        "host.resigned": gettext_lazy("%(seat)s resigned. The caretaker plays on in that seat."),
        "host.undone": gettext_lazy("%(seat)s undid the last order."),
    }
)


def because(text: str, event: Event) -> str:
    """Append the organizer's reason to a sentence, if one was given."""
    return f"{text} {say(_('The reason: %(reason)s'), reason=event['reason'])}" if event.get("reason") else text


def agreement(text: str, event: Event, names: Names, **words: object) -> str:
    """Begin a sentence with the seats that agreed to something, as `who`."""
    who = join_and([names.seat(seat) for seat in event["agreed"]])
    return say(text, who=who[:1].upper() + who[1:], **words)


@registers_sentence("host.missed")
def missed(event: Event, names: Names) -> str:
    if event.get("missed", 1) > 1:
        return say(_("%(seat)s missed another turn."), seat=names.Seat(event["seat"]))
    return say(_("%(seat)s missed the deadline, so the turn was skipped."), seat=names.Seat(event["seat"]))


@registers_sentence("host.caretaker")
def caretaker(event: Event, names: Names) -> str:
    by = stand_in_name({"bot": event.get("by") or CARETAKER, "by": ""})
    if event["seat"] == names.viewer:
        return say(_("%(by)s now plays for you. You can take your seat back at any time."), by=by)
    return say(_("%(by)s now plays for %(seat)s."), by=by, seat=names.seat(event["seat"]))


@registers_sentence("host.stand_in")
def stand_in(event: Event, names: Names) -> str:
    """Tell who plays for somebody who is away. The one who stands in reads it too, so it says "you" to nobody."""
    text = _("%(by)s plays %(seat)s until %(until)s, while its player is away.")
    if event["bot"] == "orders":
        text = _("Standing orders play %(seat)s until %(until)s, while its player is away.")
    elif event.get("scope") == "reactions":
        text = _("%(by)s replies for %(seat)s until %(until)s, while its player is away.")
    until = dated(datetime.fromisoformat(event["until"]), "weekday")
    return say(text, seat=colour_name(names.colour(event["seat"])), by=stand_in_name(event), until=until)


@registers_sentence("host.stand_in_ended")
def stand_in_ended(event: Event, names: Names) -> str:
    text = _("The player of %(seat)s is back.")
    if event["why"] == "organizer":
        text = _("The organizer ended the absence of the player of %(seat)s.")
    elif event["why"] == "seat":
        text = _("%(by)s no longer plays %(seat)s.")
    return because(say(text, seat=colour_name(names.colour(event["seat"])), by=stand_in_name(event)), event)


def stand_in_name(event: Event) -> str:
    """Name who stands in at the beginning of a sentence."""
    title = stand_in_title(event["bot"], event["by"])
    return title[:1].upper() + title[1:] if event["bot"] or not event["by"] else title


@registers_sentence("host.rewound")
def rewound(event: Event, names: Names) -> str:
    if event.get("undoes"):
        return because(_("The organizer undid the last rewind."), event)
    if "begins" not in event:
        return because(_("The organizer rewound the game."), event)
    return because(say(_("The organizer rewound the game to %(place)s."), place=place(event, names)), event)


def place(event: Event, names: Names) -> str:
    """Complete "to ..." with the moment that a game goes back to (`games.selectors.moments`)."""
    if event["round"] and event["turn"] == names.viewer:
        return moment_words(event, names.round(event["round"]), "")
    return moment_words(event, names.round(event["round"]), names.Seat(event["turn"]))


def moment_words(event: Event, named: str, seat: str) -> str:
    """Describe a moment of a game in a round that is `named` so; it was the turn of `seat`, or the reader's own if that
    is empty."""
    if not event["round"]:
        text = _("the beginning of the set-up") if event["begins"] else _("the set-up")
    elif not seat:
        text = _("the beginning of %(round)s, your turn") if event["begins"] else _("%(round)s, your turn")
    else:
        text = _("the beginning of %(round)s, %(seat)s") if event["begins"] else _("%(round)s, %(seat)s")
    if event.get("order"):
        text = _("%(place)s, after “%(order)s”") % {"place": text, "order": "%(order)s"}
    return say(text, round=named, seat=seat, order=event.get("order", ""))


@registers_sentence("host.passed")
def passed(event: Event, names: Names) -> str:
    return because(say(_("The organizer skipped %(seat)s."), seat=names.seat(event["seat"])), event)


@registers_sentence("host.paused")
def paused(event: Event, names: Names) -> str:
    if event.get("agreed"):
        days = event["days"]
        text = ngettext(
            "%(who)s agreed to pause the game for %(days)s day.",
            "%(who)s agreed to pause the game for %(days)s days.",
            days,
        )
        return agreement(text, event, names, days=days)
    return say(_("The organizer paused the game: %(reason)s"), reason=event["reason"])


@registers_sentence("host.resumed")
def resumed(event: Event, names: Names) -> str:
    if event.get("agreed"):
        return agreement(
            _("%(who)s agreed to end the pause. Every deadline moved by the length of the pause."), event, names
        )
    return because(_("The game resumed. Every deadline moved by the length of the pause."), event)


@registers_sentence("host.extended")
def extended(event: Event, names: Names) -> str:
    hours = event["hours"]
    if event.get("agreed"):
        text = ngettext(
            "%(who)s agreed to move the deadline by %(hours)s hour.",
            "%(who)s agreed to move the deadline by %(hours)s hours.",
            hours,
        )
        return agreement(text, event, names, hours=hours)
    text = ngettext(
        "The organizer moved the deadline by %(hours)s hour.",
        "The organizer moved the deadline by %(hours)s hours.",
        hours,
    )
    return because(say(text, hours=hours), event)


@registers_sentence("host.delayed")
def delayed(event: Event, names: Names) -> str:
    minutes = event["minutes"]
    text = ngettext(
        "Mail was delayed, so %(seat)s got %(minutes)s minute more.",
        "Mail was delayed, so %(seat)s got %(minutes)s minutes more.",
        minutes,
    )
    if minutes >= 120:
        text = _("Mail was delayed, so %(seat)s got %(hours)s hours more.")
    return say(text, seat=names.seat(event["seat"]), minutes=minutes, hours=round(minutes / 60))


@registers_sentence("host.replaced")
def replaced(event: Event, names: Names) -> str:
    text = _("%(by)s now plays %(seat)s, in place of %(was)s.")
    if event["seat"] == names.viewer:
        text = _("You have taken over the seat of %(was)s.")
    by, was = event["by"] or _("Somebody who has left"), event["was"] or _("somebody who has left")
    return because(say(text, by=by, was=was, seat=names.seat(event["seat"])), event)


@registers_sentence("host.opened")
def opened(event: Event, names: Names) -> str:
    text = _("The organizer %(by)s opened hidden information to settle a question: %(reason)s")
    if not event["by"]:
        text = _("An organizer opened hidden information to settle a question: %(reason)s")
    return say(text, by=event["by"], reason=event["reason"])


@registers_sentence("host.void")
def void(event: Event, names: Names) -> str:
    if event.get("agreed"):
        return agreement(_("%(who)s agreed to call the game off."), event, names)
    return say(_("The organizer called the game off: %(reason)s"), reason=event["reason"])


@registers_sentence("host.drawn")
def drawn(event: Event, names: Names) -> str:
    return agreement(_("%(who)s agreed to a draw."), event, names)


@registers_sentence("host.adjudicated")
def adjudicated(event: Event, names: Names) -> str:
    """Tell why the game ended, and the ranking of those still in with their figures."""
    living = [seat for group in event["places"] for seat in group if figures_of_seat(event, seat, names.rules)]
    ranked = [f"{names.seat(seat)} ({figures_of_seat(event, seat, names.rules)})" for seat in living]
    why = say("%(why)s", why=why_adjudicated(event, names.rules))
    text = _("%(why)s Nobody wins. The ranking of the players still in: %(ranked)s.")
    return say(text, why=why, ranked="; ".join(ranked))


@registers_sentence("host.awaited")
def awaited(event: Event, names: Names) -> str:
    text = _("The game waits for %(seat)s, for up to %(hours)s hours.")
    if event["seat"] == names.viewer:
        text = _("The game waits for you, for up to %(hours)s hours. Take your seat back to continue.")
    return say(text, seat=names.seat(event["seat"]), hours=event["hours"])


@registers_sentence("host.seat_kept")
def seat_kept(event: Event, names: Names) -> str:
    text = say(_("%(seat)s is no longer offered to a new player."), seat=names.Seat(event["seat"]))
    return because(text, event)


@registers_sentence("host.seat_offered")
def seat_offered(event: Event, names: Names) -> str:
    if not event.get("agreed"):
        return because(say(_("A new player can take over %(seat)s."), seat=names.seat(event["seat"])), event)
    text = _("%(who)s agreed to offer %(seat)s to a new player. The caretaker plays on until then.")
    return agreement(text, event, names, seat=names.seat(event["seat"]))
