"""What the pages show: builders from an engine view to plain data for templates. Nothing here reads or writes."""

from games.decisions.dispatch import answer_from, is_line
from games.decisions.page_data import Facts, GameHead, Person, Refusal, StoryLine, Throw
from games.decisions.posted import UnclearForm
from games.decisions.selection import Choice, read_choice
from games.pages.history import HistoryPage, history_page
from games.pages.minis import mini_of
from games.pages.result import OverPage, Proof, over_page
from games.pages.territory_chart import Share, land_shares
from games.pages.turn import TurnPage, turn_page

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
