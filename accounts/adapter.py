"""How allauth is bent to this site: words, limits per account, mail that fails, secrets at rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from io import BytesIO
from typing import Any

import qrcode
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from allauth.account.internal.userkit import filter_users_by_email
from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse, ReauthenticationRequired
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from qrcode.image.svg import SvgPathFillImage

from accounts import address_change, browsers, open_codes, reauthentication, tries
from accounts.mailing import hand_over
from accounts.models import User
from accounts.ratelimit import mark_limited, too_many
from accounts.sealing import seal, unseal

WORDS = {
    "account_inactive": _("This account is closed."),
    "email_password_mismatch": _("Wrong name, address or password."),
    "username_password_mismatch": _("Wrong name, address or password."),
    "enter_current_password": _("That is not your current password."),
    "incorrect_code": _("Wrong code. Use the code from the newest email; capitals do not matter."),
    "incorrect_password": _("Wrong password."),
    "invalid_login": _("Enter your name or your email address."),
    "too_many_login_attempts": _("Too many attempts. Try again in 15 minutes."),
    "too_many_passwords": _("Too many attempts. Log in with a code that we email you, or with a passkey."),
    "rate_limited": _("You just asked for a code. Wait a minute, then ask again."),
    "username_blacklisted": _("This name is reserved. Choose another one."),
    "username_taken": _("This name is taken. Choose another one, or log in if it is yours."),
    "same_as_current": _("This is already your address."),
    "email_taken": _("This address cannot be used. Choose another one."),
}
FACTOR_WORDS = {
    "incorrect_code": _("Wrong code, or a code that was already used. Enter the next code your app shows."),
    "unverified_email": _("Confirm your email address first."),
    "cannot_delete_authenticator": _("This second step cannot be removed."),
    "cannot_generate_recovery_codes": _("Set up an app or a passkey first: recovery codes replace them."),
}
WAYS = {
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
    "reauthenticate": _("Use your password"),
    "mfa_reauthenticate": _("Use your app or a recovery code"),
    "reauthenticate_code": _("Email me a code"),
}
CODE_MAILS = {
    f"account/email/{name}"
    for name in (
        "login_code",
        "unknown_account",
        "password_reset_code",
        "email_confirmation",
        "email_confirmation_signup",
        "account_already_exists",
    )
}
PROOF_MAIL = "account/email/reauthentication_code"
ADDRESS_CHANGED = "account/email/email_changed"
NEW_BROWSER = "account/email/new_browser"
LIMIT_CODES = {"too_many_login_attempts", "too_many_passwords", "rate_limited"}
CODE_LIVES = timedelta(minutes=10)
"""As long as every ACCOUNT_..._TIMEOUT of the settings; a code is not mailed when it has run out."""

FACTORS = "second factor"  # as typed
"""The purpose under which secrets of second steps are sealed."""


class AccountAdapter(DefaultAccountAdapter):
    """Logging in, signing up and the mails about both."""

    error_messages = DefaultAccountAdapter.error_messages | WORDS

    def validation_error(self, code: str, *args: object) -> ValidationError:
        """Extend allauth's: a refusal for trying too often also becomes the status of the answer (429)."""
        if code in LIMIT_CODES:
            mark_limited(allauth_context.request)
        refusal: ValidationError = super().validation_error(code, *args)
        return refusal

    def pre_authenticate(self, request: HttpRequest, **credentials: str) -> None:
        """Count a try of a password, whether the account is named by name or by address, before it is compared."""
        login = credentials.get("email") or credentials.get("username") or ""
        self._tries = tries.password_limits(request, login, user_of_login(login))
        if wait := tries.take(self._tries):
            mark_limited(request, wait)
            inside = request.user.is_authenticated  # and proves once more who it is
            raise self.validation_error("too_many_login_attempts" if inside else "too_many_passwords")

    def _rollback_login_failed_rl_usage(self) -> None:
        tries.give_back(self._tries)

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: str) -> None:
        if user := user_of_login(credentials.get("email") or credentials.get("username") or ""):
            tries.forget_passwords(user)

    def authenticate(self, request: HttpRequest, **credentials: str) -> AbstractBaseUser | None:
        """Extend allauth's: an address is never tried as a name too. No name has an @, and trying both would cost a
        known address one hash more than an unknown one, which can be measured."""
        if "email" in credentials:
            credentials.pop("username", None)
        found: AbstractBaseUser | None = super().authenticate(request, **credentials)
        return found

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Write the password and nothing else: the rest of the row may have changed since it was read."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def send_mail(self, template_prefix: str, email: str, context: Mapping[str, Any]) -> None:
        """Write the mail and queue it: it is sent within seconds, and tried again if the mail server fails.

        Codes, and what is mailed in their place to an address without account, are limited here, all in one place.
        """
        if template_prefix == PROOF_MAIL:
            self._refuse_too_many(tries.proof_limits(allauth_context.request, context["user"]))
            open_codes.forget(allauth_context.request)
        if template_prefix not in CODE_MAILS or self._gets_own_code(email):
            self._write_mail(template_prefix, email, context)

    def _write_mail(
        self, template_prefix: str, email: str, context: Mapping[str, object], lives: timedelta = CODE_LIVES
    ) -> None:
        facts = {"request": allauth_context.request, "email": email, **context}
        mail = self.render_mail(template_prefix, email, facts)
        hand_over(email, mail.subject, str(mail.body), timezone.now() + lives if "code" in context else None)

    def _refuse_too_many(self, limits: list[tries.Limit]) -> None:
        request = allauth_context.request
        if wait := tries.take(limits):
            raise ImmediateHttpResponse(too_many(request, wait))

    def _gets_own_code(self, email: str) -> bool:
        """Return whether an address gets a code for the browser that asks. Else it gets the open code, or has it."""
        request = allauth_context.request
        self._refuse_too_many(tries.code_limits(request, email))
        sent_at = open_codes.mailed_at(email)
        if tries.is_known_browser(request, email) or (not sent_at and tries.take_own_code(email)):
            open_codes.forget(request)
            return True
        if not sent_at:
            facts = {"code": open_codes.make(email), "owner": tries.owner_of(email)}
            self._write_mail("account/email/open_code", email, facts, open_codes.EVERY)
        open_codes.await_code(request, email, sent_at or timezone.now())
        return False

    def get_reauthentication_methods(self, user: AbstractBaseUser | AnonymousUser) -> list[dict[str, str]]:
        """List the ways to prove who one is, easiest first: a passkey, the password, an app, or a mailed code."""
        methods = super().get_reauthentication_methods(user)
        if isinstance(user, User) and reauthentication.can_be_mailed(user):
            methods.append({"id": "reauthenticate_code", "url": reverse("account_reauthenticate_code")})
        known = [{**each, "description": WAYS[each["id"]]} for each in methods]
        return sorted(known, key=lambda each: list(WAYS).index(each["id"]))

    def is_reauthentication_required(self, *, app: str, **kwargs: object) -> bool:
        """Extend allauth's, which asks nothing of people with neither password nor second step: they get a code."""
        request = allauth_context.request
        if not get_reauthentication_flows(request.user) and not reauthentication.is_fresh(request):
            if not self.get_reauthentication_methods(request.user):
                raise PermissionDenied("an account without any way to prove who owns it")
            raise ReauthenticationRequired
        required: bool = super().is_reauthentication_required(app=app, **kwargs)
        return required

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: Mapping[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Extend allauth's: in the reader's own time and language, whoever caused it; and the mail to a former address
        has a link that undoes the change."""
        facts = dict(context or {})
        if template_prefix == ADDRESS_CHANGED and isinstance(user, User):
            change = address_change.note_change(user, facts["from_email"], facts["to_email"])
            facts["undo_url"] = address_change.undo_url(change)
            facts["undo_until"] = change.at + address_change.UNDO_FOR
        with read_by(user):
            super().send_notification_mail(template_prefix, user, facts, email)

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Extend allauth's: the owner is told of a login from a browser that the account does not know, but not of the
        one that ends a sign-up."""
        assert isinstance(user, User)
        is_new = user.last_login is not None and not browsers.name_of(request, user)
        super().login(request, user)
        if is_new:
            self.send_notification_mail(NEW_BROWSER, user, {"user": user})

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account-overview")


@contextmanager
def read_by(user: AbstractBaseUser) -> Iterator[None]:
    """Write in the time zone and language of the person who reads."""
    assert isinstance(user, User)
    with timezone.override(user.zone), translation.override(user.language or translation.get_language()):
        yield


def user_of_login(login: str) -> User | None:
    """Find the account by the name or address that somebody typed to log in."""
    if "@" in login:
        return next(iter(filter_users_by_email(login, is_active=True, prefer_verified=True)), None)
    return User.objects.filter(username__iexact=login).first()


class SessionsAdapter(DefaultUserSessionsAdapter):
    """The list of logins."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """Extend allauth's: who ends all other logins trusts no other browser either."""
        super().end_sessions(sessions)
        request = allauth_context.request
        if isinstance(request.user, User):
            browsers.forget_all(request.user)
            browsers.remember(request, request.user)


class SecondFactorAdapter(DefaultMFAAdapter):
    """Passkeys and authenticator apps; their secrets are stored encrypted under the site's key."""

    error_messages = DefaultMFAAdapter.error_messages | FACTOR_WORDS

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """Give a passkey a name until its owner renames it."""
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey %(number)s") % {"number": count + 1} if count else gettext("Passkey")

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        return str(user.get_username())

    def build_totp_svg(self, url: str) -> str:
        """Draw the picture on a white background: an app cannot read black on the dark theme."""
        picture = BytesIO()
        qrcode.make(url, image_factory=SvgPathFillImage, border=2).save(picture)
        return picture.getvalue().decode()

    def encrypt(self, text: str) -> str:
        return seal(text, FACTORS)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text, FACTORS)
