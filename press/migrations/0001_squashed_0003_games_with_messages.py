"""All of the migrations that it names, in one: a fresh site runs this, one that has had some of them runs the rest.

A site of 1.0.0 has had none of them either, so its players are told here; no message is older than this.
"""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

tell_players = import_module("press.migrations.0002_tell_running_games").tell_players


class Migration(migrations.Migration):
    replaces = [("press", "0001_initial"), ("press", "0002_tell_running_games"), ("press", "0003_games_with_messages")]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0040_has_messages"),
    ]

    operations = [
        migrations.CreateModel(
            name="Conversation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seats", models.CharField(max_length=24)),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"),
                ),
            ],
            options={
                "verbose_name": "conversation",
                "verbose_name_plural": "conversations",
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("game", "seats"), name="conversation_once")],
            },
        ),
        migrations.CreateModel(
            name="Held",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(max_length=2000)),
                ("key", models.CharField(max_length=120)),
                ("at", models.DateTimeField()),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="press.conversation"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.player"),
                ),
            ],
            options={
                "verbose_name": "held reply",
                "verbose_name_plural": "held replies",
                "constraints": [models.UniqueConstraint(fields=("player", "key"), name="held_once")],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("text", models.TextField(max_length=2000)),
                (
                    "source",
                    models.CharField(
                        blank=True,
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
                        default="",
                        max_length=10,
                    ),
                ),
                ("key", models.CharField(blank=True, max_length=120, null=True)),
                ("turn", models.CharField(blank=True, default="", max_length=40)),
                ("sent_at", models.DateTimeField()),
                ("shown_at", models.DateTimeField(blank=True, null=True)),
                ("hidden_at", models.DateTimeField(blank=True, null=True)),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="press.conversation"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ["shown_at", "number", "pk"],
                "indexes": [
                    models.Index(fields=["game", "shown_at"], name="message_shown"),
                    models.Index(fields=["actor", "sent_at"], name="message_sent"),
                    models.Index(condition=models.Q(("shown_at", None)), fields=["game"], name="message_waits"),
                    models.Index(condition=models.Q(("turn", "")), fields=["shown_at"], name="message_unplaced"),
                ],
                "constraints": [models.UniqueConstraint(fields=("game", "actor", "key"), name="message_once")],
            },
        ),
        migrations.CreateModel(
            name="GreySender",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(blank=True, max_length=120, null=True)),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="grey_sender", to="press.message"
                    ),
                ),
            ],
            options={
                "verbose_name": "sender of an unsigned message",
                "verbose_name_plural": "senders of unsigned messages",
                "constraints": [models.UniqueConstraint(fields=("game", "user", "key"), name="grey_once")],
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("blocks", models.BooleanField(default=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "grey",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="press_mutes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
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
            ],
            options={
                "verbose_name": "mute",
                "verbose_name_plural": "mutes",
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "player"), name="mute_player_once"),
                    models.UniqueConstraint(fields=("owner", "grey"), name="mute_grey_once"),
                    models.UniqueConstraint(fields=("owner", "user"), name="mute_user_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("territory", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("text", models.TextField(max_length=10000)),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.player"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "private note",
                "verbose_name_plural": "private notes",
                "constraints": [
                    models.UniqueConstraint(fields=("player", "territory"), name="note_territory_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("territory", None)), fields=("player",), name="note_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Reading",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("read_to", models.DateTimeField(blank=True, null=True)),
                ("mail", models.DateTimeField(blank=True, null=True)),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="readings", to="press.conversation"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.player"),
                ),
            ],
            options={
                "verbose_name": "reading",
                "verbose_name_plural": "readings",
                "constraints": [models.UniqueConstraint(fields=("conversation", "player"), name="reading_once")],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("copy", models.JSONField(default=list)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("insult", "An insult"),
                            ("threat", "A threat"),
                            ("spam", "Spam"),
                            ("cheating", "Cheating"),
                            ("private", "Private facts, or who somebody is in an anonymous game"),
                            ("other", "Something else"),
                        ],
                        max_length=8,
                    ),
                ),
                ("text", models.CharField(blank=True, default="", max_length=1000)),
                (
                    "state",
                    models.CharField(choices=[("open", "Open"), ("closed", "Closed")], default="open", max_length=6),
                ),
                ("outcome", models.CharField(blank=True, default="", max_length=1000)),
                ("at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "accused",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "appeal_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appeal",
                        to="press.report",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"),
                ),
                (
                    "message",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="press.message",
                    ),
                ),
                (
                    "moderator",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "ordering": ["pk"],
                "indexes": [models.Index(condition=models.Q(("state", "open")), fields=["at"], name="report_open")],
            },
        ),
        migrations.CreateModel(
            name="Silence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="silences",
                        to="press.report",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "silence",
                "verbose_name_plural": "silences",
                "indexes": [models.Index(fields=["user", "until"], name="silence_until")],
            },
        ),
        migrations.RunPython(tell_players, migrations.RunPython.noop),
    ]
