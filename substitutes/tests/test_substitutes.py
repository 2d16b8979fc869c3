"""Substitutes: who is asked in which order, what they answer, who gets the seat and with what."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.errors import GameClosed, GameError, LobbyError, NotAllowed
from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, Entry, Game, Heartbeat, OutboxMail, Player, SiteClock, StandingOrder, TurnRecord
from games.models.upkeep import OPENED
from games.selectors.integrity import game_issues
from games.services.organize import game_replace, game_void
from games.services.seats import resign, take_back
from substitutes.integrity import check_offers, check_overdue
from substitutes.models import Offer, SignUp
from substitutes.services import (
    OfferOver,
    SubstituteRefused,
    offer_accept,
    offer_decline,
    seat_offer,
    seat_withdraw,
    sign_off,
    sign_up,
    substitutes_sweep,
)
from substitutes.tests.kit import asked, beat, free, later, outcomes, three, told, willing
from tests.games.kit import Table, person
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Table:
    return three()


def accept(name: str) -> None:
    offer = Offer.objects.filter(user__username=name).latest("pk")
    offer_accept(offer=offer, user=offer.user)


# ---- whom to ask


def test_people_are_asked_one_after_another_those_of_the_game_first(play: Table) -> None:
    willing("sue", "sam")
    willing("gail", "gus", game=play.game)
    assert asked() == []
    free(play)
    order = []
    for _ in range(4):
        order += asked()
        later(hours=12)
    assert order == ["gail", "gus", "sue", "sam"]
    assert asked() == [] and [outcome for _name, outcome in outcomes()] == ["expired"] * 4


def test_a_person_has_twelve_hours_and_an_outage_moves_them(play: Table) -> None:
    willing("sue", "sam")
    free(play)
    assert asked() == ["sue"]
    offer = Offer.objects.get()
    assert offer.until - offer.asked_at == timedelta(hours=12)
    SiteClock.objects.update(given=timedelta(hours=5))
    later(hours=12)
    assert asked() == ["sue"] and Offer.objects.get().until > timezone.now() + timedelta(hours=4)
    later(hours=5)
    assert asked() == ["sam"]


def test_nobody_is_asked_while_an_outage_is_still_to_be_credited(play: Table) -> None:
    willing("sue")
    free(play)
    Heartbeat.objects.update(seen_at=timezone.now() - timedelta(hours=3))
    substitutes_sweep()
    assert not Offer.objects.exists()
    assert asked() == ["sue"]


def test_who_declines_is_not_asked_for_this_seat_again(play: Table) -> None:
    sue, _sam = willing("sue", "sam")
    free(play)
    asked()
    for _ in range(2):
        offer_decline(offer=Offer.objects.get(user=sue), user=sue)
    assert asked() == ["sam"]
    later(hours=12)
    assert asked() == [] and outcomes() == [("sue", "declined"), ("sam", "expired")]


def test_only_people_who_can_be_asked_are(play: Table) -> None:
    names = ("gone", "silent", "bounced", "muted", "fit")
    gone, silent, bounced, muted, _fit = willing(*names)
    gone.is_active = False
    silent.email = ""
    bounced.bounced_at = timezone.now()
    muted.mail_muted_until = timezone.now() + timedelta(days=3)
    for user in (gone, silent, bounced, muted):
        user.save()
    free(play)
    assert asked() == ["fit"]
    with pytest.raises(SubstituteRefused):
        sign_up(user=silent)


def test_who_plays_played_or_looked_into_the_game_is_not_asked(play: Table) -> None:
    for user in (play.alice, play.bob):
        sign_up(user=user)
    olga, former = willing("olga", "former")
    AuditEntry.objects.create(game=play.game, user=olga, action=OPENED, reason="a test")
    TurnRecord.objects.create(game=play.game, user=former, round=1, outcome="missed", at=timezone.now())
    free(play)
    assert asked() == []
    with pytest.raises(SubstituteRefused):
        sign_up(user=play.alice, game=play.game)


def test_who_stood_in_and_stopped_is_not_asked(play: Table) -> None:
    willing("friend")
    other = next(player for player in play.game.players.all() if player.user != play.asked_user)
    note = {"type": "host.stand_in", "seat": other.seat, "by": "friend", "bot": ""}
    Entry.objects.create(
        game=play.game, seq=play.game.seq + 1, kind="note", source="system", events=[note], at=timezone.now()
    )
    Game.objects.filter(pk=play.game.pk).update(seq=play.game.seq + 1)
    free(play)
    assert asked() == []


def test_a_game_asks_only_people_who_are_as_reliable_as_it_wants(play: Table) -> None:
    slack, _keen = willing("slack", "keen")
    Game.objects.update(least_share=80)
    for _ in range(10):
        TurnRecord.objects.create(user=slack, round=1, outcome="missed", at=timezone.now(), game=three_more())
    free(play)
    assert asked() == ["keen"]
    with pytest.raises(LobbyError):
        sign_up(user=slack, game=play.fresh())


def three_more() -> Game:
    """Another game, for turns of the past."""
    return Game.objects.get_or_create(
        slug="past", defaults={"name": "Past", "rules": "classic_1959", "map": "classic"}
    )[0]


def test_a_person_is_asked_for_one_seat_at_a_time(play: Table) -> None:
    willing("sue")
    free(play)
    free(play)
    assert Player.objects.filter(offered_at__isnull=False).count() == 2
    assert asked() == ["sue"]
    willing("sam")
    assert asked() == ["sue", "sam"] and Offer.objects.values("seat").distinct().count() == 2


def test_a_game_by_invitation_asks_only_those_who_signed_up_there() -> None:
    play = three(public=False)
    willing("sue")
    free(play)
    assert asked() == []
    willing("gail", game=play.game)
    assert asked() == ["gail"]


def test_seats_of_games_without_this_remedy_are_not_offered() -> None:
    play = three(then=("caretaker",))
    willing("sue")
    assert free(play).offered_at is None and asked() == []


# ---- taking the seat


def test_who_accepts_gets_the_seat_with_a_whole_turn_and_bank() -> None:
    play = three(clock={"bank": {"start": 1440, "increment": 120, "cap": 2880}})
    StandingOrder.objects.create(game=play.game, player=play.waiting.player, text="when attacked: defend 1")
    owner, missed = play.asked_user, free(play)
    assert missed.bank == 0
    sue = willing("sue")[0]
    assert asked() == ["sue"]
    for _ in range(2):
        accept("sue")
    player = Player.objects.get(game=play.game, seat=missed.seat)
    assert player.user == sue and player.state == Player.State.PLAYING
    assert (player.came, player.missed, player.bank, player.offered_at) == (True, 0, 1440, None)
    assert not StandingOrder.objects.filter(player=player).exists()
    note = Entry.objects.get(game=play.game, events__0__type="host.replaced")
    assert note.events[0]["by"] == "sue" and "reason" not in note.events[0]
    assert OutboxMail.objects.get(template="unseated").user == owner
    assert outcomes() == [("sue", "accepted")] and SignUp.objects.filter(user=sue).exists()
    assert asked() == [] and told(play).count("replaced") == 1


def test_a_seat_whose_turn_runs_gets_all_of_its_time(play: Table) -> None:
    willing("sue")
    seat = free(play).seat
    asked()
    while play.waiting.seat != seat:  # the next round, in which the caretaker would play at once
        accept("sue")
        play.order(play.likely())
    assert play.waiting.deadline_at and play.waiting.deadline_at > timezone.now() + timedelta(hours=71)
    assert play.waiting.player.user and play.waiting.player.user.username == "sue"


def test_the_former_player_may_return_until_then(play: Table) -> None:
    willing("sue")
    owner = play.asked_user
    free(play)
    asked()
    outbox_deliver()
    take_back(game_id=play.game.pk, user_id=owner.pk)
    with pytest.raises(OfferOver):
        accept("sue")
    assert asked() == [] and outcomes() == [("sue", "gone")]
    outbox_deliver()
    first, second = (message.subject for message in mail.outbox if message.to == ["sue@example.org"])
    assert list(OutboxMail.objects.filter(user__username="sue").order_by("pk").values_list("template", flat=True)) == [
        "seat_offered",
        "seat_gone",
    ]
    assert "you can take over" in first and "is no longer free" in second


def test_who_was_never_told_of_a_seat_is_not_told_that_it_is_gone(play: Table) -> None:
    willing("sue")
    owner = play.asked_user
    free(play)
    asked()
    take_back(game_id=play.game.pk, user_id=owner.pk)
    asked()
    mail.outbox.clear()
    outbox_deliver()
    assert not [message for message in mail.outbox if message.to == ["sue@example.org"]]


def test_a_seat_that_falls_free_again_is_offered_again(play: Table) -> None:
    willing("sue")
    owner, first = play.asked_user, free(play)
    asked()
    take_back(game_id=play.game.pk, user_id=owner.pk)
    assert asked() == []
    while play.waiting.seat != first.seat:
        play.order(play.likely())
    free(play)
    assert asked() == ["sue"]


def test_who_took_a_seat_cannot_be_unseated_by_its_former_player(play: Table) -> None:
    willing("sue")
    owner = play.asked_user
    free(play)
    asked()
    accept("sue")
    with pytest.raises(NotAllowed):
        take_back(game_id=play.game.pk, user_id=owner.pk)


def test_an_offer_that_was_not_answered_in_time_is_refused(play: Table) -> None:
    sue = willing("sue")[0]
    free(play)
    asked()
    later(hours=12)
    with pytest.raises(OfferOver, match="time to answer"):
        accept("sue")
    stranger = person("eve")
    with pytest.raises(OfferOver):
        offer_accept(offer=Offer.objects.get(), user=stranger)
    assert not Player.objects.filter(user__in=[sue, stranger]).exists()


def test_offers_end_with_the_game_and_lists_too(play: Table) -> None:
    willing("sue", game=play.game)
    free(play)
    assert asked() == ["sue"]
    game_void(game_id=play.game.pk, user=organizer("olga"), reason="a test")
    with pytest.raises(GameError):
        accept("sue")
    assert asked() == [] and outcomes() == [("sue", "gone")] and not SignUp.objects.exists()
    with pytest.raises(GameClosed):
        sign_up(user=person("sam"), game=play.fresh())


def test_an_organizer_who_gives_the_seat_away_ends_the_offer(play: Table) -> None:
    willing("sue")
    seat = free(play).seat or 0
    asked()
    game_replace(game_id=play.game.pk, user=organizer("olga"), reason="a test", seat=seat, bot="random")
    assert asked() == [] and outcomes() == [("sue", "gone")]


def test_a_game_that_everybody_has_left_goes_on_with_a_substitute(play: Table) -> None:
    willing("sue")
    for _ in range(3):
        free(play)
    assert play.fresh().deserted
    assert asked() == ["sue"]
    accept("sue")
    assert play.fresh().is_running and not play.fresh().deserted


# ---- lists


def test_lists_know_everybody_once(play: Table) -> None:
    sue = willing("sue")[0]
    sign_up(user=sue)
    sign_up(user=sue, game=play.game)
    sign_up(user=sue, game=play.game)
    assert SignUp.objects.count() == 2
    free(play)
    sign_off(user=sue)
    assert asked() == ["sue"]
    sign_off(user=sue, game=play.game)
    assert asked() == ["sue"] and not SignUp.objects.exists()


# ---- organizers


def test_an_organizer_withdraws_an_offer_and_makes_one(play: Table) -> None:
    olga = organizer("olga")
    willing("sue")
    seat = free(play).seat or 0
    asked()
    seat_withdraw(game_id=play.game.pk, user=olga, reason="he comes back", seat=seat)
    assert outcomes() == [("sue", "withdrawn")] and asked() == []
    with pytest.raises(NotAllowed):
        seat_withdraw(game_id=play.game.pk, user=olga, reason="again", seat=seat)
    seat_offer(game_id=play.game.pk, user=olga, reason="he does not", seat=seat)
    assert asked() == ["sue"] and told(play)[-2:] == ["seat_kept", "seat_offered"]
    reasons = AuditEntry.objects.filter(action__startswith="seat.").order_by("pk").values_list("action", "reason")
    assert list(reasons) == [("seat.withdraw", "he comes back"), ("seat.offer", "he does not")]
    other = next(player.seat for player in Player.objects.filter(state="playing") if player.seat is not None)
    with pytest.raises(NotAllowed):
        seat_offer(game_id=play.game.pk, user=olga, reason="why", seat=other)


def test_a_seat_that_was_resigned_can_be_offered(play: Table) -> None:
    willing("sue")
    resign(game_id=play.game.pk, user_id=play.bob.pk)
    seat = play.seat(play.bob)
    seat_offer(game_id=play.game.pk, user=organizer("olga"), reason="a test", seat=seat)
    assert asked() == ["sue"]
    accept("sue")
    assert Player.objects.get(game=play.game, seat=seat).state == Player.State.PLAYING
    assert not OutboxMail.objects.filter(template="unseated").exists()
    beat()


def test_who_takes_a_seat_inherits_no_choice_of_the_player_before(play: Table) -> None:
    player = free(play)
    Player.objects.filter(pk=player.pk).update(mail_ways={"turn": ""}, then="all", ask_offer="answered")
    willing("zoe")
    substitutes_sweep()
    accept("zoe")
    player.refresh_from_db()
    assert player.user is not None and player.user.username == "zoe"
    assert (player.mail_ways, player.then, player.ask_offer) == (None, "", "")


def test_fsck_knows_offers(play: Table) -> None:
    player = free(play)
    willing("zoe")
    assert substitutes_sweep() == 1
    game, now = play.fresh(), timezone.now()
    assert not list(game_issues(game)) and not list(check_overdue(now))
    Offer.objects.update(closed_at=now)
    Player.objects.filter(pk=player.pk).update(state=Player.State.PLAYING)
    said = " ".join(str(issue) for issue in check_offers(game))
    assert f"offers seat {player.seat}, which is playing" in said and "is open and closed at once" in said
    assert "should have ended long ago" in str(next(iter(check_overdue(now + timedelta(hours=13)))))
