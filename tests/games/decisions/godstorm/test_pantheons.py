"""Pantheons are chosen in the order of the dice, or ranked in secret where the set-up is planned."""

from __future__ import annotations

import pytest

import engine
from games.decisions.registry import generic_parts, prompt_for, suggested_orders
from tests.games.decisions.godstorm.kit import begun, person_asked, typed_line, words_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["pantheons.asked", "pantheons.ranking_asked", "opening.first_god_asked"])
def test_every_question_of_the_set_up_has_parts_of_its_own(kind: str) -> None:
    assert generic_parts(kind) == []


def test_a_pantheon_that_is_left_is_chosen() -> None:
    play = begun()
    asked = person_asked(play)
    assert asked.row.kind == "pantheons.asked"
    left = asked.view.about["left"]
    page = asked.page()
    assert typed_line(page) == "", "it would not follow the choice"
    assert "Choose your pantheon" in words_of(page) and page.count('type="radio" name="pantheon"') == len(left)
    assert "Thor (war), Odin (sky), Freya (magic) and Loki (death)" in page or "Norse" not in left
    assert "Valhalla" in page or "Norse" not in left
    assert asked.post(act="pantheons.choice", pantheon="") == 422
    assert asked.post(act="pantheons.choice", pantheon="Romans") == 422
    assert asked.post(act="pantheons.choice", pantheon=left[-1]) == 302
    second = person_asked(play)
    if second.row.kind == "pantheons.asked":
        assert f'value="{left[-1]}"' not in second.page() and "has them" in second.page()


def test_links_of_mails_choose_each_pantheon() -> None:
    asked = person_asked(begun())
    suggestions = suggested_orders(asked.view)
    assert [each.order for each in suggestions] == [f"pantheon {name}" for name in asked.view.about["left"]]
    assert all(engine.parse_order(each.words, asked.view) for each in suggestions)
    assert "same rules" in prompt_for(asked.view).lead


def test_pantheons_are_ranked_in_secret_and_can_be_ranked_again() -> None:
    asked = person_asked(begun(setup_orders="planned"))
    assert asked.row.kind == "pantheons.ranking_asked"
    page = asked.page()
    assert typed_line(page) == "", "it would not follow the choices"
    assert "Rank the pantheons" in words_of(page) and "still to answer" in page
    assert page.count('id="rank-') == len(asked.view.seats), "one of so many is free for certain"
    assert page.count(" selected>") == 1, "a page that fills in the others makes each first choice a repetition"
    assert asked.post(act="pantheons.choice", rank__1="Norse", rank__2="Romans") == 422
    assert asked.post(act="pantheons.choice", rank__1="") == 422
    assert asked.post(act="pantheons.choice", rank__1="Norse", rank__2="Norse", rank__3="Celts") == 302
    if asked.view.given is not None:  # Bob may have answered by a bot that took his seat
        assert asked.view.given["pantheons"] == ["Norse", "Celts"]
        again = asked.page()
        assert "Your ranking is in" in again and '<option value="Norse" selected>' in again
        assert "Norse first" in prompt_for(asked.view).lead


def test_links_of_mails_rank_all_of_them() -> None:
    asked = person_asked(begun(setup_orders="planned"))
    suggestions = suggested_orders(asked.view)
    assert len(suggestions) == 5 and suggestions[4].called == "Put the Norse first"
    for each in suggestions:
        order = engine.action_to_json(engine.parse_order(each.words, asked.view))
        assert len(order["pantheons"]) == 5
