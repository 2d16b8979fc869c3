"""What replies are read with in tests: a position for each family, the turn mail that was sent about it, a reader."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import engine
from engine.position import position
from inbound.order_reader import GameOrders
from inbound.reading.headers import classify_headers, find_addresses, sender_name_of, sender_of
from inbound.reading.mails import read_headers
from inbound.reading.replies import Context, read_press_reply, read_reply
from inbound.reading.results import Reading
from inbound.reading.sent import SentMail
from inbound.tests.programs import Answered, Spec, answered, render

GODS: dict[str, Any] = {"red": {"sky": "Gaul", "war": "Gaul"}}
POSITIONS: dict[str, dict[str, Any]] = {
    "modern": {
        "board": "blue: Iceland 21, Great Britain 1, Scandinavia 1, Northern Europe 1, Southern Europe 6, Ukraine 1,"
        " Ural 1, Afghanistan 1, China 1, New Guinea 1, Eastern Australia 1 | green: Greenland 3, Alberta 2, Quebec 1,"
        " India 1, Siam 1 | red: Alaska 1, Northwest Territory 1, Ontario 2, Siberia 1, Japan 1 | yellow: *1",
        "seats": ("blue", "green", "red", "yellow"),
        "step": "attack",
    },
    "risk2210": {
        "board": "red: Egypt 8, Japan 6, Mexico 4 | blue: Middle East 2, Pevek 2 | green: *1",
        "step": "invade",
        "commanders": {"red": {"land": "Egypt", "naval": "Egypt", "space": "Japan"}},
        "energy": {"red": 9, "blue": 4},
    },
    "godstorm": {
        "board": "red: Gaul 9, Iberia 3, Roma 2 | blue: Alemannia 2, Liguria 3 | green: *1",
        "step": "invade",
        "gods": GODS,
    },
}


@cache
def view_of(rules: str) -> engine.PlayerView:
    """The position of a game as the first seat sees it."""
    said = dict(POSITIONS[rules])
    return engine.view_for(position(said.pop("board"), rules=rules, **said), 0)


@cache
def orders_of(rules: str) -> GameOrders:
    return GameOrders(view_of(rules))


def sent_mail(mail: Answered) -> SentMail:
    return SentMail(mail.text, mail.html, mail.subject, (mail.sender, mail.addresses["reply"]), "Fieldpost")


@cache
def context_of(rules: str) -> Context:
    """What replies to the turn mail of a game are read with."""
    return Context(sent_mail(answered(rules)), orders_of(rules), ("Tessel",), tuple(view_of(rules).colours))


@dataclass(frozen=True)
class Answer:
    """What a description expects: the code with those that hang on address and sender, and what was read."""

    code: str
    reading: Reading

    @property
    def bad(self) -> list[str]:
        return [line.text for line in self.reading.lines if line.error]


def read(spec: Spec, rules: str) -> Answer:
    """Read the mail of a description as the site does, without a database."""
    return read_raw(render(spec, answered(rules)), rules)


def read_raw(raw: bytes, rules: str) -> Answer:
    mail, context = answered(rules), context_of(rules)
    headers = read_headers(raw)
    if code := classify_headers(headers, {mail.sender}):
        return Answer(code, Reading(code))
    known = {address: kind for kind, address in mail.addresses.items() if kind != "plain"}
    to = {known[address.lower()] for address in find_addresses(headers, "", lambda said: said.lower() in known)}
    if "press" in to:
        reading = read_press_reply(raw, context)
        return Answer(reading.code, reading)
    context = Context(context.sent, context.orders, (*context.names, sender_name_of(headers)), context.colours)
    reading = read_reply(raw, context)
    return Answer(code_by_address(to, reading, sender_of(headers) == mail.player), reading)


def code_by_address(to: set[str], reading: Reading, is_player: bool) -> str:
    """What the address makes of a reading, as the table of addresses says."""
    if not to:
        return "no_token" if is_player else "unknown_sender"
    if "forged" in to:
        return "forged"
    return "stale" if "stale" in to and reading.code == "readable" else reading.code
