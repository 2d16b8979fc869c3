"""What became of each order line of a mail that was played, told from the entries that it wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine import Facts
from games.decisions.kit.page_types import StoryLine
from games.mail.parts import dice_of, item_of, plain_of
from games.models import Entry
from games.selectors.given_orders import entries_from, entries_under_key, plain_order, with_answers
from games.selectors.mailed_game import MailReader
from games.selectors.story import Told, story_of
from inbound.models import InboundMail

PLAYED, STOPPED, LEFT, SKIPPED = "played", "stopped", "left", "skipped"
CONDITION = re.compile(r"(?:else: )?(?:if [^:]*: )?")


@dataclass(frozen=True)
class LineOutcome:
    """A line as it was read, what became of it, and sentences on that."""

    text: str
    state: str
    told: tuple[str, ...] = ()


def order_lines(mail: InboundMail) -> list[Facts]:
    """List the lines of a mail that are orders."""
    return [line for line in mail.verdict.get("lines", []) if line["orders"]]


def played_of(mail: InboundMail) -> list[Entry]:
    """List the entries that a mail has written, oldest first; none if it was not played."""
    if mail.game_id is None or mail.user_id is None:
        return []
    return entries_under_key(mail.game_id, mail.user_id, mail.order_key)


def outcomes_of(mail: InboundMail, view: engine.PlayerView, reader: MailReader) -> list[LineOutcome]:
    """Tell what became of each order line of a mail that was played."""
    return outcomes_from(order_lines(mail), played_of(mail), view, reader)


def outcomes_of_entry(seq: int, game_id: int, view: engine.PlayerView, reader: MailReader) -> list[LineOutcome]:
    """Tell what the orders came to that began with an entry, whatever door they came through."""
    first = Entry.objects.filter(game_id=game_id, seq=seq).first()
    entries = entries_from(first) if first else []
    lines = [{"orders": [plain_order(entry.order)]} for entry in entries if not entry.implied]
    return outcomes_from(lines, entries, view, reader)


def outcomes_from(
    lines: Sequence[Facts], entries: Sequence[Entry], view: engine.PlayerView, reader: MailReader
) -> list[LineOutcome]:
    """Tell what became of lines of which these entries were made."""
    refusal = next((entry.refused for entry in entries if entry.refused), None)
    why = str(engine.IllegalAction(refusal["code"], **refusal["params"])) if refusal else ""
    found: list[LineOutcome] = []
    groups = list(match_lines(lines, entries))
    last = max((at for at, group in enumerate(groups) if group), default=-1)
    for at, (line, group) in enumerate(zip(lines, groups, strict=True)):
        text = "; ".join(line["orders"])
        if group:
            found.append(LineOutcome(text, PLAYED, tuple(told_of(group, view, reader))))
        elif at < last or not refusal:
            found.append(LineOutcome(text, SKIPPED, (_("Skipped: its condition did not hold."),)))
        elif at == last + 1:
            found.append(LineOutcome(text, STOPPED, (_("Not played: %(why)s") % {"why": why},)))
        else:
            found.append(LineOutcome(text, LEFT, (_("Not played."),)))
    return found


def match_lines(lines: Sequence[Facts], entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Give each line the entries that it made. Where lines have conditions, an order tells whose entry is whose."""
    conditional = any(bare_order(order) != order for line in lines for order in line["orders"])
    left = split_by_order(entries)
    for line in lines:
        group: list[Entry] = []
        for order in line["orders"]:
            if left and (not conditional or plain_order(left[0][-1].order) == bare_order(order)):
                group += left.pop(0)
        yield group


def states_of(mail: InboundMail) -> list[str]:
    """List what became of each order line of a mail that was played."""
    entries = played_of(mail)
    groups = list(match_lines(order_lines(mail), entries))
    last = max((at for at, group in enumerate(groups) if group), default=-1)
    is_cut = any(entry.refused for entry in entries)
    states = []
    for at, group in enumerate(groups):
        late = LEFT if at > last + 1 else STOPPED
        states.append(PLAYED if group else (late if is_cut and at > last else SKIPPED))
    return states


def bare_order(order: str) -> str:
    """Return an order without its condition."""
    return CONDITION.sub("", order, count=1)


def split_by_order(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Put each entry of an order together with those of the steps that it ended on its way."""
    groups: list[list[Entry]] = [[]]
    for entry in entries:
        groups[-1].append(entry)
        if not entry.implied:
            groups.append([])
    return [group for group in groups if group]


# ---- in words


def told_of(entries: Sequence[Entry], view: engine.PlayerView, reader: MailReader) -> Iterator[str]:
    """Tell what an order came to: a fight in short, with its dice; everything else as the story tells it."""
    happened = with_answers(entries)
    told = [Told._make(getattr(entry, name) for name in Told._fields) for entry in happened]
    lines = story_of(reader.mailed.game, told, view, now=reader.now, zone=reader.zone)
    for line in lines:
        yield from tell_fight(line, happened, view) if line.throws else tell_line(line)


def tell_line(line: StoryLine) -> Iterator[str]:
    item = item_of(line)
    yield " ".join(filter(None, (item.plain, item.dice)))


def tell_fight(line: StoryLine, entries: Sequence[Entry], view: engine.PlayerView) -> Iterator[str]:
    """Tell a fight: "Captured. You lost 1 army, Yellow 3. Dice: 6 5 3 against 4 2. 4 armies moved in."."""
    result = _("Not captured.") if line.held else _("Captured.")
    yield " ".join(filter(None, (result, plain_of(line.loss), dice_of(line.throws), moved_in(entries, view))))


def moved_in(entries: Sequence[Entry], view: engine.PlayerView) -> str:
    """Tell how many units moved into what an order captured; empty if none did."""
    forces = [event["force"] for entry in entries for event in entry.events if event["type"] == "occupy.moved"]
    count = sum(force.get("armies", 0) + len(force.get("pieces", ())) for force in forces)
    if not count:
        return ""
    if engine.ruleset(view.rules).family == "risk2210":
        return ngettext("%(count)s unit moved in.", "%(count)s units moved in.", count) % {"count": count}
    return ngettext("%(count)s army moved in.", "%(count)s armies moved in.", count) % {"count": count}
