"""How many instructions a replay of classic games, two pages and a mail take, and how many more or fewer than before.

    python -m benchmarks.instructions [COMMIT]

Unlike time, instructions do not drift on a shared machine. Games of every edition without switches are recorded from
fixed seeds (see `engine.bench`), then replayed with views of all seats, under Valgrind's cachegrind: once and three
times, so that the difference leaves out the start of Python. The turn page, the history and a mail of one game with
fixed luck are made by `benchmarks/rendering.py` when they are warm, once and several times. Given a commit, its
checkout does the same. A ratio above the limit ends with exit code 1.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from benchmarks.rendering import OFTEN, ONCE
from engine.bench import log_entries, log_header, record

PRESETS = ("modern", "classic_1959", "secret_mission", "capital")
SEEDS = (1,)
LIMIT = 1.03
ROOT = Path(__file__).resolve().parents[1]
CACHEGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
REFERENCES = re.compile(r"==(\d+)== I\s+refs:\s+([\d,]+)")
"""A process and its instructions, those of the process that it was forked from included."""

SETTINGS = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "EMAIL_URL", "ALLOWED_HOSTS", "SITE_URL")
"""What somebody has set for a site of their own; the site that is measured knows nothing of it."""


def record_games(path: Path) -> int:
    """Write the games to a file; returns the number of their actions."""
    games = [(log_header(rules), log_entries(record(seed, rules))) for rules in PRESETS for seed in SEEDS]
    path.write_bytes(msgspec.json.encode(games))
    return sum(len(entries) - 1 for _, entries in games)


def extract(commit: str, folder: Path) -> Path:
    """Lay the files of a commit into a folder."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder)
    return folder


def run_script(checkout: Path, name: str, *words: str, under: tuple[str, ...] = ()) -> tuple[str, dict[int, int]]:
    """Run a script of this folder on a checkout; what it prints, and under cachegrind the instructions by process."""
    command = [*under, sys.executable, "-P", str(ROOT / "benchmarks" / name), *words]
    env = {key: value for key, value in os.environ.items() if key not in SETTINGS}
    env |= {"PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=env, cwd=checkout, capture_output=True, text=True, check=False)
    found = {int(process): int(number.replace(",", "")) for process, number in REFERENCES.findall(done.stderr)}
    if done.returncode or (under and not found):
        raise SystemExit(f"{name} failed in {checkout}:\n{done.stderr}")
    return done.stdout, found


def count_replays(checkout: Path, games: Path) -> int:
    """Count the instructions of one replay of all games, without the start of Python and the first look at a board."""
    once, thrice = (
        sum(run_script(checkout, "replay.py", str(games), rounds, under=CACHEGRIND)[1].values()) for rounds in "13"
    )
    return (thrice - once) // 2


def count_renderings(checkout: Path, folder: Path) -> dict[str, int]:
    """Count the instructions of each page and mail, on a site of the checkout's own in a new folder."""
    folder.mkdir()
    run_script(checkout, "rendering.py", "play", str(folder))
    printed, counted = run_script(checkout, "rendering.py", "render", str(folder), under=CACHEGRIND)
    return renderings(printed, counted)


def renderings(printed: str, counted: dict[int, int]) -> dict[str, int]:
    """Take the instructions of the process that renders once from those of the one that renders often."""
    rows = [line.split(maxsplit=2) for line in printed.splitlines()]
    runs = {(name, int(times)): counted[int(process)] for process, times, name in rows}
    names = dict.fromkeys(name for name, _times in runs)
    return {name: (runs[name, OFTEN] - runs[name, ONCE]) // (OFTEN - ONCE) for name in names}


def count(checkout: Path, games: Path, folder: Path) -> dict[str, int]:
    """Count the instructions of everything, by name."""
    return {"replays": count_replays(checkout, games), **count_renderings(checkout, folder)}


def main(commit: str = "") -> int:
    if shutil.which("valgrind") is None:
        print("NOT MEASURED: valgrind is missing. Install it (Debian: apt install valgrind).", file=sys.stderr)
        return 2
    with TemporaryDirectory() as scratch:
        place = Path(scratch)
        actions = record_games(place / "games.json")
        now = count(ROOT, place / "games.json", place / "now")
        print(f"{now['replays']:,} instructions for {actions:,} actions, {now['replays'] // actions:,} each")
        print("\n".join(f"{number:,} for a {name}" for name, number in now.items() if name != "replays"))
        if not commit:
            return 0
        before = count(extract(commit, place / "checkout"), place / "games.json", place / "before")
    ratios = {name: now[name] / number for name, number in before.items()}
    for name, ratio in ratios.items():
        print(f"{name}: {before[name]:,} at {commit}; {ratio:.4f} times as many now, {LIMIT} allowed")
    return int(max(ratios.values()) > LIMIT)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
