"""Somebody who answers by the forms of pages alone: chooses as links of the map do, then sends what the form holds."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import engine
from games.decisions.kit.context import write_placements

Query = dict[str, str]
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
GO = {0: "captured", 1: "once"}
THEN = {engine.ALL: "all", -3: "least"}


def query_of(action: dict[str, Any], graph: engine.MapGraph) -> Query:
    """What has been chosen on the page on the way to an action, as its address says it."""
    found: Query = {name: graph.codes[action[name]] for name in ("src", "dst") if name in action}
    if action["type"] in ("setup.claim", "setup.capital"):
        found["dst"] = graph.codes[action["territory"]]
    for name in ("at", "neutral"):
        if action.get(name):
            found[name] = write_placements(dict(action[name]), graph)
    if action["type"] == "fortify.redistribute":
        found["way"] = "counts"
    if action["type"] == "cards.trade":
        found["cards"] = "-".join(map(str, action["cards"]))
    if action["type"] == "battle.attack":
        found["go"] = GO[action["throws"]]
    return found


def fields_of(action: dict[str, Any], graph: engine.MapGraph) -> Query:
    """What is set in the form itself, by slider, list or button."""
    if action["type"] == "battle.attack":
        return {"go": GO[action["throws"]], "then": THEN.get(action["advance"], "ask")}
    if action["type"] == "battle.defend":
        return {"dice": str(action["dice"])}
    if action["type"] in ("occupy.advance", "fortify.move"):
        return {"force": str(action["force"]["armies"])}
    if action["type"] == "cards.trade":
        chosen = "-".join(map(str, action["cards"]))
        bonus = {f"bonus-{chosen}": graph.codes[action["bonus"]]} if action["bonus"] >= 0 else {}
        return {"set": chosen, **bonus}
    if action["type"] in ("improve.reroll", "improve.commander"):
        return {f"f-{name}": str(action[name]) for name in ("die", "card") if name in action}
    return {}


class Fields(HTMLParser):
    """What a browser would send of a form, and all values that each of its fields may have."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: Query = {}
        self.choices: dict[str, set[str]] = {}
        self.most: Query = {}
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", self.select if tag == "option" else "")
        if tag == "select":
            self.select = name
        if not name or "disabled" in given or tag not in ("input", "option", "button", "textarea"):
            return
        value = given.get("value", "on")
        if "max" in given:
            self.most[name] = given["max"]
        self.choices.setdefault(name, set()).add(value)
        chosen = given.get("type") not in ("radio", "checkbox") or "checked" in given
        if tag == "option":
            chosen = name not in self.sent or "selected" in given
        if chosen and tag != "button":
            self.sent[name] = value


def form_of(html: str, act: str) -> Fields | None:
    """The form of a page that sends this action; None if there is none."""
    for form in FORM.findall(html):
        if f'name="act" value="{act}"' in form:
            fields = Fields()
            fields.feed(form)
            return fields
    return None


def filled(html: str, action: dict[str, Any], graph: engine.MapGraph) -> Query:
    """The form of an action as it is sent. Fails where the page has none, or not the values that are needed."""
    form = form_of(html, action["type"])
    assert form is not None, f"no form for {action}"
    for name, value in fields_of(action, graph).items():
        assert name in form.choices, f"no field {name} for {action}"
        assert len(form.choices[name]) == 1 or value in form.choices[name], (name, value, form.choices[name])
        form.sent[name] = form.most[name] if value == str(engine.ALL) else value
    return form.sent


def said(html: str) -> str:
    """All that a page says: its text, and the labels that are read out."""
    labels = re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]*)"', html)
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join([re.sub(r"<[^>]+>", " ", body), *labels])
