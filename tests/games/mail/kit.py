"""Mails as they would go out, made from rows of the outbox, and what a reader finds in them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import unescape
from typing import Any

import msgspec

import engine
from games.decisions.kit.page_types import StoryLine
from games.mail.parts import StoryItem, item_of
from games.mail.render import MailMessage, mail_for
from games.models import Game, OutboxMail, Player
from games.pages.by_seat import is_hit
from games.play.journal_reader import state_at
from tests.games.kit import Table

LINK = re.compile(r"https?://[^/\s]+(/l/[^\s]+)")


def row(game: Game, template: str, seat: int | None = None, **fields: Any) -> OutboxMail:
    """A row of the outbox to the player of `seat`; turn mails are about what is open now."""
    player = Player.objects.get(game=game, seat=seat) if seat is not None else None
    if seat is not None and template in ("turn", "reminder") and "ref" not in fields:
        fields["ref"] = game.waiting.get(seat=seat).ref
    if player is not None:
        fields.setdefault("user", player.user)
    return OutboxMail(key=f"{template}:{game.pk}:{seat}", template=template, game=game, seat=seat, **fields)


def made(game: Game, template: str, seat: int | None = None, **fields: Any) -> MailMessage:
    """The message of such a row."""
    return mail_for(row(game, template, seat, **fields))


def html_of(letter: MailMessage) -> str:
    return next(str(part[0]) for part in letter.alternatives if part[1] == "text/html")


def said_beyond(letter: MailMessage) -> list[str]:
    """List what the HTML of a mail says above its foot and the plain text does not, block by block, each picture by its
    words."""
    page = re.sub(r"<(style|title)\b.*?</\1>|<p class=\"foot.*", "", html_of(letter), flags=re.DOTALL)
    page = re.sub(r'<img\b[^>]*\balt="([^"]*)"[^>]*>', r"\n[\1]\n", " ".join(page.split()))
    blocks = re.sub(r"</?(?:p|div|td|tr|table|h1|h2|br)\b[^>]*>", "\n", page)
    words = [
        re.sub(r" +([.,:])", r"\1", " ".join(unescape(re.sub(r"<[^>]*>", " ", block)).split()))
        for block in blocks.splitlines()
    ]
    plain = " ".join(letter.body.split()).lower()
    return [line for line in dict.fromkeys(words) if line and line.lower() not in plain]


def hits_of(lines: Sequence[StoryLine], colour: str) -> list[StoryItem]:
    """What a mail tells of the attacks on a seat, oldest first."""
    return [item_of(line) for line in lines if is_hit(line, colour)]


def links_of(text: str) -> list[str]:
    """Paths of the links to orders in a text, in their order, each once."""
    return list(dict.fromkeys(LINK.findall(text)))


def picture_of(letter: MailMessage) -> bytes:
    """The PNG that the HTML shows; empty if there is none."""
    for part in letter.message().walk():
        if part.get("Content-ID") == "<board>":
            return bytes(part.get_payload(decode=True))
    return b""


def deal(play: Table, cards: tuple[int, ...], seats: Collection[int]) -> None:
    """Give these seats these cards."""
    game = play.fresh()
    state = state_at(game, game.seq)
    for seat in seats:
        state.players[seat] = msgspec.structs.replace(state.players[seat], hand=cards)
    game.snapshots.update_or_create(seq=game.seq, defaults={"state": engine.pack(state)})


def hand(play: Table, kind: str) -> tuple[int, ...]:
    """Cards that hold a "set", "none", or so many that a set "must" go."""
    view = play.view(None)
    symbols = engine.mapgraph(view.map).symbols(str(view.options["deck"]))
    alike = [card for card, symbol in enumerate(symbols) if symbol == symbols[0]]
    other = next(card for card, symbol in enumerate(symbols) if symbol != symbols[0])
    return tuple(sorted({"set": alike[:3], "none": [*alike[:2], other], "must": alike[:5]}[kind]))


def put_up_for_trade(play: Table, kind: str) -> int:
    """Go on until a person with such a hand is asked for a set at the beginning of a turn; returns the seat."""
    cards = hand(play, kind)
    for _ in range(60):
        if play.waiting.kind == "cards.trade_asked":
            return play.waiting.seat
        people = [play.seat(play.alice), play.seat(play.bob)]
        deal(play, cards, [seat for seat in people if seat != play.waiting.seat])
        play.order("end turn" if play.waiting.kind == "battle.attack_asked" else play.likely().splitlines()[0])
    raise AssertionError("nobody is asked for a set")
