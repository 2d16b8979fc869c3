"""Answers to requests that get no page: JSON where programs ask, else a page of the site. They read neither session nor
database."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.translation import gettext as _
from django.views.defaults import bad_request


def refused(request: HttpRequest, status: int, code: str, sentence: str, page: str = "", **facts: str) -> HttpResponse:
    """Answer with a status: with code and sentence below `/api/`, else with the page of the status or another one."""
    if request.path_info.startswith("/api/"):
        return JsonResponse({"code": code, "message": sentence, "params": {}}, status=status)
    return HttpResponse(loader.get_template(page or f"{status}.html").render(facts), status=status)


def bad_request_response(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django could not read (`handler400`); a form that is too large gets 413."""
    is_large = isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent)
    if request.method == "GET" or not is_large:
        return bad_request(request, exception)
    size = _("%(number)s MB") % {"number": f"{settings.LARGEST_BODY / 1_000_000:g}"}
    fields = str(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS)
    sentence = _("This request is too large: a body may have up to %(size)s.") % {"size": size}
    answer = refused(request, 413, "request.too_large", sentence, size=size, fields=fields)
    answer._has_been_logged = True  # type: ignore[attr-defined]  # not a fault of ours, so no line of level ERROR
    return answer
