"""The pages on which people sign up as substitutes, and take a seat that is free.

Templates: substitutes/offer.html (page: an OfferPage, owner, is_mine, refusal), substitutes/over.html (owner, game,
ending, refusal), substitutes/gone.html,
substitutes/game.html (head, page: a GamePage, refusal), substitutes/settings.html (signed_up, games, offer, offer_url,
refusal).
"""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.current_user import person_of
from accounts.ratelimit import client_ip, limit_reads, limited, too_many
from games.errors import GameError
from games.models import Entry
from games.selectors.access import Access, game_for
from games.selectors.page_data import PageReader, page_header
from substitutes.models import Offer, SignUp
from substitutes.selectors import ending_of, game_page, is_signed_up, offer_at, offer_page, offer_url, open_offer_of
from substitutes.services import offer_accept, offer_decline, sign_off, sign_up

HOUR = 3600


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("seat-offer", 60, 60, by="ip")
def seat_offer(request: HttpRequest, token: str) -> HttpResponse:
    """Render the seat that a person is asked to take; a POST takes it or leaves it. The address alone is enough, as
    with all links in mails."""
    offer = offer_at(token)
    if offer is None:
        if wait := limit_reads(f"bad-offer:ip:{client_ip(request)}", 20, HOUR):
            return too_many(request, wait)
        return marked(render(request, "substitutes/gone.html", status=404))
    if request.method == "POST":
        return marked(answer_post(request, offer))
    return marked(show_offer(request, offer))


def marked(response: HttpResponse) -> HttpResponse:
    """Keep a page that its address opens from search engines and from other sites."""
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


def show_offer(request: HttpRequest, offer: Offer, refusal: str = "", status: int = 200) -> HttpResponse:
    reading = PageReader.of(offer.user)
    if ending := ending_of(offer, reading.now):
        context = {"owner": offer.user, "game": offer.game, "ending": ending, "refusal": refusal}
        return render(request, "substitutes/over.html", context, status=status if refusal else HTTPStatus.GONE)
    context = {
        "page": offer_page(offer, reading.now, reading.zone),
        "owner": offer.user,
        "is_mine": request.user == offer.user,
        "refusal": refusal,
    }
    return render(request, "substitutes/offer.html", context, status=status, using="jinja2")


def answer_post(request: HttpRequest, offer: Offer) -> HttpResponse:
    """Take the seat, or leave it to others."""
    try:
        if request.POST.get("do") == "accept":
            source = Entry.Source.WEB if request.user == offer.user else Entry.Source.LINK
            offer_accept(offer=offer, user=offer.user, source=source)
            if request.user == offer.user:
                messages.success(request, _("The seat is yours."))
                return redirect("game", slug=offer.game.slug)
        elif request.POST.get("do") == "decline":
            offer_decline(offer=offer, user=offer.user)
    except GameError as exc:
        offer.refresh_from_db()
        return show_offer(request, offer, exc.message, exc.status)
    return redirect(offer_url(offer))


@require_http_methods(["GET", "HEAD", "POST"])
def game_substitutes(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the list of a game's substitutes for a reader; a POST signs up or off."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        return redirect("game-lobby", slug=slug)
    if request.method == "POST":
        return sign_post(request, access)
    return show_game(request, access)


def show_game(request: HttpRequest, access: Access, refusal: str = "", status: int = 200) -> HttpResponse:
    reading = PageReader.of(request.user)
    person = person_of(request) if request.user.is_authenticated else None
    context = {
        "head": page_header(access, reading, heading=False),
        "page": game_page(access, person),
        "refusal": refusal,
    }
    return render(request, "substitutes/game.html", context, status=status, using="jinja2")


@limited("substitute", 60, 60)
def sign_post(request: HttpRequest, access: Access) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    try:
        if request.POST.get("do") == "off":
            sign_off(user=person_of(request), game=access.game)
        else:
            sign_up(user=person_of(request), game=access.game)
    except GameError as exc:
        return show_game(request, access, exc.message, exc.status)
    return redirect("game-substitutes", slug=access.game.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("substitute", 60, 60)
def settings_page(request: HttpRequest) -> HttpResponse:
    """Render where a person has signed up; a POST signs up for the site, or off."""
    user, refusal, status = person_of(request), "", 200
    if request.method == "POST":
        try:
            if request.POST.get("do") == "off":
                sign_off(user=user)
            else:
                sign_up(user=user)
            return redirect("substitute-settings")
        except GameError as exc:
            refusal, status = exc.message, exc.status
    offer = open_offer_of(user.pk)
    context = {
        "signed_up": is_signed_up(user),
        "games": [row.game for row in SignUp.objects.filter(user=user, game__isnull=False).select_related("game")],
        "offer": offer,
        "offer_url": offer_url(offer) if offer else "",
        "refusal": refusal,
    }
    return render(request, "substitutes/settings.html", context, status=status)
