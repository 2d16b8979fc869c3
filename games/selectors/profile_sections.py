"""Parts of a person's page that apps above the games bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from common.registry import Registry


@dataclass(frozen=True)
class ProfileSection:
    """A part of the page, shown by its template of Django with `data`, and left out without any. `data` is made for the
    person, the reader and what the address asks for."""

    name: str
    template: str
    data: Callable[[User, User | AnonymousUser, Mapping[str, str]], object | None]


PROFILE_SECTIONS: Registry[ProfileSection] = Registry()


def profile_sections(
    person: User, reader: User | AnonymousUser, wished: Mapping[str, str]
) -> list[tuple[str, object | None]]:
    """List the parts that there are for a person: each template with its data."""
    found = ((section.template, section.data(person, reader, wished)) for section in PROFILE_SECTIONS)
    return [(template, data) for template, data in found if data is not None]
