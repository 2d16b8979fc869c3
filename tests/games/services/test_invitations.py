"""Invitations: what is queued wakes the outbox, what is not wakes nobody."""

from __future__ import annotations

from typing import Any

import pytest

from games.errors import LobbyError
from games.models import OutboxMail
from games.services import locks
from games.services.invitations import LONGEST_NOTE, TO_ONE_A_DAY, expected_players, invite_send
from games.services.lobby import game_join
from tests.games.kit import make_table, person
from tests.games.mail.kit import html_of, mail_for

pytestmark = pytest.mark.django_db


def test_an_invitation_wakes_the_outbox_and_a_name_that_nobody_has_does_not(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    woken: list[str] = []
    monkeypatch.setattr(locks, "wake", lambda task, *args: woken.append(task))
    alice = person("alice")
    game = make_table(alice, name="Low Tide", rules="modern", seats_wanted=3)
    for whom in ("bob@example.org", "nobody-of-this-name", "bob@example.org"):
        with django_capture_on_commit_callbacks(execute=True):
            invite_send(game_id=game.pk, user=alice, whom=whom)
    assert woken == ["games.tasks.outbox"]


def _invited(note: str = "") -> OutboxMail:
    game = make_table(person("alice"), name="Low Tide", rules="modern", seats_wanted=3)
    assert invite_send(game_id=game.pk, user=game.creator, whom="bob@example.org", note=note)
    return OutboxMail.objects.get(template="invitation")


def test_an_invitation_that_could_not_be_sent_is_told_to_its_sender_alone() -> None:
    row = _invited()
    game, dora = row.game, person("dora")
    assert game is not None
    invite_send(game_id=game.pk, user=game.creator, whom="dora")
    game.mails.update(state=OutboxMail.State.DEAD)
    eve = person("eve")
    game_join(game_id=game.pk, user=eve, invite_token=game.invite_token)
    own, hidden = expected_players(game, list(game.players.all()), game.creator)
    assert [(each.name, each.lost) for each in own] == [("bob@example.org", True), ("dora", True)] and not hidden
    others, hidden = expected_players(game, list(game.players.all()), eve)
    assert [(each.name, each.lost) for each in others] == [(dora.username, False)] and hidden == 1
    game.mails.update(state=OutboxMail.State.SENT)
    own, hidden = expected_players(game, list(game.players.all()), game.creator)
    assert not any(each.lost for each in own)


def test_a_line_of_the_hosts_own_is_quoted_as_plain_words() -> None:
    mail = mail_for(_invited('Dice & <b>maps</b>,\r\n  see you "there"!\u202e'))
    assert 'alice writes: “Dice & <b>maps</b>, see you "there"!”' in " ".join(mail.body.split())
    assert "Dice &amp; &lt;b&gt;maps&lt;/b&gt;, see you" in html_of(mail)


def test_without_a_line_nothing_is_quoted() -> None:
    assert "writes:" not in mail_for(_invited("  \n ")).body


@pytest.mark.parametrize(
    "note",
    [
        "http://evil.example",
        "see evil.example/login",
        "www.evil.com",
        "write to me@evil.example",
        *(f"evil{stop}example" for stop in "\u3002\uff0e\uff61\u2024\ufe52"),
        "me\uff20evil",
    ],
)
def test_no_line_becomes_a_link(note: str) -> None:
    with pytest.raises(LobbyError, match="Leave web and email addresses out"):
        _invited(note)
    assert not OutboxMail.objects.exists()


@pytest.mark.parametrize(
    "note", ["Come. It is fun...", "At 7.30, as ever!", "Rematch? 3:1 for me :)", "来てください。待っています"]
)
def test_ordinary_lines_are_taken(note: str) -> None:
    assert note in mail_for(_invited(note)).body


def test_a_long_line_is_refused() -> None:
    with pytest.raises(LobbyError, match="200 characters"):
        _invited("x" * (LONGEST_NOTE + 1))


def test_nobodys_mailbox_is_filled_with_invitations() -> None:
    for number in range(TO_ONE_A_DAY + 1):
        host = person(f"host{number}")
        game = make_table(host, name="Low Tide", rules="modern", seats_wanted=3)
        if number == TO_ONE_A_DAY:
            with pytest.raises(LobbyError, match="Too many invitations went there today"):
                invite_send(game_id=game.pk, user=host, whom="bob@example.org")
        else:
            assert invite_send(game_id=game.pk, user=host, whom="Bob@example.org")
