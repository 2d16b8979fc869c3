"""What has to happen when allauth reports a change to an account."""

from __future__ import annotations

from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, password_changed, password_reset, password_set
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import browsers, sessions
from accounts.models import User


@receiver([authenticator_added, authenticator_removed, authenticator_reset])
def end_other_sessions(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """End every session but the one that changed the second factor.

    A new password needs nothing here: Django binds each session to the password it began with.
    """
    sessions.end_others(request, user)
    browsers.forget_all(user)
    browsers.remember(request, user)


@receiver(user_logged_in)
def know_browser(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """Remember this browser, so that failed tries of strangers do not lock it out."""
    browsers.remember(request, user)


@receiver([password_changed, password_set])
def know_only_this_browser(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    browsers.forget_all(user)
    browsers.remember(request, user)


@receiver(authenticator_added)
def remember_proof(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """Count a login as fresh proof, so that adding a second step next does not ask again."""
    record_authentication(request, user, method="mfa", reauthenticated=True)


@receiver(password_reset)
def end_all_sessions(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """Trust no open session and no known browser after a password reset."""
    sessions.end_others(request, user)
    browsers.forget_all(user)


@receiver(email_changed)
def trust_new_address(
    sender: object, request: HttpRequest, user: User, to_email_address: EmailAddress, **_: object
) -> None:
    """Clear the bounce record: a new, confirmed address has not failed yet."""
    if user.bounced_at is not None:
        user.bounced_at = None
        user.save(update_fields=["bounced_at"])
