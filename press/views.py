"""The pages of a game's messages, and of a player's own notes.

Templates, in press/: page.html (head, board, page: a MessagesPage), tab.html (data), report.html (head, row, kinds,
by_hosts, refusal, back, number, mute_url), notes.html (head, page, text, lands, longest, refusal).
"""

from __future__ import annotations

import secrets
from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import engine
from accounts.current_user import person_of
from accounts.ratelimit import limited
from games.boards.board import board_context
from games.errors import GameError
from games.models import Entry
from games.selectors.access import Access, game_for, view_of
from games.selectors.page_data import PageReader, page_header
from games.wording.seats import people_of
from press import pages
from press.audience import Audience, key_of
from press.errors import PressLimited, PressRefused
from press.models import LONGEST_LINE, Report
from press.selectors import Seen, Viewer, messages_for
from press.services.messages import Sent, note_read, press_send
from press.services.muting import mute_grey, mute_seat, unmute_seat
from press.services.notes import notes_of, notes_store
from press.services.replies import held_text
from press.services.reporting import is_read_by_hosts, report_message

MOST_TYPED = 10_000
"""Letters of a message that a page shows again; what may be sent is shorter."""


def access_to(request: HttpRequest, slug: str) -> Access:
    """Load a game with a board. Raises Http404 for others."""
    access = game_for(request.user, slug)
    if not access.game.has_board:
        raise Http404
    return access


@require_safe
def messages_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the conversations of a reader; the only one at once where a game has no other."""
    access, reading = access_to(request, slug), PageReader.of(request.user)
    found = messages_for(access.game, Viewer.of(access, reading.now))
    if only := pages.only_thread_url(access, found, reading.now):
        return redirect(only)
    return show(request, access, reading, pages.list_page(access, reading, found))


@require_safe
def messages_count(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer an open page of the turn: its tab anew where another number of messages waits now, else nothing. What
    signs the address is enough, so nobody logs in for it. Two queries."""
    player = pages.reader_of_tab(request.GET.get("by", ""), slug)
    if player is None:
        raise Http404
    data = pages.tab_of(player, timezone.now())
    if str(data.count) == request.GET.get("count", ""):
        return HttpResponse(status=204)
    return render(request, "press/tab.html", {"data": data}, using="jinja2")


@limited("press", 60, 60)
@require_http_methods(["GET", "HEAD", "POST"])
def conversation(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Render a conversation, by the number that it has for its reader, and note it as read; a POST writes in it."""
    access, reading = access_to(request, slug), PageReader.of(request.user)
    viewer = Viewer.of(access, reading.now)
    found = messages_for(access.game, viewer)
    seats = next((message.seats for message in found if message.conversation == number), None)
    if seats is None:
        raise Http404
    typed, status = typed_of(request), 200
    if request.method == "POST":
        others = [seat for seat in seats if seat != access.viewer]
        try:
            if request.POST.get("seats", key_of(others)) != key_of(others):
                raise PressRefused(_("The conversation in which you wrote this is no longer open to you."))
            return send(request, access, others, typed)
        except GameError as exc:
            typed["refusal"], status = exc.message, status_of(exc)
    if not typed["text"] and (held := request.GET.get("held", "")):
        row = next(message for message in found if message.conversation == number)
        typed["text"] = held_text(viewer.player, row.conversation_id, held)
        if typed["text"]:
            typed["note"] = _("This came by email and was not sent yet. Change it, or send it as it is.")
    page = pages.thread_page(access, reading, found, number, **typed)
    mark_read(viewer, [message for message in found if message.conversation == number])
    return show(request, access, reading, page, status)


@limited("press", 60, 60)
@require_http_methods(["GET", "HEAD", "POST"])
def message_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the form of a new message with seats to tick; a POST sends it."""
    access, reading = access_to(request, slug), PageReader.of(request.user)
    given = request.POST if request.method == "POST" else request.GET
    seats = [int(seat) for seat in given.getlist("to") if seat in ("0", "1", "2", "3", "4", "5")]
    typed, status = typed_of(request), 200
    if request.method == "POST":
        try:
            if not seats and "all" not in given.getlist("to") and needs_choice(access):
                raise PressRefused(_("Choose who should read it."))
            return send(request, access, [] if "all" in given.getlist("to") else seats, typed)
        except GameError as exc:
            typed["refusal"], status = exc.message, status_of(exc)
    found = messages_for(access.game, Viewer.of(access, reading.now))
    page = pages.new_page(access, reading, found, seats, **typed)
    return show(request, access, reading, page, status)


def needs_choice(access: Access) -> bool:
    return access.game.press == "private" and not access.game.has_ended


def typed_of(request: HttpRequest) -> dict[str, str]:
    """Read what was typed, with the key that a form was given."""
    key = request.POST.get("key", "")[:60] or secrets.token_hex(8)
    return {"text": request.POST.get("text", "")[:MOST_TYPED], "refusal": "", "key": key}


def status_of(refused: GameError) -> int:
    """Return the status of a form that is shown again: 422, and 429 where the same may be sent later."""
    return refused.status if isinstance(refused, PressLimited) else 422


def send(request: HttpRequest, access: Access, seats: list[int], typed: dict[str, str]) -> HttpResponse:
    """Send what was typed and return to its conversation. Raises GameError."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    to = Audience(frozenset(seats), is_unsigned=not seats and request.POST.get("unsigned") == "on")
    sent = press_send(
        game_id=access.game.pk,
        user_id=person_of(request).pk,
        to=to,
        text=typed["text"],
        source=Entry.Source.WEB,
        key=f"web:{typed['key']}",
    )
    if note := arrival_note(sent):
        messages.success(request, note)
    access = game_for(request.user, access.game.slug)
    found = messages_for(access.game, Viewer.of(access))
    number = next((seen.conversation for seen in found if sent.message and seen.pk == sent.message.pk), 0)
    return redirect(pages.messages_url(access.game, number))


def arrival_note(sent: Sent) -> str:
    """Say when a message arrives that its writer does not see at once; empty for any other."""
    if sent.message is None:
        return ""
    if sent.message.is_grey and sent.message.shown_at is None:
        return _("Your message goes out without your name at a quarter of an hour, once everybody has answered.")
    if sent.message.is_grey:
        return _("Your message goes out without your name at the next quarter of an hour.")
    return _("Your message arrives once everybody has answered.") if sent.message.shown_at is None else ""


def mark_read(viewer: Viewer, shown: list[Seen]) -> None:
    """Note what a player has now seen."""
    if viewer.player is not None and any(message.is_new for message in shown):
        note_read(viewer.player, [shown[-1].conversation_id], shown[-1].at)


def show(
    request: HttpRequest, access: Access, reading: PageReader, page: pages.MessagesPage, status: int = 200
) -> HttpResponse:
    view = view_of(access.game, access.viewer)
    board = board_context(
        view, engine.mapgraph(access.game.map), label=_("Board of %(game)s") % {"game": access.game.name}
    )
    context = {"head": page_header(access, reading, heading=False), "board": board, "page": page}
    return render(request, "press/page.html", context, status=status, using="jinja2")


# ---- muting and reporting


@login_required
@require_POST
def message_mute(request: HttpRequest, slug: str) -> HttpResponse:
    """Mute a seat, or all that is unsigned, or end that, then return to where the form stands."""
    access = access_to(request, slug)
    viewer, seat = Viewer.of(access), request.POST.get("seat", "")
    if viewer.player is None:
        raise Http404
    if seat == "grey":
        mute_grey(viewer.player, on="undo" not in request.POST)
    elif seat in ("0", "1", "2", "3", "4", "5"):
        (unmute_seat if "undo" in request.POST else mute_seat)(
            viewer.player, int(seat), everywhere="everywhere" in request.POST, blocks="blocks" in request.POST
        )
    number = request.POST.get("back", "")
    return redirect(pages.messages_url(access.game, int(number) if number.isdigit() and len(number) < 6 else 0))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def message_report(request: HttpRequest, slug: str, message: int) -> HttpResponse:
    """Render the page on which a message is reported, by the number that it has for its reader; a POST reports it."""
    access, reading = access_to(request, slug), PageReader.of(request.user)
    viewer = Viewer.of(access, reading.now)
    found = messages_for(access.game, viewer)
    seen = next((each for each in found if each.id == message), None)
    if seen is None or seen.own or viewer.player is None:
        raise Http404
    refusal, status = "", 200
    if request.method == "POST":
        kind, text = request.POST.get("kind", ""), request.POST.get("text", "")
        try:
            report_message(access=access, viewer=viewer, message=message, kind=kind, text=text)
        except GameError as exc:
            refusal, status = exc.message, status_of(exc)
        else:
            messages.success(request, _("Thank you. A moderator will look at it, and you will hear what came of it."))
            return redirect(pages.messages_url(access.game, seen.conversation))
    people = people_of(access.players, access.viewer)
    row = next(iter(pages.message_rows(access.game, [seen], people, reading)))
    context = {
        "head": page_header(access, reading, heading=False),
        "row": replace(row, first_new=0),  # alone, not in its conversation
        "kinds": Report.Kind.choices,
        "by_hosts": is_read_by_hosts(access.game),
        "refusal": refusal,
        "back": pages.messages_url(access.game, seen.conversation),
        "number": seen.conversation,
        "mute_url": pages.mute_url(access.game),
    }
    return render(request, "press/report.html", context, status=status, using="jinja2")


# ---- notes


@limited("notes", 60, 60)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notes(request: HttpRequest, slug: str) -> HttpResponse:
    """Render a player's own notes on a game, which nobody else sees; a POST keeps them."""
    access, reading = access_to(request, slug), PageReader.of(request.user)
    player = Viewer.of(access).player
    if player is None:
        raise Http404
    names = engine.mapgraph(access.game.map).names
    kept = notes_of(player)
    refusal, status = "", 200
    if request.method == "POST":
        kept = {None: request.POST.get("text", "")}
        kept |= {number: line for number in range(len(names)) if (line := request.POST.get(f"t-{number}", ""))}
        try:
            notes_store(player, kept, len(names))
        except GameError as exc:
            refusal, status = exc.message, status_of(exc)
        else:
            messages.success(request, _("Saved."))
            return redirect("game-notes", slug=slug)
    context = {
        "head": page_header(access, reading, heading=False),
        "page": pages.list_page(access, reading, messages_for(access.game, Viewer.of(access, reading.now))),
        "text": kept.get(None, ""),
        "lands": [(number, name, kept.get(number, "")) for number, name in enumerate(names)],
        "longest": LONGEST_LINE,
        "refusal": refusal,
    }
    return render(request, "press/notes.html", context, status=status, using="jinja2")
