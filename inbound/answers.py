"""Write the answers to mails: what was played, what could not be read, whose turn it is. One function for each code
of docs/mail.md, in the voice of section "Receipts" there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from common.times import dated
from engine import Facts
from games.decisions.registry import prompt_for, suggested_orders
from games.mail.links import OrderLink, absolute_url, link_path
from games.mail.notes import Button, board_button, site_frame
from games.mail.parts import board_pictures, legend, regions_of
from games.mail.render import message_id
from games.mail.reply import END_OF_MESSAGE, END_OF_ORDERS, PRESS, ReplyAddress
from games.mail.turn import frame
from games.models import Entry, Game, OutboxMail, Player, Waiting
from games.selectors.estimates import expected_words
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.mail_kinds import MAIL_KINDS, Context, MailKind
from games.services.orders import order_check
from games.wording.amounts import PLACES, count_units, ordinal, percent
from games.wording.seats import colour_name
from inbound.asked import answers_to, only_asks
from inbound.models import InboundMail
from inbound.outcomes import (
    LEFT,
    PLAYED,
    SKIPPED,
    STOPPED,
    LineOutcome,
    order_lines,
    outcomes_of,
    outcomes_of_entry,
    played_of,
)

TITLE = re.compile(r"(.*?)(?:[.:] (.+)|\.?)", re.DOTALL)
"""The first sentence of an answer up to its reason: "Nothing was played: your email has no text of its own."."""
END, END_TURN = "end", "end turn"  # as typed


MARKS = {PLAYED: ("✓", "ok"), LEFT: ("·", "--"), SKIPPED: ("·", "--"), STOPPED: ("✗", "??")}
"""The mark of a line by what became of it, in HTML and in plain text."""


@dataclass(frozen=True)
class AnswerLine:
    """A line of the mail that is answered: its text, of it the words that are wrong, and what is said of it. `state` is
    what became of it, a key of `MARKS`; empty for lines that are only quoted."""

    text: str
    notes: tuple[str, ...] = ()
    wrong: str = ""
    state: str = ""

    @property
    def is_bad(self) -> bool:
        """Check whether this line stopped the orders."""
        return self.state == STOPPED

    @property
    def mark(self) -> str:
        """The mark in HTML; empty for lines that are only quoted."""
        return MARKS[self.state][0] if self.state else ""

    @property
    def typed_mark(self) -> str:
        """The mark in plain text, two characters wide."""
        return MARKS[self.state][1] if self.state else "  "

    @property
    def html(self) -> SafeString:
        """The text with the words marked that are wrong."""
        before, found, after = self.text.partition(self.wrong) if self.wrong else (self.text, "", "")
        return format_html("{}<mark>{}</mark>{}", before, found, after) if found else format_html("{}", self.text)


@dataclass(frozen=True)
class Answer:
    """What an answer says: `subject` goes on after "GAME: ", `first` is its first sentence, `more` follows it, then
    come the lines, what is `next`, and links. `heading` stands above the lines; without one they are called orders.
    `with_board` shows the board behind it. `is_answered` says that it asks for a command in reply, be the seat asked or
    not. `message` is what was written to players, quoted with its lines."""

    subject: str
    first: str
    more: Sequence[str] = ()
    lines: Sequence[AnswerLine] = ()
    next: Sequence[str] = ()
    example: str = ""
    link: Button | None = None
    with_board: bool = False
    is_answered: bool = False
    heading: str = ""
    message: str = ""


@dataclass(frozen=True)
class Asked:
    """The mail that is answered, and its game as its sender sees it now; `row` is what the seat is asked now."""

    mail: InboundMail
    reader: MailReader
    game: Game
    player: Player
    view: engine.PlayerView
    row: Waiting | None
    facts: Facts = field(default_factory=dict)

    @property
    def until(self) -> str:
        """Until when the seat is asked, in words; empty where there is no deadline."""
        return self.reader.long(self.row.until) if self.row and self.row.until else ""

    def link(self, orders: str) -> str:
        """Link to a page that shows orders and asks once."""
        ref = self.row.ref if self.row else 0
        made = OrderLink(self.game.pk, self.player.seat or 0, ref, orders, self.mail.user_id or 0)
        return absolute_url(link_path(made))


# ---- sentences that several answers need


def whose_turn(asked: Asked) -> str:
    """Tell whose turn it is and until when: "It is Green's turn, until Friday 27 November, 18:20."."""
    others = [row for row in asked.reader.mailed.waiting if row.seat != asked.player.seat]
    if asked.game.has_ended:
        return _("The game is over.")
    if not others:
        return ""
    row = min(others, key=lambda each: (each.until is None, each.until, each.seat))
    said = {"seat": colour_name(asked.reader.mailed.player(row.seat).colour)}
    if row.until is None:
        return _("It is %(seat)s’s turn.") % said
    return _("It is %(seat)s’s turn, until %(until)s.") % {**said, "until": asked.reader.long(row.until)}


def wait_for_it(asked: Asked) -> str:
    """Tell whose turn it is, and that a mail comes."""
    turn = whose_turn(asked)
    if asked.game.has_ended:
        return turn
    when = expected_words(asked.game, asked.player.seat, asked.reader.now, asked.reader.zone, in_mail=True)
    yours = _("Your next turn probably comes %(when)s.") % {"when": when} if when else ""
    return joined(turn, yours, _("You get an email when it is yours."))


def time_left(asked: Asked) -> str:
    return _("You have until %(until)s.") % {"until": asked.until} if asked.until else ""


def joined(*sentences: str) -> str:
    """Join the sentences that there are."""
    return " ".join(filter(None, sentences))


def still_yours(asked: Asked) -> str:
    """Tell that the seat is still asked, and until when."""
    if not asked.until:
        return _("It is still your turn.")
    return _("It is still your turn, until %(until)s.") % {"until": asked.until}


def has_come_round(asked: Asked) -> bool:
    """Check whether others have had their turns since the orders of a mail, so that its sender is asked anew."""
    entries = played_of(asked.mail)
    later = Entry.objects.filter(game=asked.game, seq__gt=entries[-1].seq) if entries else Entry.objects.none()
    return later.filter(kind=Entry.Kind.ACTION, pace=Waiting.Pace.TURN).exclude(seat=asked.player.seat).exists()


def yours_again(asked: Asked) -> str:
    """Tell that the seat is asked anew, and until when."""
    is_turn = asked.row is not None and asked.row.pace == Waiting.Pace.TURN
    if not asked.until:
        return _("It is your turn again.") if is_turn else _("You are asked again.")
    text = _("It is your turn again, until %(until)s.") if is_turn else _("You are asked again, until %(until)s.")
    return text % {"until": asked.until}


def likely_order(asked: Asked) -> str:
    """Choose an order for an example: the end of the turn where that can be given, else the likeliest."""
    typed = [one.order for one in suggested_orders(asked.view) if one.is_text]
    return END_TURN if END_TURN in typed else (typed[0].splitlines()[0] if typed else END_TURN)


def lines_as_read(asked: Asked) -> list[AnswerLine]:
    """List the lines of a mail that was not played, each with what is wrong with it, or that it is fine."""
    return [line_as_read(line) for line in asked.mail.verdict.get("lines", [])]


def line_as_read(line: Facts) -> AnswerLine:
    error = line["error"]
    if error:
        return AnswerLine(line["text"], (error["why"],), wrong_words(line["text"], error["why"]), state=STOPPED)
    return AnswerLine(line["text"], (_("Clear, not played."),), state=LEFT)


def wrong_words(text: str, why: str) -> str:
    """Find the words of a line that a refusal quotes."""
    quoted = re.findall(r"[“\"]([^”\"]+)[”\"]", why)
    found = (text[at : at + len(words)] for words in quoted if (at := text.lower().find(words.lower())) >= 0)
    return next(found, "")


def lines_as_played(outcomes: Iterable[LineOutcome]) -> list[AnswerLine]:
    return [AnswerLine(each.text, each.told, state=each.state) for each in outcomes]


def count_orders(count: int) -> str:
    return ngettext("%(count)s order", "%(count)s orders", count) % {"count": count}


# ---- played


def played(asked: Asked) -> Answer:
    """Tell of orders that were all played."""
    outcomes = outcomes_of(asked.mail, asked.view, asked.reader)
    count = sum(each.state == PLAYED for each in outcomes)
    first = ngettext("Your order was played.", "Your %(count)s orders were played.", count) % {"count": count}
    said = {"orders": count_orders(count)}
    if asked.row is None:
        subject = _("%(orders)s played, your turn is over") % said
        return Answer(subject, first, [wait_for_it(asked)], lines_as_played(outcomes), with_board=True)
    if has_come_round(asked):
        subject = _("%(orders)s played, you are asked again") % said
        turn, after = yours_again(asked), _("Reply with your orders, for example:")
    else:
        subject = _("%(orders)s played, it is still your turn") % said
        turn, after = still_yours(asked), reply_with_rest()
    return Answer(
        subject,
        first,
        [joined(turn, prompt_for(asked.view).sentence)],
        lines_as_played(outcomes),
        next=[after],
        example=likely_order(asked),
        with_board=True,
    )


def reply_with_rest() -> str:
    return _("Reply with what is left to do, for example:")


def stopped(asked: Asked) -> Answer:
    """Tell of orders that were played up to one that the game refused."""
    outcomes = outcomes_of(asked.mail, asked.view, asked.reader)
    count = sum(each.state == PLAYED for each in outcomes)
    place = next((at for at, each in enumerate(outcomes, 1) if each.state == STOPPED), len(outcomes))
    said = {"count": count, "all": len(outcomes)}
    subject = _("%(count)s of %(all)s orders played") % said
    first = ngettext("%(count)s order was played.", "%(count)s orders were played.", count) % said
    turn = still_yours(asked) if asked.row else wait_for_it(asked)
    return Answer(
        subject,
        first,
        [joined(stopped_at(place), turn)],
        lines_as_played(outcomes),
        next=[reply_with_rest()] if asked.row else (),
        example=rest_of(asked, outcomes) if asked.row else "",
        with_board=True,
    )


def rest_of(asked: Asked, outcomes: Sequence[LineOutcome]) -> str:
    """List the lines behind the one that the game refused, as an example of a reply; another order where they cannot be
    given now."""
    rest = "\n".join(each.text for each in outcomes if each.state == LEFT)
    try:
        is_possible = bool(rest) and bool(order_check(game=asked.game, seat=asked.player.seat or 0, text=rest))
    except engine.IllegalAction:
        is_possible = False
    return rest if is_possible else likely_order(asked)


def stopped_at(place: int) -> str:
    if place <= len(PLACES):
        return _("The game stopped at the %(place)s.") % {"place": ordinal(place)}
    return _("The game stopped at line %(place)s.") % {"place": place}


def already_played(asked: Asked) -> Answer:
    """Tell that the same orders were played before, with what they came to."""
    at = datetime.fromisoformat(asked.facts["at"])
    first = _("Nothing new was played. These orders came in at %(time)s and were played then.")
    outcomes = outcomes_of_entry(asked.facts["entry"], asked.game.pk, asked.view, asked.reader)
    return Answer(
        _("these orders were played before"),
        first % {"time": f"{at.astimezone(asked.reader.zone):%H:%M}"},
        [_("Here is the receipt again.")],
        lines_as_played(outcomes),
        [still_yours(asked) if asked.row else wait_for_it(asked)],
        with_board=True,
    )


# ---- not read


def unreadable(asked: Asked) -> Answer:
    """Tell which lines are unclear."""
    lines = lines_as_read(asked)
    wrong = [at for at, line in enumerate(lines, 1) if line.is_bad]
    if len(wrong) == 1:
        said = {"line": wrong[0]}
        return Answer(
            _("nothing was played, line %(line)s is unclear") % said,
            _("Nothing was played, because one line is unclear."),
            lines=lines,
            next=[joined(_("Reply with all your orders, line %(line)s corrected.") % said, time_left(asked))],
        )
    return Answer(
        _("nothing was played, %(count)s lines are unclear") % {"count": len(wrong)},
        _("Nothing was played, because %(count)s lines are unclear.") % {"count": len(wrong)},
        lines=lines,
        next=[joined(_("Reply with all your orders, these lines corrected."), time_left(asked))],
    )


def not_allowed(asked: Asked) -> Answer:
    """Tell why the first order is not possible now."""
    why = asked.mail.verdict.get("refusal", {}).get("why", "")
    first, *others = lines_as_read(asked) or [AnswerLine("")]
    refused = AnswerLine(first.text, (_("Not played: %(why)s") % {"why": why},), state=STOPPED)
    return Answer(
        _("nothing was played"),
        _("Nothing was played, because your first order is not possible now."),
        lines=[refused, *(AnswerLine(line.text, (_("Not played."),), state=LEFT) for line in others)],
        next=[_("Reply with other orders, for example:")],
        example=likely_order(asked),
        more=[time_left(asked)],
    )


def no_condition(asked: Asked) -> Answer:
    """Tell that no line counted, for none of their conditions held."""
    return Answer(
        _("nothing was played"),
        _("Nothing was played, because none of your conditions holds now."),
        lines=[AnswerLine(line.text) for line in lines_as_read(asked)],
        next=[_("Reply with other orders, for example:")],
        example=likely_order(asked),
        more=[time_left(asked)],
    )


def no_orders(asked: Asked) -> Answer:
    """Tell that a mail has no text of its own."""
    return nothing_to_read(asked, _("Nothing was played: your email has no text of its own."))


def attachment_only(asked: Asked) -> Answer:
    first = _("Nothing was played: your email has only an attachment, and attachments are not opened.")
    return nothing_to_read(asked, first)


def nothing_to_read(asked: Asked, first: str) -> Answer:
    return Answer(
        _("your email has no orders"),
        first,
        next=[_("Write your orders in the email, one per line, for example:")],
        example=likely_order(asked),
        more=[time_left(asked)],
    )


REFUSALS = {
    "parts_differ": gettext_lazy("Nothing was played: the plain text of your email says something else than its HTML."),
    "too_long": gettext_lazy("Nothing was played: write at most 200 lines and 10,000 characters."),
    "too_big": gettext_lazy(
        "Nothing was played: your email is larger than 256 kB. Leave out pictures and attachments."
    ),
    "too_deep": gettext_lazy("Nothing was played: your email has too many parts inside each other."),
    "broken": gettext_lazy("Nothing was played: your email arrived damaged and could not be read."),
    "two_addresses": gettext_lazy("Nothing was played: your email went to the reply addresses of two decisions."),
    "mixed": gettext_lazy(
        "Nothing was played: write undo, resign, vote and absence alone in an email, and leave a blank line below a "
        "long message."
    ),
}
"""The first sentence of refusals that need no more than that."""


def refused(asked: Asked) -> Answer:
    """Tell why a mail could not be taken at all."""
    lines = [AnswerLine(line.text) for line in lines_as_read(asked)]
    after = [_("Reply to the latest email of the game with your orders, one per line."), time_left(asked)]
    return Answer(_("nothing was played"), str(REFUSALS[asked.mail.code]), lines=lines, next=after)


# ---- not now


def too_late(asked: Asked) -> Answer:
    """Tell what was played when the time was over."""
    over, arrived = (at.astimezone(asked.reader.zone) for at in (over_at(asked), asked.mail.arrived_at))
    came = f"{arrived:%H:%M}" if over.date() == arrived.date() else asked.reader.long(arrived)
    said = {"day": dated(over, "weekday"), "time": f"{over:%H:%M}", "came": came}
    instead = _("Played for you instead: %(orders)s.") % {"orders": "; ".join(shorten_ends(asked.facts["orders"]))}
    return Answer(
        _("your orders came too late"),
        _("Nothing was played. Your time ran out on %(day)s at %(time)s; your email arrived at %(came)s.") % said,
        next=[joined(instead, still_yours(asked) if asked.row else whose_turn(asked))],
    )


def shorten_ends(orders: Iterable[str]) -> list[str]:
    """Write the ends of the last steps of a turn as one: "end; end" is "end turn"."""
    *others, last = [order for order, _same in groupby(orders)] or [""]
    return [*others, END_TURN if last == END else last]


def over_at(asked: Asked) -> datetime:
    """Return when the time of a seat was over."""
    return datetime.fromisoformat(asked.facts["at"])


def stale(asked: Asked) -> Answer:
    """Tell that the game has moved on, with the orders once more and a link that asks once."""
    said = {"what": prompt_for(asked.view).subject, "until": asked.until}
    now = _("Now you can %(what)s, until %(until)s.") if asked.until else _("Now you can %(what)s.")
    wrote = " / ".join(line["text"] for line in order_lines(asked.mail))
    return Answer(
        _("that question is already answered"),
        _("Nothing was played: you replied to an older email, and the game has moved on."),
        next=[
            now % said,
            _("You wrote: %(orders)s") % {"orders": wrote},
            _("To give these orders now, reply to this email with them, or open:"),
        ],
        link=Button(_("Give these orders now"), asked.link(asked.mail.verdict["order_text"])),
    )


def not_your_turn(asked: Asked) -> Answer:
    return Answer(_("it is not your turn"), _("Nothing was played."), [wait_for_it(asked)])


def game_closed(asked: Asked) -> Answer:
    if asked.game.has_ended:
        return Answer(_("the game is over"), _("Nothing was played: the game is over."))
    return Answer(
        _("the game is paused"),
        _("Nothing was played: the game is paused."),
        [_("You get an email when it continues and it is your turn.")],
    )


def not_your_seat(asked: Asked) -> Answer:
    """Tell who has the seat; its owner may take it back."""
    if asked.player.user_id == asked.mail.user_id and asked.player.state == Player.State.CARETAKER:
        return Answer(
            _("the caretaker plays your seat"),
            _("Nothing was played: the caretaker plays your seat now."),
            next=[_("Reply with “return” to take it back, or open the board.")],
            link=board_button(asked.game),
            is_answered=True,
        )
    if asked.mail.ref == 0 and asked.player.user_id != asked.mail.user_id:
        return Answer(
            _("the seat is not yours yet"),
            _("Nothing was played: the seat is not yours yet."),
            next=[_("If it is still free, reply with “join” to take it.")],
            is_answered=True,
        )
    return Answer(_("the seat is not yours"), _("Nothing was played: somebody else plays this seat now."))


def too_many(asked: Asked) -> Answer:
    until = asked.reader.long(asked.mail.due_at) if asked.mail.due_at else ""
    return Answer(
        _("many emails in an hour"),
        _("More than 60 emails came for your seat within an hour."),
        [_("Nothing is lost: the rest is read on %(until)s.") % {"until": until}],
    )


# ---- asked


def trial(asked: Asked) -> Answer:
    """Tell what orders would do, as far as chance allows."""
    texts = [line["text"] for line in order_lines(asked.mail)]
    later = _("Allowed if the first succeeds.")
    return Answer(
        _("what your orders would do"),
        _("This was only a try; nothing was played."),
        lines=[try_first(asked, texts[0]), *(AnswerLine(text, (later,), state=LEFT) for text in texts[1:])],
        next=[joined(_("To play them, reply with the same lines without the question mark."), time_left(asked))],
    )


def try_first(asked: Asked, text: str) -> AnswerLine:
    """Tell whether the first order is allowed now, and its chance if it attacks."""
    try:
        actions = order_check(game=asked.game, seat=asked.player.seat or 0, text=asked.mail.verdict["order_text"])
    except engine.IllegalAction as refusal:
        return AnswerLine(text, (_("Not allowed: %(why)s") % {"why": refusal},), state=STOPPED)
    found = engine.outcome_of(asked.view, actions[0]) if actions else None
    if found is None:
        return AnswerLine(text, (_("Allowed."),), state=LEFT)
    left = max(1, round(found.armies + 1 - found.attacker_losses))
    said = {"chance": percent(found.win), "left": count_units(left, asked.view.rules)}
    return AnswerLine(text, (_("Allowed. %(chance)s chance to capture it, about %(left)s left.") % said,), state=LEFT)


def commands(asked: Asked) -> Answer:
    """Answer what was asked, and tell what came of what was to be done."""
    after = [still_yours(asked)] if asked.row else [wait_for_it(asked)]
    found = [line["command"] for line in asked.mail.verdict.get("lines", []) if line["command"]]
    is_told = all(only_asks(command["word"], command["rest"]) for command in found)
    first = _("Here is what you asked for.") if is_told else _("Here is what came of your email.")
    return Answer(_("your answer"), first, next=after)


def confirm(asked: Asked) -> Answer:
    """Ask once before a seat is left or an order undone, and whether a mail without the proof that its game asks for is
    its player's."""
    if asked.facts.get("missing"):
        return ask_for_proof(asked)
    word = next((line["command"]["word"] for line in asked.mail.verdict["lines"] if line["command"]), "undo")
    if word == "resign":
        return Answer(
            _("do you want to resign?"),
            _("Do you want to resign?"),
            [_("The caretaker keeps your seat to the end of the game, and you cannot come back.")],
            next=[_("Reply with “resign yes”, or do it on the page of your game:")],
            link=Button(_("Leave the game"), absolute_url(f"/g/{asked.game.slug}/settings/")),
            is_answered=True,
        )
    return Answer(
        _("do you want to undo your last order?"),
        _("Do you want to undo your last order?"),
        next=[_("Reply with “undo yes”, or do it on the board:")],
        link=board_button(asked.game),
        is_answered=True,
    )


def ask_for_proof(asked: Asked) -> Answer:
    """Ask whether a mail that nobody vouches for is the player's: orders are confirmed by a link, the rest is left to
    the page of the game."""
    texts = [line["text"] for line in asked.mail.verdict.get("lines", [])]
    orders = asked.mail.verdict.get("order_text", "")
    rest = ""
    if len(order_lines(asked.mail)) < len(texts):
        rest = (
            _("You can do the rest on the page of your game.")
            if orders
            else _("You can do it on the page of your game.")
        )
    return Answer(
        _("are these your orders?") if orders else _("did you write this?"),
        _("Are these your orders?") if orders else _("Did you write this?"),
        [_("Nothing was played: this game asks for proof that you sent an email, and this one came without.")],
        lines=[AnswerLine(text) for text in texts],
        heading="" if orders else _("Your email"),
        next=[
            _("If you did not write this, do nothing."),
            how_to_prove(asked.facts["missing"]),
            rest,
            _("To play these, open the page and confirm:") if orders else "",
        ],
        link=Button(_("Give these orders now"), asked.link(orders)) if orders else board_button(asked.game),
    )


def how_to_prove(missing: str) -> str:
    """Say how a mail comes with proof."""
    if missing == "address":
        return _("To skip this step, write from the email address in your account.")
    return _("Your email provider did not vouch for this email. If that stays so, use the page of your game.")


def no_token(asked: Asked) -> Answer:
    """Ask whether orders that came to no reply address are the player's."""
    if asked.mail.answer != "confirm":
        return Answer(
            _("reply to the latest email"),
            _("Nothing was played: your email does not say which decision it answers."),
            [_("Reply to the latest email of the game with your orders, one per line.")],
            link=board_button(asked.game),
        )
    return Answer(
        _("are these your orders?"),
        _("Are these your orders?"),
        [joined(_("Nothing was played yet: your email did not come to a reply address."), time_left(asked))],
        [AnswerLine(line["text"]) for line in order_lines(asked.mail)],
        next=[
            _("If you did not write this, do nothing."),
            _("Next time, reply to the latest email of the game: such orders are played at once."),
            _("To play these, open the page and confirm:"),
        ],
        link=Button(_("Give these orders now"), asked.link(asked.mail.verdict["order_text"])),
    )


def press(asked: Asked) -> Answer:
    """Tell who reads the message of a reply, or why it was not sent."""
    if refused := asked.facts.get("refused"):
        text = asked.mail.verdict.get("text", "")
        return Answer(_("your message was not sent"), _("Your message was not sent."), [refused], message=text)
    link = Button(_("Open the conversation"), asked.facts["url"]) if asked.facts.get("url") else None
    first = _("Your message went to %(to)s.") % {"to": asked.facts["to"]}
    return Answer(_("your message was sent"), first, link=link, message=asked.facts["text"])


def held(asked: Asked) -> Answer:
    """Ask whether a message that reads as an order, or tells who wrote it, is meant."""
    if asked.facts.get("refused"):
        return press(asked)
    return Answer(
        _("your message was held"),
        _("Your message was not sent yet."),
        [asked.facts["why"]],
        next=[_("To send something else, reply to this email.")],
        link=Button(_("Send it anyway"), asked.facts["url"]) if asked.facts.get("url") else None,
        message=asked.facts["text"],
    )


MESSAGE_REFUSALS = {
    "no_orders": gettext_lazy("Your message was not sent: your email has no text of its own."),
    "attachment_only": gettext_lazy(
        "Your message was not sent: your email has only an attachment, and attachments are not opened."
    ),
    "too_long": gettext_lazy("Your message was not sent: write at most 2,000 characters and 40 lines."),
    "too_big": gettext_lazy(
        "Your message was not sent: your email is larger than 256 kB. Leave out pictures and attachments."
    ),
    "too_deep": gettext_lazy("Your message was not sent: your email has too many parts inside each other."),
    "broken": gettext_lazy("Your message was not sent: your email arrived damaged and could not be read."),
}
"""The first sentence of answers to mails that were to be messages and hold none."""


def is_no_message(mail: InboundMail) -> bool:
    """Check whether a mail was to be a message to players and holds none that can be sent."""
    return bool(mail.verdict.get("facts", {}).get("is_message")) and mail.code in MESSAGE_REFUSALS


def is_about_messages(mail: InboundMail) -> bool:
    """Check whether a mail was a reply to messages, so that its answer is replied to with messages as well."""
    return mail.code in ("press", "held") or is_no_message(mail)


def no_message(asked: Asked) -> Answer:
    """Tell why a reply to messages could not be sent; the answer can be answered with another."""
    return Answer(
        _("your message was not sent"),
        str(MESSAGE_REFUSALS[asked.mail.code]),
        next=[_("Reply to this email with your message, above its first line.")],
    )


ANSWERS: dict[str, Callable[[Asked], Answer]] = {
    "played": played,
    "stopped": stopped,
    "already_played": already_played,
    "unreadable": unreadable,
    "not_allowed": not_allowed,
    "no_condition": no_condition,
    "no_orders": no_orders,
    "attachment_only": attachment_only,
    "too_late": too_late,
    "stale": stale,
    "not_your_turn": not_your_turn,
    "game_closed": game_closed,
    "not_your_seat": not_your_seat,
    "too_many": too_many,
    "trial": trial,
    "commands": commands,
    "confirm": confirm,
    "no_token": no_token,
    "press": press,
    "held": held,
    **dict.fromkeys(REFUSALS, refused),
}


# ---- to people, about no game


def site_answer(mail: InboundMail) -> Answer:
    """Answer a mail that is about no game that its sender is asked in."""
    if mail.code == "forged":
        return Answer(
            _("Your email to Fieldpost"),
            _("Nothing was played: the address that you wrote to is not valid."),
            [
                _("If you have made your reply addresses void, reply to an email that came after that."),
                _("You can always give your orders on the page of your game."),
            ],
            link=Button(_("See all your games"), absolute_url(reverse("home"))),
        )
    if mail.code == "no_token":
        return Answer(
            _("Your email to Fieldpost"),
            _("Nothing was played: your email does not say which game it is for."),
            [_("Reply to the latest email of the game with your orders, one per line.")],
        )
    if mail.code in REFUSALS:
        again = _("Reply to the latest email of your game with your orders, one per line.")
        return Answer(_("Your email to Fieldpost"), str(REFUSALS[mail.code]), [again])
    return Answer(
        _("Your email to Fieldpost"),
        _("Nobody here plays from the address you wrote from."),
        [
            _(
                "If you play on Fieldpost, reply to the latest email of your game, or write from the address in your "
                "account."
            )
        ],
    )


# ---- the mail


def receipt(row: OutboxMail, reader: MailReader) -> Context:
    """Build the answer to a mail that came in."""
    mail = InboundMail.objects.select_related("game", "user").get(pk=row.context["mail"])
    if mail.game is None or mail.seat is None or mail.code not in ANSWERS:
        answer = site_answer(mail)
        context = site_frame("") | {"subject": answer.subject}
        return context | answer_context(answer) | {"headers": headers_of(mail), "why": ""}
    asked = asked_of(mail, reader)
    answer = no_message(asked) if is_no_message(mail) else ANSWERS[mail.code](asked)
    answer = replace(answer, more=[*answer.more, *left_out(mail)])
    if asked.row is not None and not is_about_messages(mail):
        row.context["asks"] = asked.row.ref  # so that no mail of its own asks it again
    context = frame(asked.game, asked.view) | answer_context(answer) | {"answers": answers_to(mail, asked.view, reader)}
    context |= {"subject": f"{asked.game.name}: {answer.subject}", "headers": headers_of(mail)}
    context |= {"why": _("You get this because you wrote to this game."), "hides_seal": not answer.with_board}
    return context | reply_context(asked, answer) | board_context(asked, answer)


def asked_of(mail: InboundMail, reader: MailReader) -> Asked:
    """Look at the game of a mail as it is now."""
    mailed = reader.mailed
    assert mail.seat is not None
    player = mailed.player(mail.seat)
    may_see = player.is_played_by(mail.user_id)
    row = next((row for row in mailed.waiting if row.seat == mail.seat), None)
    is_asked = row is not None and player.person_for(row.pace) == mail.user_id and mailed.game.is_running
    view = mailed.view(mail.seat if may_see else None)
    if row is not None:
        row.game, row.player = mailed.game, player
    for each in mailed.waiting:
        each.game, each.player = mailed.game, mailed.player(each.seat)
    return Asked(mail, reader, mailed.game, player, view, row if is_asked else None, mail.verdict.get("facts", {}))


def answer_context(answer: Answer) -> Context:
    """Build what the templates show of an answer. HTML has the beginning of the first sentence as its title."""
    title, reason = TITLE.fullmatch(answer.first).groups()  # type: ignore[union-attr]  # it takes any text
    more = [each for each in answer.more if each]
    return {
        "first": answer.first,
        "title": title,
        "lead": [capfirst(reason), *more] if reason else more,
        "more": more,
        "lines": answer.lines,
        "heading": answer.heading or _("Your orders"),
        "message": answer.message.splitlines(),
        "is_board_linked": answer.link is not None and answer.link.label == _("Open the board"),
        "next": [each for each in answer.next if each],
        "example": answer.example.splitlines(),
        "link": answer.link,
        "answers": [],
        "preheader": " ".join([answer.first, *answer.more])[:200],
    }


def reply_context(asked: Asked, answer: Answer) -> Context:
    """Build the reply address of an answer: of a conversation for one about messages, else of a decision, if its seat
    is asked now or the answer asks for a command."""
    if not settings.MAIL_IN or asked.mail.user is None:
        return {}
    if is_about_messages(asked.mail):
        named = ReplyAddress(asked.game.pk, asked.player.seat or 0, asked.mail.ref or 0, asked.mail.user.pk, PRESS)
        return {"reply": named, "marker": END_OF_MESSAGE}
    if not (asked.row or answer.is_answered):
        return {}
    ref = asked.row.ref if asked.row else asked.mail.ref or 0
    named = ReplyAddress(asked.game.pk, asked.player.seat or 0, ref, asked.mail.user.pk)
    return {"reply": named, "marker": END_OF_ORDERS}


def board_context(asked: Asked, answer: Answer) -> Context:
    """Build the board behind an answer, where it shows what was played."""
    if not answer.with_board:
        return {}
    people = asked.reader.mailed.people(asked.player.seat)
    return board_pictures(asked.game.pk, asked.view, ()) | {
        "alt": _("The board after your orders. The same is written in words further down."),
        "legend": legend(people, len(people) in asked.view.owner),
        "regions": regions_of(asked.view),
        "people": people,
    }


NOT_DONE = ("already_played", "game_closed", "no_token", "not_your_seat", "not_your_turn", "stale", "too_late", "trial")
"""Answers to orders that were not played and that list no other lines; what stands beside the orders is not done then
either."""


def left_out(mail: InboundMail) -> list[str]:
    """Tell which commands were not done because the orders beside them were not played."""
    commands = [line for line in mail.verdict.get("lines", []) if line["command"]]
    lines = [line["text"] for line in commands if not only_asks(line["command"]["word"], line["command"]["rest"])]
    if mail.code not in NOT_DONE or not lines or not order_lines(mail):
        return []
    quoted = ", ".join(f"“{line}”" for line in lines)
    return [_("Not done either: %(lines)s. Send that again in an email of its own.") % {"lines": quoted}]


def headers_of(mail: InboundMail) -> dict[str, str]:
    """Write the headers by which an answer stands below the mail that it answers."""
    made = {"Auto-Submitted": "auto-replied"}
    if mail.message_id:
        made["In-Reply-To"] = mail.message_id
        game = [message_id(f"game:{mail.game_id}")] if mail.game_id else []
        made["References"] = " ".join([*game, mail.message_id])
    return made


def keep_answering(row: OutboxMail, mailed: MailedGame, now: datetime) -> str:
    """Explain why an answer is not sent: only if its mail is forgotten."""
    return "" if InboundMail.objects.filter(pk=row.context.get("mail")).exists() else _("its mail is forgotten")


MAIL_KINDS.add(
    MailKind(
        "receipt",
        gettext_lazy("Answer to a mail"),
        receipt,
        "inbound/receipt",
        "turn",
        is_limited=False,
        is_answer=True,
        explain_obsolete=keep_answering,
    )
)
