"""The offer to be asked about invasions, and about what else others do, which a player gets once: with the first card
that answers it.

It hangs on the hand, and so it is for its owner's page and mail alone; what it leads to are standing orders, which ask
by public facts whatever the hand holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext as _

import engine
from games.families.parts import parts_of
from games.families.standing_cases import ATTACKED, INVADED, StandingCase
from games.models import Game, Player
from games.play.standing_language import read
from games.wording.amounts import join_and

USUAL_HOURS, CHOICES = 12, (1, 2, 6, 12, 24, 48)


class OfferWords(NamedTuple):
    """What the offer says: a title, and the question with what comes of each answer."""

    title: str
    text: str


def is_due(game: Game, player: Player | None, view: Callable[[], engine.PlayerView]) -> bool:
    """Check whether a player has yet to say if they want to be asked about invasions; `view` makes their view."""
    if player is None or player.ask_offer == Player.Offer.ANSWERED or player.state != Player.State.PLAYING:
        return False
    answerable = parts_of(game.rules).cards.names_cards and offered_cases(game.rules)
    return bool(answerable and game.reaction_hours and not game.has_ended) and bool(answered_cases(view()))


def offered_cases(rules: str) -> list[StandingCase]:
    """List the cases in which a player of these rules can be asked about what others do."""
    return [case for case in parts_of(rules).orders.standing_cases if case.timing or case.card]


def answered_cases(view: engine.PlayerView) -> list[StandingCase]:
    """List those of them for which the viewer has a card, in hand or lying open."""
    assert view.viewer is not None
    kinds = engine.catalogue_of(view.rules, view.options).kinds
    laid = (card for seat, card in parts_of(view.rules).cards.laid_open(view) if seat == view.viewer)
    cards = (*view.hand, *laid)
    timings, titles = {kinds[card].timing for card in cards}, {kinds[card].title for card in cards}
    return [case for case in offered_cases(view.rules) if case.timing in timings or case.card in titles]


def words(view: engine.PlayerView) -> OfferWords:
    """Name the offer by the cards that the viewer has."""
    answered = answered_cases(view)
    if INVADED in answered:
        text = _(
            "You hold a card you can play when you are invaded. Should the game stop and ask you? It waits at most the "
            "time you choose in each opponent’s turn. If you do not choose, invasions go on without asking you."
        )
        return OfferWords(_("You can answer invasions now"), text)
    if all(case.card for case in answered):
        text = _(
            "%(card)s can save armies of yours that would die in defence. Should the game stop and ask you? It waits "
            "at most the time you choose in each opponent’s turn. If you do not choose, none are saved."
        )
        return OfferWords(_("You can keep armies that fall"), text % {"card": answered[0].card})
    text = _(
        "You have a card that can undo what another player plays. Should the game stop and ask you? It waits at most "
        "the time you choose in each opponent’s turn. If you do not choose, their cards take effect without asking you."
    )
    return OfferWords(_("You can undo cards now"), text)


def occasions(rules: str) -> str:
    """Say when a player of these rules is asked once they want it, whatever they hold: "when you are invaded"."""
    return join_and([str(case.when) for case in offered_cases(rules)])


def hours_offered(game: Game) -> tuple[int, ...]:
    """List in how many hours a player can offer to answer: no more than the game gives."""
    return (*(hours for hours in CHOICES if hours < game.reaction_hours), game.reaction_hours)


def usual_hours(game: Game) -> int:
    return min(USUAL_HOURS, game.reaction_hours)


def with_question(text: str, hours: int, rules: str) -> str:
    """Add the rules that ask to standing orders, behind all that a player has written."""
    asking = [f"when {case.name}: ask me within {hours} hours" for case in offered_cases(rules)]  # as typed
    return "\n".join([text, *asking]).strip()


def settles(text: str, game: Game) -> bool:
    """Check whether checked standing orders say something about invasions, so that nothing needs to be offered."""
    cases = parts_of(game.rules).orders.standing_cases
    return any(rule.case.may_ask and rule.case != ATTACKED for rule in read(text, game.map, cases))
