"""Mails about a running game that ask for no order: missed turns, what organizers did, the end."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine import Facts
from games.decisions.kit.page_types import StoryLine
from games.families.final_ranking import final_places, kept_places, number_places
from games.families.parts import parts_of
from games.families.result import ScoreTable
from games.mail import tables
from games.mail.links import RECLAIM_SEAT, OrderLink, absolute_url, link_path
from games.mail.notes import Button, Notice, TableRow, board_button, board_image, sections_of, site_frame
from games.mail.turn import command_context, frame, links_to_watch, seat_of, story_since, visible_story
from games.models import AuditEntry, Entry, Game, OutboxMail, Player
from games.pages.by_seat import is_hit
from games.permissions import organizes
from games.play.sealed import events_without_people
from games.selectors.estimates import expected_words
from games.selectors.mailed_game import MailedGame, MailReader
from games.selectors.story import Told, since_last_turn, visible_events
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from games.services.notifications import NOTICES
from games.wording.adjudication import figures_of_seat, find_adjudication, first_words, what_ranks, why_adjudicated
from games.wording.amounts import NBSP, join_and, round_name
from games.wording.narration import names_for, sentence
from games.wording.seats import Person, colour_name, stand_in_title

# ---- time


def passed(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell that somebody's time ran out: what was played instead, and who plays on."""
    game, player = seat_of(mail, reader)
    view = reader.mailed.view(player.seat)
    note = Entry.objects.get(game=game, seq=mail.context["seq"])
    late = reader.mailed.player(note.seat)
    entries = caretaker_notice(reader, note)
    tags = {event["type"] for entry in entries for event in entry.events}
    told = visible_story([entry for entry in entries if entry.kind != Entry.Kind.NOTE], view, reader)
    story = tuple(line for line in told if line.seat == note.seat)  # not of the turn that follows
    if game.deserted and late.state == Player.State.CARETAKER:
        made = passed_for_the_last(game, late, player, story)
    elif late.seat == player.seat:
        expected = expected_words(game, player.seat, reader.now, reader.zone, in_mail=True)
        made = passed_for_me(game, late, tags, story, expected)
    else:
        made = passed_for_other(game, late, tags, story)
    if player.state == Player.State.CARETAKER and (game.deserted or late.seat == player.seat):
        made |= command_context(mail, reader, _("Or reply with “return” to take your seat back."))
    return frame(game, view) | made | board_image(game, view, story)


def caretaker_notice(reader: MailReader, note: Entry) -> list[Told]:
    """Find the answer that was written for the seat when its time ran out."""
    entries = reader.mailed.entries_since(note.seq - 1)
    return [entry for entry in entries if entry.seat == note.seat and entry.at == note.at]


def passed_for_me(game: Game, late: Player, tags: Set[str], story: Sequence[StoryLine], expected: str = "") -> Context:
    """Tell a player whose time ran out that the turn was skipped, or that the rest of it was played, and when their
    next one is `expected`; or that the seat has fallen free, and what was done about it. `tags` are the events that
    were noted."""
    if tags & {"host.awaited", "host.caretaker"}:
        return seat_fell_free(game, late, "host.awaited" in tags, story)
    settings_url = absolute_url(reverse("game-settings", args=[game.slug]))
    said = {"game": game.name, "misses": game.time.late.row}
    again = [_("Your next turn probably comes %(when)s.") % {"when": expected}] if expected else []
    if "host.unfinished" in tags:
        subject = _("%(game)s: your time ran out, and your turn was finished for you")
        lead = _("The rest of your turn was played for you. A turn that you begin does not count as missed.")
    elif late.is_played_by_friend:
        subject = _("%(game)s: your turn was skipped while you were away")
        lead = _("%(by)s did not answer in time. The turn was skipped, and does not count as missed by you.")
        said["by"] = late.substitute.name if late.substitute else ""
    else:
        subject = _("%(game)s: your time ran out and your turn was skipped")
        lead = _(
            "Your turn was skipped. If you miss %(misses)s turns in a row, the caretaker takes your seat until you "
            "come back."
        )
    return Notice(
        subject % said,
        _("Your time ran out"),
        [lead % said, *again],
        button=board_button(game),
        other=Button(_("Orders for when you are late"), settings_url),
        story=story,
        story_title=_("What was played for you"),
    ).context()


def seat_fell_free(game: Game, late: Player, awaited: bool, story: Sequence[StoryLine]) -> Context:
    """Tell a player that the seat has fallen free: who plays it, or that the game waits, and how to return."""
    if awaited:
        subject, heading = _("%(game)s: the game waits for you"), _("The game waits for you")
        lead = _("Your time ran out, so the game is paused for up to 48 hours.")
    elif late.held_by:
        subject, heading = _("%(game)s: %(by)s plays your seat"), _("%(by)s plays your seat now")
        lead = _("Your time ran out, so the bot %(by)s plays for you, whole turns with their attacks.")
    else:
        subject, heading = _("%(game)s: the caretaker plays your seat"), _("The caretaker plays your seat now")
        lead = _(
            "Your time ran out, so the caretaker plays for you: it reinforces your weakest border, defends your "
            "territories and attacks nobody."
        )
    then = _("The seat stays yours. Take it back whenever you like.")
    if late.offered_at is not None:
        then = _("The seat is offered to others. Until somebody takes it, you can take it back.")
    words = {"game": game.name, "by": stand_in_title(late.held_by, "")}
    return Notice(
        subject % words,
        heading % words,
        [f"{lead % words} {then}"],
        button=back_button(game, late),
        other=board_button(game),
        story=story,
        story_title=_("What was played for you"),
    ).context()


def passed_for_other(game: Game, late: Player, tags: Set[str], story: Sequence[StoryLine]) -> Context:
    said = {"game": game.name, "seat": colour_name(late.colour), "name": late.label}
    lead = _("%(seat)s (%(name)s) did not answer in time, and the turn was skipped.")
    if "host.unfinished" in tags:
        lead = _("%(seat)s (%(name)s) ran out of time, and the rest of the turn was played for them.")
    if "host.awaited" in tags:
        lead = _("%(seat)s (%(name)s) did not answer in time. The game waits for them for up to 48 hours.")
    elif "host.caretaker" in tags and late.held_by:
        said["by"] = stand_in_title(late.held_by, "")
        lead = _("%(seat)s (%(name)s) did not answer in time. %(by)s plays the seat until its player comes back.")
    elif "host.caretaker" in tags:
        lead = _(
            "%(seat)s (%(name)s) did not answer in time. The caretaker plays the seat until its player comes back."
        )
    offered = [_("The seat is also offered to new players.")] if "host.seat_offered" in tags else []
    return Notice(
        _("%(game)s: %(seat)s did not answer in time") % said,
        _("%(seat)s did not answer in time") % said,
        [" ".join([lead % said, *offered])],
        button=board_button(game),
        story=story,
        story_title=_("What was played instead"),
    ).context()


def passed_for_the_last(game: Game, late: Player, player: Player, story: Sequence[StoryLine]) -> Context:
    """Tell that nobody is left who plays: the game is stopped until somebody comes back."""
    mine = late.seat == player.seat
    may_return = player.state == Player.State.CARETAKER
    said = {"game": game.name, "seat": colour_name(late.colour), "name": late.label}
    why = _("Your time ran out.") if mine else _("%(seat)s (%(name)s) did not answer in time.") % said
    then = _("The game continues when somebody takes a seat back.")
    if may_return:
        then = _("Take your seat back and the game continues.")
    return Notice(
        _("%(game)s: everybody has left, so the game is on hold") % said,
        _("The game is on hold"),
        [f"{why} {_('Nobody is left at the table, so the game is on hold.')} {then}"],
        button=back_button(game, player) if may_return else board_button(game),
        other=board_button(game) if may_return else None,
        story=story,
        story_title=_("What was played for you") if mine else _("What was played instead"),
    ).context()


def back_button(game: Game, player: Player) -> Button:
    link = OrderLink(game.pk, player.seat or 0, 0, RECLAIM_SEAT, player.user_id or 0)
    return Button(_("Take the seat back"), absolute_url(link_path(link)))


# ---- what organizers did


def notice(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell that an organizer paused, resumed, rewound or voided the game, or gave a seat to somebody; or what the
    players agreed on."""
    game, player = seat_of(mail, reader)
    view = reader.mailed.view(player.seat)
    entry = Entry.objects.get(game=game, seq=mail.context["seq"])
    names = names_for(view, html=False)
    if game.hides_names:
        entry.events = events_without_people(entry.events)
    said = [str(sentence(event, names)) for event in visible_events(entry, player.seat)]
    tag = str(entry.events[0]["type"])
    headline = str(NOTICES.get(tag, gettext_lazy("A message from the organizer")))
    if tag == "host.replaced" and entry.seat == player.seat:
        headline = _("You play %(seat)s now") % {"seat": colour_name(player.colour)}
    made = Notice(
        f"{game.name}: {headline[:1].lower()}{headline[1:]}", headline, said, button=board_button(game)
    ).context()
    return frame(game, view) | made | board_image(game, view)


def answer(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell somebody who asked about a game what the organizers answer."""
    game = tables.table_of(mail)
    said = AuditEntry.objects.get(pk=mail.context["audit"]).reason
    asked = absolute_url(reverse("game-ask", args=[game.slug]))
    return (
        tables.table_frame(game)
        | Notice(
            _("%(game)s: an answer to your question") % {"game": game.name},
            _("The organizers answer"),
            said.splitlines(),
            button=board_button(game),
            other=Button(_("See the question"), asked),
        ).context()
    )


def message(mail: OutboxMail, reader: MailReader) -> Context:
    """Deliver what organizers write to a table or to one person unasked."""
    heading = _("A message from the organizers")
    said = AuditEntry.objects.get(pk=mail.context["audit"]).reason.splitlines()
    if mail.game_id is None:
        games = Button(_("Your games"), absolute_url(reverse("home")))
        return site_frame(_("Your games")) | Notice(heading, heading, said, button=games).context()
    game = tables.table_of(mail)
    return (
        tables.table_frame(game)
        | Notice(
            _("%(game)s: a message from the organizers") % {"game": game.name},
            heading,
            said,
            button=board_button(game),
            other=Button(_("Reply"), absolute_url(reverse("game-ask", args=[game.slug]))) if game.has_board else None,
        ).context()
    )


def question(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell organizers what a player asks."""
    game = tables.table_of(mail)
    asked = AuditEntry.objects.select_related("user").get(pk=mail.context["audit"])
    who = asked.user.username if asked.user else _("A player")
    headline = _("%(who)s has a question about %(game)s") % {"who": who, "game": game.name}
    return (
        tables.table_frame(game)
        | Notice(
            headline,
            headline,
            asked.reason.splitlines(),
            why=_("You get this because you organize games."),
            button=Button(_("See the game and answer"), absolute_url(reverse("organize-game", args=[game.slug]))),
        ).context()
    )


# ---- the end


def eliminated(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell that the reader is eliminated: by whom, at which place, and who attacked them since their last turn."""
    game, player = seat_of(mail, reader)
    view = reader.mailed.view(player.seat)
    entry = Entry.objects.get(game=game, seq=mail.context["seq"])
    fall = next(event for event in visible_events(entry, player.seat) if falls(event, player))
    told = [entry.events for entry in reader.mailed.entries_in_force]
    place = next(place for place, seat in number_places(final_places(view, told)) if seat == player.seat)
    said = {"game": game.name, "place": ordinal(place), "seats": len(view.seats)}
    lead = _("You finished %(place)s of %(seats)s. The game goes on without you, and you can still watch it.") % said
    told_since = story_since(view, reader, since_last_turn(game, player.seat or 0, view).seq)
    story = [line for line in told_since if line.is_news or is_hit(line, player.colour)]
    made = Notice(
        _("%(game)s: you have been eliminated") % said,
        _("You have been eliminated"),
        [str(sentence(fall, names_for(view, html=False))), lead],
        button=board_button(game),
        other=Button(_("Find your next game"), absolute_url(reverse("games-public"))),
        story=story,
        story_title=_("Since your last turn"),
        left_out=len(told_since) - len(story),
        sections=sections_of(mail, reader),
    ).context()
    return frame(game, view) | made | board_image(game, view, story) | {"links": links_to_watch(game)}


def falls(event: Facts, player: Player) -> bool:
    return bool(event["type"] == "seat.eliminated" and event["seat"] == player.seat)


def over(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell who won, the reader's own place, the last turn, and where the dice can be checked."""
    game, player = seat_of(mail, reader)
    view = reader.mailed.view(player.seat)
    entries = [entry.events for entry in reader.mailed.entries_in_force]
    events = [event for told in entries for event in told]
    places = number_places(kept_places(game.result) or final_places(view, entries))
    scored = parts_of(view.rules).result.score_table(events)
    people = {person.seat: person for person in reader.mailed.people(player.seat)}
    judged = find_adjudication(events)
    if judged:
        return adjudicated(mail, view, judged, places, reader)
    winners = [people[seat] for seat in view.winners if seat in people]
    won = any(person.you for person in winners)
    others = join_and([f"{colour_name(person.colour)} ({person.name})" for person in winners if not person.you])
    who = others or _("Nobody")
    if won:
        who = _("you and %(others)s") % {"others": others} if others else _("you")
    mine = next((place for place, seat in places if seat == player.seat), 0)
    said = {"game": game.name, "who": who, "place": ordinal(mine), "seats": len(places)}
    said["round"] = round_name(view.rules, view.round)
    lead = _("%(game)s ended in %(round)s.") % said
    drawn = any(event["type"] == "host.drawn" for event in events)
    if drawn:
        lead = _("%(game)s ended in %(round)s: those who still played agreed to a draw and share the win.") % said
    if not won:
        lead += " " + _("You finished %(place)s of %(seats)s.") % said
    if scored and scored.note:
        lead += " " + scored.note
    story, left_out = last_moves(view, reader)
    made = Notice(
        _("%(game)s is over: a draw") % said if drawn else _("%(game)s is over: %(who)s won") % said,
        _("A draw: %(who)s") % said if drawn else _("%(who)s won") % {"who": who[:1].upper() + who[1:]},
        [lead],
        button=Button(_("See the result, or play again"), absolute_url(reverse("game", args=[game.slug]))),
        story=story,
        story_title=_("The last turn"),
        left_out=left_out,
        rows=[ranked_row(place, people[seat], score_of(scored, seat)) for place, seat in places if seat in people],
        rows_title=_("Final ranking"),
        rows_first=True,
        sections=sections_of(mail, reader),
        after=proof_of_dice(game),
    ).context()
    return frame(game, view) | made | board_image(game, view, story)


def adjudicated(
    mail: OutboxMail, view: engine.PlayerView, judged: engine.Facts, places: list[tuple[int, int]], reader: MailReader
) -> Context:
    """Tell that a game ended without a winner: why, the reader's own place, and what each player was ranked by."""
    game, people = reader.mailed.game, {person.seat: person for person in reader.mailed.people(view.viewer)}
    first = [people[seat] for place, seat in places if place == 1]
    who = _("You came first")
    if len(first) > 1 or not first[0].you:
        who = first_words([_("you") if each.you else colour_name(each.colour) for each in first])
    mine = next((place for place, seat in places if seat == view.viewer), 0)
    said = {"game": game.name, "who": who, "place": ordinal(mine), "seats": len(places)}
    ended = _("%(game)s has ended, and nobody wins.")
    if judged["why"] != "last_round" and view.round:  # the last round is named as why it ended
        ended = _("%(game)s ended in %(round)s, and nobody wins.")
        said["round"] = round_name(view.rules, view.round)
    leads = [why_adjudicated(judged, view.rules), ended % said]
    leads += [_("You finished %(place)s of %(seats)s.") % said, what_ranks(judged)]
    moves, left_out = last_moves(view, reader)
    noted = (game.result or {}).get("adjudicated_at", 0)
    story = tuple(line for line in moves if line.seq != noted)  # the lead and the ranking above say it
    made = Notice(
        _("%(game)s is over: %(who)s") % (said | {"who": who[:1].lower() + who[1:] if first[0].you else who}),
        who[:1].upper() + who[1:],
        [" ".join(leads)],
        button=Button(_("See the result, or play again"), absolute_url(reverse("game", args=[game.slug]))),
        story=story,
        story_title=_("The last turn"),
        left_out=left_out,
        rows=[
            ranked_row(place, people[seat], figures_of_seat(judged, seat, view.rules).replace(" ", NBSP))
            for place, seat in places
            if seat in people
        ],
        rows_title=_("Final ranking"),
        rows_first=True,
        sections=sections_of(mail, reader),
        after=proof_of_dice(game),
    ).context()
    return frame(game, view) | made | board_image(game, view, story)


def proof_of_dice(game: Game) -> list[str | Button]:
    """Say that the dice key is public now, and where the dice can be checked."""
    return [
        _(
            "The dice key is now public. Your browser can calculate every throw again and compare the log with the "
            "heads from your emails."
        ),
        Button(_("Check the dice"), absolute_url(reverse("game-dice", args=[game.slug]))),
        Button(_("Download the log"), absolute_url(reverse("game-log", args=[game.slug]))),
    ]


def score_of(scored: ScoreTable | None, seat: int) -> str:
    """Say what a seat scored for; empty in games without scores."""
    if scored is None:
        return ""
    told = zip(scored.rows, scored.words, strict=True)
    words = next((words for (each, _numbers), words in told if each == seat), "")
    return re.sub(r"(?<=\d) (?=\w)| (?=\d+$)", NBSP, words)


def ranked_row(place: int, person: Person, score: str) -> TableRow:
    """Build a line of the final ranking: "Ann (you)", with what they scored for, if the game counts that."""
    name = _("%(name)s (you)") % {"name": person.name} if person.you else person.name
    return TableRow(f"{place}.", person.colour, name, score)


def last_moves(view: engine.PlayerView, reader: MailReader) -> tuple[tuple[StoryLine, ...], int]:
    """Make the story of the turn in which the game ended, without its dice: the moves that the picture shows, and who
    is out or has won. Also count the lines that are left out."""
    told = last_turn(view, reader)
    kept = [line for line in told if line.number or line.is_news]
    return tuple(replace(line, throws=()) for line in kept), len(told) - len(kept)


def last_turn(view: engine.PlayerView, reader: MailReader) -> tuple[StoryLine, ...]:
    """Make the story of the turn in which the game ended."""
    began = 0
    for entry in reader.mailed.entries_in_force:
        if any(event["type"] == "turn.began" for event in entry.events):
            began = entry.seq
    return story_since(view, reader, began - 1) if began else ()


def ordinal(number: int) -> str:
    """Write a number in order: "first", "7th"."""
    words = {1: _("first"), 2: _("second"), 3: _("third"), 4: _("fourth"), 5: _("fifth"), 6: _("sixth")}
    return words.get(number) or _("%(number)sth") % {"number": number}


def explain_lost_office(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that the reader does not organize the game any more; empty if they do."""
    is_theirs = mail.user is not None and organizes(mail.user, mailed.game)
    return "" if is_theirs else _("the reader does not organize the game any more")


for kind in (
    MailKind("passed", gettext_lazy("A missed turn"), passed),
    MailKind("notice", gettext_lazy("What an organizer did or a vote decided"), notice),
    MailKind("answer", gettext_lazy("An organizer’s answer"), answer, is_limited=False),
    MailKind("message", gettext_lazy("A message from the organizers"), message, is_limited=False),
    MailKind(
        "question", gettext_lazy("A player’s question"), question, wish="staff", explain_obsolete=explain_lost_office
    ),
    MailKind("out", gettext_lazy("A player was eliminated"), eliminated),
    MailKind("over", gettext_lazy("The end of the game"), over, is_limited=False),
):
    MAIL_KINDS.add(kind)
