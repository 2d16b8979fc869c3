"""The type of sentences that are translated when they are shown, as gettext_lazy gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as LazyText
else:
    from django.utils.functional import Promise as LazyText

__all__ = ["LazyText"]
