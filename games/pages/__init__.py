"""What the pages show: builders from an engine view to plain data for templates. Nothing here reads or writes."""

from games.pages.history import HistoryPage, history_page
from games.pages.result import OverPage, Proof, over_page
from games.pages.territory_chart import Share, land_shares
from games.pages.thumbnails import mini_of
from games.pages.turn import TurnPage, turn_page

__all__ = [
    "HistoryPage",
    "OverPage",
    "Proof",
    "Share",
    "TurnPage",
    "history_page",
    "land_shares",
    "mini_of",
    "over_page",
    "turn_page",
]
