"""Orders with conditions on the site: they are looked at when their line is reached, with the journal's captures."""

from __future__ import annotations

import pytest

import engine
from games.models import Entry, Snapshot
from games.play.journal_reader import state_at
from games.services.orders import order_check
from tests.games.kit import Table, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    """In the step of attacks."""
    play = table()
    play.past_setup()
    while play.view().step != "attack":
        play.order("place on the weakest border")
    return play


def sure(play: Table) -> tuple[str, str]:
    """An attack that cannot fail, for who is asked: a territory of two hundred armies beside one of a single army."""
    seat = play.waiting.seat
    src, dst = play.front(seat, next(player.seat for player in play.view().seats if player.seat != seat))
    game = play.fresh()
    state = state_at(game, game.seq)
    names = engine.mapgraph(game.map).names
    state.armies[names.index(src)], state.armies[names.index(dst)] = 200, 1
    Snapshot.objects.filter(game=game, seq=game.seq).update(state=engine.pack(state))
    return src, dst


def owner(play: Table, name: str) -> int:
    view = play.view()
    return int(view.owner[engine.mapgraph(view.map).names.index(name)])


def played(play: Table, seqs: list[int]) -> list[str]:
    return list(Entry.objects.filter(game=play.game, seq__in=seqs).order_by("seq").values_list("order", flat=True))


def test_a_capture_of_the_same_text_counts(play: Table) -> None:
    src, dst = sure(play)
    attack = f"attack {src}, {dst} until captured, then advance 100"
    text = f"if captured {dst}: end\n{attack}\nif captured {dst}: end\nelse: fly"
    with pytest.raises(engine.UnreadableOrder, match="fly"):
        play.order(text)
    seat = play.waiting.seat
    receipt = play.order(text.replace("fly", "end turn"))
    assert receipt.refusal is None
    assert [order.split()[0] for order in played(play, receipt.seqs)] == ["attack", "end"]
    assert owner(play, dst) == seat


def test_a_capture_of_an_earlier_text_counts_until_the_turn_ends(play: Table) -> None:
    src, dst = sure(play)
    seat = play.waiting.seat
    play.order(f"attack {src}, {dst} until captured, then advance 100")
    with pytest.raises(engine.IllegalAction) as caught:
        play.order(f"if captured {src}: end turn")
    assert caught.value.code == "order.no_condition"
    receipt = play.order(f"if captured {src}: end\nelse: if captured {dst}: end turn")
    assert played(play, receipt.seqs)[-1] == "end turn"
    assert play.waiting.seat != seat
    with pytest.raises(engine.IllegalAction, match="None of these conditions"):
        play.order(f"if captured {dst}: end turn")


def test_nothing_is_written_if_no_condition_holds(play: Table) -> None:
    src, dst = sure(play)
    seq = play.fresh().seq
    with pytest.raises(engine.IllegalAction, match="None of these conditions"):
        play.order(f"if I hold {dst}: end\nelse: if {src} has 201: end")
    with pytest.raises(engine.IllegalAction, match="None of these conditions"):
        order_check(game=play.game, seat=play.waiting.seat, text=f"if I hold {dst}: end")
    assert play.fresh().seq == seq


def test_the_first_order_that_counts_is_tried(play: Table) -> None:
    src, dst = sure(play)
    seat = play.waiting.seat
    text = f"if I hold {dst}: place 3 {src}\nelse: end\nif I hold {dst}: end turn"
    orders = order_check(game=play.game, seat=seat, text=text)
    assert orders == [engine.End(seat), engine.End(seat, turn=True)]
    with pytest.raises(engine.IllegalAction):
        order_check(game=play.game, seat=seat, text=f"if I hold {src}: attack {dst}, {src}")


def test_several_free_moves_of_one_line_are_journalled_one_by_one() -> None:
    play = table(options={"fortify": "connected_many"})
    play.past_setup()
    while play.view().step != "attack":
        play.order("place on the weakest border")
    seat = play.waiting.seat
    src, dst = play.front(seat, seat)
    receipt = play.order(f"fortify {src}, {dst}, 2, {dst}, {src}, 1")
    assert played(play, receipt.seqs) == ["end", f"fortify {src} {dst} 2", f"fortify {dst} {src} 1"]
    assert play.waiting.seat == seat


def test_a_set_that_nobody_has_is_passed_over(play: Table) -> None:
    seat = play.waiting.seat
    with pytest.raises(engine.IllegalAction, match="cannot do that now"):
        play.order("trade best")
    assert order_check(game=play.game, seat=seat, text="trade best\nend turn")[1:] == [engine.End(seat, turn=True)]
    receipt = play.order("if I have a set: trade best\ntrade best\nend turn")
    assert receipt.refusal is None and played(play, receipt.seqs)[-1] == "end turn"
    assert play.waiting.seat != seat
