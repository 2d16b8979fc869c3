"""Mails of Godstorm: what may be answered by a link, how the seats stand, what happened, and the score at the end."""

from __future__ import annotations

import re
from datetime import UTC
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

import engine
from games.mail.turn import story_since
from games.models import Entry
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.orders import order_submit
from tests.games.decisions.positions import Asked, asked_at, lay, ordered
from tests.games.families.test_godstorm import state_of
from tests.games.kit import table
from tests.games.mail.kit import hits_of, html_of, links_of, made
from tests.games.mail.test_by_links import order_of

pytestmark = [pytest.mark.django_db, pytest.mark.luck(1)]

OTHER_GAMES = re.compile(r"\b(MOD|Commander|[Ee]nergy|[Yy]ear|round \d)")
BLUE_SKY: dict[str, Any] = {
    "gods": {"red": {"war": "Gaul"}, "blue": {"sky": "Iberia"}},
    "miracles": {"red": ["Storms Rage"], "blue": ["Lava Erupts", "Men Become Warriors"]},
    "faith": {"red": 7, "blue": 3},
    "board": "red: Gaul 8, Roma 5 | blue: Iberia 3, Anglia 2 | green: *1",
}
AEGIS: dict[str, Any] = {
    "step": "play",
    "miracles": {"red": ["Storms Rage", "Visions Become Real"], "blue": ["Lava Erupts", "The Fog Lifts"]},
    "relics": {"blue": ["Aegis"]},
}
TREE: dict[str, Any] = {
    "board": "red: Gaul 8, Roma 5 | blue: Iberia 1, Anglia 2 | green: *1",
    "gods": {"red": {"war": "Gaul"}},
    "miracles": {},
    "relics": {"blue": ["The Tree of Life"]},
}
TWO_GODS = {
    "gods": {"red": {"war": "Gaul", "magic": "Gaul"}, "blue": {"death": "Iberia", "war": "Iberia"}},
    "miracles": {},
}

POSITIONS: dict[str, tuple[dict[str, Any], tuple[tuple[int, str], ...], str]] = {
    "bid": ({"step": "bid"}, (), "bid"),
    "raise": ({"step": "raise"}, (), "place"),
    "summon": ({"step": "summon"}, (), "summon"),
    "obtain": ({"step": "obtain"}, (), "buy"),
    "play": ({"step": "play"}, (), "play"),
    "invade": ({"step": "invade"}, (), "attack"),
    "fortify": (
        {"step": "fortify", "board": "red: Gaul 8, Liguria 2, Roma 5 | blue: *1 | green: Egypt 9"},
        (),
        "fortify",
    ),
    "embark": ({"step": "embark"}, (), "embark"),
    "underworld": ({"step": "underworld", "underworld": "red: u1 3 | blue: u12 2"}, (), "invade"),
    "window": (BLUE_SKY, ((0, "attack Gaul Iberia"),), "play"),
    "aegis": (AEGIS, ((0, "play Storms Rage on Iberia"),), "play Aegis"),
    "take": ({**AEGIS, "relics": {}}, ((0, "play Visions Become Real on blue"),), "take"),
    "spare": (TREE, ((0, "attack Gaul Iberia"),), "spare"),
    "fight on": (TWO_GODS, ((0, "attack Gaul Iberia"), (0, "godswar war"), (1, "godswar war")), "fight on"),
    "godswar": (TWO_GODS, ((0, "attack Gaul Iberia"),), "godswar"),
}


def state_at_step(name: str) -> engine.GameState:
    keys, orders, _verb = POSITIONS[name]
    state = state_of(**keys)
    for seat, text in orders:
        state = ordered(state, seat, text)
    return state


def mail_at(state: engine.GameState) -> tuple[Asked, Any, str]:
    """The turn mail of whoever is asked in a position: the running game, the mail and its text."""
    asked = asked_at(state)
    letter = made(asked.play.fresh(), "turn", asked.row.seat)
    return asked, letter, " ".join(letter.body.split())


@pytest.mark.parametrize("name", POSITIONS)
def test_every_question_can_be_answered_by_the_links_of_its_mail(name: str) -> None:
    """Each link is an order that the engine takes; one of them does what is asked."""
    state = state_at_step(name)
    asked, letter, text = mail_at(state)
    orders = [order_of(path) for path in links_of(letter.body)]
    assert orders, text
    for order in orders:
        after = state
        for line in order.splitlines():
            view = engine.view_for(after, asked.row.seat)
            after = engine.apply(after, engine.parse_order(line, view), engine.FastChance(1)).state
    assert any(order.startswith(POSITIONS[name][2]) for order in orders), orders
    assert not OTHER_GAMES.search(letter.subject + text), OTHER_GAMES.search(letter.subject + text)
    assert "%(" not in text and "None" not in text and "{" not in text
    assert "Kurnugia R" in text and "Valhalla" not in text, "heavens are told of who has one"
    assert re.search(r"\d faith", text) and "armies in heaven" in text


@pytest.mark.parametrize("how", ["planned", "in_turn"])
def test_the_set_up_can_be_answered_by_links(how: str) -> None:
    """Each question of another kind, until the first bids: every link of its mail is an order that the engine takes."""
    chance = engine.FastChance(4)
    state = engine.new_game("godstorm", ["red", "blue", "green"], options={"setup_orders": how}, chance=chance).state
    play, seen = table("risk2210", bots=("random",)), dict[str, int]()
    for _ in range(300):
        asked = engine.open_decision(state)
        assert asked is not None
        if asked.kind == "bidding.bid_asked":
            break
        seat = asked.seats[0]
        if asked.kind not in seen:
            row = lay(play, state.copy()).row
            orders = [order_of(path) for path in links_of(made(play.fresh(), "turn", row.seat).body)]
            view = engine.view_for(state, seat)
            for order in orders:
                engine.apply(state, engine.parse_order(order, view), engine.FastChance(1))
            seen[asked.kind] = len(orders)
        state = engine.apply(state, engine.default_answer(state, seat), chance).state
    assert len(seen) > 1 and all(seen.values()), seen


def test_what_happens_without_an_answer_reads_as_one_sentence() -> None:
    _asked, _letter, text = mail_at(state_at_step("godswar"))
    assert "a god is chosen for you (death, magic, sky, then war) and the turn passes to " in text


def test_a_link_of_the_mail_is_played() -> None:
    asked, letter, _text = mail_at(state_at_step("play"))
    path = next(path for path in links_of(letter.body) if order_of(path).startswith("play Storms Rage"))
    game, row, visitor = asked.play.fresh(), asked.row, Client()
    assert visitor.get(path).content.count(b"<form method") == 1
    assert visitor.post(path).status_code == 200
    reader = MailReader(None, timezone.now(), UTC, MailedGame(game.pk))
    line = next(line for line in story_since(asked.play.view(row.seat), reader, 0) if "Storms Rage" in line.text)
    assert "rolled " in line.loss and " reached " in line.loss


def test_what_a_card_struck_stands_under_attacks_on_its_owner() -> None:
    asked = asked_at(state_of(step="play"))
    game, row = asked.play.fresh(), asked.row
    who = {"seat": row.seat, "ref": row.ref, "user_id": row.player.user_id}
    order_submit(game_id=game.pk, text="play Storms Rage on Egypt", source=Entry.Source.WEB, **who)
    reader = MailReader(None, timezone.now(), UTC, MailedGame(game.pk))
    (hit,) = hits_of(story_since(asked.play.view(2), reader, 0), "green")
    assert re.match(r"Red played Storms Rage on Egypt\. Red rolled \d\. You lost \d arm", hit.plain), hit.plain


@pytest.mark.parametrize("more", [{}, {"faith": {"red": 3, "blue": 3, "green": 3}}], ids=["score", "tie"])
def test_the_last_mail_tells_what_each_seat_scored_for(more: dict[str, Any]) -> None:
    asked = asked_at(state_of(step="fortify", epoch=5, markers={"blue": 1, "green": 2, "red": 3}, **more))
    game, row = asked.play.fresh(), asked.row
    who = {"seat": row.seat, "ref": row.ref, "user_id": row.player.user_id}
    order_submit(game_id=game.pk, text="end turn", source=Entry.Source.WEB, **who)
    game = asked.play.fresh()
    letter = made(game, "over", row.seat, context={"seq": game.seq})
    text = " ".join(letter.body.split())
    scored = r"\d+ territor(y|ies), \d+ for continents, \d crypts?, \d altars?, \d for relics, score \d+"
    assert len(re.findall(scored, text)) == 3, text
    assert "Final score: " in text or "score" in html_of(letter)
    assert "ended in epoch 5." in text and "round" not in text + letter.subject
