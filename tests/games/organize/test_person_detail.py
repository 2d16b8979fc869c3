"""One page about a person, mail that needs somebody, writing to players first, and what the audit log names."""

from __future__ import annotations

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from accounts.services import delete_account
from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, Game, OutboxMail, Player
from games.services import organize
from games.services.account_help import help_address
from games.services.bounces import bounce_forget
from games.services.organizer_messages import game_write
from tests.games.kit import person
from tests.games.organize.kit import Desk
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk.of()


def page_of(desk: Desk, user: User) -> str:
    return desk.text(f"/organize/people/{user.pk}/")


def bounced(user: User) -> User:
    User.objects.filter(pk=user.pk).update(bounced_at=timezone.now())
    user.refresh_from_db()
    return user


def test_one_page_tells_all_about_a_person(desk: Desk, django_assert_max_num_queries: object) -> None:
    alice = bounced(desk.play.alice)
    OutboxMail.objects.filter(user=alice).update(state=OutboxMail.State.DEAD, error="550 no such mailbox")
    seat = desk.play.seat(alice)
    game_id = desk.play.game.pk
    organize.game_replace(game_id=game_id, user=desk.olga, reason="Gone sailing", seat=seat, by=person("nina"))
    organize.game_replace(game_id=game_id, user=desk.olga, reason="She is back", seat=seat, by=alice)
    with django_assert_max_num_queries(17):  # type: ignore[operator]
        said = page_of(desk, alice)
    for words in ("alice@example.org", "bounced today", "Long Winter", "550 no such mailbox", "Gone sailing"):
        assert words in said, words
    assert "from alice to nina" in said and "from nina to alice" in said
    assert f'href="/organize/people/{alice.pk}/"' in desk.text("/organize/people/", q="lic")


def test_deleted_people_have_no_page(desk: Desk) -> None:
    delete_account(desk.play.bob)
    assert desk.client.get(f"/organize/people/{desk.play.bob.pk}/").status_code == 404
    assert desk.client.get(f"/organize/people/{desk.play.bob.pk}/write/").status_code == 404


def test_bounces_and_dead_letters_need_somebody(desk: Desk) -> None:
    assert "Nothing needs you" in desk.text("/organize/")
    bounced(desk.play.alice)
    row = OutboxMail.objects.filter(user=desk.play.bob).first()
    assert row is not None
    OutboxMail.objects.filter(pk=row.pk).update(state=OutboxMail.State.DEAD, error="552 mailbox full")
    said = desk.text("/organize/")
    assert f'href="/organize/people/{desk.play.alice.pk}/"' in said and f"/organize/mails/{row.pk}/retry/" in said
    assert "552 mailbox full" in said and "Nothing needs you" not in said and '<span class="number">2</span>' in said
    Game.objects.update(status=Game.Status.OVER)
    assert "Nothing needs you" in desk.text("/organize/")


def test_players_are_found_by_parts_of_their_names(desk: Desk) -> None:
    assert "Long Winter" in desk.text("/organize/", q="lic") and "Long Winter" in desk.text("/organize/", q="BO")
    url, seat = desk.url("organize-act", "replace"), desk.play.waiting.seat
    person("carolina"), person("caroline"), person("dorothea")
    wish = {"reason": "x", "seat": seat, "to": "person"}
    several = desk.client.post(url, wish | {"person": "carol"})
    assert several.status_code == 422 and "carolina, caroline" in several.content.decode()
    assert desk.act("replace", seat=seat, to="person", person="doro").status_code == 302
    assert Player.objects.get(game=desk.play.game, seat=seat).user == User.objects.get(username="dorothea")


# ---- writing first


def test_writing_to_a_table(desk: Desk) -> None:
    text = "The site moves on Sunday.\nYour clocks stand still meanwhile."
    url = desk.url("organize-act", "write")
    shown = desk.client.post(url, {"reason": text}).content.decode()
    assert "2 players get it by email." in shown
    assert desk.act("write", reason=text).status_code == 302
    outbox_deliver()
    told = [message for message in mail.outbox if "a message from the organizers" in message.subject]
    assert sorted(each.to[0] for each in told) == ["alice@example.org", "bob@example.org"]
    assert all("Your clocks stand still meanwhile." in each.body for each in told)
    assert AuditEntry.objects.get(action="game.write").reason == text
    asked = client(desk.play.alice).get(desk.url("game-ask")).content.decode()
    assert "The site moves on Sunday." in asked
    assert desk.client.post(url, {"reason": " "}).status_code == 422


def test_writing_to_one_person(desk: Desk) -> None:
    url = f"/organize/people/{desk.play.alice.pk}/write/"
    assert desk.client.post(url, {"reason": ""}).status_code == 422
    assert desk.client.post(url, {"reason": "Are you well?"}).status_code == 302
    outbox_deliver()
    told = [message for message in mail.outbox if "Are you well?" in message.body]
    assert [each.to[0] for each in told] == ["alice@example.org"]
    assert "Are you well?" in page_of(desk, desk.play.alice)
    bounced(desk.play.alice)
    before = desk.client.get(url, follow=True).content.decode()
    assert "Email does not reach alice: mail bounces. Nothing was sent." in before and "<textarea" not in before
    assert url not in page_of(desk, desk.play.alice) and "does not reach them" in page_of(desk, desk.play.alice)
    answer = desk.client.post(url, {"reason": "Hello?"})
    assert answer.status_code == 422 and "does not reach" in answer.content.decode()


def test_players_of_a_game_do_not_write_as_organizers(desk: Desk) -> None:
    desk.act("replace", seat=desk.play.waiting.seat, to="person", person="olga")
    assert desk.act("write").status_code == 403


# ---- the audit log


def test_the_log_names_seat_leaver_and_address(desk: Desk) -> None:
    row = desk.play.waiting
    leaver, colour = row.player.user, row.player.get_colour_display()
    assert leaver is not None
    organize.game_replace(game_id=desk.play.game.pk, user=desk.olga, reason="x", seat=row.seat, by=person("nina"))
    bounce_forget(person_id=bounced(leaver).pk, user=desk.olga, reason="x")
    root = User.objects.create_superuser("root", "root@example.org")
    help_address(person_id=leaver.pk, user=root, reason="x", address="new@example.net")
    said = desk.text("/organize/audit/")
    assert f"{colour}, from {leaver.username} to nina" in said
    assert f"{leaver.username}, {leaver.username}@example.org<" in said
    assert f"{leaver.username}@example.org → new@example.net" in said
    skipped = desk.play.waiting.player
    organize.game_pass(game_id=desk.play.game.pk, user=desk.olga, reason="x")
    assert f"{skipped.get_colour_display()}, {skipped.label}" in desk.text("/organize/audit/", act="game.pass")


def test_the_log_is_narrowed(desk: Desk) -> None:
    game_write(game_id=desk.play.game.pk, user=desk.olga, reason="About Sunday")
    organize.game_pause(game_id=desk.play.game.pk, user=desk.olga, reason="Holidays")
    both = desk.text("/organize/audit/")
    assert "About Sunday" in both and "Holidays" in both
    for query in ({"act": "game.pause"}, {"q": "holi"}, {"act": "game.pause", "q": "winter"}):
        said = desk.text("/organize/audit/", **query)
        assert "Holidays" in said and "About Sunday" not in said, query
    for query in ({"q": "olg"}, {"q": desk.play.game.slug}, {"act": "no such act"}):
        said = desk.text("/organize/audit/", **query)
        assert "Holidays" in said and "About Sunday" in said, query
    assert "Nothing found." in desk.text("/organize/audit/", q="%")


def test_the_log_forgets_people_who_are_gone(desk: Desk) -> None:
    row = desk.play.waiting
    leaver = row.player.user
    assert leaver is not None
    bounce_forget(person_id=bounced(leaver).pk, user=desk.olga, reason="x")
    organize.game_replace(game_id=desk.play.game.pk, user=desk.olga, reason="x", seat=row.seat, bot="recruit")
    delete_account(leaver)
    assert not [each for each in AuditEntry.objects.all() if leaver.username in str(each.details)]
