"""The calendar at its secret address, and the page on which its owner switches it on and off.

Template: calendars/settings.html (address; empty without a calendar).
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.current_user import person_of
from accounts.ratelimit import client_ip, limit_reads, limited, too_many
from calendars.models import Feed
from calendars.services import end_feed, feed_at, feed_of, renew_feed, token_of
from games.mail.links import absolute_url

HOUR = 3600
READS_AN_HOUR = 120
"""Of one calendar: several devices, each a few times an hour."""


@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Serve a calendar to whoever has its address."""
    found = feed_at(token)
    key = f"calendar:{found.pk}" if found else f"calendar-link:ip:{client_ip(request)}"
    if wait := limit_reads(key, READS_AN_HOUR if found else 20, HOUR):
        return too_many(request, wait)
    if found is None:
        raise Http404
    from calendars.ical import calendar_of  # its library takes longer to load than the page

    try:
        told = calendar_of(found)
    except Feed.DoesNotExist:  # it was switched off just now
        raise Http404 from None
    response = HttpResponse(told, content_type="text/calendar; charset=utf-8")
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("calendar", 60, HOUR)
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the address of the reader's calendar, give it another, or end it."""
    user = person_of(request)
    if request.method == "POST":
        if request.POST.get("do") == "end":
            end_feed(user)
            messages.success(request, _("Your calendar is switched off. Its address no longer works."))
        elif feed_of(user):
            renew_feed(user)
            messages.success(request, _("Your calendar has a new address. The old one no longer works."))
        else:
            renew_feed(user)
            messages.success(request, _("Your calendar has an address now."))
        return redirect("calendar-settings")
    mine = feed_of(user)
    address = absolute_url(reverse("calendar", args=[token_of(mine)])) if mine else ""
    return render(request, "calendars/settings.html", {"address": address})
