"""Choose a pantheon, one after another by the dice; or rank them in secret, where the set-up is planned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.decisions.kit.context import PageContext
from games.decisions.kit.panel import Panel, who_has_answered
from games.decisions.kit.posted import IncompleteForm, PostedForm
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.families.godstorm.gods import BY_NAME, gods_of, heaven_of, owner_of
from games.wording.amounts import join_or, ordinal
from games.wording.seats import Person

TAG = "pantheons.choice"


@dataclass(frozen=True)
class PantheonRow:
    """A pantheon with its gods and its heaven, and the seat that has it already, or None."""

    name: str
    gods: str
    heaven: str
    taken: Person | None = None


@dataclass(frozen=True)
class PantheonPanel:
    """Data of decisions/pantheon.html. `first` is the one that is chosen at first."""

    rows: tuple[PantheonRow, ...]
    first: str


@dataclass(frozen=True)
class Rank:
    """One place of a ranking: the pantheon that stands there, empty for none."""

    number: int
    label: str
    chosen: str


@dataclass(frozen=True)
class RankingPanel:
    """Data of decisions/pantheon_ranking.html. `said` says whether the reader has answered already."""

    rows: tuple[PantheonRow, ...]
    ranks: tuple[Rank, ...]
    said: bool
    people: tuple[tuple[Person, bool], ...]


def pantheon_row(context: PageContext, name: str) -> PantheonRow:
    owner = owner_of(context.view, name)
    taken = None if owner is None else context.person(owner)
    return PantheonRow(name, gods_of(name), heaven_of(context.view, name), taken)


# ---- in turn


def choice_panel(context: PageContext) -> Panel:
    """Choose one of the pantheons that nobody has."""
    left: Sequence[str] = context.view.about["left"]
    rows = tuple(pantheon_row(context, name) for name in BY_NAME)
    ways = tuple((f"pantheon {name}", gods_of(name)) for name in left)
    return Panel("pantheon", _("Choose your pantheon"), PantheonPanel(rows, left[0]), ways=ways)


def choice_prompt(view: engine.PlayerView) -> Prompt:
    lead = _("The %(left)s are still free. All pantheons play by the same rules.")
    said = lead % {"left": join_or(view.about["left"])}
    return Prompt(_("Choose your pantheon"), _("choose your pantheon"), said)


def suggest_choices(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest each pantheon that is left."""
    for name in view.about["left"]:
        yield suggestion_of(view, [name])


def suggestion_of(view: engine.PlayerView, names: Sequence[str]) -> Suggestion:
    """Suggest pantheons, the first of which is named in the link."""
    order = order_text(view, TAG, pantheons=list(names))
    called = _("Choose the %(pantheon)s") if len(names) == 1 else _("Put the %(pantheon)s first")
    return Suggestion(
        order, order[:1].upper() + order[1:], note=gods_of(names[0]), called=called % {"pantheon": names[0]}
    )


def parse_choice(form: PostedForm) -> engine.Facts:
    """Read `pantheon`, the name of one."""
    if not form.text("pantheon"):
        raise IncompleteForm(_("Choose a pantheon first."))
    return {"pantheons": [form.text("pantheon")[:40]]}


# ---- in secret


def ranking_panel(context: PageContext) -> Panel:
    """Rank pantheons, and change the ranking until everybody has answered."""
    left: Sequence[str] = context.view.about["left"]
    given = context.view.given
    ranked: Sequence[str] = given["pantheons"] if given else left[:1]
    ranks = tuple(
        Rank(place, _("Your %(place)s choice") % {"place": ordinal(place)}, name)
        for place, name in enumerate([*ranked, *[""] * (places_asked(context.view) - len(ranked))], 1)
    )
    rows = tuple(pantheon_row(context, name) for name in left)
    heading = _("Rank the pantheons") if given is None else _("Your ranking is in")
    ways = tuple((f"pantheon {', '.join(names)}", gods_of(names[0])) for names in rankings(left))
    data = RankingPanel(rows, ranks, given is not None, who_has_answered(context))
    return Panel("pantheon_ranking", heading, data, ways=ways)


def places_asked(view: engine.PlayerView) -> int:
    """Count the places of a ranking that are asked for: as many as there are seats, so that one is surely free."""
    return min(len(view.about["left"]), len(view.seats))


def rankings(left: Sequence[str]) -> Iterator[list[str]]:
    """Yield a ranking for each pantheon, which comes first, and the others behind it."""
    for name in left:
        yield [name, *(other for other in left if other != name)]


def ranking_prompt(view: engine.PlayerView) -> Prompt:
    if view.given is not None:
        lead = _("You put the %(ranked)s first. You can change it until everybody has answered.")
        said = lead % {"ranked": view.given["pantheons"][0]}
        return Prompt(_("Change your ranking, or leave it"), _("your ranking is in"), said)
    lead = _(
        "Everyone ranks them at the same time and in secret. Then, in the order the dice decide, each player gets the "
        "first pantheon of their ranking that is still free."
    )
    return Prompt(_("Rank the pantheons"), _("rank the pantheons"), lead)


def suggest_rankings(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest a ranking for each pantheon that could come first."""
    for names in rankings(view.about["left"]):
        yield suggestion_of(view, names)


def parse_ranking(form: PostedForm) -> engine.Facts:
    """Read `rank-1`, `rank-2` and so on, the names of pantheons; empty ones and repetitions are left out."""
    ranked = [form.text(f"rank-{place}")[:40] for place in range(1, len(BY_NAME) + 1)]
    if not any(ranked):
        raise IncompleteForm(_("Choose at least one pantheon."))
    return {"pantheons": [name for name in dict.fromkeys(ranked) if name]}


DECISIONS.add(
    Decision(
        "pantheons.asked",
        summary=gettext_lazy("Choose a pantheon."),
        panel=choice_panel,
        prompt=choice_prompt,
        answers={TAG: Answer(parse_choice, suggest_choices)},
        timeout=Timeout(
            turn=lambda view: _("you get the first pantheon that is left"),
            owner=gettext_lazy("you get the first pantheon that is left."),
            others=gettext_lazy("they get the first pantheon that is left."),
            organizer=gettext_lazy("it gets the first pantheon that is left"),
        ),
    )
)
DECISIONS.add(
    Decision(
        "pantheons.ranking_asked",
        summary=gettext_lazy("Rank the pantheons."),
        panel=ranking_panel,
        prompt=ranking_prompt,
        answers={TAG: Answer(parse_ranking, suggest_rankings)},
        timeout=Timeout(
            owner=gettext_lazy("you get one of the pantheons that are left."),
            others=gettext_lazy("they get one of the pantheons that are left."),
            organizer=gettext_lazy("it gets one of the pantheons that are left"),
        ),
    )
)
