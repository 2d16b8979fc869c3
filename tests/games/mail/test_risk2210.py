"""Mails of Risk 2210 A.D.: what may be answered, what cards do, how the seats stand, and the score at the end."""

from __future__ import annotations

import re
from datetime import UTC

import pytest
from django.utils import timezone

import engine
from games.mail.turn import story_since
from games.models import Entry
from games.selectors.access import people_at
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.orders import order_submit
from games.wording.seats import colour_name
from tests.games.decisions.positions import Asked, asked_at, ordered
from tests.games.decisions.risk2210.kit import state_of
from tests.games.mail.kit import hits_of, html_of, links_of, made
from tests.games.mail.test_by_links import order_of

pytestmark = [pytest.mark.django_db, pytest.mark.luck(2210)]

HANDS = {"red": ["Land Reinforcements"], "blue": ["Naval Stealth MODs", "Water Death Trap", "Armageddon"]}
OLD_WORDS = re.compile(r"\barm(y|ies)\b|\bround\b", re.IGNORECASE)


def mail_at(state: engine.GameState) -> tuple[Asked, str, str]:
    """The turn mail of whoever is asked in a position: the running game, subject and text."""
    asked = asked_at(state)
    letter = made(asked.play.fresh(), "turn", asked.row.seat)
    return asked, letter.subject, " ".join(letter.body.split())


def position_of(step: str, **keys: object) -> engine.GameState:
    return state_of(step=step, command_cards=HANDS, **keys)


def test_a_window_is_answered_by_cards_with_their_price_first() -> None:
    state = ordered(position_of("invade"), 0, "attack Japan Neo Tokyo with land naval 1")
    asked, subject, text = mail_at(state)
    orders = [order_of(path) for path in links_of(made(asked.play.fresh(), "turn", asked.row.seat).body)]
    assert "invades your Neo Tokyo, year 3" in subject
    assert orders[0] == "play Naval Stealth MODs at Neo Tokyo" and orders[2] == "decline"
    assert orders[-2:] == ["decline this order", "decline this turn"]
    assert "Free. When a water territory is invaded" in text and "3 energy. When a water territory of yours" in text
    assert "As it stands, the chance to capture it is 76 %." in text
    assert "more MODs there. Red’s chance to capture it would be 49 %." in text
    assert "rounded up. Red’s chance to capture it would be 10 %." in text
    assert "ALSO IN YOUR HAND - Armageddon, 4 energy." in text


@pytest.mark.parametrize("step", ["bid", "collect", "hire", "buy", "play", "invade", "fortify"])
def test_each_step_speaks_of_years_mods_and_how_the_seats_stand(step: str) -> None:
    asked, subject, text = mail_at(position_of(step))
    assert ", year 3" in subject and not OLD_WORDS.search(subject + text), OLD_WORDS.search(subject + text)
    assert "energy, 1 card (1 Land), score" in text and "In play: Land Commander, Naval Commander" in text
    html = html_of(made(asked.play.fresh(), "turn", asked.row.seat))
    assert "In the order of play" in html and re.search(r"</b><br><span[^>]*>\d+ energy", html)


def test_an_invasion_is_told_with_the_odds_after_each_card() -> None:
    hands = {"red": ["Land Assemble MODs", "Land Reinforcements", "Scout Forces"]}
    _asked, _subject, text = mail_at(state_of(step="invade", command_cards=hands))
    said = "75 % chance to capture it. With a card first: Land Assemble MODs 99 %, Land Reinforcements 92 %."
    assert said in text and "If you do not answer, you invade nobody else" in text
    assert "99 % chance to capture it. http" in text, "what changes nothing is not told"


def test_land_of_nobody_is_walked_into() -> None:
    board = "red: Tycho 4 | blue: Alden 3 | green: Egypt 3"
    _asked, _subject, text = mail_at(state_of(step="invade", board=board, commanders={"red": {"space": "Tycho"}}))
    assert "Nobody holds it: you walk in without dice." in text


def test_wares_stand_before_the_end_of_the_step() -> None:
    asked, _subject, text = mail_at(position_of("hire"))
    orders = [order_of(path) for path in links_of(made(asked.play.fresh(), "turn", asked.row.seat).body)]
    assert orders[0].startswith("hire ") and orders[-1].startswith("station") or "end" in orders
    assert "You can buy a Diplomat for 3 energy" in text and "Hire a Diplomat in " in text
    assert "Stop buying and go on to cards" in text and "Build a Space Station in " in text


def test_the_last_mail_tells_what_each_seat_scored_for() -> None:
    asked = asked_at(position_of("fortify", year=5, markers={"blue": 1, "green": 2, "red": 3}))
    game, row = asked.play.fresh(), asked.row
    asked_of = {"seat": row.seat, "ref": row.ref, "user_id": row.player.user_id}
    order_submit(game_id=game.pk, text="end turn", source=Entry.Source.WEB, **asked_of)
    letter = made(asked.play.fresh(), "over", row.seat, context={"seq": asked.play.fresh().seq})
    assert "ended in year 5." in letter.body
    text, mine = " ".join(letter.body.split()), f"{row.player.user.username} (you)"
    scored = r"(\d+) territor(?:y|ies), \d+ for continents and colonies, 0 for cards, score \d+"
    for each, seat in zip(people_at(game, row.seat), asked.play.view().seats, strict=True):
        name = mine if each.you else each.name
        told = re.search(rf"\d\. \w+, {re.escape(name)}: {scored}\b", text)
        assert told and int(told[1]) == seat.territories, name
    assert f"{mine}: <span" in " ".join(html_of(letter).split())


def test_what_a_card_strikes_stands_under_attacks_on_its_owner() -> None:
    hands = {"red": ["Rocket Strike Land"]}
    pieces = {"red": {"nuclear": "Japan"}, "blue": {"naval": "Neo Tokyo"}}
    asked = asked_at(state_of(step="play", command_cards=hands, commanders=pieces))
    game, row = asked.play.fresh(), asked.row
    asked_of = {"seat": row.seat, "ref": row.ref, "user_id": row.player.user_id}
    order_submit(game_id=game.pk, text="play Rocket Strike Land on Alden", source=Entry.Source.WEB, **asked_of)
    reader = MailReader(None, timezone.now(), UTC, MailedGame(game.pk))
    (hit,) = hits_of(story_since(asked.play.view(1), reader, 0), "blue")
    said = r"Red played Rocket Strike Land on Alden for 2 energy\. Red rolled \d\. You lost \d MODs? in Alden\."
    assert re.fullmatch(said, hit.plain)
    assert not hits_of(story_since(asked.play.view(0), reader, 0), "red")


def test_a_shared_win_names_all_who_share_it() -> None:
    board = "red: Japan 5, Alberta 2 | blue: Neo Tokyo 5, Alden 2 | green: Egypt 1"
    last = {"year": 5, "markers": {"blue": 1, "green": 2, "red": 3}}
    energy = {"red": 4, "blue": 4, "green": 0}
    asked = asked_at(state_of(step="fortify", board=board, commanders={}, energy=energy, **last))
    game, row = asked.play.fresh(), asked.row
    asked_of = {"seat": row.seat, "ref": row.ref, "user_id": row.player.user_id}
    order_submit(game_id=game.pk, text="end turn", source=Entry.Source.WEB, **asked_of)
    game = asked.play.fresh()
    letter = made(game, "over", row.seat, context={"seq": game.seq})
    other = next(person for person in people_at(game, row.seat) if person.seat == 1)
    shared = f"{colour_name(other.colour)} ({other.name})"
    assert letter.subject == f"Long Winter is over: you and {shared} won"
    assert f"You and {shared} won" in html_of(letter) and "so the win is shared." in letter.body
    assert "score 2, 4&nbsp;energy, 7&nbsp;units" in html_of(letter)
