"""Documents of an event as they are published: canonical JSON, its digests, and the lot."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
Document = Mapping[str, Json]


def to_canonical(document: Document) -> bytes:
    """Write a document as the one sequence of bytes that it has: keys sorted by code point, no spaces, UTF-8 as it is.

    >>> to_canonical({"b": [1, 2], "a": "é"}).decode()
    '{"a":"é","b":[1,2]}'
    """
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest_of(document: Document) -> str:
    """Return the SHA-256 of a document's canonical bytes, in hex."""
    return hashlib.sha256(to_canonical(document)).hexdigest()


def lot_of(seed: str, entrant: str) -> str:
    """Draw the lot of an entrant: sixteen hex digits, of which the lower is better."""
    return hashlib.sha256(f"{seed}:{entrant}".encode()).hexdigest()[:16]


def read_document(path: Path) -> dict[str, Json]:
    """Read a document. Raises OSError, and ValueError for what is no JSON object."""
    found = json.loads(path.read_bytes())
    if not isinstance(found, dict):
        raise ValueError(f"{path.name} is no JSON object")
    return found


def write_document(path: Path, document: Document) -> None:
    """Write a document in its canonical form, with the folders it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(to_canonical(document))
