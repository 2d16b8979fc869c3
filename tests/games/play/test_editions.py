"""Games of rules or maps that this site does not have: refused in words, and never played by other rules."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

import engine
from accounts.services import delete_account
from games.errors import OtherEdition
from games.models import Entry, Player, Snapshot, Waiting
from games.play.journal_reader import state_at
from games.selectors.access import view_of
from games.services.deadlines import deadline_sweep
from tests.games.api.kit import program
from tests.games.kit import Table, table
from tests.games.services.test_deadlines import run_out
from tests.games.views.test_play import client
from tests.kit.markup import one_line

pytestmark = pytest.mark.django_db

NEWER = [{"family": "classic@99"}, {"map": "classic42@99"}, {"rules": "risk3000"}, {"map": "mars@1"}]


@pytest.fixture
def play() -> Table:
    made = table()
    made.order(made.likely())
    return made


def of_another_edition(play: Table, **facts: Any) -> None:
    """As a game looks that a newer site has begun: neither its start nor its states are known here."""
    start = Entry.objects.get(game=play.game, kind=Entry.Kind.START)
    start.action = {**(start.action or {}), **facts}
    start.save()
    Snapshot.objects.filter(game=play.game).delete()


@pytest.mark.parametrize("facts", NEWER, ids=str)
def test_a_game_of_another_edition_is_not_read(play: Table, facts: dict[str, str]) -> None:
    of_another_edition(play, **facts)
    with pytest.raises(OtherEdition, match="newer edition"):
        view_of(play.fresh(), None)
    with pytest.raises(OtherEdition):
        play.order("end turn")


def test_a_snapshot_of_another_edition_is_not_read(play: Table) -> None:
    state = state_at(play.game, play.fresh().seq)
    state.family = "classic@99"
    of_another_edition(play, family="classic@99")
    Snapshot.objects.create(game=play.game, seq=play.game.seq, state=engine.pack(state))
    with pytest.raises(OtherEdition):
        view_of(play.fresh(), None)


def test_a_game_on_another_map_is_not_played_from_its_snapshot_either(play: Table) -> None:
    order, state = play.likely(), state_at(play.game, play.fresh().seq)
    of_another_edition(play, map="classic42@2")
    Snapshot.objects.create(game=play.game, seq=play.game.seq, state=engine.pack(state))
    with pytest.raises(OtherEdition):
        play.order(order)


def test_pages_and_programs_are_told_in_a_sentence(play: Table) -> None:
    reader, user = client(play.alice), play.alice
    of_another_edition(play, family="classic@99")
    for name in ("game", "game-history"):
        page = reader.get(reverse(name, args=[play.game.slug]))
        assert page.status_code == 503 and "newer edition of its rules" in page.content.decode()
    told = program(user).get(f"games/{play.game.slug}/view/")
    assert told.status_code == 503 and told.json()["code"] == "game.other_edition"
    assert told.json()["params"] == {"rules": "classic@99", "map": "classic42@1"}


def test_lists_and_sweeps_go_on_without_it(play: Table) -> None:
    run_out(play)
    of_another_edition(play, family="classic@99")
    assert client(play.alice).get(reverse("home")).status_code == 200
    assert client(None).get(reverse("landing")).status_code == 200
    seq = play.fresh().seq
    assert deadline_sweep() == 0 and play.fresh().seq == seq


def test_resigning_from_the_page_has_to_wait(play: Table) -> None:
    of_another_edition(play, family="classic@99")
    page = client(play.alice).post(reverse("game-settings", args=[play.game.slug]), {"do": "resign", "sure": "1"})
    assert page.status_code == 503
    assert "Nothing was changed.</b> This game uses a newer edition" in one_line(page.content.decode())
    assert play.game.players.get(user=play.alice).state == Player.State.PLAYING


def test_an_account_is_deleted_and_the_caretaker_goes_on_once_the_rules_are_here(play: Table) -> None:
    seat, user, seq = play.waiting.seat, play.asked_user, play.fresh().seq
    start = Entry.objects.get(game=play.game, kind=Entry.Kind.START).action or {}
    of_another_edition(play, family="classic@99")
    delete_account(user)
    user.refresh_from_db()
    player = play.game.players.get(seat=seat)
    assert user.deleted_at and player.state == Player.State.RESIGNED and play.fresh().seq == seq
    assert deadline_sweep() == 0 and play.fresh().seq == seq
    of_another_edition(play, family=start["family"])
    Waiting.objects.filter(game=play.game).update(claimed_until=None)
    deadline_sweep()
    moved = Entry.objects.filter(game=play.game, seq__gt=seq, seat=seat, kind=Entry.Kind.ACTION)
    assert {entry.source for entry in moved} == {Entry.Source.BOT}
    assert play.fresh().is_running and play.waiting.seat != seat
