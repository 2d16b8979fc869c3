"""The engine's sentences in the language of the host."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils.translation import gettext as djangos
from django.utils.translation import ngettext as djangos_number

import engine
from engine.core import language
from engine.core.language import gettext, gettext_noop, ngettext, untranslated


@pytest.fixture
def loud_host() -> Iterator[None]:
    engine.speak_with(str.upper, lambda one, many, count: (one if count == 1 else many).upper())
    yield
    engine.speak_with(djangos, djangos_number)


@pytest.mark.usefixtures("loud_host")
def test_host_translates() -> None:
    assert gettext("Your turn") == "YOUR TURN"
    assert ngettext("%d army", "%d armies", 2) == "%D ARMIES"
    assert gettext_noop("Your turn") == "Your turn"


@pytest.mark.usefixtures("loud_host")
def test_what_nobody_reads_stays_in_english() -> None:
    with untranslated():
        assert (gettext("Your turn"), ngettext("%d army", "%d armies", 2)) == ("Your turn", "%d armies")
    assert gettext("Your turn") == "YOUR TURN"


@pytest.mark.usefixtures("loud_host")
def test_refusals_are_translated_when_they_are_read() -> None:
    assert str(engine.IllegalAction("game.over")) == "THIS GAME IS OVER."


def test_site_brings_its_translation() -> None:
    assert (language._voice.one, language._voice.number) == (djangos, djangos_number)
