"""The reader of orders for mails: what it finds at first sight, and what it never takes for an order."""

from __future__ import annotations

import pytest

from games.decisions.registry import suggested_orders
from inbound.order_reader import GameOrders
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


@pytest.mark.parametrize("end", ["<", ">", "|", "> v>"])
def test_what_is_left_of_a_tag_is_no_order(end: str) -> None:
    (meaning,) = orders_of("modern")([f"attack Southern Europe Western Europe{end}"])
    assert meaning.error is not None and meaning.is_attempt


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
