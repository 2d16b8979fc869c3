"""Fields of forms whose choices are known only once the form is made."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms

from common.lazy_text import LazyText

Choices = Sequence[tuple[int | str, str | LazyText]]
"""What a field lists: values with their labels."""


def choice_field(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """Return the choice field of this name, so that its choices can be set. Raises TypeError for another kind."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"{name} is no field with choices")
    return field
