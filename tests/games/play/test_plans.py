"""Plans for one's own next turn: what is played when it begins, what is not, and what is told."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

import engine
from benchmarks.secrets.tables import taken_back
from games.decisions.registry import suggested_orders
from games.decisions.typed import read_orders
from games.models import Entry, OutboxMail, Player, Snapshot, TurnPlan, Waiting
from games.play import auto_actions, chain, plan_runner
from games.play.journal_reader import state_at
from games.play.messages import applicable_orders, play_in_turn
from games.play.sealed import visible_source
from games.play.session import Session
from games.services.deadlines import deadline_sweep
from games.services.locks import db_now, game_lock
from games.services.orders import order_submit
from games.services.organize import game_pass, game_replace, game_rewind, game_void
from games.services.plans import BadPlan, plan_drop, plan_keep, plan_play, plan_preview
from tests.games.kit import Table, person, table
from tests.games.play.test_lines_on_all_seats import LINES, prepared

pytestmark = pytest.mark.django_db
MANY_TURNS, MOST_GAMES = 200, 40
CHOOSE = auto_actions.bots.choose
"""Bots choose by luck of their own; for a comparison they get the same."""
ANYWAY = "even if somebody took land of mine\n"


@pytest.fixture
def play() -> Table:
    """A game of two people in which somebody is asked to place armies."""
    return table("classic_1959", bots=("random",))


def asleep(play: Table) -> Any:
    """The person whose turn it is not."""
    return play.bob if play.asked_user == play.alice else play.alice


def own_land(play: Table, user: Any) -> str:
    view = play.view(play.seat(user))
    return str(engine.mapgraph(view.map).names[view.owner.index(play.seat(user))])


def end_turns_until(play: Table, user: Any) -> None:
    """End turns of the others until a turn of `user` has begun or been played."""
    for _ in range(6):
        if play.waiting.player.user_id == user.pk:
            return
        play.order("place on the weakest border\nend turn")
        if TurnPlan.objects.filter(state__in=[TurnPlan.State.PLAYED, TurnPlan.State.STOPPED]).exists():
            return


def plan_of(play: Table) -> TurnPlan:
    return TurnPlan.objects.get(game=play.game)


def keep(play: Table, user: Any, text: str, hold: int = 0) -> str:
    return plan_keep(game_id=play.game.pk, user_id=user.pk, text=text, hold=hold)[1]


def test_a_plan_is_played_in_the_transaction_in_which_the_turn_begins(play: Table) -> None:
    user = asleep(play)
    land = own_land(play, user)
    said = keep(play, user, f"{ANYWAY}only if I hold {land}\nif I have a set: trade best\nplace all {land}\nend turn")
    assert f"if I hold {land}" in said and f"place all {land}" in said
    end_turns_until(play, user)
    plan = plan_of(play)
    assert (plan.state, plan.why) == (TurnPlan.State.PLAYED, "")
    entries = list(Entry.objects.filter(game=play.game, source="plan").order_by("seq"))
    assert entries[0].order == f"place all {land}" and entries[-1].order == "end turn"
    assert entries[0].actor == f"user:{user.pk}" and {entry.seat for entry in entries} == {play.seat(user)}
    assert [visible_source(entries[0], viewer) for viewer in (play.seat(user), None)] == ["plan", ""]
    assert OutboxMail.objects.filter(user=user, template="plan").count() == 1
    assert Player.objects.get(game=play.game, user=user).missed == 0


def test_a_plan_without_end_turn_leaves_the_rest_to_its_owner(play: Table) -> None:
    user = asleep(play)
    keep(play, user, f"{ANYWAY}place all {own_land(play, user)}")
    end_turns_until(play, user)
    assert plan_of(play).state == TurnPlan.State.PLAYED
    row = play.waiting
    assert (row.player.user_id, row.kind) == (user.pk, "battle.attack_asked")
    assert row.deadline_at is not None and row.deadline_at > timezone.now() + timedelta(hours=20)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("only if I do not hold {land}\nplace all {land}", 2, "That is not so"),
        ("place 99 {land}", 2, "no more than that"),
        ("if I do not hold {land}: end turn", 2, "None of these conditions"),
    ],
)
def test_what_is_not_so_is_named_with_its_line_and_nothing_is_played(
    play: Table, text: str, line: int, why: str
) -> None:
    user = asleep(play)
    keep(play, user, ANYWAY + text.format(land=own_land(play, user)))
    end_turns_until(play, user)
    plan = plan_of(play)
    assert (plan.state, plan.line) == (TurnPlan.State.FAILED, line) and why in plan.why
    assert not Entry.objects.filter(game=play.game, source="plan").exists()
    mail = OutboxMail.objects.get(user=user, template="turn", ref=play.waiting.ref)
    assert mail.context["plan"] == plan.version
    assert not OutboxMail.objects.filter(user=user, template="plan").exists(), "told once, in the mail of the turn"


def test_a_refusal_further_on_stops_the_plan(play: Table) -> None:
    user = asleep(play)
    land = own_land(play, user)
    keep(play, user, f"{ANYWAY}place all {land}\nplace 1 {land}\nend turn")
    end_turns_until(play, user)
    plan = plan_of(play)
    assert (plan.state, plan.line, plan.said) == (TurnPlan.State.STOPPED, 3, f"place 1 {land}")
    assert Entry.objects.filter(game=play.game, source="plan").count() == 1
    assert play.waiting.player.user_id == user.pk


def test_land_that_somebody_took_keeps_a_plan_from_being_played_unless_struck_out(play: Table) -> None:
    user = asleep(play)
    seat, land = play.seat(user), own_land(play, user)
    keep(play, user, f"place all {land}")
    plan = plan_of(play)
    assert plan.text.startswith("only if nobody took land of mine\n")
    lost = [number for number, owner in enumerate(play.view(seat).owner) if owner != seat][0]
    TurnPlan.objects.update(held=[*plan.held, lost])
    end_turns_until(play, user)
    assert (plan_of(play).state, plan_of(play).line) == (TurnPlan.State.FAILED, 1)


def test_a_plan_on_hold_waits_and_is_played_by_the_sweep(play: Table) -> None:
    user = asleep(play)
    keep(play, user, f"{ANYWAY}place all {own_land(play, user)}", hold=15)
    end_turns_until(play, user)
    assert plan_of(play).state == TurnPlan.State.HELD and play.waiting.player.user_id == user.pk
    deadline_sweep()
    assert plan_of(play).state == TurnPlan.State.HELD
    TurnPlan.objects.update(due_at=db_now() - timedelta(seconds=1))
    deadline_sweep()
    deadline_sweep()
    assert plan_of(play).state == TurnPlan.State.PLAYED
    assert Entry.objects.filter(game=play.game, source="plan").count() == 1


@pytest.mark.once  # the clock of PostgreSQL cannot be moved
def test_a_plan_on_hold_is_played_from_the_moment_on_to_which_it_is_held_and_once(play: Table) -> None:
    user = asleep(play)
    keep(play, user, f"{ANYWAY}place all {own_land(play, user)}", hold=15)
    end_turns_until(play, user)
    plan = plan_of(play)
    assert plan.due_at is not None
    for seconds, is_played in ((-1, False), (0, True), (1, False)):
        with time_machine.travel(plan.due_at + timedelta(seconds=seconds), tick=False):
            assert plan_play(plan_id=plan.pk, game_id=play.game.pk) == is_played
    assert Entry.objects.filter(game=play.game, source="plan").count() == 1
    assert play.waiting.kind == "battle.attack_asked" and plan_of(play).state == TurnPlan.State.PLAYED


def test_an_order_of_ones_own_drops_a_plan_on_hold(play: Table) -> None:
    user = asleep(play)
    keep(play, user, f"{ANYWAY}place all {own_land(play, user)}", hold=60)
    end_turns_until(play, user)
    play.order("place on the weakest border")
    plan = plan_of(play)
    assert plan.state == TurnPlan.State.DROPPED and "gave an order" in plan.why
    play.order("end turn")
    assert OutboxMail.objects.filter(user=user, template="plan").count() == 1
    deadline_sweep()
    assert not Entry.objects.filter(game=play.game, source="plan").exists()


def test_a_plan_that_is_stopped_is_never_played(play: Table) -> None:
    user = asleep(play)
    keep(play, user, f"{ANYWAY}place all {own_land(play, user)}", hold=15)
    end_turns_until(play, user)
    plan_drop(game_id=play.game.pk, user_id=user.pk)
    deadline_sweep()
    assert not TurnPlan.objects.exists() and not Entry.objects.filter(game=play.game, source="plan").exists()


def test_a_rewind_and_a_new_holder_drop_a_plan(play: Table) -> None:
    user = asleep(play)
    keep(play, user, f"{ANYWAY}end turn")
    play.order("place on the weakest border")
    game_rewind(game_id=play.game.pk, user=person("olga"), reason="wrong click", seq=1)
    assert plan_of(play).state == TurnPlan.State.DROPPED and "rewound" in plan_of(play).why
    keep(play, user, f"{ANYWAY}end turn")
    game_replace(game_id=play.game.pk, user=person("otto"), reason="ill", seat=play.seat(user), by=person("eve"))
    assert plan_of(play).state == TurnPlan.State.DROPPED and "Somebody else" in plan_of(play).why


def dropped_for(play: Table, user: Any) -> str:
    """Why the plan of a person was dropped, which they are told once."""
    plan = plan_of(play)
    assert plan.state == TurnPlan.State.DROPPED
    assert OutboxMail.objects.filter(user=user, template="plan").count() == 1
    deadline_sweep()
    assert not Entry.objects.filter(game=play.game, source="plan").exists()
    return plan.why


def test_the_end_of_the_game_drops_a_plan(play: Table) -> None:
    user = asleep(play)
    keep(play, user, f"{ANYWAY}end turn")
    game_void(game_id=play.game.pk, user=person("olga"), reason="nobody plays")
    assert dropped_for(play, user) == "The game is over."


def test_an_elimination_drops_a_plan(play: Table) -> None:
    user = asleep(play)
    seat, attacker = play.seat(user), play.waiting.seat
    src, dst = play.front(attacker, seat)
    names = engine.mapgraph(play.game.map).names
    state = state_at(play.game, play.game.seq)
    for place, owner in enumerate(state.owner):
        if owner == seat and names[place] != dst:
            state.owner[place] = next(other for other in range(3) if other not in (seat, attacker))
    state.armies[names.index(src)], state.armies[names.index(dst)] = 90, 1
    Snapshot.objects.update_or_create(game=play.game, seq=play.game.seq, defaults={"state": engine.pack(state)})
    keep(play, user, f"{ANYWAY}end turn")
    play.order(f"place all {src}\nattack {src} {dst} until captured, then advance all")
    assert dropped_for(play, user) == "You are out of the game."


def test_a_plan_whose_turn_is_passed_is_dropped(play: Table) -> None:
    user = asleep(play)
    keep(play, user, f"{ANYWAY}place on the weakest border\nend turn", hold=60)
    end_turns_until(play, user)
    assert plan_of(play).state == TurnPlan.State.HELD
    game_pass(game_id=play.game.pk, user=person("olga"), reason="ill")
    assert dropped_for(play, user) == "It was not used in your next turn."


def test_a_plan_made_in_ones_own_turn_is_for_the_next(play: Table) -> None:
    user = play.asked_user
    keep(play, user, f"{ANYWAY}place all {own_land(play, user)}")
    play.order("place on the weakest border")
    assert plan_of(play).state == TurnPlan.State.KEPT
    play.order("end turn")
    end_turns_until(play, user)
    assert plan_of(play).state == TurnPlan.State.PLAYED


def test_an_undo_does_not_bring_a_plan_back(play: Table) -> None:
    user = asleep(play)
    keep(play, user, f"{ANYWAY}place all {own_land(play, user)}")
    end_turns_until(play, user)
    row = play.waiting
    play.undo(row)
    assert play.waiting.kind == "deploy.place_asked" and plan_of(play).state == TurnPlan.State.PLAYED
    deadline_sweep()
    assert Entry.objects.filter(game=play.game, source="plan").count() == 1


def test_a_preview_saves_nothing_and_names_the_bad_line(play: Table) -> None:
    seat = play.seat(asleep(play))
    with pytest.raises(BadPlan, match="Line 3, “fly”"):
        plan_preview(play.fresh(), seat, f"{ANYWAY}end turn\nfly")
    with pytest.raises(BadPlan, match="at least one order"):
        plan_preview(play.fresh(), seat, "only if I hold Siam")
    assert "end turn" in plan_preview(play.fresh(), seat, "end turn").sentence
    assert not TurnPlan.objects.exists()


EXTRAS = {
    "classic_1959": ("if I have a set: trade best",),
    "risk2210": ("buy land 1", "buy space 1", "hire naval at {src}", "station at {src}", "hire nuclear at {src}"),
    "godstorm": ("summon war at {src}", "summon sky at {src}", "temple at {src}", "buy sky 1"),
}
"""Lines of one family that a turn may have besides; some are refused as things stand."""


def turn_text(play: Table, seat: int, random: Random) -> str:
    """A turn that places all, does something of its family, attacks, and ends."""
    view = play.view(seat)
    names = engine.mapgraph(view.map).names
    fronts = [
        (src, dst)
        for src, to in enumerate(view.links)
        if view.owner[src] == seat
        for dst in to
        if view.owner[dst] not in (seat, -1)
    ]
    src, dst = max(fronts, key=lambda way: (view.armies[way[0]] - view.armies[way[1]], way), default=(0, 0))
    extra = random.choice((*EXTRAS[view.rules], "", "", "")).format(src=names[src])
    attack = f"attack {names[src]} {names[dst]} until captured or 4 left, then advance all" if fronts else ""
    return "\n".join(line for line in (f"place all {names[src]}", extra, attack, "end turn") if line)


def played(play: Table, user: Any, text: str, *, by_plan: bool) -> list[Any]:
    """What the seat of `user` did with a text and prepared draws, by a plan or by hand; nothing is kept."""
    with transaction.atomic():
        session = Session.load(game_lock(play.game.pk), db_now())
        player = session.players[play.seat(user)]
        if by_plan:
            fields = {"source": "web", "made_at": session.now, "made_turn": "before", "held": []}
            player.plan = TurnPlan.objects.create(
                game=session.game, player=player, user=user, text=ANYWAY + text, hold=0, **fields
            )
            plan_runner.begin_turns(session)
        else:
            orders = applicable_orders(session, play.seat(user), read_orders(text, session.view(player.seat)))
            play_in_turn(session, play.seat(user), orders, Entry.Source.WEB, {"actor": f"user:{user.pk}"})
        transaction.set_rollback(True)
    mine = [entry for entry in session.entries if entry.seat == player.seat]
    return [(entry.action, entry.draws, entry.events, entry.order, entry.undoable, entry.actor) for entry in mine]


def compare_turns(play: Table, count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play so many turns of the people at a table, each first by hand and by a plan, which must be the same; some are
    refused half way. Returns how many there were before the game was over."""
    whole = 0
    for number in range(count):
        if not reach_turn(play):
            return number
        user, random = play.asked_user, Random(number)
        text = turn_text(play, play.seat(user), random)
        told = []
        for by_plan in (False, True):
            draws = iter(range(number * 1000, number * 1000 + 1000))
            monkeypatch.setattr(auto_actions.bots, "choose", lambda bot, view, rng: CHOOSE(bot, view, Random(1951)))
            monkeypatch.setattr(chain, "chance_after", lambda head, key, draws=draws: engine.FastChance(next(draws)))
            told.append(played(play, user, text, by_plan=by_plan))
            monkeypatch.undo()
        assert told[0] == told[1] != [], (number, text)
        whole += told[0][-1][3] == "end turn"
        play.order("place on the weakest border\nend turn")
    assert whole >= count // 10
    return count


def reach_turn(play: Table) -> bool:
    """Answer everything else until a turn of a person begins; False if the game ends before."""
    for _ in range(200):
        if play.fresh().has_ended:
            return False
        row = Waiting.objects.filter(game=play.game).order_by("seat").first()
        assert row is not None
        if row.pace == Waiting.Pace.TURN and play.game.round and play.view().step != "set-up":
            return True
        order = suggested_orders(play.view(row.seat))[0].order
        order_submit(
            game_id=play.game.pk, seat=row.seat, ref=row.ref, source="web", user_id=row.player.user_id, text=order
        )
    raise AssertionError("no turn begins")


FAMILIES = tuple(LINES)


@pytest.mark.parametrize("rules", FAMILIES)
def test_a_planned_turn_equals_the_same_by_hand(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare_turns(prepared(rules), 4, monkeypatch) == 4


@pytest.mark.nightly
@pytest.mark.parametrize("rules", FAMILIES)
def test_many_planned_turns_equal_the_same_by_hand(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done = 0
    for _ in range(MOST_GAMES):
        with taken_back():
            done += compare_turns(prepared(rules), MANY_TURNS - done, monkeypatch)
        if done == MANY_TURNS:
            return
    raise AssertionError(f"only {done} turns")
