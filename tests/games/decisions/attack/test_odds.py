"""The odds of a fight are those of its own dice, whoever asks: rule, warning, page, mail, bot, API, and the dice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import engine
from engine import FastChance, GameState, IllegalAction, PlayerView, apply, fight, parse_order, view_for, warnings_for
from engine.bots.veteran import STOP_AT
from engine.mechanics.battle.types import Attack
from engine.position import position
from games.api.views.gameplay import attack_odds
from games.decisions.kit.context import Selection
from games.decisions.registry import suggested_orders
from games.wording.amounts import percent
from tests.games.decisions.test_panels import page_of
from tests.toy.eights import EIGHTS, known

GRAPH = engine.mapgraph("classic42")
BRAZIL, AFRICA, PERU = (GRAPH.number[name] for name in ("brazil", "north_africa", "peru"))
FIGHTS = 500


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[None]:
    with known():
        yield


def standing(own: int, theirs: int, dst: str = "North Africa", rules: str = EIGHTS.id) -> GameState:
    """Red may attack from Brazil."""
    return position(f"red: Brazil {own} | blue: {dst} {theirs} | green: *1", rules=rules, step="attack")


def order(view: PlayerView, text: str) -> Attack:
    found = parse_order(text, view)
    assert isinstance(found, Attack)
    return found


def played(state: GameState, action: Attack) -> float:
    """How many of some fights capture."""
    ends = (apply(state, action, FastChance(seed)).state for seed in range(FIGHTS))
    return sum(end.owner[action.dst] == 0 for end in ends) / FIGHTS


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("own", "theirs", "dst", "dice"),
    [(8, 6, "North Africa", 0), (8, 6, "North Africa", 1), (8, 6, "North Africa", 2), (6, 7, "Peru", 0)],
)
@pytest.mark.parametrize("rules", [EIGHTS.id, "modern"])
def test_every_channel_names_the_chance_that_is_played(own: int, theirs: int, dst: str, dice: int, rules: str) -> None:
    state = standing(own, theirs, dst, rules)
    view = view_for(state, 0)
    target = GRAPH.names.index(dst)
    attack = order(view, f"attack Brazil {dst}{f' with {dice}' if dice else ''} until captured, then advance all")
    win = fight(view, BRAZIL, target, dice=dice).win
    assert played(state, attack) == pytest.approx(win, abs=0.055), "the dice"

    reached = attack_odds(engine.action_to_json(attack), view)
    assert reached is not None and reached.win == pytest.approx(win, abs=1e-12), "the API"
    page, _ = page_of(view, Selection(src=BRAZIL, dst=target, dice=dice or None))
    assert page.panel.data.odds == percent(win), "the page"
    if not dice:
        mail = next(move for move in suggested_orders(view) if (move.src, move.dst) == (BRAZIL, target))
        assert mail.chance == pytest.approx(win, abs=1e-12), "the mail"

    least = int(win * 100)
    apply(state, engine.action_from_json(engine.action_to_json(attack) | {"odds": least}), FastChance(1))
    with pytest.raises(IllegalAction, match="already met"):
        apply(state, engine.action_from_json(engine.action_to_json(attack) | {"odds": least + 1}), FastChance(1))


def test_a_warning_goes_by_the_dice_that_are_ordered() -> None:
    view = view_for(standing(8, 6, rules="modern"), 0)
    warning = f"Your chance to capture North Africa is {fight(view, BRAZIL, AFRICA, dice=1).win * 100:.0f} %."
    assert warnings_for(view, order(view, "attack Brazil N Africa with 1 until captured")) == (warning,)
    assert not warnings_for(view, order(view, "attack Brazil N Africa until captured"))
    assert not warnings_for(view_for(standing(5, 6), 0), order(view, "attack Brazil N Africa until captured"))
    assert warnings_for(
        view_for(standing(5, 6, rules="modern"), 0), order(view, "attack Brazil N Africa until captured")
    )


def test_a_fight_stops_where_the_chance_of_its_own_dice_falls_below() -> None:
    """With one die the chance is far smaller than with three: an order that went by three went on too long."""
    state = standing(20, 5, rules="modern")
    attack = order(view_for(state, 0), "attack Brazil N Africa with 1 while odds 50%")
    stopped = 0
    for seed in range(40):
        after = apply(state, attack, FastChance(seed)).state
        if after.owner[AFRICA] != 0:
            assert fight(view_for(after, 0), BRAZIL, AFRICA, dice=1).win < 0.5
            stopped += 1
    assert stopped > 5


def test_games_of_the_first_edition_keep_their_reckoning() -> None:
    state = standing(8, 6, rules="modern")
    attack = order(view_for(state, 0), "attack Brazil N Africa with 1 while odds 50%")
    with pytest.raises(IllegalAction, match="already met"):
        apply(state, attack, FastChance(1))
    state.family = "classic@1"
    apply(state, attack, FastChance(1))


def test_a_bot_sees_the_dice_too() -> None:
    """Five against six: hopeless with six-sided dice, good with eight-sided ones."""
    fights = {rules: view_for(standing(6, 6, rules=rules), 0) for rules in (EIGHTS.id, "modern")}
    chances = {rules: fight(view, BRAZIL, AFRICA).win * 100 for rules, view in fights.items()}
    assert chances["modern"] < STOP_AT < chances[EIGHTS.id]


def test_pieces_fight_with_the_armies() -> None:
    state = standing(3, 2)
    state.pieces.append(engine.Piece("general", 0, BRAZIL))
    assert fight(view_for(state, 0), BRAZIL, AFRICA).attackers == 3
