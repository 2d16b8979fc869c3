"""Finding sentences that are not marked for translation, in templates and in Python.

Some words stay English, and are not looked for: what operators and programmers read (command line tools, logs, checks
of the system, the conformance runner, the reference of the API), what a programmer did wrong, orders as they are typed
(in `<code>`, `<kbd>` and behind the comment `# as typed`), what a machine reads (markup, SQL, headers, dates), and
the product's name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.template.base import Lexer, Token, TokenType
from jinja2 import Environment, nodes
from jinja2.visitor import NodeVisitor

from tests.kit.packages import ROOT, is_test, product

FOLDERS = (*product(), "templates")
KINDS = (".html", ".py", ".txt")
ENGLISH = (
    "chances/management",
    "config/environment.py",
    "config/health.py",
    "engine/__main__.py",
    "engine/bench.py",
    "engine/core/family.py",
    "engine/core/registry.py",
    "engine/core/written.py",
    "engine/rules/classic/case_keys.py",
    "engine/rules/classic/rulebook.py",
    "engine/rules/godstorm/case_keys.py",
    "engine/rules/godstorm/checks.py",
    "engine/rules/godstorm/rulebook.py",
    "inbound/checks.py",
    "inbound/checkup.py",
    "inbound/lookups.py",
    "inbound/management",
    "engine/rules/risk2210/case_keys.py",
    "engine/rules/risk2210/checks.py",
    "engine/rules/risk2210/rulebook.py",
    "engine/cli",
    "engine/conformance",
    "engine/mechanics/card_keys.py",
    "engine/mechanics/case_words.py",
    "engine/playouts.py",
    "engine/position.py",
    "engine/sim.py",
    "engine/invariants.py",
    "games/api/describe.py",
    "games/clocks/__main__.py",
    "games/clocks/cases.py",
    "games/selectors/integrity.py",
    "games/services/integrity.py",
    *(name for name in map("{}/integrity.py".format, product()) if (ROOT / name).exists()),
    "games/boards/fonts",
    "hosting",
    "inbound/reading/html_lines.py",
    "templates/accounts/login_map.html",
    "tournaments/fonts",
    "tournaments/management",
    "tournaments/pairing.py",
    "tournaments/reading.py",
    "tournaments/services/season.py",
)
"""Folders and files for operators and programmers, the licence of the fonts, and a map with nothing but names on it."""

CLASSES = ["block", "body_class"]
"""The block in which a page names classes of its body: words for style sheets."""

KEPT = "# as typed"
"""The comment behind a line whose words a player types or a machine reads: they are the same in every language."""

MARKS = {
    *("_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "ngettext_noop"),
    *("pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"),
}
FOR_PROGRAMMERS = {
    *("debug", "info", "warning", "error", "exception", "critical", "log", "dispensable", "operation"),
    *("AssertionError", "ImproperlyConfigured", "KeyError", "LookupError", "NotImplementedError", "RuntimeError"),
    *("TypeError", "ValueError", "PermissionDenied", "ChanceMismatch", "LogError", "MapError", "UnreadableGame"),
    *("AutoplayStuck", "Meta", "RunSQL", "TypeVar", "cast", "compile", "execute", "namedtuple"),
}
"""Functions whose words nobody reads who plays."""

PROSE = re.compile(
    r"[A-Za-z’]{2,}[,;:]? (?:\{\} )?[a-z]|[A-Z][a-z]+ [A-Za-z]|[A-Z][a-z]+ \{\}|^[A-Z][a-z]+\.$|"
    r"\{\} [a-z]{2,}(?![-\w])|^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$"
)
WORD = re.compile(r"[A-Za-z]{2}")
MACHINE = re.compile(
    r"\s*(?:SELECT|INSERT|UPDATE|DELETE|PRAGMA|COALESCE|WITH|VACUUM|ON CONFLICT|\w+ = CASE)\b|[\w.+-]+/[\w.+-]+; |"
    r"(?:public|private|attachment|noindex|Bearer|inline)\b[;,= ]|[MLHVCQAZ][-\d. ]|"
    r".*(?:[\w-]:[^\s;}]+[;}]|\bclass=\"|font-family:)"
)
TAG = re.compile(r"<[^<>]*>", re.S)
SPOKEN = re.compile(r'\b(?:aria-label|aria-description|title|placeholder|alt)="([^"]*)"')
META = re.compile(r'<meta name="description" content="([^"]*)"')
SILENT = re.compile(r"<(code|kbd|pre|samp|script|style)\b.*?</\1>|<!--.*?-->", re.S)
NAMES = re.compile(r"https?:\S+|&\w+;|\bFieldpost\b|\s[a-z]+-$")  # the last: the start of a class
QUOTED = re.compile(r"""(?<!_\()(?:"([^"]*)"|'([^']*)')""")
HOLE = "\0"

Found = tuple[int, str]


def unmarked(path: Path) -> list[Found]:
    """The sentences of a file that are not marked, each with its line."""
    text = path.read_text(encoding="utf-8")
    reads = of_python if path.suffix == ".py" else of_jinja if "jinja2" in path.parts else of_template
    return list(reads(text))


def files() -> Iterator[Path]:
    """Every file whose sentences people read."""
    written = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in KINDS)
    for path in written:
        name = path.relative_to(ROOT)
        is_read = not any(name.is_relative_to(each) for each in ENGLISH)
        if is_read and not is_test(name) and "migrations" not in name.parts:
            yield path


# --- templates


def of_template(text: str) -> Iterator[Found]:
    """Words outside of `trans` and `blocktrans`: between tags, in attributes that are read aloud, in quotes of tags."""
    bare = []
    for token in _outside_marks(text):
        if token.token_type is TokenType.TEXT:
            bare.append(token.contents)
            continue
        bare.append(HOLE)
        for said in _quoted(token):
            yield token.lineno or 0, said
    yield from _of_markup(text, bare)


def _of_markup(text: str, bare: list[str]) -> Iterator[Found]:
    """Words between tags and in attributes that are read aloud, in the pieces of a template that stand as they are."""
    markup = SILENT.sub(lambda found: HOLE * found[0].count("\n"), "".join(bare))
    for said in (*SPOKEN.findall(markup), *META.findall(markup), *TAG.sub(HOLE, markup).split(HOLE)):
        if WORD.search(NAMES.sub("", said)):
            yield 1 + text[: max(0, text.find(said))].count("\n"), said.strip()


def _outside_marks(text: str) -> Iterator[Token]:
    """The tokens of a template but for what is marked, left out or told as it is written."""
    end = ""
    for token in Lexer(text).tokenize():
        word = token.contents.split(maxsplit=1)[0] if token.contents.strip() else ""
        if end:
            end = "" if token.token_type is TokenType.BLOCK and word == end else end
        elif token.token_type is TokenType.BLOCK and word in ("comment", "blocktrans", "blocktranslate", "verbatim"):
            end = f"end{word}"
        elif token.token_type is TokenType.BLOCK and token.contents.split() == CLASSES:
            end = "endblock"
        elif token.token_type is not TokenType.COMMENT:
            yield token


def _quoted(token: Token) -> Iterator[str]:
    """Sentences in quotes of a tag or a variable, as in `{% include … with title="No mails" %}`."""
    if token.contents.split(maxsplit=1)[0] not in ("trans", "translate", "extends", "load", "url", "static", "if"):
        for said in ("".join(found) for found in QUOTED.findall(token.contents)):
            if PROSE.search(said) and not MACHINE.match(said):
                yield said


JINJA = Environment(extensions=["jinja2.ext.i18n"])  # which renders nothing


def of_jinja(text: str) -> Iterator[Found]:
    """The same of a template of Jinja2."""
    reader = _Bare()
    reader.visit(JINJA.parse(text))
    yield from reader.found
    yield from _of_markup(text, reader.bare)


class _Bare(NodeVisitor):
    """What a template of Jinja2 shows as it stands, and sentences in quotes of its expressions."""

    def __init__(self) -> None:
        self.found: list[Found] = []
        self.bare: list[str] = []

    def generic_visit(self, node: nodes.Node) -> None:
        self.bare.append(HOLE)
        super().generic_visit(node)
        self.bare.append(HOLE)

    def visit_Output(self, node: nodes.Output) -> None:
        super().generic_visit(node)

    def visit_TemplateData(self, node: nodes.TemplateData) -> None:
        self.bare.append(node.data)

    def visit_Call(self, node: nodes.Call) -> None:
        if getattr(node.node, "name", "") not in MARKS:
            self.generic_visit(node)

    def visit_Const(self, node: nodes.Const) -> None:
        self.bare.append(HOLE)
        if isinstance(node.value, str) and PROSE.search(node.value) and not MACHINE.match(node.value):
            self.found.append((node.lineno, node.value))

    def visit_Block(self, node: nodes.Block) -> None:
        if node.name != CLASSES[1]:
            self.generic_visit(node)

    def visit_Compare(self, node: nodes.Compare) -> None:
        """What a value is compared with is no sentence for anybody."""


# --- Python


def of_python(text: str) -> Iterator[Found]:
    """Texts and f-strings that are sentences, but for docstrings and what is marked; a marked f-string counts, since
    no catalogue can know it."""
    reader = _Sentences(text.splitlines())
    reader.visit(ast.parse(text))
    yield from reader.found


class _Sentences(ast.NodeVisitor):
    def __init__(self, lines: list[str]) -> None:
        self.found: list[Found] = []
        self.lines = lines

    def _say(self, node: ast.expr, said: str) -> None:
        written = self.lines[node.lineno - 1 : node.end_lineno]
        bare = TAG.sub(" ", said) if said.lstrip().startswith("<") else said
        if PROSE.search(bare) and not MACHINE.match(bare) and not any(KEPT in line for line in written):
            self.found.append((node.lineno, said))

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in MARKS:
            self.found += [(each.lineno, "an f-string is marked") for each in node.args if _is_formatted(each)]
        elif name not in FOR_PROGRAMMERS:
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._say(node, node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._say(node, "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values))
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for each in (*node.args.defaults, *node.args.kw_defaults, *node.decorator_list, *node.body):
            if each is not None:
                self.visit(each)

    def visit_Compare(self, node: ast.Compare) -> None:
        """What a value is compared with is no sentence for anybody."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """What a programmer made sure of."""

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)


def _is_formatted(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr)
