"""What people have prepared and when they sleep, as it is stored: lines of standing orders with their uses, plans for
the next turn, and in anonymous games zones and nights."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

from benchmarks.secrets.tables import NOW

if TYPE_CHECKING:
    from benchmarks.secrets.tables import Table
    from games.models import Entry, Game, Player

LINES = (
    "when attacked: ask me\nwhen attacked: defend 2",
    "when attacked with 9 or more: defend 1\nwhen late: place on the weakest border, then end turn",
    "when attacked once: defend 1\nwhen late: end turn",
    "",
)
OWN_LINES = {
    "risk2210": ("bid 2, marker 1, 3\nwhen invaded: play Stealth MODs\nnever play Cease Fire", "lose mods first"),
    "godstorm": ("bid 1\nwhen a miracle is played: play Aegis", "godswar war first, then sky, magic, death"),
}
"""Lines that only one rule set reads."""
PLANS = ("end turn", "place on the weakest border\nend turn", "only if I have a set: trade best", "attack nobody")
ZONES = ("Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kolkata", "Pacific/Auckland", "UTC")
NIGHTS = (None, *([f"{hour:02}:00", f"{(hour + 10) % 24:02}:00"] for hour in range(0, 24, 3)))
ROWS_FROM = 1_000_000
REMINDERS: tuple[list[int] | None, ...] = (None, [], [60], [30, 600])


def prepare(table: Table, viewer: int | None, random: Random) -> None:
    """Let everybody have prepared something, the viewer the same each time. Then the open question is asked anew, so
    that its deadline is by the zones and nights of now."""
    for player in seated(table.game):
        prepare_player(table.game, player, Random(f"own {viewer}") if player.seat == viewer else random)
    for entry in table.game.entries.filter(kind="action", pace="reaction").exclude(seat=viewer):
        if random.random() < 0.4:
            entry.source = "standing"
            entry.save(update_fields=["source"])
    note_uses(table.game, viewer, random)
    ask_anew(table.game)


def wish_otherwise(table: Table, viewer: int | None, random: Random) -> int:
    """Change what all others have prepared and, where the game is anonymous, when they sleep. Returns in how many
    places."""
    changed = 0
    for player in seated(table.game):
        if player.seat != viewer:
            changed += sleep_otherwise(player, random) if table.is_anonymous else 0
    if changed:
        ask_anew(table.game)
    for player in seated(table.game):
        if player.seat != viewer:
            changed += prepare_player(table.game, player, random)
    return changed + note_uses(table.game, viewer, random)


def seated(game: Game) -> list[Player]:
    return list(game.players.select_related("user").order_by("seat"))


def prepare_player(game: Game, player: Player, random: Random) -> int:
    """Write lines and a plan of a seat, or none, in place of those it has."""
    from games.models import StandingOrder, StandingText, TurnPlan

    StandingText.objects.filter(player=player).delete()
    TurnPlan.objects.filter(player=player).delete()
    texts = [random.choice((*LINES, *OWN_LINES.get(game.rules, ()))) for _ in range(random.randint(1, 3))]
    for version, text in enumerate(texts, start=1):
        StandingText.objects.create(player=player, version=version, text=text, source="web", made_at=NOW)
    spent = texts[-1].splitlines()[:1] if random.random() < 0.3 else []
    kept = {"text": texts[-1], "version": len(texts), "spent": spent}
    StandingOrder.objects.update_or_create(game=game, player=player, defaults=kept)
    if random.random() < 0.7:
        write_plan(game, player, random)
    return 2


def write_plan(game: Game, player: Player, random: Random) -> None:
    """Write a plan of a seat that is kept, on hold, or has ended."""
    from games.models import TurnPlan

    state = random.choice(TurnPlan.State.values)
    has_ended = state in (TurnPlan.State.STOPPED, TurnPlan.State.FAILED, TurnPlan.State.DROPPED)
    TurnPlan.objects.create(
        game=game,
        player=player,
        user_id=player.user_id or 0,
        version=random.randint(1, 9),
        text=random.choice(PLANS),
        hold=random.choice((0, 15, 60)),
        source=random.choice(("web", "api")),
        made_at=NOW - timedelta(hours=random.randint(1, 30)),
        made_turn=f"{max(0, game.round - 1)}:{player.seat}",
        state=state,
        turn=game.clock_key if state == TurnPlan.State.HELD else "",
        due_at=NOW + timedelta(minutes=10) if state == TurnPlan.State.HELD else None,
        line=1 if has_ended else 0,
        said="end turn" if has_ended else "",
        why="That is not so." if has_ended else "",
    )


def note_uses(game: Game, viewer: int | None, random: Random) -> int:
    """Let lines have given the answers of others that came of standing orders: other lines than before."""
    from games.models import StandingUse

    answers: list[Entry] = list(game.entries.filter(kind="action", source="standing").exclude(seat=viewer))
    StandingUse.objects.filter(entry__in=answers).delete()
    uses = [StandingUse(entry=each, version=random.randint(1, 3), line=random.randint(1, 9)) for each in answers]
    return len(StandingUse.objects.bulk_create(uses))


def sleep_otherwise(player: Player, random: Random) -> int:
    """Let the person of a seat live in another zone, and sleep at other hours."""
    user = player.user
    assert user is not None
    user.timezone = random.choice([zone for zone in ZONES if zone != user.timezone])
    user.quiet = random.choice([night for night in NIGHTS if night != user.quiet])
    user.remind = random.choice(REMINDERS)
    user.save(update_fields=["timezone", "quiet", "remind"])
    return 1


def ask_anew(game: Game) -> None:
    """Ask the open question again, with a whole turn from now on; the numbers of its rows, which the admin shows, stay
    the same."""
    from games.models import Waiting
    from games.play.session import Session

    game.refresh_from_db()
    if not game.is_running:
        return
    session = Session.load(game, NOW)
    session.waiting.before.clear()
    session.clock.start_turn(session.turn)
    session.save()
    for row in session.waiting.after.values():
        Waiting.objects.filter(pk=row.pk).update(id=ROWS_FROM + row.seat)
