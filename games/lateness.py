"""What is done in the place of a player whose time runs out, in words: one telling for pages and mails."""

from __future__ import annotations

from collections.abc import Callable

import engine
from games.ahead import placing_ahead
from games.models import Game, Player, Waiting
from games.seats import called
from games.services.deadlines import MISSES
from games.worth import NOBODY


def costs_the_seat(game: Game, player: Player, waiting: Waiting) -> bool:
    """Whether the caretaker takes the seat if nothing comes."""
    return waiting.pace == Waiting.Pace.TURN and (
        game.late_policy == Game.Late.CARETAKER or player.missed + 1 >= MISSES
    )


def otherwise(view: engine.PlayerView, game: Game, player: Player, waiting: Waiting) -> str:
    """Completes "If nothing comes by then, ..." for the player who is asked; ends with a full stop."""
    if waiting.pace != Waiting.Pace.TURN:
        return REACTIONS.get(waiting.kind, "the usual answer is given for you.")
    if game.late_policy == Game.Late.CARETAKER:
        return "the caretaker takes your seat until you come back."
    if player.missed + 1 >= MISSES:
        return "the caretaker takes your seat, for you have missed a turn already. You may take it back at any time."
    done = PASSED.get(waiting.kind)
    return f"{done(view)} and the turn passes to {following(view)}." if done else "the usual answer is given for you."


def otherwise_of_other(game: Game, player: Player, waiting: Waiting) -> str:
    """The same for everybody else at the table, who may not know what a hand holds."""
    if waiting.pace != Waiting.Pace.TURN or not game.round:
        return PUBLIC.get(waiting.kind, "the usual answer is given.")
    if game.late_policy == Game.Late.CARETAKER:
        return "the caretaker takes the seat."
    if player.missed + 1 >= MISSES:
        return "the caretaker takes the seat, for it is the second turn in a row that is missed."
    return "the turn is passed: new armies go to the weakest border and nobody is attacked."


def done_for_other(kind: str) -> str:
    """Completes "Red's turn is passed: ..." for organizers, who know what is asked and not what is held."""
    return DONE.get(kind, "the usual answer is given")


DONE = {
    "setup.claim_asked": "a territory is claimed for it",
    "setup.place_asked": "the armies of this answer go to its weakest border",
    "setup.capital_asked": "its capital is the territory with the fewest enemies next door",
    "capitals.take_over_asked": "the armies are spread over that land one by one",
    "cards.trade_asked": "only a set that must go is turned in, new armies go to the weakest border and nobody is "
    "attacked",
    "deploy.place_asked": "new armies go to the weakest border and nobody is attacked",
    "battle.attack_asked": "nobody is attacked any more",
    "battle.defend_asked": "the most dice are thrown",
    "improve.reroll_asked": "the dice are kept and nobody else is attacked",
    "improve.commander_asked": "the dice are kept and nobody else is attacked",
    "occupy.advance_asked": "as many move in as the border allows and nobody else is attacked",
    "fortify.move_asked": "nothing is moved",
}
REACTIONS = {
    "battle.defend_asked": "the most dice are thrown for you.",
    "setup.capital_asked": "it is the territory of yours with the fewest enemies beside it.",
    "capitals.take_over_asked": "they are spread over that land one by one.",
}
PUBLIC = {
    "battle.defend_asked": "the most dice are thrown in defence.",
    "setup.capital_asked": "one is chosen by rule.",
    "setup.claim_asked": "a territory is claimed by rule.",
    "setup.place_asked": "the armies go to the weakest border.",
    "capitals.take_over_asked": "the armies are spread over that land one by one.",
}
"""What everybody may know: who is asked which of these stands on the page, and the answer will be seen by all."""
PASSED: dict[str, Callable[[engine.PlayerView], str]] = {
    "setup.claim_asked": lambda view: (
        f"a territory{' next to your own' if has_free_beside(view) else ''} is claimed for you"
    ),
    "setup.place_asked": lambda view: (
        "yours go to your weakest border, that of the neutral army to its thinnest land,"
        if view.about.get("neutral")
        else "they go to your weakest border"
    ),
    "cards.trade_asked": lambda view: for_a_set(view),
    "deploy.place_asked": lambda view: f"your {view.pool} go to your weakest border",
    "battle.attack_asked": lambda view: "you attack nobody",
    "improve.reroll_asked": lambda view: "your dice are kept",
    "improve.commander_asked": lambda view: "your dice are kept",
    "occupy.advance_asked": lambda view: "as many move in as the border allows",
    "fortify.move_asked": lambda view: "nothing is moved",
}


def has_free_beside(view: engine.PlayerView) -> bool:
    """Whether free land lies beside land of the viewer; none does before the first claim."""
    graph = engine.mapgraph(view.map)
    own = (territory for territory, owner in enumerate(view.owner) if owner == view.viewer)
    return any(view.owner[near] == NOBODY for territory in own for near in graph.neighbours[territory])


def for_a_set(view: engine.PlayerView) -> str:
    """The same where a set is asked for; who holds none has no cards to keep."""
    if view.about.get("forced"):
        return "your most valuable set is turned in, the armies go to your weakest border"
    if placing_ahead(view):
        return f"your {view.pool} go to your weakest border"
    return "your cards are kept" + (f", your {view.pool} armies go to your weakest border" if view.pool else "")


def following(view: engine.PlayerView) -> str:
    """Who has the turn after the viewer's."""
    order = [seat for seat in view.order if not view.seats[seat].out] or [view.active]
    if view.active not in order:
        return "the next player"
    return called(view, order[(order.index(view.active) + 1) % len(order)])
