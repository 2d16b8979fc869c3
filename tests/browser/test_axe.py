"""Every kind of page against the rules of axe for WCAG 2.2 AA, on a phone and at a desk, by day and by night."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from accounts.models import User
from chances.models import GameChances
from chances.tests.kit import ended_game
from games.models import Game
from games.services.locks import db_now
from games.services.organize import game_void
from tests.browser.test_reach import come_in
from tests.games.kit import make_table, person, table
from tests.kit.chromium import Visitor, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TALL_PHONE, TALL_DESK = (390, 3000), (1440, 3000)
"""So high that nothing stays in sight above something else, which a reader would scroll away and axe would not."""
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {"label-content-name-mismatch": {"enabled": True}, "page-has-heading-one": {"enabled": True}},
    "preload": False,  # axe would fetch style sheets itself, from wrong addresses
    "resultTypes": ["violations"],  # of what is well it shall not describe every place
    "selectors": False,
}
OPEN = ("/", "/accounts/login/", "/accounts/signup/", "/fair/", "/help/", "/help/orders/", "/no-such-page")
OWN = ("/games/", "/games/new/", "/accounts/", "/accounts/mail/", "/accounts/password/change/", "/accounts/data/")
OF_A_GAME = ("", "history/", "odds/", "settings/", "ask/", "dice/")
LIKE_OTHERS = ("/accounts/mail/", "/accounts/password/change/", "/accounts/data/", "/no-such-page", "ask/")
"""Made of the same parts as pages beside them: looked at by day alone."""


def violations(visitor: Visitor, path: str) -> list[str]:
    """What axe finds on a page: the rule, how bad it is, and the first place."""
    visitor.page.goto(path)
    found = Axe().run(visitor.page, options=RULES).response["violations"]
    return [f"{path}: {rule['id']} ({rule['impact']}) {rule['nodes'][0]['html'][:160]}" for rule in found]


def organizer() -> User:
    boss = person("olga")
    boss.is_staff = boss.is_superuser = True
    boss.save()
    return boss


@pytest.mark.parametrize(
    ("size", "dark"), [(TALL_PHONE, False), (TALL_DESK, True)], ids=["phone by day", "desk by night"]
)
def test_pages_hold_to_the_rules_of_access(visitors: Visitors, size: tuple[int, int], dark: bool) -> None:
    visitor, play = visitors(size, dark=dark), table()
    lobby: Game = make_table(play.asked_user, name="Low Tide", rules="classic_1959", seats_wanted=4)
    left_out = LIKE_OTHERS if dark else ()
    found = [line for path in OPEN if path not in left_out for line in violations(visitor, path)]
    planner = person("erin")
    come_in(visitor, planner)
    plan = make_table(
        planner,
        name="Plan",
        rules="modern",
        seats_wanted=3,
        bots=("recruit", "recruit"),
        options={"setup_orders": "planned"},
    )
    found += violations(visitor, f"/g/{plan.slug}/?plan=BRA.south_america.any&at=BRA.5")
    come_in(visitor, play.asked_user)
    game = f"/g/{play.game.slug}/"
    own = [*(path for path in OWN if path not in left_out), f"/g/{lobby.slug}/lobby/"]
    found += [line for path in own for line in violations(visitor, path)]
    found += [line for part in OF_A_GAME if part not in left_out for line in violations(visitor, game + part)]
    boss = organizer()
    come_in(visitor, boss)
    found += [line for path in ("/organize/", f"/organize{game}") for line in violations(visitor, path)]
    game_void(game_id=play.game.pk, user=boss, reason="the end of the test")
    found += violations(visitor, game) + violations(visitor, game + "dice/")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [TALL_PHONE, TALL_DESK], ids=["phone", "desk"])
def test_six_players_have_room_for_fingers_and_keys(visitors: Visitors, size: tuple[int, int]) -> None:
    """Their row scrolls sideways on a phone. In the admin the search field has a name."""
    visitor, play = visitors(size), table(bots=("random",) * 4)
    come_in(visitor, play.asked_user)
    game = f"/g/{play.game.slug}/"
    found = [line for part in ("", "history/") for line in violations(visitor, game + part)]
    come_in(visitor, organizer())
    found += violations(visitor, "/admin/games/game/")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("size", "dark"), [(TALL_PHONE, False), (TALL_DESK, True)], ids=["phone by day", "desk by night"]
)
def test_results_figures_and_people(visitors: Visitors, size: tuple[int, int], dark: bool) -> None:
    """The result has its turning points and the plot of chances."""
    visitor, alice = visitors(size, dark=dark), person("alice")
    game = ended_game(alice)
    know_chances(game)
    come_in(visitor, alice)
    paths = [f"/g/{game.slug}/{part}" for part in ("", "figures/", "replay/", "replay/films/")]
    found = [line for path in (*paths, "/players/alice/") for line in violations(visitor, path)]
    visitor.page.goto(paths[0])
    assert visitor.page.locator("svg.plot").is_visible() and visitor.page.locator(".turning li").count() == 1
    assert not found, "\n".join(found)


def know_chances(game: Game) -> None:
    """Say how often bots won from two turns of a game, the first of which turned it."""
    turn = {"seq": 1, "until": game.seq, "round": 1, "seat": 0, "whose": 0, "before": 0.2, "after": 0.9, "ends": False}
    deeds = {"out": [], "gained": ["australia"], "broke": [], "sets": 1, "armies": 4, "captures": 3}
    turns = [[1, 1, 0, 20, [4, 6, 6, 4]], [game.seq - 1, 2, 1, 20, [18, 2, 0, 0]]]
    GameChances.objects.create(game=game, turns=turns, count=2, points=[turn | deeds], done_at=db_now())
