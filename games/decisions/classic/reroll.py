"""Change a throw that lies on the table before it counts: reroll a die, or turn one to 6."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.boards.overlays import Marks
from games.decisions.kit.context import PageContext
from games.decisions.kit.panel import Panel, steps_of
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.wording.amounts import NBSP, Dice, cost_words, dice_row, lost_places, pluralize_armies
from games.wording.narration.roles import HIDDEN
from games.wording.narration.sentences import Event, Names, join_and, of_seat, registers_sentence, say, say_where
from games.wording.seats import seat_label, territory_name

SIX = 6


@dataclass(frozen=True)
class DiceRows:
    """Both rows of dice as they lie, who threw them, and what they cost. Data of decisions/rows.html."""

    attack: Dice
    defend: Dice
    attack_lost: Dice
    defend_lost: Dice
    attack_colour: str
    defend_colour: str
    attacker: str
    defender: str
    cost: str


@dataclass(frozen=True)
class DieOption:
    """A die that may be changed, and what becomes of the throw.

    `gain` is more than 0 if that may help: armies saved, or the faces of six with which some would be. `row` is the
    attacker's new row where it is known, `lost` the places in it that lose.
    """

    die: int
    label: str
    result: str
    gain: int
    number: str = ""
    row: Dice = ()
    lost: Dice = ()


@dataclass(frozen=True)
class RerollPanel:
    """Data of decisions/reroll.html. `cards` are those that may be shown, as (number, name)."""

    rows: DiceRows
    src_name: str
    dst_name: str
    src_armies: int
    dst_armies: int
    action: str
    picks: tuple[DieOption, ...]
    cards: tuple[tuple[int, str], ...]
    note: str
    keep_first: bool


def rows_of(context: PageContext) -> DiceRows | None:
    """Build the rows of dice that the open decision is about; None where it is about something else."""
    about = context.view.about
    if "attack" not in about or "defend" not in about:
        return None
    attack, defend = tuple(about["attack"]), tuple(about["defend"])
    owner = context.view.owner[about["dst"]]
    attack_lost, defend_lost = lost_places(attack, defend)
    attacker, defender = thrower(context, about["seat"]), thrower(context, owner)
    cost = cost_words(len(attack_lost), len(defend_lost), attacker, defender)
    colours = context.colour(about["seat"]), context.colour(owner)
    return DiceRows(attack, defend, attack_lost, defend_lost, *colours, attacker, defender, cost)


def thrower(context: PageContext, seat: int) -> str:
    """Name who throws: "you", "Grey", or "the defender" for armies that nobody plays."""
    if seat == context.view.viewer:
        return _("you")
    return context.title(seat) if context.colour(seat) else _("the defender")


def replace_die(row: Dice, die: int, into: int) -> Dice:
    """Replace one die that showed `die` by one that shows `into`, in descending order."""
    place = row.index(die)
    return tuple(sorted((*row[:place], into, *row[place + 1 :]), reverse=True))


def reroll_panel(context: PageContext) -> Panel:
    """Ask which die is rolled again, and by which card."""
    rows = rows_of(context)
    assert rows is not None
    picks = _chances(context, rows)
    cards = tuple((card, context.name(card)) for card in context.places("improve.reroll", "card"))
    dst = context.name(context.view.about["dst"])
    note = _("The card stays yours, but lies face up until you stop attacking %(land)s.") % {"land": dst}
    if _commander_waits(context):
        note += " " + _("Your Commander can still turn a die after that.")
    ways = tuple((f"reroll {pick.die} with {cards[0][1]}", pick.result) for pick in picks)  # as typed
    return _panel(context, _("Reroll a die?"), "improve.reroll", picks, cards, note, ways)


def _commander_waits(context: PageContext) -> bool:
    return bool(context.view.options.get("commander")) and "commander" not in context.view.extra.get("used", ())


def _chances(context: PageContext, rows: DiceRows) -> tuple[DieOption, ...]:
    """Count for each die the faces that would be better, and those that would be worse, than the one rolled."""
    now = len(rows.attack_lost)
    picks = []
    for die in context.places("improve.reroll", "die"):
        after = [len(lost_places(replace_die(rows.attack, die, into), rows.defend)[0]) for into in range(1, SIX + 1)]
        better, worse = sum(lost < now for lost in after), sum(lost > now for lost in after)
        picks.append(
            DieOption(
                die,
                _("Reroll the %(die)s") % {"die": die},
                _faces(better, worse),
                better,
                _("%(count)s of 6") % {"count": better},
            )
        )
    return best_first(picks)


def best_first(picks: list[DieOption]) -> tuple[DieOption, ...]:
    return tuple(sorted(picks, key=lambda pick: (-pick.gain, pick.die)))


def _faces(better: int, worse: int) -> str:
    if not better:
        text = _("worse on %(worse)s of 6 faces, better on none") if worse else _("no face is better")
    else:
        text = (
            _("better on %(better)s of 6 faces, worse on %(worse)s") if worse else _("better on %(better)s of 6 faces")
        )
    return text % {"better": better, "worse": worse}


def command_panel(context: PageContext) -> Panel:
    """Ask which die is turned to 6."""
    rows = rows_of(context)
    assert rows is not None
    picks = []
    for die in context.places("improve.commander", "die"):
        row = replace_die(rows.attack, die, SIX)
        lost, killed = lost_places(row, rows.defend)
        cost = cost_words(len(lost), len(killed), rows.attacker, rows.defender)
        saved = len(rows.attack_lost) - len(lost)
        result = cost if saved else _("%(cost)s, as rolled") % {"cost": cost}
        picks.append(DieOption(die, _("Turn the %(die)s to 6") % {"die": die}, result, saved, row=row, lost=lost))
    ordered = best_first(picks)
    ways = tuple((f"commander {pick.die}", pick.result) for pick in ordered)
    note = _("Your Commander can do this once a turn. If you keep the dice, the Commander waits for a later throw.")
    return _panel(context, _("Turn a die to 6?"), "improve.commander", ordered, (), note, ways)


def _panel(
    context: PageContext,
    heading: str,
    action: str,
    picks: tuple[DieOption, ...],
    cards: tuple[tuple[int, str], ...],
    note: str,
    ways: tuple[tuple[str, str], ...],
) -> Panel:
    view, rows = context.view, rows_of(context)
    assert rows is not None
    src, dst = view.about["src"], view.about["dst"]
    keep_first = not any(pick.gain > 0 for pick in picks)
    data = RerollPanel(
        rows,
        context.name(src),
        context.name(dst),
        view.armies[src],
        view.armies[dst],
        action,
        picks,
        cards,
        note,
        keep_first,
    )
    marks = Marks(
        src=src, selectable={dst: ""}, notes={src: _("attacking from here"), dst: _("under attack")}, deciding=True
    )
    ways = (*ways, ("keep", rows.cost))
    return Panel("reroll", heading, data, marks, steps_of(context), None, ways, fight=(src, dst))


def reroll_prompt(view: engine.PlayerView) -> Prompt:
    return Prompt(_("Reroll a die, or keep the dice"), _("reroll a die or keep the dice"), rows_in_words(view))


def command_prompt(view: engine.PlayerView) -> Prompt:
    return Prompt(_("Turn a die to 6, or keep the dice"), _("turn a die to 6 or keep the dice"), rows_in_words(view))


def rows_in_words(view: engine.PlayerView) -> str:
    """Describe both rows: "You rolled 5 2 1 from Brazil against 5 5 in North Africa. As rolled, you lose 2 armies"."""
    about = view.about
    said = {
        "attack": dice_row(about["attack"]).replace(" ", NBSP),
        "defend": dice_row(about["defend"]).replace(" ", NBSP),
        "src": territory_name(view, about["src"]),
        "dst": territory_name(view, about["dst"]),
        "mine": pluralize_armies(about["attack_losses"]),
        "theirs": pluralize_armies(about["defend_losses"]),
        "other": seat_label(view, view.owner[about["dst"]]),
    }
    rolled = _("You rolled %(attack)s from %(src)s against %(defend)s in %(dst)s.") % said
    if not about["attack_losses"]:
        cost = _("As rolled, %(other)s loses %(theirs)s.") % said
    elif not about["defend_losses"]:
        cost = _("As rolled, you lose %(mine)s.") % said
    else:
        cost = _("As rolled, you lose %(mine)s and %(other)s loses %(theirs)s.") % said
    return f"{rolled} {cost}"


def rerolls(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest each die, the lowest first, by the first card that fits, which is one of both territories."""
    card = offer.field("card", engine.TerritoryField).values[0]
    for face in offer.field("die", engine.ChoiceField).values:
        order = order_text(view, offer.action, die=face, card=card)
        yield Suggestion(order, f"Reroll the {face} with {territory_name(view, card)}")  # as typed


def commands(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    for face in offer.field("die", engine.ChoiceField).values:
        words = f"Commander {face}"  # as typed
        yield Suggestion(order_text(view, offer.action, die=face), words, note=_("turns this die to 6"))


KEPT = Timeout(
    turn=lambda view: _("your dice are kept"), organizer=gettext_lazy("the dice are kept and nobody else is attacked")
)


def rerolled(event: Event, names: Names) -> str:
    text = _("%(seat)s showed the %(card)s card and rerolled the %(die)s: %(into)s.")
    return say_where(text, event, names, card=names.card(event["card"]), die=event["die"], into=event["into"])


def commanded(event: Event, names: Names) -> str:
    yours, theirs = _("Your Commander turned the %(die)s to 6."), _("%(seat)s’s Commander turned the %(die)s to 6.")
    return of_seat(event["seat"], names, yours, theirs, die=event["die"])


@registers_sentence("improve.laid_back", story=HIDDEN)
def laid_back(event: Event, names: Names) -> str:
    cards = event["cards"]
    text = ngettext(
        "%(seat)s took the shown card back: %(cards)s.",
        "%(seat)s took the shown cards back: %(cards)s.",
        len(cards),
    )
    return say(text, seat=names.Seat(event["seat"]), cards=join_and([names.card(card) for card in cards]))


DECISIONS.add(
    Decision(
        "improve.reroll_asked",
        summary=gettext_lazy("Reroll a die with a card, or keep the dice."),
        panel=reroll_panel,
        prompt=reroll_prompt,
        answers={"improve.reroll": Answer(suggest=rerolls)},
        dice=rows_of,
        timeout=KEPT,
        sentences={"improve.rerolled": rerolled},
    )
)
DECISIONS.add(
    Decision(
        "improve.commander_asked",
        summary=gettext_lazy("Turn a die to 6, or keep the dice."),
        panel=command_panel,
        prompt=command_prompt,
        answers={"improve.commander": Answer(suggest=commands)},
        dice=rows_of,
        timeout=KEPT,
        sentences={"improve.commanded": commanded},
    )
)
