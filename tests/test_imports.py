"""Who may import whom, as docs/architecture.md tells it: the rules know no site, and a state stays where it is kept."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import engine
from engine import bots, odds
from tests.kit.certain import some

pytestmark = [pytest.mark.once, pytest.mark.no_cover]
ROOT = Path(__file__).resolve().parent.parent
STANDARD = sys.stdlib_module_names
SITE = ("django", "celery", "rest_framework", "allauth", "games", "accounts", "config", "common", "hosting")
# What a state is made of and changed by; a bot that could import these could look at other people's cards.
INSIDE_OF_A_STATE = ("engine.core.state", "engine.core.reducer", "engine.core.context", "engine.core.codec")
# Outside the engine these names are for the journal and the session alone.
HOLDERS_OF_A_STATE = ("games.play.journal_reader", "games.play.session")
HANDLES_OF_A_STATE = {
    *(f"engine.{name}" for name in ("GameState", "apply", "apply_in_place", "load", "unpack")),
    *(f"engine.journal.{name}" for name in ("initial_state", "fold_from", "fold", "replay", "set_up", "verify")),
    *(f"games.play.journal_reader.{name}" for name in ("state_at", "fold", "replayed", "renumber_decision")),
}
LET_GO = {"games.integrity": {"engine.journal.verify"}}  # which asks whether a log adds up, and drops its state
# What the site may name of the engine, but for `engine.journal`, whose names all are for those outside.
OFFERED = {
    "engine",
    "engine.bots",
    "engine.journal",
    "engine.odds",
    "engine.position.position",
    *(f"{package.__name__}.{name}" for package in (engine, bots, odds) for name in package.__all__),
}


def sources(folder: str) -> list[Path]:
    """The Python files below a folder of the project, but for migrations; a file stands for itself."""
    found = [ROOT / folder] if folder.endswith(".py") else sorted((ROOT / folder).rglob("*.py"))
    return [path for path in found if "migrations" not in path.parts]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Dotted names that a file imports, wherever in it; `from a import b` counts as a.b, which covers both."""
    package = module_name(path) if path.name == "__init__.py" else module_name(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                kept = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*kept, base]).rstrip(".")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def uses(path: Path) -> set[str]:
    """What a file imports and, dotted to the end, what it takes of that: `journal.fold` counts as engine.journal.fold
    where `from engine import journal` stands."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known = {name.rpartition(".")[2]: name for name in imports(path)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            known |= {alias.asname: known[alias.name.rpartition(".")[2]] for alias in node.names if alias.asname}
    return {*known.values(), *(name for node in ast.walk(tree) if (name := dotted(node, known)))}


def dotted(node: ast.AST, known: dict[str, str]) -> str:
    """The whole name of an attribute of something imported; empty for anything else."""
    if isinstance(node, ast.Name):
        return known.get(node.id, "")
    if isinstance(node, ast.Attribute) and (base := dotted(node.value, known)):
        return f"{base}.{node.attr}"
    return ""


def below(name: str, *packages: str) -> bool:
    """Whether a dotted name is one of the packages or inside one."""
    return any(name == package or name.startswith(package + ".") for package in packages)


def offenders(folder: str, *, allowed: tuple[str, ...] = (), forbidden: tuple[str, ...] = ()) -> list[str]:
    """Imports of the folder's files that are forbidden, or not allowed where `allowed` says what is."""
    found = []
    for path in some(sources(folder)):
        for name in imports(path):
            outside = bool(allowed) and not below(name, *allowed) and name.partition(".")[0] not in STANDARD
            if outside or below(name, *forbidden):
                found.append(f"{path.relative_to(ROOT)} imports {name}")
    return found


def families() -> list[str]:
    return sorted(path.name for path in (ROOT / "engine/rules").iterdir() if (path / "__init__.py").exists())


def test_the_walk_sees_files_and_relative_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(sources("engine")) > 20
    assert "games.apps" in {module_name(path) for path in sources("games")}
    here = set(imports(Path(__file__)))
    assert {"ast", "pathlib.Path", "collections.abc.Iterator"} <= here
    monkeypatch.setattr("tests.test_imports.ROOT", tmp_path)
    file = tmp_path / "games.py"
    file.write_text("import engine\nfrom engine import journal as past\nengine.apply(past.fold().state)\n")
    assert {"engine", "engine.apply", "engine.journal", "engine.journal.fold"} <= uses(file)


def test_the_engine_knows_no_site() -> None:
    assert not offenders("engine", forbidden=SITE)


def test_the_core_needs_msgspec_alone() -> None:
    assert not offenders("engine/core", allowed=("engine.core", "msgspec"))


def test_mechanics_stand_on_the_core() -> None:
    assert not offenders("engine/mechanics", allowed=("engine.core", "engine.mechanics", "engine.odds", "msgspec"))


def test_odds_are_arithmetic_that_knows_no_game() -> None:
    assert not offenders("engine/odds", allowed=("engine.odds",))


@pytest.mark.parametrize("family", families())
def test_a_family_of_rules_does_not_know_another(family: str) -> None:
    allowed = ("engine.core", "engine.mechanics", f"engine.rules.{family}", "engine.maps", "msgspec")
    assert not offenders(f"engine/rules/{family}", allowed=allowed)


OF_A_FAMILY = ("engine/rules", "engine/bots/families", "engine/__init__.py")
"""What may name the rules of a family: these themselves, what bots know of it, and the front door, which imports it."""


def test_shared_modules_of_the_engine_know_no_family() -> None:
    own = [ROOT / name for name in OF_A_FAMILY]
    shared = [path for path in sources("engine") if not any(path.is_relative_to(each) for each in own)]
    assert not [(path, name) for path in some(shared) for name in imports(path) if below(name, "engine.rules")]


def test_what_bots_know_of_a_family_names_no_other() -> None:
    for path in some(sources("engine/bots/families")):
        named = {name for name in imports(path) if below(name, "engine.rules")}
        family = path.relative_to(ROOT / "engine/bots/families").with_suffix("").parts[0]
        assert all(below(name, f"engine.rules.{family}") for name in named), path


def test_bots_see_views_and_never_states() -> None:
    for path in some(sources("engine/bots")):
        assert not [name for name in imports(path) if below(name, *INSIDE_OF_A_STATE)], path


def test_yaml_is_read_by_the_conformance_runner_alone() -> None:
    assert all("conformance" in line for line in some(offenders("engine", forbidden=("yaml",))))


FLOORS = (
    ("common",),
    ("accounts", "games.models", "games.validators"),
    ("games.errors", "games.permissions", "games.signals", "games.wording"),
    ("games.families",),
    ("games.boards", "games.play"),
    ("games.decisions",),
    ("games.pages",),
    ("games.selectors",),
    ("games.services", "games.integrity"),
    ("games.mail", "games.lobby", "games.receivers"),
    ("games.api", "games.organize", "games.tasks"),
    ("games.templatetags",),
    ("games.admin", "games.views", "games.apps"),
    ("games.urls",),
    ("config",),
    ("hosting",),
)
"""The rooms of the site, from the ground up: each may use those of the floors below, and none of its own floor."""


def room_of(name: str) -> str:
    """The room of the site that a dotted name stands in; empty for anything else."""
    parts = name.split(".")
    if parts[0] in ("accounts", "common", "config", "hosting"):
        return parts[0]
    return ".".join(parts[:2]) if parts[0] == "games" and len(parts) > 1 else ""


def test_every_room_stands_on_a_floor() -> None:
    rooms = {
        room_of(module_name(path))
        for folder in ("accounts", "common", "config", "games", "hosting")
        for path in sources(folder)
    }
    assert rooms - {""} == {room for floor in FLOORS for room in floor}


@pytest.mark.parametrize("floor", range(len(FLOORS)), ids=lambda floor: FLOORS[floor][0])
def test_a_room_uses_the_floors_below(floor: int) -> None:
    below_it = {room for rooms in FLOORS[:floor] for room in rooms}
    for room in FLOORS[floor]:
        folder = room.replace(".", "/")
        for path in some(sources(folder if (ROOT / folder).is_dir() else f"{folder}.py")):
            used = {room_of(name) for name in imports(path)} - {"", room}
            assert used <= below_it, (path, sorted(used - below_it))


ENGINE_FLOORS = (
    ("engine.core", "engine.maps"),
    ("engine.odds", "engine.journal"),
    ("engine.mechanics",),
    ("engine.rules", "engine.position", "engine.invariants", "engine.redeal", "engine.bench"),
    ("engine.bots",),
    ("engine.sim",),
    ("engine.cli",),
    ("engine.conformance", "engine.__main__"),
)
"""The rooms of the engine, by the same rule. `engine` itself is their front door, and no room: what is taken from there
counts as taken from where it is defined. Maps are data without any module."""


def engine_room(name: str) -> str:
    """The room of the engine that a dotted name stands in; empty for anything else and for the front door."""
    parts = name.split(".")
    if parts[0] != "engine" or len(parts) == 1:
        return ""
    if parts[1] not in engine.__all__:
        return ".".join(parts[:2])
    return engine_room(getattr(getattr(engine, parts[1]), "__module__", ""))


def test_every_room_of_the_engine_stands_on_a_floor() -> None:
    rooms = {engine_room(module_name(path)) for path in sources("engine")}
    assert (rooms - {""}) | {"engine.maps"} == {room for floor in ENGINE_FLOORS for room in floor}


@pytest.mark.parametrize("floor", range(len(ENGINE_FLOORS)), ids=lambda floor: ENGINE_FLOORS[floor][0])
def test_a_room_of_the_engine_uses_the_floors_below(floor: int) -> None:
    below_it = {room for rooms in ENGINE_FLOORS[:floor] for room in rooms}
    for room in ENGINE_FLOORS[floor]:
        own = [path for path in sources("engine") if engine_room(module_name(path)) == room]
        for path in own if room == "engine.maps" else some(own):
            used = {engine_room(name) for name in imports(path)} - {"", room}
            assert used <= below_it, (path, sorted(used - below_it))


def test_what_comes_through_the_front_of_the_engine_counts_where_it_is_defined() -> None:
    assert engine_room("engine.view_for") == "engine.core"
    assert engine_room("engine.sim.play_match") == "engine.sim"
    assert engine_room("engine") == engine_room("games.play") == ""


def test_accounts_do_not_know_the_engine() -> None:
    assert not offenders("accounts", forbidden=("engine",))


def test_the_front_of_the_engine_has_no_name_of_a_family() -> None:
    """A family is imported there, so that its rule sets are registered, and nothing is taken from it."""
    named = {name for name in imports(ROOT / "engine/__init__.py") if below(name, "engine.rules")}
    assert named == {f"engine.rules.{family}" for family in families()}
    shared = ("engine.mechanics.card_sets", "engine.rules")
    assert not [name for name in engine.__all__ if below(getattr(getattr(engine, name), "__module__", ""), *shared)]


def also_offered(path: Path) -> tuple[str, ...]:
    """What a module may name of the engine besides: the records of families the mechanics, each its own rules."""
    if "families" not in path.parts:
        return ("engine.journal",)
    return (
        "engine.journal",
        "engine.mechanics",
        *(f"engine.rules.{name}" for name in families() if name in path.parts),
    )


@pytest.mark.no_cover
def test_games_use_only_what_the_engine_offers() -> None:
    for path in some(sources("games")):
        named = [name for name in imports(path) if below(name, "engine")]
        assert not [name for name in named if name not in OFFERED and not below(name, *also_offered(path))], path


@pytest.mark.parametrize("name", sorted(HANDLES_OF_A_STATE))
def test_what_a_state_is_held_by_exists(name: str) -> None:
    module, _, handle = name.rpartition(".")
    assert hasattr(import_module(module), handle)


def test_only_the_journal_and_the_session_hold_a_state() -> None:
    assert {*HOLDERS_OF_A_STATE, *LET_GO} <= {module_name(path) for path in sources("games")}
    for path in some(sources("games")):
        name = module_name(path)
        if name not in HOLDERS_OF_A_STATE:
            assert not HANDLES_OF_A_STATE & uses(path) - LET_GO.get(name, set()), path


DOORS = ("games/views", "games/api", "games/admin.py", "games/organize/views", "games/tasks.py")


@pytest.mark.parametrize("folder", DOORS)
def test_doors_go_through_services_and_selectors(folder: str) -> None:
    assert sources(folder)
    assert not offenders(folder, forbidden=HOLDERS_OF_A_STATE)
