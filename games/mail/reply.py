"""Reply addresses: the power to answer one decision of one seat by mail, or to write to one conversation, and no more.

The local part holds four numbers in base 36 and a signature: `game+<game>-<seat>-<ref>-<user>-<mac>`. Where the host's
addresses have no `game+`, a letter before the numbers says which kind an address is of.
"""

from __future__ import annotations

import re
from base64 import b32encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.utils import formataddr, getaddresses, parseaddr
from functools import lru_cache

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

END_OF_ORDERS = "=== end of orders: write your orders above this line ==="  # as typed
END_OF_MESSAGE = "=== end of message: write your message above this line ==="  # as typed
"""The first lines of mails that can be answered, with orders and with a message."""

SIGNATURE = 20
"""Letters of base32: 100 bits."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
NUMBERS = r"([0-9a-z]{1,9})-([0-9a-z]{1,2})-([0-9a-z]{1,7})-([0-9a-z]{1,9})-([a-z2-7]{20})"


@dataclass(frozen=True)
class AddressKind:
    """What an address can do: `word` stands before its numbers, or else `letter`; `salt` keeps a signature from turning
    into one of another kind."""

    word: str
    letter: str
    salt: str


TURN = AddressKind("game", "g", "games.mail.reply.turn")
PRESS = AddressKind("press", "p", "games.mail.reply.press")
KINDS = (TURN, PRESS)


@dataclass(frozen=True)
class ReplyAddress:
    """What an address names: a game, a seat, the number of a decision (of a conversation, for press) and a person."""

    game_id: int
    seat: int
    number: int
    user_id: int
    kind: AddressKind = TURN


@dataclass(frozen=True)
class SignedAddress:
    """An address as it came, with the signature that it claims."""

    named: ReplyAddress
    signature: str

    def is_genuine(self, epoch: int) -> bool:
        """Check the signature, for a person who has made their addresses void `epoch` times."""
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        signed = [constant_time_compare(self.signature, sign(self.named, epoch, key)) for key in keys]
        return any(signed)


def is_open() -> bool:
    """Return whether this site reads mail, so that its mails may ask for a reply."""
    return bool(settings.MAIL_IN)


def sign(named: ReplyAddress, epoch: int, secret: str = "") -> str:
    """Sign what an address names: `SIGNATURE` letters of lower-case base32."""
    value = f"{numbers_of(named)}-{epoch}"
    digest = salted_hmac(named.kind.salt, value, secret=secret or settings.SECRET_KEY, algorithm="sha256").digest()
    return b32encode(digest)[:SIGNATURE].decode().lower()


def numbers_of(named: ReplyAddress) -> str:
    return "-".join(map(in_base36, (named.game_id, named.seat, named.number, named.user_id)))


def in_base36(number: int) -> str:
    """Write a number of 0 or more in base 36."""
    digits = ""
    while number >= len(DIGITS):
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return DIGITS[number] + digits


def address_of(named: ReplyAddress, epoch: int) -> str:
    """Write the address, by the setting REPLY_ADDRESS."""
    token = f"{numbers_of(named)}-{sign(named, epoch)}"
    shape: str = settings.REPLY_ADDRESS
    if f"{TURN.word}+" in shape:
        shape = shape.replace(f"{TURN.word}+", f"{named.kind.word}+", 1)
    else:
        token = named.kind.letter + token
    return shape.replace("{token}", token)


def reply_to(named: ReplyAddress, epoch: int) -> str:
    """Write the Reply-To of a mail, with the name that the site sends under."""
    return formataddr((parseaddr(settings.DEFAULT_FROM_EMAIL)[0], address_of(named, epoch)))


def read_address(address: str) -> SignedAddress | None:
    """Read one address, in any case; None if it does not look like one of ours."""
    for kind in KINDS:
        if found := pattern(settings.REPLY_ADDRESS, kind).fullmatch(address.strip().lower()):
            game, seat, number, user = (int(digits, 36) for digits in found.groups()[:4])
            return SignedAddress(ReplyAddress(game, seat, number, user, kind), found[5])
    return None


@lru_cache(maxsize=8)
def pattern(shape: str, kind: AddressKind) -> re.Pattern[str]:
    """Compile what addresses of a kind look like on a site whose setting is `shape`."""
    shape, letter = shape.lower(), kind.letter
    if f"{TURN.word}+" in shape:
        shape, letter = shape.replace(f"{TURN.word}+", f"{kind.word}+", 1), ""
    before, _, after = shape.partition("{token}")
    return re.compile(f"{re.escape(before)}{letter}{NUMBERS}{re.escape(after)}")


def read_addresses(values: Iterable[str]) -> Iterator[SignedAddress]:
    """Find our addresses in headers and envelopes, each once."""
    found = (read_address(address) for _name, address in getaddresses(list(values)))
    yield from dict.fromkeys(address for address in found if address)
