"""Words of a family are explained where they are met, once a text; texts of others stay as they are."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils.safestring import SafeString

from coaching.services import lesson_start
from games.families.parts import parts_of
from games.pages.terms import explain
from tests.games.kit import Table, person
from tests.games.test_lines import read
from tests.games.views.test_play import client


def opened(text: str) -> list[tuple[str, str]]:
    """List the words that a text lets a reader open, each with the id of what opens."""
    return re.findall(r'<button type="button" class="term" popovertarget="([^"]+)">([^<]+)</button>', text)


def test_the_first_of_each_word_is_explained() -> None:
    said = explain("Place 5 MODs. Each MOD costs energy; MODs roll dice.", "risk2210", "ask")
    assert opened(said) == [("ask-mod", "MODs"), ("ask-energy", "energy")]
    assert 'id="ask-mod"' in said and said.count("popover ") == 2


def test_sentences_follow_all_that_stands_on_a_line() -> None:
    said = explain("5 MODs", "risk2210", "x", SafeString("<i>left</i> & then"))
    assert "MODs</button><i>left</i> & then<span popover " in said
    assert explain("5 <MODs>", "modern", "x", SafeString("<i>left</i>")) == "5 &lt;MODs&gt;<i>left</i>"


def test_longer_words_come_before_shorter_ones_and_parts_of_words_are_none() -> None:
    said = explain("A Space Station is no model; the landing sites are.", "risk2210", "x")
    assert [word for _id, word in opened(said)] == ["Space Station", "landing sites"]


def test_what_is_no_text_of_such_a_family_stays() -> None:
    marked = SafeString("<b>MOD</b>")
    assert explain("5 MODs & more", "modern", "x") == "5 MODs & more"
    assert explain(marked, "risk2210", "x") is marked and explain("", "risk2210", "x") == ""


def test_signs_of_markup_in_a_text_stay_text() -> None:
    said = explain("<i>energy</i> & MODs", "risk2210", "x")
    assert "&lt;i&gt;" in said and "<i>" not in said and "&amp;" in said


@pytest.mark.parametrize("rules", ["risk2210", "godstorm"])
def test_every_form_of_a_word_is_found(rules: str) -> None:
    for term in parts_of(rules).terms:
        for form in term.forms:
            assert opened(explain(f"one {form} more", rules, "x")) == [(f"x-{term.key}", str(form))]


@pytest.mark.django_db
@pytest.mark.parametrize("rules", ["risk2210", "godstorm", "modern"])
def test_names_of_what_opens_are_told_apart_on_a_page(rules: str) -> None:
    user = person("alice")
    game = lesson_start(user, rules)
    page = read(client(user), reverse("game", args=[game.slug]))
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {name for name, _word in opened(page)} <= set(ids)
    assert rules != "modern" or not opened(page)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rules", "planned", "paid"),
    [("risk2210", [("lead-mod", "MODs")], "energy"), ("godstorm", [], "faith")],
)
def test_the_first_questions_explain_their_words(rules: str, planned: list[tuple[str, str]], paid: str) -> None:
    user = person("alice")
    play = Table(lesson_start(user, rules), user, user)
    while play.waiting.kind != "bidding.bid_asked":
        if play.waiting.kind == "setup.plan_asked":
            page = read(client(user), reverse("game", args=[play.game.slug]))
            assert {*planned} <= {*opened(page)}
        play.order(play.likely())
    page = read(client(user), reverse("game", args=[play.game.slug]))
    assert (f"purse-{paid}", paid) in opened(page)
