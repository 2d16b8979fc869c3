"""Build turn mails and reminders: all that is needed to answer, in the order of need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from common.registry import Registry
from common.times import dated
from games.decisions.cards.choice import chances_after_cards
from games.decisions.kit.evaluation import viewer_of
from games.decisions.kit.page_types import StoryLine
from games.decisions.kit.prompts import Prompt, Suggestion
from games.decisions.registry import prompt_for, public_timeout_text, suggested_orders, timeout_text
from games.families.parts import parts_of
from games.mail import reply
from games.mail.example import example_orders
from games.mail.links import ASK_ME, ASK_NOTHING, STOP_PLAN, OrderLink, absolute_url, link_path
from games.mail.parts import (
    MOST_HITS,
    MOST_NEWS,
    board_pictures,
    hand_words,
    idle_cards,
    item_of,
    legend,
    mission_words,
    regions_of,
    standings_of,
)
from games.models import Game, OutboxMail, Player, TurnPlan, Waiting
from games.models.game import game_path
from games.pages.by_seat import fold_story
from games.play import ask_offer
from games.selectors.mailed_game import MailedGame, MailReader
from games.selectors.story import Told, since_last_turn, story_of
from games.selectors.told_deadline import explain_deadline, reader_of
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind, explain_lost_seat
from games.wording.amounts import NBSP, count_units, percent, round_name
from games.wording.seats import Person, colour_name, owner_played_for, seat_label

SHOWN_FIRST = 3
"""Suggestion answers that stand at the top, so that they are seen on a telephone without scrolling."""


@dataclass(frozen=True)
class SuggestedOrder:
    """A likely answer: what its link says, line by line, and what is to be known of it."""

    words: tuple[str, ...]
    url: str
    note: str = ""


@dataclass(frozen=True)
class TurnPart:
    """A part of a turn mail that an app above the games brings, above the story. `templates` is its path below a folder
    `jinja2`, without ".html" and ".txt"; they get what `make` builds as `part`, and are left out where it is None."""

    name: str
    templates: str
    make: Callable[[OutboxMail, MailReader], Context | None]


TURN_PARTS: Registry[TurnPart] = Registry()


def parts_of_apps(mail: OutboxMail, reader: MailReader) -> list[tuple[str, Context]]:
    """List the parts that there are for a mail: the path of each with what it shows."""
    found = ((part.templates, part.make(mail, reader)) for part in TURN_PARTS)
    return [(templates, made) for templates, made in found if made is not None]


def explain_answered(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that a decision is not the reader's to answer any more; empty if it is."""
    if lost := explain_lost_seat(mail, mailed, now):
        return lost
    is_open = any(row.seat == mail.seat and row.ref == mail.ref for row in mailed.waiting)
    goes_on = is_open and mailed.game.status in (Game.Status.RUNNING, Game.Status.PAUSED)
    if goes_on and is_told_in_answer(mail):
        return _("the answer to their email told of it")
    return "" if goes_on else _("answered before it was sent")


def is_told_in_answer(mail: OutboxMail) -> bool:
    """Check whether the answer to a mail of the reader has told of a question."""
    if "told_in" not in mail.context:
        return False
    answers = OutboxMail.objects.filter(game=mail.game, user=mail.user, seat=mail.seat)
    sent = answers.filter(template=mail.context["told_in"], state=OutboxMail.State.SENT)
    return sent.filter(context__asks=mail.ref).exists()


def reminder(mail: OutboxMail, reader: MailReader) -> Context:
    """Ask once more before the deadline."""
    return turn(mail, reader, late=True)


def reply_context(mail: OutboxMail, view: engine.PlayerView, likely: Sequence[Suggestion]) -> Context:
    """Build what a mail needs to be answered with orders: its address, the first line, an example. Empty on a site that
    reads no mail."""
    if not reply.is_open() or mail.user is None or mail.game_id is None:
        return {}
    named = reply.ReplyAddress(mail.game_id, viewer_of(view), view.ref, mail.user.pk)
    return {"reply": named, "marker": reply.END_OF_ORDERS, "example": example_orders(likely)}


def command_context(mail: OutboxMail, reader: MailReader, lead: str) -> Context:
    """Build what a mail of news needs to be answered with a command, such as a vote: an address of the seat, the first
    line, and the sentence that says so. Empty on a site that reads no mail, and for whoever stands in."""
    game, player = seat_of(mail, reader)
    if not reply.is_open() or mail.user_id is None or player.seat is None or player.user_id != mail.user_id:
        return {}
    asked = {row.seat: row.ref for row in reader.mailed.waiting}
    number = asked.get(player.seat, max(asked.values(), default=0))
    named = reply.ReplyAddress(game.pk, player.seat, number, mail.user_id)
    return {"reply": named, "marker": reply.END_OF_ORDERS, "reply_lead": lead}


def turn(mail: OutboxMail, reader: MailReader, *, late: bool = False) -> Context:
    """Build what templates/jinja2/emails/turn.* show. `late` makes it a reminder.

    Raises Waiting.DoesNotExist if the player is no longer asked; then nothing should be sent.
    """
    game, player = seat_of(mail, reader)
    assert player.seat is not None
    waiting = reader.mailed.question(player.seat, mail.ref)
    view = reader.mailed.view(player.seat)
    asks = prompt_for(view)
    since = since_last_turn(game, player.seat, view)
    lines = story_since(view, reader, since.seq)
    context = frame(game, view) | {"asks": asks, "late": late} | stand_in_context(game, player, mail)
    people = reader.mailed.people(player.seat)
    context |= story_context(lines, people, player.colour, view) | {"story_title": since.title}
    offer = ask_offer_of(mail, game, player, view)
    context |= {"ask_offer": offer, "ask_words": ask_offer.words(view) if offer else None}
    context |= {"plan": plan_note(mail, player, reader), "parts": parts_of_apps(mail, reader)}
    likely = suggested_orders(view)
    context |= reply_context(mail, view, likely)
    context |= decision_context(game, player, view, likely) | position_context(game, player, view, lines, people)
    return (
        context
        | clock_context(mail, player, view, waiting, reader)
        | headline(title_for(player, mail, game), view, asks, reader, waiting, late)
    )


def stand_in_context(game: Game, player: Player, mail: OutboxMail) -> Context:
    """Build what a mail about a seat says to a friend who stands in: for whom, and why it comes. A seat can be left by
    its owner alone."""
    owner = owner_played_for(player, mail.user_id)
    if not owner:
        return {"plays_for": ""}
    return {
        "plays_for": owner,
        "links": links_to_watch(game),
        "why": _("You get this because you stand in for %(name)s.") % {"name": owner},
    }


class PlanNote(NamedTuple):
    """What a mail tells of the plan for its turn, with a link to it."""

    text: str
    link: str
    url: str


def plan_note(mail: OutboxMail, player: Player, reader: MailReader) -> PlanNote | None:
    """Tell of the plan for this turn: when it is played, or at which line it failed and why."""
    if "plan" not in mail.context:
        return None
    plan = TurnPlan.objects.filter(player=player, version=mail.context["plan"], user=mail.user).first()
    if plan is None:
        return None
    url = absolute_url(reverse("game", args=[reader.mailed.game.slug]))
    if plan.state == TurnPlan.State.HELD and plan.due_at:
        said = _("Your plan will be played on %(when)s, unless you stop it or give an order first.")
        order = f"{STOP_PLAN} {plan.pk} {plan.version}"
        link = OrderLink(plan.game_id, player.seat or 0, mail.ref or 0, order, plan.user_id)
        return PlanNote(said % {"when": reader.long(plan.due_at)}, _("Stop the plan"), absolute_url(link_path(link)))
    if plan.state == TurnPlan.State.FAILED:
        said = _("Your plan was not played. Line %(line)s, “%(said)s”: %(why)s")
        words = {"line": plan.line, "said": plan.said, "why": plan.why}
        return PlanNote(said % words, _("Its orders wait in the order line"), url)
    return None


def ask_offer_of(mail: OutboxMail, game: Game, player: Player, view: engine.PlayerView) -> tuple[SuggestedOrder, ...]:
    """Build the two links of the offer to be asked about invasions, in the one mail that makes it."""
    if not mail.context.get("ask_offer") or not ask_offer.is_due(game, player, lambda: view):
        return ()
    hours = ask_offer.usual_hours(game)
    said = ngettext("Ask me, and wait up to %(hours)s hour", "Ask me, and wait up to %(hours)s hours", hours)
    ways = ((said % {"hours": hours}, f"{ASK_ME} {hours}"), (_("Don’t ask me"), ASK_NOTHING))
    seat, holder = viewer_of(view), holder_of(player, view)
    links = ((words, OrderLink(game.pk, seat, view.ref, order, holder)) for words, order in ways)
    return tuple(SuggestedOrder((words,), absolute_url(link_path(link))) for words, link in links)


def holder_of(player: Player, view: engine.PlayerView) -> int:
    """Return whose links a mail of a seat has: those of the person who answers its open question."""
    return player.person_for(view.asked.pace if view.asked else "") or 0


def position_context(
    game: Game, player: Player, view: engine.PlayerView, lines: Sequence[StoryLine], people: Sequence[Person]
) -> Context:
    """Build the board, the hand and the people."""
    return board_pictures(game.pk, view, lines) | {
        "colour_title": colour_name(player.colour),
        "hand": hand_words(view),
        "cards": idle_cards(view),
        "cards_title": _("Your hand") if len(idle_cards(view)) == len(view.hand) else _("Also in your hand"),
        "mission": mission_words(view),
        "capitals": parts_of(view.rules).board.legend(view),
        "people": people,
        "standings": standings_of(view, people),
        "legend": legend(people, len(people) in view.owner),
        "regions": regions_of(view),
        "alt": alt_of(view, lines),
    }


def clock_context(
    mail: OutboxMail, player: Player, view: engine.PlayerView, waiting: Waiting, reader: MailReader
) -> Context:
    """Tell the deadline, whose clock it is, and what happens then; to its owner also why it ends then."""
    game = reader.mailed.game
    if waiting.until is None:
        return {"until": "", "zone": "", "clock": "", "otherwise": ""}
    waiting.game, waiting.player = game, player
    told_to = reader_of(waiting, player.seat, reader.now, reader.zone, name_day=partial(dated, style="weekday"))
    return {
        "until": reader.long(waiting.until),
        "zone": reader.zone_name,
        "clock": "" if owner_played_for(player, mail.user_id) else explain_deadline(waiting, told_to),
        "otherwise": public_timeout_text(game, player, waiting)
        if owner_played_for(player, mail.user_id)
        else timeout_text(view, game, player, waiting),
    }


def seat_of(mail: OutboxMail, reader: MailReader) -> tuple[Game, Player]:
    """Load the game and seat of a mail about a game, as they are now."""
    return reader.mailed.game, reader.mailed.player(mail.seat)


def title_for(player: Player, mail: OutboxMail, game: Game) -> str:
    """Name the game of a mail, and for whom its reader plays there if that is somebody else."""
    owner = owner_played_for(player, mail.user_id)
    return _("%(game)s, for %(owner)s") % {"game": game.name, "owner": owner} if owner else game.name


def headline(
    title: str, view: engine.PlayerView, asks: Prompt, reader: MailReader, waiting: Waiting, late: bool
) -> Context:
    """Write the subject, and the line that lists of mails show behind it."""
    parts, preheader = [asks.subject], [asks.lead]
    if view.round:
        parts.append(round_name(view.rules, view.round))
    if waiting.until:
        parts.append(_("until %(moment)s") % {"moment": reader.short(waiting.until)})
        preheader.append(_("Until %(moment)s.") % {"moment": reader.long(waiting.until)})
    subject = f"{title}: {', '.join(parts)}"
    if late:
        subject = _("Reminder: %(subject)s") % {"subject": subject}
    return {"subject": subject, "preheader": " ".join(preheader).strip()}


def frame(game: Game, view: engine.PlayerView) -> Context:
    """Build the frame of every mail about a running game."""
    rules = engine.ruleset(game.rules).title
    stage = round_name(view.rules, view.round).replace(" ", NBSP)
    return {"game": game, "view": view, "place": f"{game.name}, {rules}, {stage}", "links": game_links(game)}


def game_links(game: Game) -> dict[str, str]:
    """List where else a mail about a game leads; nobody leaves a game that is over."""
    names = {"board": "game", "history": "game-history", "leave": "game-settings"}
    if game.has_ended:
        del names["leave"]
    return {word: absolute_url(game_path(name, game.slug)) for word, name in names.items()}


def links_to_watch(game: Game) -> dict[str, str]:
    """List where a mail about a game leads readers who have no seat to leave: who stand in, or are out."""
    return {name: link for name, link in game_links(game).items() if name != "leave"}


def story_since(view: engine.PlayerView, reader: MailReader, seq: int) -> tuple[StoryLine, ...]:
    """Tell what happened after an entry, as the view's seat may know it."""
    return visible_story(reader.mailed.entries_since(seq), view, reader)


def visible_story(entries: Sequence[Told], view: engine.PlayerView, reader: MailReader) -> tuple[StoryLine, ...]:
    """Tell entries of the game as the view's seat may know them."""
    return story_of(reader.mailed.game, entries, view, now=reader.now, zone=reader.zone)


def story_context(
    lines: Sequence[StoryLine], people: Sequence[Person], colour: str, view: engine.PlayerView
) -> Context:
    """Build the story: what hit the reader, what everybody has to know, and a few words on each seat."""
    folded = fold_story(lines, people, colour, view)
    hits, news = folded.hits[-MOST_HITS:], folded.news[-MOST_NEWS:]
    return {
        "hits": [item_of(line) for line in hits],
        "more_hits": len(folded.hits) - len(hits),
        "news": [item_of(line) for line in news],
        "deeds": [seat for seat in folded.seats if seat.words],
    }


def alt_of(view: engine.PlayerView, lines: Sequence[StoryLine]) -> str:
    """Describe the board to a reader with pictures off."""
    arrows = sum(bool(line.number) for line in lines)
    board = _("The board.")
    if view.round:
        board = _("The board in %(round)s.") % {"round": round_name(view.rules, view.round)}
    moves = ngettext("The last move is an arrow.", "The last %(count)s moves are arrows.", arrows) % {"count": arrows}
    words = _("The same is written in words further down.")
    return " ".join([board, moves, words] if arrows else [board, words])


def decision_context(game: Game, player: Player, view: engine.PlayerView, likely: Sequence[Suggestion]) -> Context:
    """Split suggestions: the first ones for the top of the mail, the others for further down."""
    first = best_suggestions(likely)
    others = [one for one in likely if one not in first]
    return {
        "first": [option_of(game, player, view, one) for one in first],
        "others": [option_of(game, player, view, one) for one in others],
    }


def best_suggestions(likely: Sequence[Suggestion]) -> list[Suggestion]:
    """Choose the best suggestions, among them one that attacks and one that passes or at least does not attack, where
    there are such."""
    chosen = list(likely[:1])
    quiet = sorted((one for one in likely if not one.is_attack), key=lambda one: not one.passes)
    for several in ([one for one in likely if one.is_attack], quiet):
        chosen += [one for one in several if one not in chosen][:1]
    chosen += [one for one in likely if one not in chosen]
    return sorted(chosen[:SHOWN_FIRST], key=list(likely).index)


def option_of(game: Game, player: Player, view: engine.PlayerView, likely: Suggestion) -> SuggestedOrder:
    link = OrderLink(game.pk, viewer_of(view), view.ref, likely.order, holder_of(player, view))
    note = odds_words(view, likely) if likely.is_attack else likely.note
    return SuggestedOrder(tuple(likely.lines), absolute_url(link_path(link)), remarks(note, likely.hazards))


def remarks(note: str, hazards: Sequence[str]) -> str:
    """Join a note with sentences on what the order costs."""
    text = note[:1].upper() + note[1:]
    if not text or not hazards:
        return text or " ".join(hazards)
    return " ".join([f"{text.removesuffix('.')}.", *hazards])


def odds_words(view: engine.PlayerView, likely: Suggestion) -> str:
    """Describe the odds of an attack: "Blue holds it with 3 armies. 99 % chance to capture it, 71 % without new
    armies.", and what cards would make of them."""
    if view.owner[likely.dst] < 0:
        return _("Nobody holds it: you walk in without dice.")
    said = {
        "owner": seat_label(view, view.owner[likely.dst]),
        "armies": count_units(view.units(likely.dst), view.rules),
        "chance": percent(likely.chance or 0.0),
        "placed": percent(likely.chance_after_placing or 0.0),
    }
    said["owner"] = said["owner"][:1].upper() + said["owner"][1:]
    if likely.chance_after_placing is None:
        told = _("%(owner)s holds it with %(armies)s. %(chance)s chance to capture it.") % said
        return " ".join(filter(None, (told, card_odds(view, likely))))
    return (
        _("%(owner)s holds it with %(armies)s. %(placed)s chance to capture it, %(chance)s without new armies.") % said
    )


def card_odds(view: engine.PlayerView, likely: Suggestion) -> str:
    """List the cards that would change the odds of an attack: "With a card first: Land Assemble MODs 98 %."; empty
    without one."""
    chances = chances_after_cards(view, likely.src, likely.dst)
    names = engine.catalogue_of(view.rules, view.options).names if chances else ()
    after = {names[number]: percent(chance) for number, chance in chances.items()}
    told = [f"{name} {chance}" for name, chance in after.items() if chance != percent(likely.chance or 0.0)]
    return _("With a card first: %(cards)s.") % {"cards": ", ".join(told)} if told else ""


for name, title, make in (("turn", gettext_lazy("Your turn"), turn), ("reminder", gettext_lazy("Reminder"), reminder)):
    MAIL_KINDS.add(MailKind(name, title, make, "emails/turn", name, asks=True, explain_obsolete=explain_answered))
