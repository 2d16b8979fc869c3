"""Check standing orders while they are typed: each line by itself, and one trial on the present board.

Everything comes from the owner's view; nothing is saved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from engine import PlayerView
from games.errors import BadStandingOrder
from games.families.parts import parts_of
from games.families.standing_cases import ATTACKED, INVADED, LATE, Rule
from games.play.standing_language import lines_of, read_line, without_attackers, write_line
from games.play.standing_orders import MOST_RULES, PLAY, Moment, check_rule, is_over
from games.wording.seats import colour_name, territory_name

READS, NEVER, NOT_HELD, OVER, MISTAKE = "reads", "never_applies", "not_in_hand", "over", "mistake"


@dataclass(frozen=True)
class LineCheck:
    """What comes of one line: its canonical form, or why it cannot be kept, and where in the line, from 0."""

    line: int
    text: str
    verdict: str
    kept: str = ""
    why: str = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True)
class TextCheck:
    """What comes of a text: each of its lines, and a sentence about one attack as the board stands."""

    lines: tuple[LineCheck, ...]
    trial: str

    @property
    def is_good(self) -> bool:
        return all(line.verdict != MISTAKE for line in self.lines)


def check_text(text: str, view: PlayerView, hours: int, moment: Moment, *, dice_chosen: bool) -> TextCheck:
    """Check a text on its owner's view. `hours` is the game's time for replies, 0 for none; `dice_chosen` whether its
    defenders choose their dice."""
    cases = parts_of(view.rules).orders.standing_cases
    checks: list[LineCheck] = []
    rules: list[Rule] = []
    for number, line in list(lines_of(text).items())[: MOST_RULES + 1]:
        try:
            if len(checks) == MOST_RULES:
                raise BadStandingOrder(_("A standing order has at most %(most)s lines.") % {"most": MOST_RULES})
            rule = read_line(line, view.map, cases, rules[-1] if rules else None)
            check_rule(rule, view, hours)
        except BadStandingOrder as exc:
            checks.append(_mistake(number, line, exc))
            continue
        rules.append(rule)
        verdict, why = verdict_of(rule, view, moment, dice_chosen=dice_chosen)
        checks.append(LineCheck(number, line, verdict, write_line(rule), why))
    good = zip([check for check in checks if check.verdict != MISTAKE], rules, strict=True)
    counts = [(check.line, rule) for check, rule in good if check.verdict not in (OVER, NEVER)]
    return TextCheck(tuple(checks), trial_on(view, counts))


def _mistake(number: int, line: str, exc: BadStandingOrder) -> LineCheck:
    """Say what is wrong with a line, and where its words are; all of it where they are not found."""
    start = line.casefold().find(exc.wrong.strip().casefold()) if exc.wrong.strip() else -1
    if start < 0:
        return LineCheck(number, line, MISTAKE, why=exc.message, end=len(line))
    return LineCheck(number, line, MISTAKE, why=exc.message, start=start, end=start + len(exc.wrong.strip()))


def verdict_of(rule: Rule, view: PlayerView, moment: Moment, *, dice_chosen: bool) -> tuple[str, str]:
    """Return what comes of a line that reads, with the reason if it does nothing now."""
    if is_over(rule, view.round, moment):
        return OVER, _("Its term is over.")
    if rule.by and not {*rule.by} & {*view.colours}:
        return NEVER, _("%(colour)s does not play here.") % {"colour": colour_name(rule.by[0])}
    if rule.case == ATTACKED and not dice_chosen:
        return NEVER, _("You always defend with as many dice as allowed here.")
    if rule.case == LATE and (rule.places or rule.by or rule.has_size):
        return NEVER, _("“late” is about your own turn: leave out where, by whom and with how many.")
    cards = [card for order in rule.orders if (card := card_of(order, view)) is not None]
    if cards and len(cards) == len(rule.orders) and not any(held for _name, held in cards):
        return NOT_HELD, _("%(card)s is not in your hand.") % {"card": cards[0][0]}
    return READS, ""


def card_of(order: str, view: PlayerView) -> tuple[str, bool] | None:
    """Return the card that an order plays and whether the viewer has it; None for other orders."""
    try:
        plain = engine.action_to_json(engine.parse_order(without_attackers(order)[0], view))
    except engine.OrderError:
        return None
    if plain["type"] != PLAY:
        return None
    names = engine.catalogue_of(view.rules, view.options).names
    laid = [card for seat, card in parts_of(view.rules).cards.laid_open(view) if seat == view.viewer]
    return str(plain["card"]), plain["card"] in {names[card] for card in (*view.hand, *laid)}


# ---- the trial


def trial_on(view: PlayerView, rules: list[tuple[int, Rule]]) -> str:
    """Say which line would answer the strongest attack on the viewer that is possible as the board stands: "If Red
    attacked Egypt from Libya now: line 1, defend 1." Empty where nobody stands next to them."""
    front = strongest_front(view)
    if front is None:
        return ""
    src, dst = front
    fits = about_attack(view, src, dst)
    number, rule = next(((number, rule) for number, rule in rules if fits(rule)), (0, None))
    said = {
        "colour": colour_name(view.seats[view.owner[src]].colour),
        "dst": territory_name(view, dst),
        "src": territory_name(view, src),
        "line": number,
    }
    if rule is None:
        return _("If %(colour)s attacked %(dst)s from %(src)s now: no line fits.") % said
    said["answer"] = answer_words(rule, view)
    return _("If %(colour)s attacked %(dst)s from %(src)s now: line %(line)s, %(answer)s.") % said


def strongest_front(view: PlayerView) -> tuple[int, int] | None:
    """Find the attack on the viewer with the most attackers, as a source and a target."""
    fronts = [
        (view.units(src), -dst, src, dst)
        for dst, owner in enumerate(view.owner)
        if owner == view.viewer
        for src in view.links[dst]
        if 0 <= view.owner[src] < len(view.seats) and view.owner[src] != view.viewer and view.units(src) > 1
    ]
    return max(fronts)[2:] if fronts else None


def about_attack(view: PlayerView, src: int, dst: int) -> Callable[[Rule], bool]:
    """Return what tells whether a rule is meant for an attack, by public facts; its cards must be held."""

    def fits(rule: Rule) -> bool:
        if rule.case not in (ATTACKED, INVADED):
            return False
        colour = view.seats[view.owner[src]].colour
        if not (rule.is_at(dst) and rule.is_by(colour) and rule.allows_size(view.units(src))):
            return False
        return rule.asks or any(card is None or card[1] for card in (card_of(order, view) for order in rule.orders))

    return fits


def answer_words(rule: Rule, view: PlayerView) -> str:
    """Say what a rule answers: the first of its orders that can be given, or that the player is asked."""
    if rule.asks:
        hours = {"hours": rule.within}
        return _("you are asked within %(hours)s hours") % hours if rule.within else _("you are asked")
    found = (order for order in rule.orders if (card := card_of(order, view)) is None or card[1])
    return next(found, rule.orders[0])
