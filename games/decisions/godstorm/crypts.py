"""Crypts: while armies are placed, each may send some to a temple."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

import engine
from games.decisions.kit.context import PageContext
from games.decisions.kit.evaluation import viewer_of
from games.decisions.kit.panel import Aside
from games.decisions.kit.posted import PostedForm
from games.decisions.kit.prompts import Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer
from games.wording.amounts import count_armies
from games.wording.seats import territory_name

REVIVE = "crypt.revive"


def revivals(view: engine.PlayerView) -> Mapping[int, int]:
    """Return how many armies each crypt can still revive."""
    return {int(crypt): armies for crypt, armies in view.about["crypts"].items()}


def temples(view: engine.PlayerView) -> list[int]:
    """Rank the temples that armies may go to, the one that needs them most first."""
    return list(view.borders.ranked(viewer_of(view), tuple(view.about["temples"])))


def asides(context: PageContext, offer: engine.Offer) -> Iterator[Aside]:
    """Make a small form for each crypt that can still revive somebody."""
    view = context.view
    options = tuple((context.code(at), context.name(at)) for at in temples(view))
    for crypt, armies in revivals(view).items():
        said = {"crypt": context.name(crypt), "armies": count_armies(armies, view.rules), "temple": options[0][1]}
        button = _("Revive %(armies)s") if len(options) > 1 else _("Revive %(armies)s in %(temple)s")
        yield Aside(
            REVIVE,
            _("%(crypt)s can revive %(armies)s") % said,
            _("You can send them to one of your temples until you place your last army."),
            button % said,
            sent=(("src", context.code(crypt)),),
            name="dst",
            label=_("To which temple"),
            options=options,
        )


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest for each crypt to send its armies to the temple that needs them most."""
    for crypt, armies in revivals(view).items():
        at = temples(view)[0]
        order = order_text(view, offer.action, src=crypt, dst=at)
        note, called = _("before you place your last army"), label_revival(view, armies, crypt, at)
        yield Suggestion(order, order[:1].upper() + order[1:], src=crypt, dst=at, note=note, called=called)


def parse(form: PostedForm) -> engine.Facts:
    """Read `src` and `dst` (codes)."""
    return {"src": form.territory("src"), "dst": form.territory("dst")}


def label_revival(view: engine.PlayerView, armies: int, src: int, dst: int) -> str:
    said = {
        "armies": count_armies(armies, view.rules),
        "crypt": territory_name(view, src),
        "temple": territory_name(view, dst),
    }
    return _("Revive %(armies)s from %(crypt)s in %(temple)s") % said


DECISIONS.add_common(REVIVE, Answer(parse, suggestions, asides))
