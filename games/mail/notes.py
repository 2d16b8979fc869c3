"""The parts that all mails without an order share: paragraphs, buttons, a story, a table of people, the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from common.registry import Registry
from engine import PlayerView
from games.decisions.kit.page_types import StoryLine
from games.mail.links import absolute_url
from games.mail.parts import board_pictures, items_of
from games.models import Game, OutboxMail
from games.selectors.mailed_game import MailReader
from games.services.mail_kinds import Context


@dataclass(frozen=True)
class Button:
    label: str
    url: str


@dataclass(frozen=True)
class TableRow:
    """A line of a table of people: place or badge, name, note."""

    sign: str
    colour: str
    name: str
    note: str = ""


@dataclass(frozen=True)
class NewsSection:
    """A part of a mail of news under a title: lines, each with a short sign before it or none, and paragraphs behind
    them, the words of links among them."""

    title: str
    lines: Sequence[tuple[str, str]]
    after: Sequence[str | Button] = ()

    @property
    def notes(self) -> list[Button]:
        return [note_of(note) for note in self.after]


@dataclass(frozen=True)
class NewsPart:
    """A section of a mail of news that an app above the games brings. `mail` is the name of its kind; without a section
    the mail is as it was."""

    name: str
    mail: str
    make: Callable[[OutboxMail, MailReader], NewsSection | None]


NEWS_PARTS: Registry[NewsPart] = Registry()


def sections_of(mail: OutboxMail, reader: MailReader) -> list[NewsSection]:
    """List the sections that apps bring to a mail."""
    found = (part.make(mail, reader) for part in NEWS_PARTS if part.mail == mail.template)
    return [section for section in found if section is not None]


@dataclass(frozen=True)
class Notice:
    """A mail of news: paragraphs, a button, a story, a table of people, sections, and what follows them. `left_out` are
    lines before the story; with `rows_first` the table comes before it. `why` is the sentence at the foot that says why
    the reader gets it."""

    subject: str
    heading: str
    lead: Sequence[str]
    button: Button | None = None
    other: Button | None = None
    story: Sequence[StoryLine] = ()
    story_title: str = ""
    left_out: int = 0
    rows: Sequence[TableRow] = ()
    rows_title: str = ""
    rows_first: bool = False
    sections: Sequence[NewsSection] = ()
    after: Sequence[str | Button] = ()
    why: str = ""

    def context(self) -> Context:
        """Build the context of templates/jinja2/emails/news.* but for the frame."""
        items, earlier = items_of(self.story)
        return {
            "subject": self.subject,
            "heading": self.heading,
            "lead": list(self.lead),
            "preheader": " ".join(self.lead)[:200],
            "button": self.button,
            "other": self.other,
            "story": items,
            "earlier": earlier + self.left_out,
            "story_title": self.story_title,
            "rows": self.rows,
            "rows_title": self.rows_title,
            "rows_first": self.rows_first,
            "sections": self.sections,
            "after": [note_of(note) for note in self.after],
            "why": self.why,
        }


def note_of(note: str | Button) -> Button:
    """Render a paragraph at the end: text alone, or the words of a link."""
    return note if isinstance(note, Button) else Button(note, "")


def board_image(game: Game, view: PlayerView, story: Sequence[StoryLine] = ()) -> Context:
    """Show the board as a picture in a mail without words of it."""
    return board_pictures(game.pk, view, story) | {"alt": _("The board as it stands.")}


def site_frame(place: str) -> Context:
    """Build the frame of a mail that is about no game; `place` stands at its head."""
    return {"game": None, "place": place, "links": {}}


def board_button(game: Game) -> Button:
    return Button(_("Open the board"), absolute_url(reverse("game", args=[game.slug])))
