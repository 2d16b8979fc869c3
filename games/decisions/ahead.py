"""What a player may answer in the place of a question that there is nothing to answer to."""

from __future__ import annotations

import engine


def placement_instead_of_trade(view: engine.PlayerView) -> engine.Offer | None:
    """The armies of the turn for who is asked for a set and holds none: placing goes on without one.

    Everybody is asked at the beginning of a turn, lest others read from it who holds a set. None if a set may be turned
    in, or if no territory has room for an army.
    """
    if view.asked is None or view.asked.kind != "cards.trade_asked" or view.about.get("why") != "turn":
        return None
    if view.offer("cards.trade") or not view.offer("turn.end") or not view.pool:
        return None
    limit = view.options.get("army_cap")
    own = [territory for territory, owner in enumerate(view.owner) if owner == view.viewer]
    rooms = {t: view.pool if limit is None else min(view.pool, limit - view.armies[t]) for t in own}
    places = tuple(t for t in own if rooms[t] > 0)
    table = {str(t): (0, rooms[t]) for t in places if rooms[t] < view.pool}
    most = min(view.pool, sum(rooms[t] for t in places))
    at = engine.PlacementsField("at", places, 1, most, table=table)
    return engine.Offer("deploy.place", "Place", (at,)) if places else None
