"""The Underworld: where nobody may go, and armies that crypts revive.

Source: 004, "Invade the Underworld", "Crypts", "Fortify a Position"; rulings R16 and R34 to R37. Spaces are no
territories; attacks there are those of the shared battle.
"""

from engine.core.actions import Action
from engine.core.context import Context
from engine.core.events import PublicEvent
from engine.core.facts import Facts
from engine.core.hooks import WordHooks
from engine.core.language import gettext, gettext_noop
from engine.core.notation import Command, TokenReader
from engine.core.offers import Offer, TerritoryField
from engine.core.ruleset import Mechanic
from engine.core.units import sum_counts
from engine.core.view import PlayerView
from engine.mechanics.deploy import Place, PlaceAsked
from engine.mechanics.fortify import FortifyHooks
from engine.mechanics.reaction import InvasionHooks
from engine.rules.godstorm.facts import has_relic, spaces_of, temples_of
from engine.rules.godstorm.kinds import CRYPT, HEAVEN, UNDERWORLD
from engine.rules.godstorm.state import state_of

SCALES = "The Scales of Osiris"  # as typed


def may_enter(context: Context, seat: int, src: int, dst: int) -> str | None:
    """Let nobody attack a heaven."""
    return "underworld.heaven" if context.graph.zone(dst) == HEAVEN else None


def may_bring(context: Context, territory: int) -> str | None:
    """Let no god end a free move in plague."""
    return "fortify.plague" if territory in state_of(context).plague else None


# --- crypts


class Revive(Action, frozen=True, tag="crypt.revive", gc=False):
    """An army leaves the crypt `src` for the own temple at `dst`; two where The Scales of Osiris are open."""

    src: int
    dst: int


class Revived(PublicEvent, frozen=True, tag="crypt.revived", gc=False):
    seat: int
    src: int
    dst: int
    armies: int


def revivals(context: Context, seat: int) -> dict[int, int]:
    """Return how many armies each crypt of a seat can still revive in this turn, none that can revive nobody."""
    state = state_of(context)
    if not temples_of(state, seat):
        return {}
    most = 2 if has_relic(state, seat, SCALES) else 1
    crypts = (space for space in spaces_of(state, seat, CRYPT) if space not in state.revived)
    return {crypt: armies for crypt in crypts if (armies := min(most, context.movable(crypt))) > 0}


def revive(context: Context, asked: PlaceAsked, order: Revive) -> None:
    """Move armies from a crypt to a temple. Raises IllegalAction: territory.unknown, crypt.not_yours, crypt.no_temple,
    crypt.twice, crypt.leave_one."""
    state = state_of(context)
    src, dst = context.territory(order.src), context.territory(order.dst)
    context.require(src in spaces_of(state, order.seat, CRYPT), "crypt.not_yours", territory=context.name(src))
    context.require(dst in temples_of(state, order.seat), "crypt.no_temple", territory=context.name(dst))
    context.require(src not in state.revived, "crypt.twice", territory=context.name(src))
    armies = revivals(context, order.seat).get(src, 0)
    context.require(armies > 0, "crypt.leave_one", territory=context.name(src))
    state.armies[src] -= armies
    state.armies[dst] += armies
    state.revived = (*state.revived, src)
    context.emit(Revived(order.seat, src, dst, armies))


def revive_offers(context: Context, asked: PlaceAsked, seat: int) -> tuple[Offer, ...]:
    crypts = tuple(revivals(context, seat))
    if not crypts:
        return ()
    fields = (TerritoryField("src", crypts), TerritoryField("dst", temples_of(state_of(context), seat)))
    return (Offer("crypt.revive", gettext_noop("Revive"), fields),)


def about_placing(context: Context, asked: PlaceAsked) -> Facts:
    """Add to what is to be placed how many armies each crypt can still revive, and the temples they may go to."""
    (seat,) = asked.seats
    crypts = {str(crypt): armies for crypt, armies in revivals(context, seat).items()}
    return {"armies": context.state.pool, "crypts": crypts, "temples": temples_of(state_of(context), seat)}


def warn_of_crypts(view: PlayerView, order: Place) -> str:
    """Warn before the last armies are placed while a crypt could still revive some."""
    crypts = view.about.get("crypts", {})
    if not crypts or sum_counts(order.at) < view.pool:
        return ""
    names = ", ".join(view.graph.names[int(crypt)] for crypt in crypts)
    return gettext("You can still revive armies from {crypts}, but only before you place your last army.").format(
        crypts=names
    )


def why_no_revival(context: Context, seat: int) -> str:
    """Say that a seat can revive nobody as things stand; empty if it can."""
    return "" if revivals(context, seat) else gettext("none of your crypts can revive an army now")


def read_revive(reader: TokenReader) -> Revive:
    """Read `u2 Gaul`, or `Gaul from u2`."""
    src, dst = reader.way()
    reader.no_number("revive u2 TERRITORY")  # as typed
    return Revive(reader.seat, src, dst)


REVIVE = Command(
    "revive",
    Revive,
    read_revive,
    lambda order, writer: f"revive {writer.territory(order.src)} {writer.territory(order.dst)}",
    "revive u2 TERRITORY",  # as typed
    gettext_noop("revive an army from one of your crypts at one of your temples, while you place armies"),
)

MECHANIC = Mechanic(
    name="underworld",
    hooks=(
        InvasionHooks(may_enter=(may_enter,)),
        FortifyHooks(may_bring=(may_bring,)),
        WordHooks(code_zones=(UNDERWORLD,), own_places=(("heaven", HEAVEN),)),
    ),
    answers={(PlaceAsked, Revive): revive},
    offers={PlaceAsked: revive_offers},
    about={PlaceAsked: about_placing},
    advice={Place: warn_of_crypts},
    missing={Revive: why_no_revival},
    events=(Revived,),
    refusals={
        "underworld.heaven": gettext_noop("{dst} is a heaven, and nobody can attack a heaven: attack a space instead."),
        "fortify.plague": gettext_noop("There is plague in {territory}: leave your gods out, or move them elsewhere."),
        "crypt.not_yours": gettext_noop(
            "{territory} is not a crypt of yours: armies revive from crypts that you hold."
        ),
        "crypt.no_temple": gettext_noop(
            "You have no temple in {territory}: revived armies go to a territory with a temple of yours."
        ),
        "crypt.twice": gettext_noop(
            "{territory} has already revived armies this turn: each crypt can do so once a turn."
        ),
        "crypt.leave_one": gettext_noop("{territory} holds a single army, and one must stay: choose another crypt."),
    },
    commands=(REVIVE,),
)
