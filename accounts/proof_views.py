"""Pages on which somebody proves by mail whose account it is: a code before a change, a link that undoes one."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification_by_code import EmailVerificationProcess
from allauth.account.internal.flows.logout import logout
from allauth.account.views import BaseReauthenticateView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import address_change
from accounts.forms import ProofCodeForm
from accounts.models import AddressChange
from accounts.ratelimit import client_ip, limit_reads, too_many
from accounts.reauthentication import ProofCode

HOUR = 3600
BAD_LINKS_AN_HOUR = 20


@method_decorator(login_required, name="dispatch")
class ReauthenticateByCodeView(BaseReauthenticateView):
    """Mail a code and take it. Looking at the page sends nothing."""

    form_class = ProofCodeForm
    template_name = "account/reauthenticate_code.html"

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if "send" in request.POST or self.code is None:
            ProofCode.initiate(request)
            return self.here()
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    @property
    def code(self) -> ProofCode | None:
        return ProofCode.resume(self.request)

    def here(self) -> HttpResponse:
        return redirect(self.passthrough_next_url(reverse("account_reauthenticate_code")))

    def get_form_kwargs(self) -> dict[str, object]:
        asked: dict[str, object] = super().get_form_kwargs()
        return asked | {"code": self.code.code if self.code else ""}

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        facts: dict[str, object] = super().get_context_data(**kwargs)
        return facts | {"sent_to": self.code.state["email"] if self.code else ""}

    def form_valid(self, form: ProofCodeForm) -> HttpResponse:
        if self.code is not None:
            self.code.finish()
        response: HttpResponse = super().form_valid(form)
        return response

    def form_invalid(self, form: ProofCodeForm) -> HttpResponse:
        if self.code is not None and self.code.record_invalid_attempt():
            response: HttpResponse = super().form_invalid(form)
            return response
        messages.error(self.request, _("Five wrong codes: that code no longer works. Ask for a new one."))
        return self.here()


reauthenticate_by_code = ReauthenticateByCodeView.as_view()


@require_POST
def code_again(request: HttpRequest) -> HttpResponse:
    """Send once more the code that confirms an address. allauth sends nothing to an address that has an account
    already, so the limit of mails would tell; here it gets once more what it got at first."""
    process = EmailVerificationProcess.resume(request)
    if process is None:
        return redirect("account_login")
    process.generate_code()
    process.send()
    process.persist()
    return redirect("account_email_verification_sent")


@require_http_methods(["GET", "HEAD", "POST"])
def address_undo(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the link of a mail would undo; its button does it. Needs no login, and logs nobody in."""
    change = address_change.change_of_token(token)
    if change is None:
        if wait := limit_reads(f"address-undo:ip:{client_ip(request)}", BAD_LINKS_AN_HOUR, HOUR):
            return too_many(request, wait)
        return render(request, "accounts/address_undo.html", status=404)
    refusal = ""
    if request.method == "POST":
        try:
            undo_and_tell(request, change)
        except address_change.AddressTaken:
            refusal = _("Another account uses %(address)s now, so nothing was changed.") % {"address": change.old}
        else:
            return redirect("account_request_login_code")
    context = {"change": change, "refusal": refusal, "token": token}
    response = render(request, "accounts/address_undo.html", context, status=409 if refusal else 200)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def undo_and_tell(request: HttpRequest, change: AddressChange) -> None:
    """Undo a change, and tell both addresses. Raises AddressTaken."""
    if not address_change.undo(change):
        return
    for prefix, address in (("address_restored", change.old), ("address_undone", change.new)):
        facts = {"from_email": change.new, "to_email": change.old}
        get_adapter().send_notification_mail(f"account/email/{prefix}", change.user, facts, email=address)
    if request.user == change.user:
        logout(request, show_message=False)
    messages.success(request, _("Your address is %(address)s again. Log in with a code.") % {"address": change.old})
