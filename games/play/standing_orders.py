"""Parse and apply standing orders: answers that a player has written down beforehand.

One rule a line, the first that fits wins:

    when attacked: defend 2
    when attacked at Egypt by red with 10 or more: defend 1
    when late: place on the weakest border, trade best, then end turn

The conditions `at`, `by` and `with ... or more` may be left out. The record of a family says which cases there are;
these two are shared by all that bring no others (games/families/standing_cases.py). After `when late:` several orders
are parted by semicolons, by "then", or by a comma before the word that an order begins with; each answers the decision
that it fits, and the rule set's default answers the rest.

A rule may also be written the other way round, `defend 1 when attacked`, and `if attackers 4 or more` at its end says
the same as `with 4 or more`. Where a game opens windows for answers out of turn, `ask me within 12 hours` stands in the
place of an order:

    when invaded with 8 or more: ask me within 12 hours
    when invaded at Japan: play Stealth MODs if attackers 4 or more
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine import COLOURS, Action, PlayerView
from games.errors import BadStandingOrder
from games.families.parts import parts_of
from games.families.standing_cases import SHARED_CASES, Rule, StandingCase
from games.models.game import REACTION_HOURS
from games.wording.amounts import join_and

MOST_RULES = 40

CONDITIONS = re.compile(
    r"(?:\s+at\s+(?P<at>.+?))?(?:\s+by\s+(?P<by>\w+))?(?:\s+with\s+(?P<armies>\d{1,4})\s+or\s+more)?\s*",
    re.IGNORECASE,
)
"""Matched against what stands between case and colon alone: in one pattern with the whole line, a long row of spaces
would be tried in every way."""
ASK_ME = re.compile(r"ask\s+me(?:\s+within\s+(?P<hours>\d{1,3})\s+hours?)?", re.IGNORECASE)
ATTACKERS = re.compile(r"\bif\s+attackers\s+(?P<number>\d{1,4})\s+or\s+more\s*$", re.IGNORECASE)
PLAY = "cards.play"
PARTS = r"(?!(?:advance|marker|play\s+early|play\s+late)\b)"
"""Words that begin an order and, behind the comma of an attack or of a bid, a part of it."""
BOUND = (engine.ListField, engine.NumberField, engine.TerritoriesField, engine.PieceMovesField)
"""Fields that say which of their values may be named: cards, territories, numbers of armies."""

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
        if case.line:
            if found := re.fullmatch(case.line, line, re.IGNORECASE):
                return Rule(case, (), words=found.groupdict(""))
            continue
        found = rule_pattern(case).fullmatch(turned_round(line))
        conditions = CONDITIONS.fullmatch(found["conditions"]) if found else None
        if found and conditions:
            words = found.groupdict("") | conditions.groupdict("")
            del words["conditions"]
            return _rule(case, words, map)
    raise BadStandingOrder(_("Write when, a colon, and an order, for example “when attacked at Egypt: defend 1”."))


def turned_round(line: str) -> str:
    """Put the case before the order where a line has it behind: `defend 1 when attacked`."""
    words = line.split()
    at = next((number for number, word in enumerate(words) if word.lower() == "when"), 0)
    return f"when {' '.join(words[at + 1 :])}: {' '.join(words[:at])}" if at and ":" not in line else line


@cache
def rule_pattern(case: StandingCase) -> re.Pattern[str]:
    """Compile how a whole line of a case is written."""
    return re.compile(rf"when\s+{case.written}\b(?P<conditions>[^:]*):(?P<orders>.+)", re.IGNORECASE)


def _rule(case: StandingCase, found: dict[str, str], map: str) -> Rule:
    """Make a rule of what a line says. Raises BadStandingOrder for a territory or a colour that is not there."""
    by = found.pop("by").lower()
    if by and by not in COLOURS:
        raise BadStandingOrder(_("No seat is called “%(name)s”.") % {"name": engine.clipped(by)})
    said, number = without_attackers(found.pop("orders"))
    land, armies = found.pop("at"), max(number, int(found.pop("armies") or 0))
    rule = Rule(case, (), territory(land, map) if land else None, by, armies, found)
    if asking := ASK_ME.fullmatch(said):
        return _asking_rule(rule, asking["hours"])
    return replace(rule, orders=tuple(part.strip() for part in order_separator().split(said) if part.strip()))


def without_attackers(orders: str) -> tuple[str, int]:
    """Take `if attackers 4 or more` from the end of a rule; returns what is left of it, and the number."""
    found = ATTACKERS.search(orders)
    return (orders[: found.start()].strip(), int(found["number"])) if found else (orders.strip(), 0)


def _asking_rule(rule: Rule, hours: str | None) -> Rule:
    """Make a rule that asks. Raises BadStandingOrder where a case cannot ask, or for a time that no clock has."""
    if not rule.case.may_ask:
        raise BadStandingOrder(
            _("“ask me” cannot stand here: tick the box below to be asked when you are attacked.")
            if rule.case.at_once
            else _("Once your time has run out you cannot be asked any more: name an order.")
        )
    within = int(hours or 0)
    if hours is not None and not 1 <= within <= REACTION_HOURS[1]:
        most = {"most": REACTION_HOURS[1]}
        raise BadStandingOrder(_("Choose a time of 1 to %(most)s hours.") % most)
    return replace(rule, asks=True, within=within)


def order_separator() -> re.Pattern[str]:
    """Return what separates two orders of one rule; "then advance" is a part of an attack, "marker 2" one of a bid."""
    verbs = {verb.word.split()[0] for rules in engine.rulesets().values() for verb in rules.commands}
    return re.compile(rf";|,\s*then\s+(?!advance\b)|,\s*{PARTS}(?=(?:{'|'.join(sorted(verbs))})\b)", re.IGNORECASE)


def territory(name: str, map: str) -> int:
    """Find a territory by any name that orders may use. Raises BadStandingOrder."""
    found = engine.find_territory(engine.mapgraph(map), name)
    if len(found) != 1:
        raise BadStandingOrder(
            _("There is no territory “%(name)s” on this map.") % {"name": engine.clipped(name.strip())}
        )
    return found[0]


def check(
    text: str,
    map: str,
    view: PlayerView | None = None,
    cases: Cases = SHARED_CASES,
    hours: int = REACTION_HOURS[1],
) -> None:
    """Check the text. Raises BadStandingOrder with all lines that cannot be read. With a view of the game the orders
    after the colon are read too, whether or not they could be given now. `hours` is the time that the game gives for
    replies out of turn, 0 if it asks nobody then."""
    lines = lines_of(text)
    if len(lines) > MOST_RULES:
        raise BadStandingOrder(_("A standing order has at most %(most)s lines.") % {"most": MOST_RULES})
    bad = {number: why for number, line in lines.items() if (why := line_error(line, map, view, cases, hours))}
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


def line_error(line: str, map: str, view: PlayerView | None, cases: Cases, hours: int) -> str:
    """Return why a line cannot be kept; empty if it can."""
    try:
        rule = read_line(line, map, cases)
        if not rule.orders and not rule.asks and not rule.case.line:
            return _("A rule needs an order after the colon.")
        if rule.asks and (problem := time_error(rule.within, hours)):
            return problem
        if view is not None:
            for order in rule.orders:
                check_parses(order, view)
            return rule.case.problem(rule, view)
    except BadStandingOrder as exc:
        return exc.message
    return ""


def time_error(within: int, hours: int) -> str:
    """Return why a player cannot be asked for so many hours; empty if they can."""
    if not hours:
        return _("This game asks nobody when it isn’t their turn: name an order in place of “ask me”.")
    return (
        _("This game gives you up to %(most)s hours: choose a time of 1 to %(most)s.") % {"most": hours}
        if within > hours
        else ""
    )


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
    None leaves it to the default. Who has let the time of windows run out gets the default, or loses units as a line
    ranks them: they were asked for what their rules would have said."""
    pace = view.asked.pace if view.asked else ""
    if pace == "window":
        return _first(text, view, lambda case: bool(case.line))
    return _first(text, view, lambda case: pace == "reaction" or not case.at_once)


def answers_sealed(text: str, view: PlayerView) -> bool:
    """Check whether a rule answers a sealed question for which people are waited for otherwise."""
    return any(rule.case.sealed and rule.fits(view) for rule in _rules(text, view))


def asked_within(text: str, view: PlayerView) -> int | None:
    """Return in how many hours the player wants to be asked about an open window, 0 for the game's own time; None if
    their rules answer. The first rule that fits decides, by public facts, whatever cards the player holds."""
    rule = next((rule for rule in _rules(text, view) if rule.case.may_ask and rule.fits(view)), None)
    return rule.within if rule and rule.asks else None


def _rules(text: str, view: PlayerView) -> list[Rule]:
    """Parse the rules of a stored text; none if a later version of the site cannot read them any more."""
    try:
        return read(text, view.map, parts_of(view.rules).orders.standing_cases)
    except BadStandingOrder:
        return []


def _first(text: str, view: PlayerView, counts: Callable[[StandingCase], bool]) -> Action | None:
    rules = _rules(text, view)
    for rule in rules:
        if not counts(rule.case) or not rule.fits(view):
            continue
        for action in _actions(rule, view):
            if not any(other.case.forbids and other.case.forbids(other, view, action) for other in rules):
                return action
    return None


def _actions(rule: Rule, view: PlayerView) -> Iterator[Action]:
    """Yield what a rule would answer now, in the order of its orders."""
    if rule.case.answer and (chosen := rule.case.answer(rule, view)):
        yield chosen
    for order in rule.orders:
        if action := readable(order, view):
            yield action


def readable(order: str, view: PlayerView) -> Action | None:
    """Parse the action of a line, if it can be read and is on offer now."""
    try:
        action = engine.parse_order(order, view)
    except engine.OrderError:
        return None
    return action if is_offered(action, view) else None


def is_offered(action: Action, view: PlayerView) -> bool:
    """Check that an action is on offer now; of a card, that it is held and may be played on what is named."""
    tag = engine.action_to_json(action)["type"]
    offers = [offer for offer in view.offers if offer.action == tag]
    return any(_suits(offer, action) for offer in offers) if tag == PLAY else bool(offers)


def _suits(offer: engine.Offer, action: Action) -> bool:
    given = {field.name: getattr(action, field.name) for field in offer.fields}
    bound = [field for field in offer.fields if isinstance(field, BOUND)]
    return all(field.accepts(given[field.name], given) for field in bound)
