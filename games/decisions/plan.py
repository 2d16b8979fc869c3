"""Plan the set-up: what to claim in which order, and where the armies are to stand.

All of a plan lies in the address of the page (`plan`, `at`, `neutral`), so that the map, lists and buttons are links
which change it. Counts and the neutral army's list keep their order, though the page has one number for each territory.
`like` fills the plan in a bot's manner. What is sent is the plan that the page shows, in words too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.boards.overlays import Marks
from games.decisions.kit import evaluation
from games.decisions.kit.context import (
    PageContext,
    Pieces,
    Wish,
    count_by_territory,
    fit_counts,
    overwritten,
    read_pieces,
    read_placements,
    read_wishes,
    write_pieces,
    write_placements,
    write_wishes,
)
from games.decisions.kit.panel import Panel, who_has_answered
from games.decisions.kit.plan_outline import PARTS, TAG, WORDS, name_wish
from games.decisions.kit.posted import PostedForm
from games.decisions.kit.prompts import Prompt, Suggestion
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.families.pieces import titled_name
from games.wording.amounts import armies_noun, capitalized, count_armies, join_and
from games.wording.seats import Person, territory_name

LIKE = "veteran"
"""The bot whose manner is offered by a button."""

OPEN = 12
"""Places of a ranking that are shown at once."""


@dataclass(frozen=True)
class RankedWish:
    """A line of the ranking; `up` and `off` are the addresses without it or with it one place higher. `code` is empty
    for what takes no armies of its own."""

    place: int
    name: str
    up: str
    off: str
    code: str = ""
    count: int = 0


@dataclass(frozen=True)
class PlannedTerritory:
    """A territory for which armies can be named; `standing` are there already."""

    code: str
    name: str
    standing: int
    count: int
    beside: str = ""


@dataclass(frozen=True)
class PlannedPiece:
    """A piece that a plan places: the code of the territory chosen for it, empty for the rules' own choice, and all
    that can be chosen, as (code, name) pairs."""

    part: str
    title: str
    chosen: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PlanPanel:
    """Data of decisions/plan.html. `adds` are the ways to lengthen the ranking, as (words, address) pairs; `at`,
    `listed` and `placed` are the counts, the neutral army's list and the pieces as the address has them; `lead`
    says what the reader will have, `noun` is what armies are called."""

    ranking: tuple[RankedWish, ...]
    wishes: str
    claims: bool
    adds: tuple[tuple[str, str], ...]
    own: tuple[PlannedTerritory, ...]
    neutral: tuple[PlannedTerritory, ...]
    at: str
    listed: str
    pieces: tuple[PlannedPiece, ...]
    placed: str
    supply: int
    lead: str
    noun: str
    like: str
    clear: str
    words: str
    said: bool
    people: tuple[tuple[Person, bool], ...]
    error: str = ""

    @property
    def first(self) -> tuple[RankedWish, ...]:
        return self.ranking[:OPEN]

    @property
    def later(self) -> tuple[RankedWish, ...]:
        """Places of the ranking that are folded away."""
        return self.ranking[OPEN:]


def panel(context: PageContext) -> Panel:
    """Rank, count, send; and change it until everybody has answered."""
    draft, error = draft_of(context)
    said = context.view.given is not None
    data = _data(context, draft, error, said)
    heading = _("Your plan is in") if said else _("Plan your set-up")
    action = {"type": TAG, "seat": context.me, **draft}
    ways = (
        ("plan like veteran", _("a suggested plan, like the bot veteran’s")),  # as typed
        ("plan", _("leave it to the defaults")),
    )
    return Panel("plan", heading, data, _marks(context, draft), (), action, ways)


def draft_of(context: PageContext) -> tuple[engine.Facts, str]:
    """Read the plan chosen so far, else the one that was given, as fields of the action; with it the reason why a bot's
    manner cannot fill it."""
    chosen = context.selection
    if chosen.plan is None and not chosen.at and not chosen.neutral:
        given = context.view.given or {}
        draft = {name: given.get(name, []) for name in PARTS}
    else:
        draft = {
            "claim": list(chosen.plan or ()),
            "place": [list(pair) for pair in chosen.at.items()],
            "neutral": [list(pair) for pair in chosen.neutral],
            "pieces": [list(pair) for pair in chosen.pieces],
        }
    return _fill_plan(context, draft) if chosen.like else (draft, "")


def _fill_plan(context: PageContext, draft: engine.Facts) -> tuple[engine.Facts, str]:
    """Fill what a plan leaves open in the manner of a bot."""
    text = f"{_in_words(context, draft)}; like {context.selection.like}"
    try:
        plan: engine.Facts = engine.action_to_json(engine.parse_order(text, context.view))
    except engine.OrderError as refusal:
        return draft, str(refusal)
    return {name: [*plan.get(name, ())] for name in PARTS}, ""


def _in_words(context: PageContext, draft: engine.Facts) -> str:
    action = engine.action_from_json({"type": TAG, "seat": context.me, **draft})
    view = context.view
    return engine.format_order(action, view.rules, view.map, view.colours)


def _data(context: PageContext, draft: engine.Facts, error: str, said: bool) -> PlanPanel:
    view = context.view
    counts = dict(draft["place"])
    free = int(view.about.get("free", 0))
    supply = view.supply[context.me] if view.supply else 0
    return PlanPanel(
        ranking=_ranking(context, draft, counts),
        wishes=write_wishes(draft["claim"], context.graph),
        claims=bool(free),
        adds=_adds(context, draft) if free else (),
        own=tuple(_ground(context, spot, counts) for spot in view.borders.ranked(context.me)),
        neutral=_neutral(context, draft),
        at=write_placements(draft["place"], context.graph),
        listed=write_placements(draft["neutral"], context.graph),
        pieces=_piece_choices(context, draft),
        placed=write_pieces(draft["pieces"], context.graph),
        supply=supply,
        lead=_lead(view, free, supply),
        noun=armies_noun(view.rules),
        like=_address(context, draft, like=LIKE),
        clear=_address(context, {name: [] for name in PARTS}),
        words=_in_words(context, draft),
        said=said,
        people=who_has_answered(context),
        error=error,
    )


def _lead(view: engine.PlayerView, free: int, supply: int) -> str:
    """Say how much land a seat will get, if it is not dealt, and how many armies it places."""
    said = {"each": -(-free // len(view.seats)), "armies": count_armies(supply, view.rules)}
    text = _(
        "The territories are dealt. You have %(armies)s to place. Everybody plans at the same time and in secret; then "
        "the whole set-up is played at once."
    )
    if free:
        text = _(
            "You'll get about %(each)s territories, and %(armies)s to hold them. Everybody plans at the same time and "
            "in secret; then the whole set-up is played at once."
        )
    return text % said


def _address(context: PageContext, draft: engine.Facts, **more: str) -> str:
    """Build the URL of the page with this plan."""
    wishes = write_wishes(draft["claim"], context.graph) or "-"
    listed = {"at": draft["place"], "neutral": draft["neutral"], "pieces": draft["pieces"]}
    return context.link(plan=wishes, **{name: tuple(pairs) for name, pairs in listed.items()}, **more)


def _ranking(context: PageContext, draft: engine.Facts, counts: Mapping[int, int]) -> tuple[RankedWish, ...]:
    wishes: list[Wish] = draft["claim"]
    rows = []
    for place, wish in enumerate(wishes):
        rest = [*wishes[:place], *wishes[place + 1 :]]
        higher = [*rest[: place - 1], wish, *rest[place - 1 :]]
        code = context.code(wish) if isinstance(wish, int) else ""
        up = _address(context, {**draft, "claim": higher}) if place else ""
        off = _address(context, _with_ranking(draft, rest))
        count = counts.get(wish, 0) if isinstance(wish, int) else 0
        rows.append(RankedWish(place + 1, name_wish(context.view, wish), up, off, code, count))
    return tuple(rows)


def _with_ranking(draft: engine.Facts, wishes: Sequence[Wish]) -> engine.Facts:
    """Replace the ranking of a plan; territories that leave it take their counts along."""
    gone = set(draft["claim"]) - set(wishes)
    return {**draft, "claim": wishes, "place": [pair for pair in draft["place"] if pair[0] not in gone]}


def _adds(context: PageContext, draft: engine.Facts) -> tuple[tuple[str, str], ...]:
    """List what may be added: continents, and what stands for land that is not named."""
    wishes: list[Wish] = draft["claim"]
    usable = _claimable(context)
    more = [wish for wish in (*(part.id for part in context.graph.continents), *WORDS) if wish in usable - {*wishes}]
    return tuple(
        (name_wish(context.view, wish), _address(context, {**draft, "claim": [*wishes, wish]})) for wish in more
    )


def _claimable(context: PageContext) -> frozenset[Wish]:
    """Collect what a ranking may name: land that can be claimed, continents with such land, and words."""
    return frozenset(_values_of(context.view, "claim"))


def _values_of(view: engine.PlayerView, name: str) -> tuple[engine.Value, ...]:
    """List what a ranking of the viewer's plan may name; nothing where there is no such ranking."""
    offer = view.offer(TAG)
    field = next((field for field in offer.fields if field.name == name), None) if offer else None
    return field.values if isinstance(field, engine.RankingField) else ()


def _piece_choices(context: PageContext, draft: engine.Facts) -> tuple[PlannedPiece, ...]:
    """List the pieces that a plan places, each with the territory that is chosen for it first."""
    pairs = _values_of(context.view, "pieces")
    first = dict(reversed(draft["pieces"]))
    spots: dict[str, list[int]] = {}
    for part, spot in sorted(pairs, key=lambda pair: context.name(pair[1])):
        spots.setdefault(part, []).append(spot)
    return tuple(
        PlannedPiece(
            part,
            capitalized(titled_name(context.view, context.me, part)),
            context.code(first[part]) if part in first else "",
            tuple((context.code(spot), context.name(spot)) for spot in spots[part]),
        )
        for part in dict.fromkeys(part for part, _spot in pairs)
    )


def _ground(context: PageContext, territory: int, counts: Mapping[int, int], beside: str = "") -> PlannedTerritory:
    standing = context.view.armies[territory]
    return PlannedTerritory(
        context.code(territory), context.name(territory), standing, counts.get(territory, 0), beside
    )


def _neutral(context: PageContext, draft: engine.Facts) -> tuple[PlannedTerritory, ...]:
    army = len(context.view.seats)
    counts = count_by_territory(draft["neutral"])
    lands = [territory for territory, owner in enumerate(context.view.owner) if owner == army]
    return tuple(
        _ground(context, spot, counts) for spot in (evaluation.blocking_neutrals(context.view, lands) if lands else ())
    )


def _marks(context: PageContext, draft: engine.Facts) -> Marks:
    """Mark free land with a link that ranks it next, ranked land with one that takes it out again."""
    wishes: list[Wish] = draft["claim"]
    free = sorted(wish for wish in _claimable(context) if isinstance(wish, int))
    place = {wish: number for number, wish in enumerate(wishes, 1)}
    counts = dict(draft["place"])
    lit = {spot: str(place[spot]) for spot in free if spot in place}
    lit |= {spot: str(count) for spot, count in counts.items() if spot not in free}
    links = {spot: _address(context, _with_ranking(draft, toggle_wish(wishes, spot))) for spot in free}
    notes = {spot: _("number %(place)s of your ranking") % {"place": place[spot]} for spot in free if spot in place}
    return Marks(selectable=lit, links=links, notes={**dict.fromkeys(free, _("free to be ranked")), **notes})


def toggle_wish(wishes: Sequence[Wish], spot: int) -> list[Wish]:
    """Add a territory at the end of a ranking, or remove it if it is there."""
    rest = [wish for wish in wishes if wish != spot]
    return rest if len(rest) < len(wishes) else [*wishes, spot]


def plan_lead(view: engine.PlayerView) -> str:
    """Count what is to be planned: "11 territories are free. You have 30 armies for the set-up.", and name
    the pieces."""
    free, supply = int(view.about.get("free", 0)), view.supply[view.viewer or 0] if view.supply else 0
    parts = []
    if free:
        parts.append(
            ngettext("%(count)s territory is free.", "%(count)s territories are free.", free) % {"count": free}
        )
    if supply:
        parts.append(_("You have %(armies)s for the set-up.") % {"armies": count_armies(supply, view.rules)})
    kinds = dict.fromkeys(kind for kind, _spot in _values_of(view, "pieces"))
    if kinds:
        titles = [_("a %(piece)s") % {"piece": engine.ruleset(view.rules).piece_title(kind)} for kind in kinds]
        parts.append(_("You also place %(pieces)s.") % {"pieces": join_and(titles)})
    return " ".join(parts)


def prompt(view: engine.PlayerView) -> Prompt:
    lead = plan_lead(view)
    if view.given is not None:
        lead = _("Your plan is in. You can change it until everybody has answered.")
        return Prompt(_("Change your plan, or leave it"), _("your plan is in"), lead)
    lead += " " + _("Everybody plans at the same time, and nobody sees anyone else’s plan.")
    return Prompt(_("Plan your set-up"), _("plan your set-up"), lead.strip())


MANY = 8
"""Armies that make one territory strong at the start."""


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest three plans that need no thought: a good player's, one that begins in a continent, and none."""
    by_bot = _("As our strongest bot, the veteran, would play it.")
    yield Suggestion("plan like veteran", _("Use a suggested plan"), note=by_bot)  # as typed
    graph = engine.mapgraph(view.map)
    free = view.about.get("free")
    usable = _values_of(view, "claim")
    parts = [part for part in graph.continents if part.id in usable or not free]
    part = max(parts, key=lambda part: evaluation.start_in(view, part), default=None)
    if part is not None and free:
        words = _("Start in %(continent)s") % {"continent": part.name}
        yield Suggestion(f"plan claim {part.name}, next to mine", words)  # as typed
    elif part is not None:
        own = [t for t in part.members if view.owner[t] == view.viewer]
        if own:
            spot = max(own, key=lambda t: (evaluation.threat(view, t), -t))
            count = min(view.supply[evaluation.viewer_of(view)], MANY)
            words = _("Make %(land)s strong, with %(armies)s") % {
                "land": territory_name(view, spot),
                "armies": count_armies(count, view.rules),
            }
            yield Suggestion(f"plan place {count} {territory_name(view, spot)}", words, src=spot)  # as typed
    yield Suggestion("plan", _("Leave it to the defaults"))


def parse(form: PostedForm) -> engine.Facts:
    """Read `plan` (the ranking, "BRA.PER.europe.any"), n-<CODE> and neutral-<CODE> (armies there), `at` and `neutral`
    (the order of both, "EGY.1_SIA.2_EGY.1", and in `at` what has no field; may be missing); piece-<part> (the first
    choice for it) and `pieces` (all of them, "land.JAP_station.EGY"; may be missing)."""
    wishes = read_wishes(form.text("plan"), form.graph)
    neutral = dict(form.counts("neutral-"))
    listed = fit_counts(read_placements(form.text("neutral"), form.graph), neutral)
    place = overwritten(read_placements(form.text("at"), form.graph), form.fields("n-"))
    pieces = rechosen(read_pieces(form.text("pieces"), form.graph), form)
    found = (("place", place), ("neutral", listed), ("pieces", pieces))
    return {"claim": wishes, **{name: list(pairs) for name, pairs in found if pairs}}


def rechosen(listed: Pieces, form: PostedForm) -> Pieces:
    """Put the territory that a form names for each piece first, and keep what was listed behind it; a piece without one
    is left to the rules."""
    parts = [part for part in engine.ruleset(form.view.rules).plan_parts if form.text(f"piece-{part}")]
    first = [(part, form.territory(f"piece-{part}")) for part in parts]
    return tuple(dict.fromkeys([*first, *(pair for pair in listed if pair[0] in parts)]))


DECISIONS.add(
    Decision(
        "setup.plan_asked",
        summary=gettext_lazy("Plan the set-up."),
        panel=panel,
        prompt=prompt,
        answers={TAG: Answer(parse, suggestions)},
        timeout=Timeout(
            owner=gettext_lazy("the game claims and places for you by its default rules."),
            others=gettext_lazy("the game claims and places for them by its default rules."),
            organizer=gettext_lazy("the game claims and places for it by its default rules"),
        ),
    )
)
