"""Everything about one game that an organizer may read: seats, open answers, journal, mails, audit log.

The journal is told as spectators know it. `secrets_of` and a journal with `whole` are for games whose hidden
information was opened (`games.services.disputes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.safestring import SafeString

import engine
from games.families.parts import parts_of
from games.models import AuditEntry, Entry, Game, OutboxMail, Player, StandingOrder, Waiting
from games.models.game import tell_apart
from games.play.journal_reader import views_at
from games.play.sealed import is_sealed, visible_order_text, visible_source, visible_stand_in
from games.selectors.standing import Use, uses_of
from games.selectors.story import visible_events
from games.wording import narration
from games.wording.seats import stood_in_words

Row = TypeVar("Row", bound=Model)

JOURNAL_PAGE = 60
MAILS_PAGE = 60


@dataclass(frozen=True)
class JournalLine:
    """One entry of the journal. `void` if an undo or a rewind has taken it back; `hides` if something is kept back;
    `source` says how it was given, empty where that would tell."""

    entry: Entry
    player: Player | None
    order: str
    sentences: tuple[SafeString, ...]
    void: bool
    hides: bool
    source: str


@dataclass(frozen=True)
class SeatSecrets:
    """The secrets of one seat: cards, standing orders, mission."""

    player: Player
    cards: tuple[str, ...]
    standing: str
    uses: Sequence[Use]
    mission: str = ""


def seats_of(game: Game) -> list[Player]:
    """List the players of a game in the order of seats. One query, none where they were prefetched."""
    if is_prefetched(game, "players"):
        players = sorted(game.players.all(), key=lambda each: (each.seat is None, each.seat, each.pk))
    else:
        players = list(game.players.select_related("user").order_by("seat", "pk"))
    tell_apart(players)
    return players


def is_prefetched(game: Game, name: str) -> bool:
    return name in getattr(game, "_prefetched_objects_cache", {})


def names_of(game: Game, players: Sequence[Player], *, html: bool = True) -> narration.Names:
    """Build the names by which a spectator of the game reads its events."""
    colours = {player.seat: player.colour for player in players if player.seat is not None}
    seated = [colours[seat] for seat in sorted(colours)]
    return narration.Names(seated, engine.mapgraph(game.map), None, html, game.rules, game.options)


def journal_page(
    game: Game, players: Sequence[Player], *, before: int = 0, whole: bool = False
) -> tuple[list[JournalLine], bool]:
    """List a page of entries (before `before`), newest first, and whether there are older ones. Two queries."""
    rows = Entry.objects.filter(game=game).order_by("-seq")
    if before:
        rows = rows.filter(seq__lt=before)
    found = list(rows[: JOURNAL_PAGE + 1])
    names, taken_back = names_of(game, players), voided_spans(game)
    by_seat = {player.seat: player for player in players if player.seat is not None}
    lines = [journal_line(entry, by_seat, names, taken_back, whole) for entry in found[:JOURNAL_PAGE]]
    return lines, len(found) > JOURNAL_PAGE


def voided_spans(game: Game) -> list[tuple[int, int]]:
    """List (back to, at) of each undo and rewind that counts: entries between the two do not."""
    rows = Entry.objects.filter(game=game, back_to__isnull=False).order_by("-seq").values_list("back_to", "seq")
    spans: list[tuple[int, int]] = []
    for back_to, at in rows:
        if not is_within(at, spans):
            spans.append((back_to or 0, at))
    return spans


def is_within(seq: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Check whether an entry lies in one of the spans."""
    return any(back_to < seq < at for back_to, at in spans)


def journal_line(
    entry: Entry, by_seat: dict[int, Player], names: narration.Names, spans: Sequence[tuple[int, int]], whole: bool
) -> JournalLine:
    """Build the line of one entry, whole or as spectators know it."""
    events = list(entry.events) if whole else list(visible_events(entry, None))
    sealed = not whole and is_sealed(entry.events, entry.seat)
    sentences = tuple(filter(None, (narration.story_sentence(event, names) for event in events)))
    player = by_seat.get(entry.seat) if entry.seat is not None else None
    order = entry.order if whole else visible_order_text(entry, None)
    void = entry.kind != Entry.Kind.NOTE and is_within(entry.seq, spans)
    hides = sealed or hides_something(entry.events, events)
    return JournalLine(entry, player, order, sentences, void, hides, source_words(entry, whole))


def source_words(entry: Entry, whole: bool) -> str:
    """Say how an entry was given, and by whom for the owner of the seat: "Page, Anna for Ben"."""
    if not whole and not visible_source(entry, None):
        return ""
    found = visible_stand_in(entry, entry.seat if whole else None)
    return ", ".join([str(entry.get_source_display()), *([stood_in_words(found)] if found else [])])


def hides_something(stored: Sequence[engine.Facts], shown: Sequence[engine.Facts]) -> bool:
    """Check whether an event or a field of one is hidden from the reader."""
    if len(stored) != len(shown):
        return True
    pairs = zip(stored, shown, strict=True)
    return any(value is not None and public.get(name) is None for own, public in pairs for name, value in own.items())


def secrets_of(game: Game, players: Sequence[Player]) -> list[SeatSecrets]:
    """List the secrets of every seat. Only for games whose hidden information was opened. At most four queries."""
    names = names_of(game, players)
    orders = {order.player_id: order for order in StandingOrder.objects.filter(game=game)}
    views = views_at(game, game.seq, [player.seat for player in players])  # who has no seat has no hand either
    uses = uses_of(players)
    found = []
    for player, view in zip(players, views, strict=True):
        order = orders.get(player.pk)
        name = names.command_card if parts_of(view.rules).cards.names_cards else names.card
        cards = tuple(name(card) for card in view.hand)
        found.append(SeatSecrets(player, cards, order.text if order else "", uses[player.pk], mission_of(view)))
    return found


def mission_of(view: engine.PlayerView) -> str:
    """Describe the viewer's secret mission as it applies now; empty in games without missions."""
    own = parts_of(view.rules).seats.mission(view)
    return " ".join(filter(None, (own.says, own.why, own.instead))) if own else ""


def open_answers(game: Game) -> list[Waiting]:
    """List the open answers of a game with their players. One query, none where they were prefetched."""
    if is_prefetched(game, "waiting"):
        return sorted(game.waiting.all(), key=lambda row: row.seat)
    return list(game.waiting.select_related("player__user", "player__game").order_by("seat"))


def mails_of(game: Game, before: int = 0) -> tuple[list[OutboxMail], bool]:
    """List a page of a game's mails (before row `before`), newest first, and whether there are more. One query."""
    return page_of(OutboxMail.objects.filter(game=game).select_related("user"), before, MAILS_PAGE)


def audit_of(game: Game) -> list[AuditEntry]:
    """List the acts on a game from the audit log, newest first. One query."""
    return page_of(AuditEntry.objects.select_related("user", "game").filter(game=game), 0, MAILS_PAGE)[0]


def page_of(rows: QuerySet[Row], before: int, size: int) -> tuple[list[Row], bool]:
    """Read a page of rows with an id below `before` (0: all), newest first, and whether there are more. Never counts
    them."""
    rows = rows.filter(pk__lt=before) if before else rows
    found = list(rows.order_by("-pk")[: size + 1])
    return found[:size], len(found) > size


def seat_to_reassign(game: Game, players: Sequence[Player]) -> int | None:
    """Choose the seat that most likely needs a new player: resigned, held by the caretaker, late, or else asked now."""
    states = {Player.State.RESIGNED: 2, Player.State.CARETAKER: 1}
    asked = {row.seat for row in open_answers(game)}

    def need(player: Player) -> tuple[int, int, bool, bool]:
        bounces = bool(player.user and player.user.bounced_at)
        return states.get(Player.State(player.state), 0), player.missed, bounces, player.seat in asked

    seated = [player for player in players if player.seat is not None and not player.bot]
    return max(seated, key=need).seat if seated else None


def count_recipients(players: Sequence[Player]) -> int:
    """Count the people at the table who get mails about the game."""
    return sum(player.user_id is not None and player.state != Player.State.RESIGNED for player in players)


def seat_name(player: Player) -> str:
    """Label a seat with its player: "Red (alice)"."""
    return f"{player.get_colour_display()} ({player.label})"
