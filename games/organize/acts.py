"""Acts of organizers, and those on a game. Each previews its effect in sentences, and is done by a service that writes
the journal and the audit log. Acts for a person are in `person_acts.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Generic, TypeVar

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.registry import Registry
from common.times import format_datetime, format_duration
from engine import Facts
from engine.bots import bots
from games.clocks.deadline import moved
from games.decisions.registry import organizer_timeout_text
from games.models import Game, Player, Waiting
from games.organize import forms
from games.organize.game_detail import count_recipients, open_answers, seat_name, seats_of
from games.organize.rewind_points import moment_text
from games.selectors.moments import steps_changed
from games.services import organize
from games.services.organizer_messages import game_write, games_write

Arguments = Facts
"""Cleaned fields of the act's form but for the reason; each act has its own."""

Subject = TypeVar("Subject", bound=Model)

RUNNING, PAUSED, OPEN = Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.OPEN


@dataclass(frozen=True)
class ActContext(Generic[Subject]):
    """What a preview is told of: a game or a person, with the time and time zone in which the organizer reads it."""

    subject: Subject
    now: datetime
    zone: tzinfo

    def format_time(self, at: datetime) -> str:
        return format_datetime(at, self.now, self.zone)


@dataclass(frozen=True, kw_only=True)
class OrganizerAct(Generic[Subject]):
    """Something that an organizer does to a game or for a person, with a reason in the audit log. Its button, its page
    and its preview are made from this record."""

    name: str  # in its address
    title: str | Promise  # on its button
    about: str | Promise  # what it does, in a line below the title
    icon: str  # in static/icons.svg
    preview: Callable[[ActContext[Subject], Arguments], Sequence[str | Promise]]  # its effects now, in sentences
    do: Callable[..., object]  # the service, which writes the audit log
    done: str | Promise  # the message after it
    form: type[forms.ReasonForm] = forms.ReasonForm  # what it asks besides the reason
    states: tuple[str, ...] = ()  # of games in which it is possible
    before_start: bool = False  # possible too in a game that never had a board
    summed: Callable[[int], str] | None = None  # what so many games do, for acts that may be done to many at once
    do_many: Callable[..., object] | None = None  # a service for many games together, where each alone is not the same
    suits: Callable[[Subject], bool] = lambda subject: True  # which games or people it is for at all

    @property
    def bulk(self) -> bool:
        """Whether it may be done to many games at once."""
        return self.summed is not None

    def is_possible(self: OrganizerAct[Game], game: Game) -> bool:
        """Check whether an act on games is possible in this one's present state."""
        return game.status in self.states and (game.has_board or self.before_start) and self.suits(game)


GAME_ACTS: Registry[OrganizerAct[Game]] = Registry()


def audience_text(context: ActContext[Game]) -> str:
    """Count the players who get a mail about the act, in a sentence."""
    count = count_recipients(seats_of(context.subject))
    text = ngettext(
        "%(count)s player is told, with your reason.",
        "%(count)s players are told, with your reason.",
        count,
    )
    return text % {"count": count} if count else _("No person plays in this game, so nobody is told.")


def write(context: ActContext[Game], arguments: Arguments) -> list[str]:
    count = count_recipients(seats_of(context.subject))
    text = ngettext("%(count)s player gets it by email.", "%(count)s players get it by email.", count)
    return [text % {"count": count} if count else _("No person plays in this game, so nobody would read it.")]


GAME_ACTS.add(
    OrganizerAct(
        name="write",
        title=gettext_lazy("Write to the players"),
        icon="mail",
        states=tuple(Game.Status),
        before_start=True,
        do=game_write,
        do_many=games_write,
        form=forms.MessageForm,
        done=gettext_lazy("Sent."),
        about=gettext_lazy("A message from the organizers, by email."),
        preview=write,
        summed=lambda count: ngettext("%(count)s game gets your message", "%(count)s games get your message", count),
    )
)


def pause(context: ActContext[Game], arguments: Arguments) -> list[str]:
    return [
        _("All clocks stop now."),
        _("Players cannot give orders until an organizer resumes the game."),
        audience_text(context),
    ]


GAME_ACTS.add(
    OrganizerAct(
        name="pause",
        title=gettext_lazy("Pause the game"),
        icon="pause",
        states=(RUNNING,),
        do=organize.game_pause,
        about=gettext_lazy("All clocks stop and players cannot give orders."),
        done=gettext_lazy("The game is paused."),
        preview=pause,
        summed=lambda count: ngettext("%(count)s game pauses", "%(count)s games pause", count),
    )
)


def resume(context: ActContext[Game], arguments: Arguments) -> list[str]:
    gap = context.now - (context.subject.paused_at or context.now)
    return [
        _("The clocks stood still for %(span)s. Every deadline moves by as much.") % {"span": format_duration(gap)},
        *deadline_changes(context, gap),
        audience_text(context),
    ]


GAME_ACTS.add(
    OrganizerAct(
        name="resume",
        title=gettext_lazy("Resume the game"),
        icon="play",
        states=(PAUSED,),
        do=organize.game_resume,
        about=gettext_lazy("Every deadline moves by the length of the pause."),
        done=gettext_lazy("The game continues."),
        preview=resume,
        summed=lambda count: ngettext("%(count)s game resumes", "%(count)s games resume", count),
    )
)


def extend(context: ActContext[Game], arguments: Arguments) -> list[str]:
    return [*deadline_changes(context, timedelta(hours=arguments["hours"])), audience_text(context)]


GAME_ACTS.add(
    OrganizerAct(
        name="extend",
        title=gettext_lazy("Give more time"),
        icon="clock",
        states=(RUNNING, PAUSED),
        do=organize.game_extend,
        form=forms.ExtendForm,
        done=gettext_lazy("The deadline has moved."),
        about=gettext_lazy("Moves the deadlines that are running now, not later ones."),
        preview=extend,
        summed=lambda count: ngettext("%(count)s game gets more time", "%(count)s games get more time", count),
    )
)


def deadline_changes(context: ActContext[Game], by: timedelta) -> list[str]:
    """List a sentence for each open answer with its deadline before and after."""
    text = _("%(seat)s has until %(after)s instead of %(before)s.")
    rules, said = context.subject.time.rules, []
    for row in open_answers(context.subject):
        if (deadline := row.deadline) is not None:
            later = moved(rules, row.player.seat_time(rules, row.pace), deadline, by)
            before, after = (context.format_time(each.deadline_at) for each in (deadline, later))
            if after != before:
                said.append(text % {"seat": seat_name(row.player), "before": before, "after": after})
    return said


def pass_now(context: ActContext[Game], arguments: Arguments) -> list[str]:
    said = []
    for row in open_answers(context.subject):
        text = _("The game stops waiting for %(seat)s: %(done)s.")
        if row.pace == Waiting.Pace.TURN:
            text = _("%(seat)s’s turn is skipped: %(done)s.")
        said.append(text % {"seat": seat_name(row.player), "done": organizer_timeout_text(row.kind)})
    return [*said, _("It does not count as a missed turn, and a rewind can undo it."), audience_text(context)]


GAME_ACTS.add(
    OrganizerAct(
        name="pass",
        title=gettext_lazy("Skip the player"),
        icon="arrow-right",
        states=(RUNNING,),
        do=organize.game_pass,
        done=gettext_lazy("The player was skipped."),
        about=gettext_lazy("The site answers now as it would after the deadline, or skips the whole turn."),
        preview=pass_now,
        summed=lambda count: ngettext("%(count)s game skips a player", "%(count)s games skip a player each", count),
    )
)


def replace(context: ActContext[Game], arguments: Arguments) -> list[str]:
    player = Player.objects.select_related("user").get(game=context.subject, seat=arguments["seat"])
    newcomer = arguments["by"].username if arguments["by"] else bots()[arguments["bot"]].title
    said = [
        _("%(who)s takes over %(seat)s with its territories, its cards and its place in the turn order.")
        % {"seat": seat_name(player), "who": newcomer},
        _("The seat’s standing orders are deleted."),
    ]
    if player.user:
        said.append(
            _("%(who)s gets an email and can no longer give orders in this game.") % {"who": player.user.username}
        )
    if arguments["by"] and any(row.player == player for row in open_answers(context.subject)):
        said.append(_("%(who)s gets the full time for the current question.") % {"who": newcomer})
    return [*said, audience_text(context)]


GAME_ACTS.add(
    OrganizerAct(
        name="replace",
        title=gettext_lazy("Reassign a seat"),
        icon="user",
        states=(RUNNING, PAUSED),
        do=organize.game_replace,
        form=forms.ReplaceForm,
        done=gettext_lazy("The seat was reassigned."),
        about=gettext_lazy("A person or a bot takes over its territories and cards."),
        preview=replace,
    )
)


def end_absence(context: ActContext[Game], arguments: Arguments) -> list[str]:
    player = Player.objects.select_related("user").get(game=context.subject, seat=arguments["seat"])
    words = {"seat": seat_name(player)}
    return [
        _("Nobody plays for %(seat)s any more, and the clock no longer stops for them in this game.") % words,
        _("If %(seat)s is asked now, they get the full time.") % words,
    ]


def has_absence(game: Game) -> bool:
    """Return whether somebody at the table has announced a vacation that counts in the game."""
    players = game.players.select_related("user").exclude(user__away=None)
    return any(player.absences for player in players)


GAME_ACTS.add(
    OrganizerAct(
        name="end-absence",
        title=gettext_lazy("End an absence"),
        icon="user",
        states=(RUNNING, PAUSED),
        suits=has_absence,
        do=organize.game_end_absence,
        form=forms.AbsentForm,
        done=gettext_lazy("The absence is over in this game."),
        about=gettext_lazy("Nobody stands in for the player any more; their other games are untouched."),
        preview=end_absence,
    )
)


def rewind(context: ActContext[Game], arguments: Arguments) -> list[str]:
    game, seq = context.subject, arguments["seq"]
    moment = moment_text(game, seq, context.now, context.zone)
    return [
        _("The game goes back to %(place)s.") % {"place": moment},
        *step_changes(*steps_changed(game, seq)),
        _("New dice and cards are drawn from there on; nobody can foresee them."),
        _("The player whose turn it is then gets the full time."),
        audience_text(context),
    ]


GAME_ACTS.add(
    OrganizerAct(
        name="rewind",
        title=gettext_lazy("Rewind the game"),
        icon="history",
        states=(RUNNING, PAUSED),
        do=organize.game_rewind,
        form=forms.RewindForm,
        done=gettext_lazy("The game was rewound. You can undo it here."),
        about=gettext_lazy("To an earlier moment. Nothing is deleted, and you can undo it."),
        preview=rewind,
    )
)


def step_changes(voided: int, restored: int) -> list[str]:
    """Count in sentences the steps that a rewind voids and those that it restores."""
    said = []
    if voided:
        text = ngettext("%(count)s step no longer counts.", "%(count)s steps no longer count.", voided)
        said.append(text % {"count": voided} + " " + _("The journal keeps them, marked as undone."))
    if restored:
        text = ngettext("%(count)s step counts again.", "%(count)s steps count again.", restored)
        said.append(text % {"count": restored})
    return said


def adjudicate(context: ActContext[Game], arguments: Arguments) -> list[str]:
    return [
        _("The game ends now as it stands. Nobody wins, but every player gets a place."),
        _("The dice key is published with the whole journal, hidden cards included."),
        _("You cannot undo this: once the key is public, anybody could foresee further dice."),
        audience_text(context),
    ]


GAME_ACTS.add(
    OrganizerAct(
        name="adjudicate",
        title=gettext_lazy("End the game as it stands"),
        icon="flag",
        states=(RUNNING, PAUSED),
        do=organize.game_adjudicate,
        done=gettext_lazy("The game has ended."),
        about=gettext_lazy("Players are ranked by what they hold now. You cannot undo this."),
        preview=adjudicate,
        summed=lambda count: ngettext("%(count)s game ends as it stands", "%(count)s games end as they stand", count),
    )
)


def void(context: ActContext[Game], arguments: Arguments) -> list[str]:
    if not context.subject.has_board:
        closed = _("The game is cancelled and nobody can join it any more.")
        return [closed, _("You cannot undo this."), audience_text(context)]
    return [
        _("The game ends now and nobody wins."),
        _("The dice key is published with the whole journal, hidden cards included."),
        _("You cannot undo this: once the key is public, anybody could foresee further dice."),
        audience_text(context),
    ]


GAME_ACTS.add(
    OrganizerAct(
        name="void",
        title=gettext_lazy("Call the game off"),
        icon="x",
        states=(OPEN, RUNNING, PAUSED),
        before_start=True,
        do=organize.game_void,
        done=gettext_lazy("The game was called off."),
        about=gettext_lazy("It ends without a winner. You cannot undo this."),
        preview=void,
        summed=lambda count: ngettext("%(count)s game is called off", "%(count)s games are called off", count),
    )
)


def acts_for(game: Game) -> list[OrganizerAct[Game]]:
    """List the acts that are possible on a game now."""
    return [act for act in GAME_ACTS if act.is_possible(game)]
