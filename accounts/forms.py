"""Forms about a person: signing up, how the site looks and counts time, mail, leaving."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.timezone import localtime

from accounts.dates import dated_clock
from accounts.models import Theme, TurnMail, User
from accounts.ratelimit import client_ip, limit, too_many
from accounts.services import forget_unconfirmed, keep_fields
from accounts.validators import known_zones, zone_names

EMPTY = "Fill this in."
NO_ADDRESS = "This is not a mail address. It should look like tessel@example.org."
SILENCES = [("1", "For a day"), ("7", "For a week"), ("28", "For four weeks")]


def zone_choices(also: str = "") -> list[tuple[str, Any]]:
    """Zones grouped by part of the world; `also` is added if it is one that the list leaves out."""
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

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=zone_choices, **kwargs)

    def valid_value(self, value: Any) -> bool:
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


class LoginForm(InOurWords, allauth_forms.LoginForm):
    """Name or address, and password."""


class RequestLoginCodeForm(InOurWords, allauth_forms.RequestLoginCodeForm):
    """The address a code is sent to."""


class ResetPasswordForm(InOurWords, allauth_forms.ResetPasswordForm):
    """The address a code for a new password is sent to."""


class AddEmailForm(InOurWords, allauth_forms.AddEmailForm):
    """A new address."""


class ConfirmLoginCodeForm(InOurWords, allauth_forms.ConfirmLoginCodeForm):
    """A mailed code."""


class SignupForm(InOurWords, allauth_forms.SignupForm):
    """A name, an address, a password if one is wanted, and the time zone that deadlines are told in."""

    timezone = ZoneField(label="Time zone", required=False)
    field_order = ["username", "email", "password1", "timezone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].required = False
        self.fields["timezone"].initial = "UTC"

    def clean_username(self) -> str:
        """As allauth's; names held by sign-ups that were never confirmed become free first."""
        forget_unconfirmed()
        name: str = super().clean_username()
        return name

    def clean_timezone(self) -> str:
        return self.cleaned_data["timezone"] or "UTC"

    def try_save(self, request: HttpRequest) -> tuple[AbstractBaseUser | None, HttpResponse | None]:
        """As allauth's, within the limit of new accounts, and as slow for an address that is known already."""
        if wait := limit(f"signup:ip:{client_ip(request)}", settings.SIGNUPS_PER_HOUR, 3600):
            return None, too_many(request, wait)
        if self.account_already_exists and self.cleaned_data.get("password1"):
            make_password(self.cleaned_data["password1"])
        user, response = super().try_save(request)
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


class OwnFieldsForm(forms.ModelForm):
    """Writes what it asks for and nothing else of the account."""

    def own_fields(self) -> list[str]:
        """Names of the account's fields that the form writes."""
        return [name for name in self.fields if name in (self._meta.fields or ())]

    def save(self, commit: bool = True) -> User:
        """Raises AccountGone if the account was deleted or closed meanwhile."""
        user: User = self.instance
        if commit:
            keep_fields(user, self.own_fields())
        return user


class PreferencesForm(OwnFieldsForm):
    """Time zone, language and light."""

    timezone = ZoneField(label="Time zone")
    language = forms.ChoiceField(
        label="Language", choices=[("", "As my browser asks"), *settings.LANGUAGES], required=False
    )
    theme = forms.ChoiceField(label="Light", choices=Theme.choices, required=False, widget=forms.RadioSelect)

    class Meta:
        model = User
        fields = ["timezone", "language", "theme"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["timezone"].choices = zone_choices(also=self.instance.timezone)  # type: ignore[attr-defined]


class MailForm(OwnFieldsForm):
    """Which game mails a person wants, and a while without any."""

    turn_mail = forms.ChoiceField(label="When I am asked", choices=TurnMail.choices, widget=forms.RadioSelect)
    mute = forms.ChoiceField(label="Silence for a while", required=False)

    class Meta:
        model = User
        fields = ["turn_mail", "reminder_mail", "news_mail", "staff_mail"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance.is_staff:
            del self.fields["staff_mail"]
        ends = self.instance.mail_muted_until
        present = [("keep", "As it is"), ("0", "End it now")] if self.instance.is_muted() else [("keep", "None")]
        self.fields["mute"].choices = [*present, *SILENCES]  # type: ignore[attr-defined]
        self.silence = f"Silence until {dated_clock(localtime(ends))}." if self.instance.is_muted() else ""

    def own_fields(self) -> list[str]:
        return super().own_fields() + (["mail_muted_until"] if self._days != "keep" else [])

    @property
    def _days(self) -> str:
        return self.cleaned_data.get("mute") or "keep"

    def save(self, commit: bool = True) -> User:
        if self._days != "keep":
            days = int(self._days)
            self.instance.mail_muted_until = timezone.now() + timedelta(days=days) if days else None
        return super().save(commit)


class DeleteForm(forms.Form):
    """The name typed out, so that nobody deletes an account by one wrong click."""

    name = forms.CharField(label="Your name, typed out", widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.strip() != self.user.username:
            raise forms.ValidationError(f"Type {self.user.username}, exactly as it is written here.")
        return name
