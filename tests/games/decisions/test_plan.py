"""A planned set-up on the site: by form, by link, in words and by API; secret, changeable, and over in one step."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

import engine
from accounts.models import User
from games.decisions.plan import prompt
from games.mail.outbox import outbox_deliver
from games.models import Entry, Game, OutboxMail, Waiting
from games.services.deadlines import deadline_expire
from games.services.lobby import game_join
from games.services.orders import order_submit
from tests.games.api.kit import program
from tests.games.kit import Table, make_table, person, table
from tests.games.mail.kit import links_of, made
from tests.games.selectors.test_secrets import PAGES, page_of
from tests.games.services.test_lobby import form
from tests.games.views.test_play import client
from tests.kit.markup import one_line

pytestmark = pytest.mark.django_db

PLANNED = {"setup_orders": "planned"}
SECRET = "plan claim Siam, Brazil, next to mine; place 5 Siam, 4 Brazil"


def planned(rules: str = "modern", bots: tuple[str, ...] = ("recruit",)) -> Table:
    return table(rules, bots=bots, options=PLANNED)


def rows(game: Game) -> list[Waiting]:
    return list(Waiting.objects.filter(game=game).select_related("player__user").order_by("seat"))


def answer(play: Table, row: Waiting, text: str) -> None:
    order_submit(
        game_id=play.game.pk,
        seat=row.seat,
        ref=row.ref,
        source=Entry.Source.WEB,
        text=text,
        user_id=row.player.user_id or 0,
    )


def shown(play: Table, user: User, query: str = "") -> str:
    address = reverse("game", args=[play.game.slug])
    return unescape(one_line(client(user).get(f"{address}{query}").content.decode()))


def test_four_people_have_the_first_attack_after_four_mails() -> None:
    """From the form for a new game to the first player's turn, each answering by the first link of one mail."""
    people = [person(name) for name in ("alice", "bob", "carol", "dave")]
    made_by = client(people[0]).post(reverse("game-new"), form(rules="modern", seats_wanted="4", turn_hours="72"))
    assert made_by.status_code == 302
    game = Game.objects.get()
    for user in people[1:]:
        game = game_join(game_id=game.pk, user=user, invite_token=game.invite_token)
    outbox_deliver()
    turns = OutboxMail.objects.filter(template="turn")
    assert turns.count() == 4 and {row.kind for row in rows(game)} == {"setup.plan_asked"}
    letters = {letter.to[0]: letter for letter in mail.outbox if "plan your set-up" in letter.subject}
    assert len(letters) == 4
    for user in people:
        url = re.findall(r"http\S+/l/\S+", letters[f"{user.username}@example.org"].body)[0]
        page = unescape(client().get(url).content.decode())
        assert "Use a suggested plan" in page and "Claim in this order" in page
        assert client().post(url).status_code == 200
    game.refresh_from_db()
    (row,) = rows(game)
    assert (game.round, row.kind) == (1, "deploy.place_asked")
    assert turns.count() == 5 and turns.order_by("-pk")[0].seat == row.seat
    order_submit(
        game_id=game.pk,
        seat=row.seat,
        ref=row.ref,
        source=Entry.Source.WEB,
        text="place on the weakest border",
        user_id=row.player.user_id or 0,
    )
    assert rows(game)[0].kind == "battle.attack_asked"
    assert sum(len(entry.events) for entry in Entry.objects.filter(game=game, seq=5)) >= 120


class TestMail:
    def test_three_likely_plans_are_links(self) -> None:
        play = planned()
        row = rows(play.game)[0]
        body = one_line(made(play.game, "turn", row.seat).body)
        for words in ("Use a suggested plan", "Start in South America", "Leave it to the defaults"):
            assert words in body
        assert body.count("/l/") >= 3
        assert "PLAN YOUR SET-UP" in body and "nobody sees anyone else’s plan" in body
        assert "the game claims and places for you by its default rules" in body
        assert "Venezuela; Peru; Brazil; Argentina." in body, "an empty board is a list of names"

    def test_where_the_land_is_dealt_a_plan_only_places(self) -> None:
        play = planned("secret_mission")
        body = made(play.game, "turn", rows(play.game)[0].seat).body
        assert "Start in" not in body and re.search(r"Make .+ strong, with 8 armies", body)

    @pytest.mark.parametrize("rules", ["modern", "modern_2p", "secret_mission", "capital"])
    def test_each_link_of_the_mail_is_a_plan_that_can_be_given(self, rules: str) -> None:
        play = planned(rules, () if rules == "modern_2p" else ("recruit",))
        row = rows(play.game)[0]
        found = links_of(made(play.game, "turn", row.seat).body)
        assert len(found) >= 3
        for url in found:
            assert client().post(url).status_code == 200, url
        assert Entry.objects.filter(game=play.game, seat=row.seat, kind="action").count() == len(found)
        assert row.seat not in {left.seat for left in rows(play.game)}

    def test_a_link_shows_the_plan_that_its_button_gives(self) -> None:
        """Each territory in its place with its armies, the seat's own share first; the same numbers are on the map."""
        play = planned()
        row = rows(play.game)[0]
        url = links_of(made(play.game, "turn", row.seat).body)[0]
        page = unescape(one_line(client().get(url).content.decode()))
        assert "plan like veteran" not in page
        line = r'<li>\s*<span class="place">(\d*)</span>\s*<b>([^<]+)</b>\s*<span>(?:(\d+) arm\w+)?</span>'
        listed = re.findall(line, page)
        assert client().post(url).status_code == 200
        given, names = play.view(row.seat).given, engine.mapgraph("classic42").names
        armies = {names[spot]: str(count) for spot, count in given["place"]}
        ranked = [
            (str(place), names[spot], armies.get(names[spot], "")) for place, spot in enumerate(given["claim"], 1)
        ]
        assert listed == ranked and len(listed) == 42 and len(armies) > 1
        assert page.index(names[given["claim"][13]]) < page.index("28 more, if others claim these first")
        first = names[given["claim"][0]]
        assert re.search(rf'aria-label="{first},[^"]*number 1 of the plan"', page)

    def test_a_link_shows_where_armies_go_on_dealt_land(self) -> None:
        play = planned("secret_mission")
        row = rows(play.game)[0]
        veteran, strong, _nothing = links_of(made(play.game, "turn", row.seat).body)
        page = unescape(one_line(client().get(strong).content.decode()))
        assert "Where your armies will stand" in page and "<span>8 armies</span>" in page and "8 planned" in page
        assert len(re.findall(r"<span>\d+ armies</span>", client().get(veteran).content.decode())) > 1

    def test_a_link_can_be_chosen_again_after_another(self) -> None:
        play = planned()
        row = rows(play.game)[0]
        veteran, _start, nothing = links_of(made(play.game, "turn", row.seat).body)
        visitor = client()
        for url in (veteran, veteran, nothing, nothing, veteran, veteran):
            assert visitor.post(url).status_code == 200
        assert len(play.view(row.seat).given["claim"]) == 42
        assert Entry.objects.filter(game=play.game, seat=row.seat, kind="action").count() == 3


class TestPage:
    def test_the_map_and_lists_build_the_ranking(self) -> None:
        play = planned()
        user = rows(play.game)[0].player.user
        assert user is not None
        page = shown(play, user)
        assert "Plan your set-up" in page and "Start over" not in page and "South America" in page
        assert "plan=BRA" in page  # a territory of the map is a link that ranks it
        page = shown(play, user, "?plan=BRA.south_america.next_to_mine&at=BRA.5")
        assert "plan claim Brazil, South America, next to mine; place 5 Brazil" in page
        assert "plan=south_america.next_to_mine" in page  # and, once it is ranked, one that takes it out
        assert "plan=BRA.next_to_mine.south_america" in page  # one place up

    def test_a_plan_that_is_in_may_be_changed(self) -> None:
        play = planned()
        row = rows(play.game)[0]
        assert prompt(play.view(row.seat)).heading == "Plan your set-up"
        answer(play, row, "plan")
        changed = prompt(play.view(row.seat))
        assert (changed.heading, changed.subject) == ("Change your plan, or leave it", "your plan is in")
        assert changed.lead == "Your plan is in. You can change it until everybody has answered."

    def test_the_button_that_stands_out_suggests_a_plan_until_there_is_one(self) -> None:
        play = planned()
        user = rows(play.game)[0].player.user
        assert user is not None
        stands_out = r'class="btn primary[^"]*"[^>]*>([^<]+)<'
        assert re.findall(stands_out, shown(play, user)) == ["Suggest a plan"]
        assert re.findall(stands_out, shown(play, user, "?plan=BRA.any")) == ["Send this plan"]

    def test_a_veteran_fills_in_what_is_left_open(self) -> None:
        play = planned()
        user = rows(play.game)[0].player.user
        assert user is not None
        page = shown(play, user, "?plan=JAP&like=veteran")
        assert re.search(r"plan claim Japan, [^;]+; place \d+ ", page)
        assert "There is no bot “nobody”" in shown(play, user, "?plan=JAP&like=nobody")

    def test_the_form_sends_what_it_shows(self) -> None:
        play = planned()
        row = rows(play.game)[0]
        fields = {
            "ref": row.ref,
            "key": "k1",
            "act": "setup.plan",
            "plan": "SIA.BRA.asia.any",
            "n-SIA": "5",
            "n-BRA": "",
        }
        web = client(row.player.user)
        assert web.post(reverse("game", args=[play.game.slug]), fields).status_code == 302
        given = play.view(row.seat).given
        siam, brazil = (engine.mapgraph("classic42").names.index(name) for name in ("Siam", "Brazil"))
        assert given == {
            "type": "setup.plan",
            "seat": row.seat,
            "claim": [siam, brazil, "asia", "any"],
            "place": [[siam, 5]],
        }

    def test_a_plan_that_is_in_is_shown_to_its_owner_and_can_be_changed(self) -> None:
        play = planned()
        row, other = rows(play.game)
        answer(play, row, SECRET)
        assert row.player.user and other.player.user
        page = shown(play, row.player.user)
        assert "Your plan is in" in page and "You can change it until everybody has answered." in page
        assert SECRET in page and "still to answer" in page and "Send this plan instead" in page
        assert "If you do not answer" not in page
        answer(play, row, "plan claim Japan")
        assert Entry.objects.filter(game=play.game, seat=row.seat, kind="action").count() == 2
        answer(play, other, "plan")
        graph = engine.mapgraph("classic42")
        assert play.view().owner[graph.names.index("Japan")] == row.seat
        assert play.fresh().round == 1

    def test_a_refusal_says_what_would_be_right_and_keeps_the_plan(self) -> None:
        play = planned()
        row = rows(play.game)[0]
        fields = {"ref": row.ref, "key": "k1", "act": "setup.plan", "plan": "SIA", "n-SIA": "99"}
        answered = client(row.player.user).post(reverse("game", args=[play.game.slug]), fields)
        page = unescape(answered.content.decode())
        assert answered.status_code == 422 and "There is no room for 99 armies there: name at most 35." in page
        assert 'value="SIA"' in page and 'value="99"' in page

    def test_counts_keep_the_order_in_which_they_were_named(self) -> None:
        """Of two territories that lack as many, the first of the list gets its army first: from words to the page and
        back, and through a refusal. A count without a field stays, one whose territory leaves the ranking goes."""
        play = planned()
        row = rows(play.game)[0]
        answer(play, row, "plan claim Brazil, Peru, Egypt; place 4 Peru, 3 Siam, 4 Brazil")
        page = shown(play, row.player.user)  # type: ignore[arg-type]
        assert 'name="at" value="PER.4_SIA.3_BRA.4"' in page
        off = re.search(r'href="([^"]+)" aria-label="Take Peru off the list"', page)[1]  # type: ignore[index]
        assert "at=SIA.3_BRA.4" in off
        fields = {"ref": row.ref, "key": "k1", "act": "setup.plan", "plan": "BRA.PER.EGY", "at": "PER.4_SIA.3_BRA.4"}
        address, visitor = reverse("game", args=[play.game.slug]), client(row.player.user)
        refused = visitor.post(address, {**fields, "n-BRA": "2", "n-PER": "4", "n-EGY": "999"})
        assert refused.status_code == 422 and 'name="at" value="PER.4_SIA.3_BRA.2_EGY.999"' in refused.content.decode()
        assert visitor.post(address, {**fields, "n-BRA": "", "n-PER": "4", "n-EGY": "5"}).status_code == 302
        names = engine.mapgraph("classic42").names
        given = [(names[spot], armies) for spot, armies in play.view(row.seat).given["place"]]
        assert given == [("Peru", 4), ("Siam", 3), ("Egypt", 5)]

    def test_counts_of_a_new_plan_go_by_the_ranking(self) -> None:
        play = planned()
        row = rows(play.game)[0]
        fields = {"ref": row.ref, "key": "k1", "act": "setup.plan", "plan": "SIA.BRA", "n-SIA": "5", "n-BRA": "5"}
        assert client(row.player.user).post(reverse("game", args=[play.game.slug]), fields).status_code == 302
        names = engine.mapgraph("classic42").names
        assert [names[spot] for spot, _ in play.view(row.seat).given["place"]] == ["Siam", "Brazil"]

    def test_for_two_the_neutral_armies_are_planned_too(self) -> None:
        play = planned("modern_2p", ())
        row = rows(play.game)[0]
        view = play.view(row.seat)
        codes = engine.mapgraph("classic42").codes
        own, neutral = view.owner.index(row.seat), view.owner.index(2)
        page = shown(play, row.player.user)  # type: ignore[arg-type]
        assert "Where your neutral armies go" in page and "The territories are dealt." in page
        fields = {
            "ref": row.ref,
            "key": "k1",
            "act": "setup.plan",
            f"n-{codes[own]}": "9",
            f"neutral-{codes[neutral]}": "3",
        }
        assert client(row.player.user).post(reverse("game", args=[play.game.slug]), fields).status_code == 302
        assert play.view(row.seat).given["neutral"] == [[neutral, 3]]

    def test_neutral_armies_keep_the_order_and_number_of_their_list(self) -> None:
        """From the link to the form, and through a refusal; another number changes the list at its end alone."""
        play = planned("modern_2p", ())
        row = rows(play.game)[0]
        codes = engine.mapgraph("classic42").codes
        own, one = (play.view(row.seat).owner.index(by) for by in (row.seat, 2))
        two = play.view(row.seat).owner.index(2, one + 1)
        listed = f"{codes[two]}.1_{codes[one]}.2_{codes[two]}.3"
        page = shown(play, row.player.user, f"?plan=-&neutral={listed}")  # type: ignore[arg-type]
        assert f"neutral {(names := engine.mapgraph('classic42').names)[two]}, 2 {names[one]}, 3 {names[two]}" in page
        assert f'name="neutral" value="{listed}"' in page
        assert re.search(rf'name="neutral-{codes[two]}"[^>]* value="4"', page)
        assert f"neutral={listed}" in re.search(r'href="([^"]+like=veteran[^"]*)"', page)[1]  # type: ignore[index]
        fields = {
            "ref": row.ref,
            "key": "k1",
            "act": "setup.plan",
            "neutral": listed,
            f"neutral-{codes[two]}": "3",
            f"neutral-{codes[one]}": "3",
        }
        address = reverse("game", args=[play.game.slug])
        refused = client(row.player.user).post(address, {**fields, f"n-{codes[own]}": "999"})
        kept = f"{codes[two]}.1_{codes[one]}.2_{codes[two]}.2_{codes[one]}.1"
        assert refused.status_code == 422 and f'name="neutral" value="{kept}"' in refused.content.decode()
        assert client(row.player.user).post(address, fields).status_code == 302
        assert play.view(row.seat).given["neutral"] == [[two, 1], [one, 2], [two, 2], [one, 1]]

    def test_a_plan_like_a_bot_loses_no_neutral_army_on_the_page(self) -> None:
        """What the page shows and sends again is what was planned, also where a territory is named twice."""
        play = planned("godstorm_classic_2p", ())
        row = rows(play.game)[0]
        graph = engine.mapgraph(play.game.map)
        lands = [spot for spot, by in enumerate(play.view(row.seat).owner) if by == 2][:2]
        answer(play, row, "plan neutral {0}, {1}, {0}; like veteran".format(*(graph.names[spot] for spot in lands)))
        given = play.view(row.seat).given["neutral"]
        assert len({spot for spot, _ in given}) < len(given)
        page = shown(play, row.player.user)  # type: ignore[arg-type]
        listed = re.findall(r'name="neutral" value="([^"]*)"', page)[0]
        counts = re.findall(r'name="(neutral-\w+)"[^>]* value="(\d+)"', page)
        fields = {"ref": row.ref, "key": "k1", "act": "setup.plan", "neutral": listed, **dict(counts)}
        address = reverse("game", args=[play.game.slug])
        assert client(row.player.user).post(address, fields).status_code == 302
        assert play.view(row.seat).given["neutral"] == given


class TestSecrecy:
    def test_a_plan_is_on_no_page_and_in_no_answer_of_others(self) -> None:
        play = planned()
        row, other = rows(play.game)
        answer(play, row, SECRET)
        answers = [other.player.user, person("charlie"), None]
        for user in answers:
            for name in PAGES:
                page = page_of(play, name, user)
                assert "next to mine; place 5" not in page and "5 Siam" not in page
        for reader in (other.player.user, person("dora")):
            for read in ("", "view/", "history/", "options/"):
                found = program(reader).get(f"games/{play.game.slug}/{read}").content.decode()
                assert "next_to_mine" not in found.replace('"next_to_mine","any"', "") or read == "options/"
                assert "5 Siam" not in found
        outbox_deliver()
        answer(play, other, "plan")
        outbox_deliver()
        assert play.fresh().round == 1
        told = " ".join(letter.body for letter in mail.outbox)
        assert "next to mine; place 5" not in told
        for user in answers:
            for name in PAGES:
                assert "next to mine; place 5" not in page_of(play, name, user)

    def test_the_history_of_the_api_hides_the_order_of_others_for_good(self) -> None:
        play = planned()
        row, other = rows(play.game)
        answer(play, row, SECRET)
        answer(play, other, "plan")
        entries = program(other.player.user).get(f"games/{play.game.slug}/history/").json()["entries"]
        assert [entry["order"] for entry in entries if entry["seat"] == row.seat and entry["kind"] == "action"] == [""]


class TestTime:
    def test_who_does_not_answer_gets_the_defaults_and_no_missed_turn(self) -> None:
        play = planned()
        first, second = rows(play.game)
        assert first.pace == "sealed" and first.deadline_at == second.deadline_at
        answer(play, first, "plan claim Siam")
        late = timezone.now() - timedelta(hours=1)
        Waiting.objects.filter(game=play.game).update(deadline_at=late, due_at=late)
        assert deadline_expire(game_id=play.game.pk)
        assert play.fresh().round == 1
        second.player.refresh_from_db()
        assert second.player.missed == 0

    def test_the_story_tells_the_set_up_in_a_line_a_seat_or_two(self) -> None:
        play = planned()
        first, second = rows(play.game)
        answer(play, first, "plan")
        answer(play, second, "plan")
        assert play.fresh().round == 1
        page = shown(play, first.player.user)  # type: ignore[arg-type]
        assert page.count(" claimed 14 territories: ") == 3
        entry = Entry.objects.get(game=play.game, seat=second.seat, ref=second.ref)
        assert [event["type"] for event in entry.events].count("setup.claimed") == 42  # the history has them all


def test_the_history_counts_and_shows_the_moves_of_a_planned_set_up_one_by_one() -> None:
    play = planned()
    first, second = rows(play.game)
    answer(play, first, "plan claim Brazil")
    answer(play, second, "plan")
    seq = Entry.objects.get(game=play.game, seat=second.seat, ref=second.ref).seq
    base = reverse("game-history", args=[play.game.slug, seq])
    count = 42 + 3 * 21
    whole = unescape(one_line(client().get(base).content.decode()))
    assert f"step {count} of {count}: " in whole and f"{base}?step={count - 1}" in whole
    one = unescape(one_line(client().get(f"{base}?step=1").content.decode()))
    assert f"step 1 of {count}: " in one and f"{base}?step=2" in one and f"{seq - 1}/" in one
    at = [len(re.findall(r"1 army", unescape(client().get(f"{base}?step={n}").content.decode()))) for n in (1, 12)]
    assert at[1] > at[0]
    before = reverse("game-history", args=[play.game.slug, seq - 1])
    assert f"{base}?step=1" in client().get(before).content.decode()
    assert client().get(f"{base}?step=9999").status_code == 200


def test_a_program_plans_by_action_and_in_words() -> None:
    play = planned()
    row, other = rows(play.game)
    api = program(row.player.user)
    options = api.get(f"games/{play.game.slug}/options/").json()
    (offer,) = options["offers"]
    assert offer["action"] == "setup.plan" and {field["kind"] for field in offer["fields"]} == {"ranking", "placements"}
    action: dict[str, Any] = {"type": "setup.plan", "seat": row.seat, "claim": [1, "asia", "any"], "place": [[1, 4]]}
    assert api.post(f"games/{play.game.slug}/orders/", {"ref": row.ref, "action": action}).status_code == 200
    view = api.get(f"games/{play.game.slug}/view/").json()["view"]
    assert view["given"]["claim"] == [1, "asia", "any"] and row.seat in view["asked"]["answered"]
    again = api.get(f"games/{play.game.slug}/options/").json()
    assert (again["ref"], again["offers"]) == (row.ref, options["offers"])  # it may be changed
    words = {"ref": row.ref, "text": "plan claim Asia\nplan like veteran"}
    assert api.post(f"games/{play.game.slug}/orders/", words).status_code == 200
    assert program(other.player.user).get(f"games/{play.game.slug}/view/").json()["view"]["given"] is None


def test_tables_of_an_hour_a_turn_are_set_up_in_turn() -> None:
    game = make_table(person("erin"), name="Quick", rules="modern", seats_wanted=3, turn_hours=1)
    assert "setup_orders" not in game.options
