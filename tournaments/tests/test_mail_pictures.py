"""Brackets and standings in mails: the pictures, and the same in words."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from games.mail.render import MailMessage, mail_for
from games.models import OutboxMail
from tests.games.mail.kit import html_of, picture_of, said_beyond
from tournaments.models import Tournament
from tournaments.pages.bracket import Box, Column, Place
from tournaments.pages.pictures import DAY, MOST_BOXES, NIGHT, PIXELS, bracket_picture, cut_column, standings_picture
from tournaments.pages.standings import Square, Standing
from tournaments.services.season import play_season
from tournaments.tests.test_running import season

COLOUR = re.compile(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")


def letters(template: str) -> dict[str, MailMessage]:
    """The mails of a kind, made now, by their readers."""
    rows = OutboxMail.objects.filter(template=template).select_related("user").order_by("pk")
    return {row.user.username: mail_for(row) for row in rows if row.user}


def image(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


def standing(place: int, *, line: str = "", name: str = "") -> Standing:
    squares = (Square("1", "p p1"), Square("b", "p open"))
    code = f"e{place:03}"
    return Standing(place, code, name or code, "in", "10", (), squares, "", (), "10", (), line=line)


# ---- the drawing


def test_pictures_have_the_colours_of_the_pages() -> None:
    told = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text()
    found = {name.replace("-", "_"): colours for name, *colours in COLOUR.findall(told)}
    days, nights = asdict(DAY), asdict(NIGHT)
    assert [found[name] for name in days] == [[days[name], nights[name]] for name in days]


@pytest.mark.pictures
@pytest.mark.parametrize("inks", [DAY, NIGHT])
def test_the_row_of_the_reader_and_the_lines_of_a_league_are_seen(inks: object) -> None:
    rows = [standing(1, line="line-up"), standing(2), standing(3, line="line-down")]
    plain, mine = (image(standings_picture(rows, me, inks)).convert("RGB") for me in ("", "e002"))  # type: ignore[arg-type]
    height = plain.height // 3
    assert plain.getpixel((40, height + 20)) != mine.getpixel((40, height + 20))
    assert plain.crop((0, 0, 800, height)).tobytes() == mine.crop((0, 0, 800, height)).tobytes()
    without = image(standings_picture([standing(1), standing(2), standing(3)], "", inks)).convert("RGB")  # type: ignore[arg-type]
    differ = [y for y in range(plain.height) if plain.getpixel((200, y)) != without.getpixel((200, y))]
    assert differ and all(abs(y - height) < 8 or abs(y - 2 * height) < 8 for y in differ)


@pytest.mark.pictures
def test_a_large_picture_is_small_enough_and_long_names_are_cut() -> None:
    names = [f"{word}_of_the_{other}_sea_{at}" for at, word in enumerate(("gull", "wren")) for other in ("high", "low")]
    places = tuple(Place(name, name, at, "in") for at, name in enumerate(names, 1))
    column = Column("Round 1", "ended", tuple(Box(f"Table {at}", "ended", "done", places) for at in range(MOST_BOXES)))
    following = replace(column, boxes=column.boxes[: MOST_BOXES // 2])
    png = bracket_picture([column, following], names[0], DAY)
    assert len(png) < 100_000 and image(png).width == PIXELS
    rows = [standing(at, name="W" * 24) for at in range(1, 10)]
    assert len(standings_picture(rows, "e001", NIGHT)) < 100_000


def test_of_many_tables_the_reader_sees_their_own() -> None:
    boxes = tuple(Box(f"Table {at}", "", "done", (Place(f"e{at}", f"n{at}"),)) for at in range(MOST_BOXES + 1))
    column = Column("Round 1", "ended", boxes)
    assert cut_column(column, "e3").boxes == (boxes[3],)
    assert [box.title for box in cut_column(column, "").boxes] == ["9 tables"]
    assert cut_column(Column("Round 1", "ended", boxes[1:]), "e3").boxes == boxes[1:]


# ---- the mails


@pytest.mark.django_db
@pytest.mark.pictures
def test_a_knock_out_shows_its_bracket() -> None:
    event = play_season(season("knockout", entrants=6, advance=1)).event
    told = letters("event_through")
    assert len({picture_of(mail) for mail in told.values()}) == 6  # each with the reader's own way
    for name, mail in told.items():
        check_picture(event, mail, "The bracket")
        words = " ".join(mail.body.split())
        assert "THE BRACKET IN WORDS First round, 2 tables (ended) - Table 1: " in words and "Final" in words
        assert re.search(r"\byou (first|second|third)|\byou\b.* (is|are) out", words), name
    for mail in letters("event_over").values():
        check_picture(event, mail, "The bracket")
        assert "STANDINGS" in mail.body


@pytest.mark.django_db
@pytest.mark.pictures
@pytest.mark.parametrize("kind", ["swiss", "league"])
def test_standings_are_drawn_and_said(kind: str) -> None:
    event = play_season(season(kind, entrants=4, rounds=2)).event
    told = letters("event_standings") | letters("event_over") | letters("event_trophy")
    assert len(told) == 4
    for mail in told.values():
        check_picture(event, mail, "The standings")


def check_picture(event: Tournament, mail: MailMessage, what: str) -> None:
    """It leads to the event, comes by day and by night, keeps its shape, and says in words what it shows."""
    parts = {part.get("Content-ID"): part for part in mail.message().walk()}
    day, night = (image(bytes(parts[name].get_payload(decode=True))) for name in ("<board>", "<night>"))
    assert day.size == night.size and day.convert("RGB").getpixel((0, 0)) == (0xFD, 0xF9, 0xF0)
    assert night.convert("RGB").getpixel((0, 0)) == (0x21, 0x1B, 0x14)
    html = html_of(mail)
    shown = re.search(r'<a [^>]*href="[^"]*/events/([\w-]+)/"[^>]*>\s*(<img [^>]*cid:board[^>]*>)', html)
    assert shown and shown[1] == event.slug
    told = dict(re.findall(r'(\w+)="([^"]*)"', shown[2]))
    assert abs(int(told["height"]) / int(told["width"]) - day.height / day.width) < 0.002
    assert told["alt"] == f"{what}. The same stands in words below."
    assert all(re.search(rf"^\[|^{event.title}$| you$", line) for line in said_beyond(mail))
