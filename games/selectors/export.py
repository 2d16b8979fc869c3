"""Export what games keep about a person, as JSON values."""

from __future__ import annotations

from itertools import groupby

from django.db.models import QuerySet

import engine
from accounts.models import User
from games.models import AuditEntry, Entry, Game, OutboxMail, Player, StandIn, StandingOrder, TurnRecord, Vacation
from games.models.journal import actor_of
from games.models.upkeep import RAISED, SETTLED

Facts = dict[str, object]


def export_seats(user: User) -> list[Facts]:
    """Export every game in which one has a seat or has ordered something, with the orders. A seat that was given to
    somebody else since is None there."""
    seats = {player.game_id: player for player in Player.objects.filter(user=user)}
    standing = dict(StandingOrder.objects.filter(player__user=user).values_list("game_id", "text"))
    orders = export_orders(user)
    games = Game.objects.filter(pk__in={*seats, *orders}).order_by("pk")
    return [
        {
            **table_facts(game),
            **seat_facts(seats.get(game.pk), standing.get(game.pk, "")),
            "orders": orders.get(game.pk, []),
        }
        for game in games
    ]


def export_orders(user: User) -> dict[int, list[Facts]]:
    """Export the person's orders by game, from whatever seat they were given."""
    rows = Entry.objects.filter(kind=Entry.Kind.ACTION, actor=actor_of(user.pk)).order_by("game_id", "seq")
    facts = rows.values("game_id", "seq", "at", "source", "order")
    return {game: [order_facts(row) for row in mine] for game, mine in groupby(facts, lambda row: row["game_id"])}


def order_facts(row: engine.Facts) -> Facts:
    return {"seq": row["seq"], "at": row["at"].isoformat(), "source": row["source"], "order": row["order"]}


def seat_facts(player: Player | None, standing: str) -> Facts:
    return {
        "seat": player.seat if player else None,
        "colour": player.colour if player else "",
        "state": player.state if player else "",
        "result": player.result if player else "",
        "joined_at": player.joined_at.isoformat() if player else None,
        "standing_order": standing,
        "word_for_the_dice": player.word if player else "",
    }


def export_turns(user: User) -> list[Facts]:
    """Export what a person's turns were, by which they are told as reliable and as fast, the oldest first."""
    rows = TurnRecord.objects.filter(user=user).order_by("at", "pk").values("game_id", "round", "outcome", "took", "at")
    return [{**row, "at": row["at"].isoformat()} for row in rows]


def export_vacations(user: User) -> list[Facts]:
    """Export the vacations of a person, with who was to play and who has played where; and the seats that they played
    for others."""
    rows = Vacation.objects.filter(user=user).select_related("by").order_by("first", "pk")
    return [
        {
            "from": row.first.isoformat(),
            "until": row.last.isoformat(),
            "announced_at": row.announced_at.isoformat(),
            "games": row.games,
            "friend": row.by.username if row.by else "",
            "bot": row.bot,
            "in_single_games": row.choices,
            "answers": row.scope,
            "played": [stand_in_facts(each) for each in stood_in(vacation=row)],
        }
        for row in rows
    ]


def export_stand_ins(user: User) -> list[Facts]:
    """Export the seats of others that a person has played."""
    return [stand_in_facts(row) for row in stood_in(by=user)]


def stood_in(**wanted: object) -> QuerySet[StandIn]:
    return StandIn.objects.filter(**wanted).select_related("player__game", "by").order_by("begins_at", "pk")


def stand_in_facts(row: StandIn) -> Facts:
    return {
        **table_facts(row.player.game),
        "colour": row.player.colour,
        "by": row.by.username if row.by else row.bot,
        "from": row.begins_at.isoformat(),
        "until": (row.ended_at or row.ends_at).isoformat(),
    }


def export_tables(user: User) -> list[Facts]:
    """Export the tables that the person laid out, or took over before they began."""
    rows = Game.objects.filter(creator=user).order_by("pk")
    return [table_facts(game) | {"created_at": game.created_at.isoformat()} for game in rows]


def export_questions(user: User) -> list[Facts]:
    """Export what the person asked organizers, with the answers."""
    asked = AuditEntry.objects.filter(user=user, action=RAISED).select_related("game").order_by("pk")
    answers = AuditEntry.objects.filter(action=SETTLED, game__in=asked.values("game_id"))
    answer_to = {pk: row.reason for row in answers for pk in row.details.get("asked", ())}
    return [said(row) | {"answer": answer_to.get(row.pk)} for row in asked]


def export_acts(user: User) -> list[Facts]:
    """Export what the person did as an organizer."""
    rows = AuditEntry.objects.filter(user=user).exclude(action=RAISED).select_related("game").order_by("pk")
    return [said(row) | {"action": row.action} for row in rows]


def export_invitations(user: User) -> list[Facts]:
    """Export whom the person invited, as it was typed."""
    rows = OutboxMail.objects.filter(template="invitation", context__from=user.username).select_related("game")
    return [
        (table_facts(row.game) if row.game else {})
        | {"whom": row.context.get("to") or row.address, "at": row.created_at.isoformat()}
        | {"note": row.context.get("note", "")}
        for row in rows.order_by("pk")
    ]


def table_facts(game: Game) -> Facts:
    return {"game": game.name, "address": game.slug, "rules": game.rules}


def said(row: AuditEntry) -> Facts:
    facts = table_facts(row.game) if row.game else {}
    return facts | {"at": row.at.isoformat(), "text": row.reason}
