"""Anonymize what games keep of a person whose account is deleted.

Seats, questions and the audit log name people by their row, which is emptied. What is blanked here was written as
text: notes of the host, which stand outside the chain of the journal, mails, and one detail of the audit log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import AuditEntry, Entry, OutboxMail, SentMail, StandIn
from games.models.journal import actor_of

if TYPE_CHECKING:
    from accounts.models import User

NAMED = {
    "host.stand_in": ("by",),
    "host.stand_in_ended": ("by",),
    "host.replaced": ("was", "by"),
    "host.opened": ("by",),
    "host.void": ("by",),
    "host.adjudicated": ("by",),
}
"""The fields of host events that name people; a blank one is shown as somebody who has left."""

NAMING_ACTS = ("game.replace", "game.void", "game.adjudicate", "dispute.open")
"""The acts that write such notes."""


def forget_person(user: User) -> None:
    """Blank the name wherever games keep it as text, and cancel this person's invitations. Call it once the seats
    are left, so that no further invitation comes."""
    forget_in_notes(user)
    forget_in_orders(user)
    forget_invitations(user)
    forget_in_mails(user)
    forget_in_audit(user)


def forget_in_audit(user: User) -> None:
    """Blank names in audits: acts on the person keep neither name nor address, gifts of a seat no name."""
    for row in AuditEntry.objects.filter(details__person=user.pk):
        blanked = {name: "" for name in ("name", "leaver", "address", "former") if name in row.details}
        AuditEntry.objects.filter(pk=row.pk).update(details=row.details | blanked)
    for row in AuditEntry.objects.filter(action="game.replace", details__by=user.username):
        AuditEntry.objects.filter(pk=row.pk).update(details=row.details | {"by": ""})


def forget_in_notes(user: User) -> None:
    games = AuditEntry.objects.filter(action__in=NAMING_ACTS).values("game_id")
    played = Entry.objects.filter(actor=actor_of(user.pk)).values("game_id")
    stood_in = StandIn.objects.values("player__game_id")  # whose rows forget a friend who stops
    notes = Entry.objects.filter(Q(game_id__in=games) | Q(game_id__in=played) | Q(game_id__in=stood_in))
    notes = notes.filter(kind=Entry.Kind.NOTE, events__0__type__in=list(NAMED))
    for note in notes:
        event = note.events[0]
        said = [name for name in NAMED[event["type"]] if event.get(name) == user.username]
        if said:
            Entry.objects.filter(pk=note.pk).update(events=[event | dict.fromkeys(said, ""), *note.events[1:]])


def forget_in_orders(user: User) -> None:
    """Blank the name in orders that this person gave for others, or others for them."""
    given = Entry.objects.filter(game_id__in=StandIn.objects.values("player__game_id"), stand_in__isnull=False)
    for entry in given.filter(Q(stand_in__by=user.username) | Q(stand_in__owner=user.username)):
        said = [name for name in ("by", "owner") if (entry.stand_in or {})[name] == user.username]
        Entry.objects.filter(pk=entry.pk).update(stand_in=(entry.stand_in or {}) | dict.fromkeys(said, ""))


def forget_invitations(user: User) -> None:
    """Cancel invitations: those from this person lose sender and address, those to this person the name."""
    rows = OutboxMail.objects.filter(template="invitation")
    sent, got = (
        rows.filter(context__from=user.username),
        rows.filter(Q(user=user) | Q(context__to__iexact=user.username)),
    )
    unsent = Q(state__in=OutboxMail.WAITING_STATES)
    for found in (sent, got):
        found.filter(unsent).update(state=OutboxMail.State.CANCELLED, error=_("the account is deleted"))
    ours = list(sent.values_list("pk", flat=True))
    got.update(user=None, context={})
    OutboxMail.objects.filter(pk__in=ours).update(address="", context={})


def forget_in_mails(user: User) -> None:
    """Blank the name in other mails, and the address in what mail servers answered. What was sent is gone."""
    SentMail.objects.filter(user=user).delete()
    for field in ("from", "by"):
        for mail in OutboxMail.objects.filter(**{f"context__{field}": user.username}):
            OutboxMail.objects.filter(pk=mail.pk).update(context=mail.context | {field: ""})
    if user.email:
        ours = OutboxMail.objects.filter(template=OutboxMail.ACCOUNT, address__iexact=user.email)
        ours.filter(state__in=OutboxMail.WAITING_STATES).update(state=OutboxMail.State.CANCELLED)
        ours.update(address="", context={}, error="")
        OutboxMail.objects.filter(user=user, error__icontains=user.email).update(error="")
