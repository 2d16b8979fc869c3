"""Read and write the lines of standing orders.

    when attacked in Australia or Siam by red or blue with 8 or more: defend 1
    when invaded at Japan once: play Stealth MODs; decline
    when attacked until round 9: ask me within 6 hours
    when late: if I hold Siam: place all Siam
    else: place on the weakest border; end turn

`at` or `in`, `by`, `with ... or more`, `with ... or fewer` and a term (`once`, `until round 9`, `until 2026-12-24`) may
be left out and come in any order. Several orders are parted by semicolons, by "then", or by a comma before the word
that an order begins with. A line may also be written the other way round, `defend 1 when attacked`, and
`if attackers 4 or more` at its end says the same as `with 4 or more`.

Each line has one canonical form: `read_line(write_line(rule)) == rule`. Conditions stand behind `when late:` alone, and
`else:` lines follow them; what decides whether a seat is asked names public facts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from difflib import get_close_matches
from functools import cache, lru_cache

from django.utils.translation import gettext as _

import engine
from engine import COLOURS
from games.errors import BadStandingOrder
from games.families.standing_cases import LATE, SHARED_CASES, Rule, StandingCase, Term
from games.models.game import REACTION_HOURS
from games.wording.amounts import join_or

CLAUSE = re.compile(
    r"(?:(?:at|in) (?P<places>.+?)(?= (?:by|with|once|until)\b|$)"
    r"|by (?P<by>\w+(?: or \w+)*)"
    r"|with (?P<size>\d{1,4}) or (?P<bound>more|fewer)"
    r"|(?P<once>once)"
    r"|until (?:round|year|epoch) (?P<round>\d{1,4})"
    r"|until (?P<date>\d{4}-\d{2}-\d{2}))(?: |$)",
    re.IGNORECASE,
)
"""One clause between case and colon, in a text whose spaces are single."""
ASK_ME = re.compile(r"ask\s+me(?:\s+within\s+(?P<hours>\d{1,3})\s+hours?)?", re.IGNORECASE)
ATTACKERS = re.compile(r"\bif\s+attackers\s+(?P<number>\d{1,4})\s+or\s+more\s*$", re.IGNORECASE)
ELSE = re.compile(r"else\s*[:\uff1a]\s*(?P<orders>.*)", re.IGNORECASE)
CONDITION = re.compile(r"if\b(?P<condition>[^:\uff1a]*)[:\uff1a](?P<orders>.*)", re.IGNORECASE)
UNKNOWN = re.compile(r"when (?P<case>[^:]+?)(?: (?:at|in|by|with|once|until)\b[^:]*)?\s*:", re.IGNORECASE)
"""The case of a line, known or not, without the clauses behind it."""
PARTS = r"(?!(?:advance|marker|play\s+early|play\s+late)\b)"
"""Words that begin an order and, behind the comma of an attack or of a bid, a part of it."""

ENDS = " ;,"
"""What separates orders, before the first one and behind the last."""

Cases = Sequence[StandingCase]


def lines_of(text: str) -> dict[int, str]:
    """Return the lines by their numbers from 1, without comments and blank ones."""
    lines = ((number, line.split("#")[0].strip()) for number, line in enumerate(text.splitlines(), start=1))
    return {number: line for number, line in lines if line}


def read(text: str, map: str, cases: Cases = SHARED_CASES) -> list[Rule]:
    """Read the rules of a text. Raises BadStandingOrder with the first line that cannot be read."""
    rules: list[Rule] = []
    for number, line in lines_of(text).items():
        rules.append(replace(read_line(line, map, cases, rules[-1] if rules else None), number=number))
    return rules


@lru_cache(maxsize=512)
def read_kept(text: str, map: str, cases: tuple[StandingCase, ...]) -> tuple[Rule, ...]:
    """Read the rules of a stored text, passing over lines that a later version of the site cannot read any more."""
    rules: list[Rule] = []
    for number, line in lines_of(text).items():
        try:
            rules.append(replace(read_line(line, map, cases, rules[-1] if rules else None), number=number))
        except BadStandingOrder:
            continue
    return tuple(rules)


def read_line(line: str, map: str, cases: Cases = SHARED_CASES, above: Rule | None = None) -> Rule:
    """Read one rule, of the first case whose words it has; `above` is that of the line before. Raises
    BadStandingOrder."""
    line = " ".join(line.split())
    if found := ELSE.fullmatch(line):
        return _else_rule(found["orders"], above)
    for case in cases:
        if case.line:
            if found := re.fullmatch(case.line, line, re.IGNORECASE):
                return _plain_words(Rule(case, (), words=found.groupdict("")), case.line)
        elif found := rule_pattern(case).fullmatch(turned_round(line)):
            words = found.groupdict("")
            clauses, orders = words.pop("clauses"), words.pop("orders")
            rule = _read_clauses(_plain_words(Rule(case, (), words=words), case.written), clauses, map)
            if rule is not None:
                return _with_orders(rule, orders)
    raise _unknown_case(line, cases)


def _unknown_case(line: str, cases: Cases) -> BadStandingOrder:
    """Make the refusal of a line of no case: it says which there are where the line has a case that is not one."""
    found = UNKNOWN.match(turned_round(line))
    if found is None or any(re.match(rf"{case.written}\b", found["case"], re.IGNORECASE) for case in cases):
        return BadStandingOrder(_("Write when, a colon, and an order, for example “when attacked at Egypt: defend 1”."))
    named = {"who": "anybody", "card": "CARD"}  # as typed
    known = [case.words_of(Rule(case, (), words=named)) for case in cases if not case.line]
    said = _("This game has no “when %(case)s”. After “when” it knows %(cases)s.")
    words = {"case": engine.clipped(found["case"]), "cases": join_or([f"“{name}”" for name in known])}
    return BadStandingOrder(said % words, wrong=found["case"])


def _plain_words(rule: Rule, pattern: str) -> Rule:
    """Put the words of the canonical form in the place of those that were typed."""
    found = re.fullmatch(pattern, rule.case.words_of(rule), re.IGNORECASE) if rule.words else None
    return replace(rule, words=found.groupdict("")) if found else rule


def turned_round(line: str) -> str:
    """Put the case before the order where a line has it behind: `defend 1 when attacked`."""
    words = line.split()
    at = next((number for number, word in enumerate(words) if word.lower() == "when"), 0)
    return f"when {' '.join(words[at + 1 :])}: {' '.join(words[:at])}" if at and ":" not in line else line


@cache
def rule_pattern(case: StandingCase) -> re.Pattern[str]:
    """Compile how a whole line of a case is written."""
    return re.compile(rf"when\s+{case.written}\b(?P<clauses>[^:]*):(?P<orders>.+)", re.IGNORECASE)


def _read_clauses(rule: Rule, text: str, map: str) -> Rule | None:
    """Add the clauses between case and colon to a rule; None if there is anything else. Raises BadStandingOrder for
    names that are not there, and for a clause that comes twice."""
    text, seen = " ".join(text.split()), set[str]()
    while text:
        found = CLAUSE.match(text)
        if found is None:
            return None
        kind = "term" if found["once"] or found["round"] or found["date"] else (found.lastgroup or "")
        if kind in seen:
            raise BadStandingOrder(_("Say each of place, colour, number and term only once in a line."), wrong=found[0])
        seen.add(kind)
        rule = _with_clause(rule, found, map)
        text = text[found.end() :]
    return rule


def _with_clause(rule: Rule, found: re.Match[str], map: str) -> Rule:
    if found["places"]:
        named = [place(name, map) for name in re.split(r"\s+or\s+", found["places"], flags=re.IGNORECASE)]
        spots = frozenset[int]().union(*(spots for _name, spots in named))
        return replace(rule, places=tuple(dict.fromkeys(name for name, _spots in named)), spots=spots)
    if found["by"]:
        return replace(rule, by=tuple(dict.fromkeys(map_colour(word) for word in found["by"].lower().split(" or "))))
    if found["size"]:
        least = found["bound"].lower() == "more"
        return replace(rule, armies=int(found["size"])) if least else replace(rule, most=int(found["size"]))
    return replace(rule, term=_term(found))


def map_colour(word: str) -> str:
    """Return a colour. Raises BadStandingOrder for any other word."""
    if word not in COLOURS:
        raise BadStandingOrder(_("No seat is called “%(name)s”.") % {"name": engine.clipped(word)}, wrong=word)
    return word


def _term(found: re.Match[str]) -> Term:
    if found["once"]:
        return Term(once=True)
    if found["round"]:
        if not int(found["round"]):
            raise BadStandingOrder(_("Rounds are counted from 1."), wrong=found["round"])
        return Term(round=int(found["round"]))
    try:
        return Term(date=date.fromisoformat(found["date"]))
    except ValueError:
        raise BadStandingOrder(
            _("There is no day “%(date)s”: write it as 2026-12-24.") % {"date": found["date"]}, wrong=found["date"]
        ) from None


def place(name: str, map: str) -> tuple[str, frozenset[int]]:
    """Find a territory, a continent or a zone by any name that orders may use: its canonical name, and the territories
    there. Raises BadStandingOrder."""
    graph = engine.mapgraph(map)
    typed, found = engine.spoken(name), engine.find_territory(graph, name)
    if len(found) == 1 and typed in (engine.spoken(graph.names[found[0]]), engine.spoken(graph.codes[found[0]])):
        return graph.names[found[0]], frozenset(found)
    area = next((part for part in graph.continents if part.id == engine.find_continent(graph, name)), None)
    if area is not None and (len(found) != 1 or typed == engine.spoken(area.name)):
        return area.name, frozenset(area.members)
    if typed in graph.in_zone:
        return typed, frozenset(graph.in_zone[typed])
    if len(found) == 1:
        return graph.names[found[0]], frozenset(found)
    said = _("There is no territory “%(name)s” on this map.") % {"name": engine.clipped(name.strip())}
    names = {engine.spoken(each): each for each in (*graph.names, *(part.name for part in graph.continents))}
    if near := get_close_matches(typed, names, 2, 0.7):
        said += " " + _("Did you mean %(names)s?") % {"names": join_or([names[each] for each in near])}
    raise BadStandingOrder(said, wrong=name.strip())


def _with_orders(rule: Rule, text: str) -> Rule:
    """Add what stands behind the colon. Raises BadStandingOrder."""
    text = text.strip(ENDS)
    condition = CONDITION.fullmatch(text)
    if condition is not None:
        return _with_condition(rule, condition)
    said, number = without_attackers(text)
    rule = replace(rule, armies=max(number, rule.armies))
    if asking := ASK_ME.fullmatch(said):
        return _asking_rule(rule, asking["hours"])
    return replace(rule, orders=split_orders(said))


def _with_condition(rule: Rule, found: re.Match[str]) -> Rule:
    if rule.case.at_once:
        raise BadStandingOrder(
            _(
                "A condition that begins with “if” can stand behind “when late:” alone. Before the colon you can say "
                "where, by whom and with how many."
            ),
            wrong="if",
        )
    said = " ".join(found["condition"].split())
    if not said:
        raise BadStandingOrder(_("A condition is missing behind “if”."), wrong="if")
    return replace(rule, condition=said, orders=split_orders(found["orders"]))


def _else_rule(text: str, above: Rule | None) -> Rule:
    if above is None or above.case != LATE or not above.condition:
        raise BadStandingOrder(_("“else:” needs a line above it that begins with “when late: if ...:”."), wrong="else")
    head = replace(above, condition="", otherwise=True, orders=())
    found = CONDITION.fullmatch(text.strip(ENDS))
    return _with_condition(head, found) if found else replace(head, orders=split_orders(text))


def split_orders(text: str) -> tuple[str, ...]:
    """Split what stands behind a colon into orders, with single spaces. Raises BadStandingOrder if there are none."""
    orders = tuple(" ".join(part.split()) for part in order_separator().split(text) if part.strip())
    if not orders:
        raise BadStandingOrder(_("A rule needs an order after the colon."))
    return orders


@cache
def order_separator() -> re.Pattern[str]:
    """Compile what separates two orders of one rule; "then advance" is a part of an attack, "marker 2" one of a bid."""
    verbs = {verb.word.split()[0] for rules in engine.rulesets().values() for verb in rules.commands}
    return re.compile(rf";|,\s*then\s+(?!advance\b)|,\s*{PARTS}(?=(?:{'|'.join(sorted(verbs))})\b)", re.IGNORECASE)


def without_attackers(orders: str) -> tuple[str, int]:
    """Take `if attackers 4 or more` from the end of an order; returns what is left of it, and the number."""
    found = ATTACKERS.search(orders)
    return (orders[: found.start()].strip(ENDS), int(found["number"])) if found else (orders.strip(), 0)


def _asking_rule(rule: Rule, hours: str | None) -> Rule:
    """Make a rule that asks. Raises BadStandingOrder where a case cannot ask, or for a time that no clock has."""
    if not rule.case.may_ask:
        raise BadStandingOrder(
            _("Once your time has run out you cannot be asked any more: name an order."),
            wrong="ask me",  # as typed
        )
    within = int(hours or 0)
    if hours is not None and not 1 <= within <= REACTION_HOURS[1]:
        most = {"most": REACTION_HOURS[1]}
        raise BadStandingOrder(_("Choose a time of 1 to %(most)s hours.") % most, wrong=hours)
    return replace(rule, asks=True, within=within)


# ---- writing


def write_line(rule: Rule) -> str:
    """Write a rule in its canonical form."""
    if rule.case.line:
        return rule.case.words_of(rule)
    orders = _write_answer(rule)
    if rule.otherwise:
        return f"else: {orders}"  # as typed
    return f"when {' '.join([rule.case.words_of(rule), *_write_clauses(rule)])}: {orders}"  # as typed


def _write_clauses(rule: Rule) -> list[str]:
    clauses = []
    if rule.places:
        word = "at" if rule.spots is not None and len(rule.spots) == len(rule.places) else "in"
        clauses.append(f"{word} {' or '.join(rule.places)}")
    if rule.by:
        clauses.append(f"by {' or '.join(rule.by)}")
    if rule.most is not None:
        clauses.append(f"with {rule.most} or fewer")  # as typed
    elif rule.armies:
        clauses.append(f"with {rule.armies} or more")  # as typed
    return [*clauses, *_write_term(rule.term)]


def _write_term(term: Term) -> list[str]:
    if term.once:
        return ["once"]
    if term.round:
        return [f"until round {term.round}"]  # as typed
    return [f"until {term.date.isoformat()}"] if term.date else []


def _write_answer(rule: Rule) -> str:
    within = f" within {rule.within} hour{'' if rule.within == 1 else 's'}" if rule.within else ""  # as typed
    said = f"ask me{within}" if rule.asks else "; ".join(rule.orders)  # as typed
    if rule.most is not None and rule.armies:
        said += f" if attackers {rule.armies} or more"  # as typed
    return f"if {rule.condition}: {said}" if rule.condition else said


def canonical(text: str, map: str, cases: Cases = SHARED_CASES) -> str:
    """Write a text in its canonical form, line by line; comments and blank lines stay. Raises BadStandingOrder."""
    text = text.strip()
    rules = {rule.number: rule for rule in read(text, map, cases)}
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        comment = line.partition("#")
        said = write_line(rules[number]) if number in rules else ""
        lines.append(f"{said} {''.join(comment[1:]).rstrip()}".strip() if comment[1] else said)
    return "\n".join(lines)
