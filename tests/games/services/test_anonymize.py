"""What an account that is deleted leaves behind in games, and what it can no longer get."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account, export_account
from games.errors import NotAllowed
from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, Entry, Game, OutboxMail, Player
from games.services import receivers
from games.services.disputes import dispute_raise, dispute_settle, reveal_hidden
from games.services.invitations import invite_send
from games.services.lobby import game_join, game_rematch
from games.services.locks import game_lock
from games.services.organize import game_replace, game_void
from tests.games.kit import make_table, person, table

pytestmark = pytest.mark.django_db(transaction=True)


def organizer(name: str = "root") -> User:
    return User.objects.create_superuser(name, f"{name}@example.org", "a long password 1")


def test_a_request_that_was_late_gives_no_seat_to_a_deleted_account() -> None:
    play = table()
    carol = person("carol")
    stale = User.objects.get(pk=carol.pk)
    open_table = make_table(play.alice, name="x", rules="modern", seats_wanted=4)
    delete_account(carol)
    with pytest.raises(NotAllowed):
        game_join(game_id=open_table.pk, user=stale)
    with pytest.raises(NotAllowed):
        make_table(stale, name="y", rules="modern", seats_wanted=3)
    with pytest.raises(NotAllowed):
        game_replace(game_id=play.game.pk, user=organizer(), reason="x", seat=0, by=stale)
    assert not Player.objects.filter(user=carol).exists()
    assert not Game.objects.filter(creator=carol).exists()


def test_a_request_that_was_late_makes_no_rematch_for_a_deleted_account() -> None:
    play = table()
    game_void(game_id=play.game.pk, user=organizer(), reason="x")
    stale = User.objects.get(pk=play.bob.pk)
    delete_account(play.bob)
    with pytest.raises(NotAllowed):
        game_rematch(game_id=play.game.pk, user=stale)


def test_an_account_is_deleted_while_its_table_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    game = make_table(alice, name="x", rules="modern", seats_wanted=3)
    game_join(game_id=game.pk, user=bob)

    def locked(game_id: int, **wishes: Any) -> Game:
        from games.services import lobby

        row = game_lock(game_id)
        Player.objects.create(game=row, user=carol, colour=lobby.pick_colour(row))
        lobby.set_up_game(row)
        return game_lock(game_id)

    monkeypatch.setattr(receivers, "game_lock", locked)
    delete_account(bob)
    assert Player.objects.get(game=game, user=bob).state == Player.State.RESIGNED


def history(game: Game) -> str:
    return Client().get(reverse("game-history", args=[game.slug])).content.decode()


def test_the_name_leaves_the_notes_of_the_host() -> None:
    play, root, carol = table(), organizer(), person("carol")
    game_replace(game_id=play.game.pk, user=root, reason="away", seat=play.seat(play.bob), by=carol)
    reveal_hidden(game_id=play.game.pk, user=root, reason="a question")
    assert "carol now plays" in history(play.game) and "in place of bob" in history(play.game)
    delete_account(play.bob)
    assert "carol now plays" in history(play.game) and "in place of somebody who has left" in history(play.game)
    delete_account(carol)
    assert "Somebody who has left now plays" in history(play.game)
    assert "The organizer root opened hidden information" in history(play.game)
    organizer("deputy")
    delete_account(root)
    assert "An organizer opened hidden information" in history(play.game)
    kept = [*Entry.objects.values_list("events", flat=True), *AuditEntry.objects.values_list("details", flat=True)]
    kept += OutboxMail.objects.values_list("context", flat=True)
    assert not any(f"'{name}'" in str(each) for each in kept for name in ("bob", "carol", "root"))
    outbox_deliver()
    assert not any("carol" in sent.body for sent in mail.outbox)


def test_the_organizer_who_called_a_game_off_is_not_named_any_more() -> None:
    play, root = table(), organizer()
    game_void(game_id=play.game.pk, user=root, reason="a mistake")
    organizer("deputy")
    delete_account(root)
    page = Client().get(reverse("game", args=[play.game.slug])).content.decode()
    assert "The organizer called the game off" in page and "root" not in page


def test_invitations_go_with_who_sent_them() -> None:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    game = make_table(alice, name="x", rules="modern", seats_wanted=5)
    game_join(game_id=game.pk, user=bob)
    invite_send(game_id=game.pk, user=alice, whom="friend@example.com")
    invite_send(game_id=game.pk, user=alice, whom="carol")
    invite_send(game_id=game.pk, user=bob, whom="dora@example.com")
    delete_account(alice)
    outbox_deliver()
    assert [sent.to for sent in mail.outbox] == [["dora@example.com"]]
    gone = OutboxMail.objects.exclude(address="dora@example.com")
    assert set(gone.values_list("address", "state")) == {("", OutboxMail.State.CANCELLED)}
    assert not any("alice" in str(context) for context in gone.values_list("context", flat=True))
    visitor = Client()
    visitor.force_login(bob)
    page = visitor.get(reverse("game-lobby", args=[game.slug])).content.decode()
    assert "carol" in page and "alice" not in page and "by <" not in page
    visitor.force_login(carol)
    assert "Somebody invites you" in visitor.get(reverse("home")).content.decode()


def test_invitations_go_with_whom_they_ask() -> None:
    alice, bob = person("alice"), person("bob")
    game = make_table(alice, name="x", rules="modern", seats_wanted=5)
    invite_send(game_id=game.pk, user=alice, whom="Bob")
    delete_account(bob)
    outbox_deliver()
    assert not mail.outbox
    visitor = Client()
    visitor.force_login(alice)
    page = visitor.get(reverse("game-lobby", args=[game.slug])).content.decode()
    assert "Bob" not in page and "gone-" not in page


def test_the_export_has_the_orders_from_a_seat_that_was_given_away() -> None:
    play, carol = table(), person("carol")
    user, seat = play.asked_user, play.waiting.seat
    play.order(play.likely())
    game_replace(game_id=play.game.pk, user=organizer(), reason="away", seat=seat, by=carol)
    told = export_account(user)["games"]
    assert [each["address"] for each in told] == [play.game.slug] and told[0]["seat"] is None
    mine = Entry.objects.filter(game=play.game, actor=f"user:{user.pk}").order_by("seq")
    assert [order["order"] for order in told[0]["orders"]] == [entry.order for entry in mine] != []
    assert export_account(carol)["games"][0] | {"joined_at": ""} == {
        "game": play.game.name,
        "address": play.game.slug,
        "rules": play.game.rules,
        "seat": seat,
        "colour": play.game.players.get(seat=seat).colour,
        "state": "playing",
        "result": "",
        "joined_at": "",
        "standing_order": "",
        "word_for_the_dice": play.game.players.get(seat=seat).word,
        "orders": [],
    }


def test_the_export_has_questions_with_their_answers() -> None:
    play, root = table(), organizer()
    dispute_raise(game_id=play.game.pk, user=play.alice, text="Is that right?")
    dispute_settle(game_id=play.game.pk, user=root, answer="It is.")
    dispute_raise(game_id=play.game.pk, user=play.alice, text="And that?")
    dispute_raise(game_id=play.game.pk, user=play.bob, text="What of me?")
    told = export_account(play.alice)["questions"]
    assert [(each["text"], each["answer"]) for each in told] == [("Is that right?", "It is."), ("And that?", None)]
    assert [(each["action"], each["text"]) for each in export_account(root)["acts"]] == [("dispute.settle", "It is.")]


def test_the_export_has_tables_and_invitations() -> None:
    alice, bob = person("alice"), person("bob")
    game = make_table(alice, name="x", rules="modern", seats_wanted=4)
    game_join(game_id=game.pk, user=bob)
    for user, whom in ((alice, "friend@example.com"), (alice, "Bob"), (bob, "dora@example.com")):
        invite_send(game_id=game.pk, user=user, whom=whom)
    told = export_account(alice)
    assert [each["address"] for each in told["tables"]] == [game.slug]
    assert [each["whom"] for each in told["invitations"]] == ["friend@example.com", "Bob"]
    assert not export_account(bob)["tables"]
