"""Where families have a say in a fight, beside its dice (`DiceHooks`) and who may begin it (`InvasionHooks`)."""

from collections.abc import Sequence

from engine.core.agenda import AgendaItem, Decision
from engine.core.context import Context
from engine.core.hooks import Hook, HookRecord
from engine.mechanics.battle.types import Attack


class BattleHooks(HookRecord, frozen=True):
    """What comes before the dice of a fight, and what follows from them.

    on_target_changed: the attack target of `seat` changes, to dst from src; dst is NOBODY for no target.
    before_throw: what comes between the last reaction to an attack and its first dice, once an order: steps and
        questions that run one after another, the first one first.
    on_thrown: a seat's dice lie, after the throw and each time that ones were thrown again, before they count; True if
        nothing more follows from this roll.
    on_dice_rolled: a question about a throw, (the order, the attacker's dice, the defender's), before its losses.
    change_losses: what a throw costs attacker and defender, before it is taken from them.
    choose_losses: whether the owner of a territory chooses what is lost there.
    on_fallen: armies of a seat have fallen on a territory: how many, by what ("battle", "card", "plague"), and in which
        attack, if it was one.
    """

    on_target_changed: Hook[[Context, int, int, int], None] = ()
    before_throw: Hook[[Context, Attack], Sequence[AgendaItem]] = ()
    on_thrown: Hook[[Context, int, tuple[int, ...]], bool] = ()
    on_dice_rolled: Hook[[Context, Attack, tuple[int, ...], tuple[int, ...]], Decision | None] = ()
    change_losses: Hook[[Context, Attack, tuple[int, int]], tuple[int, int]] = ()
    choose_losses: Hook[[Context, int], bool] = ()
    on_fallen: Hook[[Context, int, int, int, str, Attack | None], None] = ()
