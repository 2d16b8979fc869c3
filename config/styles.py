"""The site's style sheet as browsers fetch it: one file, made of those that its source imports."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage, Storage

ENTRY = "css/fieldpost.css"
IMPORTED = re.compile(r'@import url\("(?P<name>[^"]+)"\) layer\((?P<layer>\w+)\);')


class JoiningFinder(FileSystemFinder):
    """Finds the files of STATICFILES_DIRS as they lie, and for the entry of the styles the sheet made of its parts:
    a browser asks for one file instead of ten, the last nine of which it hears of late."""

    def __init__(self) -> None:
        super().__init__()
        self.made = FileSystemStorage(location=settings.DATA_DIR / "styles")

    def find_location(self, root: str, path: str, prefix: str | None = None) -> str | None:
        found = super().find_location(root, path, prefix)
        return self.join(found) if found and path == ENTRY else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for path, storage in super().list(ignore_patterns):
            if path == ENTRY:
                self.join(storage.path(path))
                yield path, self.made
            else:
                yield path, storage

    def join(self, source: str) -> str:
        """Write the sheet unless it lies there already, as old as the youngest of its parts; return where."""
        text, changed = joined(Path(source))
        target = Path(self.made.path(ENTRY))
        if not target.exists() or target.read_text() != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            draft = target.with_suffix(f".{secrets.token_hex(4)}")
            draft.write_text(text)
            os.utime(draft, (changed, changed))
            draft.replace(target)
        return str(target)


def joined(source: Path) -> tuple[str, float]:
    """Join a style sheet with those it imports, each in its layer; returns it and when the last of them was changed."""
    text = source.read_text()
    parts = {name: source.parent / name for name, _layer in IMPORTED.findall(text)}
    whole = IMPORTED.sub(lambda found: in_layer(found["layer"], parts[found["name"]].read_text()), text)
    return whole, max(path.stat().st_mtime for path in (source, *parts.values()))


def in_layer(layer: str, text: str) -> str:
    return f"@layer {layer} {{\n{text}}}"
