"""Grows a hosted site: games of all rule sets, running and left to their bots, which play them to the end. Prints as
JSON what a visitor of each kind may ask for.

python -m tests.faults.grown
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game, Waiting

NOT_HERE = (
    "livez",
    "readyz",
    "metrics",
    "calendar/<str:token>.ics",
    "seat/<str:token>/",
    "events/check-in/<str:token>/",
)
"""Asked for by machines, or with secrets of which one network may try few; they have tests of their own."""

PROGRAMS = 3
"""Tokens of each visitor, for there are more addresses than one token may ask for in a minute."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from allauth.account.models import EmailAddress

    from games.models import OutboxMail
    from games.services.tokens import token_make
    from tests.faults.seed import cookie, person
    from tests.routes_kit import organizer

    people = {"player": person("player"), "organizer": organizer("olga")}
    for user in people.values():
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    running, ended, gathering = (grow(people["player"], kind) for kind in ("running", "ended", "gathering"))
    found = {
        "paths": paths_by_visitor(running, [*ended, *gathering]),
        "running": [game.slug for game in running],
        "ended": [game.slug for game in ended],
        "cookies": {name: cookie(user) for name, user in people.items()},
        "tokens": {
            name: [token_make(user=user, name=f"program {n}", scope="play")[1] for n in range(PROGRAMS)]
            for name, user in people.items()
        },
    }
    # The words of addresses name a mail that failed to somebody who bounced; the turns of this site shall be mailed.
    OutboxMail.objects.filter(game__in=running, state=OutboxMail.State.DEAD).update(state=OutboxMail.State.QUEUED)
    type(people["player"]).objects.update(bounced_at=None)
    print(json.dumps(found))


def grow(player: User, kind: str) -> list[Game]:
    """Make a game of each rule set: for three, or for two where bots shall play it to the end."""
    import engine

    sets = [rules for rules in engine.rulesets() if not rules.endswith("_2p")]
    if kind == "ended":
        sets = [f"{rules}_2p" if f"{rules}_2p" in engine.rulesets() else rules for rules in sets]
    return [game_of(player, rules, kind) for rules in sets]


def game_of(player: User, rules: str, kind: str) -> Game:
    """Make a public game of a person with bots; in one that shall end, nobody else is left."""
    from games.services.lobby import game_create
    from games.services.seats import resign
    from games.services.table_settings import TableSettings

    seats = 2 if rules.endswith("_2p") else 3
    bots = () if kind == "gathering" else ("veteran",) * (seats - 1)
    chosen = TableSettings(name=f"{kind} {rules}".title(), rules=rules, seats_wanted=seats, bots=bots)
    game = game_create(creator=player, settings=chosen)
    if kind == "ended":
        resign(game_id=game.pk, user_id=player.pk)
    game.refresh_from_db()
    return game


def paths_by_visitor(running: list[Game], others: list[Game]) -> dict[str, list[str]]:
    """List what each kind of visitor asks for. The player asks for every page of every game, the others for those of
    one game of each family, and the first page of each game."""
    few = paths(one_of_each_family(running), one_of_each_family(others))
    few += [page.format(game.slug) for game in running + others for page in ("/g/{}/", "/organize/g/{}/")]
    return {"player": paths(running, others), "anonymous": few, "organizer": few}


def one_of_each_family(games: list[Game]) -> list[Game]:
    """Choose the first game of each family in each state."""
    import engine

    return list({(engine.ruleset(game.rules).family, game.status): game for game in reversed(games)}.values())


def paths(running: list[Game], others: list[Game]) -> list[str]:
    """List every address of the site that can be asked for: with the words of each game that runs, and those of a game
    for the others too."""
    from games.models import Waiting
    from tests.routes_kit import address, words
    from tests.test_routes import TABLES

    asked = [Waiting.objects.select_related("player__user").get(game=game) for game in running]
    anything = words(running[0], others[-1], asked[0].player)
    everywhere = [row[0] for rows in TABLES.values() for row in rows if 405 not in row[1] and row[0] not in NOT_HERE]
    found = [address(route, anything | words_of(row)) for row in asked for route in everywhere]
    of_a_game = [route for route in everywhere if "<slug:slug>" in route]
    found += [address(route, anything | {"slug": game.slug}) for game in others for route in of_a_game]
    return list(dict.fromkeys(found))


def words_of(row: Waiting) -> dict[str, Any]:
    """What stands in the places of the patterns for a game in which a person is asked."""
    from tests.faults.seed import told

    game = row.game
    link = str(told(game)["link"]).removeprefix("/l/").rstrip("/")
    return {"slug": game.slug, "game": game.pk, "map_id": game.map, "invite": game.invite_token, "link": link}


if __name__ == "__main__":
    main()
