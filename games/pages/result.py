"""The end of a game: who won, the account of luck, and the proof of the dice.

page = over_page(view, graph, head=..., people=..., events=..., proof=Proof(...), ...)
render(request, "games/over.html", {"page": page})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Clash, Facts, MapGraph, PlayerView, odds
from games.boards.board import BoardContext, board_context
from games.decisions.kit.context import PageContext, Selection
from games.decisions.kit.page_types import GameHeader, PageData, ShareCard
from games.decisions.kit.waiting import winners_heading
from games.families.final_ranking import Places, number_places
from games.families.parts import parts_of
from games.families.result import ScoreTable
from games.lines import Link
from games.wording.adjudication import figures_of_seat, find_adjudication, first_words, what_ranks, why_adjudicated
from games.wording.amounts import join_and, round_name, units_noun
from games.wording.rules import RulesSummary
from games.wording.seats import Person, colour_name

WIDEST = 50
"""A bar of luck fills at most half of its picture, in per cent."""


SeatScore = tuple[Person, tuple[tuple[str, int], ...]]
"""What a seat has scored for, with the names of the parts."""


@dataclass(frozen=True)
class Proof:
    """What proves the dice: the seal shown before the first throw, the key opened at the end, and where the log and the
    draws are that a browser checks."""

    seal: str
    key: str = ""
    sealed_on: str = ""
    throws: int = 0
    log_url: str = ""
    draws_url: str = ""


@dataclass(frozen=True)
class ResultRow:
    """A row of the result. `luck` is in armies; `width` the length of its bar in per cent."""

    place: int
    person: Person
    note: str
    lands: int
    throws: int
    luck: str
    lucky: bool
    width: int
    won: bool
    mission: str = ""


@dataclass(frozen=True)
class OverPage:
    """Everything templates/games/over.html shows."""

    head: GameHeader
    board: BoardContext
    eyebrow: str
    heading: str
    lead: str
    winners: tuple[Person, ...]
    places: tuple[ResultRow, ...]
    proof: Proof
    rematch_url: str
    played: RulesSummary | None
    seats: int
    units: str = ""
    void: bool = False
    scores: tuple[SeatScore, ...] = ()
    scored: ScoreTable | None = None
    links: tuple[tuple[str, Link], ...] = ()
    share: ShareCard | None = None


@dataclass
class LuckStats:
    """What a seat's throws cost and brought, against the average of those very throws."""

    throws: int = 0
    armies: float = 0.0


def luck_of(events: Iterable[Facts], view: PlayerView) -> list[LuckStats]:
    """Compute the luck of each seat in armies: losses inflicted less those suffered, each against their average."""
    seats = len(view.seats)
    found = [LuckStats() for _ in range(seats)]
    for event in events:
        if event.get("type") != "battle.fought":
            continue
        clash = Clash(event["src"], event["dst"])
        attack, defend = sides_of(event, view, "attacker", clash), sides_of(event, view, "defender", clash)
        terms = (event.get("attack_from", 1), event.get("defend_from", 1), bool(event.get("ties_to_attacker")))
        lost, killed = mean_losses(odds.Dice(attack, defend, *terms))
        gain = (event["defend_losses"] - killed) - (event["attack_losses"] - lost)
        for seat, sign in ((event["seat"], 1), (event["defender"], -1)):
            if 0 <= seat < seats:
                found[seat].throws += 1
                found[seat].armies += sign * gain
    return found


def sides_of(event: Facts, view: PlayerView, role: str, clash: Clash) -> tuple[int, ...]:
    """List the sides of the dice thrown in a fight: as the throw tells them, else by the rules as the board stands,
    where more dice than may be thrown now have the sides of the last one."""
    row = "attack" if role == "attacker" else "defend"
    if told := event.get(f"{row}_sides"):
        return tuple(told)
    count, now = len(event[row]), view.dice_row(role, clash)
    return (*now, *now[-1:] * count)[:count]


@cache
def mean_losses(dice: odds.Dice) -> tuple[float, float]:
    """Compute the mean losses of attacker and defender in one throw of all these dice."""
    chances = odds.chances(dice)
    return sum(a * chance for (a, _), chance in chances.items()), sum(d * chance for (_, d), chance in chances.items())


def over_page(
    view: PlayerView,
    graph: MapGraph,
    *,
    head: GameHeader,
    people: tuple[Person, ...],
    events: Iterable[Facts],
    places: Places,
    proof: Proof,
    lasted: str = "",
    rematch_url: str = "",
    played: RulesSummary | None = None,
    board: str = "",
    links: tuple[tuple[str, Link], ...] = (),
    share: ShareCard | None = None,
) -> OverPage:
    """Build the page of a finished game. `events` are all of the game's, as spectators may read them, `places` those of
    all seats; `lasted` is the time from start to end in words ("eleven weeks"), `played` the rules, which a rematch has
    too, `board` the stage of the map that the reader chose, `links` those of `PAST_LINES`, `share` what other
    sites show of the game."""
    told = list(events)
    off = next((event for event in told if event.get("type") == "host.void"), None)
    drawn = any(event.get("type") == "host.drawn" for event in told)
    judged = find_adjudication(told)
    context = PageContext(view, graph, PageData(head, people, head.board_url), Selection())
    winners = tuple(context.person(seat) for seat in view.winners)
    label = _("Final position of %(game)s") % {"game": head.name}
    scored = parts_of(view.rules).result.score_table(told)
    heading = _("Called off") if off else _("A draw") if drawn else _heading(context, winners, judged, places)
    return OverPage(
        head=head,
        board=board_context(view, graph, shown="whole", label=label, stage=board),
        eyebrow=how_long(view, lasted),
        heading=heading,
        lead=_tell_called_off(off) if off else _tell_draw(winners) if drawn else _lead(context, winners, judged),
        winners=winners,
        places=_places(context, told, places),
        proof=proof,
        rematch_url=rematch_url,
        played=played,
        seats=len(people),
        units=units_noun(view.rules),
        void=off is not None,
        scores=_scores(context, scored) if scored else (),
        scored=scored,
        links=links,
        share=replace(share, title=f"{head.name}: {heading}") if share else None,
    )


def _scores(context: PageContext, scored: ScoreTable) -> tuple[SeatScore, ...]:
    return tuple((context.person(seat), tuple(zip(scored.columns, row, strict=True))) for seat, row in scored.rows)


def how_long(view: PlayerView, lasted: str) -> str:
    """Say how long a game was: "After 14 rounds and three weeks"; one of a fixed length: "Ended in year 5, after three
    weeks"."""
    if parts_of(view.rules).turn.track(view):
        said = {"round": round_name(view.rules, view.round), "lasted": lasted}
        return (_("Ended in %(round)s, after %(lasted)s") if lasted else _("Ended in %(round)s")) % said
    rounds = ngettext("After %(count)s round", "After %(count)s rounds", view.round) % {"count": view.round}
    return _("%(rounds)s and %(lasted)s") % {"rounds": rounds, "lasted": lasted} if lasted else rounds


def _tell_draw(winners: tuple[Person, ...]) -> str:
    """Say who agreed to a draw."""
    return _("%(who)s agreed to a draw and share the win.") % {"who": join_and([person.name for person in winners])}


def _heading(context: PageContext, winners: tuple[Person, ...], judged: Facts | None, places: Places) -> str:
    """Say who won, or has the first place of a game that was adjudicated."""
    if judged:
        return first_words([colour_name(context.person(seat).colour) for seat in places[0]])
    return winners_heading(winners) or _("No winner")


def _lead(context: PageContext, winners: tuple[Person, ...], judged: Facts | None) -> str:
    """Say who won, and by what; of a game that was adjudicated why, and what its places go by."""
    if judged:
        said = [why_adjudicated(judged, context.view.rules), _("Nobody wins."), what_ranks(judged)]
        return " ".join(said)
    return " ".join(filter(None, (_tell_won(context, winners), _how_won(context.view))))


def _tell_called_off(event: Facts) -> str:
    """Say who called the game off, and why."""
    if event.get("agreed"):
        return _("Everybody who still played agreed to call the game off; nobody wins.")
    text = _("The organizer %(by)s called the game off; nobody wins. The reason: %(reason)s")
    if not event.get("by"):
        text = _("The organizer called the game off; nobody wins. The reason: %(reason)s")
    return text % {"by": event.get("by"), "reason": event.get("reason", "")}


def _tell_won(context: PageContext, winners: tuple[Person, ...]) -> str:
    """Say who won, and how much they hold."""
    if not winners:
        return _("The game ended before anybody won.")
    held = sum(context.view.seats[person.seat].territories for person in winners)
    names = join_and([person.name for person in winners])
    every = len(parts_of(context.view.rules).board.territories(context.view))
    neutral = context.view.owner.count(len(context.view.seats))
    text = ngettext(
        "%(who)s holds %(held)s of %(every)s territories.",
        "%(who)s hold %(held)s of %(every)s territories.",
        len(winners),
    )
    if held == every:
        text = ngettext(
            "%(who)s holds all %(every)s territories.", "%(who)s hold all %(every)s territories.", len(winners)
        )
    elif neutral and held + neutral == every:
        text = ngettext(
            "%(who)s holds %(held)s of %(every)s territories, the neutral army the other %(neutral)s.",
            "%(who)s hold %(held)s of %(every)s territories, the neutral army the other %(neutral)s.",
            len(winners),
        )
    return text % {"who": names, "held": held, "every": every, "neutral": neutral}


def _how_won(view: PlayerView) -> str:
    """Say by what the game was won; empty for a game that all others had left."""
    others_left = sum(not seat.out for seat in view.seats) > 1
    return parts_of(view.rules).result.how_won(view) if view.winners and others_left else ""


def _places(context: PageContext, events: list[Facts], places: Places) -> tuple[ResultRow, ...]:
    luck = luck_of(events, context.view)
    mission = parts_of(context.view.rules).seats.mission(context.view)
    fallen = {event["seat"]: event.get("by", -1) for event in events if event.get("type") == "seat.eliminated"}
    resigned, judged = _list_resigned(events), find_adjudication(events)
    top = max((abs(each.armies) for each in luck), default=0.0) or 1.0
    return tuple(
        _place(
            context,
            number,
            seat,
            luck[seat],
            top,
            _note(context, seat, fallen, seat in resigned, judged),
            mission.shown.get(seat, "") if mission else "",
        )
        for number, seat in number_places(places)
    )


def luck_words(armies: float) -> str:
    """Format luck in armies: "+6.2"."""
    return f"{armies:+z.1f}".replace("-", "−")  # z: no luck at all has no minus


def _list_resigned(events: list[Facts]) -> set[int]:
    """List the seats that were given up and that nobody has taken over since."""
    found: set[int] = set()
    for event in events:
        if event.get("type") == "host.resigned":
            found.add(event["seat"])
        elif event.get("type") == "host.replaced":
            found.discard(event["seat"])
    return found


def _note(
    context: PageContext, seat: int, fallen: Mapping[int, int], resigned: bool, judged: Facts | None = None
) -> str:
    """Describe how a seat ended: won, resigned, eliminated; who plays it, where a bot does or it still stands; and what
    it was ranked by."""
    person = context.person(seat)
    ending = _ending(context, seat, fallen, resigned)
    figures = figures_of_seat(judged, seat, context.view.rules) if judged else ""
    return ", ".join(filter(None, (person.note if person.bot or not ending else "", ending, figures)))


def _ending(context: PageContext, seat: int, fallen: Mapping[int, int], resigned: bool) -> str:
    if seat in context.view.winners:
        return _("won")
    out = _out(context, fallen[seat]) if seat in fallen else ""
    if resigned:
        return _("resigned; %(out)s") % {"out": out} if out else _("resigned")
    return out


def _out(context: PageContext, by: int) -> str:
    return _("eliminated by %(seat)s") % {"seat": context.title(by)} if by >= 0 else _("eliminated")


def _place(
    context: PageContext, number: int, seat: int, luck: LuckStats, top: float, note: str, mission: str
) -> ResultRow:
    person = context.person(seat)
    width = round(WIDEST * abs(luck.armies) / top)
    return ResultRow(
        number,
        person,
        note,
        context.view.seats[seat].territories,
        luck.throws,
        luck_words(luck.armies),
        luck.armies >= 0,
        width,
        seat in context.view.winners,
        mission,
    )
