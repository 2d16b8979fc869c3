"""The Django application of people's accounts."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "Accounts"
    default_auto_field = "django.db.models.BigAutoField"
    organizers_see = ("user",)

    def ready(self) -> None:
        """Connect the receivers that keep other sessions and addresses in order."""
        from accounts import receivers  # noqa: F401  # connects its handlers


class GuardedAdminConfig(AdminConfig):
    """Django's admin with `accounts.admin_site` in place of its own site; takes the place of "django.contrib.admin"."""

    default_site = "accounts.admin_site.GuardedAdminSite"
