"""Apply standing orders: answers that a player has written down beforehand, one rule a line, the first that fits wins.

`games.play.standing_language` says how lines are written. Lines answer what others ask as soon as it is asked, and
after `when late:` what their owner has left open when the time has run out: each order answers the decision that it
fits, and the rule set's default answers the rest. Lines whose term is over count no more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine import Action, PlayerView
from games.errors import BadStandingOrder
from games.families.parts import parts_of
from games.families.standing_cases import ATTACKED, SHARED_CASES, Rule, StandingCase
from games.models.game import REACTION_HOURS
from games.play.standing_language import (
    Cases,
    lines_of,
    read,
    read_kept,
    read_line,
    without_attackers,
    write_line,
)
from games.wording.amounts import join_and

MOST_RULES = 40
PLAY = "cards.play"
BOUND = (engine.ListField, engine.NumberField, engine.TerritoriesField, engine.PieceMovesField)
"""Fields that say which of their values may be named: cards, territories, numbers of armies."""


@dataclass(frozen=True)
class Moment:
    """What decides which terms are over: the `spent` lines that count once, and the day in their owner's zone.
    `captured` returns what was captured in the running turn."""

    spent: frozenset[str] = frozenset()
    today: date | None = None
    captured: Callable[[], Collection[int]] = frozenset


NOW = Moment()


@dataclass(frozen=True)
class Choice:
    """An answer, and the rule that gives it."""

    action: Action
    rule: Rule


def is_over(rule: Rule, round: int, moment: Moment) -> bool:
    """Check whether the term of a rule is over."""
    term = rule.term
    if term.once:
        return write_line(rule) in moment.spent
    if term.round:
        return round > term.round
    return term.date is not None and moment.today is not None and moment.today > term.date


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
    bad = {number: exc.message for number, exc in mistakes(text, map, view, cases, hours).items()}
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


def mistakes(text: str, map: str, view: PlayerView | None, cases: Cases, hours: int) -> dict[int, BadStandingOrder]:
    """Find what is wrong with each line that cannot be kept, by their numbers."""
    found: dict[int, BadStandingOrder] = {}
    above: Rule | None = None
    for number, line in lines_of(text).items():
        try:
            above = read_line(line, map, cases, above)
            check_rule(above, view, hours)
        except BadStandingOrder as exc:
            found[number] = exc
    return found


def check_rule(rule: Rule, view: PlayerView | None, hours: int) -> None:
    """Check a rule against a game. Raises BadStandingOrder."""
    if rule.asks and (problem := time_error(rule.within, hours)):
        raise BadStandingOrder(problem, wrong=str(rule.within or "ask me"))  # as typed
    if view is None:
        return
    if rule.condition:
        check_condition(rule.condition, view)
    for order in rule.orders:
        check_parses(without_attackers(order)[0], view)
    if problem := rule.case.problem(rule, view):
        raise BadStandingOrder(problem)


def check_condition(condition: str, view: PlayerView) -> None:
    """Check that a condition can be read. Raises BadStandingOrder."""
    try:
        engine.read_condition(f"if {condition}:", condition, view)
    except engine.UnreadableOrder as exc:
        raise BadStandingOrder(str(exc), wrong=exc.wrong) from exc


def bare_lines(text: str) -> Collection[str]:
    """Return the lines of a canonical text without comments."""
    return lines_of(text).values()


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
            said = _("In “%(order)s”: %(why)s") % {"order": engine.clipped(order), "why": exc}
            raise BadStandingOrder(said, wrong=exc.wrong or order) from exc


def has_case(text: str, map: str, case: StandingCase, cases: Cases = SHARED_CASES) -> bool:
    """Check whether one of the rules of a checked text is for this case."""
    return any(rule.case == case for rule in read(text, map, cases))


def choose_answer(text: str, view: PlayerView, moment: Moment = NOW) -> Choice | None:
    """Choose the action of the first rule that answers at once and fits, with that rule; None if there is none."""
    return _first(text, view, moment, lambda case: case.at_once)


def choose_timeout(text: str, view: PlayerView, moment: Moment = NOW) -> Choice | None:
    """Choose the first order that answers now, of a rule for lateness or a line of its own or, out of turn, of one that
    answers at once too; None leaves it to the default. Who has let the time of windows run out gets the default, or
    what lines of their own rank: they were asked for what their rules would have said."""
    pace = view.asked.pace if view.asked else ""
    if pace == "window":
        return _first(text, view, moment, lambda case: bool(case.line))
    return _first(text, view, moment, lambda case: pace == "reaction" or not case.at_once or bool(case.line))


def answers_sealed(text: str, view: PlayerView, moment: Moment = NOW) -> bool:
    """Check whether a rule answers a sealed question for which people are waited for otherwise."""
    return any(rule.case.sealed and rule.fits(view) for rule in _rules_in_force(text, view, moment))


def asking_rule(text: str, view: PlayerView, moment: Moment = NOW) -> Rule | None:
    """Return the rule by which the player wants to be asked about the open question of others; None if their rules
    answer. The first that fits decides, by public facts, whatever cards the player holds."""
    rule = next((rule for rule in _rules_in_force(text, view, moment) if rule.case.may_ask and rule.fits(view)), None)
    return rule if rule and rule.asks else None


def asks_for_dice(text: str, rules: str, map: str) -> bool:
    """Check whether a rule asks the player about attacks, now or at other times."""
    return any(rule.asks and rule.case == ATTACKED for rule in rules_in(text, rules, map))


def rules_of(text: str, view: PlayerView) -> tuple[Rule, ...]:
    """Read the rules of a stored text in a game."""
    return rules_in(text, view.rules, view.map)


def rules_in(text: str, rules: str, map: str) -> tuple[Rule, ...]:
    """Read the rules of a stored text in a game of these rules on this map."""
    return read_kept(text, map, parts_of(rules).orders.standing_cases)


def _rules_in_force(text: str, view: PlayerView, moment: Moment) -> Iterator[Rule]:
    """Yield the rules whose term is not over; lines that begin with `else` go with the one above them."""
    over = False
    for rule in rules_of(text, view):
        over = over if rule.otherwise else is_over(rule, view.round, moment)
        if not over:
            yield rule


def _first(text: str, view: PlayerView, moment: Moment, counts: Callable[[StandingCase], bool]) -> Choice | None:
    rules = list(_rules_in_force(text, view, moment))
    for rule in _applicable(rules, view, moment, counts):
        for action in actions_of(rule, view):
            if not any(other.case.forbids and other.case.forbids(other, view, action) for other in rules):
                return Choice(action, rule)
    return None


def _applicable(
    rules: Sequence[Rule], view: PlayerView, moment: Moment, counts: Callable[[StandingCase], bool]
) -> Iterator[Rule]:
    """Yield the rules that are meant for the open question; of lines that begin with `else` only those under which no
    condition above them holds."""
    held = False
    for rule in rules:
        above = rule.otherwise and held
        held = above or condition_holds(rule, view, moment)
        if held and not above and counts(rule.case) and rule.fits(view):
            yield rule


def condition_holds(rule: Rule, view: PlayerView, moment: Moment = NOW) -> bool:
    """Check the condition of a rule; one that cannot be read any more does not hold."""
    if not rule.condition:
        return True
    try:
        return engine.read_condition(rule.condition, rule.condition, view).holds(view, moment.captured)
    except engine.UnreadableOrder:
        return False


def actions_of(rule: Rule, view: PlayerView) -> Iterator[Action]:
    """Yield what a rule would answer now, in the order of its orders."""
    if rule.case.answer and (chosen := rule.case.answer(rule, view)):
        yield chosen
    for order in rule.orders:
        said, attackers = without_attackers(order)
        src = view.about.get("src")
        if attackers and (src is None or view.units(src) < attackers):
            continue
        if action := readable(said, view):
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
