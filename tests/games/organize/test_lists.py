"""What needs somebody: marks, filters, searches, and lists that ask the database no more for more rows."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from games.models import AuditEntry, Entry, Game, OutboxMail, Player, Waiting
from games.organize import game_list
from games.organize.person_detail import find_people
from games.permissions import GROUP, RIGHT, create_group, is_organizer
from games.services.lobby import game_join
from tests.games.kit import make_table, person
from tests.games.mail.kit import put_up_for_trade
from tests.games.organize.kit import Desk
from tests.games.views.test_play import client
from tests.routes_kit import organizer, staff

pytestmark = [pytest.mark.django_db, pytest.mark.databases, pytest.mark.nothing_new]


@pytest.fixture
def desk() -> Desk:
    return Desk.of()


def shown(key: str) -> list[str]:
    olga = User.objects.get(username="olga")
    return [game.name for game in game_list.list_games(olga, game_list.FILTERS_BY_KEY[key], timezone.now())[0]]


def marks(game: Game) -> list[str]:
    now = timezone.now()
    return [str(words) for words, _urgent in game_list.status_badges(game_list.with_flags(now).get(pk=game.pk), now)]


def test_a_game_that_goes_on_needs_nobody(desk: Desk) -> None:
    assert shown("attention") == [] and shown("running") == ["Long Winter"] and marks(desk.play.game) == []
    assert "Nothing needs you" in desk.text("/organize/")


def test_what_is_overdue_stalled_or_abandoned(desk: Desk) -> None:
    game, now = desk.play.game, timezone.now()
    Waiting.objects.update(due_at=now - timedelta(minutes=5))
    assert shown("overdue") == shown("attention") == ["Long Winter"] and marks(game) == ["overdue"]
    Waiting.objects.update(due_at=now)
    Game.objects.update(moved_at=now - timedelta(days=4))
    assert shown("stalled") == ["Long Winter"] and marks(game) == ["nobody moves"]
    Game.objects.update(moved_at=now)
    Player.objects.filter(user__isnull=False).update(state=Player.State.CARETAKER)
    assert shown("stalled") == shown("caretaker") == ["Long Winter"]
    assert marks(game) == ["no person plays", "caretaker"]
    Game.objects.update(status=Game.Status.PAUSED)
    assert shown("paused") == ["Long Winter"] and shown("attention") == []
    Player.objects.filter(user=desk.play.alice).update(state=Player.State.RESIGNED)
    assert shown("attention") == []
    type(desk.play.bob).objects.filter(pk=desk.play.bob.pk).update(is_active=False)
    assert shown("attention") == shown("stalled") == ["Long Winter"] and "no person plays" in marks(game)


def test_a_paused_game_counts_no_time_down(desk: Desk) -> None:
    assert "<small>" in desk.text("/organize/?show=running")
    Game.objects.update(status=Game.Status.PAUSED, paused_at=timezone.now())
    page = desk.text("/organize/?show=paused")
    assert "Long Winter" in page and "<small>" not in page


def test_a_player_whose_mail_bounces_marks_the_games(desk: Desk) -> None:
    assert shown("bounces") == []
    User.objects.filter(pk=desk.play.bob.pk).update(bounced_at=timezone.now())
    assert shown("bounces") == ["Long Winter"] and marks(desk.play.game) == ["mail bounces"]
    assert game_list.count_by_filter(desk.olga, timezone.now())["bounces"] == 1
    assert "mail bounces" in desk.text(desk.url("organize-game"))
    Player.objects.filter(user=desk.play.bob).update(state=Player.State.RESIGNED)
    assert shown("bounces") == [] and marks(desk.play.game) == []
    Player.objects.filter(user=desk.play.bob).update(state=Player.State.PLAYING)
    Game.objects.update(status=Game.Status.OVER)
    assert shown("bounces") == []


def test_a_player_who_stopped_turn_mail_is_marked(desk: Desk) -> None:
    assert "gets no mail about turns" not in desk.text(desk.url("organize-game"))
    User.objects.filter(pk=desk.play.bob.pk).update(turn_mail="reminder")
    assert desk.text(desk.url("organize-game")).count("gets no mail about turns") == 1


def test_the_numbers_beside_the_filters(desk: Desk) -> None:
    Waiting.objects.update(due_at=timezone.now() - timedelta(minutes=5))
    make_table(desk.play.alice, name="Gathering", rules="modern", seats_wanted=4)
    found = game_list.count_by_filter(desk.olga, timezone.now())
    assert (found["attention"], found["overdue"], found["open"], found["paused"]) == (1, 1, 1, 0)


def test_searching(desk: Desk) -> None:
    assert "Long Winter" in desk.text("/organize/", q="winter")
    slug = desk.play.game.slug
    for words in (slug, slug[:-2], slug[1:].upper(), "Alice", "@alice", "@ALI"):
        assert "Long Winter" in desk.text("/organize/", q=words), words
    assert "Nothing found for" in desk.text("/organize/", q="@winter")
    for words in ("@alice", "alice", "@example.org"):
        assert "alice@example.org" in desk.text("/organize/people/", q=words), words
    assert [found.username for found in find_people("@alice")] == ["alice"]
    assert "Nothing found for" in desk.text("/organize/", q="summer")
    assert desk.client.get("/organize/", {"q": "\x00"}).status_code == 400
    for odd in ("%", "'", "x" * 500, "<script>"):
        assert "<script>" not in desk.text("/organize/", q=odd).partition("defer></script></head>")[2]


def test_odd_addresses_of_lists(desk: Desk) -> None:
    for query in ({"page": "0"}, {"page": "x"}, {"page": "99999999999999"}, {"show": "nothing"}, {"before": "-1"}):
        for path in ("/organize/", "/organize/people/", "/organize/mails/", "/organize/audit/"):
            desk.text(path, **query)
        for name in ("organize-journal", "organize-mails"):
            desk.text(desk.url(name), **query)
    assert desk.client.get(f"/organize/people/{10**30}/mail/").status_code == 404


def fill(people: list[User], count: int) -> None:
    """More of everything that lists show."""
    for number in range(count):
        game = make_table(people[0], name=f"Table {number}", rules="classic_1959", seats_wanted=3, bots=["random"])
        game_join(game_id=game.pk, user=people[1], invite_token=game.invite_token)
        AuditEntry.objects.create(game=game, user=people[0], action="dispute.raise", reason="?")
        User.objects.create_user(f"guest{number}-{game.pk}", bounced_at=timezone.now())
    OutboxMail.objects.update(state=OutboxMail.State.DEAD)


LISTS = (
    ("/organize/", {}),
    ("/organize/", {"show": "all"}),
    ("/organize/people/", {}),
    ("/organize/mails/", {}),
    ("/organize/audit/", {}),
    ("/admin/games/game/", {}),
    ("/admin/games/entry/", {}),
    ("/admin/games/player/", {}),
    ("/admin/games/outboxmail/", {}),
    ("/admin/games/auditentry/", {}),
    ("/admin/games/waiting/", {}),
    ("/admin/games/snapshot/", {}),
    ("/admin/accounts/user/", {}),
)


@pytest.mark.no_cover
@pytest.mark.parametrize(("path", "query"), LISTS)
def test_more_rows_cost_no_more_queries(
    desk: Desk, path: str, query: dict[str, str], django_assert_max_num_queries: Any
) -> None:
    people = [desk.play.alice, desk.play.bob]
    fill(people, 1)
    desk.text(path, **query)
    with django_assert_max_num_queries(14) as before:
        desk.text(path, **query)
    fill(people, 3)
    with django_assert_max_num_queries(len(before)):
        desk.text(path, **query)


def test_a_game_page_costs_no_more_for_a_long_journal(desk: Desk, django_assert_max_num_queries: Any) -> None:
    for name in ("organize-game", "organize-journal", "organize-mails"):
        desk.text(desk.url(name))
        with django_assert_max_num_queries(18):
            desk.text(desk.url(name))
    for _ in range(8):
        desk.play.order(desk.play.likely())
    with django_assert_max_num_queries(18):
        desk.text(desk.url("organize-journal"))


def test_the_journal_goes_on_page_by_page(desk: Desk) -> None:
    game = desk.play.fresh()
    said = [{"type": "host.paused", "seat": None, "reason": f"reason {number}"} for number in range(1, 100)]
    fields = {"game": game, "kind": Entry.Kind.NOTE, "source": Entry.Source.SYSTEM, "at": timezone.now()}
    rows = [Entry(seq=game.seq + place, events=[event], **fields) for place, event in enumerate(said, start=1)]
    Entry.objects.bulk_create(rows)
    page = desk.text(desk.url("organize-journal"))
    assert "reason 99" in page and "reason 40<" in page and "reason 39<" not in page
    older = desk.text(desk.url("organize-journal"), before=game.seq + 40)
    assert "reason 39<" in older and "reason 40<" not in older


# ---- who


def test_the_group_is_made_with_its_rights() -> None:
    rights = set(Group.objects.get(name=GROUP).permissions.values_list("codename", flat=True))
    assert "change_game" in rights and "view_outboxmail" in rights
    assert not [right for right in rights if "key" in right or right.startswith(("add", "delete"))]
    Group.objects.get(name=GROUP).permissions.clear()
    create_group()
    assert not Group.objects.get(name=GROUP).permissions.exists()


def test_the_group_sees_what_each_app_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apps.get_app_config("sessions"), "organizers_see", ("session",), raising=False)
    group = Group.objects.get(name=GROUP)
    before = set(group.permissions.values_list("codename", flat=True))
    group.delete()
    create_group()
    made = Group.objects.get(name=GROUP).permissions.values_list("codename", flat=True)
    assert set(made) == {*before, "view_session"} and {"view_user", "view_game", "view_snapshot"} < before


def test_who_is_an_organizer() -> None:
    olga, steven, root = organizer("olga"), staff("steven"), staff("root")
    root.is_superuser = True
    assert is_organizer(olga) and is_organizer(root) and not is_organizer(steven)
    olga.is_staff = False
    assert olga.has_perm(RIGHT) and not is_organizer(olga)


@override_settings(STAFF_SECOND_STEP=True)
def test_organizers_need_a_second_step(desk: Desk) -> None:
    answer = desk.client.get("/organize/")
    assert answer.status_code == 302 and answer.url == "/accounts/2fa/"
    Game.objects.update(watch=Game.Watch.PLAYERS)
    assert desk.client.get(desk.url("game")).status_code == 404


def test_the_bar_leads_organizers_and_nobody_else_here(desk: Desk) -> None:
    assert 'href="/organize/"' in desk.text("/games/")
    for user in (staff("steven"), person("sam")):
        assert 'href="/organize/"' not in client(user).get("/games/").content.decode()


@pytest.mark.parametrize("held", ["none", "set", "must"])
def test_organizers_read_one_sentence_whatever_is_held(desk: Desk, held: str) -> None:
    put_up_for_trade(desk.play, held)
    page = desk.text(desk.url("organize-game"))
    assert "Trade in a set of cards, if there is one, and place new armies." in page
    assert '<svg class="minimap' in page and "&lt;svg" not in page
