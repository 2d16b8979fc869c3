"""All of the migrations that it names, in one: a fresh site runs this, one that has had some of them runs the rest."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import tournaments.models.events


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_events"),
        ("tournaments", "0003_entry"),
        ("tournaments", "0004_organizing"),
        ("tournaments", "0005_told_rounds"),
        ("tournaments", "0006_repairs"),
        ("tournaments", "0007_templates"),
        ("tournaments", "0008_next_season"),
        ("tournaments", "0009_invitations"),
        ("tournaments", "0010_replayed"),
        ("tournaments", "0011_days_of_ladders"),
        ("tournaments", "0012_apart_to"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0030_rated"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatingScale",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rules", models.CharField(max_length=40)),
                ("since", models.DateTimeField()),
                ("beta", models.PositiveSmallIntegerField(default=125)),
                ("settled", models.PositiveIntegerField(default=7940000)),
                ("games", models.PositiveIntegerField(help_text="How many games it was fitted to.")),
            ],
            options={
                "verbose_name": "scale of ratings",
                "verbose_name_plural": "scales of ratings",
                "ordering": ["rules", "since"],
                "constraints": [models.UniqueConstraint(fields=("rules", "since"), name="rating_scale_once")],
            },
        ),
        migrations.CreateModel(
            name="RatedGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rules", models.CharField(max_length=40)),
                ("ended", models.DateTimeField()),
                (
                    "why",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Rated"),
                            ("few", "Fewer than two people finished or left it"),
                            ("often", "Two of its people met in ten rated games within 30 days"),
                            ("places", "Its places were not kept"),
                        ],
                        default="",
                        max_length=6,
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"
                    ),
                ),
            ],
            options={
                "verbose_name": "rated game",
                "verbose_name_plural": "rated games",
                "ordering": ["ended", "game_id"],
                "indexes": [models.Index(fields=["ended", "game"], name="rated_game_order")],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("rules", models.CharField(max_length=40)),
                ("who", models.CharField(max_length=32)),
                ("number", models.PositiveIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("mu_before", models.BigIntegerField()),
                ("sigma_before", models.BigIntegerField()),
                ("mu", models.BigIntegerField()),
                ("sigma", models.BigIntegerField()),
                ("beta", models.PositiveSmallIntegerField()),
                ("ended", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"),
                ),
            ],
            options={
                "verbose_name": "change of a rating",
                "verbose_name_plural": "changes of ratings",
                "ordering": ["ended", "game_id", "seat"],
                "indexes": [models.Index(fields=["who", "ended"], name="rating_who_ended")],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="rating_seat_once"),
                    models.UniqueConstraint(fields=("rules", "who", "number"), name="rating_number_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=64, unique=True)),
                ("title", models.CharField(max_length=60, verbose_name="title")),
                ("about", models.TextField(blank=True, default="", max_length=4000, verbose_name="about")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "Being prepared"),
                            ("entry", "Open for entry"),
                            ("check_in", "Check-in"),
                            ("running", "Running"),
                            ("over", "Over"),
                            ("cancelled", "Called off"),
                        ],
                        default="draft",
                        max_length=9,
                    ),
                ),
                ("rules", models.CharField(max_length=40, verbose_name="rules")),
                ("game_settings", models.JSONField(blank=True, default=dict, verbose_name="settings of its games")),
                (
                    "tables",
                    models.JSONField(default=tournaments.models.events.usual_tables, verbose_name="sizes of tables"),
                ),
                ("points", models.JSONField(default=tournaments.models.events.usual_points, verbose_name="points")),
                (
                    "tie_breaks",
                    models.JSONField(default=tournaments.models.events.usual_tie_breaks, verbose_name="tie-breaks"),
                ),
                (
                    "leaver_share",
                    models.PositiveSmallIntegerField(default=0, verbose_name="what a leaver keeps, of 60"),
                ),
                (
                    "leavers",
                    models.CharField(
                        choices=[
                            ("substitute", "A substitute takes the seat"),
                            ("bot", "A bot plays on"),
                            ("out", "The seat is given up"),
                        ],
                        default="substitute",
                        max_length=10,
                    ),
                ),
                ("work", models.PositiveIntegerField(default=200000, help_text="Changes that a pairing tries.")),
                ("least_entrants", models.PositiveSmallIntegerField(default=2, verbose_name="least entrants")),
                ("most_entrants", models.PositiveSmallIntegerField(default=256, verbose_name="most entrants")),
                ("simulated", models.BooleanField(default=False, editable=False)),
                ("commitment", models.CharField(editable=False, max_length=64)),
                ("rounds", models.PositiveSmallIntegerField(default=0, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("entry_ends_at", models.DateTimeField(blank=True, null=True, verbose_name="entry ends")),
                ("started_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("ended_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("next_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "creator",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organizers",
                    models.ManyToManyField(blank=True, related_name="organized_events", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "check_in_ends_at",
                    models.DateTimeField(blank=True, editable=False, null=True, verbose_name="check-in ends"),
                ),
                (
                    "check_in_hours",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(168)],
                        verbose_name="hours of check-in",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="auth.group",
                    ),
                ),
                ("invited_only", models.BooleanField(default=False, verbose_name="by invitation")),
                ("late_entry", models.PositiveSmallIntegerField(default=0, verbose_name="last round of late entry")),
                ("least_rating", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="least rating")),
                (
                    "least_share",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(100)],
                        verbose_name="least turns in time, of 100",
                    ),
                ),
                ("most_rating", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="highest rating")),
                (
                    "most_running",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="most running games"),
                ),
                ("needs_address", models.BooleanField(default=False, verbose_name="needs a verified address")),
                (
                    "seeding",
                    models.CharField(
                        choices=[("rating", "By rating"), ("lot", "By lot"), ("hand", "By hand")],
                        default="rating",
                        max_length=6,
                    ),
                ),
                (
                    "vacation",
                    models.CharField(
                        choices=[("allowed", "Allowed"), ("days", "Some days a round"), ("none", "None")],
                        default="allowed",
                        max_length=7,
                    ),
                ),
                (
                    "vacation_days",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(28)],
                        verbose_name="days of vacation a round",
                    ),
                ),
                (
                    "draft_hours",
                    models.PositiveSmallIntegerField(
                        blank=True, db_default=0, default=0, null=True, verbose_name="hours until a draw is public"
                    ),
                ),
                (
                    "round_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Games still running then end as they stand.",
                        null=True,
                        verbose_name="days of a round",
                    ),
                ),
                ("with_teams", models.BooleanField(db_default=False, default=False, verbose_name="played by teams")),
                (
                    "follows",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="followed_by",
                        to="tournaments.tournament",
                    ),
                ),
                ("days_from", models.DateTimeField(blank=True, editable=False, null=True)),
                ("apart_to", models.PositiveSmallIntegerField(db_default=0, default=0, editable=False)),
            ],
            options={
                "verbose_name": "tournament",
                "verbose_name_plural": "tournaments",
                "ordering": ["-created_at"],
                "indexes": [
                    models.Index(condition=models.Q(("next_at__isnull", False)), fields=["next_at"], name="event_due")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("leaver_share__in", (0, 20, 30))), name="event_leaver_share"
                    ),
                    models.CheckConstraint(condition=models.Q(("work__lte", 5000000)), name="event_work"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("form", models.JSONField(verbose_name="format")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="stages", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name": "stage",
                "verbose_name_plural": "stages",
                "ordering": ["tournament_id", "number"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="stage_number_once")],
            },
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, default="", max_length=20)),
                ("name", models.CharField(max_length=150)),
                ("team", models.CharField(blank=True, default="", max_length=40)),
                ("seed_rank", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("entered", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("left", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("sits_out", models.JSONField(blank=True, default=list)),
                (
                    "at_once",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10),
                        ],
                        verbose_name="games at once",
                    ),
                ),
                ("reserve", models.BooleanField(default=False)),
                ("entered_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entrants",
                        to="tournaments.tournament",
                    ),
                ),
                ("checked_in_at", models.DateTimeField(blank=True, null=True, verbose_name="checked in")),
                ("mails", models.BooleanField(default=True)),
            ],
            options={
                "verbose_name": "entrant",
                "verbose_name_plural": "entrants",
                "ordering": ["tournament_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="entrant_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)),
                        fields=("tournament", "user"),
                        name="entrant_person_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("group", models.CharField(blank=True, default="", max_length=8)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("published", "Published"),
                            ("starting", "Starting"),
                            ("running", "Running"),
                            ("booked", "Complete"),
                        ],
                        default="draft",
                        max_length=9,
                    ),
                ),
                ("given", models.JSONField(verbose_name="input")),
                ("output", models.JSONField(blank=True, null=True)),
                ("results", models.JSONField(blank=True, null=True)),
                ("frozen_at", models.DateTimeField()),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("booked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="drawn", to="tournaments.stage"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="drawn", to="tournaments.tournament"
                    ),
                ),
                ("publish_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("told_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "adjust",
                    models.JSONField(blank=True, db_default=[], default=list, verbose_name="points given or taken"),
                ),
                ("swaps", models.JSONField(blank=True, db_default=[], default=list)),
            ],
            options={
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
                "ordering": ["tournament_id", "number", "group"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number", "group"), name="round_number_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("seats", models.JSONField()),
                ("booked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="event_table",
                        to="games.game",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="tournaments.round"
                    ),
                ),
                ("repaired", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("replayed", models.JSONField(blank=True, db_default=[], default=list, editable=False)),
            ],
            options={
                "verbose_name": "table",
                "verbose_name_plural": "tables",
                "ordering": ["round_id", "number"],
                "constraints": [models.UniqueConstraint(fields=("round", "number"), name="table_number_once")],
            },
        ),
        migrations.CreateModel(
            name="Booking",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("revision", models.PositiveSmallIntegerField(default=1)),
                (
                    "state",
                    models.CharField(
                        choices=[("won", "Won"), ("adjudicated", "Adjudicated"), ("void", "Void")], max_length=11
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("credits", models.JSONField(blank=True, default=list)),
                ("finished_by", models.CharField(blank=True, default="", max_length=40)),
                ("land", models.JSONField(blank=True, null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="bookings", to="tournaments.entrant"
                    ),
                ),
                (
                    "instead_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bookings", to="tournaments.table"
                    ),
                ),
            ],
            options={
                "verbose_name": "booking",
                "verbose_name_plural": "bookings",
                "ordering": ["table_id", "revision", "seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seat", "revision"), name="booking_seat_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="TournamentKey",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="secret_key",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("key", models.BinaryField(default=tournaments.models.events.new_key)),
            ],
        ),
        migrations.CreateModel(
            name="Apart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.PositiveSmallIntegerField()),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entrant"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entrant"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairs_apart",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "pair kept apart",
                "verbose_name_plural": "pairs kept apart",
                "ordering": ["tournament_id", "first__number", "second__number"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "first", "second"), name="apart_once")],
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="blocks", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "block",
                "verbose_name_plural": "blocks",
                "ordering": ["user_id", "pk"],
                "constraints": [models.UniqueConstraint(fields=("user", "other"), name="block_once")],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("address", models.CharField(blank=True, db_default="", db_index=True, default="", max_length=254)),
                ("whom", models.CharField(blank=True, db_default="", default="", max_length=254)),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "ordering": ["tournament_id", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "user"), name="event_invited_once"),
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("whom"),
                        models.F("tournament"),
                        condition=models.Q(("whom", ""), _negated=True),
                        name="event_invitation_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("no_show", models.BooleanField(default=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats_left", to="tournaments.entrant"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="tournaments.table"
                    ),
                ),
                (
                    "taker",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats_taken",
                        to="tournaments.entrant",
                    ),
                ),
            ],
            options={
                "verbose_name": "change of a seat",
                "verbose_name_plural": "changes of seats",
                "ordering": ["table_id", "seat", "pk"],
                "constraints": [models.UniqueConstraint(fields=("table", "seat", "entrant"), name="seat_left_once")],
            },
        ),
        migrations.CreateModel(
            name="Trophy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("group", models.CharField(blank=True, default="", max_length=8)),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="trophies", to="tournaments.entrant"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="trophies",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "trophy",
                "verbose_name_plural": "trophies",
                "ordering": ["tournament_id", "group", "place"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "group", "place"), name="trophy_once")],
            },
        ),
        migrations.CreateModel(
            name="EventTemplate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=60)),
                ("fields", models.JSONField(default=dict)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_templates",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "template of tournaments",
                "verbose_name_plural": "templates of tournaments",
                "ordering": ["owner_id", "-pk"],
            },
        ),
    ]
