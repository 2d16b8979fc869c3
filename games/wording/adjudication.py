"""Adjudication in words: why a game ended before anybody won, and what its places go by."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Facts
from games.wording.amounts import count_armies, join_and, join_or, round_name


def describe_end(rules: str, last_round: int | None, until: str, stop_at: int | None) -> str:
    """Say when a game ends before anybody has won, in a sentence; empty for one that has no such end. `until` is a
    moment in words."""
    ends = []
    if last_round is not None:
        ends.append(_("after %(round)s") % {"round": round_name(rules, last_round)})
    if until:
        ends.append(_("at %(moment)s") % {"moment": until})
    if stop_at is not None:
        text = ngettext("with %(count)s player left", "with %(count)s players left", stop_at)
        ends.append(text % {"count": stop_at})
    if not ends:
        return ""
    text = _("The game ends %(when)s, and the players still in are ranked.")
    if len(ends) > 1:
        text = _("The game ends %(when)s, whichever comes first, and the players still in are ranked.")
    return text % {"when": join_or(ends)}


def find_adjudication(events: list[Facts]) -> Facts | None:
    """Find the note of the host by which a game was adjudicated, among all its events; None for any other game."""
    return next((event for event in reversed(events) if event.get("type") == "host.adjudicated"), None)


def why_adjudicated(event: Facts, rules: str) -> str:
    """Say why a game was adjudicated, in a sentence."""
    if event["why"] == "last_round":
        name = round_name(rules, event["round"])
        return _("%(round)s was the last of this game.") % {"round": name[:1].upper() + name[1:]}
    if event["why"] == "ends_at":
        return _("The time for this game was over.")
    if event["why"] == "stop_at":
        left = len(event["figures"])
        text = ngettext(
            "The game was to end with %(count)s player left.", "The game was to end with %(count)s players left.", left
        )
        return text % {"count": left}
    return _("The organizer ended the game: %(reason)s") % {"reason": close_sentence(event["reason"])}


def close_sentence(text: str) -> str:
    """Put a full stop behind what somebody wrote, unless it ends a sentence, so that another can follow."""
    text = text.rstrip()
    return text if text.endswith((".", "!", "?", "…", "。")) else f"{text}."


def what_ranks(event: Facts) -> str:
    """Say what the players still in are ranked by, in a sentence."""
    if any("score" in figures for figures in event["figures"]):
        return _("The players still in are ranked by their score.")
    return _(
        "The players still in are ranked by the armies that their territories and continents would bring next turn, "
        "then by territories, then by armies."
    )


def figures_of_seat(event: Facts, seat: int, rules: str) -> str:
    """List what a seat was ranked by: "12 armies next turn, 20 territories, 43 armies"; empty for one that was out."""
    figures = next((each for each in event["figures"] if each["seat"] == seat), None)
    if figures is None:
        return ""
    if "score" in figures:
        return _("score %(score)s") % {"score": figures["score"]}
    territories = ngettext("%(count)s territory", "%(count)s territories", figures["territories"])
    return ", ".join(
        [
            _("%(armies)s next turn") % {"armies": count_armies(figures["income"], rules)},
            territories % {"count": figures["territories"]},
            count_armies(figures["armies"], rules),
        ]
    )


def first_words(names: list[str]) -> str:
    """Say who has the first place of a game that nobody won."""
    text = ngettext("%(who)s came first", "%(who)s share first place", len(names))
    return text % {"who": join_and(names)}
