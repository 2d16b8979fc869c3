"""Cards beside the board: one row each, a form with what must be named, the odds after each, reasons for the others."""

from __future__ import annotations

import json

import pytest

import engine
from games.boards.geometry import stages
from games.decisions.cards.choice import playable
from games.decisions.kit.context import PageContext, Selection
from games.decisions.kit.page_types import GameHeader, PageData
from games.decisions.registry import panel_for
from tests.games.decisions.positions import asked_at, ordered
from tests.games.decisions.risk2210.kit import state_of

pytestmark = pytest.mark.django_db

ALL = {
    "red": {"land": "Japan", "naval": "Japan", "space": "Tycho", "nuclear": "Japan", "diplomat": "Hong Kong"},
    "blue": {"nuclear": "Neo Tokyo", "naval": "Neo Tokyo", "diplomat": "Alden"},
}
RED = {"red": {"nuclear": "Japan"}}
HAND = [
    "Assassin Bomb",
    "Rocket Strike Land",
    "Decoys Revealed",
    "Territorial Station",
    "Land Frequency Jam",
    "Land Reinforcements",
    "Space Assemble MODs",
]


def context_of(state: engine.GameState, seat: int = 0, **chosen: object) -> PageContext:
    """Build what a panel of a position is made from."""
    view = engine.view_for(state, seat)
    head = GameHeader("Game", "", "", "", "")
    return PageContext(view, view.graph, PageData(head, (), "/g/x/"), Selection(**chosen))


def number_of(view: engine.PlayerView, name: str) -> int:
    return int(engine.catalogue_of(view.rules, view.options).numbers[name])


@pytest.mark.parametrize(("targets", "kind"), [(8, "one"), (9, "one"), (10, "list")])
def test_up_to_nine_targets_stand_in_rows_and_more_in_a_list(targets: int, kind: str) -> None:
    graph = engine.mapgraph("world2210")
    land = [name for at, name in enumerate(graph.names) if graph.zone(at) == "land" and name != "Japan"]
    board = f"blue: {', '.join(f'{name} 1' for name in land[:targets])} | red: *2"
    state = state_of(step="play", board=board, commanders=RED, command_cards={"red": ["Rocket Strike Land"]})
    view = engine.view_for(state, 0)
    data = panel_for(context_of(state, cards=(number_of(view, "Rocket Strike Land"),))).data
    assert [field.kind for field in data.form.fields if field.name == "t-on"] == [kind]


@pytest.mark.parametrize("card", HAND)
def test_each_card_is_played_by_its_form(card: str) -> None:
    """Post the form as it stands, like a browser would: the engine takes it."""
    asked = asked_at(state_of(step="play", commanders=ALL, command_cards={"red": HAND}))
    number = number_of(asked.view, card)
    page = asked.page(f"?cards={number}")
    assert f"Play {card}" in page and page.count('class="opt" href') == len(HAND)
    fields = sent_by(asked.view, number)
    assert asked.post(act="cards.play", **fields) == 302, fields
    assert number not in asked.play.view(0).hand


def sent_by(view: engine.PlayerView, number: int) -> dict[str, object]:
    """List the fields that the form of a card sends, with the last option of each choice."""
    context = context_of_view(view, cards=(number,))
    form = panel_for(context).data.form
    sent: dict[str, object] = {"f-card": form.sent}
    for field in form.fields:
        if field.kind == "several":
            sent[field.name] = [each.value for each in field.options if each.chosen]
        elif field.kind == "moves":
            sent |= {f"{field.name}-{piece.value}": field.options[0].value for piece in field.pieces}
        else:
            sent[field.name] = field.options[-1].value
    return sent


def context_of_view(view: engine.PlayerView, **chosen: object) -> PageContext:
    head = GameHeader("Game", "", "", "", "")
    return PageContext(view, view.graph, PageData(head, (), "/g/x/"), Selection(**chosen))


def test_a_form_names_exactly_what_is_offered() -> None:
    state = state_of(step="play", commanders=ALL, command_cards={"red": HAND})
    view = engine.view_for(state, 0)
    for number, offer in playable(view).items():
        fields = panel_for(context_of(state, cards=(number,))).data.form.fields
        for field in offer.fields[1:]:
            if isinstance(field, engine.TerritoriesField):
                (shown,) = fields
                assert {view.graph.codes.index(each.value) for each in shown.options} == {*field.values}
            elif isinstance(field, engine.ChoiceField):
                (shown,) = fields
                pairs = {tuple(json.loads(each.value)) for each in shown.options}
                assert pairs == {(int(seat), kind) for seat, kinds in field.table.items() for kind in kinds}


def test_the_map_chooses_where_a_card_falls() -> None:
    state = state_of(step="play", commanders=ALL, command_cards={"red": HAND})
    view = engine.view_for(state, 0)
    number, dst = number_of(view, "Space Assemble MODs"), view.graph.names.index("Tycho")
    panel = panel_for(context_of(state, cards=(number,), dst=dst))
    assert panel.marks.target == dst and panel.action is not None and panel.action["at"] == [dst]


def test_cards_that_cannot_be_played_say_why() -> None:
    hand = {"red": ["Naval Stealth MODs", "Land Colony Influence", "Redeployment"]}
    page = asked_at(state_of(step="invade", command_cards={"red": ["Scout Forces"]})).page()
    assert "Cards you can still play" in page and "Scout Forces" in page
    jammed = state_of(step="play", command_cards={"red": [*hand["red"], "Scout Forces"]})
    said = dict(panel_for(context_of(jammed)).data.idle)
    assert said["Naval Stealth MODs"] == "when a territory is invaded"
    assert said["Land Colony Influence"] == "counts at the end of the game"
    assert said["Redeployment"] == "needs your Diplomat in play"


def test_a_card_is_played_before_an_invasion() -> None:
    asked = asked_at(state_of(step="invade", command_cards={"red": ["Land Assemble MODs"]}))
    view = asked.view
    src, dst = (view.graph.codes[view.graph.names.index(name)] for name in ("Japan", "Neo Tokyo"))
    names = view.graph.names
    fight = engine.fight(view, names.index("Japan"), names.index("Neo Tokyo"))
    after = fight._replace(attackers=fight.attackers + 3).win
    page = asked.page(f"?src={src}&dst={dst}")
    assert "Cards you can play first" in page and f"{round(after * 100)} %" in page
    number = number_of(view, "Land Assemble MODs")
    assert "Play a card first" in asked.page(f"?cards={number}")
    fields = {"f-card": json.dumps("Land Assemble MODs"), "t-at": src}
    assert asked.post(act="cards.play", **fields) == 302
    assert asked.play.view(0).armies[names.index("Japan")] == view.armies[names.index("Japan")] + 3


class TestWindow:
    HANDS = {"blue": ["Naval Stealth MODs", "Water Death Trap", "Cease Fire", "Evacuation"]}

    def state(self) -> engine.GameState:
        start = state_of(step="invade", commanders=ALL, command_cards=self.HANDS, energy={"red": 7, "blue": 4})
        return ordered(start, 0, "attack Japan Neo Tokyo until captured")

    def test_each_card_says_what_it_makes_of_the_odds(self) -> None:
        state = self.state()
        panel = panel_for(context_of(state, 1))
        names = panel_for(context_of(state, 1)).data
        odds = {row.name: row.odds for row in names.cards}
        assert odds["Cease Fire"] == "0 %" and odds["Evacuation"] == "100 %"
        chances = [int(odds[name].split()[0]) for name in ("Naval Stealth MODs", "Water Death Trap")]
        assert all(chance < int(panel.data.chance.split()[0]) for chance in chances)
        assert panel.data.cards[0].chosen and panel.action is not None and panel.action["type"] == "cards.play"

    def test_to_decline_is_a_choice_beside_the_cards(self) -> None:
        asked = asked_at(self.state())
        page = asked.page()
        assert "way=decline" in page and "Play Naval Stealth MODs" in page and 'name="scope"' not in page
        declining = asked.page("?way=decline")
        assert 'name="scope" value="turn"' in declining and "Play Naval Stealth MODs" not in declining
        assert asked.post(act="reaction.decline", scope="order") == 302

    def test_an_answer_names_its_territory(self) -> None:
        asked = asked_at(self.state())
        number, view = number_of(asked.view, "Evacuation"), asked.view
        page = asked.page(f"?cards={number}")
        assert "Where to" in page and f'value="{view.graph.names.index("Alden")}"' in page
        fields = {"f-card": json.dumps("Evacuation"), "f-dst": str(view.graph.names.index("Alden"))}
        assert asked.post(act="cards.play", **fields) == 302


def test_a_page_opens_where_most_is_to_be_done() -> None:
    """Walking in on the Moon is certain, and still it is the Earth where two likely invasions wait."""
    state = state_of(step="invade")
    panel = panel_for(context_of(state))
    earth, moon = stages("world2210")
    src, dst = panel.marks.look_at
    assert src in earth.lands and dst in earth.lands
    ranked = [bool(target.armies) for target in panel.data.best]
    assert ranked[0] and not all(ranked), "land that somebody holds comes before land that nobody holds"
    assert any(target.dst in moon.lands for target in panel.data.best)
