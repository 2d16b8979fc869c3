"""Describe a moment of a game in facts that a sentence can be made of."""

from __future__ import annotations

from django.utils.translation import gettext as _

import engine
from games.errors import GameError
from games.models import Entry, Game
from games.play.journal_reader import effective_entries
from games.play.sealed import visible_order_text
from games.selectors.history import Turn, turns_of

FIELDS = ("seq", "round", "seat", "kind", "pace", "back_to")
LONGEST_SHOWN_ORDER = 80
"""Letters of an order in such a sentence; longer ones are cut."""


def moment_facts(game: Game, seq: int) -> engine.Facts:
    """Describe the game after entry `seq`: `round` (0 in the set-up), whose turn it was (`turn`), whether that turn was
    about to begin (`begins`), else the last `order` as everybody may read it; `undoes` if what came next was a rewind,
    so that going back there takes that rewind back. Four queries at most."""
    rows = Entry.objects.filter(game=game).only(*FIELDS)
    following = rows.filter(seq__gt=seq).exclude(kind=Entry.Kind.NOTE).order_by("seq").first()
    if following is not None and following.kind == Entry.Kind.REWIND:
        return {"undoes": True, "rewound_at": following.seq}
    until = following.seq if following is not None and following.back_to is None else seq
    turns = turns_of(game.rules, list(effective_entries(rows.filter(seq__lte=until).order_by("-seq")))[::-1], ())
    turn = turns[-1] if turns else Turn(1, 0, "")
    facts: engine.Facts = {"round": turn.round, "turn": turn.seat if turn.round else None, "begins": turn.seq > seq}
    return facts if facts["begins"] else {**facts, "order": last_order(game, seq)}


def export_moment(game: Game, seq: int) -> engine.Facts:
    """Export `moment_facts` with what the audit log needs to name the moment by itself: the `rules`, the `colour` whose
    turn it was, and `at`, when that entry or the rewind was written. Raises GameError for a place that is not in the
    journal."""
    if not 1 <= seq < game.seq:
        raise GameError(_("There is no such moment in this game."))
    facts = moment_facts(game, seq)
    at = Entry.objects.values_list("at", flat=True).get(game=game, seq=facts.get("rewound_at", seq))
    colours = dict(game.players.values_list("seat", "colour"))
    return {**facts, "rules": game.rules, "colour": colours.get(facts.get("turn"), ""), "at": at.isoformat()}


def last_order(game: Game, seq: int) -> str:
    """Find the order after which the game stood so; empty where nobody else may read it."""
    rows = Entry.objects.filter(game=game, seq__lte=seq).order_by("-seq").iterator(chunk_size=20)
    entry = next((row for row in effective_entries(rows) if row.kind == Entry.Kind.ACTION), None)
    return visible_order_text(entry, None)[:LONGEST_SHOWN_ORDER] if entry else ""


def steps_changed(game: Game, seq: int) -> tuple[int, int]:
    """Count the steps that are voided, and those that count again, if the game is rewound to entry `seq`. One query."""
    rows = list(Entry.objects.filter(game=game).order_by("-seq").only("seq", "kind", "back_to"))
    now, then = (
        {row.seq for row in effective_entries(kept) if row.kind == Entry.Kind.ACTION}
        for kept in (rows, [row for row in rows if row.seq <= seq])
    )
    return len(now - then), len(then - now)


def is_counted(entry: Entry) -> bool:
    """Tell whether no undo or rewind has voided a stored entry. One query."""
    later = Entry.objects.filter(game_id=entry.game_id, seq__gte=entry.seq).order_by("-seq")
    return any(row.pk == entry.pk for row in effective_entries(later.only("seq", "kind", "back_to")))


def last_rewind(game: Game) -> Entry | None:
    """Find the newest rewind by an organizer, unless it took back another one. One query."""
    entry = Entry.objects.filter(game=game, kind=Entry.Kind.REWIND).order_by("-seq").first()
    return None if entry is None or entry.events[0].get("undoes") else entry
