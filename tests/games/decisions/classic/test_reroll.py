"""A throw that may be changed before it counts: its card, who sees what of it, its story, its mails, its orders."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from msgspec import to_builtins

import engine
from engine.position import position
from games.decisions.kit.posted import IncompleteForm
from games.decisions.registry import action_from_form, prompt_for, suggested_orders
from games.mail.parts import dice_of
from games.models import Entry, Snapshot
from games.pages.story import EntryEvents, story_lines
from games.play.journal_reader import state_at
from games.play.session import Session
from games.wording import narration
from games.wording.amounts import cost_words
from games.wording.narration import Names
from tests.games.decisions.test_panels import GRAPH, Forms, page_data_of, page_of, post
from tests.games.kit import Table, table

BOARD = "red: Brazil 8, Peru 1 | blue: North Africa 5, Iceland 2 | green: *1"
BRAZIL, NORTH_AFRICA = GRAPH.number["brazil"], GRAPH.number["north_africa"]
CARD = {"attack_card_reroll": True, "defender_dice": "always_max"}
COMMANDER = {"commander": True, "defender_dice": "always_max"}


def thrown(attack: list[int], defend: list[int], options: dict[str, Any], *hand: str) -> engine.Transition:
    """Red has thrown from Brazil against North Africa."""
    state = position(BOARD, rules="classic_1959", step="attack", options=options, hands={"red": hand})
    action = engine.parse_order("attack Brazil North Africa", engine.view_for(state, 0))
    return engine.apply(state, action, engine.ScriptedChance({"attacker": attack, "defender": defend}))


def seen(played: engine.Transition, viewer: int | None = 0) -> engine.PlayerView:
    return engine.view_for(played.state, viewer)


def go_on(played: engine.Transition, order: str, *dice: int) -> engine.Transition:
    action = engine.parse_order(order, seen(played))
    return engine.apply(played.state, action, engine.ScriptedChance({"attacker": dice}))


class TestTheCardOfTheReroll:
    def test_each_die_says_with_how_many_faces_it_would_be_better(self) -> None:
        page, html = page_of(seen(thrown([5, 2, 1], [5, 5], CARD, "North Africa")))
        picks = {pick.die: pick.result for pick in page.panel.data.picks}
        assert picks == dict.fromkeys((1, 2, 5), "better on 1 of 6 faces") and not page.panel.data.keep_first
        assert "As rolled, you lose 2 armies." in html and "You hold the North Africa card." in html
        assert 'aria-label="You rolled 5, 2, 1"' in html and 'aria-label="Blue rolled 5, 5"' in html

    def test_a_die_that_holds_is_not_recommended(self) -> None:
        page, _ = page_of(seen(thrown([6, 6, 1], [5, 5], CARD, "North Africa")))
        assert page.panel.data.keep_first
        worst = page.panel.data.picks[-1]
        assert (worst.die, worst.result) == (6, "worse on 5 of 6 faces, better on none")

    def test_its_buttons_play_what_they_say(self) -> None:
        played = thrown([5, 2, 1], [5, 5], CARD, "Brazil", "North Africa")
        view = seen(played)
        _, html = page_of(view)
        assert 'name="f-die" value="1"' in html
        parser = Forms()
        parser.feed(html)
        again, keep = [form for form in parser.forms if form.get("act", "").startswith("improve.")]
        assert again["f-card"] == str(BRAZIL)
        action = action_from_form(post(again | {"f-die": "1", "f-card": str(NORTH_AFRICA)}), view, GRAPH)
        assert engine.format_order(engine.action_from_json(action), view.rules, view.map) == (
            "reroll 1 with North Africa"
        )
        kept = engine.action_from_json(action_from_form(post(keep), view, GRAPH))
        assert engine.format_order(kept, view.rules, view.map) == "keep"

    def test_it_says_that_the_commander_may_follow(self) -> None:
        both = CARD | COMMANDER
        assert (
            "Your Commander can still turn a die after that."
            in page_of(seen(thrown([5, 2, 1], [5, 5], both, "Brazil")))[1]
        )
        assert "Commander" not in page_of(seen(thrown([5, 2, 1], [5, 5], CARD, "Brazil")))[1]


class TestTheCardOfTheCommander:
    def test_each_die_says_what_the_throw_would_cost(self) -> None:
        page, html = page_of(seen(thrown([4, 3, 1], [5, 2], COMMANDER)))
        found = [(pick.die, pick.row, pick.result) for pick in page.panel.data.picks]
        cost = "Blue loses 2 armies"
        assert found == [(1, (6, 4, 3), cost), (3, (6, 4, 1), cost), (4, (6, 3, 1), cost)]
        assert "Turn a die to 6?" in html and "As rolled, each side loses 1 army." in html

    def test_a_die_that_changes_nothing_says_so(self) -> None:
        page, _ = page_of(seen(thrown([4, 3, 1], [6, 6], COMMANDER)))
        assert page.panel.data.keep_first
        assert {pick.result for pick in page.panel.data.picks} == {"you lose 2 armies, as rolled"}

    def test_the_order_line_completes_the_orders(self) -> None:
        page, _ = page_of(seen(thrown([4, 3, 1], [5, 2], COMMANDER)))
        assert [order for order, _ in page.panel.ways] == ["commander 1", "commander 3", "commander 4", "keep"]


class TestWhoWaits:
    @pytest.mark.parametrize("viewer", [1, 2, None])
    def test_others_see_the_dice_and_no_form(self, viewer: int | None) -> None:
        page, html = page_of(seen(thrown([4, 3, 1], [5, 2], COMMANDER), viewer))
        assert page.panel.template == "waiting" and "improve." not in html
        assert 'aria-label="Red rolled 4, 3, 1"' in html and "each side loses 1 army" in html

    def test_nobody_sees_a_card_before_it_is_shown_and_everybody_after(self) -> None:
        played = thrown([5, 2, 1], [5, 5], CARD, "North Africa", "Siam")
        assert "Cards shown to all" not in page_of(seen(played, 1))[1]
        for viewer in (0, 1, None):
            page, html = page_of(seen(go_on(played, "reroll 1 with North Africa", 6), viewer))
            assert page.open_cards == (("red", "North Africa"),)
            shown = html.partition("Cards shown to all:")[2].partition("</p>")[0]
            assert "North Africa" in shown and "Siam" not in shown

    def test_armies_that_nobody_plays_are_called_the_defender(self) -> None:
        assert cost_words(0, 2, "Red", "the defender") == "the defender loses 2 armies"
        assert cost_words(1, 0, "you", "Blue") == "you lose 1 army"


class TestTheStory:
    def told(self, played: list[engine.Transition], viewer: int | None = 0) -> tuple[Any, ...]:
        view = seen(played[-1], viewer)
        events = [[to_builtins(engine.event_to_json(event)) for event in step.events] for step in played]
        entries = [EntryEvents(number, page_data_of(view).now, step) for number, step in enumerate(events, 1)]
        names = narration.names_for(view)
        return story_lines(entries, names)

    def test_what_was_done_to_the_dice_stands_beside_the_throw(self) -> None:
        first = thrown([5, 2, 1], [5, 5], CARD | COMMANDER, "North Africa")
        again = go_on(first, "reroll 1 with North Africa", 2)
        (line,) = self.told([first, again, go_on(again, "commander 2")], 1)
        (throw,) = line.throws
        assert throw.attack == (6, 5, 2) and throw.result == "each loses 1"
        assert throw.note == (
            "Red showed the <b>North Africa</b> card and rerolled the 1: 2. Red’s Commander turned the 2 to 6."
        )
        assert dice_of(line.throws).replace("\N{NO-BREAK SPACE}", " ") == (
            "Dice: 6 5 2 against 5 5 (Red showed the North Africa card and rerolled the 1: 2. "
            "Red’s Commander turned the 2 to 6)."
        )

    def test_dice_that_do_not_count_yet_are_a_line_of_their_own(self) -> None:
        (line,) = self.told([thrown([5, 2, 1], [5, 5], CARD, "North Africa")])
        assert line.text == "You rolled 5, 2, 1 from <b>Brazil</b> against 5, 5 in <b>North Africa</b>."
        assert not line.throws and not line.loss

    def test_a_throw_that_is_kept_is_told_once(self) -> None:
        first = thrown([5, 2, 1], [5, 5], CARD, "North Africa")
        (line,) = self.told([first, go_on(first, "keep")])
        assert line.throws[0].note == "" and line.loss == "You lost 2 armies."

    def test_what_the_host_does_meanwhile_is_told_in_its_place(self) -> None:
        first = thrown([5, 2, 1], [5, 5], CARD, "North Africa")
        view = seen(first)
        events = [*map(engine.event_to_json, first.events), {"type": "host.paused", "seat": None, "reason": "rain"}]
        names = narration.names_for(view)
        lines = story_lines([EntryEvents(1, page_data_of(view).now, events)], names)
        assert "rain" in lines[0].text and "rolled" in lines[1].text

    def test_every_event_has_its_sentence(self) -> None:
        names = Names(["red", "blue", "green"], GRAPH, viewer=0, html=False)
        say = lambda **event: narration.sentence(event, names)  # noqa: E731
        assert say(type="improve.commanded", seat=0, die=2, attack=[6]) == "Your Commander turned the 2 to 6."
        laid_back = say(type="improve.laid_back", seat=1, cards=[BRAZIL, NORTH_AFRICA])
        assert laid_back == "Blue took the shown cards back: Brazil and North Africa."


class TestTheMail:
    def test_it_tells_the_dice_and_names_the_moves(self) -> None:
        view = seen(thrown([5, 2, 1], [5, 5], CARD, "North Africa"))
        asks = prompt_for(view)
        assert asks.heading == "Reroll a die, or keep the dice"
        assert (
            asks.lead.replace("\N{NO-BREAK SPACE}", " ")
            == "You rolled 5 2 1 from Brazil against 5 5 in North Africa. As rolled, you lose 2 armies."
        )
        ways = [(way.order, way.sentence) for way in suggested_orders(view)]
        assert ways[0] == ("reroll 1 with North Africa", "Reroll the 1 with North Africa")
        assert ways[-1] == ("keep", "Keep")

    def test_the_commander_too(self) -> None:
        view = seen(thrown([4, 3, 1], [5, 2], COMMANDER))
        assert prompt_for(view).lead.endswith("As rolled, you lose 1 army and Blue loses 1 army.")
        assert [way.order for way in suggested_orders(view)] == ["commander 1", "commander 3", "commander 4", "keep"]


@pytest.mark.django_db
class TestOrdersThatFollow:
    """Alice is asked about a throw under `attack ... until captured`, which goes on as soon as she keeps the dice."""

    def asked(self) -> Table:
        play = table("modern", options=CARD | {"territory_setup": "deal"})
        game, row = play.fresh(), play.waiting
        base = state_at(game, game.seq)
        me, other, rest = base.seats[row.seat], base.seats[row.seat - 1], base.seats[row.seat - 2]
        board = f"{me}: Brazil 12, Peru 1 | {other}: North Africa 30, Iceland 2 | {rest}: *1"
        state = position(
            board,
            rules="modern",
            seats=base.seats,
            options=dict(game.options),
            turn=me,
            step="attack",
            hands={me: ["North Africa"]},
        )
        state.ref, state.seq = base.ref, base.seq
        Snapshot.objects.update_or_create(game=game, seq=game.seq, defaults={"state": engine.pack(state)})
        play.order("attack Brazil North Africa until captured or 9 left")
        assert play.waiting.kind == "improve.reroll_asked"
        return play

    def test_another_order_keeps_the_dice_throw_after_throw(self) -> None:
        play = self.asked()
        receipt = play.order("end")
        kept = Entry.objects.filter(game=play.game, order="keep")
        assert kept and all(entry.implied for entry in kept)
        assert Entry.objects.get(game=play.game, seq=receipt.seqs[-1]).order == "end"
        assert play.waiting.kind == "fortify.move_asked"
        assert receipt.refusal is None

    def test_a_refused_order_before_any_throw_changes_nothing(self) -> None:
        play = self.asked()
        before = play.fresh().seq
        with pytest.raises(engine.IllegalAction, match="it is time to reroll one die"):
            play.order("commander 1")
        assert play.fresh().seq == before

    def test_throws_before_an_order_stand_even_if_it_is_refused_after_them(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Else somebody could look at dice to come, and then decide."""
        play = self.asked()
        steps = [engine.parse_order("keep", play.view(play.waiting.seat))]
        monkeypatch.setattr(Session, "dry_run", lambda self, order: [order])  # as if with other dice it were allowed
        monkeypatch.setattr(engine, "implied_action", lambda state, order: steps.pop() if steps else order)
        receipt = play.order("place 3 Brazil")
        assert isinstance(receipt.refusal, engine.IllegalAction)
        entry = Entry.objects.get(game=play.game, seq=receipt.seqs[-1])
        assert entry.order == "keep" and entry.key == "" and play.fresh().seq == entry.seq

    def test_who_is_late_keeps_the_dice(self) -> None:
        play = self.asked()
        session = Session.load(play.fresh(), play.waiting.since)
        session.play_default(play.waiting.seat, Entry.Source.DEADLINE)
        assert session.entries[-1].order == "keep"


def test_a_die_must_be_chosen() -> None:
    view = seen(thrown([4, 3, 1], [5, 2], COMMANDER))
    with pytest.raises(IncompleteForm, match="Choose something for “die”"):
        action_from_form(QueryDict("act=improve.commander"), view, GRAPH)
