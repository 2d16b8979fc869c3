"""The Django application of mail that comes in."""

from django.apps import AppConfig


class InboundConfig(AppConfig):
    name = "inbound"
    default_auto_field = "django.db.models.BigAutoField"
