"""What the coach says: a record for each thing that is worth saying beside a question.

    HINTS.add(Hint("attack", ("battle.attack_asked",), _("Attack from your strongest territory."), at=strongest))

A hint names the kinds of question beside which it stands, the families whose games have it (all by default), a
condition on the view, and the territories that a reader should look at. Of those that fit, the first of the game's own
family is shown, else the first of all, so narrow ones are added before wide ones. Records register when the modules of
this package are imported.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import engine
from common.lazy_text import LazyText
from common.module_loading import import_all
from common.registry import Registry

MOST_PLACES = 3
"""So many territories a hint names: more is no pointer."""


@dataclass(frozen=True)
class Hint:
    """One or two sentences beside a question: what a good player looks at there."""

    name: str
    kinds: tuple[str, ...]
    words: LazyText
    when: Callable[[engine.PlayerView], bool] = lambda view: True
    at: Callable[[engine.PlayerView], Collection[int]] = lambda view: ()
    family: str = ""

    def fits(self, view: engine.PlayerView) -> bool:
        """Check whether the hint belongs beside the open question of a view."""
        if view.asked is None or view.asked.kind not in self.kinds:
            return False
        return self.family in ("", view.rule_set.family) and self.when(view)


HINTS: Registry[Hint] = Registry()


def load() -> None:
    """Have every record register itself."""
    import_all("coaching.hints")


def hint_for(view: engine.PlayerView) -> Hint | None:
    """Find what the coach says to the seat of a view; nothing where it has nothing to answer."""
    if not view.must_answer:
        return None
    fitting = [hint for hint in HINTS if hint.fits(view)]
    return next((hint for hint in fitting if hint.family), next(iter(fitting), None))
