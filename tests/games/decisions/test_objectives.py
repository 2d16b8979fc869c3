"""Secret missions on the site: each on its owner's page and in their mails, and nowhere else before the end."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail

import engine
from engine.rules.classic.missions import words_of
from games.mail.outbox import outbox_deliver
from games.models import Entry, Game, Snapshot
from games.play.journal_reader import state_at
from tests.games.api.kit import program
from tests.games.kit import Table, person, table
from tests.games.selectors.test_secrets import PAGES, page_of

pytestmark = pytest.mark.django_db

GRAPH = engine.mapgraph("classic42")
READS = ("", "view/", "history/", "options/")
IDS = ("occupy_24", "destroy_blue", "asia_africa", "occupy_18_with_2")


def keep(play: Table, state: engine.GameState) -> None:
    Snapshot.objects.update_or_create(game=play.game, seq=play.game.seq, defaults={"state": engine.pack(state)})


def with_missions(ids: tuple[str, ...] = IDS) -> Table:
    """A game whose seats have these missions, in the state and in the journal."""
    play = table("secret_mission")
    deal(play, ids[: len(play.view().seats)])
    return play


def deal(play: Table, ids: tuple[str, ...]) -> None:
    game = play.fresh()
    state: Any = state_at(game, game.seq)
    state.missions = ids
    keep(play, state)
    first = Entry.objects.get(game=game, seq=1)
    for event in first.events:
        if event["type"] == "missions.dealt":
            event["mission"] = ids[event["seat"]]
    Entry.objects.filter(pk=first.pk).update(events=first.events)


def swapped(ids: tuple[str, ...], mine: int | None) -> tuple[str, ...]:
    """Missions of which two that the reader does not see are exchanged."""
    changed = list(ids)
    first, second = [seat for seat in range(len(ids)) if seat != mine][:2]
    changed[first], changed[second] = changed[second], changed[first]
    return tuple(changed)


@pytest.mark.no_cover
@pytest.mark.no_cover
@pytest.mark.parametrize("name", PAGES)
def test_pages_are_the_same_whatever_missions_others_have(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.selectors.page_data.secrets.token_hex", lambda size: "0" * size)
    play = with_missions()
    ids = IDS[: len(play.view().seats)]
    for reader in (play.alice, play.bob, None):
        seat = play.seat(reader) if reader else None
        deal(play, ids)
        before = page_of(play, name, reader)
        deal(play, swapped(ids, seat))
        assert page_of(play, name, reader) == before


def test_api_answers_are_the_same_whatever_missions_others_have() -> None:
    play = with_missions()
    ids = IDS[: len(play.view().seats)]
    for reader in (play.alice, play.bob, person("charlie")):
        seat = play.seat(reader) if reader.username != "charlie" else None
        bot = program(reader)
        deal(play, ids)
        before = [bot.get(f"games/{play.game.slug}/{rest}").content for rest in READS]
        deal(play, swapped(ids, seat))
        assert [bot.get(f"games/{play.game.slug}/{rest}").content for rest in READS] == before


def test_the_own_mission_is_on_the_own_page_and_in_the_own_answers_alone() -> None:
    play = with_missions()
    for reader in (play.alice, play.bob, person("charlie"), None):
        page = page_of(play, "game", reader)
        seat = play.seat(reader) if reader in (play.alice, play.bob) else None
        assert ("Your mission" in page) == (seat is not None)
        for other, id in enumerate(IDS[: len(play.view().seats)]):
            words = words_of(id, GRAPH)
            assert page.count(words) == (2 if other == seat else 1) + (other == seat and "mission: " in page.lower())
            assert id not in page
    view = program(play.bob).get(f"games/{play.game.slug}/view/").json()["view"]
    assert view["extra"]["mission"]["id"] == IDS[play.seat(play.bob)]
    assert sum(told is not None for told in view["extra"]["missions"]) == 1


@pytest.mark.no_cover
@pytest.mark.no_cover
def test_mails_hold_the_readers_mission_alone() -> None:
    play = with_missions()
    play.past_setup()
    ids = IDS[: len(play.view().seats)]
    deal(play, ids)
    outbox_deliver()
    told = 0
    for message in mail.outbox:
        reader = play.alice if play.alice.email in message.to else play.bob
        body = " ".join(message.body.split())
        for seat, id in enumerate(ids):
            if seat == play.seat(reader):
                told += f"Your secret mission: {words_of(id, GRAPH)}" in body
            else:
                assert words_of(id, GRAPH) not in body
    assert told


def test_the_log_tells_no_mission_before_the_end() -> None:
    play = with_missions()
    log = page_of(play, "game-log", play.alice)
    assert "missions" not in log and not any(id in log for id in IDS)


def test_at_the_end_everybody_reads_all_missions() -> None:
    play = with_missions(("destroy_red", "occupy_24", "asia_africa"))
    won(play)
    for reader in (play.alice, play.bob, None):
        page = page_of(play, "game", reader)
        for words in ("Destroy the red armies.", "Hold 24 territories.", "Hold Africa and Asia."):
            assert f"Mission: {words}" in page


def won(play: Table) -> None:
    """End the game with the first seat as winner."""
    state = state_at(play.fresh(), play.game.seq)
    state.winners = (0,)
    state.agenda.clear()
    keep(play, state)
    Game.objects.filter(pk=play.game.pk).update(status=Game.Status.OVER, result={"winners": [0]})
