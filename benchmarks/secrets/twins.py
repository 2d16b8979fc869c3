"""The same game with other secrets, as it is stored: all that a reader cannot know is dealt anew."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import engine
from engine.redeal import deal_anew

if TYPE_CHECKING:
    from benchmarks.secrets.tables import Table
    from games.models import Entry, Game

OTHERWISE = {"cards.play": "reaction.decline", "reaction.decline": "cards.play"}
"""What else might have been answered where a question leaves the choice; a sealed bid is always a bid."""
ORDER = "play nothing that anybody knows"
"""A hidden order that a twin has in place of what others have written."""


def deal_site_anew(table: Table, viewer: int | None, moments: list[int], random: Random) -> int:
    """Change all that a reader cannot know in the stored game: positions, journal, what others let pass. Returns in how
    many places something has changed."""
    from games.play.journal_reader import state_at

    states = {seq: state_at(table.game, seq) for seq in moments}
    changed = sum(_position_anew(table.game, seq, state, viewer, random) for seq, state in states.items())
    changed += sum(_entry_anew(entry, viewer, random) for entry in table.game.entries.filter(kind="action"))
    for player in table.game.players.exclude(seat=viewer):
        player.then = "all" if player.then != "all" else ""
        player.save(update_fields=["then"])
    return changed


def keep_moments(game: Game, moments: list[int]) -> None:
    """Store the positions of some moments, as they are: lists of what is stored do not grow with the twin then."""
    from games.models import Snapshot
    from games.play.journal_reader import state_at

    for seq in moments:
        Snapshot.objects.update_or_create(game=game, seq=seq, defaults={"state": engine.pack(state_at(game, seq))})


def _position_anew(game: Game, seq: int, state: engine.GameState, viewer: int | None, random: Random) -> bool:
    from games.models import Snapshot

    twin = deal_anew(state, viewer, random)
    Snapshot.objects.update_or_create(game=game, seq=seq, defaults={"state": engine.pack(twin)})
    return bool(engine.dump(twin) != engine.dump(state))


def _entry_anew(entry: Entry, viewer: int | None, random: Random) -> bool:
    """Let a stored entry hold other secrets: fields of events that only others may read, orders that are sealed or
    name them, and how somebody else came to answer at a window or under seal."""
    from games.models import Entry, Waiting
    from games.play.sealed import is_sealed as sealed_answer
    from games.play.sealed import names_secret

    events = [_event_anew(event, viewer, random) for event in entry.events]
    hidden = sealed_answer(entry.events, entry.seat) or names_secret(entry.events, viewer)
    sealed = hidden and entry.seat != viewer
    other_way = entry.seat != viewer and (entry.pace == Waiting.Pace.WINDOW or sealed_answer(entry.events, entry.seat))
    if events == entry.events and not sealed and not other_way:
        return False
    entry.events = events
    if sealed:
        assert entry.action is not None, "entries that seal an answer hold it"
        tag = entry.action["type"]
        entry.order, entry.action = ORDER, {"type": OTHERWISE.get(tag, tag), "seat": entry.seat}
    if other_way:
        entry.source = random.choice((Entry.Source.LINK, Entry.Source.STANDING, Entry.Source.DEADLINE))
    entry.draws = [random.randrange(6) for _ in entry.draws]
    entry.save()
    return True


def _event_anew(plain: dict[str, Any], viewer: int | None, random: Random) -> dict[str, Any]:
    if plain["type"].startswith("host."):
        return plain
    event = engine.event_from_json(plain)
    hidden = [name for name, owner in event.secret.items() if getattr(event, owner) != viewer]
    return {**plain, **{name: _other_value(plain[name], random) for name in hidden}}


def _other_value(value: Any, random: Random) -> Any:
    """Change a number or each of a list of numbers."""
    if isinstance(value, list):
        return [_other_value(each, random) for each in value]
    return random.choice([card for card in range(40) if card != value]) if isinstance(value, int) else value
