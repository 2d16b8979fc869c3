"""Move armies at the end of a turn, once or as often as the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.boards.overlays import Marks
from games.decisions.end_turn import END_TURN, no_fields
from games.decisions.kit import evaluation, order_labels, redistribute
from games.decisions.kit.amount import Amount, after_move, amount_of, whole_force
from games.decisions.kit.context import PageContext
from games.decisions.kit.forces import Force, force_at
from games.decisions.kit.panel import Panel, steps_of
from games.decisions.kit.posted import PostedForm
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.kit.redistribute import redistribute_panel
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.families.parts import parts_of
from games.wording.amounts import armies_noun, capitalized, units_noun
from games.wording.seats import territory_name


@dataclass(frozen=True)
class Mover:
    """A territory to move from or to: its armies, the enemy armies beside it in words, and the address that chooses
    it."""

    name: str
    armies: int
    threat: str
    url: str


@dataclass(frozen=True)
class FortifyPanel:
    """Data of decisions/fortify.html; `places` are sources or, once one is chosen, where it can go. `many` if armies
    may be moved again and again; all can then be laid out anew at `redistribute`. `end_label` ends the step, `then`
    says what a move is followed by."""

    src: Force | None
    dst: Force | None
    colour: str
    places: tuple[Mover, ...]
    amount: Amount | None
    label: str
    most_says: str
    back: str
    asks: str = ""
    noun: str = ""
    many: bool = False
    redistribute: str = ""
    end_label: str = ""
    then: str = ""
    once: str = ""


def panel(context: PageContext) -> Panel:
    """Ask for one free move or, where many are allowed, several or all at once; or for the end of the turn."""
    if context.selection.way == "counts" and context.may("fortify.redistribute"):
        return redistribute_panel(context)
    sources = context.places("fortify.move", "src")
    src = context.selection.src if context.selection.src in sources else None
    targets = context.places("fortify.move", "dst", {"src": src}) if src is not None else ()
    dst = context.selection.dst if context.selection.dst in targets else None
    data = _fortify(context, sources, src, targets, dst)
    heading = (
        _("Move to %(land)s?") % {"land": data.dst.name}
        if data.dst
        else _("Move from %(land)s") % {"land": data.src.name}
        if data.src
        else _("Move %(units)s, or end the turn") % {"units": units_noun(context.view.rules)}
        if sources and data.many
        else heading_once(context.view)
        if sources
        else data.end_label
    )
    action = None
    if dst is not None and data.amount:
        action = {"type": "fortify.move", "seat": context.me, "src": src, "dst": dst, "force": data.amount.force}
    marks = _marks(context, sources, src, targets, dst, data.amount)
    ends_step = parts_of(context.view.rules).turn.after_move(context.view)
    ways = (("end" if ends_step else "end turn", _("without a move")),)  # as typed
    return Panel("fortify", heading, data, marks, steps_of(context), action, ways)


def _fortify(
    context: PageContext, sources: tuple[int, ...], src: int | None, targets: tuple[int, ...], dst: int | None
) -> FortifyPanel:
    view = context.view
    amount = None
    if src is not None and dst is not None:
        way = {"src": src, "dst": dst}
        amount = amount_of(context, "fortify.move", way, {"type": "fortify.move", **way})
    listed = sources if src is None else targets
    ranked = sorted(
        listed, key=(lambda t: (context.threat(t), -view.units(t))) if src is None else (lambda t: -context.threat(t))
    )
    places = [_mover(context, src, t) for t in ranked]
    label = capitalized(armies_noun(view.rules))
    return FortifyPanel(
        None if src is None else force_at(context, src),
        None if dst is None else force_at(context, dst),
        context.colour(context.me),
        tuple(places),
        amount,
        _("%(armies)s that move to %(land)s") % {"armies": label, "land": "" if dst is None else context.name(dst)},
        "" if amount and amount.pieces else _("1 stays behind"),
        context.link(src=src) if dst is not None else context.link(),
        _("How many %(units)s move?") % {"units": units_noun(view.rules)},
        units_noun(view.rules),
        context.may("fortify.redistribute"),
        context.link(way="counts"),
        end_label(view),
        then_says(view),
        once_says(view),
    )


def heading_once(view: engine.PlayerView) -> str:
    text = _("Move %(units)s once, or end the turn")
    if parts_of(view.rules).turn.after_move(view):
        text = _("Move %(units)s once, or go on")
    return text % {"units": units_noun(view.rules)}


def end_label(view: engine.PlayerView) -> str:
    """Say what ends the step: the turn does, or goes on."""
    after = parts_of(view.rules).turn.after_move(view)
    return _("Go on to %(next)s") % {"next": after} if after else _("End the turn")


def then_says(view: engine.PlayerView) -> str:
    """Say below the button what the move is followed by."""
    after = parts_of(view.rules).turn.after_move(view)
    return _("then go on to %(next)s") % {"next": after} if after else _("and end the turn")


def once_says(view: engine.PlayerView) -> str:
    """Say how often units may be moved."""
    after, units = parts_of(view.rules).turn.after_move(view), units_noun(view.rules)
    if after:
        text = _("You can move %(units)s once, then you go on to %(next)s. Choose where they come from.")
        return text % {"units": units, "next": after}
    return _("You can move %(units)s once, then your turn ends. Choose where they come from.") % {"units": units}


def _mover(context: PageContext, src: int | None, at: int) -> Mover:
    threat = context.threat(at)
    beside = parts_of(context.view.rules).words.enemy_words(threat)
    return Mover(
        context.name(at),
        context.view.units(at),
        _("%(armies)s next to it") % {"armies": beside} if threat else _("no enemy next to it"),
        context.link(src=at) if src is None else context.link(src=src, dst=at),
    )


def _marks(
    context: PageContext,
    sources: tuple[int, ...],
    src: int | None,
    targets: tuple[int, ...],
    dst: int | None,
    amount: Amount | None,
) -> Marks:
    if src is None:
        return Marks(
            selectable=dict.fromkeys(sources, ""),
            links={t: context.link(src=t) for t in sources},
            notes=dict.fromkeys(sources, _("can move %(units)s") % {"units": units_noun(context.view.rules)}),
            deciding=bool(sources),
        )
    links = {t: context.link(src=t) for t in sources if t != src} | {t: context.link(src=src, dst=t) for t in targets}
    notes = {**dict.fromkeys(targets, _("can be reached")), src: _("moving from here")}
    order = (src, dst) if dst is not None else None
    return Marks(
        src, dst, dict.fromkeys(targets, ""), order, (), links, notes, True, armies=after_move(amount, src, dst)
    )


def prompt(view: engine.PlayerView) -> Prompt:
    subject = _("fortify or end your turn")
    if view.offer("fortify.redistribute"):
        lead = _("You can move armies between connected territories of yours as often as you like.")
        return Prompt(_("Move your armies, or end your turn"), subject, lead)
    if after := parts_of(view.rules).turn.after_move(view):
        lead = _("After the move you go on to %(next)s.") % {"next": after}
        return Prompt(_("Fortify once, or go on"), _("fortify or go on"), lead)
    return Prompt(_("Fortify once, or end your turn"), subject, _("The move ends your turn."))


def free_moves(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest moves from land that no enemy touches to the most exposed border in reach. Where there is no such land,
    suggest the least bad move: a player who is told of a free move finds one. Gods that could go without an army are
    left where they are."""
    sources, targets = offer.field("src", engine.TerritoryField), offer.field("dst", engine.TerritoryField)
    good = evaluation.free_moves(view, sources, targets)[:2]
    spare = None if good else evaluation.least_bad_move(view, sources, targets)
    for src, dst in [*good, *([spare] if spare else [])]:
        force = whole_force(offer.field("force", engine.ForceField), {"src": src, "dst": dst})
        if not force["armies"] and not force["pieces"]:
            continue
        order = order_text(view, offer.action, src=src, dst=dst, force=force)
        units = f"{', '.join([*force['pieces'], *([str(force['armies'])] if force['armies'] else [])])}"
        words = f"Fortify {territory_name(view, dst)} from {territory_name(view, src)} with {units}"  # as typed
        called = order_labels.free_move(view, src, dst, force)
        yield Suggestion(order, words, src=src, dst=dst, low_value=not good, called=called)


def ends(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest to end the turn, and the step where more comes after it."""
    note = _("without a free move")
    if after := parts_of(view.rules).turn.after_move(view):
        called = _("Move nothing and go on to %(next)s") % {"next": after}
        yield Suggestion(order_text(view, offer.action), "End", passes=True, called=called)  # as typed
    yield Suggestion(order_text(view, offer.action, turn=True), "End your turn", note=note)  # as typed


def parse(form: PostedForm) -> engine.Facts:
    """Read `src` and `dst` (codes) and `force`."""
    return {"src": form.territory("src"), "dst": form.territory("dst"), "force": form.force()}


DECISIONS.add(
    Decision(
        "fortify.move_asked",
        summary=gettext_lazy("Make the free move, or end the turn."),
        panel=panel,
        prompt=prompt,
        answers={
            "fortify.move": Answer(parse, free_moves),
            redistribute.TAG: Answer(redistribute.parse, redistribute.suggestions),
            END_TURN: Answer(no_fields, ends),
        },
        timeout=Timeout(turn=lambda view: _("nothing is moved"), organizer=gettext_lazy("nothing is moved")),
    )
)
