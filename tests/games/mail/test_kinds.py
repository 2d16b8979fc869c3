"""Kinds of mail: an app brings one of its own, and a mail of a kind that is gone is dropped."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import AppConfig, apps
from django.conf import settings
from django.core import mail
from django.template.utils import get_app_template_dirs
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from games.mail.notes import Notice, site_frame
from games.mail.outbox import outbox_deliver
from games.models import OutboxMail
from games.selectors.mailed_game import MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from games.services.notifications import NewMail, mail_enqueue
from tests.games.kit import person
from tests.games.views.test_play import client
from tests.kit.registered import registered

pytestmark = pytest.mark.django_db


def cup_opened(row: OutboxMail, reader: MailReader) -> Context:
    cup = str(row.context["cup"])
    return site_frame(cup) | Notice(f"{cup} is open", f"{cup} is open", ["Sign up."], why="You asked.").context()


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An app `cups` with templates of a mail in its own folder."""
    letters = tmp_path / "cups" / "jinja2" / "cups"
    letters.mkdir(parents=True)
    (tmp_path / "cups" / "__init__.py").touch()
    (letters / "opened.txt").write_text("{{ heading }} FROM {{ place }}\n")
    body = '{% block body %}<tr><td class="part">{{ heading }}</td></tr>{% endblock %}'
    (letters / "opened.html").write_text('{% extends "emails/layout.html" %}' + body)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(apps.app_configs, "cups", AppConfig("cups", import_module("cups")))
    get_app_template_dirs.cache_clear()
    with override_settings(TEMPLATES=settings.TEMPLATES):  # whose engines are made anew
        yield
    get_app_template_dirs.cache_clear()
    del sys.modules["cups"]


def queue(user: User, template: str = "cup_opened") -> OutboxMail:
    """Queue a mail that is about no game."""
    context = {"cup": "Spring Cup"}
    new = NewMail(key="cup", template=template, not_before=timezone.now(), user_id=user.pk, context=context)
    assert mail_enqueue(new)
    return OutboxMail.objects.get(key="cup")


def test_an_app_sends_a_kind_of_its_own_by_its_own_templates(app: None) -> None:
    queue(person("alice"))
    with registered(MAIL_KINDS, MailKind("cup_opened", "A cup is open", cup_opened, templates="cups/opened")):
        assert outbox_deliver() == 1
    letter = mail.outbox[0]
    assert letter.subject == "Spring Cup is open" and letter.body == "Spring Cup is open FROM Spring Cup\n"
    assert ">Spring Cup is open</td>" in str(letter.alternatives[0][0])
    assert letter.extra_headers["List-Unsubscribe"]


def test_the_wish_that_a_kind_names_turns_it_off() -> None:
    alice = person("alice")
    alice.reminder_mail = False
    alice.save()
    row = queue(alice)
    with registered(MAIL_KINDS, MailKind("cup_opened", "A cup is open", cup_opened, wish="reminder")):
        assert outbox_deliver() == 0
    row.refresh_from_db()
    assert row.state == OutboxMail.State.CANCELLED and row.error == "its reader has turned off such emails"


def test_a_kind_that_names_no_wish_of_the_accounts_is_refused() -> None:
    with pytest.raises(ValueError, match="wish cups: there are .*'news'"):
        MailKind("cup_opened", "A cup is open", cup_opened, wish="cups")


def test_a_mail_of_an_unknown_kind_is_dropped_with_the_reason(caplog: pytest.LogCaptureFixture) -> None:
    row = queue(person("alice"), "of_an_app_that_is_gone")
    assert outbox_deliver() == 0
    row.refresh_from_db()
    reason = "no part of this site makes such emails any more"
    assert row.state == OutboxMail.State.CANCELLED and row.error == reason and not mail.outbox
    assert "mail cup is dropped: no app of this site registers the kind of_an_app_that_is_gone" in caplog.text
    staff = person("olga")
    staff.is_staff = staff.is_superuser = True
    staff.save()
    page = client(staff).get("/organize/mails/?show=all").content.decode()
    assert "Mail (of_an_app_that_is_gone)" in page and reason in page
