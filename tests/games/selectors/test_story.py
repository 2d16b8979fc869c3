"""Stories read public events as they lie in the journal, and decode only those with secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import engine
from games.models import Entry
from games.selectors.story import visible_events
from tests.games.kit import table

PUBLIC = {"type": "deploy.placed", "seat": 0, "at": [[3, 2]], "left": 0}
DRAWN = {"type": "cards.drawn", "seat": 0, "card": 7}


def entry(*events: dict[str, Any]) -> Entry:
    return Entry(events=list(events))


def decoded(plain: dict[str, Any], viewer: int | None) -> dict[str, Any]:
    """What every event went through before."""
    return engine.event_to_json(engine.event_for(engine.event_from_json(plain), viewer))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The types of the events that are decoded."""
    types: list[str] = []
    original = engine.event_from_json

    def spy(plain: dict[str, Any]) -> Any:
        types.append(plain["type"])
        return original(plain)

    monkeypatch.setattr(engine, "event_from_json", spy)
    return types


@pytest.mark.django_db
def test_of_a_game_only_events_with_secrets_are_decoded(read: list[str]) -> None:
    play = table("modern")
    play.past_setup()
    for _ in range(12):
        play.order(play.likely())
    read.clear()
    rows = list(Entry.objects.filter(game=play.game))
    seen = [event for row in rows for event in visible_events(row, None)]
    assert len(seen) > 100
    assert set(read) <= {"cards.drawn", "cards.taken_over", "missions.dealt"}
    told = [event for row in rows for event in row.events]
    assert plain(seen) == plain(
        [event if event["type"].startswith("host.") else decoded(event, None) for event in told]
    )


def plain(events: list[Any]) -> list[Any]:
    """Lists for tuples, as events lie in the journal."""
    return list(json.loads(json.dumps(events)))


def test_an_event_with_a_field_more_or_less_is_decoded(read: list[str]) -> None:
    more, less = {**PUBLIC, "hand": [1, 2]}, {key: PUBLIC[key] for key in ("type", "seat", "at")}
    assert plain(list(visible_events(entry(PUBLIC, more, less), None))) == [PUBLIC, PUBLIC]  # what lacks a field is
    assert read == ["deploy.placed", "deploy.placed"]  # left out, as it cannot be read


@pytest.mark.parametrize(("viewer", "card"), [(None, None), (1, None), (0, 7)])
def test_a_secret_is_blanked_for_all_but_its_owner(viewer: int | None, card: int | None) -> None:
    assert list(visible_events(entry(DRAWN), viewer)) == [{**DRAWN, "card": card}]
