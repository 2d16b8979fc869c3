"""Tell the players of running games once that they can write to each other now."""

from django.db import migrations
from django.utils import timezone


def tell_players(apps, schema_editor):
    """Queue one mail for each person who plays in a running game; its key keeps it from being queued twice."""
    players = apps.get_model("games", "Player").objects.filter(
        game__status__in=["running", "paused"], state="playing", user__isnull=False, game__press="private"
    )
    mails = apps.get_model("games", "OutboxMail").objects
    now = timezone.now()
    for user_id in players.values_list("user_id", flat=True).distinct():
        fields = {"template": "press_begins", "user_id": user_id, "not_before": now}
        mails.get_or_create(key=f"press_begins:{user_id}", defaults=fields)


class Migration(migrations.Migration):
    dependencies = [("press", "0001_initial")]

    operations = [migrations.RunPython(tell_players, migrations.RunPython.noop)]
