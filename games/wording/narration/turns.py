"""Turns in sentences: rounds, cards, income, placing, moves, who went out and who won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.wording.amounts import capitalized, units_noun
from games.wording.narration.roles import HIDDEN, InStory, Role
from games.wording.narration.sentences import Event, Names, format_move, join_and, of_seat, registers_sentence, say


@registers_sentence("round.began", story=HIDDEN)
def round_began(event: Event, names: Names) -> str:
    return say(_("%(round)s began."), round=capitalized(names.round(event["round"])))


@registers_sentence("turn.began", story=InStory(Role.TURN, settles=True))
def turn_began(event: Event, names: Names) -> str:
    yours, theirs = _("%(round)s: your turn began."), _("%(round)s: %(seat)s’s turn began.")
    return of_seat(event["seat"], names, yours, theirs, round=capitalized(names.round(event["round"])))


@registers_sentence("turn.ended", story=InStory(Role.HIDDEN, settles=True, closes=True))
def turn_ended(event: Event, names: Names) -> str:
    return say(_("%(seat)s ended the turn."), seat=names.Seat(event["seat"]))


@registers_sentence("turn.answered", story=InStory(Role.ANSWER))
def answered(event: Event, names: Names) -> str:
    """Tell that a seat has given a sealed answer, in the words of the panel that asks for it."""
    yours, theirs = _("You have answered."), _("%(seat)s has answered.")
    if event.get("kind") == "setup.plan_asked":
        yours, theirs = _("You have planned your set-up."), _("%(seat)s has planned the set-up.")
    elif event.get("kind") == "bidding.bid_asked":
        yours, theirs = _("You have bid."), _("%(seat)s has bid.")
    return of_seat(event["seat"], names, yours, theirs)


def traded(event: Event, names: Names) -> str:
    text, cards = _("%(seat)s traded in %(cards)s for %(armies)s."), join_and(list(map(names.card, event["cards"])))
    told: str = say(text, seat=names.Seat(event["seat"]), armies=names.armies(event["value"]), cards=cards)
    if event["bonus_armies"] and event["bonus"] >= 0:
        more = _("%(land)s gets %(armies)s more.")
        told += " " + say(more, armies=names.armies(event["bonus_armies"]), land=names.land(event["bonus"]))
    return told


@registers_sentence("cards.drawn")
def drawn(event: Event, names: Names) -> str:
    if event.get("card") is None:
        return say(_("%(seat)s drew a card."), seat=names.Seat(event["seat"]))
    return say(_("%(seat)s drew the card %(card)s."), seat=names.Seat(event["seat"]), card=names.card(event["card"]))


@registers_sentence("cards.taken_over")
def taken_over(event: Event, names: Names) -> str:
    count = event["count"]
    if not count:
        return say(
            _("%(was)s held no cards for %(seat)s to take."),
            seat=names.seat(event["seat"]),
            was=names.Seat(event["was"]),
        )
    text = ngettext("%(seat)s took %(count)s card from %(was)s.", "%(seat)s took %(count)s cards from %(was)s.", count)
    told: str = say(text, seat=names.Seat(event["seat"]), count=count, was=names.seat(event["was"]))
    if event.get("cards"):
        told += " " + say(_("They are %(cards)s."), cards=join_and([names.card(card) for card in event["cards"]]))
    return told


@registers_sentence("cards.reshuffled")
def reshuffled(event: Event, names: Names) -> str:
    return say(_("The %(count)s traded-in cards were shuffled into a new deck."), count=event["count"])


@registers_sentence("income.collected", story=HIDDEN)
def collected(event: Event, names: Names) -> str:
    continents = [names.graph.continents[index].name for index, bonus in event["continents"]]
    count = event["territories"]
    land = ngettext("%(count)s territory", "%(count)s territories", count) % {"count": count}
    text = _("%(seat)s received %(armies)s for %(land)s.")
    if continents:
        text = _("%(seat)s received %(armies)s for %(land)s and for %(continents)s.")
    armies = names.armies(event["total"])
    return say(text, seat=names.Seat(event["seat"]), armies=armies, land=land, continents=join_and(continents))


def sum_placings(placings: Sequence[Event]) -> Event:
    """Sum up placings of a seat, land by land in the order of the first."""
    neutral = sum_allocations(placing.get("neutral", ()) for placing in placings)
    at = sum_allocations(placing["at"] for placing in placings)
    return {**placings[-1], "at": at, **({"neutral": neutral} if neutral else {})}


def sum_allocations(placings: Iterable[Iterable[Sequence[int]]]) -> list[list[int]]:
    """Sum the armies of several placings for each territory."""
    heaps: dict[int, int] = {}
    for at, count in (pair for placing in placings for pair in placing):
        heaps[at] = heaps.get(at, 0) + count
    return [[at, count] for at, count in heaps.items()]


@registers_sentence("deploy.placed", story=InStory(sum_up=sum_placings, goes_on=True))
def placed(event: Event, names: Names) -> str:
    text = _("%(seat)s placed %(heaps)s.")
    told: str = say(text, seat=names.Seat(event["seat"]), heaps=list_heaps(event["at"], names))
    if event.get("neutral"):
        told += " " + say(_("The neutral army received %(heaps)s."), heaps=list_heaps(event["neutral"], names))
    return told


def list_heaps(at: Iterable[tuple[int, int]], names: Names) -> str:
    """List placements: "2 armies in Brazil and 1 in Peru", the noun once."""
    heaps = []
    for number, (where, count) in enumerate(at):
        text = _("%(count)s in %(land)s") if number else _("%(armies)s in %(land)s")
        heaps.append(say(text, armies=names.armies(count), count=count, land=names.land(where)))
    return join_and(heaps)


@registers_sentence("deploy.forfeited")
def forfeited(event: Event, names: Names) -> str:
    count = names.armies(event["armies"])
    if event.get("at", -1) >= 0:
        text = _("%(land)s had no room for %(armies)s, so they are lost.")
        return say(text, land=names.land(event["at"]), armies=count)
    yours = _("You had no room for %(armies)s, so they are lost.")
    theirs = _("%(seat)s had no room for %(armies)s, so they are lost.")
    return of_seat(event["seat"], names, yours, theirs, armies=count)


@registers_sentence("fortify.redistributed")
def redistributed(event: Event, names: Names) -> str:
    """List each territory that changed, with its armies before and after."""
    heaps = [
        say(_("%(land)s from %(before)s to %(after)s"), land=names.land(at), before=before, after=after)
        for at, before, after in event["at"]
    ]
    told = join_and(heaps)
    return say(_("%(seat)s rearranged armies: %(heaps)s."), seat=names.Seat(event["seat"]), heaps=told)


@registers_sentence("occupy.moved", story=InStory(Role.MOVE_IN))
@registers_sentence("fortify.moved")
def moved(event: Event, names: Names) -> str:
    return format_move(_("%(seat)s moved %(force)s from %(src)s to %(dst)s."), event, names)


@registers_sentence("seat.eliminated", story=InStory(is_news=True))
def eliminated(event: Event, names: Names) -> str:
    """Tell who is out, and by whom: where units decide, a card may have killed the last one."""
    by, units = event.get("by", -1), stays_by_units(names)
    yours, theirs = _("You are out of the game."), _("%(seat)s is out of the game.")
    if not event.get("how") and by in (-1, None, event["seat"]):
        yours = _("You lost your last territory and are out of the game.")
        theirs = _("%(seat)s lost their last territory and is out of the game.")
        if units:
            yours = _("You lost the last of your %(units)s and are out of the game.")
            theirs = _("%(seat)s lost the last of their %(units)s and is out of the game.")
    elif not event.get("how"):
        yours = _("%(by)s took your last territory. You are out of the game.")
        theirs = _("%(by)s took the last territory of %(of)s, who is out of the game.")
        if units:
            yours = _("%(by)s destroyed the last of your %(units)s. You are out of the game.")
            theirs = _("%(by)s destroyed the last of %(of)s’s %(units)s. %(seat)s is out of the game.")
    words = {"by": names.Seat(by), "of": names.seat(event["seat"]), "units": units_noun(names.rules)}
    return " ".join(filter(None, (of_seat(event["seat"], names, yours, theirs, **words), buildings_gone(event, names))))


def stays_by_units(names: Names) -> bool:
    """Check whether a seat stays in the game as long as it has units, whatever land it holds."""
    return bool(names.rules) and engine.ruleset(names.rules).stays_by_units


def buildings_gone(event: Event, names: Names) -> str:
    """List the buildings that went with a seat: "Gone with Blue: the Space Station in Egypt."; empty for none."""
    gone = [
        say(_("the %(piece)s in %(land)s"), piece=names.piece(kind), land=names.land(at))
        for kind, at in event.get("buildings", ())
    ]
    if not gone:
        return ""
    yours, theirs = _("Gone with you: %(left)s."), _("Gone with %(of)s: %(left)s.")
    return of_seat(event["seat"], names, yours, theirs, of=names.seat(event["seat"]), left=join_and(gone))


def final_scores(points: Mapping[int, int], names: Names) -> str:
    """Tell the scores of the seats, the highest first."""
    ranked = sorted(points.items(), key=lambda pair: -pair[1])
    totals = join_and([f"{names.seat(seat)} {total}" for seat, total in ranked])
    return say(_("The final scores: %(totals)s."), totals=totals)


@registers_sentence("game.won", story=InStory(is_news=True))
def won(event: Event, names: Names) -> str:
    winners = [names.seat(seat) for seat in event["seats"]]
    told = join_and(winners)
    return say(_("%(winners)s won the game."), winners=mark_safe(told[:1].upper() + told[1:]))
