"""Judge a stored mail: whose it is, for which decision, what it says. Reads and writes nothing but a `Verdict`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import parseaddr
from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model

from games.errors import OtherEdition
from games.mail.reply import PRESS, ReplyAddress, SignedAddress, read_address
from games.models import Game, Player, SentMail, Waiting
from games.selectors.access import view_of
from games.selectors.given_orders import orders_since, passed_since, plain_order, ran_out_at
from games.selectors.lists import my_turns
from games.services.open_seats import JOIN
from inbound.asked import only_asks
from inbound.models import InboundMail
from inbound.order_reader import GameOrders
from inbound.reading import headers as reading_headers
from inbound.reading.letters import letters_of
from inbound.reading.mails import Headers, read_headers
from inbound.reading.replies import Context, read_press_reply, read_reply
from inbound.reading.results import LineError, Meaning, OrderReader, Reading
from inbound.reading.sent import SentMail as Answered
from inbound.timed_reading import read_in_time

if TYPE_CHECKING:
    from accounts.models import User

RECEIPT, CONFIRM, NONE = "receipt", "confirm", "none"
"""How a mail is answered."""

ASKING = ("commands", "confirm")
"""What is read from any address of a seat, older ones too."""
GIVING = ("readable", "trial")
"""What needs the open decision."""


MOST_SUBJECTS = 20
"""Mails of ours whose subject is compared with that of a reply."""


@dataclass(frozen=True)
class Verdict:
    """What a mail is: its `code` of docs/mail.md, how it is answered and to whom, and what it said.

    `code` is `readable` for orders that are to be played. `facts` is plain data that its answer tells.
    """

    code: str
    answer: str = NONE
    user: User | None = None
    game: Game | None = None
    seat: int | None = None
    ref: int | None = None
    reading: Reading | None = None
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """What its sender wrote, by which copies of a mail are known."""
        return self.reading.text if self.reading else ""


def judge(mail: InboundMail) -> Verdict:
    """Judge a mail by its headers, then by its address, then by what it says."""
    raw = bytes(mail.raw or b"")
    headers = read_headers(raw)
    if code := reading_headers.classify_headers(headers, {parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()}):
        return Verdict(code)
    found = addresses_of(headers, mail.envelope_to)
    if len(found) > 1:
        return Verdict("two_addresses", *answered(person_of(found)))
    if not found:
        return judge_without_address(raw, headers, mail)
    signed = found[0]
    user = active_user(signed.named.user_id)
    if user is None or not signed.is_genuine(user.reply_epoch):
        return judge_forged(headers)
    return judge_reply(mail, headers, signed.named, user)


def judge_broken(mail: InboundMail) -> Verdict:
    """Judge a mail that cannot be read by its headers and its address alone."""
    headers = read_headers(bytes(mail.raw or b""))
    if code := reading_headers.classify_headers(headers, {parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()}):
        return Verdict(code)
    found = addresses_of(headers, mail.envelope_to)
    user = person_of(found)
    if user is None or len(found) > 1:
        return Verdict("broken", *answered(user or person_writing(headers)))
    named = found[0].named
    player = Player.objects.select_related("game").filter(game_id=named.game_id, seat=named.seat).first()
    if player is None:
        return Verdict("broken", *answered(user))
    return Verdict("broken", RECEIPT, user, player.game, named.seat, named.number)


def addresses_of(headers: Headers, envelope_to: str) -> list[SignedAddress]:
    """List the reply addresses that a mail was sent to."""
    texts = reading_headers.find_addresses(headers, envelope_to, lambda text: read_address(text) is not None)
    found = (read_address(text) for text in texts)
    return list(dict.fromkeys(address for address in found if address))


def lane_of(mail: InboundMail) -> int:
    """Return the game that the address of a mail names, genuine or not; 0 for none, and for one of two, which plays
    nothing."""
    named = {found.named.game_id for found in addresses_of(read_headers(bytes(mail.raw or b"")), mail.envelope_to)}
    return named.pop() if len(named) == 1 else 0


def active_user(pk: int) -> User | None:
    return get_user_model().objects.filter(pk=pk, is_active=True).first()


def person_of(found: Sequence[SignedAddress]) -> User | None:
    """Return the person of the first genuine one of some addresses."""
    people = ((address, active_user(address.named.user_id)) for address in found)
    return next((user for address, user in people if user and address.is_genuine(user.reply_epoch)), None)


def answered(user: User | None, answer: str = RECEIPT) -> tuple[str, User | None]:
    """Answer a person; nobody where there is none."""
    return (answer if user else NONE), user


def person_writing(headers: Headers) -> User | None:
    """Return the person whose verified address stands in `From`."""
    sender = reading_headers.sender_of(headers)
    rows = EmailAddress.objects.filter(email__iexact=sender, verified=True, user__is_active=True)
    row = rows.select_related("user").order_by("pk").first() if sender else None
    return row.user if row else None


def judge_forged(headers: Headers) -> Verdict:
    """Judge a mail to an address whose signature is false: nothing of it is read."""
    return Verdict("forged", *answered(person_writing(headers)))


def judge_without_address(raw: bytes, headers: Headers, mail: InboundMail) -> Verdict:
    """Judge a mail to the site itself: its sender may be asked what game it is for, but it plays nothing."""
    user = person_writing(headers)
    if user is None:
        return Verdict("unknown_sender", RECEIPT if is_proved(headers, mail) else NONE)
    asked = list(my_turns(user).select_related("game", "player__game", "player__user")[:2])
    if len(asked) != 1:
        return Verdict("no_token", RECEIPT, user)
    row = asked[0]
    reading = read_orders_of(raw, headers, row.player, user)
    answer = CONFIRM if reading.code == "readable" else RECEIPT
    return Verdict("no_token", answer, user, row.game, row.seat, row.ref, reading)


def is_proved(headers: Headers, mail: InboundMail) -> bool:
    """Check whether the sender of a mail is who it says: the door says so, or our own mail server."""
    if len(headers.all("from")) != 1:  # a verdict is about one
        return False
    server = settings.MAIL_SERVER_NAME
    return mail.is_proved or (bool(server) and reading_headers.passes_dmarc(headers, server))


def missing_proof(headers: Headers, mail: InboundMail, game: Game, user: User) -> str:
    """Say what a game that asks for proof misses in a person's mail: `address` if it is not from one of theirs,
    `verdict` if nobody vouches for that; empty if nothing."""
    if not game.mail_proof:
        return ""
    sender = reading_headers.sender_of(headers)
    if not EmailAddress.objects.filter(user=user, email__iexact=sender, verified=True).exists():
        return "address"
    return "" if is_proved(headers, mail) else "verdict"


def changes_something(reading: Reading) -> bool:
    """Check whether a mail gives orders, or commands that do more than ask."""
    return reading.code == "readable" or not all(only_asks(each.word, each.rest) for each in reading.commands)


# ---- replies


def judge_reply(mail: InboundMail, headers: Headers, named: ReplyAddress, user: User) -> Verdict:
    """Judge a mail to a genuine address of a person. In a game that asks for proof one without only asks."""
    raw = bytes(mail.raw or b"")
    player = Player.objects.select_related("game", "user").filter(game_id=named.game_id, seat=named.seat).first()
    if player is None:
        return judge_forged(headers)
    who = {"user": user, "game": player.game, "seat": named.seat, "ref": named.number}
    missing = missing_proof(headers, mail, player.game, user)
    facts: dict[str, object]
    if named.kind == PRESS:
        reading = read_in_time(read_press_reply, raw, context_of(headers, orders_of(player, user), user, player.game))
        code = "held" if missing and reading.code == "press" else reading.code
        facts = {"missing": missing, "is_message": True}
        return Verdict(code, RECEIPT, reading=reading, facts=facts, **who)  # type: ignore[arg-type]  # as the fields above
    reading = read_orders_of(raw, headers, player, user)
    code, facts = code_of(reading, player, user, named)
    if missing and code in ("readable", "commands") and changes_something(reading):
        code, facts = "confirm", {"missing": missing}
    answer = CONFIRM if code == "confirm" else RECEIPT
    return Verdict(code, answer, reading=reading, facts=facts, **who)  # type: ignore[arg-type]  # as above


def read_orders_of(raw: bytes, headers: Headers, player: Player, user: User) -> Reading:
    """Read a mail as orders of a seat."""
    reader = orders_of(player, user)
    return read_in_time(read_reply, raw, context_of(headers, reader, user, player.game))


def orders_of(player: Player, user: User) -> OrderReader:
    """Return the reader of a seat's orders; one of none for a person who does not play it now, or a game of rules that
    are not here."""
    if is_theirs(player, user) and player.game.has_board:
        with suppress(OtherEdition):
            return GameOrders(view_of(player.game, player.seat))
    return NoOrders()


class NoOrders:
    """Reads no line as an order."""

    def __call__(self, lines: Sequence[str], *, below_condition: bool = False) -> list[Meaning]:
        return [Meaning(error=LineError("order.unreadable", "")) for _line in lines]

    def may_read(self, line: str) -> bool:
        return False


def context_of(headers: Headers, reader: OrderReader, user: User, game: Game) -> Context:
    """Build what a mail is read with: what it answers, and the names that may stand below it."""
    names = (user.username, user.first_name, user.get_full_name(), reading_headers.sender_name_of(headers))
    colours = tuple(player.colour for player in game.players.all())
    return Context(answered_mail(headers, user), reader, tuple(filter(None, dict.fromkeys(names))), colours)


def answered_mail(headers: Headers, user: User) -> Answered:
    """Find what a mail answers: the nearest mail of ours to this person, or none."""
    ours = parseaddr(settings.DEFAULT_FROM_EMAIL)
    addresses = [ours[1].lower(), *(text.lower() for text in reading_headers.find_addresses(headers, "", is_ours))]
    known = {row.message_id: row for row in SentMail.objects.filter(user=user, message_id__in=ids_of(headers))}
    kept = next((known[each].contents for each in ids_of(headers) if each in known), None)
    subject, text, html = kept or mail_of_subject(headers, user)
    return Answered(text, html, subject, tuple(dict.fromkeys(addresses)), ours[0])


def mail_of_subject(headers: Headers, user: User) -> tuple[str, str, str]:
    """Find the newest mail of ours to a person whose subject a reply repeats, for one that names no mail of ours: some
    programs name none, and some servers give what passes them an id of their own."""
    said = letters_of(headers.first("subject"))
    rows = SentMail.objects.filter(user=user).exclude(packed=b"").order_by("-sent_at", "-pk") if said else ()
    contents = (row.contents for row in rows[:MOST_SUBJECTS])
    return next((kept for kept in contents if kept[0] and letters_of(kept[0]) in said), ("", "", ""))


def is_ours(text: str) -> bool:
    return read_address(text) is not None


def ids_of(headers: Headers) -> tuple[str, ...]:
    return reading_headers.answered_ids(headers)


def is_theirs(player: Player, user: User) -> bool:
    """Check whether a person plays a seat now."""
    return player.is_played_by(user.pk) and not player.answers_by_itself


# ---- what an address is good for


def code_of(reading: Reading, player: Player, user: User, named: ReplyAddress) -> tuple[str, dict[str, object]]:
    """Return the code of a reply, with what its answer tells."""
    game, words = player.game, {command.word for command in reading.commands}
    if not is_theirs(player, user):
        may_enter = reading.code == "commands" and words == {way_in(player, user, named)}
        return ("commands" if may_enter else "not_your_seat"), {}
    if reading.code in ASKING:
        return reading.code, {}
    if game.status != Game.Status.RUNNING:
        return "game_closed", {}
    row = Waiting.objects.filter(game=game, seat=named.seat).first()
    is_asked = row is not None and player.person_for(row.pace) in (user.pk, player.user_id)
    if is_asked and row is not None and row.ref == named.number:
        return reading.code, {}
    return closed_code(reading, game, named, is_asked=is_asked)


def way_in(player: Player, user: User, named: ReplyAddress) -> str:
    """Return the command that may give a person a seat that is not theirs; empty if none does."""
    if player.user_id == user.pk:
        return "return" if player.state == Player.State.CARETAKER else ""
    return JOIN if named.number == 0 else ""


def closed_code(reading: Reading, game: Game, named: ReplyAddress, *, is_asked: bool) -> tuple[str, dict[str, object]]:
    """Return the code of a reply to a decision that is not open: what was played of it says which."""
    given = orders_since(game.pk, named.seat, named.number)
    orders = [plain_order(entry.order) for entry in given]
    if reading.code == "readable" and orders[: len(reading.orders)] == [*reading.orders]:
        return "already_played", {"entry": given[0].seq, "at": given[0].at.isoformat(), "key": given[0].key}
    passed = passed_since(game.pk, named.seat, named.number)
    if passed and reading.code in (*GIVING, "unreadable"):
        return "too_late", {"orders": [entry.order for entry in passed], "at": ran_out_at(passed[0]).isoformat()}
    if is_asked:
        return ("stale" if reading.code in GIVING else reading.code), {}
    return "not_your_turn", {}
