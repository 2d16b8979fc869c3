"""Delete a person's tokens with the account, and list them in its export."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.signals import account_deleted, account_exported
from games.services.tokens import token_export, tokens_delete


@receiver(account_deleted)
def delete_tokens(user: Any, **kwargs: object) -> None:
    tokens_delete(user)


@receiver(account_exported)
def export_tokens(user: Any, **kwargs: object) -> dict[str, Any]:
    """Export names and dates; a token itself is not kept."""
    return {"tokens": token_export(user)}
