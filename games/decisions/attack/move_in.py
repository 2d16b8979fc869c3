"""Move armies into a captured territory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.boards.overlays import Marks
from games.decisions.attack.choices import last_fights
from games.decisions.kit import order_labels
from games.decisions.kit.amount import Amount, after_move, amount_of, whole_force
from games.decisions.kit.context import PageContext
from games.decisions.kit.evaluation import viewer_of
from games.decisions.kit.page_types import StoryLine
from games.decisions.kit.panel import Panel, steps_of
from games.decisions.kit.posted import PostedForm
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.families.parts import parts_of
from games.families.pieces import piece_name
from games.wording.amounts import armies_noun, capitalized, count_units, join_and, units_noun
from games.wording.seats import territory_name


@dataclass(frozen=True)
class MoveInPanel:
    """Data of decisions/move_in.html: the fight that was won, with the duels before it, and how many move in."""

    src_name: str
    dst_name: str
    src_colour: str
    was_colour: str
    was: str
    src_armies: int
    amount: Amount
    fights: tuple[StoryLine, ...]
    lost: str
    killed: str
    label: str
    least_says: str
    most_says: str
    asks: str
    musts: str = ""
    card_first: bool | None = None


def panel(context: PageContext) -> Panel:
    """Ask how many armies move into the captured territory."""
    about = context.view.about
    src, dst, least, most = about["src"], about["dst"], about["least"], about["most"]
    amount = amount_of(context, "occupy.advance", {"src": src, "dst": dst}, {"type": "occupy.advance"})
    marks = Marks(
        src=src,
        target=dst,
        selectable={dst: ""},
        order=(src, dst),
        deciding=True,
        notes={dst: _("captured")},
        armies=after_move(amount, src, dst),
    )
    action = {"type": "occupy.advance", "seat": context.me, "force": amount.force}
    ways = (
        ("advance all", "; ".join(filter(None, (str(most), stays_words(context.view, src))))),  # as typed
        (f"advance {least}", _("the least")),
    )
    heading, data = _("%(land)s is yours") % {"land": context.name(dst)}, _move_in_panel(context, amount)
    return Panel("move_in", heading, data, marks, steps_of(context), action, ways)


def _move_in_panel(context: PageContext, amount: Amount) -> MoveInPanel:
    """Build what the panel shows: the fight that was won, what it cost both sides, and the choice."""
    src, dst = context.view.about["src"], context.view.about["dst"]
    fights = last_fights(context)
    was = int(context.view.about.get("was", -1))
    throws = fights[-1].throws if fights else ()
    lost = sum(len(throw.attack_lost) for throw in throws)
    killed = sum(len(throw.defend_lost) for throw in throws)
    view, units = context.view, partial(count_units, rules=context.view.rules)
    noun = capitalized(armies_noun(view.rules))
    musts = (
        _("%(pieces)s must move: they led the last throw.")
        if len(amount.musts) > 1
        else _("%(pieces)s must move: it led the last throw.")
    )
    return MoveInPanel(
        context.name(src),
        context.name(dst),
        context.colour(context.me),
        context.colour(was),
        context.title(was),
        view.units(src),
        amount,
        fights,
        units(lost) if lost else "",
        units(killed) if killed == 1 else _("all %(units)s") % {"units": units(killed)},
        _("%(armies)s that move into %(land)s") % {"armies": noun, "land": context.name(dst)},
        "" if amount.pieces else _("the least"),
        "" if amount.pieces else stays_words(view, src),
        how_many(view),
        musts % {"pieces": join_and(amount.musts)} if amount.musts else along_words(view),
        card_first(view),
    )


def along_words(view: engine.PlayerView) -> str:
    """Say which companions go along with whatever moves in: "Ares and Zeus move in too."."""
    names = [piece_name(view, viewer_of(view), kind) for kind in view.about.get("along", ())]
    if not names:
        return ""
    return ngettext("%(pieces)s moves in too.", "%(pieces)s move in too.", len(names)) % {"pieces": join_and(names)}


def stays_words(view: engine.PlayerView, src: int) -> str:
    """Say that one stays behind where one must."""
    return _("1 stays behind") if view.must_stay(src) else ""


def how_many(view: engine.PlayerView) -> str:
    """Ask how much moves in, in the words of the game."""
    return _("How many %(units)s move in?") % {"units": units_noun(view.rules)}


def card_first(view: engine.PlayerView) -> bool | None:
    """Tell whether the card for a capture comes before the free move; None where a turn brings no card."""
    order = [key for key, _ in parts_of(view.rules).turn.rail(view)]
    return "fortify" not in order[: order.index("card")] if "card" in order else None


def prompt(view: engine.PlayerView) -> Prompt:
    about = view.about
    said = {
        "src": territory_name(view, about["src"]),
        "dst": territory_name(view, about["dst"]),
        "least": about["least"],
        "most": count_units(about["most"], view.rules),
        "asks": how_many(view)[0].lower() + how_many(view)[1:],
    }
    lead = _("You can move in %(least)s to %(most)s from %(src)s.") % said
    return Prompt(_("You captured %(dst)s: %(asks)s") % said, _("move into %(dst)s") % said, lead)


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    field = offer.field("force", engine.ForceField)
    if field.values:
        force = whole_force(field, {})
        order = order_text(view, offer.action, **{field.name: force})
        called = order_labels.move_in(view, force)
        yield Suggestion(order, order[:1].upper() + order[1:], note=left_words(view, field.most), called=called)
    for count in dict.fromkeys((field.most, field.least)[bool(field.values) :]):
        force = {"armies": count, "pieces": []}
        order, called = order_text(view, offer.action, **{field.name: force}), order_labels.move_in(view, force)
        yield Suggestion(order, f"Advance {count}", note=left_words(view, count), called=called)  # as typed


def left_words(view: engine.PlayerView, count: int) -> str:
    """Say what stays behind: "leaves 2 armies in Peru", once that many have moved in."""
    src = view.about.get("src")
    if not isinstance(src, int):
        return ""
    left = {"armies": count_units(view.units(src) - count, view.rules), "land": territory_name(view, src)}
    return _("leaves %(armies)s in %(land)s") % left


def parse(form: PostedForm) -> engine.Facts:
    """Read `force`."""
    return {"force": form.force()}


def on_timeout(view: engine.PlayerView) -> str:
    return _("as many %(units)s move in as the border can spare") % {"units": units_noun(view.rules)}


DECISIONS.add(
    Decision(
        "occupy.advance_asked",
        summary=gettext_lazy("Say how many move in."),
        panel=panel,
        prompt=prompt,
        answers={"occupy.advance": Answer(parse, suggestions)},
        timeout=Timeout(
            turn=on_timeout,
            organizer=gettext_lazy("as many move in as the border can spare and nobody else is attacked"),
        ),
    )
)
