"""Answer what a mail asks: `status`, `map`, `history 3`, `odds 12 7`, `help attack`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from engine import Facts
from games.mail.parts import item_of
from games.models import StandingOrder, Waiting
from games.selectors.mailed_game import MailReader
from games.selectors.odds import calculate_odds
from games.selectors.story import story_of
from games.wording.amounts import count_units, round_name
from games.wording.seats import colour_name, seat_label
from inbound.models import InboundMail

MOST_ARMIES = 200
MOST_TURNS = 30
ENTRIES_A_TURN = 12
CODE = re.compile(r"`([^`]*)`")
"""What descriptions of orders mark as typed."""


@dataclass(frozen=True)
class CommandAnswer:
    """The command as it was read, and the lines of its answer."""

    command: str
    lines: list[str]


@dataclass(frozen=True)
class Asking:
    """A command with the mail that it stands in, for a reader and their view."""

    mail: InboundMail
    view: engine.PlayerView
    reader: MailReader
    rest: str


def answers_to(mail: InboundMail, view: engine.PlayerView, reader: MailReader) -> list[CommandAnswer]:
    """Answer all commands of a mail, in their order."""
    commands: list[Facts] = [line["command"] for line in mail.verdict.get("lines", []) if line["command"]]
    done: list[list[str]] = mail.verdict.get("done", []) + [[]] * len(commands)
    made = (
        CommandAnswer(command["line"], [*filter(None, told), *answer_to(mail, command, view, reader)])
        for command, told in zip(commands, done, strict=False)
    )
    return [answer for answer in made if answer.lines]


def answer_to(mail: InboundMail, command: Facts, view: engine.PlayerView, reader: MailReader) -> list[str]:
    answer = ANSWERING.get(command["word"])
    return answer(Asking(mail, view, reader, command["rest"])) if answer else []


def tell_status(asked: Asking) -> list[str]:
    """Tell the round, for whom the game waits until when, and how each seat stands."""
    view, mailed = asked.view, asked.reader.mailed
    stage = round_name(view.rules, view.round)
    lines = [stage[:1].upper() + stage[1:]]
    for row in mailed.waiting:
        row.game, row.player = mailed.game, mailed.player(row.seat)
        said = {"seat": colour_name(row.player.colour), "until": asked.reader.long(row.until) if row.until else ""}
        lines.append(waiting_for(row) % said)
    return [*lines, *tell_seats(view)]


def waiting_for(row: Waiting) -> str:
    """Choose the sentence that says for whom a game waits: whose turn it is, or who has to answer in another's."""
    if row.pace == Waiting.Pace.TURN:
        return _("It is %(seat)s’s turn, until %(until)s.") if row.until else _("It is %(seat)s’s turn.")
    return _("%(seat)s has to answer, until %(until)s.") if row.until else _("%(seat)s has to answer.")


def tell_seats(view: engine.PlayerView) -> list[str]:
    """Count the territories and units of each seat."""
    lines = []
    for seat, public in enumerate(view.seats):
        units = sum(view.units(land) for land, owner in enumerate(view.owner) if owner == seat)
        words = {"seat": seat_label(view, seat), "lands": public.territories, "units": count_units(units, view.rules)}
        if not public.out:
            lines.append(_("%(seat)s: %(lands)s territories, %(units)s.") % words)
    return lines


def tell_map(asked: Asking) -> list[str]:
    """List each territory with its owner, units and code."""
    view = asked.view
    graph = engine.mapgraph(view.map)
    return [
        f"{name} ({graph.codes[land]}): {seat_label(view, view.owner[land])}, {view.units(land)}"
        if view.owner[land] >= 0
        else f"{name} ({graph.codes[land]})"
        for land, name in enumerate(graph.names)
    ]


def tell_history(asked: Asking) -> list[str]:
    """Tell the last so many lines of the story."""
    mailed, reader = asked.reader.mailed, asked.reader
    wanted = min(int(asked.rest), MOST_TURNS)
    entries = mailed.entries_since(max(0, mailed.game.seq - wanted * ENTRIES_A_TURN))
    lines = story_of(mailed.game, entries, asked.view, now=reader.now, zone=reader.zone)
    items = map(item_of, lines[-wanted:] if wanted else ())
    return [" ".join(filter(None, (item.when and f"{item.when}.", item.plain, item.dice))) for item in items]


def tell_odds(asked: Asking) -> list[str]:
    """Tell the chance of a fight to the end."""
    attackers, defenders = (min(int(number), MOST_ARMIES) for number in asked.rest.split())
    if attackers < 2 or defenders < 1:
        return [_("An attack needs 2 armies or more against at least 1.")]
    found = calculate_odds(attackers - 1, [defenders])
    said = {"attackers": attackers, "defenders": defenders, "chance": found.percent}
    return [_("%(attackers)s against %(defenders)s, fought to the end: %(chance)s chance to capture.") % said]


def tell_help(asked: Asking) -> list[str]:
    """List the orders of the game, or those that begin with a word."""
    word = asked.rest.lower()
    commands = engine.ruleset(asked.view.rules).commands
    found = [command for command in commands if not word or command.word.startswith(word)]
    return [usage_of(command) for command in found] or [_("There is no order “%(word)s”.") % {"word": word}]


def usage_of(command: engine.Command) -> str:
    return f"{command.usage}: " + CODE.sub(r"“\1”", command.described)


def tell_standing(asked: Asking) -> list[str]:
    """List the standing orders of the sender, numbered."""
    row = StandingOrder.objects.filter(player__game=asked.mail.game, player__user=asked.mail.user).first()
    lines = row.text.splitlines() if row else []
    return [f"{number}. {line}" for number, line in enumerate(lines, 1)] or [_("You have no standing orders.")]


ANSWERING: dict[str, Callable[[Asking], list[str]]] = {
    "status": tell_status,
    "map": tell_map,
    "history": tell_history,
    "odds": tell_odds,
    "help": tell_help,
    "standing": tell_standing,
}


def only_asks(word: str, rest: str) -> bool:
    """Check whether a command changes nothing, and so is answered whatever becomes of the orders beside it."""
    return word in ANSWERING and not (word == "standing" and rest)
