"""Asking an organizer, the answer, and what is hidden: opened with a reason only, for an hour, and never in silence."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client

import engine
from games.errors import GameError
from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, Entry, Game, OutboxMail
from games.organize import game_detail, game_list
from games.services import disputes
from games.services.organize import game_replace
from games.services.seats import standing_set
from tests.games.kit import person
from tests.games.organize.kit import Desk
from tests.games.selectors.test_secrets import with_cards
from tests.games.views.test_play import client
from tests.kit.certain import some
from tests.kit.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk.of()


def ask(desk: Desk, text: str = "Was that right?", who: Client | None = None) -> int:
    return (who or client(desk.play.alice)).post(desk.url("game-ask"), {"text": text}).status_code


def test_a_question_its_place_and_its_answer(desk: Desk) -> None:
    assert ask(desk, "The throw at Iceland is wrong.") == 302
    assert "disputed" in desk.text("/organize/")
    assert "The throw at Iceland is wrong." in desk.text(desk.url("organize-game"))
    assert "The throw at Iceland" not in client(desk.play.bob).get(desk.url("game-ask")).content.decode()
    assert desk.client.post(desk.url("organize-game"), {"answer": " "}).status_code == 422
    assert desk.client.post(desk.url("organize-game"), {"answer": "It's right: one die."}).status_code == 302
    assert "Nothing needs you" in desk.text("/organize/")
    assert "It&#x27;s right: one die." in client(desk.play.alice).get(desk.url("game-ask")).content.decode()
    outbox_deliver()
    (told,) = [message for message in mail.outbox if "an answer" in message.subject]
    assert told.to == [desk.play.alice.email] and "It's right: one die." in told.body


def test_who_may_ask_how_much(desk: Desk) -> None:
    alice = client(desk.play.alice)
    assert ask(desk, "") == 422 and ask(desk, "x" * 501) == 422
    assert [ask(desk, f"{number}", alice) for number in range(4)] == [302, 302, 302, 422]
    assert ask(desk, "me too", client(person("charlie"))) == 404
    assert ask(desk, "from the desk", desk.client) == 404


def test_an_answer_needs_a_question(desk: Desk) -> None:
    answer = desk.client.post(desk.url("organize-game"), {"answer": "Hello"})
    assert answer.status_code == 422 and not AuditEntry.objects.exists()


def hidden_words(desk: Desk) -> list[str]:
    """The names of all cards that somebody holds, as the page of hidden things writes them."""
    names = engine.mapgraph(desk.play.game.map).names
    return [f"<b>{names[card]}</b>" for hand in with_cards(desk.play).values() for card in hand]


def test_hands_and_orders_are_shown_to_who_said_why(desk: Desk) -> None:
    standing_set(game_id=desk.play.game.pk, user_id=desk.play.alice.pk, text="when attacked: defend 1")
    cards, url = hidden_words(desk), desk.url("organize-hidden")
    assert "defend 1" not in desk.text(url) and not any(card in desk.text(url) for card in cards)
    assert desk.client.post(url, {"reason": " "}).status_code == 422
    assert desk.client.post(url, {"reason": "the throw at Iceland"}).status_code == 302
    cards = hidden_words(desk)
    page = desk.text(url)
    assert "defend 1" in page and all(card in page for card in some(cards))
    note = Entry.objects.filter(game=desk.play.game, kind=Entry.Kind.NOTE).get()
    assert note.events[0]["type"] == "host.opened"
    assert "the throw at Iceland" in client(desk.play.bob).get(desk.url("game")).content.decode()
    assert AuditEntry.objects.get().action == "dispute.open"
    key = bytes(desk.play.game.secret_key.key).hex()
    assert key not in page


def test_it_closes_after_an_hour_and_for_others(desk: Desk) -> None:
    url = desk.url("organize-hidden")
    desk.client.post(url, {"reason": "the throw at Iceland"})
    assert "You can see this until" in desk.text(url)
    AuditEntry.objects.update(at=desk.play.fresh().moved_at - timedelta(minutes=61))
    assert "You can see this until" not in desk.text(url)
    assert "You see everything" not in desk.text(desk.url("organize-journal"), whole=1)


def test_who_plays_sees_nothing_whoever_it_is(desk: Desk) -> None:
    desk.act("replace", seat=desk.play.waiting.seat, to="person", person="olga")
    assert desk.client.post(desk.url("organize-hidden"), {"reason": "curious"}).status_code == 403
    desk.olga.is_superuser = True
    desk.olga.save()
    answer = desk.client.post(desk.url("organize-hidden"), {"reason": "curious"})
    assert answer.status_code == 403 and "hidden things stay hidden from you" in one_line(answer.content.decode())
    assert not AuditEntry.objects.filter(action="dispute.open").exists()
    AuditEntry.objects.create(game=desk.play.game, user=desk.olga, action="dispute.open", reason="x")
    assert "You can see this until" not in desk.text(desk.url("organize-hidden"))


def test_who_has_looked_gets_no_seat(desk: Desk) -> None:
    game, seat = desk.play.game, desk.play.waiting.seat
    desk.client.post(desk.url("organize-hidden"), {"reason": "first look, then sit down"})
    AuditEntry.objects.update(at=game.created_at - timedelta(days=9))  # what was seen is known for ever
    fields = {"reason": "x", "seat": seat, "to": "person", "person": "olga"}
    answer = desk.client.post(desk.url("organize-act", "replace"), fields)
    assert answer.status_code == 422
    assert "olga has seen hidden information in this game" in one_line(answer.content.decode())
    with pytest.raises(GameError, match="somebody else"):
        game_replace(game_id=game.pk, user=desk.olga, reason="x", seat=seat, by=desk.olga)
    game_replace(game_id=game.pk, user=desk.olga, reason="x", seat=seat, by=person("nora"))
    assert game.players.get(seat=seat).user.username == "nora"


def test_the_journal_hides_drawn_cards_until_opened(desk: Desk) -> None:
    entry = Entry.objects.filter(game=desk.play.game, kind="action").order_by("-seq").first()
    if entry is None:
        desk.play.order(desk.play.likely())
        entry = Entry.objects.filter(game=desk.play.game, kind="action").order_by("-seq")[0]
    Entry.objects.filter(game=desk.play.game).update(events=[])  # nothing else may name the card's land
    Entry.objects.filter(pk=entry.pk).update(
        events=[{"type": "cards.drawn", "seat": 0, "card": 7}], order="place 1 Alaska"
    )
    name = engine.mapgraph(desk.play.game.map).names[7]
    url = desk.url("organize-journal")
    assert f"<b>{name}</b>" not in desk.text(url, whole=1) and "hidden from spectators" in desk.text(url)
    desk.client.post(desk.url("organize-hidden"), {"reason": "a look"})
    assert f"<b>{name}</b>" not in desk.text(url)
    assert f"<b>{name}</b>" in desk.text(url, whole=1)


def test_all_hands_come_from_one_reading_of_the_game(desk: Desk, django_assert_num_queries: Any) -> None:
    dealt, game = with_cards(desk.play), desk.play.fresh()
    players = game_detail.seats_of(game)
    with django_assert_num_queries(3):
        hands = game_detail.secrets_of(game, players)
    assert {hand.player.seat: len(hand.cards) for hand in hands} == {seat: len(cards) for seat, cards in dealt.items()}


def test_sealed_answers_stay_sealed(desk: Desk) -> None:
    entry = Entry.objects.filter(game=desk.play.game).order_by("-seq")[0]
    Entry.objects.filter(pk=entry.pk).update(
        events=[{"type": "turn.answered", "seat": entry.seat, "kind": "bidding.bid"}], order="bid 4711"
    )
    page = desk.text(desk.url("organize-journal"))
    assert "bid 4711" not in page and "hidden from spectators" in page
    admin = person("ada")
    admin.is_staff = admin.is_superuser = True
    admin.save()
    page = client(admin).get(f"/admin/games/entry/{entry.pk}/change/")
    assert page.status_code == 200 and "bid 4711" not in page.content.decode()


def test_an_ended_game_has_nothing_to_open(desk: Desk) -> None:
    desk.act("void")
    assert desk.client.get(desk.url("organize-hidden")).status_code == 302
    assert game_list.count_by_filter(desk.olga, desk.play.fresh().moved_at)["attention"] == 0
    assert Game.objects.get(pk=desk.play.game.pk).has_ended


def test_organizers_get_a_question_by_mail_unless_they_wish_otherwise(desk: Desk) -> None:
    assert ask(desk, "The throw at Iceland is wrong.") == 302
    outbox_deliver()
    (told,) = [message for message in mail.outbox if "has a question about" in message.subject]
    assert told.to == [desk.olga.email] and "The throw at Iceland is wrong." in told.body
    assert f"/organize/g/{desk.play.game.slug}/" in told.body
    assert 'name="staff_mail"' in desk.text("/accounts/mail/")
    assert 'name="staff_mail"' not in client(desk.play.bob).get("/accounts/mail/").content.decode()
    desk.client.post("/accounts/mail/", {"turn_mail": "each"})
    assert ask(desk, "And at Siam?") == 302
    assert OutboxMail.objects.filter(template="question").count() == 1


def test_a_flood_of_questions_is_mailed_in_part_and_none_that_is_answered(desk: Desk, monkeypatch: Any) -> None:
    monkeypatch.setattr(disputes, "MAILED_AN_HOUR", 2)
    for number in range(3):
        assert ask(desk, f"Question {number}") == 302
    assert OutboxMail.objects.filter(template="question").count() == 2
    desk.client.post(desk.url("organize-game"), {"answer": "All is well."})
    outbox_deliver()
    assert not [message for message in mail.outbox if "has a question about" in message.subject]
