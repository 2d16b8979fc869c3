"""Delete a person's tokens with the account, and list them in its export."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.dispatch import receiver

from accounts.signals import account_deleted, account_exported
from games.services.tokens import token_export, tokens_delete

if TYPE_CHECKING:
    from accounts.models import User


@receiver(account_deleted)
def delete_tokens(user: User, **kwargs: object) -> None:
    tokens_delete(user)


@receiver(account_exported)
def export_tokens(user: User, **kwargs: object) -> dict[str, object]:
    """Export names and dates; a token itself is not kept."""
    return {"tokens": token_export(user)}
