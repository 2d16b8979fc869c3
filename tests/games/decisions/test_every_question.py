"""Every kind of question, wherever it is asked: on the page, in the list of games, in the mail and behind its links."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

import engine
from games.decisions.registry import DECISIONS, load, prompt_for
from tests.games.decisions.positions import asked_at
from tests.games.mail.kit import html_of, links_of, made
from tests.games.views.test_play import client
from tests.kit.games import questions_by_family
from tests.routes_kit import undone

pytestmark = pytest.mark.django_db

load()
KINDS = [decision.name for decision in DECISIONS if not decision.name.startswith("toy.")]


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_is_asked_on_the_page_in_the_list_in_the_mail_and_behind_its_links(kind: str) -> None:
    states = [asked[kind] for asked in questions_by_family().values() if kind in asked]
    assert states, f"no case of the book asks {kind}, nor do the moves after one: write one into tests/conformance"
    for state in states:
        with undone():
            shows_everywhere(state)


def shows_everywhere(state: engine.GameState) -> None:
    asked = asked_at(state)
    question = prompt_for(asked.view).sentence
    assert question and asked.page()
    listed = client(asked.row.player.user).get("/games/")
    assert listed.status_code == 200 and question in unescape(listed.content.decode())
    letter = made(asked.play.fresh(), "turn", asked.row.seat)
    text = " ".join(letter.body.split())
    links = links_of(letter.body)
    assert question.rstrip(".?").casefold() in text.casefold() and links and html_of(letter)
    for path in links:
        assert Client().get(path).status_code == 200, path
