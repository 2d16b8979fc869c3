"""What a player is asked, in the words of mails and link pages: heading and subject."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.wording.values import territory_name


@dataclass(frozen=True)
class Prompt:
    """`heading` is a title, `subject` goes on after "GAME: ", `lead` says on what the decision rests."""

    heading: str
    subject: str
    lead: str = ""

    @property
    def sentence(self) -> str:
        """The heading with its full stop, for lists."""
        return self.heading if self.heading.endswith("?") else f"{self.heading}."


def own_seat(view: engine.PlayerView) -> int:
    """The seat that is written to; spectators get no such mails."""
    assert view.viewer is not None
    return view.viewer


def generic_prompt(view: engine.PlayerView) -> Prompt:
    ask = view.asked.ask if view.asked else ""
    src, dst, at = (view.about.get(key) for key in ("src", "dst", "at"))
    lead = ""
    if isinstance(src, int) and isinstance(dst, int):
        lead = _("From %(src)s to %(dst)s.") % {"src": territory_name(view, src), "dst": territory_name(view, dst)}
    elif isinstance(at, int):
        lead = _("In %(land)s.") % {"land": territory_name(view, at)}
    return Prompt(ask[:1].upper() + ask[1:], ask, lead)
