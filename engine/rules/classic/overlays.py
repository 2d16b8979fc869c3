"""The six variations for experts of the 1959 rulebook, each one switch, to be put on top of a preset.

The book lets players take any or all of them. Which fit a preset, its validity checks say.
"""

from engine.core.errors import OptionError
from engine.core.language import gettext, gettext_noop
from engine.core.ruleset import Overlay
from engine.rules.classic.options import ClassicOptions

OVERLAYS = (
    Overlay(
        "exp_sets",
        gettext_noop("Sets worth one more"),
        gettext_noop(
            "Each set of cards is worth one army more than the last: 4, 5, 6, 7 and so on. Cards matter less."
        ),
        {"set_values": "plus_one"},
    ),
    Overlay(
        "exp_fortify",
        gettext_noop("Free redistribution"),
        gettext_noop(
            "In the move that ends your turn you can move any armies along your own connected territories, to as many "
            "of them as you like."
        ),
        {"fortify": "connected_many"},
    ),
    Overlay(
        "exp_cap",
        gettext_noop("Twelve armies at most"),
        gettext_noop("No territory can hold more than 12 armies. New armies that fit nowhere are lost."),
        {"army_cap": 12},
    ),
    Overlay(
        "exp_card",
        gettext_noop("Cards in battle"),
        gettext_noop("When you attack from or to a territory whose card you hold, you can show it and reroll one die."),
        {"attack_card_reroll": True},
    ),
    Overlay(
        "exp_commander",
        gettext_noop("Commanders"),
        gettext_noop("Once in each of your turns you can turn one of your attack dice to a 6."),
        {"commander": True},
    ),
    Overlay(
        "exp_capitals",
        gettext_noop("Capitals to defend"),
        gettext_noop(
            "Everyone has a capital. If you don’t hold yours at the end of your turn, you are out, and the player who "
            "holds it gets your territories."
        ),
        {"capitals": "lose_and_out"},
    ),
)


def overlays_of(options: ClassicOptions) -> tuple[Overlay, ...]:
    """List the overlays that fit on a preset: two kinds of capitals do not go together."""
    one_kind = options.capitals == "control_all"
    return tuple(overlay for overlay in OVERLAYS if not (one_kind and "capitals" in overlay.changes))


def problem_on(preset: ClassicOptions, options: ClassicOptions) -> OptionError | None:
    """Return the sentence that says what is wrong with a game's switches on its preset; None if all is well."""
    if preset.capitals == "control_all" and options.capitals == "lose_and_out":
        words = gettext("In this game you win by holding all capitals, so losing a capital cannot eliminate anybody.")
        return OptionError(words, "capitals")
    return None
