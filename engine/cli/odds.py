"""`python -m engine odds`: the odds of one fight, or of a path of fights, on the command line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from engine.cli.arguments import BadInput, Parser, whole
from engine.odds import CLASSIC, Bar, Dice, Outcome, battle, histogram, path

MOST_ARMIES = 2000  # a fight of so many on both sides is reckoned in a tenth of a second
LONGEST_PATH = 100
SIDES = ("attacker", "defender")
BARS = 16
WIDEST = 30  # characters of the longest bar

EPILOG = """\
A counts the armies that may fight, so without the one that stays behind: with 8 armies on the territory,
A is 7. --until counts the same armies. A path is D and then the territories of --path; D may be left out
where --path names them all. One army stays behind in each captured territory.

JSON: win (the chance to capture everything), attacker_losses and defender_losses (means), left (a list of
all ends; each has taken = territories captured, attackers = armies that may fight on, or that moved in last
where everything was captured, defenders = armies against them, and chance; the chances sum to 1) and, for a
path, taken (the chances to capture at least the first territory, the first two, and so on).
"""


def _path(text: str) -> list[int]:
    read = whole(1, MOST_ARMIES)
    return [read(part.strip()) for part in text.split(",")]


def _parser() -> Parser:
    parser = Parser("odds", "Exact odds of an attack: the chance to win, the losses and what is left.")
    parser.epilog, parser.formatter_class = EPILOG, argparse.RawDescriptionHelpFormatter
    add, armies, dice = parser.add_argument, whole(1, MOST_ARMIES), whole(1, 3)
    add("attackers", metavar="A", type=armies, help="attacking armies that may fight")
    add("defenders", metavar="D", type=armies, nargs="?", help="armies they attack")
    onward = "armies on the territories attacked after that one, in order"
    add("--path", metavar="D1,D2,…", type=_path, default=[], help=onward)
    add("--dice", metavar="N", type=dice, default=3, help="attack with at most N dice")
    add("--defence", metavar="N", type=dice, default=2, help="defend with at most N dice (2 unless said)")
    least = whole(0, MOST_ARMIES)
    add("--until", metavar="N", type=least, default=0, help="stop with N or fewer left that may fight")
    ties = "who wins pairs of equal dice (the defender unless said)"
    add("--ties", choices=SIDES, default="defender", help=ties)
    add("--again", choices=(*SIDES, "both"), default="", help="who throws ones again until none is left")
    add("--throws", metavar="N", type=whole(1, 10_000), default=0, help="stop after N throws")
    chance = "throw only while the chance to win to the end is at least P percent"
    add("--while", metavar="P", type=whole(1, 100), default=0, dest="odds", help=chance)
    add("--json", action="store_true", help="print JSON, as described below")
    return parser


def odds_command(argv: Sequence[str]) -> int:
    """Print the odds that are asked for. Raises BadInput."""
    asked = _parser().parse_args(list(argv))
    outcome = _reckon(asked)
    print(json.dumps(as_json(outcome)) if asked.json else as_text(outcome))
    return 0


def _reckon(asked: argparse.Namespace) -> Outcome:
    defenders = [*([] if asked.defenders is None else [asked.defenders]), *asked.path]
    if not defenders:
        raise BadInput("Say how many armies defend: odds A D, or odds A --path D1,D2.")
    if len(defenders) > LONGEST_PATH:
        raise BadInput(f"A path has at most {LONGEST_PATH} territories.")
    attack_from, defend_from = (1 + (asked.again in (side, "both")) for side in SIDES)
    rows = CLASSIC.attack[: asked.dice], (6,) * asked.defence
    dice = Dice(*rows, attack_from, defend_from, asked.ties == "attacker")
    if len(defenders) == 1:
        conditions = {"stop": asked.until, "throws": asked.throws, "odds": asked.odds}
        return battle(asked.attackers, defenders[0], dice=dice, **conditions)
    if asked.throws or asked.odds:
        raise BadInput("--throws and --while are for a single territory, not for a path.")
    return path(asked.attackers, defenders, stop=asked.until, dice=dice)


def as_json(outcome: Outcome) -> dict[str, object]:
    """Return the outcome as --json prints it; --help explains the keys."""
    found: dict[str, object] = {
        "win": outcome.win,
        "attacker_losses": outcome.attacker_losses,
        "defender_losses": outcome.defender_losses,
        "left": [end._asdict() for end in outcome.ends],
    }
    if len(outcome.defenders) > 1:
        found["taken"] = list(outcome.taken)
    return found


def as_text(outcome: Outcome) -> str:
    """Format the outcome for a reader: chance, losses, and bars of the armies left."""
    ours, theirs = outcome.attacker_losses, outcome.defender_losses
    lines = [
        f"{outcome.armies} that may fight against {', '.join(map(str, outcome.defenders))}",
        "",
        f"  Captured     {_percent(outcome.win)}",
        f"  Mean losses  {ours:.2f} of the attacker, {theirs:.2f} of the defence",
    ]
    if len(outcome.defenders) > 1:
        lines += ["", "  Captured by then"]
        legs = enumerate(zip(outcome.defenders, outcome.taken, strict=True), 1)
        lines += [f"  {leg:>5}. against {armies:<5} {_percent(chance):>11}" for leg, (armies, chance) in legs]
    return "\n".join([*lines, "", *_picture(outcome)])


def _picture(outcome: Outcome) -> list[str]:
    """Draw bars of the attacker's armies left: full where everything is captured, light where it is not."""
    bars = histogram(outcome, bars=BARS)
    highest = max(bar.chance for bar in bars)
    label = max(len(_range(bar)) for bar in bars)
    lines = ["  Armies left to the attacker, the one that stays behind among them", ""]
    for bar in bars:
        length = max(1, round(WIDEST * bar.chance / highest))
        drawn = ("█" if bar.captured else "░") * length
        lines.append(f"  {_range(bar):>{label}}  {drawn:<{WIDEST}}  {_percent(bar.chance):>7}")
    return [*lines, "", "  █ captured   ░ stopped or beaten before; ends rarer than 1 in 200 are left out"]


def _range(bar: Bar) -> str:
    return str(bar.least) if bar.least == bar.most else f"{bar.least}–{bar.most}"


def _percent(chance: float) -> str:
    """Format a percentage; it says 0 or 100 only where floats cannot tell the chance from that."""
    if 0 < chance < 0.001:
        return "under 0.1 %"
    if 0.999 < chance < 1:
        return "over 99.9 %"
    return f"{100 * chance:.1f} %"
