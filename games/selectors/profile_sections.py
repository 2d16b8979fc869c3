"""Parts of a person's page: those of the site, those that apps above the games bring, and which of them their owner
hides from others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from common.lazy_text import LazyText
from common.registry import Registry
from games.decisions.kit.page_types import ShareCard
from games.selectors.page_data import site_card


@dataclass(frozen=True)
class ProfileSection:
    """A part of the page, shown by its template of Django with `data`, and left out without any. `data` is made for the
    person, the reader and what the address asks for. One with a `title` can be hidden by the person."""

    name: str
    template: str
    data: Callable[[User, User | AnonymousUser, Mapping[str, str]], object | None]
    title: str | LazyText = ""


PROFILE_SECTIONS: Registry[ProfileSection] = Registry()


OWN_PARTS: tuple[tuple[str, LazyText], ...] = (
    ("running", _("Playing now")),
    ("results", _("Finished games")),
    ("places", _("Places")),
    ("reliability", _("Reliability")),
    ("against", _("Against")),
)
"""The parts of the site's own, by name, with their titles."""


def parts_to_hide() -> list[tuple[str, str]]:
    """List all parts that a person can hide, each with its title."""
    further = ((section.name, section.title) for section in PROFILE_SECTIONS if section.title)
    return [(name, str(title)) for name, title in (*OWN_PARTS, *further)]


def hidden_from(person: User, reader: User | AnonymousUser) -> frozenset[str]:
    """Return the names of the parts that a reader does not see: none of one's own."""
    return frozenset() if reader == person else frozenset(person.hidden_parts)


def profile_card(person: User) -> ShareCard | None:
    """Make what other sites show of a person's page; None where the person keeps all games from strangers: such a page
    shows the name of the site alone."""
    if {"running", "results"} <= set(person.hidden_parts):
        return None
    title = gettext("%(name)s on Fieldpost") % {"name": person.username}
    return site_card(title, gettext("A player’s public games"))


def profile_sections(
    person: User, reader: User | AnonymousUser, wished: Mapping[str, str]
) -> list[tuple[str, object | None]]:
    """List the parts of apps that there are for a person and that the reader may see: each template with its data."""
    hidden = hidden_from(person, reader)
    shown = (section for section in PROFILE_SECTIONS if not (section.title and section.name in hidden))
    found = ((section.template, section.data(person, reader, wished)) for section in shown)
    return [(template, data) for template, data in found if data is not None]
