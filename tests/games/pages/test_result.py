"""The page of a game that has ended or was called off, and the river of land."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from msgspec.structs import replace

import engine
from engine.position import position
from games.mail.news import over
from games.models import Entry, Game, Snapshot
from games.pages.result import luck_of
from games.pages.territory_chart import Share, territory_chart
from games.play.journal_reader import state_at
from games.selectors.access import Access, game_for
from games.selectors.history import result_of
from games.selectors.mailed_game import MailReader
from games.selectors.page_data import PageReader
from games.services import organize
from games.services.seats import resign
from tests.games.kit import Table, person, table
from tests.games.mail.kit import row
from tests.games.views.test_play import client
from tests.toy.eights import known


@pytest.fixture
def play() -> Table:
    return table()


@pytest.mark.django_db
def test_a_game_that_was_called_off_says_who_and_why_and_ranks_nobody() -> None:
    play = table(rules="modern_2p", bots=())
    organize.game_void(game_id=play.game.pk, user=person("olga"), reason="The tournament is over.")
    page = client(play.alice).get(reverse("game", args=[play.game.slug])).content.decode()
    assert "<h1>Called off</h1>" in page
    assert "The organizer olga called the game off; nobody wins. The reason: The tournament is over." in page
    assert "Luck" not in page and "can calculate" not in page and 'class="place"' not in page
    assert "When it ended" in page and " territories" in page


@pytest.mark.django_db
def test_a_proof_is_shown_where_there_is_something_to_prove() -> None:
    play = table(rules="modern_2p", bots=())
    fought = {
        "type": "battle.fought",
        "seat": 0,
        "defender": 1,
        "attack": [6],
        "defend": [1],
        "attack_losses": 0,
        "defend_losses": 1,
        "src": 0,
        "dst": 1,
        "src_left": 3,
        "dst_left": 1,
    }
    organize.game_void(game_id=play.game.pk, user=person("olga"), reason="over")
    Entry.objects.filter(game=play.game, kind="start").update(events=[fought])
    page = client(play.alice).get(reverse("game", args=[play.game.slug])).content.decode()
    assert "calculate the one throw" in " ".join(page.split())


@pytest.mark.django_db
def test_who_resigned_is_marked_so(play: Table) -> None:
    resign(game_id=play.game.pk, user_id=play.alice.pk)
    organize.game_void(game_id=play.game.pk, user=person("olga"), reason="over")
    seat = play.seat(play.alice)
    notes = {each.person.seat: each.note for each in result_of(*_reader(play)).places}
    assert notes[seat] == "resigned"
    out = {"type": "seat.eliminated", "seat": seat, "by": play.seat(play.bob), "cards": 0}
    Entry.objects.filter(game=play.game, kind="start").update(events=[out])
    notes = {each.person.seat: each.note for each in result_of(*_reader(play)).places}
    assert re.fullmatch(r"resigned; eliminated by \w+", notes[seat])


@pytest.mark.django_db
def test_a_bot_that_won_is_marked_as_one(play: Table) -> None:
    """As those are that did not win; of a person it is said that they won, and nothing else."""
    game = play.fresh()
    state = state_at(game, game.seq)
    bots = {player.seat for player in game.players.exclude(bot="")}
    state.winners = (play.seat(play.bob), min(bots))
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    notes = {each.person.seat: each.note for each in result_of(*_reader(play)).places}
    assert notes[min(bots)] == "bot, won" and notes[play.seat(play.bob)] == "won"
    assert all(notes[seat] == "bot" for seat in bots - {min(bots)})


@pytest.mark.django_db
def test_winners_share_the_first_place_and_who_fell_last_comes_before_who_fell_first() -> None:
    """On the page and in the mail alike; a fall that was taken back counts for neither."""
    play = table(bots=("random",) * 3)
    game = play.fresh()
    state = state_at(game, game.seq)
    first, second, third, fourth, fifth = range(5)
    state.winners = (first, second)
    for seat in (fourth, fifth):
        state.players[seat] = replace(state.players[seat], out=True)
        state.owner = [third if owner == seat else owner for owner in state.owner]
    Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
    fell = [{"type": "seat.eliminated", "seat": seat, "by": third, "cards": 0} for seat in (fifth, fourth)]
    Entry.objects.filter(game=game, kind="start").update(events=fell[:1])
    made = {"game": game, "at": game.started_at, "round": 1}
    last = game.seq + 1
    later = Entry(**made, seq=last, place=last, kind="action", events=fell[1:])
    again = Entry(**made, seq=last + 1, place=last + 1, kind="action", events=fell[:1])
    back = Entry(**made, seq=last + 2, place=last + 2, kind="rewind", back_to=last, events=[])
    Entry.objects.bulk_create([later, again, back])
    Snapshot.objects.filter(game=game).update(seq=last + 2)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, seq=last + 2)
    shown = result_of(*_reader(play)).places
    assert [each.place for each in shown] == [1, 1, 3, 4, 5]
    assert {each.person.seat for each in shown[:2]} == {first, second}
    assert [each.person.seat for each in shown[2:]] == [third, fourth, fifth]
    mail = row(game, "over", play.seat(play.bob))
    told = over(mail, MailReader.of(mail))["rows"]
    assert [(each.sign, each.colour) for each in told] == [(f"{each.place}.", each.person.colour) for each in shown]


def _reader(play: Table) -> tuple[Access, PageReader]:
    return game_for(play.bob, play.game.slug), PageReader.of(play.bob)


@pytest.mark.parametrize("rounds", [3, 12, 40])
def test_labels_under_the_river_do_not_touch(rounds: int) -> None:
    starts = {0: 1} | {number: 100 + 5 * number for number in range(1, rounds + 1)}
    last = starts[rounds] + 4
    drawn = territory_chart([Share(1, (1, 0, 0))], ["red", "blue"], starts, last, last)
    assert drawn is not None
    left, free = 0, 0.0
    for mark in drawn.rounds:
        wide = 2.2 * len(mark.label)
        at = left + max(0.0, (mark.width - wide) / 2)
        if mark.label:
            assert at >= free
            free = at + wide
        left += mark.width
    assert left == 100 and drawn.rounds[0].label == "set-up"
    assert sum(bool(mark.label) for mark in drawn.rounds) >= min(rounds, 3)


def test_luck_is_computed_by_the_sides_of_the_dice() -> None:
    """A five that beats a four is less luck with eight-sided dice than with six-sided ones."""
    fought = {"type": "battle.fought", "seat": 0, "defender": 1, "src": 0, "dst": 1}
    fought |= {"attack": [5], "defend": [4], "attack_losses": 0, "defend_losses": 1}
    with known() as eights:
        view = engine.view_for(position("red: Alaska 3 | blue: *1", rules=eights.id), None)
        six = replace(view, rules="modern")
        unlucky, lucky = (luck_of([fought], each)[0].armies for each in (view, six))
    assert lucky == pytest.approx(2 * (1 - 15 / 36)) and unlucky == pytest.approx(2 * (1 - 27 / 48))
