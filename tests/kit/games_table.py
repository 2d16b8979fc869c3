"""Write the table of games in docs/players.md anew: `python -m tests.kit.games_table`.

It has a column for each game that is offered and has others of its family beside it, and a line for each option in
which these are not all alike.
"""

from __future__ import annotations

import re
from pathlib import Path

import engine
from engine.core.variants import option_descriptions
from tests.kit.games import presets

PLAYERS = Path(engine.__file__).parent.parent / "docs" / "players.md"
COMMAND = "python -m tests.kit.games_table"
TABLE = re.compile(r"^\|  \|.*\n(?:\|.*\n)+", re.MULTILINE)


def offered() -> list[engine.RuleSet]:
    """List the games that people are offered; tests know other families too."""
    return [rules for rules in engine.base_presets() if rules.id in presets()]


def table() -> str:
    """Return the table as Markdown."""
    games = [rules for rules in offered() if engine.compare_presets(rules)]
    titles = {line.title for rules in games for line in engine.compare_presets(rules)}
    rows = [["", *(engine.short_title(rules) for rules in games)], ["---"] * (len(games) + 1)]
    rows.append(["Board", *(engine.mapgraph(rules.map).title for rules in games)])
    for trait in option_descriptions(games[0]):
        if trait.title in titles:
            rows.append([trait.title, *(trait.say(rules.options) for rules in games)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def with_table(text: str) -> str:
    """Return the page with the table as it is today in the place of the one that it has."""
    return TABLE.sub(lambda _: table(), text, count=1)


if __name__ == "__main__":
    PLAYERS.write_text(with_table(PLAYERS.read_text("utf-8")), "utf-8")
