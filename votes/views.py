"""The page of a game's votes, and their cards on the turn page.

Templates: votes/page.html (head, page: a VotesPage, refusal), votes/cards.html (data: VoteCards).
"""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.current_user import person_of
from accounts.ratelimit import limited
from games.errors import GameError
from games.models import Colour, Entry
from games.selectors.access import Access, game_for
from games.selectors.page_data import PageReader, page_header
from votes.kinds import KINDS, LONGEST_PAUSE, VoteRefused
from votes.reading import VoteWish
from votes.selectors import vote_cards, votes_page
from votes.services import vote_answer, vote_for


@require_http_methods(["GET", "HEAD", "POST"])
def game_votes(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the votes of a game as the reader may see it; a POST opens a vote or answers one."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        return redirect("game-lobby", slug=slug)
    if request.method == "POST":
        return answer_post(request, slug)
    return show(request, access)


@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the open votes of a game as the turn page shows them; it fetches them only where there are any."""
    access = game_for(request.user, slug)
    return render(
        request, "votes/cards.html", {"data": vote_cards(access, PageReader.of(request.user))}, using="jinja2"
    )


def show(request: HttpRequest, access: Access, refusal: str = "", status: int = 200) -> HttpResponse:
    reading = PageReader.of(request.user)
    context = {
        "head": page_header(access, reading, heading=False),
        "page": votes_page(access, reading),
        "refusal": refusal,
    }
    return render(request, "votes/page.html", context, status=status, using="jinja2")


@limited("vote", 60, 60)
def answer_post(request: HttpRequest, slug: str) -> HttpResponse:
    """Do what a form asks, then return to the page that it stands on."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    access = game_for(request.user, slug)
    try:
        do_post(request, access)
    except GameError as exc:
        return show(request, game_for(request.user, slug), exc.message, exc.status)
    back = "game" if request.POST.get("from") == "board" else "game-votes"
    return redirect(back, slug=slug)


def do_post(request: HttpRequest, access: Access) -> None:
    """Open the vote that a form names, or answer one. Raises GameError."""
    user, game_id, post = person_of(request), access.game.pk, request.POST
    if post.get("agrees") in ("yes", "no"):
        vote_id = number(post, "vote")
        vote_answer(game_id=game_id, user=user, vote_id=vote_id, agrees=post["agrees"] == "yes")
    else:
        wish = wish_of(post)
        vote_for(game_id=game_id, user=user, wish=wish, source=Entry.Source.WEB)


def wish_of(post: QueryDict) -> VoteWish:
    """Read the form that opens a vote. Raises VoteRefused for what no page of ours sends."""
    kind, days, colour = post.get("kind", ""), number(post, "days"), post.get("colour", "")
    if kind not in KINDS or days > LONGEST_PAUSE or (colour and colour not in Colour.values):
        raise VoteRefused(_("There is no such vote."))
    return VoteWish(kind, days, colour)


def number(post: QueryDict, name: str) -> int:
    """Read a number of a form; 0 for anything else."""
    text = post.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
