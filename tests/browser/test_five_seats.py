"""Five people play a game of epochs or years over weeks: one on the page with a phone, one by typed orders, one by
nothing but the links of mails, and two who go away for two rounds. It ends, and nobody waits longer than its clocks.

Time is travelled through: whoever answers takes some of it, and where nobody has anything to do it goes on to the next
deadline, reminder or mail. Mails go through a real SMTP server. Run it whole with

    python -m pytest --nightly -s tests/browser/test_five_seats.py

Every run plays the last year and the last epoch alone, in which the two are away.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engine
from accounts.models import RateCount, User
from engine import journal
from engine.bots import choose
from engine.position import position
from games.mail.links import RECLAIM_SEAT, read_link
from games.mail.outbox import outbox_deliver
from games.models import Entry, Game, Heartbeat, OutboxMail, Player, Snapshot, Waiting
from games.selectors.access import view_of
from games.services import heartbeat
from games.services.deadlines import deadline_sweep
from games.services.lobby import game_join
from games.services.locks import db_now
from games.services.notifications import NewMail, mail_enqueue
from games.services.seats import standing_set
from tests.browser.test_whole_game import sit_down, type_order
from tests.games.kit import make_table, person
from tests.games.mail.kit import links_of
from tests.games.mail.test_by_links import WAY, order_of
from tests.games.mail.test_by_links import choose as choose_way
from tests.kit.chromium import PHONE, Visitors
from tests.kit.mail_server import mail_server

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.once,
    pytest.mark.luck(2210),
    pytest.mark.django_db(transaction=True),
]

TURN, REPLY = 24, 6
"""Hours that this game gives for a turn, and for all windows of a turn."""
LAST = 5
Held = Mapping[str, Sequence[str]]
"""The territories of seats, by their colours."""
THOUGHT = timedelta(minutes=7)
"""What each answer takes a person."""
SWEEP = timedelta(seconds=10)
SLACK = timedelta(minutes=1)
"""What an answer may be late by: the time to the next sweep, and what a busy machine takes to sweep."""
MOST = 4000
CLIPPED = 102_400
"""Bytes of HTML from which on the largest provider of mailboxes hides the rest of a mail."""


def last_year(held: Held) -> dict[str, Any]:
    """The last year of 2210."""
    return {
        "year": LAST,
        "energy": dict.fromkeys(held, 5),
        "commanders": {colour: {"land": names[0]} for colour, names in held.items()},
        "command_cards": {colour: ["Land Stealth MODs", "Land Reinforcements"] for colour in [*held][:2]},
    }


def last_epoch(held: Held) -> dict[str, Any]:
    """The last epoch of Godstorm."""
    return {
        "epoch": LAST,
        "faith": dict.fromkeys(held, 5),
        "gods": {colour: {"war": names[0], "sky": names[1], "death": names[2]} for colour, names in held.items()},
        "temples": {names[0]: True for names in held.values()},
        "miracles": {colour: ["Men Become Warriors", "Crops Wither"] for colour in [*held][:2]},
    }


@dataclass(frozen=True)
class Rules:
    """What the five play: the rules, what they want to be asked, and the position in which the last round begins."""

    id: str
    ask_me: str
    last_round: Callable[[Held], dict[str, Any]]


YEARS = Rules("risk2210", "when invaded: ask me\nwhen anybody is invaded: ask me", last_year)
EPOCHS = Rules("godstorm", "when invaded: ask me\nwhen a miracle is played: ask me", last_epoch)
BOTH = pytest.mark.parametrize("rules", [YEARS, EPOCHS], ids=lambda rules: rules.id)


class Letterbox:
    """A mail server that keeps what it receives by the address of its reader."""

    def __init__(self) -> None:
        self.mails: dict[str, list[Any]] = defaultdict(list)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        letter = message_from_bytes(envelope.content, policy=policy.default)
        for address in envelope.rcpt_tos:
            self.mails[address].append(letter)
        return "250 OK"


@pytest.fixture
def letterbox(settings: Any) -> Iterator[Letterbox]:
    box = Letterbox()
    with mail_server(box, settings):
        yield box


def ref_of(path: str) -> int:
    return read_link(path.removeprefix("/l/").rstrip("/")).ref


def text_of(letter: Any) -> str:
    return str(letter.get_body(("plain",)).get_content())


@dataclass
class Person:
    """Somebody at the table; `act` answers what is asked, and says whether something was."""

    table: Weeks
    user: User
    seat: int = -1
    answers: Counter[str] = field(default_factory=Counter)

    def act(self) -> bool:
        row = Waiting.objects.filter(game=self.table.game, seat=self.seat).first()
        if row is None or not self.is_there(row):
            return False
        self.table.clock.shift(THOUGHT)
        RateCount.objects.all().delete()  # people are slower than this test
        self.answer(row)
        self.answers[row.kind] += 1
        return True

    def is_there(self, row: Waiting) -> bool:
        return True

    def answer(self, row: Waiting) -> None:
        raise NotImplementedError

    def wish(self, row: Waiting) -> str:
        """What a fair player would type."""
        game = self.table.game
        view = view_of(Game.objects.get(pk=game.pk), row.seat)
        return engine.format_order(choose("recruit", view, self.table.rng), game.rules, game.map, view.colours)


class Typist(Person):
    """Types orders, one answer at a time."""

    def answer(self, row: Waiting) -> None:
        client = self.table.client(self.user)
        sent = {"line": "1", "order": self.wish(row), "ref": row.ref, "key": f"{row.ref}"}
        answered = client.post(reverse("game", args=[self.table.game.slug]), sent)
        assert answered.status_code == 302, (row.kind, sent["order"], answered.content.decode()[-2000:])


class Traveller(Typist):
    """Goes away for two rounds of the game, and comes back by the link of the mail that says who plays the seat."""

    def act(self) -> bool:
        if self.table.round in self.table.away:
            return False
        if Player.objects.get(game=self.table.game, seat=self.seat).state == Player.State.CARETAKER:
            self.come_back()
        return super().act()

    def come_back(self) -> None:
        told = [text_of(letter) for letter in self.table.box.mails[self.user.email]]
        path = [path for text in told for path in links_of(text) if order_of(path) == RECLAIM_SEAT][-1]
        assert Client().post(path).status_code == 200
        assert Player.objects.get(game=self.table.game, seat=self.seat).state == Player.State.PLAYING


class Reader(Person):
    """Has nothing but a mailbox: presses a link of the last mail, and goes on with those of each page that follows."""

    def is_there(self, row: Waiting) -> bool:
        return self.question(row) is not None

    def question(self, row: Waiting) -> str | None:
        """The text of a mail that asks what is open now."""
        key = f"turn:{row.game_id}:{row.seat}:{row.ref}:{self.user.pk}"
        if not OutboxMail.objects.filter(key=key, state="sent").exists():
            return None
        return text_of(self.table.box.mails[self.user.email][-1])

    def answer(self, row: Waiting) -> None:
        text = self.question(row)
        assert text is not None
        found = links_of(text)
        path = next((path for path in found if "\n" in order_of(path)), found[0])
        for _ in range(60):
            asked = ref_of(path)
            ways = [(unescape(url), odds) for url, odds in WAY.findall(self.press(path))]
            if not ways or ref_of(ways[0][0]) == asked:  # a sealed answer may be given anew
                return
            self.table.clock.shift(THOUGHT)
            path = choose_way(ways)
        raise AssertionError("the turn does not end")

    def press(self, path: str) -> str:
        RateCount.objects.all().delete()
        client = Client()
        page = client.get(path).content.decode()
        assert page.count("<form method") == 1, (order_of(path), re.sub(r"<[^>]*>|\s+", " ", page)[:1500])
        done = client.post(path)
        assert done.status_code == 200, done.content[:2000]
        return done.content.decode()


@dataclass
class Phone(Person):
    """Plays on the page of a phone by its buttons alone."""

    page: Any = None

    def answer(self, row: Waiting) -> None:
        page: Page = self.page
        page.goto(reverse("game", args=[self.table.game.slug]))
        self.table.look(page, row.kind)
        with page.expect_response(lambda response: response.request.method == "POST") as posted:
            self.press(page, row)
        assert posted.value.status < 400, (row.kind, page.locator(".refusal").all_inner_texts())
        page.wait_for_load_state("networkidle")
        page.goto("about:blank")  # an open page asks now and then what is new

    def press(self, page: Page, row: Waiting) -> None:
        kind = row.kind
        if kind == "battle.attack_asked":
            target = page.locator("a.pick").first
            if target.count() and self.table.rng.random() < 0.7:
                target.click()
                page.locator("#decision button.primary").click()
            else:
                page.locator("#decision button").filter(has_text=re.compile("End")).first.click()
        elif kind == "setup.plan_asked":
            page.locator("#decision a").filter(has_text="Suggest a plan").click()
            page.locator("#decision button.primary").click()
        elif kind == "pantheons.ranking_asked":
            names = page.locator("#decision select").first.locator("option").all_inner_texts()
            for name, choice in zip(reversed(names), page.locator("#decision select").all(), strict=False):
                choice.select_option(name)
            page.locator("#decision button.primary").first.click()
        elif kind == "embark.asked" and self.table.rng.random() < 0.5:
            page.locator("#decision a.all").first.click()
            page.locator("#decision button.primary").click()
        elif kind == "deploy.place_asked":
            type_order(page, self.wish(row))
        elif kind in ("purchase.hire_asked", "purchase.buy_asked"):
            self.spend(page)
        else:
            primary = page.locator("#decision button.primary")
            others = page.locator("#decision form:not(.undo) button")  # of which the last does the least
            (primary.first if primary.count() else others.last).click()

    def spend(self, page: Page) -> None:
        """Take the first ware, else one card of the first deck."""
        wares, decks = page.locator("#decision label.ware"), page.locator("#decision .stepper input")
        if wares.count():
            wares.first.click()
        else:
            decks.first.fill("1")
        page.locator("#decision button.primary").click()


@dataclass
class Weeks:
    """A game of five over weeks. In the rounds `away` two people do not answer."""

    rules: Rules
    game: Game
    clock: Any
    box: Letterbox
    away: range
    players: list[Person] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(2210))
    seen: set[str] = field(default_factory=set)
    questions: set[str] = field(default_factory=set)
    checked: int = 0
    visitor: Any = None
    clients: dict[int, Client] = field(default_factory=dict)

    def client(self, user: User) -> Client:
        """The client of a person who logs in once."""
        if user.pk not in self.clients:
            self.clients[user.pk] = Client()
            self.clients[user.pk].force_login(user)
        return self.clients[user.pk]

    @property
    def round(self) -> int:
        return Game.objects.values_list("round", flat=True).get(pk=self.game.pk)

    def play(self) -> None:
        for _ in range(MOST):
            self.game.refresh_from_db()
            if self.game.has_ended:
                return
            self.deliver()
            if sum(player.act() for player in self.players) == 0:
                self.wait()
        raise AssertionError("the game does not end")

    def look(self, page: Page, kind: str) -> None:
        """See that nothing of a page is wider than the phone; pictures of the first of each kind are kept."""
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], kind
        if kind not in self.seen:
            self.visitor.picture(f"five-seats-{kind}")
        self.seen.add(kind)

    def deliver(self) -> None:
        before = sum(map(len, self.box.mails.values()))
        outbox_deliver()
        new = sum(map(len, self.box.mails.values())) - before
        assert not OutboxMail.objects.filter(state__in=["retry", "dead"]).exists()
        for letter in [letter for mails in self.box.mails.values() for letter in mails] if new else []:
            self.check_links(letter)

    def check_links(self, letter: Any) -> None:
        """See that links to orders open pages, which change nothing: all links of the first mail of each question, of
        others the first one."""
        if letter.get("X-Checked"):
            return
        letter["X-Checked"] = "yes"
        assert len(letter.get_body(("html",)).get_content().encode()) < CLIPPED, letter["Subject"]
        seq = Game.objects.values_list("seq", flat=True).get(pk=self.game.pk)
        RateCount.objects.all().delete()
        question = re.sub(r"[A-Z0-9]\S*", "", letter["Subject"])
        paths = links_of(text_of(letter))
        for path in paths if question not in self.questions else paths[:1]:
            assert Client().get(path).status_code == 200, (letter["Subject"], path)
            self.checked += 1
        self.questions.add(question)
        assert Game.objects.values_list("seq", flat=True).get(pk=self.game.pk) == seq

    def wait(self) -> None:
        """Go on to the next moment at which something is due, and sweep, as a site does that never stood still."""
        rows = Waiting.objects.filter(game=self.game)
        moments = [row.due_at for row in rows] + [row.remind_at for row in rows if not row.reminded_at]
        moments += OutboxMail.objects.filter(state="queued").values_list("not_before", flat=True)
        later = [moment for moment in moments if moment]
        assert later, "nothing will ever happen"
        now = db_now()
        self.clock.shift(max(min(later) - now, timedelta()) + timedelta(seconds=1))
        heartbeat.GUARD.wall = None
        Heartbeat.objects.update(seen_at=db_now() - SWEEP)
        deadline_sweep()


def five(rules: Rules, clock: Any, box: Letterbox, visitors: Visitors, away: range) -> Weeks:
    """Begin a game, with everybody at their way to play."""
    people = [person(name) for name in ("alice", "bob", "carol", "dora", "edgar")]
    game = make_table(
        people[0],
        name="The Shattered Moon",
        rules=rules.id,
        seats_wanted=5,
        turn_hours=TURN,
        reaction_hours=REPLY,
        options={"setup_orders": "planned"},
    )
    for user in people[1:]:
        game = game_join(game_id=game.pk, user=user)
    weeks = Weeks(rules, game, clock, box, away)
    kinds: list[Any] = [Phone, Typist, Reader, Traveller, Traveller]
    seats = dict(Player.objects.filter(game=game).values_list("user_id", "seat"))
    weeks.players = [kind(weeks, user, seats[user.pk]) for kind, user in zip(kinds, people, strict=True)]
    for player in weeks.players[:3]:
        standing_set(game_id=game.pk, user_id=player.user.pk, text=f"when attacked: ask me\n{rules.ask_me}")
    weeks.visitor = visitors(PHONE)
    weeks.players[0].page = sit_down(weeks.visitor, visitors.base_url, game)  # type: ignore[attr-defined]
    return weeks


def begin_last_round(weeks: Weeks) -> None:
    """Put the game to the bids of its last round; every seat has some land, a leading piece and something to spend, and
    two have cards."""
    game = weeks.game
    colours = [seat.colour for seat in view_of(game, None).seats]
    lands = engine.mapgraph(game.map).names
    held = {colour: lands[5 * place : 5 * place + 5] for place, colour in enumerate(colours)}
    state = position(
        " | ".join(f"{colour}: {', '.join(f'{name} 3' for name in names)}" for colour, names in held.items()),
        rules=weeks.rules.id,
        seats=tuple(colours),
        step="bid",
        **weeks.rules.last_round(held),
    )
    asked = engine.open_decision(state)
    assert asked is not None
    state.seq, now = game.seq, db_now()
    Snapshot.objects.filter(game=game).delete()
    Snapshot.objects.create(game=game, seq=game.seq, state=engine.pack(state))
    Game.objects.filter(pk=game.pk).update(round=LAST)
    due = now + timedelta(hours=TURN)
    fields = {"ref": asked.ref, "kind": asked.kind, "pace": asked.pace, "since": now, "deadline_at": due, "due_at": due}
    Waiting.objects.filter(game=game).update(**fields)
    OutboxMail.objects.filter(game=game, template="turn").delete()
    for player in weeks.players:
        key = f"turn:{game.pk}:{player.seat}:{asked.ref}:{player.user.pk}"
        mail = NewMail(key=key, template="turn", not_before=now, user_id=player.user.pk)
        mail_enqueue(replace(mail, game=game, seat=player.seat, ref=asked.ref))


# ---- what the journal says of the clocks


@dataclass(frozen=True)
class Waited:
    """An answer of the journal, and how long its seat was waited for."""

    entry: Entry
    span: timedelta


def waited(game: Game) -> Iterator[Waited]:
    """Yield each answer with the time since its decision was asked: since the entry that opened it."""
    entries = list(Entry.objects.filter(game=game).order_by("seq"))
    opened: dict[int | None, datetime] = {}
    for before, entry in pairwise(entries):
        if entry.kind == Entry.Kind.ACTION:
            opened.setdefault(entry.ref, before.at)
            yield Waited(entry, entry.at - opened[entry.ref])


def check_clocks(game: Game) -> None:
    """Nobody is waited for longer than their clock: a turn in all, all windows of a turn, each other answer."""
    spent: dict[tuple[object, ...], timedelta] = defaultdict(timedelta)
    turn_of = turns_of(game)
    for each in waited(game):
        entry = each.entry
        if entry.pace in (Waiting.Pace.TURN, Waiting.Pace.WINDOW):
            spent[entry.pace, turn_of[entry.seq], entry.seat] += each.span
        else:
            spent[entry.pace, entry.ref, entry.seat] = each.span
    hours = {"turn": TURN, "sealed": TURN, "window": REPLY, "reaction": REPLY}
    assert {"turn", "sealed"} <= {key[0] for key in spent}
    for key, span in spent.items():
        assert span <= timedelta(hours=hours[str(key[0])]) + SLACK, (key, span)


def check_channels(weeks: Weeks) -> None:
    """Whoever is there answers in their own way alone, and is never answered for."""
    ways = {"web": weeks.players[:2], "link": weeks.players[2:3]}
    for source, players in ways.items():
        for player in players:
            rows = Entry.objects.filter(game=weeks.game, seat=player.seat, kind=Entry.Kind.ACTION)
            assert set(rows.values_list("source", flat=True)) <= {source, "standing"}, (player, rows)
            assert player.answers, player.user
    assert not Entry.objects.filter(game=weeks.game, kind=Entry.Kind.UNDO).exists()


def check_mails(weeks: Weeks) -> None:
    """Nothing is sent twice, and one mail asks for all windows of a turn, unless their reader goes on by mail."""
    for address, letters in weeks.box.mails.items():
        numbers = Counter(letter["Message-ID"] for letter in letters)
        assert set(numbers.values()) == {1}, (address, numbers)
    asked: Counter[tuple[object, ...]] = Counter()
    turn_of = turns_of(weeks.game)
    for mail in OutboxMail.objects.filter(game=weeks.game, template="turn", state="sent"):
        entry = Entry.objects.filter(game=weeks.game, ref=mail.ref, pace=Waiting.Pace.WINDOW).first()
        if entry is not None and mail.user != weeks.players[2].user:
            asked[mail.seat, turn_of[entry.seq]] += 1
    assert set(asked.values()) <= {1}, asked


def turns_of(game: Game) -> dict[int, int]:
    """Number the turns, by entries: a turn goes on until another begins."""
    found, turn = {}, 0
    for entry in Entry.objects.filter(game=game).order_by("seq"):
        found[entry.seq] = turn
        turn += sum(event["type"] == "turn.began" for event in entry.events)
    return found


def check_the_end(weeks: Weeks) -> None:
    """Somebody has won, everybody is told, and the two who were away have missed turns, nobody else."""
    game = weeks.game
    assert Player.objects.filter(game=game, result="won").exists()
    weeks.deliver()
    ended = [letters[-1]["Subject"] for letters in weeks.box.mails.values()]
    assert len(ended) == 5 and all(" is over: " in subject for subject in ended), ended
    missed = Entry.objects.filter(game=game, kind=Entry.Kind.NOTE, events__0__type="host.missed")
    assert {entry.seat for entry in missed} == {player.seat for player in weeks.players[3:]}
    check_clocks(game)
    check_mails(weeks)
    check_channels(weeks)


@pytest.fixture
def small_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards in mails are painted small: nobody looks at them here."""
    monkeypatch.setattr("games.boards.picture.OF_STAGES", 200)


@pytest.mark.usefixtures("small_boards")
@BOTH
def test_the_last_round_of_five_people(rules: Rules, visitors: Visitors, letterbox: Letterbox) -> None:
    with time_machine.travel(timezone.now()) as clock:
        weeks = five(rules, clock, letterbox, visitors, range(LAST, LAST + 1))
        begin_last_round(weeks)
        weeks.play()
        check_the_end(weeks)


@pytest.mark.nightly
@pytest.mark.timeout(3000)
@pytest.mark.usefixtures("small_boards")
@BOTH
def test_five_rounds_of_five_people(rules: Rules, visitors: Visitors, letterbox: Letterbox) -> None:
    with time_machine.travel(timezone.now()) as clock:
        weeks = five(rules, clock, letterbox, visitors, range(2, 4))
        weeks.play()
        check_the_end(weeks)
        log = weeks.client(weeks.players[0].user).get(reverse("game-log", args=[weeks.game.slug])).content.decode()
    assert journal.verify(journal.read_log(log)).winners and weeks.round >= LAST
    returned = Entry.objects.filter(game=weeks.game, kind=Entry.Kind.NOTE, events__0__type="host.returned")
    assert returned.count() == 2
    assert weeks.checked >= OutboxMail.objects.filter(game=weeks.game, template="turn", state="sent").count() > 50
    print(weeks.clock.shift(0), {player.user.username: dict(player.answers) for player in weeks.players})
