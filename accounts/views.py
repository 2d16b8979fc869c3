"""Pages about one's own account that allauth does not have."""

from __future__ import annotations

import json

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.logout import logout
from allauth.account.internal.stagekit import unstash_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import game_mail, services, sessions
from accounts.current_user import person_of
from accounts.forms import HELD_NAME, DeleteForm, MailForm, PreferencesForm
from accounts.middleware import browser_zone
from accounts.models import User
from accounts.ratelimit import client_ip, limit_reads, limited, too_many

HOUR = 3600

proved = reauthentication_required(allow_get=False)
"""Decorator: whoever asks has proved within five minutes that the account is theirs."""

proved_to_post = reauthentication_required(enabled=lambda request: request.method == "POST")
"""The same for pages that anybody who is logged in may look at."""


@require_POST
def start_again(request: HttpRequest) -> HttpResponse:
    """Drop a login that waits for its code, and a sign-up that was never confirmed, and go back to the login page."""
    target = "account_signup" if request.POST.get("to") == "signup" else "account_login"
    if not request.user.is_authenticated:
        waiting = unstash_login(request, peek=True)
        if waiting and waiting.signup and waiting.user:
            services.forget_signup(waiting.user)
        services.release_name(request.session.get(HELD_NAME, ""))
        request.session.flush()
    return redirect(target)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def overview(request: HttpRequest) -> HttpResponse:
    """Show the account: its looks, its time zone, and the way to everything else about it."""
    form = PreferencesForm(_posted(request), instance=person_of(request))
    if request.method == "POST" and form.is_valid():
        try:
            form.save()
        except services.AccountGone:
            return shown_out(request)
        messages.success(request, _("Saved."))
        return redirect("account-overview")
    person_of(request).refresh_from_db()
    return render(request, "accounts/overview.html", {"form": form, **_overview_facts(request)}, status=_status(form))


def shown_out(request: HttpRequest) -> HttpResponse:
    """End the login of an account that was deleted while its page was open."""
    logout(request, show_message=False)
    return redirect("account_login")


def _overview_facts(request: HttpRequest) -> dict[str, object]:
    user = person_of(request)
    factors = Authenticator.objects.filter(user=user)
    return {
        "now": timezone.now(),
        "address": EmailAddress.objects.filter(user=user).order_by("-primary").first(),
        "passkeys": factors.filter(type=Authenticator.Type.WEBAUTHN).count(),
        "has_app": factors.filter(type=Authenticator.Type.TOTP).exists(),
        "other_zone": other_zone(request),
        "session_count": UserSession.objects.filter(user=user).count(),
    }


def other_zone(request: HttpRequest) -> str:
    """Return the browser's time zone, if the account has another."""
    zone = browser_zone(request)
    return zone if zone != person_of(request).timezone else ""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """Show and change which mails games may send."""
    return _mail_page(request, person_of(request), "account-mail")


@csrf_exempt  # the token is what authorizes; mail programs post here without ever having seen a page
@require_http_methods(["GET", "HEAD", "POST"])
def mail_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Change the mail settings by the signed link at the foot of a mail, without login. One click of a mail program
    ends its wish."""
    found = game_mail.read_mail_token(token)
    if found is None:
        if wait := limit_reads(f"mail-link:ip:{client_ip(request)}", 20, HOUR):
            return too_many(request, wait)
        return render(request, "links/bad.html", {"about": "mails"}, status=404)
    user, wish = found
    if request.method == "POST" and request.POST.get("List-Unsubscribe"):
        said = game_mail.stop_mail(user, wish)
        return HttpResponse(f"{said}\n", content_type="text/plain; charset=utf-8")  # mail programs follow no redirect
    if request.method == "POST" and "unsubscribe" in request.POST:
        messages.success(request, game_mail.stop_mail(user, "" if request.POST["unsubscribe"] == "all" else wish))
        return redirect("mail-preferences", token=token)
    return _mail_page(request, user, "mail-preferences", token, wish)


def _mail_page(request: HttpRequest, user: User, urlname: str, token: str = "", wish: str = "") -> HttpResponse:
    form = MailForm(_posted(request), instance=user)
    if request.method == "POST" and form.is_valid():
        try:
            form.save()
        except services.AccountGone:
            if token:
                raise Http404 from None
            return shown_out(request)
        messages.success(request, _("Saved."))
        return redirect(urlname, *([token] if token else []))
    stop = game_mail.WISHES[wish].stop if wish and user.wants(wish) else ""
    facts = {"form": form, "person": user, "token": token, "bounced": user.bounced_at, "stop": stop}
    facts["takes_replies"] = settings.MAIL_IN and not token
    template = "accounts/mail_link.html" if token else "accounts/mail.html"
    return render(request, template, facts, status=_status(form))


@login_required
@require_POST
def bounce_forget(request: HttpRequest) -> HttpResponse:
    """Clear the bounce record: the person says that mail to their address works again."""
    user = person_of(request)
    user.bounced_at = None
    user.save(update_fields=["bounced_at"])
    messages.success(request, _("We will send the next mail to your address again."))
    return redirect("account-mail")


@login_required
@require_POST
def reply_addresses_void(request: HttpRequest) -> HttpResponse:
    """Make the reply addresses of all emails so far void."""
    services.void_reply_addresses(person_of(request))
    messages.success(request, _("Replies to the emails that you have so far do nothing now. The next ones work again."))
    return redirect("account-mail")


@login_required
@require_POST
def session_end(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of one's own logins."""
    if not sessions.end_one(request, pk):
        raise Http404
    if not request.user.is_authenticated:
        return redirect("account_login")
    messages.success(request, _("You ended that login."))
    return redirect("usersessions_list")


@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Show what is stored about a person, with export and deletion."""
    return render(request, "accounts/data.html")


@login_required
@require_POST
@proved
@limited("export", 10, HOUR)
def export(request: HttpRequest) -> HttpResponse:
    """Export everything kept about the person, as one file."""
    user = person_of(request)
    text = json.dumps(services.export_account(user), indent=2, ensure_ascii=False, sort_keys=False, default=str)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="fieldpost-{user.username}.json"'
    return response


@login_required
@proved
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account: asks for the login again, then for the name."""
    user = person_of(request)
    form = DeleteForm(_posted(request), user=user)
    if request.method == "POST" and form.is_valid():
        try:
            services.delete_account(user)
        except services.CannotDelete as refusal:
            form.add_error(None, str(refusal))
        else:
            logout(request)
            return redirect("account-gone")
    return render(request, "accounts/delete.html", {"form": form}, status=_status(form))


@require_safe
def gone(request: HttpRequest) -> HttpResponse:
    """Render the page shown once an account has been deleted."""
    return render(request, "accounts/gone.html")


def too_many_handler(request: HttpRequest, exception: object = None) -> HttpResponse:
    """Answer a request over one of allauth's limits."""
    return too_many(request)


def _posted(request: HttpRequest) -> QueryDict | None:
    """Return the data that a form is bound to; an empty POST is some too."""
    return request.POST if request.method == "POST" else None


def _status(form: PreferencesForm | MailForm | DeleteForm) -> int:
    return 422 if form.is_bound and form.errors else 200
