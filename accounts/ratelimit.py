"""Limits on how often something may be done: one counter row a key, raised and read by one atomic statement.

A window begins with the first try and ends after its seconds; tries beyond the count are counted too but never make
the window longer. The counter stands in the database, so it holds for any number of processes and without Redis.
"""

from __future__ import annotations

import hashlib
import ipaddress
import math
import random
import time
from collections.abc import Callable
from functools import wraps

from allauth.account.adapter import get_adapter
from allauth.core.internal.ratelimit import truncate_ip
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import RateCount
from common.outages import dispensable

LONGEST_KEY = 160
SWEEP_SHARE = 0.01  # every hundredth new window clears away the ended ones

OVER = "(old.ends <= excluded.began OR old.ends > excluded.ends + 60)"  # as typed
"""Whether the window in the row has ended, or was begun by a clock that was ahead by more than a minute."""

COUNT_ONE_MORE = f"""
    INSERT INTO accounts_ratecount AS old ("key", began, ends, "count") VALUES (%s, %s, %s, 1)
    ON CONFLICT ("key") DO UPDATE SET
        "count" = CASE WHEN {OVER} THEN 1 ELSE old."count" + 1 END,
        began = CASE WHEN {OVER} THEN excluded.began ELSE old.began END,
        ends = CASE WHEN {OVER} THEN excluded.ends ELSE old.ends END
    RETURNING "count", ends
"""


def limit(key: str, count: int, seconds: float) -> int:
    """Count one try under `key`; 0 if it is within `count` tries per `seconds`, else the whole seconds to wait.

    Call it outside of a transaction that may roll back: the try would go uncounted.
    """
    now = time.time()
    with connection.cursor() as cursor:
        cursor.execute(COUNT_ONE_MORE, [_fit(key), now, now + seconds])
        tries, ends = cursor.fetchone()
    if tries == 1 and random.random() < SWEEP_SHARE:
        forget_ended(now)
    return 0 if tries <= count else max(1, math.ceil(ends - now))


def limit_reads(key: str, count: int, seconds: float) -> int:
    """Count a request that only reads, as `limit` does; nothing is counted while the database takes no writes."""
    with dispensable("the counter of a limit"):
        return limit(key, count, seconds)
    return 0


def forget_ended(now: float | None = None) -> int:
    """Remove the counters whose window is over; the number of rows removed."""
    return RateCount.objects.filter(ends__lt=time.time() if now is None else now).delete()[0]


def client_ip(request: HttpRequest) -> str:
    """Return the address that a request came from, as far as the proxies in front of the site can be trusted."""
    return str(get_adapter().get_client_ip(request))


def network_of(request: HttpRequest) -> str:
    """Return the network that limits by address count: an IPv4 address, or the /64 of an IPv6 one, which has one
    owner."""
    return str(truncate_ip(client_ip(request)))


WIDER = (56, 48)
"""Networks of IPv6 that one customer may hold; each may do twice what a /64 may."""


def networks_of(request: HttpRequest) -> dict[str, int]:
    """List the networks that a request came from, smallest first, and how many shares of a limit each has."""
    smallest = network_of(request)
    try:
        address = ipaddress.IPv6Address(smallest)
    except ValueError:
        return {smallest: 1}
    wider = {str(ipaddress.IPv6Network((address, size), strict=False)): 2 for size in WIDER}
    return {smallest: 1, **wider}


CODE_TRIES = 5
CODE_SECONDS = 600
"""A code is compared this often in the time that it works."""


def try_code(request: HttpRequest, code: str | None) -> bool:
    """Count a try of the code that this session waits for; False if it has had its five.

    The session counts too, but requests that come at once all read the same number from it.
    """
    named = f"{request.session.session_key}:{code}".encode()
    return not limit(f"code:{hashlib.sha256(named).hexdigest()}", CODE_TRIES, CODE_SECONDS)


View = Callable[..., HttpResponse]


def limited(name: str, count: int, seconds: float, *, by: str = "user") -> Callable[[View], View]:
    """Limit a view to `count` POSTs per `seconds` for each person (`by="user"`) or address (`by="ip"`)."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if request.method == "POST" and (wait := limit(f"{name}:{_who(request, by)}", count, seconds)):
                return too_many(request, wait)
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def limited_reads(name: str, count: int, seconds: float) -> Callable[[View], View]:
    """Limit a view that only reads, and takes long for it, to `count` requests per `seconds` for each person."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if wait := limit_reads(f"{name}:{_who(request, 'user')}", count, seconds):
                return too_many(request, wait)
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def too_many(request: HttpRequest, wait: int = 60) -> HttpResponse:
    """Return the answer 429 with a page that says how long to wait; htmx has a sentence of its own for it."""
    if "HX-Request" in request.headers:
        return HttpResponse(status=429, headers={"Retry-After": str(wait)})
    response = render(request, "429.html", {"wait": wait, "minutes": math.ceil(wait / 60)}, status=429)
    response.headers["Retry-After"] = str(wait)
    return response


def count_in_cache(key: str, count: int, seconds: int) -> int:
    """Count like `limit`, but in the cache and in fixed windows, for what happens too often to be written to the
    database."""
    now = int(time.time())
    name = f"limit:{_fit(key)}:{now // seconds}"
    if not cache.add(name, 1, seconds):
        try:
            tries = cache.incr(name)
        except ValueError:  # the window has just ended
            tries = 1
        if tries > count:
            return seconds - now % seconds
    return 0


def mark_limited(request: HttpRequest | None, wait: int = 60) -> None:
    """Remember that this request is refused for being one too many; `accounts.middleware` sets status and header."""
    if request is not None and not getattr(request, "limited_for", 0):
        request.limited_for = wait  # type: ignore[attr-defined]  # read by the middleware


def _who(request: HttpRequest, by: str) -> str:
    if by == "user" and request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"ip:{network_of(request)}"


def _fit(key: str) -> str:
    if len(key) <= LONGEST_KEY:
        return key
    return hashlib.sha256(key.encode()).hexdigest()
