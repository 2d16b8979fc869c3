"""How often somebody may try to log in, and have codes mailed, without keeping anybody else from it.

Tries count against the account *and* the network they come from, so a stranger uses up the stranger's tries alone. A
browser that logged in before (`accounts.browsers`) has tries of its own. What counts against the account from
everywhere together is wide, and stops those who guess from many networks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from allauth.account.internal.userkit import filter_users_by_email
from django.db.models import F
from django.http import HttpRequest

from accounts import browsers
from accounts.models import RateCount, User
from accounts.ratelimit import limit, network_of

MINUTE, QUARTER, HOUR = 60, 900, 3600


@dataclass(frozen=True)
class Limit:
    """At most `count` tries in `seconds` under `key`."""

    key: str
    count: int
    seconds: int


def take(limits: Iterable[Limit]) -> int:
    """Count one try under each limit; 0 if it is within all, else the seconds to wait. One that is refused early does
    not count under the limits behind."""
    for each in limits:
        if wait := limit(each.key, each.count, each.seconds):
            return wait
    return 0


def give_back(limits: Iterable[Limit]) -> None:
    """Take back one try: it was a good one."""
    RateCount.objects.filter(key__in=[each.key for each in limits], count__gt=0).update(count=F("count") - 1)


def password_limits(request: HttpRequest, login: str, user: User | None) -> list[Limit]:
    """List the limits of guessing the password of an account; for a login that nobody has they are the same."""
    return limits_of(request, f"password:{user.pk if user else hashed(login)}", user, everywhere=50, of_network=20)


def factor_limits(request: HttpRequest, user: User) -> list[Limit]:
    """List the limits of guessing the six digits of an app, or a recovery code, behind the first step."""
    return limits_of(request, f"factor:{user.pk}", user, everywhere=20, of_network=20)


def limits_of(request: HttpRequest, name: str, user: User | None, *, everywhere: int, of_network: int) -> list[Limit]:
    """List the limits of tries called `name`: of a browser that the account knows, else of the network and overall."""
    if browser := browsers.name_of(request, user):
        return [Limit(f"{name}:browser:{browser}", 10, QUARTER)]
    network = network_of(request)
    return [
        Limit(f"{name}:net:{network}", 5, QUARTER),
        Limit(f"{name.partition(':')[0]}:net:{network}", of_network, QUARTER),
        Limit(f"{name}:all", everywhere, QUARTER),
    ]


def code_limits(request: HttpRequest, address: str) -> list[Limit]:
    """List the limits of having codes mailed to an address, whether an account has it or not."""
    kind = "proof" if request.user.is_authenticated else "mailed"  # who has just logged in by a code may need another
    name = f"{kind}:{hashed(address)}"
    if browser := browsers.name_of(request, owner_of(request, address)):
        return [Limit(f"{name}:browser:{browser}:m", 1, MINUTE), Limit(f"{name}:browser:{browser}", 10, HOUR)]
    network = network_of(request)
    return [
        Limit(f"{name}:net:{network}:m", 1, MINUTE),
        Limit(f"{name}:net:{network}", 5, HOUR),
        Limit(f"mailed:net:{network}", 20, HOUR),
        Limit(f"{name}:all", 20, HOUR),
    ]


def owner_of(request: HttpRequest, address: str) -> User | None:
    """Return the owner of the account that a code is for: the person logged in, else the one with this address."""
    if isinstance(request.user, User):
        return request.user
    return next(iter(filter_users_by_email(address, is_active=True, prefer_verified=True)), None)


def forget_passwords(user: User) -> None:
    """Forget the failed tries of an account whose owner has just set a new password by mail."""
    RateCount.objects.filter(key__startswith=f"password:{user.pk}:").delete()


def hashed(text: str) -> str:
    return hashlib.sha256(text.strip().lower().encode()).hexdigest()[:32]
