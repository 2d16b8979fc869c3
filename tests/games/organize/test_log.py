"""The audit log: found by days and words, and exported without a formula in it."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import AuditEntry
from games.organize.log import COLUMNS, plain_cell
from tests.games.kit import person
from tests.games.organize.kit import Desk
from tests.games.views.test_play import client
from tests.routes_kit import staff

pytestmark = pytest.mark.django_db
LOG, EXPORT = "/organize/audit/", "/organize/audit/export/"


@pytest.fixture
def desk() -> Desk:
    made = Desk.of()
    for day, reason in ((1, "early"), (15, "middle"), (28, "late")):
        write(made, reason, datetime(2026, 10, day, 12, tzinfo=UTC))
    return made


def write(desk: Desk, reason: str, at: datetime, **fields: Any) -> None:
    given = {"game": desk.play.game, "user": desk.olga, "action": "game.pause", "reason": reason, **fields}
    row = AuditEntry.objects.create(**given)
    AuditEntry.objects.filter(pk=row.pk).update(at=at)


def export(desk: Desk, **query: str) -> list[list[str]]:
    answer = desk.client.get(EXPORT, query)
    assert answer.status_code == 200 and answer.streaming and answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"].startswith('attachment; filename="audit-log-')
    text = answer.getvalue().decode("utf-8-sig")
    return list(csv.reader(StringIO(text)))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"since": "2026-10-15"}, {"middle", "late"}),
        ({"until": "2026-10-15"}, {"early", "middle"}),
        ({"since": "2026-10-02", "until": "2026-10-15"}, {"middle"}),
        ({"since": "2026-10-16", "until": "2026-10-27"}, set()),
        ({"q": "@olga"}, {"early", "middle", "late"}),
        ({"q": "mid"}, {"middle"}),
        ({"act": "game.resume"}, set()),
        ({"until": "9999-12-31"}, {"early", "middle", "late"}),
    ],
)
def test_the_log_and_its_export_are_filtered_alike(desk: Desk, query: dict[str, str], found: set[str]) -> None:
    page = desk.text(LOG, **query)
    assert {reason for reason in ("early", "middle", "late") if f">{reason}<" in page} == found
    header, *rows = export(desk, **query)
    assert tuple(header) == COLUMNS and {row[-1] for row in rows} == found


def test_part_of_an_address_finds_a_game(desk: Desk) -> None:
    slug = desk.play.game.slug
    assert ">middle<" in desk.text(LOG, q=slug[1:-1])
    assert export(desk, q=slug)[1][-2] == slug


def test_days_begin_in_the_time_zone_of_the_reader(desk: Desk) -> None:
    type(desk.olga).objects.filter(pk=desk.olga.pk).update(timezone="Pacific/Auckland")
    assert ">early<" in desk.text(LOG, since="2026-10-02", until="2026-10-02"), "noon in UTC is the next day there"


def test_a_day_that_cannot_be_read_is_told(desk: Desk) -> None:
    page = desk.text(LOG, since="the first")
    assert "Write the first day like 2026-11-24." in page and ">middle<" in page
    answer = desk.client.get(EXPORT, {"until": "soon"})
    assert answer.status_code == 302 and answer.url == f"{LOG}?until=soon"
    assert desk.client.get(LOG, {"since": "99999-01-01", "until": "0000-00-00"}).status_code == 200


def test_older_rows_keep_the_filters(desk: Desk) -> None:
    for number in range(61):
        write(desk, f"reason {number}", datetime(2026, 10, 20, tzinfo=UTC))
    page = desk.text(LOG, since="2026-10-20", until="2026-10-21", q="reason")
    assert "?q=reason&amp;since=2026-10-20&amp;until=2026-10-21&amp;before=" in page
    assert "export/?q=reason&amp;since=2026-10-20&amp;until=2026-10-21" in page


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_cell_is_a_formula(desk: Desk, start: str) -> None:
    assert plain_cell(f"{start}1+1") == f"'{start}1+1"
    write(desk, f"{start}HYPERLINK(1)", timezone.now(), details={"name": f"{start}cmd"})
    rows = export(desk)
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))]
    assert any(row[-1].endswith("HYPERLINK(1)") and row[-1].startswith("'") for row in rows)


@pytest.mark.parametrize("end", [";", "; ", "\t", "\n", "\r\n"])
def test_no_part_of_a_cell_is_a_formula_where_semicolons_part_cells(end: str) -> None:
    """A program that expects semicolons does not heed the quotes around a cell that commas part."""
    assert plain_cell(f"first{end}=1+1") == f"first{end}'=1+1"
    assert plain_cell(f"first{end}1 + 1 = 2{end}second{end}{end}") == f"first{end}1 + 1 = 2{end}second{end}{end}"


@pytest.mark.parametrize("sign", "\uff1d\uff0b\uff0d\uff20")
def test_wide_signs_begin_a_formula_too(sign: str) -> None:
    assert plain_cell(f"{sign}1+1") == f"'{sign}1+1"


def test_reasons_with_commas_quotes_and_lines_stay_one_cell(desk: Desk) -> None:
    write(desk, 'He said "no", then\nleft', timezone.now())
    assert export(desk)[1][-1] == 'He said "no", then\nleft'


def test_only_organizers_get_the_export(desk: Desk) -> None:
    assert Client().get(EXPORT).status_code == 302
    for user in (person("sam"), staff("steven"), desk.play.alice):
        assert client(user).get(EXPORT).status_code == 404


def test_a_long_log_is_read_in_few_queries(desk: Desk, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(12) as short:
        assert len(export(desk)) == 4
    for number in range(40):
        write(desk, f"reason {number}", timezone.now())
    with django_assert_max_num_queries(len(short)):
        assert len(export(desk)) == 44
