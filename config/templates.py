"""What templates may use: the environment of Jinja2, and what they know of settings and request.

Jinja2 makes what is made most often: the turn page, the history, the list of one's games and the mails of games. What
lies in templates/jinja2 is rendered by it, several times as fast as by Django's engine, which keeps everything else. A
page of Django's engine shows a part of these by `{% part "partials/bar.html" %}` (games.templatetags.fieldpost).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, ClassVar
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest
from django.template.backends import utils
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, ngettext
from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from config.security import contact_uri

SHARED_FILTERS = (
    "asked_words",
    "in_words",
    "lesson_url",
    "moment",
    "pace",
    "played_title",
    "round_title",
    "stage_title",
    "until_now",
)
"""Filters of `games.templatetags.fieldpost` that templates of both engines use."""


def environment(**options: Any) -> Environment:
    """Make the environment that `TEMPLATES` names."""
    from games.boards import symbols  # which needs the models, and they the settings
    from games.lines import bar_links, first_links
    from games.mail.parts import badge
    from games.pages.terms import explain
    from games.templatetags import fieldpost as words
    from games.wording.amounts import in_fours
    from games.wording.seats import colour_name, seat_css

    made = Environment(**options, trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.i18n"])
    made.context_class = QuickContext
    made.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]  # of the extension
    plain: dict[str, Callable[..., object]] = {
        "badge": badge,
        "bar_links": bar_links,
        "first_links": first_links,
        "icon": symbols.icon,
        "sign": symbols.sign,
        "seat": symbols.seat_badge,
        "empty_seat": symbols.empty_seat,
        "die": symbols.die,
        "dice": symbols.dice,
        "static": static,
        "url": address,
        "contact": contact,
    }
    made.globals |= {"_": said, "gettext": said, **plain}
    QuickContext.plain = frozenset(plain.values())
    made.filters |= {
        "colour_name": colour_name,
        "capfirst": capfirst,
        "explained": explain,
        "in_fours": in_fours,
        "quoted": partial(quote, safe=""),
        "seat_class": seat_css,
        **{name: getattr(words, name) for name in SHARED_FILTERS},
    }
    return made


def contact() -> str:
    """Return where people can write to the site's host, empty if the host named nothing."""
    return contact_uri() if settings.CONTACT else ""


class QuickContext(Context):
    """Jinja2's context with a short way to what templates call hundreds of times a page: sentences, for which Jinja2
    would copy the context in every loop, and functions that take none. It saves 2.9 % of the instructions of a warmed
    turn page and 1.6 % of those of a history page."""

    plain: ClassVar[frozenset[Callable[..., object]]] = frozenset()

    def call(self, asked: Callable[..., object], /, *args: Any, **values: object) -> object:
        """Call what a template names."""
        if asked is not said and asked not in self.plain:
            return super().call(asked, *args, **values)
        values.pop("_loop_vars", None)
        values.pop("_block_vars", None)
        return said(self, *args, **values) if asked is said else asked(*args, **values)


@pass_context
def said(context: Context, text: str, /, **values: object) -> str:
    """Translate a sentence, with values. A page has hundreds, so they are kept as they were found."""
    if not context.eval_ctx.autoescape:  # plain text
        return gettext(text) % values
    language = context.get("LANGUAGE_CODE") or get_language() or ""
    return _marked(text, language) % values if values else _plain(text, language)


@lru_cache(maxsize=4096)
def _marked(text: str, language: str) -> Markup:
    """Translate a sentence with places for values, into the language that is active."""
    return Markup(gettext(text))


@lru_cache(maxsize=4096)
def _plain(text: str, language: str) -> Markup:
    return _marked(text, language) % {}


@lru_cache(maxsize=4096)
def address(name: str, *args: object) -> str:
    """Return the path of a page, kept because lists name those of each game several times."""
    return reverse(name, args=args)


# ---- what every template knows


def site(request: HttpRequest) -> dict[str, object]:
    """Give the site's address, whether this is the local site with an inbox of its own, and the reader's language."""
    return {"site_url": settings.SITE_URL, "local_inbox": settings.LOCAL_INBOX, "LANGUAGE_CODE": get_language()}


def csrf_input(request: HttpRequest) -> dict[str, object]:
    """Give the hidden field of every form, masked once a page as in templates of Django: a mask for each form could not
    be compressed."""
    return {"csrf_input": SimpleLazyObject(lambda: utils.csrf_input(request))}
