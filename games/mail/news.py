"""Mails about a running game that ask for no order: missed turns, what organizers did, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from games.links import TAKE_BACK, Link, absolute, link_path
from games.mail import summary, tables
from games.mail.notes import Button, Row, board_button, news, shown_board
from games.mail.reader import Reader
from games.mail.turn import Context, frame, seat_of
from games.models import AuditEntry, Entry, Game, OutboxMail, Player
from games.narration import names_for, sentence
from games.pages.amounts import listed
from games.pages.facts import StoryLine
from games.pages.places import ranked
from games.seats import title
from games.selectors.access import view_of
from games.selectors.history import entries_in_force
from games.selectors.people import people_at
from games.selectors.story import entries_since, story_of, visible_events
from games.services.deadlines import MISSES

# ---- time


def passed(mail: OutboxMail, reader: Reader) -> Context:
    """Somebody's time ran out: what was played instead, and who plays on."""
    game, player = seat_of(mail)
    view = view_of(game, player.seat)
    note = Entry.objects.get(game=game, seq=mail.context["seq"])
    late = game.players.select_related("user").get(seat=note.seat)
    entries = played_for(game, note)
    handed = any(event["type"] == "host.caretaker" for entry in entries for event in entry.events)
    people = people_at(game, player.seat)
    shown = [entry for entry in entries if entry.kind != Entry.Kind.NOTE]
    story = story_of(game, shown, names_for(view), people, now=reader.now, zone=reader.zone)
    if game.deserted and late.state == Player.State.CARETAKER:
        made = passed_for_the_last(game, late, player, story)
    else:
        words = passed_for_me if late.seat == player.seat else passed_for_other
        made = words(game, late, handed, story)
    return frame(game, view) | made | shown_board(game, view, story)


def played_for(game: Game, note: Entry) -> list[Entry]:
    """What was written for the seat in the moment in which its time ran out."""
    return [entry for entry in entries_since(game, note.seq - 1) if entry.seat == note.seat and entry.at == note.at]


def passed_for_me(game: Game, late: Player, handed: bool, story: Sequence[StoryLine]) -> Context:
    settings_url = absolute(reverse("game-settings", args=[game.slug]))
    if handed:
        return news(
            f"{game.name}: the caretaker holds your seat", "The caretaker holds your seat now",
            ["Your time ran out, so the caretaker plays for you: it places armies, holds your land and attacks nobody. "
             "The seat stays yours; take it back whenever you like."],
            button=back_button(game, late), other=board_button(game),
            story=story, story_title="What was played for you",
        )  # fmt: skip
    return news(
        f"{game.name}: your time ran out, your turn was played for you", "Your time ran out",
        [f"Your turn was played for you. If you miss {MISSES} turns in a row, the caretaker takes your seat until you "
         "come back."],
        button=board_button(game), other=Button("Orders for when you are late", settings_url),
        story=story, story_title="What was played for you",
    )  # fmt: skip


def passed_for_other(game: Game, late: Player, handed: bool, story: Sequence[StoryLine]) -> Context:
    who = title(late.colour)
    then = " The caretaker plays on in the seat until its player comes back." if handed else ""
    lead = f"{who} ({late.label}) did not answer in time."
    lead += then or f" The turn was played for {who} by the rule for missed turns."
    headline = f"{who} did not answer in time"
    return news(
        f"{game.name}: {headline}", headline, [lead], button=board_button(game), story=story,
        story_title="What was played instead",
    )  # fmt: skip


def passed_for_the_last(game: Game, late: Player, player: Player, story: Sequence[StoryLine]) -> Context:
    """Nobody is left who plays, so no caretaker plays on either: the game is stopped until somebody comes back."""
    mine = late.seat == player.seat
    may_return = player.state == Player.State.CARETAKER
    lead = "Your time ran out." if mine else f"{title(late.colour)} ({late.label}) did not answer in time."
    lead += " Nobody is left at the table, so the game waits."
    lead += " Take your seat back and it goes on." if may_return else " It goes on when somebody takes a seat back."
    return news(
        f"{game.name}: nobody is left at the table, the game waits", "The game waits", [lead],
        button=back_button(game, player) if may_return else board_button(game),
        other=board_button(game) if may_return else None,
        story=story, story_title="What was played for you" if mine else "What was played instead",
    )  # fmt: skip


def back_button(game: Game, player: Player) -> Button:
    link = Link(game.pk, player.seat or 0, 0, TAKE_BACK, player.user_id or 0)
    return Button("Take the seat back", absolute(link_path(link)))


# ---- what organizers did


def notice(mail: OutboxMail, reader: Reader) -> Context:
    """An organizer paused, resumed, rewound or called off the game, or gave a seat to somebody."""
    game, player = seat_of(mail)
    view = view_of(game, player.seat)
    entry = Entry.objects.get(game=game, seq=mail.context["seq"])
    names = names_for(view, html=False)
    said = [str(sentence(event, names)) for event in visible_events(entry, player.seat)]
    tag = str(entry.events[0]["type"])
    headline = NOTICES.get(tag, "A word from the organizer")
    if tag == "host.replaced" and entry.seat == player.seat:
        headline = f"You play {title(player.colour)} now"
    made = news(f"{game.name}: {headline[:1].lower()}{headline[1:]}", headline, said, button=board_button(game))
    return frame(game, view) | made | shown_board(game, view)


def answer(mail: OutboxMail, reader: Reader) -> Context:
    """What organizers say to somebody who asked them about a game."""
    game = tables.table_of(mail)
    said = AuditEntry.objects.get(pk=mail.context["audit"]).reason
    asked = absolute(reverse("game-ask", args=[game.slug]))
    return tables.table_frame(game) | news(
        f"{game.name}: an answer to your question", "The organizers answer", said.splitlines(),
        button=board_button(game), other=Button("See the question", asked),
    )  # fmt: skip


def question(mail: OutboxMail, reader: Reader) -> Context:
    """What a player asks, for organizers."""
    game = tables.table_of(mail)
    asked = AuditEntry.objects.select_related("user").get(pk=mail.context["audit"])
    who = asked.user.username if asked.user else "A player"
    headline = f"{who} asks about {game.name}"
    return tables.table_frame(game) | news(
        headline, headline, asked.reason.splitlines(), why="you organize games",
        button=Button("See the game and answer", absolute(reverse("organize-game", args=[game.slug]))),
    )  # fmt: skip


NOTICES = {
    "host.opened": "An organizer looked at hidden things",
    "host.paused": "The game is paused",
    "host.resumed": "The game goes on",
    "host.extended": "There is more time",
    "host.passed": "The organizer passed for somebody",
    "host.rewound": "The game was put back",
    "host.replaced": "A seat has changed hands",
    "host.void": "The game was called off",
}


# ---- the end


def over(mail: OutboxMail, reader: Reader) -> Context:
    """Who won, the reader's own place, and where the dice can be checked."""
    game, player = seat_of(mail)
    view = view_of(game, player.seat)
    places = ranked(view, (event for entry in entries_in_force(game) for event in entry.events))
    people = {person.seat: person for person in people_at(game, player.seat)}
    winners = [people[seat] for seat in view.winners if seat in people]
    won = any(person.you for person in winners)
    who = listed([f"{person.title} ({person.name})" for person in winners]) or "Nobody"
    heading = "You won" if won else f"{who} won"
    rows = [
        Row(f"{place}.", people[seat].colour, people[seat].name, "you" if people[seat].you else "")
        for place, seat in places if seat in people
    ]  # fmt: skip
    mine = next((place for place, seat in places if seat == player.seat), 0)
    lead = f"{game.name} ended in round {view.round}." + ("" if won else f" You came {ordinal(mine)} of {len(places)}.")
    made = news(
        f"{game.name} is over: {'you won' if won else f'{who} won'}", heading, [lead],
        button=Button("See the result, or play again", absolute(reverse("game", args=[game.slug]))),
        rows=rows, rows_title="Places",
        after=[_("The dice key is now public. Your browser can calculate every throw again and compare the log with "
                 "the heads from your mails."),
               Button(_("Check the dice"), absolute(reverse("game-dice", args=[game.slug]))),
               Button(_("Download the log"), absolute(reverse("game-log", args=[game.slug])))],
    )  # fmt: skip
    return frame(game, view) | made | shown_board(game, view)


def ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


MAKERS: dict[str, Callable[[OutboxMail, Reader], Context]] = {
    "invitation": tables.invitation,
    "rematch": tables.rematch,
    "put_away": tables.put_away,
    "unseated": tables.unseated,
    "started": tables.started,
    "passed": passed,
    "notice": notice,
    "answer": answer,
    "question": question,
    "over": over,
    "summary": summary.summary,
}
