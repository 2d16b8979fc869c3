"""How it is played and what this is can be found by everybody, and every order stands there."""

from __future__ import annotations

import pytest

import engine
from games.terms import in_code
from tests.games.kit import person
from tests.games.test_pages import client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("known", [True, False])
def test_every_order_can_be_looked_up(known: bool) -> None:
    page = client(person("alice") if known else None).get("/help/").content.decode()
    for rules in engine.rulesets().values():
        for verb in rules.verbs:
            assert f"<dt><code>{verb.usage.replace('|', 'or')}</code>" in page.replace("&gt;", ">"), verb.word
    assert "when attacked: defend 2" in page and "if captured N Africa" in page and 'href="/fair/"' in page


def test_words_between_backticks_are_code() -> None:
    assert in_code("a `b` <c>") == "a <code>b</code> &lt;c&gt;"


def test_the_foot_leads_there_and_to_the_front() -> None:
    alice = client(person("alice"))
    page = alice.get("/games/").content.decode()
    assert 'href="/about/"' in page and 'href="/help/"' in page
    front = alice.get("/about/").content.decode()
    assert "A war game in no hurry" in front and "Your games" in front and "alice" in front
    assert alice.get("/").status_code == 302


def test_the_front_says_where_to_begin() -> None:
    front = client(None).get("/").content.decode()
    for label, url in (
        ("Log in", "/accounts/login/"),
        ("Sign up", "/accounts/signup/"),
        ("How to play", "/help/"),
        ("Public games", "/games/public/"),
    ):
        assert f'href="{url}">{label}</a>' in front, label
    assert "RISK is a trademark of Hasbro; Fieldpost is not connected with Hasbro." in front
    assert not any(old in front for old in ("Come in", "Take a seat", "How it is played", "The letter"))
