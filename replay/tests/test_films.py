"""Films: made once by a worker in parts, as spectators see the game, kept for a while."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from games.errors import GameError
from games.services.locks import db_now
from replay import films
from replay.films import claim_oldest, course_of, film_request, films_forget, films_make, frames_of, thin_out
from replay.models import Film, FilmPart
from replay.tests.test_replay import played
from replay.webp import encode_part, join_parts
from tests.games.kit import Table, finish
from tests.games.views.test_play import client

pytestmark = pytest.mark.django_db


def square(colour: str) -> Image.Image:
    return Image.new("RGB", (40, 30), colour)


def test_parts_are_put_together_into_one_film() -> None:
    parts = [encode_part([square("red"), square("blue")], [100, 200]), encode_part([square("lime")], [300])]
    film = Image.open(BytesIO(join_parts(parts, (40, 30))))
    assert film.n_frames == 3  # type: ignore[attr-defined]  # of its format
    seen = []
    for number in range(3):
        film.seek(number)
        seen.append((film.convert("RGB").resize((1, 1)).getpixel((0, 0)), film.info["duration"]))
    assert [took for _, took in seen] == [100, 200, 300]
    strongest = [max(range(3), key=lambda channel: colour[channel]) for colour, _ in seen]  # type: ignore[index]
    assert strongest == [0, 2, 1]


def test_what_does_not_change_stays_in_sight() -> None:
    """Browsers paint the rest of a frame white unless the film says that frames may be transparent."""
    changed = square("red")
    changed.paste("blue", (0, 0, 5, 5))
    data = join_parts([encode_part([square("red"), changed], [100, 100])], (40, 30))
    assert data[20] == 0x12
    film = Image.open(BytesIO(data))
    film.seek(1)
    red, _green, blue = film.convert("RGB").getpixel((30, 20))  # type: ignore[misc]
    assert red > 200 and blue < 60


@pytest.mark.parametrize(("count", "most"), [(5, 9), (100, 7), (241, 240)])
def test_frames_are_thinned_out_evenly(count: int, most: int) -> None:
    kept = thin_out(range(count), most)
    assert len(kept) == min(count, most) and kept[0] == 0 and kept[-1] == count - 1
    gaps = [b - a for a, b in zip(kept, kept[1:], strict=False)]
    assert max(gaps) - min(gaps) <= 1


@pytest.fixture
def over() -> Table:
    play = played(orders=6)
    finish(play, 0)
    play.fresh()
    return play


def test_a_film_is_made_once_and_shown(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "PART", 3)
    path = reverse("replay-films", args=[over.game.slug])
    assert client(over.alice).post(path, {"round": "0"}).status_code == 302
    client(over.alice).post(path, {"round": "0"})
    assert Film.objects.count() == 1
    page = Client().get(path).content.decode()
    assert "<progress" in page and 'hx-trigger="every 2s"' in page
    assert films_make() == 1 and films_make() == 0
    film = Film.objects.get()
    assert film.state == Film.State.MADE and not FilmPart.objects.exists()
    made = Client().get(reverse("replay-film", args=[over.game.slug, 0]))
    assert made.headers["Content-Type"] == "image/webp"
    shown = Image.open(BytesIO(made.content))
    assert 2 <= shown.n_frames <= len(frames_of(course_of(over.game), 0))  # type: ignore[attr-defined]
    page = Client().get(path).content.decode()
    assert "hx-trigger" not in page and f'width="{shown.width}" height="{shown.height}"' in page


def test_a_worker_that_dies_leaves_its_parts(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "PART", 2)
    film_request(over.game, 0)
    real, painted = films.paint, list[Any]()

    def dying(game: Any, seqs: Any, frames: Any) -> Any:
        if len(painted) == 2:
            raise SystemExit
        painted.append(seqs)
        return real(game, seqs, frames)

    monkeypatch.setattr(films, "paint", dying)
    with pytest.raises(SystemExit):
        films_make()
    assert FilmPart.objects.count() == 2
    assert films_make() == 0  # the dead worker's lease holds
    Film.objects.update(claimed_until=db_now())
    again = list[Any]()
    monkeypatch.setattr(films, "paint", lambda game, seqs, frames: again.append(seqs) or real(game, seqs, frames))
    assert films_make() == 1 and Film.objects.get().state == Film.State.MADE
    assert again and not [seqs for seqs in again if seqs in painted]


def test_a_film_is_left_and_taken_up_again(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the site is busy, as often as that comes."""
    monkeypatch.setattr(films, "PART", 2)
    film_request(over.game, 0)
    for parts in range(3):
        answers = iter([True, True, False] if parts else [True, False])
        assert films_make(lambda: next(answers, False)) == 0 and FilmPart.objects.count() == parts  # noqa: B023
        assert films.work_waits(db_now()) and Film.objects.get().attempts == 0
    assert films_make() == 1


def test_a_film_that_ends_every_worker_is_given_up(over: Table) -> None:
    film_request(over.game, 0)
    Film.objects.update(attempts=Film.MOST_TRIES)
    assert claim_oldest(db_now()) is None
    assert Film.objects.get().state == Film.State.FAILED
    film_request(over.game, 0)
    assert Film.objects.get().state == Film.State.WAITING


def test_only_ended_games_have_films() -> None:
    play = played(orders=1)
    with pytest.raises(GameError):
        film_request(play.fresh(), 0)
    for path in (reverse("replay-films", args=[play.game.slug]), reverse("replay-film", args=[play.game.slug, 0])):
        assert client(play.alice).get(path).status_code == 404


def test_unknown_rounds_and_strangers_are_refused(over: Table) -> None:
    path = reverse("replay-films", args=[over.game.slug])
    assert client(over.alice).post(path, {"round": "77"}).status_code == 422
    assert Client().post(path, {"round": "0"}).url.startswith(reverse("account_login"))  # type: ignore[attr-defined]
    assert not Film.objects.exists()


def test_films_are_forgotten(over: Table) -> None:
    film_request(over.game, 0)
    assert films_forget(db_now()) == 0
    assert films_forget(db_now() + Film.KEPT * 2) == 1
