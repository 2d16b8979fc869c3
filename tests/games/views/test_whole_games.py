"""Whole games from the first claim to victory, as people play them: by order lines on pages, and by links alone."""

from __future__ import annotations

import random

import pytest
from django.test import Client
from django.urls import reverse

import engine
from accounts.models import RateCount
from engine import journal
from engine.bots import choose
from games.decisions.kit.generic import generic_panel
from games.decisions.registry import DECISIONS, suggested_orders
from games.mail.links import OrderLink, link_path
from games.models import Entry, Game, Player, Waiting
from games.selectors.access import view_of
from games.services.deadlines import deadline_expire
from tests.games.kit import WHOLE_GAMES, Table, make_table, person, table
from tests.games.play.races import expire
from tests.games.views.test_play import client
from tests.toy import TOY

pytestmark = WHOLE_GAMES
MOST_ORDERS = 2500


def no_hurry() -> None:
    """A person takes days for what a test does in a second, and meets no rate limit."""
    RateCount.objects.all().delete()


def test_a_person_beats_or_loses_to_bots_on_pages() -> None:
    alice = person("alice")
    game = make_table(alice, name="Whole", rules="modern", seats_wanted=3, bots=("random", "random"))
    visitor, rng, address = client(alice), random.Random(5), reverse("game", args=[game.slug])
    for number in range(MOST_ORDERS):
        no_hurry()
        game.refresh_from_db()
        if game.has_ended:
            break
        row = Waiting.objects.get(game=game)
        if not row.player.user_id:
            deadline_expire(game_id=game.pk)
            continue
        view = view_of(game, row.seat)
        order = engine.format_order(choose("veteran", view, rng), game.rules, game.map)
        answer = visitor.post(address, {"line": "1", "order": order, "ref": row.ref, "key": f"k{number}"})
        assert answer.status_code == 302, (order, answer.content[-3000:])
    assert game.status == Game.Status.OVER
    over = visitor.get(address)
    assert over.status_code == 200 and game.secret_key is not None
    for seq in {1, game.seq // 2, game.seq}:
        assert visitor.get(reverse("game-history", args=[game.slug, seq])).status_code == 200
    log = visitor.get(reverse("game-log", args=[game.slug])).content.decode()
    assert journal.verify(journal.read_log(log)).winners


def test_turns_can_be_played_by_links_alone() -> None:
    play = table()
    visitor = Client()
    for _ in range(40):
        no_hurry()
        row = play.waiting
        view = play.view(row.seat)
        order = suggested_orders(view)[0].order
        path = link_path(OrderLink(play.game.pk, row.seat, row.ref, order, user_id=row.player.user_id or 0))
        assert visitor.get(path).status_code == 200
        assert visitor.post(path).status_code == 200, order
        assert play.waiting.ref != row.ref
    assert Entry.objects.filter(game=play.game, source="link").count() >= 40


@pytest.fixture
def toy() -> Table:
    return table(rules=TOY.id, bots=("random",))


def test_a_rule_set_nobody_knows_has_pages_from_general_forms(toy: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bids, as if nobody had written a panel for them."""
    monkeypatch.delitem(DECISIONS._records, "bidding.bid_asked")
    monkeypatch.delitem(DECISIONS._answers, "bidding.bid")
    play = toy
    kinds = set()
    for _ in range(60):
        if play.fresh().has_ended:
            break
        for row in Waiting.objects.filter(game=play.game, player__user__isnull=False).select_related("player__user"):
            kinds.add(row.kind)
            page = client(row.player.user).get(reverse("game", args=[play.game.slug]))
            assert page.status_code == 200
            if DECISIONS[row.kind].panel is generic_panel:
                offers = play.view(row.seat).offers
                assert all(f'value="{offer.action}"' in page.content.decode() for offer in offers), row.kind
        row = Waiting.objects.filter(game=play.game).order_by("pk").first()
        assert row is not None
        if row.player.user_id:
            answer_on_page(play, row)
        else:
            deadline_expire(game_id=play.game.pk)
    assert len(kinds) >= 3 and "bidding.bid_asked" in kinds


def answer_on_page(play: Table, row: Waiting) -> None:
    """Send the form of the first offer that can be filled, as a browser would; else let time pass."""
    view = play.view(row.seat)
    visitor = client(row.player.user)
    for offer in view.offers:
        if DECISIONS.answer(offer.action, row.kind).parse:
            continue
        fields = {f"f-{field.name}": form_value(field) for field in offer.fields}
        answer = visitor.post(
            reverse("game", args=[play.game.slug]), {"ref": row.ref, "act": offer.action, "key": "", **fields}
        )
        if answer.status_code == 302:
            return
    Player.objects.filter(game=play.game).update(missed=0)
    expire(play)
    assert deadline_expire(game_id=play.game.pk)


def form_value(field: engine.Field) -> str:
    """What the general form sends for a field: JSON for values, a number for the rest."""
    import json

    import msgspec

    if isinstance(field, engine.NumberField | engine.ForceField):
        return str(field.least)
    values = field.values or next(iter(field.table.values()), ())
    return json.dumps(msgspec.to_builtins(values[0])) if values else ""


def test_a_deadline_passes_in_it(toy: Table) -> None:
    play = toy
    refs = {row.ref for row in Waiting.objects.filter(game=play.game)}
    expire(play)
    assert deadline_expire(game_id=play.game.pk)
    assert refs != {row.ref for row in Waiting.objects.filter(game=play.game)}


def test_its_secrets_stay_with_their_owners(toy: Table) -> None:
    play = toy
    for _ in range(6):
        expire(play)
        deadline_expire(game_id=play.game.pk)
    for viewer in (None, 0, 1, 2):
        view = play.view(viewer)
        others = [seat for seat in range(3) if seat != viewer]
        assert view.hand == () or viewer is not None
        for entry in Entry.objects.filter(game=play.game):
            for plain in entry.events:
                if str(plain["type"]).startswith("host."):
                    continue
                event = engine.event_from_json(plain)
                for hidden, owner in event.secret.items():
                    if getattr(event, owner) in others:
                        assert getattr(engine.event_for(event, viewer), hidden) is None
