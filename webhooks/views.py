"""The page on which a person sets up the webhook.

Template: webhooks/settings.html (form, webhook, secret, host).
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.current_user import person_of
from accounts.ratelimit import limited
from webhooks.forms import WebhookForm
from webhooks.models import Webhook
from webhooks.services import end_webhook, opened, queue_test, store_webhook, webhook_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("webhook", 60, 3600)
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the reader's webhook and how it fares, keep it, test it or end it."""
    user = person_of(request)
    mine = webhook_of(user)
    if request.method != "POST":
        return page(request, mine, WebhookForm(initial=stored(mine)))
    if mine and request.POST.get("do") in ("end", "test"):
        end_or_test(request, mine)
        return redirect("webhook-settings")
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return page(request, mine, form, status=422)
    store_webhook(user, url=form.cleaned_data["url"], with_news=form.cleaned_data["with_news"])
    messages.success(request, _("Saved. The webhook is on."))
    return redirect("webhook-settings")


def end_or_test(request: HttpRequest, webhook: Webhook) -> None:
    if request.POST["do"] == "end":
        end_webhook(person_of(request))
        messages.success(request, _("You removed the webhook. Nothing more is posted to it."))
    else:
        queue_test(webhook)
        messages.success(request, _("A test message is on its way. It should arrive within half a minute."))


def stored(webhook: Webhook | None) -> dict[str, object]:
    return {"url": opened(webhook.address), "with_news": webhook.with_news} if webhook else {}


def page(request: HttpRequest, webhook: Webhook | None, form: WebhookForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "webhook": webhook,
        "secret": opened(webhook.secret) if webhook else "",
        "host": urlsplit(opened(webhook.address)).hostname if webhook else "",
    }
    return render(request, "webhooks/settings.html", context, status=status)
