"""Addresses of clocks, absence, votes, plans and substitutes, asked by all whom time sets apart.

tests/test_routes.py asks every address for people with a seat, without one, and for staff. Here somebody is away, a
friend plays their seat, and one of the organizers plays too.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import User
from games.models import Entry, Player, StandIn, Vacation
from games.models.game import Substitute
from games.permissions import GROUP
from games.services.tokens import token_make
from tests.games.kit import person
from tests.routes_kit import Row, Scene, begin_private, client, organizer
from votes.models import Vote
from votes.reading import VoteWish
from votes.services import vote_for

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.no_cover, pytest.mark.long]

KINDS = ("stranger", "player", "owner", "stand-in", "playing organizer", "organizer")
"""It is the turn of the owner, who is away; the stand-in has no seat and plays theirs."""

TABLE = (404, 200, 200, 200, 200, 200)
SEATED = (404, 200, 200, 404, 200, 404)
API_SEATED = (404, 200, 200, 403, 200, 403)
ORGANIZERS = (404, 404, 404, 404, 200, 200)
NEVER = ()
"""Not asked here: 405 for everybody, as tests/test_routes.py knows."""

ROWS: list[Row] = [
    ("g/{slug}/", TABLE, (404, 409, 409, 409, 409, 403)),
    ("g/{slug}/settings/", SEATED, (404, 302, 302, 404, 302, 404)),
    ("g/{slug}/settings/check/", NEVER, SEATED),
    ("g/{slug}/plan/", SEATED, SEATED),
    ("g/{slug}/plan/check/", NEVER, SEATED),
    ("g/{slug}/votes/", TABLE, (404, 302, 302, 403, 302, 403)),
    ("g/{slug}/votes/cards/", TABLE, NEVER),
    ("g/{slug}/substitutes/", TABLE, (404, 422, 422, 302, 422, 302)),
    ("games/stand-in/{vacation}/", (404, 404, 404, 200, 404, 404), (404, 404, 404, 302, 404, 404)),
    ("organize/g/{slug}/", ORGANIZERS, (404, 404, 404, 404, 403, 422)),
    ("organize/g/{slug}/hidden/", ORGANIZERS, (404, 404, 404, 404, 403, 302)),
    ("organize/g/{slug}/do/end-absence/", ORGANIZERS, (404, 404, 404, 404, 403, 302)),
    ("organize/g/{slug}/do/extend/", ORGANIZERS, (404, 404, 404, 404, 403, 302)),
    ("organize/g/{slug}/do/stop-vote/", ORGANIZERS, (404, 404, 404, 404, 403, 302)),
    ("api/games/{slug}/view/", TABLE, NEVER),
    ("api/games/{slug}/orders/", NEVER, (404, 409, 409, 409, 409, 403)),
    ("api/games/{slug}/standing/", API_SEATED, NEVER),
    ("api/games/{slug}/standing/check/", NEVER, API_SEATED),
    ("api/games/{slug}/standing/uses/", API_SEATED, NEVER),
    ("api/games/{slug}/plan/", API_SEATED, NEVER),
    ("api/games/{slug}/votes/", TABLE, (404, 200, 200, 403, 200, 403)),
    ("api/games/{slug}/substitutes/", TABLE, (404, 422, 422, 200, 422, 200)),
]
BODIES: dict[str, dict[str, Any]] = {
    "api/games/{slug}/orders/": {"ref": 0, "text": "end"},
    "api/games/{slug}/standing/check/": {"text": "when attacked: ask me"},
    "api/games/{slug}/votes/": {"vote": "draw"},
    "g/{slug}/settings/": {"do": "standing", "text": "when late: end turn"},
    "g/{slug}/settings/check/": {"text": "when late: end turn"},
    "g/{slug}/plan/": {"do": "preview", "text": "end turn", "hold": "0"},
    "g/{slug}/plan/check/": {"text": "end turn"},
    "g/{slug}/votes/": {"kind": "draw"},
    "games/stand-in/{vacation}/": {"do": "agree"},
}


def away_scene() -> Scene:
    """A private game in which whoever is asked is away and a friend plays."""
    game, asked, player, judge = begin_private()
    assert asked.user is not None and player.user is not None and judge.user is not None
    judge.user.is_staff = True
    judge.user.save()
    judge.user.groups.add(Group.objects.get(name=GROUP))
    people: dict[str, User] = {"stranger": person("sam"), "player": player.user, "owner": asked.user}
    people |= {"stand-in": person("fay"), "playing organizer": judge.user, "organizer": organizer("olga")}
    vacation = let_play(people["stand-in"], asked)
    passes = {kind: token_make(user=user, name="bot", scope="play")[1] for kind, user in people.items()}
    visitors = {kind: client(user) for kind, user in people.items()}
    vote_for(game_id=game.pk, user=player.user, wish=VoteWish("pause", 3, ""), source=Entry.Source.WEB)
    pause = Vote.objects.get(game=game)
    game.refresh_from_db()
    act = {"reason": "asked to", "hours": 3, "seat": asked.seat, "vote": pause.pk, "sure": "on", "seen": game.seq}
    return Scene(game, game, visitors, passes, {"slug": game.slug, "vacation": vacation.pk, "act": act})


def let_play(friend: User, player: Player) -> Vacation:
    """Let a friend play a seat whose owner is away from today on."""
    now, until = timezone.now(), date.today() + timedelta(days=3)
    assert player.user is not None
    vacation = Vacation.objects.create(
        user=player.user, first=now.date(), last=until, announced_at=now, by=friend, agreed_at=now, scope="both"
    )
    begun = {"player": player, "vacation": vacation, "by": friend, "scope": "both"}
    player.user.away = [vacation.for_clocks()]
    player.user.save()
    row = StandIn.objects.create(begins_at=now, ends_at=now + timedelta(days=3), **begun)
    found = Substitute(row.pk, player.user.pk, friend.pk, friend.username, "", "both", until.isoformat())
    Player.objects.filter(pk=player.pk).update(stand_in=found._asdict())
    return vacation


def test_who_gets_what_while_somebody_is_away() -> None:
    scene, found = away_scene(), []
    for route, *expected in ROWS:
        path = "/" + route.format(**scene.words)
        for method, statuses in zip(("get", "post"), expected, strict=True):
            body = scene.words["act"] if route.startswith("organize") else BODIES.get(route, {})
            data = body if method == "post" else {}
            got = statuses and tuple(scene.ask(kind, method, path, data).status_code for kind in KINDS)
            if got != statuses:
                found.append(f"{method.upper()} {route}: {got}, not {statuses}")
    assert not found, "\n".join(found)
