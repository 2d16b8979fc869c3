"""Time zone, language, light and mail."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import forms, game_mail, services
from accounts.models import User
from common.mail_ways import Way
from common.times import dated_clock
from tests.accounts.kit import Door, person
from tests.kit.markup import one_line

OVERVIEW = "account-overview"


@pytest.fixture
def inside(door: Door) -> Door:
    door.client.force_login(person())
    return door


def _me() -> User:
    return User.objects.get(username="tessel")


def test_strangers_are_sent_to_the_door(door: Door) -> None:
    for name in (OVERVIEW, "account-mail", "account-data", "account-delete", "usersessions_list", "mfa_index"):
        answer = door.client.get(reverse(name))
        assert answer.status_code == 302, name
        assert answer.url.startswith(reverse("account_login")), name


def test_zone_changes_what_pages_say(inside: Door) -> None:
    inside.post(OVERVIEW, timezone="Asia/Tokyo", language="", theme="dark")
    assert _me().timezone == "Asia/Tokyo"
    with time_machine.travel(timezone.now(), tick=False):
        page = one_line(inside.client.get(reverse(OVERVIEW)).content.decode())
        there = dated_clock(timezone.now().astimezone(ZoneInfo("Asia/Tokyo")), "weekday")
    assert f"In your time zone, Asia/Tokyo, it is {there}." in page
    assert 'data-theme="dark"' in page


def test_language_decides_how_dates_are_written(inside: Door) -> None:
    inside.post(OVERVIEW, timezone="UTC", language="en", theme="")
    assert inside.client.get(reverse(OVERVIEW)).headers["Content-Language"] == "en"
    inside.post(OVERVIEW, timezone="UTC", language="en-gb", theme="")
    answer = inside.client.get(reverse(OVERVIEW), headers={"accept-language": "en-US"})
    assert answer.headers["Content-Language"] == "en-gb"


@pytest.mark.parametrize(
    "data",
    [
        {"timezone": "Moon/Tycho"},
        {"timezone": ""},
        {"timezone": "\x00"},
        {"timezone": "UTC", "language": "xx"},
        {"timezone": "UTC", "theme": "pink"},
        {},
    ],
)
def test_odd_values_are_refused(inside: Door, data: dict[str, str]) -> None:
    answer = inside.post(OVERVIEW, **data)
    assert answer.status_code == 422
    assert (_me().timezone, _me().theme) == ("UTC", "")


def test_old_name_of_a_zone_stays_in_the_list(inside: Door) -> None:
    User.objects.update(timezone="Asia/Calcutta")
    page = inside.client.get(reverse(OVERVIEW)).content.decode()
    assert '<option value="Asia/Calcutta" selected>' in page


def test_each_zone_is_offered_once(inside: Door) -> None:
    page = inside.client.get(reverse(OVERVIEW)).content.decode()
    assert '"Australia/Sydney"' in page and '"Asia/Kolkata"' in page
    for old in ("Australia/ACT", "Australia/North", "Brazil/East", "Canada/Eastern", "Asia/Calcutta"):
        assert f'"{old}"' not in page


def test_zones_are_listed_by_part_of_the_world_as_people_write_them() -> None:
    zones = dict(forms.zone_choices())
    assert zones["UTC"] == "UTC"
    assert ("America/Argentina/Buenos_Aires", "Argentina, Buenos Aires") in zones["America"]
    assert ("Europe/Berlin", "Berlin") in zones["Europe"]
    for old, listed in (("US/Pacific", [("UTC", "UTC"), ("US/Pacific", "US/Pacific")]), ("UTC", [("UTC", "UTC")])):
        assert [choice for choice in forms.zone_choices(also=old) if isinstance(choice[1], str)] == listed
    assert forms.zone_choices(also="America/Port_Acres")[1] == ("America/Port_Acres", "America/Port Acres")
    assert forms.zone_choices(also="Europe/Berlin") == forms.zone_choices() == forms.zone_choices(also="")


def test_unknown_zone_in_the_database_counts_as_utc() -> None:
    assert User(timezone="Gone/Away").zone == ZoneInfo("UTC")
    assert User(timezone="../etc").zone == ZoneInfo("UTC")


def test_zone_of_the_browser_for_those_outside(door: Door) -> None:
    from django.test import RequestFactory

    from accounts.middleware import zone_of

    for cookie, zone in [("Asia%2FTokyo", "Asia/Tokyo"), ("Moon/Tycho", "UTC"), ("\x00", "UTC"), ("", "UTC")]:
        request = RequestFactory().get("/")
        request.COOKIES["zone"] = cookie
        assert zone_of(request) == ZoneInfo(zone)


def test_mail_wishes_are_kept(inside: Door) -> None:
    answer = inside.post("account-mail", turn_mail="none", news="each")
    assert answer.status_code == 302
    me = _me()
    assert (me.turn_mail, me.reminder_mail, me.news_mail) == ("none", False, True)
    boxes = re.findall(r"<input[^>]*checkbox[^>]*>", inside.client.get(reverse("account-mail")).content.decode())
    ticked = {re.search(r'name="(\w+)"', box)[1]: "checked" in box for box in boxes}  # type: ignore[index]
    assert ticked["reminder_mail"] is False
    assert [me.wants_mail(kind) for kind in ("turn", "reminder", "news")] == [False, False, True]


def test_silence_for_a_week(inside: Door) -> None:
    inside.post("account-mail", turn_mail="each", reminder_mail="on", news="each", mute="7")
    me = _me()
    assert me.mail_muted_until is not None
    assert not me.wants_mail("turn")
    assert me.wants_mail("turn", timezone.now() + timedelta(days=8))
    assert b"Paused until" in inside.client.get(reverse("account-mail")).content
    inside.post("account-mail", turn_mail="each", mute="keep")
    assert _me().mail_muted_until == me.mail_muted_until
    inside.post("account-mail", turn_mail="each", mute="0")
    assert _me().mail_muted_until is None


@pytest.mark.parametrize("data", [{"turn_mail": "hourly"}, {}, {"turn_mail": "each", "mute": "365000"}])
def test_odd_wishes_are_refused(inside: Door, data: dict[str, str]) -> None:
    assert inside.post("account-mail", **data).status_code == 422
    assert _me().turn_mail == Way.EACH


def test_no_mail_after_a_bounce_until_told(inside: Door) -> None:
    User.objects.update(bounced_at=timezone.now())
    assert not _me().wants_mail("turn")
    assert b"bounced on" in inside.client.get(reverse("account-mail")).content
    inside.post("account-mail-works")
    assert _me().wants_mail("turn")


def test_link_of_a_mail_needs_no_login(door: Door) -> None:
    user = person()
    url = reverse("mail-preferences", args=[game_mail.mail_token(user)])
    page = door.client.get(url)
    assert page.status_code == 200
    assert _me().turn_mail == Way.EACH, "looking changes nothing"
    door.client.post(url, {"turn_mail": "each", "reminder_mail": "on"})
    assert (_me().reminder_mail, _me().news_mail) == (True, False)
    assert not door.inside


def test_one_click_of_a_mail_program(db: None) -> None:
    user = person()
    url = reverse("mail-preferences", args=[game_mail.mail_token(user)])
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(url, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (200, 302)
    assert not any(_me().wants_mail(kind) for kind in ("turn", "reminder", "news"))


def test_forged_links_are_unknown_and_limited(door: Door) -> None:
    user = person()
    token = game_mail.mail_token(user)
    User.objects.update(mail_key="another")
    for bad in (token, token[:-1], "x", "a:b:c", "é"):
        answer = door.client.get(reverse("mail-preferences", args=[bad]))
        assert answer.status_code == 404 and "Your mail program may have cut it off" in answer.content.decode()
    statuses = [door.client.get(reverse("mail-preferences", args=["x"])).status_code for _ in range(16)]
    assert statuses == [404] * 15 + [429], "twenty an hour"


@pytest.mark.parametrize(
    ("wish", "before", "after"),
    [
        ("", {}, ("none", False, False)),
        ("turn", {}, ("reminder", True, True)),
        ("turn", {"reminder_mail": False}, ("none", False, True)),
        ("turn", {"turn_mail": "reminder"}, ("reminder", True, True)),
        ("reminder", {}, ("each", False, True)),
        ("news", {}, ("each", True, False)),
        ("digest", {"turn_mail": "digest", "news_digest": True}, ("reminder", True, False)),
        ("digest", {"turn_mail": "digest"}, ("reminder", True, True)),
        ("digest", {"news_digest": True}, ("each", True, False)),
    ],
)
def test_each_wish_ends_its_own_mail_alone(
    db: None, wish: str, before: dict[str, Any], after: tuple[str, bool, bool]
) -> None:
    user = person(**before)
    game_mail.stop_mail(user, wish)
    me = _me()
    assert (me.turn_mail, me.reminder_mail, me.news_mail) == after


def test_the_zone_of_the_browser_is_one_press_away(inside: Door) -> None:
    inside.post(OVERVIEW, timezone="UTC", language="", theme="")
    inside.client.cookies["zone"] = "Europe/Lisbon"
    page = one_line(inside.client.get(reverse(OVERVIEW)).content.decode())
    offer = '<button class="btn" name="timezone" value="Europe/Lisbon">'
    assert offer in page and page.index(">Save<") < page.index(offer)  # Enter keeps what is chosen
    inside.client.post(reverse(OVERVIEW), {"timezone": ["UTC", "Europe/Lisbon"], "language": "", "theme": ""})
    page = one_line(inside.client.get(reverse(OVERVIEW)).content.decode())
    assert offer not in page and "In your time zone, Europe/Lisbon, it is" in page


@pytest.mark.parametrize(
    "name",
    [
        OVERVIEW,
        "account-mail",
        "account_email",
        "account_change_password",
        "mfa_index",
        "usersessions_list",
        "account-tokens",
        "account-data",
    ],
)
def test_the_list_of_account_pages_marks_the_open_one(inside: Door, name: str) -> None:
    answer = inside.client.get(reverse(name))
    assert answer.status_code == 200
    part = one_line(answer.content.decode()).partition('<nav aria-label="Account">')[2].partition("</nav>")[0]
    assert part.count("aria-current") == 1 and f'href="{reverse(name)}" aria-current="page"' in part


def test_a_page_below_another_marks_the_one_above(inside: Door) -> None:
    page = one_line(inside.client.get(reverse("mfa_list_webauthn")).content.decode())
    assert f'href="{reverse("mfa_index")}" aria-current="true"' in page


def between(monkeypatch: pytest.MonkeyPatch, form: type[forms.OwnFieldsForm], happens: Callable[[], object]) -> None:
    """Let something happen after a request has read its account and before it writes."""

    def clean(self: forms.OwnFieldsForm) -> dict[str, Any]:
        happens()
        return self.cleaned_data

    monkeypatch.setattr(form, "clean", clean)


PAGES = [
    (OVERVIEW, forms.PreferencesForm, {"timezone": "Asia/Tokyo"}),
    ("account-mail", forms.MailForm, {"turn_mail": "each", "mute": "7"}),
]


@pytest.mark.parametrize(("page", "form", "data"), PAGES)
def test_an_account_that_goes_meanwhile_stays_gone(
    inside: Door, page: str, form: type[forms.OwnFieldsForm], data: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    user = _me()
    between(monkeypatch, form, lambda: services.delete_account(User.objects.get(pk=user.pk)))
    answer = inside.post(page, **data)
    assert (answer.status_code, answer.url) == (302, reverse("account_login"))
    assert not inside.client.cookies[settings.SESSION_COOKIE_NAME].value, "the browser is told to forget the login"
    assert inside.client.get(answer.url).status_code == 200 and not inside.inside
    user.refresh_from_db()
    assert (user.email, user.is_active, user.timezone, user.mail_muted_until) == ("", False, "UTC", None)
    assert user.username.startswith("gone-") and user.deleted_at is not None


def test_the_link_of_a_mail_is_unknown_once_the_account_goes(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    user = person()
    url = reverse("mail-preferences", args=[game_mail.mail_token(user)])
    between(monkeypatch, forms.MailForm, lambda: services.delete_account(User.objects.get(pk=user.pk)))
    assert door.client.post(url, {"turn_mail": "each"}).status_code == 404
    user.refresh_from_db()
    assert (user.email, user.is_active, user.turn_mail) == ("", False, Way.NONE)


@pytest.mark.parametrize(("page", "form", "data"), PAGES)
def test_what_else_changes_meanwhile_is_kept(
    inside: Door, page: str, form: type[forms.OwnFieldsForm], data: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    between(monkeypatch, form, lambda: User.objects.update(bounced_at=now, mail_key="another"))
    assert inside.post(page, **data).url == reverse(page)
    assert (_me().bounced_at, _me().mail_key) == (now, "another")
    assert _me().timezone == data.get("timezone", "UTC") and _me().is_muted() == ("mute" in data)


def test_a_new_password_is_all_that_is_written(db: None) -> None:
    stale = person()
    User.objects.update(is_active=False, mail_key="another")
    get_adapter().set_password(stale, "eight loud lighthouses")
    assert _me().check_password("eight loud lighthouses")
    assert (_me().is_active, _me().mail_key) == (False, "another")


def test_what_is_refused_does_not_change_the_page_around_the_form(door: Door) -> None:
    """A form fills the person that it is bound to, who is the reader of the page."""
    user = person(theme="light")
    door.client.force_login(user)
    answer = door.post("account-overview", theme="dark", timezone="Moon/Tycho")
    assert answer.status_code == 422 and 'data-theme="light"' in answer.content.decode()
    user.refresh_from_db()
    assert user.theme == "light"


def test_quiet_hours_are_kept_and_bounded(inside: Door) -> None:
    assert _me().quiet == ["23:00", "07:00"], "of a new account"
    inside.post(OVERVIEW, timezone="UTC", quiet_from="22:30", quiet_to="07:30")
    assert _me().quiet == ["22:30", "07:30"]
    assert 'value="22:30"' in inside.client.get(reverse(OVERVIEW)).content.decode()
    for start, end in (("20:00", "08:00"), ("23:00", ""), ("23:00", "23:00"), ("25:00", "07:00")):
        assert inside.post(OVERVIEW, timezone="UTC", quiet_from=start, quiet_to=end).status_code == 422
    assert _me().quiet == ["22:30", "07:30"]
    inside.post(OVERVIEW, timezone="UTC", quiet_from="", quiet_to="")
    assert _me().quiet is None


def test_reminders_are_hours_before_the_deadline(inside: Door) -> None:
    inside.post("account-mail", turn_mail="each", remind="2; 12, 0.5")
    assert _me().remind == [720, 120, 30]
    assert 'value="12, 2, 0.5"' in inside.client.get(reverse("account-mail")).content.decode()
    for odd in ("soon", "-1", "337", "1e999", "nan"):
        assert inside.post("account-mail", turn_mail="each", remind=odd).status_code == 422
    inside.post("account-mail", turn_mail="each", remind="")
    assert _me().remind is None


def test_the_digest_has_an_hour(inside: Door) -> None:
    inside.post("account-mail", turn_mail="digest", news="digest", mail_hour="7", weekly_mail="on")
    me = _me()
    assert (me.turn_mail, me.news_mail, me.news_digest, me.mail_hour, me.weekly_mail) == ("digest", True, True, 7, True)
    assert inside.post("account-mail", turn_mail="digest", mail_hour="24").status_code == 422
    inside.post("account-mail", turn_mail="reminder", news="none")
    me = _me()
    assert (me.turn_mail, me.reminder_mail, me.news_mail, me.mail_hour) == ("reminder", True, False, 7)


def test_reply_addresses_are_made_void(inside: Door, settings: Any) -> None:
    settings.MAIL_IN = True
    page = reverse("account-mail")
    assert "Make all reply addresses void" in inside.client.get(page).content.decode()
    by_link = inside.client.get(reverse("mail-preferences", args=[game_mail.mail_token(_me())])).content.decode()
    assert "reply addresses" not in by_link
    answer = inside.client.post(reverse("account-mail-addresses"))
    assert (answer.status_code, answer.url, _me().reply_epoch) == (302, page, 1)
    assert "The next ones work again." in inside.client.get(page).content.decode()
    settings.MAIL_IN = False
    assert "reply addresses" not in inside.client.get(page).content.decode()
