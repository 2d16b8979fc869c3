"""Forms about a person: signing up, how the site looks and counts time, mail, leaving."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from allauth.mfa.base import forms as mfa_forms
from django import forms
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone, translation
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import open_codes, tries
from accounts.address_proof import proved_address
from accounts.models import Theme, User
from accounts.ratelimit import limit, mark_limited, network_of, too_many, try_code
from accounts.services import forget_unconfirmed, hold_name, is_name_held, update_fields
from accounts.signals import zone_changed
from accounts.validators import known_zones, zone_names
from common.form_fields import choice_field
from common.lazy_text import LazyText
from common.mail_ways import MAILED, WAYS_OF_NEWS, WAYS_OF_PRESS, WAYS_OF_TURNS, Way, choices_of
from common.times import dated_clock
from games.clocks.values import ClockError, read_quiet, read_reminders
from games.clocks.words import explain_refusal

EMPTY = _("Fill this in.")
NO_ADDRESS = _("This is not an email address. It should look like tessel@example.org.")
NO_HOURS = _("Write hours from 0 to 336, such as 12, 4.")
MOST_REMINDERS = 4
NO_CLOCK = _("This is not a time of day. It should look like 23:00.")
HELD_NAME = "held_name"
"""In the session: the name that its sign-up holds."""

PAUSES = [("1", _("For a day")), ("7", _("For a week")), ("28", _("For four weeks"))]


def zone_choices(also: str = "") -> list[tuple[str, str | list[tuple[str, str]]]]:
    """Group the zones by part of the world; `also` is added if it is one that the list leaves out."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in zone_names():
        area, _, place = name.partition("/")
        groups.setdefault(area, []).append((name, place.replace("_", " ").replace("/", ", ")))
    first = [("UTC", "UTC")]
    if also and also != "UTC" and also not in zone_names():
        first.append((also, also.replace("_", " ")))
    return [*first, *groups.items()]


class ZoneField(forms.ChoiceField):
    """A time zone out of the list, or an old name of one that a browser still uses."""

    def __init__(self, *, label: LazyText, required: bool = True) -> None:
        super().__init__(choices=zone_choices, label=label, required=required)

    def valid_value(self, value: object) -> bool:
        return str(value) in known_zones()


class InOurWords:
    """Mixed into forms of allauth: what is wrong with an address or an empty field is said in the site's words."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages["required"] = EMPTY
            if isinstance(field, forms.EmailField):
                field.error_messages["invalid"] = NO_ADDRESS


class FiveTries:
    """Mixed into forms of codes: a code is compared five times at most, however many requests come at once."""

    expected_code: str
    cleaned_data: dict[str, Any]

    def clean_code(self) -> str:
        request = allauth_context.request
        address = open_codes.awaited(request)
        if not try_code(request, address or self.expected_code):
            raise get_adapter().validation_error("incorrect_code")
        if address:
            self._expect_open_code(address)
        code: str = super().clean_code()  # type: ignore[misc]  # of the form of allauth
        return code

    def _expect_open_code(self, address: str) -> None:
        """Compare with the open code in place of one that was not mailed; without an account no code is right."""
        typed = self.cleaned_data["code"]
        right = open_codes.matches(address, typed) and self.has_account
        self.expected_code = typed if right and open_codes.take(address, typed) else ""

    @property
    def has_account(self) -> bool:
        return bool(self.expected_code)


class LoginForm(InOurWords, allauth_forms.LoginForm):
    """Name or address, and password."""


class RequestLoginCodeForm(InOurWords, allauth_forms.RequestLoginCodeForm):
    """The address a code is sent to."""


class ResetPasswordForm(InOurWords, allauth_forms.ResetPasswordForm):
    """The address a code for a new password is sent to."""


class AddEmailForm(InOurWords, allauth_forms.AddEmailForm):
    """A new address."""


class ConfirmLoginCodeForm(FiveTries, InOurWords, allauth_forms.ConfirmLoginCodeForm):
    """A mailed code that logs in."""


class ConfirmEmailCodeForm(FiveTries, InOurWords, allauth_forms.ConfirmEmailVerificationCodeForm):
    """A mailed code that confirms an address."""

    @property
    def has_account(self) -> bool:
        return self.user is not None


class ConfirmResetCodeForm(FiveTries, InOurWords, allauth_forms.ConfirmPasswordResetCodeForm):
    """A mailed code that lets a new password be set."""


class ProofCodeForm(ConfirmLoginCodeForm):
    """A mailed code that proves whose account it is."""


class FactorTries:
    """Mixed into forms of the second step: tries are counted as those of passwords are."""

    user: User

    def clean_code(self) -> str:
        request = allauth_context.request
        limits = tries.factor_limits(request, self.user)
        if wait := tries.take(limits):
            mark_limited(request, wait)
            raise get_adapter().validation_error("too_many_login_attempts")
        code: str = super().clean_code()  # type: ignore[misc]  # of the form of allauth
        tries.give_back(limits)
        return code


class FactorForm(FactorTries, InOurWords, mfa_forms.AuthenticateForm):
    """Six digits of an app, or a recovery code, at login."""


class FactorProofForm(FactorTries, InOurWords, mfa_forms.ReauthenticateForm):
    """The same as proof of identity."""


class ChangePasswordForm(InOurWords, allauth_forms.ChangePasswordForm):
    """The current password, which is the proof of identity here, and the new one twice."""

    def clean_oldpassword(self) -> str:
        """Extend allauth's: tries count like those of logging in, so a stolen session does not help guessing."""
        if not get_adapter().reauthenticate(self.user, self.cleaned_data.get("oldpassword", "")):
            raise get_adapter().validation_error("enter_current_password")
        return str(self.cleaned_data["oldpassword"])


class SetPasswordForm(InOurWords, allauth_forms.SetPasswordForm):
    """A first password. allauth asks for no proof of identity here, and a password is a way in for good."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise_if_reauthentication_required(allauth_context.request, app="allauth.account")
        super().__init__(*args, **kwargs)


class SignupForm(InOurWords, allauth_forms.SignupForm):
    """A name, an address, a password if one is wanted, and the time zone that deadlines are shown in."""

    timezone = ZoneField(label=_("Time zone"), required=False)
    proof = forms.CharField(required=False, widget=forms.HiddenInput)
    field_order = ["username", "email", "password1", "timezone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        given = self.data if self.is_bound else allauth_context.request.GET
        self.fields["proof"].initial = given.get("proof", "")
        self.proved = proved_address(given.get("proof", ""))
        self.fields["email"].required = not self.proved
        self.fields["password1"].required = False
        self.fields["timezone"].initial = "UTC"

    def clean_username(self) -> str:
        """Extend allauth's: names held by sign-ups that were never confirmed become free first."""
        forget_unconfirmed()
        name: str = super().clean_username()
        if is_name_held(name):
            raise get_adapter().validation_error("username_taken")
        return name

    def clean_email(self) -> str:
        """Extend allauth's: an address that the mail of an invitation has proved is not typed."""
        self.cleaned_data["email"] = self.proved or self.cleaned_data["email"]
        address: str = super().clean_email()
        return address

    def clean_timezone(self) -> str:
        return self.cleaned_data["timezone"] or "UTC"

    def try_save(self, request: HttpRequest) -> tuple[AbstractBaseUser | None, HttpResponse | None]:
        """Extend allauth's: within the limit of new accounts, and as slow for an address that is known already."""
        if wait := limit(f"signup:ip:{network_of(request)}", settings.SIGNUPS_PER_HOUR, 3600):
            return None, too_many(request, wait)
        hold_name(self.cleaned_data["username"])
        request.session[HELD_NAME] = self.cleaned_data["username"]
        if self.account_already_exists and self.cleaned_data.get("password1"):
            make_password(self.cleaned_data["password1"])
        user, response = super().try_save(request)
        if user is not None and self.proved:
            confirm_at_once(user, self.proved)
        return user, response

    def save(self, request: HttpRequest) -> AbstractBaseUser:
        user = super().save(request)
        assert isinstance(user, User)
        user.timezone = self.cleaned_data["timezone"]
        user.language = _offered(translation.get_language_from_request(request))
        user.save(update_fields=["timezone", "language"])
        return user


def _offered(language: str) -> str:
    return language if language in dict(settings.LANGUAGES) else ""


def confirm_at_once(user: AbstractBaseUser, address: str) -> None:
    """Record the address of a new account as confirmed, and tell it so: somebody else may hold the proof."""
    EmailAddress.objects.filter(user=user, email__iexact=address).update(verified=True)
    get_adapter().send_notification_mail("account/email/signup_by_invitation", user, {"user": user})


class OwnFieldsForm(forms.ModelForm):
    """Writes what it asks for and nothing else of the account."""

    def own_fields(self) -> list[str]:
        """List the account's fields that the form writes."""
        return [name for name in self.fields if name in (self._meta.fields or ())]

    def save(self, commit: bool = True) -> User:
        """Write the form's fields. Raises AccountGone if the account was deleted or closed meanwhile."""
        user: User = self.instance
        if commit:
            update_fields(user, self.own_fields())
        return user


def clock_field(label: LazyText) -> forms.TimeField:
    """Make a field for a time of day that may be left empty."""
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(label=label, required=False, widget=widget, error_messages={"invalid": NO_CLOCK})


class PreferencesForm(OwnFieldsForm):
    """Time zone, quiet hours, language, light and keys."""

    timezone = ZoneField(label=_("Time zone"))
    quiet_from = clock_field(_("From"))
    quiet_to = clock_field(_("Until"))
    language = forms.ChoiceField(
        label=_("Language"), choices=[("", _("Same as my browser")), *settings.LANGUAGES], required=False
    )
    theme = forms.ChoiceField(label=_("Theme"), choices=Theme.choices, required=False, widget=forms.RadioSelect)

    class Meta:
        model = User
        fields = ["timezone", "language", "theme", "letter_keys"]

    def __init__(self, posted: QueryDict | None, *, instance: User) -> None:
        super().__init__(posted, instance=instance)
        choice_field(self, "timezone").choices = zone_choices(also=self.instance.timezone)
        self.initial["quiet_from"], self.initial["quiet_to"] = self.instance.quiet or (None, None)

    def clean(self) -> dict[str, object]:
        """Read the quiet hours: both bounds, or neither for none."""
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        if "quiet_from" in cleaned and "quiet_to" in cleaned:
            given = [f"{bound:%H:%M}" for bound in (cleaned["quiet_from"], cleaned["quiet_to"]) if bound is not None]
            self.instance.quiet = given or None
            if given:
                self._check_quiet(given)
        return cleaned

    def _check_quiet(self, given: list[str]) -> None:
        try:
            read_quiet(given)
        except ClockError as error:
            self.add_error("quiet_from", explain_refusal(error))

    def own_fields(self) -> list[str]:
        return [*super().own_fields(), "quiet"]

    @transaction.atomic
    def save(self, commit: bool = True) -> User:
        """Write the form's fields, and let the rest of the site know of another time zone. Raises AccountGone."""
        before = User.objects.filter(pk=self.instance.pk).first()
        if before is not None and before.timezone != self.instance.timezone:
            zone_changed.send(User, user=before)
        return super().save(commit)


class MailForm(OwnFieldsForm):
    """Which game mails a person wants and how they come, and a while without any."""

    turn_mail = forms.ChoiceField(
        label=_("When it's my turn"), choices=choices_of(WAYS_OF_TURNS), widget=forms.RadioSelect
    )
    news = forms.ChoiceField(
        label=_("Invitations, skipped turns, results"),
        choices=[(way.value, way.label) for way in WAYS_OF_NEWS],
        widget=forms.RadioSelect,
        required=False,
    )
    press_mail = forms.ChoiceField(
        label=_("Messages of other players"),
        choices=choices_of(WAYS_OF_PRESS),
        widget=forms.RadioSelect,
        required=False,
    )
    mail_hour = forms.TypedChoiceField(
        label=_("Hour of the daily email"),
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        coerce=int,
        required=False,
    )
    remind = forms.CharField(label=_("Hours before the deadline"), required=False, max_length=60)
    mute = forms.ChoiceField(label=_("Pause all mail"), required=False)

    class Meta:
        model = User
        fields = ["turn_mail", "press_mail", "reminder_mail", "weekly_mail", "staff_mail"]

    def __init__(self, posted: QueryDict | None, *, instance: User) -> None:
        super().__init__(posted, instance=instance)
        self.initial["news"] = self.instance.mail_way("news").value
        self.initial["mail_hour"] = self.instance.mail_hour
        self.initial["remind"] = hours_text(self.instance.remind)
        if not self.instance.is_staff:
            del self.fields["staff_mail"]
        present = [("keep", _("Not paused"))]
        self.pause = ""
        if self.instance.is_muted():
            present = [("keep", _("Leave it paused")), ("0", _("End the pause now"))]
            until = dated_clock(localtime(self.instance.mail_muted_until))
            self.pause = gettext("Paused until %(date)s.") % {"date": until}
        choice_field(self, "mute").choices = [*present, *PAUSES]

    def clean_press_mail(self) -> str:
        """Keep what was chosen before where a form says nothing of it."""
        return str(self.cleaned_data["press_mail"] or self.instance.press_mail)

    def clean_remind(self) -> list[int] | None:
        """Read the hours before a deadline as minutes; None, as usual, without any."""
        typed = self.cleaned_data["remind"].replace(",", " ").replace(";", " ").split()
        try:
            minutes = sorted({round(float(hours) * 60) for hours in typed}, reverse=True)
            return list(read_reminders(minutes[:MOST_REMINDERS])) or None
        except (ValueError, OverflowError):
            raise forms.ValidationError(NO_HOURS) from None

    def own_fields(self) -> list[str]:
        own = [*super().own_fields(), "news_mail", "news_digest", "mail_hour", "remind"]
        return own + (["mail_muted_until"] if self._days != "keep" else [])

    @property
    def _days(self) -> str:
        return self.cleaned_data.get("mute") or "keep"

    def save(self, commit: bool = True) -> User:
        user, chosen = self.instance, self.cleaned_data
        user.news_mail = chosen["news"] in MAILED
        user.news_digest = chosen["news"] == Way.DIGEST
        user.remind = chosen["remind"]
        if chosen["mail_hour"] != "":
            user.mail_hour = chosen["mail_hour"]
        if chosen["turn_mail"] == Way.REMINDER:
            user.reminder_mail = True
        if self._days != "keep":
            days = int(self._days)
            user.mail_muted_until = timezone.now() + timedelta(days=days) if days else None
        return super().save(commit)


def hours_text(minutes: list[int] | None) -> str:
    """Write reminders as the form reads them: "12, 4"; empty as usual."""
    return ", ".join(f"{each / 60:g}" for each in minutes or ())


class DeleteForm(forms.Form):
    """The name typed out, so that nobody deletes an account by one wrong click."""

    name = forms.CharField(label=_("Type your name to confirm"), widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, posted: QueryDict | None, *, user: User) -> None:
        super().__init__(posted)
        self.user = user

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.strip() != self.user.username:
            text = gettext("Type %(name)s, exactly as it is written here.")
            raise forms.ValidationError(text % {"name": self.user.username})
        return name
