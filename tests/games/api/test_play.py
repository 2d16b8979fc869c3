"""Playing through the API: boards, options, orders in both forms, dry runs, undo, history."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Entry, Player, StandingOrder
from games.services.organize import game_pause
from tests.games.api.kit import Program, asked_program, program, ref_of, refusal
from tests.games.kit import Table, person, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Table:
    """A dealt game past its set-up: whoever is asked places armies."""
    made = table()
    made.past_setup()
    return made


def path(played: Table, rest: str = "") -> str:
    return f"games/{played.game.slug}/{rest}"


def placed(played: Table) -> dict[str, Any]:
    """A legal action of whoever is asked: all armies on the first land."""
    view = played.view(played.waiting.seat)
    field = view.offer("deploy.place").fields[0]
    return {"type": "deploy.place", "seat": view.viewer, "at": [[field.values[0], field.most]]}


def attack_text(played: Table, more: str = "") -> str:
    """Ten armies of whoever is asked against six of the next seat."""
    seat = played.waiting.seat
    src, dst = played.front(seat, (seat + 1) % 3)
    return f"attack {src} {dst}{more}"


def to_attacks(played: Table) -> None:
    while played.waiting.kind != "battle.attack_asked":
        played.order(played.likely())


def test_the_board_is_the_view_of_the_seat(played: Table) -> None:
    seat = played.waiting.seat
    answer = asked_program(played).get(path(played, "view/")).json()
    assert answer["view"]["viewer"] == seat and answer["view"]["asked"]["seats"] == [seat]
    assert answer["asked"][0]["ref"] == ref_of(played) == answer["view"]["ref"]
    assert answer["asked"][0]["deadline_at"] is not None
    assert [offer["action"] for offer in answer["view"]["offers"]]
    watcher = program(person("charlie")).get(path(played, "view/")).json()["view"]
    assert watcher["viewer"] is None and watcher["offers"] == [] and watcher["hand"] == []


def test_options_are_of_ones_own_seat(played: Table) -> None:
    mine = asked_program(played).get(path(played, "options/")).json()
    assert mine["seat"] == played.waiting.seat and mine["ref"] == ref_of(played)
    assert mine["offers"] and mine["orders"][0]["order"].startswith("place")
    other = played.bob if played.asked_user == played.alice else played.alice
    idle = program(other).get(path(played, "options/")).json()
    assert idle["ref"] is None and idle["offers"] == [] and idle["orders"] == []
    assert refusal(program(person("charlie")).get(path(played, "options/")), 403) == "game.not_allowed"


def test_an_action_is_played_and_told(played: Table) -> None:
    bot, ref = asked_program(played), ref_of(played)
    answer = bot.post(path(played, "orders/"), {"ref": ref, "action": placed(played)})
    assert answer.status_code == 200
    body = answer.json()
    assert body["replayed"] is False and body["refusal"] is None
    first = body["history"]["entries"][0]
    assert first["seq"] == body["seq"] and first["source"] == "api" and first["order"].startswith("place")
    assert first["events"][0]["type"] == "deploy.placed" and first["story"]
    assert body["game"]["asked"][0]["ref"] > ref


def test_an_order_in_words_is_played(played: Table) -> None:
    answer = asked_program(played).post(path(played, "orders/"), {"ref": ref_of(played), "text": played.likely()})
    assert answer.status_code == 200
    assert Entry.objects.filter(source=Entry.Source.API, actor=f"user:{played.asked_user.pk}").exists()


@pytest.mark.parametrize("text", ["attack Atlantis Alaska", "attack Alaska Alaska", "end turn now"])
def test_a_refused_order_is_answered_in_json_without_any_page(
    played: Table, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(*args: object, **kwargs: object) -> None:
        raise AssertionError("A page was built.")

    pages = ("games.views.play.turn_page", "games.views.play.build_page_data")
    for name in ("django.template.loader.get_template", *pages):
        monkeypatch.setattr(name, build)
    answer = asked_program(played).post(path(played, "orders/"), {"ref": ref_of(played), "text": text})
    assert answer.status_code == 422 and answer.json().keys() == {"code", "message", "params"}
    assert answer["Content-Type"] == "application/json"


def test_several_orders_stop_at_the_first_refusal(played: Table) -> None:
    text = f"{played.likely()}\nfortify Alaska Alaska 1\nend turn"
    body = asked_program(played).post(path(played, "orders/"), {"ref": ref_of(played), "text": text}).json()
    assert body["refusal"]["code"] and body["refusal"]["message"]
    assert body["history"]["entries"][0]["order"].startswith("place")
    assert body["game"]["seq"] == body["seq"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "place"}, 400, "request.invalid"),
        ({"ref": "one", "text": "end"}, 400, "request.invalid"),
        ({"ref": -1, "text": "end"}, 400, "request.invalid"),
        ({"ref": 2**70, "text": "end"}, 400, "request.invalid"),
        ({"ref": 1, "text": ""}, 400, "request.invalid"),
        ({"ref": 1, "text": "x" * 2001}, 400, "request.invalid"),
        ({"ref": 1}, 400, "request.invalid"),
        ({"ref": 1, "text": "end", "action": {"type": "turn.end", "seat": 0}}, 400, "request.invalid"),
        ({"ref": 1, "text": "end", "sea": 3}, 400, "request.invalid"),
        ({"ref": 1, "action": {"type": "no.such", "seat": 0}}, 422, "order.unreadable"),
        ({"ref": 1, "action": {"type": "turn.end", "seat": "red"}}, 422, "order.unreadable"),
        ([], 400, "request.invalid"),
        ("{", 400, "request.invalid"),
        ("null", 400, "request.invalid"),
        ("[" * 100_000, 400, "request.invalid"),
        (b"\xff\xfe", 400, "request.invalid"),
        ('{"ref": NaN, "text": "end"}', 400, "request.invalid"),
        ('{"ref": 1, "text": "' + "x" * 1_000_001 + '"}', 413, "request.too_large"),
    ],
)
def test_what_cannot_be_read_is_refused(played: Table, body: Any, status: int, code: str) -> None:
    before = played.fresh().seq
    assert refusal(asked_program(played).post(path(played, "orders/"), body), status) == code
    assert played.fresh().seq == before


def test_unreadable_words_name_what_may_have_been_meant(played: Table) -> None:
    answer = asked_program(played).post(path(played, "orders/"), {"ref": ref_of(played), "text": "place 1 Brazill"})
    assert refusal(answer, 422) == "order.unreadable"
    assert answer.json()["params"]["candidates"]
    assert answer.json()["params"]["orders_url"].endswith(f"/g/{played.game.slug}/orders/")


def test_every_line_that_cannot_be_read_is_named(played: Table) -> None:
    text = "place 1 Brazill\nadvance lots"
    answer = asked_program(played).post(path(played, "orders/"), {"ref": ref_of(played), "text": text})
    assert refusal(answer, 422) == "order.unreadable" and "“advance lots”" in answer.json()["message"]
    (further,) = answer.json()["params"]["further"]
    assert further["text"] == "advance lots" and "before “lots”" in further["message"]


@pytest.mark.parametrize("territory", [-1, 42, 10**6, 2**63, 2**80])
def test_land_off_the_map_is_refused(played: Table, territory: int) -> None:
    action = placed(played) | {"at": [[territory, 1]]}
    answer = asked_program(played).post(path(played, "orders/"), {"ref": ref_of(played), "action": action})
    assert refusal(answer, 422)


def test_orders_against_the_rules_are_refused(played: Table) -> None:
    action = placed(played)
    action["at"][0][1] += 1
    answer = asked_program(played).post(path(played, "orders/"), {"ref": ref_of(played), "action": action})
    assert refusal(answer, 422).startswith("deploy.")
    assert answer.json()["params"]


def test_nobody_answers_for_another_seat(played: Table) -> None:
    bot, seat = asked_program(played), played.waiting.seat
    foreign = placed(played) | {"seat": 1 - seat if seat < 2 else 0}
    answer = bot.post(path(played, "orders/"), {"ref": ref_of(played), "action": foreign})
    assert refusal(answer, 403) == "game.not_allowed"
    stranger = program(person("charlie"))
    answer = stranger.post(path(played, "orders/"), {"ref": ref_of(played), "action": placed(played)})
    assert refusal(answer, 403) == "game.not_allowed"


def test_only_json_is_read(played: Table) -> None:
    bot = asked_program(played)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = bot.client.post(
            f"/api/{path(played, 'orders/')}",
            b"ref=1",
            content_type=kind,
            headers=bot.pass_() | {"Idempotency-Key": "k"},
        )
        assert refusal(answer, 415) == "request.media_type"


def test_a_key_is_needed_and_must_be_plain(played: Table) -> None:
    bot, body = asked_program(played), {"ref": ref_of(played), "text": "end"}
    assert refusal(bot.post(path(played, "orders/"), body, key=None), 428) == "request.key_missing"
    assert refusal(bot.post(path(played, "orders/"), body, key="two words"), 400) == "request.invalid"
    assert refusal(bot.post(path(played, "orders/"), body, key="k" * 101), 400) == "request.invalid"


def test_the_same_key_plays_once(played: Table) -> None:
    bot = asked_program(played)
    body = {"ref": ref_of(played), "text": played.likely()}
    first = bot.post(path(played, "orders/"), body, key="one").json()
    again = bot.post(path(played, "orders/"), body, key="one")
    assert again.status_code == 200
    told = again.json()
    assert told.pop("replayed") and not first.pop("replayed")
    assert told == first
    other = bot.post(path(played, "orders/"), body | {"text": "end"}, key="one")
    assert refusal(other, 422) == "game.key_reused"


def test_a_late_answer_is_told_what_is_asked_now(played: Table) -> None:
    bot, ref = asked_program(played), ref_of(played)
    bot.post(path(played, "orders/"), {"ref": ref, "text": played.likely()})
    late = bot.post(path(played, "orders/"), {"ref": ref, "text": "end"})
    assert refusal(late, 409) == "game.stale"
    assert late.json()["params"]["ref"] == ref_of(played)


def test_a_seat_that_the_caretaker_holds_must_be_taken_back(played: Table) -> None:
    bot = asked_program(played)
    Player.objects.filter(game=played.game, user=played.asked_user).update(state=Player.State.CARETAKER)
    late = bot.post(path(played, "orders/"), {"ref": 9999, "text": "end"})
    assert refusal(late, 403) == "game.not_allowed" and "caretaker" in late.json()["message"]
    assert bot.post(path(played, "return/")).json()["players"]
    assert Player.objects.get(game=played.game, user=played.asked_user).state == Player.State.PLAYING


def test_a_paused_game_takes_no_orders(played: Table) -> None:
    bot, ref, order = asked_program(played), ref_of(played), played.likely()
    game_pause(game_id=played.game.pk, user=person("olga"), reason="a dispute")
    assert refusal(bot.post(path(played, "orders/"), {"ref": ref, "text": order}), 409) == "game.closed"
    assert refusal(bot.post(path(played, "try/"), {"text": order}), 409) == "game.closed"
    assert bot.get(path(played, "options/")).json()["ref"] is None
    assert bot.get(path(played)).json()["status"] == "paused"


def test_a_paused_game_has_no_deadline(played: Table) -> None:
    bot = asked_program(played)
    answers = [bot.get(path(played)), bot.get(path(played, "view/"))]
    assert all(answer.json()["asked"][0]["deadline_at"] for answer in answers)
    game_pause(game_id=played.game.pk, user=person("olga"), reason="a dispute")
    answers = [bot.get(path(played)), bot.get(path(played, "view/"))]
    assert all(answer.json()["asked"][0]["deadline_at"] is None for answer in answers)
    assert bot.get("turns/").json()["turns"] == []


def test_a_dry_run_plays_nothing(played: Table) -> None:
    to_attacks(played)
    bot, before = asked_program(played), played.fresh()
    answer = bot.post(path(played, "try/"), {"text": attack_text(played, " until captured")}, key=None)
    body = answer.json()
    assert answer.status_code == 200 and body["legal"] and body["refusal"] is None
    order = body["orders"][0]
    assert order["action"]["type"] == "battle.attack" and order["order"].startswith("attack")
    assert 0 < order["odds"]["win"] < 1 and order["odds"]["attacker_losses"] > 0
    again = bot.post(path(played, "try/"), {"action": order["action"]})
    assert again.json()["orders"] == body["orders"]
    assert played.fresh().seq == before.seq and played.fresh().head == before.head


def test_a_dry_run_says_what_would_be_refused(played: Table) -> None:
    bot = asked_program(played)
    for body, code in (
        ({"text": "attack Brazil Brazil"}, ""),
        ({"text": "blow the bridge"}, "order.unreadable"),
        ({"action": placed(played) | {"at": []}}, ""),
    ):
        answer = bot.post(path(played, "try/"), body).json()
        assert not answer["legal"] and answer["orders"] == []
        assert answer["refusal"]["message"] and answer["refusal"]["code"].startswith(code)
    assert refusal(bot.post(path(played, "try/"), {}), 400) == "request.invalid"
    idle = program(played.bob if played.asked_user == played.alice else played.alice)
    assert idle.post(path(played, "try/"), {"text": "end"}).json()["refusal"]["code"] == "turn.not_yours"


def test_undo_takes_back_what_nobody_knows(played: Table) -> None:
    bot, view = asked_program(played), played.view()
    bot.post(path(played, "orders/"), {"ref": ref_of(played), "action": placed(played)})
    undone = bot.post(path(played, "undo/"), {"ref": ref_of(played)}, key="back")
    assert undone.status_code == 200
    assert undone.json()["history"]["entries"][0]["kind"] == "undo"
    assert played.view().armies == view.armies
    assert bot.post(path(played, "undo/"), {"ref": ref_of(played) - 1}, key="back").status_code in (200, 422)
    assert refusal(bot.post(path(played, "undo/"), {"ref": ref_of(played)}), 422) == "game.nothing_to_undo"


def test_history_comes_in_pages(played: Table) -> None:
    bot = asked_program(played)
    whole = bot.get(path(played, "history/")).json()
    assert [entry["seq"] for entry in whole["entries"]] == list(range(1, whole["seq"] + 1)) and not whole["more"]
    seqs: list[int] = []
    more = True
    while more:
        page = bot.get(path(played, "history/"), since=seqs[-1] if seqs else 0, limit=2).json()
        seqs += [entry["seq"] for entry in page["entries"]]
        more = page["more"]
    assert seqs == list(range(1, whole["seq"] + 1))
    for query in ({"since": "x"}, {"since": -1}, {"limit": 0}, {"limit": 201}, {"until": 3}):
        assert refusal(bot.get(path(played, "history/"), **query), 400) == "request.invalid"


def test_defence_can_be_left_to_a_program() -> None:
    """A seat that ticked "ask me" is asked for its dice, out of turn, and answers through the API."""
    played = table()
    played.past_setup()
    to_attacks(played)
    attacker, defender = played.asked_user, played.bob if played.asked_user == played.alice else played.alice
    player = Player.objects.get(game=played.game, user=defender)
    StandingOrder.objects.create(game=played.game, player=player, text="when attacked: ask me")
    src, dst = played.front(played.seat(attacker), played.seat(defender))
    wish = {"ref": ref_of(played), "text": f"attack {src} {dst}"}
    assert program(attacker).post(path(played, "orders/"), wish).status_code == 200
    bot = program(defender)
    options = bot.get(path(played, "options/")).json()
    assert options["kind"] == "battle.defend_asked" and options["pace"] == "reaction"
    assert bot.get("turns/").json()["turns"][0]["asked"]["kind"] == "battle.defend_asked"
    assert bot.post(path(played, "orders/"), {"ref": options["ref"], "text": "defend 1"}).status_code == 200


def test_before_the_start_there_is_no_board() -> None:
    bot = program(person("dora"))
    slug = bot.post("games/", {"name": "Soon", "rules": "modern", "seats": 3}).json()["slug"]
    for answer in (bot.get(f"games/{slug}/view/"), bot.get(f"games/{slug}/options/")):
        assert refusal(answer, 409) == "game.closed"
    assert refusal(bot.post(f"games/{slug}/orders/", {"ref": 1, "text": "end"}), 409) == "game.closed"
    assert bot.get(f"games/{slug}/history/").json() == {"entries": [], "seq": 0, "more": False}


def test_no_token_no_game(played: Table) -> None:
    for answer in (Program("").get(path(played)), Program("").post(path(played, "orders/"), {"ref": 1})):
        assert refusal(answer, 401) == "token.missing"
