"""A site that takes no mail loses nothing but replies: no address, no first line, no example, no open door."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from games.mail.inbox import stored
from games.mail.render import MailMessage
from games.mail.reply import END_OF_ORDERS
from inbound.tests.mail_kit import table_attacking
from tests.games.kit import Table, table
from tests.games.mail.kit import html_of, made

pytestmark = pytest.mark.django_db


def turn_mail(play: Table, is_open: bool) -> MailMessage:
    with override_settings(MAIL_IN=is_open):
        return made(play.game, "turn", play.waiting.seat)


@pytest.mark.parametrize("begin", [table, table_attacking])
def test_a_turn_mail_loses_the_reply_alone(begin: Any) -> None:
    play = begin()
    bodies = (re.sub(r"/[lm]/\S+", "/…", turn_mail(play, is_open).body) for is_open in (True, False))
    full, bare = (body.splitlines() for body in bodies)
    lost, new = [line for line in full if line not in bare], [line for line in bare if line not in full]
    assert len(new) == 1 and new[0].endswith("Replies to this email are not read.")
    at = lost.index("One order a line, above the first line of this email. For example:")
    assert lost[0] == END_OF_ORDERS and at == 2
    assert [line for line in full if line and line in bare] == [line for line in bare if line and line in full]
    assert "For example:" not in " ".join(bare)


def test_the_headers_and_the_html_ask_for_nothing() -> None:
    letter = turn_mail(table(), is_open=False)
    assert "Reply-To" not in letter.extra_headers and letter.extra_headers["X-Fieldpost"] == "turn"
    assert "end of orders" not in html_of(letter) and "above the first line" not in html_of(letter)


def test_the_local_inbox_has_no_box_to_answer_in(settings: Any) -> None:
    play = table()
    sent = stored(turn_mail(play, is_open=True), play.asked_user.email)
    sent.save()
    page = f"/inbox/{sent.pk}/"
    assert f'action="{page}reply/"' in Client().get(page).content.decode()
    settings.MAIL_IN = False
    assert "reply/" not in Client().get(page).content.decode()
    assert Client().post(f"{page}reply/", {"text": "end turn"}).status_code == 404


def test_the_door_does_not_open(settings: Any) -> None:
    settings.MAIL_IN = False
    with pytest.raises(CommandError, match="MAIL_IN=true"):
        call_command("mail_door")
