"""Ends that no rule brings: a last round, a stated time, too few players left, an organizer."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

import engine
from accounts.models import User
from engine import journal
from figures.selectors import rounds_of
from games.errors import GameClosed, GameError, LobbyError, NotAllowed
from games.mail.news import over
from games.models import AuditEntry, Game, Heartbeat, OutboxMail, Player, SiteClock, Snapshot, Waiting
from games.play import chain
from games.play.journal_reader import state_at, view_at
from games.play.playouts import turn_starts
from games.selectors.access import past_views, people_at
from games.selectors.integrity import game_issues
from games.selectors.mailed_game import MailReader
from games.selectors.story import told_to_all
from games.services.adjudication import end_games, end_if_due
from games.services.deadlines import deadline_expire, deadline_sweep
from games.services.locks import db_now
from games.services.organize import game_adjudicate, game_pass, game_pause, game_rewind
from games.services.site_outage import move_deadlines
from games.services.table_settings import TableSettings
from games.services.tables import table_create
from replay.chronicle import chronicle_of
from replay.track import seat_parts
from tests.games.kit import Table, make_table, person

pytestmark = pytest.mark.django_db

FIGURES = ("income", "territories", "armies")


def event_game(rules: str = "classic_1959", **ends: Any) -> Table:
    """Alice, Bob and a bot in a game of an event with such ends, begun."""
    alice, bob = person("alice"), person("bob")
    settings = TableSettings(name="Cup", rules=rules, seats_wanted=3, **ends)
    play = Table(table_create(settings, [alice, bob, "random"], pairing="5f" * 32), alice, bob)
    play.game.players.exclude(user=None).update(came=True)
    return play


def note_of(game: Game) -> engine.Facts:
    (note,) = [entry.events[0] for entry in game.entries.filter(kind="note", events__0__type="host.adjudicated")]
    return note


def require_adjudicated(play: Table, why: str) -> engine.Facts:
    """Check what every adjudicated game keeps, and return its note."""
    game = play.fresh()
    note, view = note_of(game), view_at(game, game.seq, None)
    assert game.status == Game.Status.OVER and game.ended_at and note["why"] == why
    assert not Waiting.objects.filter(game=game).exists() and view.asked is None and view.winners == ()
    assert game.result is not None and game.result["winners"] == [] and game.result["places"] == note["places"]
    living = [seat for seat in view.seats if not seat.out]
    assert [[each["seat"], *(each[name] for name in FIGURES)] for each in note["figures"]] == [
        [seat.seat, seat.income, seat.territories, seat.armies] for seat in living
    ]
    assert game.result["land"] == {str(seat.seat): [seat.income, seat.territories, seat.armies] for seat in living}
    ranked = [seat for group in note["places"] for seat in group]
    assert sorted(ranked) == [0, 1, 2]
    if "score" not in note["figures"][0]:
        figures = {each["seat"]: tuple(each[name] for name in FIGURES) for each in note["figures"]}
        shown = [figures[seat] for seat in ranked if seat in figures]
        assert shown == sorted(shown, reverse=True)
    places = dict(game.players.values_list("seat", "place"))
    assert all(places[seat] == places[group[0]] for group in note["places"] for seat in group)
    assert set(game.players.values_list("result", flat=True)) == {"placed"}
    log = journal.read_log(chain.published_log(game))
    assert log.key and journal.verify(log)
    assert not list(game_issues(game))
    return note


def play_turns(play: Table, *, rounds: int) -> None:
    """Let an organizer skip every turn until the round is over or the game is."""
    olga = User.objects.filter(username="olga").first() or person("olga")
    for _ in range(20):
        game = play.fresh()
        if game.has_ended or game.round > rounds:
            return
        game_pass(game_id=game.pk, user=olga, reason="on")
    raise AssertionError("the rounds do not end")


def test_a_game_ends_with_the_last_turn_of_its_last_round() -> None:
    play = event_game(last_round=2)
    play_turns(play, rounds=1)
    assert play.fresh().round == 2 and play.game.is_running
    play_turns(play, rounds=2)
    note = require_adjudicated(play, "last_round")
    assert note["round"] == play.game.round == 2
    actions = list(play.game.entries.filter(kind="action").order_by("seq"))
    assert {entry.seat for entry in actions if entry.round == 2} == {0, 1, 2}
    assert max(entry.round for entry in play.game.entries.all()) == 2
    told = [event for entry in actions for event in entry.events]
    assert max(event["round"] for event in told if event["type"] == "turn.began") == 2, "a turn that nobody had"
    assert told[-1]["type"] == "turn.ended"


def test_everything_that_counts_rounds_and_moments_agrees_after_the_last_round() -> None:
    play = event_game(last_round=2)
    play_turns(play, rounds=2)
    game = play.fresh()
    people, slug = people_at(game, None), [game.slug]
    course, views = chronicle_of(game, people), dict(past_views(game, None))
    assert [row.round for row in rounds_of(game)] == [1, 2, 2]
    assert [*course.starts] == [2, 1, 0] and course.moments[-1] == game.seq == max(views)
    assert max(start.round for start in turn_starts(told_to_all(game))) == 2
    for seq in (game.seq - 1, game.seq):
        assert views[seq].round == view_at(game, seq, None).round == 2 and views[seq].asked is None
    history = Client().get(reverse("game-history", args=slug)).content.decode()
    assert f"Moment {game.seq} of {game.seq}" in history
    replay = Client().get(reverse("replay", args=[*slug, game.seq])).content.decode()
    assert f">{game.seq} of {game.seq}<" in replay and "Round 2 was the last of this game." in replay
    figures = Client().get(reverse("figures", args=slug)).content.decode()
    result, _story, mail = told(play)
    for page in (history, replay, figures, result):
        assert "ound 3" not in page
    assert "After 2 rounds" in result and "Round 2 was the last of this game." in mail["lead"][0]
    assert not any(words.endswith("now") for words in seat_parts(views[game.seq]).values()), "nobody's turn"


def test_an_order_that_ends_the_last_round_ends_the_message_too() -> None:
    """What a message asks for behind the end is not played: no entry follows the note."""
    play = event_game(last_round=1)
    while play.fresh().round < 2 and not play.game.has_ended:
        row = play.waiting
        play.order(play.likely() + "\nend\nend\nend") if row.kind == "deploy.place_asked" else play.order("end")
    note = require_adjudicated(play, "last_round")
    assert play.game.entries.order_by("-seq")[0].events[0] == note


def thin_out(play: Table, victim: int, by: int) -> tuple[str, str]:
    """Leave a seat one territory with one army, beside a hundred of another; return the names of both."""
    game = play.fresh()
    state = state_at(game, game.seq)
    graph = engine.mapgraph(game.map)
    src = state.owner.index(by)
    dst = graph.neighbours[src][0]
    state.owner = [by if owner == victim else owner for owner in state.owner]
    state.owner[dst], state.armies[src], state.armies[dst] = victim, 100, 1
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
    return graph.names[src], graph.names[dst]


def capture(play: Table, src: str, dst: str) -> None:
    """Play the turn of whoever is asked up to an attack until it captures."""
    for _ in range(20):
        if play.fresh().has_ended or play.waiting.kind != "deploy.place_asked":
            break
        play.order(f"place all {src}")
    if not play.fresh().has_ended:
        play.order(f"attack {dst} from {src} until captured, then advance all")


@pytest.mark.parametrize("stop_at", [2, None])
def test_a_game_ends_once_only_so_many_players_are_left(stop_at: int | None) -> None:
    play = event_game(stop_at=stop_at)
    me = play.waiting.seat
    victim = next(seat for seat in (0, 1, 2) if seat != me)
    capture(play, *thin_out(play, victim, me))
    game = play.fresh()
    if stop_at is None:
        assert game.is_running
        return
    note = note_of(game)
    assert game.status == Game.Status.OVER and note["why"] == "stop_at"
    assert len(note["figures"]) == 2 and note["places"][-1] == [victim]
    assert game.result is not None and game.result["places"][-1] == [victim] and not game.result["winners"]
    assert Player.objects.get(game=game, seat=victim).place == 3
    assert not OutboxMail.objects.filter(template="out").exists()
    assert OutboxMail.objects.filter(template="over").count() == 2


def test_the_last_player_wins_even_where_the_game_would_stop() -> None:
    """A victory by the rules comes before every other end."""
    play = event_game(stop_at=1)
    me = play.waiting.seat
    game = play.fresh()
    others = [seat for seat in (0, 1, 2) if seat != me]
    src, dst = thin_out(play, others[0], me)
    state, names = state_at(game, game.seq), engine.mapgraph(game.map).names
    state.owner = [me if owner == others[1] and names[at] != dst else owner for at, owner in enumerate(state.owner)]
    state.players[others[1]] = replace(state.players[others[1]], out=True)
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
    capture(play, src, dst)
    game = play.fresh()
    assert game.status == Game.Status.OVER and game.result is not None and game.result["winners"] == [me]
    assert not game.entries.filter(events__0__type="host.adjudicated").exists()


def at_its_end(play: Table) -> Game:
    Game.objects.filter(pk=play.game.pk).update(ends_at=db_now() - timedelta(seconds=5))
    return play.fresh()


def test_at_its_time_the_sweep_ends_a_game_and_the_open_turn_is_not_played_on() -> None:
    play = event_game(ends_at=timezone.now() + timedelta(days=3))
    game, turns = play.fresh(), play.game.entries.filter(kind="action").count()
    assert end_games(db_now(), 10) == 0 and game.is_running
    Heartbeat.objects.update_or_create(pk="sweep", defaults={"seen_at": db_now()})
    at_its_end(play)
    Waiting.objects.filter(game=game).update(due_at=db_now() - timedelta(hours=1))
    with pytest.raises(GameClosed):
        play.order(play.likely())
    assert not deadline_expire(game_id=game.pk)
    deadline_sweep()
    require_adjudicated(play, "ends_at")
    assert play.game.entries.filter(kind="action").count() == turns
    assert end_games(db_now(), 10) == 0 and not end_if_due(game_id=game.pk)


def test_a_paused_game_ends_at_its_time_and_one_whose_clock_is_in_doubt_waits() -> None:
    play = event_game(ends_at=timezone.now() + timedelta(days=3))
    game_pause(game_id=play.game.pk, user=person("olga"), reason="a question")
    at_its_end(play)
    SiteClock.objects.update_or_create(pk=1, defaults={"held_since": db_now()})
    assert end_games(db_now(), 10) == 0
    SiteClock.objects.update(held_since=None)
    assert end_games(db_now(), 10) == 1
    require_adjudicated(play, "ends_at")
    assert play.game.paused_at is None


def test_an_outage_moves_the_end() -> None:
    play = event_game(ends_at=timezone.now() + timedelta(hours=1))
    SiteClock.objects.get_or_create()
    before = play.fresh().ends_at
    move_deadlines(timedelta(hours=2))
    after = play.fresh().ends_at
    assert before is not None and after is not None and after - before == timedelta(hours=2)


def test_the_first_time_that_a_site_gives_is_kept_as_well() -> None:
    SiteClock.objects.all().delete()
    with pytest.raises(GameError, match="Take back less"):
        move_deadlines(-timedelta(hours=1))
    move_deadlines(timedelta(hours=2))
    assert SiteClock.objects.get().given == timedelta(hours=2)


def test_an_organizer_ends_a_game_for_good_with_a_reason() -> None:
    play = event_game()
    olga = person("olga")
    with pytest.raises(GameError, match="Give a reason"):
        game_adjudicate(game_id=play.game.pk, user=olga, reason=" ")
    with pytest.raises(NotAllowed):
        game_adjudicate(game_id=play.game.pk, user=play.alice, reason="I lead")
    game_adjudicate(game_id=play.game.pk, user=olga, reason="the hall closes")
    note = require_adjudicated(play, "organizer")
    assert (note["by"], note["reason"]) == ("olga", "the hall closes")
    assert AuditEntry.objects.get(action="game.adjudicate").reason == "the hall closes"
    lead = told(play)[2]["lead"][0]
    assert "the hall closes. Cup ended in round 1, and nobody wins." in lead
    for act in (
        lambda: game_rewind(game_id=play.game.pk, user=olga, reason="a doubt", seq=1),
        lambda: game_adjudicate(game_id=play.game.pk, user=olga, reason="again"),
    ):
        with pytest.raises(GameClosed):
            act()


def test_a_rewind_before_the_end_goes_back_and_the_last_round_still_ends_the_game() -> None:
    play = event_game(last_round=2)
    play_turns(play, rounds=1)
    game_rewind(game_id=play.game.pk, user=User.objects.get(username="olga"), reason="a doubt", seq=1)
    assert play.fresh().round == 1
    play_turns(play, rounds=2)
    require_adjudicated(play, "last_round")


@pytest.mark.parametrize("rules", ["risk2210", "godstorm"])
def test_a_family_with_a_final_score_is_ranked_by_it(rules: str) -> None:
    play = event_game(rules=rules)
    game_adjudicate(game_id=play.game.pk, user=person("olga"), reason="over")
    note = require_adjudicated(play, "organizer")
    scores = {each["seat"]: each["score"] for each in note["figures"]}
    ranked = [scores[seat] for group in note["places"] for seat in group]
    assert ranked == sorted(ranked, reverse=True)


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ({"last_round": 0}, "last round is 1"),
        ({"stop_at": 3}, "fewer players than it begins with"),
        ({"stop_at": 0}, "at least one"),
        ({"ends_at": timezone.now() - timedelta(days=1)}, "in the past"),
    ],
)
def test_ends_that_cannot_be_are_refused(ends: dict[str, Any], words: str) -> None:
    with pytest.raises(LobbyError, match=words):
        event_game(**ends)


# ---- what people read


def told(play: Table) -> tuple[str, str, Any]:
    """The page of the result, the story, and Bob's mail."""
    page = Client().get(reverse("game", args=[play.game.slug])).content.decode()
    story = Client().get(reverse("game-history", args=[play.game.slug])).content.decode()
    mail = OutboxMail.objects.get(template="over", user=play.bob)
    return page, story, over(mail, MailReader.of(mail))


def test_pages_and_mails_say_why_a_game_ended_who_came_first_and_what_decided() -> None:
    play = event_game(last_round=1)
    play_turns(play, rounds=1)
    note = require_adjudicated(play, "last_round")
    page, story, mail = told(play)
    first = Player.objects.get(game=play.game, seat=note["places"][0][0])
    top = next(each for each in note["figures"] if each["seat"] == first.seat)
    figures = f"{top['income']} armies next turn, {top['territories']} territories, {top['armies']} armies"
    for said in (page, story):
        assert "Round 1 was the last of this game. Nobody wins." in said and figures in said
    assert f"{first.get_colour_display()} came first" in page and "No winner" not in page
    assert "by the armies that their territories and continents would bring next turn" in page
    assert "The ranking of the players still in:" in story
    assert "ranking of the players" not in str(mail["story"]), "the table says it"
    assert "came first" in mail["heading"] and figures in [row.note.replace("\xa0", " ") for row in mail["rows"]][0]


def test_a_game_says_beforehand_how_it_will_end() -> None:
    from tests.games.views.test_play import client

    play = event_game(last_round=8, stop_at=2, ends_at=timezone.now() + timedelta(days=40))
    page = " ".join(client(play.alice).get(reverse("game-settings", args=[play.game.slug])).content.decode().split())
    assert "The game ends after round 8, at " in page and " or with 2 players left, whichever comes first" in page
    bare = Table(
        make_table(play.alice, name="Bare", rules="modern", seats_wanted=3, bots=["random"] * 2), *[play.alice] * 2
    )
    page = client(bare.alice).get(reverse("game-settings", args=[bare.game.slug])).content.decode()
    assert "The game ends" not in page
