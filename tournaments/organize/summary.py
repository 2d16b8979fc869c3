"""Sum up in sentences what the form for an event has made so far, as far as it can be read."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.clocks.words import tell_pace
from games.lobby.new_game_form import read_number
from games.wording.amounts import join_and, number_word
from tournaments.formats import FORMATS
from tournaments.inputs import read_sizes
from tournaments.organize.event_form import BY_HAND, EventForm
from tournaments.organize.points import read_points, show_points
from tournaments.sizes import TableSizes, share_out


def summarize_event(form: EventForm) -> list[str]:
    """List the sentences."""
    return list(filter(None, (players_words(form), *rules_words(form), points_words(form), *time_words(form))))


def value(form: EventForm, name: str) -> int | None:
    """Read a number that was chosen; None for none."""
    return read_number(form[name].value(), 4)


def players_words(form: EventForm) -> str:
    rules = engine.rulesets().get(str(form["rules"].value()))
    most = value(form, "most_entrants")
    words = {"most": most, "rules": rules.title if rules else "", "seats": number_word(value(form, "seats") or 4)}
    if most is None:
        return _("Everybody who signs up plays %(rules)s at tables of %(seats)s.") % words
    return _("Up to %(most)s players play %(rules)s at tables of %(seats)s.") % words


def rules_words(form: EventForm) -> Iterator[str]:
    """Yield the rules of each stage, and how many games they come to where that is known."""
    kind = form.chosen_kind
    numbers = {name: value(form, name) or usual for name, usual in kind.numbers.items()}
    for stage in kind.stages(numbers):
        yield _(FORMATS[str(stage["kind"])].rules) % numbers
    if stage["kind"] == "swiss":
        yield games_words(form, numbers["rounds"])


def games_words(form: EventForm, rounds: int) -> str:
    """Count the games of a Swiss with as many players as it takes."""
    most, sizes = value(form, "most_entrants"), sizes_so_far(form)
    if most is None or not 2 <= most <= 1000 or sizes is None:
        return ""
    tables, byes = share_out(most, sizes)
    words = {"most": most, "games": len(tables) * rounds, "tables": len(tables), "byes": byes}
    if byes:
        return (
            ngettext(
                "With %(most)s players there are %(games)s games, %(tables)s at a time, and %(byes)s bye a round.",
                "With %(most)s players there are %(games)s games, %(tables)s at a time, and %(byes)s byes a round.",
                byes,
            )
            % words
        )
    return _("With %(most)s players there are %(games)s games, %(tables)s at a time, and no byes.") % words


def sizes_so_far(form: EventForm) -> TableSizes | None:
    wanted = value(form, "seats") or 4
    least, most = value(form, "least") or max(2, wanted - 1), value(form, "most") or min(6, wanted + 1)
    try:
        return read_sizes({"preferred": wanted, "least": least, "most": most})
    except ValueError:
        return None


def points_words(form: EventForm) -> str:
    size = value(form, "seats") or 4
    try:
        row = [show_points(units) for units in read_points(str(form[f"row_{size}"].value() or ""))]
    except (ValueError, KeyError):
        return ""
    if not row:
        return ""
    words = {"first": row[0], "rest": join_and(row[1:])}
    if form.chosen_kind.name in ("knockout", "double"):
        return ""
    return _("First place earns %(first)s points, then %(rest)s. The most points win.") % words


def time_words(form: EventForm) -> Iterator[str]:
    """Yield what is said of time: of a turn, of a game, and of the draws."""
    clock = form.clock_so_far()
    yield _("Time: %(pace)s.") % {"pace": tell_pace(clock.rules)} if clock else ""
    last, days = value(form, "last_round"), value(form, "round_days")
    if last:
        yield _("A game ends after round %(round)s at the latest; the players still in are ranked.") % {"round": last}
    if days:
        yield (
            ngettext(
                "A game ends %(count)s day after it began, as it stands.",
                "A game ends %(count)s days after it began, as it stands.",
                days,
            )
            % {"count": days}
        )
    if str(form["draft"].value() or "") == BY_HAND:
        yield _("You publish each draw. Rounds are drawn by themselves.")
    else:
        yield _("Rounds are drawn and start by themselves.")
