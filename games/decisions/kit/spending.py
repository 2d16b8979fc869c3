"""Hire, build and buy as one card: pieces and buildings with their places, cards by deck, and what it costs together.

The engine asks for both one after another, so the form sends a line for each order: pieces first, then buildings, then
cards. A deck that bears the name of a piece opens with it, so cards of it can be bought in the same breath.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import engine
from games.boards.overlays import Marks
from games.decisions.kit.amount import sign_of
from games.decisions.kit.context import PageContext, offered_field
from games.decisions.kit.evaluation import viewer_of
from games.decisions.kit.funds import Purse, price_of, purse_of, sum_of
from games.decisions.kit.panel import Panel, steps_of
from games.decisions.kit.posted import IncompleteForm, PostedForm
from games.decisions.kit.prompts import order_text
from games.families.parts import parts_of
from games.families.pieces import hired_kinds, piece_name
from games.families.purchases import PurchaseWords
from games.wording.amounts import capitalized, count_funds, join_and
from games.wording.narration.sentences import names_for

HIRE, BUILD, BUY = "purchase.hire", "purchase.build", "purchase.buy"
SPEND, NOTHING = "purchase.spend", "purchase.spend_nothing"
"""The names of the forms that send several orders; no action of the engine has them."""
MOST_BUILDINGS = 4


@dataclass(frozen=True)
class WareRow:
    """Something that can be had: the `key` of its inputs, its price, and where it may stand, the place that is
    proposed first; the first of a kind has words `about` what it is good for."""

    key: str
    kind: str
    name: str
    sign: str
    cost: int
    price: SafeString
    spots: tuple[tuple[str, str], ...]
    about: str = ""


@dataclass(frozen=True)
class DeckRow:
    """A deck with what is left in it; `note` says that it opens with a piece, `most` is 0 where it stays closed."""

    deck: str
    name: str
    note: str
    most: int


@dataclass(frozen=True)
class SpendPanel:
    """Data of decisions/spend.html. `rest` names the pieces that are in play already, `card_cost` is that of one card
    and `price_note` says why, `most_cards` how many may be bought in a turn; `words` are those of the family, `lesson`
    is the place of these rules in "How to play"."""

    purse: Purse | None
    pieces: tuple[WareRow, ...]
    buildings: tuple[WareRow, ...]
    rest: str
    decks: tuple[DeckRow, ...]
    card_cost: int
    card_price: SafeString
    most_cards: int
    words: PurchaseWords
    lesson: str
    price_note: str = ""

    @property
    def verbs(self) -> list[str]:
        """All that can be done: "summon", "build", "buy"."""
        return [
            *([str(self.words.hire)] if self.pieces else []),
            *([_("build")] if self.buildings else []),
            *([_("buy")] if any(row.most for row in self.decks) else []),
        ]

    @property
    def heading(self) -> str:
        """The title: "Summon, build and buy", "Buy cards"."""
        return join_and(self.verbs).capitalize() if self.pieces or self.buildings else _("Buy cards")

    @property
    def button(self) -> str:
        """The words of the button, those of the title: "Summon, build and buy these"."""
        if not (self.pieces or self.buildings):
            return _("Buy these cards")
        return _("%(verbs)s these") % {"verbs": self.heading}


def spend_panel(context: PageContext) -> Panel:
    """Hire, build and buy, as far as the open question goes."""
    view = context.view
    pieces, buildings = pieces_for_sale(context), buildings_for_sale(context)
    cards = cards_for_sale(view)
    spots = spots_of(view)
    at = context.selection.dst if context.selection.dst in spots else None
    data = SpendPanel(
        purse_of(view),
        pieces,
        buildings,
        in_play(view),
        deck_rows(view, [row.kind for row in pieces]),
        cards.get("price", 0),
        sum_of(cards.get("price", 0), view.rules),
        engine.CARDS_A_TURN,
        parts_of(view.rules).purchases.purchase_words,
        engine.base_preset(engine.ruleset(view.rules)).id,
        parts_of(view.rules).purchases.price_note(view),
    )
    marks = Marks(
        target=at,
        selectable={} if at is None else {at: ""},
        links={spot: context.link(dst=spot) for spot in spots},
        notes=dict.fromkeys(spots, _("yours")),
        deciding=at is not None,
        look_at=() if at is not None else tuple(strongest(view, spots)[:1]),
    )
    ways = tuple((f"buy {row.deck} 1", row.name) for row in data.decks if row.most)  # as typed
    return Panel("spend", data.heading, data, marks, steps_of(context), None, ways)


def spots_of(view: engine.PlayerView) -> list[int]:
    """List the territories where something that is for sale may stand."""
    fields = [offered_field(view, tag, "at", engine.TerritoryField) for tag in (HIRE, BUILD)]
    return sorted({spot for field in fields for spots in (*field.table.values(), field.values) for spot in spots})


def strongest(view: engine.PlayerView, spots: Sequence[int]) -> list[int]:
    """Rank territories by the units there, ties by map order."""
    return sorted(spots, key=lambda at: (-view.units(at), at))


def pieces_for_sale(context: PageContext) -> tuple[WareRow, ...]:
    """List the pieces that can be hired, one of a kind."""
    return tuple(ware_row(context, HIRE, kind, "hire", 0) for kind in kinds_of(context.view, HIRE))


def buildings_for_sale(context: PageContext) -> tuple[WareRow, ...]:
    """List the buildings that can be built now: as many of a kind as can be paid, each with a place of its own."""
    view, found = context.view, []
    for kind in kinds_of(view, BUILD):
        price, spots = view.about["prices"][kind], places_of(view, BUILD, kind)
        limit = view.about["purse"] // price if price else 1
        found += [ware_row(context, BUILD, kind, "build", n) for n in range(min(limit, len(spots), MOST_BUILDINGS))]
    return tuple(found)


def kinds_of(view: engine.PlayerView, tag: str) -> tuple[str, ...]:
    """List the kinds that an offer has."""
    return offered_field(view, tag, "kind", engine.ChoiceField).values


def places_of(view: engine.PlayerView, tag: str, kind: str) -> tuple[int, ...]:
    """List where a kind may stand."""
    return offered_field(view, tag, "at", engine.TerritoryField).values_for({"kind": kind})


def ware_row(context: PageContext, tag: str, kind: str, verb: str, number: int) -> WareRow:
    """Describe a piece or a building; the n-th of a kind proposes the n-th place."""
    view = context.view
    ranked = strongest(view, places_of(view, tag, kind))
    if context.selection.dst in ranked:
        ranked.remove(context.selection.dst)
        ranked.insert(0, context.selection.dst)
    ranked = [*ranked[number:], *ranked[:number]]
    cost = view.about["prices"][kind]
    return WareRow(
        f"{verb}-{kind}-{number}",
        kind,
        capitalized(piece_name(view, context.me, kind)),
        sign_of(view, kind),
        cost,
        price_of(cost, view.rules),
        tuple((context.code(at), context.name(at)) for at in ranked),
        "" if number else about_piece(view, context.me, kind),
    )


def about_piece(view: engine.PlayerView, seat: int, kind: str) -> str:
    """Say what a piece is good for, after its title where it has a name of its own: "God of war. Wins ties in ..."."""
    sign, title = parts_of(view.rules).board.piece_signs.get(kind), engine.ruleset(view.rules).piece_title(kind)
    named = piece_name(view, seat, kind) != title
    return " ".join([*([f"{capitalized(title)}."] if named else []), *([str(sign.good_for)] if sign else [])])


def in_play(view: engine.PlayerView) -> str:
    """Name the pieces that the viewer has on the board, but for buildings."""
    own = {piece.kind for piece in view.pieces if piece.seat == view.viewer and piece.at >= 0}
    return join_and([piece_name(view, viewer_of(view), kind) for kind in hired_kinds(view) if kind in own])


def cards_for_sale(view: engine.PlayerView) -> Mapping[str, int]:
    """Return what the open question says of cards: their price, how many and from which decks."""
    return view.about.get("cards", {}) if "prices" in view.about else view.about


def deck_rows(view: engine.PlayerView, hired: Sequence[str]) -> tuple[DeckRow, ...]:
    """List the open decks, and those that open with a piece that can be `hired` now."""
    cards = cards_for_sale(view)
    if not cards.get("price"):
        return ()
    open_decks: dict[str, int] = cards["decks"]  # type: ignore[assignment]
    most = min(engine.CARDS_A_TURN, purse_amount(view) // cards["price"])
    rows, names, words = [], names_for(view, html=False), parts_of(view.rules).purchases.purchase_words
    for deck, left in view.decks.items():
        title, said = deck.capitalize(), _("%(count)s left in the deck") % {"count": left}
        if deck in open_decks:
            rows.append(DeckRow(deck, title, said, min(left, most)))
        elif deck in hired and left:
            needs = str(words.opens_with) % {"left": said, "piece": names.piece(deck)}
            rows.append(DeckRow(deck, title, needs, min(left, most)))
        elif deck in hired_kinds(view):
            needs = _("needs your %(piece)s in play") % {"piece": names.piece(deck)} if left else _("no cards left")
            rows.append(DeckRow(deck, title, needs, 0))
    return tuple(rows)


def purse_amount(view: engine.PlayerView) -> int:
    """Return what the viewer can pay."""
    purse = purse_of(view)
    return purse.amount if purse else 0


# ---- the form


def spend_lines(form: PostedForm) -> str:
    """Write the orders of the form, a line each: pieces, then buildings, then cards. Raises IncompleteForm for a form
    that the purse does not cover, so that nothing is done by halves."""
    view = form.view
    wares, cards = [*read_ticked(form, HIRE, "hire"), *read_ticked(form, BUILD, "build")], read_counts(form)
    hired = {kind for tag, kind, _at in wares if tag == HIRE}
    check_decks(view, cards, hired)
    cost = sum(view.about["prices"][kind] for _tag, kind, _at in wares)
    cost += sum(count for _deck, count in cards) * int(cards_for_sale(view).get("price", 0))
    if cost > purse_amount(view):
        said = {"cost": count_funds(cost, view.rules), "purse": count_funds(purse_amount(view), view.rules)}
        raise IncompleteForm(_("This costs %(cost)s, and you have %(purse)s. Choose less.") % said)
    if not wares and not cards:
        raise IncompleteForm(_("Nothing is chosen. Choose what you want, or spend nothing."))
    lines = [order_text(view, tag, kind=kind, at=at) for tag, kind, at in wares]
    if cards:
        lines.append(order_text(view, BUY, cards=[[deck, count] for deck, count in cards]))
    return "\n".join(lines)


def read_ticked(form: PostedForm, tag: str, verb: str) -> Iterator[tuple[str, str, int]]:
    """Read the ticked rows of an offer, each with its place. Raises IncompleteForm for two at one place."""
    taken = set()
    for kind in kinds_of(form.view, tag):
        for number in range(MOST_BUILDINGS):
            key = f"{verb}-{kind}-{number}"
            if key in form.post:
                at = form.territory(f"at-{key}")
                if (kind, at) in taken:
                    raise IncompleteForm(_("Choose a different territory for each."))
                taken.add((kind, at))
                yield tag, kind, at


def read_counts(form: PostedForm) -> list[tuple[str, int]]:
    """Read the cards of each deck."""
    counts = [(deck, form.count(f"n-{deck}", 0)) for deck in form.view.decks]
    return [(deck, count) for deck, count in counts if count]


def check_decks(view: engine.PlayerView, cards: Sequence[tuple[str, int]], hired: set[str]) -> None:
    """Check that each deck is open or opens with a piece that is hired, and has as many cards. Raises
    IncompleteForm."""
    known, names = {row.deck: row for row in deck_rows(view, sorted(hired))}, names_for(view, html=False)
    if sum(count for _deck, count in cards) > engine.CARDS_A_TURN:
        raise IncompleteForm(_("You can buy at most %(most)s cards in a turn.") % {"most": engine.CARDS_A_TURN})
    for deck, count in cards:
        row = known.get(deck)
        if row is None or not row.most:
            said = {"deck": deck.capitalize(), "piece": names.piece(deck)}
            raise IncompleteForm(str(parts_of(view.rules).purchases.purchase_words.opens_after) % said)
        if count > view.decks[deck]:
            rest = {"deck": deck.capitalize(), "left": view.decks[deck]}
            raise IncompleteForm(_("Cards left in the %(deck)s deck: %(left)s. Buy no more than that.") % rest)


def nothing_lines(form: PostedForm) -> str:
    """Write the orders that spend nothing: they end the hiring, and the buying where that would be asked next."""
    buys = form.view.about.get("cards", {}).get("most", 0) if "prices" in form.view.about else 0
    return "end\nend" if buys else "end"  # as typed
