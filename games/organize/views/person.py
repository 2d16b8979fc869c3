"""One person as organizers see them, writing to them, and acts for somebody who lost access to their account.

Templates: organize/person.html (detail, person, acts, sections), organize/person_act.html (person, act, form, preview,
refusal).
"""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.current_user import person_of
from accounts.models import User
from accounts.views import proved_to_post
from games.organize.acts import ActContext, OrganizerAct
from games.organize.forms import MessageForm
from games.organize.person_acts import PERSON_ACTS
from games.organize.person_detail import person_detail
from games.organize.reach import why_unreached
from games.organize.sections import person_sections
from games.organize.views.posting import submit_form
from games.permissions import for_organizers
from games.services.account_help import may_help
from games.services.organizer_messages import person_write


@require_safe
@for_organizers
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """Render one person with games, mails and audit log, and the acts that are possible."""
    who = get_object_or_404(get_user_model(), pk=pk, deleted_at=None)
    acts = [act for act in PERSON_ACTS if act.suits(who)] if who.is_active and may_help(person_of(request), who) else []
    unreached = why_unreached(who, timezone.now())
    context = {"person": who, "detail": person_detail(who, person_of(request)), "acts": acts, "unreached": unreached}
    context |= {"sections": person_sections(who, person_of(request)), "here": "organize", "there": "people"}
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
    outcome = submit_form(request, form, partial(person_write, person_id=who.pk))
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
    who, chosen = load_helped_person(request, pk), PERSON_ACTS.get(name)
    if chosen is None or not chosen.suits(who):
        raise Http404
    answer: HttpResponse = act_on(request, who, chosen)
    return answer


@proved_to_post
def act_on(request: HttpRequest, who: User, chosen: OrganizerAct[User]) -> HttpResponse:
    """Do an act that gives an account to somebody. Needs a fresh proof of identity, so a borrowed session is not
    enough."""
    form = chosen.form(request.POST or None)
    outcome = submit_form(request, form, partial(chosen.do, person_id=who.pk))
    if outcome.done:
        messages.success(request, str(chosen.done))
        return redirect("organize-person", pk=who.pk)
    preview = chosen.preview(ActContext(who, timezone.now(), timezone.get_current_timezone()), {})
    context = {"person": who, "act": chosen, "form": form, "preview": preview, "refusal": outcome.refusal}
    context |= {"here": "organize", "there": "people"}
    return render(request, "organize/person_act.html", context, status=outcome.status)


def load_helped_person(request: HttpRequest, pk: int) -> User:
    """Load the person if the organizer may help them. Raises Http404."""
    who = get_object_or_404(get_user_model(), pk=pk, is_active=True)
    if not may_help(person_of(request), who):
        raise Http404
    return who
