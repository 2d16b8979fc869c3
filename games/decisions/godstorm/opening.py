"""The end of the set-up: the god of war and the first temple."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.decisions.opening import first_pieces
from games.decisions.registry import DECISIONS

DECISIONS.add(first_pieces("opening.first_god_asked", _("Place the god of war and the first temple.")))
