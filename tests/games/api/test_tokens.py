"""Tokens: what they open, what is kept of them, and when they stop."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.api import authentication
from games.models import ApiToken
from games.services import tokens
from games.services.tokens import token_make
from tests.games.api.kit import Program, program, refusal
from tests.games.kit import person, table

pytestmark = pytest.mark.django_db


def proved(user: User) -> Client:
    """A browser of a person who has just shown who they are."""
    client = Client()
    client.force_login(user)
    client.post(reverse("account_reauthenticate"), {"password": "a long password"})
    return client


def test_a_token_is_long_and_only_its_hash_is_kept() -> None:
    token, text = token_make(user=person("alice"), name="a bot", scope="read")
    assert text.startswith("fp_") and len(text) >= 3 + 43
    assert token.digest == hashlib.sha256(text.encode()).hexdigest()
    stored = ApiToken.objects.values_list(flat=False).get(pk=token.pk)
    assert text not in map(str, stored)


def test_me_tells_for_whom_the_token_acts() -> None:
    answer = program(person("alice"), "read").get("me/")
    assert answer.status_code == 200
    assert answer.json()["name"] == "alice"
    assert answer.json()["token"] == {"name": "a bot", "scope": "read", "game": None, "expires_at": None}
    assert answer.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer fp_wrong", "Basic YTpi", "Bearer a b", "bearer \x7f"])
def test_without_a_good_token_nobody_comes_in(header: str) -> None:
    answer = Client().get("/api/me/", headers={"Authorization": header} if header else {})
    assert refusal(answer, 401) in ("token.missing", "token.bad")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_token_in_the_address_opens_nothing() -> None:
    text = program(person("alice")).text
    assert refusal(Client().get(f"/api/me/?token={text}&access_token={text}"), 401) == "token.missing"


def test_a_login_of_the_browser_opens_nothing() -> None:
    client = proved(person("alice"))
    assert refusal(client.get("/api/me/"), 401) == "token.missing"


def test_revoked_expired_and_of_a_closed_account() -> None:
    alice = person("alice")
    revoked, expired, closed = program(alice), program(alice), program(alice)
    ids = list(ApiToken.objects.order_by("pk").values_list("pk", flat=True))
    assert tokens.token_revoke(user=alice, token_id=ids[0])
    assert not tokens.token_revoke(user=alice, token_id=ids[0])
    ApiToken.objects.filter(pk=ids[1]).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert refusal(revoked.get("me/"), 401) == refusal(expired.get("me/"), 401) == "token.bad"
    assert closed.get("me/").status_code == 200
    alice.is_active = False
    alice.save()
    assert refusal(closed.get("me/"), 401) == "token.bad"


def test_last_use_is_noted_once_a_minute() -> None:
    reader = program(person("alice"), "read")
    reader.get("me/")
    first = ApiToken.objects.get().used_at
    reader.get("me/")
    assert first is not None and ApiToken.objects.get().used_at == first
    ApiToken.objects.update(used_at=first - timedelta(minutes=2))
    reader.get("me/")
    assert ApiToken.objects.get().used_at >= first


def test_a_reading_token_changes_nothing() -> None:
    played = table()
    reader = program(played.asked_user, "read")
    path = f"games/{played.game.slug}"
    for deed in ("orders", "undo", "join", "leave", "start", "resign", "return"):
        assert refusal(reader.post(f"{path}/{deed}/", {"ref": 1, "text": "end"}), 403) == "token.scope"
    assert refusal(reader.post("games/", {}), 403) == "token.scope"
    assert reader.post(f"{path}/try/", {"text": "end"}).status_code == 200
    assert reader.get(f"{path}/view/").json()["view"]["viewer"] == played.seat(played.asked_user)


def test_a_token_for_one_game_sees_no_other() -> None:
    one = table()
    alice = one.alice
    bound = program(alice, game=one.game)
    free = program(alice)
    made = free.post("games/", {"name": "Other", "rules": "modern", "seats": 3}).json()
    assert {game["slug"] for game in free.get("games/").json()["games"]} == {made["slug"], one.game.slug}
    assert [game["slug"] for game in bound.get("games/").json()["games"]] == [one.game.slug]
    assert bound.get(f"games/{one.game.slug}/").status_code == 200
    assert bound.get("me/").json()["token"]["game"] == one.game.slug
    for answer in (bound.get(f"games/{made['slug']}/"), bound.post(f"games/{made['slug']}/join/")):
        assert refusal(answer, 404) == "request.not_found"
    assert refusal(bound.post("games/", {"name": "Third", "rules": "modern", "seats": 3}), 403) == "token.scope"


def test_reads_and_writes_are_limited_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authentication, "READS_A_MINUTE", 2)
    monkeypatch.setattr(authentication, "WRITES_A_MINUTE", 1)
    alice = person("alice")
    bot = program(alice)
    assert [bot.get("me/").status_code for _ in range(2)] == [200, 200]
    answer = bot.get("me/")
    assert refusal(answer, 429) == "limit.reached" and 0 < int(answer.headers["Retry-After"]) <= 60
    assert refusal(bot.post("games/", {}), 400) == "request.invalid"
    assert refusal(bot.post("games/", {}), 429) == "limit.reached"
    assert program(alice).get("me/").status_code == 200


def test_a_token_for_a_game_of_ones_own_may_knock_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    played = table()
    monkeypatch.setattr(authentication, "READS_A_MINUTE", 0)
    assert program(played.alice, game=played.game).get("me/").status_code == 200
    assert refusal(program(played.bob, game=played.game).get("me/"), 429) == "limit.reached"


def test_guessing_is_limited_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authentication, "BAD_TOKENS_AN_HOUR", 1)
    assert refusal(Program("fp_wrong").get("me/"), 401) == "token.bad"
    assert refusal(Program("fp_wrong").get("me/"), 429) == "limit.reached"
    assert program(person("alice")).get("me/").status_code == 200


def test_the_page_makes_a_token_shows_it_once_and_revokes_it() -> None:
    alice = person("alice")
    client = Client()
    page = reverse("account-tokens")
    assert client.get(page).status_code == 302
    client = proved(alice)
    assert "No program can see" in client.get(page).content.decode()
    made = client.post(page, {"name": "My bot", "scope": "play", "days": "30", "game": ""})
    text = made.context["text"]
    assert made.status_code == 200 and text in made.content.decode()
    assert Program(text).get("me/").json()["token"]["scope"] == "play"
    again = client.get(page).content.decode()
    assert text not in again and text[-4:] in again and "My bot" in again
    token = ApiToken.objects.get()
    assert token.expires_at is not None and timedelta(days=29) < token.expires_at - timezone.now() < timedelta(days=31)
    assert client.post(reverse("account-token-revoke", args=[token.pk])).status_code == 302
    assert refusal(Program(text).get("me/"), 401) == "token.bad"


def test_the_page_says_what_is_wrong_and_touches_no_others() -> None:
    played = table()
    other = token_make(user=played.bob, name="Robot of Bob", scope="read")[0]
    client = proved(played.alice)
    page = reverse("account-tokens")
    wrong = client.post(page, {"name": "", "scope": "organize", "days": "9999", "game": "no-such"})
    assert wrong.status_code == 422 and not ApiToken.objects.filter(user=played.alice).exists()
    assert client.post(reverse("account-token-revoke", args=[other.pk])).status_code == 404
    assert "Robot of Bob" not in client.get(page).content.decode()
    bound = client.post(page, {"name": "x", "scope": "read", "days": "30", "game": played.game.slug})
    assert bound.status_code == 200 and ApiToken.objects.get(user=played.alice).game == played.game


def test_there_is_an_end_of_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 1)
    client = proved(person("alice"))
    given = {"name": "x", "scope": "read", "days": "30"}
    assert client.post(reverse("account-tokens"), given).status_code == 200
    full = client.post(reverse("account-tokens"), given)
    assert full.status_code == 422 and "Revoke one" in full.content.decode()
