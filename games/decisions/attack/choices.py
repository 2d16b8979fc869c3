"""Choose where an attack comes from and where it goes: the lists beside the board, and the marks on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.geometry import stages
from games.boards.overlays import Marks
from games.decisions.cards.choice import CardRow, card_rows
from games.decisions.kit import evaluation
from games.decisions.kit.attack_words import attack_words
from games.decisions.kit.context import PageContext
from games.decisions.kit.page_types import StoryLine
from games.decisions.kit.panel import Panel, at_the_end, steps_of
from games.families.pieces import piece_words
from games.wording.amounts import count_units, percent

LISTED = 8
"""So many attacks are listed in words; the map shows all."""


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
    where: str = ""


def target_at(context: PageContext, src: int, dst: int, beside: str = "") -> AttackTarget:
    """Describe one attack, with what stands at its target `beside` armies."""
    view, win = context.view, evaluation.chance(context.view, src, dst)
    held = count_units(view.units(dst), view.rules) if view.units(dst) else _("empty")
    return AttackTarget(
        src,
        dst,
        context.name(src),
        context.name(dst),
        context.colour_at(dst),
        context.title(view.owner[dst]),
        view.units(dst),
        ", ".join(filter(None, (held, beside))),
        view.units(src),
        win,
        percent(win) if view.units(dst) else _("walk in"),
        context.link(src=src, dst=dst),
        stage_named(view.map, dst, context.name(dst)),
    )


def stage_named(map: str, territory: int, name: str) -> str:
    """Name the stage of a territory that lies on another than a map's first, such as the Moon; empty where its own name
    says it."""
    first, *others = stages(map) or (None,)
    title = next((_(sheet.title) for sheet in others if sheet and sheet.has(territory)), "")
    return "" if name.startswith(title) else title


@dataclass(frozen=True)
class SourcePanel:
    """Data of decisions/attack_source.html: the best attacks, the `fights` that have just been fought, and the `cards`
    that can still be played before an attack."""

    best: tuple[AttackTarget, ...]
    more: str
    fights: tuple[StoryLine, ...]
    end: bool
    advice: tuple[str, ...]
    pick: str
    nobody: str
    end_label: str
    cards: tuple[CardRow, ...] = ()


def choose_source(context: PageContext, sources: tuple[int, ...]) -> Panel:
    """List the attacks that bring most of those that are offered, and let any start be chosen on the map."""
    pairs = shown_first(context, evaluation.attacks(context.view)) if sources else []
    best = tuple(target_at(context, src, dst) for src, dst in pairs[:LISTED])
    words = attack_words(context.view)
    marks = Marks(
        selectable=dict.fromkeys(sources, ""),
        links={src: context.link(src=src) for src in sources},
        notes=dict.fromkeys(sources, str(words.can)),
        deciding=bool(sources),
        look_at=busiest(context, pairs),
    )
    heading = str(words.choose if sources else words.none)
    more = sum(len(context.places("battle.attack", "dst", {"src": src})) for src in sources) - len(best)
    data = SourcePanel(
        best,
        str(words.more_one if more == 1 else words.more) % {"count": more} if more else "",
        last_fights(context),
        context.may("turn.end"),
        at_the_end(context),
        str(words.pick),
        str(words.nobody) % {"unit": count_units(1, context.view.rules)},
        str(words.end),
        card_rows(context),
    )
    ways = tuple((f"attack {t.src_name} {t.name}", way_note(t)) for t in best[:4])  # as typed
    fight = (best[0].src, best[0].dst) if best else None
    return Panel("attack_source", heading, data, marks, steps_of(context), None, ways, fight=fight)


def shown_first(context: PageContext, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort the attacks on the stage that the reader has chosen before the others."""
    sheet = next(
        (each for each in stages(context.view.map) if each.stage and each.stage == context.selection.board), None
    )
    return sorted(pairs, key=lambda pair: pair[1] not in sheet.lands) if sheet else pairs


def busiest(context: PageContext, pairs: list[tuple[int, int]]) -> tuple[int, ...]:
    """Choose the attack that the board opens at: the best one on the stage that has most of the good ones."""
    drawn = stages(context.view.map)
    if not pairs or len(drawn) < 2:
        return pairs[0] if pairs else ()
    likely = pairs[:LISTED]
    on = [[pair for pair in likely if sheet.has(pair[1])] for sheet in drawn]
    return max(on, key=lambda there: (sum(evaluation.worth(context.view, *pair) for pair in there), len(there)))[0]


@dataclass(frozen=True)
class TargetPanel:
    """Data of decisions/attack_target.html."""

    src_name: str
    stays: str
    colour: str
    targets: tuple[AttackTarget, ...]
    back: str
    end_label: str


def way_note(target: AttackTarget) -> str:
    """Say what comes of an attack, behind its order."""
    return _("%(odds)s chance to capture it") % {"odds": target.odds} if target.armies else _("nobody stands there")


def choose_target(context: PageContext, src: int) -> Panel:
    """List what can be attacked from one territory, the likeliest first."""
    places = context.places("battle.attack", "dst", {"src": src})
    pieces = piece_words(context.view)
    every = (target_at(context, src, dst, pieces.get(dst, "")) for dst in places)
    targets = tuple(sorted(every, key=lambda target: (not target.armies, -target.chance)))
    words, units = attack_words(context.view), context.view.units(src)
    stays = _stays(context, src) % {"units": count_units(units, context.view.rules)}
    colour, end = context.colour_at(src), str(words.end)
    data = TargetPanel(context.name(src), stays, colour, targets, context.link(), end)
    heading = str(words.source) % {"land": context.name(src)}
    ways = tuple((f"attack {t.src_name} {t.name}", way_note(t)) for t in targets[:4])  # as typed
    marks, fight = marks_from(context, src, None), (src, targets[0].dst) if targets else None
    return Panel("attack_target", heading, data, marks, steps_of(context), None, ways, fight=fight)


def _stays(context: PageContext, src: int) -> str:
    """Say how many units stand where an attack would start, and how many of them stay behind."""
    units = context.view.units(src)
    if not context.view.must_stay(src):
        return ngettext(
            "%(units)s stands there and can go. Choose a target on the map, or here.",
            "%(units)s stand there, and all can go. Choose a target on the map, or here.",
            units,
        )
    return ngettext(
        "%(units)s stands there and stays behind. Choose a target on the map, or here.",
        "%(units)s stand there; 1 stays behind. Choose a target on the map, or here.",
        units,
    )


def marks_from(context: PageContext, src: int, dst: int | None) -> Marks:
    """Mark the source, the targets with their odds, and every other source."""
    targets = context.places("battle.attack", "dst", {"src": src})
    words = attack_words(context.view)
    lit = {place: percent(evaluation.chance(context.view, src, place)) for place in targets}
    links = {place: context.link(src=place) for place in context.places("battle.attack", "src") if place != src}
    links |= {place: context.link(src=src, dst=place) for place in targets}
    notes = {place: str(words.can_be) % {"odds": text} for place, text in lit.items()}
    notes[src] = str(words.here)
    return Marks(src, dst, lit, (src, dst) if dst is not None else None, (), links, notes, True)


def last_fights(context: PageContext) -> tuple[StoryLine, ...]:
    """Return the viewer's own fight that the story ends with, after the duels right before it."""
    lines = context.page_data.story
    if not lines or not lines[-1].throws or lines[-1].seat != context.view.viewer:
        return ()
    return *last_duels(lines[:-1], lines[-1].seat), lines[-1]


def last_duels(lines: Sequence[StoryLine], seat: int | None) -> tuple[StoryLine, ...]:
    """Return the duels of a seat that a story ends with, oldest first."""
    newest_first = takewhile(lambda line: line.is_duel and line.seat == seat, reversed(lines))
    return tuple(reversed(tuple(newest_first)))
