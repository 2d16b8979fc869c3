"""Play cards by name: in one's own turn, against an invasion, and when everybody may fire their own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.boards.overlays import Marks
from games.decisions.cards.choice import (
    PLAY,
    CardRow,
    card_rows,
    chances_after_cards,
    chosen_card,
    declared_fight,
    is_in_vain,
    playable,
    price_now,
    proposed_card,
)
from games.decisions.cards.form import CardForm, card_form, parse_card
from games.decisions.cards.hand import format_payment
from games.decisions.end_turn import END_TURN, no_fields
from games.decisions.kit import order_labels
from games.decisions.kit.context import PageContext
from games.decisions.kit.forces import Force, force_at
from games.decisions.kit.funds import Purse, own_funds, purse_of
from games.decisions.kit.panel import Aside, Panel, steps_of
from games.decisions.kit.posted import PostedForm
from games.decisions.kit.prompts import Prompt, Suggestion, order_text, values_of
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.families.parts import parts_of
from games.wording.amounts import count_units, percent
from games.wording.seats import seat_label, territory_name

DECLINE = "reaction.decline"
SCOPES = {
    "window": gettext_lazy("this roll"),
    "order": gettext_lazy("this order"),
    "turn": gettext_lazy("this turn"),
}


@dataclass(frozen=True)
class CardsPanel:
    """Data of decisions/cards.html. Of `cards` one is chosen, as `form` has it; `idle` are cards of the hand that
    cannot be played now, with the reason; `act` is the action of the button `label`, which goes on without a
    card. `scopes` are buttons that decline more than this question, as (scope, words) pairs."""

    purse: Purse | None
    cards: tuple[CardRow, ...]
    form: CardForm | None
    idle: tuple[tuple[str, str], ...]
    final: str = ""
    lead: str = ""
    act: str = END_TURN
    label: str = ""
    back: str = ""
    scopes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Reply:
    """Data of decisions/reply.html, the answer to a window: one of `cards` is chosen, as `form` has it, or to decline,
    at the address `decline`, with the `scopes` for which one may. `attacker` is whose chances the cards change; `final`
    stands below the button of a card, `sealed` below that which declines; `passing` is what that is called, and what
    comes of it."""

    cards: tuple[CardRow, ...]
    form: CardForm | None
    idle: tuple[tuple[str, str], ...]
    decline: str
    scopes: tuple[tuple[str, str], ...]
    final: str
    sealed: str
    passing: tuple[str, str]
    attacker: str = ""


@dataclass(frozen=True, kw_only=True)
class WindowPanel(Reply):
    """Data of decisions/window.html: an invasion before its dice, the chance that it succeeds as it stands, and the
    cards that answer it."""

    src: Force
    dst: Force
    chance: str
    sentence: str


def cards_panel(context: PageContext) -> Panel:
    """Play a card, or go on."""
    chosen = chosen_card(context)
    chosen = proposed_card(context.view) if chosen is None else chosen
    form = None if chosen is None else card_form(context, chosen)
    last = ends_turn(context.view)
    data = CardsPanel(
        purse_of(context.view, held_words(context.view)),
        card_rows(context, chosen=chosen),
        form,
        idle_cards(context.view),
        irrevocable(context.view),
        label=_("End your turn") if last else _("Continue without a card"),
    )
    heading = _("Play a card, or end your turn") if last else _("Play a card, or continue")
    action = form.action if form else None
    return Panel("cards", heading, data, marks_of_card(context, form), steps_of(context), action)


def irrevocable(view: engine.PlayerView) -> str:
    """Say that a card cannot be taken back, and who may undo it."""
    return " ".join(filter(None, (_("You cannot take a card back."), parts_of(view.rules).cards.undo_words(view))))


def card_before_attack(context: PageContext) -> Panel:
    """Play a card while an attack is asked, with the way back to the attacks."""
    made = cards_panel(context)
    assert isinstance(made.data, CardsPanel)
    data = replace(made.data, back=context.link(), label="")
    return replace(made, heading=_("Play a card first"), data=data)


def held_words(view: engine.PlayerView) -> str:
    """Count the cards in the viewer's hand."""
    return ngettext("%(count)s card in hand", "%(count)s cards in hand", len(view.hand)) % {"count": len(view.hand)}


def idle_cards(view: engine.PlayerView) -> tuple[tuple[str, str], ...]:
    """List the cards of the hand that cannot be played now, each with the reason."""
    cards, offered = engine.catalogue_of(view.rules, view.options), playable(view)
    idle = (number for number in dict.fromkeys(view.hand) if number not in offered)
    why_idle = parts_of(view.rules).cards.why_idle
    return tuple((cards.names[number], why_idle(view, cards.kinds[number])) for number in idle)


def marks_of_card(context: PageContext, form: CardForm | None) -> Marks:
    """Let the map choose what a card is played on, and where something goes from."""
    if form is None or not form.links:
        return Marks()
    chosen = {context.selection.src, context.selection.dst}
    return Marks(
        src=form.src,
        target=form.dst,
        selectable={} if form.dst is None else {form.dst: ""},
        order=None if form.src is None or form.dst is None else (form.src, form.dst),
        links=form.links,
        notes=notes_of(form),
        deciding=bool(chosen & {*form.links}),
    )


def notes_of(form: CardForm) -> Mapping[int, str]:
    """Say of each territory that the map can choose for a card that it may."""
    return dict.fromkeys(form.links, _("can be chosen for this card"))


def ends_turn(view: engine.PlayerView) -> bool:
    """Check whether nothing but the end of the turn follows."""
    return bool(view.about.get("timing") == "turn_end")


def window_panel(context: PageContext) -> Panel:
    """Answer an invasion before its dice: play a card, or decline."""
    view, about = context.view, context.view.about
    src, dst = about["src"], about["dst"]
    chosen = card_of_window(context)
    form = None if chosen is None else card_form(context, chosen)
    chance, attacker = percent(declared_fight(view, src, dst).win), context.title(about["seat"])
    scopes = invasion_scopes(view)
    data = WindowPanel(
        src=force_at(context, src),
        dst=force_at(context, dst),
        chance=chance,
        sentence=_("chance for %(seat)s to capture it as it stands.") % {"seat": attacker},
        attacker=attacker,
        cards=card_rows(context, src, dst, chosen=chosen),
        form=form,
        idle=idle_cards(view),
        decline=context.link(way="decline"),
        scopes=tuple(scopes.items()),
        final=reply_words(view),
        sealed=sealed_words(view),
        passing=(_("Decline"), _("keep all your cards")),
    )
    heading = window_prompt(view).heading
    action = form.action if form else {"type": DECLINE, "seat": context.me}
    marks = Marks(src=src, target=dst, selectable={src: "", dst: ""}, order=(src, dst), deciding=True)
    if form and form.links:
        marks = replace(marks, links=form.links, notes=notes_of(form))
    ways = ways_to_decline(scopes)
    return Panel("window", heading, data, marks, (), action, ways, fight=(src, dst))


def asks_each_roll(view: engine.PlayerView) -> bool:
    """Check whether each roll of an attack order is an invasion of its own, rather than the whole order."""
    return engine.ruleset(view.rules).attack.reacts_each == "roll"


def invasion_scopes(view: engine.PlayerView) -> dict[str, str]:
    """Name what of an invasion may be declined. Where an order is asked about once, declining the question declines the
    order."""
    if asks_each_roll(view):
        return {scope: str(said) for scope, said in SCOPES.items()}
    return {"window": _("this invasion"), "turn": str(SCOPES["turn"])}


def reply_words(view: engine.PlayerView) -> str:
    """Say when a card takes effect that answers an invasion."""
    if asks_each_roll(view):
        return _("All answers stay sealed until everyone has answered. Then the cards take effect in turn order.")
    again = _("After you play a card, the game asks again while you can play another.")
    return " ".join(filter(None, (again, parts_of(view.rules).cards.undo_words(view))))


def sealed_words(view: engine.PlayerView) -> str:
    """Say what follows from declining an invasion."""
    if asks_each_roll(view):
        return _(
            "All answers stay sealed until everyone has answered. If you decline for this order or this turn, the "
            "game does not ask you about its later rolls."
        )
    return _("If you decline for this turn, the game does not ask you about its later invasions.")


def ways_to_decline(scopes: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """List the orders that decline, each with what it is for."""
    return tuple((DECLINES[scope], said) for scope, said in scopes.items())


def card_of_window(context: PageContext) -> int | None:
    """Return the card that answers as the page stands: the one that was chosen, else the first that does something,
    unless the reader declines."""
    if context.selection.way == "decline":
        return None
    chosen = chosen_card(context)
    return proposed_card(context.view) if chosen is None else chosen


DECLINES = {"window": "decline", "order": "decline this order", "turn": "decline this turn"}  # as typed


def window_prompt(view: engine.PlayerView) -> Prompt:
    about = view.about
    src, dst = about["src"], about["dst"]
    own = view.owner[dst] == view.viewer
    said = {
        "seat": seat_label(view, about["seat"]),
        "src": territory_name(view, src),
        "dst": territory_name(view, dst),
        "owner": seat_label(view, view.owner[dst]),
        "attacking": count_units(view.units(src), view.rules),
        "defending": view.units(dst),
        "chance": percent(declared_fight(view, src, dst).win),
    }
    heading = (_("%(seat)s invades your %(dst)s") if own else _("%(seat)s invades %(owner)s’s %(dst)s")) % said
    lead = _(
        "%(seat)s attacks from %(src)s, where %(attacking)s stand, against %(defending)s. As it stands, the "
        "chance to capture it is %(chance)s."
    )
    asks = _("Play a card or decline.")
    if asks_each_roll(view):
        asks = _("Play a card or decline; all answers stay sealed until everyone has answered.")
    return Prompt(heading, heading, f"{lead % said} {asks}")


def suggest_cards(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest a card as it can be played with the first of what may be named with it, and the most armies."""
    given: dict[str, engine.Value] = {}
    for field in offer.fields:
        values = values_of(field, given)
        if not values:
            return
        given[field.name] = first_choice(view, field, values)
    order = order_text(view, offer.action, **given)
    words, note = order[:1].upper() + order[1:], card_words(view, given["card"])
    number = engine.catalogue_of(view.rules, view.options).numbers[given["card"]]
    low_value = view.offer(END_TURN) is not None or is_in_vain(view, number)
    yield Suggestion(order, words, note=note, low_value=low_value, called=order_labels.play(view, given))


def first_choice(view: engine.PlayerView, field: engine.Field, values: Sequence[engine.Value]) -> engine.Value:
    """Return the most of a number, and of all else the first; of territories the first that is not the viewer's own
    and blighted, if there is such a one."""
    if isinstance(field, engine.NumberField):
        return max(values)
    if not isinstance(field, engine.TerritoryField | engine.TerritoriesField):
        return values[0]
    own = [at for at in parts_of(view.rules).board.blights(view) if view.owner[at] == view.viewer]
    blighted = own if isinstance(field, engine.TerritoryField) else [[at] for at in own]
    return next((value for value in values if value not in blighted), values[0])


def card_asides(context: PageContext, offer: engine.Offer) -> Iterator[Aside]:
    """Make the small form of a card that can be played while something else is asked."""
    title = offer.field("card", engine.ChoiceField).values[0]
    cards = engine.catalogue_of(context.view.rules, context.view.options)
    says, button = cards.kinds[cards.numbers[title]].text, _("Play %(card)s") % {"card": title}
    yield Aside(PLAY, title, says, button, sent=(("f-card", json.dumps(title)),))


def card_words(view: engine.PlayerView, title: str) -> str:
    """Say what a card costs and does, and what it would make of the invasion that is asked about: "free. When a water
    territory is invaded, ... Red’s chance to capture it would be 55 %."."""
    cards, about = engine.catalogue_of(view.rules, view.options), view.about
    number = cards.numbers[title]
    kind = cards.kinds[number]
    preview = parts_of(view.rules).cards.card_preview(view, kind)
    said = f"{format_payment(view, price_now(view, kind.cost))}. {kind.text}{f' {preview.words}' if preview else ''}"
    after = chances_after_cards(view, about["src"], about["dst"]) if "dst" in about else {}
    if number not in after:
        return said
    text = _("%(seat)s’s chance to capture it would be %(chance)s.")
    return f"{said} {text % {'seat': seat_label(view, about['seat']), 'chance': percent(after[number])}}"


def suggest_declining(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest to let this roll, the whole order or all further invasions of the turn pass."""
    again = _("keep your cards; the game asks again before the next roll")
    notes = {
        "window": again if asks_each_roll(view) else _("keep your cards"),
        "order": _("keep your cards until this attack order is over"),
        "turn": _("keep your cards for the rest of this turn"),
    }
    yield from declining({scope: notes[scope] for scope in invasion_scopes(view)})


def declining(notes: Mapping[str, str]) -> Iterator[Suggestion]:
    """Suggest to decline, for each scope with a note on it."""
    for scope, note in notes.items():
        order = DECLINES[scope]
        called, passes = order_labels.decline(scope), scope == "window"
        yield Suggestion(order, order.capitalize(), note=note, low_value=True, passes=passes, called=called)


def suggest_no_card(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    called = order_labels.no_card(ends_turn(view))
    yield Suggestion(order_text(view, offer.action), "End", passes=True, called=called)  # as typed


def parse_declining(form: PostedForm) -> engine.Facts:
    """Read `scope`."""
    scope = form.text("scope", "window")
    return {"scope": scope if scope in SCOPES else "window"}


def cards_prompt(view: engine.PlayerView) -> Prompt:
    count = len([offer for offer in view.offers if offer.action == PLAY])
    lead = ngettext(
        "You can play %(count)s of your cards now. You have %(funds)s.",
        "You can play %(count)s of your cards now. You have %(funds)s.",
        count,
    )
    if not count:
        lead = _("You cannot play any of your cards now. You have %(funds)s.")
    said = lead % {"count": count, "funds": own_funds(view)}
    if ends_turn(view):
        return Prompt(_("Play a card, or end your turn"), _("play a card, or end your turn"), said)
    return Prompt(_("Play a card, or continue"), _("play a card, or continue"), said)


DECISIONS.add_common(PLAY, Answer(parse_card, suggest_cards, card_asides))
DECISIONS.add(
    Decision(
        "cards.play_asked",
        summary=gettext_lazy("Play a card, or continue."),
        panel=cards_panel,
        prompt=cards_prompt,
        answers={END_TURN: Answer(no_fields, suggest_no_card)},
        timeout=Timeout(turn=lambda view: _("no card is played"), organizer=gettext_lazy("no card is played")),
    )
)
DECISIONS.add(
    Decision(
        "reaction.asked",
        summary=gettext_lazy("Answer an invasion, or let it pass."),
        panel=window_panel,
        prompt=window_prompt,
        answers={DECLINE: Answer(parse_declining, suggest_declining)},
        timeout=Timeout(
            owner=gettext_lazy("you let every invasion this turn pass."),
            others=gettext_lazy("they let it pass."),
            organizer=gettext_lazy("it lets every invasion this turn pass"),
        ),
    )
)
