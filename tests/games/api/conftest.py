"""Tests of the API may knock as often as they like, but for those of the limits."""

from __future__ import annotations

import pytest

from games.api import authentication


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("READS_A_MINUTE", "WRITES_A_MINUTE", "OWN_GAME_A_MINUTE", "BAD_TOKENS_AN_HOUR"):
        monkeypatch.setattr(authentication, name, 1_000_000)
