"""The family of Risk Godstorm: gods and temples round the badges, plague, Atlantis, heavens, faith, epochs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from common.lazy_text import LazyText
from engine import PlayerView, mapgraph, ruleset
from engine.mechanics.action_cards.kinds import catalogue_of
from engine.rules.godstorm.kinds import LAND, UNDERWORLD
from engine.rules.godstorm.obtaining import PRICE_AT_STONEHENGE
from engine.rules.godstorm.summoning import GOD_COST, TEMPLE_COST
from games.families.attack import AttackParts
from games.families.board import BoardParts, ClosedWay, PieceSign
from games.families.cards import CardParts
from games.families.godstorm import card_words
from games.families.godstorm import standing as standing_orders
from games.families.godstorm.card_effects import has_no_effect
from games.families.godstorm.card_odds import card_chance
from games.families.godstorm.card_reasons import why_not
from games.families.godstorm.gods import god_name, pantheon_of
from games.families.godstorm.invasions import attack_notes
from games.families.godstorm.lesson import LESSON
from games.families.godstorm.scores import SCORING
from games.families.godstorm.sinking import card_preview
from games.families.godstorm.terms import TERMS
from games.families.option_lists import NewGameParts
from games.families.parts import FAMILIES, FamilyParts
from games.families.purchases import PurchaseParts, PurchaseWords
from games.families.result import SHARED_LAND_CHANGES, Event, ResultParts, capture_land, rank_by_score, tell_scores
from games.families.seats import (
    Cell,
    SeatColumn,
    SeatParts,
    cards_held,
    cards_in_hand,
    of_deck,
    of_seat,
    pieces_in_play,
    sign_in_play,
)
from games.families.standing_cases import StandingParts
from games.families.turn import FORTIFY, Rail, Track, TurnParts
from games.wording.amounts import count_funds, join_and

STAGES = (gettext_noop("Ancient Earth"), gettext_noop("Underworld"))
"""The titles of the stages in the file of the map, for the catalogue, which is made from code alone."""

GODS = {
    "war": PieceSign(1, "war", _("god of war"), _("god of war"), _("Wins ties in the battles he fights in.")),
    "sky": PieceSign(2, "sky", _("god of the sky"), _("god of the sky"), _("Rolls one more die in a godswar.")),
    "magic": PieceSign(
        3, "magic", _("goddess of magic"), _("goddess of magic"), _("Rerolls ones in the battles she fights in.")
    ),
    "death": PieceSign(
        4,
        "death",
        _("god of death"),
        _("god of death"),
        _("Defenders who fall to his force do not go to heaven."),
    ),
}
TEMPLE = PieceSign(
    0,
    "temple",
    _("temple"),
    _("temple"),
    _("Gives 1 army on its territory and 1 faith each turn. Rerolls ones in defence."),
    building=True,
)
PIECES = {"temple": TEMPLE, **GODS}
PURCHASE = PurchaseWords(
    heading=_("Summon and build"),
    hire=_("summon"),
    pieces=_("Gods"),
    buildings=_("Temples"),
    cards=_("Miracle cards"),
    where=_("where you have an army and no plague"),
    opens_with=_("%(left)s; summon your %(piece)s with it"),
    opens_after=_("For %(deck)s cards, summon your %(piece)s first."),
    cards_note=_("Relics come into play at once."),
)
EPOCHS = 5
MAP = "ancient_world"

RAIL: Rail = (
    ("raise", _("Raise")),
    ("summon", _("Summon")),
    ("cards", _("Cards")),
    ("plague", _("Plague")),
    ("invade", _("Invade")),
    FORTIFY,
    ("below", _("Below")),
)
STOPS = {"obtain": "summon", "play": "cards", "embark": "below", "underworld": "below"}
"""The stops of the rail at which steps are told that have none of their own."""


def step_now(view: PlayerView) -> str:
    return STOPS.get(view.step, view.step)


def ruins(view: PlayerView) -> Mapping[int, str]:
    """List the territories of Atlantis once it has sunk."""
    if not view.extra.get("sunken"):
        return {}
    sunk = gettext("sunk for good")
    atlantis = next(part.members for part in mapgraph(view.map).continents if part.id == "atlantis")
    return dict.fromkeys(atlantis, sunk)


def blights(view: PlayerView) -> Mapping[int, str]:
    """List the territories with a plague marker."""
    return dict.fromkeys(view.extra.get("plague", ()), gettext("plague"))


def closed_ways(view: PlayerView) -> tuple[ClosedWay, ...]:
    """Name the water connection that the maelstrom has closed."""
    ends = sorted(view.extra.get("maelstrom", ()))
    return (ClosedWay((ends[0], ends[1]), "maelstrom", gettext("maelstrom")),) if ends else ()


def epoch(view: PlayerView) -> Track:
    """Count the epochs that were played, with one more in all for each time that the marker went back: "Epoch 4 of 6".
    So every epoch has a name of its own, the same wherever rounds are named."""
    now = max(1, view.round)
    length = EPOCHS + now - int(view.extra.get("epoch", now))
    said = {"epoch": now, "epochs": length}
    return Track(gettext("Epoch %(epoch)s") % said, gettext("of %(epochs)s") % said, now, length)


def legend(view: PlayerView) -> str:
    """Say what the board in words does not: "Epoch 3 of 5. Numbers count armies."."""
    now = epoch(view)
    return gettext("%(epoch)s %(rest)s. Numbers count armies.") % {"epoch": now.title, "rest": now.rest}


# ---- seats

faith = partial(of_seat, "purses")
score = partial(of_seat, "scores")
in_heaven = partial(of_seat, "risen")


def temple_count(view: PlayerView, seat: int) -> int:
    return sum(piece.kind == "temple" and piece.seat == seat for piece in view.pieces)


def temples(view: PlayerView, seat: int) -> Cell:
    return Cell(str(temple_count(view, seat)))


def relics(view: PlayerView, seat: int) -> list[str]:
    """List the titles of the relics that lie open before a seat; the neutral army has none."""
    known = view.extra.get("relics", ())
    held = known[seat] if seat < len(known) else ()
    kinds = catalogue_of(view.rules, view.options).kinds if held else ()
    return [kinds[card].title for card in held]


def has_stonehenge(view: PlayerView) -> bool:
    return view.viewer is not None and "Stonehenge" in relics(view, view.viewer)


def price_note(view: PlayerView) -> str:
    """Name the relic that makes cards cheaper; empty for who does not have it."""
    return gettext("with Stonehenge") if has_stonehenge(view) else ""


def costs(view: PlayerView) -> str:
    """Say what a god, a card and a temple cost: "A god costs 3 faith, a card 2, a temple 5."."""
    card = PRICE_AT_STONEHENGE if has_stonehenge(view) else ruleset(view.rules).purchase.card_price
    said = {"god": count_funds(GOD_COST, view.rules), "card": card, "temple": TEMPLE_COST}
    if has_stonehenge(view):
        return gettext("A god costs %(god)s, a card %(card)s with Stonehenge, a temple %(temple)s.") % said
    return gettext("A god costs %(god)s, a card %(card)s, a temple %(temple)s.") % said


def magic(view: PlayerView, seat: int) -> Cell:
    """Show whether a seat has its goddess of magic in play, and how many relics lie before it."""
    held = relics(view, seat)
    return Cell(str(len(held)) if held else "", signs=sign_in_play(GODS["magic"], "magic", view, seat))


def of_god(kind: str, label: LazyText) -> SeatColumn:
    """Make the column of a god: whether he is in play, and how many cards of his deck are in hand."""
    shown = partial(of_deck, GODS[kind], kind)
    return SeatColumn(label, f"deck-{kind}", shown, narrow=True, sign=True, css="detail")


COLUMNS = (
    SeatColumn(_("Faith"), "faith", faith, narrow=True, sign=True),
    SeatColumn(_("Temples"), "temple", temples, narrow=True, sign=True),
    SeatColumn(_("Armies in heaven"), "heaven", in_heaven, narrow=True, sign=True),
    SeatColumn(_("Score if the game ended now"), "score", score, narrow=True, sign=True),
    of_god("war", _("God of war in play, War cards")),
    of_god("sky", _("God of the sky in play, Sky cards")),
    SeatColumn(_("Goddess of magic in play, relics"), "relic", magic, narrow=True, sign=True, css="detail"),
    of_god("death", _("God of death in play, Death cards")),
    SeatColumn(_("Cards"), "copy", cards_held, css="total"),
)


def standing(view: PlayerView, seat: int) -> str:
    """Say what a seat has: "7 faith, 3 cards (2 Sky, 1 War), 4 armies in heaven, score 24. In play: god of war and 2
    temples. Relics: Excalibur."."""
    said = {"faith": faith(view, seat).text, "cards": cards_in_hand(view, seat), "score": score(view, seat).text}
    count = int(view.extra["risen"][seat])
    dead = ngettext("%(count)s army in heaven", "%(count)s armies in heaven", count) % {"count": count}
    told = [gettext("%(faith)s faith, %(cards)s, %(dead)s, score %(score)s.") % {**said, "dead": dead}]
    pieces, built = pieces_in_play(view, seat, GODS), temple_count(view, seat)
    if built:
        pieces.append(ngettext("%(count)s temple", "%(count)s temples", built) % {"count": built})
    if pieces:
        told.append(gettext("In play: %(pieces)s.") % {"pieces": join_and(pieces)})
    if held := relics(view, seat):
        told.append(gettext("Relics: %(relics)s.") % {"relics": join_and(held)})
    return " ".join(told)


def remark(view: PlayerView, seat: int) -> str:
    """Say below a name whose gods these are, and which relics lie there: "Norse, Excalibur and Mjolnir"."""
    pantheon = pantheon_of(view, seat)
    names = [title.partition(",")[0] for title in relics(view, seat)]
    return ", ".join(filter(None, (pantheon.name if pantheon else "", join_and(names))))


# ---- land


@cache
def earth() -> frozenset[int]:
    """List the territories: spaces of the Underworld and heavens are none."""
    return frozenset(mapgraph(MAP).in_zone[LAND])


def capture_on_earth(owner: list[int], event: Event) -> None:
    """Write a capture down, unless it is one of the Underworld."""
    if event["dst"] in earth():
        capture_land(owner, event)


def take_by_card(owner: list[int], event: Event) -> None:
    owner[event["at"]] = event["seat"]


LAND_CHANGES = {**SHARED_LAND_CHANGES, "battle.captured": capture_on_earth, "miracles.land_taken": take_by_card}


def territories(view: PlayerView) -> frozenset[int]:
    """List the territories that have not sunk."""
    return earth() - ruins(view).keys()


def underworld_ahead(view: PlayerView) -> str:
    """Name the Underworld where the viewer can still do something there in this turn: embark, or invade."""
    is_ahead = view.viewer is not None and view.step != "underworld" and _can_go_below(view, view.viewer)
    return gettext("the Underworld") if is_ahead else ""


def _can_go_below(view: PlayerView, seat: int) -> bool:
    """Check whether a seat has armies in heaven, or some in the Underworld that can invade another space."""
    if view.extra["risen"][seat]:
        return True
    spaces = view.graph.in_zone[UNDERWORLD]
    able = (at for at in spaces if view.owner[at] == seat and view.units(at) > 1)
    return any(view.owner[near] != seat for at in able for near in spaces.intersection(view.graph.neighbours[at]))


FAMILIES.add(
    FamilyParts(
        "godstorm",
        board=BoardParts(
            piece_signs=PIECES,
            piece_name=god_name,
            ruins=ruins,
            blights=blights,
            closed_ways=closed_ways,
            ground_signs={"gate": _("gate"), "crypt": _("crypt"), "altar": _("altar")},
            territories=territories,
            marks_vacant=True,
            legend=legend,
        ),
        seats=SeatParts(columns=lambda view: COLUMNS, standing=standing, remark=remark),
        turn=TurnParts(rail=lambda view: RAIL, step_now=step_now, after_move=underworld_ahead, bids=True, track=epoch),
        attack=AttackParts(attack_notes=attack_notes),
        cards=CardParts(
            names_cards=True,
            card_chance=card_chance,
            why_idle=why_not,
            has_no_effect=has_no_effect,
            aim=card_words.aim,
            card_preview=card_preview,
            undo_words=card_words.undo_words,
            laid_open=card_words.laid_open,
        ),
        purchases=PurchaseParts(
            funds_sign="faith",
            purchase_words=PURCHASE,
            costs=costs,
            price_note=price_note,
            bid_bonus_note=_("The Tablets of Destiny add %(bonus)s to your bid."),
        ),
        result=ResultParts(
            land_changes=LAND_CHANGES,
            score=rank_by_score,
            ranks=SCORING.ranks,
            score_table=SCORING.table,
            how_won=tell_scores,
        ),
        orders=StandingParts(standing_cases=standing_orders.CASES, standing_examples=standing_orders.EXAMPLES),
        new_game=NewGameParts(reply_hours=(0, 48)),
        terms=TERMS,
        lesson=LESSON,
    )
)
