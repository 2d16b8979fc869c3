"""Tags and filters of Django's templates: small drawings, words, forms, and parts that are written in Jinja2.

    {% load fieldpost %}
    {% icon "clock" %}                                   one of static/icons.svg, hidden from screen readers
    {% icon "flag" label="Territories" %}                the same with a name of its own
    {% seat "blue" %} {% seat "grey" "9" size="big" %}   badge of a seat: outline, colour, and a letter or figure
    {% die 5 seat="blue" lost=True %}                    one die; outlined when it lost
    {% dice throw.attack seat="blue" lost=throw.attack_lost who="You" %}   a throw, with its sentence
    {% part "partials/bar.html" here="games" %}          a template that is written in Jinja2 (templates/jinja2)

What they show is made by `games.boards` and `games.wording`, from where Jinja2's templates take it (config.templates).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django import template
from django.forms import BoundField
from django.template import Context, engines
from django.template.backends.jinja2 import Jinja2
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import engine
from common import times
from games.boards import symbols
from games.boards.geometry import stages
from games.boards.minimap import empty_minimap
from games.clocks.words import describe_clock, describe_lateness, tell_pace, tell_steps
from games.decisions.attack.histogram import histogram
from games.decisions.registry import DECISIONS
from games.families.lessons import FamilyLesson
from games.families.parts import parts_of
from games.lobby.forms import GameMailForm
from games.pages.terms import explain
from games.selectors.own_times import tell_own_times
from games.selectors.page_data import stage_text
from games.services.mail_choices import chosen_seats
from games.wording import amounts
from games.wording.adjudication import describe_end
from games.wording.amounts import round_name
from games.wording.press import describe_mail_proof, describe_names, describe_press
from games.wording.rules import RulesSummary, table_rules
from games.wording.seats import away_note, seat_css

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from engine.odds import Outcome
    from games.models import Game, Player, Waiting

register = template.Library()


@register.simple_tag
def icon(name: str, label: str = "", css: str = "icon") -> SafeString:
    """Draw an icon; a label may be lazy here."""
    return symbols.icon(name, str(label), css)


@register.simple_tag
def sign(name: str, label: str = "") -> SafeString:
    """Draw the sign of a piece; a label may be lazy here."""
    return symbols.sign(name, str(label))


@register.simple_tag
def seat(colour: str, text: object = "", size: str = "", label: str = "") -> SafeString:
    """Draw the badge of a seat."""
    return symbols.seat_badge(colour, str(text), size, str(label))


@register.simple_tag
def die(value: int, seat: str = "", lost: bool = False) -> SafeString:
    """Draw one die."""
    return symbols.die(int(value), seat, bool(lost))


register.simple_tag(symbols.dice)
register.simple_tag(symbols.empty_seat)
register.filter("seat_class", seat_css)
register.filter("in_fours", amounts.in_fours)
register.filter("percent", amounts.percent)


# ---- words


@register.filter
def in_words(number: int) -> str:
    """Spell small numbers out."""
    return amounts.number_word(int(number))


@register.filter
def moment(at: datetime | None, user: User | AnonymousUser | None) -> str:
    """Format a moment in the reader's zone: "Tuesday, 20:00"."""
    zone = getattr(user, "zone", None) or timezone.get_default_timezone()
    return times.format_datetime(at, timezone.now(), zone) if at else ""


@register.filter
def away_words(player: Player) -> str:
    """Say until when a player is away and who plays meanwhile: "away until 3 January, the caretaker plays"."""
    return away_note(player)


@register.filter
def until_now(at: datetime | None) -> str:
    """Relate a moment to now: "in 2 days 21 hours"."""
    return times.relative_time(at, timezone.now()) if at else ""


@register.filter
def hours(count: int) -> str:
    """Format a setting in hours: "3 days"."""
    return times.format_duration(timedelta(hours=int(count)))


@register.filter
def pace(game: Game) -> str:
    """Tell in a few words how long a turn of a game may take: "24 hours per turn"."""
    return tell_pace(game.time.rules)


@register.filter
def clock_words(game: Game) -> str:
    """Tell the clock of a game in a sentence."""
    return describe_clock(game.time)


@register.simple_tag
def end_words(game: Game, user: User | AnonymousUser) -> str:
    """Tell when a game ends before its rules end it, in a sentence; empty for one that does not."""
    return describe_end(game.rules, game.last_round, moment(game.ends_at, user), game.stop_at)


@register.simple_tag
def own_times(game: Game, user: User | AnonymousUser) -> str:
    """Tell the times of a game's timetable on the reader's own clock, with those in their night."""
    return tell_own_times(game.time.rules, user, timezone.now())


@register.filter
def deadline_steps(row: Waiting) -> list[tuple[str, datetime]]:
    """List the rules from which the deadline of an open answer came, each with its moment, for organizers."""
    deadline = row.deadline
    return tell_steps(deadline) if deadline else []


@register.filter
def press_words(game: Game) -> str:
    """Tell who can write to whom in a game."""
    return describe_press(game)


@register.filter
def names_words(game: Game) -> str:
    """Tell that a game hides who plays; empty for one that does not."""
    return describe_names(game)


@register.filter
def mail_proof_words(game: Game) -> str:
    """Tell that a game plays no email without proof; empty for one that does."""
    return describe_mail_proof(game)


@register.filter
def lateness_words(game: Game) -> str:
    """Tell what follows in a game when turns are missed."""
    return describe_lateness(game.time.late)


@register.filter
def reply_time(game: Game) -> str:
    """Say how long a game waits for replies out of turn; empty where it never does."""
    rules = engine.rulesets().get(game.rules)
    if rules is None:
        return ""
    if not parts_of(game.rules).new_game.reply_hours[0]:
        return hours(game.reaction_hours) if game.reaction_hours else _("standing orders only")
    return hours(game.reaction_hours) if engine.defender_may_be_asked(rules, game.options) else ""


@register.simple_tag
def lesson_of(rules: engine.RuleSet) -> FamilyLesson | None:
    """Return what "How to play" tells of the family of these rules."""
    return parts_of(rules.id).lesson


@register.filter
def explained(text: str, rules: str) -> str:
    """Let the words of a family be opened, in the one text of a page that is explained."""
    return explain(text, rules, "lead")


@register.filter
def lesson_url(rules: str) -> str:
    """Return the address at which some rules are taught: the page of their family, or their part of "How to play"."""
    if parts_of(rules).lesson and engine.ruleset(rules) in engine.base_presets():
        return reverse("help-family", args=[rules])
    return f"{reverse('help')}#{rules}"


@register.filter
def played_rules(game: Game) -> RulesSummary | None:
    """Summarize the rules of a game."""
    return table_rules(game)


@register.filter
def played_title(game: Game) -> str:
    """Return the title of a game's rules, with its overlays: "Modern with “Commanders”"."""
    played = table_rules(game)
    return played.title if played else str(game.rules)


@register.filter
def round_title(game: Game, number: int) -> str:
    """Name a round in the words of a game's rules: "round 9", "year 3"."""
    return round_name(game.rules, number)


@register.filter
def stage_title(game: Game) -> str:
    """Name the stage of a game in the words of its rules: "year 3", "set-up", "ended in round 14", "paused"."""
    return stage_text(game)


@register.filter
def map_title(map_id: str) -> str:
    """Return the title of a board; its id if it is no longer known."""
    try:
        return engine.mapgraph(map_id).title
    except KeyError:
        return map_id


@register.filter
def asked_words(kind: str) -> str:
    """Summarize what a kind of decision asks, for anybody: "Attack, or end the attacks."."""
    return str(DECISIONS[kind].summary)


@register.filter
def free_seats(game: Game) -> range:
    """Count through the seats that nobody has taken yet."""
    return range(max(0, game.seats_wanted - len(game.players.all())))


@register.filter
def get(mapping: Mapping[object, object], key: object) -> object:
    """Return the value of a mapping for a key; None if it has none."""
    return mapping.get(key) if mapping else None


# ---- forms


@register.filter
def styled(field: BoundField) -> SafeString:
    """Render the control of a field in the site's style, joined to its hint and errors."""
    said = [f"{field.id_for_label}_e{number + 1}" for number in range(len(field.errors))]
    if field.help_text:
        said.append(f"{field.id_for_label}_hint")
    attrs = {"class": "input", "aria-describedby": " ".join(said)} if said else {"class": "input"}
    return field.as_widget(attrs={**attrs, **({"aria-invalid": "true"} if field.errors else {})})


@register.filter
def choices_of(field: BoundField) -> list[tuple[object, object]]:
    """List the choices of a field, whatever its control."""
    every: Iterable[tuple[object, object]] = getattr(field.field, "choices", ())
    return list(every or getattr(field.field.widget, "choices", ()))


@register.filter
def slugged(value: object) -> str:
    """Convert a value to the text that forms compare."""
    return "" if value is None else str(value)


# ---- parts that pages of both engines show


@register.simple_tag(takes_context=True)
def part(context: Context, name: str, **more: object) -> SafeString:
    """Render a template of Jinja2 in a page of Django's engine, with what the page knows and what is named here."""
    known = {str(key): value for key, value in context.flatten().items()}
    return _part(name, known | more)


def _part(name: str, context: Mapping[str, object]) -> SafeString:
    backend = engines["jinja2"]
    assert isinstance(backend, Jinja2)
    return mark_safe(backend.env.get_template(name).render(context))


# ---- small maps


@register.simple_tag
def empty_board(map_id: str, label: str) -> SafeString:
    """Draw a small map that shows the continents, for games that have not begun; empty for maps without a drawing."""
    drawn = stages(map_id)
    return mark_safe(empty_minimap(drawn[0], label, others=drawn[1:])) if drawn else SafeString("")


# ---- odds


@register.simple_tag
def odds_picture(outcome: Outcome) -> SafeString:
    """Render the histogram of armies left of an outcome (engine.odds.Outcome)."""
    bars, words = histogram(outcome)
    return _part("partials/odds_picture.html", {"bars": bars, "picture": words})


@register.inclusion_tag("games/mail_choices.html", takes_context=True)
def mail_choices(context: Context) -> dict[str, object]:
    """Show how mail about each game of the reader comes, with a form to change it; nothing without games."""
    request = context["request"]
    forms = [GameMailForm(seat=seat) for seat in chosen_seats(request.user)]
    return {"forms": forms, "request": request, "csrf_token": context.get("csrf_token")}
