"""Organizers of some games only, as an app above the games names them, and players of an event, who organize none of
it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import User
from games import permissions
from games.errors import NotAllowed
from games.mail.outbox import outbox_deliver
from games.models import Game, OutboxMail
from games.permissions import ORGANIZING_RULES, OrganizingRule, organized_by, organizers_of, organizes
from games.services.disputes import dispute_raise, reveal_hidden, revealed_until
from games.services.locks import db_now
from games.services.organize import game_pause
from games.services.table_settings import TableSettings
from games.services.tables import table_create
from tests.games.kit import person
from tests.games.views.test_play import client
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db

CUP = "Cup, table"


@pytest.fixture
def cup(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Game]]:
    """Two tables of an event that Hana organizes, and a third game that is none of hers."""
    monkeypatch.setattr(ORGANIZING_RULES, "_records", {})
    names = {name: person(name) for name in ("hana", "ann", "ben", "cid", "dee")}
    games = [
        table_create(TableSettings(name=name, rules="classic_1959_2p", seats_wanted=2), [names[who] for who in seats])
        for name, seats in ((f"{CUP} 1", ("ann", "ben")), (f"{CUP} 2", ("cid", "dee")), ("Other", ("ann", "cid")))
    ]
    rows = Game.objects.filter(name__startswith=CUP)
    ORGANIZING_RULES.add(
        OrganizingRule(
            "cup",
            games=lambda user: rows if user.username == "hana" else rows.none(),
            people=lambda game: User.objects.filter(username="hana") if game in rows else (),
            barred=lambda user: rows if rows.filter(players__user=user).exists() else rows.none(),
        )
    )
    yield games


def user(name: str) -> User:
    return User.objects.get(username=name)


def test_who_organizes_which_game(cup: list[Game]) -> None:
    first, second, other = cup
    olga, root = organizer("olga"), User.objects.create_superuser("root", "root@example.org", "a long password")
    hana = user("hana")
    assert [organizes(hana, game) for game in cup] == [True, True, False]
    assert [organizes(olga, game) for game in cup] == [organizes(root, game) for game in cup] == [True] * 3
    assert not any(organizes(each, game) for each in (user("ann"), AnonymousUser()) for game in cup)
    for each in (hana, olga, root, user("ann")):
        found = set(organized_by(each, Game.objects.all()))
        assert found == {game for game in cup if organizes(each, game)}
    assert organizers_of(first) == [olga, root, hana] and organizers_of(other) == [olga, root]
    hana.is_active = False
    assert not organizes(hana, second)


@pytest.mark.parametrize("superuser", [False, True])
def test_whoever_plays_in_an_event_organizes_no_game_of_it(cup: list[Game], superuser: bool) -> None:
    first, second, other = cup
    ben = user("ben")
    ben.is_staff, ben.is_superuser = True, superuser
    ben.save()
    if not superuser:
        ben.groups.add(permissions_group())
        ben = user("ben")
    assert [organizes(ben, game) for game in cup] == [False, False, True]
    assert ben not in organizers_of(second) and ben in organizers_of(other)
    for act in (game_pause, reveal_hidden):
        with pytest.raises(NotAllowed, match="You play in the tournament"):
            act(game_id=second.pk, user=ben, reason="I know best")
    assert revealed_until(second, ben, db_now()) is None
    desk = client(ben)
    for name in ("organize-game", "organize-journal", "organize-mails", "organize-hidden"):
        assert desk.get(reverse(name, args=[second.slug])).status_code == 404
        assert desk.get(reverse(name, args=[other.slug])).status_code == 200
    Game.objects.update(watch=Game.Watch.PLAYERS)
    assert desk.get(reverse("game", args=[second.slug])).status_code == 404
    assert desk.get(reverse("game", args=[other.slug])).status_code == 200


def permissions_group() -> object:
    from django.contrib.auth.models import Group

    return Group.objects.get(name=permissions.GROUP)


def test_organizers_of_one_event_see_its_games_and_nothing_else(cup: list[Game]) -> None:
    first, second, other = cup
    desk = client(user("hana"))
    listed = desk.get(reverse("organize"), {"show": "all"}).content.decode()
    assert f"{CUP} 1" in listed and f"{CUP} 2" in listed and "Other" not in listed
    assert reverse("organize-people") not in listed and reverse("organize-audit") not in listed
    for name in ("organize-game", "organize-journal", "organize-mails", "organize-hidden"):
        page = desk.get(reverse(name, args=[first.slug]))
        assert page.status_code == 200 and "/organize/people/" not in page.content.decode()
        assert desk.get(reverse(name, args=[other.slug])).status_code == 404
    for name in ("organize-people", "organize-outbox", "organize-audit", "organize-audit-export", "organize-release"):
        assert desk.get(reverse(name)).status_code == 404, name
    Game.objects.update(watch=Game.Watch.PLAYERS)
    assert desk.get(reverse("game", args=[first.slug])).status_code == 200
    assert desk.get(reverse("game", args=[other.slug])).status_code == 404
    for stranger in (Client(), client(person("sam"))):
        assert stranger.get(reverse("organize")).status_code in (302, 404)


def test_acts_of_an_organizer_of_one_event_reach_its_games_alone(cup: list[Game]) -> None:
    first, second, other = cup
    desk = client(user("hana"))
    given = {"reason": "a break", "sure": "1"}
    for game, status in ((first, 302), (other, 404)):
        url = reverse("organize-act", args=[game.slug, "pause"])
        assert desk.post(url, {**given, "seen": game.seq}).status_code == status
    named = [f"{game.slug}:{game.seq}" for game in cup]
    for chosen in ({"g": [game.slug for game in cup]}, {"all": "1", "show": "all"}):
        shown = desk.post(reverse("organize-many"), {"act": "extend", "reason": "late", "hours": 5, **chosen})
        assert f"{CUP} 2" in shown.content.decode() and "Other" not in shown.content.decode()
        desk.post(reverse("organize-many"), {"act": "pause", **given, **chosen, "seen": named})
    states = {game.name: game.status for game in Game.objects.all()}
    assert states == {f"{CUP} 1": "paused", f"{CUP} 2": "paused", "Other": "running"}


def test_a_question_goes_to_who_organizes_its_game(cup: list[Game]) -> None:
    organizer("olga")
    for game in (cup[0], cup[2]):
        dispute_raise(game_id=game.pk, user=user("ann"), text="Is this right?")
    rows = OutboxMail.objects.filter(template="question").values_list("game__name", "user__username")
    assert sorted(rows) == [(f"{CUP} 1", "hana"), (f"{CUP} 1", "olga"), ("Other", "olga")]


@override_settings(STAFF_SECOND_STEP=True)
def test_they_need_a_second_step_like_all_organizers(cup: list[Game]) -> None:
    Game.objects.update(watch=Game.Watch.PLAYERS)
    desk = client(user("hana"))
    assert desk.get(reverse("organize")).status_code == 302
    assert desk.get(reverse("game", args=[cup[0].slug])).status_code == 404


def test_without_rules_nothing_is_asked(monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: object) -> None:
    monkeypatch.setattr(ORGANIZING_RULES, "_records", {})
    game, olga = Game(pk=1), User.objects.get(pk=organizer("olga").pk)
    assert permissions.is_organizer(olga)  # its rights are kept from here on
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert organizes(olga, game) and not permissions.is_barred(olga, game)


def test_a_question_is_not_mailed_to_who_organizes_no_more(cup: list[Game]) -> None:
    dispute_raise(game_id=cup[0].pk, user=user("ann"), text="Is this right?")
    assert OutboxMail.objects.get(template="question").user == user("hana")
    ORGANIZING_RULES._records.clear()
    outbox_deliver()
    row = OutboxMail.objects.get(template="question")
    assert row.state == OutboxMail.State.CANCELLED and "organize the game any more" in row.error
