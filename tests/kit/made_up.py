"""A language made up for tests: every sentence that the project marks, between ⟦ and ⟧.

What a page says outside of these brackets cannot be translated: it is not marked, is looked up in pieces, or was
looked up too early and kept. Marks are read from the sources, as `makemessages` does.
"""

from __future__ import annotations

import ast
import html
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest.mock import patch

from django.conf import settings
from django.test import override_settings
from django.utils.translation import trans_real
from django.utils.translation.template import templatize

from common.translation_cache import keep_translations
from engine.core.mapgraph import MAPS
from hosting.management.commands.makemessages import as_python
from tests.kit.packages import ROOT
from tests.kit.sentences import FOLDERS, HOLE, KINDS, MARKS, META, SILENT, SPOKEN, TAG

CODE = "eo"
"""A code that Django knows, for a browser to ask for."""

TEXT = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
CALL = re.compile(rf"\b(?:n?gettext|_)\(({TEXT}(?:, {TEXT})?)")
WORD = re.compile(r"[A-Za-z][A-Za-z’']+")
ADDRESS = re.compile(r"https?://\S+|\S+@\S+|[\w-]+/[\w./-]+|\b[0-9a-f]{4,}\b|…\S+")
NAMES = frozenset({"Fieldpost", "RISK", "Hasbro"})


# ---- the catalogue


@cache
def marked() -> frozenset[str]:
    """Read every sentence that the project marks."""
    written = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in KINDS)
    return frozenset(said for path in written for said in marked_in(path))


def marked_in(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        for call in CALL.findall(as_python(text) if "jinja2" in path.parts else templatize(text)):
            yield from (ast.literal_eval(said) for said in re.findall(TEXT, call))
        return
    for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        texts = (each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str))
        yield from texts if name in MARKS else ()


class MadeUp(trans_real.DjangoTranslation):
    """What is marked, in brackets, and what Django and the libraries say, where they have it in German."""

    def __init__(self) -> None:
        super().__init__("de")
        self._DjangoTranslation__to_language = CODE

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧" if message in marked() or message in self._catalog else message  # type: ignore[attr-defined]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def made_up_language() -> Iterator[None]:
    """Offer the language to every reader, and to the site's own mails."""
    languages, known = [*settings.LANGUAGES, (CODE, "Made up")], {CODE: MadeUp()}
    # Other settings come first: with them Django forgets every catalogue. It does so again when they end.
    try:
        with (
            override_settings(LANGUAGES=languages),
            patch.dict("django.utils.translation.trans_real._translations", known),
        ):
            yield
    finally:
        keep_translations()


# ---- what stands outside of it


def outside(text: str) -> str:
    """Leave out all that stands in brackets, which may hold others."""
    left, depth = [], 0
    for piece in re.split(r"([⟦⟧])", text):
        if piece in ("⟦", "⟧"):
            depth += 1 if piece == "⟦" else -1
            left.append(HOLE)
        elif depth <= 0:
            left.append(piece)
    return "".join(left)


def said_on(page: str) -> str:
    """The words of a page that are read, without those in brackets."""
    markup = SILENT.sub(HOLE, outside(page))
    return HOLE.join((*SPOKEN.findall(markup), *META.findall(markup), TAG.sub(HOLE, markup)))


@cache
def names_of_boards() -> frozenset[str]:
    """Every word on a board: it is the same in each language, as players type it."""
    boards = [json.loads(path.read_text("utf-8")) for path in MAPS.glob("*/board.json")]
    return frozenset(word for board in boards for said in _texts(board) for word in WORD.findall(said))


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, (dict, list)):
        for part in data.values() if isinstance(data, dict) else data:
            yield from _texts(part)


def untranslated(said: str, *known: str) -> list[str]:
    """The pieces of a text with words that are neither names nor `known`."""
    allowed = names_of_boards() | NAMES | {word for text in known for word in WORD.findall(text)}
    pieces = (" ".join(html.unescape(piece).split()) for piece in said.split(HOLE))
    return [piece for piece in pieces if set(WORD.findall(ADDRESS.sub("", piece))) - allowed]
