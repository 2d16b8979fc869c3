"""Play whole games twice with the same orders, by mail and on the page, and compare what the journal says of both.

    python -m benchmarks.mail_games --number 20

Each game is made from its preset and number alone. Its people answer every question by a mail, through a door chosen by
lot, with orders for the rest of the turn: one of the likely answers, another attack, the end of the turn. The same
texts are then typed on the page. Both draw dice and cards from one prepared list, so their entries are equal but for
source, times and heads. A turn is closed by one mail if nothing more was needed.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

from benchmarks.luck import fixed_luck

if TYPE_CHECKING:
    import engine
    from accounts.models import User
    from games.models import Entry, Game, Waiting

LEAST_CLOSED = 0.9
"""The share of turns that one mail has to close."""
MOST_ANSWERS = 400
DONE = ("played", "stopped")
NOBODY = -1
COMPARED = ("place", "kind", "ref", "pace", "seat", "action", "order", "draws", "events", "back_to", "implied", "round")
"""What must be equal of two entries."""


@dataclass
class PlayedGame:
    """What came of one game: how many mails each turn took, the codes of all mails, what was refused and what stopped
    half-way, where both journals differ first, and whether it came to its end."""

    name: str
    turns: Counter[tuple[int, int]] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    stops: list[str] = field(default_factory=list)
    difference: str = ""
    has_ended: bool = False

    def __str__(self) -> str:
        end = "to its end" if self.has_ended else "not to its end"
        told = f"{self.name}: {end}, {len(self.turns)} turns, {100 * self.closed:.0f} % by one mail"
        return "\n    ".join([told, *self.stops, *([self.difference] if self.difference else [])])

    @property
    def closed(self) -> float:
        """The share of turns that one mail closed."""
        return sum(count == 1 for count in self.turns.values()) / max(1, len(self.turns))


@dataclass(frozen=True)
class Answer:
    """An answer that was played: whose, and its text."""

    user_id: int
    text: str


# ---- dice


@contextmanager
def prepared_draws(word: str) -> Iterator[None]:
    """Draw what each step of a game brings from one list, whatever its journal says."""
    from engine import journal

    heads: dict[str, int] = {}

    def draw(head: str, key: bytes) -> engine.KeyedChance:
        return journal.chance_after(word.encode(), heads.setdefault(head, len(heads)).to_bytes(8, "big"))

    with fixed_luck(word), patch("games.play.chain.chance_after", draw):
        yield


# ---- games


def play_pair(preset: str, number: int, most: int = MOST_ANSWERS) -> PlayedGame:
    """Play one game by mail and then on the page, and compare them."""
    word = f"{preset} {number}"
    result = PlayedGame(word)
    people = people_of(word)
    with prepared_draws(word):
        by_mail = lay(preset, people)
        given = play_by_mail(by_mail, Random(word), most, result)
    with prepared_draws(word):
        on_page = lay(preset, people)
        play_on_page(on_page, given, result)
    by_mail.refresh_from_db()
    result.has_ended = by_mail.has_ended
    result.difference = result.difference or first_difference(by_mail, on_page)
    return result


def people_of(word: str) -> list[User]:
    from django.contrib.auth import get_user_model

    names = [f"{side}-{''.join(filter(str.isalnum, word))}" for side in ("a", "b")]
    return [get_user_model().objects.create_user(name, f"{name}@example.org", "a long password") for name in names]


def lay(preset: str, people: Sequence[User]) -> Game:
    """Begin a game of two people, with bots where the rules want more."""
    import engine
    from games.clocks.values import plain_clock
    from games.services.lobby import game_create, game_join
    from games.services.table_settings import TableSettings

    least = min(engine.ruleset(preset).seats)
    clock = plain_clock(72, 24, 0, is_strict=False)
    bots = ("recruit",) * max(0, least - len(people))
    settings = TableSettings(name="By Mail", rules=preset, seats_wanted=max(least, 2), bots=bots, clock=clock)
    game = game_create(creator=people[0], settings=settings)
    return game_join(game_id=game.pk, user=people[1], invite_token=game.invite_token)


def asked_of(game: Game) -> Waiting | None:
    """Return the open question of the first person who is asked; None at the end."""
    game.refresh_from_db()
    rows = game.waiting.exclude(player__user=None).select_related("player__user").order_by("seat")
    return None if game.has_ended else rows.first()


def play_by_mail(game: Game, rng: Random, most: int, result: PlayedGame) -> list[Answer]:
    """Answer each question by a mail; returns what was played."""
    given: list[Answer] = []
    while len(given) < most and (row := asked_of(game)) is not None:
        text = next((text for text in texts_for(row, rng) if send_mail(row, text, rng, result)), None)
        if text is None:
            result.difference = f"nothing that was sent answers {row.kind}: {result.refused[-3:]}"
            break
        given.append(Answer(row.player.user_id or 0, text))
    return given


def texts_for(row: Waiting, rng: Random) -> Iterator[str]:
    """Yield orders for the rest of a turn; should they be refused, the order of a bot."""
    import engine
    from engine.bots import choose
    from games.decisions.registry import suggested_orders
    from games.mail.example import example_orders
    from games.selectors.access import view_of

    view = view_of(row.game, row.seat)
    likely = [one for one in suggested_orders(view) if one.is_text]
    first = likely.pop(rng.randrange(min(3, len(likely)))) if likely else None
    lines = example_orders([first, *likely]) if first else []
    if lines:
        yield "\n".join(with_advances(whole_turn(lines, view) if is_of_turn(row) else lines))
        yield "\n".join(with_advances(lines))
    action = choose("veteran", view, rng)
    yield engine.format_order(action, view.rules, view.map, view.colours)


def whole_turn(lines: Sequence[str], view: engine.PlayerView) -> list[str]:
    """Go on with orders within a turn to its end: new armies go to a border, and from there to war."""
    from games.mail.example import END_TURN

    turn = [line for line in lines if line not in (END, END_TURN)]
    verbs = {line.partition(" ")[0] for line in turn}
    if view.rule_set.family == "classic" and not verbs & {"attack", "fortify"}:
        if view.asked and view.asked.kind == TRADE and "place" not in verbs:
            border = view.graph.names[strongest(view, view.pool)[1]]
            turn = [*(turn or [END]), f"place all {border}"]
        turn += attack_lines(view, turn) if turn and turn[-1].startswith("place") else []
    return [*turn, END_TURN]


MOST_CAPTURED = 8
"""The page takes shorter texts than a mail, so that more would be refused there."""
LEAST_MOVED = 3
"""With fewer armies than this one stops: a single army in captured land cannot attack, which would stop the mail."""
END, TRADE = "end", "cards.trade_asked"
PLACED = re.compile(r"(?:place |, )(\d+|all) ([^,]+)")


def attack_lines(view: engine.PlayerView, placed: Sequence[str]) -> list[str]:
    """Attack from where the placed armies stand, if more of them stand there than next door, and on from there."""
    names = view.graph.names
    added = {
        names.index(name): view.pool if count == "all" else int(count) for count, name in PLACED.findall(placed[-1])
    }
    more, src, dst = max(strongest(view, count, src) for src, count in added.items())
    if more < 1:
        return []
    lines = [f"attack {names[src]} {names[dst]} until captured"]
    been = [src, dst]
    while more > LEAST_MOVED and len(been) < MOST_CAPTURED:
        been.append(min((at for at in foes(view, been[-1]) if at not in been), key=view.units, default=src))
        if been[-1] == src:
            break
        more -= view.units(been[-1]) + 1
        last, there = names[been[-2]], names[been[-1]]
        lines.append(f"if captured {last}: attack {last} {there} until captured")
    return lines


def strongest(view: engine.PlayerView, count: int, src: int | None = None) -> tuple[int, int, int]:
    """Find where `count` armies more, at `src` or anywhere, surpass those next door by most: by how many, from where,
    and to where; by 0 where nobody stands next door."""
    own = [src] if src is not None else [at for at, owner in enumerate(view.owner) if owner == view.viewer]
    pairs = [(view.units(at) + count - view.units(there), at, there) for at in own for there in foes(view, at)]
    return max(pairs, default=(0, own[0], own[0]))


def foes(view: engine.PlayerView, territory: int) -> list[int]:
    """List the neighbours that somebody else holds, the neutral army too."""
    return [there for there in view.links[territory] if view.owner[there] not in (view.viewer, NOBODY)]


def is_of_turn(row: Waiting) -> bool:
    """Return whether a question is of a turn, and not of the set-up or of somebody else's turn."""
    return row.pace == type(row).Pace.TURN and row.kind.partition(".")[0] != "setup" and round_of(row) > 0


def with_advances(lines: Sequence[str]) -> Iterator[str]:
    """Say how many move in after each attack, for a mail and the page have different defaults: the least where another
    attack starts from the same territory."""
    for place, line in enumerate(lines):
        order = line.rpartition(": ")[2]
        if order.startswith("attack ") and "then advance" not in order:
            start = " ".join(order.split()[:2])
            again = any(other.rpartition(": ")[2].startswith(start) for other in lines[place + 1 :])
            line = f"{line}, then advance {'least' if again else 'all'}"
        yield line


def send_mail(row: Waiting, text: str, rng: Random, result: PlayedGame) -> bool:
    """Answer a question by a mail through a door chosen by lot; whether anything was played."""
    from django.db.models import F

    from games.services.locks import db_now
    from inbound.models import InboundMail
    from inbound.outcomes import played_of
    from inbound.services.handling import handle_safely
    from inbound.services.receiving import mail_receive

    turn = (row.seat, round_of(row)) if is_of_turn(row) else None
    earlier = InboundMail.objects.filter(game=row.game, seat=row.seat)
    earlier.update(arrived_at=F("arrived_at") - timedelta(minutes=2))  # people are slower than this
    mail = mail_receive(mail_of(row, text, rng), rng.choice(InboundMail.Door.values), db_now())
    handle_safely(mail)
    mail.refresh_from_db()
    result.codes[mail.code] += 1
    if mail.code not in DONE:
        result.refused.append(f"{row.kind}: {text!r}: {mail.code} {mail.verdict.get('refusal')}")
        return False
    if mail.code == "stopped":
        refusals = [entry.refused for entry in played_of(mail) if entry.refused]
        result.stops.append(f"{row.kind}: {text!r}: {refusals}")
    if turn:
        result.turns[turn] += 1
    return True


def round_of(row: Waiting) -> int:
    from games.selectors.access import view_of

    return view_of(row.game, None).round


def mail_of(row: Waiting, text: str, rng: Random) -> bytes:
    """Write the mail of a person to the reply address of their question."""
    from games.mail.reply import ReplyAddress, address_of

    user = row.player.user
    assert user is not None
    made = EmailMessage(policy=SMTP)
    made["From"] = user.email
    made["To"] = address_of(ReplyAddress(row.game_id, row.seat, row.ref, user.pk), user.reply_epoch)
    made["Message-ID"] = f"<{rng.getrandbits(128):x}@example.org>"
    made.set_content(f"{text}\n\n-- \n{user.username}\n")
    return made.as_bytes()


def play_on_page(game: Game, given: Sequence[Answer], result: PlayedGame) -> None:
    """Send the same texts by the page of another game."""
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.urls import reverse

    from accounts.models import RateCount

    visitors: dict[int, Client] = {}
    for answer in given:
        row = asked_of(game)
        if row is None or row.player.user_id != answer.user_id:
            result.difference = f"another is asked on the page before {answer.text!r}"
            return
        if answer.user_id not in visitors:
            visitors[answer.user_id] = Client()
            visitors[answer.user_id].force_login(get_user_model().objects.get(pk=answer.user_id))
        RateCount.objects.all().delete()  # people are slower than this
        fields = {"ref": row.ref, "order": answer.text, "line": "1"}
        page = visitors[answer.user_id].post(reverse("game", args=[game.slug]), fields)
        if page.status_code not in (200, 302, 422):
            result.difference = f"the page answers {page.status_code} to {answer.text!r}"
            return


def first_difference(by_mail: Game, on_page: Game) -> str:
    """Tell the first entries that differ; empty if none do."""
    pairs = [entries_of(game) for game in (by_mail, on_page)]
    for one, other in zip(*pairs, strict=False):
        for name in COMPARED:
            if getattr(one, name) != getattr(other, name):
                said = f"{name} {getattr(one, name)!r} by mail, {getattr(other, name)!r} on the page"
                return f"entry {one.place} ({one.order!r}): {said}"
    counts = [len(entries) for entries in pairs]
    return "" if counts[0] == counts[1] else f"{counts[0]} entries by mail, {counts[1]} on the page"


def entries_of(game: Game) -> list[Entry]:
    from games.models import Entry

    return list(Entry.objects.filter(game=game).order_by("seq"))


# ---- as a command


def report(games: Sequence[PlayedGame]) -> Iterator[str]:
    """Write what came of the games of a preset."""
    turns = sum(len(game.turns) for game in games)
    closed = sum(count == 1 for game in games for count in game.turns.values())
    codes: Counter[str] = sum((game.codes for game in games), Counter())
    ended = sum(game.has_ended for game in games)
    yield f"{len(games)} games, {ended} to their end, {turns} turns, {100 * closed / max(1, turns):.0f} % by one mail"
    yield ", ".join(f"{code} {count}" for code, count in codes.most_common())
    yield from (f"{game.name}: {game.difference}" for game in games if game.difference)


def faults_of(games: Sequence[PlayedGame], *, is_whole: bool = True) -> list[str]:
    """List what is wrong with the games of a preset. Of a few turns at their beginning nobody counts the mails."""
    turns = sum(len(game.turns) for game in games)
    closed = sum(count == 1 for game in games for count in game.turns.values())
    faults = [f"{game.name}: {game.difference}" for game in games if game.difference]
    is_slow = is_whole and closed < LEAST_CLOSED * turns
    return faults + ([f"{closed} of {turns} turns by one mail"] if is_slow else [])


def main(arguments: Sequence[str]) -> int:
    """Play the games of one preset or of all; the exit status is 1 if any is at fault."""
    import logging
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.test.utils import setup_databases, setup_test_environment

    import engine

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--preset", action="append", help="only this one; may be given several times")
    parser.add_argument("--number", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--answers", type=int, default=MOST_ANSWERS)
    options = parser.parse_args(arguments)
    logging.disable(logging.WARNING)  # the page answers 422 to what stops
    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)
    is_wrong = False
    for preset in options.preset or [name for name in engine.rulesets() if name != "toy"]:
        numbers = range(options.first, options.first + options.number)
        games = []
        for number in numbers:
            games.append(play_pair(preset, number, options.answers))
            print(games[-1], flush=True)
        print(preset, *report(games), sep="\n  ", flush=True)
        is_wrong = is_wrong or bool(faults_of(games))
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
