"""How often somebody may try to log in, and have codes mailed, without keeping anybody else from it.

Tries count against the account *and* the network they come from, so a stranger uses up the stranger's tries alone. A
browser that logged in before (`accounts.browsers`) has tries of its own. What counts against the account from
everywhere together stops those who guess from many networks; beyond that a passkey and a mailed code
(`accounts.open_codes`) stay open to the owner.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.db.models import F
from django.http import HttpRequest

from accounts import browsers
from accounts.models import RateCount, User
from accounts.ratelimit import limit, networks_of

MINUTE, QUARTER, THIRD, HOUR = 60, 900, 1200, 3600

EVERYWHERE = 12
"""Wrong passwords of an account in twenty minutes from all networks together, by name and by address each. No hour
touches more than four such spans, so fewer than a hundred are compared in any."""


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
    """List the limits of guessing the password of an account; for a login that nobody has they are the same.

    Tries by name and tries by address count apart: else whoever has used up those of a name would find out the address
    that belongs to it.
    """
    name = f"password:{user.pk if user else hashed(login)}:{'address' if '@' in login else 'name'}"
    return limits_of(request, name, user, everywhere=EVERYWHERE, of_network=20)


def factor_limits(request: HttpRequest, user: User) -> list[Limit]:
    """List the limits of guessing the six digits of an app, or a recovery code, behind the first step."""
    return limits_of(request, f"factor:{user.pk}", user, everywhere=20, of_network=20)


def limits_of(request: HttpRequest, name: str, user: User | None, *, everywhere: int, of_network: int) -> list[Limit]:
    """List the limits of tries called `name`: of a browser that the account knows, else of the network and overall."""
    if browser := browsers.name_of(request, user):
        return [Limit(f"{name}:browser:{browser}", 10, QUARTER)]
    kind, networks = name.partition(":")[0], networks_of(request).items()
    return [
        *(Limit(f"{name}:net:{network}", 5 * shares, QUARTER) for network, shares in networks),
        *(Limit(f"{kind}:net:{network}", of_network * shares, QUARTER) for network, shares in networks),
        Limit(f"{name}:all", everywhere, THIRD),
    ]


def code_limits(request: HttpRequest, address: str) -> list[Limit]:
    """List the limits of asking for codes by mail to an address, whether an account has it or not."""
    return [
        *mail_limits(request, f"mailed:{hashed(address)}", owner_of(address)),
        *(Limit(f"mailed:net:{network}", 20 * shares, HOUR) for network, shares in networks_of(request).items()),
    ]


def proof_limits(request: HttpRequest, user: User) -> list[Limit]:
    """List the limits of codes by which somebody who is logged in proves once more who they are."""
    return [*mail_limits(request, f"proof:{user.pk}", user), Limit(f"proof:{user.pk}:all", 20, HOUR)]


def mail_limits(request: HttpRequest, name: str, owner: User | None) -> list[Limit]:
    """List the limits of mails called `name`: of a browser that their owner's account knows, else of the network."""
    if browser := browsers.name_of(request, owner):
        return [Limit(f"{name}:browser:{browser}:m", 1, MINUTE), Limit(f"{name}:browser:{browser}", 10, HOUR)]
    networks = networks_of(request).items()
    return [
        *(Limit(f"{name}:net:{network}:m", shares, MINUTE) for network, shares in networks),
        *(Limit(f"{name}:net:{network}", 5 * shares, HOUR) for network, shares in networks),
    ]


OWN_CODES = 1
"""Codes for the browser that asks, in an hour to one address from browsers that its account does not know. After that
the address gets one more mail, with the code that any browser takes."""


def take_own_code(address: str) -> bool:
    """Count a code for a browser that the account does not know; False if the address has had its share."""
    return not limit(f"mailed:{hashed(address)}:all", OWN_CODES, HOUR)


def is_known_browser(request: HttpRequest, address: str) -> bool:
    """Return whether the owner of this address has logged in with this browser before."""
    return bool(browsers.name_of(request, owner_of(address)))


def owner_of(address: str) -> User | None:
    """Return the owner of the account that has confirmed this address."""
    owned = EmailAddress.objects.filter(email__iexact=address.strip(), verified=True, user__is_active=True)
    found = owned.select_related("user").first()
    return found.user if found else None


def forget_passwords(user: User) -> None:
    """Forget the failed tries of an account whose owner has just set a new password by mail."""
    RateCount.objects.filter(key__startswith=f"password:{user.pk}:").delete()


def hashed(text: str) -> str:
    return hashlib.sha256(text.strip().lower().encode()).hexdigest()[:32]
