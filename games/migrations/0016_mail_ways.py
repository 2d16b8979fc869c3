"""How mail about each game comes to the person in a seat, where it is not as for all games."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_listed"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="mail_ways",
            field=models.JSONField(
                blank=True,
                editable=False,
                help_text="How mail about this game comes, by wish, where it is not as for all games.",
                null=True,
            ),
        ),
    ]
