"""The chain of a game's journal, and the log of it that is published.

Every entry but the host's own notes is a link of the chain; its number there is the entry's `place`. The log is given
out with its entries and the key once the game has ended. While it runs only the header and the present head are:
draws tell which cards people hold.
"""

from __future__ import annotations

from typing import Any

import engine
from engine import journal
from games.models import Entry, Game, GameKey

digest_of = journal.digest_of


def start_facts(rules: str, map: str, seats: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """What a start entry stores: the settings with the versions they are played by."""
    chosen, graph = engine.ruleset(rules), engine.mapgraph(map)
    return {
        "rules": rules,
        "family": chosen.edition,
        "map": graph.edition,
        "seats": seats,
        "options": options,
    }


def is_played_here(start: dict[str, Any]) -> bool:
    """Whether the rules and the map that a start entry names are those of this site, in an edition that it plays."""
    rules = engine.rulesets().get(start.get("rules", ""))
    try:
        board = engine.mapgraph(str(start.get("map", "")).partition("@")[0]).edition
    except (KeyError, OSError):
        board = ""
    return rules is not None and rules.plays(str(start.get("family", ""))) and board == start.get("map")


def header_of(start: dict[str, Any], digest: str) -> journal.Header:
    return journal.Header(
        rules=start["rules"],
        family=start["family"],
        map=start["map"],
        seats=tuple(start["seats"]),
        options=start["options"],
        digest=digest,
    )


def first_head(start: dict[str, Any], digest: str) -> str:
    """The head before the first entry, in hex."""
    return journal.first_head(header_of(start, digest)).hex()


def link_of(entry: Entry, back_to: int = 0) -> journal.LogEntry:
    """An entry as a link of the chain; `back_to` is the place that an undo goes back to."""
    voids = entry.kind in journal.VOIDING
    return journal.LogEntry(
        seq=entry.place or 0,
        kind=entry.kind,
        seat=entry.seat,
        source=entry.source,
        action=entry.action if entry.kind == Entry.Kind.ACTION else None,
        draws=tuple(entry.draws),
        back_to=back_to,
        ref=(entry.ref or 0) if voids else 0,
    )


def next_head(head: str, key: bytes, entry: Entry, back_to: int = 0) -> str:
    """The head after `entry`, in hex."""
    return journal.next_head(key, bytes.fromhex(head), link_of(entry, back_to)).hex()


def chance_after(head: str, key: bytes) -> engine.KeyedChance:
    """Where the dice of the entry after `head` come from."""
    return journal.chance_after(key, bytes.fromhex(head))


def published_log(game: Game) -> str:
    """The log that anybody who may see the game may keep: whole and with the key once it has ended."""
    if not game.has_ended:
        start = Entry.objects.get(game=game, kind=Entry.Kind.START)
        return journal.write_log(journal.Log(header_of(start.action or {}, game.digest), (), game.head))
    return journal.write_log(whole_log(game))


def whole_log(game: Game) -> journal.Log:
    """Every link with the key, which is secret while the game runs. Raises DoesNotExist without a start or a key."""
    start = Entry.objects.get(game=game, kind=Entry.Kind.START)
    links = []
    places: dict[int, int] = {}
    for entry in game.entries.order_by("seq"):
        if entry.place is not None:
            links.append(link_of(entry, places.get(entry.back_to, 0) if entry.back_to is not None else 0))
        places[entry.seq] = len(links)
    key = bytes(GameKey.objects.get(game=game).key)
    return journal.Log(header_of(start.action or {}, game.digest), tuple(links), game.head, key.hex())
