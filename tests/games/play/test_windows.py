"""Windows before an invasion: who is asked by their rules, one clock and one mail for all windows of a turn."""

from __future__ import annotations

from datetime import UTC, timedelta

import pytest

import engine
from engine.core.offers import TerritoryField
from engine.mechanics.reaction import Decline
from games.decisions.registry import suggested_orders
from games.families.standing_cases import WINDOW_CASES
from games.models import Entry, Game, Player, StandingOrder, Waiting
from games.play import standing_orders, window_passes
from games.play.sealed import SEALED, visible_order_text, visible_source
from games.selectors.story import entries_since, since_last_turn, story_of
from games.services.deadlines import deadline_expire
from games.services.locks import db_now
from games.services.orders import order_submit
from games.services.organize import game_pass, game_replace
from games.services.seats import standing_set
from tests.games.kit import Table, person, table
from tests.toy import TOY

pytestmark = [pytest.mark.django_db, pytest.mark.luck(2210), pytest.mark.nothing_new]
WINDOW = "reaction.asked"
ASK = "when anybody is invaded: ask me within 12 hours"


def invaded(standing: str, **settings: object) -> tuple[Table, Waiting]:
    """Play the toy until a person may send help in somebody else's fight; all have the same standing orders."""
    play = table(TOY.id, bots=("random", "random"), **settings)
    for user in (play.alice, play.bob):
        standing_set(game_id=play.game.pk, user_id=user.pk, text=standing)
    return play, next_window(play)


def next_window(play: Table) -> Waiting:
    """Attack whatever can be attacked until a window waits for a person."""
    for _ in range(150):
        rows = Waiting.objects.filter(game=play.game).select_related("player__user").order_by("pk")
        row = next((row for row in rows if row.kind == WINDOW and row.player.user_id), rows[0])
        if row.kind == WINDOW and row.player.user_id:
            return row
        if row.player.user_id:
            answer(play, row, attack_or_likely(play, row.seat))
        else:
            deadline_expire(game_id=play.game.pk)
    raise AssertionError("no window opens")


def attack_or_likely(play: Table, seat: int) -> str:
    """Attack with whatever stands beside somebody, else do the likely thing."""
    view = play.view(seat)
    offer = view.offer("battle.attack")
    if offer is None:
        return suggested_orders(view)[0].order
    names = engine.mapgraph(view.map).names
    src, there = next(iter(offer.field("dst", TerritoryField).table.items()))
    return f"attack {names[int(src)]} {names[there[0]]}"


def answer(play: Table, row: Waiting, order: str, source: str = Entry.Source.WEB) -> None:
    fields = {"seat": row.seat, "ref": row.ref, "source": source, "user_id": row.player.user_id}
    order_submit(game_id=play.game.pk, text=order, **fields)


def test_who_has_no_rules_is_not_waited_for() -> None:
    with pytest.raises(AssertionError, match="no window opens"):
        invaded("")
    assert Entry.objects.filter(pace="window", source="standing").exists()


def test_a_rule_asks_within_its_own_hours() -> None:
    play, row = invaded(ASK)
    assert row.pace == Waiting.Pace.WINDOW and row.deadline_at is not None
    assert row.deadline_at - row.since == timedelta(hours=12)


def test_the_hours_that_somebody_wished_go_with_them_when_a_seat_gets_another_holder() -> None:
    play, row = invaded(ASK)
    nina = person("nina")
    game_replace(game_id=play.game.pk, user=person("olga"), reason="gone", seat=row.seat, by=nina)
    now = Waiting.objects.get(game=play.game, seat=row.seat)
    assert (now.player.user, now.ref) == (nina, row.ref) and now.deadline_at is not None
    assert now.deadline_at - now.since == timedelta(hours=play.game.reaction_hours) > timedelta(hours=12)


def test_nobody_is_asked_in_a_game_of_standing_orders_alone() -> None:
    play = table(TOY.id, bots=("random", "random"), reaction_hours=0)
    with pytest.raises(standing_orders.BadStandingOrder) as refusal:
        standing_set(game_id=play.game.pk, user_id=play.alice.pk, text=ASK)
    assert "asks nobody" in str(refusal.value.each)
    for player in Player.objects.filter(game=play.game, bot=""):  # written when the game still gave time
        StandingOrder.objects.create(game=play.game, player=player, text=ASK)
    with pytest.raises(AssertionError, match="no window opens"):
        next_window(play)


def test_a_rule_asks_for_no_more_hours_than_the_game_gives() -> None:
    with pytest.raises(standing_orders.BadStandingOrder) as refusal:
        invaded(ASK, reaction_hours=6)
    assert "choose a time of 1 to 6" in str(refusal.value.each)


def second_window(play: Table, row: Waiting, **answered: object) -> Waiting:
    """Answer windows until one is open to the same seat as the one before it, in the same turn."""
    for _ in range(40):
        turn = play.fresh().clock_key
        answer(play, row, "decline", **answered)
        following = next_window(play)
        if following.seat == row.seat and play.fresh().clock_key == turn:
            return following
        row = following
    raise AssertionError("no turn has two windows")


def test_one_clock_runs_for_all_windows_of_a_turn() -> None:
    play, row = invaded(ASK)
    following = second_window(play, row)
    player = Player.objects.get(pk=following.player_id)
    assert player.window_turn == play.fresh().clock_key and player.window_left is not None
    assert following.deadline_at is not None and following.deadline_at - following.since == player.window_left
    assert player.window_left <= timedelta(hours=12)


def test_what_is_left_of_the_clock_for_windows_counts_in_the_same_turn_alone() -> None:
    play, row = invaded(ASK)
    found: dict[bool, timedelta] = {}
    for _ in range(40):
        turn, seat = play.fresh().clock_key, row.seat
        answer(play, row, "decline")
        Player.objects.filter(window_turn=turn).update(window_left=timedelta(hours=5))
        row = next_window(play)
        assert row.deadline_at is not None
        if row.seat == seat:
            found[play.fresh().clock_key == turn] = row.deadline_at - row.since
        if len(found) == 2:
            break
    assert found == {True: timedelta(hours=5), False: timedelta(hours=12)}


def answers_in_entries(play: Table, seat: int) -> list[tuple[str, bool]]:
    """List by what each sealed answer of a seat came about, and whether it is an entry of its own."""
    entries = Entry.objects.filter(game=play.game, kind=Entry.Kind.ACTION).order_by("seq")
    return [
        (entry.source, entry.seat == seat)
        for entry in entries
        for event in entry.events
        if event["type"] == SEALED and event["seat"] == seat and entry.pace == Waiting.Pace.WINDOW
    ]


def attacked_by_a_person() -> tuple[Table, Waiting]:
    """Play the toy until a window waits for a person in the turn of another, who goes on attacking."""
    play, row = invaded(ASK)
    for _ in range(60):
        attacker = Player.objects.get(game=play.game, seat=play.view(row.seat).about["seat"])
        if attacker.user_id:
            return play, row
        answer(play, row, "decline")
        row = next_window(play)
    raise AssertionError("no person attacks another")


def let_pass(play: Table, row: Waiting, way: str) -> None:
    if way == "clock":
        Waiting.objects.filter(pk=row.pk).update(deadline_at=db_now(), due_at=db_now())
        deadline_expire(game_id=play.game.pk)
    elif way == "organizer":
        game_pass(game_id=play.game.pk, user=person("olga"), reason="asleep")
    else:
        answer(play, row, way)


def windows_after(play: Table, seat: int, turn: str) -> list[str]:
    """Attack on in a turn that is named, and list by what each further window of a seat is answered: "asked" where it
    waits for the player. All others let the turn pass."""
    found: list[str] = []
    for _ in range(60):
        before = answers_in_entries(play, seat)
        following = next_window(play)
        found += [source for source, _own in answers_in_entries(play, seat)[len(before) :]]
        if play.fresh().clock_key != turn:
            return found
        found += ["asked"] * (following.seat == seat)
        answer(play, following, "decline" if following.seat == seat else "decline this turn")
    raise AssertionError("the turn does not end")


@pytest.mark.parametrize("way", ["decline this turn", "decline this order", "clock", "organizer"])
def test_who_lets_windows_pass_answers_in_entries_of_its_own(way: str) -> None:
    play, row = attacked_by_a_person()
    seat, turn = row.seat, play.fresh().clock_key
    before = play.fresh().seq
    let_pass(play, row, way)
    given = Entry.objects.filter(game=play.game, seat=seat, pace="window", seq__gt=before).order_by("seq")[0]
    assert given.action == {"type": "reaction.decline", "seat": seat}, "the engine answers for nobody"
    assert given.order == {"clock": "decline", "organizer": "decline this turn"}.get(way, way)
    assert not Entry.objects.filter(game=play.game, events__0__type="host.late").exists()
    after = windows_after(play, seat, turn)
    assert after and {*after} == {"asked" if way == "decline this order" else "standing"}, after
    found = answers_in_entries(play, seat)
    assert {own for _, own in found} == {True}
    events = Entry.objects.filter(game=play.game).exclude(pace="window").values_list("events", flat=True)
    assert not [event for told in events for event in told if event.get("kind") == WINDOW]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (["order"], "order"),
        (["turn"], "turn"),
        (["window"], "window"),
        (["turn", "order"], "turn"),
        (["order", "turn"], "turn"),
    ],
)
def test_a_word_for_the_turn_outlives_one_for_an_order(said: list[str], kept: str) -> None:
    player = Player()
    for scope in said:
        window_passes.keep(player, Decline(0, scope), "3:1")
    assert player.window_pass == ("" if kept == "window" else kept)
    changed = window_passes.forget_order([player])
    assert player.window_pass == ("turn" if kept == "turn" else "") and changed == ([player] if kept == "order" else [])


def test_others_do_not_learn_how_a_window_was_answered() -> None:
    play, row = invaded(ASK)
    answer(play, row, "decline this turn")
    given = Entry.objects.filter(game=play.game, seat=row.seat, pace="window").order_by("-seq")[0]
    other = next(player.seat for player in Player.objects.filter(game=play.game) if player.seat != row.seat)
    for viewer in (None, other):
        assert (visible_source(given, viewer), visible_order_text(given, viewer)) == ("", "")
    assert visible_source(given, row.seat) == Entry.Source.WEB


def test_the_story_of_the_attacker_tells_the_turn_that_waits_for_others() -> None:
    play, row = invaded(ASK)
    game, view = play.fresh(), play.view(row.seat)
    seat = view.about["seat"]
    since = since_last_turn(game, seat, play.view(seat))
    own = Entry.objects.filter(game=game, seat=seat, pace=Waiting.Pace.TURN)
    assert own.filter(round=game.round).exists() and not own.filter(round=game.round, seq__lte=since.seq).exists()
    entries = entries_since(game, since.seq)
    told = story_of(game, entries, play.view(seat), now=db_now(), zone=UTC)
    assert told[-1].text.startswith("You are about to ")


@pytest.mark.parametrize(
    ("line", "asks", "within", "armies", "orders"),
    [
        ("when invaded with 8 or more: ask me within 12 hours", True, 12, 8, ()),
        ("ask me within 12 hours when invaded with 8 or more", True, 12, 8, ()),
        ("ask me when green is invaded", True, 0, 0, ()),
        ("when invaded: ask me within 1 hour", True, 1, 0, ()),
        ("when invaded at Egypt: decline if attackers 4 or more", False, 0, 4, ("decline",)),
        ("when anybody is invaded by red: decline", False, 0, 0, ("decline",)),
    ],
)
def test_rules_of_windows(line: str, asks: bool, within: int, armies: int, orders: tuple[str, ...]) -> None:
    (rule,) = standing_orders.read(line, "classic42", WINDOW_CASES)
    assert (rule.asks, rule.within, rule.armies, rule.orders) == (asks, within, armies, orders)


def test_the_turn_behind_an_order_may_be_said_first() -> None:
    (rule,) = standing_orders.read("end turn when late", "classic42")
    assert rule.orders == ("end turn",) and not rule.case.at_once


@pytest.mark.parametrize(
    "line",
    ["when late: ask me", "when invaded: ask me within 400 hours", "when invaded: ask me within 0 hours"],
)
def test_asking_that_cannot_be(line: str) -> None:
    with pytest.raises(standing_orders.BadStandingOrder):
        standing_orders.check(line, "classic42", cases=(*standing_orders.SHARED_CASES, *WINDOW_CASES))


def test_games_of_the_classic_family_have_no_windows() -> None:
    play = table()
    with pytest.raises(standing_orders.BadStandingOrder):
        standing_set(game_id=play.game.pk, user_id=play.alice.pk, text="when invaded: ask me")
    assert Game.objects.filter(pk=play.game.pk).exists()


def test_a_clock_that_ran_out_is_kept_as_run_out() -> None:
    play, row = attacked_by_a_person()
    turn = play.fresh().clock_key
    let_pass(play, row, "clock")
    player = Player.objects.get(pk=row.player_id)
    assert (player.window_turn, player.window_left) == (turn, timedelta())


@pytest.mark.parametrize("way", ["decline this turn", "clock"])
def test_what_a_seat_lets_pass_in_one_turn_it_is_asked_in_the_next(way: str) -> None:
    play, row = attacked_by_a_person()
    seat, turn = row.seat, play.fresh().clock_key
    let_pass(play, row, way)
    windows_after(play, seat, turn)
    following = next_window(play)
    for _ in range(8):
        if following.seat == seat:
            break
        answer(play, following, "decline")
        following = next_window(play)
    assert following.seat == seat
