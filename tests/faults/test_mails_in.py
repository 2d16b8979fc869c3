"""Replies by mail while parts of the site die: each plays once, each is answered once, and none is lost."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import smtplib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

import psycopg
import pytest

from tests.faults.reader import STEPS
from tests.faults.sites import Broker, Hosted
from tests.kit import forked
from tests.kit.stack import PATIENCE, database_of, free_port

pytestmark = [pytest.mark.faults, pytest.mark.services, pytest.mark.no_cover, pytest.mark.timeout(400)]

KEY = "key-of-the-tests"
MOVES = "SELECT game_id FROM games_entry WHERE source = 'mail' AND NOT implied"
RECEIPTS = "SELECT key FROM games_outboxmail WHERE key LIKE 'receipt:%'"
CODES = "SELECT state, code FROM inbound_inboundmail"
AGAIN = 451
"""What a mail server is told that has to bring a mail once more."""
Facts = dict[str, Any]


class Mailed:
    """A site with a door by SMTP, and one by webhook once its pages run."""

    def __init__(self, site: Hosted) -> None:
        self.site, self.port = site, free_port()
        site.environ.update(MAIL_IN="true", MAIL_FROM="Fieldpost <post@play.example.org>", MAILGUN_SIGNING_KEY=KEY)

    def begin(self, games: int, groups: int = 1) -> list[Facts]:
        """Seed games, and open the door; what is known of each game."""
        made: list[Facts] = self.site.seed(games, 3600, "--groups", str(groups))["games"]
        self.site.stack.start_program(sys.executable, "manage.py", "mail_door", "--port", str(self.port))
        self.await_door()
        return made

    def await_door(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with smtplib.SMTP("127.0.0.1", self.port, timeout=10):
                    return
            except OSError:
                assert time.monotonic() < until, self.site.logs()[-4000:]
                time.sleep(0.1)

    def send(self, to: str, *mails: bytes) -> None:
        """Hand mails over on one connection. Raises SMTPException."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=60) as client:
            for raw in mails:
                client.sendmail("player@example.org", [to], raw)

    def post(self, to: str, raw: bytes) -> int:
        """Post a mail as Mailgun does; the status of the answer."""
        token = secrets.token_hex(8)
        signed = hmac.new(KEY.encode(), f"1606241100{token}".encode(), hashlib.sha256).hexdigest()
        said = {"timestamp": "1606241100", "token": token, "signature": signed, "body-mime": raw.decode()}
        body = urllib.parse.urlencode({**said, "recipient": to, "sender": "player@example.org"}).encode()
        try:
            with urllib.request.urlopen(f"{self.site.address}/mail/in/mailgun/mime/", body, timeout=60) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    def codes(self) -> Counter[str]:
        """What the mails are that have been read."""
        return Counter(code for state, code in self.site.rows(CODES) if state == "done")

    def await_codes(self, wanted: dict[str, int], seconds: float = PATIENCE) -> float:
        """Wait until all is read, and check that each game has one move, and each mail but copies one answer."""
        took = self.site.wait_until(lambda: self.codes().total() >= sum(wanted.values()), seconds)
        assert self.codes() == wanted
        moves = Counter(game for (game,) in self.site.rows(MOVES))
        assert set(moves.values()) == {1} and len(moves) == wanted["played"]
        answered = sum(count for code, count in wanted.items() if code != "duplicate")
        assert len(self.site.rows(RECEIPTS)) == answered
        return took


@pytest.fixture
def mailed(hosted: Hosted) -> Mailed:
    return Mailed(hosted)


def letter(game: Facts, text: str = "") -> bytes:
    """A reply with the likely order of a game, or another text."""
    made = EmailMessage(policy=SMTP)
    made["From"], made["To"], made["Subject"] = "player@example.org", game["reply"], "Re: Due"
    made["Message-ID"] = f"<{secrets.token_hex(12)}@example.org>"
    made.set_content(text or game["order"])
    return made.as_bytes()


def test_a_reader_killed_at_any_step(mailed: Mailed) -> None:
    games = mailed.begin(len(STEPS))
    for game in games:
        mailed.send(game["reply"], letter(game))
    for step in STEPS:
        done = forked.run("-m", "tests.faults.reader", step, env=mailed.site.environ)
        assert done.returncode == -9, f"{step}: {done.returncode}\n{done.stderr[-2000:]}"
    assert not mailed.codes() and not mailed.site.rows(RECEIPTS)
    mailed.site.begin_work()
    took = mailed.await_codes({"played": len(STEPS)})
    print(f"killed at {len(STEPS)} steps: all read {took:.1f} s after the start of a worker")
    mailed.site.check()


def test_mails_that_come_while_the_broker_is_away(mailed: Mailed, broker: Broker) -> None:
    games = mailed.begin(6)
    mailed.site.begin_work()
    mailed.send(games[0]["reply"], letter(games[0]))
    mailed.await_codes({"played": 1})
    broker.kill()
    for game in games[1:]:
        mailed.send(game["reply"], letter(game))
    assert mailed.codes().total() == 1
    broker.start()
    took = mailed.await_codes({"played": len(games)})
    print(f"all read {took:.1f} s after the broker came back")


def test_mails_that_come_while_the_database_is_away(mailed: Mailed) -> None:
    """It goes while a worker reads, and for what comes meanwhile a door says that it has to come again."""
    games = mailed.begin(24, groups=3)
    mailed.site.web()
    for game in games[:20]:
        mailed.send(game["reply"], letter(game))
    mailed.site.begin_work()
    mailed.site.wait_until(lambda: mailed.codes().total() >= 2)
    open_database(mailed.site, False)
    late, raws = games[20:], [letter(game) for game in games[20:]]
    for game, raw in zip(late, raws, strict=True):
        assert refused(lambda game=game, raw=raw: mailed.send(game["reply"], raw)) == AGAIN  # type: ignore[misc]  # of the loop
        assert mailed.post(game["reply"], raw) == 503
    open_database(mailed.site, True)
    read = mailed.codes().total()
    for game, raw in zip(late, raws, strict=True):
        mailed.send(game["reply"], raw)
    took = mailed.await_codes({"played": len(games)})
    print(f"{read} read before the database went; all {took:.1f} s after it came back")
    mailed.site.check()


def open_database(site: Hosted, is_open: bool) -> None:
    """Let processes connect to the database of a site, or break off all connections and let none begin."""
    name = database_of(site.stack.database_url)
    with psycopg.connect(site.stack.server_url, autocommit=True) as server:
        server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {is_open}".encode())
        if not is_open:
            server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])


def refused(send: Callable[[], None]) -> int:
    """The code with which a mail was not taken."""
    try:
        send()
    except smtplib.SMTPRecipientsRefused as error:
        return next(iter(error.recipients.values()))[0]
    except smtplib.SMTPResponseException as error:
        return error.smtp_code
    return 250


def test_the_same_mail_through_two_doors_at_once(mailed: Mailed) -> None:
    games = mailed.begin(8, groups=2)
    mailed.site.web()
    mailed.site.begin_work()
    mailed.site.stack.worker()
    raws = [letter(game) for game in games]
    with ThreadPoolExecutor(8) as doors:
        ways = [
            doors.submit(way, game["reply"], raw)
            for game, raw in zip(games, raws, strict=True)
            for way in (mailed.send, mailed.post, mailed.send)
        ]
    assert [way.result() for way in ways] == [None, 200, None] * len(games)
    mailed.await_codes({"played": len(games), "duplicate": 2 * len(games)})
    mailed.site.check()
    signatures = {game["reply"].partition("@")[0].rpartition("-")[2] for game in games}
    assert not [each for each in signatures if each in mailed.site.logs()]  # who can read the log cannot play


def pour(mailed: Mailed, games: Sequence[Facts], each: int) -> float:
    """Send so many mails for each game at once, the first with an order; how many seconds the doors took."""
    began = time.monotonic()
    with ThreadPoolExecutor(4) as senders:
        questions = [f"odds {number} 7" for number in range(2, each + 1)]
        for way in [
            senders.submit(mailed.send, game["reply"], letter(game), *(letter(game, text) for text in questions))
            for game in games
        ]:
            way.result()
    return time.monotonic() - began


def flood(mailed: Mailed, games: int, each: int) -> None:
    """Send `each` mails for each of so many games, and print how long it took. Nobody gets more than 20 answers."""
    made = mailed.begin(games, groups=-(-games * each // 20))
    mailed.site.begin_work()
    stored = pour(mailed, made, each)
    read = mailed.await_codes({"played": games, "commands": games * (each - 1)}, seconds=300)
    print(f"{games * each} mails: taken in {stored:.1f} s, all read {read:.1f} s later")


def test_many_mails_at_once(mailed: Mailed) -> None:
    flood(mailed, games=10, each=5)


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_five_hundred_mails_at_once(mailed: Mailed) -> None:
    flood(mailed, games=100, each=5)
