"""One game under its lock: orders, automatic answers, clocks, and the journal that folds to the same state."""

from __future__ import annotations

import pytest

import engine
from engine import journal
from games.errors import KeyReused, NothingToUndo, StaleDecision
from games.models import Entry, Game, Player, Snapshot, Waiting
from games.play.chain import published_log
from games.play.journal_reader import entries_in_force, replayed, state_at
from games.services.orders import order_submit
from games.services.seats import standing_set
from tests.games.kit import Table, table

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def test_a_full_table_starts_and_asks_one_person() -> None:
    play = table()
    game = play.fresh()
    assert game.status == Game.Status.RUNNING and game.deadline_at is not None
    row = play.waiting
    assert row.player.user_id and row.deadline_at == game.deadline_at and row.pace == "turn"


def test_an_order_moves_the_game_on() -> None:
    play = table()
    before = play.waiting
    receipt = play.order(play.likely(), key="k1")
    entry = Entry.objects.get(game=play.game, seq=receipt.seqs[0])
    assert entry.order and entry.source == "web" and entry.seat == before.seat
    assert play.waiting.ref > before.ref


def test_the_same_key_is_answered_without_a_second_move() -> None:
    play = table()
    row, order = play.waiting, play.likely()
    first = play.order(order, key="k1")
    again = play.order(order, key="k1", ref=row.ref, seat=row.seat, user_id=row.player.user_id or 0)
    assert again.replayed and again.seqs == first.seqs[-1:]
    with pytest.raises(KeyReused):
        play.order("end", key="k1", ref=row.ref, seat=row.seat, user_id=row.player.user_id or 0)


def test_a_message_that_was_stopped_on_its_way_says_so_each_time_it_comes() -> None:
    play = table()
    row, order = play.waiting, play.likely()
    again = {"key": "k1", "ref": row.ref, "seat": row.seat, "user_id": row.player.user_id or 0}
    first, second = play.order(f"{order}\n{order}", **again), play.order(f"{order}\n{order}", **again)
    assert second.replayed and not first.replayed
    assert str(first.refusal) == str(second.refusal) != "None"


def test_under_one_key_spaces_make_no_difference_and_line_breaks_do() -> None:
    play = table()
    row, order = play.waiting, play.likely()
    again = {"key": "k1", "ref": row.ref, "seat": row.seat, "user_id": row.player.user_id or 0}
    play.order(f"# a note\n{order}", key="k1")
    assert play.order(f"#  a note\r\n\r\n {order} ", **again).replayed
    with pytest.raises(KeyReused):
        play.order(f"# a note {order}", **again)


def test_an_old_number_is_stale() -> None:
    play = table()
    row = play.waiting
    play.order(play.likely())
    with pytest.raises(StaleDecision):
        play.order("end", ref=row.ref, seat=row.seat)


def test_nobody_answers_for_another_seat() -> None:
    play = table()
    row = play.waiting
    other = next(player for player in Player.objects.filter(game=play.game) if player.seat != row.seat)
    with pytest.raises(StaleDecision):
        play.order(play.likely(), seat=other.seat)


def test_a_game_is_replayed_through_what_was_taken_back() -> None:
    play = table()
    row = play.waiting
    play.order(play.likely())
    play.undo(row)
    game = play.fresh()
    assert [*replayed(game.pk, [game.seq]).items()][-1] == (game.seq, engine.dump(state_at(game, game.seq)))


def test_a_refused_order_writes_nothing() -> None:
    play = table()
    seq, waiting = play.fresh().seq, play.waiting
    with pytest.raises(engine.OrderError):
        play.order("place 500 Alaska")
    with pytest.raises(engine.UnreadableOrder):
        play.order(f"{play.likely()}\nfly to the moon")
    assert play.fresh().seq == seq and play.waiting.ref == waiting.ref


def test_a_later_refusal_stops_a_message_after_what_was_played() -> None:
    play = table()
    receipt = play.order(f"{play.likely()}\nadvance 3")
    assert receipt.refusal is not None and receipt.seqs
    assert play.fresh().seq >= receipt.seqs[-1]


def test_the_defender_is_asked_only_if_he_wishes() -> None:
    play = table()
    attack_somebody(play, ask=False)
    assert Entry.objects.filter(game=play.game, source="standing").exists()
    assert play.waiting.pace == "turn"


def test_the_turns_clock_stands_still_while_the_defender_is_asked() -> None:
    play = table()
    attacker = attack_somebody(play, ask=True)
    row, game = play.waiting, play.fresh()
    assert row.pace == "reaction" and row.seat != attacker
    assert game.turn_deadline_at is None and game.turn_left is not None
    play.order("defend 1")
    assert play.fresh().turn_left is None and play.fresh().turn_deadline_at is not None


def attack_somebody(play: Table, *, ask: bool) -> int:
    """Let the asked person attack the other one on land with many armies; returns the attacker's seat."""
    for user in (play.alice, play.bob):
        standing_set(game_id=play.game.pk, user_id=user.pk, text="when attacked: ask me" if ask else "")
    seat = play.waiting.seat
    src, dst = play.front(seat, next(iter({play.seat(play.alice), play.seat(play.bob)} - {seat})))
    play.order(f"place {play.view().pool} {src}")
    play.order(f"attack {src} {dst}")
    return seat


def test_undo_takes_back_until_dice_are_known() -> None:
    play = table()
    row = play.waiting
    before = play.view(row.seat)
    play.order(play.likely())
    ref = play.waiting.ref
    play.undo(row, ref)
    after = play.view(row.seat)
    assert after.armies == before.armies and after.asked.kind == before.asked.kind
    assert after.ref > ref
    assert play.waiting.deadline_at == row.deadline_at
    with pytest.raises(StaleDecision):
        play.order(play.likely(), ref=row.ref, seat=row.seat)
    with pytest.raises(NothingToUndo):
        play.undo(row, after.ref)


def test_dice_cannot_be_taken_back() -> None:
    play = table()
    attacker = attack_somebody(play, ask=False)
    with pytest.raises(NothingToUndo):
        play.undo(Waiting.objects.get(game=play.game, seat=attacker))


def test_the_journal_folds_to_the_same_state_without_snapshots() -> None:
    play = table()
    row = play.waiting
    play.order(play.likely())
    play.undo(row)
    for _ in range(8):
        play.order(play.likely())
    game = play.fresh()
    stored = [engine.dump(state_at(game, seq)) for seq in range(1, game.seq + 1)]
    Snapshot.objects.filter(game=game).delete()
    assert [engine.dump(state_at(game, seq)) for seq in range(1, game.seq + 1)] == stored


def test_the_published_log_verifies_once_the_game_is_over() -> None:
    play = table()
    row = play.waiting
    play.order(play.likely())
    play.undo(row)
    play.order(play.likely())
    running = journal.read_log(published_log(play.fresh()))
    assert not running.key and not running.entries and running.head == play.game.head
    Game.objects.filter(pk=play.game.pk).update(status=Game.Status.VOID)
    state = journal.verify(journal.read_log(published_log(play.fresh())))
    assert engine.dump(state) == engine.dump(state_at(play.game, play.game.seq))


def test_a_game_of_one_person_and_bots_ends() -> None:
    from games.services.deadlines import deadline_expire
    from games.services.seats import resign
    from tests.games.kit import make_table, person

    dora = person("dora")
    game = make_table(dora, name="Alone", rules="modern", seats_wanted=3, bots=("veteran", "recruit"))
    resign(game_id=game.pk, user_id=dora.pk)
    game.refresh_from_db()
    for _ in range(200):
        if game.has_ended:
            break
        deadline_expire(game_id=game.pk)
        game.refresh_from_db()
    assert game.status == Game.Status.OVER and game.result
    assert not Waiting.objects.filter(game=game).exists()
    winner = Player.objects.get(game=game, result="won").seat
    assert winner is not None and game.result["winners"] == [winner] and game.result["places"][0] == [winner]
    told = [event for entry in entries_in_force(game) for event in entry.events]
    first_out = next(event["seat"] for event in told if event["type"] == "seat.eliminated")
    assert len(game.result["places"]) == 3 and game.result["places"][2] == [first_out]
    kept = dict(game.players.values_list("seat", "place"))
    assert kept == {seat: place for place, (seat,) in enumerate(game.result["places"], start=1)}
    journal.verify(journal.read_log(published_log(game)))


def test_submitting_by_number_needs_no_text() -> None:
    play = table()
    row = play.waiting
    view = play.view(row.seat)
    action = engine.parse_order(play.likely(), view)
    order_submit(
        game_id=play.game.pk, seat=row.seat, ref=row.ref, source="api", user_id=row.player.user_id or 0, action=action
    )
    assert Entry.objects.filter(game=play.game, source="api").exists()
