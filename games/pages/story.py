"""Events as a story: a fight of many throws is one line, with its dice and losses, a card one with all that it does;
everything else one sentence each, and what follows from it beside it.

What each kind of event is to the lines is registered beside its sentence (`games/wording/narration/roles.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import engine
from games.boards.overlays import Arrow
from games.decisions.kit.page_types import StoryLine, Throw
from games.wording.amounts import cost_short, lost_places, number_word
from games.wording.narration import Names, name_stand_in, sentence, story_sentence
from games.wording.narration.battle import fallen_of
from games.wording.narration.roles import Event, InStory, Role, in_story, is_by_host

ON_MAP = 6
"""So many moves carry a number on the map."""
NO_NOTE = SafeString("")
LOSERS = ("seat", "of", "was")
"""Fields in which what a card did names seats: whom it hit, and who had what it took."""
NOBODY = -1


@dataclass(frozen=True)
class EntryEvents:
    """One entry of the journal as the viewer was told it; `when` is ready to read, `url` the moment's address, `turn`
    the round and the seat of a turn that has begun in it, `by` its seat and who gave it for that seat's owner."""

    seq: int
    at: datetime
    events: Sequence[Event]
    when: str = ""
    url: str = ""
    turn: tuple[int, int] | None = None
    by: tuple[int, str] | None = None

    def acted_for(self, seat: int | None) -> str:
        """Return who gave this entry for the owner of a seat: "Anna for Ben"."""
        return self.by[1] if self.by and self.by[0] == seat else ""


Happened = tuple[EntryEvents, Event, InStory]
"""An event with its entry, and how a story tells it."""

Begun = partial[StoryLine]
"""A line that lacks fields, for which it is called: its number on the map is known last."""


@dataclass(kw_only=True)
class Draft:
    """A line of a story while it is told, with the `asides` that follow from it until it is `settled`."""

    asides: list[Event] = field(default_factory=list)
    settled: bool = False


@dataclass
class Single(Draft):
    """An event that is a line of its own."""

    line: Begun


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

    def goes_on_with(self, tag: str, event: Event) -> bool:
        """Check whether an event is one more of this run."""
        return (tag, event["seat"]) == (self.tag, self.events[0]["seat"])

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


def story_lines(entries: Iterable[EntryEvents], names: Names, disputed: Collection[int] = ()) -> tuple[StoryLine, ...]:
    """Tell entries as lines, oldest first; the last ON_MAP moves are numbered as on the map. `disputed` is the land
    that an open question of a fight is about."""
    lines: list[Draft] = []
    unsettled: list[Happened] = []
    told = list(_without_opened_answers(entries))
    if any(entry.by for entry, _, _ in told):
        told = list(_with_declarer(told))
    for happened in told:
        if _belongs_to_unsettled_throw(unsettled, happened):
            unsettled.append(happened)
        else:
            _tell(lines, happened, names, _take_notes(unsettled, happened, names))
    for happened in unsettled:
        _tell(lines, happened, names)
    _tell_pending(lines, told, names, disputed)
    return _number_moves([_render_line(line, names) for line in lines])


def _without_opened_answers(entries: Iterable[EntryEvents]) -> Iterator[Happened]:
    """Yield the events of entries, those after the beginning of a turn with its `turn`. That a seat has given a sealed
    answer is told until the answers are opened: then they speak for themselves."""
    sealed: list[Happened] = []
    for entry in entries:
        now = entry
        for event in entry.events:
            how = in_story(event)
            if how.role is Role.ANSWER:
                sealed.append((now, event, how))
                continue
            if how.role is Role.TURN:
                now = replace(entry, turn=(event["round"], event["seat"]))
            if sealed and not is_by_host(event):
                sealed.clear()
            yield now, event, how
    yield from sealed


def _with_declarer(told: Iterable[Happened]) -> Iterator[Happened]:
    """Give the throws of an attack that its defender's answer brought about to who ordered the attack."""
    declarer: tuple[int, str] | None = None
    for entry, event, how in told:
        if how.role is Role.DECLARATION:
            declarer = entry.by
        is_theirs = declarer is not None and how.role is Role.THROW and event["seat"] == declarer[0]
        yield (replace(entry, by=declarer) if is_theirs else entry), event, how


def _tell_pending(lines: list[Draft], told: Sequence[Happened], names: Names, disputed: Collection[int]) -> None:
    """Let the fight go on whose next throw or losses wait for somebody; an attack that waits before its first throw
    is told."""
    latest = next((happened for happened in reversed(told) if happened[2].is_of_attack), None)
    if latest is None:
        return
    (entry, event, how), last = latest, _last_fight(lines)
    is_of_last = last is not None and (how.waits or how.role is Role.THROW) and last.is_joined_by(event)
    if last is not None and is_of_last and (how.waits or last.is_about(disputed)):
        last.goes_on = True
    elif how.role is Role.DECLARATION:
        lines.append(Single(_begin_line(entry, event["seat"], SafeString(sentence(event, names)), names)))


def _belongs_to_unsettled_throw(unsettled: Sequence[Happened], happened: Happened) -> bool:
    """Check whether an event belongs to a throw whose losses are still to come: its dice, and what changes them."""
    _, event, how = happened
    return how.role is Role.DICE or (bool(unsettled) and how.role is not Role.THROW and not is_by_host(event))


def _take_notes(unsettled: list[Happened], happened: Happened, names: Names) -> SafeString:
    """Render what changed the dice of the throw that an event settles, and empty the list of waiting events."""
    if not unsettled or happened[2].role is not Role.THROW:
        return NO_NOTE
    notes = [story_sentence(event, names) for _, event, how in unsettled if how.role is not Role.DICE]
    unsettled.clear()
    return _join_sentences(notes)


def _tell(lines: list[Draft], happened: Happened, names: Names, note: SafeString = NO_NOTE) -> None:
    """Add an event to the fight or card that it belongs to, or as a line of its own; `note` says what changed its
    dice."""
    entry, event, how = happened
    if how.closes and (fight := _last_fight(lines)):
        fight.closed = True
    if how.settles and lines:
        lines[-1].settled = True
    if how.role is Role.THROW:
        _add_throw(lines, entry, event, note)
    elif how.duel:
        lines.append(Single(_tell_duel(entry, event, names)))
    elif how.role is Role.CARD:
        lines.append(Strike(entry, event))
    elif lines and _joins(lines[-1], entry, event, how, names):
        return
    elif tag := how.several(event):
        _add_to_run(lines, tag, entry, event)
    elif how.role is not Role.MOVE_IN and (text := story_sentence(event, names)):
        lines.append(Single(_tell_alone(entry, event, how, text, names)))


def _begin_line(entry: EntryEvents, seat: int | None, text: SafeString, names: Names) -> Begun:
    """Begin the line of what a seat did, or nobody."""
    colour, by = "" if seat is None else names.colour(seat), entry.acted_for(seat)
    text = name_stand_in(text, seat, by, names) if by else text
    return partial(StoryLine, entry.seq, seat, colour, text, when=entry.when, url=entry.url, turn=entry.turn, by=by)


def _tell_alone(entry: EntryEvents, event: Event, how: InStory, text: SafeString, names: Names) -> Begun:
    """Tell an event as a line of its own: with its seat, if it has one, and the land that it moves to or takes."""
    src, dst = _find_way(event)
    taken = (event[how.takes],) if how.takes else ()
    is_news = how.is_news or is_by_host(event)
    line = _begin_line(entry, event.get("seat"), text, names)
    return partial(line, src=src, dst=dst, taken=taken, is_news=is_news)


def _tell_duel(entry: EntryEvents, event: Event, names: Names) -> Begun:
    """Tell a fight that one throw of each side decides by its sum, with the dice."""
    seat, defender = event["seat"], event["defender"]
    text = SafeString(sentence({**event, "type": in_story(event).duel}, names))
    result = _("%(seat)s won") % {"seat": names.seat(seat if event["won"] else defender)}
    dice, sums = (tuple(event["attack"]), tuple(event["defend"])), (event["attack_total"], event["defend_total"])
    return partial(
        _begin_line(entry, seat, text, names),
        throws=(Throw(1, *dice, (), (), result, *sums, in_all=True),),
        defender=names.colour(defender),
        attacker_name=names.Seat(seat),
        defender_name=names.seat(defender),
    )


def _add_to_run(lines: list[Draft], tag: str, entry: EntryEvents, event: Event) -> None:
    """Add an event to the run in the last line, or begin a new run of this kind."""
    last = lines[-1] if lines else None
    if isinstance(last, Run) and last.goes_on_with(tag, event):
        last.entry = entry
        last.events.append(event)
    else:
        lines.append(Run(tag, entry, [event]))


def _find_way(event: Event) -> tuple[int | None, int | None]:
    """Return the source and target of a move that the map draws besides fights: of a force, or into land of nobody."""
    is_move = "force" in event or in_story(event).role is Role.CAPTURE
    return (event["src"], event["dst"]) if is_move else (None, None)


def _add_throw(lines: list[Draft], entry: EntryEvents, event: Event, note: SafeString) -> None:
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


def _joins(last: Draft, entry: EntryEvents, event: Event, how: InStory, names: Names) -> bool:
    """Add an event to the last line if it belongs to that. False for other events."""
    return (
        _ends_fight(last, event, how, names)
        or _is_of_fight(last, event, how, names)
        or _is_aside(last, entry, event, how)
    )


def _ends_fight(last: Draft, event: Event, how: InStory, names: Names) -> bool:
    """End the fight in the last line with a capture, and say beside its last throw how many moved in. False for an
    event of another kind, or one without that fight: land that was walked into."""
    if how.role not in (Role.CAPTURE, Role.MOVE_IN) or not isinstance(last, Fight) or last.dst != event.get("dst"):
        return False
    if how.role is Role.CAPTURE:
        last.held, last.result = False, _("captured")
    elif not last.held and (count := _count_units(event.get("force") or {}, names)):
        last.result = _("captured, %(count)s move in") % {"count": count}
    return True


def _count_units(force: engine.Facts, names: Names) -> int:
    """Count the units of a force; gods who go along are none."""
    along = engine.ruleset(names.rules).companions if names.rules else ()
    return int(force.get("armies", 0)) + sum(kind not in along for kind in force.get("pieces") or ())


def _is_of_fight(last: Draft, event: Event, how: InStory, names: Names) -> bool:
    """Add the choice between losses to the fight in the last line, which counts them; only pieces that fell are told.
    False for other events."""
    if how.role is not Role.LOSSES or event.get("struck") or not isinstance(last, Fight):
        return False
    fallen = [[at, {"armies": 0, "pieces": force["pieces"]}] for at, force in event["lost"] if force.get("pieces")]
    if fallen:
        last.fallen.append(story_sentence({**event, "lost": fallen}, names))
    return True


def _is_aside(last: Draft, entry: EntryEvents, event: Event, how: InStory) -> bool:
    """Add what follows from the last line to it, also what a card in it struck. False for other events, and where
    nothing is told before."""
    is_strike = isinstance(last, Strike) and bool(event.get("struck"))
    if last.settled or not (is_strike or how.role is Role.ASIDE):
        return False
    if isinstance(last, Strike):
        last.entry = entry
    last.asides.append(event)
    return True


def _render_line(line: Draft, names: Names) -> Begun:
    """Render a draft as a line without its number, once all that belongs to it is known."""
    if isinstance(line, Single):
        return partial(line.line, loss=_render_asides(line, names)) if line.asides else line.line
    if isinstance(line, Run):
        return _render_run(line, names)
    if isinstance(line, Strike):
        return _render_strike(line, names)
    assert isinstance(line, Fight)
    throws = _list_throws(line, names)
    attacker, was = names.Seat(line.seat), names.seat(line.defender)
    defender = names.colour(line.defender)
    lost = sum(event["attack_losses"] for event, _note in line.throws)
    killed = sum(event["defend_losses"] for event, _note in line.throws)
    losses = _sum_losses(((attacker, lost), (was if defender else _("the defender"), killed)), names)
    text = _render_fight(line, names, attacker, was if defender else "")
    return partial(
        _begin_line(line.entry, line.seat, text, names),
        loss=_join_sentences([losses, *line.fallen, *_tell_fallen(line, names), _render_asides(line, names)]),
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


def _tell_fallen(fight: Fight, names: Names) -> list[SafeString]:
    """Tell the pieces that fell in the throws of a fight without a choice."""
    return [story_sentence(event, names) for throw, _note in fight.throws for event in fallen_of(throw)]


def _render_run(run: Run, names: Names) -> Begun:
    """Render a run as a line; a march has the way of its last step and, before it, those of the earlier ones."""
    steps = [event for event in run.events if in_story(event).role is Role.CAPTURE]
    ways = [(event["src"], event["dst"]) for event in steps[-ON_MAP:]]
    src, dst = ways[-1] if ways else (None, None)
    line = _begin_line(run.entry, run.events[0]["seat"], story_sentence(run.event, names), names)
    taken = tuple(event["dst"] for event in steps)
    return partial(line, src=src, dst=dst, before=tuple(ways[:-1]), loss=_render_asides(run, names), taken=taken)


def _render_strike(strike: Strike, names: Names) -> Begun:
    """Render a card with its dice and what they cost as a line."""
    line = _begin_line(strike.entry, strike.card["seat"], story_sentence(strike.card, names), names)
    victims = tuple(map(names.colour, strike.victims))
    src, dst = next((_find_way(event) for event in strike.asides if "force" in event), (None, None))
    card, loss = strike.card["order"]["card"], _render_asides(strike, names)
    return partial(line, loss=loss, victims=victims, src=src, dst=dst, card=card)


def _render_asides(draft: Draft, names: Names) -> SafeString:
    """Render what follows from a line: a sentence each. After a card its losses come before the way of the dead."""
    asides = _sum_alike(draft.asides)
    if isinstance(draft, Strike):
        asides.sort(key=lambda event: isinstance(event.get("armies"), int))
    return _join_sentences(story_sentence(event, names) for event in asides)


def _sum_alike(events: Iterable[Event]) -> list[Event]:
    """Sum the armies of events that are alike in all else, the dead of each throw of a fight, and make one event of
    those of a kind that is told so. Each stands where the first of them was."""
    kept: dict[str | int, list[Event]] = {}
    for number, event in enumerate(events):
        kept.setdefault(_likeness(event) or number, []).append(event)
    return [_merge(alike) if len(alike) > 1 else alike[0] for alike in kept.values()]


def _likeness(event: Event) -> str:
    """Return what events have in common that are told as one; empty for what is told by itself."""
    if tag := in_story(event).several(event):
        return f"{tag} {event['seat']}"
    return repr({**event, "armies": None}) if isinstance(event.get("armies"), int) else ""


def _merge(events: Sequence[Event]) -> Event:
    """Make one event of several: of their armies, or as their kind is told of several."""
    first = events[0]
    if tag := in_story(first).several(first):
        return {"type": tag, "seat": first["seat"], "events": events}
    return {**first, "armies": sum(event["armies"] for event in events)}


def _join_sentences(sentences: Iterable[str]) -> SafeString:
    return SafeString(" ".join(conditional_escape(sentence) for sentence in sentences if sentence))


def _list_throws(fight: Fight, names: Names) -> tuple[Throw, ...]:
    """Build the throws of a fight; the last one says how it ended."""
    sides = names.seat(fight.seat), names.seat(fight.defender)
    last = len(fight.throws)
    return tuple(
        throw_of(event, number, *sides, note, fight.result if number == last else "")
        for number, (event, note) in enumerate(fight.throws, start=1)
    )


def _render_fight(fight: Fight, names: Names, attacker: str, was: str) -> SafeString:
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


def _sum_losses(sides: Sequence[tuple[str, int]], names: Names) -> str:
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


def _number_moves(lines: Sequence[Begun]) -> tuple[StoryLine, ...]:
    """Make the lines, the last moves with the numbers 1, 2, ... in the order of the story; older ones fade."""
    moves = [place for place, line in enumerate(lines) if _has_way(line)][-ON_MAP:]
    numbers = {place: number for number, place in enumerate(moves, start=1)}
    return tuple(
        line(number=number, age=min(5, len(moves) - number + 1)) if (number := numbers.get(place)) else line()
        for place, line in enumerate(lines)
    )


def _has_way(line: Begun) -> bool:
    return line.keywords.get("src") is not None and line.keywords.get("dst") is not None


def arrows_of(story: Iterable[StoryLine]) -> tuple[Arrow, ...]:
    """Make the arrows of the story's numbered moves for the map."""
    return tuple(arrow for line in story if line.number for arrow in arrows_of_line(line, line.number, line.age))


def arrows_of_line(line: StoryLine, number: int, age: int) -> tuple[Arrow, ...]:
    """Make the arrows of a line; those of earlier steps of a march have no number."""
    if line.src is None or line.dst is None or not line.colour:
        return ()
    last = Arrow(line.src, line.dst, line.colour, number, age, line.held)
    return *(replace(last, src=src, dst=dst, number=0) for src, dst in line.before), last
