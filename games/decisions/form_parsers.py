"""What a posted form says, as an action of the engine in tagged JSON, or as a line of order text.

Fields of the forms: `ref` (the decision answered), `key` (makes a repeated sending harmless), and either `order`
(text of the order line, with `line=1`) or `act` (tag of the action) with the fields of its card:

    battle.attack   src dst dice go (once captured left odds) left odds then (ask all least)
    deploy.place    n-<CODE> (armies for each territory), neutral-<CODE> (the same of the neutral army)
    setup.claim     territory (code);  setup.capital  the same
    setup.plan      plan (the ranking, "BRA.PER.europe.any"), n-<CODE> and neutral-<CODE> as above; at and neutral
                    (the order of both, "EGY.1_SIA.2_EGY.1", and in at what has no field; may be missing)
    cards.trade     set (numbers of cards, "3-17-42"), bonus-<set> (code, may be missing)
    fortify.redistribute  c-<CODE> (armies that are to stand on each territory)
    occupy.advance  force;  fortify.move  src dst force;  battle.defend  dice;  turn.end  nothing
    anything else   f-<field> as JSON, n-<field>-<CODE> for placements, p-<field> for pieces (general form)
"""

from __future__ import annotations

import json
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine import ASK, Field, MapGraph, PlayerView
from games.decisions.selection import GOES, THENS, number, overwritten, read_placements, read_wishes, recounted

PIECES_AT_MOST = 20


class UnclearForm(ValueError):
    """A form that says too little; the text is for the player."""


def is_line(post: QueryDict) -> bool:
    """Whether the order line was sent rather than a card."""
    return "line" in post


def answer_from(post: QueryDict, view: PlayerView, graph: MapGraph) -> dict[str, Any]:
    """The action that a card's form describes, for the seat of the viewer.

    Only its shape is looked at here; whether it is allowed the engine says. Raises UnclearForm.
    """
    act = post.get("act", "")
    reader = READERS.get(act)
    if reader:
        fields = reader(post, graph)
    elif act == "fortify.redistribute":
        fields = _counts(post, view, graph)
    else:
        fields = _general(post, view, graph, act)
    return {"type": act, "seat": view.viewer, **fields}


def _place(text: str | None, graph: MapGraph) -> int:
    code = (text or "").strip().upper()
    if code not in graph.codes:
        raise UnclearForm(_("Choose a territory first."))
    return graph.codes.index(code)


def _count(post: QueryDict, name: str, otherwise: int | None = None) -> int:
    text = post.get(name, "")
    found = number(text)
    if found is None and otherwise is not None and not text.strip():
        return otherwise
    if found is None:
        raise UnclearForm(_("“%(text)s” is not a number of armies. Enter a whole number.") % {"text": text[:20]})
    return found


def _attack(post: QueryDict, graph: MapGraph) -> dict[str, Any]:
    go = post.get("go", "once")
    if go not in GOES:
        raise UnclearForm(_("Choose how long to attack: one throw, until captured, or until some number is left."))
    return {
        "src": _place(post.get("src"), graph),
        "dst": _place(post.get("dst"), graph),
        "dice": _count(post, "dice", 0),
        "throws": 1 if go == "once" else 0,
        "left": _count(post, "left", 0) if go == "left" else 0,
        "odds": _count(post, "odds", 0) if go == "odds" else 0,
        "advance": THENS.get(post.get("then", ""), ASK),
    }


def _place_all(post: QueryDict, graph: MapGraph) -> dict[str, Any]:
    neutral = _heaps(post, "neutral-", graph)
    return {"at": _placements(post, "n-", graph)} | ({"neutral": neutral} if neutral else {})


def _plan(post: QueryDict, graph: MapGraph) -> dict[str, Any]:
    wishes = read_wishes(post.get("plan", ""), graph)
    neutral = dict(_heaps(post, "neutral-", graph))
    listed = recounted(read_placements(post.get("neutral", ""), graph), neutral)
    place = overwritten(read_placements(post.get("at", ""), graph), _fields(post, "n-", graph))
    return {"claim": wishes, **{name: list(at) for name, at in (("place", place), ("neutral", listed)) if at}}


def _placements(post: QueryDict, prefix: str, graph: MapGraph) -> list[tuple[int, int]]:
    found = _heaps(post, prefix, graph)
    if not found:
        raise UnclearForm(_("Choose at least one territory for your armies."))
    return found


def _heaps(post: QueryDict, prefix: str, graph: MapGraph) -> list[tuple[int, int]]:
    return sorted((place, count) for place, count in _fields(post, prefix, graph).items() if count)


def _fields(post: QueryDict, prefix: str, graph: MapGraph) -> dict[int, int]:
    """The counts of all fields whose names begin so, in the order of the form; an empty one counts 0."""
    names = [name for name in post if name.startswith(prefix)]
    return {_place(name[len(prefix) :], graph): _count(post, name, 0) for name in names}


def _counts(post: QueryDict, view: PlayerView, graph: MapGraph) -> dict[str, Any]:
    """The territories whose armies change."""
    changed = [[place, count] for place, count in _heaps(post, "c-", graph) if count != view.armies[place]]
    if not changed:
        raise UnclearForm(_("No army moves like that. Change the numbers, or end the turn."))
    return {"at": changed}


def _trade(post: QueryDict, graph: MapGraph) -> dict[str, Any]:
    chosen = post.get("set", "")
    cards = [card for part in chosen.split("-")[:12] if (card := number(part)) is not None]
    if not cards:
        raise UnclearForm(_("Choose a set of three cards."))
    bonus = post.get(f"bonus-{chosen}", "")
    return {"cards": cards, "bonus": _place(bonus, graph) if bonus else -1}


def _force(post: QueryDict) -> dict[str, Any]:
    return {"armies": _count(post, "force"), "pieces": []}


READERS = {
    "battle.attack": _attack,
    "deploy.place": _place_all,
    "setup.claim": lambda post, graph: {"territory": _place(post.get("territory"), graph)},
    "setup.plan": _plan,
    "setup.capital": lambda post, graph: {"territory": _place(post.get("territory"), graph)},
    "cards.trade": _trade,
    "occupy.advance": lambda post, graph: {"force": _force(post)},
    "fortify.move": lambda post, graph: {
        "src": _place(post.get("src"), graph),
        "dst": _place(post.get("dst"), graph),
        "force": _force(post),
    },
    "battle.defend": lambda post, graph: {"dice": _count(post, "dice")},
    "turn.end": lambda post, graph: {},
}


def _general(post: QueryDict, view: PlayerView, graph: MapGraph, act: str) -> dict[str, Any]:
    """Fields of the general form, read by the kinds that the offer names."""
    offer = view.offer(act)
    if offer is None:
        raise UnclearForm(_("You cannot do that now. The page shows what you can do."))
    return {field.name: _general_field(post, field, graph) for field in offer.fields}


def _general_field(post: QueryDict, field: Field, graph: MapGraph) -> Any:
    if field.kind in ("placements", "counts"):
        return _placements(post, f"n-{field.name}-", graph)
    if field.kind == "number":
        return _count(post, f"f-{field.name}")
    if field.kind == "force":
        pieces = [piece[:40] for piece in post.getlist(f"p-{field.name}")][:PIECES_AT_MOST]
        return {"armies": _count(post, f"f-{field.name}", 0), "pieces": pieces}
    try:
        value = json.loads(post.get(f"f-{field.name}", ""))
        return [value] if field.kind == "ranking" else value
    except (ValueError, RecursionError):
        raise UnclearForm(_("Choose something for “%(field)s”.") % {"field": field.name.replace("_", " ")}) from None
