"""The plan for the reader's next turn: two steps, its text and then what it would do, before it is kept.

Templates: games/plan.html (head, access, game, plan, form, preview, refusal, order_text), games/plan_check.html
(preview, refusal).
"""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.ratelimit import limited
from games.errors import GameError
from games.models import TurnPlan
from games.play.plans import UNTOUCHED, orders_of
from games.selectors.access import Access, game_for
from games.selectors.page_data import PageReader, page_header
from games.services.plans import LONGEST_PLAN, Preview, plan_drop, plan_keep, plan_preview

CHECKS_A_MINUTE = 30


class PlanForm(forms.Form):
    """The text of a plan, and how long it is held once the turn has begun."""

    text = forms.CharField(
        label=gettext_lazy("Orders for your next turn, one per line"),
        max_length=LONGEST_PLAN,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    hold = forms.TypedChoiceField(
        label=gettext_lazy("When your turn begins"), choices=TurnPlan.HOLDS, coerce=int, initial=15
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("seat", 60, 60)
def game_plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Render, preview, keep or drop the plan of the reader's seat. Raises Http404 for everybody without one."""
    access = own_seat(request, slug)
    if request.method != "POST":
        return show_plan(request, access)
    act = ACTS.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    try:
        return act(request, access)
    except GameError as exc:
        return show_plan(request, access, refusal=exc.message, status=exc.status)


def own_seat(request: HttpRequest, slug: str) -> Access:
    """Return the reader's access to a game in which they play a seat of their own. Raises Http404."""
    access = game_for(request.user, slug)
    if not access.has_own_seat or access.viewer is None or not access.may_play:
        raise Http404
    return access


@login_required
@require_POST
@limited("plan-check", CHECKS_A_MINUTE, 60)
def plan_check(request: HttpRequest, slug: str) -> HttpResponse:
    """Render what a plan would do that is being typed, or its first line that cannot be read. Saves nothing. Raises
    Http404 for everybody without a seat on a board."""
    access = own_seat(request, slug)
    assert access.viewer is not None
    context: dict[str, object] = {}
    try:
        context["preview"] = plan_preview(access.game, access.viewer, request.POST.get("text", ""))
    except GameError as exc:
        context["refusal"] = exc.message
    return render(request, "games/plan_check.html", context)


def show_plan(
    request: HttpRequest, access: Access, preview: Preview | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    plan = TurnPlan.objects.filter(player=access.player).first()
    shown: dict[str, str | int] = {
        "text": plan.text if plan and plan.state != TurnPlan.State.PLAYED else UNTOUCHED + "\n"
    }
    shown["hold"] = plan.hold if plan else 15
    form = PlanForm(request.POST) if request.method == "POST" else PlanForm(initial=shown)
    form.fields["text"].widget.attrs |= {
        "hx-post": reverse("plan-check", args=[access.game.slug]),
        "hx-trigger": "input changed delay:400ms",  # as typed
        "hx-target": "#plan-check",
    }
    context = {
        "head": page_header(access, PageReader.of(request.user), heading=False),
        "access": access,
        "game": access.game,
        "plan": plan,
        "form": form,
        "preview": preview,
        "refusal": refusal,
        "order_text": orders_of(plan.text) if plan and plan.state == TurnPlan.State.FAILED else "",
    }
    return render(request, "games/plan.html", context, status=status)


def read_form(request: HttpRequest) -> tuple[str, int]:
    """Read text and hold of the form. Raises GameError."""
    form = PlanForm(request.POST)
    if not form.is_valid():
        raise GameError(_("Write at least one order, and at most 10,000 characters."))
    return form.cleaned_data["text"], form.cleaned_data["hold"]


def act_preview(request: HttpRequest, access: Access) -> HttpResponse:
    text, _hold = read_form(request)
    assert access.viewer is not None
    return show_plan(request, access, preview=plan_preview(access.game, access.viewer, text))


def act_keep(request: HttpRequest, access: Access) -> HttpResponse:
    text, hold = read_form(request)
    plan_keep(game_id=access.game.pk, user_id=request.user.pk or 0, text=text, hold=hold)
    messages.success(request, _("Your plan is kept for your next turn."))
    return redirect("game-plan", slug=access.game.slug)


def act_drop(request: HttpRequest, access: Access) -> HttpResponse:
    plan_drop(game_id=access.game.pk, user_id=request.user.pk or 0)
    messages.success(request, _("Your plan is gone. Nothing of it will be played."))
    return redirect("game-plan", slug=access.game.slug)


ACTS: dict[str, Callable[[HttpRequest, Access], HttpResponse]] = {
    "preview": act_preview,
    "keep": act_keep,
    "drop": act_drop,
}
