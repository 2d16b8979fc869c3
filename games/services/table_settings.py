"""Settings of a new table: one value for the form, the API, the rematch and the demo, and the checks on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from engine import COLOURS
from engine.bots import opponents
from games.clocks.lateness import BOT, CARETAKER, SETTINGS, read_settings
from games.clocks.values import ClockError, usual_clock
from games.clocks.words import explain_refusal
from games.errors import LobbyError, RulesRefuse
from games.families.parts import parts_of
from games.models import Game
from games.models.press_time import ALWAYS, is_press_time
from games.validators import sanitize_display_name

STORED = (
    "name",
    "rules",
    "options",
    "map",
    "public",
    "watch",
    "seats_wanted",
    "clock",
    "least_share",
    "rated",
    "press",
    "names",
    "grey",
    "press_when",
    "press_after",
    "mail_proof",
)
"""Settings that are fields of `Game` under the same names."""

ENDS = ("last_round", "ends_at", "stop_at")
"""Settings that end a game before its rules do, fields of `Game` too; a rematch does not take them over."""

QUICK = 60
"""Minutes for a turn up to which a set-up is played turn by turn, as at a table."""


@dataclass(frozen=True, kw_only=True)
class TableSettings:
    """Everything that is chosen about a table before people sit down.

    `overlays` are put on top of the rules, `options` are single switches; an empty `map` is the rules' own. `bots` are
    names of bots, one for each seat they take. `clock` is all that a game says of time (`games.clocks`), and of 100
    turns whoever joins has had `least_share` in time. A `rated` table counts for the ratings of its players. `colour`
    and `word` are for the first person, by default the first colour and a random word for the dice.

    `press` says who can write to whom, empty for what is usual for so many; `press_when` when, `press_after` what
    becomes of messages at the end. With `grey` a message to everyone may go unsigned; to `names` that are anonymous
    players are colours until the end. With `mail_proof` an email plays nothing until it is proved to be its player's.

    A game is adjudicated once `last_round` has ended, at `ends_at`, and once no more than `stop_at` players are left.
    """

    name: str
    rules: str
    seats_wanted: int
    options: engine.Facts = field(default_factory=dict)
    overlays: Sequence[str] = ()
    map: str = ""
    colour: str = ""
    word: str = ""
    bots: Sequence[str] = ()
    public: bool = True
    watch: str = Game.Watch.ANYONE
    least_share: int | None = None
    rated: bool = False
    clock: engine.Facts = field(default_factory=lambda: usual_clock("UTC"))
    press: str = ""
    names: str = Game.Names.NAMED
    grey: bool = False
    press_when: str = ALWAYS
    press_after: str = Game.PressAfter.PLAYERS
    mail_proof: bool = False
    last_round: int | None = None
    ends_at: datetime | None = None
    stop_at: int | None = None

    @classmethod
    def of(cls, game: Game) -> TableSettings:
        """Read the settings of a game off its row, with its bots in the order in which they were seated."""
        bots = game.players.exclude(bot="").order_by("pk").values_list("bot", flat=True)
        stored = {name: getattr(game, name) for name in STORED}
        return cls(bots=tuple(bots), **stored | {"clock": game.clock_data})

    def stored(self) -> dict[str, object]:
        """Return the fields of `Game` that keep these settings."""
        return {name: getattr(self, name) for name in (*STORED, *ENDS)} | hours_of(self.clock)


def hours_of(clock: engine.Facts) -> dict[str, object]:
    """Return what the last release and programs read of a clock, in hours."""
    time = read_settings(clock)
    minutes = time.rules.span if time.rules.timetable is None else max(time.rules.timetable.least, 60)
    is_strict = (time.late.row, time.late.then) == (1, (CARETAKER,))
    return {
        "turn_hours": -(-minutes // 60),
        "reaction_hours": -(-time.rules.reaction // 60),
        "grace_minutes": time.rules.grace,
        "late_policy": Game.Late.CARETAKER if is_strict else Game.Late.PASS,
    }


def resolve_settings(settings: TableSettings) -> TableSettings:
    """Check settings, and fill in what is stored: a clean name, the switches of overlays, the board. Raises
    LobbyError."""
    name = sanitize_display_name(settings.name)
    if not name:
        raise LobbyError(_("Give the game a name that people can read."))
    rules, seats, board = settings.rules, settings.seats_wanted, settings.map
    options = resolve_options(rules, settings.options, settings.overlays, seats, board)
    check_bounds(settings)
    return replace(
        settings,
        name=name,
        options=options,
        map=board or engine.ruleset(rules).map,
        press=settings.press or usual_press(seats),
        clock=clock_of(settings),
    )


def usual_press(seats: int) -> str:
    """Return who can write to whom where nothing is chosen: two players have nothing to hide from a third."""
    return Game.Press.PUBLIC if seats == 2 else Game.Press.PRIVATE


def clock_of(settings: TableSettings) -> engine.Facts:
    """Return the clock of a table: among colours one zone and one night hold for all, or they would tell who plays."""
    return {**settings.clock, "anonymous": True} if settings.names == Game.Names.ANONYMOUS else settings.clock


def resolve_options(
    rules: str, options: engine.Facts, overlays: Sequence[str], seats: int, map: str = ""
) -> dict[str, object]:
    """Return the switches of a table that differ from its preset, those of its overlays among them, after all checks.

    The page and the API both come here. Raises LobbyError.
    """
    chosen = dict(options)
    if rules in engine.rulesets():
        try:
            chosen = engine.with_switches(engine.ruleset(rules), overlays, options)
        except engine.IllegalAction as exc:
            raise RulesRefuse(exc) from exc
    check_rules(rules, chosen, seats, map)
    return chosen


def check_rules(rules: str, options: engine.Facts, seats: int, map: str = "") -> None:
    """Set the game up once in memory, so that whatever the rules refuse is refused now, with their code. Raises
    LobbyError."""
    if rules not in engine.rulesets():
        raise LobbyError(_("There is no such rule set."))
    if map and map not in engine.boards_for(engine.ruleset(rules)):
        words = {"title": engine.ruleset(rules).title, "boards": ", ".join(engine.boards_for(engine.ruleset(rules)))}
        raise LobbyError(_("%(title)s cannot be played on that board. Choose from: %(boards)s.") % words, map=map)
    if not 1 <= seats <= len(COLOURS):
        raise LobbyError(_("A game has 1 to %(most)s seats.") % {"most": len(COLOURS)})
    try:
        engine.new_game(rules, COLOURS[:seats], options=options, map=map or None, chance=engine.FastChance(0))
    except engine.IllegalAction as exc:
        raise RulesRefuse(exc) from exc


def check_bounds(settings: TableSettings) -> None:
    """Check bots and time, of which the rules know nothing. Raises LobbyError."""
    for name in settings.bots:
        check_bot(name)
    if settings.least_share is not None and not 1 <= settings.least_share <= 99:
        raise LobbyError(_("The least reliability is from 1 to 99 of 100 turns in time."))
    check_press(settings)
    check_ends(settings)
    check_clock(settings.clock, parts_of(settings.rules).new_game.reply_hours)


def check_press(settings: TableSettings) -> None:
    """Check who can write to whom, and when. Raises LobbyError."""
    chosen = (
        (settings.press or Game.Press.PRIVATE, Game.Press.values, _("There is no such press.")),
        (settings.names, Game.Names.values, _("Names are named or anonymous.")),
        (settings.press_after, Game.PressAfter.values, _("After the end messages are for players, open or deleted.")),
    )
    for value, known, sentence in chosen:
        if value not in known:
            raise LobbyError(sentence)
    if not is_press_time(settings.press_when):
        text = _("Players write always, between turns (between), after windows (quiet_windows), or from_round 2 to 99.")
        raise LobbyError(text)
    if settings.grey and settings.press == Game.Press.NONE:
        raise LobbyError(_("Without press there are no unsigned messages."))


def check_ends(settings: TableSettings) -> None:
    """Check what ends a game before its rules do. Raises LobbyError."""
    if settings.last_round is not None and settings.last_round < 1:
        raise LobbyError(_("The last round is 1 or a later one."))
    if settings.stop_at is not None and not 1 <= settings.stop_at < settings.seats_wanted:
        raise LobbyError(_("A game can only end with fewer players than it begins with, and with at least one."))
    if settings.ends_at is not None and settings.ends_at <= timezone.now():
        raise LobbyError(_("The end of the game is in the past."))


def check_clock(clock: engine.Facts, reply_hours: tuple[int, int]) -> None:
    """Check all that a game says of time, and the bounds of its family for replies out of turn. Raises LobbyError."""
    if unknown := sorted(set(clock) - SETTINGS):
        name = engine.clipped(unknown[0])
        raise LobbyError(_("A clock has no setting called “%(name)s”.") % {"name": name}, clock=name)
    try:
        time = read_settings(clock)
    except ClockError as error:
        raise LobbyError(explain_refusal(error), clock=error.name) from error
    least, most = reply_hours
    if not least * 60 <= time.rules.reaction <= most * 60:
        raise LobbyError(
            _("Choose a reply time of %(least)s to %(most)s hours for these rules.") % bounds_of(reply_hours)
        )
    for remedy in time.late.then:
        if remedy.startswith(BOT):
            check_bot(remedy.removeprefix(BOT))


def bounds_of(bounds: tuple[int, int]) -> dict[str, int]:
    """Return bounds as sentences name them."""
    return {"least": bounds[0], "most": bounds[1]}


def check_bot(name: str) -> None:
    """Refuse a bot that is not offered as an opponent, such as the caretaker. Raises LobbyError."""
    if name not in opponents():
        raise LobbyError(_("There is no bot called %(name)s.") % {"name": name})


def with_usual_setup(rules: str, options: engine.Facts, span: int | None) -> dict[str, object]:
    """Add the set-up that suits the pace of a table, unless its switches choose one: where a turn may take more than
    `QUICK` minutes (None: by a timetable) everybody plans at once, as far as there is anything to plan."""
    chosen = dict(options)
    known = engine.rulesets().get(rules)
    if known is None or (span is not None and span <= QUICK) or "setup_orders" in chosen:
        return chosen
    if not hasattr(known.options, "setup_orders") or not engine.plans_setup(rules, chosen):
        return chosen
    return chosen | {"setup_orders": "planned"}
