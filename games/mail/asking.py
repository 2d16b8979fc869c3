"""What a player is asked, in the words of mails and link pages: heading and subject."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import engine
from games import seats as looks
from games.ahead import placing_ahead
from games.pages.amounts import armies, dice_row, listed
from games.worth import may_move_yet


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
        lead = f"From {name(view, src)} to {name(view, dst)}."
    elif isinstance(at, int):
        lead = f"At {name(view, at)}."
    return Question(ask[:1].upper() + ask[1:], ask, lead)


def claim(view: engine.PlayerView) -> Question:
    free = sum(owner < 0 for owner in view.owner)
    count = "One territory is" if free == 1 else f"{free} territories are"
    return Question("Claim a territory", "claim a territory", f"{count} free.")


def start_armies(view: engine.PlayerView) -> Question:
    count = view.about.get("armies", 1)
    seat = own_seat(view)
    left = view.supply[seat] if seat < len(view.supply) else 0
    lead = f"You have {left} left to place before the first turn." if left > count else ""
    neutral = int(view.about.get("neutral", 0))
    more = f", and {neutral} of the neutral army" if neutral else ""
    return Question(f"Place {armies(count)}{more}", f"place {armies(count)}{more.replace(',', '')}", lead)


def capital(view: engine.PlayerView) -> Question:
    lead = "Everybody chooses at once; nobody sees a choice before all have made theirs."
    return Question("Choose your capital", "choose a capital", lead)


def take_over(view: engine.PlayerView) -> Question:
    about = view.about
    count, was = armies(about["armies"]), colour(view, about["was"])
    where = listed([name(view, land) for land in about["lands"]])
    lead = f"You took over {where}, one army on each."
    return Question(f"Place {count} on the land of {was}", f"place {count}", lead)


def trade(view: engine.PlayerView) -> Question:
    """Who holds no set is asked for the armies that come next, as on the page."""
    if placing_ahead(view):
        return place(view)
    worth = int(view.about.get("worth", 0))
    lead = f"A set brings {armies(worth)} now." if worth else ""
    if view.about.get("forced"):
        held = f"You hold {len(view.hand)} cards, so a set has to go."
        return Question("Turn in a set: one must go", "a set of cards must go", f"{held} {lead}".strip())
    if not view.offer("cards.trade"):
        return Question("Go on without a set", "go on without a set", "There is no set among your cards.")
    if view.pool:
        lead = f"{lead} With or without it, {view.pool} more are placed next.".strip()
    then = "turn in a set, or keep your cards" if view.about.get("why") == "draw" else "turn in a set, place and attack"
    return Question("Turn in a set, or go on without", then, lead)


def place(view: engine.PlayerView) -> Question:
    count = armies(view.pool)
    return Question(f"Place {count}, then attack if you like", f"place {count} and attack", income(view))


def income(view: engine.PlayerView) -> str:
    """ "3 armies for 5 territories, no continent." """
    me = view.seats[own_seat(view)]
    if view.pool != me.income:
        return f"You have {armies(view.pool)} to place."
    graph = engine.mapgraph(view.map)
    held = [
        continent.name
        for continent in graph.continents
        if all(view.owner[member] == view.viewer for member in continent.members)
    ]
    land = f"{me.territories} {'territory' if me.territories == 1 else 'territories'}"
    return f"{armies(view.pool)} for {land}, {'and for ' + ' and '.join(held) if held else 'no continent'}."


def attack(view: engine.PlayerView) -> Question:
    if view.offer("battle.attack"):
        return Question("Attack, or end your turn", "attack or end your turn")
    if may_move_yet(view):
        then = "go on to the free move, or end your turn"
        return Question(f"No attack is left: {then}", f"no attack is left, {then.replace(',', '')}")
    return Question("No attack is left: end your turn", "no attack is left, end your turn")


def defend(view: engine.PlayerView) -> Question:
    about = view.about
    src, dst = about["src"], about["dst"]
    attacker = colour(view, about.get("seat", view.owner[src]))
    attacked = f"{attacker} attacks from {name(view, src)} with {about['dice']} of {armies(view.armies[src])}."
    standing = f"{armies(view.armies[dst])} in {name(view, dst)}"
    if view.owner[dst] != view.viewer:
        lead = f"{attacked} The neutral army has {standing}; you throw its dice."
        where = f"{name(view, dst)} for the neutral army"
        return Question(f"Defend {where} against {attacker}", f"defend {where}", lead)
    lead = f"{attacked} You have {standing}."
    return Question(f"Defend {name(view, dst)} against {attacker}", f"defend {name(view, dst)}", lead)


def reroll(view: engine.PlayerView) -> Question:
    return Question("Throw a die again, or keep the dice", "throw a die again or keep it", rows(view))


def command(view: engine.PlayerView) -> Question:
    return Question("Turn a die to 6, or keep the dice", "turn a die to 6 or keep it", rows(view))


def rows(view: engine.PlayerView) -> str:
    """ "You threw 5 2 1 from Brazil against 5 5 in North Africa. As they lie, you lose 2." """
    about = view.about
    src, dst = name(view, about["src"]), name(view, about["dst"])
    threw = f"You threw {dice_row(about['attack'])} from {src} against {dice_row(about['defend'])} in {dst}."
    lost, killed = about["attack_losses"], about["defend_losses"]
    other = colour(view, view.owner[about["dst"]])
    cost = " and ".join(filter(None, (f"you lose {lost}" if lost else "", f"{other} loses {killed}" if killed else "")))
    return f"{threw} As they lie, {cost}."


def advance(view: engine.PlayerView) -> Question:
    about = view.about
    src, dst = name(view, about["src"]), name(view, about["dst"])
    lead = f"{about['least']} to {about['most']} may go in from {src}."
    return Question(f"{dst} is yours: how many move in?", f"move into {dst}", lead)


def fortify(view: engine.PlayerView) -> Question:
    if view.offer("fortify.redistribute"):
        lead = "Armies may move over linked land of yours as often as you like."
        return Question("Move armies freely, or end your turn", "move armies or end your turn", lead)
    return Question("Move armies once, or end your turn", "move armies or end your turn", "The move ends your turn.")


ASKED: dict[str, Callable[[engine.PlayerView], Question]] = {
    "setup.claim_asked": claim,
    "setup.place_asked": start_armies,
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
