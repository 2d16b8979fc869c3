"""What a game says of time becomes one value, `clock`. Games that run keep their deadlines: their hours become a clock
that spares no night, and what followed lateness stays."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def keep_hours(apps, schema_editor):
    Game = apps.get_model("games", "Game")
    rows = Game.objects.filter(clock=None).order_by("pk")
    for game in rows.iterator(chunk_size=500):
        late = {"row": 1, "then": ["caretaker"]} if game.late_policy == "caretaker" else {"then": ["caretaker"]}
        game.clock = {
            "zone": "UTC",
            "span": game.turn_hours * 60,
            "quiet": False,
            "grace": game.grace_minutes,
            "reaction": game.reaction_hours * 60,
            "late": late,
            "vacation": "stand_in",
        }
        game.save(update_fields=["clock"])


def note_who_came(apps, schema_editor):
    """Take all who sit at a table that has begun for people who have come: nobody is freed for what was before."""
    apps.get_model("games", "Player").objects.exclude(seat=None).exclude(user=None).update(came=True)


def forget_sent_reminders(apps, schema_editor):
    apps.get_model("games", "Waiting").objects.exclude(reminded_at=None).update(remind_at=None, reminders_sent=1)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_mail_ways"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="banks",
            field=models.JSONField(blank=True, help_text="Minutes in all time banks, where they changed.", null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="turn_own_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="clock",
            field=models.JSONField(
                blank=True,
                help_text="Spans, days off, quiet hours, time bank, and what follows lateness (games.clocks).",
                null=True,
                verbose_name="time",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="turn_begun_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="turn_own_until",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="bank",
            field=models.PositiveIntegerField(
                blank=True,
                editable=False,
                help_text="Minutes in the time bank; empty before the first turn.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="waiting",
            name="own_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="waiting",
            name="reminders_sent",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="waiting",
            name="steps",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="waiting",
            name="told_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="waiting",
            index=models.Index(
                condition=models.Q(("remind_at__isnull", False)), fields=["remind_at"], name="waiting_remind_next"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="began",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name="player",
            name="came",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name="player",
            name="held_by",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=20),
        ),
        migrations.AddField(
            model_name="player",
            name="lapse",
            field=models.CharField(
                blank=True,
                choices=[("line", "By orders left for that case"), ("default", "By the site")],
                db_default="",
                default="",
                editable=False,
                max_length=7,
            ),
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
            ],
            options={
                "verbose_name": "turn record",
                "verbose_name_plural": "turn records",
                "ordering": ["-at", "-pk"],
                "indexes": [models.Index(fields=["user", "-at"], name="turn_record_of_user")],
            },
        ),
        migrations.RunPython(keep_hours, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(forget_sent_reminders, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(note_who_came, migrations.RunPython.noop, elidable=True),
    ]
