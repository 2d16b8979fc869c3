"""Who is kept apart in events: blocks among pairs by lot, of which none proves anything."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games.services.organize import game_void
from tests.games.kit import person
from tests.routes_kit import organizer
from tournaments.models import Apart, Block, Entrant, Table, Tournament
from tournaments.selectors.publishing import show_event
from tournaments.services.blocks import DECOYS, MORE, block_add, block_remove, draw_apart
from tournaments.services.creating import EventRefused
from tournaments.services.entry import entry_add, event_start
from tournaments.services.running import draw_rounds, event_advance, freeze_round
from tournaments.tests.test_entry import text_of, visitor
from tournaments.tests.test_running import SWISS, open_event

pytestmark = [pytest.mark.django_db, pytest.mark.databases, pytest.mark.nothing_new]


def event_of_nine(blocks: tuple[tuple[int, int], ...] = ()) -> Tournament:
    """An event of nine people whose first round is frozen; `blocks` by the numbers of entrants."""
    people = [person(f"p{number}") for number in range(9)]
    for a, b in blocks:
        block_add(user=people[a - 1], other=people[b - 1])
    return sign_up(people)


def sign_up(people: list[User]) -> Tournament:
    event = open_event(tables={"preferred": 3, "least": 3, "most": 4}, stages=[SWISS | {"rounds": 6}])
    for user in people:
        entry_add(event_id=event.pk, user=user)
    event_start(event_id=event.pk)
    freeze_round(event.pk)
    event.refresh_from_db()
    return event


@pytest.mark.parametrize("blocks", [(), ((1, 5),), ((1, 5), (7, 2))])
def test_a_block_stands_among_at_least_three_pairs_by_lot(blocks: tuple[tuple[int, int], ...]) -> None:
    event = event_of_nine(blocks)
    told = show_event(event)["apart"]
    assert isinstance(told, list) and all(pair[2] == 1 and pair[0] < pair[1] for pair in told)  # type: ignore[index]
    named = {(pair[0], pair[1]) for pair in told}  # type: ignore[index]
    assert {(f"e{min(pair):03}", f"e{max(pair):03}") for pair in blocks} <= named
    by_lot = DECOYS * max(1, len(blocks))
    assert len(named) == len(told) and 0 <= len(told) - len(blocks) - by_lot <= MORE
    given = event.drawn.get().given
    assert given["apart"] == sorted([pair[0], pair[1]] for pair in told)  # type: ignore[index]
    draw_rounds(event.pk)
    drawn = event.drawn.get()
    assert not drawn.output["together"]
    assert not any({*pair} <= {*table} for table in drawn.output["tables"] for pair in given["apart"])


def test_a_block_made_during_an_event_counts_from_the_next_event() -> None:
    event = event_of_nine()
    known = set(Apart.objects.values_list("first__number", "second__number"))
    other = next(number for number in range(9, 1, -1) if (1, number) not in known)
    block_add(user=person_named(f"p{other - 1}"), other=person_named("p0"))
    play_round(event)
    assert set(Apart.objects.values_list("first__number", "second__number")) == known
    assert event.drawn.get(number=2).given["apart"] == event.drawn.get(number=1).given["apart"]
    following = sign_up([User.objects.get(username=f"p{number}") for number in range(9)])
    assert following.pairs_apart.filter(first__number=1, second__number=other, since=1).exists()


def play_round(event: Tournament) -> None:
    """Play the round that is frozen; the next one is drawn."""
    event_advance(event.pk)
    olga = organizer("olga")
    for table in Table.objects.filter(round__tournament=event):
        game_void(game_id=table.game_id or 0, user=olga, reason="over")
    event_advance(event.pk)


def person_named(name: str) -> User:
    return User.objects.get(username=name)


@pytest.mark.parametrize("is_blocked", [True, False])
def test_pairs_are_drawn_once_more_for_those_alone_who_sign_up_later(is_blocked: bool) -> None:
    event = event_of_nine()
    first = set(Apart.objects.values_list("pk", flat=True))
    assert not draw_apart(event)
    late = person("late")
    if is_blocked:
        block_add(user=person_named("p4"), other=late)
        Block.objects.update(at=event.started_at)
    entry_add(event_id=event.pk, user=late)
    play_round(event)
    new = Apart.objects.exclude(pk__in=first)
    assert {(pair.second.number, pair.since) for pair in new} == {(10, 2)}
    assert DECOYS + is_blocked <= len(new) <= DECOYS + MORE + is_blocked
    assert new.filter(first__number=5).exists() or not is_blocked
    event.refresh_from_db()
    assert not draw_apart(event)


def test_a_person_keeps_apart_from_another_by_their_page() -> None:
    ann, bob = person("ann"), person("bob")
    profile, url = reverse("profile", args=["bob"]), reverse("keep-apart", args=["bob"])
    assert "Keep apart from bob in tournaments" in text_of(visitor(ann).get(profile))
    assert "Keep apart from" not in text_of(visitor(bob).get(profile))
    assert "You keep apart from bob" in text_of(visitor(ann).post(url, {"do": "apart"}, follow=True))
    block_add(user=ann, other=bob)
    assert Block.objects.count() == 1
    visitor(ann).post(url, {"do": "meet"})
    assert not Block.objects.exists()
    with pytest.raises(EventRefused):
        block_add(user=ann, other=ann)
    block_remove(user=ann, other=bob)
    assert visitor(ann).post(reverse("keep-apart", args=["nobody"])).status_code == 404
    assert not Entrant.objects.exists()
