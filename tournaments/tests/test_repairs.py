"""What organizers mend in an event: results, points, draws and who plays, until the next round is public."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.errors import GameError, NotAllowed
from games.mail.outbox import outbox_deliver
from games.models import AuditEntry, Entry, Game
from games.services.locks import db_now
from games.services.organize import game_adjudicate, game_void
from tests.games.kit import person
from tests.routes_kit import client, organizer
from tournaments.events import read_event
from tournaments.integrity import check_events
from tournaments.models import Booking, Entrant, RatingChange, Round, SeatChange, Table, Tournament
from tournaments.selectors.organizing import organizes_event
from tournaments.selectors.publishing import each_file, show_event
from tournaments.selectors.ratings import person as person_rating
from tournaments.services import repairs
from tournaments.services.creating import EventRefused
from tournaments.services.entry import entry_add, entry_open, event_start
from tournaments.services.next_season import divisions_of, season_next
from tournaments.services.ratings import ratings_differences, ratings_sweep
from tournaments.services.running import event_advance
from tournaments.standings import make_standings
from tournaments.tests.test_entry import told
from tournaments.tests.test_organizing import cup, games_of

pytestmark = pytest.mark.django_db
WHY = "The wrong winner was booked."


@pytest.fixture(autouse=True)
def no_second_step(settings: Any) -> None:
    settings.STAFF_SECOND_STEP = False


@pytest.fixture
def olga() -> User:
    return organizer("olga")


def by_hand(olga: User, people: int = 6) -> Tournament:
    """An event whose first round runs, and whose draws are published by hand."""
    event = cup(olga, people, draft_hours=None)
    repairs.round_publish(event_id=event.pk, user=olga, reason="go")
    event_advance(event.pk)
    return event


def end_all(event: Tournament, olga: User) -> None:
    for game in games_of(event):
        if not game.has_ended:
            game_adjudicate(game_id=game.pk, user=olga, reason="late")
    event_advance(event.pk)
    event.refresh_from_db()


def act(name: str, event: Tournament, user: User, **given: Any) -> None:
    getattr(repairs, name)(event_id=event.pk, user=user, reason=WHY, **given)


def results_of(event: Tournament, number: int = 1) -> dict[str, Any]:
    found = Round.objects.get(tournament=event, number=number).results
    assert found is not None
    return found


def points_of(event: Tournament) -> dict[str, int]:
    rounds = [drawn.files for drawn in event.drawn.filter(status=Round.Status.BOOKED)]
    rows = make_standings(read_event(show_event(event)), rounds)["rows"]
    return {row["entrant"]: row["points"] for row in rows}  # type: ignore[union-attr,call-overload,index,misc]


def placed(table: Table, places: list[int]) -> dict[str, Any]:
    """What the form for the places of a table sends."""
    return {"table_id": table.pk, "reason": WHY} | {f"place_{seat}": place for seat, place in enumerate(places)}


def table_of(event: Tournament, number: int = 1) -> Table:
    return Table.objects.get(round__tournament=event, round__number=1, number=number)


def test_places_are_set_and_taken_back_while_the_next_round_is_a_draft(olga: User) -> None:
    event = by_hand(olga)
    end_all(event, olga)
    draft = event.drawn.get(number=2)
    table, before = table_of(event), results_of(event)["tables"][0]["places"]
    act("table_set_places", event, olga, table_id=table.pk, places=[3, 2, 1])
    told = results_of(event)["tables"][0]
    assert told["places"] == [[2], [1], [0]] and told["repaired"] == WHY and told["state"] == "adjudicated"
    assert points_of(event)[table.seats[2]] == 540
    assert not event.drawn.filter(pk=draft.pk).exists()
    event_advance(event.pk)
    again = event.drawn.get(number=2)
    assert again.given["seed"] == draft.given["seed"] and again.given != draft.given
    act("table_undo", event, olga, table_id=table.pk)
    assert results_of(event)["tables"][0]["places"] == before
    assert Booking.objects.filter(table=table).count() == 9  # nothing is ever changed
    assert set(AuditEntry.objects.values_list("action", flat=True)) >= {"event.places", "event.undo", "event.publish"}


def test_once_the_next_round_is_public_a_mend_is_points_of_the_running_round(olga: User) -> None:
    event = cup(olga)
    end_all(event, olga)
    assert event.drawn.get(number=2).status == Round.Status.RUNNING
    files = dict(each_file(event))
    table, entrant = table_of(event), event.entrants.first()
    assert entrant is not None
    for name, given in (("table_void", {}), ("table_set_places", {"places": [1, 2, 3]}), ("table_replay", {})):
        with pytest.raises(EventRefused, match="no longer changes"):
            act(name, event, olga, table_id=table.pk, **given)
    act("points_adjust", event, olga, entrant_id=entrant.pk, units=270)
    assert {name: body for name, body in each_file(event) if name in files} == files
    before = points_of(event)[entrant.code]
    end_all(event, olga)
    (change,) = results_of(event, 2)["adjust"]
    assert change == {"entrant": entrant.code, "points": 270, "reason": WHY}
    assert points_of(event)[entrant.code] >= before + 270
    for units in (0, 10**6):
        with pytest.raises(EventRefused, match="half a point"):
            act("points_adjust", event, olga, entrant_id=entrant.pk, units=units)


def test_a_wrong_result_is_appealed_and_mended_by_pages(olga: User) -> None:
    event = cup(olga)
    end_all(event, olga)
    table, sitter = table_of(event), event.entrants.get(number=int(table_of(event).seats[2][1:]))
    assert table.game is not None and sitter.user is not None
    game, visit = f"/g/{table.game.slug}/", client(olga)
    mine = Client()
    mine.force_login(sitter.user)
    assert f'href="{game}ask/"' in mine.get(game).content.decode()
    mine.post(f"{game}ask/", {"text": "I came first."})
    url = f"/organize/events/{event.slug}/"
    page = visit.get(url).content.decode()
    assert "I came first." in page and "Round 2 runs by itself" in page  # though round 1 is over
    assert "the next round is public" in visit.get(f"{url}do/places/").content.decode()
    act("round_undo", event, olga)
    page = visit.get(url).content.decode()
    assert "Draw the next round" in page and f"do/places/?table_id={table.pk}" in page
    assert f'href="?table_id={table.pk}"' in visit.get(f"{url}do/places/").content.decode()
    form = visit.get(f"{url}do/places/?table_id={table.pk}").content.decode()
    assert re.findall(r'<option value="(\d)" selected', form) == [
        str(row.place) for row in repairs.last_bookings(table)
    ]
    assert f"Place of {sitter.name}" in form
    places = {"table_id": table.pk, "place_0": 3, "place_1": 3, "place_2": 1, "reason": WHY}
    answer = visit.post(f"{url}do/places/", places)
    assert answer.status_code == 422 and "the next comes as many later: 2, 2, 1." in answer.content.decode()
    answer = visit.post(f"{url}do/places/", places | {"place_1": ""})
    assert answer.status_code == 422 and "Choose a place." in answer.content.decode()
    answer = visit.post(f"{url}do/places/", {"table_id": 0, "reason": WHY})
    assert answer.status_code == 422 and "Choose a table." in answer.content.decode()
    assert visit.post(f"{url}do/places/", placed(table, [3, 2, 1]) | {"sure": "1"}).status_code == 302
    assert [row.place for row in repairs.last_bookings(table)] == [3, 2, 1]
    act("table_undo", event, olga, table_id=table.pk)
    act("table_set_places", event, olga, table_id=table.pk, places=[3, 2, 1])
    event_advance(event.pk)
    assert event.drawn.count() == 1  # it waits until an organizer asks
    act("round_draw", event, olga)
    event_advance(event.pk)
    assert event.drawn.count() == 2
    for path in (f"/events/{event.slug}/standings/", f"/events/{event.slug}/rounds/1/"):
        said = mine.get(path).content.decode()
        assert f"ended by an organizer: {WHY}" in said, path


def test_a_void_table_counts_for_nothing_and_may_be_played_again(olga: User) -> None:
    event = by_hand(olga)
    end_all(event, olga)
    table = table_of(event)
    with pytest.raises(EventRefused, match="Void it first"):
        act("table_replay", event, olga, table_id=table.pk)
    act("table_void", event, olga, table_id=table.pk)
    assert results_of(event)["tables"][0]["state"] == "void"
    assert all(points_of(event)[name] == 0 for name in table.seats)
    assert not Game.objects.get(pk=table.game_id).rated
    act("table_undo", event, olga, table_id=table.pk)
    assert Game.objects.get(pk=table.game_id).rated
    act("table_void", event, olga, table_id=table.pk)
    old = table.game_id
    act("table_replay", event, olga, table_id=table.pk)
    event_advance(event.pk)
    table.refresh_from_db()
    assert table.game_id != old and table.booked_at is None and Round.objects.get(number=1).results is None
    end_all(event, olga)
    assert results_of(event)["tables"][0]["state"] == "adjudicated"
    assert {row.revision for row in Booking.objects.filter(table=table)} == {1, 2, 3, 4, 5}


def test_a_table_that_is_played_again_may_be_as_it_was_before(olga: User) -> None:
    event, visit = by_hand(olga), client(olga)
    end_all(event, olga)
    table = table_of(event)
    no_show = event.entrants.get(number=int(table.seats[0][1:]))
    SeatChange.objects.create(table=table, seat=0, entrant=no_show, no_show=True)
    with pytest.raises(EventRefused, match="not being played again"):
        act("table_undo_replay", event, olga, table_id=table.pk)
    act("table_void", event, olga, table_id=table.pk)
    before = (table.game_id, Table.objects.get(pk=table.pk).booked_at)
    for starts in (False, True):
        act("table_replay", event, olga, table_id=table.pk)
        assert not SeatChange.objects.exists()
        if starts:
            event_advance(event.pk)
        assert not [*check_events(db_now())]
        given = {"table_id": table.pk, "reason": WHY}
        assert "called off" in visit.post(f"/organize/events/{event.slug}/do/undo-replay/", given).content.decode()
        act("table_undo_replay", event, olga, table_id=table.pk)
        event_advance(event.pk)
        table.refresh_from_db()
        assert (table.game_id, table.booked_at) == before and table.replayed == [] and table.repaired == WHY
        assert SeatChange.objects.get().entrant == no_show
        assert results_of(event)["tables"][0]["state"] == "void" and event.drawn.get(number=2).output
    assert Game.objects.filter(status=Game.Status.VOID).count() == 1, "the new game that had begun"
    act("table_undo", event, olga, table_id=table.pk)
    assert results_of(event)["tables"][0]["state"] == "adjudicated" and not [*check_events(db_now())]


def test_places_that_are_set_change_the_ratings(olga: User) -> None:
    event = by_hand(olga)
    end_all(event, olga)
    ratings_sweep()
    table = table_of(event)
    assert table.game is not None
    whos = [person_rating(player.user_id or 0) for player in table.game.players.order_by("seat")]

    def rated() -> list[int]:
        found = {row.who: row.place for row in RatingChange.objects.filter(game=table.game)}
        return [found[who] for who in whos]

    before = rated()
    wanted = [4 - place for place in (1, 2, 3)] if before == [1, 2, 3] else [1, 2, 3]
    act("table_set_places", event, olga, table_id=table.pk, places=wanted)
    ratings_sweep()
    assert rated() == wanted and ratings_differences() == (2, [])
    first = RatingChange.objects.get(game=table.game, place=1)
    assert first.mu > first.mu_before
    act("table_void", event, olga, table_id=table.pk)
    ratings_sweep()
    assert not RatingChange.objects.filter(game=table.game).exists() and ratings_differences() == (1, [])
    act("table_undo", event, olga, table_id=table.pk)
    act("table_undo", event, olga, table_id=table.pk)
    ratings_sweep()
    assert ratings_differences()[1] == []


def test_a_late_mend_gives_trophies_to_whom_they_belong_and_tells_both(olga: User) -> None:
    event = cup(olga, 4, stages=[{"kind": "series", "games": 1}], tables={"preferred": 4, "least": 3, "most": 4})
    end_all(event, olga)
    event_advance(event.pk)
    event.refresh_from_db()
    assert event.status == Tournament.Status.OVER
    table, by_code = table_of(event), {each.code: each for each in event.entrants.all()}
    trophies = {trophy.place: trophy.entrant for trophy in event.trophies.all()}
    assert told("event_trophy") == sorted(each.name for each in trophies.values())
    fourth = next(each for each in by_code.values() if each not in trophies.values())
    order = [fourth, trophies[2], trophies[3], trophies[1]]
    places = [1 + order.index(by_code[code]) for code in table.seats]
    preview = client(olga).post(
        f"/organize/events/{event.slug}/do/places/",
        placed(table, places),
    )
    assert "whoever gets or loses one gets an email" in preview.content.decode()
    mail.outbox.clear()
    act("table_set_places", event, olga, table_id=table.pk, places=places)
    assert {trophy.place: trophy.entrant for trophy in event.trophies.all()} == dict(enumerate(order[:3], 1))
    assert told("event_trophy_lost") == [trophies[1].name]
    assert [message.to[0] for message in mail.outbox] != [] and len(mail.outbox) == 2
    bodies = {message.to[0]: " ".join(str(message.body).split()) for message in mail.outbox}
    assert f"A result was corrected, and the standings have changed: {WHY}" in bodies[f"{fourth.name}@example.org"]
    assert "belongs to somebody else now" in bodies[f"{trophies[1].name}@example.org"]
    act("table_undo", event, olga, table_id=table.pk)
    act("table_set_places", event, olga, table_id=table.pk, places=places)
    outbox_deliver()
    assert len(mail.outbox) == 4, "what has come back before it was told is not told"


def test_a_table_played_again_after_the_end_moves_trophies_once_it_has_ended(olga: User) -> None:
    event = cup(olga, 3, stages=[{"kind": "series", "games": 1}])
    end_all(event, olga)
    event_advance(event.pk)
    winner = event.trophies.get(place=1).entrant
    table = table_of(event)
    told("event_trophy")
    act("table_void", event, olga, table_id=table.pk)
    act("table_replay", event, olga, table_id=table.pk)
    event_advance(event.pk)
    assert f"Winner of {event.title}" not in Client().get(f"/players/{winner.name}/").content.decode()
    end_all(event, olga)
    event_advance(event.pk)
    event.refresh_from_db()
    assert event.status == Tournament.Status.OVER and event.trophies.count() == 3
    assert results_of(event)["tables"][0]["state"] == "adjudicated"


def test_two_players_of_a_draft_change_places_in_public(olga: User) -> None:
    event = cup(olga, draft_hours=None)
    draft = event.drawn.get(number=1)
    one, other = draft.files.tables[0][0], draft.files.tables[1][2]
    with pytest.raises(EventRefused, match="two tables"):
        act("draft_swap", event, olga, round_id=draft.pk, one=one, other=draft.files.tables[0][1])
    assert not games_of(event)
    act("draft_swap", event, olga, round_id=draft.pk, one=one, other=other)
    act("swap_undo", event, olga, round_id=draft.pk)
    act("draft_swap", event, olga, round_id=draft.pk, one=one, other=other)
    act("round_publish", event, olga)
    event_advance(event.pk)
    files = dict(each_file(event))
    assert f'"pair":["{one}","{other}"]'.encode() in files["rounds/01/swaps.json"]
    names = {entrant.code: entrant.name for entrant in event.entrants.all()}
    seated = [player.user.username for player in games_of(event)[0].players.order_by("seat") if player.user]
    assert seated[0] == names[other]
    page = client(olga).get(f"/events/{event.slug}/rounds/1/").content.decode()
    assert f"An organizer let {names[one]} and {names[other]} change places: “{WHY}”" in page
    with pytest.raises(EventRefused, match="is public"):
        act("draft_swap", event, olga, round_id=draft.pk, one=one, other=other)
    end_all(event, olga)
    first, second = results_of(event)["tables"]
    assert first["seats"][0]["entrant"] == other and first["repaired"] == second["repaired"] == WHY
    met = next(player for player in event.drawn.get(number=2).given["players"] if player["id"] == other)["met"]
    assert set(met) == {*draft.files.tables[0]} - {one}


def test_a_round_is_drawn_anew_until_somebody_has_given_an_order(olga: User) -> None:
    event = cup(olga)
    games = games_of(event)
    entrant = event.entrants.last()
    assert entrant is not None
    act("entrant_disqualify", event, olga, entrant_id=entrant.pk)
    event.refresh_from_db()
    act("round_undo", event, olga)
    event_advance(event.pk)
    assert not event.drawn.exists() and {game.status for game in Game.objects.all()} == {Game.Status.VOID}
    Entrant.objects.filter(pk=entrant.pk).update(left=1)
    act("round_draw", event, olga)
    event_advance(event.pk)
    assert entrant.code not in event.drawn.get().files.players and len(games_of(event)) == 1
    game = games_of(event)[0]
    Entry.objects.filter(game=game, kind=Entry.Kind.ACTION).update(source=Entry.Source.WEB)
    if not Entry.objects.filter(game=game, source=Entry.Source.WEB).exists():
        Entry.objects.filter(game=game).update(source=Entry.Source.WEB)
    with pytest.raises(EventRefused, match="given an order"):
        act("round_redraw", event, olga)
    assert len(games) == 2


def test_who_is_disqualified_is_drawn_no_more_and_may_be_let_back(olga: User) -> None:
    event = by_hand(olga)
    end_all(event, olga)
    entrant = event.entrants.first()
    assert entrant is not None
    act("entrant_disqualify", event, olga, entrant_id=entrant.pk)
    event_advance(event.pk)
    assert entrant.code not in event.drawn.get(number=2).files.players
    with pytest.raises(EventRefused, match="has left"):
        act("entrant_disqualify", event, olga, entrant_id=entrant.pk)
    act("entrant_readmit", event, olga, entrant_id=entrant.pk)
    event_advance(event.pk)
    assert entrant.code in event.drawn.get(number=2).files.players


def test_nobody_else_mends_anything(olga: User) -> None:
    event = by_hand(olga)
    end_all(event, olga)
    root = User.objects.create_superuser("root", "root@example.org", "long password")
    event.entrants.create(number=99, user=root, name="root")
    for user in (person("sam"), root):
        with pytest.raises(NotAllowed):
            act("table_void", event, user, table_id=table_of(event).pk)
        assert client(user).get(f"/organize/events/{event.slug}/do/void/").status_code == 404
    with pytest.raises(GameError, match="reason"):
        repairs.table_void(event_id=event.pk, user=olga, reason=" ", table_id=table_of(event).pk)
    assert not AuditEntry.objects.filter(action="event.void").exists()


def test_pages_preview_each_act_in_words(olga: User) -> None:
    event = by_hand(olga)
    game_void(game_id=games_of(event)[1].pk, user=olga, reason="x")
    end_all(event, olga)
    visit, url = client(olga), f"/organize/events/{event.slug}/"
    table, entrant = table_of(event), event.entrants.first()
    draft = event.drawn.get(number=2)
    tables = draft.files.tables
    assert entrant is not None
    for name, given, said in (
        ("places", placed(table, [3, 2, 1]), "becomes place"),
        ("void", {"table_id": table.pk}, "is not rated"),
        ("replay", {"table_id": table_of(event, 2).pk}, "get a new game in the same seats"),
        ("undo", {"table_id": table.pk}, "booked as it was"),
        ("places", placed(table, [3, 2, 1]), "rated anew by these places"),
        ("adjust", {"entrant_id": entrant.pk, "units": "−4½"}, "loses 4½ points in round 1"),
        ("disqualify", {"entrant_id": entrant.pk}, "plays no further round"),
        ("readmit", {"entrant_id": entrant.pk}, "is paired again"),
        ("swap", {"round_id": draft.pk, "one": tables[0][0], "other": tables[1][0]}, "have met before"),
        ("swap-undo", {"round_id": draft.pk}, "is taken back"),
        ("publish", {}, "becomes public now"),
        ("redraw", {}, "drawn anew from what is true now"),
        ("undo-round", {}, "drawn again when you ask"),
        ("draw", {}, "within seconds"),
    ):
        assert visit.get(f"{url}do/{name}/").status_code == 200
        preview = visit.post(f"{url}do/{name}/", {**given, "reason": WHY})
        assert preview.status_code == 200 and said in preview.content.decode(), name
    for name, given, why in (
        ("places", placed(table, [1, 1, 2]), "the next comes as many later: 1, 1, 3."),
        ("places", placed(table, [1, 2, 9]), "Choose a place."),
        ("adjust", {"entrant_id": entrant.pk, "units": "many"}, "Write points like"),
        ("disqualify", {}, "Choose a player."),
        ("swap", {"round_id": draft.pk, "one": tables[0][0]}, "Choose a player."),
    ):
        answer = visit.post(f"{url}do/{name}/", {**given, "reason": WHY})
        assert answer.status_code == 422 and why in answer.content.decode()
    done = visit.post(f"{url}do/void/", {"table_id": table.pk, "reason": WHY, "sure": "1"})
    assert done.status_code == 302 and results_of(event)["tables"][0]["state"] == "void"
    assert "voided a table" in visit.get(f"{url}repairs/").content.decode()
    event_advance(event.pk)
    assert "Swap the two that are ticked" in visit.get(f"{url}draft/").content.decode()
    assert visit.get(f"{url}do/nothing/").status_code == 404


def test_the_next_season_of_a_league_moves_its_divisions(olga: User) -> None:
    form: dict[str, Any] = {"kind": "league", "division": 7, "at_once": 4}
    event = cup(olga, 11, stages=[form], tables={"preferred": 4, "least": 3, "most": 5})
    with pytest.raises(EventRefused, match="once this one is over"):
        season_next(event_id=event.pk, user=olga, reason="on", title="Second season")
    while event.status != Tournament.Status.OVER:
        end_all(event, olga)
    first, second = divisions_of(event)
    made = season_next(event_id=event.pk, user=olga, reason="on", title="Second season")
    following, pages = "Next season: Second season", [f"/events/{each.slug}/" for each in (event, made)]
    assert following not in Client().get(pages[0]).content.decode(), "nobody sees it yet"
    entry_open(event_id=made.pk)
    assert all(page in Client().get(other).content.decode() for page, other in zip(pages, pages[::-1], strict=True))
    assert following in Client().get(pages[0]).content.decode()
    desk = client(olga).get(f"/organize/events/{event.slug}/").content.decode()
    assert f'href="/organize/events/{made.slug}/"' in desk and "do/next/" not in desk
    for user in User.objects.filter(pk__in=[*first, *second]).order_by("pk"):
        entry_add(event_id=made.pk, user=user)
    newcomer = person("newcomer")
    entry_add(event_id=made.pk, user=newcomer)
    event_start(event_id=made.pk)
    order = [entrant.user_id for entrant in made.entrants.order_by("seed_rank")]
    assert second[0] in order[:6] and first[-1] in order[6:] and first[0] in order[:6]
    assert order[-1] == newcomer.pk and len(order) == 12


def test_an_organizer_of_one_event_is_named_and_removed(olga: User) -> None:
    event, hana = cup(olga, 3), person("hana")
    visit, url = client(olga), f"/organize/events/{event.slug}/do/"
    named = {"person": "Hana", "reason": "helps", "sure": "1"}
    preview = visit.post(f"{url}organizer/", {"person": "hana", "reason": "helps"})
    assert "and cannot enter it" in preview.content.decode() and not organizes_event(hana, event)
    assert visit.post(f"{url}organizer/", named).status_code == 302
    assert organizes_event(hana, event)
    for name, why in (("p0", "plays in this tournament"), ("nobody", "No player has this name")):
        answer = visit.post(f"{url}organizer/", named | {"person": name})
        assert answer.status_code == 422 and why in answer.content.decode()
    assert visit.post(f"{url}no-organizer/", named | {"person": hana.pk}).status_code == 302
    assert not organizes_event(hana, event)
    last = visit.post(f"{url}no-organizer/", named | {"person": olga.pk})
    assert "at least one organizer" in last.content.decode()
