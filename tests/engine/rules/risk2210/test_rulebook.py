"""What cases have to prove of 2210 is told in the manual, too."""

from engine.conformance.coverage import ROOT
from engine.rules.risk2210.rulebook import OPEN_POINTS, RULINGS

MANUAL = (ROOT / "docs" / "rulings.md").read_text("utf-8")


def test_every_ruling_and_every_open_point_is_told_in_the_manual() -> None:
    assert not [point for point, _ in (*RULINGS, *OPEN_POINTS) if f"| `{point}` |" not in MANUAL]
