"""What a player is asked, in the words of mails and link pages: heading and subject."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.decisions.ahead import placing_ahead
from games.decisions.evaluation import may_move_yet
from games.decisions.plan import plan_lead
from games.wording import seats as looks
from games.wording.amounts import NBSP, armies, dice_row, listed


@dataclass(frozen=True)
class Question:
    """`heading` is a title, `subject` goes on after "GAME: ", `lead` says on what the decision rests."""

    heading: str
    subject: str
    lead: str = ""

    @property
    def sentence(self) -> str:
        """The heading with its full stop, for lists."""
        return self.heading if self.heading.endswith("?") else f"{self.heading}."


def question(view: engine.PlayerView) -> Question:
    """The open decision as the viewer is asked it. The viewer must be asked."""
    assert view.asked is not None
    return ASKED.get(view.asked.kind, anything)(view)


def own_seat(view: engine.PlayerView) -> int:
    """The seat that is written to; spectators get no such mails."""
    assert view.viewer is not None
    return view.viewer


def name(view: engine.PlayerView, territory: int) -> str:
    return engine.mapgraph(view.map).names[territory]


def colour(view: engine.PlayerView, seat: int) -> str:
    return looks.called(view, seat)


def anything(view: engine.PlayerView) -> Question:
    ask = view.asked.ask if view.asked else ""
    src, dst, at = (view.about.get(key) for key in ("src", "dst", "at"))
    lead = ""
    if isinstance(src, int) and isinstance(dst, int):
        lead = _("From %(src)s to %(dst)s.") % {"src": name(view, src), "dst": name(view, dst)}
    elif isinstance(at, int):
        lead = _("In %(land)s.") % {"land": name(view, at)}
    return Question(ask[:1].upper() + ask[1:], ask, lead)


def claim(view: engine.PlayerView) -> Question:
    free = sum(owner < 0 for owner in view.owner)
    lead = ngettext("%(count)s territory is still free.", "%(count)s territories are still free.", free)
    return Question(_("Claim a territory"), _("claim a territory"), lead % {"count": free})


def start_armies(view: engine.PlayerView) -> Question:
    count = view.about.get("armies", 1)
    seat = own_seat(view)
    left = view.supply[seat] if seat < len(view.supply) else 0
    lead = ""
    if left > count:
        lead = _("You have %(armies)s left to place before the first turn.") % {"armies": armies(left)}
    neutral = int(view.about.get("neutral", 0))
    if neutral:
        said = {"armies": armies(count), "neutral": neutral}
        text = _("Place %(armies)s and %(neutral)s neutral") % said
        return Question(text, text[:1].lower() + text[1:], lead)
    said = {"armies": armies(count)}
    return Question(_("Place %(armies)s") % said, _("place %(armies)s") % said, lead)


def plan(view: engine.PlayerView) -> Question:
    lead = plan_lead(view)
    if view.given is not None:
        lead = _("Your plan is in. You can change it until everybody has answered.")
        return Question(_("Change your plan, or leave it"), _("your plan is in"), lead)
    lead += " " + _("Everybody plans at the same time, and nobody sees another's plan.")
    return Question(_("Plan your set-up"), _("plan your set-up"), lead.strip())


def capital(view: engine.PlayerView) -> Question:
    lead = _("Everyone chooses at the same time, and all choices are revealed together.")
    return Question(_("Choose your capital"), _("choose your capital"), lead)


def take_over(view: engine.PlayerView) -> Question:
    about = view.about
    count, was = armies(about["armies"]), colour(view, about["was"])
    where = listed([name(view, land) for land in about["lands"]])
    said = {"armies": count, "seat": was, "lands": where}
    return Question(
        _("Place %(armies)s on the territories you took from %(seat)s") % said,
        _("place %(armies)s") % said,
        _("You took over %(lands)s, with 1 army on each.") % said,
    )


def trade(view: engine.PlayerView) -> Question:
    """Ask a player without a set for the armies that come next, as the page does."""
    if placing_ahead(view):
        return place(view)
    worth = int(view.about.get("worth", 0))
    lead = _("The next set is worth %(armies)s.") % {"armies": armies(worth)} if worth else ""
    if view.about.get("forced"):
        held = _("You hold %(count)s cards, so you must trade in a set.") % {"count": len(view.hand)}
        return Question(_("You must trade in a set of cards"), _("trade in a set of cards"), f"{held} {lead}".strip())
    if not view.offer("cards.trade"):
        return Question(
            _("Continue without a set"), _("continue without a set"), _("There is no set among your cards.")
        )
    if view.pool:
        more = _("Either way you then place %(armies)s.") % {"armies": armies(view.pool)}
        lead = f"{lead} {more}".strip()
    if view.about.get("why") == "draw":
        then = _("trade in a set, or keep your cards")
    else:
        then = _("trade in a set, place and attack")
    return Question(_("Trade in a set, or keep your cards"), then, lead)


def place(view: engine.PlayerView) -> Question:
    said = {"armies": armies(view.pool)}
    heading = _("Place %(armies)s, then attack if you like") % said
    return Question(heading, _("place %(armies)s and attack") % said, income(view))


def income(view: engine.PlayerView) -> str:
    """ "You receive 9 armies: 5 for 16 territories, 4 for South America and Australia." """
    me = view.seats[own_seat(view)]
    total = armies(view.pool)
    if view.pool != me.income:
        return _("You have %(armies)s to place.") % {"armies": total}
    held = continents_of(view)
    bonus = sum(bonus for _name, bonus in held)
    land = ngettext("%(count)s territory", "%(count)s territories", me.territories) % {"count": me.territories}
    said = {"armies": total, "territories": land, "base": view.pool - bonus, "bonus": bonus}
    said["continents"] = listed([name for name, _bonus in held])
    if not held:
        return _("You receive %(armies)s for %(territories)s.") % said
    if bonus >= view.pool:
        return _("You receive %(armies)s for %(territories)s and for %(continents)s.") % said
    return _("You receive %(armies)s: %(base)s for %(territories)s, %(bonus)s for %(continents)s.") % said


def continents_of(view: engine.PlayerView) -> list[tuple[str, int]]:
    """Name and bonus of each continent that the viewer holds whole."""
    return [
        (continent.name, continent.bonus)
        for continent in engine.mapgraph(view.map).continents
        if all(view.owner[member] == view.viewer for member in continent.members)
    ]


def attack(view: engine.PlayerView) -> Question:
    if view.offer("battle.attack"):
        return Question(_("Attack, or end your turn"), _("attack or end your turn"))
    if may_move_yet(view):
        return Question(_("No more attacks are possible: fortify, or end your turn"), _("fortify or end your turn"))
    return Question(_("No more attacks are possible: end your turn"), _("end your turn"))


def defend(view: engine.PlayerView) -> Question:
    about = view.about
    src, dst = about["src"], about["dst"]
    said = {
        "attacker": colour(view, about.get("seat", view.owner[src])),
        "src": name(view, src),
        "dst": name(view, dst),
        "dice": dice_count(about["dice"]),
        "attacking": armies(view.armies[src]),
        "defending": armies(view.armies[dst]),
    }
    lead = _("%(attacker)s attacks from %(src)s with %(dice)s and has %(attacking)s there.") % said
    if view.owner[dst] != view.viewer:
        return Question(
            _("Defend %(dst)s for the neutral army against %(attacker)s") % said,
            _("defend %(dst)s for the neutral army") % said,
            lead + " " + _("The neutral army has %(defending)s in %(dst)s, and you roll its dice.") % said,
        )
    return Question(
        _("Defend %(dst)s against %(attacker)s") % said,
        _("defend %(dst)s") % said,
        lead + " " + _("You have %(defending)s in %(dst)s.") % said,
    )


def dice_count(count: int) -> str:
    """ "1 die", "3 dice"."""
    return ngettext("%(count)s die", "%(count)s dice", count) % {"count": count}


def reroll(view: engine.PlayerView) -> Question:
    return Question(_("Reroll a die, or keep the dice"), _("reroll a die or keep the dice"), rows(view))


def command(view: engine.PlayerView) -> Question:
    return Question(_("Turn a die to 6, or keep the dice"), _("turn a die to 6 or keep the dice"), rows(view))


def rows(view: engine.PlayerView) -> str:
    """ "You rolled 5 2 1 from Brazil against 5 5 in North Africa. As rolled, you lose 2 armies." """
    about = view.about
    said = {
        "attack": dice_row(about["attack"]).replace(" ", NBSP),
        "defend": dice_row(about["defend"]).replace(" ", NBSP),
        "src": name(view, about["src"]),
        "dst": name(view, about["dst"]),
        "mine": armies(about["attack_losses"]),
        "theirs": armies(about["defend_losses"]),
        "other": colour(view, view.owner[about["dst"]]),
    }
    rolled = _("You rolled %(attack)s from %(src)s against %(defend)s in %(dst)s.") % said
    if not about["attack_losses"]:
        cost = _("As rolled, %(other)s loses %(theirs)s.") % said
    elif not about["defend_losses"]:
        cost = _("As rolled, you lose %(mine)s.") % said
    else:
        cost = _("As rolled, you lose %(mine)s and %(other)s loses %(theirs)s.") % said
    return f"{rolled} {cost}"


def advance(view: engine.PlayerView) -> Question:
    about = view.about
    said = {
        "src": name(view, about["src"]),
        "dst": name(view, about["dst"]),
        "least": about["least"],
        "most": armies(about["most"]),
    }
    lead = _("You can move in %(least)s to %(most)s from %(src)s.") % said
    return Question(
        _("You captured %(dst)s: how many armies move in?") % said, _("move armies into %(dst)s") % said, lead
    )


def fortify(view: engine.PlayerView) -> Question:
    subject = _("fortify or end your turn")
    if view.offer("fortify.redistribute"):
        lead = _("You can move armies between connected territories of yours as often as you like.")
        return Question(_("Move your armies, or end your turn"), subject, lead)
    return Question(_("Fortify once, or end your turn"), subject, _("The move ends your turn."))


ASKED: dict[str, Callable[[engine.PlayerView], Question]] = {
    "setup.claim_asked": claim,
    "setup.place_asked": start_armies,
    "setup.plan_asked": plan,
    "setup.capital_asked": capital,
    "capitals.take_over_asked": take_over,
    "cards.trade_asked": trade,
    "deploy.place_asked": place,
    "battle.attack_asked": attack,
    "battle.defend_asked": defend,
    "improve.reroll_asked": reroll,
    "improve.commander_asked": command,
    "occupy.advance_asked": advance,
    "fortify.move_asked": fortify,
}
