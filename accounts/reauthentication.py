"""Proof of identity before an account is changed: who holds a session need not be the one who owns it.

Password, app and passkey are asked for by allauth. Here is the way of those who have none of them: a code mailed to
the address of the account.
"""

from __future__ import annotations

import time

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.http import HttpRequest

from accounts.address_change import proof_address
from accounts.current_user import person_of
from accounts.models import User

STATE = "account_proof_code"


def is_fresh(request: HttpRequest) -> bool:
    """Return whether the person of this session has proved who they are within the last few minutes."""
    proofs = [each for each in get_authentication_records(request, request.user) if each.get("reauthenticated")]
    return bool(proofs) and time.time() - proofs[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT


def can_be_mailed(user: User) -> bool:
    """Return whether a mailed code is proof enough: there is an address, and no second step that asks for more."""
    return bool(proof_address(user)) and not is_mfa_enabled(user)


class ProofCode(AbstractCodeVerificationProcess):
    """A code on its way to the person who is logged in, kept in the session of the browser that asked."""

    def __init__(self, request: HttpRequest, state: dict[str, object]) -> None:
        self.request = request
        super().__init__(
            settings.ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS,
            settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT,
            state,
            person_of(request),
        )

    @classmethod
    def initiate(cls, request: HttpRequest) -> ProofCode:
        """Mail a new code; one that was asked for earlier stops working."""
        user = person_of(request)
        state = cls.initial_state(user, email=proof_address(user))
        process = cls(request, state | {"code": get_adapter().generate_login_code()})
        process.send()
        process.persist()
        return process

    @classmethod
    def resume(cls, request: HttpRequest) -> ProofCode | None:
        """Return the code that this session waits for, None if it has run out."""
        state = request.session.get(STATE)
        if not state or state.get("user_id") != str(request.user.pk):
            return None
        found: ProofCode | None = cls(request, state).abort_if_invalid()
        return found

    def send(self) -> None:
        facts = {"code": self.code, "user": self.user}
        get_adapter().send_mail("account/email/reauthentication_code", self.state["email"], facts)

    def persist(self) -> None:
        self.request.session[STATE] = self.state

    def abort(self) -> None:
        self.request.session.pop(STATE, None)

    def finish(self) -> None:
        """Record the proof: whoever is in this session reads the mail of the account."""
        self.abort()
        record_authentication(self.request, self.user, method="code", reauthenticated=True)
