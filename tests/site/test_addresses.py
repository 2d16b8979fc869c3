"""Whose address counts when proxies stand in front."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from config.middleware import ClientAddressMiddleware

PROXY = "10.0.0.1"


def address_seen(forwarded: str | None) -> str:
    """REMOTE_ADDR as pages see it, for a request that the proxy passed on with this X-Forwarded-For."""
    seen = []

    def page(request: HttpRequest) -> HttpResponse:
        assert "HTTP_X_FORWARDED_FOR" not in request.META
        seen.append(request.META["REMOTE_ADDR"])
        return HttpResponse()

    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    ClientAddressMiddleware(page)(RequestFactory().get("/", headers=headers, REMOTE_ADDR=PROXY))
    return str(seen[0])


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, None, PROXY),
        (0, "1.2.3.4", PROXY),
        (1, None, PROXY),
        (1, "1.2.3.4", "1.2.3.4"),
        (1, "invented, 1.2.3.4", "1.2.3.4"),
        (1, "not an address", PROXY),
        (2, "9.9.9.9, 1.2.3.4, 10.0.0.7", "1.2.3.4"),
        (2, "1.2.3.4", PROXY),
        (1, "2001:db8::1", "2001:db8::1"),
    ],
)
def test_the_visitors_address(settings: Settings, proxies: int, forwarded: str | None, address: str) -> None:
    settings.PROXIES = proxies
    assert address_seen(forwarded) == address
