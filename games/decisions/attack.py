"""Attack: choose a source, a target, and how long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

import engine
from engine import ASK, odds
from games.boards.overlays import Marks
from games.decisions import evaluation
from games.decisions.attack_words import attack_words
from games.decisions.context import GOES, THENS, TICK, PageContext
from games.decisions.end_turn import END_TURN, no_fields
from games.decisions.histogram import HistogramBar, histogram
from games.decisions.page_types import StoryLine
from games.decisions.panel import Panel, advice, at_the_end, steps_of, until_of
from games.decisions.posted import IncompleteForm, PostedForm
from games.decisions.prompts import SUGGESTED, Prompt, Suggestion, assault, assault_words, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.families.parts import parts_of, piece_words
from games.wording.amounts import percent
from games.wording.narration.sentences import names_for
from games.wording.seats import NEUTRAL

LISTED = 8
"""So many attacks are listed in words; the map shows all."""

USUAL_SIDES = 6


@dataclass(frozen=True)
class AttackTarget:
    """A territory that can be attacked, from where, and with what chance."""

    src: int
    dst: int
    src_name: str
    name: str
    colour: str
    owner: str
    armies: int
    held: str
    own: int
    chance: float
    odds: str
    url: str


def _target(context: PageContext, src: int, dst: int) -> AttackTarget:
    view, win = context.view, evaluation.chance(context.view, src, dst)
    return AttackTarget(
        src,
        dst,
        context.name(src),
        context.name(dst),
        context.colour_at(dst),
        context.title(view.owner[dst]),
        view.units(dst),
        parts_of(view.rules).unit_words(view.units(dst)) if view.units(dst) else _("empty"),
        view.units(src),
        win,
        percent(win) if view.units(dst) else _("walk in"),
        context.link(src=src, dst=dst),
    )


def _targets(context: PageContext, src: int) -> list[AttackTarget]:
    places = context.places("battle.attack", "dst", {"src": src})
    return sorted((_target(context, src, dst) for dst in places), key=lambda target: -target.chance)


def panel(context: PageContext) -> Panel:
    """Choose a source, then a target, then how to attack."""
    sources = context.places("battle.attack", "src")
    choice = context.selection
    if choice.src not in sources:
        return _choose_source(context, sources)
    assert choice.src is not None
    if choice.dst not in context.places("battle.attack", "dst", {"src": choice.src}):
        return _choose_target(context, choice.src)
    assert choice.dst is not None
    return _ready(context, choice.src, choice.dst)


@dataclass(frozen=True)
class SourcePanel:
    """Data of decisions/attack_source.html: the best attacks, and the fight that has just been fought, if any."""

    best: tuple[AttackTarget, ...]
    more: str
    fight: StoryLine | None
    end: bool
    advice: tuple[str, ...]
    pick: str
    nobody: str
    end_label: str


def _choose_source(context: PageContext, sources: tuple[int, ...]) -> Panel:
    every = [target for src in sources for target in _targets(context, src)]
    every.sort(key=lambda target: -target.chance)
    best = tuple(every[:LISTED])
    words = attack_words(context.view.rules)
    marks = Marks(
        selectable=dict.fromkeys(sources, ""),
        links={src: context.link(src=src) for src in sources},
        notes=dict.fromkeys(sources, str(words.can)),
        deciding=bool(sources),
        look_at=(best[0].src, best[0].dst) if best else (),
    )
    heading = str(words.choose if sources else words.none)
    more = len(every) - len(best)
    data = SourcePanel(
        best,
        str(words.more_one if more == 1 else words.more) % {"count": more} if more else "",
        last_fight(context),
        context.may("turn.end"),
        at_the_end(context),
        str(words.pick),
        str(words.nobody),
        str(words.end),
    )
    ways = tuple((f"attack {t.src_name} {t.name}", _way_note(t)) for t in best[:4])
    fight = (best[0].src, best[0].dst) if best else None
    return Panel("attack_source", heading, data, marks, steps_of(context), until_of(context), None, ways, fight=fight)


@dataclass(frozen=True)
class TargetPanel:
    """Data of decisions/attack_target.html."""

    src_name: str
    stays: str
    colour: str
    targets: tuple[AttackTarget, ...]
    back: str
    end_label: str


def _way_note(target: AttackTarget) -> str:
    """Say what comes of an attack, behind its order."""
    return _("%(odds)s chance to capture it") % {"odds": target.odds} if target.armies else _("nobody stands there")


def _choose_target(context: PageContext, src: int) -> Panel:
    targets = tuple(_targets(context, src))
    words, units = attack_words(context.view.rules), context.view.units(src)
    stays = ngettext(
        "%(units)s stands there and stays behind. Choose a target on the map, or here.",
        "%(units)s stand there; 1 stays behind. Choose a target on the map, or here.",
        units,
    ) % {"units": parts_of(context.view.rules).unit_words(units)}
    colour, end = context.colour_at(src), str(words.end)
    data = TargetPanel(context.name(src), stays, colour, targets, context.link(), end)
    heading = str(words.source) % {"land": context.name(src)}
    ways = tuple((f"attack {t.src_name} {t.name}", _way_note(t)) for t in targets[:4])
    marks, fight = _marks(context, src, None), (src, targets[0].dst) if targets else None
    return Panel("attack_target", heading, data, marks, steps_of(context), until_of(context), None, ways, fight=fight)


def _marks(context: PageContext, src: int, dst: int | None) -> Marks:
    targets = context.places("battle.attack", "dst", {"src": src})
    words = attack_words(context.view.rules)
    lit = {place: percent(evaluation.chance(context.view, src, place)) for place in targets}
    links = {place: context.link(src=place) for place in context.places("battle.attack", "src") if place != src}
    links |= {place: context.link(src=src, dst=place) for place in targets}
    notes = {place: str(words.can_be) % {"odds": text} for place, text in lit.items()}
    notes[src] = str(words.here)
    return Marks(src, dst, lit, (src, dst) if dst is not None else None, (), links, notes, True)


@dataclass(frozen=True)
class Leader:
    """A piece that may lead an attack, and whether it does."""

    kind: str
    name: str
    sign: str
    leads: bool


@dataclass(frozen=True)
class AttackPanel:
    """Data of decisions/attack.html: two sides, the odds, the picture, and the choices of the form. `empty` is land
    without a unit, which is walked into; `leaders` are none where nothing leads."""

    src: int
    dst: int
    src_code: str
    dst_code: str
    src_name: str
    dst_name: str
    src_colour: str
    dst_colour: str
    src_armies: int
    dst_armies: int
    may_fight: int
    owner: str
    owner_name: str
    odds: str
    sentence: str
    losses: str
    bars: tuple[HistogramBar, ...]
    picture: str
    dice: int
    dice_most: int
    go: str
    left: int
    left_most: int
    then: str
    thens: tuple[tuple[str, str], ...]
    least_odds: int
    afterwards: tuple[tuple[str, str], ...]
    defence: str
    advice: tuple[str, ...]
    back: str
    base: str
    with_src: str = ""
    with_dst: str = ""
    left_says: str = ""
    end_label: str = ""
    buttons: tuple[str, ...] = ()
    leaders: tuple[Leader, ...] = ()
    empty: bool = False

    @property
    def led_by(self) -> str:
        """The leaders as `lead` of an address has them."""
        return ".".join(leader.kind for leader in self.leaders if leader.leads)

    @property
    def sent(self) -> str:
        """The names of the fields that change what the panel shows."""
        ticks = [TICK + leader.kind for leader in self.leaders]
        return ",".join(["src,dst,dice,go,left,odds,then", *(["led", *ticks] if ticks else [])])

    @property
    def stops(self) -> bool:
        """Whether the attack may end without a capture."""
        return any(not bar.captured for bar in self.bars)


def _ready(context: PageContext, src: int, dst: int) -> Panel:
    action = attack_action(context, src, dst)
    data = _attack_panel(context, src, dst, action)
    ways = (
        ("then advance all", _("all but 1 move in")),  # as typed
        ("then advance least", _("as many as the last dice thrown")),  # as typed
        ("until captured", _("attack until it is yours or you run out")),  # as typed
        ("while odds 60%", _("stop when the odds turn against you")),  # as typed
    )
    heading = str(attack_words(context.view.rules).target) % {"land": context.name(dst)}
    marks, fight = _marks(context, src, dst), (src, dst)
    return Panel("attack", heading, data, marks, steps_of(context), until_of(context), action, ways, fight=fight)


def attack_action(context: PageContext, src: int, dst: int) -> dict[str, Any]:
    """Build the attack that the reader's selection describes; until captured unless something else is chosen."""
    choice = context.selection
    most = context.bounds("battle.attack", "dice", {"src": src, "dst": dst})[1]
    go = choice.go or "captured"
    left = min(choice.left or 0, context.view.units(src) - 1) if go == "left" else 0
    order = {
        "type": "battle.attack",
        "seat": context.me,
        "src": src,
        "dst": dst,
        "dice": 0 if not choice.dice or choice.dice >= most else choice.dice,
        "throws": 1 if go == "once" else 0,
        "left": left,
        "odds": min(choice.odds or 0, 100) if go == "odds" else 0,
        "advance": THENS.get(choice.then or context.page_data.then, ASK),
    }
    return order | led_by(context, order, most)


def led_by(context: PageContext, order: dict[str, Any], most: int) -> dict[str, Any]:
    """Return what the reader's choice of leaders changes in an order: nothing where all that may lead do so with the
    most dice, which is what the order means without a word about it."""
    able = able_to_lead(context, order["src"], order["dst"])
    if not able or not context.view.units(order["dst"]):
        return {}
    dice = order["dice"] or most
    chosen = able if context.selection.lead is None else tuple(k for k in able if k in context.selection.lead)
    if dice == most and chosen[:dice] == able[:dice]:
        return {}
    return {"dice": dice, "leaders": list(chosen[:dice])}


def able_to_lead(context: PageContext, src: int, dst: int) -> tuple[str, ...]:
    """List the kinds of the pieces that may lead an attack."""
    offer = context.offer("battle.attack")
    if not offer or not any(field.name == "leaders" for field in offer.fields):
        return ()
    most = context.bounds("battle.attack", "dice", {"src": src, "dst": dst})[1]
    rows = offer.field("leaders", engine.ChoiceField).values_for({"src": src, "dst": dst, "dice": most})
    return tuple(row[0] for row in rows if len(row) == 1)


def _leaders(context: PageContext, src: int, dst: int, action: dict[str, Any]) -> tuple[Leader, ...]:
    signs, names = parts_of(context.view.rules).piece_signs, names_for(context.view, html=False)
    able = able_to_lead(context, src, dst)
    going = action.get("leaders", able[: action["dice"] or len(able)])
    return tuple(
        Leader(
            kind,
            str(signs[kind].word) if kind in signs else names.piece(kind),
            signs[kind].sign if kind in signs else "",
            kind in going,
        )
        for kind in able
    )


def _attack_panel(context: PageContext, src: int, dst: int, action: dict[str, Any]) -> AttackPanel:
    """Build what the panel shows of the attack `action`: both sides, its odds, and the choices as they stand."""
    view = context.view
    owner = view.owner[dst]
    found = engine.outcome_of(view, engine.action_from_json(action))
    assert found is not None, "what is offered can be fought"
    most = context.bounds("battle.attack", "dice", {"src": src, "dst": dst})[1]
    dice = action["dice"] or most
    go = "once" if action["throws"] == 1 else "left" if action["left"] else "odds" if action["odds"] else "captured"
    units, words = view.units, attack_words(view.rules)
    noun = str(parts_of(view.rules).units_label)
    bars, picture = histogram(found, noun)
    empty = not units(dst)
    return AttackPanel(
        src=src,
        dst=dst,
        src_code=context.code(src),
        dst_code=context.code(dst),
        src_name=context.name(src),
        dst_name=context.name(dst),
        src_colour=context.colour(context.me),
        dst_colour=context.colour_at(dst),
        src_armies=units(src),
        dst_armies=units(dst),
        may_fight=units(src) - 1,
        owner=context.title(owner),
        owner_name=context.person(owner).name if 0 <= owner < len(view.seats) else "",
        odds=percent(found.win),
        sentence=_("Nobody stands there: you walk in without dice.") if empty else _sentence(context, src, dst, go),
        losses="" if empty else _losses(context, owner, found),
        bars=bars,
        picture=picture,
        dice=dice,
        dice_most=most,
        go=go,
        left=action["left"] or min(4, units(src) - 1),
        left_most=units(src) - 1,
        then=word_of(action["advance"]),
        thens=tuple((word, str(label)) for word, label in LABELS.items()),
        least_odds=action["odds"],
        afterwards=tuple((word, str(said)) for word, said in AFTERWARDS.items()),
        defence=_walking(context) if empty else _defence(context, owner, src, dst),
        advice=advice(context, action),
        back=context.link(src=src),
        base=context.page_data.url,
        with_src=pieces_on(context, src),
        with_dst=pieces_on(context, dst),
        left_says=_("%(units)s you would have left.") % {"units": noun},
        end_label=str(words.end),
        buttons=tuple(str(button) for button in words.button),
        leaders=() if empty else _leaders(context, src, dst, action),
        empty=empty,
    )


def pieces_on(context: PageContext, at: int) -> str:
    """Name the pieces on a territory in a few words: "Land, Naval, station"."""
    return piece_words(context.view).get(at, "")


def _losses(context: PageContext, owner: int, outcome: odds.Outcome) -> str:
    """Say how many armies both sides lose on average."""
    said = {
        "units": str(parts_of(context.view.rules).units_label).lower(),
        "own": f"{outcome.attacker_losses:.1f}",
        "other": context.title(owner) if context.colour(owner) else _("the defender"),
        "theirs": f"{outcome.defender_losses:.1f}",
    }
    return _("On average you lose %(own)s %(units)s, %(other)s loses %(theirs)s.") % said


def _sentence(context: PageContext, src: int, dst: int, go: str) -> str:
    if go == "captured":
        return _("chance to capture it if you fight to the end.")
    text = _("chance to capture it before you stop; %(odds)s if you fight to the end.")
    if go == "once":
        text = _("chance to capture it with this throw; %(odds)s if you fight to the end.")
    return text % {"odds": percent(evaluation.chance(context.view, src, dst))}


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


def _walking(context: PageContext) -> str:
    return _("Once you have walked in, this cannot be undone.")


def _defence(context: PageContext, owner: int, src: int, dst: int) -> str:
    """Say who rolls for the defence, with which dice, and when."""
    final = _("Once the dice are thrown, this cannot be undone.")
    told = [*filter(None, (_leading(context, src, dst), _great_dice(context, src, dst), _before(context)))]
    return " ".join([_who_defends(context, owner, dst, final), *told])


def _leading(context: PageContext, src: int, dst: int) -> str:
    return _("Commanders that lead the last throw must move in.") if able_to_lead(context, src, dst) else ""


def _great_dice(context: PageContext, src: int, dst: int) -> str:
    """Say which dice of the defence have more sides than usual; nothing of usual ones."""
    row = engine.fight(context.view, src, dst).dice.defend[: context.view.units(dst)]
    great = [sides for sides in row if sides != USUAL_SIDES]
    if not great:
        return ""
    text = ngettext(
        "%(count)s die of the defence has %(sides)s sides.",
        "%(count)s dice of the defence have %(sides)s sides.",
        len(great),
    )
    return text % {"count": len(great), "sides": great[0]}


def _before(context: PageContext) -> str:
    opens = bool(engine.ruleset(context.view.rules).reaction_hooks)
    return _("Before each roll, others can play a card.") if opens else ""


def _who_defends(context: PageContext, owner: int, dst: int, final: str) -> str:
    if not context.colour(owner):
        return final
    if context.colour(owner) == NEUTRAL:
        return final + " " + _("Your opponent throws for the neutral army.")
    said = ngettext(
        "%(who)s defends with 1 die at once.", "%(who)s defends with 2 dice at once.", context.view.units(dst)
    )
    if context.view.units(dst) > 1 and context.view.options.get("defender_dice") == "choose":
        said = _("%(who)s defends by standing order, or is asked first.")
    return final + " " + said % {"who": context.title(owner)}


def last_fight(context: PageContext) -> StoryLine | None:
    """Return the viewer's own fight, if it is the last line of the story."""
    lines = context.page_data.story
    if lines and lines[-1].throws and lines[-1].seat == context.view.viewer:
        return lines[-1]
    return None


def prompt(view: engine.PlayerView) -> Prompt:
    words = attack_words(view.rules)
    if view.offer("battle.attack"):
        return Prompt(str(words.asks), str(words.asks_subject))
    if evaluation.may_move_yet(view):
        return Prompt(str(words.asks_over), _("fortify or end your turn"))
    return Prompt(str(words.asks_over_end), _("end your turn"))


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest the best attacks, each until it captures."""
    for src, dst in evaluation.attacks(view)[:SUGGESTED]:
        words, chance = assault_words(view, src, dst), evaluation.chance(view, src, dst)
        yield Suggestion(assault(view, src, dst), words, chance, None, src, dst)


def ends(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest to end the turn, and the step where more comes after it."""
    yield Suggestion(order_text(view, offer.action, turn=True), "End your turn")  # as typed
    if parts_of(view.rules).trades_after_attacks(view):
        note = _("with the card you draw, you can trade in a set")
        yield Suggestion(order_text(view, offer.action), "End your attacks", note=note)  # as typed
    elif evaluation.may_move_yet(view):
        note = _("goes on to the free move")
        yield Suggestion(order_text(view, offer.action), "End your attacks", note=note)  # as typed


def parse(form: PostedForm) -> dict[str, Any]:
    """Read `src` and `dst` (codes), `dice`, `go` (once captured left odds), `left`, `odds`, `then` (ask all least), and
    with `led` the ticked `lead-<kind>`."""
    go = form.text("go", "once")
    if go not in GOES:
        raise IncompleteForm(_("Choose how long to attack: one throw, until captured, or until some number is left."))
    read = {
        "src": form.territory("src"),
        "dst": form.territory("dst"),
        "dice": form.count("dice", 0),
        "throws": 1 if go == "once" else 0,
        "left": form.count("left", 0) if go == "left" else 0,
        "odds": form.count("odds", 0) if go == "odds" else 0,
        "advance": THENS.get(form.text("then"), ASK),
    }
    return read | leaders_from(form, read)


def leaders_from(form: PostedForm, read: dict[str, Any]) -> dict[str, Any]:
    """Read which of the pieces that can lead are ticked, with the number of dice; the most dice are all that the target
    allows."""
    offer = form.view.offer("battle.attack")
    if "led" not in form.post or offer is None:
        return {}
    known = engine.ruleset(form.view.rules).unit_pieces
    most = offer.field("dice", engine.NumberField).table.get(f"{read['src']} {read['dst']}", (0, 0))[1]
    dice, leaders = read["dice"] or most, [kind for kind in known if TICK + kind in form.post]
    return {"dice": max(dice, 1), "leaders": leaders}


DECISIONS.add(
    Decision(
        "battle.attack_asked",
        summary=gettext_lazy("Attack, or end the attacks."),
        panel=panel,
        prompt=prompt,
        answers={"battle.attack": Answer(parse, suggestions), END_TURN: Answer(no_fields, ends)},
        timeout=Timeout(
            turn=lambda view: _("you attack nobody else"), organizer=gettext_lazy("nobody else is attacked")
        ),
    )
)
