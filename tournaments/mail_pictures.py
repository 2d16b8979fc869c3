"""Brackets and standings in mails: the picture by day and by night, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.mail.links import absolute_url
from games.mail.parts import plain_of, shown_height
from games.services.mail_kinds import Context
from tournaments.courses import FAILURES
from tournaments.models import Stage
from tournaments.pages.bracket import WordedColumn, tell_column
from tournaments.pages.pictures import DAY, NIGHT, bracket_picture, cut_column, standings_picture
from tournaments.pages.standings import Standing
from tournaments.selectors.entry_pages import event_url
from tournaments.selectors.event_bracket import columns_after
from tournaments.selectors.event_reading import Published
from tournaments.selectors.event_standings import Kept

MOST_ROWS = 8


def show_bracket(found: Published, stage: Stage, number: int) -> Context:
    """Show a round of a bracket and the one beside it, with the reader's way: picture, alternative text and words;
    nothing in other formats."""
    if stage.form["kind"] not in FAILURES:
        return {}
    me = found.me.code if found.me else ""
    columns = [cut_column(each, me) for each in columns_after(found, stage, number)]
    day, night = (bracket_picture(columns, me, inks) for inks in (DAY, NIGHT))
    words = [tell_column(each, me) for each in columns]
    return show_picture(found, day, night, _("The bracket. The same stands in words below.")) | {
        "bracket": words,
        "bracket_lines": [line for each in words for line in plain_lines(each)],
    }


def plain_lines(column: WordedColumn) -> list[str]:
    """Write a round of a bracket for plain text: its name, then a line for each table."""
    boxes = [f"- {box.title}: {plain_of(box.text)}" if box.text else f"- {box.title}" for box in column.boxes]
    return [f"{column.title} ({column.told})", *boxes]


def show_standings(found: Published, kept: Kept, *, drawn: bool = True) -> Context:
    """Show the first rows of standings and the reader's own, in words and where it is `drawn` as a picture; nothing
    before anybody stands."""
    me = found.me.code if found.me else ""
    rows = first_rows(kept, me)
    words: Context = {"standings": [(row.place, row.name, row.points, row.entrant == me) for row in rows]}
    if not rows or not drawn:
        return words
    day, night = (standings_picture(rows, me, inks) for inks in (DAY, NIGHT))
    return words | show_picture(found, day, night, _("The standings. The same stands in words below."))


def first_rows(kept: Kept, me: str) -> Sequence[Standing]:
    mine = kept.find(me)
    shown = [*range(min(MOST_ROWS, len(kept.rows)))]
    shown += [mine] if mine is not None and mine >= MOST_ROWS else []
    return [kept.row(at) for at in shown]


def show_picture(found: Published, day: bytes, night: bytes, alt: str) -> Context:
    """Show a picture that leads to the page of the event."""
    links = {"board": absolute_url(event_url(found.event))}
    return {"picture": day, "night_picture": night, "height": shown_height(day), "alt": alt, "links": links}
