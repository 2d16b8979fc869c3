"""Which line answered: one row an answer, lines that count once, and questions about dice within hours."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.errors import GameError
from games.models import Entry, StandingOrder, StandingText, StandingUse, Waiting
from games.play import standing_orders
from games.play.journal_reader import view_at
from games.services.deadlines import deadline_expire
from games.services.organize import game_replace, game_rewind
from games.services.seats import standing_restore, standing_set
from tests.games.kit import Table, person, table

pytestmark = pytest.mark.django_db
LINES = "when attacked at {dst} once: defend 1\nwhen attacked: defend 2"


def besieged(lines: str = LINES) -> tuple[Table, str]:
    """A game in which the seat that is attacked has some lines, and the attack that may be ordered."""
    play = table()
    seat = play.waiting.seat
    other = play.bob if play.seat(play.alice) == seat else play.alice
    src, dst = play.front(seat, play.seat(other))
    standing_set(game_id=play.game.pk, user_id=other.pk, text=lines.format(dst=dst))
    play.order(f"place {play.view().pool} {src}")
    return play, f"attack {src} {dst}"


def uses(play: Table) -> list[tuple[str, int, int]]:
    rows = StandingUse.objects.filter(entry__game=play.game).order_by("entry__seq")
    return list(rows.values_list("entry__order", "version", "line"))


def test_each_answer_of_a_line_is_kept_with_the_line_and_gives_it_again() -> None:
    play, attack = besieged()
    play.order(attack)
    play.order(attack)
    assert uses(play) == [("defend 1", 1, 1), ("defend 2", 1, 2)]
    for use in StandingUse.objects.select_related("entry"):
        text = StandingText.objects.get(player__game=play.game, version=use.version).text
        view = view_at(play.game, use.entry.seq - 1, use.entry.seat)
        moment = standing_orders.Moment(frozenset() if use.line == 1 else frozenset(text.splitlines()[:1]))
        chosen = standing_orders.choose_answer(text, view, moment)
        assert chosen is not None and chosen.rule.number == use.line
        assert standing_orders.engine.action_to_json(chosen.action) == use.entry.action


def test_a_line_that_counts_once_counts_again_if_it_is_taken_back_or_written_anew() -> None:
    play, attack = besieged()
    before = play.fresh().seq
    play.order(attack)
    order = StandingOrder.objects.get(game=play.game)
    assert order.spent == order.text.splitlines()[:1]
    standing_set(game_id=play.game.pk, user_id=order.player.user_id or 0, text=order.text + "\nwhen late: end turn")
    order.refresh_from_db()
    assert order.spent == order.text.splitlines()[:1] and order.version == 2
    standing_set(game_id=play.game.pk, user_id=order.player.user_id or 0, text="when late: end turn")
    standing_restore(game_id=play.game.pk, user_id=order.player.user_id or 0)
    order.refresh_from_db()
    assert order.spent == [] and order.version == 4 and len(order.text.splitlines()) == 3
    play.order(attack)
    assert uses(play)[-1] == ("defend 1", 4, 1)
    game_rewind(game_id=play.game.pk, user=person("olga"), reason="wrong click", seq=before)
    order.refresh_from_db()
    assert order.spent == []


@pytest.mark.parametrize("is_rewritten", [False, True])
def test_a_use_that_is_taken_back_frees_its_line_in_the_text_that_had_it(is_rewritten: bool) -> None:
    play, attack = besieged()
    before = play.fresh().seq
    play.order(attack)
    order = StandingOrder.objects.get(game=play.game)
    once = order.text.splitlines()[:1]
    if is_rewritten:
        standing_set(game_id=play.game.pk, user_id=order.player.user_id or 0, text=f"{order.text}\nwhen late: end turn")
    game_rewind(game_id=play.game.pk, user=person("olga"), reason="wrong click", seq=before)
    order.refresh_from_db()
    assert order.spent == (once if is_rewritten else [])


def test_a_default_answer_is_no_use_of_a_line() -> None:
    play, attack = besieged("when attacked by grey: defend 1\nwhen late: end turn")
    play.order(attack)
    assert uses(play) == [] and Entry.objects.filter(game=play.game, source="standing").exists()
    Waiting.objects.filter(game=play.game).update(due_at="2020-01-01T00:00Z", deadline_at="2020-01-01T00:00Z")
    deadline_expire(game_id=play.game.pk)
    assert uses(play) == []


def test_a_line_for_lateness_is_kept_too() -> None:
    play = table()
    row = play.waiting
    standing_set(game_id=play.game.pk, user_id=row.player.user_id or 0, text="when late: place on the weakest border")
    Waiting.objects.filter(game=play.game).update(due_at="2020-01-01T00:00Z", deadline_at="2020-01-01T00:00Z")
    deadline_expire(game_id=play.game.pk)
    assert [(version, line) for _, version, line in uses(play)] == [(1, 1)]


def test_dice_are_asked_for_within_the_hours_of_the_line() -> None:
    play, attack = besieged("when attacked by grey: ask me\nwhen attacked once: ask me within 3 hours")
    play.order(f"{attack} for 2 throws")
    row = play.waiting
    assert row.kind == "battle.defend_asked" and row.deadline_at is not None
    assert row.deadline_at - row.since == timedelta(hours=3)
    play.order("defend 1")
    assert not Waiting.objects.filter(game=play.game, kind=row.kind).exists(), "one answer counts for the whole order"
    play.order(attack)
    assert not Waiting.objects.filter(game=play.game, kind=row.kind).exists(), "the line has asked once"


def test_there_must_be_an_earlier_text_to_bring_back() -> None:
    play = table()
    with pytest.raises(GameError, match="no earlier standing orders"):
        standing_restore(game_id=play.game.pk, user_id=play.alice.pk)


def test_a_new_holder_of_the_seat_gets_neither_texts_nor_uses() -> None:
    play, attack = besieged()
    play.order(attack)
    player = StandingOrder.objects.get(game=play.game).player
    olga = person("olga")
    game_replace(game_id=play.game.pk, user=olga, reason="ill", seat=player.seat or 0, by=person("eve"))
    assert not StandingText.objects.exists() and not StandingUse.objects.exists()
    assert not StandingOrder.objects.exists()
