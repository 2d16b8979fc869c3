"""The family of Risk 2210 A.D.: Commanders and Space Stations round the badges, devastated land, energy, years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from engine import PlayerView
from games.families.attack import AttackNotes, AttackParts
from games.families.board import BoardParts, PieceSign
from games.families.cards import CardParts
from games.families.option_lists import NewGameParts
from games.families.parts import FAMILIES, FamilyParts
from games.families.purchases import PurchaseParts
from games.families.result import Counted, ResultParts, Scoring, rank_by_score, tell_scores
from games.families.risk2210.blank_cards import BLANK_CARDS
from games.families.risk2210.card_odds import card_chance
from games.families.risk2210.card_reasons import why_not
from games.families.risk2210.lesson import LESSON
from games.families.risk2210.standing import LOSE_IN_ORDER
from games.families.risk2210.terms import TERMS
from games.families.seats import SeatColumn, SeatParts, cards_held, cards_in_hand, of_deck, of_seat, pieces_in_play
from games.families.standing_cases import SHARED_CASES, WINDOW_CASES, Rule, StandingCase, StandingParts, is_turn_of
from games.families.standing_lines import BID_LINE, NEVER_PLAY, PREFER_MARKERS
from games.families.turn import FORTIFY, Rail, Track, TurnParts
from games.families.words import WordParts
from games.wording.amounts import join_and

STAGES = (gettext_noop("Earth"), gettext_noop("Moon"))
"""The titles of the stages in the file of the map, for the catalogue, which is made from code alone."""

PIECES = {
    "station": PieceSign(
        0,
        "station",
        _("Space Station"),
        _("station"),
        _("Its territory defends with 8-sided dice, gets 1 MOD each turn, and can reach the Moon."),
        building=True,
    ),
    "land": PieceSign(
        1,
        "land",
        _("Land Commander"),
        _("Land"),
        _("Rolls an 8-sided die in attacks from or to land, and in defence."),
    ),
    "naval": PieceSign(
        2,
        "naval",
        _("Naval Commander"),
        _("Naval"),
        _("You need it to invade into or out of water. Rolls an 8-sided die there, and in defence."),
    ),
    "space": PieceSign(
        3,
        "space",
        _("Space Commander"),
        _("Space"),
        _("You need it to invade the Moon. Rolls an 8-sided die in attacks from or to the Moon, and in defence."),
    ),
    "nuclear": PieceSign(
        4,
        "nuclear",
        _("Nuclear Commander"),
        _("Nuclear"),
        _("Rolls an 8-sided die in every attack, and in defence."),
    ),
    "diplomat": PieceSign(
        5, "diplomat", _("Diplomat"), _("Diplomat"), _("Rolls an 8-sided die in defence, but never in an attack.")
    ),
}
YEARS = 5

RAIL: Rail = (("collect", _("Collect")), ("hire", _("Hire")), ("cards", _("Cards")), ("invade", _("Invade")), FORTIFY)
STOPS = {"buy": "hire", "play": "cards"}
"""The stops of the rail at which steps are told that have none of their own."""


def step_now(view: PlayerView) -> str:
    """Name the stop of the rail by the open decision; cards of the turn's end come after the free move."""
    if view.about.get("timing") == "turn_end":
        return "fortify"
    return STOPS.get(view.step, view.step)


def unit_words(count: int) -> str:
    return ngettext("%(count)s unit", "%(count)s units", count) % {"count": count}


def enemy_words(count: int) -> str:
    return ngettext("%(count)s enemy unit", "%(count)s enemy units", count) % {"count": count}


def neutral_words(count: int) -> str:
    return ngettext("%(count)s neutral MOD", "%(count)s neutral MODs", count) % {"count": count}


def ruins(view: PlayerView) -> Mapping[int, str]:
    """List the devastated lands."""
    return dict.fromkeys(view.extra.get("devastated", ()), gettext("devastated"))


def scout_notes(view: PlayerView) -> Mapping[int, str]:
    """Say to their own seat where Scout Forces wait."""
    return dict.fromkeys(view.extra.get("scouts", ()), gettext("your Scout Forces"))


def legend(view: PlayerView) -> str:
    """Say what the board in words does not: "Year 3 of 5. Numbers count MODs and Commanders."."""
    now = year(view)
    said = gettext("%(year)s %(rest)s. Numbers count MODs and Commanders.")
    return said % {"year": now.title, "rest": now.rest}


def standing(view: PlayerView, seat: int) -> str:
    """Say what a seat has: "7 energy, 3 cards (2 Land, 1 Naval), score 24. In play: Land Commander and Diplomat."."""
    cards = cards_in_hand(view, seat)
    said = {"energy": energy(view, seat).text, "cards": cards, "score": score(view, seat).text}
    told = gettext("%(energy)s energy, %(cards)s, score %(score)s.") % said
    if waiting := scouting(view, seat):
        told = f"{told} {waiting}."
    pieces = in_play(view, seat)
    return f"{told} {gettext('In play: %(pieces)s.') % {'pieces': join_and(pieces)}}" if pieces else told


def scouting(view: PlayerView, seat: int) -> str:
    """Count the Scout Forces that a seat has waiting, which all may know."""
    count = view.extra["scouting"][seat] if seat < len(view.extra.get("scouting", ())) else 0
    words = ngettext("%(count)s Scout Forces card waiting", "%(count)s Scout Forces cards waiting", count)
    return words % {"count": count} if count else ""


def in_play(view: PlayerView, seat: int) -> list[str]:
    """List the Commanders of a seat and count its Space Stations."""
    stations = sum(piece.kind == "station" and piece.seat == seat and piece.at >= 0 for piece in view.pieces)
    found = pieces_in_play(view, seat, {kind: sign for kind, sign in PIECES.items() if kind != "station"})
    if stations:
        found.append(ngettext("%(count)s Space Station", "%(count)s Space Stations", stations) % {"count": stations})
    return found


def year(view: PlayerView) -> Track:
    now = min(YEARS, max(1, int(view.extra.get("year", view.round))))
    said = {"year": now, "years": YEARS}
    return Track(gettext("Year %(year)s") % said, gettext("of %(years)s") % said, now, YEARS)


energy = partial(of_seat, "purses")
score = partial(of_seat, "scores")

KINDS = (
    ("land", _("Land Commander in play, Land cards")),
    ("naval", _("Naval Commander in play, Naval cards")),
    ("space", _("Space Commander in play, Space cards")),
    ("nuclear", _("Nuclear Commander in play, Nuclear cards")),
    ("diplomat", _("Diplomat in play, Diplomat cards")),
)
COLUMNS = (
    SeatColumn(_("Energy"), "energy", energy, narrow=True, sign=True),
    SeatColumn(_("Score if the game ended now"), "score", score, narrow=True, sign=True),
    *(
        SeatColumn(label, f"deck-{kind}", partial(of_deck, PIECES[kind], kind), narrow=True, sign=True, css="detail")
        for kind, label in KINDS
    ),
    SeatColumn(_("Cards"), "copy", cards_held, css="total"),
)


def land_words(count: int) -> str:
    return ngettext("%(count)s territory", "%(count)s territories", count) % {"count": count}


def region_words(count: int) -> str:
    return gettext("%(count)s for continents and colonies") % {"count": count}


def card_words(count: int) -> str:
    return gettext("%(count)s for cards") % {"count": count}


def energy_words(count: int) -> str:
    return gettext("%(count)s energy") % {"count": count}


SCORING = Scoring(
    "years.scored",
    parts=(
        Counted("territories", _("Territories"), land_words),
        Counted("regions", _("Continents and colonies"), region_words),
        Counted("influence", _("Cards"), card_words),
    ),
    breakers=(
        Counted("energy", _("Energy"), energy_words, _("energy")),
        Counted("units", _("Units"), unit_words, _("units")),
    ),
)


def armageddon_fits(rule: Rule, view: PlayerView) -> bool:
    """Check a rule against the exchange of Nuclear cards that another seat has begun."""
    is_exchange = view.asked is not None and view.asked.kind == "cards.armageddon_asked"
    return is_exchange and rule.spots is None and not rule.has_size and is_turn_of(rule.by, view)


ARMAGEDDON = StandingCase("Armageddon is played", armageddon_fits, may_ask=True)  # as typed


def attack_notes(view: PlayerView, src: int, dst: int, leaders: Sequence[str]) -> AttackNotes:
    """Say before an invasion of a force who must move in, and that others may answer; nothing of empty land."""
    if not view.units(dst):
        return AttackNotes()
    led = [gettext("Commanders who lead the last throw must move in.")] if leaders else []
    return AttackNotes((*led, gettext("Before each roll, others can play a card.")))


FAMILIES.add(
    FamilyParts(
        "risk2210",
        board=BoardParts(
            piece_signs=PIECES,
            land_notes=scout_notes,
            ruins=ruins,
            ground_signs={"landing": _("landing site")},
            marks_vacant=True,
            legend=legend,
        ),
        seats=SeatParts(columns=lambda view: COLUMNS, standing=standing, remark=scouting),
        turn=TurnParts(rail=lambda view: RAIL, step_now=step_now, bids=True, track=year),
        attack=AttackParts(attack_notes=attack_notes),
        cards=CardParts(names_cards=True, card_chance=card_chance, why_idle=why_not),
        purchases=PurchaseParts(funds_sign="energy"),
        result=ResultParts(score=rank_by_score, ranks=SCORING.ranks, score_table=SCORING.table, how_won=tell_scores),
        orders=StandingParts(
            standing_cases=(
                *SHARED_CASES,
                *WINDOW_CASES,
                ARMAGEDDON,
                NEVER_PLAY,
                LOSE_IN_ORDER,
                PREFER_MARKERS,
                BID_LINE,
            ),
            standing_examples={
                "cards": "when invaded: play Stealth MODs",  # as typed
                "markers": "prefer markers 2, 1",  # as typed
                "ask": "when invaded with 8 or more: ask me within {hours} hours",  # as typed
            },
        ),
        words=WordParts(enemy_words=enemy_words, neutral_words=neutral_words),
        new_game=NewGameParts(reply_hours=(0, 48), lists=(BLANK_CARDS,)),
        terms=TERMS,
        lesson=LESSON,
    )
)
