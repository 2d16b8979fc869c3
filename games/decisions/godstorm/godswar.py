"""Godswars: name the god who fights, and fight another one or call the invasion off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.boards.overlays import Marks
from games.decisions.attack.choices import last_duels
from games.decisions.end_turn import no_fields
from games.decisions.kit import order_labels
from games.decisions.kit.context import PageContext, offered_field
from games.decisions.kit.evaluation import viewer_of
from games.decisions.kit.forces import Force, force_at
from games.decisions.kit.page_types import StoryLine
from games.decisions.kit.panel import Panel, steps_of
from games.decisions.kit.posted import make_word_parser
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import DECISIONS, Answer, Decision, Timeout
from games.families.parts import parts_of
from games.families.pieces import piece_name
from games.wording.amounts import capitalized, count_units, join_and, percent
from games.wording.seats import seat_label, territory_name

NAME, FIGHT_ON, CALL_OFF = "godswar.name", "godswar.fight_on", "godswar.call_off"


@dataclass(frozen=True)
class GodChoice:
    """A god who can be named, with what he is good for."""

    kind: str
    name: str
    sign: str
    note: str


@dataclass(frozen=True)
class SideRow:
    """A row of the table of both sides: what it counts, of the attacker and of the defender."""

    label: str
    attack: str
    defend: str


@dataclass(frozen=True)
class GodswarPanel:
    """Data of decisions/godswar.html. `gods` are those that can be named; without any the reader fights on or calls
    the invasion off. `chance` is the reader's, and `who` names the sides; `fights` are the godswars before."""

    src: Force
    dst: Force
    src_says: str
    chance: str
    sentence: str
    who: tuple[str, ...]
    rows: tuple[SideRow, ...]
    gods: tuple[GodChoice, ...]
    final: str
    fights: tuple[StoryLine, ...]


def name_panel(context: PageContext) -> Panel:
    """Name one of the gods of the viewer's side."""
    view, kinds = context.view, gods_to_name(context.view)
    gods = tuple(_choice(view, kind) for kind in kinds)
    ways = tuple((f"godswar {god.kind}", god.name) for god in gods)
    action = {"type": NAME, "seat": context.me, "god": kinds[0]}
    final = _("If you lose, the god you name is banished. All your gods here lend their powers, whichever one fights.")
    return _panel(context, asks(view), gods, final, action, ways)


def go_on_panel(context: PageContext) -> Panel:
    """Fight another godswar, or call the invasion off."""
    ways = (
        ("fight on", _("another godswar")),  # as typed
        ("call off", _("end the invasion")),  # as typed
    )
    final = _("If you call the invasion off, no armies are lost, and you can go on with another invasion.")
    return _panel(context, _("Fight another godswar?"), (), final, None, ways)


def _panel(
    context: PageContext,
    heading: str,
    gods: tuple[GodChoice, ...],
    final: str,
    action: engine.Facts | None,
    ways: tuple[tuple[str, str], ...],
) -> Panel:
    view, about = context.view, context.view.about
    src, dst = about["src"], about["dst"]
    attacker = about["sides"][0]["seat"]
    data = GodswarPanel(
        force_at(context, src),
        force_at(context, dst),
        _("yours") if attacker == context.me else context.title(attacker),
        percent(own_chance(view)),
        _("chance to win this godswar. The higher total wins: dice, armies, relics and cards."),
        tuple(capitalized(name) for name in side_names(view)),
        side_rows(view),
        gods,
        final,
        last_duels(context.page_data.story, attacker),
    )
    own, other = (src, dst) if attacker == context.me else (dst, src)
    notes = {own: _("your gods"), other: _("their gods")}
    marks = Marks(src=own, selectable={other: ""}, order=(src, dst), notes=notes, deciding=True)
    return Panel("godswar", heading, data, marks, steps_of(context), action, ways)


def _choice(view: engine.PlayerView, kind: str) -> GodChoice:
    sign = parts_of(view.rules).board.piece_signs[kind]
    name = god(view, viewer_of(view), kind)
    return GodChoice(kind, name, sign.sign, sign.title(name))


def god(view: engine.PlayerView, seat: int, kind: str) -> str:
    """Name a god of a seat at the start of a sentence."""
    return capitalized(piece_name(view, seat, kind))


def gods_to_name(view: engine.PlayerView) -> Sequence[str]:
    """List the kinds of the gods that the viewer can name."""
    return offered_field(view, NAME, "god", engine.ChoiceField).values


def asks(view: engine.PlayerView) -> str:
    """Ask for the god who fights; the defender knows whom the attacker has named."""
    against = view.about["against"]
    if not against:
        return _("Which god fights the godswar?")
    return _("Who fights %(god)s?") % {"god": god(view, view.about["sides"][0]["seat"], against)}


# ---- both sides


def own_chance(view: engine.PlayerView) -> float:
    """Return the viewer's chance to win the godswar that comes next."""
    chance: float = view.about["chance"]
    return chance if view.about["sides"][0]["seat"] == view.viewer else 1 - chance


def side_names(view: engine.PlayerView) -> tuple[str, ...]:
    """Name both sides, the attacker first."""
    seats = [side["seat"] for side in view.about["sides"]]
    return tuple(_("you") if seat == view.viewer else seat_label(view, seat) for seat in seats)


def side_rows(view: engine.PlayerView) -> tuple[SideRow, ...]:
    """List what both sides bring to the godswar; what neither has is left out."""
    sides = view.about["sides"]
    rows = [
        SideRow(_("Gods"), *(join_and([god(view, side["seat"], kind) for kind in side["gods"]]) for side in sides)),
        SideRow(_("Dice"), *(str(side["dice"]) for side in sides)),
        SideRow(_("Armies"), *(str(side["armies"]) for side in sides)),
    ]
    if any(side["bonus"] for side in sides):
        rows.append(SideRow(_("Relics and cards"), *(f"+{side['bonus']}" for side in sides)))
    if any(side["again"] for side in sides):
        rows.append(SideRow(_("Rerolls ones"), *(_("yes") if side["again"] else _("no") for side in sides)))
    ties = view.about["ties_to_attacker"]
    return (*rows, SideRow(_("Wins ties"), *(_("yes") if wins else _("no") for wins in (ties, not ties))))


def strength(view: engine.PlayerView, side: engine.Facts) -> str:
    """Describe a side in words: "Ares and Zeus, 4 dice and 8 armies"."""
    dice = ngettext("%(count)s die", "%(count)s dice", side["dice"]) % {"count": side["dice"]}
    gods = join_and([god(view, side["seat"], kind) for kind in side["gods"]])
    armies = count_units(side["armies"], view.rules)
    return _("%(gods)s, %(dice)s and %(armies)s") % {"gods": gods, "dice": dice, "armies": armies}


def lead(view: engine.PlayerView) -> str:
    """Say where gods meet, what each side has, and the viewer's chance."""
    about = view.about
    ours, theirs = about["sides"]
    said = {
        "src": territory_name(view, about["src"]),
        "dst": territory_name(view, about["dst"]),
        "ours": strength(view, ours),
        "theirs": strength(view, theirs),
        "chance": percent(own_chance(view)),
    }
    return (
        _("Gods meet in the invasion of %(dst)s from %(src)s: %(ours)s against %(theirs)s.") % said
        + " "
        + _("Your chance to win this godswar is %(chance)s.") % said
    )


# ---- mails


def name_prompt(view: engine.PlayerView) -> Prompt:
    return Prompt(asks(view), _("name a god for the godswar"), lead(view))


def go_on_prompt(view: engine.PlayerView) -> Prompt:
    return Prompt(_("Fight another godswar?"), _("fight on or call off"), lead(view))


def suggest_gods(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest each god of the viewer's side, with what losing costs."""
    for kind in gods_to_name(view):
        order, name = order_text(view, offer.action, god=kind), god(view, viewer_of(view), kind)
        note, called = _("%(god)s is banished if you lose") % {"god": name}, order_labels.godswar(name)
        yield Suggestion(order, f"Godswar {kind}", note=note, called=called)  # as typed


def suggest_fighting_on(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    note = _("%(chance)s chance to win the next godswar") % {"chance": percent(own_chance(view))}
    yield Suggestion(order_text(view, offer.action), "Fight on", note=note)  # as typed


def suggest_calling_off(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    order, called = order_text(view, offer.action), _("Call off the invasion")
    yield Suggestion(order, "Call off", called=called)  # as typed


DECISIONS.add(
    Decision(
        "godswar.asked",
        summary=gettext_lazy("Name a god for a godswar."),
        panel=name_panel,
        prompt=name_prompt,
        answers={NAME: Answer(make_word_parser("god"), suggest_gods)},
        timeout=Timeout(
            turn=lambda view: _("a god is chosen for you (death, magic, sky, then war)"),
            owner=gettext_lazy("a god is chosen for you (death, magic, sky, then war)."),
            others=gettext_lazy("a god is chosen for them (death, magic, sky, then war)."),
            organizer=gettext_lazy("a god is chosen for it (death, magic, sky, then war)"),
        ),
    )
)
DECISIONS.add(
    Decision(
        "godswar.go_on_asked",
        summary=gettext_lazy("Fight another godswar, or call the invasion off."),
        panel=go_on_panel,
        prompt=go_on_prompt,
        answers={FIGHT_ON: Answer(no_fields, suggest_fighting_on), CALL_OFF: Answer(no_fields, suggest_calling_off)},
        timeout=Timeout(
            turn=lambda view: _("you call the invasion off"),
            organizer=gettext_lazy("the invasion is called off"),
        ),
    )
)
