"""Invitations to a game, by mail to an address or to a player's name."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import normalize

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.ratelimit import limit
from accounts.services import confirmed_people
from games.errors import LobbyError, NotAllowed
from games.models import Game, OutboxMail, Player
from games.selectors.company import are_apart
from games.services.locks import after_commit, db_now, game_lock
from games.services.notifications import NewMail, mail_enqueue

if TYPE_CHECKING:
    from accounts.models import User

MOST_INVITED = 30
"""Invitations that one game may send, so that the site is no tool for spam."""

INVITED_A_DAY = 60
"""Invitations of one person to all tables together."""

SAME_A_DAY = 3
"""Invitations of one person to the same other one, however many tables there are."""

TO_ONE_A_DAY = 10
"""Invitations to one address or name from everybody together, so that nobody's mailbox is filled with them."""

LONGEST_NOTE = 200
"""Characters of a host's own line."""

LINK = re.compile(r"://|@|\w\.[^\W\d_]{2}|\w。[a-zA-Z]{2}")
"""Matches what mail programs turn into a link, in a line whose signs are brought to their plain form: browsers read an
ideographic full stop in an address as a dot, and it ends sentences of Chinese and Japanese, which leave no space."""

DAY = 24 * 3600


def invite_send(*, game_id: int, user: User, whom: str, note: str = "") -> bool:
    """Queue an invitation to a mail address or a player's name, with a line of the host's own. False if that was
    invited before.

    An unknown name and a known one get the same answer, so that nobody learns who has an account.
    Raises NotAllowed, LobbyError.
    """
    whom, note = whom.strip().removeprefix("@"), clean_note(note)
    if limit(f"invite:{user.pk}", INVITED_A_DAY, DAY) or limit(f"invite:{user.pk}:{digest_of(whom)}", SAME_A_DAY, DAY):
        raise LobbyError(_("You have reached today’s limit of invitations. Share the game’s link instead."))
    if limit(f"invited:{digest_of(whom)}", TO_ONE_A_DAY, DAY):
        raise LobbyError(_("Too many invitations went there today. Share the game’s link instead."))
    with transaction.atomic():
        game = game_lock(game_id)
        if not game.players.filter(user=user).exists():
            raise NotAllowed
        if not game.is_open:
            raise LobbyError(_("This game has already begun."))
        if game.mails.filter(template="invitation").count() >= MOST_INVITED:
            raise LobbyError(_("This game has reached its limit of invitations. Share its link instead."))
        return _queue(game, user, whom, {"note": note} if note else {})


def digest_of(whom: str) -> str:
    """Hash an address or a name for keys, whatever its capitals."""
    return hashlib.sha256(whom.lower().encode()).hexdigest()[:24]


def clean_note(note: str) -> str:
    """Return a host's own line as it is mailed: one line of plain words. Raises LobbyError for one that is too long, or
    that mail programs would turn into a link: it goes to people who never asked for mail of ours."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in note).split())
    if len(line) > LONGEST_NOTE:
        raise LobbyError(_("Your line may have %(most)s characters at most.") % {"most": LONGEST_NOTE})
    if LINK.search(normalize("NFKC", line)):
        raise LobbyError(_("Leave web and email addresses out of your line, and put a space behind each full stop."))
    return line


def _queue(game: Game, user: User, whom: str, said: dict[str, str]) -> bool:
    key, context = f"invitation:{game.pk}:{digest_of(whom)}", {"from": user.username, **said}
    if "@" in whom:
        try:
            validate_email(whom)
        except ValidationError as exc:
            raise LobbyError(_("%(address)s is not an email address.") % {"address": whom}) from exc
        reader, address = None, whom
    else:
        reader, address = confirmed_people().filter(username__iexact=whom).first(), ""
        context["to"] = whom
        if reader is None or are_apart(user.pk, reader.pk):
            return _store_decoy(key, game, context)
    queued = mail_enqueue(
        NewMail(
            key=key,
            template="invitation",
            not_before=db_now(),
            game=game,
            context=context,
            user_id=reader.pk if reader else None,
            address=address,
        )
    )
    if queued:
        after_commit("games.tasks.outbox")
    return queued


@dataclass(frozen=True)
class ExpectedPlayer:
    """An invitation without a seat yet: a player's name, or the address for the reader who typed it; `lost` if mail to
    it cannot be sent."""

    name: str
    by: str
    lost: bool = False


def expected_players(game: Game, players: Sequence[Player], reader: User) -> tuple[list[ExpectedPlayer], int]:
    """List the people who are expected at an open table and have not joined, and count those invited by addresses that
    the reader must not see. One query."""
    seated = {player.user_id for player in players if player.user_id}
    has_joined = EmailAddress.objects.filter(user__in=seated, verified=True, email__iexact=OuterRef("address"))
    rows = game.mails.filter(template="invitation").exclude(user__in=seated).exclude(Exists(has_joined))
    found, hidden = [], 0
    for row in rows.select_related("user").order_by("pk"):
        by = str(row.context.get("from", ""))
        own, name = by == reader.username, row.user.username if row.user else ""
        if own:  # as it was typed, whether or not somebody has that name
            name = str(row.context.get("to", "")) or row.address or name
        if name:
            found.append(ExpectedPlayer(name, by, own and row.state == OutboxMail.State.DEAD))
        elif row.address:
            hidden += 1
    return found, hidden


def _store_decoy(key: str, game: Game, context: dict[str, str]) -> bool:
    """Store a decoy, so that answers do not tell who has an account. It is never sent."""
    kept = {"template": "invitation", "game": game, "context": context, "not_before": db_now()}
    kept |= {"state": OutboxMail.State.CANCELLED, "error": _("nobody has this name")}
    return OutboxMail.objects.get_or_create(key=key, defaults=kept)[1]
