"""Fields of a form in the site's hand.

{% load people %}
{% field form.email label="Mail address" hint="Used for turns." %}   label, control, hint, errors
{% checkbox form.reminder_mail label="…" hint="…" %}                    a box to tick
{% radio_bar form.theme %}                                          radios side by side
{{ at|dated:"year" }}, {{ at|dated_clock }}                          "24 November 2026", "24 November, 20:00"
{{ agent|browser }}                                                 "Firefox on Linux"
{% account_lines as lines %}                                        pages of the account that apps bring
{% next_code_mail as at %}                                          when more codes are mailed; None: at once
"""

from __future__ import annotations

from datetime import datetime

from django import template
from django.forms import BoundField
from django.template import Context

from accounts import open_codes
from accounts.lines import ACCOUNT_LINES, AccountLine
from accounts.sessions import browser_name
from common import times

register = template.Library()


@register.inclusion_tag("accounts/field.html")
def field(bound: BoundField, label: str = "", hint: str = "", **attributes: str | bool) -> dict[str, object]:
    """Render a control with its label above and hint and errors below; further arguments become attributes of the
    control.

    Underscores in their names become hyphens; a value of True stands for an attribute without value.
    """
    attrs = {name.replace("_", "-"): value for name, value in attributes.items()}
    attrs["class"] = "input"
    if described := _described_by(bound, hint):
        attrs["aria-describedby"] = described
    if bound.errors:
        attrs["aria-invalid"] = "true"
    if "placeholder" in bound.field.widget.attrs and "placeholder" not in attrs:
        attrs["placeholder"] = ""
    return {"bound": bound, "control": bound.as_widget(attrs=attrs), "label": label or bound.label, "hint": hint}


@register.inclusion_tag("accounts/checkbox.html")
def checkbox(bound: BoundField, label: str = "", hint: str = "", on: bool = False) -> dict[str, object]:
    """Render a checkbox with its label beside it; `on` ticks it in a form not yet sent."""
    ticked = bound.value() or (on and not bound.form.is_bound)
    return {"bound": bound, "label": label or bound.label, "hint": hint, "ticked": ticked}


@register.inclusion_tag("accounts/radio_bar.html")
def radio_bar(bound: BoundField, label: str = "") -> dict[str, object]:
    """Render radios side by side, the chosen one raised."""
    return {"bound": bound, "label": label or bound.label}


@register.filter
def browser(agent: str) -> str:
    """Tell a browser by its user agent."""
    return browser_name(agent)


@register.simple_tag(takes_context=True)
def next_code_mail(context: Context) -> datetime | None:
    """Return when the address that a page waits for may get another mail, None if it was sent a code of its own."""
    return open_codes.next_mail_at(context["request"])


@register.simple_tag
def account_lines() -> list[AccountLine]:
    """List the pages of the account that apps bring."""
    return list(ACCOUNT_LINES)


@register.filter(expects_localtime=True)
def dated(at: datetime | None, style: str = "day") -> str:
    """Format a day in the reader's style."""
    return times.dated(at, style) if at else ""


@register.filter(expects_localtime=True)
def dated_clock(at: datetime | None, style: str = "day") -> str:
    """Format a day with the hour."""
    return times.dated_clock(at, style) if at else ""


def _described_by(bound: BoundField, hint: str) -> str:
    """Return the id of what describes a control: its error in place of its hint, as both would say the same."""
    if bound.errors:
        return f"{bound.id_for_label}_errors"
    return f"{bound.id_for_label}_hint" if hint else ""
