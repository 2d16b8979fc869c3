"""The panel of an attack whose source and target are chosen: both forces, the odds, and how to attack."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import engine
from games.decisions.attack import notes
from games.decisions.attack.choices import marks_from
from games.decisions.attack.histogram import HistogramBar, histogram
from games.decisions.attack.order import able_to_lead, attack_action
from games.decisions.cards.choice import CardRow, card_rows
from games.decisions.kit.attack_words import attack_words
from games.decisions.kit.context import THENS, TICK, PageContext
from games.decisions.kit.forces import Force, force_at
from games.decisions.kit.panel import Panel, advice, steps_of
from games.families.parts import parts_of
from games.families.pieces import own_name
from games.wording.amounts import capitalized, join_and, percent, units_noun


@dataclass(frozen=True)
class Leader:
    """A piece that may lead an attack or come along, and whether it does; `note` says what it is good for, `sides` how
    many sides its die has in this fight, 0 for one that throws none."""

    kind: str
    name: str
    sign: str
    leads: bool
    note: str = ""
    sides: int = 0


@dataclass(frozen=True)
class AttackChoices:
    """The choices of the form as they stand: dice, who leads, how long, and how many move in then."""

    dice: int
    dice_most: int
    go: str
    left: int
    left_most: int
    then: str
    thens: tuple[tuple[str, str], ...]
    least_odds: int
    leaders: tuple[Leader, ...]

    @property
    def leading(self) -> tuple[str, ...]:
        """The kinds of those who lead or come along."""
        return tuple(leader.kind for leader in self.leaders if leader.leads)

    @property
    def led_by(self) -> str:
        """The leaders as `lead` of an address has them."""
        return ".".join(self.leading)

    @property
    def sent(self) -> str:
        """The names of the fields that change what the panel shows."""
        ticks = [TICK + leader.kind for leader in self.leaders]
        return ",".join(["src,dst,dice,go,left,odds,then", *(["led", *ticks] if ticks else [])])


@dataclass(frozen=True)
class AttackPanel:
    """Data of decisions/attack.html: two sides, the odds, the picture, and the choices of the form. `empty` is land
    without a unit, which is walked into; `led` names whose dice are thrown, or with `rolls` unset who comes along, and
    `cards` can be played before."""

    src: Force
    dst: Force
    odds: str
    sentence: str
    losses: str
    bars: tuple[HistogramBar, ...]
    picture: str
    choices: AttackChoices
    afterwards: tuple[tuple[str, str], ...]
    defence: str
    advice: tuple[str, ...]
    back: str
    base: str
    left_says: str
    end_label: str
    buttons: tuple[str, ...]
    empty: bool = False
    led: str = ""
    rolls: bool = True
    cards: tuple[CardRow, ...] = ()

    @property
    def stops(self) -> bool:
        """Whether the attack may end without a capture."""
        return any(not bar.captured for bar in self.bars)


def ready(context: PageContext, src: int, dst: int) -> Panel:
    """Show an attack with its odds and the ways to order it."""
    action = attack_action(context, src, dst)
    data = attack_panel(context, src, dst, action)
    ways = (
        ("then advance all", _("all but 1 move in")),  # as typed
        ("then advance least", _("as many as the dice in the last throw")),  # as typed
        ("until captured", _("attack until it is yours or you run out")),  # as typed
        ("while odds 60%", _("stop when the odds turn against you")),  # as typed
    )
    heading = str(attack_words(context.view).target) % {"land": context.name(dst)}
    marks, fight = marks_from(context, src, dst), (src, dst)
    return Panel("attack", heading, data, marks, steps_of(context), action, ways, fight=fight)


def attack_panel(context: PageContext, src: int, dst: int, action: engine.Facts) -> AttackPanel:
    """Build what the panel shows of the attack `action`: both sides, its odds, and the choices as they stand."""
    view = context.view
    found = engine.outcome_of(view, engine.action_from_json(action))
    assert found is not None, "what is offered can be fought"
    empty, words = not view.units(dst), attack_words(view)
    choices, parts = choices_of(context, src, dst, action), parts_of(view.rules)
    rolls = engine.leading_of(engine.ruleset(view.rules)).throw
    noun, said = capitalized(units_noun(view.rules)), parts.attack.attack_notes(view, src, dst, choices.leading)
    bars, picture = histogram(found, noun)
    return AttackPanel(
        src=force_at(context, src),
        dst=force_at(context, dst),
        odds=percent(found.win),
        sentence=_sentence(context, src, dst, choices.go, said.before_dice),
        losses="" if empty else notes.losses(context, view.owner[dst], found),
        bars=bars,
        picture=picture,
        choices=choices,
        afterwards=tuple((word, str(said)) for word, said in AFTERWARDS.items()),
        defence=" ".join([notes.describe_defence(context, src, dst), *said.sentences]),
        advice=advice(context, action),
        back=context.link(src=src),
        base=context.page_data.url,
        left_says=_("%(units)s you would have left.") % {"units": noun},
        end_label=str(words.end),
        buttons=tuple(str(button) for button in words.button),
        empty=empty,
        led=led_words(context, choices, rolls=rolls),
        rolls=rolls,
        cards=card_rows(context, src, dst),
    )


def _sentence(context: PageContext, src: int, dst: int, go: str, before: str) -> str:
    if not context.view.units(dst):
        return _("Nobody stands there: you walk in without dice.")
    return " ".join(filter(None, (notes.describe_chance(context, src, dst, go), before)))


def choices_of(context: PageContext, src: int, dst: int, action: engine.Facts) -> AttackChoices:
    """Read the choices of the form from the attack that they describe."""
    units, most = context.view.units, context.bounds("battle.attack", "dice", {"src": src, "dst": dst})[1]
    go = "once" if action["throws"] == 1 else "left" if action["left"] else "odds" if action["odds"] else "captured"
    return AttackChoices(
        dice=action["dice"] or most,
        dice_most=most,
        go=go,
        left=action["left"] or min(4, units(src) - 1),
        left_most=units(src) - 1,
        then=word_of(action["advance"]),
        thens=tuple((word, str(label)) for word, label in LABELS.items()),
        least_odds=action["odds"],
        leaders=leaders_of(context, src, dst, action, most),
    )


def leaders_of(context: PageContext, src: int, dst: int, action: engine.Facts, most: int) -> tuple[Leader, ...]:
    """List the pieces that may lead an attack with at most so many dice, or come along, and which of them do."""
    able = able_to_lead(context, src, dst)
    leading = engine.leading_of(engine.ruleset(context.view.rules))
    going = action.get("leaders", leading.limit(able, action["dice"] or most))
    rows = {kind: context.view.dice_row("attacker", engine.Clash(src, dst, (kind,))) for kind in able if leading.throw}
    return tuple(_leader(context, kind, kind in going, rows[kind][0] if leading.throw else 0) for kind in able)


def _leader(context: PageContext, kind: str, leads: bool, sides: int) -> Leader:
    sign, name = parts_of(context.view.rules).board.piece_signs[kind], own_name(context.view, context.me, kind)
    return Leader(kind, name or str(sign.word), sign.sign, leads, sign.title(name), sides)


def led_words(context: PageContext, choices: AttackChoices, *, rolls: bool) -> str:
    """Name whose dice are thrown: "Land, Naval and 1 MOD", or who comes along: "with Ares and Zeus"; empty where
    nothing can."""
    if not choices.leaders:
        return ""
    names, rules = [leader.name for leader in choices.leaders if leader.leads], engine.ruleset(context.view.rules)
    if not rolls:
        nobody = _("no %(pieces)s") % {"pieces": rules.words.companion_words[1]}
        return _("with %(pieces)s") % {"pieces": join_and(names) or nobody}
    others = choices.dice - len(names)
    return join_and([*names, *([rules.count_armies(others)] if others > 0 else [])])


LABELS = {
    "all": pgettext_lazy("armies that advance", "All"),
    "least": gettext_lazy("The least"),
    "ask": gettext_lazy("Ask me"),
}
"""How many move in after a capture, as the strip of the panel says it."""


AFTERWARDS = {"all": gettext_lazy(", then advance all"), "least": gettext_lazy(", then advance the least")}
"""The same behind the words of the button."""


def word_of(advance: int) -> str:
    """Return the word that forms and addresses have for how many move in."""
    return next((word for word, given in THENS.items() if given == advance), "ask")
