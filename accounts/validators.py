"""Checks of single values: names that people choose, and names of time zones."""

from functools import cache
from pathlib import Path
from zoneinfo import TZPATH, available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

username_validator = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9_-]{2,23}\Z",
    _("A name has 3 to 24 characters: letters, digits, - and _. It starts with a letter or digit."),
    code="name_shape",
)


# Names that would pass for the site, its bots or its seats.
RESERVED = frozenset(
    {"admin", "administrator", "fieldpost", "host", "moderator", "organiser", "organizer", "postmaster", "root"}
    | {"staff", "support", "system", "anonymous", "everybody", "everyone", "nobody", "somebody", "you"}
    | {"bot", "caretaker", "random", "recruit", "veteran"}
    | {"red", "blue", "yellow", "green", "violet", "grey"}
)


def validate_not_reserved(name: str) -> None:
    """Refuse names that others would take for the site itself, a bot, or a colour."""
    if name.lower() in RESERVED or name.lower().startswith("gone-"):
        raise ValidationError(_("This name is reserved. Choose another one."), code="name_reserved")


# allauth asks for the checks of a new name by this dotted path; commands that make accounts may use reserved ones.
username_validators = [username_validator, validate_not_reserved]


@cache
def known_zones() -> frozenset[str]:
    """Collect every time zone name that the system knows, old ones too; reading them opens hundreds of files."""
    return frozenset(available_timezones())


@cache
def zone_names() -> tuple[str, ...]:
    """List the time zones a person may choose from, in alphabetical order, without old and obsolete names.

    The system's own table names each zone once; where it is missing, old names of a zone are offered too.
    """
    table = next((path for folder in TZPATH if (path := Path(folder, "zone.tab")).is_file()), None)
    rows = [line.split("\t") for line in table.read_text().splitlines()] if table else []
    current = {row[2] for row in rows if not row[0].startswith("#")} & known_zones()
    return tuple(sorted(name for name in current or known_zones() if _is_place(name)))


def _is_place(name: str) -> bool:
    return "/" in name and not name.startswith(("Etc/", "SystemV/", "US/", "posix/", "right/"))


def validate_zone(name: str) -> None:
    """Refuse anything that is not the IANA name of a time zone."""
    if name not in known_zones():
        raise ValidationError(
            _("There is no time zone %(name)s. Choose one from the list."), code="zone_unknown", params={"name": name}
        )
