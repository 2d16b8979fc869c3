"""What the site stores about games. Fields and constraints only; services write, selectors read."""

from games.models.absence import Scope, StandIn, Vacation
from games.models.game import Colour, Game, GameKey, Player
from games.models.journal import Entry, Snapshot, TurnRecord
from games.models.outbox import InboxMail, MailStop, OutboxMail, SentMail
from games.models.plan import TurnPlan
from games.models.site_clock import SiteClock
from games.models.standing import StandingText, StandingUse
from games.models.tokens import ApiToken, MadeGame
from games.models.upkeep import AuditEntry, Failure, Heartbeat
from games.models.waiting import StandingOrder, Waiting

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Colour",
    "Entry",
    "Failure",
    "Game",
    "GameKey",
    "Heartbeat",
    "InboxMail",
    "MadeGame",
    "MailStop",
    "OutboxMail",
    "Player",
    "Scope",
    "SentMail",
    "SiteClock",
    "Snapshot",
    "StandIn",
    "StandingOrder",
    "StandingText",
    "StandingUse",
    "TurnPlan",
    "TurnRecord",
    "Vacation",
    "Waiting",
]
