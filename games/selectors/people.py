"""List who sits at a table, as pages show it."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.decisions.page_data import Person
from games.models import Game, Player
from games.models.game import tell_apart


def people_of(players: Iterable[Player], viewer: int | None) -> tuple[Person, ...]:
    """List everybody with a seat in the order of seats, with a note on who plays it really."""
    players = list(players)
    tell_apart(players)
    seated = sorted((player for player in players if player.seat is not None), key=lambda player: player.seat or 0)
    return tuple(
        Person(
            player.seat or 0,
            player.colour,
            player.label,
            player.seat == viewer,
            note_of(player),
            player.is_host,
            bool(player.bot),
        )
        for player in seated
    )


def people_at(game: Game, viewer: int | None) -> tuple[Person, ...]:
    """List everybody with a seat in a game. One query."""
    return people_of(game.players.select_related("user"), viewer)


def note_of(player: Player) -> str:
    if player.bot:
        return _("bot")
    notes = {
        Player.State.CARETAKER: _("held by the caretaker") if player.game.has_ended else _("the caretaker plays on"),
        Player.State.RESIGNED: _("resigned, the caretaker plays on"),
        Player.State.OUT: _("out of the game"),
    }
    note = notes.get(Player.State(player.state), "")
    return note or ("" if is_reachable(player) else _("gets no mail about turns"))


def is_reachable(player: Player) -> bool:
    """Tell whether a person gets a mail when it is their turn; the table, which waits for them, may know."""
    return player.user is None or player.game.has_ended or player.user.wants_mail("turn")
