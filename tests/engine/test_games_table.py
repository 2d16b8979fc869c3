"""The table of games in docs/players.md, which tells what the pages tell."""

from __future__ import annotations

from pathlib import Path

import engine
from engine.core.variants import traits

PLAYERS = Path(engine.__file__).parent.parent / "docs" / "players.md"


def games() -> list[engine.RuleSet]:
    """Those that people are offered; tests know other families too."""
    return [rules for rules in engine.main_games() if rules.family == "classic"]


def table() -> str:
    """Every line in which the games for many are not all alike, a column a game."""
    mains = games()
    titles = {line.title for rules in mains for line in engine.differences(rules)}
    rows = [["", *(engine.short_title(rules) for rules in mains)], ["---"] * (len(mains) + 1)]
    rows.append(["Board", *(engine.mapgraph(rules.map).title for rules in mains)])
    for trait in traits(mains[0]):
        if trait.title in titles:
            rows.append([trait.title, *(trait.say(rules.options) for rules in mains)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def test_the_table_of_games_is_current() -> None:
    """If this fails after a change of presets or their words, put what `table()` gives into docs/players.md."""
    assert table() in PLAYERS.read_text("utf-8")


def test_every_game_and_variation_is_told_of() -> None:
    text = " ".join(PLAYERS.read_text("utf-8").split())
    for rules in games():
        assert f"**{rules.title}**" in text
        assert all(overlay.title in text for overlay in rules.overlays)
