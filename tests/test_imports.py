"""Who may import whom, as docs/architecture.md tells it: the rules know no site, and a state stays where it is kept."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import engine
from engine import bots, odds
from tests.kit.certain import some
from tests.kit.packages import ROOT, is_test, product, top_level

pytestmark = [pytest.mark.once, pytest.mark.no_cover]
STANDARD = sys.stdlib_module_names
PATH = re.compile(r"[a-z_]\w*(?:\.\w+)+")
"""What a string may be by which a module or, with a capital, a model is loaded."""
LIBRARIES_OF_THE_SITE = ("django", "celery", "rest_framework", "allauth")
# What a state is made of and changed by; a bot that could import these could look at other people's cards.
INSIDE_OF_A_STATE = ("engine.core.state", "engine.core.reducer", "engine.core.context", "engine.core.codec")
# Outside the engine these names are for the journal and the session alone.
HOLDERS_OF_A_STATE = ("games.play.journal_reader", "games.play.session")
HANDLES_OF_A_STATE = {
    *(f"engine.{name}" for name in ("GameState", "apply", "apply_in_place", "load", "unpack")),
    *(f"engine.journal.{name}" for name in ("initial_state", "fold_from", "fold", "replay", "set_up", "verify")),
    *(f"games.play.journal_reader.{name}" for name in ("state_at", "fold", "replayed", "renumber_decision")),
}
LET_GO = {
    "games.selectors.integrity": {"engine.journal.verify"},  # which asks whether a log adds up, and drops its state
    "games.play.playouts": {"engine.load", "games.play.journal_reader.replayed"},  # counts wins in ended games alone
}
# What the site may name of the engine, but for `engine.journal`, whose names all are for those outside.
OFFERED = {
    "engine",
    "engine.bots",
    "engine.journal",
    "engine.odds",
    "engine.playouts.BATCH",
    "engine.playouts.MOST",
    "engine.playouts.Tally",
    "engine.playouts.standard_error",
    "engine.playouts.tally_wins",
    "engine.position.position",
    *(f"{package.__name__}.{name}" for package in (engine, bots, odds) for name in package.__all__),
}


def sources(place: str) -> list[Path]:
    """The Python files of a package or module, by its path, but for migrations and the tests that an app brings."""
    folder = ROOT / place
    found = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
    return [path for path in found if "migrations" not in path.parts and not is_test(path.relative_to(ROOT))]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@dataclass(frozen=True)
class Names:
    """What the code of a file names: what it imports, the same and what it takes of that, and in its strings."""

    imported: tuple[str, ...]
    used: frozenset[str]
    in_strings: frozenset[str]


def names(path: Path) -> Names:
    return names_in(path, path.read_text(encoding="utf-8"))


@cache
def names_in(path: Path, text: str) -> Names:
    """Read the text of a file; once, as nearly each test here asks every file of the site."""
    tree = ast.parse(text)
    imported = tuple(imports_of(tree, path))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return Names(imported, uses_of(tree, imported), frozenset(text for text in texts if PATH.fullmatch(text)))


def imports(path: Path) -> tuple[str, ...]:
    """Dotted names that a file imports, wherever in it; `from a import b` counts as a.b, which covers both."""
    return names(path).imported


def imports_of(tree: ast.AST, path: Path) -> Iterator[str]:
    package = module_name(path) if path.name == "__init__.py" else module_name(path).rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                kept = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*kept, base]).rstrip(".")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def uses(path: Path) -> frozenset[str]:
    """What a file imports and, dotted to the end, what it takes of that: `journal.fold` counts as engine.journal.fold
    where `from engine import journal` stands."""
    return names(path).used


def uses_of(tree: ast.AST, imported: Iterable[str]) -> frozenset[str]:
    known = {name.rpartition(".")[2]: name for name in imported}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            known |= {alias.asname: known[alias.name.rpartition(".")[2]] for alias in node.names if alias.asname}
    return frozenset({*known.values(), *(name for node in ast.walk(tree) if (name := dotted(node, known)))})


def loads(path: Path) -> set[str]:
    """The modules and models that a file names in strings."""
    return {text for text in names(path).in_strings if is_loaded(*text.split(".")[:2])}


def is_loaded(package: str, name: str) -> bool:
    """Whether a package has a module of that name, or a model."""
    place = ROOT / package / name
    return place.is_dir() or place.with_suffix(".py").is_file() or ((ROOT / package).is_dir() and name[0].isupper())


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
                found.append(breach(path, name))
    return found


def breach(path: Path, name: str) -> str:
    return f"{path.relative_to(ROOT)} imports {name}"


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


def knowledge_of_the_site() -> list[str]:
    site = [name for name in top_level(ROOT) if name != "engine"]
    return offenders("engine", forbidden=(*LIBRARIES_OF_THE_SITE, *site))


def test_the_engine_knows_no_site() -> None:
    assert not (found := knowledge_of_the_site()), "\n".join(found)


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


def family_of(path: Path) -> str:
    """Name the family whose rules or pages a file is; empty for what families share."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    own = (("engine", "rules"), ("games", "families"), ("games", "decisions"))
    return parts[2] if parts[:2] in own and parts[2] in families() else ""


def test_what_only_one_family_uses_lives_with_it() -> None:
    readers: dict[str, set[str]] = {}
    paths = [path for package in ("engine", "games") for path in some(sources(package))]
    for path in paths:
        for name in imports(path):
            readers.setdefault(name, set()).add(family_of(path))
            readers.setdefault(name.rpartition(".")[0], set()).add(family_of(path))
        if "DECISIONS.add(" in path.read_text(encoding="utf-8") and not family_of(path):
            readers.setdefault(module_name(path), set()).add("")  # whoever is asked a shared question
    shared = {module_name(path): readers.get(module_name(path), set()) for path in paths if not family_of(path)}
    assert not {name: of for name, of in some(shared.items()) if len(of) == 1 and "" not in of}


def test_what_happens_in_one_family_alone_is_told_by_it() -> None:
    own = {
        tag: family
        for family in families()
        for path in some(sources(f"engine/rules/{family}"))
        for tag in re.findall(r'tag="([\w.]+)"', path.read_text(encoding="utf-8"))
    }
    named = [
        (path, name)
        for path in some(sources("games"))
        for name in re.findall(r'"(\w+\.\w+)"', path.read_text(encoding="utf-8"))
        if family_of(path) != own.get(name, family_of(path))
    ]
    assert not named


def test_what_bots_know_of_a_family_names_no_other() -> None:
    for path in some(sources("engine/bots/families")):
        named = {name for name in imports(path) if below(name, "engine.rules")}
        family = path.relative_to(ROOT / "engine/bots/families").with_suffix("").parts[0]
        assert all(below(name, f"engine.rules.{family}") for name in named), path


def test_bots_see_views_and_never_states() -> None:
    for path in some(sources("engine/bots")):
        assert not [name for name in imports(path) if below(name, *INSIDE_OF_A_STATE)], path


def test_bots_do_not_import_the_front_door_that_imports_them() -> None:
    front = {f"engine.{name}" for name in engine.__all__}
    for path in some(sources("engine/bots")):
        assert not front & set(imports(path)), path


def test_yaml_is_read_by_the_conformance_runner_alone() -> None:
    assert all("conformance" in line for line in some(offenders("engine", forbidden=("yaml",))))


APPS = "an app"
FLOORS = (
    ("common", "games.clocks"),
    ("accounts", "games.models", "games.validators"),
    ("games.errors", "games.permissions", "games.signals", "games.wording"),
    ("games.families", "games.lines"),
    ("games.boards", "games.play"),
    ("games.decisions",),
    ("games.pages",),
    ("games.selectors",),
    ("games.services",),
    ("games.mail", "games.lobby"),
    ("games.api", "games.organize", "games.tasks"),
    ("games.templatetags",),
    ("games.admin", "games.views", "games.apps"),
    ("games.urls",),
    (APPS,),
    ("config",),
    ("hosting",),
)
"""The rooms of the site, from the ground up: each may use those of the floors below, and none of its own floor.

`APPS` stands for all packages that no floor names: apps above the games, each of which can be taken out again. One that
other apps use is named on a floor of its own below them.
"""
WIRING = ("config", "hosting")
"""The rooms above the apps, which put the site together: they may use each of them, and every room of the games."""
SHUT = ("games.admin", "games.views", "games.apps", "games.urls")
"""Rooms of the games that no app enters: what they show stands in selectors, what they do in services."""


def room_of(name: str) -> str:
    """The room that a dotted name stands in; empty for libraries and for the engine, which has floors of its own."""
    first, _, rest = name.partition(".")
    if first == "games":
        return ".".join(name.split(".")[:2]) if rest else ""
    if first == "engine" or first not in top_level(ROOT):
        return ""
    return "tests" if below(rest, "tests") else first


def rooms() -> list[str]:
    """All rooms of the site, whether a floor names them or not."""
    site = [path for package in product(ROOT) if package != "engine" for path in sources(package)]
    return sorted({room_of(module_name(path)) for path in site} - {""})


def named() -> set[str]:
    return {room for floor in FLOORS for room in floor} - {APPS}


def apps() -> list[str]:
    """The apps above the games: whatever package no floor names."""
    return [room for room in rooms() if room not in named() and not below(room, "games")]


def usable(room: str) -> set[str]:
    """The rooms on the floors below a room, and itself."""
    floor = next(number for number, each in enumerate(FLOORS) if (room if room in named() else APPS) in each)
    lower = {each for rooms_there in FLOORS[:floor] for each in rooms_there} | {room}
    if room in WIRING:
        return lower | {*apps()}
    return lower if below(room, "games") else lower - {*SHUT}


def takes(path: Path, room: str) -> set[str]:
    """What a file uses, by imports and by strings; with these the games wake tasks and name models above them."""
    loaded = {name for name in loads(path) if room_of(name) in {*named(), *apps(), "tests"}}
    return {name for name in loaded if not (below(name, "games") and below(room, "games"))} | uses(path)


def breaches(room: str) -> list[str]:
    """What the files of a room use of other rooms that do not stand below it."""
    lower = usable(room) | {""}
    used = ((path, name) for path in some(sources(room.replace(".", "/"))) for name in sorted(takes(path, room)))
    return [breach(path, name) for path, name in used if room_of(name) not in lower]


def test_every_room_of_the_games_and_below_stands_on_a_floor() -> None:
    assert {*rooms()} - {*apps()} == named()


@pytest.mark.parametrize("room", rooms())
def test_a_room_uses_the_floors_below(room: str) -> None:
    assert not (found := breaches(room)), "\n".join(found)


ENGINE_FLOORS = (
    ("engine.core", "engine.maps"),
    ("engine.odds", "engine.journal"),
    ("engine.mechanics",),
    ("engine.rules", "engine.position", "engine.invariants", "engine.redeal", "engine.bench"),
    ("engine.bots",),
    ("engine.sim", "engine.playouts"),
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


SITE_OF_EVENTS = (
    "admin",
    "api",
    "apps",
    "doors",
    "integrity",
    "lines",
    "mail_pictures",
    "mails",
    "management",
    "models",
    "organize",
    "organizer_mails",
    "pages",
    "selectors",
    "services",
    "tasks",
    "urls",
    "views",
)
"""The parts of `tournaments` that know the site, each with what lies in it. All others are pure."""


def test_pairing_standings_and_ratings_need_no_site() -> None:
    """What an event publishes can be computed again by whoever has its files."""
    sited = [f"tournaments.{name}" for name in SITE_OF_EVENTS]
    pure = [path for path in sources("tournaments") if not below(module_name(path), *sited)]
    assert {"pairing", "standings", "ratings", "rating_fit", "rating_files"} <= {path.stem for path in pure}
    used = [(path, name) for path in pure for name in imports(path) if name.partition(".")[0] not in STANDARD]
    apart = ("tournaments.ratings", "openskill.models.PlackettLuce")
    used = [(path, name) for path, name in used if (module_name(path), name) != apart]
    bad = [breach(path, name) for path, name in used if not below(name, "tournaments") or below(name, *sited)]
    assert not bad, bad


def test_clocks_need_no_site() -> None:
    """But for the words in which people read of them."""
    found = offenders("games/clocks", allowed=("games.clocks", "holidays"))
    assert not [each for each in found if not each.startswith("games/clocks/words.py imports django.")]


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
    parts = path.relative_to(ROOT).parts
    if parts[:2] != ("games", "families"):
        return ("engine.journal",)
    return ("engine.journal", "engine.mechanics", *(f"engine.rules.{name}" for name in families() if name in parts))


SITE = [name for name in product() if name != "engine"]


def uses_past_the_front_door(package: str) -> list[str]:
    """What the files of a package use of the engine though it is not offered."""
    found = [(path, name) for path in some(sources(package)) for name in sorted({*imports(path)} | loads(path))]
    inside = [(path, name) for path, name in found if below(name, "engine") and name not in OFFERED]
    return [breach(path, name) for path, name in inside if not below(name, *also_offered(path))]


@pytest.mark.parametrize("package", SITE)
def test_the_site_uses_only_what_the_engine_offers(package: str) -> None:
    assert not (found := uses_past_the_front_door(package)), "\n".join(found)


@pytest.mark.parametrize("name", sorted(HANDLES_OF_A_STATE))
def test_what_a_state_is_held_by_exists(name: str) -> None:
    module, _, handle = name.rpartition(".")
    assert hasattr(import_module(module), handle)


def handles_of_a_state(package: str) -> list[str]:
    """What the files of a package use to hold a state, but for the two modules that may."""
    return [
        breach(path, name)
        for path in some(sources(package))
        if (module := module_name(path)) not in HOLDERS_OF_A_STATE
        for name in sorted(HANDLES_OF_A_STATE & (uses(path) | loads(path)) - LET_GO.get(module, set()))
    ]


@pytest.mark.parametrize("package", SITE)
def test_only_the_journal_and_the_session_hold_a_state(package: str) -> None:
    assert not (found := handles_of_a_state(package)), "\n".join(found)


def test_what_may_hold_a_state_exists() -> None:
    assert {*HOLDERS_OF_A_STATE, *LET_GO} <= {module_name(path) for path in sources("games")}


DOORS = ("games/views", "games/api", "games/admin", "games/organize/views", "games/tasks")


def uses_of_holders(place: str) -> list[str]:
    """What the files of a door or an app use of the modules that hold a state."""
    used = ((path, name) for path in some(sources(place)) for name in sorted(uses(path) | loads(path)))
    return [breach(path, name) for path, name in used if below(name, *HOLDERS_OF_A_STATE)]


@pytest.mark.parametrize("place", [*DOORS, *(package for package in SITE if package != "games")])
def test_doors_go_through_services_and_selectors(place: str) -> None:
    assert not (found := uses_of_holders(place)), "\n".join(found)


def all_breaches() -> list[str]:
    """What all these tests find, each breach as they say it."""
    packages = [name for name in product(ROOT) if name != "engine"]
    return [
        *knowledge_of_the_site(),
        *(line for room in rooms() for line in breaches(room)),
        *(line for package in packages for line in (*uses_past_the_front_door(package), *handles_of_a_state(package))),
        *(line for package in packages if package != "games" for line in uses_of_holders(package)),
    ]


Project = Callable[[str, str], None]
"""Writes a file with some code into a project of almost empty packages, with the apps `events` and `ladders`."""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    def write(file: str, code: str) -> None:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code)
        top_level.cache_clear()

    monkeypatch.setattr("tests.test_imports.ROOT", tmp_path)
    for package in ("accounts", "common", "config", "engine/rules", "events", "hosting", "ladders", "tests"):
        write(f"{package}/__init__.py", "")
    for file in ("models/games", "play/session", "services/orders", "views/play", "urls"):
        write(f"games/{file}.py", "")
    return write


BREACHES = (
    ("events/doors.py", "from games.play.session import Session", "games.play.session.Session"),
    ("events/doors.py", "from games import play\nplay.session.Session", "games.play.session.Session"),
    ("events/doors.py", "LATER = 'games.play.session.Session'", "games.play.session.Session"),
    ("events/doors.py", "def late():\n    from games.play.journal_reader import state_at", "state_at"),
    ("events/doors.py", "from engine.core.reducer import apply", "engine.core.reducer.apply"),
    ("events/doors.py", "import engine\nengine.apply(1)", "engine.apply"),
    ("events/doors.py", "from engine import journal\njournal.fold(1)", "engine.journal.fold"),
    ("events/doors.py", "from games.views.play import show", "games.views.play.show"),
    ("events/doors.py", "WAY = 'games.views.play'", "games.views.play"),
    ("events/doors.py", "from games import urls", "games.urls"),
    ("events/doors.py", "from config.settings import SITE_URL", "config.settings.SITE_URL"),
    ("events/doors.py", "from hosting.backup import backup", "hosting.backup.backup"),
    ("events/doors.py", "from tests.kit.games import two_players", "tests.kit.games.two_players"),
    ("events/doors.py", "from ladders.models import Rung", "ladders.models.Rung"),
    ("events/doors.py", "RUNG = 'ladders.Rung'", "ladders.Rung"),
    ("events/deep/down/doors.py", "from ....games.play.session import Session", "games.play.session.Session"),
    ("games/models/games.py", "import events.doors", "events.doors"),
    ("games/models/games.py", "EVENT = 'events.Event'", "events.Event"),
    ("games/views/play.py", "from events import models", "events.models"),
    ("games/services/orders.py", "from config.middleware import x", "config.middleware.x"),
    ("accounts/models.py", "from events.models import Event", "events.models.Event"),
    ("common/times.py", "from events.models import Event", "events.models.Event"),
    ("engine/rules/__init__.py", "from events.models import Event", "events.models.Event"),
    ("config/urls.py", "from hosting.backup import backup", "hosting.backup.backup"),
    ("config/urls.py", "from events.tests.makers import event", "events.tests.makers.event"),
    ("single.py", "from games.play.session import Session", "games.play.session.Session"),
)


@pytest.mark.parametrize(("file", "code", "name"), BREACHES)
def test_a_broken_floor_is_named_with_its_file(file: str, code: str, name: str, project: Project) -> None:
    assert not all_breaches()
    project(file, code)
    assert [line for line in all_breaches() if line.startswith(f"{file} imports ") and line.endswith(name)]


SOUND = (
    ("events/doors.py", "from games.services.orders import order_submit\nGAME = 'games.Game'"),
    ("events/doors.py", "from games.organize import acts\nfrom games.mail import news\nfrom common import times"),
    ("events/doors.py", "from engine import view_for\nfrom events import models\nEVENT = 'events.Event'"),
    ("events/tests/test_doors.py", "from games.play.session import Session\nfrom tests.kit.games import two_players"),
    ("config/urls.py", "import events.views\nGAMES = 'games.urls'"),
    ("hosting/backup.py", "import events.models\nimport config.settings"),
    ("games/services/orders.py", "TASK = 'games.tasks.outbox'"),
    ("var/lib/thing.py", "from config.settings import SITE_URL"),
)


@pytest.mark.parametrize(("file", "code"), SOUND)
def test_what_stands_on_its_floor_passes(file: str, code: str, project: Project) -> None:
    project(file, code)
    assert not all_breaches()


def test_an_app_that_others_use_stands_on_a_floor_of_its_own(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    place = FLOORS.index((APPS,))
    monkeypatch.setattr("tests.test_imports.FLOORS", (*FLOORS[:place], ("ladders",), *FLOORS[place:]))
    project("events/doors.py", "from ladders.models import Rung")
    assert not all_breaches()
    project("ladders/doors.py", "from events.models import Event\nfrom games.play.session import Session")
    project("games/urls.py", "from ladders import views")
    assert all_breaches() == [
        "games/urls.py imports ladders.views",
        "ladders/doors.py imports events.models.Event",
        "ladders/doors.py imports games.play.session.Session",
    ]


LEFT_OPEN = {
    "JSON, and what families choose, name their fields and not the types of them": (
        "engine/core/facts.py",
        "engine/core/offers.py",
        "engine/core/state.py",
        "games/clocks/cases.py",
    ),
    "dataclasses.field is typed so": ("engine/core/ruleset.py",),
    "allauth and the stubs of Django's admin and forms": (
        "accounts/adapter.py",
        "accounts/admin.py",
        "accounts/admin_columns.py",
        "accounts/admin_site.py",
        "accounts/forms.py",
        "games/lobby/new_game_clock.py",
    ),
    "rows with fields of their query, and fields that Django's models take": (
        "common/prepared.py",
        "games/play/journal_writer.py",
        "games/play/session.py",
        "games/selectors/access.py",
        "games/selectors/lists.py",
        "games/selectors/thumbnails.py",
    ),
    "hooks of Celery, Redis, REST framework, Jinja2 and smtplib": (
        "common/caches.py",
        "common/redis_cache.py",
        "config/consumer.py",
        "config/templates.py",
        "games/api/base.py",
        "games/mail/render.py",
        "games/mail/smtp.py",
        "hosting/management/commands/makemessages.py",
    ),
}
"""Where `Any` stays, by the library that leaves no choice."""


def test_any_stays_only_where_a_library_leaves_no_choice() -> None:
    every = (path for place in product(ROOT) for path in sources(place))
    found = {str(path.relative_to(ROOT)) for path in every if "typing.Any" in imports(path)}
    assert found == {path for paths in LEFT_OPEN.values() for path in paths}
