"""Every operation under generated requests, good and bad: no fault of ours, no answer that is not documented.

Schemathesis makes the requests out of the OpenAPI document and checks each answer against it. Good requests are aimed
at real games, or most of them would end at a 404. PostgreSQL is stricter with what it stores, so they run there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.config import SchemathesisConfig

from config.wsgi import application
from games.api.views import tables
from games.models import Waiting
from tests.games.api.kit import Program, program
from tests.games.kit import Table, make_table, table
from tests.kit import nightly
from tests.kit.wsgi import one_connection

EXAMPLES, NIGHTLY_EXAMPLES = 6, 400
"""Generated requests for each operation, besides those that try every limit of the document once."""

ACCEPTED = ["2xx", "401", "403", "404", "409", "422", "429"]
CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            # A request of the right form may still ask for what the rules do not allow.
            "positive_data_acceptance": {"expected-statuses": ACCEPTED},
            "missing_required_header": {"expected-statuses": ["400", "401", "403", "415", "428"]},
        }
    }
)
SCHEMA = schemathesis.openapi.from_wsgi("/api/schema/", application, config=CONFIG)


class Aim:
    """Points good requests at games that exist and questions that are open."""

    def __init__(self, played: Table) -> None:
        self.played, self.shots = played, 0
        self.open = make_table(played.alice, name="Open", rules="modern", seats_wanted=4, bots=["random"])

    def __call__(self, case: Any) -> None:
        if case.meta is None or not case.meta.generation.mode.is_positive:
            return
        self.shots += 1
        if "slug" in (case.path_parameters or {}) and self.shots % 4:
            case.path_parameters["slug"] = self.open.slug if self.shots % 4 == 1 else self.played.game.slug
        if isinstance(case.body, dict) and "ref" in case.body and self.shots % 3:
            row = Waiting.objects.filter(game=self.played.game).first()
            case.body["ref"] = row.ref if row else 0
            self.seat(case.body)

    def seat(self, body: dict[str, Any]) -> None:
        """The action is one of alice's own seat."""
        if isinstance(body.get("action"), dict):
            body["action"]["seat"] = self.played.seat(self.played.alice)


@pytest.fixture
def bot(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Program, Aim]]:
    """Alice's program, and where to aim."""
    monkeypatch.setattr(tables, "NEW_GAMES_AN_HOUR", 1_000_000)
    played = table()
    played.past_setup()
    while played.asked_user != played.alice:
        played.order(played.likely())
    with one_connection():
        yield program(played.alice), Aim(played)


@pytest.mark.long
@pytest.mark.services
@pytest.mark.timeout(1800 if nightly.ON else 300)
@SCHEMA.parametrize()
@settings(
    max_examples=NIGHTLY_EXAMPLES if nightly.ON else EXAMPLES,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_as_documented(case: Any, bot: tuple[Program, Aim]) -> None:
    holder, aim = bot
    aim(case)
    case.call_and_validate(headers=holder.pass_() | {"Accept-Encoding": "identity"})
