from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0026_told_while_stopped"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="place",
            field=models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
    ]
