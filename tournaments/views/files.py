"""The files of events, for everybody who may see them.

Template of Jinja2: tournaments/files.html (title, slug, folders).
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.ratelimit import client_ip, limit_reads, too_many
from tournaments.selectors.event_files import archive_of, file_of, files_of, kind_of, list_folders
from tournaments.selectors.event_reading import event_for

READS_A_MINUTE = 120
"""Of the files of events, by one reader."""


@require_safe
def folder(request: HttpRequest, slug: str) -> HttpResponse:
    """List the files of an event. Raises Http404."""
    event = event_for(request.user, slug)
    if wait := limit_reads(f"event-files:ip:{client_ip(request)}", READS_A_MINUTE, 60):
        return too_many(request, wait)
    context = {"title": event.title, "slug": slug, "folders": list(list_folders(files_of(event)))}
    return render(request, "tournaments/files.html", context | {"here": "tournaments"}, using="jinja2")


@require_safe
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Send all files of an event in one archive. Raises Http404."""
    event = event_for(request.user, slug)
    if wait := limit_reads(f"event-files:ip:{client_ip(request)}", READS_A_MINUTE, 60):
        return too_many(request, wait)
    response = HttpResponse(archive_of(event), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}.zip"'
    return response


@require_safe
def file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Send one file of an event. Raises Http404, NotPublished."""
    event = event_for(request.user, slug)
    if wait := limit_reads(f"event-files:ip:{client_ip(request)}", READS_A_MINUTE, 60):
        return too_many(request, wait)
    return HttpResponse(file_of(event, name), content_type=kind_of(name))
