"""The offer to be asked about invasions: on the owner's page and in one mail, with the first card that answers one."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from games.mail.links import ASK_ME, ASK_NOTHING, OrderLink, link_path
from games.mail.render import mail_for
from games.models import Entry, Game, OutboxMail, Player, StandingOrder
from games.models.game import Substitute
from games.play.session import Session
from games.services.notifications import offered_context
from games.services.seats import ask_offer_decline, standing_set
from tests.games.decisions.godstorm.kit import card_state
from tests.games.decisions.positions import Asked, lay
from tests.games.decisions.risk2210.kit import state_of
from tests.games.kit import person, table
from tests.games.mail.kit import html_of, links_of
from tests.games.views.test_play import client

pytestmark = [pytest.mark.django_db, pytest.mark.luck(2210)]
OFFER = "You can answer invasions now"
WHEN = "when you are invaded, when another player plays a miracle and when armies of yours fall in defence"
GODSTORM_CASES = ("invaded", "a miracle is played", "I lose armies")


def holding(*cards: str, hours: int = 24) -> Asked:
    """Alice is asked to attack, with these cards in her hand, in a game that gives so many hours for replies."""
    play = table("risk2210", bots=("random",), reaction_hours=hours)
    return lay(play, state_of(step="invade", command_cards={"red": list(cards)}))


def press(asked: Asked, **fields: str) -> str:
    """Press a button of the offer; returns the page that it leads to."""
    url = reverse("game-settings", args=[asked.play.game.slug])
    answer = client(asked.play.alice).post(url, fields, follow=True)
    return str(answer.content.decode())


def rules(asked: Asked) -> list[str]:
    return list(StandingOrder.objects.filter(game=asked.play.game).values_list("text", flat=True))


@pytest.mark.parametrize(("card", "hours"), [("Land Assemble MODs", 24), ("Cease Fire", 0)])
def test_nothing_is_offered_without_such_a_card_or_without_a_clock(card: str, hours: int) -> None:
    assert OFFER not in holding(card, hours=hours).page()


def test_one_click_on_the_page_has_the_player_asked() -> None:
    asked = holding("Cease Fire")
    page = asked.page()
    assert OFFER in page and re.findall(r'<option value="(\d+)"( selected)?>', page[page.index("ask-hours") :]) == [
        ("1", ""),
        ("2", ""),
        ("6", ""),
        ("12", " selected"),
        ("24", ""),
    ]
    assert 'class="act"' not in page[page.index("ask-offer") :], "its buttons would stay in sight, over its field"
    assert "asks you when you are invaded" in press(asked, do="ask_me", hours="6")
    assert rules(asked) == ["when invaded: ask me within 6 hours"]
    assert OFFER not in asked.page()


def test_who_has_a_card_that_undoes_others_is_offered_to_be_asked_about_these() -> None:
    play = table("risk2210", bots=("random",), reaction_hours=24)
    asked = lay(play, card_state(miracles={"red": ["Storms Rage"]}, relics={"red": ["Aegis"]}))
    page = asked.page()
    assert "You can undo cards now" in page and OFFER not in page
    press(asked, do="ask_me", hours="6")
    assert rules(asked) == ["\n".join(f"when {case}: ask me within 6 hours" for case in GODSTORM_CASES)]
    assert "You can undo cards now" not in asked.page()


def test_who_draws_the_tree_of_life_is_offered_to_be_asked_about_the_fallen() -> None:
    play = table("risk2210", bots=("random",), reaction_hours=24)
    held = {"miracles": {"red": ["Storms Rage"]}, "relics": {"red": ["The Tree of Life"]}}
    asked = lay(play, card_state(**held))
    page = asked.page()
    assert "You can keep armies that fall" in page and "The Tree of Life can save armies of yours" in page
    assert OFFER not in page and "You can undo cards now" not in page
    path = link_path(OrderLink(asked.play.game.pk, 0, "", f"{ASK_ME}6", asked.play.alice.pk))
    linked = client(None).get(path).content.decode()
    assert WHEN in linked and "The Tree of Life" not in linked, "the page of a link names no card"
    assert f"The game now asks you {WHEN}." in press(asked, do="ask_me", hours="6")
    assert rules(asked)[0].splitlines()[-1] == "when I lose armies: ask me within 6 hours"
    assert "You can keep armies that fall" not in asked.page()


def test_other_relics_offer_nothing() -> None:
    play = table("risk2210", bots=("random",), reaction_hours=24)
    page = lay(play, card_state(miracles={"red": ["Storms Rage"]}, relics={"red": ["Excalibur"]})).page()
    assert "ask-offer" not in page


def test_one_click_says_nothing_for_good() -> None:
    asked = holding("Cease Fire")
    assert OFFER not in press(asked, do="ask_nothing") and rules(asked) == []
    assert OFFER not in asked.page()


def test_who_declines_is_found_by_game_and_person() -> None:
    person("further")  # so that numbers of people and of games differ
    asked = holding("Cease Fire")
    game, alice = asked.play.game, asked.play.alice
    assert game.pk != alice.pk
    ask_offer_decline(game_id=game.pk, user_id=alice.pk)
    assert Player.objects.get(game=game, user=alice).ask_offer == Player.Offer.ANSWERED


@pytest.mark.parametrize("hours", ["0", "25", "many", "-3", "1" * 50, ""])
def test_hours_that_no_clock_has_are_refused(hours: str) -> None:
    asked = holding("Cease Fire")
    assert "Choose a time of 1 to 24 hours." in press(asked, do="ask_me", hours=hours)
    assert rules(asked) == [] and OFFER in asked.page()


def test_what_a_player_has_written_stays_and_rules_about_invasions_settle_it() -> None:
    asked = holding("Cease Fire")
    game = asked.play.game
    standing_set(game_id=game.pk, user_id=asked.play.alice.pk, text="when late: end turn")
    press(asked, do="ask_me", hours="12")
    order = StandingOrder.objects.get(game=game)
    assert order.text == "when late: end turn\nwhen invaded: ask me within 12 hours"
    Player.objects.filter(game=game).update(ask_offer="")
    standing_set(game_id=game.pk, user_id=asked.play.alice.pk, text="when invaded: decline")
    assert OFFER not in asked.page()


def mailed(asked: Asked) -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(game=asked.play.game, template="turn", user=asked.play.bob).order_by("pk"))


def bobs_turn() -> Asked:
    """Red ends the turn, and Bob, who is blue and holds Cease Fire, is asked."""
    play = table("risk2210", bots=("random",))
    lay(play, state_of(step="invade", command_cards={"blue": ["Cease Fire"]}))
    players = Player.objects.filter(game=play.game)
    other = players.get(seat=1)
    if other.user_id != play.bob.pk:
        players.filter(user=play.bob).update(user=None, bot="random")
        players.filter(pk=other.pk).update(user=play.bob, bot="")
    asked = lay(play, state_of(step="invade", command_cards={"blue": ["Cease Fire"]}))
    OutboxMail.objects.all().delete()
    play.order("end turn")
    return asked


def test_whoever_stands_in_is_offered_nothing_that_would_stay() -> None:
    """Standing orders are the owner's, and so is the one mail with the offer."""
    asked, friend = holding("Cease Fire"), person("Friend")
    owner = Player.objects.get(game=asked.play.game, user=asked.play.alice)
    owner.stand_in = Substitute(0, asked.play.alice.pk, friend.pk, "Friend", "", "both", "2999-12-31")._asdict()
    owner.save()
    page = str(client(friend).get(reverse("game", args=[asked.play.game.slug])).content.decode())
    assert "Friend" in page and OFFER not in page
    session = Session.load(asked.play.game, timezone.now())
    player = next(each for each in session.players.values() if each.pk == owner.pk)
    assert offered_context(session, player) == {} and not player.ask_offer
    player.stand_in = None
    assert offered_context(session, player) == {"ask_offer": True}


@pytest.mark.parametrize("order", [f"{ASK_ME} 6", ASK_NOTHING])
def test_a_link_that_whoever_stands_in_got_changes_nothing_of_the_owners(order: str) -> None:
    asked, friend = holding("Cease Fire"), person("Friend")
    owner = Player.objects.get(game=asked.play.game, user=asked.play.alice)
    owner.stand_in = Substitute(0, asked.play.alice.pk, friend.pk, "Friend", "", "both", "2999-12-31")._asdict()
    owner.save()
    path = link_path(OrderLink(asked.play.game.pk, 0, asked.play.waiting.ref, order, friend.pk))
    for answer in (client(None).get(path), client(None).post(path)):
        assert answer.status_code == 409 and "Be asked" not in answer.content.decode()
    owner.refresh_from_db()
    assert rules(asked) == [] and owner.ask_offer != Player.Offer.ANSWERED


def test_one_mail_makes_the_offer_and_its_link_takes_it() -> None:
    asked = bobs_turn()
    (mail,) = mailed(asked)
    assert mail.context == {"ask_offer": True}
    assert Player.objects.get(game=asked.play.game, user=asked.play.bob).ask_offer == "mailed"
    made = mail_for(mail)
    assert OFFER in html_of(made) and OFFER.upper() in str(made.body) and "Don’t ask me" in str(made.body)
    path = links_of(str(made.body)[str(made.body).index(OFFER.upper()) :])[0]
    page = client(None).get(path).content.decode()
    assert "Be asked when you are invaded?" in page and rules(asked) == [] and "Cease Fire" not in page
    assert "now asks you" in client(None).post(path).content.decode()
    assert rules(asked) == ["when invaded: ask me within 12 hours"]
    assert "Be asked" in client(None).get(path).content.decode()
    client(None).post(path)
    assert rules(asked) == ["when invaded: ask me within 12 hours"], "twice is once"
    assert OFFER not in html_of(mail_for(mail)), "a mail that comes later does not offer what was taken"


def test_others_see_nothing_of_it() -> None:
    asked = bobs_turn()
    before = Entry.objects.filter(game=asked.play.game).count()
    page = client(asked.play.alice).get(asked.url).content.decode()
    assert OFFER not in page
    url = reverse("game-settings", args=[asked.play.game.slug])
    seq = Game.objects.get(pk=asked.play.game.pk).seq
    client(asked.play.bob).post(url, {"do": "ask_me", "hours": "6"})
    assert Entry.objects.filter(game=asked.play.game).count() == before
    assert Game.objects.get(pk=asked.play.game.pk).seq == seq
    mails = OutboxMail.objects.filter(game=asked.play.game).exclude(user=asked.play.bob)
    assert not [mail for mail in mails if "ask_offer" in mail.context]


@pytest.mark.parametrize("hours", [24, 0])
def test_the_examples_of_standing_orders_are_of_the_game(hours: int) -> None:
    asked = holding(hours=hours)
    url = reverse("game-settings", args=[asked.play.game.slug])
    page = client(asked.play.alice).get(url).content.decode()
    assert "when invaded: play Stealth MODs" in page and "when attacked: defend 2" not in page
    assert ("ask me within 12 hours" in page) is bool(hours)
    lines = "\n".join(re.findall("<code>(when [^<]*)</code>", page))
    assert "Your standing orders are saved." in press(asked, do="standing", text=lines)


@pytest.mark.parametrize("hours", [24, 0])
def test_the_examples_of_godstorm_have_its_own_cards(hours: int) -> None:
    play = table("godstorm", bots=("random",), reaction_hours=hours)
    page = client(play.alice).get(reverse("game-settings", args=[play.game.slug])).content.decode()
    lines = re.findall("<code>(when [^<]*)</code>", page)
    said = "; ".join(lines)
    assert "play Men Become Warriors" in said and "play Aegis" in said and "when I lose armies: spare 2" in said
    assert ("ask me within 12 hours" in said) is bool(hours)
    answer = client(play.alice).post(
        reverse("game-settings", args=[play.game.slug]), {"do": "standing", "text": "\n".join(lines)}, follow=True
    )
    assert "Your standing orders are saved." in answer.content.decode()
