"""Votes where people meet them: the turn page, the page of votes, the order line, programs, organizers."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, Player
from games.services.organize import game_pause
from games.services.seats import resign
from games.services.tokens import token_make
from tests.games.kit import Table, person
from tests.routes_kit import organizer
from votes.models import Ballot, Vote
from votes.services import votes_sweep
from votes.tests.test_votes import NAMES, beat, four, later, outcome, say, user_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    beat()
    return four()


def enter(name: str) -> Client:
    visitor = Client()
    visitor.force_login(user_of(name))
    return visitor


def board(play: Table) -> str:
    return f"/g/{play.game.slug}/"


def page(play: Table) -> str:
    return f"/g/{play.game.slug}/votes/"


def test_a_vote_is_opened_and_answered_by_page(play: Table) -> None:
    alice, bob, carol = (enter(name) for name in ("alice", "bob", "carol"))
    shown = alice.get(page(play)).content.decode()
    assert "No vote is open." in shown and "A new player for a seat" not in shown
    answer = alice.post(page(play), {"kind": "pause", "days": "5"})
    assert answer.status_code == 302 and answer["Location"] == page(play)
    vote = Vote.objects.get()
    assert vote.days == 5
    shown = bob.get(page(play)).content.decode()
    assert "Pause the game for 5 days" in shown and "Two thirds must agree: 3 of 4 players." in shown
    answer = bob.post(page(play), {"vote": vote.pk, "agrees": "no", "from": "board"})
    assert answer["Location"] == board(play)
    assert "You voted against it." in bob.get(f"{page(play)}cards/").content.decode()
    bob.post(page(play), {"vote": vote.pk, "agrees": "yes"})
    carol.post(page(play), {"vote": vote.pk, "agrees": "yes"})
    assert outcome(play, "pause") == "passed"
    assert page(play) in alice.get(board(play)).content.decode()
    shown = alice.get(f"{page(play)}cards/").content.decode()
    assert "Paused until" in shown and "Vote to end the pause" in shown
    assert "Agreed: 3 of 3 were for it." not in shown
    assert "Agreed: 3 of 4 were for it." in alice.get(page(play)).content.decode()


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("vote extend", "Agreed: 3 of 4 were for it. Every deadline that was running moved by 24 hours."),
        ("vote pause 5", "The game was paused, for 5 days at most."),
        ("vote draw", "The game ended, and everybody who played shares the win."),
        ("vote call off", "The game ended, and nobody won."),
    ],
)
def test_a_vote_that_has_passed_says_what_it_changed(play: Table, text: str, changed: str) -> None:
    for name in NAMES:
        if not Vote.objects.exclude(outcome="").exists():
            say(play, text, name)
    assert outcome(play, Vote.objects.get().kind) == "passed"
    shown = " ".join(enter("alice").get(page(play)).content.decode().split())
    assert changed in shown


def test_a_vote_on_a_seat_and_one_on_the_end_of_a_pause_say_what_they_changed(play: Table) -> None:
    resign(game_id=play.game.pk, user_id=user_of("dave").pk)
    seat = Player.objects.get(user=user_of("dave"))
    say(play, f"vote substitute {seat.colour}", "alice", "bob")
    say(play, "vote pause 5", "alice", "bob")
    say(play, "vote resume", "alice", "bob")
    shown = " ".join(enter("alice").get(page(play)).content.decode().split())
    assert f"{seat.get_colour_display()} was offered to a new player." in shown
    assert "The game went on, and every deadline moved by the length of the pause." in shown


def test_a_vote_that_has_failed_says_that_nothing_changed(play: Table) -> None:
    say(play, "vote pause 5", "alice")
    later(days=3)
    votes_sweep()
    shown = " ".join(enter("alice").get(page(play)).content.decode().split())
    assert "Not agreed: 1 of 4 were for it. Nothing changed." in shown


def test_the_turn_page_fetches_open_votes_for_everybody(play: Table) -> None:
    Game.objects.filter(pk=play.game.pk).update(watch=Game.Watch.ANYONE)
    assert "votes-card" not in enter("bob").get(board(play)).content.decode()
    say(play, "vote draw", "alice")
    shown = enter("bob").get(board(play)).content.decode()
    assert "1 vote is open" in shown and f'hx-get="{page(play)}cards/"' in shown
    shown = enter("bob").get(f"{page(play)}cards/").content.decode()
    assert "A draw between" in shown and 'value="yes"' in shown
    shown = Client().get(f"{page(play)}cards/").content.decode()
    assert "A draw between" in shown and 'value="yes"' not in shown


def test_an_organizers_pause_shows_no_card(play: Table) -> None:
    game_pause(game_id=play.game.pk, user=organizer("olga"), reason="a test")
    assert not enter("bob").get(f"{page(play)}cards/").content.decode().strip()


def test_the_turn_page_asks_no_more_of_the_database(play: Table) -> None:
    visitor = enter(play.asked_user.username)
    for _ in range(6):
        play.order(play.likely())
    visitor.get(board(play))
    with CaptureQueriesContext(connection) as without:
        visitor.get(board(play))
    say(play, "vote draw", "alice", "bob")
    say(play, "vote extend", "alice")
    visitor.get(board(play))
    with CaptureQueriesContext(connection) as among:
        visitor.get(board(play))
    assert len(among) == len(without) <= 9
    visitor.get(f"{page(play)}cards/")
    with CaptureQueriesContext(connection) as cards:
        visitor.get(f"{page(play)}cards/")
    assert len(cards) <= 5


def test_a_vote_is_typed_into_the_order_line(play: Table) -> None:
    row = play.waiting
    assert row.player.user is not None
    visitor = enter(row.player.user.username)
    given = {"order": "vote extend", "ref": row.ref, "key": "one", "line": "1"}
    assert visitor.post(board(play), given).status_code == 302
    assert Ballot.objects.get().user == row.player.user and play.waiting.ref == row.ref
    answer = visitor.post(board(play), given | {"order": "vote for me", "key": "two"})
    assert answer.status_code == 422 and "You can vote to extend" in answer.content.decode()
    answer = visitor.post(board(play), given | {"order": f"vote draw\n{play.likely()}", "key": "three"})
    assert answer.status_code == 422 and "Send this line by itself" in answer.content.decode()
    assert Vote.objects.count() == 1 and play.waiting.ref == row.ref


@pytest.mark.parametrize(
    "given", [{}, {"kind": "war"}, {"agrees": "yes", "vote": "x"}, {"kind": "pause", "days": "99"}]
)
def test_a_form_of_no_page_is_refused(play: Table, given: dict[str, str]) -> None:
    assert enter("alice").post(page(play), given).status_code == 422
    assert not Vote.objects.exists()


def test_who_does_not_play_cannot_vote(play: Table) -> None:
    Game.objects.filter(pk=play.game.pk).update(watch=Game.Watch.ANYONE)
    person("sam")
    sam = enter("sam")
    assert "Ask for a vote" not in sam.get(page(play)).content.decode()
    answer = sam.post(page(play), {"kind": "draw"})
    assert answer.status_code == 403 and "Only people who play in this game can vote." in answer.content.decode()


def test_a_held_seat_can_be_chosen(play: Table) -> None:
    dave = Player.objects.get(game=play.game, user__username="dave")
    Player.objects.filter(pk=dave.pk).update(state=Player.State.RESIGNED)
    alice = enter("alice")
    assert f'<option value="{dave.colour}">' in alice.get(page(play)).content.decode()
    alice.post(page(play), {"kind": "substitute", "colour": dave.colour})
    assert Vote.objects.get().about == dave.seat


class Program:
    """Somebody's bot."""

    def __init__(self, play: Table, name: str) -> None:
        self.slug, self.client = play.game.slug, Client()
        self.token = token_make(user=user_of(name), name="bot", scope="play")[1]

    def send(self, place: str, body: Any = None, key: str = "one") -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key}
        url = f"/api/games/{self.slug}/{place}/"
        if body is None:
            return self.client.get(url, headers=headers)
        return self.client.post(url, body, content_type="application/json", headers=headers)


def test_programs_vote_at_an_address_of_their_own(play: Table) -> None:
    alice, bob = Program(play, "alice"), Program(play, "bob")
    assert alice.send("votes").json() == {"votes": []}
    made = alice.send("votes", {"vote": "pause", "days": 2}).json()["votes"][0]
    assert (made["vote"], made["days"], made["needed"], made["voters"], made["outcome"]) == ("pause", 2, 3, 4, "")
    assert made["agreed"] == [play.seat(play.alice)] and made["against"] == []
    assert bob.send("votes", {"vote": "pause", "agree": False}).json()["votes"][0]["against"] == [play.seat(play.bob)]
    assert bob.send("votes", {"vote": "draw", "agree": False}).status_code == 422
    assert bob.send("votes", {"vote": "war"}).status_code == 400
    refused = bob.send("votes", {"vote": "resume"}, key="two")
    assert refused.status_code == 422 and refused.json()["code"] == "vote.refused"


def test_programs_may_vote_by_the_orders_address_too(play: Table) -> None:
    alice = Program(play, "alice")
    seq = play.fresh().seq
    answer = alice.send("orders", {"ref": 0, "text": "vote extend"})
    assert answer.status_code == 200 and answer.json()["replayed"] is False and answer.json()["seq"] == seq + 1
    assert alice.send("orders", {"ref": 0, "text": "vote extend"}).json()["replayed"] is True
    assert alice.send("try", {"text": "vote pause 3"}).json() == {"legal": True, "refusal": None, "orders": []}
    assert alice.send("try", {"text": "vote pause 33"}).json()["legal"] is False


def test_a_token_that_may_only_read_does_not_vote(play: Table) -> None:
    alice = Program(play, "alice")
    alice.token = token_make(user=play.alice, name="reader", scope="read")[1]
    assert alice.send("votes").status_code == 200
    assert alice.send("votes", {"vote": "draw"}).status_code == 403 and not Vote.objects.exists()


def test_organizers_see_votes_and_end_them(play: Table) -> None:
    say(play, "vote draw", "alice", "bob")
    desk = Client()
    desk.force_login(organizer("olga"))
    place = f"/organize/g/{play.game.slug}/"
    shown = desk.get(place).content.decode()
    assert "2 of 4 agreed" in shown and "stop-vote/?vote=" in shown
    given = {"vote": Vote.objects.get().pk, "reason": "a mistake", "sure": "1", "seen": play.fresh().seq}
    shown = desk.post(f"{place}do/stop-vote/", given, follow=True).content.decode()
    assert "The vote has ended." in shown and "ended a vote" in shown and "stop-vote" not in shown


def test_ones_votes_are_exported(play: Table) -> None:
    from votes.doors import export_votes

    say(play, "vote draw", "alice")
    (row,) = export_votes(play.alice)["votes"]
    assert (row["game"], row["vote"], row["agrees"]) == ("Long Winter", "draw", True)
