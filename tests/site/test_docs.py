"""The docs for programmers: the picture of the rooms is current, and every file that they name is there."""

from __future__ import annotations

import ast
import json
import re
from importlib import import_module

import pytest

from common.version import VERSION
from engine.core import mapgraph as mapgraph_module
from engine.sim import play_match
from tests.kit.certain import some
from tests.kit.last_release import NUMBER
from tests.kit.packages import ROOT
from tests.kit.rooms import COMMAND, PICTURE, ROUTES, picture, rows
from tests.test_imports import ENGINE_FLOORS, FLOORS

pytestmark = [pytest.mark.once, pytest.mark.no_cover]

PAGES = ("architecture.md", "contributing.md", "extending.md", "maps.md", "conformance.md")
ROOMS = ("", "games/", "engine/")
FILE = re.compile(r"`([a-z0-9_/]+/[a-z0-9_/.]*[a-z0-9_/](?:\.[a-z]+)?)`")
MADE = {"templates/jinja2/decisions/bid.html"}
"""What an example would make."""
EXAMPLE = "meetups/"
"""The app that the docs add."""


def test_the_picture_of_the_rooms_is_current() -> None:
    assert PICTURE.read_text("utf-8") == picture(), f"{COMMAND} draws docs/rooms.svg anew"


def test_the_ways_lead_through_rooms_that_are_there() -> None:
    known = {room for row in [*rows(FLOORS), *rows(ENGINE_FLOORS)] for room, _ in row}
    assert all(set(way) <= known for _, way in some(ROUTES.values()))


def steps_told(way: str) -> list[str]:
    """The steps of a numbered list of docs/architecture.md, each with its lines."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    section = text.partition(f"\n## The way of {way}\n")[2].partition("\n## ")[0]
    return re.split(r"^\d+\. ", section, flags=re.MULTILINE)[1:]


@pytest.mark.parametrize("way", ROUTES)
def test_the_picture_numbers_the_steps_that_the_text_tells(way: str) -> None:
    """Each step of the text begins with a file of the room that has its number in the picture."""
    files = [re.search(r"`((?:[a-z_]+/)+[a-z_.]*|[a-z_]+\.py)`", step) for step in some(steps_told(way))]
    begun = [found[1] if found else "" for found in files]
    rooms = [room.removeprefix("games.").replace(".", "/") for room in ROUTES[way][1]]
    assert len(begun) == len(rooms)
    assert all(re.match(rf"{room}[/.]", name) for name, room in zip(begun, rooms, strict=True)), begun


@pytest.mark.parametrize("way", ROUTES)
def test_a_bare_file_name_lies_in_the_folder_that_its_step_names_first(way: str) -> None:
    for step in some(steps_told(way)):
        folder = re.search(r"`(?:((?:[a-z_]+/)+)[a-z_.]*|[a-z_]+\.py)`", step)
        assert folder, step
        for name in re.findall(r"`([a-z_]+\.py)`", step):
            assert (ROOT / "games" / (folder[1] or "") / name).exists(), step


@pytest.mark.parametrize("page", PAGES)
def test_the_docs_name_files_that_are_there(page: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / "docs" / page).read_text("utf-8"), flags=re.DOTALL)
    named = {name.rstrip("/") for name in FILE.findall(text) if not name.startswith(EXAMPLE)}
    lost = [name for name in sorted(named - MADE) if not any((ROOT / room / name).exists() for room in ROOMS)]
    assert not lost, f"docs/{page} names {', '.join(lost)}"


@pytest.mark.parametrize("page", PAGES)
def test_commands_of_the_docs_can_be_run(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    for module in set(re.findall(r"python -m ((?:tests|engine|benchmarks)[a-z_.]*)", text)):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), f"docs/{page}: {module}"


@pytest.mark.parametrize("page", PAGES)
def test_links_between_the_docs_lead_somewhere(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    for target, anchor in re.findall(r"\]\(([a-z-]*\.(?:md|svg))?(?:#([^)]*))?\)", text):
        path = ROOT / "docs" / (target or page)
        assert path.is_file(), target
        heads = {slug(line) for line in path.read_text("utf-8").splitlines() if line.startswith("#")}
        assert not anchor or anchor in heads, f"docs/{page}: {target}#{anchor}"


@pytest.mark.parametrize("page", PAGES)
def test_examples_import_what_is_there(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    for code in re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL):
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and not f"{node.module}/".replace(".", "/").startswith(EXAMPLE):
                module = import_module(node.module or "")
                assert all(hasattr(module, name.name) for name in node.names), f"docs/{page}: {ast.unparse(node)}"


def test_the_example_of_a_map_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs" / "maps.md").read_text("utf-8")
    board = json.loads(text[text.index("```json\n") + 8 : text.index("```\n\n## The graph")])
    monkeypatch.setitem(mapgraph_module._GRAPHS, board["id"], mapgraph_module.MapGraph.from_json(board))
    match = play_match("modern", ["recruit"] * 3, "islet", map=board["id"], longest=30)
    assert match.winners or match.rounds > 30


def slug(heading: str) -> str:
    """Return the anchor that a heading gets."""
    return re.sub(r"[^\w\- ]", "", heading.lstrip("# ").lower()).replace(" ", "-")


def test_the_newest_release_of_the_changelog_is_the_number_of_this_code() -> None:
    numbers = re.findall(r"^## (\d+\.\d+\.\d+), \d+ \w+ \d{4}$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert numbers[0] == VERSION and len(set(numbers)) == len(numbers)
    assert f"### To {VERSION}" in (ROOT / "docs/hosting.md").read_text()
    assert NUMBER in numbers
