"""The page of one's plan: two steps, and a button that stops it."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.mail.render import mail_for
from games.models import OutboxMail, TurnPlan
from games.services.plans import BadPlan, plan_keep, plan_preview
from tests.games.kit import Table, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return table()


def client(user: object) -> Client:
    visitor = Client()
    visitor.force_login(user)  # type: ignore[arg-type]
    return visitor


def test_a_plan_is_shown_first_and_kept_by_a_second_step(play: Table) -> None:
    address = reverse("game-plan", args=[play.game.slug])
    visitor = client(play.alice)
    assert "only if nobody took land of mine" in visitor.get(address).content.decode()
    page = visitor.post(address, {"do": "preview", "text": "end turn", "hold": "15"})
    assert "Keep this plan" in page.content.decode() and not TurnPlan.objects.exists()
    page = visitor.post(address, {"do": "keep", "text": "end turn", "hold": "60"})
    assert page.status_code == 302
    plan = TurnPlan.objects.get()
    assert (plan.text, plan.hold, plan.user) == ("only if nobody took land of mine\nend turn", 60, play.alice)
    assert "Take the plan out" in visitor.get(address).content.decode()
    assert "end turn" not in client(play.bob).get(address).content.decode().split("<textarea")[0]
    visitor.post(address, {"do": "drop"})
    assert not TurnPlan.objects.exists()


def test_a_bad_line_is_named_and_comes_back_as_typed(play: Table) -> None:
    page = client(play.alice).post(
        reverse("game-plan", args=[play.game.slug]), {"do": "preview", "text": "fly away", "hold": "15"}
    )
    assert page.status_code == 422 and "Line 1, “fly away”" in page.content.decode()


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("fly away", 1),
        ("\n\nend turn\nfly away", 4),
        ("only if nobody took land of mine\nfly away", 2),
        ("\neven if somebody took land of mine\nonly if I hold Nowhere\nend turn", 3),
    ],
)
def test_lines_are_counted_as_they_were_typed(play: Table, typed: str, number: int) -> None:
    with pytest.raises(BadPlan, match=f"Line {number}, ") as refused:
        plan_preview(play.game, play.waiting.seat, typed)
    assert refused.value.params["line"] == number


def test_a_plan_is_checked_while_it_is_typed(play: Table) -> None:
    address = reverse("plan-check", args=[play.game.slug])
    page = client(play.alice).get(reverse("game-plan", args=[play.game.slug])).content.decode()
    assert f'hx-post="{address}"' in page and 'id="plan-check"' in page
    said = client(play.alice).post(address, {"text": "place on the weakest border\nend turn"}).content.decode()
    assert "When your turn begins, if nobody took land of yours: place on the weakest border; end turn." in said
    said = client(play.alice).post(address, {"text": "end turn\nfly away"}).content.decode()
    assert "Line 2, “fly away”" in said and not TurnPlan.objects.exists()
    assert client(play.alice).get(address).status_code == 405
    assert client(User.objects.create_user("eve")).post(address, {"text": "end"}).status_code == 404
    assert Client().post(address, {"text": "end"}).status_code == 302


@pytest.mark.parametrize(
    "sent", [{"do": "preview", "text": "", "hold": "15"}, {"do": "keep", "text": "end", "hold": "7"}]
)
def test_what_is_missing_is_refused(play: Table, sent: dict[str, str]) -> None:
    assert client(play.alice).post(reverse("game-plan", args=[play.game.slug]), sent).status_code == 422
    assert not TurnPlan.objects.exists()


# ---- on the board, and in the mail


def board(user: object, play: Table) -> str:
    return client(user).get(reverse("game", args=[play.game.slug])).content.decode()


def planned(play: Table, text: str, hold: int = 15) -> tuple[User, TurnPlan]:
    """A plan of whoever has the next turn of a person, and that turn has begun."""
    first = play.asked_user
    other = play.bob if first == play.alice else play.alice
    plan, _said = plan_keep(game_id=play.game.pk, user_id=other.pk, text=text, hold=hold)
    while play.asked_user == first:
        play.order("place on the weakest border\nend turn")
    plan.refresh_from_db()
    return other, plan


def test_who_waits_finds_the_way_to_a_plan_beside_the_board(play: Table) -> None:
    first = play.asked_user
    other = play.bob if first == play.alice else play.alice
    address = reverse("game-plan", args=[play.game.slug])
    assert "You can plan your next turn now. The plan is played when that turn begins." in board(other, play)
    plan_keep(game_id=play.game.pk, user_id=other.pk, text="end turn")
    page = board(other, play)
    assert "Planned. It is played when your turn begins." in page and f'href="{address}"' in page
    assert "Your next turn" not in board(first, play), "in one's own turn there is nothing to plan"
    assert "Your next turn" not in Client().get(reverse("game", args=[play.game.slug])).content.decode()


def test_the_orders_of_a_plan_that_failed_wait_in_the_order_line(play: Table) -> None:
    text = "even if somebody took land of mine\nfortify Brazil Peru 90\nend turn"
    other, plan = planned(play, text)
    assert plan.state == "failed"
    page = board(other, play)
    assert "fortify Brazil Peru 90\nend turn</textarea>" in page and "even if" not in page
    assert "Your plan was not played. Line 2" in page and "Its orders are in the order line." in page
    again = client(other).get(reverse("game", args=[play.game.slug]), {"view": "whole"}).content.decode()
    assert "end turn</textarea>" not in again, "what is chosen on the map stands there instead"
    play.order(play.likely())
    assert "Your plan was not played" not in board(other, play)


def stop_link(play: Table, user: User) -> str:
    mail = OutboxMail.objects.get(template="turn", user=user, context__has_key="plan")
    text = mail_for(mail).body
    return text.split("Stop the plan:")[1].split()[0].removeprefix("http://testserver")


def test_the_link_in_the_mail_stops_the_plan_without_a_login(play: Table) -> None:
    other, plan = planned(play, "even if somebody took land of mine\nplace on the weakest border\nend turn")
    assert plan.state == "held" and "Your plan is played" in board(other, play)
    address, visitor = urlsplit(stop_link(play, other)).path, Client()
    page = visitor.get(address).content.decode()
    assert "Stop your plan?" in page and TurnPlan.objects.get().state == "held", "a look changes nothing"
    assert "weakest" not in page
    assert "Your plan is stopped" in visitor.post(address).content.decode()
    assert not TurnPlan.objects.exists()
    for page in (visitor.get(address), visitor.post(address)):
        assert "There is nothing to stop." in page.content.decode()
    plan_keep(game_id=play.game.pk, user_id=other.pk, text="end turn")
    visitor.post(address)
    assert TurnPlan.objects.exists(), "another plan is not stopped by an old link"
