"""The stories: each goes through many services, in the order in which a table meets them."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from datetime import date, timedelta
from unittest.mock import patch

from django.test import override_settings

from accounts.models import User
from games.clocks.values import usual_clock
from games.models import Player, StandIn
from games.play import autoplay
from games.services import organize
from games.services.absence import (
    Wanted,
    stand_in_agree,
    stand_in_decline,
    vacation_announce,
    vacation_choose,
    vacation_give_back,
)
from games.services.demo import seed_demo
from games.services.digests import queue_weekly
from games.services.disputes import dispute_raise, dispute_settle, reveal_hidden
from games.services.lobby import game_join, game_rematch
from games.services.mail_choices import choose_ways, stop_everywhere
from games.services.plans import plan_drop, plan_keep, plan_stop
from games.services.seats import resign, standing_set
from games.services.site_outage import credit_give, credit_take_back
from tests.games.kit import make_table, person, table
from tests.games.mail.test_news import take_all
from tests.games.mail.test_outbox import Failing
from tests.games.services.transcript import Story
from tests.routes_kit import organizer
from votes.models import Vote
from votes.services import vote_answer, vote_typed

FAILING = override_settings(EMAIL_BACKEND="tests.games.mail.test_outbox.Failing")


def tell_of_pauses(story: Story) -> None:
    """Pause; rewind, replace and extend meanwhile; go on, skip, settle a dispute, vote for a pause, call it off."""
    olga, nina = organizer("olga"), person("nina")
    play = table(clock=usual_clock("UTC"))
    game = {"game_id": play.game.pk}
    story.do("a game begins")
    story.do("alice asks", dispute_raise, user=play.alice, text="Were the dice thrown?", **game)
    story.do("olga asks", dispute_raise, user=olga, text="Were they?", **game)
    story.wait(3)
    story.do("alice pauses", organize.game_pause, user=play.alice, reason="", **game)
    story.do("olga pauses without a reason", organize.game_pause, user=olga, reason=" ", **game)
    story.do("olga pauses", organize.game_pause, user=olga, reason="Bob is ill.", **game)
    story.do("an order", play.order, text=play.likely())
    story.do("olga pauses again", organize.game_pause, user=olga, reason="Bob is ill.", **game)
    story.wait(20, every=10)
    story.do("olga skips", organize.game_pass, user=olga, reason="Bob is ill.", **game)
    story.do("olga extends", organize.game_extend, user=olga, reason="Bob is ill.", hours=5, **game)
    story.do(
        "nina gets a seat", organize.game_replace, user=olga, reason="Gone", seat=play.waiting.seat, by=nina, **game
    )
    story.wait(2)
    story.do("olga resumes", organize.game_resume, user=olga, reason="Bob is well.", **game)
    story.wait(1)
    story.do("nina plays", play.order, text=play.likely())
    story.do("olga pauses", organize.game_pause, user=olga, reason="A wrong map.", **game)
    story.wait(5)
    story.do("olga rewinds", organize.game_rewind, user=olga, reason="A wrong map.", seq=1, **game)
    story.wait(7)
    story.do("olga resumes", organize.game_resume, user=olga, reason="It is right.", **game)
    story.do("olga extends", organize.game_extend, user=olga, reason="It took long.", hours=30, **game)
    story.do("olga skips", organize.game_pass, user=olga, reason="It took long.", **game)
    story.do("olga looks at what is hidden", reveal_hidden, user=olga, reason="To see.", **game)
    story.do("nina answers", dispute_settle, user=nina, answer="They were.", **game)
    story.do("olga answers", dispute_settle, user=olga, answer="They were.\nSee the log.", **game)
    story.do("olga answers again", dispute_settle, user=olga, answer="They were.", **game)
    people = list(User.objects.filter(played__game=play.game).order_by("pk"))
    for said in ("vote pause 2", "vote resume"):
        for user in people:
            story.do(f"{user.username}: {said}", vote_typed, user_id=user.pk, text=said, source="web", **game)
        story.wait(6)
    for user in people:
        story.do(
            f"{user.username}: vote pause 1", vote_typed, user_id=user.pk, text="vote pause 1", source="web", **game
        )
    story.wait(24, every=12)
    story.do("olga calls it off", organize.game_void, user=olga, reason="Nobody wants it.", **game)
    story.do("olga resumes", organize.game_resume, user=olga, reason="Somebody does.", **game)


def tell_of_absence(story: Story) -> None:
    """A friend stands in until the owner plays; a bot and own orders do; days are given back; a clock stops."""
    olga, friend = organizer("olga"), person("friend")
    play = table(clock=usual_clock("UTC") | {"span": 4320, "quiet": False})
    away = play.asked_user
    other = play.bob if away == play.alice else play.alice
    stops = usual_clock("UTC") | {"vacation": "stops", "quiet": False}
    make_table(other, name="Low Tide", rules="classic_1959", seats_wanted=3, bots=("random", "random"), clock=stops)
    story.do("two games begin")
    week = Wanted(date(2026, 11, 24), date(2026, 11, 30), friend=friend)
    story.do("too long", vacation_announce, user=away, wanted=Wanted(date(2026, 11, 24), date(2027, 3, 1)))
    story.do("too early", vacation_announce, user=away, wanted=Wanted(date(2026, 11, 23), date(2026, 11, 25)))
    made = story.do("one announces a week, with a friend", vacation_announce, user=away, wanted=week)
    story.do("and again", vacation_announce, user=away, wanted=week)
    story.do("the friend declines", stand_in_decline, user=friend, vacation_id=made.pk)
    story.do("the other agrees", stand_in_agree, user=other, vacation_id=made.pk)
    story.wait(25, every=12.5)
    story.do("the friend agrees after all", stand_in_agree, user=friend, vacation_id=made.pk)
    story.wait(1)
    if play.asked_user != away:
        story.do("the other ends the turn", play.order, text="place on the weakest border\nend turn")
    story.do("the friend plays", play.order, text=play.likely(), user_id=friend.pk)
    story.do("a stranger plays", play.order, text=play.likely(), user_id=olga.pk)
    story.do("the owner plays", play.order, text=play.likely(), user_id=away.pk)
    story.wait(1)
    story.do("the owner gives the rest back", vacation_give_back, user=away, vacation_id=made.pk)
    story.do("the other gives it back", vacation_give_back, user=other, vacation_id=made.pk)
    later = Wanted(date(2026, 11, 26), date(2026, 12, 2), bot="recruit")
    second = story.do("the other announces one, with a bot", vacation_announce, user=other, wanted=later)
    story.wait(36, every=12)
    choices = {play.game.pk: "orders"}
    story.do("own orders play instead", vacation_choose, user=other, vacation_id=second.pk, choices=choices)
    story.do("an unknown bot", vacation_choose, user=other, vacation_id=second.pk, choices={play.game.pk: "nobody"})
    story.wait(12)
    story.do("the other gives days back", vacation_give_back, user=other, vacation_id=second.pk)
    story.wait(36, every=12)
    third = Wanted(date(2026, 11, 30), date(2026, 12, 3))
    story.do("one announces another", vacation_announce, user=away, wanted=third)
    story.wait(40, every=20)
    for row in StandIn.objects.filter(ended_at=None).select_related("player"):
        given = {"game_id": row.player.game_id, "seat": row.player.seat}
        story.do("olga ends it", organize.game_end_absence, user=olga, reason="They are back.", **given)
    story.wait(96, every=24)


def tell_of_nights(story: Story) -> None:
    """Mails and reminders by night, in digests and not at all; outages of the site and of mail give time back."""
    olga = organizer("olga")
    play = table(clock=usual_clock("UTC") | {"grace": 30})
    first = play.asked_user
    other = play.bob if first == play.alice else play.alice
    story.do("a game begins")
    story.wait(11, every=11)
    row = play.waiting
    story.do("an order at night", play.order, text=play.likely())
    story.do("it is undone", play.undo, row=row)
    story.do("it is undone again", play.undo, row=row)
    story.wait(15, every=3)
    story.wait(2, is_down=True)
    story.do("the host gives time", credit_give, by=timedelta(hours=3), reason="A storm", user=olga)
    story.do("the host takes too much", credit_take_back, by=timedelta(days=3), reason="A storm", user=olga)
    story.do("the host takes some", credit_take_back, by=timedelta(hours=1), reason="A calm", user=olga)
    seat = Player.objects.get(game=play.game, user=other)
    story.do("the other wants reminders alone", choose_ways, user=other, chosen={seat.pk: {"turn": "reminder"}})
    story.do("one ends the turn", play.order, text="place on the weakest border\nend turn")
    story.wait(20, every=4)
    story.do("the other ends the turn", play.order, text="place on the weakest border\nend turn")
    Failing.error = ConnectionRefusedError("no route")
    with FAILING:
        story.wait(2, every=1)
    story.wait(1, every=0.5)
    story.do("the mail is held no more", organize.mail_release, user=olga, reason="It works")
    end = "place on the weakest border\nend turn"
    User.objects.filter(pk__in=[play.alice.pk, play.bob.pk]).update(turn_mail="digest", news_digest=True)
    story.do("one ends the turn", play.order, text=end)
    story.do("the other unsubscribes from this game", stop_everywhere, user=other, wish="turn")
    story.wait(6)
    story.do("the other ends the turn", play.order, text=end)
    story.wait(28, every=7)
    User.objects.update(turn_mail="each", news_digest=False)
    story.do("one ends the turn", play.order, text=end)
    story.do("the other ends the turn", play.order, text=end)
    Failing.error = smtplib.SMTPRecipientsRefused({"x@example.org": (550, b"5.1.1 unknown")})
    with FAILING:
        story.wait(1)
    story.wait(60, every=15)
    story.wait(24 * 5, is_down=True)
    story.do("the host gives the time of the hold", credit_give, by=None, reason="It was down", user=olga)
    story.wait(34)
    story.do("weekly mails", queue_weekly, now=story.now)
    story.wait(1)


def tell_of_plans(story: Story) -> None:
    """Plans on hold, played, stopped and dropped; standing orders; votes that fail, lapse and pass; a rematch."""
    play = table()
    game, first = {"game_id": play.game.pk}, play.asked_user
    other = play.bob if first == play.alice else play.alice
    end = "place on the weakest border\nend turn"
    played = f"even if somebody took land of mine\n{end}"
    story.do("a game begins")
    story.do("a plan that cannot be read", plan_keep, user_id=other.pk, text="place 3 Atlantis", **game)
    story.do("a plan is kept", plan_keep, user_id=other.pk, text=played, **game)
    story.do("the turn is ended", play.order, text=end)
    story.wait(0.5)
    story.do(
        "a plan that stops on its way",
        plan_keep,
        user_id=first.pk,
        hold=0,
        text=played.replace("end turn", "fortify Brazil Peru 90"),
        **game,
    )
    story.do("the turn is ended", play.order, text=end)
    story.do("the other ends", play.order, text=end)
    story.do("the rest of the turn is ended", play.order, text="end turn")
    plan, _said = story.do("a plan is kept", plan_keep, user_id=first.pk, text=played, **game)
    story.do("it is stopped", plan_stop, user_id=first.pk, plan_id=plan.pk, version=plan.version, **game)
    story.do("it is dropped", plan_drop, user_id=first.pk, **game)
    lines = "when attacked: defend 1\nwhen late: end turn"
    story.do("standing orders", standing_set, user_id=play.asked_user.pk, text=lines, **game)
    story.do("others that cannot be read", standing_set, user_id=play.asked_user.pk, text="when hungry: eat", **game)
    story.wait(80, every=40)
    for said in ("vote extend", "vote fly", "vote call off"):
        story.do(f"first: {said}", vote_typed, user_id=first.pk, text=said, source="web", **game)
    story.do("other: vote extend", vote_typed, user_id=other.pk, text="vote extend", source="web", **game)
    story.do("a rematch", game_rematch, user=first, **game)
    story.wait(72, every=36)
    story.do("first: vote draw", vote_typed, user_id=first.pk, text="vote draw", source="web", **game)
    for user, agrees in ((other, False), (person("dave"), True), (other, True)):
        said = f"{user.username} is {'for' if agrees else 'against'} the draw"
        story.do(said, vote_answer, user=user, vote_id=Vote.objects.get(kind="draw").pk, agrees=agrees, **game)
    story.do("a rematch", game_rematch, user=first, **game)
    story.do("the other too", game_rematch, user=other, **game)
    story.wait(1)


def tell_of_ends(story: Story) -> None:
    """Somebody resigns, seats fall, the last one stands; one game is adjudicated, one abandoned, one shown."""
    olga = organizer("olga")
    play = table(bots=("random", "random"))
    story.do("a game begins")
    story.wait(1)
    story.do(
        "who is not asked resigns",
        resign,
        game_id=play.game.pk,
        user_id=(play.bob if play.asked_user == play.alice else play.alice).pk,
    )
    mine = play.waiting.seat
    for seat in (each for each in range(4) if each != mine):
        story.do(f"seat {seat} falls", take_all, play=play, fallen=seat)
    story.wait(1)
    for name, seats in (("Low Tide", 3), ("Fog", 3)):
        again = make_table(play.alice, name=name, rules="classic_1959", seats_wanted=seats, bots=("random",))
        game_join(game_id=again.pk, user=play.bob)
        story.do(f"{name} begins")
        if name == "Low Tide":
            story.do("alice ends it", organize.game_adjudicate, game_id=again.pk, user=play.alice, reason="It is late.")
            story.do("olga ends it", organize.game_adjudicate, game_id=again.pk, user=olga, reason="It is late.")
        else:
            with patch.object(autoplay, "LONGEST_ABANDONED", 2):
                for user in (play.alice, play.bob):
                    story.do(f"{user.username} resigns", resign, game_id=again.pk, user_id=user.pk)
                story.wait(1)
        story.wait(1)
    story.do("the demonstration is seeded", seed_demo)


STORIES: dict[str, Callable[[Story], None]] = {
    "pauses": tell_of_pauses,
    "absence": tell_of_absence,
    "nights": tell_of_nights,
    "plans": tell_of_plans,
    "ends": tell_of_ends,
}
