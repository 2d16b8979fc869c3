"""Read the entries of a person, for the export of their data."""

from __future__ import annotations

from tournaments.models import Block, Entrant


def export_entries(user_id: int) -> dict[str, object]:
    """Export a person's entries in events, and whom they asked to be kept apart from. Two queries."""
    entries = Entrant.objects.filter(user=user_id).select_related("tournament").order_by("pk")
    blocks = Block.objects.filter(user=user_id).select_related("other")
    return {
        "entered": [
            {
                "event": row.tournament.title,
                "address": row.tournament.slug,
                "entrant": row.code,
                "at": row.entered_at.isoformat(),
                "checked_in": row.checked_in_at.isoformat() if row.checked_in_at else None,
                "first_round": row.entered,
                "left_before_round": row.left,
                "team": row.team,
                "emails": row.mails,
            }
            for row in entries
        ],
        "kept_apart_from": [row.other.username for row in blocks],
    }
