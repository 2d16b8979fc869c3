"""Mails that ask for no order: who gets which, and what stands in them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

import engine
from games.mail.outbox import outbox_deliver
from games.mail.render import mail_for
from games.models import Game, OutboxMail, Player, Snapshot, Waiting
from games.play.journal_reader import state_at
from games.selectors.dice_proof import dice_proof
from games.services.deadlines import deadline_expire
from games.services.invitations import invite_send
from games.services.lobby import game_call_off, game_join, game_rematch
from games.services.organize import game_pause
from games.services.seats import take_back
from games.wording.amounts import in_fours
from tests.games.kit import Table, finish, make_table, person, table
from tests.games.mail.kit import html_of, links_of, made, picture_of
from tests.games.views.test_play import client
from tests.kit.certain import some

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def expire(play: Table) -> int:
    """Let the time of whoever is asked run out; returns the seat."""
    past = timezone.now() - timedelta(hours=1)
    seat = play.waiting.seat
    Waiting.objects.filter(game=play.game).update(deadline_at=past, due_at=past)
    assert deadline_expire(game_id=play.game.pk)
    return seat


def take_all(play: Table, fallen: int) -> None:
    """Take the last territory of a seat, for whoever has the turn."""
    game, victor = play.fresh(), play.waiting.seat
    state = state_at(game, game.seq)
    graph = engine.mapgraph(game.map)
    dst = state.owner.index(fallen)
    for territory, owner in enumerate(state.owner):
        if owner == fallen and territory != dst:
            state.owner[territory] = victor
    src = graph.neighbours[dst][0]
    state.owner[src], state.armies[src], state.armies[dst] = victor, 60, 1
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
    if pool := play.view(victor).pool:
        play.order(f"place {pool} {graph.names[src]}")
    play.order(f"attack {graph.names[src]} {graph.names[dst]} until captured, then advance all")


def test_the_start_says_who_one_is(play: Table) -> None:
    mail = made(play.game, "started", play.seat(play.bob))
    colour = Player.objects.get(game=play.game, user=play.bob).get_colour_display()
    assert mail.subject == f"Long Winter has begun: you are {colour}"
    assert "In order of play" in html_of(mail) and picture_of(mail)


def test_the_start_lists_everybody_in_the_order_of_play(play: Table) -> None:
    seat = play.seat(play.bob)
    order = play.view(seat).order
    others = tuple(reversed(order))
    state = state_at(play.fresh(), play.game.seq)
    state.order = others
    play.game.snapshots.update_or_create(seq=play.game.seq, defaults={"state": engine.pack(state)})
    assert order != others and tuple(sorted(others)) != others
    body = made(play.fresh(), "started", seat).body.partition("IN ORDER OF PLAY")[2]
    colours = [play.view(seat).seats[each].colour.capitalize() for each in others]
    places = [body.index(colour) for colour in colours]
    assert places == sorted(places)


def test_every_mail_about_a_game_shows_on_what_the_dice_rest(play: Table) -> None:
    seal, seat = play.fresh().digest, play.waiting.seat
    mails = [made(play.game, template, seat) for template in ("started", "turn", "reminder")]
    mails += [made(play.game, template, context={"from": "Eve"}) for template in ("invitation", "rematch")]
    for mail in mails:
        assert f"Seal of the dice key, which becomes public when the game ends:\n{seal}\n" in mail.body
        assert in_fours(seal) in html_of(mail)
    head = play.fresh().head[:16]
    for mail in mails[:3]:
        assert f"Head of the dice log now. Keep it to check the dice later:\n{head}\n" in mail.body
        assert head in html_of(mail)
    first = dice_proof(play.game, list(play.game.players.all())).first_head
    assert first != head and all(first in said for said in (mails[0].body, html_of(mails[0])))


def test_a_missed_turn_is_told_to_who_missed_it_with_what_was_played(play: Table) -> None:
    seat = expire(play)
    row = OutboxMail.objects.get(template="passed", seat=seat)
    mail = mail_for(row)
    assert mail.subject == "Long Winter: your time ran out and your turn was skipped"
    assert "You placed" in mail.body and "WHAT WAS PLAYED FOR YOU" in mail.body


def test_everybody_else_hears_of_it_once_in_one_mail(play: Table) -> None:
    """Who is asked next reads it in the turn mail, all others in a mail of its own."""
    seat = expire(play)
    others = {play.seat(play.alice), play.seat(play.bob)} - {seat}
    told = set(OutboxMail.objects.filter(template="passed").values_list("seat", flat=True))
    asked = set(OutboxMail.objects.filter(template="turn", state="queued").values_list("seat", flat=True))
    assert told | asked >= others | {seat}
    for other in some(others & asked):
        mail = made(play.fresh(), "turn", other)
        assert "missed the deadline" in " ".join(mail.body.split())


def test_who_is_not_asked_hears_it_by_name(play: Table) -> None:
    seat = expire(play)
    other = next(iter({play.seat(play.alice), play.seat(play.bob)} - {seat}))
    context = OutboxMail.objects.get(template="passed", seat=seat).context
    mail = made(play.fresh(), "passed", other, context=context)
    late = Player.objects.get(game=play.game, seat=seat)
    assert mail.subject == f"Long Winter: {late.get_colour_display()} did not answer in time"
    assert late.user is not None and late.user.username in mail.body


def test_the_second_missed_turn_hands_the_seat_over_and_says_how_to_take_it_back(play: Table) -> None:
    late = play.waiting.player
    late.missed = 1
    late.save()
    seat = expire(play)
    mail = mail_for(OutboxMail.objects.get(template="passed", seat=seat))
    assert mail.subject == "Long Winter: the caretaker plays your seat"
    assert "Take the seat back" in html_of(mail) and f"/g/{play.game.slug}/settings/" in mail.body
    assert late.user_id is not None
    take_back(game_id=play.game.pk, user_id=late.user_id)
    assert Player.objects.get(pk=late.pk).state == Player.State.PLAYING


def test_where_nobody_is_left_mail_and_pages_say_that_the_game_waits(play: Table) -> None:
    Player.objects.filter(game=play.game, bot="").update(missed=1)
    expire(play)
    last = expire(play)
    game = play.fresh()
    assert game.status == Game.Status.PAUSED and game.deserted
    context = OutboxMail.objects.get(template="passed", seat=last).context
    said = "Nobody is left at the table, so the game is on hold. Take your seat back and the game continues."
    for user in (play.alice, play.bob):
        mail = made(game, "passed", play.seat(user), context=context)
        assert mail.subject == "Long Winter: everybody has left, so the game is on hold"
        for text in (mail.body, html_of(mail)):
            assert said in " ".join(text.split()) and "aretaker" not in text and "Take the seat back" in text
        for path in (links_of(mail.body)[0], reverse("game-settings", args=[game.slug])):
            page = client(user).get(path).content.decode()
            assert said in page and "places" not in page
    take_back(game_id=game.pk, user_id=play.alice.pk)
    late = made(play.fresh(), "passed", last, context=context)
    assert "on hold" not in late.body


def test_who_has_resigned_is_not_told_to_take_a_seat_back(play: Table) -> None:
    Player.objects.filter(game=play.game, bot="").update(missed=1)
    resigned = expire(play)
    Player.objects.filter(game=play.game, seat=resigned).update(state=Player.State.RESIGNED)
    last = expire(play)
    context = OutboxMail.objects.get(template="passed", seat=last).context
    mail = made(play.fresh(), "passed", resigned, context=context)
    assert "The game continues when somebody takes a seat back." in " ".join(mail.body.split())
    assert not links_of(mail.body)


def test_the_end_says_who_won_ones_place_and_where_the_dice_are_proved(play: Table) -> None:
    winner, loser = play.seat(play.alice), play.seat(play.bob)
    finish(play, winner)
    assert made(play.fresh(), "over", winner).subject == "Long Winter is over: you won"
    mail = made(play.fresh(), "over", loser)
    assert mail.subject.endswith("(alice) won")
    assert re.search(r"You finished (second|third) of 3\.", mail.body)
    assert re.search(rf"Download the log:\nhttp\S+/g/{play.game.slug}/log/\n", mail.body)
    assert re.search(rf"Check the dice:\nhttp\S+/g/{play.game.slug}/dice/\n", mail.body)
    assert ">Download the log</a>" in html_of(mail) and ">http" not in html_of(mail)
    assert html_of(mail).count(">See the result, or play again</a>") == 1 and ">Play again<" not in html_of(mail)
    assert "Seal of the dice key, which is now public:" in mail.body
    assert "/settings/" not in mail.body  # nobody leaves a game that is over


def test_an_invitation_to_an_address_has_everything_to_decide(play: Table) -> None:
    game = make_table(play.alice, name="Small Table", rules="modern", seats_wanted=3, turn_hours=48)
    assert invite_send(game_id=game.pk, user=play.alice, whom="friend@example.org")
    row = OutboxMail.objects.get(template="invitation")
    mail = mail_for(row)
    assert mail.to == ["friend@example.org"] and mail.subject == "alice invites you to Small Table"
    assert f"/i/{game.invite_token}/" in mail.body and "2 days per turn" in mail.body
    assert "List-Unsubscribe" not in mail.extra_headers
    said = " ".join(mail.body.split())
    assert "Fieldpost is a place for slow games of world conquest" in said
    assert "You get this because alice entered your address." in said


def test_an_invitation_to_a_player_says_who_invited(play: Table) -> None:
    game = make_table(play.alice, name="Small Table", rules="modern", seats_wanted=3)
    assert invite_send(game_id=game.pk, user=play.alice, whom="bob")
    mail = mail_for(OutboxMail.objects.get(template="invitation"))
    for text in (mail.body, html_of(mail)):
        assert "You get this because alice invited you." in " ".join(text.split())
    assert "You get this because you play in this game." in made(play.game, "started", play.seat(play.bob)).body


def test_an_invitation_to_a_full_table_is_not_sent(play: Table) -> None:
    game = make_table(play.alice, name="Small Table", rules="modern", seats_wanted=3, bots=("random",))
    invite_send(game_id=game.pk, user=play.alice, whom="friend@example.org")
    game_join(game_id=game.pk, user=person("carol"))
    outbox_deliver()
    assert OutboxMail.objects.get(template="invitation").state == OutboxMail.State.CANCELLED


def test_an_invitation_to_somebody_who_has_taken_a_seat_meanwhile_is_not_sent(play: Table) -> None:
    game, carol = make_table(play.alice, name="Small Table", rules="modern", seats_wanted=3), person("carol")
    for whom in ("carol", "friend@example.org"):
        invite_send(game_id=game.pk, user=play.alice, whom=whom)
    game_join(game_id=game.pk, user=carol)
    outbox_deliver()
    states = dict(OutboxMail.objects.filter(template="invitation").values_list("user", "state"))
    assert states == {carol.pk: OutboxMail.State.CANCELLED, None: OutboxMail.State.SENT}


@pytest.mark.django_db(transaction=True)
def test_a_rematch_is_told_to_who_played() -> None:
    play = table()
    finish(play, play.seat(play.alice))
    again = game_rematch(game_id=play.game.pk, user=play.alice)
    row = OutboxMail.objects.get(template="rematch")
    assert row.user == play.bob
    mail = mail_for(row)
    assert "alice wants to play" in mail.subject and f"/i/{again.invite_token}/" in mail.body


def test_a_table_that_is_called_off_is_told_to_who_sat_there_but_not_to_who_did_it() -> None:
    alice, bob = person("alice"), person("bob")
    game = make_table(alice, name="Long Winter", rules="modern", seats_wanted=3)
    game_join(game_id=game.pk, user=bob, invite_token=game.invite_token)
    game_call_off(game_id=game.pk, user=alice)
    row = OutboxMail.objects.get(template="put_away")
    assert row.user == bob
    mail = mail_for(row)
    assert mail.subject == "Long Winter was called off"
    assert "alice called off Long Winter before it began." in mail.body


@pytest.mark.django_db(transaction=True)
def test_a_pause_is_told_to_the_table_with_its_reason() -> None:
    play = table()
    admin = person("admin")
    admin.is_staff = True
    admin.save()
    game_pause(game_id=play.game.pk, user=admin, reason="The server moves house.")
    rows = OutboxMail.objects.filter(template="notice")
    assert {row.user for row in rows} == {play.alice, play.bob}
    mail = mail_for(rows[0])
    assert mail.subject == "Long Winter: the game is paused" and "The server moves house." in mail.body


def test_a_name_of_a_game_cannot_break_out(play: Table) -> None:
    game = play.fresh()
    game.name = "<b>x</b>\r\nBcc: all@example.org"
    game.save()
    mail = made(game, "turn", play.waiting.seat)
    assert "\n" not in mail.subject and "<b>x</b>" not in html_of(mail)
    assert mail.message()["Bcc"] is None


def test_who_is_eliminated_is_told_at_once(play: Table) -> None:
    """By a mail of its own, with the place; nobody else gets one, and nobody who has resigned."""
    fallen = play.seat(play.bob if play.asked_user == play.alice else play.alice)
    take_all(play, fallen)
    row = OutboxMail.objects.get(template="out")
    assert row.seat == fallen
    mail = mail_for(row)
    said = " ".join(mail.body.split())
    assert mail.subject == "Long Winter: you have been eliminated"
    assert "took your last territory" in said and "You finished third of 3." in said
    assert "You finished third of 3." in " ".join(html_of(mail).split()) and picture_of(mail)


def test_the_last_mail_tells_the_last_turn(play: Table) -> None:
    winner, loser = play.seat(play.alice), play.seat(play.bob)
    src, dst = play.front(play.waiting.seat, (play.waiting.seat + 1) % 3)
    play.order(play.likely().splitlines()[0])
    play.order(f"attack {src} {dst} for 1 throw")
    finish(play, winner)
    for seat in (winner, loser):
        text = made(play.fresh(), "over", seat).body
        assert text.index("FINAL RANKING") < text.index("THE LAST TURN")
        story = text[text.index("THE LAST TURN") :]
        assert "1. " in story and dst in story and " WON\n" in text
        assert "placed" not in story and "against" not in story  # what the picture does not show
