"""One person as organizers see them, writing to them, and acts for somebody who lost access to their account.

Templates: organize/person.html (detail, person, acts), organize/person_act.html (person, act, form, refusal).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.current_user import person_of
from accounts.models import User
from accounts.views import proved_to_post
from games.organize.forms import MessageForm, ReasonForm
from games.organize.person_detail import person_detail
from games.organize.reach import why_unreached
from games.organize.views.posting import submit_form
from games.permissions import for_organizers
from games.services import account_help as services
from games.services.organizer_messages import person_write


class HelpForm(ReasonForm):
    """The reason of an act on an account."""

    def prepare(self) -> None:
        self.fields["reason"].help_text = _("Kept in the audit log, and sent to the player by email.")


class AddressForm(HelpForm):
    """The new address of an account, with the reason."""

    address = forms.EmailField(label=gettext_lazy("New address"))


@dataclass(frozen=True)
class HelpAct:
    """One way to help: its button, what happens, and the service that does it."""

    name: str
    title: str | Promise
    preview: tuple[str | Promise, ...]
    do: Callable[..., None]
    form: type[ReasonForm] = HelpForm


ENDS = gettext_lazy("Every login ends, and API tokens stop working.")
ACTS = {
    act.name: act
    for act in (
        HelpAct(
            "address",
            gettext_lazy("Change the address"),
            (
                gettext_lazy("Codes and mail go to the new address. Check that it belongs to the player."),
                ENDS,
                gettext_lazy("Both addresses get an email with your reason. The former one can undo it for a week."),
            ),
            services.help_address,
            AddressForm,
        ),
        HelpAct(
            "second-step",
            gettext_lazy("Remove the second step"),
            (
                gettext_lazy("All passkeys, the authenticator app and the recovery codes are removed."),
                ENDS,
                gettext_lazy("The player gets an email with your reason."),
            ),
            services.help_second_step,
        ),
        HelpAct(
            "sessions",
            gettext_lazy("End all logins"),
            (ENDS, gettext_lazy("The player gets an email with your reason.")),
            services.help_sessions,
        ),
    )
}


@require_safe
@for_organizers
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """Render one person with games, mails and audit log, and the acts that are possible."""
    who = get_object_or_404(get_user_model(), pk=pk, deleted_at=None)
    acts = ACTS.values() if who.is_active and services.may_help(person_of(request), who) else ()
    unreached = why_unreached(who, timezone.now())
    context = {"person": who, "detail": person_detail(who), "acts": acts, "unreached": unreached}
    context |= {"here": "organize", "there": "people"}
    return render(request, "organize/person.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers
def write(request: HttpRequest, pk: int) -> HttpResponse:
    """Write an email to one person."""
    who = get_object_or_404(get_user_model(), pk=pk, deleted_at=None)
    why = why_unreached(who, timezone.now())
    if why and request.method != "POST":  # what was typed before the mail bounced is kept
        said = {"name": who.username, "why": why}
        messages.error(request, _("Email does not reach %(name)s: %(why)s. Nothing was sent.") % said)
        return redirect("organize-person", pk=who.pk)
    form = MessageForm(request.POST or None)
    outcome = submit_form(request, form, partial(person_write, person_id=who.pk, user=person_of(request)))
    if outcome.done:
        messages.success(request, _("Sent to %(name)s.") % {"name": who.username})
        return redirect("organize-person", pk=who.pk)
    title = _("Write to %(name)s") % {"name": who.username}
    context = {"form": form, "title": title, "preview": [_("They get it by email from the organizers.")]}
    context |= {"back": reverse("organize-person", args=[who.pk]), "refusal": outcome.refusal, "here": "organize"}
    return render(request, "organize/reason.html", context, status=outcome.status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers
def act(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Preview an act and ask for the reason; a POST does it."""
    who = load_helped_person(request, pk)
    if name not in ACTS:
        raise Http404
    answer: HttpResponse = act_on(request, who, ACTS[name])
    return answer


@proved_to_post
def act_on(request: HttpRequest, who: User, chosen: HelpAct) -> HttpResponse:
    """Do an act that gives an account to somebody. Needs a fresh proof of identity, so a borrowed session is not
    enough."""
    form = chosen.form(request.POST or None)
    outcome = submit_form(request, form, partial(chosen.do, person_id=who.pk, user=person_of(request)))
    if outcome.done:
        messages.success(request, _("Done. The player was told by email."))
        return redirect("organize-person", pk=who.pk)
    context = {"person": who, "act": chosen, "form": form, "refusal": outcome.refusal}
    context |= {"here": "organize", "there": "people"}
    return render(request, "organize/person_act.html", context, status=outcome.status)


def load_helped_person(request: HttpRequest, pk: int) -> User:
    """Load the person if the organizer may help them. Raises Http404."""
    who = get_object_or_404(get_user_model(), pk=pk, is_active=True)
    if not services.may_help(person_of(request), who):
        raise Http404
    return who
