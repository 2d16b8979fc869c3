"""Conversations in games, what was written in them, and what people keep for themselves beside them.

No text of these rows stands in a journal, a log or the admin: `press.selectors.messages_for` alone reads them for
people, and copies in `Report` what was reported.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Entry, Game, Player

EVERYONE = "*"
"""The `seats` of the conversation that everybody at the table reads."""

LONGEST = 2000
MOST_LINES = 40
LONGEST_NOTES = 10_000
LONGEST_LINE = 200


class Conversation(models.Model):
    """A fixed set of seats in one game: their numbers in order ("0,2"), `EVERYONE`, or one seat and the organizers
    ("0,organizers")."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    seats = models.CharField(max_length=24)

    class Meta:
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "seats"], name="conversation_once")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.seats}"


class Message(models.Model):
    """What was written in a conversation.

    `seat` wrote it; None for unsigned messages, of which sender and key stand in `GreySender` alone, and for those of
    organizers, whose `source` says so. `number` orders messages that are shown at one moment: unsigned ones come in an
    order that tells nothing. `shown_at` is when it is shown; None while it waits for a window to close. `turn` is the
    one in which it was shown: until that is over spectators do not see it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.TextField(max_length=LONGEST)
    source = models.CharField(max_length=10, choices=Entry.Source.choices, blank=True, default="")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.CharField(max_length=120, null=True, blank=True)
    turn = models.CharField(max_length=40, blank=True, default="")
    sent_at = models.DateTimeField()
    shown_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["shown_at", "number", "pk"]
        constraints = [models.UniqueConstraint(fields=["game", "actor", "key"], name="message_once")]
        indexes = [
            models.Index(fields=["game", "shown_at"], name="message_shown"),
            models.Index(fields=["actor", "sent_at"], name="message_sent"),
            models.Index(fields=["game"], condition=models.Q(shown_at=None), name="message_waits"),
            models.Index(fields=["shown_at"], condition=models.Q(turn=""), name="message_unplaced"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.pk}"

    @property
    def is_of_organizer(self) -> bool:
        return self.source == Entry.Source.ORGANIZER

    @property
    def is_grey(self) -> bool:
        """Whether it came without its sender."""
        return self.seat is None and not self.is_of_organizer


class GreySender(models.Model):
    """Who wrote an unsigned message: read by the sender's own page and by moderators of a report, and by nothing
    else."""

    message = models.OneToOneField(Message, on_delete=models.CASCADE, related_name="grey_sender")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=120, null=True, blank=True)

    class Meta:
        verbose_name = _("sender of an unsigned message")
        verbose_name_plural = _("senders of unsigned messages")
        constraints = [models.UniqueConstraint(fields=["game", "user", "key"], name="grey_once")]

    def __str__(self) -> str:
        return f"{self.message_id}"


class Reading(models.Model):
    """How far a player has read a conversation, and up to when its messages were mailed to them."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="readings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    read_to = models.DateTimeField(null=True, blank=True)
    mail = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("reading")
        verbose_name_plural = _("readings")
        constraints = [models.UniqueConstraint(fields=["conversation", "player"], name="reading_once")]

    def __str__(self) -> str:
        return f"{self.conversation_id}/{self.player_id}"


class ReplyNumber(models.Model):
    """The number by which the reply addresses of a person name a conversation. It never names another one: numbers of
    pages count what can be read now, which changes when a game publishes or deletes its messages. `conversation` is
    None once it is deleted."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    conversation = models.ForeignKey(Conversation, on_delete=models.SET_NULL, null=True, related_name="+")
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("number of a conversation")
        verbose_name_plural = _("numbers of conversations")
        constraints = [
            models.UniqueConstraint(fields=["player", "user", "number"], name="reply_number_once"),
            models.UniqueConstraint(fields=["player", "user", "conversation"], name="reply_conversation_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}/{self.number}"


class Mute(models.Model):
    """Whom a person does not want to hear: a seat of one game (`player`), all that is unsigned in one (`grey`), or
    somebody in all games (`user`), whom they may also have blocked (`blocks`)."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="press_mutes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    grey = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    blocks = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [
            models.UniqueConstraint(fields=["owner", "player"], name="mute_player_once"),
            models.UniqueConstraint(fields=["owner", "grey"], name="mute_grey_once"),
            models.UniqueConstraint(fields=["owner", "user"], name="mute_user_once"),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id}"


class Report(models.Model):
    """A message that somebody reported. `copy` is what the reporter saw: the message last, up to ten before it, each
    as `{"seat", "grey", "name", "text", "at"}`. `appeal_of` is the report whose outcome is appealed."""

    class Kind(models.TextChoices):
        INSULT = "insult", _("An insult")
        THREAT = "threat", _("A threat")
        SPAM = "spam", _("Spam")
        CHEATING = "cheating", _("Cheating")
        PRIVATE = "private", _("Private facts, or who somebody is in an anonymous game")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        CLOSED = "closed", _("Closed")

    message = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True, related_name="reports")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    accused = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    copy = models.JSONField(default=list)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    text = models.CharField(max_length=1000, blank=True, default="")
    state = models.CharField(max_length=6, choices=State.choices, default=State.OPEN)
    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    outcome = models.CharField(max_length=1000, blank=True, default="")
    appeal_of = models.OneToOneField("self", on_delete=models.CASCADE, null=True, blank=True, related_name="appeal")
    at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["pk"]
        indexes = [models.Index(fields=["at"], condition=models.Q(state="open"), name="report_open")]

    def __str__(self) -> str:
        return f"{self.pk}"


class Silence(models.Model):
    """Until when a moderator has silenced somebody, in one game or in all."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    report = models.ForeignKey(Report, on_delete=models.SET_NULL, null=True, related_name="silences")
    until = models.DateTimeField()

    class Meta:
        verbose_name = _("silence")
        verbose_name_plural = _("silences")
        indexes = [models.Index(fields=["user", "until"], name="silence_until")]

    def __str__(self) -> str:
        return f"{self.user_id}"


class Held(models.Model):
    """A reply by mail that was not sent, because it reads as an order or tells who wrote it, until its writer says
    otherwise."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=LONGEST)
    key = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("held reply")
        verbose_name_plural = _("held replies")
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="held_once")]

    def __str__(self) -> str:
        return f"{self.pk}"


class Note(models.Model):
    """What a player notes for themselves: a text on the game without a `territory`, a line on each territory."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    territory = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.TextField(max_length=LONGEST_NOTES)

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        constraints = [
            models.UniqueConstraint(fields=["player", "territory"], name="note_territory_once"),
            models.UniqueConstraint(fields=["player"], condition=models.Q(territory=None), name="note_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"
