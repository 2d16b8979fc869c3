"""Do what the commands of a mail ask for. Those that only ask are answered when the answer is written
(`inbound.answers`)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from django.utils import translation
from django.utils.translation import gettext as _

import engine
from engine import Facts
from games.errors import BadStandingOrder, GameError
from games.models import Entry, Player, StandingOrder, Waiting
from games.services.absence import Wanted, vacation_announce
from games.services.open_seats import JOIN, seat_offers
from games.services.orders import order_submit, order_undo
from games.services.plans import plan_keep
from games.services.press_replies import press_replies
from games.services.seats import resign, standing_set, take_back
from games.services.table_orders import find_table_order
from inbound.models import InboundMail

SOURCE = Entry.Source.MAIL


def do_commands(mail: InboundMail) -> None:
    """Do all commands of a mail that change something, each once; what came of each is kept beside it."""
    commands = [line["command"] for line in mail.verdict.get("lines", []) if line["command"]]
    with translation.override((mail.user.language if mail.user else "") or None):
        mail.verdict["done"] = [do_command(mail, command, number) for number, command in enumerate(commands)]


def do_command(mail: InboundMail, command: Facts, number: int) -> list[str]:
    """Do one command; returns what its sender is told, nothing for one that only asks."""
    do = DOING.get(command["word"])
    if do is None:
        return []
    try:
        return [do(mail, command, number)]
    except BadStandingOrder as error:
        return list(error.each)
    except (GameError, engine.OrderError) as error:
        return [error.message if isinstance(error, GameError) else getattr(error, "why", "") or str(error)]


def give_table_order(mail: InboundMail, command: Facts, number: int) -> str:
    """Give an order to the table, such as a vote."""
    if find_table_order(command["line"]) is None:
        return _("This game does not have that.")
    key = f"{mail.order_key}:{number}"
    order_submit(
        game_id=game_of(mail),
        seat=mail.seat or 0,
        ref=0,
        source=SOURCE,
        user_id=person_of(mail),
        key=key,
        text=command["line"],
    )
    return _("Your vote is cast.")


def write_message(mail: InboundMail, command: Facts, number: int) -> str:
    """Write to players or organizers, named as the mail was read."""
    taker = press_replies()
    if taker is None:
        return _("This game does not have that.")
    sent = taker.line(
        game_id=game_of(mail),
        user_id=person_of(mail),
        text=f"press {', '.join(command['to'])}: {command['rest']}",
        source=SOURCE,
        key=f"{mail.order_key}:{number}",
    )
    return sent.why if sent.held else _("Your message went to %(to)s.") % {"to": sent.to}


def announce_absence(mail: InboundMail, command: Facts, number: int) -> str:
    assert mail.user is not None
    first, last = (date.fromisoformat(day) for day in command["rest"].lower().split(" to "))
    vacation_announce(user=mail.user, wanted=Wanted(first, last))
    return _("Your absence from %(first)s to %(last)s is announced.") % {"first": first, "last": last}


def undo(mail: InboundMail, command: Facts, number: int) -> str:
    """Take back the last order, once its sender has said yes."""
    if command["rest"].lower() != "yes":
        return ""
    key = f"{mail.order_key}:{number}"
    row = Waiting.objects.filter(game_id=game_of(mail)).order_by("ref").last()
    if not Entry.objects.filter(game_id=game_of(mail), key=key).exists():  # else this mail has done it before
        order_undo(
            game_id=game_of(mail),
            seat=mail.seat or 0,
            ref=row.ref if row else 0,
            user_id=person_of(mail),
            source=SOURCE,
            key=key,
        )
    return _("Your last order is undone.")


def leave(mail: InboundMail, command: Facts, number: int) -> str:
    """Resign, once its sender has said yes."""
    if command["rest"].lower() != "yes":
        return ""
    if Player.objects.filter(game_id=game_of(mail), seat=mail.seat, state=Player.State.PLAYING).exists():
        resign(game_id=game_of(mail), user_id=person_of(mail), source=SOURCE)
    return _("You have resigned. The caretaker keeps your seat.")


def join(mail: InboundMail, command: Facts, number: int) -> str:
    """Take the seat that was offered to the sender."""
    offers, held = seat_offers(), Player.objects.filter(game_id=game_of(mail), seat=mail.seat, user_id=person_of(mail))
    if offers is None or held.exists():
        return _("You have this seat already.") if held.exists() else _("This game does not have that.")
    offers.take(game_id=game_of(mail), seat=mail.seat, user_id=person_of(mail), source=SOURCE)
    return _("The seat is yours.")


def come_back(mail: InboundMail, command: Facts, number: int) -> str:
    take_back(game_id=game_of(mail), user_id=person_of(mail), source=SOURCE)
    return _("The seat is yours again.")


def change_standing(mail: InboundMail, command: Facts, number: int) -> str:
    """Add a line to the standing orders, or drop one; nothing is changed without either.

    The text before is kept beside the mail first: one that is done a second time, for its reader was killed, finds
    another text and changes nothing more.
    """
    word, _space, rest = command["rest"].partition(" ")
    if not word:
        return ""
    row = StandingOrder.objects.filter(player__game_id=game_of(mail), player__user_id=person_of(mail)).first()
    text = row.text if row else ""
    if note_before(mail, number, text) != text:
        return _("Your standing orders are changed.")
    lines = text.splitlines()
    if word.lower() == "add":
        if rest.strip() in lines:
            return _("Your standing orders have this line.")
        lines.append(rest.strip())
    elif 1 <= int(rest) <= len(lines):
        del lines[int(rest) - 1]
    else:
        return _("Your standing orders have no line %(number)s.") % {"number": rest}
    standing_set(game_id=game_of(mail), user_id=person_of(mail), text="\n".join(lines), source=SOURCE)
    return _("Your standing orders are changed.")


def note_before(mail: InboundMail, number: int, text: str) -> str:
    """Keep the text that a command finds; returns the one that it found when it was first done."""
    known: dict[str, str] = mail.verdict.setdefault("before", {})
    if str(number) not in known:
        known[str(number)] = text
        mail.save(update_fields=["verdict"])
    return known[str(number)]


def keep_plan(mail: InboundMail, command: Facts, number: int) -> str:
    _plan, sentence = plan_keep(
        game_id=game_of(mail), user_id=person_of(mail), text="\n".join(command["block"]), source=SOURCE
    )
    return _("Your plan for the next turn is kept. %(preview)s") % {"preview": sentence}


DOING: dict[str, Callable[[InboundMail, Facts, int], str]] = {
    "vote": give_table_order,
    "press": write_message,
    "absence": announce_absence,
    "undo": undo,
    "resign": leave,
    "return": come_back,
    JOIN: join,
    "standing": change_standing,
    "next": keep_plan,
}


def game_of(mail: InboundMail) -> int:
    assert mail.game_id is not None
    return mail.game_id


def person_of(mail: InboundMail) -> int:
    assert mail.user_id is not None
    return mail.user_id
