"""Rows of the form for a new table: the options that are lists of things which the creator makes up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django import forms

import engine
from games.families.option_lists import ListOption
from games.families.parts import parts_of
from games.lobby.new_game_fields import field_name

SHOWN = 3
"""Rows that are shown without unfolding more."""


def row_field_name(rules: str, option: str, row: int, key: str) -> str:
    """Return the name of a form field of one row; rows count from 1, as people do."""
    return f"{field_name(rules, option)}-{row}-{key}"


def row_field_names(rules: engine.RuleSet) -> Iterator[tuple[str, str]]:
    """Yield the name of each form field of rows, with its initial value as text."""
    for option in parts_of(rules.id).new_game.lists:
        initial = {key: typed(field.initial) for key, field in option.fields().items()}
        for row in range(1, option.most + 1):
            yield from ((row_field_name(rules.id, option.name, row, key), value) for key, value in initial.items())


def typed(value: object) -> str:
    """Return a value as a form sends it."""
    return "" if value is None else str(value)


@dataclass(frozen=True)
class FormRow:
    """One row as the page shows it."""

    title: str
    fields: tuple[forms.BoundField, ...]

    @property
    def is_touched(self) -> bool:
        return any(field.errors or typed(field.value()) != typed(field.initial) for field in self.fields)


@dataclass(frozen=True)
class RowsOfOption:
    """The fields of one such option in a form for games of `rules`."""

    form: forms.Form
    rules: str
    option: ListOption

    def add_fields(self) -> None:
        for row in range(1, self.option.most + 1):
            for key, field in self.option.fields().items():
                self.form.fields[self.name_of(row, key)] = field

    def name_of(self, row: int, key: str) -> str:
        return row_field_name(self.rules, self.option.name, row, key)

    def rows(self) -> list[FormRow]:
        return [
            FormRow(
                str(self.option.row_title) % {"number": row},
                tuple(self.form[self.name_of(row, key)] for key in self.option.fields()),
            )
            for row in range(1, self.option.most + 1)
        ]

    def values(self, row: int) -> dict[str, object]:
        """Return what was read of a row; nothing of fields that could not be."""
        read = getattr(self.form, "cleaned_data", {})
        return {key: read[name] for key in self.option.fields() if (name := self.name_of(row, key)) in read}

    def missing(self, row: int) -> list[str]:
        """List the fields of a row that must be filled in, as others of it are."""
        wanted = [key for key, field in self.option.fields().items() if field.initial is None]
        empty = [key for key in wanted if not self.values(row).get(key)]
        return empty if len(empty) < len(wanted) else []

    def filled(self) -> list[int]:
        """List the rows that can be read as a whole."""
        keys = self.option.fields()
        wanted = [key for key, field in keys.items() if field.initial is None]
        rows = ((row, self.values(row)) for row in range(1, self.option.most + 1))
        return [row for row, read in rows if len(read) == len(keys) and all(read[key] for key in wanted)]

    def items(self) -> list[engine.Facts]:
        """Return what the option is to be, as far as rows are filled in."""
        return [self.option.read(self.values(row)) for row in self.filled()]

    def check(self) -> None:
        """Say beside each row what is missing there."""
        own = self.option.fields()
        for row in range(1, self.option.most + 1):
            for key in self.missing(row):
                if self.name_of(row, key) not in self.form.errors:
                    self.form.add_error(self.name_of(row, key), own[key].error_messages["required"])

    def field_at(self, place: object) -> str:
        """Return the field beside which a refusal of one item is shown: the first of its row, or of all rows."""
        filled = self.filled()
        row = filled[place] if isinstance(place, int) and place < len(filled) else 1
        return self.name_of(row, next(iter(self.option.fields())))

    # ---- on the page

    @property
    def is_open(self) -> bool:
        return any(row.is_touched for row in self.rows())

    def first_rows(self) -> list[FormRow]:
        return self.rows()[:SHOWN]

    def further_rows(self) -> list[FormRow]:
        return self.rows()[SHOWN:]

    @property
    def further_open(self) -> bool:
        return any(row.is_touched for row in self.further_rows())
