"""Acts and words of the audit log that an app above the games brings: their pages and their log come by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import AuditEntry, Game
from games.organize.acts import GAME_ACTS, ActContext, Arguments, OrganizerAct
from games.organize.log import AUDIT_WORDS, AuditWords
from games.organize.person_acts import PERSON_ACTS
from games.services.organize import audit
from tests.games.kit import make_table, person
from tests.games.organize.kit import Desk
from tests.kit.registered import registered
from tests.routes_kit import organizer

pytestmark = pytest.mark.django_db


def praise_game(*, game_id: int, user: User, reason: str) -> None:
    audit(Game.objects.get(pk=game_id), user, "toy.praise", reason)


def preview_game(context: ActContext[Game], arguments: Arguments) -> list[str]:
    return [f"{context.subject.name} is praised <today>."]


def praise_person(*, person_id: int, user: User, reason: str) -> None:
    audit(None, user, "toy.praise", reason, person=person_id)


def preview_person(context: ActContext[User], arguments: Arguments) -> list[str]:
    return [f"{context.subject.username} is praised <today>."]


PRAISE_GAME = OrganizerAct(
    name="praise",
    title="Praise the game",
    about="It deserves it.",
    icon="gavel",
    preview=preview_game,
    do=praise_game,
    done="Praised.",
    states=(Game.Status.OPEN, Game.Status.RUNNING),
    before_start=True,
    summed="{} games are praised".format,
)
PRAISE_PERSON = OrganizerAct(
    name="praise",
    title="Praise the player",
    about="They deserve it.",
    icon="gavel",
    preview=preview_person,
    do=praise_person,
    done="The player blushes.",
)


@pytest.fixture
def _praise() -> Iterator[None]:
    words = AuditWords("toy.praise", "praised <them>")
    with registered(GAME_ACTS, PRAISE_GAME), registered(PERSON_ACTS, PRAISE_PERSON), registered(AUDIT_WORDS, words):
        yield


@pytest.mark.usefixtures("_praise")
def test_an_act_on_a_game_gets_its_button_its_page_its_preview_and_its_log() -> None:
    desk = Desk.of()
    assert desk.url("organize-act", "praise") in desk.text(desk.url("organize-game"))
    url = desk.url("organize-act", "praise")
    shown = desk.client.post(url, {"reason": "a fine opening"}).content.decode()
    assert "Long Winter is praised &lt;today&gt;." in shown
    done = desk.client.post(url, {"reason": "fine", "sure": "1", "seen": desk.play.game.seq}, follow=True)
    assert "Praised." in done.content.decode() and "praised &lt;them&gt;" in done.content.decode()
    assert AuditEntry.objects.get().action == "toy.praise"
    log = desk.text("/organize/audit/", act="toy.praise")
    assert '<option value="toy.praise" selected>praised &lt;them&gt;</option>' in log and "Long Winter" in log
    lines = b"".join(desk.client.get("/organize/audit/export/")).decode()
    assert "toy.praise,praised <them>" in lines


@pytest.mark.usefixtures("_praise")
def test_an_act_may_be_for_many_games_and_for_games_before_their_start() -> None:
    desk = Desk.of()
    tide = make_table(desk.play.alice, name="Low Tide", rules="modern", seats_wanted=4)
    assert '<option value="praise">Praise the game</option>' in desk.text("/organize/", show="running")
    wish = {"act": "praise", "g": [desk.play.game.slug, tide.slug], "reason": "x"}
    seen = [f"{game.slug}:{game.seq}" for game in (desk.play.game, tide)]
    done = desk.client.post("/organize/many/", {**wish, "sure": "1", "seen": seen}, follow=True)
    assert "done for 2 games." in done.content.decode() and AuditEntry.objects.count() == 2
    with_board_only = desk.client.get(reverse("organize-act", args=[tide.slug, "pass"]), follow=True)
    assert "not possible in this game" in with_board_only.content.decode()


@pytest.mark.usefixtures("_praise")
def test_an_act_for_a_person_gets_its_button_its_page_and_its_log() -> None:
    desk, alice = Desk.of(), person("alma")
    boss = organizer("boss")
    User.objects.filter(pk=boss.pk).update(is_superuser=True)
    desk.client.force_login(User.objects.get(pk=boss.pk))
    url = reverse("organize-help-act", args=[alice.pk, "praise"])
    page = desk.text(reverse("organize-person", args=[alice.pk]))
    assert url in page and "They deserve it." in page
    assert "alma is praised &lt;today&gt;." in desk.text(url)


def test_what_is_no_longer_there_is_written_as_it_was_stored() -> None:
    desk = Desk.of()
    praise_game(game_id=desk.play.game.pk, user=desk.olga, reason="of an app that was removed")
    assert "toy.praise" in desk.text("/organize/audit/")
    assert desk.client.get(desk.url("organize-act", "praise")).status_code == 404


def test_an_act_is_for_the_games_and_people_that_it_suits() -> None:
    desk = Desk.of()
    User.objects.filter(pk=desk.olga.pk).update(is_superuser=True)
    unsuited_game = replace(PRAISE_GAME, name="scold", suits=lambda game: game.name != "Long Winter")
    unsuited_person = replace(PRAISE_PERSON, name="scold", suits=lambda person: person.username != "alice")
    url = reverse("organize-help-act", args=[desk.play.alice.pk, "scold"])
    with registered(GAME_ACTS, unsuited_game), registered(PERSON_ACTS, unsuited_person):
        assert "do/scold/" not in desk.text(desk.url("organize-game"))
        refused = desk.client.get(desk.url("organize-act", "scold"), follow=True)
        assert "not possible in this game" in refused.content.decode()
        assert url not in desk.text(reverse("organize-person", args=[desk.play.alice.pk]))
        assert desk.client.get(url).status_code == 404
