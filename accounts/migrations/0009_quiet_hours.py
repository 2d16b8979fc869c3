"""Quiet hours and reminders of people. Accounts that exist have no quiet hours until their owner sets some."""

from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_open_codes"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="quiet",
            field=models.JSONField(
                blank=True,
                help_text="From and to, such as 23:00 and 07:00, by the person’s time zone. Empty: none.",
                null=True,
                verbose_name="quiet hours",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="quiet",
            field=models.JSONField(
                blank=True,
                default=accounts.models.usual_quiet_hours,
                help_text="From and to, such as 23:00 and 07:00, by the person’s time zone. Empty: none.",
                null=True,
                verbose_name="quiet hours",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="remind",
            field=models.JSONField(
                blank=True,
                help_text="Minutes before a deadline. Empty: at half time and four hours before.",
                null=True,
                verbose_name="reminders",
            ),
        ),
    ]
