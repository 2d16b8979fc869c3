"""Chances have no address of their own; tests/test_routes.py asks the page of the result."""

from tests.routes_kit import Row

ROWS: list[Row] = []
