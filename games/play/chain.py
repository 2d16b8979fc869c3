"""The hash chain of a game's journal, the words in its first head, and its published log.

Every entry but the host's own notes is a link of the chain; its number there is the entry's `place`. The log is given
out with its entries and the key once the game has ended. While it runs only the header, with everybody's word, and the
present head are: draws tell which cards people hold.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.core.cache import cache
from msgspec import UNSET
from msgspec.structs import replace

import engine
from engine import journal
from games.models import Entry, Game, GameKey, Player

digest_of = journal.digest_of

KEEP_ASKED = 24 * 3600


def start_payload(game: Game, players: Sequence[Player], key: bytes, pairing: str = "") -> engine.Facts:
    """Build a start entry's payload: settings with the versions they are played by, who sat down with which word, and
    the seats. They are drawn from all of it, or those of the players' own `seat`s as the `pairing` of this digest
    gave them."""
    start = {
        "rules": game.rules,
        "family": engine.ruleset(game.rules).edition,
        "map": engine.mapgraph(game.map).edition,
        "seats": [],
        "options": game.options,
        "joined": [{"colour": player.colour, "word": player.word} for player in players],
    }
    if pairing:
        given = sorted(players, key=lambda player: player.seat or 0)
        return start | {"pairing": pairing, "seats": [player.colour for player in given]}
    header = header_of(start, game.digest)
    chance = journal.chance_after(key, journal.first_head(header))
    return start | {"seats": list(journal.seat_order(header, chance))}


def seal_word(key: bytes, colour: str, word: str) -> str:
    """Hash a word, to be shown before the start."""
    return journal.seal_word(key, journal.Joined(colour, word))


def is_played_here(start: engine.Facts) -> bool:
    """Check that this site has the rules and the map of a start entry, in editions that it plays."""
    rules = engine.rulesets().get(start.get("rules", ""))
    try:
        board = engine.mapgraph(str(start.get("map", "")).partition("@")[0]).edition
    except (KeyError, OSError):
        board = ""
    return rules is not None and rules.supports_edition(str(start.get("family", ""))) and board == start.get("map")


def header_of(start: engine.Facts, digest: str) -> journal.Header:
    """Build the header of a log; games that began before there were words have the older format."""
    joined = start.get("joined")
    header = journal.Header(
        rules=start["rules"],
        family=start["family"],
        map=start["map"],
        seats=tuple(start["seats"]),
        options=start["options"],
        digest=digest,
        joined=UNSET if joined is None else msgspec.convert(joined, tuple[journal.Joined, ...]),
        pairing=start.get("pairing", UNSET),
    )
    return replace(header, fieldpost=header.format)


def first_head(start: engine.Facts, digest: str) -> str:
    """Compute the head before the first entry, in hex."""
    return journal.first_head(header_of(start, digest)).hex()


def link_of(entry: Entry, back_to: int = 0) -> journal.LogEntry:
    """Build the link of an entry; `back_to` is the link that an undo goes back to."""
    voids = entry.kind in journal.REWINDING
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
    """Compute the head after `entry`, in hex."""
    return journal.next_head(key, bytes.fromhex(head), link_of(entry, back_to)).hex()


def start_chance(start: engine.Facts, digest: str, key: bytes) -> engine.KeyedChance:
    """Make the source of the set-up's dice and cards."""
    return journal.start_chance(key, header_of(start, digest))


def chance_after(head: str, key: bytes) -> engine.KeyedChance:
    """Make the source of the dice of the entry after `head`."""
    return journal.chance_after(key, bytes.fromhex(head))


def published_log(game: Game) -> str:
    """Build the log that everybody who may see the game may download: whole and with the key once it has ended. Until
    then that of a game that hides names has no words, nor who sat down first: both tell who plays which colour."""
    if not game.has_ended:
        start = Entry.objects.get(game=game, kind=Entry.Kind.START)
        header = header_of(start.action or {}, game.digest)
        if game.hides_names and header.joined is not UNSET:
            header = replace(header, joined=tuple(journal.Joined(colour, "") for colour in header.seats))
        return journal.write_log(journal.Log(header, (), game.head))
    return journal.write_log(whole_log(game))


def whole_log(game: Game) -> journal.Log:
    """Build the log with the key, secret while the game runs. Raises DoesNotExist without a start or a key."""
    start = Entry.objects.get(game=game, kind=Entry.Kind.START)
    links = []
    indexes: dict[int, int] = {}  # chain index of the last link, by entry
    for entry in game.entries.order_by("seq"):
        if entry.place is not None:
            links.append(link_of(entry, 0 if entry.back_to is None else indexes[entry.back_to]))
        indexes[entry.seq] = len(links)
    key = bytes(GameKey.objects.get(game=game).key)
    return journal.Log(header_of(start.action or {}, game.digest), tuple(links), game.head, key.hex())


def draw_ranges(game: Game) -> list[list[int | list[int]]]:
    """List, for each link of an ended game, the range of each of its draws: the sides of a die, or the values to choose
    one of. Replays the whole game, so the result is cached for a day. Raises LogError for a damaged journal."""
    if not game.has_ended:
        raise ValueError("what a running game has drawn is not shown")
    kept = f"asked-of-chance:{game.pk}:{game.head}"
    found: list[list[int | list[int]]] | None = cache.get(kept)
    if found is None:
        found = journal.chance_asked(whole_log(game))
        cache.set(kept, found, KEEP_ASKED)
    return found
