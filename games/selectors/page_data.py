"""Read what a page of a game shows besides the engine's view: people, clocks, the story, addresses.

`build_page_data` reads it for the turn page, in the order of `PageData`; `page_header` the bar that all pages of a game
have.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Protocol

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import F, QuerySet
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from accounts.models import User
from common.prepared import Prepared
from common.registry import Registry
from common.times import format_datetime
from engine.journal import HEAD_SHOWN
from games.decisions.kit.page_types import GameHeader, NextTurn, PageData, ShareCard, ShownCard
from games.decisions.registry import DECISIONS, costs_the_seat, public_timeout_text, timeout_text
from games.lines import GAME_LINES, links_of
from games.models import Entry, Game, Player, TurnPlan, Waiting
from games.models.game import game_path
from games.play import ask_offer
from games.play.clock import is_past
from games.play.journal_reader import effective_entries, last_actions
from games.play.plans import orders_of
from games.selectors.access import Access, Standing, poll_url
from games.selectors.estimates import expected_words
from games.selectors.lists import open_questions_of
from games.selectors.story import (
    LATEST_ENTRIES,
    Since,
    Told,
    entries_since,
    entries_with_recalled,
    since_last_turn,
    story_of,
)
from games.selectors.told_deadline import explain_deadline, reader_of, tell_deadline
from games.wording.amounts import join_and, round_name
from games.wording.rules import table_rules
from games.wording.seats import people_of, stand_in_title, stands_in_words

SPECTATORS_STORY = 60
"""Entries of the story that people without a seat are shown."""


@dataclass(frozen=True)
class PageReader:
    """The reader of a page, and the moment of reading."""

    user: User | AnonymousUser
    now: datetime
    zone: tzinfo

    @classmethod
    def of(cls, user: User | AnonymousUser) -> PageReader:
        zone = user.zone if user.is_authenticated else timezone.get_default_timezone()
        return cls(user, timezone.now(), zone)


def open_to(game: int, user: int) -> QuerySet[Waiting]:
    """Query what is open in a game, and what is open to a person in others, of which pages show the address."""
    here = Waiting.objects.filter(game_id=game).select_related("game").order_by().only(*SHOWN)
    return here.union(open_questions_of(user).exclude(game_id=game).order_by().only(*SHOWN), all=True)


SHOWN = (
    "game__slug",
    "player_id",
    "seat",
    "ref",
    "kind",
    "pace",
    "since",
    "own_until",
    "deadline_at",
    "told_at",
    "steps",
    "due_at",
)
"""Columns of a question that a page shows."""


OPEN = Prepared(open_to, game=int, user=int)


@dataclass(frozen=True)
class TurnCard:
    """A part of the turn page that an app above the games brings: below the question, or above it where it helps to
    answer."""

    name: str
    template: str  # of Jinja2, which gets `page` and `data`
    data: Callable[[Access, engine.PlayerView, PageReader], object | None]  # None leaves it out; a query costs all
    above: bool = False


TURN_CARDS: Registry[TurnCard] = Registry()


class TabFiles(Protocol):
    """What the data of a tab has for the page as a whole: the static files of its style and its script."""

    @property
    def styles(self) -> str: ...

    @property
    def script(self) -> str: ...


@dataclass(frozen=True)
class TurnTab:
    """A tab over the panel of the turn page that an app above the games brings: a link to a page of its own."""

    name: str
    template: str  # of Jinja2, which gets `data`
    data: Callable[[Access, PageReader], TabFiles | None]  # None leaves it out; a query here costs every reader


TURN_TABS: Registry[TurnTab] = Registry()


def tabs_of(access: Access, reading: PageReader) -> tuple[tuple[str, TabFiles], ...]:
    """List the tabs of apps that there are for a reader: each template with its data."""
    found = ((tab.template, tab.data(access, reading)) for tab in TURN_TABS)
    return tuple((template, data) for template, data in found if data is not None)


def cards_of(access: Access, view: engine.PlayerView, reading: PageReader) -> tuple[ShownCard, ...]:
    """List the cards of apps that there are for a reader."""
    found = ((card, card.data(access, view, reading)) for card in TURN_CARDS)
    return tuple(ShownCard(card.template, data, card.above) for card, data in found if data is not None)


@dataclass(frozen=True)
class OpenQuestions:
    """The open questions of a game, by seat, and those that wait for its reader elsewhere, the most urgent first."""

    here: Sequence[Waiting]
    elsewhere: Sequence[Waiting]

    def shown_to(self, seat: int | None) -> Waiting | None:
        """Choose the question whose clock a reader sees: that of their own seat, else the most urgent."""
        own = (row for row in self.here if row.seat == seat)
        return next(own, None) or next(iter(self.here), None)


def open_questions(access: Access, user: User | AnonymousUser) -> OpenQuestions:
    """Load what is open in a game and to a person. One query."""
    rows = sorted(OPEN(game=access.game.pk, user=user.pk or 0), key=urgency)
    here = [row for row in rows if row.game_id == access.game.pk]
    players = {player.pk: player for player in access.players}
    for row in here:
        row.game, row.player = access.game, players[row.player_id]
    return OpenQuestions(here, [row for row in rows if row.game_id != access.game.pk])


def urgency(row: Waiting) -> tuple[bool, datetime | None, int]:
    """Sort the nearest deadline first, as in the queries; what has none comes last."""
    return row.deadline_at is None, row.deadline_at, row.pk


def page_header(
    access: Access, reading: PageReader, *, heading: bool = True, questions: OpenQuestions | None = None
) -> GameHeader:
    """Build the header of a game's pages, with the way to the next game that waits. One query without `questions`."""
    game = access.game
    elsewhere = (questions or open_questions(access, reading.user)).elsewhere
    return GameHeader(
        name=game.name,
        rules=played.title if (played := table_rules(game)) else game.rules,
        stage=stage_text(game),
        board_url=address("game", game),
        history_url=address("game-history", game),
        odds_url=address("game-odds", game),
        settings_url=address("game-settings", game) if access.player and not access.is_stand_in else "",
        dice_url=address("game-dice", game) if game.has_board else "",
        chain_head=game.head[:HEAD_SHOWN],
        links=links_of(GAME_LINES, reading.user, game),
        next_url=address("game", elsewhere[0].game) if elsewhere else "",
        waiting=len(elsewhere),
        title_is_heading=heading,
        share=share_card(game),
    )


def site_card(title: str, said: str) -> ShareCard:
    """Make what other sites show of a page that is about no single game, with the picture of the site."""
    image = settings.SITE_URL.rstrip("/") + static("img/share.png")
    return ShareCard(title, said, image, _("A board in the middle of a game"))


def share_card(game: Game, seq: int = 0, title: str = "") -> ShareCard | None:
    """Make what other sites show of a page of a game as it stood after entry `seq`, or stands now; None for a game that
    not everybody may watch: such a page shows the name of the site alone."""
    if not (game.is_watchable and game.has_board):
        return None
    image = settings.SITE_URL.rstrip("/") + game_path("game-picture", game.slug, seq or game.seq)
    said = _("Board of %(game)s as spectators see it") % {"game": game.name}
    played = table_rules(game)
    about = ", ".join(filter(None, (played.title if played else "", stage_text(game))))
    return ShareCard(title or game.name, about, image, said)


def address(name: str, game: Game) -> str:
    return game_path(name, game.slug)


def stage_text(game: Game) -> str:
    """Name the stage of a game: "round 9", "set-up", "ended in round 14", "paused"."""
    present = round_name(game.rules, game.round)
    if game.status == Game.Status.VOID:
        return _("called off")
    if game.status == Game.Status.OVER:
        return _("ended in %(round)s") % {"round": present}
    if game.status == Game.Status.PAUSED:
        return _("paused")
    return present


def build_page_data(
    access: Access, view: engine.PlayerView, reading: PageReader, *, typed: str = "", whole: bool = False
) -> PageData:
    """Build everything that the turn page shows besides the view; a long story is told `whole` where the reader asks
    for it."""
    game, player = access.game, access.player
    questions = open_questions(access, reading.user)
    since = story_start(game, player, view)
    first = since.seq if whole else max(since.seq, game.seq - LATEST_ENTRIES)
    entries, recalled = entries_told(game, view, first)
    told = [entry for entry in entries if entry.seq > first]
    may_undo = access.may_play and can_undo(game, access.viewer, entries, reading.now)
    row = questions.shown_to(access.viewer)
    asks = not access.is_stand_in and ask_offer.is_due(game, player, lambda: view)
    return PageData(
        head=page_header(access, reading, questions=questions),
        people=people_of(access.players, access.viewer),
        url=address("game", game),
        post_url=address("game", game) if access.may_play else "",
        poll_url=poll_url(game, player, reading.user.pk or 0, view.ref) if not game.has_ended else "",
        orders_url=address("game-orders", game),
        undo_url=address("game-undo", game) if may_undo else "",
        join_url="" if reading.user.is_authenticated else f"{reverse('account_login')}?next={address('game', game)}",
        key=secrets.token_hex(8),
        now=reading.now,
        zone=reading.zone,
        since=row.since if row else None,
        deadline=row.until if row and game.is_running else None,
        late=timeout_warning(access, view, row),
        expected="" if view.must_answer else expected_words(game, access.viewer, reading.now, reading.zone),
        clock=clock_words(access, reading, row),
        paused=paused_words(game, player),
        stands_in=stands_in_words(player, access.is_stand_in) if player and not game.has_ended else "",
        stopped=game.status == Game.Status.PAUSED,
        may_take_back=player is not None and player.state == Player.State.CARETAKER and not game.has_ended,
        story=story_of(game, told, view, now=reading.now, zone=reading.zone),
        story_title=since.title,
        whole_url=f"{address('game', game)}?story=whole" if first > since.seq else "",
        standing=standing_words(access.standing),
        standing_url=address("game-settings", game)
        if access.may_play and not game.has_ended and not access.is_stand_in
        else "",
        next_turn=next_turn_of(access, view, reading),
        ask_hours=ask_offer.hours_offered(game) if asks else (),
        ask_usual=ask_offer.usual_hours(game),
        ask_words=ask_offer.words(view) if asks else ("", ""),
        typed=typed,
        deck=str(view.options.get("deck", "A")),
        played=table_rules(game),
        seal=game.digest,
        then=player.then if player else "",
        letter_keys=getattr(reading.user, "letter_keys", True),
        recalled=recalled,
        cards=cards_of(access, view, reading),
        tabs=tabs_of(access, reading),
    )


def entries_told(game: Game, view: engine.PlayerView, first: int) -> tuple[list[Told], engine.Facts | None]:
    """Load the entry `first`, which may be the reader's own and to be taken back, and all after it, which are the
    page's story; with them the event of the past that the panel of the open decision shows, if it shows any. One
    query."""
    before = max(0, first - 1)
    recall = DECISIONS[view.asked.kind].recalls if view.asked and view.may_answer else None
    if recall is None:
        return entries_since(game, before), None
    entries, older = entries_with_recalled(game, before, recall.action)
    told = (event for entry in (*reversed(entries), *older) for event in entry.events)
    return entries, next((event for event in told if event["type"] == recall.event), None)


def story_start(game: Game, player: Player | None, view: engine.PlayerView) -> Since:
    """Find where the page's story begins: after the reader's last own turn; spectators get the last entries."""
    if player is None or player.seat is None:
        return Since(max(0, game.seq - SPECTATORS_STORY), _("What happened last"))
    return since_last_turn(game, player.seat, view)


def can_undo(game: Game, seat: int | None, entries: Sequence[Told], now: datetime) -> bool:
    """Check that the last effective action is the seat's and may still be taken back. `entries` are those since the
    seat's last turn; only where nothing has happened since that turn's end is more read."""
    last: Told | Entry | None
    last = next((entry for entry in effective_entries(reversed(entries)) if entry.kind == Entry.Kind.ACTION), None)
    if last is None and seat is not None and game.is_running:
        last = next(last_actions(game.pk), None)
    if last is None or not game.is_running or last.seat != seat:
        return False
    return last.undoable and not is_past(last, game, now)


def clock_words(access: Access, reading: PageReader, row: Waiting | None) -> str:
    """Tell the deadline that a page shows: all of it to those who wait, to the awaited player what it adds to the
    moment, which the page shows above."""
    if row is None or row.deadline_at is None or not access.game.is_running:
        return ""
    visits = not reading.user.is_authenticated
    reader = reader_of(row, access.viewer, reading.now, reading.zone, is_visitor=visits)
    if access.is_stand_in and reader.owner:
        return ""  # why it ends then tells of nights and vacations, which are the owner's alone
    return explain_deadline(row, reader) if reader.owner else tell_deadline(row, reader)


def timeout_warning(access: Access, view: engine.PlayerView, row: Waiting | None) -> str:
    """Complete "If you do not answer, ...": for who is asked only where it would cost the seat."""
    if row is None or row.deadline_at is None:
        return ""
    if row.seat == access.viewer:
        return timeout_text(view, access.game, row.player, row) if costs_the_seat(access.game, row.player, row) else ""
    if view.may_answer:
        return ""  # the reader's own answer is in and can only be changed
    return public_timeout_text(access.game, row.player, row)


def paused_words(game: Game, player: Player | None) -> str:
    """Tell why nothing can be ordered, or who plays in the reader's place."""
    if game.deserted:
        return _("Nobody is at the table. The game waits until somebody takes a seat back.")
    if game.status == Game.Status.PAUSED:
        still = _("All clocks have stopped, and nobody can give orders until the game resumes.")
        return f"{stopped_words(game)} {still}"
    if player is not None and player.state == Player.State.CARETAKER and player.held_by:
        return _("The bot %(by)s plays for you.") % {"by": stand_in_title(player.held_by, "")}
    if player is not None and player.state == Player.State.CARETAKER:
        return _("The caretaker plays for you: it reinforces your weakest border and attacks nobody.")
    return ""


def stopped_words(game: Game) -> str:
    """Tell that an organizer has paused a game, and why, that its players agreed to, or that it waits for somebody.
    One query."""
    if game.waits_until is not None:
        return awaited_words(game)
    notes = Entry.objects.filter(game_id=game.pk, kind=Entry.Kind.NOTE, events__0__type="host.paused")
    note = notes.order_by("-seq").first()
    if note is None:
        return _("The organizer has paused this game.")
    if note.events[0].get("agreed"):
        return _("The players agreed to pause this game.")
    reason = str(note.events[0]["reason"]).strip().rstrip(".")
    return _("The organizer has paused this game: “%(reason)s”.") % {"reason": reason}


def awaited_words(game: Game) -> str:
    """Tell for whom a paused game waits. One query."""
    awaited = game.players.filter(wait_until=F("game__waits_until"), state=Player.State.CARETAKER).order_by("seat")
    who = join_and([f"{player.get_colour_display()} ({player.label})" for player in awaited.select_related("user")])
    text = _("The game waits for %(who)s, for up to 48 hours from the missed turn. Then it goes on.")
    return text % {"who": who or _("a new player")}


def next_turn_of(access: Access, view: engine.PlayerView, reading: PageReader) -> NextTurn | None:
    """Say what there is of a plan for the reader's next turn; None where nothing can be planned, and in the turn itself
    once nothing of a plan is left to tell."""
    game, plan = access.game, access.plan
    if not (access.has_own_seat and access.may_play and game.is_running and game.has_board):
        return None
    url = address("game-plan", game)
    if plan is not None and plan.state == TurnPlan.State.HELD and plan.due_at:
        said = _("Your plan is played %(when)s, unless you stop it or give an order first.")
        return NextTurn(url, said % {"when": format_datetime(plan.due_at, reading.now, reading.zone)})
    if plan is not None and failed_plan(access, view):
        said = _("Your plan was not played. Line %(line)s, “%(said)s”: %(why)s Its orders are in the order line.")
        return NextTurn(url, said % {"line": plan.line, "said": plan.said, "why": plan.why})
    if view.must_answer and view.active == access.viewer:
        return None
    if plan is not None and plan.state == TurnPlan.State.KEPT:
        return NextTurn(url, _("Planned. It is played when your turn begins."))
    if view.must_answer and not game.round:
        return None  # beside a plan of the set-up it would seem to speak of that
    return NextTurn(url, _("You can plan your next turn now. The plan is played when that turn begins."))


def failed_plan(access: Access, view: engine.PlayerView) -> str:
    """Return the orders of a plan that could not be played in the running turn, until its player has given one."""
    plan, player = access.plan, access.player
    is_of_now = plan is not None and plan.turn == f"{view.round}:{access.viewer}" and view.active == access.viewer
    if not is_of_now or plan is None or plan.state != TurnPlan.State.FAILED or player is None or player.began:
        return ""
    return orders_of(plan.text)


def standing_words(order: Standing | None) -> str:
    """Return the first line of a standing order, for the drawer."""
    if order is None:
        return ""
    return order.text.strip().splitlines()[0][:80] if order.text.strip() else ""
