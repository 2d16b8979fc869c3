"""Replies of many programs, people and languages read as they are meant, or are refused."""

from __future__ import annotations

import pytest

from inbound.tests.kit import read
from inbound.tests.programs import Spec, descriptions

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
