"""The admin looks and never touches, shows nothing hidden, and answers no question about it either."""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.urls import reverse
from django.utils import timezone

from accounts.admin_lists import ReadOnlyAdmin
from accounts.services import delete_account
from common.times import dated_clock
from games.models import AuditEntry, Entry, GameKey, Snapshot, StandingOrder, Waiting
from tests.games.kit import person
from tests.games.organize.kit import Desk
from tests.games.reader import said
from tests.games.views.test_play import client
from tests.kit.markup import one_line
from tests.routes_kit import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

OURS = [model for model in admin.site._registry if model._meta.app_label == "games"]


@pytest.fixture
def desk() -> Desk:
    """With an administrator in the organizer's chair: there is nothing that the admin keeps from organizers only."""
    made = Desk.of()
    ada = person("ada")
    ada.is_staff = ada.is_superuser = True
    ada.save()
    made.client = client(ada)
    return made


def test_nothing_of_games_can_be_written() -> None:
    assert OURS and not {GameKey, StandingOrder} & set(OURS)
    for model in OURS:
        page = admin.site._registry[model]
        assert isinstance(page, ReadOnlyAdmin), model
        assert set(page.fields or ()) == set(page.readonly_fields), model


def test_secret_words_are_on_no_page(desk: Desk) -> None:
    """Every hidden thing is a word of its own; no list and no row shows one."""
    entry = Entry.objects.filter(game=desk.play.game).order_by("-seq")[0]
    Entry.objects.filter(pk=entry.pk).update(
        draws=[990017],
        action={"type": "x", "canary": "canary-action"},
        body="canary-body",
        key="canary-key",
        events=[
            {"type": "cards.drawn", "seat": 0, "card": 990018},
            {"type": "turn.answered", "seat": entry.seat, "kind": "x"},
        ],
        order="canary-order",
    )
    key = bytes(GameKey.objects.get(game=desk.play.game).key).hex()
    words = ("990017", "990018", "canary-", key, desk.play.game.invite_token)
    for model in OURS:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        paths = [reverse(f"admin:{name}_changelist")]
        paths += [reverse(f"admin:{name}_change", args=[row.pk]) for row in model._default_manager.all()[:200]]
        for path in paths:
            page = desk.text(path)
            assert not [word for word in words if word in page], path
    assert Snapshot.objects.exists()


def test_nobody_sees_how_an_answer_at_a_window_or_under_seal_was_sent(desk: Desk) -> None:
    """Standing orders, players and clocks answer alike there, for organizers too."""
    entry = Entry.objects.filter(game=desk.play.game).order_by("-seq")[0]
    page, rows = reverse("admin:games_entry_change", args=[entry.pk]), "/admin/games/entry/?sent=standing"
    sealed = [{"type": "turn.answered", "seat": entry.seat, "kind": "cards.undo_asked"}]
    for pace, events, is_shown in (
        (Waiting.Pace.TURN, [], True),
        (Waiting.Pace.TURN, sealed, False),
        (Waiting.Pace.WINDOW, [], False),
    ):
        Entry.objects.filter(pk=entry.pk).update(source=Entry.Source.STANDING, pace=pace, events=events)
        assert ("Standing order" in desk.text(page)) is is_shown
        assert (page in desk.text(rows)) is is_shown


@pytest.mark.parametrize(
    "question",
    [
        "games/entry/?draws__0=3",
        "games/entry/?events__icontains=card",
        "games/entry/?order__startswith=a",
        "games/entry/?action__seat=0",
        "games/entry/?source=standing",
        "games/snapshot/?state__isnull=0",
        "games/game/?invite_token__startswith=a",
        "games/game/?secret_key__key__isnull=0",
        "games/player/?standing_order__text__contains=x",
        "games/outboxmail/?context__seq=1",
        "games/waiting/?game__secret_key__key=x",
    ],
)
def test_hidden_things_cannot_be_asked_for(desk: Desk, question: str) -> None:
    assert desk.client.get(f"/admin/{question}").status_code == 400


def test_mail_that_came_back_is_tried_again_where_a_reason_is_asked_for_alone(desk: Desk) -> None:
    alice = desk.play.alice
    alice.bounced_at = desk.play.game.created_at
    alice.save()
    people = "/admin/accounts/user/"
    assert "Try mail again" not in desk.text(people)
    desk.client.post(people, {"action": "forget_bounces", "_selected_action": [str(alice.pk)]})
    alice.refresh_from_db()
    assert alice.bounced_at is not None


def test_what_is_left_of_a_deleted_account_cannot_be_changed(desk: Desk) -> None:
    page = reverse("admin:accounts_user_change", args=[desk.play.bob.pk])
    wishes = {"username": "bobby", "timezone": "UTC", "language": "", "theme": ""}
    wishes |= {"turn_mail": "each", "press_mail": "turn"}
    desk.client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert desk.client.post(page, wishes).status_code == 302
    desk.play.bob.refresh_from_db()
    assert desk.play.bob.username == "bobby" and desk.play.bob.email
    delete_account(desk.play.bob)
    assert desk.client.post(page, wishes | {"username": "bob", "is_active": "on"}).status_code == 403
    desk.play.bob.refresh_from_db()
    assert desk.play.bob.deleted_at and not desk.play.bob.is_active and desk.play.bob.username != "bob"


def test_lists_can_be_narrowed(desk: Desk) -> None:
    game = desk.play.game
    assert str(game.pk) in desk.text("/admin/games/entry/", game__id__exact=game.pk)
    assert "Long Winter" in desk.text("/admin/games/game/", status__exact="running")
    assert "Long Winter" not in desk.text("/admin/games/game/", status__exact="over")
    assert "Long Winter" in desk.text("/admin/games/player/", q=game.slug)


def test_large_tables_are_not_counted(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.admin_lists.MOST_ROWS", 2)
    for _ in range(3):
        desk.play.order(desk.play.likely())
    page = desk.text("/admin/games/entry/")
    assert "2 rows" in page


def test_rows_lead_to_where_something_can_be_done(desk: Desk) -> None:
    row = Entry.objects.filter(game=desk.play.game)[0]
    page = desk.text(f"/admin/games/entry/{row.pk}/change/")
    assert desk.url("organize-game") in page
    assert 'name="_save"' not in page


def test_lists_have_headings_filters_and_dates_of_the_site(desk: Desk) -> None:
    game = desk.play.fresh()
    assert game.moved_at
    page = desk.text("/admin/games/game/")
    day = dated_clock(timezone.localtime(game.moved_at), "year")
    assert "Last move" in page and day in page and day in desk.text(f"/admin/games/game/{game.pk}/change/")
    assert "Long Winter" in desk.text("/admin/games/game/", played="classic_1959")
    assert "Long Winter" not in desk.text("/admin/games/game/", played="modern")
    AuditEntry.objects.create(game=game, action="game.pause", reason="Holidays")
    assert "Holidays" in desk.text("/admin/games/auditentry/", act="game.pause")
    assert "Holidays" not in desk.text("/admin/games/auditentry/", act="game.void")
    assert "Long Winter" in desk.text("/admin/games/player/", q="lic")
    joined = dated_clock(timezone.localtime(desk.play.alice.date_joined), "year")
    assert joined in desk.text("/admin/accounts/user/")
    assert joined in desk.text(f"/admin/accounts/user/{desk.play.alice.pk}/change/")


LISTS = {
    "games/game": ["Name", "Rules", "Status", "Round", "Last move", "Deadline", "Organize"],
    "games/player": ["Game", "Seat", "Player", "State", "Turns missed", "Result", "Organize"],
    "games/entry": ["Game", "Entry", "Kind", "Sent from", "Seat", "Round", "When"],
    "games/snapshot": ["Game", "Entry"],
    "games/waiting": ["Game", "Player", "Question", "Kind of answer", "Asked", "Deadline", "Due", "Organize"],
    "games/outboxmail": ["Mail", "To", "Game", "State", "Tries", "Created", "Sent"],
    "games/auditentry": ["When", "Who", "Act", "Game", "Reason"],
    "accounts/user": ["Name", "Email address", "Joined", "Last login", "Mail bounced", "Staff", "Active"],
}


@pytest.mark.parametrize("path", LISTS)
def test_lists_have_plain_headings_and_words(desk: Desk, path: str) -> None:
    AuditEntry.objects.create(game=desk.play.game, action="game.pause", reason="Holidays")
    page = desk.text(f"/admin/{path}/")
    head = page.partition("<thead>")[2].partition("</thead>")[0]
    assert [said(each).strip() for each in re.findall(r'<div class="text">(.*?)</div>', head, re.DOTALL)] == LISTS[path]
    rows = said(page.partition("<tbody>")[2].partition("</tbody>")[0])
    assert rows.strip() and not re.search(r"classic_1959|\w+_asked|game\.pause", rows), rows


def test_filters_are_folded_and_say_what_is_chosen(desk: Desk) -> None:
    page = one_line(desk.text("/admin/games/game/", status__exact="running"))
    summaries = re.findall(r"<details name=\"filter\"> ?<summary>(.*?)</summary>", page)
    assert summaries == ["Status: <b>Running</b>", "Rules", "Open to everyone", "When time runs out"]
    assert page.index("</details>") < page.index("<thead>") and "Show all" in page
