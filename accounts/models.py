"""The one account model. Games refer to it; it knows nothing of games."""

from __future__ import annotations

import secrets
from datetime import datetime, tzinfo
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone as clock
from django.utils.translation import gettext_lazy as _

from accounts.validators import username_validator, validate_zone
from common.mail_ways import MAILED, WAYS_OF_PRESS, WAYS_OF_TURNS, Way, choices_of
from common.prepared import Prepared


def new_mail_key() -> str:
    """Make a secret of 128 bits for the links at the foot of mails."""
    return secrets.token_hex(16)


def usual_quiet_hours() -> list[str]:
    """Return the quiet hours of a new account, by its own time zone."""
    return ["23:00", "07:00"]


class Theme(models.TextChoices):
    DEVICE = "", _("Same as my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class People(UserManager["User"]):
    """Django's manager; who is logged in is found by a query that is compiled once, as every page asks."""

    use_in_migrations = False

    def get(self, *args: object, **kwargs: object) -> User:
        """Return the person of these values. Raises as Django's."""
        if args or kwargs.keys() != {"pk"} or not isinstance(kwargs["pk"], int):
            return super().get(*args, **kwargs)
        found = PERSON(pk=kwargs["pk"])
        if not found:
            raise self.model.DoesNotExist
        return found[0]


class User(AbstractUser):
    """A person. Rows are never removed, only emptied (`deleted_at`), for finished games keep their seats."""

    username = models.CharField(
        _("name"),
        max_length=24,
        unique=True,
        validators=[username_validator],
        error_messages={"unique": _("This name is taken. Choose another one.")},
    )
    timezone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_zone])
    language = models.CharField(max_length=16, blank=True, default="", help_text=_("Empty: same as the browser."))
    quiet = models.JSONField(
        _("quiet hours"),
        null=True,
        blank=True,
        default=usual_quiet_hours,
        help_text=_("From and to, such as 23:00 and 07:00, by the person’s time zone. Empty: none."),
    )
    away = models.JSONField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("Vacations, as the clocks of games read them."),
    )
    remind = models.JSONField(
        _("reminders"),
        null=True,
        blank=True,
        help_text=_("Minutes before a deadline. Empty: at half time and four hours before."),
    )
    theme = models.CharField(max_length=8, blank=True, default=Theme.DEVICE, choices=Theme.choices)
    letter_keys = models.BooleanField(_("Keyboard shortcuts of one letter"), default=True, db_default=True)
    hidden_parts = models.JSONField(
        default=list,
        blank=True,
        db_default=[],
        editable=False,
        help_text=_("Parts of the person’s page that others do not see, by name."),
    )

    turn_mail = models.CharField(max_length=8, default=Way.EACH, choices=choices_of(WAYS_OF_TURNS))
    reminder_mail = models.BooleanField(_("reminders before a deadline"), default=True)
    news_mail = models.BooleanField(_("invitations, skipped turns, results"), default=True)
    news_digest = models.BooleanField(_("news in the daily digest"), default=False, db_default=False)
    press_mail = models.CharField(
        _("messages of players"), max_length=8, default=Way.TURN, db_default="turn", choices=choices_of(WAYS_OF_PRESS)
    )
    weekly_mail = models.BooleanField(_("a weekly list of games that wait"), default=True, db_default=False)
    mail_hour = models.PositiveSmallIntegerField(
        _("hour of the daily digest"),
        default=18,
        db_default=18,
        validators=[MaxValueValidator(23)],
        help_text=_("By the person’s time zone, 0 to 23."),
    )
    staff_mail = models.BooleanField(_("questions from players, for organizers"), default=True)
    mail_muted_until = models.DateTimeField(null=True, blank=True, help_text=_("No game mail before this moment."))
    bounced_at = models.DateTimeField(null=True, blank=True, help_text=_("When mail to the address last bounced."))
    mail_key = models.CharField(max_length=32, default=new_mail_key, editable=False)
    reply_epoch = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text=_("How often all reply addresses were made void.")
    )

    browsers_known_from = models.DateTimeField(null=True, blank=True, editable=False)

    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[People] = People()

    class Meta(AbstractUser.Meta):
        abstract = False
        permissions = [("help_user", _("Can help people who lost access to their account"))]
        verbose_name = _("person")  # type: ignore[assignment]  # Django takes lazy words
        verbose_name_plural = _("people")  # type: ignore[assignment]  # as above
        constraints = [models.UniqueConstraint(Lower("username"), name="user_name_unique_any_case")]

    @property
    def zone(self) -> tzinfo:
        """The person's time zone; UTC if the stored name is no longer known to the system."""
        try:
            return ZoneInfo(self.timezone)
        except (KeyError, ValueError, OSError):
            return ZoneInfo("UTC")

    @property
    def can_get_mail(self) -> bool:
        """Whether there is an address to write to that has not failed."""
        return bool(self.is_active and self.email and self.bounced_at is None)

    def wants_mail(self, wish: str, now: datetime | None = None) -> bool:
        """Return whether mail may be sent that asks for this `wish`, one of `accounts.game_mail.WISHES`.

        Mails about the account itself (codes, warnings) do not ask here.
        """
        return self.is_mailable(now) and self.wants(wish)

    def is_mailable(self, now: datetime | None = None) -> bool:
        """Return whether mail would arrive at `now`, and is not paused."""
        return self.can_get_mail and not self.is_muted(now)

    def wants(self, wish: str) -> bool:
        """Return whether the person has left this wish on, whatever else keeps mail from coming."""
        return self.mail_way(wish) in MAILED

    def mail_way(self, wish: str) -> Way:
        """Return how mail of this wish comes where nothing else is chosen for a game."""
        if wish == "turn":
            return Way(self.turn_mail)
        if wish == "press":
            return Way(self.press_mail)
        on = {
            "reminder": self.reminder_mail and self.turn_mail != Way.NONE,
            "news": self.news_mail,
            "weekly": self.weekly_mail,
            "seats": True,  # who has signed up is asked
            "follow": True,  # who follows is told
            "events": True,  # an entrant says for each event
            "digest": True,  # it has what the other wishes put into it
            "staff": self.staff_mail,
        }[wish]
        in_digest = wish == "news" and self.news_digest
        return Way.NONE if not on else Way.DIGEST if in_digest else Way.EACH

    def is_muted(self, now: datetime | None = None) -> bool:
        """Return whether the person has muted mail at `now`."""
        return self.mail_muted_until is not None and self.mail_muted_until > (now or clock.now())


PERSON = Prepared(lambda pk: User.objects.filter(pk=pk), pk=int)


class AddressChange(models.Model):
    """A change of an account's address, kept for as long as it can be undone (`accounts.address_change`)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="address_changes")
    old = models.EmailField()
    new = models.EmailField()
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.old} to {self.new}"  # as typed


class RateCount(models.Model):
    """How often something was done since `began`; one row a key, changed by one statement (`accounts.ratelimit`)."""

    key = models.CharField(max_length=160, primary_key=True)
    began = models.FloatField(help_text=_("Seconds since 1970."))
    ends = models.FloatField(db_index=True, help_text=_("From this moment on the row may be swept away."))
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"


class OpenCode(models.Model):
    """The one code of an address that any browser takes (`accounts.open_codes`)."""

    address = models.CharField(max_length=64, primary_key=True, help_text=_("Keyed hash of the address."))
    proof = models.CharField(max_length=64, blank=True, help_text=_("Keyed hash of the code; empty once it was used."))
    mailed_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.address
