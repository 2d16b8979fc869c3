"""An event: its stages, rounds and tables, who entered it, and what was booked."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.models.site_clock import SiteTimeField
from tournaments.documents import Json
from tournaments.history import Drawn
from tournaments.inputs import MOST_WORK
from tournaments.results import BYE, ROWS

KEY_BYTES = 32
USUAL_WORK = 200_000
MOST_AT_ONCE = 10
MOST_CHECK_IN = 168
MOST_VACATION = 28
IN_PLAY = models.Q(next_at__isnull=False)


def new_key() -> bytes:
    """Make the secret from which the seeds of all rounds of an event follow."""
    return secrets.token_bytes(KEY_BYTES)


def entrant_code(number: int) -> str:
    """Write the id in files of the entrant of this number.

    >>> entrant_code(7)
    'e007'
    """
    return f"e{number:03}"


def usual_tables() -> dict[str, Json]:
    return {"preferred": 4, "least": 3, "most": 5}


def usual_points() -> dict[str, Json]:
    return {"rows": {str(size): [*row] for size, row in ROWS.items()}, "bye": BYE}


def usual_tie_breaks() -> list[str]:
    return ["wins", "seconds", "opponents", "direct", "land", "lot"]


class Tournament(models.Model):
    """An event of many games, all by one rule set.

    `game_settings` are those of its tables that are not the rules' own (`TableSettings`). `tables`, `points`,
    `tie_breaks`, `leaver_share` and `work` are published with the event as they are. Draws become public `draft_hours`
    after they were made, or where it is empty when an organizer says so. `rounds` counts the rounds that were drawn.
    `next_at` is when the sweep looks at it again, which an outage puts off; empty while it waits for people and once it
    is over. The days of a ladder are counted from `days_from`, which an outage puts off as well. `commitment` fixes the
    seeds of all rounds before anybody enters. `apart_to` is the number of the last entrant for whom it was drawn who is
    kept apart from whom.

    Entry is open until `entry_ends_at`. With `check_in_hours` everybody then confirms that they will play, until
    `check_in_ends_at`; the event begins after that. People may enter a Swiss until round `late_entry` is drawn.
    Who may enter: `least_rating` and `most_rating` by its rules as they are shown, `least_share` of 100 turns in time,
    `most_running` games, `needs_address` a verified address that mail reaches, members of `club`, people invited alone.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("Being prepared")
        ENTRY = "entry", _("Open for entry")
        CHECK_IN = "check_in", _("Check-in")
        RUNNING = "running", _("Running")
        OVER = "over", _("Over")
        CANCELLED = "cancelled", _("Called off")

    class Leavers(models.TextChoices):
        SUBSTITUTE = "substitute", _("A substitute takes the seat")
        BOT = "bot", _("A bot plays on")
        OUT = "out", _("The seat is given up")

    class Seeding(models.TextChoices):
        RATING = "rating", _("By rating")
        LOT = "lot", _("By lot")
        HAND = "hand", _("By hand")

    class Vacations(models.TextChoices):
        ALLOWED = "allowed", _("Allowed")
        DAYS = "days", _("Some days a round")
        NONE = "none", _("None")

    slug = models.SlugField(max_length=64, unique=True)
    title = models.CharField(_("title"), max_length=60)
    about = models.TextField(_("about"), max_length=4000, blank=True, default="")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.DRAFT)
    rules = models.CharField(_("rules"), max_length=40)
    game_settings = models.JSONField(_("settings of its games"), default=dict, blank=True)
    tables = models.JSONField(_("sizes of tables"), default=usual_tables)
    points = models.JSONField(_("points"), default=usual_points)
    tie_breaks = models.JSONField(_("tie-breaks"), default=usual_tie_breaks)
    leaver_share = models.PositiveSmallIntegerField(_("what a leaver keeps, of 60"), default=0)
    leavers = models.CharField(max_length=10, choices=Leavers.choices, default=Leavers.SUBSTITUTE)
    work = models.PositiveIntegerField(default=USUAL_WORK, help_text=_("Changes that a pairing tries."))
    round_days = models.PositiveSmallIntegerField(
        _("days of a round"), null=True, blank=True, help_text=_("Games still running then end as they stand.")
    )
    draft_hours = models.PositiveSmallIntegerField(
        _("hours until a draw is public"), null=True, blank=True, default=0, db_default=0
    )
    with_teams = models.BooleanField(_("played by teams"), default=False, db_default=False)
    least_entrants = models.PositiveSmallIntegerField(_("least entrants"), default=2)
    most_entrants = models.PositiveSmallIntegerField(_("most entrants"), default=256)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    organizers = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="organized_events")
    follows = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="followed_by")
    simulated = models.BooleanField(default=False, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    rounds = models.PositiveSmallIntegerField(default=0, editable=False)
    apart_to = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    entry_ends_at = SiteTimeField(_("entry ends"), null=True, blank=True)
    check_in_hours = models.PositiveSmallIntegerField(
        _("hours of check-in"), default=0, validators=[MaxValueValidator(MOST_CHECK_IN)]
    )
    check_in_ends_at = SiteTimeField(_("check-in ends"), null=True, blank=True, editable=False)
    late_entry = models.PositiveSmallIntegerField(_("last round of late entry"), default=0)
    seeding = models.CharField(max_length=6, choices=Seeding.choices, default=Seeding.RATING)
    vacation = models.CharField(max_length=7, choices=Vacations.choices, default=Vacations.ALLOWED)
    vacation_days = models.PositiveSmallIntegerField(
        _("days of vacation a round"), default=0, validators=[MaxValueValidator(MOST_VACATION)]
    )
    least_rating = models.PositiveSmallIntegerField(_("least rating"), null=True, blank=True)
    most_rating = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    least_share = models.PositiveSmallIntegerField(
        _("least turns in time, of 100"), null=True, blank=True, validators=[MaxValueValidator(100)]
    )
    most_running = models.PositiveSmallIntegerField(_("most running games"), null=True, blank=True)
    needs_address = models.BooleanField(_("needs a verified address"), default=False)
    club = models.ForeignKey("auth.Group", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    invited_only = models.BooleanField(_("by invitation"), default=False)
    started_at = models.DateTimeField(null=True, blank=True, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    next_at = SiteTimeField(null=True, blank=True, editable=False)
    days_from = SiteTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=models.Q(leaver_share__in=(0, 20, 30)), name="event_leaver_share"),
            models.CheckConstraint(condition=models.Q(work__lte=MOST_WORK), name="event_work"),
        ]
        indexes = [models.Index(fields=["next_at"], condition=IN_PLAY, name="event_due")]

    def __str__(self) -> str:
        return self.title


class EventTemplate(models.Model):
    """Settings of an event that an organizer keeps to start from: the fields of the form, as they were sent."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="event_templates")
    title = models.CharField(max_length=60)
    fields = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("template of tournaments")
        verbose_name_plural = _("templates of tournaments")
        ordering = ["owner_id", "-pk"]

    def __str__(self) -> str:
        return self.title


class TournamentKey(models.Model):
    """The last seed of an event's chain, from which all others follow. Kept apart from the event, and shown to
    nobody."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True, related_name="secret_key")
    key = models.BinaryField(default=new_key, editable=False)

    def __str__(self) -> str:
        return f"key of event {self.tournament_id}"  # as typed


class Stage(models.Model):
    """A stage of an event, numbered from 1: its format, with its kind and numbers."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    form = models.JSONField(_("format"))

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["tournament_id", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once")]

    def __str__(self) -> str:
        return self.code

    @property
    def code(self) -> str:
        """Its id in files."""
        return f"s{self.number}"


class Entrant(models.Model):
    """Who entered an event, numbered from 1 in the order of entry: a person, or a bot.

    `entered` is the first round played, and `left` the first not played any more; who waits for a place has entered
    none. `name` is kept when the account goes. In a ladder an entrant plays `at_once` games. Those in `reserve` wait,
    or take the seats of others. `checked_in_at` is when they confirmed that they will play, `mails` whether they are
    mailed about this event.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    bot = models.CharField(max_length=20, blank=True, default="")
    name = models.CharField(max_length=150)
    team = models.CharField(max_length=40, blank=True, default="")
    seed_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    entered = models.PositiveSmallIntegerField(null=True, blank=True)
    left = models.PositiveSmallIntegerField(null=True, blank=True)
    sits_out = models.JSONField(default=list, blank=True)
    at_once = models.PositiveSmallIntegerField(
        _("games at once"), default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_AT_ONCE)]
    )
    reserve = models.BooleanField(default=False)
    entered_at = models.DateTimeField(auto_now_add=True)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    mails = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "user"], condition=models.Q(user__isnull=False), name="entrant_person_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    @property
    def code(self) -> str:
        """Its id in files."""
        return entrant_code(self.number)


class Round(models.Model):
    """A round of an event, or a group of it: the documents it publishes, and how far it has come.

    It is a draft until its tables are public, which they are at `publish_at`, or when an organizer says so; `given` is
    frozen when it is made, `output` computed once from it.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PUBLISHED = "published", _("Published")
        STARTING = "starting", _("Starting")
        RUNNING = "running", _("Running")
        BOOKED = "booked", _("Complete")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="drawn")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="drawn")
    number = models.PositiveSmallIntegerField()
    group = models.CharField(max_length=8, blank=True, default="")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.DRAFT)
    given = models.JSONField(_("input"))
    output = models.JSONField(null=True, blank=True)
    swaps = models.JSONField(default=list, blank=True, db_default=[])
    adjust = models.JSONField(_("points given or taken"), default=list, blank=True, db_default=[])
    results = models.JSONField(null=True, blank=True)
    frozen_at = models.DateTimeField()
    publish_at = SiteTimeField(null=True, blank=True, editable=False)
    published_at = models.DateTimeField(null=True, blank=True)
    booked_at = models.DateTimeField(null=True, blank=True)
    told_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["tournament_id", "number", "group"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number", "group"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.number:02}{'-' * bool(self.group)}{self.group}"

    @property
    def files(self) -> Drawn:
        """What it publishes. It has to be drawn."""
        assert self.output is not None
        return Drawn(self.given, self.output, self.results)


class Table(models.Model):
    """A table of a round, with the ids of its entrants in order of seats. It has a game once it has begun.
    `repaired` says why an organizer changed its result. `replayed`: what it had of each game that was played again, as
    `repairs.keep_game` returns it."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    seats = models.JSONField()
    repaired = models.CharField(max_length=500, blank=True, default="", db_default="")
    replayed = models.JSONField(default=list, blank=True, db_default=[], editable=False)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="event_table")
    booked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["round_id", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"


class Booking(models.Model):
    """What a seat of a table brought, written once and never changed: a mend is a booking with a higher revision.

    `credits`: pairs of an entrant and a part of 60. `land`: income, territories and armies at an adjudicated table.
    """

    class State(models.TextChoices):
        WON = "won", _("Won")
        ADJUDICATED = "adjudicated", _("Adjudicated")
        VOID = "void", _("Void")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="bookings")
    seat = models.PositiveSmallIntegerField()
    revision = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=11, choices=State.choices)
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="bookings")
    instead_of = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    credits = models.JSONField(default=list, blank=True)
    finished_by = models.CharField(max_length=40, blank=True, default="")
    land = models.JSONField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("booking")
        verbose_name_plural = _("bookings")
        ordering = ["table_id", "revision", "seat"]
        constraints = [models.UniqueConstraint(fields=["table", "seat", "revision"], name="booking_seat_once")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}.{self.revision}"
