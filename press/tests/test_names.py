"""Anonymous games: what the journal, lists and organizers' pages keep of who plays which colour."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import Group

from accounts.models import User
from games.models import Game, Player
from games.organize.person_detail import person_detail
from games.permissions import GROUP, organized_by, organizes
from games.play.chain import published_log
from games.selectors.lists import public_games
from games.selectors.profile import profile_of
from games.services.organize import game_replace
from press.tests.kit import NAMES, change, client, four, seat_of, user_of
from tests.games.kit import Table, person
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return four(names="anonymous", watch=Game.Watch.LISTED)


def test_a_list_by_the_name_of_a_player_leaves_out_games_that_hide_it(play: Table) -> None:
    sam = person("sam")
    assert public_games(sam, "all", search="bob")[0] == []
    assert public_games(sam, "all", search="long winter")[0] == [play.game]
    assert [profile_of(user_of("bob"), reader).running for reader in (sam, play.alice)] == [[], []]
    assert [row.game for row in profile_of(user_of("bob"), user_of("bob")).running] == [play.game]
    change(play, status=Game.Status.OVER)
    assert public_games(sam, "all", search="bob")[0] == [play.game]
    assert [row.game for row in profile_of(user_of("bob"), sam).results] == [play.game]


def test_the_log_has_words_and_who_sat_down_first_at_the_end_alone(play: Table) -> None:
    header = json.loads(published_log(play.fresh()).splitlines()[0])
    assert [each["colour"] for each in header["joined"]] == header["seats"]
    assert {each["word"] for each in header["joined"]} == {""}


def test_the_story_names_nobody_who_took_a_seat_over(play: Table) -> None:
    seat, newcomer = seat_of("bob"), person("quinn")
    game_replace(game_id=play.game.pk, user=organizer("olga"), reason="left", seat=seat, by=newcomer)
    for path in ("", "history/", "?story=whole"):
        page = client("alice").get(f"/g/{play.game.slug}/{path}").content.decode()
        assert "quinn" not in page and "bob" not in page
    assert "somebody now plays" in page.lower()
    change(play, status=Game.Status.OVER)
    assert "quinn" in client("alice").get(f"/g/{play.game.slug}/history/").content.decode()


def test_an_organizer_who_plays_there_does_not_organize_it(play: Table) -> None:
    User.objects.filter(username="alice").update(is_staff=True)
    play.alice.groups.add(Group.objects.get(name=GROUP))
    alice, olga = user_of("alice"), organizer("olga")
    for reader, is_free in ((alice, False), (olga, True)):
        assert organizes(reader, play.game) is is_free
        assert organized_by(reader, Game.objects.all()).exists() is is_free
        assert bool(person_detail(user_of("bob"), reader).seats) is is_free
    for path in (f"people/{user_of('bob').pk}/", "audit/", "mails/?show=all", "?show=all"):
        page = client("alice").get(f"/organize/{path}").content.decode()
        assert play.game.slug not in page
    assert Player.objects.filter(user__username__in=NAMES).count() == 4
