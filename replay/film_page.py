"""The page of a game's films: which there are, how far those are that are being made, and the form to ask for one."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.decisions.kit.page_types import GameHeader
from games.selectors.access import Access
from games.selectors.page_data import PageReader, page_header
from games.wording.amounts import capitalized, round_name
from replay.films import course_of, films_of, size_of
from replay.models import Film

KB = 1000


@dataclass(frozen=True)
class FilmRow:
    """A film: its title, its address once it is made, and how far it is in per cent before; `trouble` if it failed.
    `size` is its width and height in pixels, there only once it is made."""

    title: str
    url: str
    done: int
    trouble: bool
    size: tuple[int, int] | None = None


@dataclass(frozen=True)
class FilmPage:
    """Everything templates `replay/films.html` shows; `rounds` are the choices of the form, `waits` asks for news."""

    head: GameHeader
    replay_url: str
    films: tuple[FilmRow, ...]
    rounds: tuple[tuple[int, str], ...]
    chosen: int
    waits: bool
    may_ask: bool
    refusal: str = ""


def film_page(access: Access, reading: PageReader, chosen: int = 0, refusal: str = "") -> FilmPage:
    """Build the page; `chosen` is the round that the form offers first."""
    game = access.game
    films = films_of(game)
    rounds = sorted(number for number in course_of(game).starts if number)
    return FilmPage(
        head=page_header(access, reading, heading=False),
        replay_url=reverse("replay", args=[game.slug]),
        films=tuple(row_of(film, game.slug, game.rules) for film in films),
        rounds=((0, _("The whole game")), *((number, title_of(game.rules, number)) for number in rounds)),
        chosen=chosen,
        waits=any(film.state == Film.State.WAITING for film in films),
        may_ask=reading.user.is_authenticated,
        refusal=refusal,
    )


def row_of(film: Film, slug: str, rules: str) -> FilmRow:
    is_made = film.state == Film.State.MADE
    ready: int = getattr(film, "ready", 0)
    return FilmRow(
        title=title_of(rules, film.round),
        url=reverse("replay-film", args=[slug, film.round]) if is_made else "",
        done=round(100 * ready / film.parts_wanted) if film.parts_wanted else 0,
        trouble=film.state == Film.State.FAILED,
        size=size_of(bytes(getattr(film, "header", b""))) if is_made else None,
    )


def title_of(rules: str, number: int) -> str:
    """Name a film: "The whole game", "Round 7"."""
    return capitalized(round_name(rules, number)) if number else _("The whole game")
