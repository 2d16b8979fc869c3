"""The pages of a game: what they show to whom, what they take, and how much they ask of the database."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

import engine
from accounts.models import User
from games.models import Entry, Game, Player
from games.selectors.story import LATEST_ENTRIES
from games.services.lobby import game_join
from games.services.organize import game_pause
from games.wording.amounts import in_fours
from tests.games.kit import Table, make_table, person, table

pytestmark = pytest.mark.django_db


def client(user: object = None) -> Client:
    made = Client()
    if user is not None:
        made.force_login(user)  # type: ignore[arg-type]
    return made


@pytest.fixture
def play() -> Table:
    return table()


def url(name: str, play: Table) -> str:
    return reverse(name, args=[play.game.slug])


def test_the_one_who_is_asked_gets_forms_and_a_number(play: Table) -> None:
    page = client(play.asked_user).get(url("game", play))
    assert page.status_code == 200
    assert f'name="ref" value="{play.waiting.ref}"' in page.content.decode()


def test_a_page_asks_little_of_the_database(play: Table, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    reader, stranger = client(play.asked_user), client()
    for _ in range(6):
        play.order(play.likely())
    reader.get(url("game", play)), stranger.get(url("game", play))
    with django_assert_max_num_queries(9):  # one of them for messages
        assert reader.get(url("game", play)).status_code == 200
    Game.objects.update(press="none")
    with django_assert_max_num_queries(8):
        assert reader.get(url("game", play)).status_code == 200
    with django_assert_max_num_queries(5):
        assert stranger.get(url("game", play)).status_code == 200


def test_an_order_line_is_played_once_whatever_is_pressed_twice(play: Table) -> None:
    visitor, row = client(play.asked_user), play.waiting
    fields = {"line": "1", "order": play.likely(), "ref": row.ref, "key": "abc"}
    assert visitor.post(url("game", play), fields).status_code == 302
    seq = play.fresh().seq
    assert visitor.post(url("game", play), fields).status_code == 302
    assert play.fresh().seq == seq


def test_a_card_is_played(play: Table) -> None:
    visitor, row = client(play.asked_user), play.waiting
    view = play.view(row.seat)
    place = view.offers[0].fields[0].values[0]
    import engine

    code = engine.mapgraph(view.map).codes[place]
    fields = {"act": "deploy.place", f"n-{code}": "1", "ref": row.ref, "key": "abc"}
    assert visitor.post(url("game", play), fields).status_code == 302
    assert Entry.objects.filter(game=play.game, source="web").count() == 1


def test_a_refusal_keeps_what_was_typed(play: Table) -> None:
    visitor, row = client(play.asked_user), play.waiting
    fields = {"line": "1", "order": "place 3 Atlantis", "ref": row.ref, "key": "abc"}
    page = visitor.post(url("game", play), fields)
    assert page.status_code == 422
    assert "place 3 Atlantis" in page.content.decode() and 'class="refusal"' in page.content.decode()


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true", "HX-Boosted": "true"}], ids=["page", "htmx"])
def test_a_refused_order_is_sent_again_from_the_same_line_once_it_is_corrected(
    play: Table, headers: dict[str, str]
) -> None:
    visitor, seq = client(play.asked_user), play.fresh().seq
    fields = {"line": "1", "ref": play.waiting.ref, "key": "abc"}
    order = play.likely()
    refused = visitor.post(url("game", play), {**fields, "order": f"{order} Atlantis"}, headers=headers)
    said = refused.content.decode()
    assert "That order was not played." in said and "correct it there and send it again" in said
    assert play.fresh().seq == seq
    assert visitor.post(url("game", play), {**fields, "order": order}, headers=headers).status_code == 302
    assert Entry.objects.filter(game=play.game, key="abc").count() == 1


@pytest.fixture
def no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever builds a page fails."""

    def build(*args: object, **kwargs: object) -> None:
        raise AssertionError("A page was built.")

    monkeypatch.setattr("games.views.play.turn_page", build)
    monkeypatch.setattr("games.views.play.build_page_data", build)


HTMX = {"HX-Request": "true", "HX-Boosted": "true"}


@pytest.mark.parametrize(
    "fields",
    [
        {"line": "1", "order": "place 3 Atlantis"},
        {"line": "1", "order": "#" * 2001},
        {"act": "deploy.place", "n-ALA": "99999"},
        {"act": "battle.attack", "src": "XXX"},
    ],
)
def test_htmx_gets_the_sentence_of_a_refusal_alone(play: Table, no_page: None, fields: dict[str, str]) -> None:
    visitor, seq = client(play.asked_user), play.fresh().seq
    answer = visitor.post(url("game", play), fields | {"ref": play.waiting.ref, "key": "abc"}, headers=HTMX)
    said = answer.content.decode().strip()
    assert answer.status_code == 422 and said.startswith('<div class="refusal" role="alert">') and "<main" not in said
    assert (answer["HX-Retarget"], answer["HX-Reswap"], answer["HX-Push-Url"]) == ("#refusal", "innerHTML", "false")
    assert said.count('class="refusal"') == 1 and play.fresh().seq == seq


def test_htmx_gets_a_refused_undo_alone(play: Table, no_page: None) -> None:
    undo = reverse("game-undo", args=[play.game.slug])
    answer = client(play.asked_user).post(undo, {"ref": play.waiting.ref, "key": "u"}, headers=HTMX)
    assert answer.status_code == 422 and "There is nothing to undo" in answer.content.decode()
    assert "<main" not in answer.content.decode()


def test_htmx_gets_the_page_where_the_game_has_moved_on(play: Table) -> None:
    visitor, row = client(play.asked_user), play.waiting
    play.order(play.likely())
    fields = {"line": "1", "order": "end turn", "ref": row.ref, "key": "abc"}
    page = visitor.post(url("game", play), fields, headers=HTMX)
    assert page.status_code == 409 and "moved on" in page.content.decode() and "<main" in page.content.decode()
    assert "HX-Retarget" not in page.headers


def test_the_place_of_refusals_is_empty_without_one(play: Table) -> None:
    page = client(play.asked_user).get(url("game", play)).content.decode()
    assert '<div id="refusal"></div>' in page


def test_a_text_that_is_too_long_is_refused_and_not_cut(play: Table) -> None:
    visitor, row, seq = client(play.asked_user), play.waiting, play.fresh().seq
    text = play.likely() + "\n" + "#" * 2000
    page = visitor.post(url("game", play), {"line": "1", "order": text, "ref": row.ref, "key": "abc"})
    assert page.status_code == 422 and "too long" in page.content.decode()
    assert play.fresh().seq == seq


def test_a_stale_page_says_so_and_shows_the_board(play: Table) -> None:
    visitor, row = client(play.asked_user), play.waiting
    play.order(play.likely())
    page = visitor.post(url("game", play), {"line": "1", "order": "end turn", "ref": row.ref, "key": "abc"})
    assert page.status_code == 409
    assert "moved on" in page.content.decode()


def test_rubbish_is_refused_and_never_fails(play: Table) -> None:
    visitor = client(play.asked_user)
    ref = play.waiting.ref
    for fields in (
        {},
        {"ref": "x"},
        {"ref": "9" * 30, "act": "battle.attack"},
        {"ref": ref, "act": "\x00", "key": "\x00"},
        {"ref": ref, "act": "deploy.place", "n-ALA": "99999"},
        {"ref": ref, "act": "battle.attack", "src": "XXX"},
        {"ref": ref, "line": "1", "order": "\x00" * 100},
        {"ref": ref, "line": "1", "order": "x" * 5000},
    ):
        assert visitor.post(url("game", play), fields).status_code in (409, 422), fields


def test_the_page_shows_the_seal_and_says_when_lateness_would_cost_the_seat() -> None:
    play = table()
    asked, watcher = client(play.asked_user), client(play.bob if play.asked_user == play.alice else play.alice)
    mine, other = (visitor.get(url("game", play)).content.decode() for visitor in (asked, watcher))
    assert in_fours(play.fresh().digest) in mine and in_fours(play.fresh().digest) in other
    assert "does not answer" not in mine and "If you do not" not in mine
    assert "does not answer, the turn is skipped" in other
    Player.objects.filter(pk=play.waiting.player_id).update(missed=1)
    mine, other = (visitor.get(url("game", play)).content.decode() for visitor in (asked, watcher))
    assert "the caretaker takes your seat, because you have missed a turn already" in mine
    assert "does not answer, the caretaker takes the seat, because too many turns in a row were missed" in other


def test_strangers_cannot_play(play: Table) -> None:
    fields = {"line": "1", "order": play.likely(), "ref": play.waiting.ref}
    assert client(person("charlie")).post(url("game", play), fields).status_code == 403
    assert client().post(url("game", play), fields).status_code == 302


def test_polling_costs_nothing_while_nothing_happens(play: Table) -> None:
    visitor, seq = client(play.alice), play.fresh().seq
    assert visitor.get(url("game-poll", play), {"seq": seq}).status_code == 204
    play.order(play.likely())
    assert visitor.get(url("game-poll", play), {"seq": seq}).status_code == 200


def test_undo_is_a_button_until_the_dice(play: Table) -> None:
    visitor = client(play.asked_user)
    play.order(play.likely())
    undo = url("game-undo", play)
    assert undo in visitor.get(url("game", play)).content.decode()
    assert visitor.post(undo, {"ref": play.waiting.ref, "key": "u1"}).status_code == 302
    assert visitor.post(undo, {"ref": play.waiting.ref, "key": "u2"}).status_code == 422


def test_the_end_of_ones_turn_is_taken_back_until_somebody_else_has_moved() -> None:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    game = make_table(alice, name="Low Tide", rules="modern", seats_wanted=3)
    for user in (bob, carol):
        game = game_join(game_id=game.pk, user=user)
    play = Table(game, alice, bob)
    visitor, undo = client(play.asked_user), url("game-undo", play)
    play.order(play.likely())
    assert undo in visitor.get(url("game", play)).content.decode()
    play.order(play.likely())
    assert undo not in visitor.get(url("game", play)).content.decode()


def test_a_private_game_does_not_exist_for_strangers() -> None:
    play = table(public=False, watch="players")
    for name in ("game", "game-history", "game-odds", "game-orders", "game-log", "game-lobby", "game-poll"):
        assert client(person(f"charlie{name}")).get(url(name, play)).status_code == 404
        assert client().get(url(name, play)).status_code == 404


def test_a_card_sent_twice_gives_the_first_answer_twice(play: Table) -> None:
    """A double press where no script holds the button back; another answer under the same key is too late."""
    visitor, view, where = client(play.asked_user), play.view(play.waiting.seat), url("game", play)
    own = engine.mapgraph(view.map).codes[view.owner.index(view.viewer)]
    sent = {"ref": view.asked.ref, "key": "pressed-twice", "act": "deploy.place", f"n-{own}": view.pool}
    first, second = visitor.post(where, sent), visitor.post(where, sent)
    assert (first.status_code, second.status_code) == (302, 302)
    assert Entry.objects.filter(game=play.game, key="pressed-twice").count() == 1
    assert visitor.post(where, {**sent, "act": "turn.end"}).status_code == 409
    assert visitor.post(where, {**sent, "key": "later"}).status_code == 409


def test_who_is_not_logged_in_is_told_of_which_zone_a_time_is(play: Table) -> None:
    page = Client().get(f"/g/{play.game.slug}/").content.decode()
    assert "(UTC)." in page and "your time" not in page
    assert (
        "your time"
        in client(play.bob if play.asked_user == play.alice else play.alice)
        .get(f"/g/{play.game.slug}/")
        .content.decode()
    )


def test_in_the_set_up_no_turn_is_said_to_be_passed() -> None:
    play = table(rules="modern")
    watcher = Client().get(f"/g/{play.game.slug}/").content.decode()
    assert (
        play.fresh().round == 0 and "the rules choose a territory" in watcher and "the turn is skipped" not in watcher
    )


def other_user(play: Table) -> object:
    return play.bob if play.asked_user == play.alice else play.alice


def test_a_paused_game_asks_nothing_and_says_so(play: Table) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org", "a long password")
    row, order = play.waiting, play.likely()
    game_pause(game_id=play.game.pk, user=boss, reason="A look at the dice")
    mine, other = (client(user).get(url("game", play)).content.decode() for user in (play.asked_user, other_user(play)))
    for page in (mine, other):
        assert ">The game is paused</h2>" in page and "not answer, " not in page
        assert 'name="act"' not in page and 'id="order"' not in page and "Waiting for" not in page
    assert "You will have to" in mine and "when the game resumes." in " ".join(mine.split()) and "will have to" in other
    sent = client(play.asked_user).post(url("game", play), {"line": "1", "order": order, "ref": row.ref, "key": "p"})
    assert sent.status_code == 409
    said = sent.content.decode()
    assert "You can give orders again when it resumes." in said and "Too late" not in said


def test_a_name_that_may_have_been_meant_goes_into_the_order_line(play: Table) -> None:
    visitor = client(play.asked_user)
    fields = {"line": "1", "order": "place 3 Alasca", "ref": play.waiting.ref, "key": "abc"}
    page = visitor.post(url("game", play), fields).content.decode()
    assert "place 3 <mark>Alasca</mark>" in page and "?order=place%203%20Alaska" in page
    again = visitor.get(url("game", play), {"order": "place 3 Alaska"}).content.decode()
    assert ">place 3 Alaska</textarea>" in again
    verb = visitor.post(url("game", play), {**fields, "order": "plase 3 Alaska"}).content.decode()
    assert "<mark>plase</mark> 3 Alaska" in verb and "Try place." not in verb and verb.count("Did you mean") == 1


def test_a_long_story_is_told_whole_where_it_is_asked_for(play: Table) -> None:
    visitor, address = client(), url("game", play)
    while play.fresh().seq <= LATEST_ENTRIES:
        assert "?story=whole" not in visitor.get(address).content.decode(), "nothing came before"
        play.order(play.likely())
    latest, whole = (visitor.get(address + query).content.decode() for query in ("", "?story=whole"))
    assert f'href="{address}?story=whole#since"' in latest
    assert "?story=whole" not in whole
    assert whole.count('class="when"') > latest.count('class="when"')
