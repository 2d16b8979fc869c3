"""Before the first move, and after the last: making, joining, leaving, inviting, starting, playing again."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from accounts.services import delete_account, export_account
from games.errors import LobbyError, NotAllowed
from games.mail.outbox import outbox_deliver
from games.models import Game, OutboxMail, Player
from games.models.game import WATCHABLE
from games.selectors.access import game_for
from games.selectors.integrity import game_issues
from games.services.invitations import MOST_INVITED, invite_send
from games.services.lobby import (
    game_call_off,
    game_join,
    game_leave,
    game_rematch,
    game_start,
    next_name,
)
from games.services.organize import game_void
from games.services.table_settings import TableSettings
from games.services.tables import table_create
from games.wording.amounts import in_fours
from games.wording.seats import people_of
from tests.games.kit import make_table, person, table
from tests.games.views.test_play import client
from tests.kit.markup import one_line

pytestmark = pytest.mark.django_db


def open_table(**fields: object) -> Game:
    given = {"name": "Low Tide", "rules": "modern", "seats_wanted": 4, **fields}
    return make_table(person("alice"), **given)


def form(**fields: object) -> dict[str, object]:
    return {
        "name": "Slow River",
        "rules": "modern",
        "seats_wanted": "4",
        "colour": "blue",
        "turn_hours": "24",
        "reaction_hours": "24",
        "watch": "anyone",
        "public": "on",
        "invite": "",
        **fields,
    }


def sent(**fields: object) -> QueryDict:
    """The same as a browser sends it."""
    made = QueryDict(mutable=True)
    for name, value in form(**fields).items():
        made.setlist(name, list(value) if isinstance(value, list | tuple) else [str(value)])
    return made


def test_a_game_is_made_on_a_page_and_waits_for_players() -> None:
    alice = person("alice")
    visitor = client(alice)
    assert visitor.get(reverse("game-new")).status_code == 200
    answer = visitor.post(reverse("game-new"), form(invite="bob@example.org\ncarol"))
    game = Game.objects.get()
    assert answer.headers["Location"] == reverse("game-lobby", args=[game.slug])
    assert game.is_open and game.digest and game.turn_hours == 24
    assert Player.objects.get(game=game).colour == "blue"
    assert OutboxMail.objects.get(template="invitation", state="queued").address == "bob@example.org"
    lobby, invitation = reverse("game-lobby", args=[game.slug]), reverse("invite", args=[game.invite_token])
    for page in (visitor.get(lobby), Client().get(invitation)):
        assert page.status_code == 200 and in_fours(game.digest) in page.content.decode()


def test_with_bots_in_all_other_seats_it_begins_at_once() -> None:
    answer = client(person("alice")).post(reverse("game-new"), form(**{"bots-recruit": "2", "bots-veteran": "1"}))
    game = Game.objects.get()
    assert answer.headers["Location"] == reverse("game", args=[game.slug])
    assert game.is_running and Player.objects.filter(game=game).exclude(bot="").count() == 3


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"rules": "chess"},
        {"seats_wanted": "2", "rules": "capital"},
        {"turn_hours": "0"},
        {"turn_hours": "400"},
        {"bots-recruit": "4"},
        {"colour": "pink"},
        {"bots-recruit": "-1"},
        {"modern-fortify": "nonsense"},
    ],
)
def test_a_form_that_is_wrong_comes_back(wrong: dict[str, str]) -> None:
    answer = client(person("alice")).post(reverse("game-new"), form(**wrong))
    assert answer.status_code == 422 and not Game.objects.exists()


def test_a_wrong_address_lays_out_no_table_and_a_failed_invitation_no_second_one() -> None:
    visitor = client(person("alice"))
    answer = visitor.post(reverse("game-new"), form(invite="bob@example.org\ncarol@"))
    assert answer.status_code == 422 and "carol@ is not an email address" in answer.content.decode()
    assert not Game.objects.exists()
    for _ in range(4):
        answer = visitor.post(reverse("game-new"), form(invite="bob@example.org"), follow=True)
        assert answer.status_code == 200
    page = answer.content.decode()
    assert Game.objects.count() == 4 and "Share the game’s link instead" in page
    assert OutboxMail.objects.filter(template="invitation").count() == 3


def test_a_switch_is_kept() -> None:
    client(person("alice")).post(reverse("game-new"), form(**{"modern-fortify": "connected_one"}))
    assert Game.objects.get().options == {"fortify": "connected_one", "setup_orders": "planned"}


def test_joining_leaving_and_the_last_seat() -> None:
    game = open_table(seats_wanted=3)
    bob, carol = person("bob"), person("carol")
    game_join(game_id=game.pk, user=bob)
    game_join(game_id=game.pk, user=bob)
    assert game.players.count() == 2
    game_leave(game_id=game.pk, user=bob)
    assert game.players.count() == 1
    game_join(game_id=game.pk, user=bob, colour="violet")
    assert game_join(game_id=game.pk, user=carol).is_running
    with pytest.raises(LobbyError):
        game_join(game_id=game.pk, user=person("dora"))
    with pytest.raises(LobbyError):
        game_leave(game_id=game.pk, user=bob)


def test_a_taken_colour_is_refused() -> None:
    game = open_table(colour="green")
    with pytest.raises(LobbyError):
        game_join(game_id=game.pk, user=person("bob"), colour="green")


def test_only_the_creator_starts_and_only_with_enough() -> None:
    game = open_table()
    bob = person("bob")
    game_join(game_id=game.pk, user=bob)
    with pytest.raises(NotAllowed):
        game_start(game_id=game.pk, user=bob)
    with pytest.raises(LobbyError):
        game_start(game_id=game.pk, user=game.creator)
    game_join(game_id=game.pk, user=person("carol"))
    assert game_start(game_id=game.pk, user=game.creator).is_running
    assert (
        OutboxMail.objects.filter(template="started").count() + OutboxMail.objects.filter(template="turn").count() == 3
    )


def test_a_table_for_given_people_begins_at_once_with_all_of_them_and_a_word_of_each() -> None:
    people = [person(name) for name in ("alice", "bob", "carol")]
    settings = TableSettings(name="Cup", rules="modern", seats_wanted=4, bots=("recruit",), colour="green", word="hay")
    game = table_create(settings, people)
    seated = list(game.players.order_by("pk"))
    assert game.is_running and game.creator is None and [player.user for player in seated] == [*people, None]
    assert sorted(player.seat for player in seated) == [0, 1, 2, 3] and seated[0].colour == "green"
    words = [player.word for player in seated[:3]]
    assert words[0] == "hay" and all(words) and len(set(words)) == 3 and not list(game_issues(game))
    assert OutboxMail.objects.filter(game=game, template__in=["started", "turn"]).count() == 3


def test_a_table_with_a_seat_left_waits_and_names_no_host_where_nobody_made_it() -> None:
    alice, bob = person("alice"), person("bob")
    game = table_create(TableSettings(name="Cup", rules="modern", seats_wanted=3), [alice, bob])
    assert game.is_open and game.players.count() == 2
    lobby = client(alice).get(reverse("game-lobby", args=[game.slug])).content.decode()
    assert "It starts when all seats are taken." in one_line(lobby)
    assert "You are invited" in Client().get(reverse("invite", args=[game.invite_token])).content.decode()
    assert client(person("carol")).get(reverse("home")).status_code == 200
    with pytest.raises(NotAllowed):
        game_start(game_id=game.pk, user=alice)


@pytest.mark.parametrize(
    ("names", "error", "words"),
    [
        ("", LobbyError, "at least one person"),
        ("alice bob alice", LobbyError, "alice cannot sit in two seats"),
        ("alice bob carol dave", LobbyError, "more players than seats"),
        ("alice bob gone", NotAllowed, "may not do that"),
    ],
)
def test_a_table_that_cannot_seat_somebody_leaves_nothing_behind(
    names: str, error: type[Exception], words: str
) -> None:
    people = {name: person(name) for name in ("alice", "bob", "carol", "dave", "gone")}
    delete_account(people["gone"])
    with pytest.raises(error, match=words):
        table_create(
            TableSettings(name="Cup", rules="modern", seats_wanted=3), [people[name] for name in names.split()]
        )
    assert not Game.objects.exists() and not Player.objects.exists() and not OutboxMail.objects.exists()


def test_who_leaves_hands_the_table_on_and_the_last_puts_it_away() -> None:
    game = open_table()
    bob = person("bob")
    game_join(game_id=game.pk, user=bob)
    game_leave(game_id=game.pk, user=game.creator)
    game.refresh_from_db()
    assert game.creator == bob
    game_leave(game_id=game.pk, user=bob)
    game.refresh_from_db()
    assert game.status == Game.Status.VOID


def test_a_private_table_needs_its_invitation() -> None:
    game = open_table(public=False)
    bob = person("bob")
    with pytest.raises(NotAllowed):
        game_join(game_id=game.pk, user=bob)
    visitor = client(bob)
    address = reverse("invite", args=[game.invite_token])
    assert visitor.get(address).status_code == 200 and game.players.count() == 1
    assert visitor.post(address).status_code == 302 and game.players.count() == 2
    assert Client().get(address).status_code == 200
    assert Client().post(address).headers["Location"].startswith(reverse("account_login"))


def test_who_may_join_sees_the_table_and_who_may_not_watch_no_game() -> None:
    game = open_table(watch="players")
    lobby = reverse("game-lobby", args=[game.slug])
    assert Client().get(lobby).status_code == 200
    for name in ("bob", "carol", "dora"):
        game = game_join(game_id=game.pk, user=person(name))
    assert game.is_running
    assert Client().get(reverse("game", args=[game.slug])).status_code == 404 == Client().get(lobby).status_code


def test_buttons_of_the_lobby() -> None:
    game = open_table()
    address = reverse("game-lobby", args=[game.slug])
    visitor = client(person("bob"))
    for do in ("join", "invite", "leave"):
        assert visitor.post(address, {"do": do, "whom": "x@example.org"}).status_code == 302
    assert visitor.post(address, {"do": "dance"}).status_code == 404
    assert client(game.creator).post(address, {"do": "start"}).status_code == 422


def test_an_invitation_goes_out_once_and_tells_nothing_of_accounts() -> None:
    game = open_table()
    assert game.creator is not None
    assert invite_send(game_id=game.pk, user=game.creator, whom="bob@example.org")
    assert not invite_send(game_id=game.pk, user=game.creator, whom="Bob@Example.org")
    assert invite_send(game_id=game.pk, user=game.creator, whom="nobody-of-this-name")
    assert not invite_send(game_id=game.pk, user=game.creator, whom="Nobody-of-this-name")
    with pytest.raises(LobbyError):
        invite_send(game_id=game.pk, user=game.creator, whom="no@address@at.all")
    with pytest.raises(NotAllowed):
        invite_send(game_id=game.pk, user=person("eve"), whom="x@example.org")
    outbox_deliver()
    assert [message.to for message in mail.outbox] == [["bob@example.org"]]
    assert game.invite_token in mail.outbox[0].body
    for number in range(MOST_INVITED - 2):
        invite_send(game_id=game.pk, user=game.creator, whom=f"{number}@example.org")
    with pytest.raises(LobbyError):
        invite_send(game_id=game.pk, user=game.creator, whom="one-more@example.org")


def test_the_same_table_once_more() -> None:
    play = table(late_policy=Game.Late.CARETAKER)
    with pytest.raises(LobbyError):
        game_rematch(game_id=play.game.pk, user=play.alice)
    Game.objects.filter(pk=play.game.pk).update(status=Game.Status.OVER)
    with pytest.raises(NotAllowed):
        game_rematch(game_id=play.game.pk, user=person("eve"))
    again = game_rematch(game_id=play.game.pk, user=play.alice)
    assert (
        again.name == "Long Winter 2"
        and again.is_open
        and again.late_policy == Game.Late.CARETAKER
        and again.rematch_of == play.game
    )
    assert game_rematch(game_id=play.game.pk, user=play.bob).pk == again.pk
    again.refresh_from_db()
    assert again.is_running


def test_the_list_puts_ones_own_turn_first() -> None:
    play = table()
    visitor = client(play.asked_user)
    page = visitor.get(reverse("home")).content.decode()
    assert "It’s your turn in one game" in page and page.count(f">{play.game.name}</a></h2>") == 1
    assert visitor.get(reverse("game-next")).headers["Location"] == reverse("game", args=[play.game.slug])
    other = play.bob if play.asked_user == play.alice else play.alice
    page = client(other).get(reverse("home")).content.decode()
    assert "Take your turn" not in page and page.count('class="wait-row"') == 1 and "’s turn<span>until" in page


def test_open_tables_are_listed_for_others_only() -> None:
    game = open_table()
    open_private = make_table(person("eve"), name="Secret", rules="modern", seats_wanted=3, public=False)
    listed = client(person("bob")).get(reverse("home")).content.decode()
    assert f"1 of {game.seats_wanted} seats taken" in listed and game.name in listed and open_private.name not in listed
    own = client(game.creator).get(reverse("home")).content.decode()
    assert "No open games right now." in own and "Waiting for players" in own


def test_other_pages_open() -> None:
    play = table()
    for address in ("/", "/fair/", "/inbox/", "/players/alice/"):
        assert Client().get(address).status_code == 200, address
    assert Client().get("/players/nobody/").status_code == 404
    odds = reverse("game-odds", args=[play.game.slug])
    assert client(play.alice).get(odds, {"attackers": "8", "path": "5 2"}).status_code == 200
    assert client(play.alice).get(odds, {"attackers": "8", "path": "x"}).status_code == 422
    history = reverse("game-history", args=[play.game.slug])
    assert client(play.alice).get(history).status_code == 200
    assert client(play.alice).get(f"{history}1/").status_code == 200
    assert client(play.alice).get(f"{history}999/").status_code == 404


def test_an_account_that_goes_leaves_its_tables() -> None:
    play = table()
    assert export_account(play.bob)["games"][0]["game"] == "Long Winter"
    waits = open_table_of(play.bob)
    delete_account(play.bob)
    waits.refresh_from_db()
    assert waits.status == Game.Status.VOID
    assert Player.objects.get(game=play.game, user=play.bob).state == Player.State.RESIGNED


def open_table_of(user: object) -> Game:
    return make_table(user, name="Mine", rules="modern", seats_wanted=3)


def test_the_front_shows_a_listed_game_that_is_being_played() -> None:
    play = table(watch=Game.Watch.LISTED)
    page = Client().get("/")
    assert page.status_code == 200 and play.game.name in page.content.decode()
    assert page.content == Client().get("/").content
    assert client(play.alice).get("/").status_code == 302


def test_the_creator_starts_early_with_bots_in_the_free_seats() -> None:
    game = open_table()
    game_join(game_id=game.pk, user=person("bob"))
    alice = client(game.creator)
    lobby = reverse("game-lobby", args=[game.slug])
    assert 'value="recruit" selected' in alice.get(lobby).content.decode()
    assert alice.post(lobby, {"do": "start"}).status_code == 422  # two people are too few without bots
    assert alice.post(lobby, {"do": "start", "fill": "chess"}).status_code == 422
    assert alice.post(lobby, {"do": "start", "fill": "caretaker"}).status_code == 422
    assert alice.post(lobby, {"do": "start", "fill": "recruit"}).status_code == 302
    game.refresh_from_db()
    assert game.is_running and game.seats_wanted == 4
    assert Player.objects.filter(game=game, bot="recruit").count() == 2


def test_who_laid_out_the_table_calls_it_off_and_everybody_there_is_told() -> None:
    game, bob = open_table(public=False), person("bob")
    game_join(game_id=game.pk, user=bob, invite_token=game.invite_token)
    invite_send(game_id=game.pk, user=game.creator, whom="carol@example.org")
    with pytest.raises(NotAllowed):
        game_call_off(game_id=game.pk, user=bob)
    answer = client(game.creator).post(reverse("game-lobby", args=[game.slug]), {"do": "call_off"}, follow=True)
    assert "You cancelled" in answer.content.decode()
    game_call_off(game_id=game.pk, user=game.creator)
    outbox_deliver()
    (letter,) = mail.outbox
    assert letter.to == [bob.email] and letter.subject == "Low Tide was called off"
    assert "alice called off Low Tide before it began" in letter.body.replace("\n", " ")
    page = client(bob).get(reverse("game-lobby", args=[game.slug])).content.decode()
    assert "called off before it began" in page and "Leave the table" not in page and "Send the invitation" not in page


def asked_in(game: Game) -> Any:
    return Client().get(reverse("invite", args=[game.invite_token]))


def test_an_invitation_to_a_table_that_was_called_off_names_nobody() -> None:
    game = open_table()
    game_call_off(game_id=game.pk, user=game.creator)
    answer = asked_in(game)
    page = answer.content.decode()
    assert answer.status_code == 410 and "called off before it began" in page
    assert "Low Tide" not in page and "alice" not in page
    assert client(person("bob")).post(reverse("invite", args=[game.invite_token])).status_code == 410


@pytest.mark.parametrize("watch", WATCHABLE)
def test_an_invitation_to_a_game_that_was_called_off_leads_where_anyone_may_watch(watch: str) -> None:
    play = table(watch=watch)
    game_void(game_id=play.game.pk, user=person("olga"), reason="The tournament has moved.")
    answer = asked_in(play.game)
    assert answer.status_code == 200 and "See the result" in answer.content.decode()
    Game.objects.update(watch=Game.Watch.PLAYERS)
    answer = asked_in(play.game)
    assert answer.status_code == 410 and "Long Winter" not in answer.content.decode()


def test_an_organizer_who_calls_a_table_off_tells_its_people_why() -> None:
    game = open_table()
    organizer = person("olga")
    organizer.is_superuser = True
    organizer.save()
    game_void(game_id=game.pk, user=organizer, reason="The tournament has moved.")
    outbox_deliver()
    (letter,) = mail.outbox
    assert letter.to == [game.creator.email] and "“The tournament has moved.”" in letter.body


def test_who_comes_to_a_game_that_has_begun_may_watch_it_or_come_in() -> None:
    game = open_table(seats_wanted=3, bots=["recruit", "recruit"])
    page = one_line(Client().get(reverse("invite", args=[game.invite_token])).content.decode())
    assert "This game has already begun." in page and "Are you one of its players?" in page
    assert reverse("game", args=[game.slug]) in page


def test_who_was_invited_and_has_not_come_stands_in_the_lobby() -> None:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    game = make_table(alice, name="Slow River", rules="modern", seats_wanted=4)
    for whom in ("bob", "Carol", "nobody-here", "dora@example.com", "eve@example.com", "BOB@example.org"):
        invite_send(game_id=game.pk, user=alice, whom=whom)
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True, primary=True)
    url = reverse("game-lobby", args=[game.slug])
    assert "BOB@example.org" in client(alice).get(url).content.decode()
    game_join(game_id=game.pk, user=bob, invite_token=game.invite_token)
    own = one_line(client(alice).get(url).content.decode())
    part = own[own.index(">Invited<") : own.index("</section>", own.index(">Invited<"))]
    assert "Carol" in part and "nobody-here" in part and "dora@example.com" in part
    assert "bob" not in part.lower(), "who has joined is expected no longer, by name or by address"
    other = one_line(client(bob).get(url).content.decode())
    assert "carol" in other and "by alice" in other and "2 people invited by email" in other
    assert "dora@" not in other and "nobody-here" not in other
    for stranger in (client(carol), client(None)):
        assert ">Invited<" not in stranger.get(url).content.decode()


def test_a_line_that_is_refused_stays_as_it_was_typed() -> None:
    game = open_table(seats_wanted=3)
    url = reverse("game-lobby", args=[game.slug])
    said = {"do": "invite", "whom": "dora@example.com", "note": "See www.evil.example"}
    answer = client(game.creator).post(url, said)
    page = answer.content.decode()
    assert answer.status_code == 422 and "Leave web and email addresses out of your line" in page
    assert 'value="dora@example.com"' in page and 'value="See www.evil.example"' in page
    assert client(game.creator).post(url, said | {"note": "See you there"}).status_code == 302
    assert game.mails.get().context["note"] == "See you there"


def test_an_invitation_offers_the_seat_before_the_rules() -> None:
    alice = person("alice")
    game = make_table(alice, name="Slow River", rules="modern", seats_wanted=3, overlays=["exp_commander"])
    url = reverse("invite", args=[game.invite_token])
    new, known = (one_line(client(user).get(url).content.decode()) for user in (None, person("bob")))
    assert "Sign up" in new and f"/accounts/signup/?next={url}" in new
    assert new.index("Fieldpost is a place for slow games") < new.index("Sign up") < new.index("<summary><span>Dice<")
    assert game.digest[:4] not in new[: new.index("<summary><span>Dice<")], "64 figures come last, and folded"
    for page, action in ((new, "Sign up"), (known, ">Join</button>")):
        assert page.index(action) < page.index("The game</h2>") < page.index("Players</h2>")
        assert "Modern with “Commander" in page and "In short" not in page


def test_two_bots_of_a_kind_are_told_apart() -> None:
    alice = person("alice")
    bots = ["recruit", "veteran", "recruit"]
    game = make_table(alice, name="Slow River", rules="classic_1959", seats_wanted=4, bots=bots)
    access = game_for(alice, game.slug)
    assert sorted(player.label for player in access.players) == ["Recruit 1", "Recruit 2", "Veteran", "alice"]
    assert {person.name for person in people_of(access.players, None)} == {"alice", "Recruit 1", "Recruit 2", "Veteran"}
    page = client(alice).get(reverse("game", args=[game.slug])).content.decode()
    assert "Recruit 1" in page and "Recruit 2" in page


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Low Tide", "Low Tide 2"),
        ("Low Tide 9", "Low Tide 10"),
        ("x" * 60, "x" * 58 + " 2"),
        ("1914", "1914, game 2"),
        ("Cup 1.1, game 9", "Cup 1.1, game 10"),
    ],
)
def test_the_next_game_has_a_name_of_its_own(name: str, following: str) -> None:
    assert next_name(name) == following


def test_an_invitation_that_was_cut_off_says_so() -> None:
    answer = client(None).get(reverse("invite", args=["no-such-table"]))
    assert answer.status_code == 404 and "ask the player who invited you" in answer.content.decode()
