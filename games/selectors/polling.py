"""Polls of open pages: "has anything happened since?", asked four times a minute by each.

The address carries a signature of the game and the entry that its page shows. Who has it was shown that page, so "no"
can be said without a look at the login; "yes" goes through all checks, like any page. Who may watch a game is chosen
when it is created and never changes, so no page that was shown has to be taken back.
"""

from __future__ import annotations

import re
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Game
from games.models.paths import game_path

SALT = "games.selectors.polling"
PATH = re.compile(r"/g/([-\w]+)/poll/")
"""As in games.urls: the routes are not asked, for most requests are polls."""


def poll_url(game: Game) -> str:
    """Build the URL where a page asks whether the game has changed."""
    query = {"seq": game.seq, "mac": mac_of(game.slug, str(game.seq))}
    return f"{game_path('game-poll', game.slug)}?{urlencode(query)}"


def mac_of(slug: str, seq: str) -> str:
    """Sign what a page of this game at this entry carries: 128 bits."""
    return salted_hmac(SALT, f"{slug}:{seq}", algorithm="sha256").hexdigest()[:32]


def is_idle(request: HttpRequest) -> bool:
    """Tell whether this is a signed poll of a game in which nothing has happened since. One query if it is signed."""
    found = PATH.fullmatch(request.path_info)
    if not found or request.method not in ("GET", "HEAD"):
        return False
    slug, seq = found[1], request.GET.get("seq", "")
    if not constant_time_compare(request.GET.get("mac", ""), mac_of(slug, seq)):
        return False
    return Game.objects.filter(slug=slug, seq=seq).exists()
