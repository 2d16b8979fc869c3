"""Tables through the API: listing, opening once, joining, leaving, starting, giving up."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from engine import COLOURS, mapgraph
from games.api.requests import ColourWord
from games.api.views.catalogue import serialize_map
from games.models import Game, MadeGame
from games.services import idempotency
from tests.games.api.kit import Program, program, refusal
from tests.games.kit import person, table

pytestmark = pytest.mark.django_db

WISH = {"name": "Long Winter", "rules": "modern", "seats": 3}


@pytest.fixture
def dora() -> Program:
    return program(person("dora"))


def opened(bot: Program, **more: Any) -> dict[str, Any]:
    answer = bot.post("games/", WISH | more)
    assert answer.status_code == 201, answer.content
    facts: dict[str, Any] = answer.json()
    return facts


def test_a_table_is_opened_and_fills(dora: Program) -> None:
    facts = opened(dora, bots=["random"], colour="violet", turn_hours=24, watch="listed")
    assert facts["status"] == "open" and facts["seats_wanted"] == 3 and facts["turn_hours"] == 24
    assert [(seat["name"], seat["colour"]) for seat in facts["players"]][0] == ("dora", "violet")
    assert facts["players"][1]["bot"] == "random" and len(facts["digest"]) == 64
    emil = program(person("emil"))
    assert [game["slug"] for game in emil.get("games/", list="open").json()["games"]] == [facts["slug"]]
    joined = emil.post(f"games/{facts['slug']}/join/", {"colour": "grey"}).json()
    assert joined["status"] == "running" and joined["seat"] in (0, 1, 2) and joined["asked"]
    assert emil.post(f"games/{facts['slug']}/join/").json()["seat"] == joined["seat"]
    assert [game["slug"] for game in emil.get("games/", list="watch").json()["games"]] == [facts["slug"]]


def test_a_table_full_of_bots_begins_at_once(dora: Program) -> None:
    facts = opened(dora, bots=["random", "random"])
    assert facts["status"] == "running" and facts["seq"] > 0


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"rules": "no_such"}, 422, "lobby.refused"),
        ({"map": "no_such"}, 422, "lobby.refused"),
        ({"map": "../../etc/passwd"}, 400, "request.invalid"),
        ({"bots": ["hal"]}, 422, "lobby.refused"),
        ({"bots": ["caretaker", "random"]}, 422, "lobby.refused"),
        ({"bots": ["random"] * 3}, 422, "lobby.refused"),
        ({"options": {"no_such": 1}}, 422, "game.options"),
        ({"options": {"fortify": "everywhere"}}, 422, "game.options"),
        ({"seats": 7}, 400, "request.invalid"),
        ({"seats": 2, "rules": "classic_1959"}, 422, "game.seats"),
        ({"name": " "}, 400, "request.invalid"),
        ({"name": "a\x00b"}, 400, "request.invalid"),
        ({"name": "x" * 61}, 400, "request.invalid"),
        ({"turn_hours": 0}, 400, "request.invalid"),
        ({"colour": "pink"}, 400, "request.invalid"),
        ({"watch": "nobody"}, 400, "request.invalid"),
        ({"extra": 1}, 400, "request.invalid"),
    ],
)
def test_a_table_that_cannot_be(dora: Program, wish: dict[str, Any], status: int, code: str) -> None:
    assert refusal(dora.post("games/", WISH | wish), status) == code
    assert not Game.objects.exists()


BLANK = {"deck": "naval", "name": "Fog Bank", "like": "Stealth MODs", "cost": 1}
YEARS = {"rules": "risk2210", "seats": 2}


def test_a_table_with_blank_cards_shows_them_to_programs_that_may_join(dora: Program) -> None:
    facts = opened(dora, **YEARS, options={"blank_cards": [BLANK, BLANK]})
    emil = program(person("emil"))
    (shown,) = emil.get("games/", list="open").json()["games"]
    assert shown["options"] == {"blank_cards": [BLANK, BLANK], "setup_orders": "planned"}
    assert emil.post(f"games/{facts['slug']}/join/").json()["options"] == shown["options"]
    listed = {rules["id"]: rules for rules in dora.get("rules/").json()["rules"]}
    assert [each["name"] for each in listed["risk2210"]["lists"]] == ["blank_cards"] and not listed["modern"]["lists"]
    assert listed["risk2210"]["reply_hours"] == [0, 48]


@pytest.mark.parametrize(
    ("blank", "says"),
    [
        ({**BLANK, "deck": "sea"}, "Choose from: land, naval, space, nuclear, diplomat."),
        ({**BLANK, "like": "Cease Fire"}, "Choose from: Assemble MODs, Colony Influence, Frequency Jam, Hidden Energy"),
        ({**BLANK, "name": "Stealth MODs"}, "give each card a name of its own"),
        ({**BLANK, "name": "\x00"}, "use 2 to 30 letters, spaces and hyphens"),
        ({**BLANK, "cost": -1}, "Fog Bank must cost 0 to 4 energy."),
        ({**BLANK, "cost": "1"}, "The `cost` of blank card 2 must be a whole number. Each blank card needs a deck, a"),
        ({**BLANK, "text": "wins"}, "Blank card 2 has an unknown field `text`. Each blank card needs"),
        ({"name": "Fog Bank"}, "Blank card 2 has no `deck`. Each blank card needs"),
        ({**BLANK, "cost": [1]}, "The `cost` of blank card 2 must be a whole number. Each blank card needs"),
        ("Fog Bank", "Blank card 2 has no fields. Each blank card needs a deck, a name"),
        (None, "Blank card 2 has no fields. Each blank card needs"),
        (1.5, "Blank card 2 has no fields. Each blank card needs"),
        ([[BLANK]], "Blank card 2 has no fields. Each blank card needs"),
    ],
)
def test_a_blank_card_that_cannot_be_is_refused_with_what_would_be_right(dora: Program, blank: Any, says: str) -> None:
    good = {**BLANK, "name": "Good Card"}
    answer = dora.post("games/", WISH | YEARS | {"options": {"blank_cards": [good, blank]}})
    assert refusal(answer, 422) == "game.options" and says in answer.json()["message"]
    assert answer.json()["params"]["switches"] == ["blank_cards"] and answer.json()["params"]["row"] == 1
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("wish", "status", "says"),
    [
        (
            {"options": {"blank_cards": [{**BLANK, "name": f"Card {word}"} for word in "ABCDEFGHIJ"]}},
            422,
            "only 9 blank",
        ),
        ({"options": {"blank_cards": [BLANK] * 21}}, 400, "length <= 20"),
        ({"options": {"blank_cards": ["Fog Bank"]}}, 422, "Blank card 1 has no fields. Each blank card needs"),
        ({"options": {"blank_cards": "Fog Bank"}}, 422, "The blank cards must be a list. Each blank card needs"),
        ({"rules": "modern", "seats": 3, "options": {"blank_cards": [BLANK]}}, 422, "no switch “blank_cards”"),
        ({"seats": 6}, 422, "is for 2 to 5 players"),
        ({"reaction_hours": 49}, 422, "reply time of 0 to 48 hours"),
        ({"rules": "modern", "seats": 3, "reaction_hours": 0}, 422, "reply time of 1 to 168 hours"),
        ({"clock": {"grase": 60}}, 422, "no setting called “grase”"),
        ({"clock": {"off": {"dates": ["2026-12-24"] * 367}}}, 422, "at most 366 of them"),
    ],
)
def test_a_list_or_a_clock_out_of_bounds_says_what_they_are(
    dora: Program, wish: dict[str, Any], status: int, says: str
) -> None:
    answer = dora.post("games/", WISH | YEARS | wish)
    assert answer.status_code == status and says in answer.json()["message"]
    assert not Game.objects.exists()


def test_every_colour_may_be_wished_for() -> None:
    assert get_args(ColourWord) == ("", *COLOURS)


def test_the_same_key_opens_one_table(dora: Program) -> None:
    first = dora.post("games/", WISH, key="one").json()
    again = dora.post("games/", dict(reversed(WISH.items())), key="one")
    assert again.status_code == 201 and again.json()["slug"] == first["slug"] and Game.objects.count() == 1
    assert refusal(dora.post("games/", WISH | {"name": "Other"}, key="one"), 422) == "game.key_reused"
    assert refusal(dora.post("games/", WISH, key=None), 428) == "request.key_missing"
    assert program(person("emil")).post("games/", WISH, key="one").json()["slug"] != first["slug"]


def test_twice_at_once_opens_one_table(dora: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second request looked before the first one had written, and wrote after it."""
    first = dora.post("games/", WISH, key="one").json()
    looks: list[Any] = []
    look = idempotency.find_previous

    def blind_once(*given: Any) -> Game | None:
        looks.append(given)
        return None if len(looks) == 1 else look(*given)

    monkeypatch.setattr(idempotency, "find_previous", blind_once)
    again = dora.post("games/", WISH, key="one")
    assert again.json()["slug"] == first["slug"]
    assert Game.objects.count() == MadeGame.objects.count() == 1


def test_tables_are_limited_by_the_hour(dora: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.views.tables.NEW_GAMES_AN_HOUR", 1)
    opened(dora)
    answer = dora.post("games/", WISH)
    assert refusal(answer, 429) == "limit.reached" and int(answer.headers["Retry-After"]) > 60


def test_a_private_table_is_hidden_without_its_invitation(dora: Program) -> None:
    facts = opened(dora, public=False)
    path, token = f"games/{facts['slug']}", facts["invite_token"]
    emil = program(person("emil"))
    assert emil.get("games/", list="open").json()["games"] == []
    assert refusal(emil.get(f"{path}/"), 404) == "request.not_found"
    for wish in ({}, {"invite_token": "wrong"}):
        assert refusal(emil.post(f"{path}/join/", wish), 404) == "request.not_found"
    joined = emil.post(f"{path}/join/", {"invite_token": token})
    assert joined.status_code == 200 and len(joined.json()["players"]) == 2


def test_the_invitation_is_told_to_those_at_the_table_only(dora: Program) -> None:
    facts = opened(dora)
    assert facts["invite_token"]
    assert program(person("emil")).get(f"games/{facts['slug']}/").json()["invite_token"] == ""


def test_colours_and_seats_run_out(dora: Program) -> None:
    facts = opened(dora, colour="red")
    path = f"games/{facts['slug']}/join/"
    assert refusal(program(person("emil")).post(path, {"colour": "red"}), 422) == "lobby.refused"
    program(person("fay")).post(path)
    program(person("gus")).post(path)
    assert refusal(program(person("hal")).post(path), 422) == "lobby.refused"


def test_leaving_and_starting(dora: Program) -> None:
    facts = opened(dora, seats=4)
    path = f"games/{facts['slug']}"
    emil = program(person("emil"))
    emil.post(f"{path}/join/")
    assert refusal(emil.post(f"{path}/start/"), 403) == "game.not_allowed"
    assert refusal(dora.post(f"{path}/start/"), 422) == "game.seats"
    left = emil.post(f"{path}/leave/")
    assert left.status_code == 204 and left.content == b""
    for name in ("fay", "gus"):
        program(person(name)).post(f"{path}/join/")
    started = dora.post(f"{path}/start/").json()
    assert started["status"] == "running" and started["seats_wanted"] == 3
    assert refusal(dora.post(f"{path}/leave/"), 422) == "lobby.refused"


def test_the_last_to_leave_calls_the_table_off(dora: Program) -> None:
    slug = opened(dora)["slug"]
    assert dora.post(f"games/{slug}/leave/").status_code == 204
    assert Game.objects.get().status == Game.Status.VOID


def test_resigning_is_for_good() -> None:
    played = table()
    alice, path = program(played.alice), f"games/{played.game.slug}"
    answer = alice.post(f"{path}/resign/").json()
    assert {seat["name"]: seat["state"] for seat in answer["players"]}["alice"] == "resigned"
    assert refusal(alice.post(f"{path}/resign/"), 403) == "game.not_allowed"
    assert refusal(alice.post(f"{path}/return/"), 403) == "game.not_allowed"
    assert refusal(program(person("charlie")).post(f"{path}/resign/"), 403) == "game.not_allowed"


def test_ones_own_games_come_in_pages(dora: Program) -> None:
    slugs = [opened(dora)["slug"] for _ in range(3)][::-1]
    first = dora.get("games/", limit=2).json()
    rest = dora.get("games/", limit=2, before=first["next"]).json()
    assert [game["slug"] for game in first["games"] + rest["games"]] == slugs and rest["next"] is None
    dora.post(f"games/{slugs[0]}/leave/")
    assert [game["slug"] for game in dora.get("games/", status="open").json()["games"]] == slugs[1:]
    for query in ({"list": "all"}, {"status": "none"}, {"before": 0}, {"limit": 51}, {"page": 2}):
        assert refusal(dora.get("games/", **query), 400) == "request.invalid"


def test_games_that_are_not_for_one(dora: Program) -> None:
    played = table(watch="players")
    path = f"games/{played.game.slug}/"
    for rest in ("", "view/", "options/", "history/"):
        assert refusal(dora.get(path + rest), 404) == "request.not_found"
        assert refusal(dora.get("games/no-such/" + rest), 404) == "request.not_found"
    for rest, wish in (("orders/", {"ref": 1, "text": "end"}), ("try/", {"text": "end"}), ("undo/", {"ref": 1})):
        assert refusal(dora.post(path + rest, wish), 404) == "request.not_found"


def test_what_can_be_played(dora: Program) -> None:
    catalogue = dora.get("rules/").json()
    rules = {each["id"]: each for each in catalogue["rules"]}
    assert rules["modern"]["seats"][1] >= 6 and rules["modern"]["switches"]
    assert {bot["name"] for bot in catalogue["bots"]} >= {"random"}
    board = dora.get(f"maps/{rules['modern']['map']}/").json()
    assert len(board["names"]) == len(board["codes"]) == len(board["neighbours"]) == 42
    assert board["zones"] == ["land"] * 42 and board["signs"] == {}
    assert refusal(dora.get("maps/no-such/"), 404) == "request.not_found"


def test_a_board_tells_its_zones_and_signs() -> None:
    world = serialize_map(mapgraph("world2210"))
    assert [world.zones.count(zone) for zone in ("land", "water", "moon")] == [42, 13, 14]
    assert [world.names[place] for place in world.signs["landing"]] == ["Bay of Dew", "Sea of Crisis", "Tycho"]


def test_addresses_that_do_not_exist(dora: Program) -> None:
    for answer in (dora.get("nothing/"), dora.post("games/x/y/z/")):
        assert refusal(answer, 404) == "request.not_found"
    answer = dora.client.put("/api/me/", headers=dora.pass_())
    assert refusal(answer, 405) == "request.method" and "GET" in answer.headers["Allow"]
