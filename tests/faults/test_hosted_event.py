"""A tournament on a site as hosts have it: the pages announce it, and the workers do all the rest."""

from __future__ import annotations

import json
import re

import pytest

from tests.faults.sites import Hosted, Post
from tests.faults.visitor import Visitor
from tests.kit.stack import kill

pytestmark = [pytest.mark.faults, pytest.mark.services, pytest.mark.long, pytest.mark.timeout(400)]

SETTINGS = {"title": "Harbour Cup", "kind": "knockout", "seats": "4", "rules": "modern", "turn_hours": "24"}
SHORT = {"least_entrants": "8", "last_round": "2", "advance": "2"}
BOOKED = "SELECT table_id, seat, count(*) FROM tournaments_booking GROUP BY table_id, seat"
MAILS = "SELECT template, count(*) FROM games_outboxmail WHERE template LIKE 'event%' GROUP BY template"
UNSENT = "SELECT 1 FROM games_outboxmail WHERE template LIKE 'event%' AND state IN ('queued', 'sending', 'retry')"


def test_a_knockout_from_its_announcement_to_the_trophy(hosted: Hosted, post: Post) -> None:
    """One of two workers is killed while the first round is played; each table is booked, each mail sent once."""
    hosted.environ["STAFF_SECOND_STEP"] = "false"  # nobody here has a passkey
    hosted.web()
    hosted.begin_work()
    other = hosted.stack.worker()
    made = json.loads(hosted.run("-m", "tests.faults.entrants", "make", "8"))
    olga, *people = (Visitor(hosted.address, session) for session in (made["organizer"], *made["people"]))
    assert olga.post("/organize/events/new/", **SETTINGS, **SHORT, do="open").status == 302
    (slug,) = {*re.findall(r"/organize/events/([a-z0-9-]+-[a-z0-9]+)/", olga.get("/organize/events/").text)}
    for visitor in people:
        assert visitor.post(f"/events/{slug}/join/", do="enter").status == 302
    desk = f"/organize/events/{slug}/"
    assert olga.post(f"{desk}do/close/", reason="everybody is here", sure="yes").status == 302
    hosted.wait_until(lambda: len(hosted.rows("SELECT 1 FROM tournaments_table WHERE game_id IS NOT NULL")) == 2)
    kill(other)
    assert json.loads(hosted.run("-m", "tests.faults.entrants", "play", slug)) == 3
    hosted.wait_until(lambda: not hosted.rows(UNSENT))
    assert sorted(count for *_where, count in hosted.rows(BOOKED)) == [1] * 12
    assert not post.doubles
    assert dict(hosted.rows(MAILS)) == {"event_table": 12, "event_through": 8, "event_over": 5, "event_trophy": 3}
    page = Visitor(hosted.address).get(f"/events/{slug}/")
    assert page.status == 200 and "Harbour Cup" in page.text
    hosted.check()
