"""Replies by mail while their reader dies: each plays once, each is answered once, and none is lost."""

from __future__ import annotations

import secrets
import smtplib
import sys
import time
from collections import Counter
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

import pytest

from tests.faults.reader import STEPS
from tests.faults.sites import Hosted
from tests.kit import forked
from tests.kit.stack import PATIENCE, free_port

pytestmark = [pytest.mark.faults, pytest.mark.services, pytest.mark.no_cover, pytest.mark.timeout(400)]

MOVES = "SELECT game_id FROM games_entry WHERE source = 'mail' AND NOT implied"
RECEIPTS = "SELECT key FROM games_outboxmail WHERE key LIKE 'receipt:%'"
CODES = "SELECT state, code FROM inbound_inboundmail"
Facts = dict[str, Any]


class Mailed:
    """A site with a door by SMTP."""

    def __init__(self, site: Hosted) -> None:
        self.site, self.port = site, free_port()
        site.environ.update(MAIL_IN="true", MAIL_FROM="Fieldpost <post@play.example.org>")

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
