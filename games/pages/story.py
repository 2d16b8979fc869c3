"""Events as a story: a fight of many throws is one line, with its dice and losses, a card one with all that it does;
everything else one sentence each, and what follows from it beside it.

`RenderEvent` turns an event (tagged JSON as the viewer may know it) into a safe sentence, empty for what needs no word.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import engine
from games.boards.overlays import Arrow
from games.decisions.kit.page_types import StoryLine, Throw
from games.wording.amounts import cost_short, lost_places, number_word
from games.wording.narration import ASIDES, DUELS, SEVERAL, Names, sentence
from games.wording.narration.battle import fallen_of

Event = Mapping[str, Any]
RenderEvent = Callable[[Event], SafeString]
ON_MAP = 6
"""So many moves carry a number on the map."""
NO_NOTE = SafeString("")
MERGED_EVENTS = {"battle.declared", "battle.ended"}
PENDING_EVENTS = {"battle.declared", "battle.thrown"}
"""Events of an attack that a throw, its losses or the end of the attack must follow."""
FOUGHT = "battle.fought"
ATTACK_EVENTS = PENDING_EVENTS | {FOUGHT, "battle.captured", "battle.cancelled", "battle.ended", "turn.ended"}
ORDER_ENDS = {"battle.cancelled", "battle.ended", "turn.ended"}
BEGINNINGS = {"battle.declared", "battle.ended", "turn.began", "turn.ended"}
"""Events after which nothing follows from what is told already."""
ANSWERED = "turn.answered"
NEWS = {"seat.eliminated", "game.won", "bidding.opened"}
"""Events that everybody has to know of, besides those of the host."""
LOSERS = ("seat", "of", "was")
"""Fields in which what a card did names seats: whom it hit, and who had what it took."""
NOBODY = -1


@dataclass(frozen=True)
class EntryEvents:
    """One entry of the journal as the viewer was told it; `when` is ready to read, `url` the moment's address."""

    seq: int
    at: datetime
    events: Sequence[Event]
    when: str = ""
    url: str = ""
    quiet: bool = False


@dataclass(kw_only=True)
class Draft:
    """A line of a story while it is told, with the `asides` that follow from it until it is `settled`."""

    asides: list[Event] = field(default_factory=list)
    settled: bool = False


@dataclass
class Single(Draft):
    """An event that is a line of its own."""

    line: StoryLine


@dataclass
class Fight(Draft):
    """A fight while it is told, with a note on each throw; `entry` is that of the last throw, `result` how it ended,
    `fallen` tells which pieces were lost; `goes_on` while its next throw waits for somebody, `closed` once its order is
    over."""

    entry: EntryEvents
    seat: int
    src: int
    dst: int
    defender: int
    throws: list[tuple[Event, SafeString]] = field(default_factory=list)
    held: bool = True
    goes_on: bool = False
    closed: bool = False
    result: str = ""
    fallen: list[SafeString] = field(default_factory=list)

    def is_joined_by(self, event: Event) -> bool:
        """Check whether a throw, or the announcement of one, is of this fight."""
        is_open = self.held and not self.closed
        return is_open and (self.src, self.dst, self.seat) == (event["src"], event["dst"], event["seat"])

    def is_about(self, disputed: Collection[int]) -> bool:
        """Check whether a question about some land can be one of this fight."""
        return bool(disputed) and {self.src, self.dst}.issuperset(disputed)


@dataclass
class Run(Draft):
    """Events of one kind and one seat that follow each other and are told as one: `tag` is the kind of event of the
    sentence for several of them; `entry` is that of the last one."""

    tag: str
    entry: EntryEvents
    events: list[Event]

    def goes_on_with(self, event: Event) -> bool:
        """Check whether an event is one more of this run."""
        return (run_tag(event), event["seat"]) == (self.tag, self.events[0]["seat"])

    @property
    def event(self) -> Event:
        """What is told: the only event, or all of them as one."""
        if len(self.events) == 1:
            return self.events[0]
        return {"type": self.tag, "seat": self.events[0]["seat"], "events": self.events}


@dataclass
class Strike(Draft):
    """A card that was played, with the dice that it asked for and what it did as its asides, told as one; `entry` is
    that of the last of these."""

    entry: EntryEvents
    card: Event

    @property
    def victims(self) -> list[int]:
        """The seats that the card cost something, but for who played it."""
        hit = dict.fromkeys(event[role] for event in self.asides for role in LOSERS if role in event)
        return [seat for seat in hit if seat not in (self.card["seat"], NOBODY)]


def run_tag(event: Event) -> str:
    """Return the kind of the sentence for several events like this one in a row; empty if each is told by itself."""
    if event.get("type") == "battle.captured" and event["was"] < 0:
        return "story.walked"
    if event.get("type") in ("purchase.hired", "purchase.built") and not event["price"]:
        return "story.pieces_placed"
    return ""


def story_lines(
    entries: Iterable[EntryEvents], names: Names, render: RenderEvent, disputed: Collection[int] = ()
) -> tuple[StoryLine, ...]:
    """Tell entries as lines, oldest first; the last ON_MAP moves are numbered as on the map. `disputed` is the land
    that an open question of a fight is about."""
    lines: list[Draft] = []
    unsettled: list[tuple[EntryEvents, Event]] = []
    told = list(_without_opened_answers(entries))
    for entry, event in told:
        if _belongs_to_unsettled_throw(unsettled, event):
            unsettled.append((entry, event))
        else:
            _tell(lines, entry, event, names, render, _notes(unsettled, event, render))
    for entry, event in unsettled:
        _tell(lines, entry, event, names, render)
    _tell_pending(lines, told, names, disputed)
    return _numbered([_worded(line, names, render) for line in lines])


def _without_opened_answers(entries: Iterable[EntryEvents]) -> Iterator[tuple[EntryEvents, Event]]:
    """Yield the events of entries. That a seat has given a sealed answer is told until the answers are opened: then
    they speak for themselves."""
    sealed: list[tuple[EntryEvents, Event]] = []
    for entry in entries:
        for event in entry.events:
            if event.get("type") == ANSWERED:
                sealed.append((entry, event))
                continue
            if not str(event.get("type", "")).startswith("host."):
                sealed.clear()
            yield entry, event
    yield from sealed


def disputed_land(view: engine.PlayerView) -> frozenset[int]:
    """List the territories that the open question of a fight is about: both sides of it, or where units are lost."""
    kind, about = view.asked.kind if view.asked else "", view.about
    if kind == "battle.defend_asked":
        return frozenset((about["src"], about["dst"]))
    return frozenset(at for at, _count in about["due"]) if kind == "battle.losses_asked" else frozenset()


def _tell_pending(
    lines: list[Draft],
    told: Sequence[tuple[EntryEvents, Event]],
    names: Names,
    disputed: Collection[int],
) -> None:
    """Let the fight go on whose next throw or losses wait for somebody; an attack that waits before its first throw
    is told."""
    entry, event = next((each for each in reversed(told) if _is_of_attack(each[1])), (None, {}))
    if entry is None:
        return
    last = _last_fight(lines)
    is_of_last = last is not None and event["type"] in (*PENDING_EVENTS, FOUGHT) and last.is_joined_by(event)
    if last is not None and is_of_last and (event["type"] != FOUGHT or last.is_about(disputed)):
        last.goes_on = True
    elif event["type"] == "battle.declared":
        text, colour = mark_safe(sentence(event, names)), names.colour(event["seat"])
        lines.append(Single(StoryLine(entry.seq, event["seat"], colour, text, when=entry.when, url=entry.url)))


def _is_of_attack(event: Event) -> bool:
    tag = event.get("type")
    return tag in ATTACK_EVENTS or tag in DUELS


def _belongs_to_unsettled_throw(unsettled: Sequence[tuple[EntryEvents, Event]], event: Event) -> bool:
    """Check whether an event belongs to a throw whose losses are still to come: its dice, and what changes them."""
    tag = str(event.get("type", ""))
    return tag == "battle.thrown" or (bool(unsettled) and tag != FOUGHT and not tag.startswith("host."))


def _notes(unsettled: list[tuple[EntryEvents, Event]], event: Event, render: RenderEvent) -> SafeString:
    """Render what changed the dice of the throw that an event settles, and empty the list of waiting events."""
    if event.get("type") != FOUGHT:
        return NO_NOTE
    done = [render(before) for _, before in unsettled if before.get("type") != "battle.thrown"]
    unsettled.clear()
    return _spaced(done)


def _tell(
    lines: list[Draft],
    entry: EntryEvents,
    event: Event,
    names: Names,
    render: RenderEvent,
    note: SafeString = NO_NOTE,
) -> None:
    """Add an event to the fight or card that it belongs to, or as a line of its own; `note` says what changed its
    dice."""
    tag = event.get("type", "")
    if tag in ORDER_ENDS and (fight := _last_fight(lines)):
        fight.closed = True
    if tag in BEGINNINGS and lines:
        lines[-1].settled = True
    if tag == FOUGHT:
        _fight(lines, entry, event, note)
    elif tag in DUELS:
        lines.append(Single(_duel(entry, event, names)))
    elif tag == "cards.played":
        lines.append(Strike(entry, event))
    elif (
        _ends_fight(lines, event, names)
        or _is_of_fight(lines, event, render)
        or _is_of_strike(lines, entry, event)
        or _is_aside(lines, event)
        or tag in MERGED_EVENTS
    ):
        return
    elif run_tag(event):
        _run(lines, entry, event)
    elif tag != "occupy.moved":
        text = render(event)
        if text:
            seat = event.get("seat")
            colour = names.colour(seat) if isinstance(seat, int) else ""
            src, dst = _way(event, tag)
            line = StoryLine(entry.seq, seat, colour, text, when=entry.when, url=entry.url, src=src, dst=dst)
            lines.append(Single(replace(line, taken=_taken(event, tag), is_news=_is_news(tag))))


def _duel(entry: EntryEvents, event: Event, names: Names) -> StoryLine:
    """Tell a fight that one throw of each side decides by its sum, with the dice."""
    seat, defender = event["seat"], event["defender"]
    text = mark_safe(sentence({**event, "type": DUELS[event["type"]]}, names))
    result = _("%(seat)s won") % {"seat": names.seat(seat if event["won"] else defender)}
    dice, sums = (tuple(event["attack"]), tuple(event["defend"])), (event["attack_total"], event["defend_total"])
    return StoryLine(
        entry.seq,
        seat,
        names.colour(seat),
        text,
        when=entry.when,
        url=entry.url,
        throws=(Throw(1, *dice, (), (), result, *sums, in_all=True),),
        defender=names.colour(defender),
        attacker_name=names.Seat(seat),
        defender_name=names.seat(defender),
    )


def _run(lines: list[Draft], entry: EntryEvents, event: Event) -> None:
    """Add an event to the run in the last line, or begin a new run."""
    last = lines[-1] if lines else None
    if isinstance(last, Run) and last.goes_on_with(event):
        last.entry = entry
        last.events.append(event)
    else:
        lines.append(Run(run_tag(event), entry, [event]))


def _way(event: Event, tag: str) -> tuple[int | None, int | None]:
    """Return the source and target of a move that the map draws besides fights: of a force, or into land of nobody."""
    return (event["src"], event["dst"]) if "force" in event or tag == "battle.captured" else (None, None)


def _taken(event: Event, tag: str) -> tuple[int, ...]:
    """Return the territory that an event wins for its seat outside of fights."""
    return (event["dst"],) if tag == "battle.captured" else ()


def _is_news(tag: str) -> bool:
    """Check whether everybody has to know of an event: what the host did, who is out, how the game ended."""
    return tag.startswith("host.") or tag in NEWS


def _fight(lines: list[Draft], entry: EntryEvents, event: Event, note: SafeString) -> None:
    """Add a throw to the fight in the last line, or begin a new fight: also of an order that was interrupted, whose
    earlier throws then were not its end."""
    last = _last_fight(lines)
    goes_on = last is not None and last.is_joined_by(event)
    if last is None or not goes_on or last is not lines[-1]:
        if last is not None:
            last.goes_on = goes_on
        last = Fight(entry, event["seat"], event["src"], event["dst"], event["defender"])
        lines.append(last)
    last.entry, last.settled = entry, False
    last.throws.append((event, note))


def _last_fight(lines: Sequence[Draft]) -> Fight | None:
    return next((line for line in reversed(lines) if isinstance(line, Fight)), None)


def throw_of(
    event: Event, number: int, attacker: str, defender: str, note: SafeString = NO_NOTE, result: str = ""
) -> Throw:
    """Build a row of dice from the event of a fight; `result` is what the throw cost, if nothing else is given."""
    attack, defend = tuple(event["attack"]), tuple(event["defend"])
    result = result or cost_short(event["attack_losses"], event["defend_losses"], attacker, defender)
    lost = lost_places(attack, defend, bool(event.get("ties_to_attacker")))
    sides = tuple(event.get("attack_sides", ())), tuple(event.get("defend_sides", ()))
    return Throw(number, attack, defend, *lost, result, event["src_left"], event["dst_left"], note, *sides)


def _ends_fight(lines: Sequence[Draft], event: Event, names: Names) -> bool:
    """End the fight in the last line with a capture, and say beside its last throw how many moved in. False for an
    event of another kind, or one without that fight: land that was walked into."""
    last, tag = lines[-1] if lines else None, event.get("type")
    if tag not in ("battle.captured", "occupy.moved") or not isinstance(last, Fight) or last.dst != event.get("dst"):
        return False
    if tag == "battle.captured":
        last.held, last.result = False, _("captured")
    elif not last.held and (count := _units_of(event.get("force") or {}, names)):
        last.result = _("captured, %(count)s move in") % {"count": count}
    return True


def _units_of(force: Mapping[str, Any], names: Names) -> int:
    """Count the units of a force; gods who go along are none."""
    along = engine.ruleset(names.rules).companions if names.rules else ()
    return int(force.get("armies", 0)) + sum(kind not in along for kind in force.get("pieces") or ())


def _is_of_fight(lines: Sequence[Draft], event: Event, render: RenderEvent) -> bool:
    """Add the choice between losses to the fight in the last line, which counts them; only pieces that fell are told.
    False for other events."""
    last = lines[-1] if lines else None
    if event.get("type") != "battle.lost" or event.get("struck") or not isinstance(last, Fight):
        return False
    fallen = [[at, {"armies": 0, "pieces": force["pieces"]}] for at, force in event["lost"] if force.get("pieces")]
    if fallen:
        last.fallen.append(render({**event, "lost": fallen}))
    return True


def _is_of_strike(lines: Sequence[Draft], entry: EntryEvents, event: Event) -> bool:
    """Add what a card rolled, struck or did besides to the card in the last line. False for other events."""
    last = lines[-1] if lines else None
    is_effect = event.get("type") in ASIDES or bool(event.get("struck"))
    if not (is_effect and isinstance(last, Strike)) or last.settled:
        return False
    last.entry = entry
    last.asides.append(event)
    return True


def _is_aside(lines: Sequence[Draft], event: Event) -> bool:
    """Add what follows from the last line to it. False for other events, and where nothing is told before."""
    if event.get("type") not in ASIDES or not lines or lines[-1].settled:
        return False
    lines[-1].asides.append(event)
    return True


def _worded(line: Draft, names: Names, render: RenderEvent) -> StoryLine:
    """Render a draft as a line, once all that belongs to it is known."""
    if isinstance(line, Single):
        return replace(line.line, loss=_worded_asides(line, render)) if line.asides else line.line
    if isinstance(line, Run):
        return _worded_run(line, names, render)
    if isinstance(line, Strike):
        return _worded_strike(line, names, render)
    assert isinstance(line, Fight)
    throws = _throws(line, names)
    attacker, was = names.Seat(line.seat), names.seat(line.defender)
    defender = names.colour(line.defender)
    lost = sum(event["attack_losses"] for event, _note in line.throws)
    killed = sum(event["defend_losses"] for event, _note in line.throws)
    losses = _losses(((attacker, lost), (was if defender else _("the defender"), killed)), names)
    return StoryLine(
        line.entry.seq,
        line.seat,
        names.colour(line.seat),
        _told(line, names, attacker, was if defender else ""),
        loss=_spaced([losses, *line.fallen, *_fallen(line, render), _worded_asides(line, render)]),
        when=line.entry.when,
        url=line.entry.url,
        src=line.src,
        dst=line.dst,
        held=line.held,
        throws=throws,
        defender=defender,
        attacker_name=attacker,
        defender_name=was,
        taken=() if line.held else (line.dst,),
        lost=lost,
    )


def _fallen(fight: Fight, render: RenderEvent) -> list[SafeString]:
    """Tell the pieces that fell in the throws of a fight without a choice."""
    return [render(event) for throw, _note in fight.throws for event in fallen_of(throw)]


def _worded_run(run: Run, names: Names, render: RenderEvent) -> StoryLine:
    """Render a run as a line; a march has the way of its last step and, before it, those of the earlier ones."""
    ways = [(event["src"], event["dst"]) for event in run.events if event["type"] == "battle.captured"][-ON_MAP:]
    src, dst = ways[-1] if ways else (None, None)
    seat, entry = run.events[0]["seat"], run.entry
    line = StoryLine(entry.seq, seat, names.colour(seat), render(run.event), when=entry.when, url=entry.url)
    taken = tuple(event["dst"] for event in run.events if event["type"] == "battle.captured")
    return replace(line, src=src, dst=dst, before=tuple(ways[:-1]), loss=_worded_asides(run, render), taken=taken)


def _worded_strike(strike: Strike, names: Names, render: RenderEvent) -> StoryLine:
    """Render a card with its dice and what they cost as a line."""
    entry, seat = strike.entry, strike.card["seat"]
    line = StoryLine(entry.seq, seat, names.colour(seat), render(strike.card), when=entry.when, url=entry.url)
    victims = tuple(map(names.colour, strike.victims))
    src, dst = next((_way(event, event["type"]) for event in strike.asides if "force" in event), (None, None))
    card, told = strike.card["order"]["card"], _worded_asides(strike, render)
    return replace(line, loss=told, victims=victims, src=src, dst=dst, card=card)


def _worded_asides(draft: Draft, render: RenderEvent) -> SafeString:
    """Render what follows from a line: a sentence each. After a card its losses come before the way of the dead."""
    told = _summed(draft.asides)
    if isinstance(draft, Strike):
        told.sort(key=lambda event: isinstance(event.get("armies"), int))
    return _spaced([render(event) for event in told])


def _summed(events: Iterable[Event]) -> list[Event]:
    """Sum the armies of events that are alike in all else, the dead of each throw of a fight, and make one event of
    those of a kind that is told so. Each stands where the first of them was."""
    kept: dict[Any, list[Event]] = {}
    for number, event in enumerate(events):
        kept.setdefault(_alike(event) or number, []).append(event)
    return [_as_one(alike) if len(alike) > 1 else alike[0] for alike in kept.values()]


def _alike(event: Event) -> str:
    """Return what events have in common that are told as one; empty for what is told by itself."""
    tag = event["type"]
    if tag in SEVERAL:
        return f"{tag} {event['seat']}"
    return repr({**event, "armies": None}) if isinstance(event.get("armies"), int) else ""


def _as_one(events: Sequence[Event]) -> Event:
    first = events[0]
    if first["type"] in SEVERAL:
        return {"type": SEVERAL[first["type"]], "seat": first["seat"], "events": events}
    return {**first, "armies": sum(event["armies"] for event in events)}


def _spaced(sentences: Iterable[str]) -> SafeString:
    return mark_safe(" ".join(conditional_escape(sentence) for sentence in sentences if sentence))


def _throws(fight: Fight, names: Names) -> tuple[Throw, ...]:
    """Build the throws of a fight; the last one says how it ended."""
    sides = names.seat(fight.seat), names.seat(fight.defender)
    last = len(fight.throws)
    return tuple(
        throw_of(event, number, *sides, note, fight.result if number == last else "")
        for number, (event, note) in enumerate(fight.throws, start=1)
    )


def _told(fight: Fight, names: Names, attacker: str, was: str) -> SafeString:
    """Render the sentence of a fight: who took or attacked what, from where, in how many throws."""
    count = len(fight.throws)
    many = _(" in %(count)s throws") % {"count": number_word(count)} if count > 3 else ""
    if fight.goes_on:
        text = _("{who} attacked <b>{dst}</b> from {src}{many}, so far without taking it.")
    elif fight.held:
        text = _("{who} attacked <b>{dst}</b> from {src}{many} but did not take it.")
    elif was:
        text = _("{who} took <b>{dst}</b> from {was}, attacking from {src}{many}.")
    else:
        text = _("{who} took <b>{dst}</b>, attacking from {src}{many}.")
    dst, src = names.graph.names[fight.dst], names.graph.names[fight.src]
    return format_html(text, who=attacker, dst=dst, src=src, was=was, many=many)


def _losses(sides: Sequence[tuple[str, int]], names: Names) -> str:
    """Sum up losses: "You lost 2 armies, Blue 3."; a side without losses is left out."""
    told = [(who, count) for who, count in sides if count]
    if not told:
        return ""
    (who, count), *others = told
    named = {"who": who[0].upper() + who[1:], "armies": names.units(count)}
    if not others:
        return _("%(who)s lost %(armies)s.") % named
    other, killed = others[0]
    return _("%(who)s lost %(armies)s, %(other)s %(killed)s.") % {**named, "other": other, "killed": killed}


def _numbered(lines: list[StoryLine]) -> tuple[StoryLine, ...]:
    """Give the last moves the numbers 1, 2, ... in the order of the story, and let older ones fade."""
    moves = [index for index, line in enumerate(lines) if line.src is not None and line.dst is not None][-ON_MAP:]
    found = list(lines)
    for number, index in enumerate(moves, start=1):
        found[index] = replace(found[index], number=number, age=min(5, len(moves) - number + 1))
    return tuple(found)


def arrows_of(story: Iterable[StoryLine]) -> tuple[Arrow, ...]:
    """Make the arrows of the story's numbered moves for the map."""
    return tuple(arrow for line in story if line.number for arrow in arrows_of_line(line, line.number, line.age))


def arrows_of_line(line: StoryLine, number: int, age: int) -> tuple[Arrow, ...]:
    """Make the arrows of a line; those of earlier steps of a march have no number."""
    if line.src is None or line.dst is None or not line.colour:
        return ()
    last = Arrow(line.src, line.dst, line.colour, number, age, line.held)
    return *(replace(last, src=src, dst=dst, number=0) for src, dst in line.before), last


def nothing(event: Event) -> SafeString:
    """Render no event: for stories that tell fights only."""
    return mark_safe("")
