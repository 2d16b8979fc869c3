"""What a game of Godstorm ends with: points for land, crypts, altars and relics, and four ways to break a tie."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.families.result import Counted, Scoring
from games.wording.amounts import pluralize_armies


def territories(count: int) -> str:
    return ngettext("%(count)s territory", "%(count)s territories", count) % {"count": count}


def continents(count: int) -> str:
    return gettext("%(count)s for continents") % {"count": count}


def crypts(count: int) -> str:
    return ngettext("%(count)s crypt", "%(count)s crypts", count) % {"count": count}


def altars(count: int) -> str:
    return ngettext("%(count)s altar", "%(count)s altars", count) % {"count": count}


def relics(count: int) -> str:
    return gettext("%(count)s for relics") % {"count": count}


def faith(count: int) -> str:
    return gettext("%(count)s faith") % {"count": count}


def temples(count: int) -> str:
    return ngettext("%(count)s temple", "%(count)s temples", count) % {"count": count}


def gods(count: int) -> str:
    return ngettext("%(count)s god", "%(count)s gods", count) % {"count": count}


SCORING = Scoring(
    "epochs.scored",
    parts=(
        Counted("territories", _("Territories"), territories),
        Counted("continents", _("Continents"), continents),
        Counted("crypts", _("Crypts"), crypts),
        Counted("altars", _("Altars"), altars),
        Counted("relics", _("Relics"), relics),
    ),
    breakers=(
        Counted("faith", _("Faith"), faith, _("faith")),
        Counted("temples", _("Temples"), temples, _("temples")),
        Counted("gods", _("Gods"), gods, _("gods")),
        Counted("armies", _("Armies"), pluralize_armies, _("armies")),
    ),
)
"""The four ties are broken by are those of the rulebook, in its order."""
