"""Answers of the API. These types write what programs get and are the schemas of the OpenAPI document, so the two
cannot differ. Views, offers and actions are the engine's own types; bodies and queries: `games.api.requests`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

import engine
from engine import Offer, PlayerView


class Refusal(Struct, frozen=True):
    """Why a request was refused. `code` is stable, `message` a sentence for people, `params` the values in it."""

    code: str
    message: str
    params: engine.Facts = {}


class TokenFacts(Struct, frozen=True):
    """The token of this request; `game` is the one it is bound to, if any."""

    name: str
    scope: str
    game: str | None
    expires_at: datetime | None


class Me(Struct, frozen=True):
    """The account that the token acts for."""

    name: str
    time_zone: str
    language: str
    token: TokenFacts


class SeatFacts(Struct, frozen=True):
    """Somebody at a table. `seat` is the place in the order of turns, known from the start of the game on; `bot` the
    name of a bot; `state` playing, caretaker, resigned or out; `result` won or lost once the game is over, placed where
    it ended before anybody won. `host` says that this person runs the site; `bank` has the minutes in the time bank, in
    games that have one; `word_seal` fixes the word that they added to the dice, `word` is that word once the game has
    started. `away` says until when somebody is away and who plays meanwhile, in words; empty for those who are not."""

    seat: int | None
    colour: str
    name: str
    bot: str
    state: str
    result: str
    host: bool
    bank: int | None
    word_seal: str
    word: str
    away: str


class AskedFacts(Struct, frozen=True):
    """An open answer: which seat owes it, to which decision, since when and until when. `words` tell that deadline to
    you in a sentence: why it is then if you owe the answer, only when it is if another seat does; empty without one."""

    seat: int
    ref: int
    kind: str
    pace: str
    since: datetime
    deadline_at: datetime | None
    words: str


class GameFacts(Struct, frozen=True, kw_only=True):
    """A table as lists show it. `options` are the switches that differ from the rule set's, those of
    its `overlays` among them; `seat` is yours, if you have one; `seq` counts the entries of the journal;
    `clock` is all that the game says of time, in minutes; the hours beside it say the same more coarsely;
    `invite_token` is told to those who sit at a table that has not begun; `digest` and `head` are for the proof of
    the dice."""

    slug: str
    url: str
    name: str
    rules: str
    map: str
    options: engine.Facts
    overlays: list[str]
    status: str
    public: bool
    watch: str
    seats_wanted: int
    least_share: int | None
    rated: bool
    press: str
    names: str
    grey: bool
    press_when: str
    press_after: str
    mail_proof: bool
    clock: engine.Facts
    turn_hours: int
    reaction_hours: int
    grace_minutes: int
    late_policy: str
    seq: int
    round: int
    seat: int | None
    players: list[SeatFacts]
    asked: list[AskedFacts]
    winners: list[int]
    digest: str
    head: str
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    invite_token: str = ""


class GamePage(Struct, frozen=True):
    """Games, the newest first; `next` is the `before` of the following page, null on the last one."""

    games: list[GameFacts]
    next: int | None


class Turn(Struct, frozen=True):
    """A question to you. `plays_for` is the name of the player for whom you stand in; empty for your own seat."""

    game: str
    name: str
    asked: AskedFacts
    plays_for: str


class Turns(Struct, frozen=True):
    """Everything you are asked, the nearest deadline first."""

    turns: list[Turn]


class Board(Struct, frozen=True):
    """A game as your seat sees it, or as spectators do, with who is asked until when."""

    seq: int
    asked: list[AskedFacts]
    view: PlayerView


class LikelyOrder(Struct, frozen=True):
    """Text that is a good answer now, of one line or several, and the chance to capture (0 to 1) if it attacks."""

    order: str
    chance: float | None


class Options(Struct, frozen=True):
    """What your seat may answer: every kind of action with its arguments, and a few likely orders. All empty while
    you are not asked."""

    seat: int
    ref: int | None
    kind: str
    pace: str
    deadline_at: datetime | None
    offers: list[Offer]
    orders: list[LikelyOrder]


class StoodIn(Struct, frozen=True):
    """Who gave an order for the owner of a seat who is away: the name of a person or the name of a bot, and of the
    owner; names of accounts that have gone are empty."""

    by: str
    bot: str
    owner: str


class HistoryEntry(Struct, frozen=True, kw_only=True):
    """One entry of the journal. `order` is the canonical text of what was ordered, empty where it is still sealed;
    `source` says how it was given, empty where another seat gives a sealed answer or answers an invasion; `events` are
    what your seat may know of what came of it, `story` the same in sentences. `stand_in` says who gave it for the owner
    of the seat; null if the owner did, or where `source` is empty. An undo or rewind voids the entries after
    `back_to`."""

    seq: int
    kind: str
    source: str
    seat: int | None
    ref: int | None
    round: int
    back_to: int | None
    order: str
    stand_in: StoodIn | None
    events: Sequence[engine.Facts]
    story: list[str]
    at: datetime


class History(Struct, frozen=True):
    """Entries in the order in which they were written. `seq` is the game's newest; `more` says that this page ends
    before it."""

    entries: list[HistoryEntry]
    seq: int
    more: bool


class Receipt(Struct, frozen=True):
    """What became of an order: `seq` is its entry, `history` begins there and goes on with what followed by itself.

    `replayed` says that the key was known already and nothing was played now; `refusal` what stopped a text of
    several orders on its way, with everything before it played.
    """

    seq: int
    replayed: bool
    refusal: Refusal | None
    history: History
    game: GameFacts


class OddsFacts(Struct, frozen=True):
    """Chances of an attack as the board stands now: to capture (0 to 1), and the mean losses in armies."""

    win: float
    attacker_losses: float
    defender_losses: float


class TriedOrder(Struct, frozen=True):
    """An order as it was understood: as text, as an action, the odds if it is an attack, and a friend's warnings."""

    order: str
    action: engine.Facts
    odds: OddsFacts | None
    advice: list[str]


class Trial(Struct, frozen=True):
    """The answer to a dry run. Of a text the first order is tried, the others are only read: they may hang on dice."""

    legal: bool
    refusal: Refusal | None
    orders: list[TriedOrder]


class Standing(Struct, frozen=True):
    """Your standing orders. `spent` are lines that count once and have counted."""

    text: str
    version: int
    spent: list[str]


class StandingLine(Struct, frozen=True):
    """What comes of one line: `reads`, `never_applies` here, `not_in_hand`, `over`, or `mistake`. `kept` is its
    canonical form; of a mistake `why` says what is wrong, and `start` and `end` where in the line."""

    line: int
    text: str
    verdict: str
    kept: str
    why: str
    start: int
    end: int


class StandingChecked(Struct, frozen=True):
    """Standing orders as they read: whether they could be saved, each line, and one trial on the present board."""

    good: bool
    lines: list[StandingLine]
    trial: str


class StandingUseFacts(Struct, frozen=True):
    """An answer that a line gave: the entry, and the line with the version of its text."""

    seq: int
    at: datetime
    version: int
    line: int
    text: str
    order: str


class StandingUses(Struct, frozen=True):
    """Answers that your lines gave, the latest first."""

    uses: list[StandingUseFacts]


class TurnPlanFacts(Struct, frozen=True):
    """A plan for your next turn. `state` is kept, held (until `due_at`), played, stopped, failed or dropped; `line`,
    `said` and `why` tell at which line it ended."""

    text: str
    hold: int
    state: str
    made_at: datetime
    due_at: datetime | None
    line: int
    said: str
    why: str


class PlanShown(Struct, frozen=True):
    """Your plan, and what it would do in one sentence when it was just sent."""

    plan: TurnPlanFacts | None
    sentence: str


class Choice(Struct, frozen=True):
    value: engine.Value
    label: str


class SwitchFacts(Struct, frozen=True):
    """One switch of a rule set: its usual value, and either `choices` or a number from `least` to `most`."""

    name: str
    title: str
    help: str
    usual: engine.Value
    choices: list[Choice]
    least: int
    most: int


class ListFacts(Struct, frozen=True):
    """An option that is a list of at most `most` things which the creator of a game makes up."""

    name: str
    title: str
    help: str
    most: int


class OverlayFacts(Struct, frozen=True):
    """A variation that can be put on top of a rule set: `changes` are switches with the values that they take."""

    id: str
    title: str
    help: str
    changes: engine.Facts


class TermFacts(Struct, frozen=True):
    """One thing about a game in words, as the rule set has it; `name` is that of its switch."""

    name: str
    title: str
    words: str


class Elsewhere(Struct, frozen=True):
    """What a line of the comparison is elsewhere; without `games` it is so in all others."""

    words: str
    games: tuple[str, ...]


class DifferenceFacts(Struct, frozen=True):
    """A line of what tells a rule set apart from the others of its family: what it is here, and elsewhere."""

    title: str
    here: str
    elsewhere: list[Elsewhere]


class RuleFacts(Struct, frozen=True):
    """A rule set; `seats` are the least and the most players, `for_two` the id of the one that two play in its place
    (empty for none), `map` its own board, `maps` all it can be played on. `reply_hours` are the least and the most for
    `reaction_hours` of a game; `lists` are options that are lists."""

    id: str
    family: str
    version: int
    title: str
    summary: str
    seats: tuple[int, int]
    for_two: str
    map: str
    maps: tuple[str, ...]
    switches: list[SwitchFacts]
    lists: list[ListFacts]
    reply_hours: tuple[int, int]
    overlays: list[OverlayFacts]
    terms: list[TermFacts]
    differences: list[DifferenceFacts]


class BoardFacts(Struct, frozen=True):
    """A board by its name; `GET /api/maps/<id>/` tells the rest."""

    id: str
    title: str
    territories: int


class BotFacts(Struct, frozen=True):
    name: str
    title: str
    summary: str


class Catalogue(Struct, frozen=True):
    """Everything that can be played here, on which boards, and against which bots."""

    rules: list[RuleFacts]
    maps: list[BoardFacts]
    bots: list[BotFacts]


class ContinentFacts(Struct, frozen=True):
    id: str
    name: str
    bonus: int
    members: tuple[int, ...]


class MapFacts(Struct, frozen=True):
    """A board. Territories are numbers everywhere in the API: places in these lists.

    `zones` tells land, water and moon apart; `signs` lists the territories that carry a sign, such as a landing site.
    """

    id: str
    version: int
    title: str
    ids: tuple[str, ...]
    names: tuple[str, ...]
    codes: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    continents: list[ContinentFacts]
    zones: tuple[str, ...]
    signs: dict[str, list[int]]
