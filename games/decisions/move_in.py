"""Cards that move armies: into a captured territory, and the free move that ends a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.boards.marks import Marks
from games.decisions.advice import advice
from games.decisions.attack import last_fight
from games.decisions.context import Desk
from games.decisions.page_data import StoryLine
from games.decisions.panel import Card, builds, card_before_move, steps_of, until_of
from games.decisions.place import threat
from games.decisions.redistribute import regroup


@dataclass(frozen=True)
class Amount:
    """How many armies: bounds, the chosen number, and what a friend would say if all of them went; with them the two
    territories and what stands there now, for the board that shows how it will be."""

    least: int
    most: int
    value: int
    advice: tuple[str, ...] = ()
    src_code: str = ""
    dst_code: str = ""
    src_armies: int = 0
    dst_armies: int = 0

    @property
    def filled(self) -> int:
        """The share of the slider, in per cent."""
        return round(100 * (self.value - self.least) / max(1, self.most - self.least))


@dataclass(frozen=True)
class Advance:
    """Data of decisions/occupy.html: the fight that was won, and how many move in."""

    src_name: str
    dst_name: str
    src_colour: str
    was_colour: str
    was: str
    src_armies: int
    amount: Amount
    fight: StoryLine | None
    lost: int
    killed: int
    label: str
    least_says: str
    most_says: str
    card_first: bool = True


def _amount(desk: Desk, src: int, dst: int, bounds: tuple[int, int], move: dict[str, Any]) -> Amount:
    """As many as the reader chose, else all that may go. `move` is the action but for its seat and force."""
    least, most = bounds
    wish = desk.choice.force if desk.choice.force is not None else most
    said = advice(desk, {**move, "seat": desk.me, "force": {"armies": most, "pieces": []}})
    value, armies = max(least, min(wish, most)), desk.view.armies
    return Amount(least, most, value, said, desk.code(src), desk.code(dst), armies[src], armies[dst])


@builds("occupy.advance_asked")
def advance(desk: Desk) -> Card:
    """How many move into the captured territory."""
    about = desk.view.about
    src, dst, least, most = about["src"], about["dst"], about["least"], about["most"]
    amount = _amount(desk, src, dst, (least, most), {"type": "occupy.advance"})
    fight = last_fight(desk)
    was = int(about.get("was", -1))
    throws = fight.throws if fight else ()
    lost = sum(len(throw.attack_lost) for throw in throws)
    killed = sum(len(throw.defend_lost) for throw in throws)
    data = Advance(
        desk.name(src), desk.name(dst), desk.colour(desk.me), desk.colour(was), desk.title(was),
        desk.view.armies[src], amount, fight, lost, killed,
        _("Armies that move into %(land)s") % {"land": desk.name(dst)}, _("the least"), _("1 stays behind"),
        card_before_move(desk),
    )  # fmt: skip
    marks = Marks(
        src=src, aim=dst, lit={dst: ""}, order=(src, dst), deciding=True, notes={dst: _("captured")},
        armies=after_move(amount, src, dst),
    )  # fmt: skip
    action = {"type": "occupy.advance", "seat": desk.me, "force": {"armies": amount.value, "pieces": []}}
    ways = (
        ("advance all", _("%(count)s; 1 stays behind") % {"count": most}),  # as typed
        (f"advance {least}", _("the least")),
    )
    return Card(
        "occupy",
        _("%(land)s is yours") % {"land": desk.name(dst)},
        data,
        marks,
        steps_of(desk),
        until_of(desk),
        action,
        ways,
    )


@dataclass(frozen=True)
class Mover:
    """A territory to move from or to: its armies, the enemy armies beside it, and the address that chooses it."""

    name: str
    armies: int
    threat: int
    url: str


@dataclass(frozen=True)
class Fortify:
    """Data of decisions/fortify.html; `places` are sources or, once one is chosen, where it can go. `many` if armies
    may be moved again and again; all can then be laid out anew at `regroup`."""

    src_name: str
    dst_name: str
    src_code: str
    dst_code: str
    colour: str
    src_armies: int
    dst_armies: int
    places: tuple[Mover, ...]
    amount: Amount | None
    label: str
    most_says: str
    back: str
    many: bool = False
    regroup: str = ""


@builds("fortify.move_asked")
def fortify(desk: Desk) -> Card:
    """One free move or, where many are allowed, one after the other or all at once; or the end of the turn."""
    if desk.choice.way == "counts" and desk.may("fortify.redistribute"):
        return regroup(desk)
    sources = desk.places("fortify.move", "src")
    src = desk.choice.src if desk.choice.src in sources else None
    targets = desk.places("fortify.move", "dst", {"src": src}) if src is not None else ()
    dst = desk.choice.dst if desk.choice.dst in targets else None
    data = _fortify(desk, sources, src, targets, dst)
    heading = (
        _("Move to %(land)s?") % {"land": data.dst_name} if dst is not None
        else _("Move from %(land)s") % {"land": data.src_name} if src is not None
        else _("Move armies, or end the turn") if sources and data.many
        else _("Move armies once, or end the turn") if sources
        else _("End the turn")
    )  # fmt: skip
    action = None
    if dst is not None and data.amount:
        action = {
            "type": "fortify.move", "seat": desk.me, "src": src, "dst": dst,
            "force": {"armies": data.amount.value, "pieces": []},
        }  # fmt: skip
    marks = _marks(desk, sources, src, targets, dst, data.amount)
    ways = (("end turn", _("without a move")),)  # as typed
    return Card("fortify", heading, data, marks, steps_of(desk), until_of(desk), action, ways)


def _fortify(
    desk: Desk, sources: tuple[int, ...], src: int | None, targets: tuple[int, ...], dst: int | None
) -> Fortify:
    view = desk.view
    amount = None
    if src is not None and dst is not None:
        bounds = desk.bounds("fortify.move", "force", {"src": src, "dst": dst})
        amount = _amount(desk, src, dst, bounds, {"type": "fortify.move", "src": src, "dst": dst})
    listed = sources if src is None else targets
    places = [
        Mover(
            desk.name(t),
            view.armies[t],
            threat(desk, t),
            desk.link(src=t) if src is None else desk.link(src=src, dst=t),
        )
        for t in listed
    ]
    places.sort(key=(lambda p: (p.threat, -p.armies)) if src is None else (lambda p: -p.threat))
    named = {"src": src, "dst": dst}
    names = {key: desk.name(t) if t is not None else "" for key, t in named.items()}
    codes = {key: desk.code(t) if t is not None else "" for key, t in named.items()}
    counts = {key: view.armies[t] if t is not None else 0 for key, t in named.items()}
    return Fortify(
        names["src"], names["dst"], codes["src"], codes["dst"], desk.colour(desk.me), counts["src"], counts["dst"],
        tuple(places), amount, _("Armies that move to %(land)s") % {"land": names["dst"]}, _("1 stays behind"),
        desk.link(src=src) if dst is not None else desk.link(),
        desk.may("fortify.redistribute"), desk.link(way="counts"),
    )  # fmt: skip


def after_move(amount: Amount | None, src: int | None, dst: int | None) -> dict[int, int]:
    """What the board shows while a number is chosen: both territories as they will stand."""
    if amount is None or src is None or dst is None:
        return {}
    return {src: amount.src_armies - amount.value, dst: amount.dst_armies + amount.value}


def _marks(
    desk: Desk, sources: tuple[int, ...], src: int | None, targets: tuple[int, ...], dst: int | None,
    amount: Amount | None,
) -> Marks:  # fmt: skip
    if src is None:
        return Marks(
            lit=dict.fromkeys(sources, ""),
            links={t: desk.link(src=t) for t in sources},
            notes=dict.fromkeys(sources, _("can move armies")),
            deciding=bool(sources),
        )
    links = {t: desk.link(src=t) for t in sources if t != src} | {t: desk.link(src=src, dst=t) for t in targets}
    notes = {**dict.fromkeys(targets, _("can be reached")), src: _("moving from here")}
    order = (src, dst) if dst is not None else None
    return Marks(
        src, dst, dict.fromkeys(targets, ""), order, (), links, notes, True, armies=after_move(amount, src, dst)
    )
