"""Running a case: the position, its orders with their dice, and what is expected after each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.conformance import golden
from engine.conformance.case import Case, Entry
from engine.conformance.compare import Moment, differences
from engine.conformance.files import Broken, read_files
from engine.conformance.state_summary import summary_of
from engine.core.actions import Action
from engine.core.chance import Chance, ChanceMismatch, FastChance, ScriptedChance
from engine.core.codec import dump, load
from engine.core.conditions import ConditionEvaluator
from engine.core.context import Context
from engine.core.errors import IllegalAction, OrderError
from engine.core.reducer import Transition, default_answer, empty_state, open_decision, play
from engine.core.registry import ruleset
from engine.core.scripts import play_message
from engine.core.state import GameState
from engine.core.variants import with_switches
from engine.core.written import CaseError, PositionError, seat_number
from engine.mechanics.action_cards.types import PlayCard
from engine.mechanics.battle.targeting import most_dice
from engine.mechanics.battle.types import Attack, AttackInProgress, Defend, DefendAsked
from engine.mechanics.deploy import Place
from engine.mechanics.fortify import Fortify
from engine.mechanics.purchase import Build, Buy, Hire
from engine.mechanics.turns import win, winners_of
from engine.position import build, stack_deck

OF_STEP: Mapping[type[Action], str] = {  # orders of one step alone
    Place: "place",
    Hire: "hire",
    Build: "hire",
    Buy: "buy",
    PlayCard: "play",
    Attack: "attack",
    Fortify: "fortify",
}
LATE = "late"  # in place of an order: what happens when the seat's time runs out
ANY = "any"
STEP_ENDS = ("end", LATE)
ENDS = (*STEP_ENDS, "end turn")
ROLES = {
    **dict.fromkeys(("attacker", "attack", "att"), "attacker"),
    **dict.fromkeys(("defender", "defend", "defence", "defense", "def"), "defender"),
}


@dataclass(frozen=True)
class Failure:
    """A case that does not hold; `why` says what was expected and what came."""

    id: str
    title: str
    source: str
    why: str

    def __str__(self) -> str:
        return " · ".join(filter(None, (self.id, self.title, self.source, self.why)))


class CaseChance(ScriptedChance):
    """A script in which one who throws may have several lists, one after another: the dice of a side stand under its
    role, or under the seat that throws for it."""

    def __init__(self, script: Mapping[str, Sequence[int]], other: Chance, lanes: Mapping[str, Sequence[str]]) -> None:
        super().__init__(script, other)
        self._lanes = lanes

    def _take(self, who: str, count: int) -> list[int] | None:
        lanes = [lane for lane in self._lanes.get(who, (who,)) if self._script.get(lane)] or [who]
        taken: list[int] = []
        for lane in lanes[:-1]:
            taken += super()._take(lane, min(count - len(taken), len(self._script[lane]))) or ()
        last = super()._take(lanes[-1], count - len(taken))
        return None if last is None else [*taken, *last]


class CardsOnly:
    """What a script leaves open: any card may be drawn, but every die must be written down."""

    def __init__(self) -> None:
        self._cards = FastChance(0)

    def roll(self, count: int, sides: int, who: str) -> list[int]:
        raise ChanceMismatch(f"no dice are scripted for {who}")

    def pick(self, values: Sequence[int], who: str) -> int:
        return self._cards.pick(values, who)


def run_all(paths: list[Path]) -> Iterator[Failure | None]:
    """Yield one result for each case, None for one that holds."""
    for case in read_files(paths):
        if isinstance(case, Broken):
            yield Failure(case.id, case.title, case.source, case.why)
        else:
            why = problem_with(case)
            yield Failure(case.id, case.title, case.source, why) if why else None


def problem_with(case: Case) -> str:
    """Return why a case does not hold; empty if it does."""
    try:
        if case.replay:
            return golden.problem_with(_golden_path(case), str(case.expect.get("hash", "")))
        return _Run(case).problem()
    except (CaseError, PositionError, ChanceMismatch, golden.GoldenError) as error:
        return str(error)
    except Exception as error:  # one case that breaks the engine must not keep the others from running
        return f"it broke off: {type(error).__name__}: {error}"


def _golden_path(case: Case) -> Path:
    """Find `golden/x.txt` beside the folder of the cases, or a level above."""
    for folder in case.path.resolve().parents:
        if (folder / case.replay).is_file():
            return folder / case.replay
    raise CaseError(f"there is no recorded game {case.replay}")


class _Run:
    """One case on its way. Dice and cards wait here until they are thrown and drawn."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.dice: dict[str, list[int]] = {}
        self.cards: list[str] = []
        self.events: list[str] = []
        self.course = ConditionEvaluator()
        self.last: tuple[bytes, Entry] | None = None  # the order before, and the state in which it was given

    def problem(self) -> str:
        """Play the case; returns the first thing that is not as expected, empty if all is."""
        case = self.case
        if "refused" in case.expect and not case.play:
            wanted = case.expect["refused"]
            return self._cannot_begin(ANY if wanted is True else str(wanted))
        if not case.play and not case.expect:
            raise CaseError("the case expects nothing")
        try:
            self.state = state_of(case)
        except IllegalAction as error:
            return f"the game cannot be created: {error}"
        except KeyError as error:  # no such map
            return f"the game cannot be created: {error.args[0]}"
        if "winner" in case.expect and not case.play:
            _win_as_it_stands(self.state)
        self.out_before = frozenset(summary_of(self.state).out)
        for number, entry in enumerate(case.play):
            why = self._held(entry, case.play[number + 1 :])
            if why:
                return f"order {number + 1} ({entry.seat}: {entry.order}): {why}"
        return self._end()

    def _cannot_begin(self, wanted: str) -> str:
        try:
            state_of(self.case)
        except IllegalAction as error:
            return _code_differs(wanted, error.code)
        except (KeyError, PositionError):  # no such rule set or map; nothing that a game can look like
            return _code_differs(wanted, ANY)
        return f"expected refusal {wanted}, came a game"

    def _end(self) -> str:
        """Compare what the case expects at its end; no scripted die may be left over."""
        left = {who: dice for who, dice in self.dice.items() if dice}
        if left:
            return f"dice that nobody threw: {_plain(left)}"
        if self.cards:
            return f"cards that nobody drew: {', '.join(self.cards)}"
        return self._differs(self.case.expect, self.events)

    def _differs(self, expect: Mapping[str, object], events: Sequence[str] = ()) -> str:
        return "; ".join(differences(expect, Moment(self.state, events, self.out_before)))

    def _held(self, entry: Entry, later: Sequence[Entry]) -> str:
        try:
            return self._entry(entry, later)
        except (ChanceMismatch, PositionError) as error:
            return str(error)

    def _entry(self, entry: Entry, later: Sequence[Entry]) -> str:
        for who, dice in entry.dice.items():
            self.dice.setdefault(self._lane(who), []).extend(dice)
        self.cards += entry.cards
        if not entry.seat or self._is_past(entry, later):
            return self._differs(entry.expect)
        if self.last and self._is_over(entry, self.last[1]):
            return self._passed(entry, *self.last)
        given = dump(self.state)
        cards = stack_deck(self.state, self.cards) if self.cards else {}
        self.cards = []
        before = dump(self.state)
        chance = self._chance(cards)
        try:
            played = self._play(entry, chance)
        except OrderError as error:
            code = str(getattr(error, "code", ""))
            return self._refused(entry, code, f"{error}", before)
        if dump(self.state) != before:
            return "the order changed the position that it was given"
        if entry.refused:
            return f"expected refusal {entry.refused}, came {' '.join(_tags(played)) or 'an order that does not count'}"
        self._went(played, chance)
        self.last = given, entry
        events = _tags(played) + self._defend_as_written(entry, later)
        self.events += events
        why = self._differs(entry.expect, events)
        return self._late_to_the_end(entry, why) if entry.order.strip().casefold() == LATE and not later else why

    def _late_to_the_end(self, entry: Entry, why: str) -> str:
        """Answer a last `late` once, or for the rest of the turn: what the case expects tells which is meant."""
        state, seat = self.state, seat_number(entry.seat, self.state.seats)
        while why or self._differs(self.case.expect, self.events):
            asked = open_decision(self.state)
            if asked is None or seat not in asked.seats:
                self.state = state
                return why
            self._answer(default_answer(self.state, seat))
            why = self._differs(entry.expect) if why else ""
        return ""

    def _is_past(self, entry: Entry, later: Sequence[Entry]) -> bool:
        """Check whether an `end` is meant for a step that was passed over, as nothing could be done in it: the same
        seat goes on with the step that is asked for already, perhaps behind further ends of that kind."""
        asked = open_decision(self.state)
        if asked is None or not _is_end(entry):
            return False
        following = next((other for other in later if not _is_end(other) or other.seat != entry.seat), Entry())
        goes_on = following.seat == entry.seat and not following.refused and self._step_of(following.word) == asked.step
        return goes_on and seat_number(entry.seat, self.state.seats) in asked.seats

    def _step_of(self, word: str) -> str:
        """Return the step that the orders of a word belong to alone; empty for other words."""
        rules = ruleset(self.case.rules)
        command = next((command for command in rules.commands if command.word == word), None)
        return rules.step_word(OF_STEP.get(command.action, "")) if command else ""

    def _is_over(self, entry: Entry, last: Entry) -> bool:
        """Check whether a further `end` of a seat comes when its turn has passed already, as no free move was
        possible."""
        asked = open_decision(self.state)
        words = [said.order.strip().casefold() for said in (entry, last)]
        if asked is None or entry.refused or words[0] not in ENDS or last.seat != entry.seat:
            return False
        ends = words[1] in STEP_ENDS or words[1].startswith("place ")  # armies of a set that came with the card
        return ends and seat_number(entry.seat, self.state.seats) not in asked.seats

    def _passed(self, entry: Entry, given: bytes, last: Entry) -> str:
        """Compare what such an `end` brings; its cards are those that were drawn when the turn passed."""
        if self.cards:
            self.state = load(given)
            why = self._entry(replace(last, expect={}, cards=()), ())
            if why:
                return why
        return self._differs(entry.expect)

    def _chance(self, cards: Mapping[str, list[int]]) -> ScriptedChance:
        """Script the dice that wait, and for an empty deck the cards that come from the shuffled discards."""
        from_discards = {deck: named for deck, named in cards.items() if not self.state.decks[deck]}
        return CaseChance(self.dice | from_discards, CardsOnly(), self._sides())

    def _sides(self) -> dict[str, list[str]]:
        """Return where the dice of the two sides of a fight lie: under their role, else under the seats, of which the
        active one attacks."""
        attacker = f"seat {self.state.active}"
        others = [lane for lane in self.dice if lane not in (*ROLES.values(), attacker) and self._may_defend(lane)]
        return {"attacker": ["attacker", attacker], "defender": ["defender", *others]}

    def _may_defend(self, lane: str) -> bool:
        """Check whether a seat may be the defender of the fight: before it begins any, then whose land is attacked; for
        a neutral army somebody else throws."""
        running = next((item for item in self.state.agenda if isinstance(item, AttackInProgress)), None)
        owner = self.state.owner[running.order.dst] if running else self.state.neutral
        return owner >= self.state.neutral or lane == f"seat {owner}"

    def _went(self, played: Sequence[tuple[Action, Transition]], chance: ScriptedChance) -> None:
        for _, step in played:
            self.state = step.state
        self.dice = {who: dice for who, dice in chance.left().items() if who not in self.state.decks}

    def _answer(self, action: Action) -> list[tuple[Action, Transition]]:
        """Give an answer that the case does not write down as an order, with the dice that wait."""
        chance = self._chance({})
        played = play(self.state, action, chance)
        self._went(played, chance)
        self.course.note([event for _, step in played for event in step.events])
        return played

    def _defend_as_written(self, entry: Entry, later: Sequence[Entry]) -> list[str]:
        """Let the dice of a defence that a case writes down say their number, where nobody speaks for it."""
        events: list[str] = []
        heard = [other.seat for other in later if other.seat and not other.refused]
        spoken = {seat_number(seat, self.state.seats) for seat in heard[:1]}
        while (dice := self._of_the_defender()) and entry.dice and "waits" not in entry.expect:
            asked = self.state.agenda[-1] if self.state.agenda else None
            if not isinstance(asked, DefendAsked) or spoken & {*asked.seats, self.state.neutral}:
                break
            most = most_dice(Context(self.state), "defender", asked)
            answer = Defend(asked.seats[0], min(most, dice))
            events += _tags(self._answer(answer))
        return events

    def _of_the_defender(self) -> int:
        """Count the dice that wait for the defender's throws."""
        return sum(len(self.dice.get(lane, ())) for lane in self._sides()["defender"])

    def _refused(self, entry: Entry, code: str, sentence: str, before: bytes) -> str:
        """Check a refusal, which drops its dice and must leave everything as it was."""
        for who, dice in entry.dice.items():
            lane = self.dice[self._lane(who)]
            del lane[len(lane) - len(dice) :]
        if dump(self.state) != before:
            return "the refused order changed the position"
        if not entry.refused:
            return f"expected it to be allowed, came {code}: {sentence}"
        return _code_differs(entry.refused, code) or self._differs(entry.expect)

    def _play(self, entry: Entry, chance: ScriptedChance) -> list[tuple[Action, Transition]]:
        asked = open_decision(self.state)
        waiting = asked.seats if asked else ()
        seat = seat_number(entry.seat, self.state.seats)
        if seat == self.state.neutral and waiting:
            seat = waiting[0]  # somebody speaks for the neutral army
        if entry.order.strip().casefold() != LATE:
            return play_message(self.state, seat, entry.order, chance, self.course)
        if seat not in waiting:
            raise CaseError(f"{entry.seat} is not asked and cannot be late")
        played = play(self.state, default_answer(self.state, seat), chance)
        self.course.note([event for _, step in played for event in step.events])
        return played

    def _lane(self, who: str) -> str:
        """Choose the lane of scripted dice: the role in a fight, or the seat that throws."""
        return ROLES.get(who.casefold()) or f"seat {seat_number(who, self.state.seats)}"


def _is_end(entry: Entry) -> bool:
    return not entry.refused and entry.order.strip().casefold() == "end"


def _win_as_it_stands(state: GameState) -> None:
    """End the game if the board that a case has written down is won already."""
    context = Context(state)
    living = state.active_seats()
    winners = winners_of(context) or (tuple(living) if len(living) == 1 else ())
    if winners:
        win(context, winners)


def _tags(played: Sequence[tuple[Action, Transition]]) -> list[str]:
    return [str(event.__struct_config__.tag) for _, step in played for event in step.events]


def _code_differs(wanted: str, came: str) -> str:
    return "" if wanted in (ANY, came) else f"expected refusal {wanted}, came {came}"


def _plain(lanes: Mapping[str, Sequence[int]]) -> str:
    return ", ".join(f"{who} {' '.join(map(str, dice))}" for who, dice in lanes.items())


def state_of(case: Case) -> GameState:
    """Build the position of a case; its own switches go before those of its overlays. Raises IllegalAction if there can
    be no such game, PositionError."""
    options = with_switches(ruleset(case.rules), case.overlays, {}) | dict(case.options)
    return build(case.position, empty_state(case.rules, case.seats, options=options, map=case.map))
