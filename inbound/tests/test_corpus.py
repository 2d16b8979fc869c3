"""Replies of many programs, people and languages read as they are meant, or are refused."""

from __future__ import annotations

import pytest

from inbound.tests.kit import read, read_raw
from inbound.tests.programs import Spec, answered, descriptions

CASES = [(rules, spec) for rules in ("modern", "risk2210", "godstorm") for spec in descriptions(rules)]


@pytest.mark.parametrize(("rules", "spec"), CASES, ids=[spec["id"] for _, spec in CASES])
def test_a_reply_reads_as_it_is_meant(rules: str, spec: Spec) -> None:
    expect, answer = spec["expect"], read(spec, rules)
    assert answer.code == expect["code"]
    if answer.code not in ("forged", "unknown_sender"):  # whose orders nobody looks at
        found = list(answer.reading.orders)
        assert [meant if meant != "*" else said for meant, said in zip(expect["orders"], found, strict=True)] == found
        assert [command.line for command in answer.reading.commands] == expect.get("commands", [])
    if "bad" in expect:
        assert answer.bad == expect["bad"]


UNKNOWN = (
    "From: t@example.net\r\nTo: {reply}\r\n\r\n{above}\r\nFrom: {sender}\r\nSent: today\r\nTo: me\r\n\r\n{below}\r\n"
)


@pytest.mark.parametrize(("above", "below", "code"), [("end turn", "", "readable"), ("", "end turn", "unreadable")])
def test_below_a_quotation_of_an_unknown_mail_no_order_counts(above: str, below: str, code: str) -> None:
    mail = answered("modern")
    said = UNKNOWN.format(reply=mail.addresses["reply"], sender=mail.sender, above=above, below=below)
    assert read_raw(said.encode(), "modern").code == code
