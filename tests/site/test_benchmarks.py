"""The benchmark of pages measures what it says, with names that other tools rely on."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from benchmarks import pages
from tests.kit.wsgi import one_connection

NAMES = [
    "turn page",
    "home page, 1 games",
    "event page, 8 people",
    "event page, 8 people, no login",
    "history page",
    "lobby",
    "new table",
    "board drawing (SVG)",
    "small map (SVG)",
    "board picture (PNG)",
    "turn mail, picture at hand",
]
KEYS = {"board", "what", "ms", "actions", "bytes", "packed", "livez"}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, settings: object) -> None:
    """One round of each work, on games that have hardly begun."""
    for name, value in {"REPEATS": 1, "RUNNING": 1, "ROUNDS": 0, "LONG": 20, "OWN": 1, "CROWD": 8}.items():
        monkeypatch.setattr(pages, name, value)
    monkeypatch.setattr(pages, "actions_a_ms", lambda: 170.0)
    settings.ALLOWED_HOSTS = ["127.0.0.1"]  # type: ignore[attr-defined]


@pytest.mark.django_db
@pytest.mark.once
def test_figures_are_those_of_a_browser_in_multiples_of_livez(quick: None) -> None:
    with one_connection():
        found = pages.measure(["classic42"])
    by_name = {each.what: each for each in found}
    assert [each.what for each in found][: len(NAMES)] == NAMES
    assert all(set(asdict(each)) == KEYS for each in found)
    assert by_name["livez"].livez == 1
    assert by_name["turn page"].packed < by_name["turn page"].bytes / 3
    assert by_name["poll"].bytes == 0
    assert by_name["history page, 20 entries"].livez > 1 and by_name["result page, 20 entries"].livez > 1
