"""The colours of each look of a board by day, written out for pictures that know no style sheet.

Tests compare them with static/css/tokens.css (atlas) and static/css/looks.css (the others).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Look:
    """Colours of sea, land and ink. `glows` are strokes along the shores, continent by continent; `free` is land that
    nobody holds, `stone` that of a neutral army."""

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
    stone: str = "#dcd9d2"
    names: str = "font-size:31px;letter-spacing:4px"
    peak: tuple[str, str] = ("", "")
    beyond: str = ""
    river: str = ""


ATLAS = Look(
    sea=("#e6ebe3", "#cad8d4"),
    grat=("#ffffff", 0.6),
    halo="#ffffff",
    coast="#3b4038",
    frontier="#24261f",
    route="#47605f",
    ink="#17150f",
    paper="#fffdf6",
    lake="#d6e2de",
    sea_ink="#466260",
    free="#efe7d6",
    glows=("#ecd18b", "#e9a987", "#9fbde0", "#d9b68a", "#b3d09c", "#ccaed8"),
)
FUTURE = Look(
    sea=("#e4f1f2", "#b3d3da"),
    grat=("#ffffff", 0.62),
    halo="#ffffff",
    coast="#1e3d4a",
    frontier="#16303c",
    route="#0e7490",
    ink="#0a1a22",
    paper="#ffffff",
    lake="#cfe7ea",
    sea_ink="#2f6675",
    free="#e3eaeb",
    glows=ATLAS.glows,
    names="font-family:'Fieldpost Figures';font-size:23px;letter-spacing:6px",
)
ANCIENT = Look(
    sea=("#f1e9d4", "#d6c8a4"),
    grat=("#8a7147", 0.2),
    halo="#fffaf0",
    coast="#4b3621",
    frontier="#4b2d18",
    route="#7a3b1e",
    ink="#24170b",
    paper="#fff8e8",
    lake="#e4e2cf",
    sea_ink="#70532a",
    free="#ece0c4",
    glows=("#dcc06f", "#a9c08f", "#dba76c", "#d19a90", "#93bccb", "#bba9d0"),
    peak=("#c7ab7e", "#6f5233"),
    beyond="#e2d5b3",
    river="#5e8795",
)
LOOKS = {"atlas": ATLAS, "future": FUTURE, "ancient": ANCIENT}


def look_of(style: str) -> Look:
    """The look of that name; the atlas for one that is not known."""
    return LOOKS.get(style, ATLAS)
