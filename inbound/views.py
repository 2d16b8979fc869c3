"""The organizers' console of mails that came in, and the doors of providers.

Templates, in inbound/: letters.html (shows, show, mails, more), letter.html (page: a MailPage), and
organize/reason.html.
"""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.current_user import person_of
from games.organize.game_detail import page_of
from games.organize.views.site import int_param, reason_page
from games.permissions import for_organizers
from inbound.console import FILTERS, mail_page, mails_for
from inbound.models import InboundMail
from inbound.services.again import read_again, why_not_again

PAGE = 50


@require_safe
@for_organizers
def letters(request: HttpRequest) -> HttpResponse:
    """Render the mails that came in, by default those that played nothing."""
    key = request.GET.get("show", "")
    key = key if key in FILTERS else "refused"
    rows = mails_for(person_of(request)).defer("raw").filter(FILTERS[key][1])
    found, more = page_of(rows, int_param(request, "before"), PAGE)
    context = {"shows": FILTERS, "show": key, "mails": found, "more": more, "here": "organize", "there": "letters"}
    return render(request, "inbound/letters.html", context)


@require_safe
@for_organizers
def letter(request: HttpRequest, pk: int) -> HttpResponse:
    """Render the headers, code and counts of one mail; what it says while its game's hidden information is open."""
    found = letter_for(request, pk)
    page = mail_page(found, person_of(request), timezone.now())
    return render(request, "inbound/letter.html", {"page": page, "here": "organize", "there": "letters"})


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers
def letter_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Have a mail read again, with a reason."""
    found, back = letter_for(request, pk), reverse("organize-letter", args=[pk])
    if refusal := why_not_again(found):
        messages.info(request, refusal)
        return redirect(back)
    preview = [
        _("The email is read as if it had just come, with the time at which it came."),
        _("It plays nothing if its question is answered already, and its writer gets a new answer."),
    ]
    return reason_page(request, _("Read this email again"), preview, back, partial(read_again, mail_id=pk))


def letter_for(request: HttpRequest, pk: int) -> InboundMail:
    """Load a mail that the reader may see. Raises Http404."""
    return get_object_or_404(mails_for(person_of(request)), pk=pk)


@csrf_exempt
def mailgun(request: HttpRequest) -> HttpResponse:
    """Take a mail that Mailgun posts. What reads it is loaded by the first: with its libraries it is a tenth of what a
    start loads, and most sites have none of it."""
    from inbound.webhooks import MailgunDoor

    answer: HttpResponse = MailgunDoor.as_view()(request)
    return answer


@csrf_exempt
def postmark(request: HttpRequest) -> HttpResponse:
    """Take a mail that Postmark posts, as `mailgun` does."""
    from inbound.webhooks import PostmarkDoor

    answer: HttpResponse = PostmarkDoor.as_view()(request)
    return answer
