"""The bot `veteran`: plans a campaign for its turn and goes through with it while the odds are good.

It values continents by what they pay and how few gates they have, breaks those of others, hunts weak opponents for
their cards, earns a card a turn where it can, and keeps its armies together.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.bots import heuristics
from engine.bots.answers import action_of, end, random_action
from engine.bots.board import Board
from engine.bots.campaign import Campaign, Planner
from engine.bots.catalogue import register
from engine.bots.goals import goals, held_worth
from engine.bots.holding import Holding
from engine.bots.objectives import own_capital
from engine.bots.planning import plan_like
from engine.bots.skills import skilled_action, teach
from engine.core.actions import Action
from engine.core.language import gettext_noop
from engine.core.offers import ForceField, Offer, PlacementsField, TerritoryField
from engine.core.units import Force
from engine.core.view import PlayerView
from engine.mechanics.battle.forecast import fight

SURE = 0.6  # chance of a campaign that is begun
DARING = 0.2  # the same where the armies that it may cost could not be added to anyway
FRIEND = 0.3  # own neighbours of a claimed territory, against what its continent pays
STOP_AT = 40  # per cent to win a single fight under which it is broken off


def choose(view: PlayerView, rng: Random) -> Action:
    return skilled_action("veteran", view) or random_action(view, rng, stop=0.5)


def best_campaign(view: PlayerView, planner: Planner, pool: int, least: float = SURE) -> Campaign | None:
    """Find the campaign that gains most among those likely to succeed, None if none gains anything."""
    found = None
    gain = 0.0
    for goal in goals(view, planner.board):
        plan = planner.campaign(goal, pool) if goal.worth > gain else None
        if plan and plan.chance >= (DARING if plan.is_free else least) and plan.gain > gain:
            found, gain = plan, plan.gain
    return found


# --- set-up


def claim(view: PlayerView, offer: Offer) -> Action:
    """Claim land in continents that pay well for few gates, where own land is and rivals' is not."""
    board = Board(view)

    def worth(land: int) -> tuple[float, int]:
        friends = FRIEND * sum(board.owner[there] == board.seat for there in board.links[land])
        part = board.continent(land)
        if part is None:
            return friends, -land
        pays = held_worth(board, part) / len(part.members)
        ahead = 1 + board.held_share(part, board.seat) - board.held_share(part, *board.rivals)
        return pays * ahead + friends, -land

    return action_of(view, offer.action, territory=max(offer.field("territory", TerritoryField).values, key=worth))


# --- a turn


def place(view: PlayerView, offer: Offer) -> Action:
    """Place some armies at a capital in danger, the rest where the best campaign needs them, else at the gate in most
    danger."""
    board, armies = Board(view), offer.field("at", PlacementsField)
    pool = armies.most
    at = Counter({own_capital(view): for_capital(view, board, pool)})
    planner = Planner(board)
    plan = best_campaign(view, planner, pool - at.total())
    if plan is None or not plan.goal.bold:
        at.update(for_gates(planner.holding, pool - at.total()))
        for spot, count in at.items():
            if count:
                planner.armies[spot] += count
        plan = best_campaign(view, planner, pool - at.total())
    if plan is None:
        at[guard(board)] += pool - at.total()
    elif armies.least == pool:
        return heuristics.place_all(view, offer, plan.fronts[0].source)
    else:
        at.update({front.source: front.placed for front in plan.fronts})
    return heuristics.place(view, offer, at.items())


def for_gates(holding: Holding, pool: int) -> dict[int, int]:
    """Share armies among the gates of held continents, the dearest first; a continent that the pool cannot hold gets
    none."""
    found: dict[int, int] = {}
    armies = holding.board.armies
    for part in sorted(holding.held, key=lambda part: -part.bonus):
        lack = {at: holding.needs.get(at, 1) - armies[at] for at in part.members}
        lack = {at: count for at, count in lack.items() if count > 0 and at not in found}
        if sum(lack.values()) <= pool:
            found |= lack
            pool -= sum(lack.values())
    return found


def for_capital(view: PlayerView, board: Board, pool: int) -> int:
    """Count the armies that a threatened capital gets, at most half of the pool."""
    capital = own_capital(view)
    if capital not in board.own:
        return 0
    return min(pool // 2, max(0, board.threat(capital) - board.armies[capital]))


def guard(board: Board) -> int:
    """Pick the border to reinforce: a capital in danger, then gates of own continents, then the strongest stack."""
    capital = own_capital(board.view)
    if capital in board.borders and board.threat(capital) > board.armies[capital]:
        return capital

    def matters(here: int) -> tuple[int, int, int]:
        part = board.continent(here)
        gate = part is not None and board.held_share(part, board.seat) == 1 and board.threat(here) > board.armies[here]
        return part.bonus if part and gate else 0, board.armies[here], -here

    return max(board.borders, key=matters)


def attack(view: PlayerView, offer: Offer) -> Action:
    """Start the next fight of the best campaign, side branches before the main line."""
    board = Board(view)
    planner = Planner(board)
    plan = best_campaign(view, planner, 0)
    if plan is None:
        return end(view)
    src, dst = next_fight(planner, plan)
    allowed = dst in offer.field("dst", TerritoryField).values_for({"src": src})
    if not allowed or fight(view, src, dst).win * 100 < STOP_AT:
        return end(view)
    left = plan.reserve(src)
    if left >= board.armies[src]:
        return end(view)
    return action_of(view, offer.action, src=src, dst=dst, throws=0, odds=STOP_AT, left=left if left > 1 else 0)


def next_fight(planner: Planner, plan: Campaign) -> tuple[int, int]:
    """Pick the strongest stack and its lightest branch, so that the stack then goes on along the heaviest."""
    front = max(plan.fronts, key=lambda front: (planner.armies[front.source], -front.source))
    first = [land for land in front.lands if planner.before[land] == front.source]
    return front.source, min(first, key=lambda land: (_behind(planner, front.lands, land), land))


def _behind(planner: Planner, lands: list[int], root: int) -> int:
    """Count the defenders on a branch of a front, its root included."""
    total = planner.armies[root]
    return total + sum(_behind(planner, lands, land) for land in lands if planner.before[land] == root)


def advance(view: PlayerView, offer: Offer) -> Action:
    """Move in as many as leave the better campaign; where none is left, split them by danger."""
    board = Board(view)
    src, dst = view.about["src"], view.about["dst"]
    holding = Holding(board)
    least, most = offer.field("force", ForceField).bounds_for({})
    if src in holding.needs:
        most = max(least, most - holding.needs[src] + 1)
    gains = {}
    for count in (least, most):
        planner = Planner(board, {src: board.armies[src] - count, dst: count})
        plan = best_campaign(view, planner, 0)
        gains[count] = plan.gain if plan else 0.0
    if gains[least] != gains[most]:
        count = max(gains, key=lambda each: gains[each])
    else:
        count = _balance(board, src, dst, least, most)
    return action_of(view, offer.action, force=Force(count))


def _balance(board: Board, src: int, dst: int, least: int, most: int) -> int:
    """Split armies between source and target by the threat to each."""
    here, there = board.threat(src), board.threat(dst)
    if not here:
        return most
    total = board.armies[src]
    return max(least, min(most, round(total * there / (here + there))))


def fortify(view: PlayerView, offer: Offer) -> Action:
    """Move armies to the gate that lacks most from where most can be spared, else towards the front."""
    board = Board(view)
    holding = Holding(board)
    lack = {at: need - board.armies[at] for at, need in holding.needs.items() if need > board.armies[at]}

    def spare(src: int) -> int:
        return board.armies[src] - max(1, holding.needs.get(src, 1))

    sources, targets = offer.field("src", TerritoryField), offer.field("dst", TerritoryField)
    moves = [
        (min(spare(src), lack[dst]), -src, -dst)
        for src in sources.values
        if spare(src) > 0
        for dst in targets.values_for({"src": src})
        if dst in lack
    ]
    if not moves:
        return heuristics.move_up(view, offer)
    _, src, dst = max(moves)
    most = offer.field("force", ForceField).bounds_for({"src": -src, "dst": -dst})[1]
    idle = not board.enemies(-src)
    count = most if idle else min(most, spare(-src))
    return action_of(view, offer.action, src=-src, dst=-dst, force=Force(count))


teach(
    "veteran",
    {
        "setup.plan": lambda view, offer: plan_like(choose, view),
        "setup.claim": claim,
        "deploy.place": place,
        "cards.trade": heuristics.best_set,
        "battle.attack": attack,
        "battle.defend": heuristics.most_dice,
        "occupy.advance": advance,
        "fortify.move": fortify,
    },
)

BOT = register(
    "veteran",
    gettext_noop("Veteran"),
    choose,
    summary=gettext_noop("Plans for continents, borders and cards, and attacks when the odds are good."),
    rank=3,
)
