"""The end of the set-up: the first Commanders and the first Space Station."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.decisions.opening import first_pieces
from games.decisions.registry import DECISIONS

DECISIONS.add(first_pieces("opening.first_asked", _("Place the first Commanders and the first Space Station.")))
