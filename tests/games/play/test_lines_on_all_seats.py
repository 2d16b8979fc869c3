"""Whole games whose seats all have lines: nobody is waited for out of turn, each use gives its action again, and what
others get does not hang on lines and plans."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import engine
from games.models import Entry, OutboxMail, StandingText, StandingUse, TurnPlan, Waiting
from games.play import standing_orders
from games.play.journal_reader import view_at
from games.selectors.access import view_of
from games.services.plans import plan_keep
from games.services.seats import standing_set
from tests.games.kit import Table, table

pytestmark = [pytest.mark.django_db, pytest.mark.nothing_new]
LINES = {
    "classic_1959": "when attacked with 9 or more: defend 1\nwhen attacked in Europe or Asia: defend 2\nnever trade\n"
    "when late: if I have a set: trade best\nelse: place on the weakest border; end turn",
    "risk2210": "bid 2, marker 1, 3\nwhen invaded: play Stealth MODs; decline\nlose mods first, then land, naval\n"
    "when anybody is invaded: decline\nnever play Cease Fire\nwhen late: place on the weakest border; end turn",
    "godstorm": "bid 1\nwhen invaded: play Lava Erupts; decline\nwhen a miracle is played: play Aegis\n"
    "godswar war first, then sky, magic, death\nwhen I lose armies: spare 1\nwhen late: end turn",
}


def prepared(rules: str) -> Table:
    play = table(rules, bots=("random",))
    for user in (play.alice, play.bob):
        standing_set(game_id=play.game.pk, user_id=user.pk, text=LINES[rules])
    return play


def play_on(play: Table, orders: int) -> None:
    for _number in range(orders):
        row = Waiting.objects.select_related("player__user").filter(game=play.game).first()
        if play.fresh().has_ended or row is None:
            return
        assert row.pace in (Waiting.Pace.TURN, Waiting.Pace.SEALED), "nobody asked to be asked"
        play.order(play.likely())


def check_uses(play: Table) -> int:
    uses = list(StandingUse.objects.filter(entry__game=play.game).select_related("entry"))
    for use in uses:
        text = StandingText.objects.get(player__game=play.game, player__seat=use.entry.seat, version=use.version).text
        view = view_at(play.fresh(), use.entry.seq - 1, use.entry.seat)
        chosen = standing_orders.choose_answer(text, view) or standing_orders.choose_timeout(text, view)
        assert chosen is not None and chosen.rule.number == use.line
        assert json.loads(json.dumps(engine.action_to_json(chosen.action))) == use.entry.action
    return len(uses)


@pytest.mark.parametrize("rules", LINES)
def test_nobody_is_waited_for_out_of_turn_and_each_use_gives_its_action_again(rules: str) -> None:
    play = prepared(rules)
    play_on(play, 60)
    assert check_uses(play) > 0


@pytest.mark.nightly
@pytest.mark.parametrize("number", range(100))
@pytest.mark.parametrize("rules", LINES)
def test_many_games_with_lines_on_all_seats(rules: str, number: int) -> None:
    play = prepared(rules)
    play_on(play, 100 + number)
    check_uses(play)  # a short game may have had no case for a line


def seen_by(play: Table, user: Any) -> list[str]:
    """All that somebody gets of the game: its pages, the history, and the mails of the seat."""
    visitor = Client()
    visitor.force_login(user)
    pages = [visitor.get(reverse(name, args=[play.game.slug])) for name in ("game", "game-history", "game-log")]
    said = [page.content.decode() for page in pages]
    view = str(view_of(play.game, play.seat(user)))
    entries = Entry.objects.filter(game=play.game).order_by("seq").values("seq", "seat", "kind", "order", "events")
    mails = OutboxMail.objects.filter(user=user).order_by("pk").values_list("template", "context")
    return [
        *map(without_tokens, said),
        json.dumps(list(entries)),
        json.dumps(list(mails)),
        view,
    ]


def without_tokens(page: str) -> str:
    """A page without what is made anew for each answer."""
    page = re.sub(r'(csrfmiddlewaretoken" value=|X-CSRFToken&quot;: &quot;|nonce=)"?[\w-]+', "", page)
    return re.sub(r'"key" value="[^"]+"|[\w-]{40,}', "", page)


@pytest.mark.parametrize(
    "text", ["when attacked by grey: ask me", "never trade\nwhen attacked by grey once: defend 1", ""]
)
def test_what_others_get_does_not_hang_on_lines_and_plans(text: str) -> None:
    play = table("classic_1959")
    alice, bob = play.alice, play.bob
    before = seen_by(play, bob)
    if text:
        standing_set(game_id=play.game.pk, user_id=alice.pk, text=text)
    plan_keep(game_id=play.game.pk, user_id=alice.pk, text="end turn", hold=60)
    assert seen_by(play, bob) == before
    assert TurnPlan.objects.count() == 1
