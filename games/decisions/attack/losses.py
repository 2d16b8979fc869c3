"""Choose which units are lost where pieces stand beside armies: on one territory or on several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.boards.overlays import Marks
from games.decisions.kit import order_labels
from games.decisions.kit.amount import PieceChoice, sign_of
from games.decisions.kit.context import PageContext, offered_field
from games.decisions.kit.panel import Panel, steps_of
from games.decisions.kit.posted import PIECES_AT_MOST, PostedForm
from games.decisions.kit.prompts import SUGGESTED, Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.wording.amounts import armies_noun, count_armies, count_units, join_and
from games.wording.narration.sentences import names_for
from games.wording.seats import territory_name

LOSE = "battle.lose"
Lost = Sequence[tuple[int, engine.Facts]]


@dataclass(frozen=True)
class LossRow:
    """A territory where units are lost: how many armies stand there and how many of them go, and its pieces."""

    name: str
    code: str
    colour: str
    units: int
    stand: str
    most: int
    value: int
    pieces: tuple[PieceChoice, ...]


@dataclass(frozen=True)
class LossesPanel:
    """Data of decisions/losses.html. `lead` says how much is lost where, `total` is the number in all, `noun` what
    armies are called, `label` stands on the button."""

    lead: str
    total: int
    noun: str
    rows: tuple[LossRow, ...]
    label: str


def panel(context: PageContext) -> Panel:
    """Choose between armies and pieces on each territory that loses some."""
    view = context.view
    lost = first_choice(view)
    return losses_panel(
        context, _("Choose what you lose"), due_words(view), lost, tuple(at for at, _count in due(view))
    )


def losses_panel(
    context: PageContext, heading: str, lead: str, lost: Lost, places: Sequence[int], *, armies_alone: bool = False
) -> Panel:
    """Lay out losses on some territories, beginning with those in `lost`; of `armies_alone` if pieces stay."""
    view, chosen = context.view, dict(lost)
    rows = tuple(_row(context, at, chosen.get(at, {"armies": 0, "pieces": ()})) for at in places)
    total = sum(force["armies"] + len(force["pieces"]) for force in chosen.values())
    label = ngettext("Lose this unit", "Lose these %(count)s units", total) % {"count": total}
    if armies_alone:
        rows = tuple(replace(row, pieces=()) for row in rows)
        label = _("Remove %(mods)s") % {"mods": count_armies(total, view.rules)}
    data = LossesPanel(lead, total, armies_noun(view.rules), rows, label)
    marks = Marks(
        target=places[0] if len(places) == 1 else None,
        selectable=dict.fromkeys(places, ""),
        notes=dict.fromkeys(places, _("loses units")),
        deciding=True,
        look_at=tuple(places),
    )
    action = {"type": LOSE, "seat": context.me, "lost": [[at, dict(force)] for at, force in chosen.items()]}
    return Panel("losses", heading, data, marks, steps_of(context), action)


def _row(context: PageContext, at: int, force: engine.Facts) -> LossRow:
    view, names = context.view, names_for(context.view, html=False)
    armies = view.armies[at]
    pieces = tuple(
        PieceChoice(kind, names.piece(kind), False, kind in force["pieces"], sign_of(view, kind), held_note(view, kind))
        for kind in view.own_pieces(at)
    )
    stand = _("%(armies)s there") % {"armies": count_armies(armies, view.rules)}
    colour = context.colour_at(at)
    return LossRow(context.name(at), context.code(at), colour, view.units(at), stand, armies, force["armies"], pieces)


def held_note(view: engine.PlayerView, kind: str) -> str:
    """Say how many of the viewer's cards need a piece: those of the deck that bears its name."""
    cards = view.seats[view.viewer].by_deck.get(kind, 0) if view.viewer is not None else 0
    text = ngettext("%(count)s of your cards needs it", "%(count)s of your cards need it", cards)
    return text % {"count": cards} if cards else ""


def due(view: engine.PlayerView) -> Sequence[tuple[int, int]]:
    """List how many units are lost on which territories."""
    return tuple((int(at), int(count)) for at, count in view.about["due"])


def due_words(view: engine.PlayerView) -> str:
    """Say how much is lost where: "You lose 2 of your 7 units in Japan and 1 of 3 in Egypt"."""
    (at, count), *others = due(view)
    said = {"count": count, "units": count_units(view.units(at), view.rules), "land": territory_name(view, at)}
    first = _("%(count)s of your %(units)s in %(land)s") % said
    text = _("%(count)s of %(all)s in %(land)s")
    rest = [text % {"count": n, "all": view.units(at), "land": territory_name(view, at)} for at, n in others]
    return _("You lose %(losses)s.") % {"losses": join_and([first, *rest])}


def first_choice(view: engine.PlayerView) -> Lost:
    """Return what is lost by default: armies before pieces."""
    default = offered_field(view, LOSE, "lost", engine.ChoiceField).values[0]
    return [(at, _plain(force)) for at, force in default]


def _plain(force: engine.Force) -> engine.Facts:
    return {"armies": force.armies, "pieces": list(force.pieces)}


def prompt(view: engine.PlayerView) -> Prompt:
    return Prompt(_("Choose what you lose"), _("choose what you lose"), due_words(view))


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest what is lost by default, then other choices, each with what stays."""
    for lost in offer.field("lost", engine.ChoiceField).values[:SUGGESTED]:
        plain = [[at, _plain(force)] for at, force in lost]
        order = order_text(view, offer.action, lost=plain)
        called = order_labels.loss(view, [(at, _plain(force)) for at, force in lost])
        yield Suggestion(order, order[:1].upper() + order[1:], note=stays(view, lost), called=called)


def stays(view: engine.PlayerView, lost: Sequence[tuple[int, engine.Force]]) -> str:
    """Say what is left of the territories that lose units: "you keep a Land Commander and 2 MODs in Japan"."""
    return "; ".join(_stays_at(view, at, force) for at, force in lost)


def _stays_at(view: engine.PlayerView, at: int, force: engine.Force) -> str:
    names, pieces = names_for(view, html=False), list(view.own_pieces(at))
    for kind in force.pieces:
        pieces.remove(kind)
    armies = view.armies[at] - force.armies
    kept = [_("the %(piece)s") % {"piece": names.piece(kind)} for kind in pieces]
    kept += [count_armies(armies, view.rules)] if armies else []
    return _("you keep %(units)s in %(land)s") % {"units": join_and(kept), "land": territory_name(view, at)}


def parse(form: PostedForm) -> engine.Facts:
    """Read `n-<CODE>` (armies lost on each territory) and `p-<CODE>` (pieces lost there)."""
    counts, ranks = form.fields("n-"), engine.ruleset(form.view.rules).unit_pieces
    lost = []
    for at, armies in counts.items():
        ticked = form.post.getlist(f"p-{form.graph.codes[at]}")[:PIECES_AT_MOST]
        pieces = [kind for kind in ranks if kind in ticked]
        if armies or pieces:
            lost.append([at, {"armies": armies, "pieces": pieces}])
    return {"lost": lost}


def on_timeout(view: engine.PlayerView) -> str:
    return _("you lose %(armies)s first") % {"armies": armies_noun(view.rules)}


DECISIONS.add(
    Decision(
        "battle.losses_asked",
        summary=gettext_lazy("Choose which units are lost."),
        panel=panel,
        prompt=prompt,
        answers={LOSE: Answer(parse, suggestions)},
        disputes=lambda view: (at for at, _count in view.about["due"]),
        timeout=Timeout(
            turn=on_timeout,
            owner=gettext_lazy("your standing orders choose, or you lose ordinary units first."),
            others=gettext_lazy("standing orders choose, or ordinary units are lost first."),
            organizer=gettext_lazy("its standing orders choose, or ordinary units are lost first"),
        ),
    )
)
