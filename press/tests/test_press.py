"""Messages: who may write what to whom and when, who reads it, and what a second request does."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from itertools import product
from random import Random

import pytest
from django.apps import apps
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

import engine
from accounts.models import User
from games.errors import GameClosed, KeyReused, LobbyError, NotAllowed
from games.models import Entry, Game, Player, Waiting
from games.selectors.integrity import game_issues
from games.services.seats import resign, seat_hand_over
from games.services.table_settings import TableSettings, resolve_settings
from games.services.tokens import token_make
from press.audience import read_line
from press.errors import PressLimited, PressRefused
from press.models import Conversation, GreySender, Message, Mute
from press.moments import grey_moment
from press.selectors import Viewer, count_new, count_new_by_game, messages_for
from press.services.limits import UNANSWERED
from press.services.messages import note_read, press_sweep, press_typed
from press.services.muting import mute_seat
from press.tests.kit import NAMES, change, client, four, read, seat_of, texts, user_of, write
from press.texts import clean_text
from tests.games.kit import Table, make_table, person
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return four()


def hand_over(play: Table, name: str, newcomer: User) -> None:
    seat_hand_over(game_id=play.game.pk, seat=seat_of(name), by=newcomer)


# ---- who reads


def test_a_message_is_read_by_those_to_whom_it_goes(play: Table) -> None:
    write(play, "alice", "bob", text="to Bob")
    write(play, "bob", "alice", "carol", text="to two")
    write(play, "carol", text="to all")
    assert texts(play, "alice") == ["to Bob", "to two", "to all"]
    assert texts(play, "bob") == ["to Bob", "to two", "to all"]
    assert texts(play, "carol") == ["to two", "to all"]
    assert texts(play, "dave") == ["to all"]
    assert not list(game_issues(play.fresh()))


def test_numbers_count_what_one_reader_can_read(play: Table) -> None:
    write(play, "alice", "bob")
    write(play, "alice", "carol")
    write(play, "alice")
    assert [(seen.id, seen.conversation) for seen in read(play, "carol")] == [(1, 1), (2, 2)]
    assert [(seen.id, seen.conversation) for seen in read(play, "dave")] == [(1, 1)]


def test_another_set_of_seats_is_another_conversation(play: Table) -> None:
    write(play, "alice", "bob")
    write(play, "bob", "alice")
    write(play, "alice", "bob", "carol")
    assert Conversation.objects.count() == 2


def test_spectators_read_what_went_to_everyone_once_the_turn_is_over(play: Table) -> None:
    write(play, "alice", "bob", text="secret")
    write(play, "alice", text="open")
    assert texts(play, "sam") == []
    change(play, clock_key="9:3")
    assert texts(play, "sam") == ["open"]


def test_a_substitute_reads_what_comes_after_and_what_went_to_everyone(play: Table) -> None:
    write(play, "alice", "bob", text="before")
    write(play, "alice", text="to all")
    sam = person("sam")
    hand_over(play, "bob", sam)
    assert texts(play, "sam") == ["to all"]
    write(play, "alice", "sam", text="after")
    assert texts(play, "sam") == ["to all", "after"]
    assert "after" not in texts(play, "bob")


def test_who_resigned_reads_what_came_before_and_writes_no_more(play: Table) -> None:
    write(play, "alice", text="before")
    resign(game_id=play.game.pk, user_id=user_of("bob").pk)
    write(play, "alice", text="after")
    assert texts(play, "bob") == ["before"]
    with pytest.raises(NotAllowed):
        write(play, "bob")
    with pytest.raises(PressRefused, match="has resigned"):
        write(play, "alice", "bob")


def test_who_is_out_writes_to_everyone_only(play: Table) -> None:
    Player.objects.filter(user=user_of("bob")).update(state=Player.State.OUT)
    write(play, "bob", text="Good luck.")
    with pytest.raises(PressRefused, match="only write to everyone"):
        write(play, "bob", "alice")
    assert texts(play, "bob") == ["Good luck."]


def test_who_is_out_reads_on(play: Table) -> None:
    Player.objects.filter(user=user_of("bob")).update(state=Player.State.OUT)
    write(play, "alice", "bob", text="Bad luck.")
    write(play, "carol", "alice", "bob", text="You two.")
    assert texts(play, "bob") == ["Bad luck.", "You two."]


def test_a_stand_in_neither_reads_nor_writes(play: Table) -> None:
    sam = person("sam")
    stand_in = {
        "pk": 1,
        "owner": play.bob.pk,
        "by": sam.pk,
        "name": "sam",
        "bot": "",
        "scope": "both",
        "until": "2030-01-01",
    }
    Player.objects.filter(user=play.bob).update(stand_in=stand_in)
    write(play, "alice", "bob")
    assert texts(play, "sam") == [] and len(texts(play, "bob")) == 1
    with pytest.raises(NotAllowed):
        write(play, "sam", "alice")


def test_where_nobody_may_watch_organizers_and_stand_ins_read_nothing(play: Table) -> None:
    """Spectators read messages where a game lets anybody watch, and organizers read counts alone."""
    change(play, watch="players", clock_key="9:3")
    write(play, "alice", text="among us")
    change(play, clock_key="9:4")
    olga, sam = organizer("olga"), person("sam")
    stand_in = {"pk": 1, "owner": play.bob.pk, "by": sam.pk, "name": "sam", "bot": "", "scope": "both"}
    Player.objects.filter(user=play.bob).update(stand_in=stand_in | {"until": "2030-01-01"})
    for reader in (olga, sam):
        page = client(reader.username).get(reverse("game-messages", args=[play.game.slug])).content.decode()
        assert texts(play, reader.username) == [] and "Only its players read the messages" in page
    assert texts(play, "bob") == ["among us"]


# ---- what a game chooses


def test_without_press_nobody_writes(play: Table) -> None:
    change(play, press="none")
    with pytest.raises(PressRefused, match="no press in this game"):
        write(play, "alice")


def test_public_press_goes_to_everyone_only(play: Table) -> None:
    change(play, press="public")
    write(play, "alice")
    with pytest.raises(PressRefused, match="only write to everyone"):
        write(play, "alice", "bob")


def test_public_press_needs_no_list(play: Table) -> None:
    change(play, press="public")
    url = reverse("game-messages", args=[play.game.slug])
    assert client("bob").get(url).url == f"{url}new/"
    write(play, "alice", text="Good luck, all.")
    assert client("bob").get(url).url == f"{url}1/"
    page = client("bob").get(f"{url}1/").content.decode()
    assert "Good luck, all." in page and "All conversations" not in page and 'id="threads"' not in page
    change(play, press="private")
    assert client("bob").get(url).status_code == 200


@override_settings(PRESS=False)
def test_a_host_can_switch_press_off(play: Table) -> None:
    with pytest.raises(PressRefused, match="no press"):
        write(play, "alice")


def test_between_turns_nobody_writes_to_whose_turn_it_is(play: Table) -> None:
    active = Player.objects.get(pk=play.waiting.player_id)
    others = [player for player in Player.objects.exclude(pk=active.pk).select_related("user") if player.user]
    change(play, press_when="between", clock_key=f"3:{active.seat}")
    assert active.user is not None and others[0].user is not None
    with pytest.raises(PressRefused, match="It is your turn"):
        write(play, active.user.username)
    with pytest.raises(PressRefused, match=f"It is {active.get_colour_display()}’s turn"):
        write(play, others[0].user.username, active.user.username)
    write(play, others[0].user.username, text="hush")
    assert texts(play, active.user.username) == []
    change(play, clock_key=f"3:{others[0].seat}")
    assert texts(play, active.user.username) == ["hush"]


def test_quiet_windows_let_messages_arrive_afterwards(play: Table) -> None:
    change(play, press_when="quiet_windows")
    Waiting.objects.filter(game=play.game).update(pace=Waiting.Pace.SEALED)
    write(play, "alice", text="later")
    press_sweep()
    assert texts(play, "alice") == texts(play, "bob") == []
    Waiting.objects.filter(game=play.game).update(pace=Waiting.Pace.TURN)
    assert press_sweep() == 1
    assert texts(play, "bob") == ["later"]


def test_quiet_windows_hold_unsigned_messages_back_too(play: Table) -> None:
    change(play, press_when="quiet_windows", grey=True)
    Waiting.objects.filter(game=play.game).update(pace=Waiting.Pace.SEALED)
    write(play, "alice", text="later", is_unsigned=True)
    page = client("alice").get(reverse("game-message-new", args=[play.game.slug])).content.decode()
    assert press_sweep() == 0 and texts(play, "bob", timedelta(hours=2)) == []
    assert "later" in page and "once everybody has answered" in page
    Waiting.objects.filter(game=play.game).update(pace=Waiting.Pace.TURN)
    press_sweep()
    assert texts(play, "bob") == [] and texts(play, "bob", timedelta(minutes=17)) == ["later"]
    assert Message.objects.get().shown_at == grey_moment(timezone.now())


def test_messages_can_begin_in_a_later_round(play: Table) -> None:
    change(play, press_when="from_round 3", round=2)
    with pytest.raises(PressRefused, match="begin in round 3"):
        write(play, "alice")
    change(play, round=3)
    write(play, "alice")


def test_after_the_end_everyone_can_be_written_to_for_14_days(play: Table) -> None:
    change(play, status=Game.Status.OVER, ended_at=timezone.now() - timedelta(days=13))
    write(play, "alice", text="Well played.")
    with pytest.raises(PressRefused, match="This game is over"):
        write(play, "alice", "bob")
    change(play, ended_at=timezone.now() - timedelta(days=15))
    with pytest.raises(GameClosed):
        write(play, "alice", text="Again?")
    assert texts(play, "sam") == ["Well played."]


def test_open_games_publish_everything_at_the_end(play: Table) -> None:
    write(play, "alice", "bob", text="secret")
    change(play, press_after="open", status=Game.Status.OVER, ended_at=timezone.now())
    assert texts(play, "dave") == texts(play, "sam") == ["secret"]


def test_two_players_write_to_everyone_and_more_in_private() -> None:
    two = TableSettings(name="x", rules="modern_2p", seats_wanted=2)
    assert resolve_settings(two).press == "public"
    assert resolve_settings(TableSettings(name="x", rules="modern", seats_wanted=4)).press == "private"


@pytest.mark.parametrize("wrong", [{"press": "loud"}, {"press_when": "from_round 1"}, {"press": "none", "grey": True}])
def test_settings_that_do_not_exist_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(LobbyError):
        make_table(person("alice"), name="x", rules="modern", seats_wanted=4, **wrong)


# ---- unsigned


def test_an_unsigned_message_tells_its_sender_to_nobody(play: Table) -> None:
    change(play, grey=True)
    sent = write(play, "alice", text="Blue lies.", is_unsigned=True, key="web:one").message
    assert sent is not None and texts(play, "bob") == texts(play, "alice") == []
    assert (sent.seat, sent.actor, sent.key, sent.source) == (None, None, None, "")
    assert GreySender.objects.get().user == play.alice
    later = timedelta(minutes=17)
    assert read(play, "bob", later) == read(play, "carol", later)
    assert [seen.own for seen in read(play, "alice", later)] == [False]
    assert not list(game_issues(play.fresh()))


def test_unsigned_messages_come_at_full_quarters_and_in_no_order(play: Table) -> None:
    change(play, grey=True)
    for number in range(8):
        write(play, "alice", text=str(number), is_unsigned=True)
    assert {message.shown_at for message in Message.objects.all()} == {
        grey_moment(message.sent_at) for message in Message.objects.all()[:1]
    }
    for minute, expected in ((0, 15), (12, 15), (14, 30), (59, 75)):
        at = timezone.now().replace(hour=3, minute=minute, second=0, microsecond=0)
        assert grey_moment(at) - at.replace(minute=0) == timedelta(minutes=expected)


def test_signed_games_refuse_unsigned_messages(play: Table) -> None:
    with pytest.raises(PressRefused, match="every message has its sender"):
        write(play, "alice", is_unsigned=True)


# ---- once, and not too much


def test_the_same_key_sends_once(play: Table) -> None:
    change(play, grey=True)
    for fields in ({}, {"is_unsigned": True}):
        first = write(play, "alice", key=f"api:{fields}", **fields)
        again = write(play, "alice", key=f"api:{fields}", **fields)
        assert not first.replayed and again.replayed and again.message == first.message
        with pytest.raises(KeyReused):
            write(play, "alice", key=f"api:{fields}", text="Something else.", **fields)
    assert Message.objects.count() == 2


def test_more_than_ten_messages_a_minute_wait(play: Table) -> None:
    for number in range(10):
        write(play, "alice", text=str(number))
    with pytest.raises(PressLimited) as caught:
        write(play, "alice")
    assert 0 < caught.value.seconds <= 61


def test_a_player_who_never_answers_is_written_to_thirty_times(play: Table) -> None:
    for number in range(UNANSWERED):
        write(play, "alice", "bob", text=str(number))
        Message.objects.update(sent_at=timezone.now() - timedelta(hours=2))
    with pytest.raises(PressLimited, match="without an answer"):
        write(play, "alice", "bob")
    write(play, "bob", "alice")
    write(play, "alice", "bob")


def test_a_new_account_writes_ten_messages_a_day(play: Table) -> None:
    User.objects.update(date_joined=timezone.now())
    for number in range(10):
        write(play, "alice", text=str(number))
        Message.objects.update(sent_at=timezone.now() - timedelta(hours=2))
    with pytest.raises(PressLimited):
        write(play, "alice")


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "empty"), ("\u200b \u202e", "empty"), ("x" * 2340, "2,340 characters"), ("a\n" * 41, "41 lines")],
)
def test_texts_have_bounds(text: str, why: str) -> None:
    with pytest.raises(PressRefused, match=why):
        clean_text(text)


def test_texts_lose_what_turns_or_hides_them() -> None:
    assert clean_text(" a\u202eb\x00\r\nc\td ") == "ab\nc d"


# ---- read and unread


def test_what_is_new_is_counted_until_it_is_read(play: Table) -> None:
    write(play, "alice", "bob")
    write(play, "carol")
    viewer = Viewer(Player.objects.select_related("game").get(user=play.bob), timezone.now())
    assert viewer.player is not None and count_new(play.fresh(), viewer) == 2
    seen = read(play, "bob")
    note_read(viewer.player, [seen[0].conversation_id], seen[0].at)
    assert count_new(play.fresh(), viewer) == 1
    assert [each.is_new for each in read(play, "bob")] == [False, True]
    assert count_new(play.fresh(), Viewer(Player.objects.get(user=play.alice), timezone.now())) == 1


def test_the_list_of_games_counts_as_each_game_does(play: Table) -> None:
    change(play, grey=True)
    write(play, "alice", "bob")
    write(play, "carol")
    write(play, "dave", text="Grey.", is_unsigned=True)
    mute_seat(Player.objects.get(user=play.bob), seat_of("carol"))
    page = client("alice").get("/games/").content.decode()
    assert 'class="count">1<span class="visually-hidden"> new message<' in page
    now = timezone.now() + timedelta(minutes=20)
    for press_when in ("always", "between"):
        change(play, press_when=press_when)
        for name in NAMES:
            player = Player.objects.select_related("game").get(user__username=name)
            expected = count_new(player.game, Viewer(player, now))
            assert count_new_by_game(user_of(name).pk, now)[play.game.pk] == expected


@pytest.mark.parametrize(
    ("names", "when", "after", "ended"),
    list(product(Game.Names, ("always", "between"), Game.PressAfter, (False, True))),
)
def test_what_is_new_is_counted_as_it_is_listed(names: str, when: str, after: str, ended: bool) -> None:
    """By players and their successors, with mutes, gaps in reading and hidden names."""
    rng, play, counted = Random(f"{names}{when}{after}{ended}"), four(names=names), 0
    change(play, grey=True)
    for _ in range(12):
        writer, *others = rng.sample(NAMES, rng.randint(1, 4))
        write(play, writer, *others, text="Hello.", is_unsigned=not others and rng.random() < 0.5)
    hand_over(play, "bob", person("sam"))
    mute_seat(Player.objects.get(user=user_of("carol")), seat_of("alice"))
    Mute.objects.create(owner=user_of("dave"), user=user_of("alice"))
    status = Game.Status.OVER if ended else Game.Status.RUNNING
    change(play, press_when=when, press_after=after, status=status)
    for player in Player.objects.select_related("game"):
        for later in (timedelta(), timedelta(minutes=20)):
            viewer = Viewer(player, timezone.now() + later)
            listed = messages_for(player.game, viewer)
            expected = sum(seen.is_new for seen in listed)
            assert count_new(player.game, viewer) == expected
            counted += expected
            for seen in rng.sample(listed, min(1, len(listed))):
                note_read(player, [seen.conversation_id], seen.at)
    assert counted > 10


def test_a_page_asks_for_messages_only_where_there_are_some(
    play: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    player = Player.objects.select_related("game").get(user=play.bob)
    with django_assert_num_queries(0):
        assert count_new(player.game, Viewer(player, timezone.now())) == 0
    write(play, "alice", "bob")
    player = Player.objects.select_related("game").get(user=play.bob)
    with django_assert_num_queries(1):
        assert count_new(player.game, Viewer(player, timezone.now())) == 1
    change(play, has_messages=False)
    assert [issue.what for issue in game_issues(play.fresh())] == ["has messages that its row does not know of"]


def test_games_from_before_know_that_they_have_messages(play: Table) -> None:
    write(play, "alice", "bob")
    other = make_table(play.alice, name="Quiet", rules="modern", seats_wanted=3)
    Game.objects.update(has_messages=False)
    import_module("press.migrations.0003_games_with_messages").note_messages(apps, None)
    assert list(Game.objects.filter(has_messages=True)) == [play.game] and not other.has_messages


# ---- lines


@pytest.mark.parametrize(
    ("typed", "who", "text"),
    [
        ("press red: hello", ("red",), "hello"),
        ("  Press Red, BLUE:  a: b ", ("red", "blue"), "a: b"),
        ("press all: x", ("all",), "x"),
        ("press grey: x", ("grey",), "x"),
        ("press red\nHello.\nattack Siam China\nend press", ("red",), "Hello.\nattack Siam China"),
    ],
)
def test_lines_are_read(typed: str, who: tuple[str, ...], text: str) -> None:
    assert (read_line(typed).who, read_line(typed).text) == (who, text)


@pytest.mark.parametrize("typed", ["press", "press red", "press pink: x", "press all, red: x", "press : x"])
def test_lines_that_are_none_say_what_would_be_right(typed: str) -> None:
    with pytest.raises(engine.UnreadableOrder):
        read_line(typed)


def test_an_order_line_writes(play: Table) -> None:
    colour = Player.objects.get(user=play.bob).colour
    assert not press_typed(game_id=play.game.pk, user_id=play.alice.pk, text=f"press {colour}: hello", source="web")
    assert texts(play, "bob") == ["hello"]
    entries = Entry.objects.filter(game=play.game).count()
    play.order("press all\nplace 3 Siam\nend press")
    assert texts(play, "dave") == ["place 3 Siam"] and Entry.objects.filter(game=play.game).count() == entries


def test_a_program_that_plays_does_not_write(play: Table) -> None:
    colour = Player.objects.get(user=play.bob).colour
    text, headers = f"press {colour}: hello", {"Idempotency-Key": "one"}
    for scope, path, status in (("play", "orders", 403), ("play", "press", 403), ("press", "press", 201)):
        _token, key = token_make(user=play.alice, name=scope + path, scope=scope)
        visitor = Client(headers={"Authorization": f"Bearer {key}"} | headers)
        body = {"text": text} | ({"ref": play.waiting.ref} if path == "orders" else {})
        answer = visitor.post(f"/api/games/{play.game.slug}/{path}/", body, content_type="application/json")
        assert answer.status_code == status, (scope, path, answer.content)
    assert texts(play, "bob") == ["hello"]


def test_a_conversation_says_why_nobody_would_read_an_answer(play: Table) -> None:
    write(play, "bob", "alice", text="hello")
    Player.objects.filter(user=play.bob).update(state=Player.State.CARETAKER)
    page = client("alice").get(f"/g/{play.game.slug}/messages/1/").content.decode()
    assert "The caretaker holds" in page and "<textarea" not in page
