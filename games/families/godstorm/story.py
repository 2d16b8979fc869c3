"""What happens in Godstorm alone, in sentences: pantheons, faith, gods and godswars, plague, miracles, epochs.

What follows from a fight, a card or another event is an aside, which shares its line in a story.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine import PlayerView
from games.families.godstorm.gods import pantheon_of
from games.families.godstorm.scores import SCORING
from games.wording.amounts import capitalized
from games.wording.narration.battle import dice
from games.wording.narration.cards import drawn_from_deck, whose_piece
from games.wording.narration.roles import ASIDE, InStory, Role
from games.wording.narration.sentences import (
    OPEN_DECKS,
    PIECE_NAMERS,
    Event,
    Names,
    join_and,
    of_seat,
    registers_sentence,
    registers_texts,
    say,
    say_where,
)
from games.wording.narration.setup import format_throws, neutrals_placed
from games.wording.narration.turns import final_scores, list_heaps, moved

registers_sentence("opening.third_pile_dealt")(neutrals_placed)
registers_sentence("miracles.drawn", story=ASIDE)(drawn_from_deck)
registers_sentence("miracles.force_moved", story=ASIDE)(moved)
registers_texts(
    {
        "relics.book_read": gettext_lazy("%(seat)s gave up %(armies)s for %(faith)s with The Book of the Dead."),
        "crypt.revived": gettext_lazy("%(seat)s revived %(armies)s from %(src)s in %(dst)s."),
        "epochs.ended": gettext_lazy("The epoch ended."),
    }
)
registers_texts(
    {
        "labors.done": gettext_lazy("%(seat)s completed the %(deck)s Labor."),
        "miracles.relic": gettext_lazy("%(seat)s drew the relic %(card)s."),
        "miracles.relic_taken": gettext_lazy("%(seat)s took the relic %(card)s from %(of)s."),
        "miracles.faith_gained": gettext_lazy("%(seat)s received %(faith)s."),
        "miracles.temple_raised": gettext_lazy("%(seat)s placed a temple in %(at)s."),
        "miracles.temple_destroyed": gettext_lazy("The temple in %(at)s was destroyed."),
        "miracles.plague_moved": gettext_lazy("The plague moved from %(src)s to %(dst)s."),
        "miracles.plague_spread": gettext_lazy("Plague broke out in %(at)s."),
        "miracles.plague_lifted": gettext_lazy("There is no plague in %(at)s any more."),
        "miracles.atlantis_sank": gettext_lazy("Atlantis sank for good."),
        "miracles.epoch_turned_back": gettext_lazy("The epoch marker went back: the game lasts one epoch longer."),
    },
    ASIDE,
)
registers_texts(
    {"miracles.land_taken": gettext_lazy("%(seat)s took %(at)s from %(was)s, with %(armies)s.")},
    InStory(Role.ASIDE, takes="at"),
)


# ---- names


def own_name(view: PlayerView, seat: int, kind: str) -> str:
    """Name a god by his pantheon; a temple has no name."""
    pantheon = pantheon_of(view, seat)
    return pantheon.gods.get(kind, "") if pantheon else ""


PIECE_NAMERS["godstorm"] = own_name
OPEN_DECKS["godstorm"] = "magic"


def God(seat: int, kind: str, names: Names) -> str:
    """Name a god at the start of a sentence."""
    return capitalized(whose_piece(seat, kind, names))


def armies_of(seat: int, armies: int, names: Names) -> str:
    """Count armies with their owner: "2 of your armies", "1 of Blue’s armies"."""
    text = _("%(count)s of your armies") if seat == names.viewer else _("%(count)s of %(seat)s’s armies")
    return say(text, count=armies, seat=names.seat(seat))


# ---- set-up


@registers_sentence("pantheons.rolled")
def pantheons_rolled(event: Event, names: Names) -> str:
    order = join_and([names.seat(seat) for seat in event["order"]])
    text = _("Everyone rolled for the choice of pantheons: %(throws)s. They choose in this order: %(order)s.")
    return say(text, throws=format_throws(event["throws"], names), order=order)


@registers_sentence("pantheons.chosen")
def pantheon_chosen(event: Event, names: Names) -> str:
    yours, theirs = _("You play the %(pantheon)s."), _("%(seat)s plays the %(pantheon)s.")
    return of_seat(event["seat"], names, yours, theirs, pantheon=event["pantheon"])


@registers_sentence("plagues.drawn")
def plagues_drawn(event: Event, names: Names) -> str:
    return say(_("There is plague in %(lands)s."), lands=join_and([names.land(at) for at in event["at"]]))


# ---- income


@registers_sentence("faith.faith_gathered")
def faith_gathered(event: Event, names: Names) -> str:
    text = _("%(seat)s gathered %(faith)s, %(temples)s of it from temples.")
    if not event["temples"]:
        text = _("%(seat)s gathered %(faith)s.")
    total = event["land"] + event["temples"]
    return say(text, seat=names.Seat(event["seat"]), faith=names.funds(total), temples=event["temples"])


@registers_sentence("faith.temples_paid", story=ASIDE)
def temples_paid(event: Event, names: Names) -> str:
    text = ngettext(
        "The temple in %(where)s brought %(armies)s.",
        "The temples in %(where)s brought %(armies)s each.",
        len(event["at"]),
    )
    return say(text, where=join_and([names.land(at) for at in event["at"]]), armies=names.armies(1))


@registers_sentence("faith.relic_paid", story=ASIDE)
def relic_paid(event: Event, names: Names) -> str:
    wages = names.armies(event["armies"]) if event["armies"] else names.funds(event["faith"])
    text = _("%(relic)s brought %(seat)s %(wages)s.")
    return say(text, relic=event["relic"], seat=names.seat(event["seat"]), wages=wages)


@registers_sentence("embark.moved")
def embarked(event: Event, names: Names) -> str:
    text = _("%(seat)s embarked from heaven: %(heaps)s.")
    return say(text, seat=names.Seat(event["seat"]), heaps=list_heaps(event["at"], names))


# ---- battle


@registers_sentence("godswar.fought", story=InStory(duel="story.godswar_fought"))
def godswar_fought(event: Event, names: Names) -> str:
    """Tell both gods with their dice and sums, and which side won."""
    text = _(
        "%(seat)s fought a godswar for %(dst)s from %(src)s: %(god)s %(ours)s in all (dice %(attack)s) against "
        "%(other)s %(theirs)s in all (dice %(defend)s). %(winner)s won."
    )
    return _say_godswar(text, event, names, attack=dice(event["attack"]), defend=dice(event["defend"]))


@registers_sentence("story.godswar_fought")
def godswar_beside_dice(event: Event, names: Names) -> str:
    """Tell both gods with their sums, and which side won, where the dice are shown."""
    text = _(
        "%(seat)s fought a godswar for %(dst)s from %(src)s: %(god)s %(ours)s in all against %(other)s %(theirs)s in "
        "all. %(winner)s won."
    )
    return _say_godswar(text, event, names)


def _say_godswar(text: str, event: Event, names: Names, **dice: str) -> str:
    return say_where(
        text,
        event,
        names,
        god=whose_piece(event["seat"], event["attack_god"], names),
        ours=event["attack_total"],
        other=whose_piece(event["defender"], event["defend_god"], names),
        theirs=event["defend_total"],
        winner=names.Seat(event["seat"] if event["won"] else event["defender"]),
        **dice,
    )


def banished_together(event: Event) -> str:
    """Tell gods of one seat as one."""
    return "story.gods_banished"


@registers_sentence("gods.banished", story=InStory(Role.ASIDE, several=banished_together))
def god_banished(event: Event, names: Names) -> str:
    return say(_("%(god)s was banished."), god=God(event["seat"], event["kind"], names))


@registers_sentence("story.gods_banished")
def gods_banished(event: Event, names: Names) -> str:
    first, *others = event["events"]
    gods = [God(first["seat"], first["kind"], names), *(whose_piece(god["seat"], god["kind"], names) for god in others)]
    return say(_("%(gods)s were banished."), gods=join_and(gods))


@registers_sentence("dead.reached_heaven", story=ASIDE)
def reached_heaven(event: Event, names: Names) -> str:
    dead = armies_of(event["seat"], event["armies"], names)
    return say(_("%(dead)s reached %(heaven)s."), dead=dead, heaven=names.land(event["at"]))


@registers_sentence("sparing.kept", story=ASIDE)
def armies_kept(event: Event, names: Names) -> str:
    text = _("%(seat)s kept %(armies)s with The Tree of Life for %(faith)s.")
    kept = event["armies"]
    return say(text, seat=names.Seat(event["seat"]), armies=names.armies(kept), faith=names.funds(kept))


@registers_sentence("plague.struck")
def plague_struck(event: Event, names: Names) -> str:
    text = _("Plague in %(at)s: %(seat)s lost %(armies)s.")
    lost = names.armies(event["armies"])
    return say(text, at=names.land(event["at"]), seat=names.seat(event["seat"]), armies=lost)


@registers_sentence("temples.taken", story=ASIDE)
def temple_taken(event: Event, names: Names) -> str:
    text = _("%(seat)s took over the temple in %(at)s.")
    if event["seat"] < 0:
        text = _("The temple in %(at)s belongs to nobody now.")
    return say_where(text, event, names)


# ---- miracles


@registers_sentence("miracles.relics_destroyed", story=ASIDE)
def relics_destroyed(event: Event, names: Names) -> str:
    text = ngettext("%(seat)s lost the relic %(cards)s.", "%(seat)s lost the relics %(cards)s.", len(event["cards"]))
    return say(text, seat=names.Seat(event["seat"]), cards=cards_named(event["cards"], names))


def cards_named(cards: list[int], names: Names) -> str:
    return join_and([names.command_card(card) for card in cards])


@registers_sentence("miracles.hand_discarded", story=ASIDE)
def hand_discarded(event: Event, names: Names) -> str:
    text = _("%(seat)s had to discard %(cards)s.") if event["cards"] else _("%(seat)s had no card to discard.")
    return say(text, seat=names.Seat(event["seat"]), cards=cards_named(event["cards"], names))


@registers_sentence("miracles.god_sent", story=ASIDE)
def god_sent(event: Event, names: Names) -> str:
    name = God(event["seat"], event["kind"], names)
    text = _("%(god)s had to go from %(src)s to %(dst)s.")
    return say(text, god=name, src=names.land(event["src"]), dst=names.land(event["dst"]))


@registers_sentence("miracles.temple_moved", story=ASIDE)
def temple_moved(event: Event, names: Names) -> str:
    yours = _("Your temple moved from %(src)s to %(dst)s.")
    theirs = _("%(seat)s’s temple moved from %(src)s to %(dst)s.")
    return of_seat(event["seat"], names, yours, theirs, src=names.land(event["src"]), dst=names.land(event["dst"]))


@registers_sentence("miracles.maelstrom_opened", story=ASIDE)
def maelstrom_opened(event: Event, names: Names) -> str:
    one, other = event["at"]
    text = _("The maelstrom closed the way between %(one)s and %(other)s.")
    return say(text, one=names.land(one), other=names.land(other))


@registers_sentence("miracles.places_swapped", story=ASIDE)
def places_swapped(event: Event, names: Names) -> str:
    lands = join_and([names.land(at) for at in event["at"]])
    return say(_("All armies and gods of %(lands)s changed places."), lands=lands)


# ---- going out, and the end


@registers_sentence("elimination.left", story=ASIDE)
def left_the_game(event: Event, names: Names) -> str:
    """Tell what a seat that is out had in the other world, its relics and its faith: all of it is gone."""
    armies = sum(count for _at, count in event["dead"])
    left = [names.armies(armies)] if armies else []
    left += [names.command_card(card) for card in event["relics"]]
    left += [names.funds(event["faith"])] if event["faith"] else []
    yours, theirs = _("Gone with you: %(left)s."), _("Gone with %(seat)s: %(left)s.")
    return of_seat(event["seat"], names, yours, theirs, left=join_and(left))


@registers_sentence("epochs.scored")
def scored(event: Event, names: Names) -> str:
    return final_scores(SCORING.totals(event["scores"]), names)
