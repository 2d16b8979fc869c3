"""Events as a story: a fight of many throws is one line, with its dice and losses; everything else one sentence each.

`RenderEvent` turns an event (tagged JSON as the viewer may know it) into a safe sentence, empty for what needs no word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.boards.overlays import Arrow
from games.decisions.page_types import StoryLine, Throw
from games.wording.amounts import cost_short, lost_places, number_word, pluralize_armies
from games.wording.narration import Names

Event = Mapping[str, Any]
RenderEvent = Callable[[Event], SafeString]
ON_MAP = 6
"""So many moves carry a number on the map."""
NO_NOTE = SafeString("")
MERGED_EVENTS = {"battle.captured", "occupy.moved", "battle.declared", "battle.ended"}


@dataclass(frozen=True)
class EntryEvents:
    """One entry of the journal as the viewer was told it; `when` is ready to read, `url` the moment's address."""

    seq: int
    at: datetime
    events: Sequence[Event]
    when: str = ""
    url: str = ""
    quiet: bool = False


@dataclass
class Fight:
    """A fight while it is told, with a note on each throw; `entry` is that of the last throw, `result` how it ended."""

    entry: EntryEvents
    seat: int
    src: int
    dst: int
    defender: int
    throws: list[tuple[Event, SafeString]] = field(default_factory=list)
    held: bool = True
    result: str = ""

    def goes_on_with(self, event: Event) -> bool:
        """Check whether a throw is one more of this fight."""
        return self.held and (self.src, self.dst, self.seat) == (event["src"], event["dst"], event["seat"])


def story_lines(entries: Iterable[EntryEvents], names: Names, render: RenderEvent) -> tuple[StoryLine, ...]:
    """Tell entries as lines, oldest first; the last ON_MAP moves are numbered as on the map."""
    lines: list[StoryLine | Fight] = []
    unsettled: list[tuple[EntryEvents, Event]] = []
    for entry in entries:
        for event in entry.events:
            if _belongs_to_unsettled_throw(unsettled, event):
                unsettled.append((entry, event))
            else:
                _tell(lines, entry, event, names, render, _notes(unsettled, event, render))
    for entry, event in unsettled:
        _tell(lines, entry, event, names, render)
    return _numbered([_worded(line, names) for line in lines])


def _belongs_to_unsettled_throw(unsettled: Sequence[tuple[EntryEvents, Event]], event: Event) -> bool:
    """Check whether an event belongs to a throw whose losses are still to come: its dice, and what changes them."""
    tag = str(event.get("type", ""))
    return tag == "battle.thrown" or (bool(unsettled) and tag != "battle.fought" and not tag.startswith("host."))


def _notes(unsettled: list[tuple[EntryEvents, Event]], event: Event, render: RenderEvent) -> SafeString:
    """Render what changed the dice of the throw that an event settles, and empty the list of waiting events."""
    if event.get("type") != "battle.fought":
        return NO_NOTE
    done = [render(before) for _, before in unsettled if before.get("type") != "battle.thrown"]
    unsettled.clear()
    if not done:
        return NO_NOTE
    return format_html_join(" ", "{}", ((sentence,) for sentence in done if sentence))


def _tell(
    lines: list[StoryLine | Fight],
    entry: EntryEvents,
    event: Event,
    names: Names,
    render: RenderEvent,
    note: SafeString = NO_NOTE,
) -> None:
    """Add an event to the fight that it belongs to, or as a line of its own; `note` says what changed its dice."""
    tag = event.get("type", "")
    if tag == "battle.fought":
        _fight(lines, entry, event, note)
    elif tag == "battle.captured":
        _captured(lines, event)
    elif tag == "occupy.moved":
        _moved_in(lines, event)
    elif tag not in MERGED_EVENTS:
        text = render(event)
        if text:
            seat = event.get("seat")
            colour = names.colour(seat) if isinstance(seat, int) else ""
            src, dst = _way(event, tag)
            lines.append(StoryLine(entry.seq, seat, colour, text, when=entry.when, url=entry.url, src=src, dst=dst))


def _way(event: Event, tag: str) -> tuple[int | None, int | None]:
    """Return the source and target of a move that the map draws besides fights: free moves only."""
    return (event["src"], event["dst"]) if tag == "fortify.moved" else (None, None)


def _fight(lines: list[StoryLine | Fight], entry: EntryEvents, event: Event, note: SafeString) -> None:
    """Add a throw to the fight in the last line, or begin a new fight."""
    last = lines[-1] if lines else None
    if not (isinstance(last, Fight) and last.goes_on_with(event)):
        last = Fight(entry, event["seat"], event["src"], event["dst"], event["defender"])
        lines.append(last)
    last.entry = entry
    last.throws.append((event, note))


def throw_of(
    event: Event, number: int, attacker: str, defender: str, note: SafeString = NO_NOTE, result: str = ""
) -> Throw:
    """Build a row of dice from the event of a fight; `result` is what the throw cost, if nothing else is given."""
    attack, defend = tuple(event["attack"]), tuple(event["defend"])
    result = result or cost_short(event["attack_losses"], event["defend_losses"], attacker, defender)
    lost = lost_places(attack, defend)
    sides = tuple(event.get("attack_sides", ())), tuple(event.get("defend_sides", ()))
    return Throw(number, attack, defend, *lost, result, event["src_left"], event["dst_left"], note, *sides)


def _captured(lines: Sequence[StoryLine | Fight], event: Event) -> None:
    """End the fight in the last line with the capture."""
    last = lines[-1] if lines else None
    if isinstance(last, Fight) and last.dst == event["dst"]:
        last.held, last.result = False, _("captured")


def _moved_in(lines: Sequence[StoryLine | Fight], event: Event) -> None:
    """Say beside the throw that captured how many armies moved in."""
    last = lines[-1] if lines else None
    if isinstance(last, Fight) and not last.held and last.dst == event.get("dst"):
        force = event.get("force") or {}
        count = force.get("armies", 0) + len(force.get("pieces") or [])
        if count:
            last.result = _("captured, %(count)s move in") % {"count": count}


def _worded(line: StoryLine | Fight, names: Names) -> StoryLine:
    """Render a fight as a line, once all its throws are known."""
    if isinstance(line, StoryLine):
        return line
    throws = _throws(line, names)
    attacker, was = names.Seat(line.seat), names.seat(line.defender)
    defender = names.colour(line.defender)
    lost = sum(len(throw.attack_lost) for throw in throws)
    killed = sum(len(throw.defend_lost) for throw in throws)
    return StoryLine(
        line.entry.seq,
        line.seat,
        names.colour(line.seat),
        _told(line, names, attacker, was if defender else ""),
        loss=_losses(((attacker, lost), (was if defender else _("the defender"), killed))),
        when=line.entry.when,
        url=line.entry.url,
        src=line.src,
        dst=line.dst,
        held=line.held,
        throws=throws,
        defender=defender,
        attacker_name=attacker,
        defender_name=was,
    )


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
    if fight.held:
        text = _("{who} attacked <b>{dst}</b> from {src}{many} but did not take it.")
    elif was:
        text = _("{who} took <b>{dst}</b> from {was}, attacking from {src}{many}.")
    else:
        text = _("{who} took <b>{dst}</b>, attacking from {src}{many}.")
    dst, src = names.graph.names[fight.dst], names.graph.names[fight.src]
    return format_html(text, who=attacker, dst=dst, src=src, was=was, many=many)


def _losses(sides: Sequence[tuple[str, int]]) -> str:
    """Sum up losses: "You lost 2 armies, Blue 3."; a side without losses is left out."""
    told = [(who, count) for who, count in sides if count]
    if not told:
        return ""
    (who, count), *others = told
    named = {"who": who[0].upper() + who[1:], "armies": pluralize_armies(count)}
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
    return tuple(
        Arrow(line.src, line.dst, line.colour, line.number, line.age, line.held)
        for line in story
        if line.number and line.src is not None and line.dst is not None and line.colour
    )


def nothing(event: Event) -> SafeString:
    """Render no event: for stories that tell fights only."""
    return mark_safe("")
