"""The admin of games: to look things up, never to change them. Acts are on the organizers' pages.

Nothing hidden is shown: of entries neither draws nor stored actions and events, nor how an answer at a window was sent,
of snapshots no state; keys of games and standing orders are not here at all. Filters by address reach only listed
fields, so that nobody finds hidden things by filtering on them.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from accounts.admin_lists import ReadOnlyAdmin
from games.models import AuditEntry, Entry, Game, OutboxMail, Player, Snapshot, Waiting
from games.organize.game_detail import JournalLine, journal_line, names_of, seat_name, seats_of
from games.organize.log import action_choices
from games.play.sealed import SEALED, visible_source
from games.services.mail_kinds import MAIL_KINDS
from games.templatetags.fieldpost import asked_words
from games.templatetags.organize import act_details, act_words, mail_words

HEADINGS = {
    "status": _("Status"),
    "state": _("State"),
    "kind": _("Kind"),
    "round": _("Round"),
    "seq": _("Entry"),
    "pace": _("Kind of answer"),
    "attempts": _("Tries"),
    "missed": _("Turns missed"),
    "colour": _("Seat"),
    "public": _("Open to everyone"),
    "late_policy": _("When time runs out"),
    "game": _("Game"),
    "reason": _("Reason"),
    "map": _("Board"),
    "slug": _("Address"),
    "watch": _("Who may watch"),
    "creator": _("Created by"),
    "rematch_of": _("Rematch of"),
    "digest": _("Fingerprint of the rules"),
    "result": _("Result"),
    "place": _("Place in the chain"),
    "ref": _("Answer to"),
    "back_to": _("Back to"),
    "details": _("Details"),
    "error": _("Error"),
    "bot": _("Bot"),
    "moved_at": _("Last move"),
    "deadline_at": _("Deadline"),
    "created_at": _("Created"),
    "sent_at": _("Sent"),
    "since": _("Asked"),
    "due_at": _("Due"),
    "claimed_until": _("In work until"),
    "at": _("When"),
    "started_at": _("Started"),
    "ended_at": _("Ended"),
    "paused_at": _("Paused"),
    "joined_at": _("Joined"),
    "not_before": _("Not before"),
    "remind_at": _("Reminder"),
    "reminded_at": _("Reminded"),
}


class HeadedAdmin(ReadOnlyAdmin):
    """A read-only admin with the headings of games."""

    headings = HEADINGS


class ActFilter(admin.SimpleListFilter):
    """A filter for one kind of act. The kinds are known, so the table is not read for them."""

    title, parameter_name = _("Act"), "act"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return action_choices()

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        return queryset.filter(action=self.value()) if self.value() in dict(action_choices()) else queryset


class RulesFilter(admin.SimpleListFilter):
    """A filter for one of the rule sets of this site."""

    title, parameter_name = _("Rules"), "played"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(name, rules.title) for name, rules in engine.rulesets().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(rules=self.value()) if self.value() else queryset


class MailFilter(admin.SimpleListFilter):
    """A filter for one kind of mail."""

    title, parameter_name = _("Mail"), "mail"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(kind.name, str(kind.title)) for kind in MAIL_KINDS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[OutboxMail]) -> QuerySet[OutboxMail]:
        return queryset.filter(template=self.value()) if self.value() in MAIL_KINDS else queryset


class SourceFilter(admin.SimpleListFilter):
    """A filter for the way that entries were sent, of those alone that show it."""

    title, parameter_name = _("Sent from"), "sent"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(source.value, str(source.label)) for source in Entry.Source]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Entry]) -> QuerySet[Entry]:
        is_open = Q(events__0__isnull=True) | ~Q(events__0__type=SEALED)
        shown = queryset.exclude(pace=Waiting.Pace.WINDOW).filter(is_open)
        return shown.filter(source=self.value()) if self.value() in Entry.Source.values else queryset


class GameRowAdmin(HeadedAdmin):
    """An admin of rows that belong to games, found by the game's address."""

    @admin.display(description=_("Organize"))
    def pages(self, row: Player | Entry | Snapshot) -> SafeString | str:
        """Link to the organizers' page of the row's game."""
        return organize_link(row.game) if row.game else "-"

    search_fields = ["=game__slug"]
    search_help_text = _("The last part of the game’s address")
    list_select_related = ["game"]
    asked_for = ("game", "game__id", "game_id")


@admin.register(Game)
class GameAdmin(HeadedAdmin):
    list_display = ("name", "played", "status", "round", "moved_at", "deadline_at", "pages")
    list_filter = ("status", RulesFilter, "public", "late_policy")
    search_fields = ["name", "=slug"]
    search_help_text = _("Part of the name, or the last part of the game’s address")
    list_select_related = ["creator"]
    fields = (
        "name",
        "slug",
        "played",
        "options",
        "map",
        "status",
        "public",
        "watch",
        "creator",
        "seats_wanted",
        "turn_hours",
        "reaction_hours",
        "grace_minutes",
        "late_policy",
        "rematch_of",
        "seq",
        "round",
        "digest",
        "result",
        "created_at",
        "started_at",
        "ended_at",
        "moved_at",
        "paused_at",
        "deadline_at",
    )
    readonly_fields = fields

    @admin.display(description=_("Rules"), ordering="rules")
    def played(self, game: Game) -> str:
        """Return the title of the rule set."""
        return engine.ruleset(game.rules).title if game.rules in engine.rulesets() else game.rules

    @admin.display(description=_("Organize"))
    def pages(self, game: Game) -> SafeString:
        """Link to the organizers' page of the game."""
        return organize_link(game)


def organize_link(game: Game) -> SafeString:
    """Build the link to the organizers' page of a game."""
    return format_html('<a href="{}">{}</a>', reverse("organize-game", args=[game.slug]), _("organize"))


@admin.register(Player)
class PlayerAdmin(GameRowAdmin):
    list_display = ("game", "colour", "who", "state", "missed", "outcome", "pages")
    list_filter = ("state",)
    search_fields = ["=game__slug", "user__username"]
    search_help_text = _("The last part of the game’s address, or part of a name")
    list_select_related = ["game", "user"]
    fields = readonly_fields = ("game", "colour", "who", "state", "missed", "outcome", "joined_at")

    @admin.display(description=_("Player"), ordering="user__username")
    def who(self, player: Player) -> str:
        """Return the name of a person, or the title of a bot."""
        return player.label

    @admin.display(description=_("Result"), ordering="result")
    def outcome(self, player: Player) -> str:
        """Return the result of the seat in words."""
        return str({"won": _("won"), "lost": _("lost")}.get(player.result, "-"))


@admin.register(Entry)
class EntryAdmin(GameRowAdmin):
    """The journal as spectators know it."""

    list_display = ("game", "seq", "kind", "sent_from", "whose", "round", "at")
    list_filter = ("kind", SourceFilter)
    ordering = ("-pk",)
    fields = readonly_fields = (
        "game",
        "seq",
        "place",
        "kind",
        "sent_from",
        "whose",
        "round",
        "ref",
        "back_to",
        "ordered",
        "told",
        "at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        """Query entries without the large columns that no list shows."""
        shown = super().get_queryset(request).defer("action", "draws", "body", "key")
        return shown.prefetch_related("game__players")

    @admin.display(description=_("Sent from"))
    def sent_from(self, entry: Entry) -> str:
        """Return how the entry was sent, unless it is sealed or answers a window, where all ways look alike."""
        return str(entry.get_source_display()) if visible_source(entry, None) else "-"

    @admin.display(description=_("Seat"), ordering="seat")
    def whose(self, entry: Entry) -> str:
        """Return the colour of the seat that acted."""
        colours = {player.seat: str(player.get_colour_display()) for player in entry.game.players.all()}
        return colours.get(entry.seat, "-") if entry.seat is not None else "-"

    @admin.display(description=_("Order"))
    def ordered(self, entry: Entry) -> str:
        """Return the order, unless it is sealed."""
        return spectator_line(entry).order or "-"

    @admin.display(description=_("Told to spectators"))
    def told(self, entry: Entry) -> SafeString:
        """Render the sentences that spectators read."""
        return format_html_join("", "<p>{}</p>", ((sentence,) for sentence in spectator_line(entry).sentences))


def spectator_line(entry: Entry) -> JournalLine:
    """Build the line of an entry as spectators know it."""
    players = seats_of(entry.game)
    by_seat = {player.seat: player for player in players if player.seat is not None}
    return journal_line(entry, by_seat, names_of(entry.game, players), (), whole=False)


@admin.register(Snapshot)
class SnapshotAdmin(GameRowAdmin):
    """Stored snapshots, by game and entry; the state in them is not shown."""

    list_display = ("game", "seq")
    fields = readonly_fields = ("game", "seq")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Snapshot]:
        return super().get_queryset(request).defer("state")


@admin.register(Waiting)
class WaitingAdmin(GameRowAdmin):
    list_display = ("game", "whose", "asked", "pace", "since", "deadline_at", "due_at", "pages")
    list_filter = ("pace",)
    list_select_related = ["game", "player__user", "player__game"]
    fields = readonly_fields = (
        "game",
        "whose",
        "asked",
        "ref",
        "pace",
        "since",
        "deadline_at",
        "due_at",
        "remind_at",
        "reminded_at",
        "claimed_until",
    )

    @admin.display(description=_("Player"), ordering="seat")
    def whose(self, row: Waiting) -> str:
        """Return the seat and player that owe the answer."""
        return seat_name(row.player)

    @admin.display(description=_("Question"), ordering="kind")
    def asked(self, row: Waiting) -> str:
        """Return the question to the player in words."""
        return asked_words(row.kind)


@admin.register(OutboxMail)
class OutboxMailAdmin(GameRowAdmin):
    list_display = ("what", "to", "game", "state", "attempts", "created_at", "sent_at")
    list_filter = ("state", MailFilter)
    search_fields = ["=game__slug", "user__username", "address"]
    search_help_text = _("The last part of the game’s address, or part of a name or address")
    list_select_related = ["game", "user"]
    fields = readonly_fields = (
        "what",
        "to",
        "game",
        "ref",
        "state",
        "not_before",
        "attempts",
        "claimed_until",
        "error",
        "created_at",
        "sent_at",
    )

    @admin.display(description=_("Mail"), ordering="template")
    def what(self, mail: OutboxMail) -> str:
        """Return the kind of the mail in words."""
        return mail_words(mail)

    @admin.display(description=_("To"), ordering="user__username")
    def to(self, mail: OutboxMail) -> str:
        """Return the recipient of the mail."""
        return mail.user.username if mail.user else mail.address or "-"


@admin.register(AuditEntry)
class AuditEntryAdmin(GameRowAdmin):
    list_display = ("at", "who", "what", "game", "reason")
    list_filter = (ActFilter,)
    search_fields = ["=game__slug", "user__username"]
    search_help_text = _("The last part of the game’s address, or part of a name")
    list_select_related = ["game", "user"]
    fields = readonly_fields = ("at", "who", "what", "game", "reason", "details")

    @admin.display(description=_("Who"), ordering="user__username")
    def who(self, row: AuditEntry) -> str:
        """Return the name of the person who acted, or of the site itself."""
        return row.user.username if row.user else gettext("The site")

    @admin.display(description=_("Act"), ordering="action")
    def what(self, row: AuditEntry) -> str:
        """Describe the act with its details: "reassigned a seat: Red, from bob to carol"."""
        return ": ".join(filter(None, (act_words(row), act_details(row))))
