"""The calendars of people, and what each said last of an open question."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import calendars.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Feed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=calendars.models.new_key, editable=False, max_length=20)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "calendar",
                "verbose_name_plural": "calendars",
            },
        ),
        migrations.CreateModel(
            name="FeedEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.CharField(max_length=32)),
                ("deadline_at", models.DateTimeField()),
                ("sequence", models.PositiveIntegerField(default=0)),
                ("changed_at", models.DateTimeField()),
                (
                    "feed",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="events", to="calendars.feed"
                    ),
                ),
            ],
            options={
                "verbose_name": "calendar entry",
                "verbose_name_plural": "calendar entries",
                "constraints": [models.UniqueConstraint(fields=("feed", "uid"), name="calendar_event_once")],
            },
        ),
    ]
