"""Hire pieces, build, and buy cards that nobody else sees."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decisions.end_turn import END_TURN, no_fields
from games.decisions.kit import order_labels
from games.decisions.kit.evaluation import viewer_of
from games.decisions.kit.posted import PostedForm
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.kit.spending import (
    BUILD,
    BUY,
    HIRE,
    NOTHING,
    SPEND,
    about_piece,
    kinds_of,
    nothing_lines,
    purse_amount,
    spend_lines,
    spend_panel,
    strongest,
)
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.families.parts import parts_of
from games.wording.amounts import capitalized, count_funds, join_and, join_or
from games.wording.narration.purchase import deck_words


def hire_prompt(view: engine.PlayerView) -> Prompt:
    prices, kinds = view.about["prices"], (*kinds_of(view, HIRE), *kinds_of(view, BUILD))
    wares = ((order_labels.one_ware(view, kind), prices[kind]) for kind in kinds)
    for_sale = join_or([order_labels.format_price(view, name, price) for name, price in wares])
    lead = _("You have %(funds)s. You can buy %(for_sale)s.")
    said = {"funds": count_funds(purse_amount(view), view.rules), "for_sale": for_sale}
    heading = str(parts_of(view.rules).purchases.purchase_words.heading)
    return Prompt(heading, heading[:1].lower() + heading[1:], lead % said)


def suggest_wares(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest each kind on the strongest territory where it may stand."""
    kinds, spots = offer.field("kind", engine.ChoiceField), offer.field("at", engine.TerritoryField)
    for kind in kinds.values:
        for at in strongest(view, spots.values_for({"kind": kind}))[:1]:
            order = order_text(view, offer.action, kind=kind, at=at)
            called = order_labels.ware(view, verb_of(view, offer.action), kind, at)
            note = about_piece(view, viewer_of(view), kind)
            yield Suggestion(order, capitalized(order), src=at, note=note, called=called)


def verb_of(view: engine.PlayerView, tag: str) -> str:
    """Return what a family calls a purchase: "hire", "summon", "build"."""
    return str(parts_of(view.rules).purchases.purchase_words.hire) if tag == HIRE else _("build")


def suggest_going_on(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest to spend nothing more, after all that can be had."""
    called = order_labels.no_purchase(view)
    yield Suggestion(order_text(view, offer.action), "End", low_value=True, passes=True, called=called)  # as typed


def parse_ware(form: PostedForm) -> engine.Facts:
    """Read `kind` and `at` (code)."""
    return {"kind": form.text("kind")[:40], "at": form.territory("at")}


# ---- cards


def buy_prompt(view: engine.PlayerView) -> Prompt:
    decks = join_and([deck_words(deck, left) for deck, left in view.about["decks"].items()])
    lead = _("A card costs %(price)s, and you can buy up to %(most)s. There are %(decks)s left.")
    if not view.about["most"]:
        lead = _("A card costs %(price)s, and you cannot buy one now. There are %(decks)s left.")
    if not decks:
        lead = _("All cards have been drawn, so there is none to buy.")
    price = " ".join(
        filter(None, (count_funds(view.about["price"], view.rules), parts_of(view.rules).purchases.price_note(view)))
    )
    said = {"price": price, "most": view.about["most"], "decks": decks}
    return Prompt(_("Buy cards"), _("buy cards"), lead % said)


def suggest_cards(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest one card of each deck."""
    for deck in offer.field("cards", engine.AmountsField).values:
        order = order_text(view, offer.action, cards=[[deck, 1]])
        note = order_labels.left_in_deck(view.about["decks"][deck])
        yield Suggestion(order, order.capitalize(), note=note, called=order_labels.cards(view, deck))


def parse_cards(form: PostedForm) -> engine.Facts:
    """Read `n-<deck>` for each deck; empty fields count nothing."""
    counts = [(deck, form.count(f"n-{deck}", 0)) for deck in form.view.about.get("decks", ())]
    return {"cards": [[deck, count] for deck, count in counts if count]}


DECISIONS.add(
    Decision(
        "purchase.hire_asked",
        summary=gettext_lazy("Buy pieces and buildings."),
        panel=spend_panel,
        prompt=hire_prompt,
        answers={
            HIRE: Answer(parse_ware, suggest_wares),
            BUILD: Answer(parse_ware, suggest_wares),
            END_TURN: Answer(no_fields, suggest_going_on),
        },
        forms={SPEND: spend_lines, NOTHING: nothing_lines},
        timeout=Timeout(turn=lambda view: _("nothing is bought"), organizer=gettext_lazy("nothing is bought")),
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
        timeout=Timeout(turn=lambda view: _("no cards are bought"), organizer=gettext_lazy("no cards are bought")),
    )
)
