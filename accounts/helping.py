"""What may be done to the account of somebody who lost access to it. Who may do it, and why, is the caller's matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.utils import translation

from accounts import address_change
from accounts.address_change import AddressTaken
from accounts.models import User

__all__ = ["AddressTaken", "change_address", "end_sessions", "remove_second_steps"]


def change_address(user: User, address: str, *, reason: str) -> None:
    """Give an account another address. Both are told; the former one can undo it. Raises AddressTaken."""
    old = address_change.proof_address(user)
    address_change.move_address(user, address)
    address_change.shut_out(user)
    facts: dict[str, object] = {"from_email": old, "to_email": user.email}
    if old:
        change = address_change.note_change(user, old, user.email)
        undo = {"undo_url": address_change.undo_url(change), "undo_until": change.at + address_change.UNDO_FOR}
        tell(user, "helped_address", reason, [old], **facts, **undo)
    tell(user, "helped_address", reason, [user.email], **facts)


def remove_second_steps(user: User, *, reason: str) -> None:
    """Remove all passkeys, apps and recovery codes of an account, and end its logins."""
    address_change.drop_second_steps(Authenticator.objects.filter(user=user), user)
    address_change.shut_out(user)
    tell(user, "helped_second_step", reason, [address_change.proof_address(user)])


def end_sessions(user: User, *, reason: str) -> None:
    """End every login of an account."""
    address_change.shut_out(user)
    tell(user, "helped_sessions", reason, [address_change.proof_address(user)])


def tell(user: User, mail: str, reason: str, to: Iterable[str], **facts: object) -> None:
    """Tell the owner what was done and why, in the owner's language."""
    send: Callable[..., None] = get_adapter().send_mail
    with translation.override(user.language or settings.LANGUAGE_CODE):
        for address in filter(None, to):
            send(f"account/email/{mail}", address, {"user": user, "reason": reason, **facts})
