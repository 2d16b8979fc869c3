"""All of the migrations that it names, in one: a fresh site runs this, one that has had some of them runs the rest.

Steps that mend rows of older sites are left out.
"""

import datetime
from importlib import import_module

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.game

begin = import_module("games.migrations.0007_site_clock").begin


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_tokens"),
        ("games", "0003_deserted"),
        ("games", "0004_mail_stops"),
        ("games", "0005_refused"),
        ("games", "0006_time_given"),
        ("games", "0007_site_clock"),
        ("games", "0008_words"),
        ("games", "0009_then"),
        ("games", "0010_longer_orders"),
        ("games", "0011_plain_words"),
        ("games", "0012_windows"),
        ("games", "0013_window_passes"),
        ("games", "0014_failures"),
        ("games", "0015_listed"),
        ("games", "0016_mail_ways"),
        ("games", "0017_clock"),
        ("games", "0018_open_votes"),
        ("games", "0019_least_share"),
        ("games", "0020_absence"),
        ("games", "0021_standing_texts"),
        ("games", "0022_turn_plans"),
        ("games", "0023_free_seats"),
        ("games", "0024_orders_for_others"),
        ("games", "0025_vacation_choices"),
        ("games", "0026_told_while_stopped"),
        ("games", "0027_places"),
        ("games", "0028_vacation_days_used"),
        ("games", "0029_ends"),
        ("games", "0030_rated"),
        ("games", "0031_reminders_while_stopped"),
        ("games", "0032_paired"),
        ("games", "0033_rating"),
        ("games", "0034_sent_mail"),
        ("games", "0035_press"),
        ("games", "0036_inbox_threads"),
        ("games", "0037_sent_mail_kind"),
        ("games", "0038_coached"),
        ("games", "0039_estimates"),
        ("games", "0040_has_messages"),
        ("games", "0041_mail_proof"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=64, unique=True)),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("rules", models.CharField(max_length=40, verbose_name="rules")),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="switches")),
                ("map", models.CharField(max_length=40, verbose_name="map")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Waiting for players"),
                            ("running", "Running"),
                            ("paused", "Paused"),
                            ("over", "Over"),
                            ("void", "Called off"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("public", models.BooleanField(default=True, verbose_name="open to everyone")),
                (
                    "watch",
                    models.CharField(
                        choices=[
                            ("listed", "Anyone, and the site lists the game"),
                            ("anyone", "Anyone with the address"),
                            ("players", "Players only"),
                        ],
                        default="anyone",
                        max_length=8,
                        verbose_name="who may watch",
                    ),
                ),
                (
                    "invite_token",
                    models.CharField(default=games.models.game.new_token, editable=False, max_length=32, unique=True),
                ),
                ("seats_wanted", models.PositiveSmallIntegerField(default=3, verbose_name="seats")),
                (
                    "turn_hours",
                    models.PositiveIntegerField(
                        default=72,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(336),
                        ],
                        verbose_name="hours for a turn",
                    ),
                ),
                (
                    "reaction_hours",
                    models.PositiveIntegerField(
                        default=24,
                        validators=[django.core.validators.MaxValueValidator(168)],
                        verbose_name="hours for a reply when it isn’t your turn",
                    ),
                ),
                (
                    "grace_minutes",
                    models.PositiveIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(1440)],
                        verbose_name="grace in minutes",
                    ),
                ),
                (
                    "late_policy",
                    models.CharField(
                        choices=[
                            ("pass", "The turn is skipped"),
                            ("caretaker", "The caretaker takes the seat at once"),
                        ],
                        default="pass",
                        max_length=10,
                        verbose_name="when time runs out",
                    ),
                ),
                ("seq", models.PositiveIntegerField(default=0, editable=False)),
                ("chained", models.PositiveIntegerField(default=0, editable=False)),
                ("head", models.CharField(blank=True, default="", editable=False, max_length=64)),
                ("digest", models.CharField(blank=True, default="", editable=False, max_length=64)),
                ("round", models.PositiveIntegerField(default=0, editable=False)),
                ("result", models.JSONField(blank=True, editable=False, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("ended_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("moved_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("paused_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("clock_key", models.CharField(blank=True, default="", editable=False, max_length=40)),
                ("turn_deadline_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("turn_left", models.DurationField(blank=True, editable=False, null=True)),
                ("deadline_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "creator",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="games_created",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rematch_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematches",
                        to="games.game",
                    ),
                ),
                (
                    "deserted",
                    models.BooleanField(default=False, editable=False, help_text="Paused until a person comes back."),
                ),
                (
                    "time_given",
                    models.DurationField(
                        default=datetime.timedelta,
                        editable=False,
                        help_text="How far outages have moved the deadlines since the game began.",
                    ),
                ),
                (
                    "clock",
                    models.JSONField(
                        blank=True,
                        help_text="Spans, days off, quiet hours, time bank, and what follows lateness (games.clocks).",
                        null=True,
                        verbose_name="time",
                    ),
                ),
                ("turn_begun_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("turn_own_until", models.DateTimeField(blank=True, editable=False, null=True)),
                ("open_votes", models.PositiveSmallIntegerField(db_default=0, default=0, editable=False)),
                (
                    "least_share",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Of 100 turns so many in time, to take a seat. Newcomers count as nine in ten.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(99),
                        ],
                        verbose_name="least reliability",
                    ),
                ),
                (
                    "waits_until",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        help_text="Paused for seats that are free, until then at most.",
                        null=True,
                    ),
                ),
                ("turn_reminded", models.PositiveSmallIntegerField(db_default=0, default=0, editable=False)),
                ("turn_since", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "turn_told_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        help_text="The deadline of a turn whose clock stands still.",
                        null=True,
                    ),
                ),
                (
                    "ends_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        help_text="The game is adjudicated at this time.",
                        null=True,
                        verbose_name="end",
                    ),
                ),
                (
                    "last_round",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        editable=False,
                        help_text="The game is adjudicated once this round has ended.",
                        null=True,
                        verbose_name="last round",
                    ),
                ),
                (
                    "stop_at",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        editable=False,
                        help_text="The game is adjudicated once only so many players are left.",
                        null=True,
                        verbose_name="players left at the end",
                    ),
                ),
                (
                    "rated",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether its result changes the ratings of those who play.",
                        verbose_name="rated",
                    ),
                ),
                ("turn_remind_again", models.DurationField(blank=True, editable=False, null=True)),
                (
                    "paired",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        editable=False,
                        help_text="Whether a pairing gave its seats, as in an event.",
                        verbose_name="paired",
                    ),
                ),
                (
                    "grey",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether a message to everyone may go without its sender.",
                        verbose_name="unsigned messages",
                    ),
                ),
                (
                    "names",
                    models.CharField(
                        choices=[("named", "player names"), ("anonymous", "colours until the end")],
                        db_default="named",
                        default="named",
                        max_length=9,
                        verbose_name="names",
                    ),
                ),
                (
                    "press",
                    models.CharField(
                        choices=[
                            ("none", "none"),
                            ("public", "to everyone only"),
                            ("private", "to one, to several, or to everyone"),
                        ],
                        db_default="private",
                        default="private",
                        max_length=8,
                        verbose_name="press",
                    ),
                ),
                (
                    "press_after",
                    models.CharField(
                        choices=[
                            ("players", "players keep what they could read"),
                            ("open", "everything is published, unsigned messages stay unsigned"),
                            ("delete", "all messages are deleted"),
                        ],
                        db_default="players",
                        default="players",
                        max_length=7,
                        verbose_name="messages after the end",
                    ),
                ),
                (
                    "press_when",
                    models.CharField(
                        db_default="always",
                        default="always",
                        help_text="always, between, quiet_windows, or from_round with a number.",
                        max_length=16,
                        verbose_name="when players may write",
                    ),
                ),
                ("coached", models.BooleanField(db_default=False, default=False, editable=False)),
                ("expected", models.JSONField(blank=True, editable=False, null=True)),
                ("has_messages", models.BooleanField(db_default=False, default=False, editable=False)),
                (
                    "mail_proof",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Whether orders by email need a proof that the player wrote them.",
                        verbose_name="proof of emails",
                    ),
                ),
            ],
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "ordering": ["-created_at"],
                "indexes": [
                    models.Index(fields=["status", "-created_at"], name="game_status_created"),
                    models.Index(
                        condition=models.Q(("status", "running")), fields=["deadline_at"], name="game_running_deadline"
                    ),
                    models.Index(
                        condition=models.Q(("waits_until__isnull", False)), fields=["waits_until"], name="game_waits"
                    ),
                    models.Index(condition=models.Q(("ends_at__isnull", False)), fields=["ends_at"], name="game_ends"),
                    models.Index(condition=models.Q(("rated", True)), fields=["ended_at"], name="game_rated_ended"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=30, primary_key=True, serialize=False)),
                ("seen_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="InboxMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("recipient", models.EmailField(max_length=254)),
                ("subject", models.CharField(max_length=300)),
                ("text", models.TextField()),
                ("html", models.TextField(blank=True, default="")),
                ("raw", models.BinaryField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("in_reply_to", models.CharField(blank=True, db_default="", db_index=True, default="", max_length=200)),
                ("message_id", models.CharField(blank=True, db_default="", db_index=True, default="", max_length=200)),
            ],
            options={
                "verbose_name": "mail in the local inbox",
                "verbose_name_plural": "local inbox",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="GameKey",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="secret_key",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("key", models.BinaryField(default=games.models.game.new_key)),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                (
                    "place",
                    models.PositiveIntegerField(
                        blank=True, help_text="The place in the chain; notes have none.", null=True
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("start", "Start"),
                            ("action", "Action"),
                            ("undo", "Undo"),
                            ("rewind", "Rewind"),
                            ("note", "Note"),
                        ],
                        default="action",
                        max_length=8,
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("web", "Page"),
                            ("link", "Link in an email"),
                            ("mail", "Mail"),
                            ("api", "Program"),
                            ("standing", "Standing order"),
                            ("plan", "Plan for the turn"),
                            ("deadline", "Deadline"),
                            ("bot", "Bot"),
                            ("organizer", "Organizer"),
                            ("system", "Site"),
                        ],
                        max_length=10,
                    ),
                ),
                ("ref", models.PositiveIntegerField(blank=True, null=True)),
                ("pace", models.CharField(blank=True, default="", max_length=8)),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("action", models.JSONField(blank=True, null=True)),
                ("order", models.CharField(blank=True, default="", max_length=2000)),
                ("draws", models.JSONField(blank=True, default=list)),
                ("events", models.JSONField(blank=True, default=list)),
                ("back_to", models.PositiveIntegerField(blank=True, null=True)),
                ("implied", models.BooleanField(default=False, help_text="Ended a step for the order after it.")),
                ("undoable", models.BooleanField(default=False)),
                ("round", models.PositiveIntegerField(default=0)),
                ("actor", models.CharField(blank=True, default="", max_length=40)),
                ("key", models.CharField(blank=True, default="", max_length=120)),
                ("body", models.CharField(blank=True, default="", max_length=64)),
                ("turn_deadline_at", models.DateTimeField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="games.game"
                    ),
                ),
                (
                    "refused",
                    models.JSONField(blank=True, help_text="Why the message that began here was cut short.", null=True),
                ),
                (
                    "time_given",
                    models.DurationField(default=datetime.timedelta, help_text="Extra time from outages by then."),
                ),
                (
                    "banks",
                    models.JSONField(blank=True, help_text="Minutes in all time banks, where they changed.", null=True),
                ),
                ("turn_own_until", models.DateTimeField(blank=True, null=True)),
                (
                    "stand_in",
                    models.JSONField(
                        blank=True,
                        help_text="Who gave it for the owner of the seat: names of both, or of a bot.",
                        null=True,
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "ordering": ["game_id", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seq"), name="entry_seq_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("game", "actor", "key"),
                        name="entry_key_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("action", models.CharField(max_length=40)),
                ("reason", models.CharField(blank=True, default="", max_length=500)),
                ("details", models.JSONField(blank=True, default=dict)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="audited",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="audit",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit log",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="OutboxMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=160, unique=True)),
                ("template", models.CharField(max_length=30)),
                ("address", models.EmailField(blank=True, default="", max_length=254)),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("ref", models.PositiveIntegerField(blank=True, null=True)),
                ("context", models.JSONField(blank=True, default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("sending", "Being sent"),
                            ("retry", "Will be tried again"),
                            ("sent", "Sent"),
                            ("cancelled", "No longer needed"),
                            ("dead", "Could not be sent"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("not_before", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("claimed_until", models.DateTimeField(blank=True, null=True)),
                ("error", models.CharField(blank=True, default="", max_length=300)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="game_mails",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("wanted_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "mail",
                "verbose_name_plural": "mails",
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["queued", "sending", "retry"])),
                        fields=["not_before"],
                        name="outbox_due",
                    ),
                    models.Index(fields=["game", "-id"], name="outbox_game"),
                    models.Index(
                        condition=models.Q(("sent_at__isnull", False)), fields=["sent_at"], name="outbox_sent"
                    ),
                    models.Index(
                        condition=models.Q(("sent_at__isnull", False)),
                        fields=["user", "sent_at"],
                        name="outbox_user_sent",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("bot", models.CharField(blank=True, default="", max_length=20)),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "colour",
                    models.CharField(
                        choices=[
                            ("red", "Red"),
                            ("blue", "Blue"),
                            ("yellow", "Yellow"),
                            ("green", "Green"),
                            ("violet", "Violet"),
                            ("grey", "Grey"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("playing", "Playing"),
                            ("caretaker", "Held by the caretaker"),
                            ("resigned", "Resigned"),
                            ("out", "Out of the game"),
                        ],
                        default="playing",
                        max_length=10,
                    ),
                ),
                ("missed", models.PositiveSmallIntegerField(default=0)),
                ("result", models.CharField(blank=True, default="", max_length=8)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="players", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="played",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("word", models.CharField(blank=True, db_default="", default="", editable=False, max_length=64)),
                ("word_seal", models.CharField(blank=True, db_default="", default="", editable=False, max_length=16)),
                (
                    "then",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="How many armies move in after a capture, as the player last chose: all, least or ask.",
                        max_length=5,
                    ),
                ),
                ("window_left", models.DurationField(blank=True, editable=False, null=True)),
                ("window_turn", models.CharField(blank=True, db_default="", default="", editable=False, max_length=40)),
                (
                    "ask_offer",
                    models.CharField(
                        blank=True,
                        choices=[("mailed", "Mailed"), ("answered", "Answered")],
                        db_default="",
                        default="",
                        editable=False,
                        max_length=8,
                    ),
                ),
                (
                    "window_pass",
                    models.CharField(
                        blank=True,
                        choices=[("order", "Of this attack order"), ("turn", "Of this turn")],
                        db_default="",
                        default="",
                        editable=False,
                        max_length=5,
                    ),
                ),
                (
                    "mail_ways",
                    models.JSONField(
                        blank=True,
                        editable=False,
                        help_text="How mail about this game comes, by wish, where it is not as for all games.",
                        null=True,
                    ),
                ),
                (
                    "bank",
                    models.PositiveIntegerField(
                        blank=True,
                        editable=False,
                        help_text="Minutes in the time bank; empty before the first turn.",
                        null=True,
                    ),
                ),
                ("began", models.BooleanField(db_default=False, default=False, editable=False)),
                ("came", models.BooleanField(db_default=False, default=False, editable=False)),
                ("held_by", models.CharField(blank=True, db_default="", default="", editable=False, max_length=20)),
                (
                    "lapse",
                    models.CharField(
                        blank=True,
                        choices=[("line", "By orders left for that case"), ("default", "By the site")],
                        db_default="",
                        default="",
                        editable=False,
                        max_length=7,
                    ),
                ),
                ("offered_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("stand_in", models.JSONField(blank=True, editable=False, null=True)),
                ("wait_until", models.DateTimeField(blank=True, editable=False, null=True)),
                ("place", models.PositiveSmallIntegerField(blank=True, editable=False, null=True)),
                (
                    "first_holder",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=32),
                ),
                (
                    "rating",
                    models.JSONField(
                        blank=True,
                        editable=False,
                        help_text="The rating when the player sat down in a rated game: shown, cautious, and whether provisional.",
                        null=True,
                    ),
                ),
                (
                    "left_at",
                    models.DateTimeField(blank=True, editable=False, help_text="When the player resigned.", null=True),
                ),
                (
                    "taken_at",
                    models.DateTimeField(
                        blank=True, editable=False, help_text="When a seat that fell free was taken over.", null=True
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "ordering": ["game_id", "seat", "joined_at", "pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("offered_at__isnull", False)), fields=["offered_at"], name="player_offered"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="player_seat_once"),
                    models.UniqueConstraint(fields=("game", "colour"), name="player_colour_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)), fields=("game", "user"), name="player_user_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("bot", ""), ("user__isnull", False)),
                            models.Q(("user__isnull", True), models.Q(("bot", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="player_person_or_bot",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("state", models.BinaryField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="snapshots", to="games.game"
                    ),
                ),
            ],
            options={
                "verbose_name": "snapshot",
                "verbose_name_plural": "snapshots",
                "constraints": [models.UniqueConstraint(fields=("game", "seq"), name="snapshot_seq_once")],
            },
        ),
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(blank=True, default="", max_length=2000)),
                ("ask_me", models.BooleanField(db_default=False, default=False, verbose_name="ask me")),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="standing_orders", to="games.game"
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="standing_order", to="games.player"
                    ),
                ),
                ("version", models.PositiveIntegerField(db_default=0, default=0)),
                ("spent", models.JSONField(blank=True, db_default=[], default=list)),
            ],
            options={
                "verbose_name": "standing order",
                "verbose_name_plural": "standing orders",
            },
        ),
        migrations.CreateModel(
            name="Waiting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("ref", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=60)),
                (
                    "pace",
                    models.CharField(
                        choices=[
                            ("turn", "Turn"),
                            ("reaction", "Reply out of turn"),
                            ("window", "Reply to invasions of one turn"),
                            ("sealed", "Sealed answer"),
                        ],
                        max_length=8,
                    ),
                ),
                ("since", models.DateTimeField()),
                ("deadline_at", models.DateTimeField(blank=True, null=True)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("remind_at", models.DateTimeField(blank=True, null=True)),
                ("reminded_at", models.DateTimeField(blank=True, null=True)),
                ("claimed_until", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="waiting", to="games.game"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="waiting", to="games.player"
                    ),
                ),
                ("mail_credit", models.DurationField(blank=True, null=True)),
                ("remind_again_given", models.DurationField(blank=True, null=True)),
                ("own_until", models.DateTimeField(blank=True, null=True)),
                ("reminders_sent", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("steps", models.JSONField(blank=True, null=True)),
                ("told_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "open answer",
                "verbose_name_plural": "open answers",
                "ordering": ["deadline_at", "pk"],
                "indexes": [
                    models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="waiting_due"),
                    models.Index(
                        condition=models.Q(("remind_at__isnull", False), ("reminded_at__isnull", True)),
                        fields=["remind_at"],
                        name="waiting_remind",
                    ),
                    models.Index(
                        condition=models.Q(("remind_again_given__isnull", False)),
                        fields=["remind_again_given"],
                        name="waiting_remind_again",
                    ),
                    models.Index(
                        condition=models.Q(("remind_at__isnull", False)),
                        fields=["remind_at"],
                        name="waiting_remind_next",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("game", "seat"), name="waiting_seat_once")],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                (
                    "tail",
                    models.CharField(editable=False, help_text="The last characters, to recognize it.", max_length=4),
                ),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("read", "Read: games, views, history"),
                            ("play", "Play: read, give orders, create and join games"),
                            ("press", "Messages: read games, read and write messages and notes"),
                        ],
                        default="read",
                        max_length=8,
                        verbose_name="scope",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("used_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "API token",
                "verbose_name_plural": "API tokens",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="MadeGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=100)),
                ("body", models.CharField(max_length=64)),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="made_game_key_once")],
            },
        ),
        migrations.CreateModel(
            name="MailStop",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("refused", "The mail server refuses this site as a sender"),
                            ("unreachable", "The mail server cannot be reached"),
                            ("silent", "No worker sends emails"),
                            ("flood", "Many more emails than usual"),
                        ],
                        max_length=12,
                    ),
                ),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(blank=True, null=True)),
                ("error", models.CharField(blank=True, default="", max_length=300)),
                ("allowed_until", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "mail outage",
                "verbose_name_plural": "mail outages",
                "ordering": ["-began_at"],
                "indexes": [models.Index(fields=["ended_at"], name="mailstop_ended")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("cause",), name="mailstop_open_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SiteClock",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("given", models.DurationField(db_default=datetime.timedelta(0), default=datetime.timedelta)),
                ("held_since", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "site clock",
                "verbose_name_plural": "site clock",
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="site_clock_once")],
            },
        ),
        migrations.CreateModel(
            name="Failure",
            fields=[
                ("cause", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("subject", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("unreported", models.PositiveIntegerField(db_default=0, default=0)),
                ("quiet_until", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="TurnRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveIntegerField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[("in_time", "In time"), ("late", "Late"), ("missed", "Missed")], max_length=7
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="turn_records", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turn_records",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("took", models.PositiveIntegerField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "turn record",
                "verbose_name_plural": "turn records",
                "ordering": ["-at", "-pk"],
                "indexes": [models.Index(fields=["user", "-at"], name="turn_record_of_user")],
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.DateField(verbose_name="from")),
                ("last", models.DateField(verbose_name="until")),
                ("announced_at", models.DateTimeField()),
                ("games", models.JSONField(blank=True, help_text="Ids of the games it is for; empty: all.", null=True)),
                (
                    "without",
                    models.JSONField(blank=True, default=list, help_text="Ids of games in which it was ended."),
                ),
                ("agreed_at", models.DateTimeField(blank=True, null=True)),
                ("declined_at", models.DateTimeField(blank=True, null=True)),
                ("bot", models.CharField(default="caretaker", max_length=20)),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("both", "All questions"),
                            ("turns", "Turns only"),
                            ("reactions", "Replies out of turn only"),
                        ],
                        default="both",
                        max_length=9,
                    ),
                ),
                ("summed_up_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="stands_in_for",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "choices",
                    models.JSONField(blank=True, default=dict, help_text="Other stand-ins of single games, by id."),
                ),
                ("used_until", models.DateField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "vacation",
                "verbose_name_plural": "vacations",
                "ordering": ["first", "pk"],
                "indexes": [models.Index(fields=["last"], name="vacation_last")],
            },
        ),
        migrations.CreateModel(
            name="StandIn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("bot", models.CharField(blank=True, default="", max_length=20)),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("both", "All questions"),
                            ("turns", "Turns only"),
                            ("reactions", "Replies out of turn only"),
                        ],
                        default="both",
                        max_length=9,
                    ),
                ),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats_for_others",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="stand_ins", to="games.player"
                    ),
                ),
                (
                    "vacation",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="stand_ins",
                        to="games.vacation",
                    ),
                ),
            ],
            options={
                "verbose_name": "stand-in",
                "verbose_name_plural": "stand-ins",
                "ordering": ["begins_at", "pk"],
                "indexes": [
                    models.Index(condition=models.Q(("ended_at", None)), fields=["ends_at"], name="stand_in_ends")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "vacation"), name="stand_in_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("player",), name="stand_in_one_at_a_time"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StandingText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("text", models.TextField(blank=True, default="", max_length=2000)),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("web", "Page"),
                            ("link", "Link in an email"),
                            ("mail", "Mail"),
                            ("api", "Program"),
                            ("standing", "Standing order"),
                            ("plan", "Plan for the turn"),
                            ("deadline", "Deadline"),
                            ("bot", "Bot"),
                            ("organizer", "Organizer"),
                            ("system", "Site"),
                        ],
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="standing_texts", to="games.player"
                    ),
                ),
            ],
            options={
                "verbose_name": "text of standing orders",
                "verbose_name_plural": "texts of standing orders",
                "ordering": ["player", "-version"],
                "constraints": [models.UniqueConstraint(fields=("player", "version"), name="standing_text_once")],
            },
        ),
        migrations.CreateModel(
            name="StandingUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("line", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="standing_use", to="games.entry"
                    ),
                ),
            ],
            options={
                "verbose_name": "use of a standing order",
                "verbose_name_plural": "uses of standing orders",
            },
        ),
        migrations.CreateModel(
            name="TurnPlan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField(default=1)),
                ("text", models.TextField(max_length=10000)),
                (
                    "hold",
                    models.PositiveSmallIntegerField(
                        choices=[(0, "Play it at once"), (15, "Hold it for 15 minutes"), (60, "Hold it for an hour")],
                        default=15,
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("web", "Page"),
                            ("link", "Link in an email"),
                            ("mail", "Mail"),
                            ("api", "Program"),
                            ("standing", "Standing order"),
                            ("plan", "Plan for the turn"),
                            ("deadline", "Deadline"),
                            ("bot", "Bot"),
                            ("organizer", "Organizer"),
                            ("system", "Site"),
                        ],
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("made_turn", models.CharField(max_length=40)),
                ("held", models.JSONField(default=list)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("kept", "Waits for the next turn"),
                            ("held", "Is played soon"),
                            ("played", "Played"),
                            ("stopped", "Played in part"),
                            ("failed", "Not played"),
                            ("dropped", "Dropped"),
                        ],
                        default="kept",
                        max_length=10,
                    ),
                ),
                ("turn", models.CharField(blank=True, default="", max_length=40)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("seqs", models.JSONField(blank=True, default=list)),
                ("line", models.PositiveSmallIntegerField(default=0)),
                ("said", models.CharField(blank=True, default="", max_length=300)),
                ("why", models.CharField(blank=True, default="", max_length=500)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="plans", to="games.game"
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="plan", to="games.player"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turn_plans",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "plan for the next turn",
                "verbose_name_plural": "plans for the next turn",
                "indexes": [
                    models.Index(condition=models.Q(("state", "held")), fields=["due_at"], name="turnplan_due")
                ],
            },
        ),
        migrations.CreateModel(
            name="SentMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("message_id", models.CharField(max_length=200, unique=True)),
                ("packed", models.BinaryField(default=b"")),
                ("sent_at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("template", models.CharField(default="turn", max_length=30)),
            ],
            options={
                "verbose_name": "sent mail",
                "verbose_name_plural": "sent mails",
            },
        ),
        # As in 0021: the last release still reads the column.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField(
                    model_name="standingorder",
                    name="ask_me",
                ),
            ],
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]
