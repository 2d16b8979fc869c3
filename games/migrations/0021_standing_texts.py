from django.db import migrations, models
from django.db.models.deletion import CASCADE

SOURCES = [
    ("web", "Page"),
    ("link", "Link in an email"),
    ("mail", "Mail"),
    ("api", "Program"),
    ("standing", "Standing order"),
    ("deadline", "Deadline"),
    ("bot", "Bot"),
    ("organizer", "Organizer"),
    ("system", "Site"),
]
ASK = "when attacked: ask me"


def keep_texts(apps, schema_editor):
    """Write the tick of the box as the first line of the text, and keep each text as the first of its seat."""
    texts = apps.get_model("games", "StandingText")
    for order in apps.get_model("games", "StandingOrder").objects.iterator():
        if order.ask_me:
            order.text = f"{ASK}\n{order.text}".strip()
        order.version = 1
        order.save(update_fields=["text", "version"])
        texts.objects.create(
            player_id=order.player_id, version=1, text=order.text, source="web", made_at=order.changed_at
        )


def tick_boxes(apps, schema_editor):
    """Take the line out again and tick the box."""
    for order in apps.get_model("games", "StandingOrder").objects.iterator():
        lines = order.text.splitlines()
        order.ask_me = ASK in lines
        order.text = "\n".join(line for line in lines if line != ASK)
        order.save(update_fields=["text", "ask_me"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_absence"),
    ]

    operations = [
        migrations.AddField(
            model_name="standingorder",
            name="version",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="standingorder",
            name="spent",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
        migrations.CreateModel(
            name="StandingText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("text", models.TextField(blank=True, default="", max_length=2000)),
                ("source", models.CharField(choices=SOURCES, max_length=10)),
                ("made_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(on_delete=CASCADE, related_name="standing_texts", to="games.player"),
                ),
            ],
            options={
                "verbose_name": "text of standing orders",
                "verbose_name_plural": "texts of standing orders",
                "ordering": ["player", "-version"],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "version"), name="standing_text_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="StandingUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("line", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.OneToOneField(on_delete=CASCADE, related_name="standing_use", to="games.entry"),
                ),
            ],
            options={
                "verbose_name": "use of a standing order",
                "verbose_name_plural": "uses of standing orders",
            },
        ),
        migrations.RunPython(keep_texts, tick_boxes, elidable=True),
        # The last release still reads the column, so it stays for one more; rows of this one leave it as it is.
        migrations.AlterField(
            model_name="standingorder",
            name="ask_me",
            field=models.BooleanField(db_default=False, default=False, verbose_name="ask me"),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name="standingorder", name="ask_me")]
        ),
    ]
