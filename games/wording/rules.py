"""Summarize the rules of a table: its preset, the overlays on it, and what else was changed.

Everything is read off the registered rule sets; nothing here knows one of them by name.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

import engine
from games.models import Game
from games.wording.made_up import MadeUp, made_up_in

NAMED_OVERLAYS = 2
"""More of them are counted in a title, not named."""


USUAL = {"setup_orders": "planned"}
"""What a site sets by itself (`games.services.table_settings.with_usual_setup`): no change that anybody has made."""


class RulesSummary(NamedTuple):
    """The rules of one table. `changes` are single switches that differ from the preset's, and a board that is not its
    own; `made_up` are lists of things that are in this game alone, `terms` everything that can be said of the game."""

    rules: engine.RuleSet
    overlays: tuple[engine.Overlay, ...]
    changes: tuple[engine.OptionText, ...]
    made_up: tuple[MadeUp, ...]
    terms: tuple[engine.OptionText, ...]

    @property
    def main(self) -> engine.RuleSet:
        """The game under which "How to play" tells of it: presets for two have no part of their own there."""
        return engine.base_preset(self.rules)

    @property
    def title(self) -> str:
        """The preset with its overlays: "Modern with Commanders"."""
        names = [overlay.title for overlay in self.overlays]
        if not names:
            return self.rules.title
        words = {"title": self.rules.title, "count": len(names), "names": _("” and “").join(names)}
        if len(names) <= NAMED_OVERLAYS:
            return _("%(title)s with “%(names)s”") % words
        return _("%(title)s with %(count)s variations") % words

    @property
    def closing(self) -> str:
        """The title for the end of a sentence, whose point follows: a title may end with one itself."""
        return self.title.removesuffix(".")

    @property
    def reconstructed(self) -> engine.OptionText | None:
        """What of the game is our guess, as no source names it; None if all is known."""
        return next((term for term in self.terms if term.name == engine.RECONSTRUCTED), None)

    @property
    def changed(self) -> int:
        """How many single rules are not as usual."""
        return len(self.changes) + len(self.made_up)

    @property
    def lines(self) -> list[str]:
        """What is not as usual, a sentence each; for mails."""
        expert = [f"{overlay.title}: {overlay.help}" for overlay in self.overlays]
        made_up = [f"{thing.name} ({thing.facts}). {thing.words}" for made in self.made_up for thing in made.things]
        return [*expert, *(f"{term.title}: {term.words}." for term in self.changes), *made_up]

    @property
    def summary(self) -> str:
        """How much is not as usual, for a line that has room for little."""
        count = len(self.overlays) + self.changed
        if not count:
            return _("As in the book")
        return ngettext("One rule changed", "%(count)s rules changed", count) % {"count": count}


def table_rules(game: Game) -> RulesSummary | None:
    """Summarize the rules of a table; None if this site no longer knows them."""
    if game.rules not in engine.rulesets():
        return None
    return _table_rules(game.rules, json.dumps(game.options, sort_keys=True), game.map, get_language() or "")


@lru_cache(maxsize=512)
def _table_rules(rules: str, options: str, board: str, language: str) -> RulesSummary:
    """Cache the summary: games with the same options have the same words in one language."""
    return summarize_rules(engine.rulesets()[rules], json.loads(options), board)


def summarize_rules(rules: engine.RuleSet, options: engine.Facts, board: str) -> RulesSummary:
    """Summarize rules with changed switches, on a board (empty for their own)."""
    made_up = made_up_in(rules, options)
    changes = tuple(
        term
        for term in engine.changed_options(rules, options)
        if options.get(term.name) != USUAL.get(term.name) and term.name not in made_up
    )
    if board and board != rules.map:
        changes = (engine.OptionText("map", _("Board"), engine.mapgraph(board).title), *changes)
    terms = engine.describe_options(rules, options, board)
    return RulesSummary(rules, engine.overlays_in(rules, options), changes, tuple(made_up.values()), terms)


class GameSummary(NamedTuple):
    """A game that can be chosen: its rules, how many may play, what tells it apart, and its form for two."""

    rules: engine.RuleSet
    seats: str
    differences: tuple[engine.OptionDifference, ...]
    for_two: engine.RuleSet | None

    @property
    def opening(self) -> str:
        return opening_of(self.rules)


def opening_of(rules: engine.RuleSet) -> str:
    """Cut the summary of a game to its first sentence, for rows that show no more."""
    return rules.summary.partition(". ")[0].removesuffix(".") + "."


def summarize_games() -> list[GameSummary]:
    """Summarize every game of the registry."""
    return [summarize_game(rules) for rules in engine.base_presets()]


def summarize_game(rules: engine.RuleSet) -> GameSummary:
    for_two = engine.rulesets().get(rules.for_two)
    least, most = 2 if for_two else rules.seats[0], rules.seats[1]
    seats = _("%(least)s to %(most)s") % {"least": least, "most": most} if least < most else str(most)
    return GameSummary(rules, seats, engine.compare_presets(rules), for_two)


def variations() -> list[engine.Overlay]:
    """List every overlay that some game takes."""
    found = {overlay.id: overlay for rules in engine.base_presets() for overlay in engine.overlays_of_family(rules)}
    return list(found.values())


def command_reference() -> list[tuple[str, SafeString]]:
    """List every order of the registered games."""
    return describe_commands(verb for rules in engine.rulesets().values() for verb in rules.commands)


def describe_commands(commands: Iterable[engine.Command]) -> list[tuple[str, SafeString]]:
    """List orders, each once: how it is written, and what it does with its `words` set as code."""
    verbs = {verb.word: verb for verb in commands}
    return [(verb.usage.replace("|", "or"), in_code(verb.described)) for verb in verbs.values()]


def in_code(text: str) -> SafeString:
    """Set every other part of a text, between backticks, as code."""
    parts = [format_html("<code>{}</code>" if place % 2 else "{}", part) for place, part in enumerate(text.split("`"))]
    return mark_safe("".join(parts))
