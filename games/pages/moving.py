"""Cards that move armies: into a captured territory, and the free move that ends a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.boards.marks import Marks
from games.pages.advice import advice
from games.pages.attacking import last_fight
from games.pages.cards import Card, builds, card_before_move, steps_of, until_of
from games.pages.desk import Desk
from games.pages.facts import StoryLine
from games.pages.placing import threat
from games.pages.regroup import regroup


@dataclass(frozen=True)
class Amount:
    """How many armies: bounds, the chosen number, and what a friend would say if all of them went."""

    least: int
    most: int
    value: int
    advice: tuple[str, ...] = ()

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
    card_first: bool = True


def _amount(desk: Desk, least: int, most: int, move: dict[str, Any]) -> Amount:
    """As many as the reader chose, else all that may go. `move` is the action but for its seat and force."""
    wish = desk.choice.force if desk.choice.force is not None else most
    said = advice(desk, {**move, "seat": desk.me, "force": {"armies": most, "pieces": []}})
    return Amount(least, most, max(least, min(wish, most)), said)


@builds("occupy.advance_asked")
def advance(desk: Desk) -> Card:
    """How many move into the captured territory."""
    about = desk.view.about
    src, dst, least, most = about["src"], about["dst"], about["least"], about["most"]
    amount = _amount(desk, least, most, {"type": "occupy.advance"})
    fight = last_fight(desk)
    was = int(about.get("was", -1))
    throws = fight.throws if fight else ()
    lost = sum(len(throw.attack_lost) for throw in throws)
    killed = sum(len(throw.defend_lost) for throw in throws)
    data = Advance(
        desk.name(src), desk.name(dst), desk.colour(desk.me), desk.colour(was), desk.title(was),
        desk.view.armies[src], amount, fight, lost, killed, card_before_move(desk),
    )  # fmt: skip
    marks = Marks(src=src, aim=dst, lit={dst: ""}, order=(src, dst), deciding=True, notes={dst: "captured"})
    action = {"type": "occupy.advance", "seat": desk.me, "force": {"armies": amount.value, "pieces": []}}
    ways = (("advance all", f"{most}, one stays behind"), (f"advance {least}", "the least"))
    return Card("occupy", f"{desk.name(dst)} is yours", data, marks, steps_of(desk), until_of(desk), action, ways)


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
        f"Move to {data.dst_name}?" if dst is not None
        else f"Move from {data.src_name}" if src is not None
        else "Move freely, or end the turn" if sources and data.many
        else "One free move, or end the turn" if sources
        else "End the turn"
    )  # fmt: skip
    action = None
    if dst is not None and data.amount:
        action = {
            "type": "fortify.move", "seat": desk.me, "src": src, "dst": dst,
            "force": {"armies": data.amount.value, "pieces": []},
        }  # fmt: skip
    marks = _marks(desk, sources, src, targets, dst)
    ways = (("end turn", "no free move"),)
    return Card("fortify", heading, data, marks, steps_of(desk), until_of(desk), action, ways)


def _fortify(
    desk: Desk, sources: tuple[int, ...], src: int | None, targets: tuple[int, ...], dst: int | None
) -> Fortify:
    view = desk.view
    amount = None
    if src is not None and dst is not None:
        least, most = desk.bounds("fortify.move", "force", {"src": src, "dst": dst})
        amount = _amount(desk, least, most, {"type": "fortify.move", "src": src, "dst": dst})
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
        tuple(places), amount, desk.link(src=src) if dst is not None else desk.link(),
        desk.may("fortify.redistribute"), desk.link(way="counts"),
    )  # fmt: skip


def _marks(desk: Desk, sources: tuple[int, ...], src: int | None, targets: tuple[int, ...], dst: int | None) -> Marks:
    if src is None:
        return Marks(
            lit=dict.fromkeys(sources, ""),
            links={t: desk.link(src=t) for t in sources},
            notes=dict.fromkeys(sources, "can move armies"),
            deciding=bool(sources),
        )
    links = {t: desk.link(src=t) for t in sources if t != src} | {t: desk.link(src=src, dst=t) for t in targets}
    notes = {**dict.fromkeys(targets, "can be reached"), src: "moving from here"}
    order = (src, dst) if dst is not None else None
    return Marks(src, dst, dict.fromkeys(targets, ""), order, (), links, notes, True)
