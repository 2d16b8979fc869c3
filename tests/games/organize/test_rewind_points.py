"""Rewinds are undone by a link, and everything about them names the moment; hidden missions name their seats; the seat
that most needs somebody is chosen beforehand."""

from __future__ import annotations

from datetime import UTC, datetime
from html import unescape

import pytest
from django.core import mail

import engine
from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, Entry, Player
from games.organize.rewind_points import format_moment, turn_starts
from games.play.journal_reader import state_at
from tests.games.kit import table
from tests.games.organize.kit import Desk
from tests.games.views.test_play import client
from tests.kit.markup import one_line
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk.of()


def armies(desk: Desk) -> bytes:
    """Everything on the board as it stands, but for the number of the open question."""
    game = desk.play.fresh()
    state = state_at(game, game.seq)
    state.ref = 0
    return engine.dump(state)


def test_a_mistaken_rewind_is_undone_by_a_link(desk: Desk) -> None:
    for _ in range(4):
        desk.play.order(desk.play.likely())
    before, last = armies(desk), desk.play.fresh().seq
    desk.act("rewind", seq=1)
    assert armies(desk) != before
    page = desk.text(desk.url("organize-game"))
    link = f'href="{desk.url("organize-act", "rewind")}?to={last}"'
    assert link in page and "Undo the rewind" in page
    assert link in desk.text(desk.url("organize-journal"))
    form = desk.text(desk.url("organize-act", "rewind"), to=last)
    assert "the moment before the rewind (today, " in form
    preview = desk.client.post(desk.url("organize-act", "rewind"), {"reason": "oops", "seq": last})
    said = unescape(one_line(preview.content.decode()))
    assert "goes back to the moment before the rewind (today, " in said
    assert "count again." in said and "no longer count" not in said
    assert desk.act("rewind", seq=last).status_code == 302
    assert armies(desk) == before
    assert "Undo the rewind" not in desk.text(desk.url("organize-game"))
    outbox_deliver()
    assert any("The organizer undid the last rewind." in message.body for message in mail.outbox)


def test_the_audit_log_names_the_moment_that_a_game_went_back_to(desk: Desk) -> None:
    desk.play.past_setup()
    player = desk.play.waiting.player  # whose first turn it is: a bot may have had one before
    turn = player.get_colour_display()
    for _ in range(3):
        desk.play.order(desk.play.likely())
    turns = Entry.objects.filter(game=desk.play.game, round=1, kind="action", seat=player.seat)
    entry = turns.earliest("seq")
    last = desk.play.fresh().seq
    desk.act("rewind", seq=entry.seq)
    desk.act("rewind", seq=last)
    desk.act("rewind", seq=entry.seq - 1)
    said = unescape(one_line(desk.text("/organize/audit/")))
    assert f"rewound the game: back to round 1, {turn}, after “{entry.order}” (today, {entry.at:%H:%M})" in said
    assert "rewound the game: back to the moment before the rewind (today, " in said
    assert f"rewound the game: back to the beginning of round 1, {turn} (today, " in said
    AuditEntry.objects.filter(action="game.rewind").update(details={"seq": 1})  # as rows were written at first
    assert "rewound the game, " in one_line(desk.text("/organize/audit/"))


def test_orders_given_after_a_rewind_go_with_it(desk: Desk) -> None:
    for _ in range(3):
        desk.play.order(desk.play.likely())
    last = desk.play.fresh().seq
    desk.act("rewind", seq=1)
    desk.play.order(desk.play.likely())
    preview = desk.client.post(desk.url("organize-act", "rewind"), {"reason": "oops", "seq": last})
    said = preview.content.decode()
    assert "no longer count" in said and "count again." in said


def in_the_middle(desk: Desk) -> Entry:
    """Play until somebody has ordered something and is asked again in the same turn; returns that order."""
    for _ in range(20):
        seat = desk.play.waiting.seat
        desk.play.order(desk.play.likely())
        last = Entry.objects.filter(game=desk.play.game, kind=Entry.Kind.ACTION).order_by("-seq")[0]
        if desk.play.waiting.seat == seat == last.seat:
            return last
    raise AssertionError("every order ends a turn")


def test_mails_and_pages_name_the_moment(desk: Desk) -> None:
    desk.play.past_setup()
    middle = in_the_middle(desk)
    desk.play.order(desk.play.likely())
    desk.act("rewind", seq=middle.seq)
    colour = Player.objects.get(game=desk.play.game, seat=middle.seat).get_colour_display()
    outbox_deliver()
    told = [" ".join(message.body.split()) for message in mail.outbox if "rewound" in message.subject]
    assert told and not [text for text in told if "step" in text]
    assert all(f"“{middle.order}”" in unescape(text) for text in told)
    history = unescape(one_line(client(desk.play.alice).get(desk.url("game-history")).content.decode()))
    assert "rewound the game to round" in history
    assert colour in desk.text(desk.url("organize-game")) and "to step" not in history


def test_the_seat_that_needs_somebody_is_chosen_beforehand(desk: Desk) -> None:
    def chosen(**query: int) -> str:
        page = desk.text(desk.url("organize-act", "replace"), **query).partition('name="seat"')[2]
        return page.partition("</select>")[0].partition(" selected")[0].rpartition('value="')[2].partition('"')[0]

    rows = list(Player.objects.filter(game=desk.play.game, user__isnull=False))
    assert chosen() == str(desk.play.waiting.seat)
    for player, state in zip(rows, (Player.State.CARETAKER, Player.State.RESIGNED), strict=True):
        Player.objects.filter(pk=player.pk).update(state=state)
        assert chosen() == str(player.seat), state
    assert chosen(seat=rows[0].seat or 0) == str(rows[0].seat)
    assert f"{desk.url('organize-act', 'replace')}?seat={rows[0].seat}" in desk.text(desk.url("organize-game"))


def test_hidden_missions_say_whose_they_are() -> None:
    play, olga = table("secret_mission"), organizer("olga")
    desk = Desk(play, olga, client(olga))
    url = desk.url("organize-hidden")
    assert "Mission:" not in desk.text(url)
    assert desk.client.post(url, {"reason": "A question"}).status_code == 302
    said = unescape(desk.text(url))
    journal = unescape(desk.text(desk.url("organize-journal"), whole=1))
    for player in Player.objects.filter(game=play.game):
        own = play.view(player.seat).extra["mission"]
        part = said.partition(f"{player.get_colour_display()} (")[2].partition("</li>")[0]
        assert f"Mission: {own['says']}" in part
        assert f"{player.get_colour_display()}’s mission: {own['says']}" in journal
    assert "Your mission" not in journal


def test_a_moment_names_the_round_as_the_game_does() -> None:
    now = datetime(2026, 1, 3, tzinfo=UTC)
    moment = {"round": 2, "begins": True, "colour": "red", "rules": "risk2210", "at": now.isoformat()}
    assert format_moment(moment, now, UTC).startswith("the beginning of year 2, Red (")
    assert format_moment(moment | {"rules": ""}, now, UTC).startswith("the beginning of round 2, Red (")


def test_a_set_up_goes_back_to_its_beginning_and_to_each_answer() -> None:
    desk = Desk.of(rules="modern", options={"setup_orders": "in_turn"})
    for _ in range(4):
        desk.play.order(desk.play.likely())
    game = desk.play.fresh()
    points = turn_starts(game)
    assert points[-1] == (1, "the beginning of set-up")
    assert len(points) > 4 and all(words.startswith("set-up, before ") for _seq, words in points[:-1])
    page = unescape(desk.text(desk.url("organize-act", "rewind")))
    assert all(words in page for _seq, words in points)
    assert desk.act("rewind", seq=points[0][0]).status_code == 302
    assert desk.play.waiting.seat == Entry.objects.get(game=game, seq=game.seq).seat
    assert desk.act("rewind", seq=1).status_code == 302
    assert sum(owner >= 0 for owner in desk.play.view().owner) == 0
