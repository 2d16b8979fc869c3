"""The standing orders of docs/players.md and of the page with all orders can be read as they stand there."""

from __future__ import annotations

import re
from html import unescape

import pytest

from engine.conformance.coverage import ROOT
from games.families.parts import parts_of
from games.play import standing_orders
from tests.kit.certain import some

BLOCKS = [
    unescape(block)
    for page, fence in (
        ("docs/players.md", r"```\n(when .*?)```"),
        ("templates/games/orders.html", r'<pre class="example"><code>(when .*?)</code></pre>'),
    )
    for block in some(re.findall(fence, (ROOT / page).read_text("utf-8"), re.DOTALL))
]


def played_by(text: str) -> tuple[str, str]:
    """Tell the rule set and the board of an example by the words in it."""
    if "miracle" in text:
        return "godstorm", "ancient_world"
    return ("risk2210", "world2210") if "invaded" in text else ("modern", "classic42")


@pytest.mark.parametrize("text", BLOCKS)
def test_what_the_guide_shows_can_be_written(text: str) -> None:
    rules, board = played_by(text)
    standing_orders.check(text, board, cases=parts_of(rules).orders.standing_cases)


def test_there_are_five_in_the_guide_and_two_in_the_help() -> None:
    assert len(BLOCKS) == 7
