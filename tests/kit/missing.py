"""Say what a part that was added still lacks: `python -m tests.kit.missing WHAT NAME`.

    rules house           a rule set          map moon              a board
    bot hermit            a bot               decision bidding.bid_asked   a kind of question
    mail started          a kind of mail      act pause             an organizers' act
    family classic        a family            language de           a translation

Prints a line for each thing that is missing, with where it goes, and one for each that is left to a default, which
works and says little. docs/extending.md says how each is added.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
ORDERS = 400  # of a trial game between bots
DEFAULT = "default: "
"""Begins lines about parts that may stay as they are."""


def said_in(name: str, *folders: str) -> bool:
    """Return whether a file of these folders, or one of these files, holds the name."""
    paths = [
        path for folder in folders for path in ([ROOT / folder] if "." in folder else (ROOT / folder).rglob("*.*"))
    ]
    texts = (path.read_text("utf-8", errors="replace") for path in paths if path.is_file() and path.suffix != ".pyc")
    return any(name in text for text in texts)


def rules(id: str) -> Iterator[str]:
    """Name what a rule set lacks: a board, cases, a golden game, its line in docs/players.md, a record of its family.
    What its family leaves to defaults is told by `family`."""
    import engine
    from engine.conformance import BOOK
    from engine.core.mapgraph import mapgraph
    from tests.golden.record import COMMAND as RECORD
    from tests.golden.record import missing
    from tests.kit import games_table

    if id not in engine.rulesets():
        yield f"no rule set has the id {id}: engine/rules/<family> registers {', '.join(engine.rulesets())}"
        return
    preset = engine.ruleset(id)
    for field in ("title", "summary"):
        if not getattr(preset, field):
            yield f"no {field}: it stands in the form for a new game"
    yield from (f"{id}: {line}" for line in map_of(preset.map, mapgraph))
    if not list((BOOK / id).glob("*.yaml")):
        yield f"no cases: put a file of cases into tests/conformance/{id}/ (docs/conformance.md)"
    if any(ending.rules == id or ending.name.startswith(f"{id.replace('_', '-')}-won") for ending in missing()):
        yield f"no golden game: {RECORD}"
    if preset in engine.base_presets():
        text = games_table.PLAYERS.read_text("utf-8")
        if f"**{preset.title}**" not in text:
            yield f"docs/players.md says nothing of {preset.title}: add a line to its list of games"
        if games_table.with_table(text) != text:
            yield f"the table in docs/players.md is old: {games_table.COMMAND}"
    yield from (line for line in family(preset.family) if not line.startswith(DEFAULT))


def map_of(id: str, mapgraph: Callable[[str], object]) -> Iterator[str]:
    try:
        mapgraph(id)
    except (KeyError, ValueError) as error:
        yield f"its board {id}: {error}"


def kinds_of(id: str) -> dict[str, set[str]]:
    """List the tags of the decisions of a rule set, each with those of the actions that answer it."""
    from engine import ruleset

    found: dict[str, set[str]] = {}
    for asked, action in ruleset(id).answers:
        found.setdefault(tag_of(asked), set()).add(tag_of(action))
    return found


def tag_of(struct: type) -> str:
    return str(struct.__struct_config__.tag)  # type: ignore[attr-defined]


def family(name: str) -> Iterator[str]:
    """Name the parts of a family and of its questions that the engine and the site take from their defaults."""
    from engine import rulesets
    from engine.core.registry import families
    from games.families.parts import FAMILIES, generic_parts

    if name in families():
        yield from (
            f"{DEFAULT}{part} of the family {name} (engine/core/family.py)" for part in families()[name].generic_parts
        )
    else:
        yield f"{DEFAULT}the family {name} adds no words to positions and cases: register_family(Family({name!r}, …))"
    if name not in FAMILIES:
        yield f"no record of the family {name}: games/families/{name}/record.py"
    yield from (f"{DEFAULT}{part} of the family {name} (games/families/parts.py)" for part in generic_parts(name))
    for kind in dict.fromkeys(
        kind for rules in rulesets().values() if rules.family == name for kind in kinds_of(rules.id)
    ):
        yield from decision(kind)


def decision(kind: str) -> Iterator[str]:
    """Name the parts of a decision that stand on their defaults, and the template that its panel would need."""
    import engine
    from games.decisions.registry import DECISIONS, generic_parts

    known = [found for id in engine.rulesets() for found in [kinds_of(id)] if kind in found]
    if not known:
        yield f"no rule set asks {kind}: a mechanic lists it in `answers`"
        return
    if kind not in DECISIONS:
        yield f"{DEFAULT}no record of {kind}: games/decisions/<name>.py ends in DECISIONS.add(Decision({kind!r}, …))"
    yield from (
        f"{DEFAULT}{part} of the decision {kind}"
        for part in generic_parts(kind, sorted(set().union(*(found[kind] for found in known))))
    )


def bot(name: str) -> Iterator[str]:
    """Name what a bot lacks, and play it through the beginning of every game to find an answer that is refused."""
    from engine import rulesets
    from engine.bots import bots

    if name not in bots():
        yield f"no bot is called {name}: a module of engine/bots registers it; there are {', '.join(bots())}"
        return
    for field in ("title", "summary"):
        if not getattr(bots()[name], field):
            yield f"no {field}: it stands where opponents are chosen"
    for id in rulesets():
        try:
            trial(name, id)
        except Exception as error:  # whatever its author got wrong
            yield f"{id}: {type(error).__name__}: {error}"


def trial(name: str, rules: str) -> None:
    """Let the bot play against itself for so many orders. Raises whatever an order of it raises."""
    from engine import COLOURS, FastChance, apply, new_game, open_decision, ruleset, view_for
    from engine.bots import choose

    chance, random = FastChance(1), Random(1)
    state = new_game(rules, COLOURS[: ruleset(rules).seats[0]], chance=chance).state
    for _ in range(ORDERS):
        asked = open_decision(state)
        if asked is None:
            return
        state = apply(state, choose(name, view_for(state, asked.seats[0]), random), chance).state


def map(id: str) -> Iterator[str]:
    """Name what a board lacks: a sound graph, a family, a drawing that shows its links, a look, outlines, facts."""
    import engine
    from engine.core.mapgraph import MapError, board_path, mapgraph
    from games.boards.geometry import stage_boards
    from tests.engine.core import board_facts

    if not board_path(id).is_file():
        yield f"no file engine/maps/{id}/board.json (docs/maps.md)"
        return
    try:
        graph = mapgraph(id)
    except MapError as error:
        yield f"engine/maps/{id}/board.json: {error}"
        return
    except (KeyError, TypeError, ValueError) as error:
        yield f"engine/maps/{id}/board.json: {type(error).__name__} {error} (docs/maps.md)"
        return
    board = json.loads(board_path(id).read_text("utf-8"))
    if board["id"] != id:
        yield f"its id is {board['id']!r}, its folder {id}"
    families = {rules.family for rules in engine.rulesets().values()}
    if not families & set(graph.families) and not is_part(id):
        yield f"`families` names none whose games could be played on it: there are {', '.join(sorted(families))}"
    for part in board.get("parts", [id]):
        if not hasattr(board_facts, part.upper()):
            yield f"no facts: write what the rules say of it as {part.upper()} into tests/engine/core/board_facts.py"
    drawn = stage_boards(id)
    if not drawn:
        yield f"{DEFAULT}no drawing: without `path` pages show the board in words"
    for _stage, each in drawn:
        yield from drawing(each, is_part(id))


def is_part(id: str) -> bool:
    """Return whether a map is made to be part of others, and nothing is played on it alone."""
    from engine.core.mapgraph import MAPS, mapgraph

    others = (json.loads(path.read_text("utf-8")) for path in MAPS.glob("*/board.json"))
    return not mapgraph(id).families and any(id in board.get("parts", ()) for board in others)


def drawing(board: Mapping[str, Any], part: bool) -> Iterator[str]:
    """Name what one drawing of a board lacks: its links, a look, outlines."""
    from games.boards.outlines import outlines_file, outlines_file_name
    from games.boards.themes import THEMES
    from tests.engine.core.outlines import problems

    yield from problems(board)
    if board.get("style", "atlas") not in THEMES:
        yield f"no look {board['style']!r}: games/boards/themes.py has {', '.join(THEMES)}"
    outlines = ROOT / "static" / outlines_file_name(board["id"])
    if not part and (not outlines.is_file() or outlines.read_text("utf-8") != outlines_file(board["id"])):
        yield "no outlines for pages, or old ones: manage.py board_files"


def mail(name: str) -> Iterator[str]:
    """Name what a kind of mail lacks: its record, its templates, somebody who queues it, tests."""
    from django.template import TemplateDoesNotExist, engines

    from games.services.mail_kinds import MAIL_KINDS

    if name not in MAIL_KINDS:
        known = ", ".join(kind.name for kind in MAIL_KINDS)
        yield f"no kind of mail is called {name}: a module of games/mail or of an app registers it; there are {known}"
        return
    kind = MAIL_KINDS[name]
    for path in (f"{kind.templates}.html", f"{kind.templates}.txt") if kind.templates else ():
        try:
            engines["jinja2"].get_template(path)
        except TemplateDoesNotExist:
            yield f"no template {path}: it goes into templates/jinja2 or the folder jinja2 of its app"
    app = kind.make.__module__.partition(".")[0]
    if app == "games":
        is_queued = said_in(f'"{name}"', "games/services", "games/models/outbox.py")
    else:
        is_queued = said_in(f'"{name}"', f"{app}/services", f"{app}/services.py", f"{app}/tasks.py")
    if not is_queued:
        yield f'nobody queues it: mail_enqueue(NewMail(template="{name}", …)), from games/services/notifications.py'
    tests = "tests/games" if app == "games" else f"{app}/tests"
    if not said_in(f'"{name}"', tests):
        yield f"no test names it in {tests}, as tests/games/mail/test_news.py does"
    if kind.wish == "news":
        yield f"{DEFAULT}readers turn it off with news: its `wish`"


def act(name: str) -> Iterator[str]:
    """Name what an organizers' act lacks: a record, its icon, a test, its line in docs/organizers.md."""
    from games.organize.acts import GAME_ACTS
    from games.organize.person_acts import PERSON_ACTS

    acts = {each.name: each for each in (*GAME_ACTS, *PERSON_ACTS)}
    if name not in acts:
        yield f"no act is called {name}: games/organize/acts.py has {', '.join(acts)}"
        return
    app = acts[name].do.__module__.partition(".")[0]
    tests = ("tests/games/organize", "tests/accounts") if app == "games" else (f"{app}/tests",)
    organizers = (ROOT / "docs/organizers.md").read_text("utf-8")
    if not said_in(f'id="i-{acts[name].icon}"', "static/icons.svg"):
        yield f"no icon {acts[name].icon} in static/icons.svg"
    if not said_in(f'"{name}"', *tests):
        yield f"no test names it: {tests[0]}"
    if app == "games" and str(acts[name].title).lower().replace(" the game", "") not in organizers.lower():
        yield f"docs/organizers.md says nothing of “{acts[name].title}”"


def language(code: str) -> Iterator[str]:
    """Name what a translation lacks: its entry in the settings, its catalogue, sentences, the compiled form."""
    from django.conf import settings

    catalogue = ROOT / "locale" / code.replace("-", "_") / "LC_MESSAGES" / "django.po"
    if code not in dict(settings.LANGUAGES):
        yield f"not offered: add it to LANGUAGES in config/settings.py, which has {', '.join(dict(settings.LANGUAGES))}"
    if not catalogue.is_file():
        yield f"no catalogue: mkdir -p locale; manage.py makemessages -l {code} --ignore tests"
        return
    messages = [part for part in catalogue.read_text("utf-8").split("\n\n")[1:] if "\nmsgid " in f"\n{part}"]
    empty = [part for part in messages if part.rstrip().endswith('msgstr ""') or '\nmsgstr[0] ""\n' in part + "\n"]
    unsure = [part for part in messages if "#, fuzzy" in part]
    if empty:
        yield f"{len(empty)} of {len(messages)} sentences are not translated"
    if unsure:
        yield f"{len(unsure)} of {len(messages)} are marked fuzzy: look at them and take the mark away"
    compiled = catalogue.with_suffix(".mo")
    if not compiled.is_file() or compiled.stat().st_mtime < catalogue.stat().st_mtime:
        yield "not compiled: manage.py compilemessages -l " + code


WHAT = {each.__name__: each for each in (rules, map, bot, decision, family, mail, act, language)}


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or arguments[0] not in WHAT:
        print(__doc__)
        return 2
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    import_module("tests.toy")  # whose decisions are examples
    found = list(WHAT[arguments[0]](arguments[1]))
    lacking = [line for line in found if not line.startswith(DEFAULT)]
    print("\n".join([*(lacking or ["Nothing is missing."]), *(line for line in found if line not in lacking)]))
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
