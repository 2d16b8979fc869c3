"""Turn mails and reminders: everything that is needed to answer, in the order in which it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

import engine
from games.lateness import otherwise
from games.likely import Likely, likely_orders
from games.links import Link, absolute, link_path
from games.mail.asking import Question, own_seat, question
from games.mail.letter import GLUE
from games.mail.picture import board_picture
from games.mail.reader import Reader
from games.mail.story import items_of
from games.mail.words import capital_words, hand_words, legend, mission_words, regions_of
from games.models import Game, OutboxMail, Player, Waiting
from games.narration import names_for
from games.pages.amounts import percent
from games.pages.facts import StoryLine
from games.seats import called
from games.seats import title as colour_title
from games.selectors.access import view_of
from games.selectors.people import people_at
from games.selectors.story import entries_since, since_last_turn, story_of

Context = dict[str, Any]


@dataclass(frozen=True)
class Attack:
    """One likely attack as a row: who is attacked from where, the odds, and the link."""

    target: str
    owner: str
    defenders: int
    source: str
    armies: int
    odds: str
    placed: str
    url: str


@dataclass(frozen=True)
class Way:
    """Another likely answer with its link, and what it costs if that is known."""

    sentence: str
    url: str
    fine: str = ""


def turn_context(mail: OutboxMail, reader: Reader, *, late: bool = False) -> Context:
    """What templates/emails/turn.* show. `late` makes it a reminder.

    Raises Waiting.DoesNotExist if the player is no longer asked; then nothing should be sent.
    """
    game, player = seat_of(mail)
    assert player.seat is not None and mail.ref is not None
    waiting = Waiting.objects.get(game=game, seat=player.seat, ref=mail.ref)
    view = view_of(game, player.seat)
    asks = question(view)
    since = since_last_turn(game, player.seat, view)
    lines = story_since(game, player, view, reader, since.seq)
    context = frame(game, view) | {"asks": asks, "late": late}
    context |= story_context(lines) | {"story_title": since.title}
    context |= decision_context(game, player, view) | position_context(game, player, view, lines)
    return (
        context | clock_context(game, player, view, waiting, reader) | headline(game, view, asks, reader, waiting, late)
    )


def position_context(game: Game, player: Player, view: engine.PlayerView, lines: Sequence[StoryLine]) -> Context:
    """Board, hand and people."""
    people = people_at(game, player.seat)
    return {
        "colour_title": colour_title(player.colour),
        "hand": hand_words(view),
        "mission": mission_words(view),
        "capitals": capital_words(view),
        "people": people,
        "legend": legend(people, len(people) in view.owner),
        "regions": regions_of(view),
        "picture": board_picture(game.pk, view, lines),
        "alt": alt_of(view, lines),
    }


def clock_context(game: Game, player: Player, view: engine.PlayerView, waiting: Waiting, reader: Reader) -> Context:
    """Until when, by whose clock, and what happens then."""
    if waiting.deadline_at is None:
        return {"until": "", "zone": "", "otherwise": ""}
    return {
        "until": reader.long(waiting.deadline_at),
        "zone": reader.zone_name,
        "otherwise": otherwise(view, game, player, waiting),
    }


def seat_of(mail: OutboxMail) -> tuple[Game, Player]:
    """The game and seat of a mail about a game, as they are now."""
    assert mail.game_id is not None
    game = Game.objects.get(pk=mail.game_id)
    return game, game.players.select_related("user").get(seat=mail.seat)


def headline(
    game: Game, view: engine.PlayerView, asks: Question, reader: Reader, waiting: Waiting, late: bool
) -> Context:
    """The subject, and the line that lists of mails show behind it."""
    parts = [asks.subject]
    if view.round:
        parts.append(f"round {view.round}")
    if waiting.deadline_at:
        parts.append(f"until {reader.short(waiting.deadline_at)}")
    subject = f"{game.name}: {', '.join(parts)}"
    preheader = f"{asks.lead} {'Until ' + reader.long(waiting.deadline_at) + '.' if waiting.deadline_at else ''}"
    return {"subject": f"Reminder: {subject}" if late else subject, "preheader": preheader.strip()}


def frame(game: Game, view: engine.PlayerView) -> Context:
    """What every mail about a running game shows around its matter."""
    rules = engine.ruleset(game.rules).title
    stage = f"round{GLUE}{view.round}" if view.round else "set-up"
    return {"game": game, "view": view, "place": f"{game.name}, {rules}, {stage}", "links": game_links(game)}


def game_links(game: Game) -> dict[str, str]:
    """Where a mail about a game leads besides; nobody leaves a game that is over."""
    names = {"board": "game", "history": "game-history", "leave": "game-settings"}
    if game.has_ended:
        del names["leave"]
    return {word: absolute(reverse(name, args=[game.slug])) for word, name in names.items()}


def story_since(game: Game, player: Player, view: engine.PlayerView, reader: Reader, seq: int) -> tuple[StoryLine, ...]:
    """What happened after an entry, as the player may know it."""
    people = people_at(game, player.seat)
    return story_of(game, entries_since(game, seq), names_for(view), people, now=reader.now, zone=reader.zone)


def story_context(lines: Sequence[StoryLine]) -> Context:
    items, earlier = items_of(lines)
    return {"story": items, "earlier": earlier}


def alt_of(view: engine.PlayerView, lines: Sequence[StoryLine]) -> str:
    """What a reader with pictures off sees in place of the board."""
    arrows = sum(bool(line.number) for line in lines)
    board = f"The board of round {view.round}" if view.round else "The board"
    moves = f" with the last {arrows} {'move as an arrow' if arrows == 1 else 'moves as arrows'}" if arrows else ""
    return f"{board}{moves}. The same in words is further down."


def decision_context(game: Game, player: Player, view: engine.PlayerView) -> Context:
    """Likely answers: attacks as rows with their odds, everything else as plain links, the first as the button."""
    likely = likely_orders(view)

    def url(one: Likely) -> str:
        link = Link(game.pk, own_seat(view), view.ref, one.order, player.user_id or 0)
        return absolute(link_path(link))

    attacks = [attack_of(view, one, url(one)) for one in likely if one.is_attack]
    ways = [Way(one.sentence, url(one), one.fine) for one in likely if not one.is_attack]
    first = likely[0] if likely else None
    return {
        "attacks": attacks,
        "ways": ways,
        "pool": view.pool if any(attack.placed for attack in attacks) else 0,
        "first": Way(first.button, url(first)) if first else None,
    }


def attack_of(view: engine.PlayerView, likely: Likely, url: str) -> Attack:
    names = engine.mapgraph(view.map).names
    owner = view.owner[likely.dst]
    return Attack(
        target=names[likely.dst],
        owner=called(view, owner),
        defenders=view.armies[likely.dst],
        source=names[likely.src],
        armies=view.armies[likely.src],
        odds=percent(likely.chance or 0.0),
        placed=percent(likely.placed) if likely.placed is not None else "",
        url=url,
    )
