"""Pages of the links in mails. Opening one shows its order; only the button plays it, once.

Templates: links/link.html (the order before it is played), links/done.html (its outcome, and further orders),
links/over.html (the decision is no longer open), links/seat.html (a seat that the caretaker holds),
links/ask_offer.html (whether to be asked in turns of others), links/stop_plan.html (a plan that is on hold),
links/bad.html. A link opens no session: it is good for one seat's answer to one decision, for taking one's seat back,
for that offer, or for stopping one plan. Boards and stories are those of spectators, and no page lists a hand; an order
that may follow in the same turn can name a card, as it does in the mail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from itertools import takewhile
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import engine
from accounts.ratelimit import client_ip, limit, limit_reads, too_many
from common.mail_ways import Way
from games.boards.board import board_context
from games.boards.overlays import Marks
from games.decisions.kit.page_types import StoryLine
from games.decisions.kit.plan_outline import outline_of
from games.decisions.kit.prompts import Prompt, Suggestion
from games.decisions.registry import order_args, prompt_for, suggested_orders, suggestion_for
from games.errors import GameError, KeyReused, StaleDecision
from games.mail.links import (
    ASK_ME,
    ASK_NOTHING,
    RECLAIM_SEAT,
    STOP_PLAN,
    ClosedAccountLink,
    ExpiredLink,
    InvalidLink,
    OrderLink,
    link_path,
    read_link,
)
from games.models import Entry, Game, OutboxMail, Player, TurnPlan, Waiting
from games.pages.by_seat import fold_story
from games.pages.story import arrows_of
from games.play import ask_offer
from games.selectors.access import people_at, view_of
from games.selectors.moments import is_counted
from games.selectors.page_data import stopped_words
from games.selectors.story import Told, entries_since, lands_of_last, public_story
from games.services.orders import order_submit
from games.services.plans import plan_stop
from games.services.seats import ask_offer_decline, ask_offer_take, take_back
from games.wording.amounts import percent, round_name
from games.wording.seats import Person

LINKS_A_MINUTE = 60
BAD_LINKS_AN_HOUR = 20


def private(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view so that its page is not stored, listed by search engines or named to other sites.

    Not `no-referrer`: with it a browser sends the button's POST with the origin "null", which no check against forged
    requests can tell from another site's.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return guarded


@require_http_methods(["GET", "HEAD", "POST"])
@private
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Render the page of a mailed link, or play its order on a POST."""
    try:
        opened = open_link(token, request.GET.get("board", "")[:40])
    except InvalidLink as exc:
        return bad_link(request, exc)
    count = limit if request.method == "POST" else limit_reads
    if wait := count(rate_limit_key(request, opened), LINKS_A_MINUTE, 60):
        return too_many(request, wait)
    if not opened.is_mine and not opened.game.is_watchable:
        return bad_link(request, ExpiredLink())
    if opened.is_closed:
        return bad_link(request, ClosedAccountLink())
    if opened.is_mine and opened.link.order == RECLAIM_SEAT:
        return reclaim_seat(request, opened)
    if opened.is_owners and opened.link.order.startswith((ASK_ME, ASK_NOTHING)):
        return answer_offer(request, opened)
    if opened.is_mine and opened.link.order.startswith(STOP_PLAN):
        return stop_plan(request, opened)
    is_offer = opened.link.order.startswith((ASK_ME, ASK_NOTHING))
    if opened.player.answers_by_itself or not opened.is_mine or is_offer:
        return show_closed(request, opened)
    return play_link(request, opened) if request.method == "POST" else show(request, opened)


def rate_limit_key(request: HttpRequest, opened: OpenedLink) -> str:
    """Build the rate limit's key of a good link: by address and seat, for a whole table may share one address."""
    kind = "press" if request.method == "POST" else "open"
    return f"link-{kind}:{client_ip(request)}:{opened.link.game_id}:{opened.link.seat}"


@dataclass(frozen=True)
class OpenedLink:
    """A good link with its seat and game as they are now; `board` is the stage of the map that the reader chose."""

    link: OrderLink
    player: Player
    game: Game
    board: str = ""

    @property
    def is_mine(self) -> bool:
        """Whether the seat is still that of the person whom the link was mailed to."""
        return not self.link.user_id or self.player.is_played_by(self.link.user_id)

    @property
    def is_owners(self) -> bool:
        """Whether that person owns the seat, and does not stand in for somebody: what stands for a seat is its
        owner's."""
        return not self.link.user_id or self.player.user_id == self.link.user_id

    @property
    def is_closed(self) -> bool:
        """Whether organizers have closed the account that holds the seat."""
        user = self.player.user
        return bool(self.is_mine and user and not user.is_active and user.deleted_at is None)

    def check_this_turn(self) -> bool:
        """Check whether no other seat has had a turn since the link's decision was answered. Two queries."""
        actions = Entry.objects.filter(game=self.game, kind=Entry.Kind.ACTION)
        answered = actions.filter(ref=self.link.ref).order_by("seq").first()
        if answered is None:
            return False
        return not actions.filter(seq__gt=answered.seq, pace="turn").exclude(seat=self.link.seat).exists()

    def find_entry(self) -> Entry | None:
        """Find the entry that this link has written, unless it was undone; None if its button was not pressed. Four
        queries at most."""
        entry = Entry.objects.filter(game=self.game, seat=self.link.seat, key=self.choose_key()).first()
        return entry if entry is not None and is_counted(entry) else None

    def choose_key(self) -> str:
        """Choose the idempotency key of the link's order: a new one once another answer to the same question has taken
        the place of its own, so that it can be chosen again. Two queries at most."""
        made = Entry.objects.filter(game=self.game, seat=self.link.seat, kind=Entry.Kind.ACTION)
        first = made.filter(key=self.link.key).first()
        later = made.filter(ref=first.ref, seq__gt=first.seq).order_by("-seq").first() if first else None
        if later is None or later.key.startswith(self.link.key):
            return self.link.key
        return f"{self.link.key}:{later.seq}"


def open_link(token: str, board: str = "") -> OpenedLink:
    """Look up the seat and the game of a token. A link is good while its decision is open, however old it is.

    Raises InvalidLink, or ExpiredLink for an old link to a decision that is closed.
    """
    try:
        found = read_link(token)
    except ExpiredLink:
        found = read_link(token, max_age=None)
        if not Waiting.objects.filter(game_id=found.game_id, seat=found.seat, ref=found.ref).exists():
            raise
    player = Player.objects.select_related("game", "user").filter(game_id=found.game_id, seat=found.seat).first()
    if player is None:
        raise InvalidLink
    return OpenedLink(found, player, player.game, board)


def bad_link(request: HttpRequest, exc: InvalidLink) -> HttpResponse:
    """Refuse a link: 410 for one that was good once, 404 for one that never was; guessing is rate limited."""
    if wait := limit_reads(f"bad-link:{client_ip(request)}", BAD_LINKS_AN_HOUR, 3600):
        return too_many(request, wait)
    old = isinstance(exc, ExpiredLink)
    context = {"old": old, "closed": isinstance(exc, ClosedAccountLink)}
    return render(request, "links/bad.html", context, status=410 if old else 404)


def play_link(request: HttpRequest, opened: OpenedLink) -> HttpResponse:
    """Play the link's order, once: pressed again it is answered as the first time."""
    found = opened.link
    try:
        receipt = order_submit(
            game_id=found.game_id,
            seat=found.seat,
            ref=found.ref,
            source=Entry.Source.LINK,
            user_id=found.user_id or opened.player.user_id or 0,
            key=opened.choose_key(),
            **order_args(found.order),
        )
    except (StaleDecision, KeyReused):
        return show_closed(request, opened, status=409)
    except (engine.OrderError, GameError) as exc:
        return show(request, opened, str(exc), getattr(exc, "status", 422))
    game = Game.objects.get(pk=found.game_id)
    if receipt.replayed and opened.find_entry() is None:
        return show_closed(request, OpenedLink(found, opened.player, game, opened.board))
    first = receipt.seqs[0] if receipt.seqs else game.seq
    now = OpenedLink(found, opened.player, game, opened.board)
    return show_done(request, now, first, str(receipt.refusal or ""), fresh=not receipt.replayed)


def show(request: HttpRequest, opened: OpenedLink, refusal: str = "", status: int = 200) -> HttpResponse:
    """Render the order that the button would play; changes nothing."""
    view = view_of(opened.game, opened.link.seat)
    if played := opened.find_entry():
        return show_done(request, opened, played.seq)
    if not is_open(opened, view) or view.ref != opened.link.ref:
        return show_closed(request, opened, status=409)
    suggestion, outline = suggestion_for(view, opened.link.order), outline_of(view, opened.link.order)
    context = shared_context(opened, view, outline.marks if outline else marks_of(suggestion)) | {
        "suggestion": suggestion,
        "outline": outline,
        "chance": chance_text(suggestion),
        "refusal": refusal,
    }
    return render(request, "links/link.html", context, status=status)


def marks_of(suggestion: Suggestion) -> Marks:
    """Mark the territories that a suggested order is about."""
    if suggestion.src < 0 or suggestion.dst < 0:
        return Marks(src=suggestion.src if suggestion.src >= 0 else None)
    return Marks(
        src=suggestion.src,
        target=suggestion.dst,
        selectable={suggestion.dst: chance_text(suggestion)},
        order=(suggestion.src, suggestion.dst),
    )


def show_done(
    request: HttpRequest, opened: OpenedLink, first: int, refusal: str = "", *, fresh: bool = False
) -> HttpResponse:
    """Render the outcome of the order, from entry `first` on, and the orders that are possible next. `refusal` stopped
    a second order; `fresh` tells that the link was good until just now."""
    view = view_of(opened.game, opened.link.seat)
    entries = entries_since(opened.game, first - 1)
    story = story_of(opened, view, entries)
    marks = Marks(look_at=lands_of_last(entries, opened.link.seat), arrows=arrows_of(story))
    context = shared_context(opened, view, marks) | next_decision_context(opened, view, fresh)
    outcome, later = own_outcome(story, opened.link.seat)
    meanwhile = fold_story(later, cast(Sequence[Person], context["people"]), opened.player.colour, view)
    context |= {"outcome": outcome, "meanwhile": meanwhile, "refusal": refusal}
    return render(request, "links/done.html", context)


def own_outcome(story: Sequence[StoryLine], seat: int) -> tuple[Sequence[StoryLine], Sequence[StoryLine]]:
    """Split a story into what the reader's own order brought and what others did after it."""
    own = len(list(takewhile(lambda line: line.seat == seat, story)))
    return story[:own], story[own:]


def show_closed(request: HttpRequest, opened: OpenedLink, status: int = 409) -> HttpResponse:
    """Render the present state of the game for a link whose decision is answered or whose seat has another player."""
    view = view_of(opened.game, opened.link.seat)
    context = shared_context(opened, view, Marks()) | {"mine": opened.is_mine, "stopped": pause_text(opened, view)}
    if opened.is_mine:
        context |= next_decision_context(opened, view)
    return render(request, "links/over.html", context, status=status)


def reclaim_seat(request: HttpRequest, opened: OpenedLink) -> HttpResponse:
    """Take a seat back from the caretaker on a POST, and show the decision that is open to it."""
    refusal = ""
    fresh = request.method == "POST" and opened.player.state == Player.State.CARETAKER
    if fresh:
        try:
            take_back(game_id=opened.game.pk, user_id=opened.link.user_id, source=Entry.Source.LINK)
        except GameError as exc:
            refusal, fresh = exc.message, False
        player = Player.objects.select_related("game", "user").get(pk=opened.player.pk)
        opened = OpenedLink(opened.link, player, player.game, opened.board)
    view = view_of(opened.game, opened.link.seat)
    context = shared_context(opened, view, Marks()) | {"refusal": refusal, "fresh": fresh}
    if fresh:
        context |= next_decision_context(opened, view, fresh)
    return render(request, "links/seat.html", context, status=409 if refusal else 200)


def answer_offer(request: HttpRequest, opened: OpenedLink) -> HttpResponse:
    """Say on a POST whether the player wants to be asked in turns of others. The page names no card."""
    hours = int(opened.link.order.removeprefix(ASK_ME)) if opened.link.order.startswith(ASK_ME) else 0
    refusal, sent = "", request.method == "POST"
    seat = {"game_id": opened.game.pk, "user_id": opened.player.user_id or 0}
    if sent:
        try:
            if hours:
                ask_offer_take(**seat, hours=hours)
            else:
                ask_offer_decline(**seat)
        except GameError as exc:
            refusal = exc.message
    view = view_of(opened.game, opened.link.seat)
    context = shared_context(opened, view, Marks()) | {"hours": hours, "done": sent and not refusal, "refusal": refusal}
    context["when"] = ask_offer.occasions(opened.game.rules)
    return render(request, "links/ask_offer.html", context, status=409 if refusal else 200)


def stop_plan(request: HttpRequest, opened: OpenedLink) -> HttpResponse:
    """Take the plan out on a POST, unless it was played or another has taken its place. The page tells nothing of what
    it says."""
    seat = opened.link
    pk, version = map(int, seat.order.removeprefix(STOP_PLAN).split())
    is_stopped, refusal = False, ""
    if request.method == "POST":
        try:
            is_stopped = plan_stop(game_id=seat.game_id, user_id=seat.user_id, plan_id=pk, version=version)
        except GameError as exc:
            refusal = exc.message
    plan = TurnPlan.objects.filter(pk=pk, player=opened.player, user_id=seat.user_id, version=version).first()
    view = view_of(opened.game, seat.seat)
    context = shared_context(opened, view, Marks())
    context |= {"stopped": is_stopped, "plan": plan, "refusal": refusal}
    context["elsewhere"] = "" if plan is not None and plan.is_active else "board"
    return render(request, "links/stop_plan.html", context, status=409 if refusal else 200)


# ---- parts of the pages


def shared_context(opened: OpenedLink, view: engine.PlayerView, marks: Marks) -> dict[str, object]:
    """Build the context that all pages of links share: game, board, people, and the seats that are waited for."""
    public = view_of(opened.game, None)
    waited_for = view.asked.seats if view.asked else ()
    people = people_at(opened.game, opened.link.seat)
    return {
        "game": opened.game,
        "player": opened.player,
        "owner": opened.player.user if opened.is_mine else None,
        "board": board_context(
            public,
            engine.mapgraph(public.map),
            marks=marks_to_show(marks, public, opened.link.seat),
            label=_("Board of %(game)s") % {"game": opened.game.name},
            stage=opened.board,
        ),
        "people": people,
        "others": [person for person in people if person.seat in waited_for and not person.you],
        "rules": engine.ruleset(opened.game.rules).title,
        "stage": round_name(opened.game.rules, opened.game.round),
    }


def marks_to_show(marks: Marks, public: engine.PlayerView, seat: int) -> Marks:
    """Choose the territories to bring into view: those of the order, else of the open decision, else the seat's own.
    Without them the board would show the map's first territories, because spectators own none."""
    if marks.src is not None or marks.look_at or marks.arrows:
        return marks
    asked = [public.about.get(key) for key in ("src", "dst", "at")]
    about = tuple(land for land in asked if isinstance(land, int) and land >= 0)
    own = tuple(territory for territory, owner in enumerate(public.owner) if owner == seat)
    return replace(marks, look_at=about or own)


def is_open(opened: OpenedLink, view: engine.PlayerView) -> bool:
    """Check whether a person is asked to answer for the seat in a running game."""
    return bool(opened.game.is_running and view.may_answer and not opened.player.answers_by_itself)


def pause_text(opened: OpenedLink, view: engine.PlayerView) -> str:
    """Explain why an open decision cannot be answered now; empty if the game is not paused."""
    waits = opened.game.status == Game.Status.PAUSED and view.may_answer and view.ref == opened.link.ref
    return stopped_words(opened.game) if waits and opened.is_mine and not opened.player.answers_by_itself else ""


def next_decision_context(opened: OpenedLink, view: engine.PlayerView, fresh: bool = False) -> dict[str, object]:
    """Build the context of the decision that is open now, if it is the seat's, with a link for each suggested order.

    An old link from an earlier turn gets none: whoever finds it could go on playing with it for ever.
    """
    if not is_open(opened, view):
        return {"question": None, "suggestions": []}
    if not (fresh or opened.check_this_turn()):
        return {"question": None, "suggestions": [], "elsewhere": where_asked(opened, view)}
    asks: Prompt = prompt_for(view)
    return {"question": asks, "suggestions": suggested_links(opened, view)}


def where_asked(opened: OpenedLink, view: engine.PlayerView) -> str:
    """Return where the open decision can be answered: in a "mail" that was sent, in one that is "coming", else only on
    the "board", because players who are on the page get no mail of the next step."""
    player = opened.player
    told = OutboxMail.objects.filter(template="turn", game=opened.game, seat=opened.link.seat, ref=view.ref)
    told = told.filter(user=player.user)
    states = set(told.values_list("state", flat=True))
    if OutboxMail.State.SENT in states:
        return "mail"
    is_mailed = player.user is not None and player.user.is_mailable() and player.mail_way("turn") == Way.EACH
    comes = states.intersection(OutboxMail.WAITING_STATES) and is_mailed
    return "coming" if comes else "board"


def suggested_links(opened: OpenedLink, view: engine.PlayerView) -> list[dict[str, str]]:
    """List the suggested orders as links of their own: sentence, chance and address."""
    found = opened.link
    return [
        {
            "sentence": suggestion.sentence,
            "chance": chance_text(suggestion),
            "url": link_path(OrderLink(found.game_id, found.seat, view.ref, suggestion.order, found.user_id)),
        }
        for suggestion in suggested_orders(view)
    ]


def chance_text(suggestion: Suggestion) -> str:
    """Format the chance to capture, with the armies that the order places first; empty for orders without an attack."""
    best = suggestion.chance_after_placing if suggestion.chance_after_placing is not None else suggestion.chance
    return percent(best) if best is not None else ""


def story_of(opened: OpenedLink, view: engine.PlayerView, entries: Sequence[Told]) -> Sequence[StoryLine]:
    """List the story lines of some entries as spectators may read them."""
    player = opened.player
    zone = player.user.zone if player.user else timezone.get_default_timezone()
    return public_story(opened.game, entries, view, now=timezone.now(), zone=zone)
