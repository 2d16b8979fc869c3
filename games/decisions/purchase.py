"""Hire pieces, build, and buy cards that nobody else sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.boards.overlays import Marks
from games.decisions.context import Choices, PageContext
from games.decisions.end_turn import END_TURN, no_fields
from games.decisions.panel import Panel, steps_of, until_of
from games.decisions.posted import PostedForm
from games.decisions.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.decisions.spending import BUILD, BUY, HIRE, NOTHING, SPEND, nothing_lines, spend_lines, spend_panel
from games.families.parts import parts_of
from games.wording.amounts import count_funds, join_and
from games.wording.narration.purchase import deck_words
from games.wording.narration.sentences import names_for


@dataclass(frozen=True)
class WareRow:
    """One kind that can be had: its name, and its price in words."""

    kind: str
    name: str
    price: str
    sign: str = ""


@dataclass(frozen=True)
class HirePanel:
    """Data of decisions/hire.html. `pieces` and `buildings` may be had now, one after another; `at` is the territory
    where the next one goes, with its `code`, and `choices` are all that are possible, by continent."""

    funds: str
    pieces: tuple[WareRow, ...]
    buildings: tuple[WareRow, ...]
    at: str
    code: str
    choices: Choices
    lead: str = ""
    ends: bool = True


def hire_panel(context: PageContext) -> Panel:
    """Choose a territory on the map, and what goes there."""
    view = context.view
    pieces, buildings = (rows_of(view, tag) for tag in (HIRE, BUILD))
    spots = sorted({*spots_of(view, HIRE), *spots_of(view, BUILD)})
    at = context.selection.dst if context.selection.dst in spots else strongest(view, spots)
    assert at is not None
    funds, choices = count_funds(purse_of(view), view.rules), context.by_continent(spots)
    data = HirePanel(funds, pieces, buildings, context.name(at), context.code(at), choices)
    marks = Marks(
        target=at,
        selectable={at: ""},
        links={spot: context.link(dst=spot) for spot in spots},
        notes=dict.fromkeys(spots, _("yours")),
        deciding=context.selection.dst in spots,
    )
    tag, rows = (HIRE, pieces) if pieces else (BUILD, buildings)
    action = {"type": tag, "seat": context.me, "kind": rows[0].kind, "at": at} if rows else None
    heading = _("Hire and build") if pieces and buildings else _("Hire") if pieces else _("Build")
    return Panel("hire", heading, data, marks, steps_of(context), until_of(context), action)


def purse_of(view: engine.PlayerView) -> int:
    """Return what the viewer can pay."""
    return int(view.about.get("purse", 0))


def rows_of(view: engine.PlayerView, tag: str) -> tuple[WareRow, ...]:
    """List what an offer has, with names and prices."""
    offer, names = view.offer(tag), names_for(view)
    kinds = offer.field("kind", engine.ChoiceField).values if offer else ()
    prices: Mapping[str, int] = view.about.get("prices", {})
    signs = parts_of(view.rules).piece_signs
    return tuple(
        WareRow(
            kind,
            names.piece(kind),
            count_funds(prices[kind], view.rules) if kind in prices else "",
            signs[kind].sign if kind in signs else "",
        )
        for kind in kinds
    )


def spots_of(view: engine.PlayerView, tag: str) -> set[int]:
    """Collect the territories where something of an offer may stand."""
    offer = view.offer(tag)
    field = offer.field("at", engine.TerritoryField) if offer else None
    return {spot for spots in ([*field.table.values(), field.values] if field else ()) for spot in spots}


def strongest(view: engine.PlayerView, spots: Sequence[int]) -> int | None:
    """Pick the territory with the most units, ties by map order; None of none."""
    return max(spots, key=lambda at: (view.units(at), -at), default=None)


def hire_prompt(view: engine.PlayerView) -> Prompt:
    rows = [*rows_of(view, HIRE), *rows_of(view, BUILD)]
    for_sale = join_and([_("%(name)s for %(price)s") % {"name": row.name, "price": row.price} for row in rows])
    lead = _("You have %(funds)s. You can have: %(for_sale)s.")
    said = {"funds": count_funds(purse_of(view), view.rules), "for_sale": for_sale}
    return Prompt(_("Hire and build"), _("hire and build"), lead % said)


def suggest_wares(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest each kind on the strongest territory where it may stand."""
    kinds, spots = offer.field("kind", engine.ChoiceField), offer.field("at", engine.TerritoryField)
    for kind in kinds.values:
        at = strongest(view, spots.values_for({"kind": kind}))
        if at is not None:
            order = order_text(view, offer.action, kind=kind, at=at)
            yield Suggestion(order, order[:1].upper() + order[1:], src=at, note=ware_words(view, kind))


def ware_words(view: engine.PlayerView, kind: str) -> str:
    """Name a ware with its price: "Naval Commander for 3 energy"; what costs nothing without one."""
    name, price = names_for(view, html=False).piece(kind), view.about.get("prices", {}).get(kind, 0)
    if not price:
        return name
    return _("%(name)s for %(price)s") % {"name": name, "price": count_funds(price, view.rules)}


def suggest_going_on(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest to spend nothing more, after all that can be had."""
    yield Suggestion(
        order_text(view, offer.action), "End", note=_("spend nothing more here"), low_value=True, passes=True
    )


def parse_ware(form: PostedForm) -> dict[str, Any]:
    """Read `kind` and `at` (code)."""
    return {"kind": form.text("kind")[:40], "at": form.territory("at")}


# ---- cards


def buy_prompt(view: engine.PlayerView) -> Prompt:
    decks = join_and([deck_words(deck, left) for deck, left in view.about["decks"].items()])
    lead = _("A card costs %(price)s, and you can buy up to %(most)s. There are %(decks)s left.")
    said = {"price": count_funds(view.about["price"], view.rules), "most": view.about["most"], "decks": decks}
    return Prompt(_("Buy cards"), _("buy cards"), lead % said)


def suggest_cards(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest one card of each deck."""
    for deck in offer.field("cards", engine.AmountsField).values:
        order = order_text(view, offer.action, cards=[[deck, 1]])
        note = _("%(left)s left in its deck") % {"left": view.about["decks"][deck]}
        yield Suggestion(order, order.capitalize(), note=note)


def parse_cards(form: PostedForm) -> dict[str, Any]:
    """Read `n-<deck>` for each deck; empty fields count nothing."""
    counts = [(deck, form.count(f"n-{deck}", 0)) for deck in form.view.about.get("decks", ())]
    return {"cards": [[deck, count] for deck, count in counts if count]}


DECISIONS.add(
    Decision(
        "purchase.hire_asked",
        summary=gettext_lazy("Hire and build."),
        panel=spend_panel,
        prompt=hire_prompt,
        answers={
            HIRE: Answer(parse_ware, suggest_wares),
            BUILD: Answer(parse_ware, suggest_wares),
            END_TURN: Answer(no_fields, suggest_going_on),
        },
        forms={SPEND: spend_lines, NOTHING: nothing_lines},
        timeout=Timeout(
            turn=lambda view: _("nothing is hired or built"),
            organizer=gettext_lazy("nothing is hired or built"),
        ),
    )
)
DECISIONS.add(
    Decision(
        "purchase.buy_asked",
        summary=gettext_lazy("Buy cards."),
        panel=spend_panel,
        prompt=buy_prompt,
        answers={BUY: Answer(parse_cards, suggest_cards), END_TURN: Answer(no_fields, suggest_going_on)},
        forms={SPEND: spend_lines, NOTHING: nothing_lines},
        timeout=Timeout(
            turn=lambda view: _("no cards are bought"),
            organizer=gettext_lazy("no cards are bought"),
        ),
    )
)
