"""The local inbox shows a mail with its own styles, and none of them reaches the page around it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse

from games.mail.inbox import stored
from games.mail.reply import PRESS, TURN, AddressKind, ReplyAddress, address_of
from games.models import InboxMail
from games.views.inbox import AWAITED, split_styles

SHEET = """td, th { color: red; } .rows .whom { padding: 0 }
@media (max-width: 480px) { .rows td.num, .heads { width: 9px; } }"""


def test_rules_of_a_mail_count_within_it_only_however_many_classes_they_name() -> None:
    html = f'<html><head><style>{SHEET}</style></head><body><p class="rows whom">a</p></body></html>'
    shown = split_styles(InboxMail(pk=1, html=html, text="a"))
    assert shown.css == (
        ".mail td, .mail th { color: red; }.mail .m-rows .m-whom { padding: 0 }\n"
        "@media (max-width: 480px) {.mail .m-rows td.m-num, .mail .m-heads { width: 9px; } }"
    )
    assert '<p class="m-rows m-whom">a</p>' in shown.body


def test_a_mail_is_kept_for_each_of_its_readers_as_text_as_html_and_as_it_was_sent() -> None:
    letter = EmailMultiAlternatives("Your turn", "Attack.", to=["a@example.org"], bcc=["b@example.org"])
    letter.attach_alternative("BEGIN:VCALENDAR", "text/calendar")
    letter.attach_alternative("<p>Attack.</p>", "text/html")
    rows = [stored(letter, recipient) for recipient in letter.recipients()]
    kept = [(row.recipient, row.subject, row.text, row.html) for row in rows]
    assert kept == [(whom, "Your turn", "Attack.", "<p>Attack.</p>") for whom in ("a@example.org", "b@example.org")]
    assert b"Subject: Your turn" in rows[0].raw and b"b@example.org" not in rows[0].raw


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "said"), [(TURN, "Write one order on each line."), (PRESS, "All that you write is one message.")]
)
def test_the_box_to_answer_in_says_what_is_read_and_looks_for_the_receipt(
    client: Client, settings: LazySettings, kind: AddressKind, said: str
) -> None:
    settings.LOCAL_INBOX = settings.MAIL_IN = True
    address = address_of(ReplyAddress(1, 0, 1, 1, kind), 0)
    letter = EmailMultiAlternatives("Your turn", "Attack.", to=["a@example.org"], reply_to=[address])
    letter.extra_headers["Message-ID"] = "<one@example.org>"
    mail = stored(letter, "a@example.org")
    mail.save()
    page = reverse("inbox-mail", args=[mail.pk])
    assert said in client.get(page).text and "hx-trigger" not in client.get(page).text
    sent = InboxMail.objects.create(recipient=address, subject="Re", text="x", raw=b"x", in_reply_to=mail.message_id)
    assert 'hx-trigger="every 3s"' in client.get(page).text and "The receipt comes" in client.get(page).text
    InboxMail.objects.filter(pk=sent.pk).update(at=sent.at - AWAITED - timedelta(seconds=1))
    assert "hx-trigger" not in client.get(page).text  # it may have been lost
    InboxMail.objects.filter(pk=sent.pk).update(at=sent.at)
    receipt = InboxMail.objects.create(
        recipient="a@example.org", subject="Played", text="x", raw=b"x", in_reply_to="<one@example.org>"
    )
    for each in (page, reverse("inbox-mail", args=[receipt.pk])):
        assert "hx-trigger" not in client.get(each).text  # also on the page of the receipt itself


@pytest.mark.django_db
def test_the_list_looks_for_mails_by_itself_until_none_has_come_for_a_while(
    client: Client, settings: LazySettings
) -> None:
    """Somebody who has just started a site opens it before the first mail is there."""
    settings.LOCAL_INBOX = True
    page = reverse("inbox")
    assert 'hx-trigger="every 5s"' in (empty := client.get(page).text) and "No mail yet." in empty
    mail = InboxMail.objects.create(recipient="a@example.org", subject="Your turn", text="x", raw=b"x")
    assert 'hx-trigger="every 5s"' in client.get(page).text
    InboxMail.objects.update(at=mail.at - AWAITED - timedelta(seconds=1))
    assert "Your turn" in (old := client.get(page).text) and "hx-trigger" not in old
