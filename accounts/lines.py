"""Pages of one's own account that apps bring: a line each in the list beside all of them."""

from __future__ import annotations

from dataclasses import dataclass

from common.lazy_text import LazyText
from common.registry import Registry


@dataclass(frozen=True)
class AccountLine:
    """A page of the account: `name` of its address, its title, and a few words on what it is for."""

    name: str
    title: LazyText
    about: LazyText


ACCOUNT_LINES: Registry[AccountLine] = Registry()
