"""Capitals on the site: chosen unseen, shown on boards and in mails, taken over; sentences of capitals and missions."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

import engine
from games.mail.outbox import outbox_deliver
from games.models import Entry, Waiting
from games.play.journal_reader import state_at
from games.services.deadlines import deadline_expire
from games.services.orders import order_submit
from games.wording.narration import names_for, sentence
from tests.games.api.kit import program
from tests.games.decisions.test_objectives import keep
from tests.games.kit import Table, person, table
from tests.games.selectors.test_secrets import PAGES, page_of
from tests.games.views.test_play import client
from tests.kit.certain import some

pytestmark = pytest.mark.django_db

GRAPH = engine.mapgraph("classic42")
READS = ("", "view/", "history/", "options/")


def to_choose(rules: str = "classic_1959", **options: Any) -> Table:
    return table(rules, options={"capitals": "lose_and_out", **options})


def rows(play: Table) -> list[Waiting]:
    return list(Waiting.objects.filter(game=play.game).select_related("player__user").order_by("seat"))


def test_people_are_asked_together_and_answer_by_form_each_in_his_own_time() -> None:
    play = to_choose()
    first, second = rows(play)
    assert {first.kind, second.kind} == {"setup.capital_asked"}
    assert first.pace == "sealed" and first.deadline_at == second.deadline_at
    web = client(first.player.user)
    page = web.get(reverse("game", args=[play.game.slug])).content.decode()
    assert "Choose your capital" in page and "is out of the game" in page
    own = play.view(first.seat).offers[0].fields[0].values[0]
    fields = {"ref": first.ref, "key": "k1", "act": "setup.capital", "territory": GRAPH.codes[own]}
    assert web.post(reverse("game", args=[play.game.slug]), fields).status_code in (200, 302)
    (left,) = rows(play)
    assert left.seat == second.seat and left.ref == second.ref
    assert play.view().extra.get("capitals") is None
    assert "to choose a capital since" in page_of(play, "game", first.player.user)


def test_who_watches_reads_of_all_who_have_still_to_choose() -> None:
    assert "alice and bob to choose a capital since" in page_of(to_choose(), "game", None)


def test_what_somebody_has_chosen_is_on_no_page_and_in_no_answer_of_others() -> None:
    play = to_choose()
    first, second = rows(play)
    own = play.view(first.seat).offers[0].fields[0].values
    answer(play, first, f"capital {GRAPH.names[own[0]]}")
    text = f"capital {GRAPH.names[own[0]]}"
    others = (second.player.user, person("charlie"))
    for reader in others:
        bot = program(reader)
        for rest in READS:
            assert text.encode() not in bot.get(f"games/{play.game.slug}/{rest}").content
        for name in PAGES:
            assert text not in page_of(play, name, reader)
    story = program(others[0]).get(f"games/{play.game.slug}/history/").json()["entries"]
    last = max(story, key=lambda entry: entry["seq"])
    assert [event["type"] for event in last["events"]] == ["turn.answered"] and last["order"] == ""


def answer(play: Table, row: Waiting, text: str) -> None:
    order_submit(
        game_id=play.game.pk, text=text, seat=row.seat, ref=row.ref, source=Entry.Source.WEB, user_id=row.player.user_id
    )


def test_capitals_are_marked_on_board_and_in_words_once_all_have_chosen() -> None:
    play = to_choose()
    for row in rows(play):
        answer(play, row, f"capital {GRAPH.names[play.view(row.seat).offers[0].fields[0].values[0]]}")
    capitals = play.view().extra["capitals"]
    for reader in (play.alice, None):
        page = page_of(play, "game", reader)
        assert page.count('class="caps"') == 1
        seats, owner = play.view().seats, play.view().owner
        for seat, at in enumerate(some(capitals)):  # a bot may have begun, and have taken one already
            holder, chooser = (seats[each].colour.capitalize() for each in (owner[at], seat))
            assert re.search(rf'"{GRAPH.names[at]}, {holder}, [^"]*capital of {chooser}', page)
    assert "The capitals are now public" in page_of(play, "game", play.alice)


def test_who_does_not_choose_is_asked_by_mail_with_links_that_do() -> None:
    to_choose()
    outbox_deliver()
    bodies = [message.body for message in mail.outbox if "CHOOSE YOUR CAPITAL" in message.body]
    assert len(bodies) == 2
    assert "your territory with the fewest enemy neighbours becomes your capital" in " ".join(bodies[0].split())
    link = re.search(r"/l/[\w:.=-]+/", bodies[0])
    assert link
    page = client(None).get(link[0]).content.decode()
    assert "capital" in page


def to_take_over() -> Table:
    """The first seat ends its turn without its capital, which the second holds; a bot has the third."""
    play = to_choose()
    for row in rows(play):
        answer(play, row, f"capital {GRAPH.names[play.view(row.seat).offers[0].fields[0].values[0]]}")
    game = play.fresh()
    state: Any = state_at(game, game.seq)
    loser = state.active
    captor = next(seat for seat in range(3) if seat != loser and play.game.players.get(seat=seat).user_id)
    state.owner[state.capitals[loser]] = captor
    keep(play, state)
    return play


def test_the_captor_is_asked_out_of_turn_and_places_by_form() -> None:
    play = to_take_over()
    loser = play.waiting.seat
    play.order(play.likely())
    for _ in range(4):
        if play.waiting.seat != loser:
            break
        play.order("end")
    row = play.waiting
    assert row.kind == "capitals.take_over_asked" and row.seat != loser and row.pace == "sealed"
    web = client(row.player.user)
    url = reverse("game", args=[play.game.slug])
    page = web.get(url).content.decode()
    assert "Place 5 armies on the territories of" in page
    lands = play.view(row.seat).about["lands"]
    fields = {"ref": row.ref, "key": "k2", "act": "deploy.place", f"n-{GRAPH.codes[lands[0]]}": "5"}
    assert web.post(url, fields).status_code in (200, 302)
    assert play.view().armies[lands[0]] >= 6 or play.view().owner[lands[0]] != row.seat
    story = page_of(play, "game-history", None)
    assert "without" in story and "took over" in story and "is out of the game" in story


def test_the_mail_to_the_captor_names_the_land() -> None:
    play = to_take_over()
    play.order(play.likely())
    while play.waiting.kind != "capitals.take_over_asked":
        play.order("end")
    row = play.waiting
    assert row.player.user is not None
    lands = play.view(row.seat).about["lands"]
    outbox_deliver()
    body = next(m.body for m in reversed(mail.outbox) if row.player.user.email in m.to)
    assert "PLACE 5 ARMIES ON THE TERRITORIES YOU TOOK FROM" in body
    assert all(GRAPH.names[land] in body for land in some(lands))
    assert "spread over those territories one by one" in " ".join(body.split())


# --- sentences


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"type": "capitals.shown", "capitals": [11, 37]}, "The capitals are now public: you Brazil and Blue Siam."),
        (
            {"type": "capitals.lost", "seat": 1, "capital": 37, "by": 0},
            "Blue ended their turn without their capital Siam, held by you.",
        ),
        (
            {"type": "capitals.lost", "seat": 0, "capital": 11, "by": 2},
            "You ended your turn without your capital Brazil, held by the neutral army.",
        ),
        (
            {"type": "capitals.taken_over", "seat": 1, "was": 0, "lands": [10, 12], "armies": 5, "cards": 2},
            "Blue took over Peru and Argentina, with 1 army on each; 5 armies left the board.",
        ),
        (
            {"type": "capitals.taken_over", "seat": -1, "was": 0, "lands": [10], "armies": 1, "cards": 0},
            "Nobody holds Peru now; 1 army left the board.",
        ),
        ({"type": "capitals.reinforced", "seat": 1, "armies": 5}, "Blue places 5 armies more there."),
        (
            {"type": "capitals.all_held", "seat": 1, "capitals": [11, 37]},
            "Blue holds the capitals Brazil and Siam at once.",
        ),
        ({"type": "seat.eliminated", "seat": 1, "by": 0, "cards": 0, "how": "capital"}, "Blue is out of the game."),
        ({"type": "missions.dealt", "seat": 0, "mission": "occupy_24"}, "Your mission: Hold 24 territories."),
        ({"type": "missions.dealt", "seat": 1, "mission": None}, "Blue got a secret mission."),
        (
            {"type": "missions.fulfilled", "seat": 1, "mission": "asia_africa"},
            "Blue completed their mission: Hold Africa and Asia.",
        ),
        (
            {"type": "missions.shown", "missions": ["occupy_24", "destroy_red"]},
            "The missions are now public. You: Hold 24 territories. Blue: Destroy the red armies.",
        ),
    ],
)
def test_events_are_told(event: dict[str, Any], told: str) -> None:
    view = engine.view_for(engine.new_game("modern", ["red", "blue", "green"], chance=engine.FastChance(1)).state, 0)
    names = names_for(view, html=False)
    if "neutral" in told:
        names = replace(names, colours=names.colours[:2])
    assert sentence(event, names) == told


# --- time runs out


def run_out(play: Table) -> None:
    """Let the time of everybody who is asked run out."""
    past = timezone.now() - timedelta(days=9)
    Waiting.objects.filter(game=play.game).update(deadline_at=past, due_at=past)
    deadline_expire(game_id=play.game.pk)


def test_capitals_of_late_players_are_chosen_for_them() -> None:
    play = to_choose()
    quiet = {row.seat: engine.default_answer(state_at(play.fresh(), play.game.seq), row.seat) for row in rows(play)}
    run_out(play)
    capitals = play.view().extra["capitals"]
    assert all(capitals[seat] == action.territory for seat, action in quiet.items())  # type: ignore[attr-defined]


def test_armies_that_a_late_captor_has_not_placed_are_spread() -> None:
    play = to_take_over()
    play.order(play.likely())
    while play.waiting.kind != "capitals.take_over_asked":
        play.order("end")
    captor, lands = play.waiting.seat, play.view().about["lands"]
    seq = play.fresh().seq
    run_out(play)
    late = Entry.objects.filter(game=play.game, seq__gt=seq, seat=captor, source=Entry.Source.DEADLINE)
    entry = late.get(kind=Entry.Kind.ACTION)
    assert entry.action["at"] == [[land, 5 // len(lands) + (n < 5 % len(lands))] for n, land in enumerate(lands)][:5]
