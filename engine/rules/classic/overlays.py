"""The six variations for experts of the 1959 rulebook, each one switch, to be put on top of a preset.

The book lets players take any or all of them. Which fit a preset, its validity checks say.
"""

from engine.core.errors import Problem
from engine.core.ruleset import Overlay
from engine.rules.classic.options import ClassicOptions

OVERLAYS = (
    Overlay(
        "exp_sets",
        "Sets worth one more",
        "Each set of cards is worth one army more than the last: 4, 5, 6, 7 and so on. Cards decide less.",
        {"set_values": "plus_one"},
    ),
    Overlay(
        "exp_fortify",
        "Free redistribution",
        "The move that ends a turn may shift any armies along linked land of your own, to as many territories as you "
        "like.",
        {"fortify": "connected_many"},
    ),
    Overlay(
        "exp_cap",
        "Twelve armies at most",
        "No territory ever holds more than twelve armies. New armies that find no room anywhere are lost.",
        {"army_cap": 12},
    ),
    Overlay(
        "exp_card",
        "Cards in battle",
        "When you attack from or to a territory whose card you hold, you may show it and throw one of your dice again.",
        {"attack_card_reroll": True},
    ),
    Overlay(
        "exp_commander",
        "Commanders",
        "Once in each of your turns you may turn one of the dice of your attack to a six.",
        {"commander": True},
    ),
    Overlay(
        "exp_capitals",
        "Capitals to defend",
        "Everybody has a capital. Whoever does not hold it at the end of his own turn is out, and its captor gets the "
        "land.",
        {"capitals": "lose_and_out"},
    ),
)


def overlays_of(options: ClassicOptions) -> tuple[Overlay, ...]:
    """The overlays that fit on a preset: two kinds of capitals do not go together."""
    one_kind = options.capitals == "control_all"
    return tuple(overlay for overlay in OVERLAYS if not (one_kind and "capitals" in overlay.changes))


def problem_on(preset: ClassicOptions, options: ClassicOptions) -> Problem | None:
    """What is wrong with the switches of a game for the preset that it starts from; None if nothing is."""
    if preset.capitals == "control_all" and options.capitals == "lose_and_out":
        words = "In this game all capitals in one hand win, so nobody goes out by the loss of his own."
        return Problem(words, "capitals")
    return None
