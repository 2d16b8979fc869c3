"""How mail comes: in a daily digest, at which hour, weekly; "never" was for turns alone where reminders came."""

import django.core.validators
from django.db import migrations, models


def keep_reminders(apps, schema_editor):
    """Say "reminders only" of people who get no mail of turns but reminders."""
    users = apps.get_model("accounts", "User").objects.filter(turn_mail="none", reminder_mail=True)
    users.update(turn_mail="reminder")


def without_reminders(apps, schema_editor):
    users = apps.get_model("accounts", "User").objects
    users.filter(turn_mail="reminder").update(turn_mail="none")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_quiet_hours"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="mail_hour",
            field=models.PositiveSmallIntegerField(
                db_default=18,
                default=18,
                help_text="By the person’s time zone, 0 to 23.",
                validators=[django.core.validators.MaxValueValidator(23)],
                verbose_name="hour of the daily digest",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="news_digest",
            field=models.BooleanField(db_default=False, default=False, verbose_name="news in the daily digest"),
        ),
        migrations.AddField(
            model_name="user",
            name="weekly_mail",
            field=models.BooleanField(db_default=False, default=True, verbose_name="a weekly list of games that wait"),
        ),
        migrations.AlterField(
            model_name="user",
            name="turn_mail",
            field=models.CharField(
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
        migrations.RunPython(keep_reminders, without_reminders, elidable=True),
    ]
