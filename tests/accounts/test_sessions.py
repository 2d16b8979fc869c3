"""Where a person is logged in, and ending it."""

from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse

from accounts.sessions import browser_name
from tests.accounts.kit import PASSWORD, Door, person

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1"


def _two_places() -> tuple[Door, Door]:
    person()
    here, there = Door(Client()), Door(Client(headers={"user-agent": FIREFOX}))
    here.password("tessel")
    there.password("tessel")
    return here, there


def test_list_names_browsers(db: None) -> None:
    here, _ = _two_places()
    page = here.client.get(reverse("usersessions_list")).content.decode()
    assert "Firefox on Linux" in page
    assert "In 2 places" in page


def test_a_browser_that_names_itself_at_length_is_listed(db: None) -> None:
    person()
    here = Door(Client(headers={"user-agent": FIREFOX + " Addon/1.0" * 40}))
    here.password("tessel")
    assert "Firefox on Linux" in here.client.get(reverse("usersessions_list")).content.decode()
    UserSession.objects.get(session_key=here.client.session.session_key).full_clean(exclude=["data"])


def test_end_one(db: None) -> None:
    here, there = _two_places()
    other = UserSession.objects.get(session_key=there.client.session.session_key)
    answer = here.client.post(reverse("account-session-end", args=[other.pk]))
    assert answer.status_code == 302
    assert here.inside
    assert not there.inside


def test_end_this_one_is_logging_out(db: None) -> None:
    here, there = _two_places()
    own = UserSession.objects.get(session_key=here.client.session.session_key)
    answer = here.client.post(reverse("account-session-end", args=[own.pk]))
    assert answer.url == reverse("account_login")
    assert not here.inside
    assert there.inside


def test_nobody_ends_the_login_of_another(db: None) -> None:
    here, _ = _two_places()
    person("osprey")
    stranger = Door(Client())
    stranger.password("osprey")
    theirs = UserSession.objects.get(session_key=here.client.session.session_key)
    assert stranger.client.post(reverse("account-session-end", args=[theirs.pk])).status_code == 404
    assert stranger.client.get(reverse("account-session-end", args=[theirs.pk])).status_code == 405
    assert here.inside


def test_end_all_others(db: None) -> None:
    here, there = _two_places()
    here.post("usersessions_list")
    assert here.inside
    assert not there.inside


def test_new_password_ends_the_others(db: None) -> None:
    here, there = _two_places()
    new = "eight quiet harbours"
    here.post("account_change_password", oldpassword=PASSWORD, password1=new, password2=new)
    assert here.inside
    assert not there.inside


def test_visits_are_noted_now_and_then(db: None) -> None:
    import time_machine

    here, _ = _two_places()
    assert here.inside
    session = UserSession.objects.get(session_key=here.client.session.session_key)
    first = session.last_seen_at
    with time_machine.travel(first + timedelta(minutes=10), tick=False):
        assert here.inside
        assert UserSession.objects.get(pk=session.pk).last_seen_at == first
    with time_machine.travel(first + timedelta(minutes=20), tick=False):
        assert here.inside
        assert UserSession.objects.get(pk=session.pk).last_seen_at == first + timedelta(minutes=20)


def test_browsers_in_words() -> None:
    assert browser_name(FIREFOX) == "Firefox on Linux"
    assert browser_name(IPHONE) == "Safari on iPhone"
    assert browser_name("curl/8") == "Unknown browser"
    assert browser_name("") == "Unknown browser"


def test_a_browser_is_named_by_what_is_known_of_it() -> None:
    assert browser_name("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/118.0.0.0 Safari/537.36") == "Chrome"
    assert browser_name("okhttp/4.12.0 (Android 14)") == "Android"
