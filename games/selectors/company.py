"""Whom a person does not want to play with: apps above the games say it, and lists, invitations and substitutes heed
it. Nobody is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from common.registry import Registry
from games.models import Game


@dataclass(frozen=True)
class CompanyRule:
    """Whom an app keeps apart from a person, given by the number of the account."""

    name: str
    apart: Callable[[int], QuerySet[User]]


COMPANY_RULES: Registry[CompanyRule] = Registry()


def are_apart(user_id: int, other_id: int) -> bool:
    """Return whether two people are kept apart. One query for each rule."""
    return any(rule.apart(user_id).filter(pk=other_id).exists() for rule in COMPANY_RULES)


def is_apart_from_table(user_id: int, game: Game) -> bool:
    """Return whether a person is kept apart from somebody at a table. One query for each rule."""
    return any(game.players.filter(user__in=rule.apart(user_id)).exists() for rule in COMPANY_RULES)
