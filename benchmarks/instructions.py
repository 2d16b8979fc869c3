"""How many instructions a replay of classic games takes, and how many more or fewer than at another commit.

    python -m benchmarks.instructions [COMMIT]

Unlike time, instructions do not drift on a shared machine. Games of every edition without switches are recorded from
fixed seeds (see `engine.bench`), then replayed with views of all seats, under Valgrind's cachegrind: once and three
times, so that the difference leaves out the start of Python. A ratio above the limit ends with exit code 1.
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

from engine.bench import log_entries, log_header, record

PRESETS = ("modern", "classic_1959", "secret_mission", "capital")
SEEDS = (1,)
LIMIT = 1.03
ROOT = Path(__file__).resolve().parents[1]
REFERENCES = re.compile(r"I\s+refs:\s+([\d,]+)")


def record_games(path: Path) -> int:
    """Write the games to a file; returns the number of their actions."""
    games = [(log_header(rules), log_entries(record(seed, rules))) for rules in PRESETS for seed in SEEDS]
    path.write_bytes(msgspec.json.encode(games))
    return sum(len(entries) - 1 for _, entries in games)


def extract_engine(commit: str, folder: Path) -> Path:
    """Lay the engine of a commit into a folder."""
    packed = subprocess.run(["git", "archive", commit, "engine"], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder)
    return folder


def count_run(checkout: Path, games: Path, rounds: int) -> int:
    """Count the instructions of a process that replays the games."""
    replay = [sys.executable, str(ROOT / "benchmarks" / "replay.py"), str(games), str(rounds)]
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *replay]
    env = os.environ | {"PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=env, cwd=checkout, capture_output=True, text=True, check=False)
    found = REFERENCES.search(done.stderr)
    if done.returncode or found is None:
        raise SystemExit(f"The replay failed in {checkout}:\n{done.stderr}")
    return int(found[1].replace(",", ""))


def count(checkout: Path, games: Path) -> int:
    """Count the instructions of one replay of all games, without the start of Python and the first look at a board."""
    return (count_run(checkout, games, 3) - count_run(checkout, games, 1)) // 2


def main(commit: str = "") -> int:
    if shutil.which("valgrind") is None:
        print("NOT MEASURED: valgrind is missing. Install it (Debian: apt install valgrind).", file=sys.stderr)
        return 2
    with TemporaryDirectory() as scratch:
        games = Path(scratch, "games.json")
        actions = record_games(games)
        now = count(ROOT, games)
        print(f"{now:,} instructions for {actions:,} actions, {now // actions:,} each")
        if not commit:
            return 0
        before = count(extract_engine(commit, Path(scratch)), games)
    print(f"{before:,} at {commit}; {now / before:.4f} times as many now, {LIMIT} allowed")
    return int(now / before > LIMIT)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
