"""All of the migrations that it names, in one: a fresh site runs this, one that has had some of them runs the rest."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("inbound", "0001_mail"), ("inbound", "0002_webhook_tickets"), ("inbound", "0003_lanes")]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0034_sent_mail"),
    ]

    operations = [
        migrations.CreateModel(
            name="InboundMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("raw", models.BinaryField(null=True)),
                (
                    "door",
                    models.CharField(
                        choices=[("smtp", "SMTP"), ("imap", "Mailbox"), ("webhook", "Webhook")], max_length=8
                    ),
                ),
                ("arrived_at", models.DateTimeField()),
                ("envelope_to", models.CharField(blank=True, default="", max_length=320)),
                ("is_proved", models.BooleanField(default=False, help_text="Whether the door vouches for the sender.")),
                ("named", models.CharField(max_length=64)),
                ("key", models.CharField(max_length=64, null=True, unique=True)),
                ("text_digest", models.CharField(blank=True, default="", max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[("new", "Stored"), ("read", "Read"), ("done", "Done")], default="new", max_length=4
                    ),
                ),
                ("code", models.CharField(blank=True, default="", max_length=20)),
                ("answer", models.CharField(blank=True, default="", max_length=8)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("ref", models.PositiveIntegerField(null=True)),
                ("sender", models.CharField(blank=True, default="", max_length=320)),
                ("subject", models.CharField(blank=True, default="", max_length=300)),
                ("message_id", models.CharField(blank=True, default="", max_length=998)),
                ("verdict", models.JSONField(default=dict)),
                ("due_at", models.DateTimeField(help_text="When it is read, if not at once.", null=True)),
                ("claimed_until", models.DateTimeField(null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ticket",
                    models.CharField(
                        help_text="Names a posted request that is taken once.", max_length=64, null=True, unique=True
                    ),
                ),
                (
                    "lane",
                    models.BigIntegerField(
                        help_text="The game that its address names, 0 for none: mails of a game are read in turn.",
                        null=True,
                    ),
                ),
            ],
            options={
                "verbose_name": "mail that came in",
                "verbose_name_plural": "mails that came in",
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "done"), _negated=True),
                        fields=["arrived_at", "id"],
                        name="inbound_waiting",
                    ),
                    models.Index(fields=["named"], name="inbound_named"),
                    models.Index(fields=["user", "game", "arrived_at"], name="inbound_seat"),
                    models.Index(
                        condition=models.Q(("raw__isnull", False)), fields=["arrived_at"], name="inbound_kept"
                    ),
                ],
            },
        ),
    ]
