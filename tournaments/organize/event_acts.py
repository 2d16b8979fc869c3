"""What organizers do to an event: each act asks for a reason, previews its effect in sentences, and is done by a
service that writes the audit log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.db.models import F
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from common.form_fields import choice_field
from common.registry import Registry
from engine import Facts
from games.organize.forms import ReasonForm
from games.organize.log import AUDIT_WORDS, AuditWords
from games.organize.reach import count_reached, unreached_words
from games.wording.amounts import join_and
from tournaments.documents import Json
from tournaments.models import Entrant, Round, Table, Tournament
from tournaments.organize.points import read_points, show_points
from tournaments.selectors.questions import ANSWER, open_questions
from tournaments.services import repairs
from tournaments.services.letters import WRITE, entrant_write, event_answer
from tournaments.services.next_season import season_next
from tournaments.services.seeding import SEED, check_seeding, entrants_seed
from tournaments.services.staff import organizer_add, organizer_remove
from tournaments.swaps import seat_swapped

EVERYBODY = 0
"""Stands for everybody who entered where a message may go to one."""

CHOOSE_PLAYER = gettext_lazy("Choose a player.")
NOBODY = ("", gettext_lazy("Choose a player"))
"""Stands first where a player is to be chosen, so that nobody is by oversight."""

Status = Tournament.Status
BEFORE_BEGIN = (Status.DRAFT, Status.ENTRY, Status.CHECK_IN)
OPEN = (Status.ENTRY, Status.CHECK_IN, Status.RUNNING)
PLAYED = (Status.RUNNING, Status.OVER)

SIGN_UP, RESULTS, PLAYERS, DRAWS, WHOLE = (
    gettext_lazy("Sign-up"),
    gettext_lazy("Results"),
    gettext_lazy("Players"),
    gettext_lazy("Draws"),
    gettext_lazy("The tournament"),
)
GROUPS = (SIGN_UP, RESULTS, PLAYERS, DRAWS, WHOLE)
"""Under which headings acts are listed."""

Arguments = Facts
"""Cleaned fields of the act's form but for the reason; each act has its own."""


class EventActForm(ReasonForm):
    """A reason, and what else an act on an event asks for."""

    def __init__(
        self, posted: QueryDict | None = None, *, event: Tournament, initial: dict[str, object] | None = None
    ) -> None:
        self.event = event
        super().__init__(posted, initial=initial)


class TableForm(EventActForm):
    """A table that is booked and may change."""

    table_id = forms.TypedChoiceField(
        label=gettext_lazy("Table"),
        coerce=int,
        help_text=gettext_lazy(
            "A table of the last public round whose game has ended. If the next round is public already, take it back "
            "first, or give or take points."
        ),
        error_messages={"required": gettext_lazy("No table can change now: the next round is public.")},
    )

    def prepare(self) -> None:
        rows = Table.objects.filter(round__tournament=self.event, round__number=repairs.public_rounds(self.event))
        names = names_in(self.event)
        found = rows.exclude(booked_at=None).select_related("round").order_by("round__group", "number")
        self.titles = {table.pk: table_title(table, names) for table in found}
        choice_field(self, "table_id").choices = list(self.titles.items())


class ReplayedForm(EventActForm):
    """A table that is played again."""

    table_id = forms.TypedChoiceField(label=gettext_lazy("Table"), coerce=int)

    def prepare(self) -> None:
        names = names_in(self.event)
        rows = repairs.replayed_tables(self.event).select_related("round")
        choice_field(self, "table_id").choices = [(table.pk, table_title(table, names)) for table in rows]


class PlacesForm(TableForm):
    """A table, and the place of each of its seats. The table is chosen first; only then are there seats to ask for."""

    table: Table | None = None
    subject = ""

    def prepare(self) -> None:
        """Ask for the place of each seat of the chosen table; they begin as they are booked."""
        super().prepare()
        chosen = str(self["table_id"].value() or "")
        if not chosen.isdecimal() or int(chosen) not in self.titles:
            return
        self.table, self.subject = Table.objects.get(pk=int(chosen)), self.titles[int(chosen)]
        self.fields["table_id"].widget = forms.HiddenInput()
        names, seats = names_in(self.event), range(len(self.table.seats))
        for row in repairs.last_bookings(self.table):
            code = self.table.seats[row.seat]
            self.fields[place_name(row.seat)] = forms.TypedChoiceField(
                label=_("Place of %(name)s") % {"name": names.get(code, code)},
                coerce=int,
                choices=[("", "–"), *((seat + 1, seat + 1) for seat in seats)],
                initial=row.place,
                error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose a place.")),
            )

    def clean(self) -> dict[str, object]:
        """Read the places in order of seats."""
        data = super().clean() or self.cleaned_data
        if self.table is None:
            self.add_error("table_id", _("Choose a table."))
            return data
        names = list(map(place_name, range(len(self.table.seats))))
        if set(names) <= set(data):
            data["places"] = [data.pop(name) for name in names]
            self.check_order(data["places"])
        return data

    def check_order(self, places: list[int]) -> None:
        """Refuse places that no order of the players gives, and say which this order would."""
        right = repairs.right_places(places)
        if right != places:
            text = _("These places leave a gap. Equals share a place, and the next comes as many later: %(right)s.")
            self.add_error(None, text % {"right": ", ".join(map(str, right))})


def place_name(seat: int) -> str:
    """Name the field of a seat's place."""
    return f"place_{seat}"


class EntrantForm(EventActForm):
    """Somebody who entered."""

    entrant_id = forms.TypedChoiceField(
        label=gettext_lazy("Player"), coerce=int, error_messages={"required": CHOOSE_PLAYER}
    )

    def prepare(self) -> None:
        rows = self.event.entrants.exclude(entered=None).order_by("name")
        choice_field(self, "entrant_id").choices = [NOBODY, *((each.pk, each.name) for each in rows)]


class WriteForm(EventActForm):
    """A message, and to whom."""

    entrant_id = forms.TypedChoiceField(label=gettext_lazy("To"), coerce=int)

    def prepare(self) -> None:
        rows = self.event.entrants.exclude(user=None).order_by("name")
        everybody = [(EVERYBODY, _("everybody who entered"))]
        choice_field(self, "entrant_id").choices = [*everybody, *((each.pk, each.name) for each in rows)]
        make_message(self)


class AnswerForm(EventActForm):
    """An answer, and to which message."""

    question_id = forms.TypedChoiceField(label=gettext_lazy("To"), coerce=int)

    def prepare(self) -> None:
        choice_field(self, "question_id").choices = [
            (row.pk, f"{row.user.username if row.user else ''}: {row.reason[:80]}")
            for row in open_questions(self.event)
        ]
        make_message(self)


def make_message(form: EventActForm) -> None:
    """Turn the reason of a form into a message."""
    field = form.fields["reason"]
    field.label, field.widget.attrs["rows"] = _("Message"), 6
    field.error_messages["required"] = _("Write a message.")
    field.help_text = _("Sent by email and kept in the audit log.")


class SeedForm(EventActForm):
    """The order in which entrants are seeded, by their names."""

    order = forms.CharField(
        label=gettext_lazy("Players, the strongest first"),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=gettext_lazy("One name a line. Whoever is left out follows in the order of entry."),
    )

    def prepare(self) -> None:
        rows = self.event.entrants.order_by(F("seed_rank").asc(nulls_last=True), "number")
        self.initial.setdefault("order", "\n".join(rows.values_list("name", flat=True)))

    def clean_order(self) -> list[int]:
        known = {each.name.lower(): each.pk for each in self.event.entrants.all()}
        names = [line.strip().removeprefix("@").lower() for line in self.cleaned_data["order"].splitlines()]
        if unknown := [name for name in names if name and name not in known]:
            raise forms.ValidationError(_("%(name)s has not entered this tournament.") % {"name": unknown[0]})
        if len({*filter(None, names)}) < len([*filter(None, names)]):
            raise forms.ValidationError(_("Name each player once."))
        return [known[name] for name in names if name]


class AdjustForm(EntrantForm):
    """Points that are given or taken."""

    units = forms.CharField(
        label=gettext_lazy("Points"), max_length=8, help_text=gettext_lazy("Such as 6, 4½ or −1. They may be negative.")
    )

    def clean_units(self) -> int:
        text = self.cleaned_data["units"].strip()
        sign = -1 if text[:1] in ("-", "−") else 1
        try:
            (units,) = read_points(text.lstrip("-−+ "))
        except ValueError:
            raise forms.ValidationError(_("Write points like 6, 4½ or −1.")) from None
        return sign * units


class SwapForm(EventActForm):
    """Two players of a draft."""

    round_id = forms.TypedChoiceField(label=gettext_lazy("Draft"), coerce=int)
    one = forms.ChoiceField(label=gettext_lazy("Player"), error_messages={"required": CHOOSE_PLAYER})
    other = forms.ChoiceField(label=gettext_lazy("changes places with"), error_messages={"required": CHOOSE_PLAYER})

    def prepare(self) -> None:
        drafts = self.event.drawn.filter(status=Round.Status.DRAFT, output__isnull=False)
        choice_field(self, "round_id").choices = [(drawn.pk, name_round(drawn)) for drawn in drafts]
        players = [(each.code, each.name) for each in self.event.entrants.exclude(entered=None).order_by("name")]
        choice_field(self, "one").choices = choice_field(self, "other").choices = [NOBODY, *players]
        self.fields["reason"].help_text = _("Public with the draw.")


class DraftForm(EventActForm):
    """A draft."""

    round_id = forms.TypedChoiceField(label=gettext_lazy("Draft"), coerce=int)

    def prepare(self) -> None:
        drafts = self.event.drawn.filter(status=Round.Status.DRAFT, output__isnull=False)
        choice_field(self, "round_id").choices = [(drawn.pk, name_round(drawn)) for drawn in drafts]


class PublishForm(EventActForm):
    """When drafts become public."""

    at = forms.DateTimeField(
        label=gettext_lazy("When"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("In your time zone. Leave it empty to publish now."),
    )


class NewOrganizerForm(EventActForm):
    """Somebody by their name."""

    person = forms.CharField(label=gettext_lazy("Player name"), max_length=24)

    def clean_person(self) -> User:
        name = self.cleaned_data["person"].strip().removeprefix("@")
        found = User.objects.filter(username__iexact=name, is_active=True).first()
        if found is None:
            raise forms.ValidationError(_("No player has this name."))
        return found


class OrganizerForm(EventActForm):
    """One of the organizers of an event."""

    person = forms.ModelChoiceField(label=gettext_lazy("Organizer"), queryset=User.objects.none())

    def prepare(self) -> None:
        self.fields["person"] = forms.ModelChoiceField(
            label=gettext_lazy("Organizer"), queryset=self.event.organizers.order_by("username")
        )


class NextForm(EventActForm):
    """The name of the next season."""

    title = forms.CharField(label=gettext_lazy("Name of the next season"), max_length=60)


@dataclass(frozen=True, kw_only=True)
class EventAct:
    """Something that an organizer does to an event. Its page and its preview are made from this record."""

    name: str  # in its address
    action: str  # in the audit log
    title: str | Promise
    about: str | Promise
    words: str | Promise  # in the audit log, after a name
    preview: Callable[[Tournament, Arguments], list[str]]
    do: Callable[..., object]
    done: str | Promise
    form: type[EventActForm] = EventActForm
    warn: Callable[[EventActForm], str] = lambda form: ""  # what is said before anybody types
    first: str = ""  # the field that is chosen before all others, by a link
    group: str | Promise = WHOLE  # one of GROUPS
    when: Sequence[str] = tuple(Status)  # the states of an event in which it is listed


EVENT_ACTS: Registry[EventAct] = Registry()


def add(act: EventAct) -> None:
    """Register an act, and what the audit log says of it."""
    EVENT_ACTS.add(act)
    AUDIT_WORDS.add(AuditWords(act.action, act.words))


def names_in(event: Tournament) -> dict[str, str]:
    """Map the ids of entrants to their names. One query."""
    return {each.code: each.name for each in event.entrants.all()}


def name_round(drawn: Round) -> str:
    """Name a round, or a group of it: "Round 3", "Round 3, B"."""
    return ", ".join(filter(None, (_("Round %(number)s") % {"number": drawn.number}, drawn.group)))


def table_title(table: Table, names: Mapping[str, str]) -> str:
    """Name a table of a round with its players in order of seats."""
    players = ", ".join(names.get(code, code) for code in table.seats)
    return _("%(round)s, table %(number)s: %(players)s") % {
        "round": name_round(table.round),
        "number": table.number,
        "players": players,
    }


def consequences(event: Tournament) -> list[str]:
    """Say what follows from a change of results."""
    drafts = event.drawn.filter(status=Round.Status.DRAFT).exists()
    said = [_("The standings after this round are made anew, and the reason stands in its published results.")]
    if drafts:
        said.append(_("The draft of the next round is drawn anew with the same seed; swaps in it are lost."))
    if event.status == Tournament.Status.OVER:
        said.append(_("Trophies go to those to whom they belong then; whoever gets or loses one gets an email."))
    return [*said, _("You can take this back until the next round is public.")]


def table_of(event: Tournament, arguments: Arguments) -> tuple[Table, list[str]]:
    table = Table.objects.select_related("round").get(pk=arguments["table_id"])
    names = names_in(event)
    return table, [names.get(code, code) for code in table.seats]


def preview_places(event: Tournament, arguments: Arguments) -> list[str]:
    table, names = table_of(event, arguments)
    repairs.check_places(arguments["places"], len(names))
    before = {row.seat: row.place for row in repairs.last_bookings(table)}
    changes = [
        _("%(who)s: place %(before)s becomes place %(after)s.")
        % {"who": name, "before": before.get(seat) or "–", "after": arguments["places"][seat]}
        for seat, name in enumerate(names)
        if before.get(seat) != arguments["places"][seat]
    ]
    rated = [_("The game is rated anew by these places, and so are games that ended after it.")] if changes else []
    return [*(changes or [_("All places stay as they are.")]), *rated, *consequences(event)]


def preview_void(event: Tournament, arguments: Arguments) -> list[str]:
    _table, names = table_of(event, arguments)
    text = _("%(players)s get no points for this table, it counts as no game and no meeting, and is not rated.")
    return [text % {"players": join_and(names)}, *consequences(event)]


def preview_replay(event: Tournament, arguments: Arguments) -> list[str]:
    _table, names = table_of(event, arguments)
    return [
        _("%(players)s get a new game in the same seats, and an email when it begins.") % {"players": join_and(names)},
        _("The round is complete again once it has ended."),
    ]


def preview_undo_replay(event: Tournament, arguments: Arguments) -> list[str]:
    _table, names = table_of(event, arguments)
    return [
        _("The new game is called off, and %(players)s are told.") % {"players": join_and(names)},
        _("The table counts for nothing again, as it did before."),
    ]


def preview_undo(event: Tournament, arguments: Arguments) -> list[str]:
    return [_("The table is booked as it was before its last repair."), *consequences(event)]


def entrant_of(event: Tournament, arguments: Arguments) -> Entrant:
    return event.entrants.get(pk=arguments["entrant_id"])


def readers_of(event: Tournament, chosen: int) -> list[User]:
    """List who a message is for: one entrant, or everybody who entered."""
    rows = event.entrants.exclude(user=None).select_related("user").order_by("name")
    return [each.user for each in (rows.filter(pk=chosen) if chosen else rows) if each.user is not None]


def warn_unreached(form: EventActForm) -> str:
    """Name whom no email reaches, among those for whom a message is."""
    chosen = str(form["entrant_id"].value() or EVERYBODY)
    readers = readers_of(form.event, int(chosen) if chosen.isdecimal() else EVERYBODY)
    return unreached_words(readers, timezone.now())


def preview_write(event: Tournament, arguments: Arguments) -> list[str]:
    """Count who gets a message, and name whom it does not reach."""
    readers, now = readers_of(event, arguments["entrant_id"]), timezone.now()
    count = count_reached(readers, now)
    text = ngettext("%(count)s player gets it by email.", "%(count)s players get it by email.", count)
    return [line for line in (text % {"count": count}, unreached_words(readers, now)) if line]


def preview_answer(event: Tournament, arguments: Arguments) -> list[str]:
    asked = next((row for row in open_questions(event) if row.pk == arguments["question_id"]), None)
    if asked is None or asked.user is None:
        return [_("The message is answered already, or its account is gone.")]
    return [_("%(who)s gets your answer by email.") % {"who": asked.user.username}, asked.reason]


def preview_adjust(event: Tournament, arguments: Arguments) -> list[str]:
    who, units = entrant_of(event, arguments), arguments["units"]
    said = {"who": who.name, "points": show_points(abs(units)), "round": repairs.round_of(event, who).number}
    text = _("%(who)s gets %(points)s points more in round %(round)s.")
    if units < 0:
        text = _("%(who)s loses %(points)s points in round %(round)s.")
    return [
        text % said,
        _("Files of earlier rounds do not change. The reason stands in the published results."),
        _("To take it back, give the same points with the opposite sign."),
    ]


def preview_seed(event: Tournament, arguments: Arguments) -> list[str]:
    check_seeding(event)
    names = {each.pk: each.name for each in event.entrants.all()}
    first = join_and([names[pk] for pk in arguments["order"][:4]])
    return [
        _("%(first)s come first in the seeding.") % {"first": first},
        _("You can change it until the tournament begins. Players who enter later follow behind."),
    ]


def preview_disqualify(event: Tournament, arguments: Arguments) -> list[str]:
    who = entrant_of(event, arguments)
    return [
        _("%(who)s plays no further round. Games that run go on.") % {"who": who.name},
        _("You can take this back until the next round is public."),
    ]


def preview_readmit(event: Tournament, arguments: Arguments) -> list[str]:
    return [_("%(who)s is paired again from the next round on.") % {"who": entrant_of(event, arguments).name}]


def preview_swap(event: Tournament, arguments: Arguments) -> list[str]:
    """Say who changes places, and which meetings are repeated before and after."""
    drawn = event.drawn.select_related("stage").get(pk=arguments["round_id"])
    one, other = arguments["one"], arguments["other"]
    repairs.check_swap(drawn, one, other)
    names = names_in(event)
    before = count_repeats(drawn, drawn.swaps)
    after = count_repeats(drawn, [*drawn.swaps, {"pair": [one, other]}])
    return [
        _("%(one)s and %(other)s change places.") % {"one": names[one], "other": names[other]},
        _("Pairs who have met before: %(before)s now, %(after)s then.") % {"before": before, "after": after},
        _("The draw stays as it is in its file; the swap stands beside it with your reason."),
        _("You can take this back until the draw is public."),
    ]


def count_repeats(drawn: Round, swaps: list[Json]) -> int:
    """Count the pairs at the tables of a draft who have met before."""
    met = {player["id"]: player["met"] for player in drawn.given["players"]}
    tables, _byes = seat_swapped(drawn.files.output, swaps)
    return sum(b in met[a] for table in tables for a in table for b in table if a < b)


def preview_swap_undo(event: Tournament, arguments: Arguments) -> list[str]:
    return [_("The last swap of this draft is taken back.")]


def preview_publish(event: Tournament, arguments: Arguments) -> list[str]:
    if arguments.get("at"):
        return [_("The draft becomes public at the time you chose, and its games begin then.")]
    return [
        _("The draft becomes public now and its games begin. Everybody at a table gets an email."),
        _("Results of earlier rounds no longer change."),
    ]


def preview_redraw(event: Tournament, arguments: Arguments) -> list[str]:
    return [
        _("The last round is taken back and drawn anew from what is true now, with the same seed."),
        _("If its games have begun, they are called off and their players are told. Nobody may have given an order."),
    ]


def preview_undo_round(event: Tournament, arguments: Arguments) -> list[str]:
    return [
        _("The last round is taken back. It is drawn again when you ask for it."),
        _("If its games have begun, they are called off and their players are told. Nobody may have given an order."),
    ]


def preview_draw(event: Tournament, arguments: Arguments) -> list[str]:
    return [_("The next round is drawn within seconds.")]


def preview_next(event: Tournament, arguments: Arguments) -> list[str]:
    said = [_("“%(title)s” is prepared with the same settings. Nobody sees it yet, and everybody enters again.")]
    if any(stage.form["kind"] == "league" for stage in event.stages.all()):
        said.append(_("Divisions follow from this season: the first go up, the last two down, newcomers begin below."))
    return [line % {"title": arguments["title"]} for line in said]


def preview_organizer(event: Tournament, arguments: Arguments) -> list[str]:
    text = _(
        "%(who)s sees this tournament’s pages and games as you do, gets questions about them, and cannot enter it."
    )
    return [text % {"who": arguments["person"].username}]


def preview_remove(event: Tournament, arguments: Arguments) -> list[str]:
    return [_("%(who)s no longer organizes this tournament.") % {"who": arguments["person"].username}]


add(
    EventAct(
        name="write",
        action=WRITE,
        title=gettext_lazy("Write to players"),
        about=gettext_lazy("To one, or to everybody who entered."),
        words=gettext_lazy("wrote to players of a tournament"),
        form=WriteForm,
        preview=preview_write,
        do=entrant_write,
        done=gettext_lazy("Sent."),
        group=PLAYERS,
        when=OPEN,
        warn=warn_unreached,
    )
)
add(
    EventAct(
        name="answer",
        action=ANSWER,
        title=gettext_lazy("Answer a message"),
        about=gettext_lazy("Of somebody who wrote to the organizers."),
        words=gettext_lazy("answered a message"),
        form=AnswerForm,
        preview=preview_answer,
        do=event_answer,
        done=gettext_lazy("The answer is sent."),
        group=PLAYERS,
    )
)
add(
    EventAct(
        name="organizer",
        action="event.organizer_add",
        title=gettext_lazy("Name an organizer"),
        about=gettext_lazy("Of this tournament alone."),
        words=gettext_lazy("named an organizer of a tournament"),
        form=NewOrganizerForm,
        preview=preview_organizer,
        do=organizer_add,
        done=gettext_lazy("The organizer is named."),
    )
)
add(
    EventAct(
        name="no-organizer",
        action="event.organizer_remove",
        title=gettext_lazy("Remove an organizer"),
        about=gettext_lazy("They no longer organize this tournament."),
        words=gettext_lazy("removed an organizer of a tournament"),
        form=OrganizerForm,
        preview=preview_remove,
        do=organizer_remove,
        done=gettext_lazy("Done."),
    )
)
add(
    EventAct(
        name="seed",
        action=SEED,
        title=gettext_lazy("Seed by hand"),
        about=gettext_lazy("The order of players at the start, where the tournament is seeded by hand."),
        words=gettext_lazy("seeded a tournament by hand"),
        form=SeedForm,
        preview=preview_seed,
        do=entrants_seed,
        done=gettext_lazy("The seeding is kept."),
        group=SIGN_UP,
        when=BEFORE_BEGIN[1:],
    )
)
add(
    EventAct(
        name="next",
        action="event.next",
        title=gettext_lazy("Next season"),
        about=gettext_lazy("The same settings once more; a league moves its divisions."),
        words=gettext_lazy("prepared the next season"),
        form=NextForm,
        preview=preview_next,
        do=season_next,
        done=gettext_lazy("The next season is prepared. You find it among your tournaments."),
        when=(Status.OVER,),
    )
)
add(
    EventAct(
        name="places",
        action="event.places",
        title=gettext_lazy("Set places"),
        about=gettext_lazy("For a table whose result is wrong."),
        words=gettext_lazy("set the places of a table"),
        form=PlacesForm,
        first="table_id",
        preview=preview_places,
        do=repairs.table_set_places,
        done=gettext_lazy("The places are set."),
        group=RESULTS,
        when=PLAYED,
    )
)
add(
    EventAct(
        name="void",
        action="event.void",
        title=gettext_lazy("Void a table"),
        about=gettext_lazy("It then counts for nothing: no points, no meeting, no rating."),
        words=gettext_lazy("voided a table"),
        form=TableForm,
        preview=preview_void,
        do=repairs.table_void,
        done=gettext_lazy("The table counts for nothing."),
        group=RESULTS,
        when=PLAYED,
    )
)
add(
    EventAct(
        name="replay",
        action="event.replay",
        title=gettext_lazy("Replay a void table"),
        about=gettext_lazy("Its players get a new game."),
        words=gettext_lazy("let a table play again"),
        form=TableForm,
        preview=preview_replay,
        do=repairs.table_replay,
        done=gettext_lazy("A new game begins within seconds."),
        group=RESULTS,
        when=PLAYED,
    )
)
add(
    EventAct(
        name="undo-replay",
        action="event.undo_replay",
        title=gettext_lazy("Undo a replay"),
        about=gettext_lazy("Of a table that is being played again."),
        words=gettext_lazy("took back that a table plays again"),
        form=ReplayedForm,
        preview=preview_undo_replay,
        do=repairs.table_undo_replay,
        done=gettext_lazy("The table counts for nothing again."),
        group=RESULTS,
        when=PLAYED,
    )
)
add(
    EventAct(
        name="undo",
        action="event.undo",
        title=gettext_lazy("Undo a repair"),
        about=gettext_lazy("A table is booked as it was before."),
        words=gettext_lazy("undid the repair of a table"),
        form=TableForm,
        preview=preview_undo,
        do=repairs.table_undo,
        done=gettext_lazy("The repair is undone."),
        group=RESULTS,
        when=PLAYED,
    )
)
add(
    EventAct(
        name="adjust",
        action="event.adjust",
        title=gettext_lazy("Give or take points"),
        about=gettext_lazy("In the running round. Earlier rounds no longer change."),
        words=gettext_lazy("gave or took points"),
        form=AdjustForm,
        preview=preview_adjust,
        do=repairs.points_adjust,
        done=gettext_lazy("The points are changed."),
        group=RESULTS,
        when=PLAYED,
    )
)
add(
    EventAct(
        name="disqualify",
        action="event.disqualify",
        title=gettext_lazy("Disqualify a player"),
        about=gettext_lazy("They play no further round."),
        words=gettext_lazy("disqualified a player"),
        form=EntrantForm,
        preview=preview_disqualify,
        do=repairs.entrant_disqualify,
        done=gettext_lazy("The player is out."),
        group=PLAYERS,
        when=OPEN,
    )
)
add(
    EventAct(
        name="readmit",
        action="event.readmit",
        title=gettext_lazy("Let a player back in"),
        about=gettext_lazy("Somebody who left, if no round was public since."),
        words=gettext_lazy("let a player back in"),
        form=EntrantForm,
        preview=preview_readmit,
        do=repairs.entrant_readmit,
        done=gettext_lazy("The player is back."),
        group=PLAYERS,
        when=OPEN,
    )
)
add(
    EventAct(
        name="swap",
        action="event.swap",
        title=gettext_lazy("Swap two players"),
        about=gettext_lazy("Of a draft, with a reason that everybody reads."),
        words=gettext_lazy("swapped two players of a draft"),
        form=SwapForm,
        preview=preview_swap,
        do=repairs.draft_swap,
        done=gettext_lazy("The two are swapped."),
        group=DRAWS,
        when=(Status.RUNNING,),
    )
)
add(
    EventAct(
        name="swap-undo",
        action="event.swap_undo",
        title=gettext_lazy("Undo the last swap"),
        about=gettext_lazy("Of a draft."),
        words=gettext_lazy("undid a swap"),
        form=DraftForm,
        preview=preview_swap_undo,
        do=repairs.swap_undo,
        done=gettext_lazy("The swap is undone."),
        group=DRAWS,
        when=(Status.RUNNING,),
    )
)
add(
    EventAct(
        name="publish",
        action="event.publish",
        title=gettext_lazy("Publish the draft"),
        about=gettext_lazy("Now, or at a time that you say."),
        words=gettext_lazy("published a draw"),
        form=PublishForm,
        preview=preview_publish,
        do=repairs.round_publish,
        done=gettext_lazy("Done."),
        group=DRAWS,
        when=(Status.RUNNING,),
    )
)
add(
    EventAct(
        name="redraw",
        action="event.redraw",
        title=gettext_lazy("Draw the last round anew"),
        about=gettext_lazy("Before anybody has given an order in it."),
        words=gettext_lazy("had a round drawn anew"),
        preview=preview_redraw,
        do=repairs.round_redraw,
        done=gettext_lazy("The round is drawn anew within seconds."),
        group=DRAWS,
        when=(Status.RUNNING,),
    )
)
add(
    EventAct(
        name="undo-round",
        action="event.undo_round",
        title=gettext_lazy("Take the last round back"),
        about=gettext_lazy("Before anybody has given an order in it."),
        words=gettext_lazy("took a round back"),
        preview=preview_undo_round,
        do=repairs.round_undo,
        done=gettext_lazy("The round is taken back."),
        group=DRAWS,
        when=(Status.RUNNING,),
    )
)
add(
    EventAct(
        name="draw",
        action="event.draw",
        title=gettext_lazy("Draw the next round"),
        about=gettext_lazy("After a round was taken back."),
        words=gettext_lazy("had a round drawn"),
        preview=preview_draw,
        do=repairs.round_draw,
        done=gettext_lazy("The round is drawn within seconds."),
        group=DRAWS,
        when=(Status.RUNNING,),
    )
)
