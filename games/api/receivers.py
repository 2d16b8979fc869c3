"""What happens to a person's tokens when the account goes, and what the account's export says of them."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.signals import account_deleted, account_exported
from games.services.tokens import token_facts, tokens_end


@receiver(account_deleted)
def end_tokens(user: Any, **kwargs: object) -> None:
    tokens_end(user)


@receiver(account_exported)
def tell_tokens(user: Any, **kwargs: object) -> dict[str, Any]:
    """Names and dates; a token itself is not kept."""
    return {"tokens": token_facts(user)}
