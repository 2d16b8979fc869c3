"""What people of bad will have tried, or might: each must come to nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import get_resolver, reverse
from msgspec.structs import replace

import engine
from accounts.models import User
from accounts.ratelimit import limit
from accounts.services import export_account
from config.logs import hide_tokens
from games.errors import LobbyError, NotAllowed
from games.mail.links import OrderLink, link_path
from games.mail.outbox import outbox_deliver
from games.mail.reply import KINDS, ReplyAddress, address_of
from games.models import Game, OutboxMail, Player
from games.services import invitations
from games.services.invitations import invite_send
from games.services.lobby import game_rematch
from games.services.orders import order_submit, order_undo
from games.services.organize import game_replace
from games.validators import sanitize_display_name
from games.views.play import MOVES_OF_AN_ADDRESS, POLLS_A_MINUTE, POLLS_OF_AN_ADDRESS
from tests.games.kit import Table, make_table, person, table
from tests.kit.packages import templates

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture
def play() -> Table:
    return table()


def client(user: User | None = None) -> Client:
    made = Client(raise_request_exception=False)
    if user is not None:
        made.force_login(user)
    return made


# ---- orders


def test_nobody_answers_with_an_action_of_another_seat(play: Table) -> None:
    row = play.waiting
    action = engine.parse_order(play.likely().splitlines()[0], play.view(row.seat))
    forged = replace(action, seat=(row.seat + 1) % 3)
    with pytest.raises(NotAllowed):
        order_submit(
            game_id=play.game.pk,
            seat=row.seat,
            ref=row.ref,
            source="api",
            user_id=row.player.user_id or 0,
            action=forged,
        )
    assert play.waiting.ref == row.ref


def test_who_has_resigned_meanwhile_orders_nothing(play: Table) -> None:
    row = play.waiting
    Player.objects.filter(pk=row.player_id).update(state=Player.State.RESIGNED)
    with pytest.raises(NotAllowed):
        play.order("end turn")
    with pytest.raises(NotAllowed):
        order_undo(game_id=play.game.pk, seat=row.seat, ref=row.ref, user_id=row.player.user_id or 0)


# ---- tables


def test_a_rematch_that_starts_at_once_is_made_once() -> None:
    alice = person("alice")
    game = make_table(alice, name="X", rules="classic_1959", seats_wanted=3, bots=("random", "random"))
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    first = game_rematch(game_id=game.pk, user=alice)
    assert first.has_board and game_rematch(game_id=game.pk, user=alice).pk == first.pk


@pytest.mark.parametrize(
    "name", ["\u2800", "\u3164\u115f\u1160\uffa0", "\u200b\u200d", " \t", "\u202e", "\u2066\u2069"]
)
def test_a_game_needs_a_name_that_can_be_seen(name: str) -> None:
    with pytest.raises(LobbyError):
        make_table(person("alice"), name=name, rules="modern", seats_wanted=3)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("a\u202eb\u200bc", "abc"),
        ("x\r\nBcc: y@z.example", "x Bcc: y@z.example"),
        ("\U0001f469\u200d\U0001f680 crew", "\U0001f469\u200d\U0001f680 crew"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_names_keep_what_can_be_seen(typed: str, shown: str) -> None:
    assert sanitize_display_name(typed) == shown


def test_games_by_invitation_are_in_no_list_of_strangers() -> None:
    play = table(public=False, watch="anyone")
    address = reverse("profile", args=["alice"])
    for status in (Game.Status.RUNNING, Game.Status.OVER):
        Game.objects.filter(pk=play.game.pk).update(status=status)
        for stranger in (client(), client(User.objects.filter(username="charlie").first() or person("charlie"))):
            assert play.game.slug not in stranger.get(address).content.decode()
        assert play.game.slug in client(play.bob).get(address).content.decode()


# ---- invitations


def test_invitations_do_not_tell_who_has_an_account(play: Table) -> None:
    game = make_table(play.alice, name="X", rules="modern", seats_wanted=3)
    for whom in ("bob", "nobody-here"):
        answers = [invite_send(game_id=game.pk, user=play.alice, whom=whom) for _ in range(2)]
        assert answers == [True, False]
    assert set(OutboxMail.objects.filter(game=game).values_list("user", "state")) == {
        (play.bob.pk, "queued"),
        (None, "cancelled"),
    }


def test_nobody_is_buried_in_invitations(play: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [make_table(play.alice, name="X", rules="modern", seats_wanted=3) for _ in range(4)]
    for game in games[: invitations.SAME_A_DAY]:
        invite_send(game_id=game.pk, user=play.alice, whom="Bob@example.org")
    with pytest.raises(LobbyError):
        invite_send(game_id=games[-1].pk, user=play.alice, whom="bob@example.org")
    invite_send(game_id=games[-1].pk, user=play.alice, whom="eve@example.org")
    monkeypatch.setattr(invitations, "INVITED_A_DAY", 4)
    with pytest.raises(LobbyError):
        invite_send(game_id=games[-1].pk, user=play.alice, whom="dora@example.org")


# ---- requests


@pytest.mark.parametrize("path", ["/players/%00/", "/i/%00x/", "/g/%00/", "/games/?x=%00", "/organize/people/?q=a%00"])
def test_a_nul_in_the_address_is_refused(path: str) -> None:
    answer = client().get(path)
    assert answer.status_code == 400 and "Content-Security-Policy" in answer.headers


def test_a_nul_in_a_cookie_or_a_key_is_left_out(play: Table) -> None:
    visitor, address = client(play.asked_user), reverse("game", args=[play.game.slug])
    visitor.post(address, {"line": "1", "order": play.likely(), "ref": play.waiting.ref, "key": "a\0b"})
    assert play.game.entries.filter(key="ab").count() == 1
    stranger = client()
    stranger.cookies["sessionid"] = "\0" * 12
    assert stranger.get(address).status_code == 200


def test_the_page_for_forged_forms_is_ours() -> None:
    visitor = Client(enforce_csrf_checks=True)
    answer = visitor.post(reverse("account_login"), {"login": "x"})
    assert answer.status_code == 403 and b"<style" not in answer.content and b"fieldpost.css" in answer.content


def test_moves_of_one_address_are_bounded(play: Table) -> None:
    for _ in range(MOVES_OF_AN_ADDRESS):
        limit("moves:ip:127.0.0.1", MOVES_OF_AN_ADDRESS, 60)
    answer = client(play.alice).post(reverse("game", args=[play.game.slug]), {})
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0


def test_odds_of_endless_wars_are_not_reckoned(play: Table) -> None:
    answer = client().get(reverse("game-odds", args=[play.game.slug]), {"attackers": "500", "path": " 500" * 12})
    assert answer.status_code == 422


def test_the_log_holds_no_address_that_opens_something() -> None:
    event = {
        "request": "GET /l/abcdef:1x:sig-n_ed/",
        "event": "Not Found: /i/AbCdEfGh123/",
        "path": "/g/winter-x/l/",
    }
    told = hide_tokens(None, "info", event)
    assert told == {"request": "GET /l/.../", "event": "Not Found: /i/.../", "path": "/g/winter-x/l/"}


def test_no_route_that_takes_a_token_leaves_it_in_the_log() -> None:
    token = "AbCd:1x:sig-n_ed"
    taking = [(name, words) for name, words in parameters_of_routes().items() if "token" in words]
    assert len(taking) >= 7
    for name, words in taking:
        path = reverse(name, kwargs=dict.fromkeys(words, "word") | {"token": token})
        told = hide_tokens(None, "info", {"request": f"GET {path}", "event": f"Not Found: {path}"})
        assert not any(token in text for text in told.values()), name


def parameters_of_routes() -> dict[str, set[str]]:
    """The names of what each named route without a namespace takes."""
    return {
        name: set(parts)
        for name in get_resolver().reverse_dict
        if isinstance(name, str)
        for possibilities, *_rest in get_resolver().reverse_dict.getlist(name)
        for _path, parts in possibilities
    }


@pytest.mark.parametrize("shape", ["game+{token}@testserver", "{token}@reply.testserver"])
def test_the_log_holds_no_address_that_plays(settings: Any, shape: str) -> None:
    settings.REPLY_ADDRESS = shape
    for kind in KINDS:
        address = address_of(ReplyAddress(12, 3, 45, 678, kind), 0)
        signature = address.partition("@")[0].rpartition("-")[2]
        for text in (address, address.upper(), f"no such address: <{address}>"):
            (told,) = hide_tokens(None, "info", {"event": text}).values()
            assert signature not in told.lower() and "c-3-19-iu-..." in told.lower(), told


# ---- links in mails


def link_of(play: Table) -> str:
    row = play.waiting
    return link_path(OrderLink(play.game.pk, row.seat, row.ref, play.likely(), row.player.user_id or 0))


def test_a_link_leads_on_within_its_turn_and_no_further(play: Table) -> None:
    seat, path = play.waiting.seat, link_of(play)
    assert b'class="pick way"' in client().post(path).content  # more armies to place, or an attack
    if play.waiting.seat == seat:
        assert b'class="pick way"' in client().get(path).content
        play.order("end turn")
    while play.waiting.seat != seat:
        play.order("\n".join([play.likely(), "end turn"]))
    for answer in (client().get(path), client().post(path)):
        assert (
            b'class="pick way"' not in answer.content
            and b"The game needs another decision from you now." in answer.content
        )


def test_a_link_of_a_seat_given_to_somebody_else_shows_nothing_of_a_private_game() -> None:
    play = table(watch="players")
    path = link_of(play)
    Player.objects.filter(pk=play.waiting.player_id).update(user=person("eve"))
    for answer in (client().get(path), client().post(path)):
        assert answer.status_code == 410 and b"Long Winter" not in answer.content


def test_mail_that_waits_goes_to_nobody_who_has_lost_the_seat(play: Table) -> None:
    row, eve, boss = play.waiting, person("eve"), User.objects.create_superuser("boss", "boss@example.org", "x")
    mail.outbox.clear()
    game_replace(game_id=play.game.pk, user=boss, reason="gone", seat=row.seat, by=eve)
    outbox_deliver()
    asked = [letter.to for letter in mail.outbox if "/l/" in letter.body]
    assert asked == [["eve@example.org"]]
    kept = OutboxMail.objects.filter(user=row.player.user, seat=row.seat).values_list("state", flat=True)
    assert set(kept) == {"cancelled"}


def test_an_export_holds_ones_own_orders_alone(play: Table) -> None:
    row, eve, boss = play.waiting, person("eve"), User.objects.create_superuser("boss", "boss@example.org", "x")
    play.order(play.likely())
    game_replace(game_id=play.game.pk, user=boss, reason="gone", seat=row.seat, by=eve)
    games: Any = export_account(eve)["games"]
    assert games[0]["orders"] == []


# ---- names of games on pages and in mails

EVIL = "<img src=x onerror=a()>\"'&{{7*7}}</title>"


@pytest.mark.no_cover
def test_a_name_is_text_wherever_it_is_shown(play: Table) -> None:
    Game.objects.filter(pk=play.game.pk).update(name=EVIL)
    boss = User.objects.create_superuser("boss", "boss@example.org", "a long password")
    slug = play.game.slug
    pages = ["/", "/games/", "/players/alice/", "/api/", "/accounts/tokens/", "/organize/", "/organize/mails/"]
    pages += [f"/g/{slug}/{page}" for page in ("", "history/", "odds/", "settings/", "ask/")]
    pages += [f"/organize/g/{slug}/{page}" for page in ("", "journal/", "mails/")]
    pages += [f"/admin/games/game/{play.game.pk}/change/", "/admin/games/game/", link_of(play)]
    pages.append(reverse("invite", args=[play.game.invite_token]))
    seen = 0
    for path in pages:
        for visitor in (client(), client(play.alice), client(boss)):
            text = visitor.get(path).content.decode()
            assert "<img src=x" not in text and "49</title>" not in text, path
            seen += "&lt;img src=x" in text
    assert seen > 10


def test_a_name_is_text_in_mails(play: Table) -> None:
    Game.objects.filter(pk=play.game.pk).update(name=f"{EVIL}\r\nBcc: eve@e.org")
    outbox_deliver()
    assert mail.outbox
    for letter in mail.outbox:
        assert isinstance(letter, EmailMultiAlternatives)
        whole = letter.message()
        assert whole["Bcc"] is None and "\n" not in letter.subject
        assert "<img src=x" not in str(letter.alternatives[0][0])


def test_no_template_of_a_page_takes_text_for_safe_by_itself() -> None:
    """What is safe says so where it is made; a template that says it for others would let anything through."""
    pages = templates()
    assert len(pages) > 50
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not any(word in text for word in ("|safe", "autoescape off", "autoescape false")), page


def test_a_page_that_asks_too_often_is_told_to_wait_and_others_are_not(play: Table) -> None:
    url = reverse("game-poll", args=[play.game.slug])
    asked = f"{url}?seq={play.fresh().seq}"
    reader, other = client(play.alice), client(play.bob)
    answers = [reader.get(asked).status_code for _ in range(POLLS_A_MINUTE + 2)]
    assert answers == [204] * POLLS_A_MINUTE + [429] * 2
    refused = reader.get(asked)
    assert 1 <= int(refused.headers["Retry-After"]) <= 60 and not refused.content
    assert other.get(asked).status_code == 204
    assert reader.get(reverse("game", args=[play.game.slug])).status_code == 200


@pytest.mark.no_cover
def test_an_address_asks_for_many_spectators(play: Table) -> None:
    url = f"{reverse('game-poll', args=[play.game.slug])}?seq={play.fresh().seq}"
    answers = [client(None).get(url).status_code for _ in range(POLLS_OF_AN_ADDRESS + 1)]
    assert answers == [204] * POLLS_OF_AN_ADDRESS + [429]
