"""What is said of armies to be placed, for mails and links: what they are for, where they could go, and where they go
when time runs out."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.decisions.kit import evaluation, order_labels
from games.decisions.kit.panel import AllocationField
from games.decisions.kit.prompts import SUGGESTED, Prompt, Suggestion, assault, assault_words, order_text
from games.families.parts import parts_of
from games.wording.amounts import armies_noun, count_armies, join_and
from games.wording.seats import territory_name


def setup_prompt(view: engine.PlayerView) -> Prompt:
    count = view.about.get("armies", 1)
    seat = evaluation.viewer_of(view)
    left = view.supply[seat] if seat < len(view.supply) else 0
    lead = ""
    if left > count:
        lead = _("You have %(armies)s left to place before the first turn.") % {
            "armies": count_armies(left, view.rules)
        }
    neutral = int(view.about.get("neutral", 0))
    if neutral:
        said = {"armies": count_armies(count, view.rules), "neutral": neutral}
        text = _("Place %(armies)s and %(neutral)s neutral") % said
        return Prompt(text, text[:1].lower() + text[1:], lead)
    said = {"armies": count_armies(count, view.rules)}
    return Prompt(_("Place %(armies)s") % said, _("place %(armies)s") % said, lead)


def prompt(view: engine.PlayerView) -> Prompt:
    said = {"armies": count_armies(view.pool, view.rules)}
    if not attacks_follow(view):
        return Prompt(_("Place %(armies)s") % said, _("place %(armies)s") % said, income(view))
    heading = _("Place %(armies)s, then attack if you like") % said
    return Prompt(heading, _("place %(armies)s and attack") % said, income(view))


def attacks_follow(view: engine.PlayerView) -> bool:
    """Check whether attacks come right after the armies of a turn."""
    steps = [key for key, _label in parts_of(view.rules).turn.rail(view)]
    return "place" in steps and steps[steps.index("place") + 1 :][:1] == ["attack"]


def income(view: engine.PlayerView) -> str:
    """Explain the income: "You receive 9 armies: 5 for 16 territories, 4 for South America and Australia"."""
    me = view.seats[evaluation.viewer_of(view)]
    total = count_armies(view.pool, view.rules)
    if view.pool != me.income:
        return _("You have %(armies)s to place.") % {"armies": total}
    held = continents_of(view)
    bonus = sum(bonus for _name, bonus in held)
    land = ngettext("%(count)s territory", "%(count)s territories", me.territories) % {"count": me.territories}
    said = {"armies": total, "territories": land, "base": view.pool - bonus, "bonus": bonus}
    said["continents"] = join_and([name for name, _bonus in held])
    if not held:
        return _("You receive %(armies)s for %(territories)s.") % said
    return _("You receive %(armies)s: %(base)s for %(territories)s, %(bonus)s for %(continents)s.") % said


def continents_of(view: engine.PlayerView) -> list[tuple[str, int]]:
    """List name and bonus of each continent that the viewer holds whole, but for ruins."""
    ruins = parts_of(view.rules).board.ruins(view)
    return [
        (continent.name, continent.bonus)
        for continent in engine.mapgraph(view.map).continents
        if (members := [member for member in continent.members if member not in ruins])
        and all(view.owner[member] == view.viewer for member in members)
    ]


def suggestions(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    """Suggest all armies behind the best attack or on the weakest borders; in one's turn also with the attack that
    follows."""
    pool = AllocationField(offer.field("at", engine.PlacementsField))
    neutral = neutral_go(view, offer)
    in_turn = view.step != "set-up" and view.active == view.viewer
    ranked = view.borders.ranked(evaluation.viewer_of(view), pool.places)
    spots = ranked[:SUGGESTED]
    if in_turn:
        spots = list(dict.fromkeys([src for src, _ in evaluation.attacks(view, pool.most)[:2]] + ranked[:2]))
    for spot in spots:
        at = sorted(pool.fill([spot, *ranked]).items())
        said = f", neutral {write_heaps(view, neutral)}" if neutral else ""
        order = order_text(view, offer.action, at=at, **({"neutral": neutral} if neutral else {}))
        called = order_labels.placing(view, at, neutral)
        yield Suggestion(order, f"Place {write_heaps(view, at)}{said}", src=spot, called=called)  # as typed
    if in_turn and attacks_follow(view):
        yield from assaults_from_placing(view, offer, pool)


def placements_field(offer: engine.Offer, name: str) -> engine.PlacementsField:
    """Find the placements of a name; an empty field where the offer has none such."""
    is_offered = any(field.name == name for field in offer.fields)
    return offer.field(name, engine.PlacementsField) if is_offered else engine.PlacementsField(name)


def neutral_go(view: engine.PlayerView, offer: engine.Offer) -> list[tuple[int, int]]:
    """List where the armies of the neutral army go that are placed with one's own; empty where there are none."""
    field = placements_field(offer, "neutral")
    return sorted(AllocationField(field).fill(evaluation.blocking_neutrals(view, field.values)).items())


def write_heaps(view: engine.PlayerView, at: list[tuple[int, int]]) -> str:
    """Write placements as words: "3 on Brazil and 1 on Peru"."""
    return " and ".join(f"{count} on {territory_name(view, place)}" for place, count in at)  # as typed


def assaults_from_placing(view: engine.PlayerView, offer: engine.Offer, room: AllocationField) -> Iterator[Suggestion]:
    """Suggest to place everything on one border and attack from there: two orders in one."""
    pool = room.most
    for src, dst in evaluation.attacks(view, pool)[:SUGGESTED]:
        if src not in room.places or room.field.most_at(src) < pool:
            continue
        place = order_text(view, offer.action, at=[[src, pool]])
        words = f"Place {pool} on {territory_name(view, src)}\n{assault_words(view, src, dst)}"  # as typed
        chance, placed = evaluation.chance(view, src, dst), evaluation.chance(view, src, dst, pool)
        called = f"{order_labels.placing(view, [(src, pool)])}\n{order_labels.assault(view, src, dst)}"
        yield Suggestion(f"{place}\n{assault(view, src, dst)}", words, chance, placed, src, dst, called=called)


def on_setup_timeout(view: engine.PlayerView) -> str:
    said = {"armies": armies_noun(view.rules)}
    if view.about.get("neutral"):
        return _("your %(armies)s go to your weakest border, the neutral army’s to its weakest territory,") % said
    return _("your %(armies)s go to your weakest border") % said


def on_timeout(view: engine.PlayerView) -> str:
    said = ngettext(
        "your %(armies)s goes to your weakest border", "your %(armies)s go to your weakest border", view.pool
    )
    return said % {"armies": count_armies(view.pool, view.rules)}
