"""Say what happens when a player runs out of time: one telling for pages and mails."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.decisions.ahead import placing_ahead
from games.decisions.evaluation import NOBODY
from games.models import Game, Player, Waiting
from games.models.game import MAX_MISSED_TURNS
from games.wording.seats import called


def costs_the_seat(game: Game, player: Player, waiting: Waiting) -> bool:
    """Whether the caretaker takes the seat if nothing comes."""
    return waiting.pace == Waiting.Pace.TURN and (
        game.late_policy == Game.Late.CARETAKER or player.missed + 1 >= MAX_MISSED_TURNS
    )


def otherwise(view: engine.PlayerView, game: Game, player: Player, waiting: Waiting) -> str:
    """Completes "If you do not answer, ..." for the player who is asked; ends with a full stop."""
    if waiting.pace != Waiting.Pace.TURN:
        return str(REACTIONS.get(waiting.kind, USUAL))
    if game.late_policy == Game.Late.CARETAKER:
        return _("the caretaker takes your seat until you come back.")
    if player.missed + 1 >= MAX_MISSED_TURNS:
        return _(
            "the caretaker takes your seat, because you have missed a turn already. You can take it back at any time."
        )
    done = PASSED.get(waiting.kind)
    if done is None:
        return str(USUAL)
    return _("%(done)s and the turn passes to %(next)s.") % {"done": done(view), "next": following(view)}


def otherwise_of_other(game: Game, player: Player, waiting: Waiting) -> str:
    """The same for everybody else at the table, who may not know what a hand holds."""
    if waiting.pace != Waiting.Pace.TURN or not game.round:
        return str(PUBLIC.get(waiting.kind, USUAL_OF_OTHER))
    if game.late_policy == Game.Late.CARETAKER:
        return _("the caretaker takes the seat.")
    if player.missed + 1 >= MAX_MISSED_TURNS:
        return _("the caretaker takes the seat, because this is the second turn missed in a row.")
    return _("the turn is skipped: new armies go to the weakest border and nobody is attacked.")


def done_for_other(kind: str) -> str:
    """Completes "Red's turn is skipped: ..." for organizers, who know what is asked and not what is held."""
    return str(DONE.get(kind, gettext_lazy("the default answer is given")))


USUAL = gettext_lazy("the default answer is given for you.")
USUAL_OF_OTHER = gettext_lazy("the default answer is given.")
DONE = {
    "setup.claim_asked": gettext_lazy("a territory is claimed for it"),
    "setup.place_asked": gettext_lazy("the armies of this answer go to its weakest border"),
    "setup.plan_asked": gettext_lazy("the game claims and places for it by its default rules"),
    "setup.capital_asked": gettext_lazy("its territory with the fewest enemy neighbours becomes its capital"),
    "capitals.take_over_asked": gettext_lazy("the armies are spread over those territories one by one"),
    "cards.trade_asked": gettext_lazy(
        "a set is traded in only if the rules demand it, new armies go to the weakest border and nobody is attacked"
    ),
    "deploy.place_asked": gettext_lazy("new armies go to the weakest border and nobody is attacked"),
    "battle.attack_asked": gettext_lazy("nobody else is attacked"),
    "battle.defend_asked": gettext_lazy("it defends by its standing orders, or with as many dice as allowed"),
    "improve.reroll_asked": gettext_lazy("the dice are kept and nobody else is attacked"),
    "improve.commander_asked": gettext_lazy("the dice are kept and nobody else is attacked"),
    "occupy.advance_asked": gettext_lazy("as many armies move in as the border can spare and nobody else is attacked"),
    "fortify.move_asked": gettext_lazy("nothing is moved"),
}
REACTIONS = {
    "battle.defend_asked": gettext_lazy("you defend as your standing orders say, or with as many dice as allowed."),
    "setup.plan_asked": gettext_lazy("the game claims and places for you by its default rules."),
    "setup.capital_asked": gettext_lazy("your territory with the fewest enemy neighbours becomes your capital."),
    "capitals.take_over_asked": gettext_lazy("they are spread over those territories one by one."),
}
PUBLIC = {
    "battle.defend_asked": gettext_lazy("standing orders decide, or the defence rolls as many dice as allowed."),
    "setup.plan_asked": gettext_lazy("the game claims and places for them by its default rules."),
    "setup.capital_asked": gettext_lazy("the rules choose a capital."),
    "setup.claim_asked": gettext_lazy("the rules choose a territory."),
    "setup.place_asked": gettext_lazy("the armies go to the weakest border."),
    "capitals.take_over_asked": gettext_lazy("the armies are spread over those territories one by one."),
}
"""What everybody may know: who is asked which of these stands on the page, and the answer will be seen by all."""


def claimed(view: engine.PlayerView) -> str:
    if has_free_beside(view):
        return _("a territory next to your own is claimed for you")
    return _("a territory is claimed for you")


def placed_in_setup(view: engine.PlayerView) -> str:
    if view.about.get("neutral"):
        return _("your armies go to your weakest border, the neutral army’s to its weakest territory,")
    return _("your armies go to your weakest border")


def placed(view: engine.PlayerView) -> str:
    said = ngettext(
        "your %(count)s army goes to your weakest border", "your %(count)s armies go to your weakest border", view.pool
    )
    return said % {"count": view.pool}


def traded(view: engine.PlayerView) -> str:
    """The same where a set is asked for; who holds none has no cards to keep."""
    if view.about.get("forced"):
        return _("your most valuable set is traded in, the armies go to your weakest border")
    if placing_ahead(view):
        return placed(view)
    return _("you keep your cards, %(placed)s") % {"placed": placed(view)} if view.pool else _("you keep your cards")


PASSED: dict[str, Callable[[engine.PlayerView], str]] = {
    "setup.claim_asked": claimed,
    "setup.place_asked": placed_in_setup,
    "cards.trade_asked": traded,
    "deploy.place_asked": placed,
    "battle.attack_asked": lambda view: _("you attack nobody else"),
    "improve.reroll_asked": lambda view: _("your dice are kept"),
    "improve.commander_asked": lambda view: _("your dice are kept"),
    "occupy.advance_asked": lambda view: _("as many armies move in as the border can spare"),
    "fortify.move_asked": lambda view: _("nothing is moved"),
}


def has_free_beside(view: engine.PlayerView) -> bool:
    """Whether free land lies beside land of the viewer; none does before the first claim."""
    graph = engine.mapgraph(view.map)
    own = (territory for territory, owner in enumerate(view.owner) if owner == view.viewer)
    return any(view.owner[near] == NOBODY for territory in own for near in graph.neighbours[territory])


def following(view: engine.PlayerView) -> str:
    """Who has the turn after the viewer's."""
    order = [seat for seat in view.order if not view.seats[seat].out] or [view.active]
    if view.active not in order:
        return _("the next player")
    return called(view, order[(order.index(view.active) + 1) % len(order)])
