"""Signed order links in mails: for one person, one seat and one decision; opening one only asks.

A link gives no session and no more power than the order that it names. It dies with the decision (`ref`), or when
somebody else gets the seat; a page that it opens changes nothing until its button is pressed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.conf import settings
from django.core import signing

from games.models.game import token_path

SALT = "games.mail.links.order"
LONGEST_LIFE = 16 * 24 * 3600
"""Seconds; the longest turn and two days. A pause or more time may keep a question open for longer."""


RECLAIM_SEAT = "take the seat back"  # as typed
"""Stands in the place of an order in the link that a missed player gets: it gives the seat back, whatever is asked."""
ASK_ME, ASK_NOTHING = "ask me within", "ask me nothing"  # as typed
"""Stand in the place of an order in the links of the offer to be asked about invasions, the first with its hours."""
STOP_PLAN = "stop plan"  # as typed
"""Stands in the place of an order in the link that stops a plan before it is played, with its row and its version."""


class InvalidLink(Exception):
    """Not a link of ours, or changed on its way."""


class ExpiredLink(InvalidLink):
    """Ours once, but older than any turn."""


class ClosedAccountLink(ExpiredLink):
    """Ours once, but the account that it was mailed to is closed."""


@dataclass(frozen=True)
class OrderLink:
    """What a link asks: the order of `seat` as answer to decision `ref`; good while the user `user_id` holds the seat.

    `order` is one order a line, or one action as JSON (games.decisions.registry). Without a `user_id` the link is
    good for whoever holds the seat.
    """

    game_id: int
    seat: int
    ref: int
    order: str
    user_id: int = 0

    @property
    def key(self) -> str:
        """The idempotency key of its order: the same link is played once."""
        return f"link:{self.ref}:{hashlib.sha256(self.order.encode()).hexdigest()[:32]}"


def link_token(link: OrderLink) -> str:
    return signing.dumps([link.game_id, link.seat, link.ref, link.order, link.user_id], salt=SALT, compress=True)


def read_link(token: str, max_age: int | None = LONGEST_LIFE) -> OrderLink:
    """Read a link of at most `max_age` seconds; None for any age. Raises InvalidLink, ExpiredLink."""
    try:
        game_id, seat, ref, order, user_id = signing.loads(token, salt=SALT, max_age=max_age)
    except signing.SignatureExpired as exc:
        raise ExpiredLink from exc
    except (signing.BadSignature, ValueError, TypeError) as exc:
        raise InvalidLink from exc
    return OrderLink(game_id, seat, ref, order, user_id)


def link_path(link: OrderLink) -> str:
    return token_path("link", link_token(link))


def absolute_url(path: str) -> str:
    """Make a path of this site an absolute URL."""
    return settings.SITE_URL.rstrip("/") + path
