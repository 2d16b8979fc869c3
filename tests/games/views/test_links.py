"""Pages that links in mails open: whose they are, how long they are good, what they show, how often one may try."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

import engine
from accounts.models import User
from games.boards.board import STEP
from games.boards.geometry import sheet
from games.decisions.registry import suggested_orders
from games.mail.links import LONGEST_LIFE, RECLAIM_SEAT, OrderLink, link_path
from games.mail.render import mail_for
from games.models import Entry, OutboxMail, Player, Waiting
from games.play.journal_reader import state_at
from games.services.deadlines import deadline_expire
from games.services.organize import game_extend, game_pause, game_resume, game_rewind
from games.services.seats import resign
from tests.games.kit import Table, attacked, person, table
from tests.games.mail.kit import links_of
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def path_of(play: Table, order: str = "") -> str:
    row = play.waiting
    return link_path(OrderLink(play.game.pk, row.seat, row.ref, order or play.likely(), row.player.user_id or 0))


def test_a_page_says_what_its_button_does_and_with_what_odds(play: Table) -> None:
    likely = next(move for move in suggested_orders(play.view(play.waiting.seat)) if move.is_attack)
    page = Client().get(path_of(play, likely.order)).content.decode()
    assert f"{likely.button}?" in page and re.search(r"\d+ %", page)
    assert f"{likely.sentence}." in page and likely.order.splitlines()[0] not in page, "the label says all of it"


def test_two_orders_in_one_link_are_both_played(play: Table) -> None:
    likely = next(move for move in suggested_orders(play.view(play.waiting.seat)) if "\n" in move.order)
    page = Client().post(path_of(play, likely.order)).content.decode()
    orders = list(Entry.objects.filter(game=play.game, source="link").values_list("order", flat=True))
    assert orders == likely.order.split("\n")
    assert "You placed" in page and re.search(r"You (took|attacked)", page)


def test_what_follows_a_link_is_more_links(play: Table) -> None:
    page = Client().post(path_of(play)).content.decode()
    assert "Attack, or end your turn" in page
    ways = re.findall(r'class="pick way" href="([^"]+)"', page)
    assert len(ways) >= 3
    assert Client().get(ways[0]).status_code == 200


def shows(page: Any, territory: int) -> bool:
    """Whether the part of the board that a page shows holds a territory, as drawn."""
    board = sheet("classic42")
    assert board is not None
    left, top, width, height = (
        int(number) * STEP for number in re.findall(r"v[xywh]-(\d+)", page.context["board"].stage)
    )
    x, y = board.lands[territory].anchor
    return bool(left < x < left + width and top < y < top + height)


def far_apart(play: Table) -> tuple[int, int]:
    """Two territories of who is asked that no part of the board shows together: the westernmost and the easternmost."""
    row = play.waiting
    board = sheet("classic42")
    assert board is not None
    lands = board.lands
    own = [place for place, owner in enumerate(play.view().owner) if owner == row.seat]
    return min(own, key=lambda place: lands[place].anchor[0]), max(own, key=lambda place: lands[place].anchor[0])


def test_the_board_shows_what_was_acted_on(play: Table) -> None:
    row, pool = play.waiting, play.view(play.waiting.seat).pool
    names = engine.mapgraph("classic42").names
    west, east = far_apart(play)
    for territory, other, count in ((west, east, pool - 1), (east, west, 1)):
        order = f"place {count} {names[territory]}"
        path = link_path(OrderLink(play.game.pk, row.seat, play.waiting.ref, order, row.player.user_id or 0))
        page = Client().post(path)
        assert "You placed" in page.content.decode()
        assert shows(page, territory) and not shows(page, other)
    assert shows(Client().get(path), east)


def test_without_an_act_the_board_shows_land_of_the_seat(play: Table) -> None:
    """And not the first territories of the map."""
    row, game = play.waiting, play.fresh()
    state = state_at(game, game.seq)
    state.owner = [row.seat if place == len(state.owner) - 1 else (row.seat + 1) % 3 for place in range(42)]
    game.snapshots.update_or_create(seq=game.seq, defaults={"state": engine.pack(state)})
    assert shows(Client().get(path_of(play, "end turn")), 41)


def test_the_board_shows_the_fight_that_one_is_asked_about() -> None:
    play = attacked()
    about = play.view().about
    for order in ("defend 1", "end"):
        page = Client().get(path_of(play, order))
        assert shows(page, about["src"]) and shows(page, about["dst"])


def test_a_claim_is_shown_where_it_is() -> None:
    play = table("modern")
    likely = suggested_orders(play.view(play.waiting.seat))[0]
    assert likely.sentence.startswith("Claim ") and shows(Client().get(path_of(play, likely.order)), likely.src)


def test_a_second_order_that_chance_made_impossible_is_explained(play: Table) -> None:
    row = play.waiting
    src, dst = play.front(row.seat, (row.seat + 1) % 3)
    view = play.view(row.seat)
    order = f"place {view.pool} {src}\nattack {src} {dst} for 1 throws\nplace 1 {src}"
    page = Client().post(path_of(play, order)).content.decode()
    assert "The rest was no longer possible." in page and "You placed" in page


def test_a_link_dies_with_the_seat(play: Table) -> None:
    path = path_of(play)
    Player.objects.filter(pk=play.waiting.player.pk).update(user=person("carol"))
    seq = play.fresh().seq
    assert Client().get(path).status_code == 409
    assert Client().post(path).status_code == 409
    assert play.fresh().seq == seq


def test_who_resigned_plays_no_more(play: Table) -> None:
    path, user = path_of(play), play.asked_user
    resign(game_id=play.game.pk, user_id=user.pk)
    played = Entry.objects.filter(source="link").count()
    page = Client().post(path)
    assert page.status_code == 409 and "caretaker" in page.content.decode()
    assert Entry.objects.filter(source="link").count() == played


def test_a_stale_link_shows_what_is_asked_now(play: Table) -> None:
    path = path_of(play)
    play.order(play.likely())
    page = Client().get(path)
    assert page.status_code == 409
    assert "This link is no longer valid" in page.content.decode() and "pick way" in page.content.decode()


@pytest.mark.parametrize(
    ("state", "wish", "said", "main"),
    [
        ("sent", "each", "Its links are in the email about it.", False),
        ("queued", "each", "An email with its links is on the way", True),
        ("queued", "none", "Answer it on the board.", True),
        ("cancelled", "each", "Answer it on the board.", True),
        (None, "each", "Answer it on the board.", True),
    ],
)
def test_a_link_of_an_earlier_turn_says_where_the_next_question_is(
    play: Table, state: str | None, wish: str, said: str, main: bool
) -> None:
    """Who plays on the page gets no mail of what it asks next."""
    path, seat = path_of(play), play.waiting.seat
    play.order(play.likely())
    while play.view().round < 2 or play.waiting.seat != seat:
        play.order("end turn" if play.waiting.kind == "battle.attack_asked" else play.likely())
    rows = OutboxMail.objects.filter(game=play.game, seat=seat, ref=play.waiting.ref, template="turn")
    assert rows.exists()
    if state:
        rows.update(state=state)
    else:
        rows.delete()
    User.objects.filter(pk=play.asked_user.pk).update(turn_mail=wish)
    page = " ".join(Client().get(path).content.decode().split())
    assert "The game needs another decision from you now." in page and said in page
    assert ('<a class="btn primary block"' in page) is main and "pick way" not in page


def test_a_link_that_was_pressed_shows_what_came_of_it(play: Table) -> None:
    path = path_of(play)
    Client().post(path)
    page = Client().get(path)
    assert page.status_code == 200 and '<h1 id="ask" class="as-h1">Done</h1>' in page.content.decode()


@pytest.mark.parametrize("back", ["undo", "rewind"])
def test_a_link_whose_order_was_taken_back_is_no_longer_done(play: Table, back: str) -> None:
    row, path, seq = play.waiting, path_of(play), play.fresh().seq
    Client().post(path)
    if back == "undo":
        play.undo(row)
    else:
        game_rewind(game_id=play.game.pk, user=organizer("olga"), reason="for a test", seq=seq)
    then = play.fresh().seq
    for page in (Client().get(path), Client().post(path)):
        assert page.status_code == 409 and "This link is no longer valid" in page.content.decode()
    assert play.fresh().seq == then


def test_an_old_link_is_gone_and_a_broken_one_is_unknown(play: Table) -> None:
    path = path_of(play)
    play.order(play.likely())
    with time_machine.travel(timezone.now() + timedelta(seconds=LONGEST_LIFE + 60)):
        assert Client().get(path).status_code == 410
    assert Client().get(path[:-4] + "xxx/").status_code == 404


def test_an_old_link_is_good_while_its_question_is_open(play: Table) -> None:
    path, row = path_of(play), play.waiting
    game_extend(game_id=play.game.pk, user=person("olga"), reason="a long illness", hours=336)
    with time_machine.travel(timezone.now() + timedelta(seconds=LONGEST_LIFE + 60)):
        assert play.waiting.deadline_at and play.waiting.deadline_at > timezone.now()
        assert Client().get(path).status_code == 200
        assert Client().post(path).status_code == 200
    assert Entry.objects.filter(game=play.game, source="link", seat=row.seat).exists()


def test_a_link_into_a_paused_game_says_why_and_is_good_again_later(play: Table) -> None:
    path, seq = path_of(play), play.fresh().seq
    game_pause(game_id=play.game.pk, user=person("olga"), reason="Bob is <ill>.")
    for page in (Client().get(path), Client().post(path)):
        said = unescape(page.content.decode())
        assert page.status_code == 409 and "The organizer has paused this game: “Bob is <ill>”." in said
        assert "no longer valid" not in said and "This link works again when the game goes on." in said
    assert not Entry.objects.filter(game=play.game, seq__gt=seq, kind="action").exists()
    game_resume(game_id=play.game.pk, user=User.objects.get(username="olga"), reason="He is well.")
    assert Client().post(path).status_code == 200


def test_who_guesses_is_stopped(play: Table) -> None:
    guesser = Client(REMOTE_ADDR="10.1.1.1")
    codes = [guesser.get(f"/l/guess{number}/").status_code for number in range(22)]
    assert codes[:20] == [404] * 20 and codes[20:] == [429, 429]


@pytest.mark.no_cover
def test_a_link_opens_sixty_times_a_minute_and_no_more(play: Table) -> None:
    path, visitor = path_of(play), Client(REMOTE_ADDR="10.1.1.2")
    codes = [visitor.head(path).status_code for _ in range(61)]
    assert codes[:60] == [200] * 60 and codes[60] == 429


def test_drawn_cards_are_not_on_the_page(play: Table) -> None:
    """A link may be forwarded; what only its player may know stays on the site and in the mail."""
    row = play.waiting
    src, dst = play.front(row.seat, (row.seat + 1) % 3)
    visitor = Client()
    visitor.post(path_of(play, f"place {play.view(row.seat).pool} {src}"))
    visitor.post(path_of(play, f"attack {src} {dst} until captured, then advance all"))
    page = visitor.post(path_of(play, "end turn")).content.decode()
    assert not re.search(r"You drew the card", page)


def test_a_missed_player_takes_the_seat_back_by_the_link_of_the_mail(play: Table) -> None:
    late = play.waiting.player
    Player.objects.filter(pk=late.pk).update(missed=1)
    past = timezone.now() - timedelta(hours=1)
    Waiting.objects.filter(game=play.game).update(deadline_at=past, due_at=past)
    assert deadline_expire(game_id=play.game.pk)
    told = OutboxMail.objects.get(template="passed", user=late.user)
    (path,) = links_of(mail_for(told).body)
    page = Client().get(path).content.decode()
    late.refresh_from_db()
    assert "Take your seat back?" in page and late.state == Player.State.CARETAKER
    for _ in range(2):  # pressed twice
        page = Client().post(path).content.decode()
        late.refresh_from_db()
        assert "The seat is yours" in page and late.state == Player.State.PLAYING
    assert Entry.objects.filter(game=play.game, seat=late.seat, events__0__type="host.returned").count() == 1


def test_a_seat_link_is_dead_for_a_seat_that_was_given_up_or_away(play: Table) -> None:
    row = play.waiting
    assert row.player.user is not None
    path = link_path(OrderLink(play.game.pk, row.seat, 0, RECLAIM_SEAT, row.player.user.pk))
    resign(game_id=play.game.pk, user_id=row.player.user.pk)
    assert "You are out of the game" in Client().post(path).content.decode()
    Player.objects.filter(pk=row.player.pk).update(user=person("carol"), state=Player.State.CARETAKER)
    assert "Somebody else plays this seat now" in Client().post(path).content.decode()
    row.player.refresh_from_db()
    assert row.player.state == Player.State.CARETAKER
