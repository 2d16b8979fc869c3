"""The Django application of the games."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext, ngettext

import engine
from common.translation_cache import keep_translations


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Games"
    default_auto_field = "django.db.models.BigAutoField"
    organizers_see = ("game", "player", "entry", "waiting", "outboxmail", "auditentry", "snapshot")

    def ready(self) -> None:
        """Translate what the engine says, and look each sentence up once; listen to what happens to accounts; make the
        group of organizers once all rights are made."""
        engine.speak_with(gettext, ngettext)
        from games.decisions.registry import load as load_decisions
        from games.families.parts import load as load_families
        from games.mail import absence, account, digest, news, plan, summary, tables, turn  # noqa: F401  # each adds its kinds of mail
        from games.permissions import create_group
        from games.services import integrity, receivers  # noqa: F401  # adds its check; connects them

        keep_translations()
        load_families()
        load_decisions()
        post_migrate.connect(create_group, sender=apps.get_app_config("auth"))
        from games.api import receivers as receivers_of_the_api  # noqa: F401  # as above
