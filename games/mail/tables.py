"""Mails about a table that gathers or has just begun: invitations, rematches, the start."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.address_proof import prove
from games.clocks.words import tell_pace
from games.mail.links import absolute_url
from games.mail.notes import Button, Notice, TableRow, board_button, board_image
from games.mail.turn import frame, seat_of
from games.models import Game, OutboxMail
from games.models.game import tell_apart
from games.selectors.dice_proof import first_head_shown
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from games.wording.press import describe_mail_proof, describe_names, describe_press
from games.wording.rules import table_rules
from games.wording.seats import Person, colour_name

FIELDPOST = gettext_lazy(
    "Fieldpost is a place for slow games of world conquest: a turn takes a few minutes, on the site or by email, "
    "and you have days for it."
)


def invitation(mail: OutboxMail, reader: MailReader) -> Context:
    """Invite to a seat that somebody offers."""
    game = table_of(mail)
    host = str(mail.context.get("from") or _("A player"))
    said = {"host": host, "game": game.name}
    subject = _("%(host)s invites you to %(game)s") % said
    note = str(mail.context.get("note") or "")
    quoted = [_("%(host)s writes: “%(note)s”") % {"host": host, "note": note}] if note else []
    return (
        table_frame(game)
        | {"host": host}
        | Notice(
            subject,
            subject,
            [*quoted, about_table(game), str(FIELDPOST), *what_is_played(game)],
            button=Button(_("See the game and join"), invitation_url(game, mail.address)),
            rows=seated(game),
            rows_title=_("Players so far"),
            why=_("You get this because %(host)s invited you.") % said,
        ).context()
    )


def invitation_url(game: Game, address: str) -> str:
    """Make the link to a table. An address that was typed to invite somebody is proved by it, so that a newcomer does
    not have to prove it again."""
    proof = f"?{urlencode({'proof': prove(address)})}" if address else ""
    return absolute_url(reverse("invite", args=[game.invite_token])) + proof


def rematch(mail: OutboxMail, reader: MailReader) -> Context:
    """Invite everybody who played to a rematch."""
    game = table_of(mail)
    said = {"host": str(mail.context.get("from") or _("A player")), "game": game.rematch_of or game}
    return (
        table_frame(game)
        | Notice(
            _("%(host)s wants to play %(game)s again") % said,
            _("%(host)s wants to play %(game)s again") % said,
            [f"{_('The rules and deadlines are the same as before.')} {about_table(game)}", *what_is_changed(game)],
            button=Button(_("Join"), absolute_url(reverse("invite", args=[game.invite_token]))),
            rows=seated(game),
            rows_title=_("Players so far"),
            why=_("You get this because you played the game before this one."),
        ).context()
    )


def explain_full_table(mail: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain that the table of an invitation has no seat for its reader; empty if it has."""
    game = mail.game
    assert game is not None
    has_seat = game.is_open and game.players.count() < game.seats_wanted
    sits_there = has_seat and mail.user_id is not None and game.players.filter(user_id=mail.user_id).exists()
    return "" if has_seat and not sits_there else _("the table is full, or its reader sits there already")


def table_cancelled(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell that the reader's table was closed before the first move."""
    game = table_of(mail)
    why = str(mail.context.get("reason") or "")
    said = {"host": mail.context.get("by") or _("The host"), "game": game.name}
    return (
        table_frame(game)
        | Notice(
            _("%(game)s was called off") % said,
            _("The game was called off"),
            [_("%(host)s called off %(game)s before it began.") % said, *([f"“{why}”"] if why else [])],
            button=Button(_("See other games"), absolute_url(reverse("home"))),
            why=_("You get this because you had a seat in it."),
        ).context()
    )


def seat_lost(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell that somebody else has the reader's seat now: by an organizer, by the rules of an event, or because it had
    fallen free."""
    game = table_of(mail)
    newcomer = "" if game.hides_names else mail.context["by"]
    said = {"game": game.name, "newcomer": newcomer or _("somebody else"), "reason": mail.context["reason"]}
    lead = [
        _("Your seat in %(game)s had fallen free, and %(newcomer)s has taken it. You get no more email about it.")
        % said
    ]
    if said["reason"]:
        lead = [
            _("An organizer gave your seat in %(game)s to %(newcomer)s. You get no more email about it.") % said
            if mail.context.get("by_organizer", True)
            else _("Your seat in %(game)s went to %(newcomer)s. You get no more email about it.") % said,
            _("The reason: %(reason)s") % said,
        ]
    return (
        table_frame(game)
        | Notice(
            _("%(game)s: somebody else has your seat now") % said,
            _("Somebody else has your seat now"),
            lead,
            button=Button(_("See your other games"), absolute_url(reverse("home"))),
            other=board_button(game) if game.is_watchable else None,
            why=_("You get this because the seat was yours."),
        ).context()
    )


def table_of(mail: OutboxMail) -> Game:
    assert mail.game_id is not None
    return Game.objects.select_related("creator").get(pk=mail.game_id)


def table_frame(game: Game) -> Context:
    """Build the frame of mails about a table that has not begun."""
    return {"game": game, "place": f"{game.name}, {title_of(game)}", "links": {}}


def about_table(game: Game) -> str:
    """Describe a table: "Modern, 4 seats, 2 free, 3 days per turn"."""
    free = max(0, game.seats_wanted - game.players.count())
    said = {"rules": title_of(game), "seats": game.seats_wanted, "free": free, "pace": tell_pace(game.time.rules)}
    if not free:
        return _("%(rules)s, %(seats)s seats, none free, %(pace)s.") % said
    return _("%(rules)s, %(seats)s seats, %(free)s free, %(pace)s.") % said


def title_of(game: Game) -> str:
    """Return the name of the rules with their overlays: "Modern with “Commanders”"."""
    played = table_rules(game)
    return played.title if played else game.rules


def what_is_played(game: Game) -> list[str]:
    """Summarize the rules in a paragraph, with one more for each thing that is not as usual."""
    played = table_rules(game)
    told = " ".join(filter(None, (describe_press(game), describe_names(game), describe_mail_proof(game))))
    return [played.rules.summary, *what_is_changed(game), told] if played else []


def what_is_changed(game: Game) -> list[str]:
    played = table_rules(game)
    return [_("Changed in this game:"), *played.lines] if played and played.lines else []


def seated(game: Game) -> list[TableRow]:
    players = list(game.players.select_related("user").order_by("pk"))
    tell_apart(players)
    host = _("site host")
    return [
        TableRow("", player.colour, player.label, _("bot") if player.bot else host if player.is_host else "")
        for player in players
    ]


def started(mail: OutboxMail, reader: MailReader) -> Context:
    """Tell that the game has started: who plays what, and in which order."""
    game, player = seat_of(mail, reader)
    view = reader.mailed.view(player.seat)
    by_seat = {person.seat: person for person in reader.mailed.people(player.seat)}
    asked = [person for person in by_seat.values() if view.asked and person.seat in view.asked.seats]
    order = [by_seat[seat] for seat in (view.order or tuple(by_seat)) if seat in by_seat]
    said = {"game": game.name, "seat": colour_name(player.colour)}
    lead = [_("%(game)s has begun.") % said]
    if len(asked) == 1 and not asked[0].you:
        lead.append(
            _("%(seat)s (%(name)s) goes first.") % {"seat": colour_name(asked[0].colour), "name": asked[0].name}
        )
    lead.append(_("You get an email when it is your turn."))
    made = Notice(
        _("%(game)s has begun: you are %(seat)s") % said,
        _("You are %(seat)s") % said,
        [" ".join(lead), *what_is_changed(game)],
        button=board_button(game),
        rows=[row_of(person) for person in order],
        rows_title=_("In order of play"),
        after=[
            _(
                "The order of play was drawn from the dice key and everyone’s word. The first head of the dice log is "
                "%(head)s."
            )
            % {"head": first_head_shown(game)},
            Button(_("See everyone’s word"), absolute_url(reverse("game-dice", args=[game.slug]))),
        ],
    ).context()
    return frame(game, view) | made | board_image(game, view)


def row_of(person: Person, note: str = "") -> TableRow:
    host = _("site host") if person.host else ""
    return TableRow("", person.colour, _("you") if person.you else person.name, note or person.note or host)


for kind in (
    MailKind("invitation", gettext_lazy("Invitation"), invitation, explain_obsolete=explain_full_table),
    MailKind("rematch", gettext_lazy("Rematch"), rematch, explain_obsolete=explain_full_table),
    MailKind("put_away", gettext_lazy("A cancelled game"), table_cancelled),
    MailKind("unseated", gettext_lazy("A reassigned seat"), seat_lost),
    MailKind("started", gettext_lazy("The game has begun"), started),
):
    MAIL_KINDS.add(kind)
