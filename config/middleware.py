"""Where a request comes from, and the response headers that no library here sets."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from ipaddress import ip_address

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.defaults import bad_request

from games.errors import GameError
from games.selectors.polling import is_idle


class ClientAddressMiddleware:
    """Puts the visitor's own address into REMOTE_ADDR when proxies of the host stand in front (setting PROXIES).

    Each proxy adds the address it sees at the end of X-Forwarded-For, so the first of the last PROXIES is the one
    that no visitor can invent. The header is dropped afterwards: nothing else needs it, and nothing else shall
    believe it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        forwarded = request.META.pop("HTTP_X_FORWARDED_FOR", "")
        addresses = [address.strip() for address in forwarded.split(",")][-settings.PROXIES :]
        if settings.PROXIES and len(addresses) == settings.PROXIES and is_address(addresses[0]):
            request.META["REMOTE_ADDR"] = addresses[0]
        return self.get_response(request)


class RefusalMiddleware:
    """Shows what a page could not do as a sentence with its status, wherever no view has a better place for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, GameError):
            return None
        return render(request, "refused.html", {"sentence": exception.message}, status=exception.status)


class NoNulMiddleware:
    """Refuses addresses with a NUL in them, and drops such cookies: no page has one, and PostgreSQL cannot store it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if "\0" in request.path_info or "\0" in query or "%00" in query:
            return nul_refused(request)
        for name in [name for name, value in request.COOKIES.items() if "\0" in value]:
            del request.COOKIES[name]
        return self.get_response(request)


class IdlePollMiddleware:
    """Answers a signed poll of a game in which nothing has happened, before session and account are read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=HTTPStatus.NO_CONTENT) if is_idle(request) else self.get_response(request)


def nul_refused(request: HttpRequest) -> HttpResponse:
    """The answer 400: in JSON where programs ask, else the site's page."""
    if not request.path_info.startswith("/api/"):
        return bad_request(request, BadRequest("a NUL"))
    refusal = {"code": "request.invalid", "message": _("The request has a NUL byte in it. Leave it out."), "params": {}}
    return JsonResponse(refusal, status=400)


def is_address(text: str) -> bool:
    """Whether this is an IP address, of either version."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


class SafeHeadersMiddleware:
    """Pages show what one person may see, so nobody stores them; a view that knows better sets its own header."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response
