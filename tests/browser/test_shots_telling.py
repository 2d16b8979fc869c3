from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.games.kit import person
from tests.kit.chromium import DESKTOP, PHONE, Visitors

from games.clocks.values import usual_clock
from tests.games.kit import table
from tests.games.mail.kit import made
from tests.routes_kit import organizer
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("empty_counters"), pytest.mark.django_db(transaction=True)]
OUT = Path("/tmp/tellshots")


def login(visitor, user):
    c = Client()
    c.force_login(user)
    visitor.page.context.add_cookies(
        [
            {
                "name": settings.SESSION_COOKIE_NAME,
                "value": c.cookies[settings.SESSION_COOKIE_NAME].value,
                "url": visitor.page.context.base_url if hasattr(visitor.page.context, "base_url") else visitors_base,
            }
        ]
    )


def test_form(visitors: Visitors) -> None:
    global visitors_base
    visitors_base = visitors.base_url
    alice = person("alice")
    alice.timezone = "Europe/Berlin"
    alice.save()
    for size in (PHONE, DESKTOP):
        for dark in (False, True):
            v = visitors(size, dark=dark)
            login(v, alice)
            name = f"{size[0]}-{'dark' if dark else 'light'}"
            v.page.goto("/games/new/")
            v.page.locator("#clocks > summary").click()
            if dark:
                v.page.get_by_role("button", name="Office hours").click()
                v.page.wait_for_timeout(2500)
                v.page.locator("select[name=holidays_of]").select_option("DE")
                v.page.wait_for_timeout(2500)
            v.page.screenshot(path=str(OUT / f"form-{name}.png"), full_page=True)

def test_pages(visitors: Visitors) -> None:
    global visitors_base
    visitors_base = visitors.base_url
    play = table(clock=usual_clock("Europe/Berlin"), came=True)
    for user in (play.alice, play.bob):
        user.timezone = "Europe/Berlin"; user.save()
    play.past_setup()
    from games.models import Player
    Player.objects.filter(pk=play.waiting.player.pk).update(bank=1590)
    olga = organizer("olga")
    asked = play.asked_user
    other = play.bob if asked == play.alice else play.alice
    letter = made(play.fresh(), "turn", play.waiting.seat)
    (OUT / "mail.txt").write_text(letter.body); (OUT / "mail.html").write_text(str(letter.alternatives[0][0]))
    lobby = __import__("tests.games.kit", fromlist=["x"]).make_table(play.alice, name="Lobby", rules="modern", seats_wanted=4, clock=usual_clock("Europe/Berlin"))
    for size in (PHONE, DESKTOP):
        for dark in (False, True):
            name = f"{size[0]}-{'dark' if dark else 'light'}"
            for who, path, what in ((asked, f"/g/{play.game.slug}/", "turn"), (other, f"/g/{play.game.slug}/", "waiting"), (olga, f"/organize/g/{play.game.slug}/", "organizer"), (asked, f"/g/{lobby.slug}/lobby/", "lobby"), (asked, f"/g/{play.game.slug}/settings/", "settings")):
                v = visitors(size, dark=dark); login(v, who)
                v.page.goto(path)
                if what == "organizer":
                    v.page.locator("details.deadline-steps summary").first.click()
                v.page.screenshot(path=str(OUT / f"{what}-{name}.png"), full_page=what not in ("turn", "waiting"))
            v = visitors(size, dark=dark)
            v.page.set_content((OUT / "mail.html").read_text())
            v.page.screenshot(path=str(OUT / f"mail-{name}.png"))
