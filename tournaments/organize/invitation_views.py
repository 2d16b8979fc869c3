"""The invitations of an event that is by invitation only.

Template, in tournaments/organize/: invitations.html (event, tab, rows, form, refusal, may_change, said).
"""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from accounts.current_user import person_of
from games.errors import GameError
from games.lobby.new_game_form import typed_people
from tournaments.models import Tournament
from tournaments.organize.guard import for_organizers_of_events, load_event
from tournaments.organize.views import page_context
from tournaments.services.inviting import OVER, event_invite, event_uninvite

LONGEST_LIST = 20_000


class InviteForm(forms.Form):
    """People to invite."""

    whom = forms.CharField(
        label=gettext_lazy("Email addresses or @names"),
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
        help_text=gettext_lazy("One a line, or separated by commas."),
        error_messages={"required": gettext_lazy("Write at least one email address or @name.")},
    )

    def clean_whom(self) -> list[str]:
        found = typed_people(self.cleaned_data["whom"])
        if not found:
            raise forms.ValidationError(self.fields["whom"].error_messages["required"])
        return found


@require_http_methods(["GET", "HEAD", "POST"])
@for_organizers_of_events
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """Render who is invited to an event; a POST invites more people, or withdraws the invitations that are ticked."""
    event = load_event(request, slug)
    if request.method != "POST":
        return show_invitations(request, event, InviteForm())
    user = person_of(request)
    try:
        if request.POST.get("do") == "withdraw":
            chosen = [int(key) for key in request.POST.getlist("invitation") if key.isascii() and key.isdigit()]
            count = event_uninvite(event_id=event.pk, user=user, invitations=chosen[:LONGEST_LIST])
            messages.success(request, tell_withdrawn(count))
        else:
            form = InviteForm(request.POST)
            if not form.is_valid():
                return show_invitations(request, event, form, status=422)
            count = event_invite(event_id=event.pk, user=user, whom=form.cleaned_data["whom"])
            messages.success(request, tell_invited(event, count))
    except GameError as exc:
        return show_invitations(request, event, InviteForm(request.POST), refusal=exc.message, status=exc.status)
    return redirect("organize-event-invitations", slug=slug)


def tell_invited(event: Tournament, count: int) -> str:
    """Say how many are invited, and when they hear of it; the same whether or not anybody has such a name."""
    if not count:
        return _("All of them were invited already.")
    text = ngettext("%(count)s invitation is kept.", "%(count)s invitations are kept.", count) % {"count": count}
    if event.status == Tournament.Status.ENTRY:
        return f"{text} {_('Each goes out by email.')}"
    if event.status == Tournament.Status.DRAFT:
        return f"{text} {_('They go out when sign-up opens.')}"
    return text


def tell_withdrawn(count: int) -> str:
    if not count:
        return _("No invitation was ticked.")
    text = ngettext("%(count)s invitation is withdrawn.", "%(count)s invitations are withdrawn.", count)
    return text % {"count": count}


def tell_state(event: Tournament) -> list[str]:
    """Tell what invitations do in the present state of an event."""
    if event.status in OVER:
        return [_("This tournament is over, so nobody can be invited.")]
    said = [_("Whoever is invited sees the tournament and can enter it. Nobody else can.")]
    if not event.invited_only:
        said = [_("Everybody can enter this tournament. To let only invited players in, tick that under “Settings”.")]
    if event.status == Tournament.Status.DRAFT:
        return [*said, _("Invitations go out by email when sign-up opens.")]
    if event.status == Tournament.Status.ENTRY:
        return [*said, _("New invitations go out by email at once.")]
    return [*said, _("Sign-up is over, so new invitations are not mailed. They open the page of entry.")]


def show_invitations(
    request: HttpRequest, event: Tournament, form: InviteForm, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    rows = event.invitations.select_related("user").order_by("-pk")
    context = page_context(request, event, "invitations") | {
        "rows": [(each.pk, name_of(each.whom, each.user.username if each.user else "")) for each in rows],
        "form": form,
        "refusal": refusal,
        "may_change": event.status not in OVER,
        "said": tell_state(event),
    }
    return render(request, "tournaments/organize/invitations.html", context, status=status)


def name_of(whom: str, name: str) -> str:
    """Name an invitation as it was typed; one that was made otherwise by the name of its person."""
    typed = whom or name
    return typed if "@" in typed else f"@{typed}"
