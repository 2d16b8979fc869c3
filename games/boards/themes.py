"""The colours of each theme of a board, by day and by night, written out for pictures that know no style sheet.

Tests compare them with static/css/tokens.css (atlas), static/css/looks.css and, for the Moon and the Underworld, which
are night in any theme, static/css/pieces.css.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import Facts


@dataclass(frozen=True)
class Theme:
    """Colours of sea, land and ink. `glows` are strokes along the shores, continent by continent; `free` is land that
    nobody holds, `stone` that of a neutral army, `fills` that of seats, `ash` and `crack` what is devastated, `deep`
    and `wave` what has sunk."""

    sea: tuple[str, str]
    grat: tuple[str, float]
    halo: str
    coast: str
    frontier: str
    route: str
    ink: str
    paper: str
    lake: str
    sea_ink: str
    free: str
    glows: tuple[str, ...]
    sea_names: str
    peak: tuple[str, str]
    beyond: str
    river: str
    stone: str
    fills: tuple[str, ...]
    ash: str = "#cfc8ba"
    crack: str = "#5f5548"
    dead: str = "#51473a"
    deep: str = "#b9c9c6"
    wave: str = "#4f6f70"


FILLS = ("#ea7557", "#5f8fd3", "#ffe07f", "#86cf9d", "#dca2ec", "#9b9ea4")
NIGHT_FILLS = ("#a3281a", "#2a4a8c", "#b8962a", "#2b8f5e", "#a565b4", "#62676e")

GLOWS = ("#ecd18b", "#e9a987", "#9fbde0", "#d9b68a", "#b3d09c", "#ccaed8")
NAMES = ("atlas", "future", "ancient", "moon", "underworld")
SIDE_BY_SIDE: dict[str, tuple[object, ...]] = {
    "sea": (
        ("#e6ebe3", "#cad8d4"),
        ("#e4f1f2", "#b3d3da"),
        ("#f1e9d4", "#d6c8a4"),
        ("#101b28", "#060b13"),
        ("#2a2422", "#100c0b"),
    ),
    "grat": (("#ffffff", 0.6), ("#ffffff", 0.62), ("#8a7147", 0.2), ("#ffffff", 0), ("#ffffff", 0)),
    "halo": ("#ffffff", "#ffffff", "#fffaf0", "#86a3a6", "#86a3a6"),
    "coast": ("#3b4038", "#1e3d4a", "#4b3621", "#a9c4cf", "#f0c08a"),
    "frontier": ("#24261f", "#16303c", "#4b2d18", "#f2fbff", "#f0c08a"),
    "route": ("#47605f", "#0e7490", "#7a3b1e", "#7fdcea", "#ffb060"),
    "ink": ("#17150f", "#0a1a22", "#24170b", "#ffffff", "#fff3e0"),
    "paper": ("#fffdf6", "#ffffff", "#fff8e8", "#04090e", "#140b07"),
    "lake": ("#d6e2de", "#cfe7ea", "#e4e2cf", "#161f21", "#161f21"),
    "sea_ink": ("#466260", "#2f6675", "#70532a", "#8fb6c4", "#d3a06a"),
    "free": ("#efe7d6", "#e3eaeb", "#ece0c4", "#36434d", "#4a403a"),
    "glows": (GLOWS, GLOWS, ("#dcc06f", "#a9c08f", "#dba76c", "#d19a90", "#93bccb", "#bba9d0"), GLOWS, GLOWS),
    "sea_names": (
        "font-size:31px;letter-spacing:4px",
        "font-family:'Fieldpost Figures';font-size:23px;letter-spacing:6px",
        "font-size:31px;letter-spacing:4px",
        "",
        "",
    ),
    "stone": ("#dcd9d2", "#dcd9d2", "#dcd9d2", "#4b4a47", "#4b4a47"),
    "fills": (FILLS, FILLS, FILLS, NIGHT_FILLS, NIGHT_FILLS),
    "peak": (("", ""), ("", ""), ("#c7ab7e", "#6f5233"), ("", ""), ("", "")),
    "beyond": ("", "", "#e2d5b3", "", ""),
    "river": ("", "", "#5e8795", "", ""),
}
"""What each theme has for a part of the board, in the order of NAMES."""
NIGHT_GLOWS = ("#7b6627", "#7d4226", "#2f5583", "#6c4d2a", "#3d6232", "#5f4070")
NIGHTS = ("atlas-night", "future-night", "ancient-night")
BY_NIGHT: dict[str, tuple[object, ...]] = {
    "sea": (("#1c2527", "#10171a"), ("#0c2230", "#060f18"), ("#1e2b33", "#10181f")),
    "grat": (("#d8c9a0", 0.09), ("#22d3ee", 0.13), ("#c9a86a", 0.15)),
    "halo": ("#86a3a6", "#22d3ee", "#c9a86a"),
    "coast": ("#d0d7c8", "#8fdfeb", "#d9c08d"),
    "frontier": ("#fff3d6", "#eaffff", "#f2dca8"),
    "route": ("#a9bdb6", "#22d3ee", "#e0b35f"),
    "ink": ("#fffaf0", "#ffffff", "#fff6df"),
    "paper": ("#0d0f0e", "#04090e", "#15100a"),
    "lake": ("#161f21", "#0a1a25", "#18252d"),
    "sea_ink": ("#8ba19b", "#6fb4c2", "#bda36f"),
    "free": ("#120e0a", "#22303a", "#3d372c"),
    "glows": (NIGHT_GLOWS, NIGHT_GLOWS, ("#7a6423", "#48602f", "#7a4d20", "#77443b", "#2f5f70", "#56457a")),
    "sea_names": SIDE_BY_SIDE["sea_names"][:3],
    "peak": (("", ""), ("", ""), ("#86714d", "#2c2317")),
    "beyond": ("", "", "#2b2a26"),
    "river": ("", "", "#6f98a8"),
    "stone": ("#4b4a47", "#4b4a47", "#4b4a47"),
    "fills": (NIGHT_FILLS, NIGHT_FILLS, NIGHT_FILLS),
    "ash": ("#2e2a26", "#2e2a26", "#2e2a26"),
    "crack": ("#8d8271", "#8d8271", "#8d8271"),
    "dead": ("#b9ab93", "#b9ab93", "#b9ab93"),
    "deep": ("#14252c", "#14252c", "#14252c"),
    "wave": ("#7fa3a8", "#7fa3a8", "#7fa3a8"),
}
"""The same by night for themes that have one, in the order of NIGHTS."""


def themes_of(names: tuple[str, ...], parts: Mapping[str, tuple[object, ...]]) -> dict[str, Theme]:
    """Make the theme of each name from its parts, which stand side by side."""
    found: Sequence[Facts] = [{part: each[place] for part, each in parts.items()} for place in range(len(names))]
    return {name: Theme(**own) for name, own in zip(names, found, strict=True)}


THEMES = themes_of(NAMES, SIDE_BY_SIDE) | themes_of(NIGHTS, BY_NIGHT)


def night_of(style: str) -> str:
    """Return the theme by night of a theme; itself where it is night always."""
    return f"{style}-night" if f"{style}-night" in THEMES else style


def theme_of(style: str) -> Theme:
    """Return the theme of that name; the atlas for one that is not known."""
    return THEMES.get(style, THEMES["atlas"])
