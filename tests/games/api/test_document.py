"""The OpenAPI document and the page about it; how many queries an answer costs; what is told of one's programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.services import delete_account, export_account
from games.api.describe import document
from games.api.urls import urlpatterns
from games.models import ApiToken
from tests.games.api.kit import PAGES, paths_of_games, program
from tests.games.kit import person, table
from tests.kit import forked
from tests.kit.certain import some

PUBLISHED = frozenset(
    """
    Action Advance Asked AskedFacts Attack Board BoardFacts BotFacts Capital CardsField Catalogue Choice
    ChoiceField Claim Command ContinentFacts CountsField Defend DifferenceFacts Elsewhere End Force ForceField
    Fortify GameFacts GamePage GameWish History HistoryEntry JoinWish Keep LikelyOrder Lose MapFacts Me
    NumberField OddsFacts Offer Options OrderWish OverlayFacts Piece Place PlacementsField Plan PlayerView
    RankingField Receipt Redistribute Refusal Reroll RuleFacts SeatFacts SeatField SeatView SwitchFacts
    TermFacts TerritoryField TokenFacts Trade Trial TrialWish TriedOrder Turn Turns UndoWish
    """.split()  # noqa: SIM905
)
"""Types that clients were generated from."""


def test_the_document_is_public_and_whole() -> None:
    answer = Client().get("/api/schema/")
    assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("application/vnd.oai.openapi+json")
    found = json.loads(answer.content)
    assert found["openapi"].startswith("3.1")
    refs = set(re.findall(r'"#/components/schemas/([^"]+)"', answer.content.decode()))
    assert refs and refs <= set(found["components"]["schemas"])
    assert found["paths"].keys() >= paths_of_games().keys()
    assert len(paths_of_games()) == len([each for each in urlpatterns if getattr(each, "name", None) not in PAGES])


def test_no_published_type_changes_its_name() -> None:
    """A type whose class is renamed keeps its name here, by PUBLISHED_NAMES; new ones are added to the list."""
    assert not PUBLISHED.difference(document()["components"]["schemas"])


def test_every_operation_says_what_may_go_wrong() -> None:
    for path, methods in some(document()["paths"].items()):
        for method, facts in some(methods.items()):
            codes = set(facts["responses"])
            assert {"401", "403", "429"} <= codes, path
            assert "404" in codes or "{" not in path, path
            assert facts["summary"] and facts["security"] == [{"token": []}], path
            assert method == "get" or "requestBody" not in facts or {"400", "413", "415"} <= codes, path


def test_every_action_of_every_rule_set_is_described() -> None:
    mapping = document()["components"]["schemas"]["Action"]["discriminator"]["mapping"]
    assert {"setup.claim", "deploy.place", "cards.trade", "battle.attack", "battle.defend", "turn.end"} <= set(mapping)


@pytest.mark.django_db
def test_the_page_lists_every_operation() -> None:
    page = Client().get(reverse("api")).content.decode()
    for path in some(document()["paths"]):
        assert path in page
    assert "style=" not in page and "<script>" not in page


@contextmanager
def at_most(queries: int) -> Iterator[None]:
    with CaptureQueriesContext(connection) as seen:
        yield
    assert len(seen) <= queries, "\n".join(each["sql"][:200] for each in seen)


@pytest.mark.django_db
def test_reads_cost_few_queries_however_long_a_game_is() -> None:
    played = table()
    played.past_setup()
    bot, path = program(played.asked_user), f"games/{played.game.slug}/"
    bot.get("me/")  # notes the use of the token
    costs = {"me/": 2, "turns/": 3, "games/": 6, path: 4}
    costs |= {path + "view/": 6, path + "options/": 6, path + "history/": 4}
    for rest, most in costs.items():
        with at_most(most):
            assert bot.get(rest).status_code == 200
    for _ in range(12):
        played.order(played.likely())
    made = bot.post("games/", {"name": "Other", "rules": "modern", "seats": 3, "bots": ["random", "random"]})
    assert made.status_code == 201
    for rest, most in costs.items():
        with at_most(most):
            assert bot.get(rest).status_code == 200


@pytest.mark.django_db
def test_tokens_are_in_the_export_and_go_with_the_account() -> None:
    alice = person("alice")
    text = program(alice).text
    told = json.dumps(export_account(alice), default=str)
    assert "a bot" in told and text not in told
    person("root").__class__.objects.filter(username="root").update(is_superuser=True)
    delete_account(alice)
    assert not ApiToken.objects.exists()


@pytest.mark.django_db
def test_an_undo_of_the_page_is_told_in_the_history() -> None:
    played = table()
    played.past_setup()
    played.order(played.likely())
    row = played.waiting
    played.undo(row)
    last = program(played.alice).get(f"games/{played.game.slug}/history/").json()["entries"][-1]
    assert last["kind"] == "undo" and last["back_to"] == last["seq"] - 2


AT_ONCE = """
import sys, django
from concurrent.futures import ThreadPoolExecutor

django.setup()
from games.api.describe import document

sys.setswitchinterval(1e-5)
with ThreadPoolExecutor(4) as readers:
    print(len({id(each.result()) for each in [readers.submit(document) for _ in range(4)]}))
"""


@pytest.mark.no_cover
def test_several_readers_may_be_the_first(tmp_path: Path) -> None:
    settings = {"EMBEDDED": "true", "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = forked.run("-c", AT_ONCE, env=forked.environ(**settings))
    assert done.stdout == "1\n", done.stderr
