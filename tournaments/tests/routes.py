"""Who may see the addresses of tournaments; tests/test_routes.py asks them. There are none yet."""

from __future__ import annotations

from typing import Any

ROWS: list[Any] = []
