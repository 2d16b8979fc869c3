"""The code that stays open to the owner of an address for which strangers ask for codes without end.

The first code of an hour is for the browser that asks. After that the address gets one more mail, with a longer code
that any browser takes for an hour: however often somebody asks, no further mail goes out, and the owner needs none.
Wrong guesses of strangers do not use it up, as it is too long to be guessed.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from allauth.core.internal.cryptokit import generate_user_code
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import OpenCode
from accounts.ratelimit import limit

LETTERS = 12
"""Of 20 consonants each: 4e15 codes."""

MOST_TRIES = 100_000
"""Of one code from everywhere together, besides five a request: a chance of 1 in 4e10. It takes 4,000 networks to use
them up."""

EVERY = timedelta(hours=1)
"""One mail in this time, whether or not its code has been used."""

LIVES = EVERY + timedelta(minutes=10)
"""Longer than `EVERY`, so that whoever opens their mail always finds a code with time left to type it."""

STATE = "open_code"
"""In the session: which address it waits for, and when that was sent its code."""


def make(address: str) -> str:
    """Make the open code of an address, in place of an earlier one."""
    code: str = generate_user_code(length=LETTERS)
    now = timezone.now()
    OpenCode.objects.filter(mailed_at__lt=now - LIVES).delete()
    facts = {"proof": _proof(address, code), "mailed_at": now}
    OpenCode.objects.update_or_create(address=_key(address), defaults=facts)
    return code


def mailed_at(address: str) -> datetime | None:
    """Return when the open code of an address was mailed, used or not, if that was within the hour."""
    fresh = OpenCode.objects.filter(address=_key(address), mailed_at__gt=timezone.now() - EVERY)
    return fresh.values_list("mailed_at", flat=True).first()


def await_code(request: HttpRequest, address: str, at: datetime) -> None:
    """Have this session wait for the open code of an address."""
    request.session[STATE] = {"address": address, "at": at.timestamp()}


def forget(request: HttpRequest) -> None:
    """Have this session wait for a code of its own again."""
    request.session.pop(STATE, None)


def awaited(request: HttpRequest) -> str:
    """Return the address whose open code this session waits for, empty if it waits for a code of its own."""
    return str(request.session.get(STATE, {}).get("address", ""))


def next_mail_at(request: HttpRequest) -> datetime | None:
    """Return when the address that this session waits for may get another mail, None if its code is its own."""
    state = request.session.get(STATE)
    return datetime.fromtimestamp(state["at"], tz=timezone.get_current_timezone()) + EVERY if state else None


def matches(address: str, code: str) -> bool:
    """Count a try of the open code of an address; whether it is the right one, not used and not too old."""
    proof = _kept(address).values_list("proof", flat=True).first() or ""
    tried_out = limit(f"open:{_key(address)}:{proof[:20]}", MOST_TRIES, LIVES.total_seconds())
    return constant_time_compare(proof, _proof(address, code)) and not tried_out


def take(address: str, code: str) -> bool:
    """Take the open code of an address, which ends it; False if somebody else did at the same time."""
    return _kept(address).filter(proof=_proof(address, code)).update(proof="") == 1


def _kept(address: str) -> QuerySet[OpenCode]:
    return OpenCode.objects.filter(address=_key(address), mailed_at__gt=timezone.now() - LIVES)


def _key(address: str) -> str:
    return salted_hmac("accounts.open_codes.address", address.strip().lower(), algorithm="sha256").hexdigest()


def _proof(address: str, code: str) -> str:
    letters = re.sub("[^A-Z]", "", code.upper())
    return salted_hmac("accounts.open_codes", f"{_key(address)}:{letters}", algorithm="sha256").hexdigest()
