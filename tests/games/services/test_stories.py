"""Stories change in games, people and mails what somebody has read and approved (`tests/kit/approved.py`)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from tests.games.services.stories import STORIES
from tests.games.services.transcript import Story
from tests.kit import approved

TUESDAY = datetime(2026, 11, 24, 9, tzinfo=UTC)


@pytest.mark.once
@pytest.mark.luck(25)
@pytest.mark.django_db
@pytest.mark.usefixtures("empty_counters")
@pytest.mark.parametrize("name", STORIES)
def test_what_stories_change_is_as_approved(name: str) -> None:
    with time_machine.travel(TUESDAY, tick=False) as clock:
        story = Story(clock, TUESDAY)
        STORIES[name](story)
    approved.check(f"stories/{name}", "\n".join(story.lines) + "\n")
