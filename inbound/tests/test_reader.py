"""The reader of orders for mails: what it finds at first sight, and what it never takes for an order."""

from __future__ import annotations

import pytest

from games.decisions.registry import suggested_orders
from inbound.order_reader import GameOrders
from inbound.reading.results import Reading
from inbound.reading.spelling import spell
from inbound.tests.kit import orders_of, read_raw, sent_mail, view_of
from inbound.tests.programs import answered, descriptions

GAMES = ("modern", "risk2210", "godstorm")


def lines_of(rules: str) -> set[str]:
    """All lines that replies to a game's mail are made of, and what its answers are called."""
    typed = {line for spec in descriptions(rules) for line in spec.get("body", [])}
    typed |= {line for spec in descriptions(rules) for _, lines in spec.get("inline", []) for line in lines}
    sent = {line for stream in sent_mail(answered(rules)).streams for line in stream.lines}
    sent |= set(answered(rules).text.splitlines())
    named = {
        word
        for likely in suggested_orders(view_of(rules))
        for word in (likely.sentence, likely.button, likely.words, *likely.order.splitlines())
    }
    return {spell(line) for line in typed | sent | named if line}


@pytest.mark.parametrize("rules", GAMES)
def test_no_order_is_missed_at_first_sight(rules: str) -> None:
    orders: GameOrders = orders_of(rules)
    read = {line for line in lines_of(rules) if orders([line], below_condition=True)[0].is_order}
    assert len(read) > 20
    assert not {line for line in read if not orders.may_read(line)}


@pytest.mark.parametrize("rules", GAMES)
def test_most_lines_of_a_mail_are_none_at_first_sight(rules: str) -> None:
    sent = answered(rules).text.splitlines()
    assert sum(map(orders_of(rules).may_read, map(spell, sent))) < len(sent) / 2


@pytest.mark.parametrize(
    "line",
    [
        "attack Southern Europe Western Europe<",
        "end turn>",
        "|end turn",
        "attack Southern Europe Western Europe> v>",
        "~~end turn~~",
        "? end turn",
        "end turn?",
        "if captured Western Europe: end turn?",
        "fortify Iceland Great Britain - 3",
        "fortify Iceland Great Britain \u2013 3",
        "fortify Iceland Great Britain -3",
        "fortify Iceland Great Britain >3",
        "fortify Iceland Great Britain 3-",
        "(end turn)",
        "//end turn",
        "!end turn",
    ],
)
def test_marks_that_may_say_something_else_are_refused(line: str) -> None:
    """What is left of a tag, a question, what is struck out, a minus, a thought, more than a number."""
    (meaning,) = orders_of("modern")([line])
    assert meaning.error is not None and meaning.is_attempt
    assert read_own(f"{line}\nend turn").code == "unreadable"


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize(
    "line",
    [
        "Este mensaje es confidencial.",
        "dass jede Form der Kenntnisnahme verboten ist",
        "Sendt: tirsdag 24. november 2026 16:09",
        "Date: Tue, 24 Nov 2026 16:09:59 +0000",
        "Til: tessel@example.net",
    ],
)
def test_words_of_other_languages_are_no_misspelled_orders(line: str, rules: str) -> None:
    """Though they are much like `else`, `pass` and `end`."""
    assert not orders_of(rules)([line])[0].is_attempt


@pytest.mark.parametrize("line", ["esle: end turn", "ennd turn", "fortfy Iceland", "losd Iceland"])
def test_misspelled_orders_are_like_orders(line: str) -> None:
    assert orders_of("modern")([line])[0].is_attempt


def test_a_comment_may_ask() -> None:
    (meaning,) = orders_of("modern")(["end turn  # or not?"])
    assert meaning.orders == ("end turn",)


def read_own(text: str, kind: str = "plain") -> Reading:
    """Read a mail of the player's own text alone."""
    mail = answered("modern")
    head = f"From: {mail.player}\r\nTo: {mail.addresses['reply']}\r\nContent-Type: text/{kind}; charset=utf-8\r\n\r\n"
    return read_raw((head + text).encode(), "modern").reading


@pytest.mark.parametrize("cut", range(1, 10))
def test_an_order_reads_wherever_a_program_wraps_it(cut: int) -> None:
    """Behind `then` stands what would be an order by itself."""
    order = "attack Southern Europe Western Europe until captured, then advance all"
    words = order.split()
    assert words[cut:]
    wrapped = f"{' '.join(words[:cut])}\n{' '.join(words[cut:])}\nend turn"
    assert read_own(wrapped).orders == (order, "end turn")


@pytest.mark.parametrize("gap", ["\n\n", "\nend turn\n"])
def test_what_stands_apart_is_not_joined_to_then(gap: str) -> None:
    reading = read_own(f"attack Southern Europe Western Europe until captured, then{gap}advance all")
    assert reading.code == "unreadable" and not reading.orders


@pytest.mark.parametrize("charset", ["unicode-escape", "unicode_escape", "raw-unicode-escape", "UNICODE_ESCAPE"])
def test_what_only_python_reads_in_a_mail_is_no_order(charset: str) -> None:
    mail = answered("modern")
    head = (
        f"From: {mail.player}\r\nTo: {mail.addresses['reply']}\r\nContent-Type: text/plain; charset={charset}\r\n\r\n"
    )
    assert read_raw(f"{head}end\\u0020turn".encode(), "modern").reading.code == "unreadable"
    assert read_raw(f"{head}end turn".encode(), "modern").reading.orders == ("end turn",)


def read_parts(text: str, html: str) -> Reading:
    """Read a mail of the player's own text and HTML."""
    mail = answered("modern")
    head = f"From: {mail.player}\r\nTo: {mail.addresses['reply']}\r\nMIME-Version: 1.0\r\n"
    parts = (f"--b\r\nContent-Type: text/{kind}\r\n\r\n{each}\r\n" for kind, each in (("plain", text), ("html", html)))
    kind = "Content-Type: multipart/alternative; boundary=b\r\n\r\n"
    return read_raw(f"{head}{kind}{''.join(parts)}--b--\r\n".encode(), "modern").reading


@pytest.mark.parametrize("command", ["status", "vote draw", "resign yes", "press red: leave me Siam"])
def test_a_text_without_an_order_leaves_it_to_the_html(command: str) -> None:
    assert read_parts(command, f"<p>{command}</p><p>atack everything</p>").code == "unreadable"
    assert read_parts(command, f"<p>{command}</p>").commands == read_own(command).commands
    assert read_parts(command, "<p></p>").commands == read_own(command).commands
    assert read_parts("end turn", "<p>atack everything</p>").orders == ("end turn",)


def test_a_question_below_orders_is_no_part_of_them() -> None:
    reading = read_own("end turn\n?")
    (why,) = reading.errors
    assert reading.code == "unreadable" and why.why.startswith("A ? alone belongs above your orders")


@pytest.mark.parametrize(
    "html",
    [
        "<p><s>end turn</s></p>",
        "<del><p>end turn</p></del>",
        '<p style="color: red; text-decoration: line-through">end turn</p>',
        "<p>attack Southern Europe <strike>Middle East</strike> Western Europe</p>",
    ],
)
def test_what_is_struck_out_is_no_order(html: str) -> None:
    assert read_own(f"{html}<p>end turn</p>", "html").code == "unreadable"
    assert read_own("<p><u>end turn</u></p>", "html").orders == ("end turn",)


LONG = f"{'again and ' * 6}I leave"


@pytest.mark.parametrize(
    ("message", "further", "said"),
    [
        ("press red: leave me Siam", "attack Icland Grenland", ""),
        ("press red: leave me Siam", "end trun", ""),
        ("press red: leave me Siam", "and I will wait", "leave me Siam and I will wait"),
        (
            f"press red: {'again and ' * 6}I leave",
            "India and China to you",
            f"{'again and ' * 6}I leave India and China to you",
        ),
    ],
)
def test_what_was_to_be_an_order_is_told_to_nobody(message: str, further: str, said: str) -> None:
    """Only a program that wrapped a long message has put such a line below it."""
    reading = read_own(f"{message}\n{further}")
    assert reading.code == ("commands" if said else "unreadable")
    assert [command.rest for command in reading.commands if said] == ([said] if said else [])


MARKED = "From: t@example.net\r\nTo: {reply}\r\n\r\n> {first}\r\n{mine}\r\n> {then}\r\n"


@pytest.mark.parametrize(
    ("mine", "code"),
    [
        ("fortify Iceland Great Britain 3", "unreadable"),
        ("fortify Iceland Great Britain 2", "readable"),
        ("\r\nfortify Iceland Great Britain 3\r\n", "readable"),
    ],
)
def test_a_line_of_ours_within_a_quotation_is_refused(mine: str, code: str) -> None:
    """A program, or damage, may have taken the mark from it."""
    mail = answered("modern")
    said = MARKED.format(reply=mail.addresses["reply"], first="LINKS", mine=mine, then="You get this")
    assert "fortifyicelandgreatbritain3" in sent_mail(mail).streams[0].lines
    assert read_raw(said.encode(), "modern").code == code
