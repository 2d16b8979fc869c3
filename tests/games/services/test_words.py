"""Dice that nobody has to trust: what each player adds to them, what is shown of it when, and the heads that prove a
log."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from accounts.models import User
from engine import journal
from games.errors import LobbyError
from games.models import Entry, Game, GameKey, Player
from games.play import chain
from games.selectors.integrity import game_issues
from games.services import organize
from games.services.lobby import game_join, game_leave, game_rematch, game_start
from games.services.tokens import token_make
from tests.games.kit import Table, finish, make_table, person, table
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db

OWL, EEL = "owl in the ivy", "eel under the pier"


def gathering(seats: int = 3, **fields: Any) -> Game:
    """A table of Alice's with her word, at which seats are free."""
    return make_table(person("alice"), name="Ivy", rules="classic_1959", seats_wanted=seats, word=OWL, **fields)


def words_of(game: Game) -> list[tuple[str, str]]:
    start = Entry.objects.get(game=game, kind="start").action or {}
    return [(each["colour"], each["word"]) for each in start["joined"]]


def key_of(game: Game) -> bytes:
    return bytes(GameKey.objects.get(game=game).key)


def test_the_words_go_into_the_first_head_in_the_order_in_which_people_sat_down() -> None:
    game = gathering(colour="green", bots=["random"])
    game = game_join(game_id=game.pk, user=person("bob"), colour="violet", word=EEL)
    assert words_of(game) == [("green", OWL), ("red", ""), ("violet", EEL)]
    header = chain.whole_log(game).header
    assert header.fieldpost == 2 and [joined.word for joined in header.joined] == [OWL, "", EEL]  # type: ignore[union-attr]
    chance = journal.chance_after(key_of(game), journal.first_head(header))
    seats = list(game.players.order_by("seat").values_list("colour", flat=True))
    assert list(journal.seat_order(header, chance)) == seats == list(header.seats)
    assert not list(game_issues(game))


def test_another_word_gives_another_order_under_the_same_key() -> None:
    """A host who tried keys until the seats and the land were to their liking tried in vain."""
    game = gathering()
    for name in ("bob", "carol"):
        game = game_join(game_id=game.pk, user=person(name))
    players = list(game.players.order_by("pk"))
    found, dealt = set(), set()
    for number in range(40):
        players[-1].word = f"word {number}"
        start = chain.start_payload(game, players, key_of(game))
        found.add(tuple(start["seats"]))
        played = journal.set_up(
            chain.header_of(start, game.digest), chain.start_chance(start, game.digest, key_of(game))
        )
        dealt.add(tuple(played.draws))
    assert len(found) == 6 and len(dealt) == 40


def test_the_key_is_sealed_when_the_game_is_created_and_stays() -> None:
    game = gathering()
    digest, key = game.digest, key_of(game)
    assert digest == journal.digest_of(key)
    game = game_join(game_id=game.pk, user=person("bob"))
    game = game_start(game_id=game.pk, user=User.objects.get(username="alice"), fill="random")
    assert (game.digest, key_of(game)) == (digest, key)


def test_who_has_no_word_adds_a_random_one_and_a_bot_none() -> None:
    game = gathering(bots=["random"])
    game = game_join(game_id=game.pk, user=person("bob"), word=" \u202e ")
    words = dict(words_of(game))
    colours = {player.label: player.colour for player in game.players.select_related("user")}
    assert len(words[colours["bob"]]) == 32 and words[colours["alice"]] == OWL
    assert [word for colour, word in words.items() if colour not in (colours["bob"], colours["alice"])] == [""]


def test_a_word_that_is_too_long_is_refused_and_nobody_sits_down() -> None:
    game = gathering()
    bob = person("bob")
    with pytest.raises(LobbyError, match="at most 64 characters"):
        game_join(game_id=game.pk, user=bob, word="x" * 65)
    address = reverse("game-lobby", args=[game.slug])
    answer = client(bob).post(address, {"do": "join", "word": "x" * 65})
    assert answer.status_code == 422 and "at most 64 characters" in answer.content.decode()
    assert game.players.count() == 1
    client(bob).post(address, {"do": "join", "word": f" {EEL}\n "})
    assert game.players.get(user=bob).word == EEL


def test_the_form_for_a_new_game_takes_the_word_of_its_creator() -> None:
    from tests.games.services.test_lobby import form

    client(person("alice")).post(reverse("game-new"), form(word=OWL))
    assert Player.objects.get(user__username="alice").word == OWL


def test_a_seat_taken_again_seals_the_new_word() -> None:
    game, bob = gathering(), person("bob")
    game_join(game_id=game.pk, user=bob, word=EEL)
    before = game.players.get(user=bob).word_seal
    game_leave(game_id=game.pk, user=bob)
    game_join(game_id=game.pk, user=bob, word="heron")
    after = game.players.get(user=bob)
    assert after.word_seal == journal.seal_word(key_of(game), journal.Joined(after.colour, "heron")) != before


def test_a_rematch_takes_the_words_of_those_who_ask_for_it() -> None:
    play = table()
    finish(play, play.seat(play.alice))
    again = game_rematch(game_id=play.game.pk, user=play.alice, word=OWL)
    game_rematch(game_id=play.game.pk, user=play.bob, word=EEL)
    assert sorted(word for _, word in words_of(again)) == ["", EEL, OWL]


# ---- secrecy


def api(user: Any, slug: str) -> str:
    _token, text = token_make(user=user, name="eye", scope="play")
    return Client(headers={"Authorization": f"Bearer {text}"}).get(f"/api/games/{slug}/").content.decode()


def test_nobody_reads_the_word_of_another_before_the_start() -> None:
    game = gathering(seats=3)
    bob, eve, root = person("bob"), person("eve"), person("root")
    root.is_staff = root.is_superuser = True
    root.save()
    game = game_join(game_id=game.pk, user=bob, word=EEL)
    alice = game.creator
    assert alice is not None
    player = game.players.get(user=alice)
    addresses = [
        reverse("game-lobby", args=[game.slug]),
        reverse("invite", args=[game.invite_token]),
        reverse("home"),
        reverse("landing"),
        reverse("organize-game", args=[game.slug]),
        f"/admin/games/player/{player.pk}/change/",
        "/admin/games/player/",
        f"/admin/games/game/{game.pk}/change/",
        reverse("game-log", args=[game.slug]),
        reverse("game-dice", args=[game.slug]),
    ]
    for reader in (bob, eve, root, None):
        visitor = client(reader) if reader else Client()
        for address in addresses:
            assert OWL not in visitor.get(address, follow=True).content.decode(), (reader, address)
        assert reader is None or OWL not in api(reader, game.slug)
    lobby = client(bob).get(addresses[0]).content.decode()
    assert EEL in lobby and player.word_seal in lobby and player.word_seal in api(eve, game.slug)
    assert OWL in client(alice).get(addresses[0]).content.decode()


def test_all_words_are_published_at_the_start() -> None:
    game = gathering()
    game_join(game_id=game.pk, user=person("bob"), word=EEL)
    game = game_join(game_id=game.pk, user=person("carol"), word="<b>carp</b>")
    page = client(person("eve")).get(reverse("game-dice", args=[game.slug])).content.decode()
    assert all(said in page for said in (OWL, EEL, "&lt;b&gt;carp&lt;/b&gt;")) and "<b>carp" not in page
    header = json.loads(chain.published_log(game).split("\n")[0])
    assert [each["word"] for each in header["joined"]] == [OWL, EEL, "<b>carp</b>"]
    assert chain.first_head(Entry.objects.get(game=game, kind="start").action or {}, game.digest)[:16] in page
    assert key_of(game).hex() not in page and "dice.js" not in page
    told = json.loads(api(person("dan"), game.slug))["players"]
    assert {each["word"] for each in told} == {OWL, EEL, "<b>carp</b>"}


def test_programs_add_a_word_when_they_sit_down() -> None:
    game, bob = gathering(), person("bob")
    _token, text = token_make(user=bob, name="eye", scope="play")
    visitor = Client(headers={"Authorization": f"Bearer {text}"})
    address = f"/api/games/{game.slug}/join/"
    for wrong in ("x" * 65, "a\x00b", 7):
        assert visitor.post(address, {"word": wrong}, content_type="application/json").status_code == 400
    assert visitor.post(address, {"word": EEL}, content_type="application/json").status_code == 200
    assert game.players.get(user=bob).word == EEL
    wish = {"name": "Pier", "rules": "modern", "seats": 3, "word": OWL}
    headers = {"Idempotency-Key": "one"}
    assert visitor.post("/api/games/", wish, content_type="application/json", headers=headers).status_code == 201
    assert Player.objects.get(game__name="Pier").word == OWL


# ---- heads


def test_the_head_stands_on_every_page_of_a_game() -> None:
    play = table()
    play.order(play.likely())
    head = play.fresh().head[:16]
    for name in ("game", "game-history", "game-dice"):
        assert f"<code>{head}</code>" in client(play.bob).get(reverse(name, args=[play.game.slug])).content.decode()
    finish(play, play.seat(play.alice))
    for name in ("game", "game-history", "game-dice"):
        assert f"<code>{head}</code>" in client(play.bob).get(reverse(name, args=[play.game.slug])).content.decode()


def test_a_log_written_anew_with_the_public_key_is_found_by_a_head_of_the_game() -> None:
    """The attack: somebody with the key plays another game from the same start, and publishes that."""
    play = table()
    heads = [play.fresh().head]
    for _ in range(4):
        play.order(play.likely())
        heads.append(play.fresh().head)
    organize.game_void(game_id=play.game.pk, user=person("olga"), reason="over")
    true = journal.read_log(chain.published_log(play.fresh()))
    journal.verify(true)
    assert len(journal.heads_found(true, [head[:16] for head in heads])) == 5
    last = replace(true.entries[2], source="mail")
    entries = (*true.entries[:2], last)
    key = bytes.fromhex(true.key)
    fake = journal.Log(true.header, entries, journal.heads_of(key, true.header, entries)[-1], true.key)
    journal.verify(journal.read_log(journal.write_log(fake)))
    with pytest.raises(journal.LogError, match="never had the head"):
        journal.heads_found(fake, [heads[-1][:16]])


def test_what_was_drawn_of_what_is_told_after_the_end_alone() -> None:
    play = table()
    address = reverse("game-draws", args=[play.game.slug])
    assert client(play.alice).get(address).status_code == 404
    organize.game_void(game_id=play.game.pk, user=person("olga"), reason="over")
    told = client(play.alice).get(address).json()
    log = journal.read_log(chain.published_log(play.fresh()))
    assert [len(each) for each in told] == [len(entry.draws) for entry in log.entries]


# ---- hosts, and games that began before there were words


def test_a_host_who_plays_is_marked_in_words() -> None:
    game = gathering()
    assert "site host" not in client(person("eve")).get(reverse("game-lobby", args=[game.slug])).content.decode()
    alice = game.creator
    assert alice is not None
    alice.is_superuser = True
    alice.save()
    for address in (reverse("game-lobby", args=[game.slug]), reverse("invite", args=[game.invite_token])):
        assert "site host" in client(person(f"guest{len(address)}")).get(address).content.decode()
    game_join(game_id=game.pk, user=person("bob"))
    game_start(game_id=game.pk, user=alice, fill="random")
    page = client(person("fay")).get(reverse("game", args=[game.slug])).content.decode()
    assert page.count("site host") == 2  # beside the board, and in the strip of narrow pages
    facts = json.loads(api(person("gil"), game.slug))["players"]
    assert [each["name"] for each in facts if each["host"]] == ["alice"]


def old_game() -> Table:
    """A game as it was begun before there were words: its start names no one who joined."""
    play = table()
    game = play.fresh()
    Player.objects.filter(game=game).update(word="", word_seal="")
    entry = Entry.objects.get(game=game, kind="start")
    start = {name: value for name, value in (entry.action or {}).items() if name != "joined"}
    key, header = key_of(game), chain.header_of(start, game.digest)
    played = journal.set_up(header, journal.chance_after(key, journal.first_head(header)))
    entry.action, entry.draws = start, played.draws
    entry.save()
    head = chain.next_head(chain.first_head(start, game.digest), key, entry)
    Game.objects.filter(pk=game.pk).update(head=head)
    game.snapshots.all().delete()
    return play


def test_a_game_that_began_before_words_goes_on_and_verifies() -> None:
    play = old_game()
    Entry.objects.filter(game=play.game).exclude(kind="start").delete()
    Game.objects.filter(pk=play.game.pk).update(seq=1, chained=1)
    log = chain.whole_log(play.fresh())
    assert log.header.fieldpost == 1 and journal.verify(log)
    page = client(play.alice).get(reverse("game-dice", args=[play.game.slug])).content.decode()
    assert "before players added words" in page


def test_players_who_sit_otherwise_than_drawn_are_a_fault() -> None:
    play = table()
    first, second = play.game.players.order_by("seat")[:2]
    Player.objects.filter(pk=first.pk).update(seat=9)
    Player.objects.filter(pk=second.pk).update(seat=first.seat)
    Player.objects.filter(pk=first.pk).update(seat=second.seat)
    assert any("do not sit as its journal says" in str(fault) for fault in game_issues(play.fresh()))
