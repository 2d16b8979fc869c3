"""The site's clock begins with nothing given, so every deadline that is stored stays what it is."""

import datetime
from typing import Any

from django.db import migrations, models


def begin(apps: Any, schema_editor: Any) -> None:
    apps.get_model("games", "SiteClock").objects.get_or_create(id=1)


class Migration(migrations.Migration):
    dependencies = [("games", "0006_time_given")]

    operations = [
        migrations.CreateModel(
            name="SiteClock",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("given", models.DurationField(db_default=datetime.timedelta(0), default=datetime.timedelta)),
                ("held_since", models.DateTimeField(blank=True, null=True)),
            ],
            options={"verbose_name": "site clock", "verbose_name_plural": "site clock"},
        ),
        migrations.AddConstraint(
            model_name="siteclock",
            constraint=models.CheckConstraint(condition=models.Q(("id", 1)), name="site_clock_once"),
        ),
        migrations.AddField(
            model_name="waiting",
            name="remind_again_given",
            field=models.DurationField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="waiting",
            index=models.Index(
                condition=models.Q(("remind_again_given__isnull", False)),
                fields=["remind_again_given"],
                name="waiting_remind_again",
            ),
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]
