"""Note at the games in which somebody has written that they have messages."""

from django.db import migrations
from django.db.models import Exists, OuterRef


def note_messages(apps, schema_editor):
    """Mark each game that has a message."""
    written = apps.get_model("press", "Message").objects.filter(game=OuterRef("pk"))
    apps.get_model("games", "Game").objects.filter(Exists(written)).update(has_messages=True)


class Migration(migrations.Migration):
    dependencies = [("press", "0002_tell_running_games"), ("games", "0040_has_messages")]

    operations = [migrations.RunPython(note_messages, migrations.RunPython.noop, elidable=True)]
