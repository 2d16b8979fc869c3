"""Miracle cards beside the board: every card is played by its form, and the rest of a form follows what is chosen."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

import engine
from engine.rules.godstorm.cards import death, sky, war
from games.decisions.cards.choice import declared_fight, playable
from games.decisions.cards.form import CardForm
from games.decisions.registry import panel_for, prompt_for, suggested_orders
from games.mail.links import OrderLink, link_path
from games.models import Entry
from games.play.sealed import visible_order_text
from games.wording.amounts import percent
from tests.games.decisions.godstorm.kit import card_state, context_of, number_of, place, sent_by, words_of
from tests.games.decisions.positions import asked_at, lay, ordered
from tests.games.kit import table

pytestmark = pytest.mark.django_db

TURN_CARDS = [kind.title for kind in (*war.KINDS, *death.KINDS)]
SKY_CARDS = [kind.title for kind in sky.KINDS]


def form_of(view: engine.PlayerView, name: str, **chosen: Any) -> CardForm:
    return panel_for(context_of(view, cards=(number_of(view, name),), **chosen)).data.form


def hands(*cards: str) -> dict[str, Any]:
    return {"miracles": {"red": list(cards), "blue": ["Lava Erupts"]}}


def invaded(*cards: str, going: str = "", **keys: Any) -> engine.GameState:
    """Blue is attacked by red and holds these cards."""
    start = card_state(
        "red: Roma 6, Cyrenaica 6 | blue: Egypt 5, Kush 3 | green: *2",
        step="invade",
        **{**QUIET, **keys},
        miracles={"blue": list(cards)},
    )
    return ordered(start, 0, f"attack Cyrenaica Egypt {going} until captured")


QUIET: dict[str, Any] = {
    "gods": {"red": {"war": "Cyrenaica", "sky": "Cyrenaica"}, "blue": {"sky": "Egypt"}},
    "temples": {"Roma": True, "Kush": True},
}


def test_every_card_of_a_turn_is_played_by_its_form_as_it_stands() -> None:
    play = table("risk2210", bots=("random",))
    for card in TURN_CARDS:
        asked = lay(play, card_state(**hands(card)))
        number = number_of(asked.view, card)
        page = asked.page(f"?cards={number}")
        assert f"Play {card.partition(chr(39))[0]}" in page, card
        sent = sent_by(form_of(asked.view, card))
        assert asked.post(act="cards.play", **sent) == 302, (card, sent)
        assert number not in asked.play.view(0).hand, (card, sent)


def test_every_sky_card_answers_an_attack_by_its_form_as_it_stands() -> None:
    play = table("risk2210", bots=("random",))
    for card in SKY_CARDS:
        asked = lay(play, invaded(card))
        assert asked.row.kind == "reaction.asked"
        number = number_of(asked.view, card)
        assert "Decline" in asked.page(f"?cards={number}")
        sent = sent_by(form_of(asked.view, card))
        assert asked.post(act="cards.play", **sent) == 302, (card, sent)
        assert number not in asked.play.view(1).hand, (card, sent)


class TestWay:
    def view(self, card: str, **keys: Any) -> engine.PlayerView:
        return engine.view_for(card_state(**{**hands(card), **keys}), 0)

    def test_where_it_may_go_follows_where_it_comes_from(self) -> None:
        view = self.view("The Temple Falls")
        gaul, egypt = place(view, "Gaul"), place(view, "Egypt")
        for src, goals in ((gaul, {"Roma"}), (egypt, {"Kush"})):
            form = form_of(view, "The Temple Falls", src=src)
            source, target = form.fields
            assert form.src == src and source.chosen.name == view.graph.names[src]
            assert {option.name for option in target.options} == goals

    def test_how_many_go_and_who_goes_along_follow_too(self) -> None:
        view = self.view("Eagles Take Wing")
        form = form_of(view, "Eagles Take Wing", src=place(view, "Roma"))
        amount = form.fields[-1].amount
        assert amount and (amount.least, amount.most) == (0, 5)
        assert [piece.kind for piece in amount.pieces] == ["sky", "war"]
        other = form_of(view, "Eagles Take Wing", src=place(view, "Gaul")).fields[-1].amount
        assert other and other.most == 3 and [piece.kind for piece in other.pieces] == ["death"]

    def test_the_map_chooses_the_source_and_then_the_target(self) -> None:
        view = self.view("The Temple Falls")
        gaul, roma = place(view, "Gaul"), place(view, "Roma")
        panel = panel_for(context_of(view, cards=(number_of(view, "The Temple Falls"),)))
        assert "src=" in panel.marks.links[gaul]
        panel = panel_for(context_of(view, cards=(number_of(view, "The Temple Falls"),), src=gaul))
        assert f"src={view.graph.codes[gaul]}" in panel.marks.links[roma]
        assert f"dst={view.graph.codes[roma]}" in panel.marks.links[roma]
        panel = panel_for(context_of(view, cards=(number_of(view, "The Temple Falls"),), src=gaul, dst=roma))
        assert panel.marks.order == (gaul, roma) and panel.action is not None
        assert (panel.action["src"], panel.action["dst"]) == (gaul, roma)

    def test_two_territories_are_of_one_player(self) -> None:
        view = self.view("The Siren Calls")
        egypt = place(view, "Egypt")
        form = form_of(view, "The Siren Calls", src=egypt)
        assert [option.name for option in form.fields[-1].options] == ["Kush"]
        assert form.action and form.action["target"] == 1 and form.action["on"] == [egypt, place(view, "Kush")]

    def test_the_maelstrom_has_two_ends(self) -> None:
        view = self.view("The Waters Boil")
        egypt = place(view, "Egypt")
        form = form_of(view, "The Waters Boil", src=egypt)
        over = {option.name for option in form.fields[-1].options}
        sea = {link for link, kind in view.graph.kinds.items() if kind == "sea" and egypt in link}
        assert over == {view.graph.names[end] for link in sea for end in link if end != egypt} and over


def test_gods_along_go_with_the_armies_that_are_sent() -> None:
    asked = asked_at(card_state(**hands("Eagles Take Wing")))
    view = asked.view
    roma, gaul = place(view, "Roma"), place(view, "Gaul")
    fields = sent_by(form_of(view, "Eagles Take Wing", src=roma)) | {"f-armies": "2", "p-f-armies": ["war"]}
    assert asked.post(act="cards.play", **fields) == 302
    after = asked.play.view(0)
    assert after.armies[gaul] == 6 and any(piece.kind == "war" and piece.at == gaul for piece in after.pieces)


def test_what_a_card_aims_at_is_named_in_full() -> None:
    relic = (
        form_of(engine.view_for(card_state(**hands("Only Ash Remains")), 0), "Only Ash Remains").fields[0].options[0]
    )
    assert relic.name == "Excalibur" and relic.note.startswith("Green’s. At the start")
    deck = form_of(engine.view_for(card_state(**hands("Faith Shall Deliver")), 0), "Faith Shall Deliver").fields[0]
    assert deck.options[2].name == "Sky deck" and deck.options[2].note.endswith("cards left")
    state = invaded("Your Idol Is False", pantheons={"red": "Greeks", "blue": "Celts", "green": "Norse"})
    gods = form_of(engine.view_for(state, 1), "Your Idol Is False").fields[0].options
    assert [(god.name, god.note) for god in gods] == [("Zeus", "god of the sky"), ("Ares", "god of war")]


def test_own_land_is_told_from_that_of_others_where_a_card_may_strike_both() -> None:
    view = engine.view_for(card_state(**hands("Fire Rains Down")), 0)
    assert {(each.name, each.note) for each in form_of(view, "Fire Rains Down").fields[0].options} >= {
        ("Gaul", "yours"),
        ("Egypt", "Blue"),
    }
    born = engine.view_for(card_state(**hands("Heroes Are Born")), 0)
    assert {each.note for each in form_of(born, "Heroes Are Born").fields[0].options} == {""}


def test_a_card_that_hurts_its_own_player_says_so_on_the_page_in_mails_and_on_link_pages() -> None:
    asked = asked_at(card_state(**hands("Diamonds Turn to Rust", "Storms Rage"), relics={"red": ["Gungnir"]}))
    said = "It takes more from you than from any other player."
    (order,) = [each for each in suggested_orders(asked.view) if "Rust" in each.order]
    assert order.hazards == (said,)
    (told,) = form_of(asked.view, "Diamonds Turn to Rust").advice
    assert told.sentences == (said,) and not told.field
    page = asked.page(f"?cards={number_of(asked.view, 'Diamonds Turn to Rust')}")
    assert said in words_of(page)
    row = asked.row
    path = link_path(OrderLink(row.game_id, row.seat, row.ref, order.order, row.player.user_id or 0))
    assert said in words_of(Client().get(path).content.decode())


def test_advice_goes_with_the_target_that_is_chosen() -> None:
    asked = asked_at(card_state(**hands("Storms Rage")))
    gaul, roma = place(asked.view, "Gaul"), place(asked.view, "Roma")
    form = form_of(asked.view, "Storms Rage", dst=roma)
    told = {each.name: each for each in form.advice}
    assert told.keys() == {"Gaul", "Roma"} and told["Roma"].chosen and not told["Gaul"].chosen
    assert all("more from you" in each.sentences[0] for each in told.values())
    page = asked.page(f"?cards={form.number}&dst={asked.view.graph.codes[roma]}")
    shown = [
        f'advice{hidden}" data-field="t-on" data-value="{asked.view.graph.codes[at]}"'
        for at, hidden in ((roma, ""), (gaul, " without-script"))
    ]
    assert all(each in page for each in shown)


def test_each_sky_card_says_what_it_makes_of_the_odds() -> None:
    state = invaded("Men Become Warriors", "This Ground Is Sacred", "Fire Sears the Sky")
    panel = panel_for(context_of(engine.view_for(state, 1)))
    odds = {row.name: row.odds for row in panel.data.cards}
    assert odds["This Ground Is Sacred"] == "0 %" and odds["Fire Sears the Sky"] == ""
    assert int(odds["Men Become Warriors"].split()[0]) < int(panel.data.chance.split()[0])


def test_an_attack_is_asked_about_once_so_only_it_and_the_turn_are_declined() -> None:
    asked = asked_at(invaded("Lava Erupts"))
    page = asked.page("?way=decline")
    assert (
        "this invasion" in page and 'value="turn"' in page and "this roll" not in page and 'value="order"' not in page
    )
    orders = [suggestion.order for suggestion in suggested_orders(asked.view)]
    assert "decline this turn" in orders and "decline this order" not in orders
    assert asked.post(act="reaction.decline", scope="turn") == 302


def test_who_plays_a_card_knows_who_may_undo_it() -> None:
    said = "Green’s Aegis can undo it before it takes effect."
    aegis = {"relics": {"green": ["Aegis"]}}
    view = engine.view_for(card_state(**hands("Storms Rage"), **aegis), 0)
    assert panel_for(context_of(view)).data.final == f"You cannot take a card back. {said}"
    window = panel_for(context_of(engine.view_for(invaded("Lava Erupts", **aegis), 1)))
    assert window.data.final == f"After you play a card, the game asks again while you can play another. {said}"
    own = card_state(**hands("Storms Rage"), relics={"red": ["Aegis"]})
    assert panel_for(context_of(engine.view_for(own, 0))).data.final == "You cannot take a card back."
    assert "sealed" not in prompt_for(engine.view_for(invaded("Lava Erupts"), 1)).lead


def test_cards_that_cannot_be_played_say_why() -> None:
    state = card_state(gods={"red": {"war": "Roma"}}, miracles={"red": ["Storms Rage", "Lava Erupts", "Crops Wither"]})
    said = dict(panel_for(context_of(engine.view_for(state, 0))).data.idle)
    assert said == {
        "Lava Erupts": "needs your god of the sky in play",
        "Crops Wither": "needs your god of death in play",
    }


# ---- cards that are turned over, and hands that are looked into


def test_a_card_that_was_turned_over_must_be_played_on_something() -> None:
    state = card_state(step="raise", relics={"red": ["Pandora's Box"]}, decks={"death": ["Fire Rains Down"]})
    asked = asked_at(state)
    assert asked.row.kind == "cards.forced_asked"
    page = asked.page()
    assert "You must play Fire Rains Down" in page and "It costs nothing" in page and "Continue without" not in page
    assert prompt_for(asked.view).subject == "play Fire Rains Down"
    assert suggested_orders(asked.view)[0].order.startswith("play Fire Rains Down on ")
    egypt = place(asked.view, "Egypt")
    panel = panel_for(context_of(asked.view, dst=egypt))
    assert panel.action is not None and panel.action["on"] == [egypt] and egypt in panel.marks.links
    assert asked.post(act="cards.play", **sent_by(panel.data.form)) == 302
    assert not any(piece.kind == "temple" and piece.at == egypt for piece in asked.play.view(0).pieces)


def test_the_hand_that_is_shown_gives_one_card() -> None:
    hand = {"red": ["Visions Become Real"], "blue": ["Lava Erupts", "Men Become Warriors"]}
    state = ordered(card_state(miracles=hand), 0, "play Visions Become Real on blue")
    asked = asked_at(state)
    assert asked.row.kind == "cards.take_asked"
    page = asked.page()
    assert "Take a card from Blue" in page and "Lava Erupts" in page and "Men Become Warriors" in page
    assert "Lava Erupts" not in str(engine.view_for(state, 2).extra), "others see nothing"
    orders = [suggestion.order for suggestion in suggested_orders(asked.view)]
    assert orders == ["take Lava Erupts", "take Men Become Warriors"], "the dearest first"
    assert asked.post(act="cards.take", **{"f-card": '"Men Become Warriors"'}) == 302
    assert [number_of(asked.view, "Men Become Warriors")] == list(asked.play.view(0).hand)
    entry = Entry.objects.get(game=asked.play.game, action__type="cards.take")
    shown = [visible_order_text(entry, viewer) for viewer in (0, 1, 2, None)]
    assert shown == ["take Men Become Warriors"] * 2 + ["", ""] and not entry.undoable


def test_a_hand_shows_relics_that_lie_open_beside_it() -> None:
    asked = asked_at(card_state(**hands("Storms Rage"), relics={"red": ["Excalibur", "Aegis"]}))
    page = asked.page()
    assert "1 card in hand, 2 in play" in page and page.count('class="ccard relic"') == 2 and "Excalibur" in page
    assert "When another player plays a miracle card" in page


def test_the_chances_of_a_window_count_the_gods_who_were_declared_alone() -> None:
    invaded_with = [invaded("This Ground Is Sacred", going=going) for going in ("", "with no gods")]
    all_gods, none = (engine.view_for(state, 1) for state in invaded_with)
    assert all_gods.about["leaders"] and not none.about["leaders"]
    src, dst = none.about["src"], none.about["dst"]
    shown = [declared_fight(view, src, dst) for view in (all_gods, none)]
    assert shown[0].dice.ties_to_attacker and not shown[1].dice.ties_to_attacker and shown[0].win > shown[1].win
    chances = [panel_for(context_of(view)).data.chance for view in (all_gods, none)]
    assert chances == [percent(fight.win) for fight in shown] and chances[0] != chances[1]
    assert f"capture it is {chances[1]}" in prompt_for(none).lead


def test_a_card_that_must_be_played_is_free_in_mails_too() -> None:
    state = card_state(step="raise", relics={"red": ["Pandora's Box"]}, decks={"death": ["Fire Rains Down"]})
    view = engine.view_for(state, 0)
    assert view.asked and view.asked.kind == "cards.forced_asked"
    notes = {each.note for each in suggested_orders(view)}
    assert notes and all(note.startswith("free. ") for note in notes)
    turn = engine.view_for(card_state(**hands("Fire Rains Down")), 0)
    assert {each.note.partition(".")[0] for each in suggested_orders(turn) if "Fire" in each.order} == {"4 faith"}


def test_a_player_without_a_piece_is_refused_in_words_of_any_family() -> None:
    asked = asked_at(card_state(**hands("Fire Rains Down")))
    page = asked.answer(act="cards.play", **{"f-card": '"Fire Rains Down"', "pair": "nonsense"})
    assert page.status_code == 422 and "Choose a player and one of their pieces." in page.content.decode()


def test_a_god_who_cannot_come_along_is_refused_by_his_own_title() -> None:
    start = card_state("red: Roma 6, Cyrenaica 6 | blue: Egypt 5, Kush 3 | green: *2", step="invade", **QUIET)
    view = engine.view_for(start, 0)
    order = engine.parse_order("attack Cyrenaica Egypt with death", view)
    with pytest.raises(engine.IllegalAction) as refused:
        engine.apply(start, order, engine.FastChance(1))
    assert str(refused.value) == "Your god of death cannot join an attack from Cyrenaica on that territory."


class TestProposed:
    """What is chosen before the reader has chosen anything."""

    QUIET = {"red": {"war": "Roma"}, "blue": {"sky": "Egypt"}}

    def chosen(self, state: engine.GameState, seat: int) -> str:
        view = engine.view_for(state, seat)
        form = panel_for(context_of(view)).data.form
        return form.name if form else ""

    def test_a_card_of_godswars_waits_where_none_comes(self) -> None:
        view = engine.view_for(invaded("Fire Sears the Sky", "Lava Erupts"), 1)
        first = next(iter(playable(view)))
        assert first == number_of(view, "Fire Sears the Sky")
        assert self.chosen(invaded("Fire Sears the Sky", "Lava Erupts"), 1) == "Fire Sears the Sky"
        assert self.chosen(invaded("Fire Sears the Sky", "Lava Erupts", gods=self.QUIET), 1) == "Lava Erupts"
        alone = invaded("Fire Sears the Sky", "Lava Erupts", going="with no gods")
        assert self.chosen(alone, 1) == "Lava Erupts"

    def test_nothing_is_chosen_where_no_card_does_anything(self) -> None:
        asked = asked_at(invaded("Fire Sears the Sky", gods=self.QUIET))
        assert self.chosen(invaded("Fire Sears the Sky", gods=self.QUIET), 1) == ""
        page = asked.page()
        assert "Fire Sears the Sky" in page and "Play Fire Sears the Sky" not in page
        asked = lay(asked.play, card_state(**hands("Diamonds Turn to Rust"), relics={}))
        page = asked.page()
        assert "Diamonds Turn to Rust" in page and "Play Diamonds" not in page
        assert '<button class="btn primary block">Continue without a card</button>' in page

    def test_it_is_suggested_after_what_does_something(self) -> None:
        view = engine.view_for(invaded("Fire Sears the Sky", "Lava Erupts", gods=self.QUIET), 1)
        found = [each.order for each in suggested_orders(view)]
        assert found.index("play Fire Sears the Sky") > found.index("play Lava Erupts")

    @pytest.mark.parametrize(
        ("card", "idle", "busy"),
        [
            ("Champions Arise", {"faith": {"red": 1}}, {"faith": {"red": 2}}),
            ("Our Faith Is Our Strength", {"temples": {"Egypt": True}}, {"temples": {"Gaul": True}}),
            ("The Faithful Gather", {"temples": {"Egypt": True}}, {"temples": {"Gaul": True}}),
            ("Death's Door Closes", {"underworld": "red: u2 1"}, {"underworld": "red: u2 2"}),
            ("Diamonds Turn to Rust", {"relics": {}}, {"relics": {"red": ["Excalibur"]}}),
            (
                "Ragnarok Cometh",
                {"gods": {"red": {"death": "Gaul"}}},
                {"gods": {"red": {"death": "Gaul", "war": "Roma"}}},
            ),
            ("The Young Grow Old", {"board": "red: Gaul 1, Roma 1 | blue: Egypt 1, Kush 1 | green: *1"}, {}),
        ],
    )
    def test_a_card_that_does_nothing_is_not_proposed(self, card: str, idle: Any, busy: Any) -> None:
        assert card in engine.catalogue_of("godstorm", {}).numbers
        assert self.chosen(card_state(**{**hands(card), **idle}), 0) == ""
        assert self.chosen(card_state(**{**hands(card), **busy}), 0) == card


class TestPlagueLand:
    def test_land_without_plague_comes_first(self) -> None:
        board = "red: Atlas 6, Gaul 4, Thule 1 | blue: Egypt 5, Kush 1 | green: *2"
        for card in ("An Empire Is Born", "Heroes Are Born"):
            gods = {"red": {"war": "Gaul"}, "blue": {"sky": "Egypt"}}
            state = card_state(board, **hands(card), temples={}, gods=gods, plague=["Atlas", "Thule"])
            view = engine.view_for(state, 0)
            (field,) = form_of(view, card).fields
            assert [option.name for option in field.options][0] == field.chosen.name == "Gaul", card
            order = next(each.order for each in suggested_orders(view) if card in each.order)
            assert order.endswith("at Gaul"), order
            chosen = form_of(view, card, dst=place(view, "Thule"))
            assert chosen.fields[0].chosen.name == "Thule"

    def test_the_neediest_plague_land_is_proposed_where_there_is_no_other(self) -> None:
        board = "red: Atlas 6, Thule 1 | blue: Egypt 5, Kush 1 | green: *2"
        gods = {"red": {"war": "Thule"}, "blue": {"sky": "Egypt"}}
        state = card_state(board, **hands("Heroes Are Born"), temples={}, gods=gods, plague=["Atlas", "Thule"])
        (field,) = form_of(engine.view_for(state, 0), "Heroes Are Born").fields
        assert field.chosen.name in ("Atlas", "Thule")


@pytest.mark.parametrize(("others", "said"), [(1, "up to 2"), (2, "2 of 41")])
def test_a_form_says_whether_fewer_territories_may_be_named(others: int, said: str) -> None:
    state = card_state(
        f"red: Roma 6 | blue: *{others}", gods={"red": {"death": "Roma"}}, **hands("The Mighty Have Fallen")
    )
    (field,) = form_of(engine.view_for(state, 0), "The Mighty Have Fallen").fields
    assert field.count == said
