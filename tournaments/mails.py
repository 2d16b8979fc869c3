"""Mails of events: entry, check-in, tables, how it went, and the end. Each is made from the event as it is when it is
sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from urllib.parse import urlencode

from allauth.account.models import EmailAddress
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.times import dated
from games.clocks.words import tell_pace
from games.mail.links import absolute_url
from games.mail.notes import Button, Notice, board_button, board_image, site_frame
from games.mail.tables import row_of
from games.mail.turn import frame, seat_of
from games.models import OutboxMail
from games.selectors.mailed_game import MailedGame, MailReader
from games.selectors.told_deadline import reader_of, tell_deadline
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind, explain_lost_seat
from games.wording.amounts import join_and
from games.wording.seats import colour_name
from tournaments.courses import follow
from tournaments.history import Drawn
from tournaments.mail_pictures import show_bracket, show_standings
from tournaments.models import Entrant, Stage, Table, Tournament, Trophy
from tournaments.pages.words import count_entrants, division_name, place_word
from tournaments.selectors.entry_pages import check_in_url, event_url, format_words
from tournaments.selectors.event_league import final_of_division
from tournaments.selectors.event_reading import Published, rounds_of, sitters_of
from tournaments.selectors.event_standings import NO_STANDINGS, Kept, has_league, standings_of
from tournaments.selectors.trophies import trophy_words

ENTERED = gettext_lazy("You get this because you entered the tournament.")


def event_of(mail: OutboxMail) -> Tournament:
    """Read the event of a mail. Raises Tournament.DoesNotExist."""
    return Tournament.objects.get(pk=mail.context["event"])


def entrant_of(mail: OutboxMail, event: Tournament) -> Entrant | None:
    """Read the reader of a mail as an entrant; None if they are none any more."""
    return event.entrants.filter(user=mail.user_id).first()


def event_button(event: Tournament) -> Button:
    return Button(_("Open the tournament"), absolute_url(event_url(event)))


def join_button(event: Tournament, words: str) -> Button:
    return Button(words, absolute_url(reverse("event-join", args=[event.slug])))


# ---- before it begins


def event_opened(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell somebody who is invited that entry is open. At an address nobody is logged in, so its button leads there
    first."""
    event = event_of(mail)
    said = {"event": event.title, "address": mail.address}
    title = _("%(event)s: you are invited") % said
    lead = [_("You are invited to %(event)s. Entry is open.") % said, format_words(event)]
    if event.entry_ends_at is not None:
        until = {"until": reader.long(event.entry_ends_at), "zone": reader.zone_name}
        lead.append(_("You can enter until %(until)s (%(zone)s). You are in only if you enter.") % until)
    button = join_button(event, _("Enter the tournament"))
    if mail.user_id is None:
        lead.append(_("The invitation is for %(address)s: log in or sign up with this address.") % said)
        path = f"{reverse('account_login')}?{urlencode({'next': reverse('event-join', args=[event.slug])})}"
        button = Button(_("Log in or sign up"), absolute_url(path))
    why = _("You get this because an organizer invited you.")
    return site_frame(event.title) | Notice(title, _("You are invited"), lead, button=button, why=why).context()


def event_place(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell somebody who waited that they have a place."""
    event = event_of(mail)
    said = {"event": event.title}
    lead = [_("There is a place for you in %(event)s now: you are off the waiting list.") % said]
    title = _("%(event)s: you have a place") % said
    button = join_button(event, _("See your entry"))
    return (
        site_frame(event.title) | Notice(title, _("You have a place"), lead, button=button, why=str(ENTERED)).context()
    )


def event_check_in(mail: OutboxMail, reader: MailReader) -> Context:
    """Ask an entrant to confirm that they will play."""
    event = event_of(mail)
    entrant = entrant_of(mail, event)
    assert entrant is not None and event.check_in_ends_at is not None
    said = {"event": event.title, "until": reader.long(event.check_in_ends_at), "zone": reader.zone_name}
    short = {"event": event.title, "until": reader.short(event.check_in_ends_at)}
    lead = [_("Check in to %(event)s by %(until)s (%(zone)s): it takes one click.") % said]
    if entrant.reserve:
        lead.append(_("You are on the waiting list. If you check in, you get the place of somebody who does not."))
    else:
        lead.append(_("If you do not check in, your place goes to the next player on the waiting list."))
    made = Notice(
        _("%(event)s: check in by %(until)s") % short,
        _("Check in to play"),
        lead,
        button=Button(_("Check in"), absolute_url(check_in_url(entrant))),
        other=event_button(event),
        why=str(ENTERED),
    )
    return site_frame(event.title) | made.context()


def event_cancelled(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell that an event does not take place."""
    event = event_of(mail)
    said = {"event": event.title, "least": event.least_entrants, "reason": mail.context.get("reason") or ""}
    lead = [_("%(event)s does not take place.") % said]
    if said["reason"]:
        lead.append(_("The reason: %(reason)s") % said)
    else:
        lead.append(_("It needed %(least)s players, and fewer entered.") % said)
    title = _("%(event)s was called off") % said
    button = Button(_("Your games"), absolute_url(reverse("home")))
    return site_frame(event.title) | Notice(title, title, lead, button=button, why=str(ENTERED)).context()


# ---- a round


def event_table(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell at which table the reader plays a round, who sits there, and until when the first answer is due."""
    event = event_of(mail)
    game, player = seat_of(mail, reader)
    view = reader.mailed.view(player.seat)
    people = {person.seat: person for person in reader.mailed.people(player.seat)}
    order = [people[seat] for seat in (view.order or tuple(people)) if seat in people]
    said = {
        "event": event.title,
        "round": mail.context["round"],
        "game": game.name,
        "others": join_and([person.name for person in order if not person.you]),
        "pace": tell_pace(game.time.rules),
    }
    lead = [
        _("Round %(round)s of %(event)s has begun. You play %(game)s with %(others)s.") % said,
        " ".join([*first_deadline(reader, player.seat), _("The pace is %(pace)s.") % said, after_silence(event)]),
        *other_tables(mail, event),
    ]
    made = Notice(
        _("%(event)s, round %(round)s: your table") % said,
        _("Your table in round %(round)s") % said,
        lead,
        button=board_button(game),
        other=event_button(event),
        rows=[row_of(person) for person in order],
        rows_title=_("In order of play"),
        why=str(ENTERED),
    ).context()
    return frame(game, view) | made | board_image(game, view)


def event_seat(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell a substitute which seat is theirs now, until when they are asked, and whether they stay in the event."""
    event = event_of(mail)
    game, player = seat_of(mail, reader)
    view = reader.mailed.view(player.seat)
    entrant = entrant_of(mail, event)
    said = {
        "event": event.title,
        "round": mail.context["round"],
        "game": game.name,
        "seat": colour_name(player.colour),
        "next": entrant.entered if entrant else None,
    }
    lead = [
        _("A player of %(event)s does not play on, and you are the next substitute: you are %(seat)s in %(game)s.")
        % said,
        " ".join([*first_deadline(reader, player.seat), _("You begin with a whole turn.")]),
    ]
    if entrant is not None and entrant.entered:
        lead.append(_("You stay in the tournament: from round %(next)s on you are paired like all others.") % said)
    rows = [row_of(person) for person in reader.mailed.people(player.seat)]
    made = Notice(
        _("%(event)s: you have a seat") % said,
        _("You are %(seat)s in round %(round)s") % said,
        lead,
        button=board_button(game),
        other=event_button(event),
        rows=rows,
        rows_title=_("At the table"),
        why=_("You get this because you are a substitute of the tournament."),
    ).context()
    return frame(game, view) | made | board_image(game, view)


def first_deadline(reader: MailReader, seat: int | None) -> list[str]:
    """Tell until when the reader is to answer, or else who is asked before them."""
    rows = sorted(reader.mailed.waiting, key=lambda row: row.seat != seat)
    for row in rows[:1]:
        row.game, row.player = reader.mailed.game, reader.mailed.player(row.seat)
        told = tell_deadline(
            row, reader_of(row, seat, reader.now, reader.zone, name_day=partial(dated, style="weekday"))
        )
        if row.seat == seat or not told:
            return [told] if told else []
        return [told, _("You get an email when it is your turn.")]
    return []


def after_silence(event: Tournament) -> str:
    """Say what happens to whoever does not answer before their first deadline."""
    return _(
        "If you do not answer by your first deadline, a substitute gets your seat and you are out of the tournament."
    )


def other_tables(mail: OutboxMail, event: Tournament) -> list[str]:
    """Count the tables that the reader has in the round besides."""
    entrant = entrant_of(mail, event)
    tables = Table.objects.filter(round__tournament=event, round__number=mail.context["round"])
    seats = tables.exclude(game=mail.game_id).values_list("seats", flat=True)
    count = sum(entrant.code in each for each in seats) if entrant else 0
    if not count:
        return []
    return [_("You have %(count)s more games in this round; the page of the tournament lists them.") % {"count": count}]


# ---- how it went


def read_published(event: Tournament, user_id: int | None) -> Published:
    """Read an event as its pages do, for the reader of a mail."""
    stages = tuple(event.stages.order_by("number"))
    return Published(event, stages, sitters_of(event), rounds_of(event), user_id)


def event_through(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell the reader whether they go on in a knock-out, and how many are left. Whoever has left does not."""
    event = event_of(mail)
    found, number = read_published(event, mail.user_id), int(mail.context["round"])
    stage, me = stage_of(found, number), found.me.code if found.me else ""
    drawn = [each for each in found.drawn if each.stage == stage.code and each.number <= number]
    course = follow(found.told, [each for each in drawn if each.is_complete])
    left = sum(1 for name in course.reached if name not in course.out and not found.told.entrants[name].left)
    place = own_place(drawn, number, me)
    said = {"event": event.title, "round": number, "left": count_entrants(left)}
    if me in course.out:
        title = _("%(event)s: you are out after round %(round)s") % said
        heading, lead = (
            _("You are out"),
            [place, _("You do not go on in %(event)s. Thank you for playing.") % said],
        )
    elif me and found.told.entrants[me].has_left(number + 1):
        title = _("%(event)s: round %(round)s is over") % said
        heading = _("Round %(round)s is over") % said
        lead = [place, _("You have left %(event)s, so you do not go on. %(left)s are still in.") % said]
    else:
        title = _("%(event)s: you are through to the next round") % said
        heading = _("You are through")
        lead = [place, _("%(left)s are still in. You get an email with your next table.") % said]
        if course.failures[me]:
            lead.append(_("You have failed once. The second time you are out."))
    made = Notice(title, heading, [each for each in lead if each], button=event_button(event), why=str(ENTERED))
    return site_frame(event.title) | made.context() | show_bracket(found, stage, number)


def stage_of(found: Published, number: int) -> Stage:
    """Find the stage of a round."""
    key = next(row.stage for row in found.rounds if row.number == number)
    return next(stage for stage in found.stages if stage.pk == key)


def own_place(drawn: Sequence[Drawn], number: int, me: str) -> str:
    """Tell in which place the reader ended a round; empty for a round without a table that counts."""
    for each in drawn:
        if each.number != number or not each.is_complete:
            continue
        if me in each.results.byes:
            return _("You had a bye in round %(round)s.") % {"round": number}
        for table in each.results.played:
            if me in table.entrants:
                said = {"round": number, "place": place_word(table.place(me)), "size": len(table.seats)}
                return _("You came %(place)s of %(size)s at your table in round %(round)s.") % said
    return ""


def event_standings(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell how the reader stands after a round."""
    event = event_of(mail)
    found, number = read_published(event, mail.user_id), int(mail.context["round"])
    stage, me = stage_of(found, number), found.me.code if found.me else ""
    kept = standings_of(found, stage, "", number)
    drawn = [each for each in found.drawn if each.stage == stage.code and each.number <= number]
    said = {"event": event.title, "round": number} | stand(kept, me)
    lead = [own_place(drawn, number, me), _("You are in place %(place)s of %(count)s, with %(points)s.") % said]
    made = Notice(
        _("%(event)s: standings after round %(round)s") % said,
        _("Standings after round %(round)s") % said,
        [each for each in lead if each],
        button=event_button(event),
        why=str(ENTERED),
    )
    return site_frame(event.title) | made.context() | show_standings(found, kept)


def stand(kept: Kept, me: str) -> dict[str, object]:
    """Return place, points and number of those who stand there, for sentences."""
    at = kept.find(me)
    row = kept.row(at) if at is not None else None
    return {
        "place": row.place if row else "-",
        "points": points_words(row.points) if row else points_words("0"),
        "count": len(kept.rows),
    }


def points_words(points: str) -> str:
    return _("1 point") if points == "1" else _("%(count)s points") % {"count": points}


def show_end(found: Published, kept: Kept) -> Context:
    """Show how an event ended: the last rounds of its bracket if it has one, and the standings."""
    shown: Context = {}
    if found.rounds:
        shown = show_bracket(found, found.stage, found.rounds[-1].number)
    return show_standings(found, kept, drawn=not shown) | shown


def final_standings(found: Published) -> tuple[str, Kept]:
    """Find the last standings of an event in which the reader stands: of their division, or of the last stage that
    they reached."""
    me = found.me.code if found.me else ""
    return next((each for each in last_tables(found) if each[1].find(me) is not None), ("", NO_STANDINGS))


def last_tables(found: Published) -> Iterator[tuple[str, Kept]]:
    """Yield the last standings of each stage that was played, the latest first: of a league each division's."""
    for stage in reversed(found.stages):
        rows = [row for row in found.rounds if row.stage == stage.pk]
        if has_league(found, stage):
            yield from ((row.group, final_of_division(found, row)) for row in rows)
        elif rows:
            yield "", standings_of(found, stage)


def event_over(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell that an event is over, and where the reader ended."""
    event = event_of(mail)
    found = read_published(event, mail.user_id)
    group, kept = final_standings(found)
    me = found.me.code if found.me else ""
    said = {"event": event.title} | stand(kept, me)
    lead = [_("%(event)s is over. Thank you for playing.") % said]
    if kept.rows:
        lead.insert(1, _("You ended in place %(place)s of %(count)s, with %(points)s.") % said)
    title = _("%(event)s is over") % said
    made = Notice(title, title, lead, button=event_button(event), why=str(ENTERED))
    return site_frame(event.title) | made.context() | show_end(found, kept)


def event_trophy(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell somebody among the first what they have won, and where it is to be seen."""
    event = event_of(mail)
    found = read_published(event, mail.user_id)
    group, kept = final_standings(found)
    me = found.me.code if found.me else ""
    trophy = Trophy.objects.filter(tournament=event, entrant__user=mail.user_id).order_by("place").first()
    words = trophy_words(trophy) if trophy else event.title
    said = {"event": event.title, "trophy": words} | stand(kept, me)
    lead = [_("%(trophy)s. You had %(points)s.") % said, _("The trophy is a line on your page.")]
    if reason := mail.context.get("reason"):
        lead.insert(0, _("A result was corrected, and the standings have changed: %(reason)s") % {"reason": reason})
    title = trophy_title(trophy, event) if trophy else _("%(event)s is over") % said
    profile = (
        Button(_("Your page"), absolute_url(reverse("profile", args=[reader.user.username]))) if reader.user else None
    )
    made = Notice(
        f"{event.title}: {title[:1].lower()}{title[1:]}",
        title,
        lead,
        button=event_button(event),
        other=profile,
        why=str(ENTERED),
    )
    return site_frame(event.title) | made.context() | show_end(found, kept)


def event_trophy_lost(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell somebody that their trophy belongs to another after a result was mended, and where they stand now."""
    event = event_of(mail)
    found = read_published(event, mail.user_id)
    _group, kept = final_standings(found)
    said = {"event": event.title, "reason": mail.context["reason"]} | stand(kept, found.me.code if found.me else "")
    lead = [
        _("A result of %(event)s was corrected, and your trophy belongs to somebody else now.") % said,
        _("The reason: %(reason)s") % said,
        _("You are in place %(place)s of %(count)s, with %(points)s.") % said,
    ]
    other = Button(_("Write to the organizers"), absolute_url(reverse("event-write", args=[event.slug])))
    made = Notice(
        _("%(event)s: the standings were corrected") % said,
        _("The standings were corrected"),
        lead,
        button=event_button(event),
        other=other,
        why=str(ENTERED),
    )
    return site_frame(event.title) | made.context() | show_end(found, kept)


def trophy_title(trophy: Trophy, event: Tournament) -> str:
    """Tell in a few words what somebody has won."""
    if trophy.group:
        return _("You won division %(division)s") % {"division": division_name(trophy.group)}
    titles = {1: _("You won"), 2: _("You came second"), 3: _("You came third")}
    return titles[trophy.place]


# ---- when they are obsolete


def explain_gone(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that a mail's reader wants no mail of the event, or that there is no such event any more."""
    event = Tournament.objects.filter(pk=mail.context["event"]).first()
    if event is None:
        return _("the tournament is gone")
    entrant = entrant_of(mail, event)
    return _("its reader wants no mail of this tournament") if entrant is not None and not entrant.mails else ""


def explain_no_entry(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that nobody needs to hear that entry is open: it is over, or they have entered."""
    open_still = Tournament.objects.filter(pk=mail.context["event"], status=Tournament.Status.ENTRY)
    proved = EmailAddress.objects.filter(verified=True, email__iexact=mail.address).values("user")
    reader = Q(user=mail.user_id) if mail.user_id else Q(user__in=proved)
    has_entered = Entrant.objects.filter(reader, tournament__in=open_still).exists()
    return "" if open_still.exists() and not has_entered else _("entry is over, or its reader has entered")


def explain_no_check_in(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that a check-in needs no mail any more; empty while it is open and its reader has not checked in."""
    open_still = Tournament.objects.filter(pk=mail.context["event"], status=Tournament.Status.CHECK_IN)
    entrants = Entrant.objects.filter(tournament__in=open_still, user=mail.user_id, checked_in_at=None)
    return "" if entrants.exists() else _("its reader has checked in, or check-in is over")


def explain_other_trophy(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that a mail about a trophy came too late: it has gone to, or come back from, somebody else."""
    has_one = Trophy.objects.filter(tournament=mail.context["event"], entrant__user=mail.user_id).exists()
    if has_one != (mail.template == "event_trophy"):
        return _("the trophy went to somebody else meanwhile")
    return explain_gone(mail, mailed, now)


def explain_other_seat(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that a mail about a table came too late: its game is over, or somebody else plays the seat."""
    if mailed.game.has_ended:
        return _("the game is over")
    return explain_gone(mail, mailed, now) or explain_lost_seat(mail, mailed, now)


for kind in (
    MailKind("event_opened", gettext_lazy("A tournament is open"), event_opened, explain_obsolete=explain_no_entry),
    MailKind(
        "event_check_in",
        gettext_lazy("Check-in for a tournament"),
        event_check_in,
        wish="events",
        is_limited=False,
        explain_obsolete=explain_no_check_in,
    ),
    MailKind(
        "event_place",
        gettext_lazy("A place in a tournament"),
        event_place,
        wish="events",
        explain_obsolete=explain_gone,
    ),
    MailKind(
        "event_table",
        gettext_lazy("A table of a tournament"),
        event_table,
        wish="events",
        is_limited=False,
        explain_obsolete=explain_other_seat,
    ),
    MailKind(
        "event_seat",
        gettext_lazy("A seat for a substitute of a tournament"),
        event_seat,
        wish="events",
        is_limited=False,
        explain_obsolete=explain_other_seat,
    ),
    MailKind(
        "event_through",
        gettext_lazy("Through or out in a tournament"),
        event_through,
        templates="tournaments/standings_mail",
        wish="events",
        explain_obsolete=explain_gone,
    ),
    MailKind(
        "event_standings",
        gettext_lazy("Standings of a tournament"),
        event_standings,
        templates="tournaments/standings_mail",
        wish="events",
        explain_obsolete=explain_gone,
    ),
    MailKind(
        "event_over",
        gettext_lazy("The end of a tournament"),
        event_over,
        templates="tournaments/standings_mail",
        wish="events",
        explain_obsolete=explain_gone,
    ),
    MailKind(
        "event_trophy",
        gettext_lazy("A trophy"),
        event_trophy,
        templates="tournaments/standings_mail",
        wish="events",
        explain_obsolete=explain_other_trophy,
    ),
    MailKind(
        "event_trophy_lost",
        gettext_lazy("A trophy that belongs to somebody else now"),
        event_trophy_lost,
        templates="tournaments/standings_mail",
        wish="events",
        explain_obsolete=explain_other_trophy,
    ),
    MailKind(
        "event_cancelled",
        gettext_lazy("A tournament was called off"),
        event_cancelled,
        wish="events",
        explain_obsolete=explain_gone,
    ),
):
    MAIL_KINDS.add(kind)
