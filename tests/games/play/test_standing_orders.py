"""Standing orders: which rule answers what, and what cannot be read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import engine
from games.errors import BadStandingOrder, GameClosed, NotAllowed
from games.families.parts import parts_of
from games.families.standing_cases import ATTACKED
from games.models import Entry, Game, StandingOrder
from games.play import standing_orders
from games.selectors.access import view_of
from games.services.seats import standing_set
from tests.games.kit import person, table
from tests.kit.standing import answer_at_once, timeout_action

MAP = "classic42"
GRAPH = engine.mapgraph(MAP)
EGYPT, BRAZIL = GRAPH.names.index("Egypt"), GRAPH.names.index("Brazil")


def attacked(src: int, dst: int, armies: int = 5) -> Any:
    """What a defender sees of an attack."""
    seats = (SimpleNamespace(colour="red"), SimpleNamespace(colour="blue"))
    owner, standing_there = [1] * 42, [1] * 42
    owner[src], standing_there[src] = 0, armies
    units = standing_there.__getitem__
    return SimpleNamespace(asked=None, about={"src": src, "dst": dst}, owner=owner, units=units, seats=seats, map=MAP)


@pytest.mark.parametrize(
    ("line", "src", "dst", "armies", "fits"),
    [
        ("when attacked: defend 1", BRAZIL, EGYPT, 5, True),
        ("WHEN attacked at egypt: defend 1", BRAZIL, EGYPT, 5, True),
        ("when attacked at Brazil: defend 1", EGYPT, BRAZIL, 5, True),
        ("when attacked at Brazil: defend 1", BRAZIL, EGYPT, 5, False),
        ("when attacked by red: defend 1", BRAZIL, EGYPT, 5, True),
        ("when attacked by green: defend 1", BRAZIL, EGYPT, 5, False),
        ("when attacked with 6 or more: defend 1", BRAZIL, EGYPT, 5, False),
        ("when attacked at EGY by red with 5 or more: defend 1", BRAZIL, EGYPT, 5, True),
    ],
)
def test_conditions(line: str, src: int, dst: int, armies: int, fits: bool) -> None:
    (rule,) = standing_orders.read(line, MAP)
    assert rule.case == ATTACKED and rule.fits(attacked(src, dst, armies)) is fits


def test_a_rule_about_land_needs_to_know_the_land() -> None:
    somewhere = SimpleNamespace(asked=None, about={}, owner=[], seats=(), map=MAP)
    assert standing_orders.read("when attacked: defend 1", MAP)[0].fits(somewhere)
    assert not standing_orders.read("when attacked at Egypt: defend 1", MAP)[0].fits(somewhere)
    assert not standing_orders.read("when attacked by red: defend 1", MAP)[0].fits(somewhere)


@pytest.mark.parametrize(
    "text",
    [
        "defend 1",
        "when attacked at Atlantis: defend 1",
        "when attacked by pink: defend 1",
        "when attacked: ;",
        "when attacked near Egypt: defend 1",
        "when attacked at A: defend 1",
        "\n".join(["when late: end"] * 41),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(BadStandingOrder):
        standing_orders.check(text, MAP)


def test_comments_and_blank_lines_are_nothing() -> None:
    assert standing_orders.read("# nothing\n\n   \nwhen late: end turn # at last", MAP)[0].orders == ("end turn",)


@pytest.mark.django_db
def test_the_first_rule_that_fits_defends() -> None:
    play = table()
    seat = play.waiting.seat
    other = play.bob if play.seat(play.alice) == seat else play.alice
    src, dst = play.front(seat, play.seat(other))
    text = f"when attacked at {dst} with 2 or more: defend 1\nwhen attacked: defend 2"
    standing_set(game_id=play.game.pk, user_id=other.pk, text=text)
    play.order(f"place {play.view().pool} {src}")
    play.order(f"attack {src} {dst}")
    answer = Entry.objects.get(game=play.game, source="standing")
    assert answer.order == "defend 1" and answer.seat == play.seat(other)


@pytest.mark.django_db
@pytest.mark.parametrize(("more", "order"), [(0, "defend 2"), (1, "defend 1")])
def test_an_order_may_say_from_how_many_attackers_on_it_counts(more: int, order: str) -> None:
    play = table()
    seat = play.waiting.seat
    other = play.bob if play.seat(play.alice) == seat else play.alice
    src, dst = play.front(seat, play.seat(other))
    pool = play.view().pool
    text = f"when attacked: defend 2 if attackers {10 + pool + more} or more; defend 1"
    standing_set(game_id=play.game.pk, user_id=other.pk, text=text)
    play.order(f"place {pool} {src}\nattack {src} {dst}")
    assert Entry.objects.get(game=play.game, source="standing").order == order


@pytest.mark.django_db
def test_an_order_that_does_not_fit_leaves_the_default() -> None:
    play = table()
    view = play.view(play.waiting.seat)
    assert timeout_action("when late: defend 1; fly away", view) is None
    assert timeout_action("nonsense", view) is None
    assert answer_at_once("when late: end", view) is None
    assert timeout_action(f"when late: defend 2; {play.likely()}", view) is not None


@pytest.mark.django_db
def test_who_may_keep_one() -> None:
    play = table()
    with pytest.raises(NotAllowed):
        standing_set(game_id=play.game.pk, user_id=person("eve").pk, text="when attacked: ask me")
    Game.objects.filter(pk=play.game.pk).update(status=Game.Status.VOID)
    with pytest.raises(GameClosed):
        standing_set(game_id=play.game.pk, user_id=play.alice.pk, text="when attacked: ask me")
    assert not StandingOrder.objects.exists()


@pytest.mark.django_db
def test_orders_for_late_turns_are_parted_by_semicolons_by_then_or_by_the_next_verb() -> None:
    for parting in (";", ", then", ","):
        late = f"when late: place 3 Brazil, 2 Peru{parting} end turn"
        assert standing_orders.read(late, "classic42")[0].orders == ("place 3 Brazil, 2 Peru", "end turn")
    late = "when late: place on the weakest border, trade best, then end turn"
    standing_orders.check(late, "classic42", view_of(table().game, 0))
    assert len(standing_orders.read(late, "classic42")[0].orders) == 3
    attack = "when late: attack Brazil Peru until captured, then advance all"
    assert len(standing_orders.read(attack, "classic42")[0].orders) == 1


@pytest.mark.parametrize("wish", ["marker 2, 1", "play early", "play late"])
def test_a_bid_keeps_the_places_that_are_wished_for_behind_its_comma(wish: str) -> None:
    late = f"when late: bid 0, {wish}, end turn"
    assert standing_orders.read(late, "classic42")[0].orders == (f"bid 0, {wish}", "end turn")
    parted = standing_orders.read("when late: bid 0; marker 2, then marker 1", "classic42")[0]
    assert parted.orders == ("bid 0", "marker 2", "marker 1")


@pytest.mark.django_db
def test_the_example_of_the_page_is_kept_before_any_territory_is_claimed() -> None:
    play = table("modern", bots=("recruit",))
    view = play.view(play.seat(play.alice))
    assert view.step == "set-up" and play.seat(play.alice) not in view.owner
    late = "when late: place on the weakest border; end turn"
    standing_set(game_id=play.game.pk, user_id=play.alice.pk, text=late)
    assert StandingOrder.objects.get(player__user=play.alice).text == late
    assert timeout_action(late, view) is None, "nothing can be placed yet"


def test_a_refused_line_is_quoted_in_eighty_characters_at_most() -> None:
    for text in ("when attacked at " + "y" * 500 + ": defend 1", f"when attacked by {'x' * 500}: defend 1", "z" * 500):
        with pytest.raises(BadStandingOrder) as refused:
            standing_orders.check(text, MAP)
        said = " ".join([refused.value.message, *map(str, refused.value.each)])
        assert not any(letter * 81 in said for letter in "xyz")


@pytest.mark.timeout(10)
def test_a_long_ranking_is_refused_at_once() -> None:
    for rules, line in (("risk2210", "lose mods first"), ("godstorm", "godswar war first")):
        with pytest.raises(BadStandingOrder):
            standing_orders.read(f"{line}{', land' * 300} {'x' * 90}:", MAP, parts_of(rules).orders.standing_cases)


@pytest.mark.timeout(10)  # what would be tried in every way would take half a minute
def test_a_long_row_of_spaces_is_refused_at_once() -> None:
    for line in (f"when attacked at{' ' * 1980}x", f"when attacked at{' ' * 1980}x:"):
        with pytest.raises(BadStandingOrder):
            standing_orders.read(line, MAP)
