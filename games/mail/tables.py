"""Mails about a table that gathers or has just begun: invitations, rematches, the start."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from games.links import absolute
from games.mail.notes import Button, Row, board_button, news, shown_board
from games.mail.reader import Reader
from games.mail.turn import Context, frame, seat_of
from games.models import Game, OutboxMail
from games.models.game import tell_apart
from games.pages.facts import Person
from games.seats import title
from games.selectors.access import view_of
from games.selectors.people import people_at
from games.selectors.proof import first_head_shown
from games.terms import table_rules

FIELDPOST = (
    "Fieldpost is a place for slow games of world conquest: a turn takes a few minutes, on a page or from a mail, and "
    "you have days for it."
)


def invitation(mail: OutboxMail, reader: Reader) -> Context:
    """Somebody offers a seat."""
    game = table_of(mail)
    host = str(mail.context.get("from") or "A player")
    subject = f"{host} invites you to {game.name}"
    return table_frame(game) | {"host": host} | news(
        subject, subject, [about_table(game), *what_is_played(game), FIELDPOST],
        button=Button("See the table and take a seat", absolute(reverse("invite", args=[game.invite_token]))),
        rows=seated(game), rows_title="At the table so far", why=f"{host} invited you",
    )  # fmt: skip


def rematch(mail: OutboxMail, reader: Reader) -> Context:
    """The same again, asked of everybody who played."""
    game = table_of(mail)
    host = str(mail.context.get("from") or "A player")
    return table_frame(game) | news(
        f"{host} wants to play {game.rematch_of or game} again", f"{host} wants to play again",
        [f"The same rules and clocks as before. {about_table(game)}", *what_is_changed(game)],
        button=Button("Take a seat", absolute(reverse("invite", args=[game.invite_token]))),
        rows=seated(game), rows_title="At the table so far", why="you played the game before this one",
    )  # fmt: skip


def put_away(mail: OutboxMail, reader: Reader) -> Context:
    """A table at which the reader sat was closed before the first move."""
    game = table_of(mail)
    why = str(mail.context.get("reason") or "")
    said = [f"{mail.context.get('by') or 'Its host'} called {game.name} off before it began, so no turn of it comes."]
    return table_frame(game) | news(
        f"{game.name} was called off", "The game was called off", [*said, *([f"“{why}”"] if why else [])],
        button=Button("See other tables", absolute(reverse("home"))), why="you had a seat there",
    )  # fmt: skip


def unseated(mail: OutboxMail, reader: Reader) -> Context:
    """An organizer gave the reader's seat to somebody else."""
    game = table_of(mail)
    newcomer = mail.context["by"] or "somebody else"
    said = f"An organizer gave your seat in {game.name} to {newcomer}. You get no more questions from it."
    return table_frame(game) | news(
        f"{game.name}: your seat is somebody else’s now", "Your seat has changed hands",
        [said, f"The reason: {mail.context['reason']}"],
        button=Button("See your other games", absolute(reverse("home"))),
        other=board_button(game) if game.watch == Game.Watch.ANYONE else None, why="the seat was yours",
    )  # fmt: skip


def table_of(mail: OutboxMail) -> Game:
    assert mail.game_id is not None
    return Game.objects.select_related("creator").get(pk=mail.game_id)


def table_frame(game: Game) -> Context:
    """The frame of mails about a table that has not begun."""
    return {"game": game, "place": f"{game.name}, {title_of(game)}", "links": {}}


def about_table(game: Game) -> str:
    free = max(0, game.seats_wanted - game.players.count())
    seats = f"{game.seats_wanted} seats, {free if free else 'none'} free"
    days, hours = divmod(game.turn_hours, 24)
    span = f"{days} {'day' if days == 1 else 'days'}" if not hours else f"{game.turn_hours} hours"
    if game.turn_hours == 1:
        span = "1 hour"
    return f"{title_of(game)}, {seats}, {span} for a turn."


def title_of(game: Game) -> str:
    """The rules with their overlays: "Modern with “Commanders”"."""
    played = table_rules(game)
    return played.title if played else game.rules


def what_is_played(game: Game) -> list[str]:
    """The rules in a paragraph, and a paragraph for each thing that is not as usual."""
    played = table_rules(game)
    return [played.rules.summary, *what_is_changed(game)] if played else []


def what_is_changed(game: Game) -> list[str]:
    played = table_rules(game)
    return ["Changed at this table:", *played.lines] if played and played.lines else []


def seated(game: Game) -> list[Row]:
    players = list(game.players.select_related("user").order_by("pk"))
    tell_apart(players)
    host = _("site host")
    return [
        Row("", player.colour, player.label, "bot" if player.bot else host if player.is_host else "")
        for player in players
    ]


def started(mail: OutboxMail, reader: Reader) -> Context:
    """The last seat was taken: who plays what, and in which order."""
    game, player = seat_of(mail)
    view = view_of(game, player.seat)
    by_seat = {person.seat: person for person in people_at(game, player.seat)}
    asked = [person for person in by_seat.values() if view.asked and person.seat in view.asked.seats]
    first = f" {asked[0].title} ({asked[0].name}) is asked first." if asked and not asked[0].you else ""
    order = [by_seat[seat] for seat in (view.order or tuple(by_seat)) if seat in by_seat]
    made = news(
        f"{game.name} has begun: you are {title(player.colour)}", f"You are {title(player.colour)}",
        [f"{game.name} has begun.{first} You get a mail when it is you.", *what_is_changed(game)],
        button=board_button(game), rows=[row_of(person) for person in order], rows_title="In order of play",
        after=[
            _("The order of play was drawn from the dice key and everyone’s word. The first head of the dice log is "
              "%(head)s.") % {"head": first_head_shown(game)},
            Button(_("See everyone’s word"), absolute(reverse("game-dice", args=[game.slug]))),
        ],
    )  # fmt: skip
    return frame(game, view) | made | shown_board(game, view)


def row_of(person: Person, note: str = "") -> Row:
    host = _("site host") if person.host else ""
    return Row("", person.colour, "you" if person.you else person.name, note or person.note or host)
