"""The table of games in docs/players.md, which tells what the pages tell."""

from __future__ import annotations

from tests.kit.games_table import COMMAND, PLAYERS, offered, with_table


def test_the_table_of_games_is_current() -> None:
    text = PLAYERS.read_text("utf-8")
    assert with_table(text) == text, f"{COMMAND} writes the table of docs/players.md anew"


def test_an_old_table_is_replaced_where_it_stands() -> None:
    text = PLAYERS.read_text("utf-8")
    assert with_table(text.replace("| Board |", "| Ground |")) == with_table(text)


def test_every_game_and_variation_is_told_of() -> None:
    text = " ".join(PLAYERS.read_text("utf-8").split())
    for rules in offered():
        assert f"**{rules.title}**" in text, f"docs/players.md says nothing of {rules.title}: add a line to its list"
        for overlay in rules.overlays:
            assert overlay.title in text, f"docs/players.md says nothing of the variation {overlay.title}"
