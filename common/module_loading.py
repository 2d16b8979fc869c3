"""Import every module of a package whose modules register records, folders within it too."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages


def import_all(package: str) -> None:
    """Import all modules below a package by its dotted name."""
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)
