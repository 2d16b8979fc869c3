"""Parse and apply standing orders: answers that a player has written down beforehand.

One rule a line, the first that fits wins:

    when attacked: defend 2
    when attacked at Egypt by red with 10 or more: defend 1
    when late: place on the weakest border, trade best, then end turn

The conditions `at`, `by` and `with ... or more` may be left out. The record of a family says which cases there are
(`standing_cases` in games/families/parts.py); these two are shared by all that bring no others. After `when late:`
several orders are parted by semicolons, by "then", or by a comma before the word that an order begins with; each
answers the decision that it fits, and the rule set's default answers the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine import COLOURS, Action, PlayerView
from games.errors import BadStandingOrder
from games.families.parts import SHARED_CASES, Rule, StandingCase, parts_of
from games.wording.amounts import join_and

MOST_RULES = 40

CONDITIONS = re.compile(
    r"(?:\s+at\s+(?P<at>.+?))?(?:\s+by\s+(?P<by>\w+))?(?:\s+with\s+(?P<armies>\d{1,4})\s+or\s+more)?\s*",
    re.IGNORECASE,
)
"""Matched against what stands between case and colon alone: in one pattern with the whole line, a long row of spaces
would be tried in every way."""
Cases = Sequence[StandingCase]


def lines_of(text: str) -> dict[int, str]:
    """Return the lines by their numbers from 1, without comments and blank ones."""
    lines = ((number, line.split("#")[0].strip()) for number, line in enumerate(text.splitlines(), start=1))
    return {number: line for number, line in lines if line}


def read(text: str, map: str, cases: Cases = SHARED_CASES) -> list[Rule]:
    """Parse the rules of a standing order. Raises BadStandingOrder with the first line that cannot be read."""
    return [read_line(line, map, cases) for line in lines_of(text).values()]


def read_line(line: str, map: str, cases: Cases = SHARED_CASES) -> Rule:
    """Parse one rule, of the first case whose words it has. Raises BadStandingOrder."""
    for case in cases:
        found = rule_pattern(case).fullmatch(line)
        conditions = CONDITIONS.fullmatch(found["conditions"]) if found else None
        if found and conditions:
            words = found.groupdict("") | conditions.groupdict("")
            del words["conditions"]
            return _rule(case, words, map)
    raise BadStandingOrder(_("Write when, a colon, and an order, for example “when attacked at Egypt: defend 1”."))


@cache
def rule_pattern(case: StandingCase) -> re.Pattern[str]:
    """Compile how a whole line of a case is written."""
    return re.compile(rf"when\s+{case.written}\b(?P<conditions>[^:]*):(?P<orders>.+)", re.IGNORECASE)


def _rule(case: StandingCase, found: dict[str, str], map: str) -> Rule:
    """Make a rule of what a line says. Raises BadStandingOrder for a territory or a colour that is not there."""
    by = found.pop("by").lower()
    if by and by not in COLOURS:
        raise BadStandingOrder(_("No seat is called “%(name)s”.") % {"name": engine.clipped(by)})
    orders = tuple(part.strip() for part in order_separator().split(found.pop("orders")) if part.strip())
    land, armies = found.pop("at"), int(found.pop("armies") or 0)
    return Rule(case, orders, territory(land, map) if land else None, by, armies, found)


def order_separator() -> re.Pattern[str]:
    """Return what separates two orders of one rule; "then advance" is a part of an attack."""
    verbs = {verb.word.split()[0] for rules in engine.rulesets().values() for verb in rules.commands} - {"advance"}
    return re.compile(rf";|,\s*then\s+(?!advance\b)|,\s*(?=(?:{'|'.join(sorted(verbs))})\b)", re.IGNORECASE)


def territory(name: str, map: str) -> int:
    """Find a territory by any name that orders may use. Raises BadStandingOrder."""
    found = engine.find_territory(engine.mapgraph(map), name)
    if len(found) != 1:
        raise BadStandingOrder(
            _("There is no territory “%(name)s” on this map.") % {"name": engine.clipped(name.strip())}
        )
    return found[0]


def check(text: str, map: str, view: PlayerView | None = None, cases: Cases = SHARED_CASES) -> None:
    """Check the text. Raises BadStandingOrder with all lines that cannot be read. With a view of the game the orders
    after the colon are read too, whether or not they could be given now."""
    lines = lines_of(text)
    if len(lines) > MOST_RULES:
        raise BadStandingOrder(_("A standing order has at most %(most)s lines.") % {"most": MOST_RULES})
    bad = {number: why for number, line in lines.items() if (why := line_error(line, map, view, cases))}
    if bad:
        said = ngettext(
            "Line %(lines)s has a mistake, so nothing was saved.",
            "Lines %(lines)s have mistakes, so nothing was saved.",
            len(bad),
        )
        each = [
            _("Line %(number)s, “%(line)s”: %(why)s")
            % {"number": number, "line": engine.clipped(lines[number]), "why": why}
            for number, why in bad.items()
        ]
        raise BadStandingOrder(said % {"lines": join_and([str(number) for number in bad])}, each)


def line_error(line: str, map: str, view: PlayerView | None, cases: Cases) -> str:
    """Return why a line cannot be kept; empty if it can."""
    try:
        rule = read_line(line, map, cases)
        if not rule.orders:
            return _("A rule needs an order after the colon.")
        for order in rule.orders:
            if view is not None:
                check_parses(order, view)
    except BadStandingOrder as exc:
        return exc.message
    return ""


def check_parses(order: str, view: PlayerView) -> None:
    """Check that an order can be parsed, or raise BadStandingOrder. Sets are known only later."""
    try:
        engine.parse_order(order, view)
    except engine.UnreadableOrder as exc:
        if order.split()[0].lower() != "trade":
            raise BadStandingOrder(_("In “%(order)s”: %(why)s") % {"order": engine.clipped(order), "why": exc}) from exc


def has_case(text: str, map: str, case: StandingCase, cases: Cases = SHARED_CASES) -> bool:
    """Check whether one of the rules of a checked text is for this case."""
    return any(rule.case == case for rule in read(text, map, cases))


def answer(text: str, view: PlayerView) -> Action | None:
    """Choose the action of the first rule that answers at once and fits; None if there is none."""
    return _first(text, view, lambda case: case.at_once)


def timeout_action(text: str, view: PlayerView) -> Action | None:
    """Choose the first order that answers now, of a rule for lateness or, out of turn, of one that answers at once too;
    None leaves it to the default."""
    out_of_turn = view.asked is not None and view.asked.pace == "reaction"
    return _first(text, view, lambda case: out_of_turn or not case.at_once)


def _first(text: str, view: PlayerView, counts: Callable[[StandingCase], bool]) -> Action | None:
    try:
        rules = read(text, view.map, parts_of(view.rules).standing_cases)
    except BadStandingOrder:
        return None
    for rule in rules:
        if not counts(rule.case) or not rule.fits(view):
            continue
        for order in rule.orders:
            action = readable(order, view)
            if action is not None:
                return action
    return None


def readable(order: str, view: PlayerView) -> Action | None:
    """Parse the action of a line, if it can be read and is on offer now."""
    try:
        action = engine.parse_order(order, view)
    except engine.OrderError:
        return None
    return action if view.offer(engine.action_to_json(action)["type"]) else None
