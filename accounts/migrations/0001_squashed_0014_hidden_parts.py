"""All of the migrations that it names, in one: a fresh site runs this, one that has had some of them runs the rest.

Steps that mend rows of older sites are left out.
"""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import accounts.models
import accounts.validators


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_initial"),
        ("accounts", "0002_staff_mail"),
        ("accounts", "0003_address_changes"),
        ("accounts", "0004_help_user"),
        ("accounts", "0005_letter_keys"),
        ("accounts", "0006_words"),
        ("accounts", "0007_people"),
        ("accounts", "0008_open_codes"),
        ("accounts", "0009_quiet_hours"),
        ("accounts", "0010_mail_ways"),
        ("accounts", "0011_away"),
        ("accounts", "0012_reply_epoch"),
        ("accounts", "0013_press_mail"),
        ("accounts", "0014_hidden_parts"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="RateCount",
            fields=[
                ("key", models.CharField(max_length=160, primary_key=True, serialize=False)),
                ("began", models.FloatField(help_text="Seconds since 1970.")),
                ("ends", models.FloatField(db_index=True, help_text="From this moment on the row may be swept away.")),
                ("count", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "This name is taken. Choose another one."},
                        max_length=24,
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[A-Za-z0-9][A-Za-z0-9_-]{2,23}\\Z",
                                "A name has 3 to 24 characters: letters, digits, - and _. It starts with a letter or digit.",
                                code="name_shape",
                            )
                        ],
                        verbose_name="name",
                    ),
                ),
                (
                    "timezone",
                    models.CharField(
                        default="UTC",
                        max_length=64,
                        validators=[accounts.validators.validate_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "language",
                    models.CharField(blank=True, default="", help_text="Empty: same as the browser.", max_length=16),
                ),
                (
                    "theme",
                    models.CharField(
                        blank=True,
                        choices=[("", "Same as my device"), ("light", "Light"), ("dark", "Dark")],
                        default="",
                        max_length=8,
                    ),
                ),
                (
                    "turn_mail",
                    models.CharField(
                        choices=[
                            ("each", "At once"),
                            ("digest", "Once a day"),
                            ("reminder", "Reminders only"),
                            ("none", "Never"),
                        ],
                        default="each",
                        max_length=8,
                    ),
                ),
                ("reminder_mail", models.BooleanField(default=True, verbose_name="reminders before a deadline")),
                ("news_mail", models.BooleanField(default=True, verbose_name="invitations, skipped turns, results")),
                (
                    "mail_muted_until",
                    models.DateTimeField(blank=True, help_text="No game mail before this moment.", null=True),
                ),
                (
                    "bounced_at",
                    models.DateTimeField(blank=True, help_text="When mail to the address last bounced.", null=True),
                ),
                ("mail_key", models.CharField(default=accounts.models.new_mail_key, editable=False, max_length=32)),
                ("deleted_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
                (
                    "staff_mail",
                    models.BooleanField(default=True, verbose_name="questions from players, for organizers"),
                ),
                ("browsers_known_from", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "letter_keys",
                    models.BooleanField(db_default=True, default=True, verbose_name="Keyboard shortcuts of one letter"),
                ),
                (
                    "quiet",
                    models.JSONField(
                        blank=True,
                        default=accounts.models.usual_quiet_hours,
                        help_text="From and to, such as 23:00 and 07:00, by the person’s time zone. Empty: none.",
                        null=True,
                        verbose_name="quiet hours",
                    ),
                ),
                (
                    "remind",
                    models.JSONField(
                        blank=True,
                        help_text="Minutes before a deadline. Empty: at half time and four hours before.",
                        null=True,
                        verbose_name="reminders",
                    ),
                ),
                (
                    "mail_hour",
                    models.PositiveSmallIntegerField(
                        db_default=18,
                        default=18,
                        help_text="By the person’s time zone, 0 to 23.",
                        validators=[django.core.validators.MaxValueValidator(23)],
                        verbose_name="hour of the daily digest",
                    ),
                ),
                (
                    "news_digest",
                    models.BooleanField(db_default=False, default=False, verbose_name="news in the daily digest"),
                ),
                (
                    "weekly_mail",
                    models.BooleanField(
                        db_default=False, default=True, verbose_name="a weekly list of games that wait"
                    ),
                ),
                (
                    "away",
                    models.JSONField(
                        blank=True, editable=False, help_text="Vacations, as the clocks of games read them.", null=True
                    ),
                ),
                (
                    "reply_epoch",
                    models.PositiveIntegerField(
                        db_default=0,
                        default=0,
                        editable=False,
                        help_text="How often all reply addresses were made void.",
                    ),
                ),
                (
                    "press_mail",
                    models.CharField(
                        choices=[("turn", "With my turn"), ("each", "At once"), ("none", "Never")],
                        db_default="turn",
                        default="turn",
                        max_length=8,
                        verbose_name="messages of players",
                    ),
                ),
                (
                    "hidden_parts",
                    models.JSONField(
                        blank=True,
                        db_default=[],
                        default=list,
                        editable=False,
                        help_text="Parts of the person’s page that others do not see, by name.",
                    ),
                ),
            ],
            options={
                "verbose_name": "person",
                "verbose_name_plural": "people",
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("username"), name="user_name_unique_any_case"
                    )
                ],
                "permissions": [("help_user", "Can help people who lost access to their account")],
            },
        ),
        migrations.CreateModel(
            name="AddressChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("old", models.EmailField(max_length=254)),
                ("new", models.EmailField(max_length=254)),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="address_changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OpenCode",
            fields=[
                (
                    "address",
                    models.CharField(
                        help_text="Keyed hash of the address.", max_length=64, primary_key=True, serialize=False
                    ),
                ),
                (
                    "proof",
                    models.CharField(
                        blank=True, help_text="Keyed hash of the code; empty once it was used.", max_length=64
                    ),
                ),
                ("mailed_at", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
