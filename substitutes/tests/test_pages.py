"""Substitutes where people meet them: mails, the page of a seat, lists, the board, organizers, programs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.game_mail import mail_token
from accounts.models import User
from accounts.services import delete_account
from games.mail.outbox import outbox_deliver
from games.models import Game, Player
from games.models.game import Substitute
from games.services.organize import game_replace
from games.services.seats import take_back
from games.services.tokens import token_make
from substitutes.models import Offer, SignUp
from substitutes.selectors import asked_people, forget_asked, offer_url
from substitutes.services import offer_accept, offer_decline, sign_up
from substitutes.tests.kit import asked, free, later, outcomes, three, willing
from tests.games.kit import Table, person
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return three()


def enter(user: User) -> Client:
    visitor = Client()
    visitor.force_login(user)
    return visitor


def text_of(page: Any) -> str:
    """What a page says, in one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


@pytest.mark.parametrize("ends", ["declined", "expired", "taken back"])
def test_the_page_of_a_seat_shows_no_board_once_it_cannot_be_taken(play: Table, ends: str) -> None:
    willing("sue")
    seat = free(play)
    asked()
    offer = Offer.objects.get()
    url = offer_url(offer)
    shown = Client().get(url).content.decode()
    assert "Take the seat" in shown and "Board of Long Winter" in shown
    if ends == "declined":
        offer_decline(offer=offer, user=offer.user)
    elif ends == "expired":
        later(13)
    else:
        take_back(game_id=play.game.pk, user_id=seat.user_id or 0)
    page = Client().get(url)
    assert page.status_code == 410
    assert not any(words in page.content.decode() for words in ("Take the seat", "Board of Long Winter", "Territories"))


def test_the_page_of_a_seat_that_was_taken_ends_with_it(play: Table) -> None:
    (sue,) = willing("sue")
    seat = free(play)
    asked()
    offer = Offer.objects.get()
    offer_accept(offer=offer, user=sue)
    assert "You play" in text_of(Client().get(offer_url(offer)))
    game_replace(game_id=play.game.pk, user=person("olga"), reason="gone", seat=seat.seat or 0, by=person("tom"))
    assert Client().get(offer_url(offer)).status_code == 410


def test_from_the_list_of_the_site_to_the_board_by_the_mail_alone(play: Table) -> None:
    sue = person("sue")
    settings = reverse("substitute-settings")
    assert "Sign up as a substitute" in text_of(enter(sue).get(settings))
    enter(sue).post(settings, {"do": "on"})
    assert "You are on the list." in text_of(enter(sue).get(settings))
    seat = free(play)
    assert asked() == ["sue"]
    outbox_deliver()
    sent = next(message for message in mail.outbox if message.to == ["sue@example.org"])
    name = seat.get_colour_display()
    assert sent.subject == f"Long Winter: you can take over {name}"
    said = " ".join(str(sent.body).split())
    assert f"{name} in Long Winter is free." in said and "Time per turn: 3 days." in said
    assert re.search(rf"{name} holds \d+ territories with \d+ armies\.", said)
    url = re.search(r"http\S+(/seat/\S+)", str(sent.body))
    assert url and url[1] in str(sent.alternatives[0][0])  # type: ignore[attr-defined]
    stranger = Client()
    shown = text_of(stranger.get(url[1]))
    assert f"Take over {name}?" in shown and "Take the seat" in shown and "Cards 0" in shown
    assert Player.objects.get(pk=seat.pk).user != sue  # looking changes nothing
    stranger.post(url[1], {"do": "accept"})
    assert "The seat is yours" in text_of(stranger.get(url[1]))
    assert Player.objects.get(pk=seat.pk).user == sue
    assert enter(sue).post(url[1], {"do": "accept"})["Location"] == reverse("game", args=[play.game.slug])


def test_a_seat_is_left_to_others_and_links_of_others_lead_nowhere(play: Table) -> None:
    sue, sam = willing("sue", "sam")
    free(play)
    asked()
    url = offer_url(Offer.objects.get())
    assert "You left it to others" in text_of(enter(sue).post(url, {"do": "decline"}, follow=True))
    refused = enter(sue).post(url, {"do": "accept"})
    assert refused.status_code == 409 and "This seat is no longer free." in text_of(refused)
    assert Client().get("/seat/forged/").status_code == 404
    assert asked() == ["sam"]
    later(hours=12)
    late = enter(sam).post(offer_url(Offer.objects.get(user=sam)), {"do": "accept"})
    assert late.status_code == 409 and "The time to answer is over" in text_of(late)


def test_people_sign_up_at_a_game_from_its_board(play: Table) -> None:
    Game.objects.update(watch=Game.Watch.ANYONE)
    board, url = f"/g/{play.game.slug}/", reverse("game-substitutes", args=[play.game.slug])
    shown = Client().get(board).content.decode()
    assert "Play as a substitute" in shown and url in shown
    assert "Play as a substitute" not in enter(play.alice).get(board).content.decode()
    assert Client().post(url, {"do": "on"})["Location"].startswith("/accounts/login/")
    sue = person("sue")
    assert "All seats are taken now." in text_of(enter(sue).get(url))
    enter(sue).post(url, {"do": "on"})
    assert SignUp.objects.get().game == play.game
    free(play)
    assert "A seat is free" in text_of(Client().get(board))
    assert asked() == ["sue"]
    assert "You are asked to take over a seat in this game." in text_of(enter(sue).get(url))
    enter(sue).post(url, {"do": "off"})
    assert not SignUp.objects.exists()
    Player.objects.filter(user=play.alice).update(
        stand_in=Substitute(1, play.alice.pk, sue.pk, "sue", "", "both", "2027-01-01")._asdict()
    )
    assert "You have a seat in this game." not in text_of(enter(sue).get(url)), "it is the seat of a friend"
    mine = enter(play.bob).post(url, {"do": "on"})
    assert mine.status_code == 422 and "You have a seat in this game." in text_of(mine)


def test_the_home_page_tells_whoever_is_asked_until_when(play: Table) -> None:
    sue, sam = willing("sue", "sam")
    free(play)
    assert asked() == ["sue"]
    forget_asked()  # as at the end of a transaction; a test before may have had a home page made
    shown = text_of(enter(sue).get(reverse("home")))
    assert "A seat in Long Winter is free: answer until" in shown
    assert "A seat in" not in text_of(enter(sam).get(reverse("home")))
    other = enter(sam)
    other.get(reverse("home"))
    asked_people()  # kept from now on, however long the pages took
    with CaptureQueriesContext(connection) as queries:
        other.get(reverse("home"))
    assert not [query for query in queries if "substitutes_" in query["sql"]]


def test_the_board_costs_no_query_more(play: Table) -> None:
    Game.objects.update(watch=Game.Watch.ANYONE)
    visitor = enter(person("sue"))
    visitor.get(f"/g/{play.game.slug}/")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        visitor.get(f"/g/{play.game.slug}/")
    assert not [query for query in queries if "substitutes_" in query["sql"]]


def test_one_click_in_a_mail_ends_all_offers(play: Table) -> None:
    sue = willing("sue")[0]
    sign_up(user=sue, game=play.game)
    free(play)
    asked()
    outbox_deliver()
    sent = next(message for message in mail.outbox if message.to == ["sue@example.org"])
    assert "List-Unsubscribe" in sent.message()
    Client().post(reverse("mail-preferences", args=[mail_token(sue, "seats")]), {"List-Unsubscribe": "One-Click"})
    assert not SignUp.objects.exists()


def test_a_deleted_account_is_asked_nothing_more(play: Table) -> None:
    sue, _sam = willing("sue", "sam")
    free(play)
    asked()
    delete_account(sue)
    assert outcomes()[0][1] == "gone" and asked() == ["sam"]


def test_organizers_see_who_was_asked_and_withdraw_the_seat(play: Table) -> None:
    willing("sue", "sam")
    seat = free(play)
    asked()
    later(hours=12)
    asked()
    desk = enter(organizer("olga"))
    page = desk.get(reverse("organize-game", args=[play.game.slug]))
    shown = text_of(page)
    assert "sam was asked" in shown and "sue was asked" in shown and "not answered" in shown
    act = reverse("organize-act", args=[play.game.slug, "withdraw-seat"])
    assert act in page.content.decode()
    given = {"seat": seat.seat, "reason": "he comes back", "sure": "1", "seen": play.fresh().seq}
    said = text_of(desk.post(act, given, follow=True))
    assert "The seat is no longer offered." in said and outcomes()[-1] == ("sam", "withdrawn")
    act = reverse("organize-act", args=[play.game.slug, "offer-seat"])
    given |= {"seen": play.fresh().seq}
    assert "offered a seat to substitutes" in text_of(desk.post(act, given, follow=True))
    assert asked() == ["sam"]


def test_programs_sign_up_and_answer(play: Table) -> None:
    Game.objects.update(watch=Game.Watch.ANYONE)
    sue = person("sue")
    _made, secret = token_make(user=sue, name="bot", scope="play")
    site, table = "/api/substitutes/", f"/api/games/{play.game.slug}/substitutes/"

    def ask(url: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Authorization": f"Bearer {secret}"}
        if body is None:
            return Client().get(url, headers=headers)
        return Client().post(url, body, content_type="application/json", headers=headers)

    assert ask(site).json() == {"signed_up": False, "offer": None}
    assert ask(site, {}).json()["signed_up"] and ask(table, {"signed_up": True}).json()["signed_up"]
    refused = ask(table, {"answer": "accept"})
    assert refused.status_code == 409 and refused.json()["code"] == "substitute.over"
    seat = free(play)
    asked()
    offer = ask(site).json()["offer"]
    assert offer["game"] == play.game.slug and offer["seat"] == seat.seat
    assert ask(table).json()["free"] == [seat.seat]
    taken = ask(table, {"answer": "accept"})
    assert taken.status_code == 200 and taken.json() == {"signed_up": False, "offer": None, "free": []}
    assert Player.objects.get(pk=seat.pk).user == sue
    assert ask(table, {"answer": "accept"}).status_code == 200
    assert not ask(site, {"signed_up": False}).json()["signed_up"]
