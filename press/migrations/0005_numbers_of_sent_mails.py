"""Keep the numbers that the reply addresses of mails sent before now give to conversations: their order for a reader."""

from django.db import migrations
from django.db.models import Q

EVERYONE = "*"


def number_conversations(apps, schema_editor):
    """Give numbers to what each person with a seat can read, in the order of its first message."""
    ReplyNumber = apps.get_model("press", "ReplyNumber")
    players = apps.get_model("games", "Player").objects.filter(
        game__has_messages=True, user__isnull=False, seat__isnull=False
    )
    for player in players.iterator():
        ReplyNumber.objects.bulk_create(
            ReplyNumber(player_id=player.pk, user_id=player.user_id, conversation_id=pk, number=number)
            for number, pk in enumerate(conversations_of(apps, player), start=1)
        )


def conversations_of(apps, player):
    """List the keys of the conversations that a player can read."""
    shown = apps.get_model("press", "Message").objects.filter(game=player.game_id, shown_at__isnull=False)
    own = Q(conversation__seats__contains=str(player.seat))
    if player.taken_at:
        own &= Q(shown_at__gte=player.taken_at)
    rows = shown.filter(own | Q(conversation__seats=EVERYONE)).order_by("shown_at", "number", "pk")
    return dict.fromkeys(rows.values_list("conversation_id", flat=True))


class Migration(migrations.Migration):
    dependencies = [("press", "0004_reply_numbers")]

    operations = [migrations.RunPython(number_conversations, migrations.RunPython.noop)]
