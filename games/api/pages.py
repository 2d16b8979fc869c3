"""Pages of the API: its OpenAPI document, the page about it, and people's own tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.current_user import person_of
from accounts.ratelimit import limited
from accounts.views import proved_to_post
from common.form_fields import choice_field
from games.api import authentication
from games.api.describe import COMMON_ERRORS, document
from games.api.responses import Refusal
from games.errors import GameError
from games.models import ApiToken, Game
from games.services.tokens import token_make, token_revoke, valid_tokens

if TYPE_CHECKING:
    from accounts.models import User

DAYS = [("30", gettext_lazy("30 days")), ("90", gettext_lazy("90 days")), ("365", gettext_lazy("a year"))]
DOCUMENT_FOR = 3600
"""Seconds for which browsers and proxies may keep the document."""


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Serve the OpenAPI document."""
    text = msgspec.json.format(msgspec.json.encode(document(), enc_hook=str), indent=1)
    response = HttpResponse(text, content_type="application/vnd.oai.openapi+json; charset=utf-8")
    response.headers["Cache-Control"] = f"public, max-age={DOCUMENT_FOR}"
    return response


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Render the page about the API: first steps, limits, and every operation of the document."""
    limits = {
        "reads": authentication.READS_A_MINUTE,
        "writes": authentication.WRITES_A_MINUTE,
        "own": authentication.OWN_GAME_A_MINUTE,
    }
    return render(request, "games/api.html", {"groups": operations_by_tag(), "limits": limits, "here": "api"})


def operations_by_tag() -> list[tuple[str, list[dict[str, str]]]]:
    """Group the operations by tag, in the order of the document, each with method, path, summary and statuses."""
    found: dict[str, list[dict[str, str]]] = {}
    for path, methods in document()["paths"].items():
        for method, facts in methods.items():
            row = {
                "method": method.upper(),
                "path": path,
                "summary": facts["summary"],
                "description": facts.get("description", "").partition("\n\n")[0].replace("`", ""),
                "statuses": ", ".join(sorted(set(facts["responses"]) - set(map(str, COMMON_ERRORS)))),
            }
            found.setdefault(facts["tags"][0], []).append(row)
    return list(found.items())


@csrf_exempt
def not_found(request: HttpRequest) -> HttpResponse:
    """Refuse an address below /api/ that does not exist, as JSON."""
    refusal = Refusal("request.not_found", _("There is nothing here. The addresses are listed in /api/schema/."))
    return HttpResponse(msgspec.json.encode(refusal), status=404, content_type="application/json")


class TokenForm(forms.Form):
    """A new token: its purpose, scope, game and lifetime."""

    name = forms.CharField(label=gettext_lazy("What is it for?"), max_length=60)
    scope = forms.ChoiceField(
        label=gettext_lazy("What it may do"), choices=ApiToken.Scope.choices, widget=forms.RadioSelect
    )
    game = forms.ChoiceField(label=gettext_lazy("In which games"), required=False)
    days = forms.ChoiceField(label=gettext_lazy("Valid for"), choices=DAYS, initial="90")

    def __init__(self, posted: QueryDict | None = None, *, user: User) -> None:
        super().__init__(posted, initial={"scope": ApiToken.Scope.READ})
        self.user = user
        own = Game.objects.filter(players__user=user).exclude(status__in=[Game.Status.OVER, Game.Status.VOID])
        self.games = {game.slug: game for game in own.order_by("-pk")[:100]}
        choices = [("", _("all of mine")), *((slug, game.name) for slug, game in self.games.items())]
        choice_field(self, "game").choices = choices

    def make(self) -> str:
        """Create the token and return its text. Raises TokenRefused."""
        given = self.cleaned_data
        _token, text = token_make(
            user=self.user,
            name=given["name"],
            scope=given["scope"],
            game=self.games.get(given["game"]),
            days=int(given["days"]),
        )
        return text


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@proved_to_post
@limited("tokens", 30, 3600)
def tokens(request: HttpRequest) -> HttpResponse:
    """Render one's own tokens with the form for a new one, whose text is shown once, in the answer to the form."""
    posted = request.POST if request.method == "POST" else None
    form, text = TokenForm(posted, user=person_of(request)), ""
    if posted is not None and form.is_valid():
        try:
            text = form.make()
        except GameError as refusal:
            form.add_error(None, refusal.message)
        else:
            form = TokenForm(user=person_of(request))
    context = {
        "form": form,
        "text": text,
        "tokens": valid_tokens(person_of(request), timezone.now()),
        "here": "account",
    }
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke one of one's own tokens."""
    if not token_revoke(user=person_of(request), token_id=pk):
        raise Http404
    messages.success(request, _("You revoked the token. It no longer works."))
    return redirect(reverse("account-tokens"))
