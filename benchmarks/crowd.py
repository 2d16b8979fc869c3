"""Send a crowd of players to a site as `deploy/` starts it, and say what they get, on this machine alone.

    python -m benchmarks.crowd [--players 300] [--pause 0] [--seconds 30]

PostgreSQL and Valkey come from their wheels, web, two workers and beat from the units of systemd, the packages from the
production lock. Everything ends by itself, and nothing listens but on 127.0.0.1. Each player opens pages of their own
game, one after the other, and leaves a page for which they would wait longer than `--patience` seconds. Whoever is told
503 asks again after the same pause as anybody else, which is worse than what browsers do. `--old` starts the web
processes without the queue, to compare.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from http import HTTPStatus

from benchmarks.grown import SEATS, Seated, grown_site
from tests.faults.deployed import Deployed

MOST_SECONDS, MOST_PLAYERS = 300, 1000
"""This measures a site, and is no tool to hurt one."""

ORDERS = 16
"""How many were given in each game before."""

COOKIE = "__Host-session"
OF_HOSTS = ("/livez", "/readyz")
WARM, WELL, BLINK = 20, 3, 0.1
PATHS = {"/g/{slug}/": 6, "/games/": 2, "/g/{slug}/history/": 1, "/about/": 1}
"""What players open, and how often."""


@dataclass(frozen=True)
class Answer:
    """The status of an answer, its headers in lower case, and how many seconds it took."""

    status: int
    headers: dict[str, str]
    seconds: float


@dataclass
class Visitors:
    """Requests as they come from the proxy, each on a connection of its own, and the answers to all of them."""

    port: int
    headers: dict[str, str]
    patience: float
    answers: list[Answer] = field(default_factory=list)
    gone: int = 0
    """Readers who left before an answer came."""

    async def ask(self, path: str, cookie: str = "") -> Answer | None:
        """Open a page; None if patience is at its end, or the line was cut."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(self.patience):
                head = await self.fetch(path, cookie)
            first, *lines = head.decode("latin1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            self.answers.append(Answer(int(first.split()[1]), headers, time.monotonic() - began))
        except (TimeoutError, OSError, IndexError):
            self.gone += 1
            return None
        return self.answers[-1]

    async def fetch(self, path: str, cookie: str) -> bytes:
        """Read an answer to its end; returns its head."""
        lines = {**self.headers, "Accept-Encoding": "gzip", "Connection": "close", "Cookie": cookie}
        said = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\n{said}\r\n".encode())
            return (await reader.read(-1)).partition(b"\r\n\r\n")[0]
        finally:
            writer.close()

    async def look(self, player: Seated) -> Answer | None:
        """Open the turn page of a game."""
        return await self.ask(f"/g/{player.slug}/", f"{COOKIE}={player.session}")


class Unqueued(Deployed):
    """The site without the queue of `config.overload`: as many threads as make pages, and all that comes waits."""

    def here(self, line: str) -> str:
        line = line.replace("config.wsgi:application", "config.wsgi:handler")
        return super().here(line).replace("--blocking-threads 320", "--blocking-threads 4")


async def play(visitors: Visitors, player: Seated, pause: float, until: float) -> None:
    """Open pages of a game, until time is up."""
    luck = random.Random(player.session)
    await asyncio.sleep(luck.random() * pause)
    while time.monotonic() < until:
        (path,) = luck.choices(list(PATHS), list(PATHS.values()))
        await visitors.ask(path.format(slug=player.slug), f"{COOKIE}={player.session}")
        await asyncio.sleep(pause)


async def watch(visitors: Visitors, path: str, until: float) -> None:
    """Ask each second for an address that hosts watch."""
    while time.monotonic() < until:
        await visitors.ask(path)
        await asyncio.sleep(1)


async def usual_time(visitors: Visitors, players: list[Seated]) -> float:
    """Measure how long a turn page takes while nobody else is there, in seconds."""
    answers = [await visitors.look(player) for player in players[: 2 * WARM]][WARM:]
    return statistics.median(answer.seconds for answer in answers if answer)


async def recovery(visitors: Visitors, player: Seated, usual: float) -> float:
    """Measure how long it takes until turn pages come in twice their usual time again, three in a row."""
    began = time.monotonic()
    well: list[float] = []
    while len(well) < WELL:
        at = time.monotonic()
        answer = await visitors.look(player)
        is_well = answer is not None and answer.status == HTTPStatus.OK and answer.seconds < 2 * usual + BLINK
        well = [*well, at] if is_well else []
        await asyncio.sleep(BLINK)
    return well[0] - began


async def crowd(site: Deployed, players: list[Seated], given: argparse.Namespace) -> None:
    """Send the crowd, and print what came of it."""
    alone, many, host = (Visitors(site.port, site.headers(), given.patience) for _ in range(3))
    usual = await usual_time(alone, players)
    made, until = pages_made(site) - len(alone.answers), time.monotonic() + given.seconds
    playing = [play(many, player, given.pause, until) for player in players]
    await asyncio.gather(*playing, *(watch(host, path, until) for path in OF_HOSTS))
    recovered = await recovery(alone, players[0], usual)
    await asyncio.sleep(given.patience)  # for pages that are still being made
    made = pages_made(site) - made
    answered = sum(not is_refused(answer) for each in (alone, many, host) for answer in each.answers)
    print(f"{len(players)} players, pause {given.pause:g} s, {given.seconds:g} s{', no queue' if given.old else ''}")
    print(f"  a turn page while nobody else is there   {usual:.3f} s")
    report(many, given.seconds)
    print(f"  pages made, and for nobody               {made}, {made - answered} ({(made - answered) / made:.1%})")
    print(f"  slowest of /livez and /readyz            {longest(host):.2f} s, {host.gone} unanswered")
    print(f"  as usual again after                     {recovered:.1f} s")


def report(many: Visitors, seconds: float) -> None:
    """Print what the players got."""
    pages = [answer.seconds for answer in many.answers if answer.status == HTTPStatus.OK]
    refused = [answer for answer in many.answers if is_refused(answer)]
    advised = sum("retry-after" in answer.headers for answer in refused)
    others = Counter(answer.status for answer in many.answers) - Counter({200: len(pages), 503: len(refused)})
    p50, p95, p99 = (statistics.quantiles(pages, n=100)[number - 1] for number in (50, 95, 99))
    print(f"  pages, and a second                      {len(pages)}, {len(pages) / seconds:.0f}")
    print(f"  p50, p95, p99 and slowest of these       {p50:.2f}, {p95:.2f}, {p99:.2f}, {max(pages):.2f} s")
    print(f"  slowest of all answers                   {longest(many):.2f} s")
    print(f"  refused with 503, with Retry-After       {len(refused)}, {advised}")
    print(f"  gone before an answer, other statuses    {many.gone}, {dict(others)}")


def is_refused(answer: Answer) -> bool:
    """Return whether the site was too busy. /readyz also says 503, in JSON."""
    return answer.status == HTTPStatus.SERVICE_UNAVAILABLE and "retry-after" in answer.headers


def longest(visitors: Visitors) -> float:
    """Return the seconds that the slowest answer took."""
    return max(answer.seconds for answer in visitors.answers)


def pages_made(site: Deployed) -> int:
    """Count the answers that the web processes have made, by their log; refusals have no line there."""
    return site.logs().count('"event": "request_finished"')


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m benchmarks.crowd", description="What a site does under a crowd.")
    words.add_argument("--players", type=int, default=300, help=f"up to {MOST_PLAYERS}")
    words.add_argument("--pause", type=float, default=0, help="seconds between two pages of a player")
    words.add_argument("--seconds", type=float, default=30, help=f"up to {MOST_SECONDS}")
    words.add_argument("--patience", type=float, default=10, help="seconds after which a player leaves")
    words.add_argument("--old", action="store_true", help="without the queue, to compare")
    given = words.parse_args()
    count, given.seconds = min(given.players, MOST_PLAYERS), min(given.seconds, MOST_SECONDS)
    with grown_site(-(-count // SEATS), ORDERS, Unqueued if given.old else None) as (site, players):
        asyncio.run(crowd(site, players[:count], given))


if __name__ == "__main__":
    main()
