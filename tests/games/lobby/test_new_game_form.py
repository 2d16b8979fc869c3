"""The form for a new table explains what is played and refuses what the rules refuse, as the API does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

import engine
from engine.core import registry
from games.mail.outbox import outbox_deliver
from games.models import Game
from games.services.invitations import invite_send
from games.wording.rules import opening_of, summarize_rules
from tests.games.api.kit import program
from tests.games.kit import make_table, person
from tests.games.services.test_lobby import form
from tests.games.views.test_play import client
from tests.kit.certain import some
from tests.kit.markup import one_line

pytestmark = pytest.mark.django_db

GAMES = [rules.id for rules in engine.base_presets() if rules.family == "classic"]
EVERY = [(rules, seats) for rules in GAMES for seats in range(2, 7)]
OVERLAYS = [overlay.id for overlay in engine.ruleset("modern").overlays]


@pytest.fixture
def visitor() -> Client:
    return client(person("alice"))


def seen(answer: Any) -> str:
    return unescape(one_line(answer.content.decode()))


def post(visitor: Client, **fields: object) -> Any:
    return visitor.post(reverse("game-new"), form(**fields))


def look(visitor: Client, **fields: object) -> str:
    answer = post(visitor, look="1", **fields)
    assert answer.status_code == 200 and not Game.objects.exists()
    return seen(answer)


@pytest.mark.no_cover
@pytest.mark.parametrize(("rules", "seats"), EVERY)
def test_each_game_and_number_of_people_makes_a_table_or_says_why_not(visitor: Client, rules: str, seats: int) -> None:
    played = engine.preset_for_player_count(engine.ruleset(rules), seats)
    answer = post(visitor, rules=rules, seats_wanted=str(seats))
    if played.seats[0] <= seats <= played.seats[1]:
        assert answer.status_code == 302 and Game.objects.get().rules == played.id
    else:
        assert answer.status_code == 422 and not Game.objects.exists()
        assert f"{played.title} is for {played.seats[0]} to {played.seats[1]} players" in seen(answer)


def test_a_newcomer_reads_first_what_to_take_and_as_much_of_every_game(visitor: Client) -> None:
    page = seen(visitor.get(reverse("game-new")))
    rows = re.findall(r'<div class="ruleset.*?<label.*?<b>(.*?)</b><span>(.*?)</span></label>', page, re.DOTALL)
    assert len(rows) == len(engine.base_presets()) and "Modern" in rows[0][0] and "a good first game" in rows[0][0]
    assert page.count("a good first game") == 1
    openings = [opening_of(rules) for rules in engine.base_presets() if rules.id != "toy"]
    assert all(60 <= len(opening) <= 125 for opening in some(openings)), openings


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("rules", GAMES)
def test_the_chosen_game_is_told_in_a_paragraph_and_a_table(visitor: Client, rules: str, seats: int) -> None:
    page = look(visitor, rules=rules, seats_wanted=str(seats), name="")
    played = engine.preset_for_player_count(engine.ruleset(rules), seats)
    assert played.summary in page and page.count('<div class="ruleset') == len(engine.base_presets())
    for line in engine.compare_presets(played):
        assert line.title in page and line.here in page
        assert all(words in page for words, _games in line.elsewhere)
    assert all(switch.help in page for switch in played.switches)
    assert all(overlay.title in page and overlay.help in page for overlay in played.overlays)


@pytest.mark.parametrize(
    ("rules", "board", "guessed"),
    [
        ("godstorm", "", "1 of the 17 cards of the Sky deck: a further copy of Your Idol Is False."),
        ("godstorm_classic", "", "the symbols on the territory cards."),
        ("godstorm_classic", "classic42", ""),
        ("modern", "", ""),
    ],
)
def test_who_creates_a_game_reads_what_of_it_is_reconstructed(
    visitor: Client, rules: str, board: str, guessed: str
) -> None:
    page = look(visitor, rules=rules, map=board)
    assert page.partition("Reconstructed, as no source names it: ")[2].startswith(guessed or "")
    assert ("Reconstructed" in page) is bool(guessed)


@pytest.mark.parametrize("overlays", [*([id] for id in OVERLAYS), OVERLAYS])
def test_variations_are_taken_alone_and_together(visitor: Client, overlays: list[str]) -> None:
    assert post(visitor, overlays=overlays, **{"modern-defender_dice": "choose"}).status_code == 302
    game = Game.objects.get()
    modern = engine.ruleset("modern")
    assert [overlay.id for overlay in engine.overlays_in(modern, game.options)] == overlays
    assert [term.name for term in summarize_rules(modern, game.options, "").changes] == ["defender_dice"]
    page = seen(visitor.get(reverse("game-lobby", args=[game.slug])))
    assert all(overlay.help in page for overlay in modern.overlays if overlay.id in overlays)
    assert "the defender chooses" in page


WRONG: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    (
        {"rules": "capital", "overlays": ["exp_capitals"]},
        {"rules": "capital", "overlays": ["exp_capitals"]},
        "game.options",
        "you win by holding all capitals",
    ),
    (
        {"overlays": ["exp_fortify"], "modern-fortify": "connected_one"},
        {"overlays": ["exp_fortify"], "options": {"fortify": "connected_one"}},
        "game.overlays",
        "sets “Free move” differently",
    ),
    (
        {"overlays": ["exp_sets"], "modern-missions": "us12", "modern-capitals": "control_all"},
        {"overlays": ["exp_sets"], "options": {"missions": "us12", "capitals": "control_all"}},
        "game.options",
        "cannot combine missions",
    ),
    (
        {"modern-capitals_needed": "2"},
        {"options": {"capitals_needed": 2}},
        "game.options",
        "only in a game that is won by capitals",
    ),
    (
        {"rules": "capital", "capital-capitals_needed": "4"},
        {"rules": "capital", "options": {"capitals_needed": 4}},
        "game.options",
        "1 to 2 other capitals",
    ),
    ({"rules": "secret_mission", "seats_wanted": "2"}, {"rules": "secret_mission", "seats": 2}, "game.seats", "3 to 6"),
]


@pytest.mark.parametrize(("fields", "wish", "code", "words"), WRONG)
def test_the_page_and_the_api_refuse_alike(
    visitor: Client, fields: dict[str, Any], wish: dict[str, Any], code: str, words: str
) -> None:
    page = seen(answer := post(visitor, **fields))
    assert answer.status_code == 422 and "The game was not created" in page
    refused = program(person("dora")).post("games/", {"name": "Tide", "rules": "modern", "seats": 4, **wish})
    facts = refused.json()
    assert refused.status_code == 422 and facts["code"] == code and words in facts["message"] and facts["params"]
    assert page.count(facts["message"]) >= 2  # on top, and beside what it speaks of
    assert 'value="Slow River"' in page and not Game.objects.exists()
    for name, value in fields.items():
        if name == "overlays":
            assert all(f'value="{each}" checked' in page for each in value)
        elif "-" in name:
            assert f'<option value="{value}" selected' in page


def test_who_still_chooses_is_told_only_of_what_he_chose(visitor: Client) -> None:
    page = look(visitor, name="", rules="capital", seats_wanted="2", **{"bots-recruit": "9"})
    assert "Capital Risk is for 3 to 6 players" in page and "not created" not in page
    assert page.count('class="error"') == 1


def test_what_was_changed_for_other_rules_is_kept(visitor: Client) -> None:
    page = look(visitor, rules="capital", **{"modern-fortify": "connected_one", "modern-army_cap": "None"})
    assert '<input type="hidden" name="modern-fortify" value="connected_one">' in page
    assert 'name="modern-army_cap"' not in page and '"claim" selected' in page


def test_an_overlay_that_does_not_go_says_why_before_it_is_tried(visitor: Client) -> None:
    page = look(visitor, rules="capital")
    assert 'value="exp_capitals" disabled' in page and "so losing a capital cannot eliminate" in page


def test_an_address_may_choose_the_rules(visitor: Client) -> None:
    page = seen(visitor.get(reverse("game-new") + "?rules=modern_2p"))
    assert 'id="seats_wanted-2"' in page and engine.ruleset("modern_2p").summary in page
    assert visitor.get(reverse("game-new") + "?rules=no_such").status_code == 200


def test_the_form_asks_little_of_the_database(visitor: Client, django_assert_max_num_queries: Any) -> None:
    visitor.get(reverse("game-new"))
    with django_assert_max_num_queries(4):
        visitor.get(reverse("game-new"))


@pytest.mark.parametrize("name", ["game-lobby", "invite"])
def test_a_table_asks_little_of_the_database(visitor: Client, django_assert_max_num_queries: Any, name: str) -> None:
    game = make_table(person("bob"), name="Tide", rules="modern", seats_wanted=4, overlays=["exp_cap"])
    address = reverse(name, args=[game.slug if name == "game-lobby" else game.invite_token])
    visitor.get(address)  # the first request of a session notes when it began
    with django_assert_max_num_queries(5):
        assert "Twelve armies at most" in seen(visitor.get(address))


def test_an_invitation_tells_what_is_changed() -> None:
    alice = person("alice")
    game = make_table(
        alice,
        name="Tide",
        rules="modern",
        seats_wanted=4,
        overlays=["exp_commander"],
        options={"defender_dice": "choose"},
        map="ancient",
    )
    invite_send(game_id=game.pk, user=alice, whom="bob@example.org")
    outbox_deliver()
    text = " ".join(str(mail.outbox[-1].body).split())
    assert "Modern with “Commanders”, 4 seats, 3 free" in text and engine.ruleset("modern").summary in text
    assert "Commanders: Once in each of your turns" in text and "The defender’s dice: the defender chooses." in text
    assert "Board: The ancient world." in text


def test_a_running_game_says_what_is_played(visitor: Client) -> None:
    post(visitor, overlays=["exp_sets"], **{"bots-recruit": "3", "modern-fortify": "connected_one"})
    page = seen(visitor.get(reverse("game", args=[Game.objects.get().slug])))
    assert (
        "Rules of this game" in page
        and "Modern. 2 rules changed" in page
        and "Modern with “Sets worth one more”" in page
    )
    assert "along your own territories" in page


@pytest.fixture
def own_game() -> Iterator[engine.RuleSet]:
    """A preset that only this test knows."""
    modern = engine.ruleset("modern")
    options = type(modern.options)(commander=True)
    rules = replace(
        modern,
        id="own_game",
        title="Our House",
        short="House",
        summary="Nobody plays it. But we do.",
        options=options,
        for_two="",
    )
    yield registry.register(rules)
    del registry._RULESETS["own_game"]


def test_another_preset_shows_everywhere_by_itself(visitor: Client, own_game: engine.RuleSet) -> None:
    assert "Our House" in seen(visitor.get(reverse("game-new")))
    page = look(visitor, rules="own_game")
    assert own_game.summary in page and "one die a turn becomes a 6" in page
    assert "one die a turn becomes a 6" in look(visitor, rules="modern") and "(House)" not in page
    rules = {row["id"]: row for row in program(person("dora")).get("rules/").json()["rules"]}
    assert rules["own_game"]["title"] == "Our House" and rules["own_game"]["overlays"]
    assert any(line["title"] == "Commanders" for line in rules["own_game"]["differences"])
    assert post(visitor, rules="own_game").status_code == 302 and Game.objects.get().rules == "own_game"


def test_the_catalogue_tells_everything_that_the_form_does() -> None:
    facts = program(person("dora")).get("rules/").json()
    assert {board["id"] for board in facts["maps"]} >= {"classic42", "ancient", "earth2210"}
    for row in (row for row in facts["rules"] if row["family"] == "classic"):
        rules = engine.ruleset(row["id"])
        assert row["summary"] == rules.summary and row["for_two"] == rules.for_two
        assert [each["id"] for each in row["overlays"]] == [overlay.id for overlay in rules.overlays]
        assert len(row["differences"]) == len(engine.compare_presets(rules)) and row["terms"]
        assert all(switch["help"] for switch in row["switches"])


def test_a_program_opens_a_table_with_overlays() -> None:
    dora = program(person("dora"))
    wish = {"name": "Tide", "rules": "modern", "seats": 4, "overlays": ["exp_cap"], "options": {"placement_go": 2}}
    facts = dora.post("games/", wish).json()
    chosen = {"army_cap": 12, "placement_go": 2, "setup_orders": "planned"}
    assert facts["overlays"] == ["exp_cap"] and facts["options"] == chosen


def test_the_summary_tells_who_plays_how_fast_and_who_may_come(visitor: Client) -> None:
    page = look(visitor, rules="modern", seats_wanted="4", turn_hours="24", **{"bots-recruit": "2"})
    assert "You, two bots and one more person play <b>Modern</b>" in page
    assert (
        "Anyone can take the other seat." in page
        and "Each turn: 24 hours, plus a reserve of one day; no deadline" in page
    )
    shut = {"public": "", "invite": "bob\ncarol@example.org"}
    page = look(visitor, rules="modern", seats_wanted="4", turn_hours="x", **shut)
    assert "You and three more people play" in page and "These deadlines do not work yet." in page
    assert "The other seats are for people you invite. Two invitations go out at once." in page
    page = look(visitor, rules="modern", seats_wanted="3", **{"bots-recruit": "2"})
    assert "You and two bots play" in page and "the other seat" not in page


def test_the_summary_tells_when_the_game_starts(visitor: Client) -> None:
    waits = "It starts when all seats are taken, or when you start it. Until then anyone can still leave."
    page = look(visitor, rules="modern", seats_wanted="3", **{"bots-recruit": "1"})
    assert waits in page and "It starts at once." not in page
    page = look(visitor, rules="modern", seats_wanted="3", **{"bots-recruit": "2"})
    assert "It starts at once." in page and waits not in page


def test_the_form_says_how_many_answers_and_days_a_game_takes(visitor: Client) -> None:
    planned = "Setting up takes 4 answers, and everybody gives theirs at the same time."
    in_turn = "Setting up takes 120 answers, one after another, each with its own email."
    whole = "The whole game takes about {} answers, or about {} days."
    four = {"rules": "modern", "seats_wanted": "4", "turn_hours": "72"}
    assert f"{planned} {whole.format(49, 35)}" in look(visitor, **four)
    assert f"{in_turn} {whole.format(165, 124)}" in look(visitor, **four, **{"modern-setup_orders": "in_turn"})
    assert in_turn in look(visitor, **{**four, "turn_hours": "1"})
    assert "takes 2 answers, and everybody" in look(visitor, **four, **{"bots-recruit": "2"})
    assert "Setting up takes" not in look(visitor, **four, **{"bots-recruit": "3"})
    dealt = look(visitor, rules="classic_1959", seats_wanted="4")
    assert "Setting up takes" not in dealt and "The whole game takes about 45 answers" in dealt
    assert "takes 8 answers, and everybody" in look(visitor, rules="capital", seats_wanted="4")
    years = look(visitor, rules="risk2210", seats_wanted="4", turn_hours="72")  # five bids each, then everybody's turns
    assert planned in years and whole.format(44, 24) in years


@pytest.mark.parametrize(
    ("fields", "wish", "orders"),
    [
        ({}, {}, "planned"),
        ({"turn_hours": "4"}, {"turn_hours": 4}, "planned"),
        ({"turn_hours": "1"}, {"turn_hours": 1}, None),
        ({"modern-setup_orders": "in_turn"}, {"options": {"setup_orders": "in_turn"}}, None),
        (
            {"turn_hours": "1", "modern-setup_orders": "planned"},
            {"turn_hours": 1, "options": {"setup_orders": "planned"}},
            "planned",
        ),
        ({"rules": "classic_1959"}, {"rules": "classic_1959"}, None),
        ({"seats_wanted": "2"}, {"seats": 2, "rules": "modern_2p"}, "planned"),
        ({"rules": "secret_mission"}, {"rules": "secret_mission"}, "planned"),
    ],
)
def test_games_with_more_than_an_hour_a_turn_plan_their_set_up(
    visitor: Client, fields: dict[str, Any], wish: dict[str, Any], orders: str | None
) -> None:
    assert post(visitor, **fields).status_code == 302
    by_page = Game.objects.get()
    answer = program(person("dora")).post("games/", {"name": "Tide", "rules": "modern", "seats": 3, **wish})
    assert answer.status_code == 201
    by_api = Game.objects.exclude(pk=by_page.pk).get()
    assert by_page.options.get("setup_orders") == by_api.options.get("setup_orders") == orders


def test_the_summary_follows_clocks_seats_and_bots(visitor: Client) -> None:
    page = seen(visitor.get(reverse("game-new")))
    part = page[page.index('class="what" hx-post') :]
    assert 'hx-target="#said"' in part and part.index('name="turn_hours"') < part.index("Other deadlines")


def test_three_bots_can_be_played_at_once_without_a_name(visitor: Client) -> None:
    """One press, whatever else is filled in; the rules that are chosen count."""
    answer = post(visitor, now="bots", name="", rules="classic_1959", seats_wanted="6", invite="bob@example.org")
    game = Game.objects.get()
    assert answer.headers["Location"] == reverse("game", args=[game.slug])
    assert game.has_board and game.rules == "classic_1959" and not game.public
    assert sorted(player.bot for player in game.players.all()) == ["", "recruit", "recruit", "recruit"]
    assert game.name == "alice against three bots"


def test_further_games_against_three_bots_are_numbered(visitor: Client) -> None:
    for _ in range(3):
        post(visitor, now="bots", name="")
    post(visitor, now="bots", name="Low Tide")
    names = ["", ", game 2", ", game 3"]
    assert [game.name for game in Game.objects.order_by("pk")] == [
        *(f"alice against three bots{end}" for end in names),
        "Low Tide",
    ]


@pytest.mark.parametrize(
    ("public", "invite", "opened"),
    [("", "", True), ("", "bob@example.org", False), ("on", "bob@example.org", True), ("off", "", False)],
)
def test_games_with_invitations_are_closed_unless_opened(
    visitor: Client, public: str, invite: str, opened: bool
) -> None:
    assert post(visitor, public=public, invite=invite).status_code == 302
    assert Game.objects.get().public is opened


def test_each_row_of_the_rules_says_about_how_long_a_game_takes(visitor: Client) -> None:
    slow, fast = look(visitor, turn_hours="72"), look(visitor, turn_hours="1")
    rows = len(engine.base_presets())
    assert len(re.findall(r"<span>\d+ to \d+ weeks</span>", slow)) == rows
    assert len(re.findall(r"<span>about \d+ days?</span>", fast)) == rows


def test_all_but_name_players_rules_and_time_is_folded(visitor: Client) -> None:
    page = seen(visitor.get(reverse("game-new")))
    shown = re.sub(r"<details.*?</details>", "", page)
    names = set(re.findall(r'name="([a-z_]+)"', shown)) - {"csrfmiddlewaretoken", "viewport", "q"}
    assert {"name", "seats_wanted", "now", "rules", "turn_hours"} <= names
    assert not names & {"invite", "public", "watch", "map", "colour", "late_then", "preset", "reaction_hours", "word"}


def test_a_guest_at_the_lobby_itself_is_led_to_their_invitation() -> None:
    alice, bob = person("alice"), person("bob")
    game = make_table(alice, name="Tide", rules="modern", seats_wanted=4, public=False)
    address = reverse("game-lobby", args=[game.slug])
    assert client(bob).get(address).status_code == 404
    invite_send(game_id=game.pk, user=alice, whom="bob")
    answer = client(bob).get(address)
    assert answer.status_code == 302 and answer["Location"] == reverse("invite", args=[game.invite_token])
    assert client(person("carol")).get(address).status_code == 404 and Client().get(address).status_code == 404
