"""What the pages show: builders from an engine view to plain data for templates. Nothing here reads or writes."""

from games.pages.answers import UnclearForm, answer_from, is_line
from games.pages.choice import Choice, read_choice
from games.pages.facts import Facts, GameHead, Person, Refusal, StoryLine, Throw
from games.pages.history import HistoryPage, history_page
from games.pages.minis import mini_of
from games.pages.over import OverPage, Proof, over_page
from games.pages.river import Share, land_shares
from games.pages.turn import TurnPage, turn_page

# Cards register themselves by being imported.
from games.pages import attacking, defending, goals, moving, placing, planning, throwing, trading  # noqa: F401  isort: skip

__all__ = [
    "Choice",
    "Facts",
    "GameHead",
    "HistoryPage",
    "OverPage",
    "Person",
    "Proof",
    "Refusal",
    "Share",
    "StoryLine",
    "Throw",
    "TurnPage",
    "UnclearForm",
    "answer_from",
    "history_page",
    "is_line",
    "land_shares",
    "mini_of",
    "over_page",
    "read_choice",
    "turn_page",
]
