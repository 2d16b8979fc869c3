"""A reader checks the dice of a finished game in their own browser: the true log is accepted, changed ones are not."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from engine import journal
from games.models import Game
from games.play import chain
from games.services.organize import game_void
from games.services.table_settings import TableSettings
from games.services.tables import table_create
from tests.games.kit import Table, make_table, person, table
from tests.kit.chromium import PHONE, Visitor, Visitors

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def ended() -> tuple[Table, list[str]]:
    """A game of a few turns that an organizer ended, and the heads it had on the way."""
    play = table()
    heads = [play.fresh().head[:16]]
    for _ in range(6):
        play.order(play.likely())
        heads.append(play.fresh().head[:16])
    game_void(game_id=play.game.pk, user=person("olga"), reason="over")
    return play, heads


def check(page: Page, game: Game, heads: str = "") -> str:
    """What the page says when everything is checked."""
    page.goto(reverse("game-dice", args=[game.slug]))
    page.get_by_label("Heads from your emails").fill(heads)
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_role("status")).not_to_be_empty()
    return page.locator("#dice-result").inner_text()


def serve(page: Page, game: Game, text: str) -> None:
    """Give the page this in place of the game's log."""

    def answer(route: Route) -> None:
        route.fulfill(body=text, content_type="application/jsonl; charset=utf-8")

    page.unroute_all()
    page.route(f"**{reverse('game-log', args=[game.slug])}", answer)


def changed(log: journal.Log, **fields: Any) -> str:
    """The log with another entry in the place of the first one that has dice, its chain made anew with the key."""
    at = next(number for number, entry in enumerate(log.entries) if number and entry.draws)
    plain = {name: getattr(log.entries[at], name) for name in log.entries[at].__struct_fields__} | fields
    entries = (*log.entries[:at], journal.LogEntry(**plain), *log.entries[at + 1 :])
    head = journal.heads_of(bytes.fromhex(log.key), log.header, entries)[-1]
    return journal.write_log(journal.Log(log.header, entries, head, log.key))


def test_the_browser_accepts_the_true_log_and_refuses_changed_ones(visitors: Visitors) -> None:
    play, heads = ended()
    game, page = play.game, visitors().page
    said = check(page, game)
    assert "The log adds up. Add a head from your emails" in said and "Wrong:" not in said
    log = journal.read_log(chain.published_log(play.fresh()))
    dice = sum(isinstance(of, int) for each in journal.chance_asked(log) for of in each)
    assert f"All {dice} dice and" in said and dice

    said = check(page, game, f"{heads[0]}\n{heads[3][:4]} {heads[3][4:8].upper()}, {heads[-1]}")
    assert "Everything adds up, and your heads belong to this game." in said
    assert f"Your head {heads[0]} stood after entry 1." in said and said.count("Your head") == 3

    said = check(page, game, "0123456789abcdef nonsense")
    assert "This log is not what it claims to be." in said
    assert "never had your head 0123456789abcdef" in said and "“nonsense” is not a head" in said

    dealt = next(entry for entry in log.entries[1:] if entry.draws)
    serve(page, game, changed(log, draws=tuple(7 - die for die in dealt.draws)))
    said = check(page, game)
    assert "This log is not what it claims to be." in said and f"Entry {dealt.seq}: the log has" in said

    serve(page, game, journal.write_log(log).replace(log.entries[2].source, "mail", 1))
    assert "The chain does not end in the head of the log" in check(page, game) or "Entry" in check(page, game)

    last = changed(log, source="mail")
    serve(page, game, last)
    assert "This log is not what it claims to be." in check(page, game, heads[-1])

    seats = log.header.seats
    text = journal.write_log(log)
    serve(
        page,
        game,
        text.replace(json.dumps(seats, separators=(",", ":")), json.dumps(seats[::-1], separators=(",", ":"))),
    )
    assert f"The seats should be in another order: {', '.join(seats)}." in check(page, game)

    serve(page, game, text.replace(log.key, "00" * 32))
    assert "The key does not fit the seal" in check(page, game)
    serve(page, game, "no log at all")
    assert "not a log in a format that this page can read" in check(page, game)


def test_the_result_checks_all_dice_by_one_press(visitors: Visitors) -> None:
    play, _heads = ended()
    game, page = play.game, visitors().page
    page.goto(reverse("game", args=[game.slug]))
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_role("status")).to_have_text(re.compile("The log adds up"))
    assert "Wrong:" not in page.locator("#dice-result").inner_text()
    assert not page.get_by_role("link", name="Check the dice").is_visible()
    log = journal.read_log(chain.published_log(play.fresh()))
    serve(page, game, journal.write_log(log).replace(log.key, "0" * len(log.key)))
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_role("status")).to_have_text("This log is not what it claims to be.")


def test_the_browser_checks_a_game_whose_seats_a_pairing_gave(visitors: Visitors) -> None:
    settings = TableSettings(name="Cup", rules="classic_1959", seats_wanted=3)
    game = table_create(settings, ["recruit", person("alice"), person("bob")], pairing="5f" * 32)
    game_void(game_id=game.pk, user=person("olga"), reason="over")
    game.refresh_from_db()
    page, text = visitors().page, chain.published_log(game)
    said = check(page, game, game.head[:16])
    assert "Everything adds up, and your heads belong to this game." in said
    assert f"The log seals them with its digest, {'5f' * 32}." in said and '"fieldpost":3' in text

    for old, new in (("5f" * 32, "6f" * 32), ('["red","blue","yellow"]', '["blue","red","yellow"]')):
        assert old in text
        serve(page, game, text.replace(old, new))
        assert "This log is not what it claims to be." in check(page, game)


def test_a_game_of_thousands_of_entries_does_not_freeze_the_page(visitors: Visitors) -> None:
    """A long game is made of one entry many times over; the check lets the page draw after every hundred of them."""
    play, _heads = ended()
    log = journal.read_log(chain.published_log(play.fresh()))
    key = bytes.fromhex(log.key)
    head, entries, asked = journal.first_head(log.header), [], []
    for number in range(1, 4001):
        chance = journal.start_chance(key, log.header) if number == 1 else journal.chance_after(key, head)
        entry = journal.LogEntry(seq=number, seat=0, source="web", draws=tuple(chance.roll(5, 6, "")))
        head = journal.next_head(key, head, entry)
        entries.append(entry)
        asked.append([6] * 5)
    long = journal.Log(log.header, tuple(entries), head.hex(), log.key)
    page = visitors().page
    serve(page, play.game, journal.write_log(long))
    page.route("**/dice/draws/", lambda route: route.fulfill(json=asked))
    page.goto(reverse("game-dice", args=[play.game.slug]))
    page.evaluate("""() => {
        window.work = []; let signed = 0;
        const sign = crypto.subtle.sign.bind(crypto.subtle), pause = window.setTimeout;
        crypto.subtle.sign = (...given) => { signed += 1; return sign(...given); };
        window.setTimeout = (...given) => { window.work.push(signed); signed = 0; return pause(...given); };
    }""")
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_text("All 20,000 dice")).to_be_visible(timeout=60_000)
    work = page.evaluate("window.work")
    assert len(work) >= len(entries) // 100 and sum(work) > len(entries)
    assert max(work) < 300, "a dice word and a head for each of a hundred entries, and a few words more"


def test_without_scripts_the_page_names_the_command(visitors: Visitors) -> None:
    play, _heads = ended()
    page = visitors(scripts=False).page
    page.goto(reverse("game-dice", args=[play.game.slug]))
    expect(page.get_by_text("Without JavaScript")).to_be_visible()
    expect(page.locator("#main")).to_contain_text(f"python -m engine verify {play.game.slug}.jsonl --head HEAD")
    expect(page.get_by_role("button", name="Check the dice")).to_be_hidden()


def test_the_browser_adds_a_random_word_where_none_is_typed(visitors: Visitors) -> None:
    alice, bob = person("alice"), person("bob")
    game = make_table(alice, name="Ivy", rules="modern", seats_wanted=4)
    visitor = visitors(PHONE)
    log_in(visitor, visitors.base_url, bob)
    page = visitor.page
    page.goto(reverse("game-lobby", args=[game.slug]))
    page.evaluate("() => { crypto.getRandomValues = (bytes) => bytes.fill(171); }")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("Your word for the dice:")).to_be_visible()
    assert game.players.get(user=bob).word == "ab" * 16


def log_in(visitor: Visitor, base_url: str, user: Any) -> None:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    visitor.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": base_url}])
