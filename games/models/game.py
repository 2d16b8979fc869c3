"""A game, its secret key, and the people and bots at its table."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

import engine
from common.mail_ways import Way
from engine.bots import bots
from engine.journal import KEY_BYTES
from games.clocks.absence import that_stop
from games.clocks.calendar import is_zone, whole_days
from games.clocks.deadline import as_shown, is_away
from games.clocks.lateness import STOPS, ClockSettings, read_settings
from games.clocks.values import (
    Absence,
    ClockError,
    ClockRules,
    SeatTime,
    plain_clock,
    read_absence,
    read_quiet,
    read_reminders,
)
from games.models.site_clock import SiteTimeField

TURN_HOURS = (1, 14 * 24)
REACTION_HOURS = (1, 7 * 24)
GRACE_MINUTES = (0, 24 * 60)
WORD_LETTERS = 64
"""Letters in the word that a player adds to the dice."""


class Colour(models.TextChoices):
    RED = "red", _("Red")
    BLUE = "blue", _("Blue")
    YELLOW = "yellow", _("Yellow")
    GREEN = "green", _("Green")
    VIOLET = "violet", _("Violet")
    GREY = "grey", _("Grey")


def new_token() -> str:
    """Make an unguessable token for an address, 128 bits."""
    return secrets.token_urlsafe(16)


def new_key() -> bytes:
    """Make the secret from which every roll of one game is computed."""
    return secrets.token_bytes(KEY_BYTES)


def new_word() -> str:
    """Make the word that somebody adds to the dice who chose none, 128 bits."""
    return secrets.token_bytes(16).hex()


class Game(models.Model):
    """One table: its settings, where its journal stands, and what lists and sweeps read.

    `seq`, `head` and the deadline fields repeat what the journal says; `games.play.session` alone writes them, under
    the lock of this row. `open_votes` counts the votes that are open at the table, so that a page looks for them only
    where there are any; `has_messages` does so for messages, once somebody has written one. In a game against bots that
    is `coached`, its person reads what a coach says. `expected` is when each seat is likely to have its next turn, made
    when a turn begins (`games.services.estimates`).
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Waiting for players")
        RUNNING = "running", _("Running")
        PAUSED = "paused", _("Paused")
        OVER = "over", _("Over")
        VOID = "void", _("Called off")

    class Watch(models.TextChoices):
        LISTED = "listed", _("Anyone, and the site lists the game")
        ANYONE = "anyone", _("Anyone with the address")
        PLAYERS = "players", _("Players only")

    class Late(models.TextChoices):
        PASS = "pass", _("The turn is skipped")
        CARETAKER = "caretaker", _("The caretaker takes the seat at once")

    class Press(models.TextChoices):
        NONE = "none", _("none")
        PUBLIC = "public", _("to everyone only")
        PRIVATE = "private", _("to one, to several, or to everyone")

    class Names(models.TextChoices):
        NAMED = "named", _("player names")
        ANONYMOUS = "anonymous", _("colours until the end")

    class PressAfter(models.TextChoices):
        PLAYERS = "players", _("players keep what they could read")
        OPEN = "open", _("everything is published, unsigned messages stay unsigned")
        DELETE = "delete", _("all messages are deleted")

    slug = models.SlugField(max_length=64, unique=True)
    name = models.CharField(_("name"), max_length=60)
    rules = models.CharField(_("rules"), max_length=40)
    options = models.JSONField(_("switches"), default=dict, blank=True)
    map = models.CharField(_("map"), max_length=40)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)

    public = models.BooleanField(_("open to everyone"), default=True)
    watch = models.CharField(_("who may watch"), max_length=8, choices=Watch.choices, default=Watch.ANYONE)
    invite_token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="games_created"
    )
    seats_wanted = models.PositiveSmallIntegerField(_("seats"), default=3)
    clock = models.JSONField(
        _("time"),
        null=True,
        blank=True,
        help_text=_("Spans, days off, quiet hours, time bank, and what follows lateness (games.clocks)."),
    )
    # What the last release and programs read of the clock; written once, from it.
    turn_hours = models.PositiveIntegerField(
        _("hours for a turn"),
        default=72,
        validators=[MinValueValidator(TURN_HOURS[0]), MaxValueValidator(TURN_HOURS[1])],
    )
    reaction_hours = models.PositiveIntegerField(
        _("hours for a reply when it isn’t your turn"),
        default=24,
        validators=[MaxValueValidator(REACTION_HOURS[1])],
    )
    grace_minutes = models.PositiveIntegerField(
        _("grace in minutes"), default=0, validators=[MaxValueValidator(GRACE_MINUTES[1])]
    )
    late_policy = models.CharField(_("when time runs out"), max_length=10, choices=Late.choices, default=Late.PASS)
    least_share = models.PositiveSmallIntegerField(
        _("least reliability"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text=_("Of 100 turns so many in time, to take a seat. Newcomers count as nine in ten."),
    )
    last_round = models.PositiveSmallIntegerField(
        _("last round"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("The game is adjudicated once this round has ended."),
    )
    ends_at = SiteTimeField(
        _("end"), null=True, blank=True, editable=False, help_text=_("The game is adjudicated at this time.")
    )
    stop_at = models.PositiveSmallIntegerField(
        _("players left at the end"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("The game is adjudicated once only so many players are left."),
    )
    rated = models.BooleanField(
        _("rated"),
        default=False,
        db_default=False,
        help_text=_("Whether its result changes the ratings of those who play."),
    )
    paired = models.BooleanField(
        _("paired"),
        default=False,
        db_default=False,
        editable=False,
        help_text=_("Whether a pairing gave its seats, as in an event."),
    )
    press = models.CharField(
        _("press"), max_length=8, choices=Press.choices, default=Press.PRIVATE, db_default="private"
    )
    names = models.CharField(_("names"), max_length=9, choices=Names.choices, default=Names.NAMED, db_default="named")
    grey = models.BooleanField(
        _("unsigned messages"),
        default=False,
        db_default=False,
        help_text=_("Whether a message to everyone may go without its sender."),
    )
    press_when = models.CharField(
        _("when players may write"),
        max_length=16,
        default="always",
        db_default="always",
        help_text=_("always, between, quiet_windows, or from_round with a number."),
    )
    press_after = models.CharField(
        _("messages after the end"),
        max_length=7,
        choices=PressAfter.choices,
        default=PressAfter.PLAYERS,
        db_default="players",
    )
    mail_proof = models.BooleanField(
        _("proof of emails"),
        default=False,
        db_default=False,
        help_text=_("Whether orders by email need a proof that the player wrote them."),
    )
    rematch_of = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematches")

    seq = models.PositiveIntegerField(default=0, editable=False)
    chained = models.PositiveIntegerField(default=0, editable=False)
    head = models.CharField(max_length=64, blank=True, default="", editable=False)
    digest = models.CharField(max_length=64, blank=True, default="", editable=False)
    round = models.PositiveIntegerField(default=0, editable=False)
    result = models.JSONField(null=True, blank=True, editable=False)

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    moved_at = models.DateTimeField(null=True, blank=True, editable=False)
    paused_at = SiteTimeField(null=True, blank=True, editable=False)
    deserted = models.BooleanField(default=False, editable=False, help_text=_("Paused until a person comes back."))
    waits_until = SiteTimeField(
        null=True, blank=True, editable=False, help_text=_("Paused for seats that are free, until then at most.")
    )
    open_votes = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    coached = models.BooleanField(default=False, db_default=False, editable=False)
    expected = models.JSONField(null=True, blank=True, editable=False)
    has_messages = models.BooleanField(default=False, db_default=False, editable=False)

    clock_key = models.CharField(max_length=40, blank=True, default="", editable=False)
    turn_deadline_at = SiteTimeField(null=True, blank=True, editable=False)
    turn_own_until = SiteTimeField(null=True, blank=True, editable=False)
    turn_begun_at = models.DateTimeField(null=True, blank=True, editable=False)
    turn_left = models.DurationField(null=True, blank=True, editable=False)
    turn_told_at = SiteTimeField(
        null=True, blank=True, editable=False, help_text=_("The deadline of a turn whose clock stands still.")
    )
    turn_since = models.DateTimeField(null=True, blank=True, editable=False)
    turn_reminded = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    turn_remind_again = models.DurationField(null=True, blank=True, editable=False)
    deadline_at = SiteTimeField(null=True, blank=True, editable=False)
    time_given = models.DurationField(
        default=timedelta, editable=False, help_text=_("How far outages have moved the deadlines since the game began.")
    )

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["status", "-created_at"], name="game_status_created"),
            models.Index(fields=["deadline_at"], name="game_running_deadline", condition=models.Q(status="running")),
            models.Index(fields=["ends_at"], name="game_ends", condition=models.Q(ends_at__isnull=False)),
            models.Index(fields=["ended_at"], name="game_rated_ended", condition=models.Q(rated=True)),
            models.Index(fields=["waits_until"], name="game_waits", condition=models.Q(waits_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def time(self) -> ClockSettings:
        """All that the game says of time."""
        return read_settings(self.clock_data)

    @property
    def clock_data(self) -> engine.Facts:
        """The same as plain data. Games that the last release made say it in hours."""
        if self.clock is not None:
            return dict(self.clock)
        is_strict = self.late_policy == self.Late.CARETAKER
        return plain_clock(self.turn_hours, self.reaction_hours, self.grace_minutes, is_strict=is_strict)

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def has_ended(self) -> bool:
        return self.status in (self.Status.OVER, self.Status.VOID)

    @property
    def hides_names(self) -> bool:
        """Whether its players are colours to each other: in an anonymous game until it has ended."""
        return self.names == self.Names.ANONYMOUS and not self.has_ended

    @property
    def is_watchable(self) -> bool:
        """Whether anybody who knows the address may see the board."""
        return self.watch in WATCHABLE

    @property
    def has_board(self) -> bool:
        """Whether the first entry of the journal is written."""
        return self.seq > 0


def hiding_names(path: str = "") -> models.Q:
    """Build the filter for games whose players are colours to each other now, as `Game.hides_names` says of one; `path`
    leads to the game from other rows."""
    goes_on = ~models.Q(**{f"{path}status__in": [Game.Status.OVER, Game.Status.VOID]})
    return models.Q(**{f"{path}names": Game.Names.ANONYMOUS}) & goes_on


WATCHABLE = (Game.Watch.LISTED, Game.Watch.ANYONE)
"""Whom a game lets watch so that its board is open to all. Games from before `LISTED` are on no list."""


class GameKey(models.Model):
    """The secret that decides the dice. Kept apart from the game so that no page, log or admin reads it by chance."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="secret_key")
    key = models.BinaryField(default=new_key, editable=False)

    def __str__(self) -> str:
        return f"key of game {self.game_id}"  # as typed


def tell_apart(players: Sequence[Player]) -> None:
    """Assign numbers to bots of one kind at a table, in the order in which they came."""
    kinds = Counter(player.bot for player in players if player.bot)
    seen: Counter[str] = Counter()
    for player in sorted(players, key=lambda player: player.pk):
        if kinds[player.bot] > 1:
            seen[player.bot] += 1
            player.twin = seen[player.bot]


def scope_answers(scope: str, pace: str) -> bool:
    """Return whether a stand-in of a scope answers questions of a pace."""
    return scope == "both" or (scope == "reactions") == (pace in ("reaction", "window"))


class Substitute(NamedTuple):
    """Who plays a seat while its owner is away: a person `by` of this `name`, or a `bot`.

    `pk` is the row of the stand-in, `owner` whose seat it is, `until` the last date of the absence.
    """

    pk: int
    owner: int
    by: int | None
    name: str
    bot: str
    scope: str
    until: str

    def answers(self, pace: str) -> bool:
        """Return whether a question of this pace is for the stand-in."""
        return scope_answers(self.scope, pace)


class StoodIn(NamedTuple):
    """Who gave an order for the owner of a seat: the name of a person `by`, or a `bot`; empty names for accounts that
    have gone."""

    by: str
    bot: str
    owner: str


class Player(models.Model):
    """A place at a table: a person or a bot, and after the start the seat in the order of turns.

    `word` is what a person added to the dice. Until the start nobody else may know it; `word_seal`, which fixes it,
    is shown at once. `window_left` is the time that is left to answer further windows of the turn `window_turn`: a seat
    has one clock for all of them. `window_pass` says which of them the player has let pass beforehand.
    `first_holder` is who sat here first, once the seat has changed hands: `person:NUMBER`, with the number of the
    account, or `bot:NAME`. `place` is the one in which the seat ended, from 1; seats may share it.
    `came` says that the player has given an order in this game, `began` in the running turn, and `lapse` what answered
    in it once time was over (`games.play.lateness`). `held_by` is the bot that plays while the seat is held for a
    player who does not come; empty for the caretaker. `stand_in` is who plays while its owner is away: a `Substitute`.
    `ask_offer` says how far the offer to be asked about invasions has come, which a player gets with the first card
    that answers one. `offered_at` is since when a seat that the caretaker holds is offered to somebody new, and
    `wait_until` until when the game has waited for it: it does so once.
    """

    class State(models.TextChoices):
        PLAYING = "playing", _("Playing")
        CARETAKER = "caretaker", _("Held by the caretaker")
        RESIGNED = "resigned", _("Resigned")
        OUT = "out", _("Out of the game")

    class Pass(models.TextChoices):
        ORDER = "order", _("Of this attack order")
        TURN = "turn", _("Of this turn")

    class Lapse(models.TextChoices):
        LINE = "line", _("By orders left for that case")
        DEFAULT = "default", _("By the site")

    class Offer(models.TextChoices):
        MAILED = "mailed", _("Mailed")
        ANSWERED = "answered", _("Answered")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="played"
    )
    bot = models.CharField(max_length=20, blank=True, default="")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    colour = models.CharField(max_length=8, choices=Colour.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLAYING)
    missed = models.PositiveSmallIntegerField(default=0)
    result = models.CharField(max_length=8, blank=True, default="")
    place = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    joined_at = models.DateTimeField(auto_now_add=True)
    word = models.CharField(max_length=WORD_LETTERS, blank=True, default="", db_default="", editable=False)
    word_seal = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    window_turn = models.CharField(max_length=40, blank=True, default="", db_default="", editable=False)
    window_left = models.DurationField(null=True, blank=True, editable=False)
    window_pass = models.CharField(
        max_length=5, choices=Pass.choices, blank=True, default="", db_default="", editable=False
    )
    ask_offer = models.CharField(
        max_length=8, choices=Offer.choices, blank=True, default="", db_default="", editable=False
    )
    first_holder = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    came = models.BooleanField(default=False, db_default=False, editable=False)
    began = models.BooleanField(default=False, db_default=False, editable=False)
    lapse = models.CharField(max_length=7, choices=Lapse.choices, blank=True, default="", db_default="", editable=False)
    held_by = models.CharField(max_length=20, blank=True, default="", db_default="", editable=False)
    stand_in = models.JSONField(null=True, blank=True, editable=False)
    bank = models.PositiveIntegerField(
        null=True, blank=True, editable=False, help_text=_("Minutes in the time bank; empty before the first turn.")
    )
    offered_at = models.DateTimeField(null=True, blank=True, editable=False)
    taken_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text=_("When a seat that fell free was taken over.")
    )
    left_at = models.DateTimeField(null=True, blank=True, editable=False, help_text=_("When the player resigned."))
    wait_until = SiteTimeField(null=True, blank=True, editable=False)
    then = models.CharField(
        max_length=5,
        blank=True,
        default="",
        db_default="",
        help_text=_("How many armies move in after a capture, as the player last chose: all, least or ask."),
    )

    rating = models.JSONField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("The rating when the player sat down in a rated game: shown, cautious, and whether provisional."),
    )
    mail_ways = models.JSONField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("How mail about this game comes, by wish, where it is not as for all games."),
    )

    twin = 0
    """Which of several bots of its kind this is; set where all of a table are at hand (`tell_apart`)."""

    notes: tuple[str, ...] = ()
    """What apps say beside the name; set where a table is shown (`games.selectors.seat_notes`)."""

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["game_id", "seat", "joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="player_seat_once"),
            models.UniqueConstraint(fields=["game", "colour"], name="player_colour_once"),
            models.UniqueConstraint(
                fields=["game", "user"], name="player_user_once", condition=models.Q(user__isnull=False)
            ),
            models.CheckConstraint(
                condition=models.Q(user__isnull=False, bot="") | models.Q(user__isnull=True) & ~models.Q(bot=""),
                name="player_person_or_bot",
            ),
        ]
        indexes = [
            models.Index(fields=["offered_at"], name="player_offered", condition=models.Q(offered_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.label if self.user_id else f"{self.label} ({self.get_colour_display()})"

    @property
    def label(self) -> str:
        """The name shown at the table: a person's (in a game that hides it their colour), or a bot's title."""
        if self.user is not None:
            return str(self.get_colour_display()) if self.game.hides_names else self.user.username
        known = bots().get(self.bot)
        title = known.title if known else self.bot
        return f"{title} {self.twin}" if self.twin else title

    @property
    def is_host(self) -> bool:
        """Whether this person runs the site, and so could read the keys of its games; a game that hides names does not
        tell."""
        return self.user is not None and self.user.is_superuser and not self.game.hides_names

    def mail_way(self, wish: str) -> Way:
        """Return how mail of a wish about this game comes to the person in this seat."""
        if self.user is None:
            return Way.NONE
        chosen = self.mail_ways or {}
        if wish == "reminder" and "turn" in chosen:
            if chosen["turn"] == Way.REMINDER:
                return Way.EACH
            return Way.EACH if self.user.reminder_mail and chosen["turn"] != Way.NONE else Way.NONE
        return Way(chosen[wish]) if wish in chosen else self.user.mail_way(wish)

    def seat_time(self, rules: ClockRules, pace: str = "turn") -> SeatTime:
        """Return what the game's clock has to know of this seat for questions of a pace: vacations do not stop it while
        somebody else replies. What a person has set wrongly by other ways than the site's is passed over."""
        user = self.user
        is_replied_for = pace in ("reaction", "window") and self.substitute_for(pace) is not None
        vacation = () if is_replied_for else self.stopping_absences
        bank = (rules.bank.start if rules.bank else 0) if self.bank is None else self.bank
        if user is None:
            return SeatTime(rules.zone, bank=bank)
        zone = user.timezone if is_zone(user.timezone) else rules.zone
        try:
            quiet = read_quiet(user.quiet) if user.quiet else None
            remind = None if user.remind is None else read_reminders(user.remind)
        except ClockError:
            quiet = remind = None
        return SeatTime(zone, quiet, vacation, bank, remind)

    # ---- absence

    @property
    def absences(self) -> list[Absence]:
        """The vacations of its player that count in this game."""
        away = self.user.away if self.user is not None else None
        return [read_vacation(each) for each in away or () if is_for(each, self.game_id)]

    @property
    def stopping_absences(self) -> tuple[Absence, ...]:
        """Those of them that stop the clock of the game."""
        absences = self.absences
        if not absences or self.game.time.vacation != STOPS:
            return ()
        return that_stop(absences, self.game.time.stops.most, self.game.time.stops.since)

    def is_not_waited_for(self, at: datetime) -> bool:
        """Check whether the player is on a vacation that stops the clock, so that replies are not waited for."""
        if not self.absences:
            return False
        rules = self.game.time.rules
        return is_away(rules, as_shown(rules, self.seat_time(rules)), at)

    def away_until(self, at: datetime) -> date | None:
        """Return the last date of the vacation that the player is on; None for one who is not."""
        for absence in self.absences:
            time = whole_days(str(self.user.zone) if self.user else "UTC", absence.first, absence.last)
            if time.start <= at < time.end:
                return absence.last
        return None

    @property
    def substitute(self) -> Substitute | None:
        """Who stands in for the owner of the seat now."""
        return Substitute(**self.stand_in) if self.stand_in else None

    def substitute_for(self, pace: str) -> Substitute | None:
        """Return who stands in where a question has this pace."""
        found = self.substitute
        return found if found and found.answers(pace) else None

    def stood_in(self, pace: str, *, by_person: bool) -> StoodIn | None:
        """Return who stands in as what answers a question of this pace, if a person or a bot is that: orders that the
        owner has left are the owner's own."""
        found = self.substitute_for(pace)
        if found is None or bool(found.by) != by_person:
            return None
        return StoodIn(found.name, found.bot, self.user.username if self.user else "")

    def bot_for(self, pace: str) -> str:
        """Return the name of the bot that answers questions of this pace now, or "orders" where the owner's own orders
        do at once; empty if a person answers."""
        found = None if self.answers_by_itself else self.substitute_for(pace)
        return self.answers_by_itself or (found.bot if found else "")

    def person_for(self, pace: str) -> int | None:
        """Return who answers questions of this pace, as the id of an account; None for bots."""
        found = self.substitute_for(pace)
        return found.by if found and found.by else self.user_id

    def is_played_by(self, user_id: int | None) -> bool:
        """Return whether a person owns this seat, or stands in for its owner now."""
        found = self.substitute
        return user_id is not None and user_id in (self.user_id, found.by if found else None)

    @property
    def is_played_by_friend(self) -> bool:
        """Whether the turns of this seat are a friend's, who stands in for its owner."""
        return self.stood_in("turn", by_person=True) is not None

    @property
    def is_present(self) -> bool:
        """Whether a person plays the turns of this seat."""
        return self.user_id is not None and self.state == self.State.PLAYING and not self.bot_for("turn")

    @property
    def answers_by_itself(self) -> str:
        """Name of the bot that plays this seat now; empty if a person does."""
        if self.bot:
            return self.bot
        return (self.held_by or "caretaker") if self.state in (self.State.CARETAKER, self.State.RESIGNED) else ""


def is_for(vacation: engine.Facts, game_id: int) -> bool:
    """Check whether a vacation, as an account keeps it, is for a game."""
    games = vacation["games"]
    return (games is None or game_id in games) and game_id not in vacation["without"]


def read_vacation(vacation: engine.Facts) -> Absence:
    return read_absence({key: vacation[key] for key in ("from", "to", "announced")})


def seat_played_by(players: Iterable[Player], user_id: int | None) -> Player | None:
    """Find the seat that a person may play: their own, else the one in which they stand in."""
    played = [player for player in players if player.is_played_by(user_id)]
    return next((player for player in played if player.user_id == user_id), played[0] if played else None)


# ---- paths of a game's pages, made without asking the routes each time: a page of a story has one for every line

SLUG, SEQ = "a-game-of-this-name", 1_987_654_321
"""Stand for the name of a game and the number of a moment in the paths that are kept."""


def game_path(name: str, slug: str, seq: int | None = None) -> str:
    """Build the path of a game's page, with `seq` of a moment of it; the same as Django's `reverse`, and faster."""
    if seq is None:
        return _path(name).replace(SLUG, slug)
    return _path(name, SEQ).replace(SLUG, slug).replace(str(SEQ), str(seq))


def token_path(name: str, token: str) -> str:
    """Build the path of a page that a signed token opens; the same as Django's `reverse`, and faster."""
    return _path(name).replace(SLUG, token)


@lru_cache(maxsize=64)
def _path(name: str, *seq: int) -> str:
    return reverse(name, args=[SLUG, *seq])
