"""Attack: choose a source, a target, and how long."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine import ASK
from games.decisions.attack import fight_panel
from games.decisions.attack.choices import choose_source, choose_target
from games.decisions.attack.order import leaders_from
from games.decisions.cards.choice import chosen_card
from games.decisions.cards.play import card_before_attack
from games.decisions.end_turn import END_TURN, no_fields
from games.decisions.kit import evaluation, order_labels
from games.decisions.kit.attack_words import attack_words
from games.decisions.kit.context import GOES, THENS, PageContext
from games.decisions.kit.panel import Panel
from games.decisions.kit.posted import IncompleteForm, PostedForm
from games.decisions.kit.prompts import SUGGESTED, Prompt, Suggestion, assault, assault_words, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.families.parts import parts_of


def panel(context: PageContext) -> Panel:
    """Choose a source, then a target, then how to attack; or a card that can be played before."""
    if chosen_card(context) is not None:
        return card_before_attack(context)
    sources = context.places("battle.attack", "src")
    choice = context.selection
    if choice.src not in sources:
        return choose_source(context, sources)
    assert choice.src is not None
    if choice.dst not in context.places("battle.attack", "dst", {"src": choice.src}):
        return choose_target(context, choice.src)
    assert choice.dst is not None
    return fight_panel.ready(context, choice.src, choice.dst)


def prompt(view: engine.PlayerView) -> Prompt:
    words = attack_words(view)
    if view.offer("battle.attack"):
        return Prompt(str(words.asks), str(words.asks_subject))
    if evaluation.may_move_yet(view):
        return Prompt(str(words.asks_over), _("fortify or end your turn"))
    if following := next_step(view):
        said = {"next": following}
        return Prompt(str(words.asks_on) % said, _("go on to %(next)s") % said)
    return Prompt(str(words.asks_over_end), _("end your turn"))


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest the best attacks, each until it captures."""
    for src, dst in evaluation.attacks(view)[:SUGGESTED]:
        words, chance = assault_words(view, src, dst), evaluation.chance(view, src, dst)
        called = order_labels.assault(view, src, dst)
        yield Suggestion(assault(view, src, dst), words, chance, None, src, dst, called=called)


def ends(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest to end the turn, and the step where more comes after it."""
    yield Suggestion(order_text(view, offer.action, turn=True), "End your turn")  # as typed
    called = order_labels.last_attack(view)
    if parts_of(view.rules).attack.trades_after_attacks(view):
        note = _("with the card you draw, you can trade in a set")
        yield Suggestion(order_text(view, offer.action), "End your attacks", note=note, called=called)  # as typed
    elif following := next_step(view):
        note = _("goes on to %(next)s") % {"next": following}
        yield Suggestion(order_text(view, offer.action), "End your attacks", note=note, called=called)  # as typed


def next_step(view: engine.PlayerView) -> str:
    """Name what follows the viewer's attacks in the turn: the free move, or what comes after it; empty if the turn
    ends."""
    if evaluation.may_move_yet(view):
        return _("the free move")
    return parts_of(view.rules).turn.after_move(view)


def parse(form: PostedForm) -> engine.Facts:
    """Read `src` and `dst` (codes), `dice`, `go` (once captured left odds), `left`, `odds`, `then` (ask all least), and
    with `led` the ticked `lead-<kind>`."""
    go = form.text("go", "once")
    if go not in GOES:
        raise IncompleteForm(_("Choose how long to attack: one throw, until captured, or until some are left."))
    read = {
        "src": form.territory("src"),
        "dst": form.territory("dst"),
        "dice": form.count("dice", 0),
        "throws": 1 if go == "once" else 0,
        "left": form.count("left", 0) if go == "left" else 0,
        "odds": form.count("odds", 0) if go == "odds" else 0,
        "advance": THENS.get(form.text("then"), ASK),
    }
    return {**read, **leaders_from(form, read)}


DECISIONS.add(
    Decision(
        "battle.attack_asked",
        summary=gettext_lazy("Attack, or end the attacks."),
        panel=panel,
        prompt=prompt,
        answers={"battle.attack": Answer(parse, suggestions), END_TURN: Answer(no_fields, ends)},
        timeout=Timeout(
            turn=lambda view: str(attack_words(view).late), organizer=gettext_lazy("nobody else is attacked")
        ),
    )
)
