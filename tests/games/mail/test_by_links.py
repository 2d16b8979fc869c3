"""Whole games played by nothing but the links in mails, with somebody who never answers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from html import unescape

import pytest
from django.core import mail as post
from django.test import Client
from django.utils import timezone

import engine
from accounts.models import RateCount, User
from games.mail.links import read_link
from games.mail.outbox import outbox_deliver
from games.models import Entry, Game, OutboxMail, Player, Snapshot, Waiting
from games.play.journal_reader import state_at
from games.services.deadlines import deadline_expire
from games.services.lobby import game_join
from tests.games.kit import make_table, person
from tests.games.mail.kit import links_of

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]

WAY = re.compile(r'<a class="pick way" href="([^"]+)">.*?<span class="num">([^<]*)</span>', re.DOTALL)
GOOD = 60  # per cent; worse attacks are left alone


@dataclass
class Letters:
    """Four people with nothing but a mailbox each; `absent` never opens hers."""

    game: Game
    people: dict[int, User]
    absent: User
    visitor: Client = field(default_factory=Client)
    clicks: int = 0
    turns: int = 0

    def play(self, most: int) -> None:
        """Deliver mails and answer them until the game is over."""
        for _ in range(most):
            self.game.refresh_from_db()
            if self.game.has_ended:
                return
            row = Waiting.objects.select_related("player__user").filter(game=self.game).first()
            if row is None or row.player.user == self.absent or row.player.answers_by_itself:
                self.expire()
                continue
            self.answer(self.mail_to(row))
        raise AssertionError("the game does not end")

    def expire(self) -> None:
        past = timezone.now() - timedelta(hours=1)
        Waiting.objects.filter(game=self.game).update(deadline_at=past, due_at=past)
        deadline_expire(game_id=self.game.pk)

    def mail_to(self, row: Waiting) -> str:
        """The text of the mail that asks what is open now."""
        OutboxMail.objects.filter(state="queued").update(not_before=timezone.now() - timedelta(seconds=1))
        post.outbox.clear()
        outbox_deliver()
        assert row.player.user is not None
        asked = [letter for letter in post.outbox if letter.to == [row.player.user.email] and "/l/" in letter.body]
        assert len(asked) == 1, [letter.subject for letter in post.outbox]
        return str(asked[0].body)

    def answer(self, text: str) -> None:
        """Follow a link of the mail, press its button, and go on with the links of each page that follows."""
        self.turns += 1
        found = [(path, "") for path in links_of(text)]
        path = next((path for path, _ in found if "\n" in order_of(path)), found[0][0])
        for _ in range(60):
            page = self.press(path)
            ways = [(unescape(url), odds) for url, odds in WAY.findall(page)]
            if not ways:
                return
            path = choose(ways)
        raise AssertionError("the turn does not end")

    def press(self, path: str) -> str:
        """Open the page of a link and press its one button; nothing happens before."""
        seq = Game.objects.values_list("seq", flat=True).get(pk=self.game.pk)
        RateCount.objects.all().delete()  # people are slower than this test
        page = self.visitor.get(path)
        assert page.status_code == 200 and page.content.count(b"<form method") == 1
        assert Game.objects.values_list("seq", flat=True).get(pk=self.game.pk) == seq
        done = self.visitor.post(path)
        assert done.status_code == 200, done.content[:2000]
        self.clicks += 2
        return done.content.decode()


def percent(said: str) -> int:
    """The number in "72 %" or "under 1 %"."""
    return int(next(word for word in said.split() if word.isdigit()))


def order_of(path: str) -> str:
    return read_link(path.removeprefix("/l/").rstrip("/")).order


def choose(ways: list[tuple[str, str]]) -> str:
    """A good attack if there is one, else the end of the turn, else whatever comes first."""
    attacks = [url for url, odds in ways if odds and percent(odds) >= GOOD]
    ends = [url for url, _ in ways if order_of(url) == "end turn"]
    return (attacks or ends or [ways[0][0]])[0]


def four_people(rules: str) -> Letters:
    people = [person(name) for name in ("alice", "bob", "carol", "dora")]
    game = make_table(people[0], name="Long Winter", rules=rules, seats_wanted=4)
    for user in people[1:]:
        game = game_join(game_id=game.pk, user=user)
    seats = {player.seat: player.user for player in Player.objects.filter(game=game).select_related("user")}
    return Letters(game, {seat: user for seat, user in seats.items() if seat is not None and user}, people[3])


def far_along(letters: Letters) -> None:
    """Give almost the whole world to one who reads their mails, so that the end is a few turns away."""
    game = letters.game
    state = state_at(game, game.seq)
    strong = next(seat for seat, user in letters.people.items() if user != letters.absent)
    for territory, owner in enumerate(state.owner):
        if owner != strong and state.owner.count(owner) > 2:
            state.owner[territory] = strong
    for territory, owner in enumerate(state.owner):
        state.armies[territory] = 12 if owner == strong else 1
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})


def check_the_end(letters: Letters) -> None:
    sources = set(Entry.objects.filter(game=letters.game, kind="action").values_list("source", flat=True))
    assert sources <= {"link", "deadline", "standing", "bot"}
    post.outbox.clear()
    outbox_deliver()
    ended = [letter.subject for letter in post.outbox if " is over: " in letter.subject]
    assert len(ended) == 4 and sum("you won" in subject for subject in ended) == 1


def test_the_end_of_a_game_by_links_alone() -> None:
    letters = four_people("classic_1959")
    far_along(letters)
    letters.play(most=60)
    check_the_end(letters)


@pytest.mark.nightly
@pytest.mark.timeout(1500)
def test_a_whole_game_by_links_alone() -> None:
    letters = four_people("classic_1959")
    letters.play(most=600)
    check_the_end(letters)
    print(letters.clicks, letters.turns, letters.game.round)
    assert letters.clicks / letters.turns < 40
