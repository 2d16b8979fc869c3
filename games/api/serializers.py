"""Serializers of games, answers and entries. Nothing that a viewer may not know gets here: boards come from views,
events from `visible_events`."""

from __future__ import annotations

from collections.abc import Iterable
from html import unescape
from typing import TYPE_CHECKING

from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

import engine
from games.api.refusals import refusal_of
from games.api.responses import AskedFacts, GameFacts, History, HistoryEntry, Receipt, SeatFacts, StoodIn
from games.mail.links import absolute_url
from games.models import Entry, Game, Player, Waiting
from games.models.game import seat_played_by, tell_apart
from games.models.journal import actor_of
from games.play.messages import Receipt as Played
from games.play.sealed import (
    events_without_people,
    stand_in_without_people,
    visible_order_text,
    visible_source,
    visible_stand_in,
)
from games.selectors.access import Access
from games.selectors.story import visible_events
from games.selectors.told_deadline import reader_of, tell_deadline
from games.wording import narration
from games.wording.narration.roles import in_story
from games.wording.rules import table_rules
from games.wording.seats import away_note, stood_in_words

if TYPE_CHECKING:
    from accounts.models import User


def serialize_games(games: Iterable[Game], user: User) -> list[GameFacts]:
    """Serialize the games of a list. Two queries for all of them."""
    listed = list(games)
    prefetch_related_objects(listed, "players__user", "waiting")
    return [game_with(game, list(game.players.all()), user, list(game.waiting.all())) for game in listed]


def serialize_game(access: Access, user: User) -> GameFacts:
    """Serialize one game. One query."""
    return game_with(access.game, access.players, user, list(access.game.waiting.all()))


def game_with(game: Game, players: Iterable[Player], user: User, waiting: Iterable[Waiting]) -> GameFacts:
    """Serialize one game with its players and open answers, as `user` may see it. No query."""
    people = list(players)
    tell_apart(people)
    mine = seat_played_by(people, user.pk)
    return GameFacts(
        slug=game.slug,
        url=absolute_url(reverse("game", args=[game.slug])),
        name=game.name,
        rules=game.rules,
        map=game.map,
        options=game.options,
        overlays=overlays_of(game),
        status=game.status,
        public=game.public,
        watch=game.watch,
        seats_wanted=game.seats_wanted,
        least_share=game.least_share,
        rated=game.rated,
        press=game.press,
        names=game.names,
        grey=game.grey,
        press_when=game.press_when,
        press_after=game.press_after,
        mail_proof=game.mail_proof,
        clock=game.clock_data,
        turn_hours=game.turn_hours,
        reaction_hours=game.reaction_hours,
        grace_minutes=game.grace_minutes,
        late_policy=game.late_policy,
        seq=game.seq,
        round=game.round,
        seat=mine.seat if mine else None,
        players=[serialize_seat(player, game) for player in by_seat(people)],
        asked=serialize_open_answers(waiting, game, people, user),
        winners=list((game.result or {}).get("winners", ())),
        digest=game.digest,
        head=game.head,
        created_at=game.created_at,
        started_at=game.started_at,
        ended_at=game.ended_at,
        invite_token=game.invite_token if mine and game.is_open else "",
    )


def overlays_of(game: Game) -> list[str]:
    played = table_rules(game)
    return [overlay.id for overlay in played.overlays] if played else []


def by_seat(players: Iterable[Player]) -> list[Player]:
    """Sort players by seat; before the start by the order in which they joined."""
    return sorted(players, key=lambda player: (player.seat if player.seat is not None else 99, player.pk))


def serialize_seat(player: Player, game: Game) -> SeatFacts:
    """Serialize a seat with its player; the word stays out before the game begins."""
    return SeatFacts(
        seat=player.seat,
        colour=player.colour,
        name=player.label,
        bot=player.bot,
        state=player.state,
        result=player.result,
        host=player.is_host,
        bank=player.seat_time(game.time.rules).bank if game.time.rules.bank and player.user_id else None,
        word_seal=player.word_seal,
        word=player.word if game.has_board and not game.hides_names else "",
        away=away_note(player),
    )


def serialize_open_answers(
    rows: Iterable[Waiting], game: Game, players: Iterable[Player], user: User
) -> list[AskedFacts]:
    """Serialize the questions that seats of a game have yet to answer, as `user` may know them. No query."""
    found, by_number = [], {player.seat: player for player in players}
    for row in rows:
        row.game, row.player = game, by_number[row.seat]
        found.append(serialize_open_answer(row, user))
    return found


def serialize_open_answer(row: Waiting, user: User) -> AskedFacts:
    """Serialize a question that a seat has yet to answer; its game and player are loaded. While a game is paused it has
    no deadline: no clock runs."""
    if not row.game.is_running:
        return AskedFacts(row.seat, row.ref, row.kind, row.pace, row.since, None, "")
    own = row.seat if row.player.user_id == user.pk else None
    words = tell_deadline(row, reader_of(row, own, timezone.now(), user.zone))
    return AskedFacts(row.seat, row.ref, row.kind, row.pace, row.since, row.until, words)


# ---- history


def serialize_history(access: Access, since: int, limit: int) -> History:
    """Serialize the entries after `since`, as the reader may know them. One query."""
    rows = Entry.objects.filter(game_id=access.game.pk, seq__gt=since).defer("draws", "action").order_by("seq")
    entries = list(rows[: limit + 1])
    if access.game.hides_names:
        entries = [without_people(entry) for entry in entries]
    names = names_of(access)
    told = [serialize_entry(entry, access.viewer, names) for entry in entries[:limit]]
    return History(told, access.game.seq, len(entries) > limit)


def without_people(entry: Entry) -> Entry:
    """Take the names of people out of an entry, which is not to be saved."""
    entry.events, entry.stand_in = events_without_people(entry.events), stand_in_without_people(entry.stand_in)
    return entry


def names_of(access: Access) -> narration.Names:
    """Return the names that plain sentences about the game use for its seats and territories."""
    seated = [player.colour for player in by_seat(access.players) if player.seat is not None]
    game = access.game
    return narration.Names(seated, engine.mapgraph(game.map), access.viewer, False, game.rules, game.options)


def serialize_entry(entry: Entry, viewer: int | None, names: narration.Names) -> HistoryEntry:
    """Serialize a journal entry with its events and sentences, as the viewer may know them."""
    events, found = [dict(event) for event in visible_events(entry, viewer)], visible_stand_in(entry, viewer)
    by = stood_in_words(found) if found else ""
    return HistoryEntry(
        seq=entry.seq,
        kind=entry.kind,
        source=visible_source(entry, viewer),
        seat=entry.seat,
        ref=entry.ref,
        round=entry.round,
        back_to=entry.back_to,
        order=visible_order_text(entry, viewer),
        stand_in=StoodIn(*found) if found else None,
        events=events,
        story=[line for event in events if (line := plain_sentence(event, names, entry.seat, by))],
        at=entry.at,
    )


def plain_sentence(event: engine.Facts, names: narration.Names, seat: int | None = None, by: str = "") -> str:
    """Render an event as a sentence without marks; empty for those that a story leaves out. `by` is who acted for the
    owner of `seat`."""
    if in_story(event).is_hidden:
        return ""
    text: str = narration.sentence(event, names)
    if by and event.get("seat") == seat:
        text = narration.name_stand_in(text, seat, by, names)
    return unescape(strip_tags(text))


def serialize_receipt(access: Access, played: Played, user: User, key: str, limit: int) -> Receipt:
    """Build the receipt of an order from the game as it stands now. A repetition gets the same one but for `replayed`
    and `refusal`, which is not stored. An order to the table has no entry of its own. Three queries."""
    given = Entry.objects.filter(game_id=access.game.pk, actor=actor_of(user.pk), key=key)
    seq = given.values_list("seq", flat=True).first() or access.game.seq
    refused = refusal_of(played.refusal) if played.refusal is not None else None
    return Receipt(
        seq=seq,
        replayed=played.replayed,
        refusal=refused[0] if refused else None,
        history=serialize_history(access, seq - 1, limit),
        game=serialize_game(access, user),
    )
