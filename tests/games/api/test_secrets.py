"""Nothing that the API says hangs on what its reader may not know."""

from __future__ import annotations

import pytest

import tests.toy  # noqa: F401  # registers a rule set with sealed bids and hidden hands
from accounts.models import User
from games.models import Entry, Waiting
from tests.games.api.kit import Program, program, refusal
from tests.games.kit import Table, person, table
from tests.games.selectors.test_secrets import swap_others, with_cards

pytestmark = pytest.mark.django_db

READS = ("", "view/", "history/", "options/")


def everything(bot: Program, played: Table) -> list[bytes]:
    """All that a reader can learn of a game, refusals of orders included."""
    path = f"games/{played.game.slug}/"
    answers = [bot.get(path + rest) for rest in READS]
    answers += [bot.get("games/"), bot.get("games/", list="watch"), bot.get("turns/")]
    answers += [bot.post(path + "try/", {"text": text}) for text in ("trade best", "trade Alaska Peru wild", "end")]
    answers.append(bot.post(path + "orders/", {"ref": 1, "text": "end"}))
    answers.append(bot.post(path + "orders/", {"ref": 9999, "text": "trade best"}))
    return [answer.content for answer in answers]


@pytest.mark.no_cover
def test_answers_are_the_same_whatever_others_hold() -> None:
    played = table()
    with_cards(played)
    for reader in (played.alice, played.bob, person("charlie")):
        bot = program(reader)
        seat = played.seat(reader) if reader.username != "charlie" else None
        before = everything(bot, played)
        swap_others(played, seat)
        assert everything(bot, played) == before


def test_only_the_own_hand_is_in_a_view() -> None:
    played = table()
    hands = with_cards(played)
    path = f"games/{played.game.slug}/view/"
    for reader in (played.alice, played.bob):
        assert program(reader).get(path).json()["view"]["hand"] == list(hands[played.seat(reader)])
    assert program(person("charlie")).get(path).json()["view"]["hand"] == []


def test_cards_drawn_are_told_to_their_owner_alone() -> None:
    played = table()
    drawn = {"type": "cards.drawn", "seat": played.seat(played.alice), "card": 17}
    Entry.objects.filter(game=played.game, seq=1).update(events=[drawn])
    path = f"games/{played.game.slug}/history/"
    told = {
        name: program(reader).get(path).json()["entries"][0]
        for name, reader in (("alice", played.alice), ("bob", played.bob), ("charlie", person("charlie")))
    }
    assert told["alice"]["events"][0]["card"] == 17
    for name in ("bob", "charlie"):
        assert told[name]["events"][0]["card"] is None
    assert told["bob"]["story"] != told["alice"]["story"]


def test_entries_hold_neither_draws_nor_actions() -> None:
    played = table()
    entries = program(played.alice).get(f"games/{played.game.slug}/history/").json()["entries"]
    assert not {"draws", "action", "key", "actor"} & set(entries[0])


def play_to_bids(played: Table) -> list[Waiting]:
    """The rows of those who owe a sealed bid."""
    for _ in range(60):
        rows = list(Waiting.objects.filter(game=played.game).select_related("player__user").order_by("seat"))
        if rows[0].kind == "bidding.bid_asked":
            return rows
        played.order(played.likely())
    raise AssertionError("nobody is asked to bid")


def test_a_sealed_answer_stays_sealed() -> None:
    played = table("toy")
    first, second = play_to_bids(played)
    path = f"games/{played.game.slug}/"
    bidder = program(person_at(first))
    answer = bidder.post(path + "orders/", {"ref": first.ref, "text": "bid 3"})
    assert answer.status_code == 200 and answer.json()["history"]["entries"][0]["order"] == "bid 3"
    seq = answer.json()["seq"]
    for other in (program(person_at(second)), program(person("charlie"))):
        entry = next(e for e in other.get(path + "history/").json()["entries"] if e["seq"] == seq)
        assert entry["order"] == "" and [event["type"] for event in entry["events"]] == ["turn.answered"]
        assert b"bid 3" not in other.get(path + "view/").content
    assert bidder.post(path + "orders/", {"ref": first.ref, "text": "bid 2"}).status_code == 200  # until all are in
    assert program(person_at(second)).post(path + "orders/", {"ref": first.ref, "text": "bid 1"}).status_code == 200


def test_nobody_gives_the_sealed_answer_of_another_seat() -> None:
    played = table("toy")
    first, second = play_to_bids(played)
    foreign = {"type": "bidding.bid", "seat": second.seat, "amount": 5}
    answer = program(person_at(first)).post(f"games/{played.game.slug}/orders/", {"ref": first.ref, "action": foreign})
    assert refusal(answer, 403) == "game.not_allowed"
    assert Waiting.objects.filter(game=played.game, seat=second.seat, kind="bidding.bid_asked").exists()


def person_at(row: Waiting) -> User:
    assert row.player.user is not None
    return row.player.user
