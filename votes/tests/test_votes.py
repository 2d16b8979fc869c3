"""Votes: who counts, when they pass, what they do, how often they may be asked, and what everybody is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.db.models import F
from django.utils import timezone

import engine
from accounts.models import User
from games.errors import GameClosed, GameError, KeyReused, NotAllowed
from games.mail.outbox import outbox_deliver
from games.models import Entry, Game, Heartbeat, OutboxMail, Player, SiteClock, Waiting
from games.selectors.integrity import game_issues
from games.services.lobby import game_join
from games.services.organize import game_extend, game_pause, game_resume, game_void
from games.services.seats import resign, take_back
from tests.games.kit import Table, make_table, person
from tests.routes_kit import organizer
from votes.kinds import VoteRefused, everybody, more_than_half, two_thirds
from votes.models import Ballot, Vote
from votes.reading import VoteWish, read_vote
from votes.services import due_games, vote_answer, vote_for, vote_stop, vote_typed, votes_sweep

pytestmark = pytest.mark.django_db
NAMES = ("alice", "bob", "carol", "dave")


def four() -> Table:
    """Four people and no bot, in a game that has begun."""
    people = [person(name) for name in NAMES]
    game = make_table(people[0], name="Long Winter", rules="classic_1959", seats_wanted=4)
    for user in people[1:]:
        game = game_join(game_id=game.pk, user=user, invite_token=game.invite_token)
    return Table(game, people[0], people[1])


@pytest.fixture
def play() -> Table:
    beat()
    return four()


def beat() -> None:
    """Let the sweep of deadlines have run just now, so that nothing is still to be credited."""
    SiteClock.objects.get_or_create()
    Heartbeat.objects.update_or_create(name="sweep", defaults={"seen_at": timezone.now()})


def user_of(name: str) -> User:
    return User.objects.get(username=name)


def say(play: Table, text: str, *names: str) -> None:
    """Let these people type a vote, one after another."""
    for name in names:
        vote_typed(game_id=play.game.pk, user_id=user_of(name).pk, text=text, source="web")


def told(play: Table) -> list[str]:
    """The kinds of all notes."""
    notes = Entry.objects.filter(game=play.game, kind=Entry.Kind.NOTE).order_by("seq")
    return [str(note.events[0]["type"]).removeprefix("host.") for note in notes]


def outcome(play: Table, kind: str) -> str:
    return str(Vote.objects.filter(game=play.game, kind=kind).latest("pk").outcome)


def later(**span: int) -> None:
    """Let time pass for all votes and pauses."""
    by = timedelta(**span)
    Vote.objects.update(ends_at=F("ends_at") - by, opened_at=F("opened_at") - by, closed_at=F("closed_at") - by)
    Vote.objects.update(paused_at=F("paused_at") - by, resumes_at=F("resumes_at") - by)
    Game.objects.update(paused_at=F("paused_at") - by)


def settled(play: Table) -> None:
    """Check that nothing is left half done."""
    assert not list(game_issues(play.fresh()))


# ---- majorities


@pytest.mark.parametrize(
    ("needed", "counts"),
    [(more_than_half, (1, 2, 2, 3, 3, 4)), (two_thirds, (1, 2, 2, 3, 4, 4)), (everybody, (1, 2, 3, 4, 5, 6))],
)
def test_a_majority_is_exact(needed: Callable[[int], int], counts: tuple[int, ...]) -> None:
    assert tuple(needed(people) for people in range(1, 7)) == counts


@pytest.mark.parametrize(
    ("text", "before", "last"),
    [
        ("vote extend", ("alice", "bob"), "carol"),
        ("vote pause", ("alice", "bob"), "carol"),
        ("vote draw", ("alice", "bob", "carol"), "dave"),
        ("vote call off", ("alice", "bob", "carol"), "dave"),
    ],
)
def test_a_vote_passes_with_the_last_agreement_that_it_needs(
    play: Table, text: str, before: tuple[str, ...], last: str
) -> None:
    say(play, text, *before)
    kind = text.removeprefix("vote ")
    assert outcome(play, kind) == "" and play.fresh().open_votes == 1
    say(play, text, last)
    assert outcome(play, kind) == "passed" and play.fresh().open_votes == 0
    settled(play)


# ---- what they do


def test_more_time_moves_the_deadline_twice_a_round_at_most(play: Table) -> None:
    before = play.waiting.deadline_at
    assert before is not None
    for count in (1, 2):
        say(play, "vote extend", "alice", "bob", "carol")
        assert play.waiting.deadline_at == before + timedelta(hours=24 * count)
    with pytest.raises(VoteRefused, match="2 times in this round"):
        say(play, "vote extend", "alice")
    Game.objects.filter(pk=play.game.pk).update(round=F("round") + 1)
    say(play, "vote extend", "alice")


def test_a_vote_on_more_time_is_open_to_the_deadline_and_goes_with_it(play: Table) -> None:
    say(play, "vote extend", "alice")
    vote = Vote.objects.get()
    assert vote.ends_at == play.waiting.deadline_at
    game_extend(game_id=play.game.pk, user=organizer("olga"), reason="a test", hours=3)
    Vote.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    votes_sweep()
    vote.refresh_from_db()
    assert vote.is_open and vote.ends_at == play.waiting.deadline_at


def test_a_vote_on_more_time_goes_with_a_deadline_that_an_outage_moved_out_of_a_night(play: Table) -> None:
    row = play.waiting
    assert row.deadline_at is not None
    clock = play.game.clock_data | {"quiet": True, "morning": 0}
    Game.objects.filter(pk=play.game.pk).update(clock=clock)
    sleeps, wakes = row.deadline_at + timedelta(hours=1), row.deadline_at + timedelta(hours=9)
    User.objects.filter(pk=row.player.user_id).update(quiet=[f"{sleeps:%H:%M}", f"{wakes:%H:%M}"], timezone="UTC")
    SiteClock.objects.update(given=timedelta(hours=3))
    say(play, "vote extend", "alice")
    vote = Vote.objects.get()
    assert vote.ends_at == play.waiting.until
    assert vote.ends_at > row.deadline_at + timedelta(hours=8), "in the morning, not three hours later"


def test_in_the_grace_after_a_deadline_there_is_none_to_move(play: Table) -> None:
    Game.objects.filter(pk=play.game.pk).update(clock=play.game.clock_data | {"grace": 60})
    Waiting.objects.filter(game=play.game).update(deadline_at=timezone.now() - timedelta(minutes=1))
    with pytest.raises(VoteRefused, match="No deadline is running"):
        say(play, "vote extend", "alice")


def test_a_vote_on_more_time_lapses_with_its_turn(play: Table) -> None:
    say(play, "vote extend", "alice", "bob")
    Game.objects.filter(pk=play.game.pk).update(clock_key="1:9", moved_at=timezone.now())
    votes_sweep()
    assert outcome(play, "extend") == "lapsed" and told(play)[-1] == "vote_lapsed"


def test_a_pause_ends_by_itself_and_is_asked_for_once_in_thirty_days(play: Table) -> None:
    say(play, "vote pause 3", "alice", "bob", "carol")
    game = play.fresh()
    assert game.status == Game.Status.PAUSED and told(play)[-1] == "paused"
    votes_sweep()
    assert play.fresh().status == Game.Status.PAUSED
    before = play.waiting.deadline_at
    later(days=3, seconds=1)
    votes_sweep()
    votes_sweep()
    assert play.fresh().is_running and told(play).count("resumed") == 1
    after = play.waiting.deadline_at
    assert before and after and timedelta(days=3) <= after - before < timedelta(days=3, minutes=2)
    with pytest.raises(VoteRefused, match="in 27 days"):
        say(play, "vote pause", "alice")
    later(days=27)
    say(play, "vote pause", "alice")
    assert Vote.objects.latest("pk").days == 14
    settled(play)


def test_more_than_half_end_a_pause_sooner(play: Table) -> None:
    with pytest.raises(VoteRefused, match="is running"):
        say(play, "vote resume", "alice")
    say(play, "vote pause", "alice", "bob", "carol")
    say(play, "vote resume", "alice", "bob")
    assert play.fresh().status == Game.Status.PAUSED
    say(play, "vote resume", "dave")
    assert play.fresh().is_running and told(play)[-1] == "resumed"
    later(days=20)
    votes_sweep()
    assert told(play).count("resumed") == 1
    settled(play)


def test_a_pause_of_organizers_is_theirs(play: Table) -> None:
    olga = organizer("olga")
    say(play, "vote pause 3", "alice", "bob", "carol")
    game_resume(game_id=play.game.pk, user=olga, reason="a test")
    game_pause(game_id=play.game.pk, user=olga, reason="a test")
    with pytest.raises(VoteRefused, match="Ask an organizer"):
        say(play, "vote resume", "alice")
    later(days=4)
    votes_sweep()
    assert play.fresh().status == Game.Status.PAUSED and told(play).count("resumed") == 1


def test_an_outage_moves_ends_and_pauses(play: Table) -> None:
    say(play, "vote draw", "alice")
    later(hours=72)
    SiteClock.objects.update(given=timedelta(hours=1))
    votes_sweep()
    assert outcome(play, "draw") == ""
    SiteClock.objects.update(given=timedelta())
    votes_sweep()
    assert outcome(play, "draw") == "failed"


def test_nothing_ends_while_an_outage_may_still_be_credited(play: Table) -> None:
    say(play, "vote draw", "alice")
    later(hours=73)
    Heartbeat.objects.update(seen_at=timezone.now() - timedelta(hours=5))
    votes_sweep()
    assert outcome(play, "draw") == ""


def test_a_seat_that_the_caretaker_holds_is_offered(play: Table) -> None:
    dave = Player.objects.get(game=play.game, user__username="dave")
    with pytest.raises(VoteRefused, match="does not hold this seat"):
        say(play, f"vote substitute {dave.colour}", "alice")
    Player.objects.filter(pk=dave.pk).update(state=Player.State.CARETAKER)
    say(play, f"vote substitute {dave.colour}", "alice", "bob")
    dave.refresh_from_db()
    assert outcome(play, "substitute") == "passed" and dave.offered_at is not None
    assert told(play)[-1] == "seat_offered"


def test_a_seat_whose_player_returns_is_not_offered(play: Table) -> None:
    dave = Player.objects.get(game=play.game, user__username="dave")
    Player.objects.filter(pk=dave.pk).update(state=Player.State.CARETAKER)
    say(play, f"vote substitute {dave.colour}", "alice")
    take_back(game_id=play.game.pk, user_id=dave.user_id or 0)
    votes_sweep()
    assert outcome(play, "substitute") == "lapsed"


def test_a_draw_is_asked_again_after_three_rounds(play: Table) -> None:
    say(play, "vote draw", "alice")
    later(hours=72)
    votes_sweep()
    began = play.fresh().round
    for rounds in (0, 2):
        Game.objects.filter(pk=play.game.pk).update(round=began + rounds)
        with pytest.raises(VoteRefused, match=f"from round {began + 3} on"):
            say(play, "vote draw", "bob")
    Game.objects.filter(pk=play.game.pk).update(round=began + 3)
    say(play, "vote draw", "bob")


def test_a_draw_takes_two(play: Table) -> None:
    Player.objects.filter(game=play.game).exclude(user=play.alice).update(state=Player.State.CARETAKER)
    with pytest.raises(VoteRefused, match="needs two people"):
        say(play, "vote draw", "alice")


def test_the_end_of_a_game_ends_its_other_votes(play: Table) -> None:
    say(play, "vote pause", "alice")
    say(play, "vote draw", *NAMES)
    game = play.fresh()
    assert outcome(play, "pause") == "lapsed" and game.open_votes == 0
    assert game.status == Game.Status.OVER and game.result is not None and game.result["winners"] == [0, 1, 2, 3]
    with pytest.raises(GameClosed):
        say(play, "vote call off", "alice")


def test_a_game_that_ends_otherwise_leaves_no_open_vote(play: Table) -> None:
    say(play, "vote pause", "alice")
    game_void(game_id=play.game.pk, user=organizer("olga"), reason="a test")
    votes_sweep()
    assert outcome(play, "pause") == "lapsed" and play.fresh().open_votes == 0


# ---- who counts


def test_only_people_who_play_count(play: Table) -> None:
    Player.objects.filter(game=play.game, user__username="dave").update(state=Player.State.CARETAKER)
    with pytest.raises(NotAllowed, match="Only people who play"):
        say(play, "vote extend", "dave")
    with pytest.raises(NotAllowed):
        vote_for(game_id=play.game.pk, user=person("sam"), wish=VoteWish("extend"), source="web")
    say(play, "vote extend", "alice", "bob")
    assert outcome(play, "extend") == "passed"


def test_who_drops_out_is_not_waited_for(play: Table) -> None:
    say(play, "vote call off", "alice", "bob", "carol")
    resign(game_id=play.game.pk, user_id=user_of("dave").pk)
    assert outcome(play, "call off") == ""
    votes_sweep()
    assert outcome(play, "call off") == "passed" and play.fresh().status == Game.Status.VOID


def test_the_agreement_of_who_drops_out_counts_no_more(play: Table) -> None:
    say(play, "vote pause", "alice", "bob")
    resign(game_id=play.game.pk, user_id=play.bob.pk)
    votes_sweep()
    assert outcome(play, "pause") == ""
    say(play, "vote pause", "carol")
    assert outcome(play, "pause") == "passed"


def test_a_vote_is_counted_again_only_when_its_game_has_moved(play: Table) -> None:
    say(play, "vote draw", "alice")
    votes_sweep()
    assert due_games(timezone.now(), 10) == []
    resign(game_id=play.game.pk, user_id=play.bob.pk)
    assert due_games(timezone.now(), 10) == [play.game.pk]


def test_the_last_word_of_each_counts(play: Table) -> None:
    say(play, "vote extend", "alice", "bob")
    vote = Vote.objects.get()
    vote_answer(game_id=play.game.pk, user=play.bob, vote_id=vote.pk, agrees=False)
    say(play, "vote extend", "carol")
    assert outcome(play, "extend") == ""
    vote_answer(game_id=play.game.pk, user=play.bob, vote_id=vote.pk, agrees=True)
    assert outcome(play, "extend") == "passed"
    with pytest.raises(VoteRefused, match="is over"):
        vote_answer(game_id=play.game.pk, user=play.bob, vote_id=vote.pk, agrees=True)


def test_silence_is_a_no(play: Table) -> None:
    say(play, "vote pause", "alice", "bob")
    votes_sweep()
    assert outcome(play, "pause") == ""
    later(hours=48)
    votes_sweep()
    votes_sweep()
    assert outcome(play, "pause") == "failed" and told(play).count("vote_failed") == 1


# ---- one at a time, and once


def test_one_vote_of_a_kind_is_open(play: Table) -> None:
    say(play, "vote pause 3", "alice")
    with pytest.raises(VoteRefused, match="Another vote of this kind"):
        say(play, "vote pause 5", "bob")
    say(play, "vote pause", "bob")
    say(play, "vote pause 3", "alice")
    assert Vote.objects.count() == 1 and Ballot.objects.count() == 2
    assert told(play).count("vote_opened") == 1


def test_a_request_that_comes_twice_is_one(play: Table) -> None:
    given = {"game_id": play.game.pk, "source": "api", "key": "api:one"}
    assert not vote_typed(user_id=user_of("carol").pk, text="vote extend", **given)
    say(play, "vote extend", "alice", "bob")
    assert vote_typed(user_id=user_of("carol").pk, text="vote extend", **given)
    assert Vote.objects.count() == 1
    with pytest.raises(KeyReused):
        vote_typed(user_id=user_of("carol").pk, text="vote draw", **given)


# ---- reading


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("vote extend", VoteWish("extend")),
        ("  Vote  CALL off. ", VoteWish("call off")),
        ("vote pause", VoteWish("pause")),
        ("vote pause 7", VoteWish("pause", 7)),
        ("vote pause 1 day", VoteWish("pause", 1)),
        ("vote substitute red", VoteWish("substitute", colour="red")),
    ],
)
def test_votes_are_read_as_typed(text: str, wish: VoteWish) -> None:
    assert read_vote(text) == wish


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("vote", "You can vote to"),
        ("vote for me", "You can vote to"),
        ("vote pause 15", "1 to 14 days"),
        ("vote pause 0", "1 to 14 days"),
        ("vote pause 00199", "1 to 14 days"),
        pytest.param("vote pause 001" + "9" * 5000, "1 to 14 days", id="a huge number"),
        ("vote pause ²", "1 to 14 days"),
        ("vote substitute", "Name the colour"),
        ("vote substitute pink", "Name the colour"),
        ("vote draw now", "Nothing follows"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_would_be_right(text: str, why: str) -> None:
    with pytest.raises(engine.UnreadableOrder, match=why):
        read_vote(text)


# ---- what is told


def test_everybody_else_is_mailed_that_a_vote_has_opened(play: Table) -> None:
    OutboxMail.objects.all().delete()
    say(play, "vote pause 7", "alice")
    outbox_deliver()
    assert sorted(to for message in mail.outbox for to in message.to) == [f"{name}@example.org" for name in NAMES[1:]]
    text = " ".join(str(mail.outbox[0].body).split())
    assert mail.outbox[0].subject == "Long Winter: vote on “Pause the game for 7 days”"
    assert "alice opened a vote." in text and "Two thirds must agree: 3 of 4 players." in text
    assert f"/g/{play.game.slug}/votes/" in text


def test_a_vote_that_is_over_is_not_asked_about_any_more(play: Table) -> None:
    OutboxMail.objects.all().delete()
    say(play, "vote pause 7", "alice", "bob", "carol")
    outbox_deliver()
    assert {message.subject for message in mail.outbox} == {"Long Winter: the game is paused"}


def test_a_vote_that_failed_is_mailed_to_those_who_play(play: Table) -> None:
    say(play, "vote pause 7", "alice")
    OutboxMail.objects.all().delete()
    later(hours=48)
    votes_sweep()
    outbox_deliver()
    assert len(mail.outbox) == 4
    assert "1 of 4 players agreed, and that was not enough." in " ".join(str(mail.outbox[0].body).split())


def test_an_organizer_ends_a_vote_with_a_reason(play: Table) -> None:
    say(play, "vote draw", "alice")
    olga, vote = organizer("olga"), Vote.objects.get()
    with pytest.raises(GameError, match="Give a reason"):
        vote_stop(game_id=play.game.pk, user=olga, reason=" ", vote=vote.pk)
    OutboxMail.objects.all().delete()
    vote_stop(game_id=play.game.pk, user=olga, reason="asked for by mistake", vote=vote.pk)
    assert outcome(play, "draw") == "stopped" and play.fresh().open_votes == 0
    outbox_deliver()
    assert OutboxMail.objects.filter(template="vote_stopped").count() == 4
    assert len(mail.outbox) == 4 and "asked for by mistake" in str(mail.outbox[0].body)
    say(play, "vote draw", "alice")
    with pytest.raises(VoteRefused):
        vote_stop(game_id=play.game.pk, user=olga, reason="again", vote=vote.pk)
