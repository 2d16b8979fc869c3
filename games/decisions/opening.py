"""The end of a set-up: the first pieces and the first building, which cost nothing, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from common.lazy_text import LazyText
from games.boards.overlays import Marks
from games.decisions.kit import order_labels
from games.decisions.kit.amount import sign_of
from games.decisions.kit.context import Choices, PageContext
from games.decisions.kit.panel import Panel, steps_of
from games.decisions.kit.prompts import Prompt
from games.decisions.kit.spending import BUILD, HIRE, about_piece, kinds_of, places_of, spots_of, strongest
from games.decisions.purchase import verb_of
from games.decisions.registry import Decision, Timeout
from games.families.pieces import piece_name
from games.wording.amounts import capitalized, join_and
from games.wording.seats import territory_name


@dataclass(frozen=True)
class FirstPiece:
    """A piece that can be placed now: what it is called, and words `about` what it is good for."""

    kind: str
    name: str
    sign: str
    about: str


@dataclass(frozen=True)
class FirstForm:
    """The pieces that one action places, with the words of its button."""

    act: str
    button: str
    rows: tuple[FirstPiece, ...]


@dataclass(frozen=True)
class OpeningPanel:
    """Data of decisions/opening.html: forms for what can be placed `at` the chosen territory, with its `code`, and all
    territories that can be chosen, by continent."""

    lead: str
    forms: tuple[FirstForm, ...]
    at: str
    code: str
    choices: Choices


def panel(context: PageContext) -> Panel:
    """Choose a territory on the map, and what goes there."""
    view = context.view
    spots = spots_of(view)
    at = context.selection.dst if context.selection.dst in spots else propose_place(view)
    assert at is not None
    forms = tuple(first_form(context, tag, at) for tag in (HIRE, BUILD) if kinds_at(view, tag, at))
    data = OpeningPanel(lead(view), forms, context.name(at), context.code(at), context.by_continent(spots))
    marks = Marks(
        target=at,
        selectable={at: ""},
        links={spot: context.link(dst=spot) for spot in spots},
        notes=dict.fromkeys(spots, _("yours")),
        deciding=context.selection.dst in spots,
    )
    action = {"type": forms[0].act, "seat": context.me, "kind": forms[0].rows[0].kind, "at": at}
    return Panel("opening", _("Place your first pieces"), data, marks, steps_of(context), action)


def propose_place(view: engine.PlayerView) -> int:
    """Pick the strongest territory where the first of what is left may stand."""
    tag = HIRE if kinds_of(view, HIRE) else BUILD
    return strongest(view, places_of(view, tag, kinds_of(view, tag)[0]))[0]


def kinds_at(view: engine.PlayerView, tag: str, at: int) -> Sequence[str]:
    """List the kinds that an offer lets stand on a territory."""
    return [kind for kind in kinds_of(view, tag) if at in places_of(view, tag, kind)]


def first_form(context: PageContext, tag: str, at: int) -> FirstForm:
    """Build the form of what one action can place on a territory."""
    view, kinds = context.view, kinds_at(context.view, tag, at)
    rows = tuple(first_piece(view, context.me, kind) for kind in kinds)
    return FirstForm(tag, button_words(view, tag, kinds, at), rows)


def button_words(view: engine.PlayerView, tag: str, kinds: Sequence[str], at: int) -> str:
    """Say what a button places: "Place a temple in Gaul"; with several kinds to choose from, only where."""
    if len(kinds) == 1:
        return order_labels.ware(view, verb_of(view, tag), kinds[0], at)
    return _("Place in %(land)s") % {"land": territory_name(view, at)}


def first_piece(view: engine.PlayerView, seat: int, kind: str) -> FirstPiece:
    name = capitalized(piece_name(view, seat, kind))
    return FirstPiece(kind, name, sign_of(view, kind), about_piece(view, seat, kind))


def lead(view: engine.PlayerView) -> str:
    titles = (engine.ruleset(view.rules).piece_title(kind) for kind in view.about["left"])
    left = join_and([_("a %(piece)s") % {"piece": title} for title in titles])
    return _("You still have to place %(left)s. They cost nothing.") % {"left": left}


def prompt(view: engine.PlayerView) -> Prompt:
    return Prompt(_("Place your first pieces"), _("place your first pieces"), lead(view))


def first_pieces(kind: str, summary: LazyText) -> Decision:
    """Make the record of a decision that asks for the first pieces."""
    return Decision(
        kind,
        summary=summary,
        panel=panel,
        prompt=prompt,
        timeout=Timeout(
            turn=lambda view: _("the next piece goes to your strongest territory"),
            owner=gettext_lazy("the next piece goes to your strongest territory."),
            others=gettext_lazy("the next piece goes to their strongest territory."),
            organizer=gettext_lazy("the next piece goes to its strongest territory"),
        ),
    )
