"""What a game is paid in, as panels show it: with its sign, and said in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import engine
from games.boards.symbols import sign
from games.families.parts import parts_of
from games.wording.amounts import count_funds


def sum_of(amount: int, rules: str) -> SafeString:
    """Draw an amount with the sign of what a game is paid in: a bolt and "3"; a reader of the page aloud hears
    "3 energy"."""
    funds = parts_of(rules).purchases.funds_sign
    drawn = sign(funds) if funds else SafeString("")
    word = engine.ruleset(rules).purchase.currency
    return format_html('<span class="sum">{}{}<span class="visually-hidden"> {}</span></span>', drawn, amount, word)


def price_of(amount: int, rules: str) -> SafeString:
    """Draw a price, or say that there is none."""
    return sum_of(amount, rules) if amount else format_html("{}", _("free"))


@dataclass(frozen=True)
class Purse:
    """What the viewer can pay: the `sign`, the `amount` and its word, and a remark at the end of the line."""

    sign: str
    amount: int
    word: str
    remark: str = ""


def purse_of(view: engine.PlayerView, remark: str = "") -> Purse | None:
    """Describe the viewer's purse; None where a view does not tell."""
    purses = view.extra.get("purses", ())
    if view.viewer is None or not purses:
        return None
    funds = parts_of(view.rules).purchases.funds_sign
    return Purse(funds, purses[view.viewer], engine.ruleset(view.rules).purchase.currency, remark)


def own_funds(view: engine.PlayerView) -> str:
    """Say what the viewer has in their purse; empty where a view does not tell."""
    purse = purse_of(view)
    return count_funds(purse.amount, view.rules) if purse else ""
