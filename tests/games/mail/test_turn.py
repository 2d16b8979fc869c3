"""Turn mails: the order of their parts, what they ask in every kind of decision, and what they keep to themselves."""

from __future__ import annotations

import re
from datetime import UTC
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image

import engine
from games.decisions.registry import order_args, suggested_orders, suggestion_for
from games.mail.links import read_link
from games.mail.parts import item_of
from games.mail.turn import story_since
from games.models import Entry, Waiting
from games.pages.by_seat import fold_story
from games.play.journal_reader import state_at
from games.selectors.access import people_at
from games.selectors.mailed_game import MailedGame, MailReader
from games.services.orders import order_submit
from games.services.seats import standing_set
from games.wording.amounts import NBSP
from tests.games.kit import Table, attacked, table
from tests.games.mail.kit import deal, hits_of, html_of, links_of, made, picture_of, put_up_for_trade
from tests.games.views.test_play import client
from tests.kit.games import EXPERTS
from tests.toy import TOY

pytestmark = [pytest.mark.django_db, pytest.mark.nothing_new]

PARTS = (
    "=== END OF ORDERS",
    "PLACE ",
    "YOU ARE",
    "UNTIL ",
    "EACH LINK",
    "OR REPLY WITH ORDERS",
    "OTHER OPTIONS",
    "SINCE YOUR LAST TURN",
    "\nTHE BOARD\n",
    "\nLINKS\n",
    "-- \n",
)


def asked(play: Table) -> Waiting:
    return Waiting.objects.exclude(player__user=None).filter(game=play.game).order_by("seat")[0]


def go_on(play: Table, row: Waiting, number: int = 0) -> None:
    """Play a likely order for a person, the first or another."""
    likely = suggested_orders(play.view(row.seat))
    order = likely[number % len(likely)].order
    order_submit(
        game_id=play.game.pk,
        seat=row.seat,
        ref=row.ref,
        source=Entry.Source.WEB,
        user_id=row.player.user_id or 0,
        **order_args(order),
    )


@pytest.fixture
def placing() -> Table:
    """A game of Classic 1959 in which somebody places armies after others have played."""
    play = table()
    for _ in range(40):
        row = asked(play)
        if play.fresh().round == 2 and row.kind == "deploy.place_asked":
            return play
        play.order("end turn" if row.kind == "battle.attack_asked" else play.likely())
    raise AssertionError("nobody places armies in round 2")


def test_its_parts_stand_in_the_agreed_order(placing: Table) -> None:
    row = asked(placing)
    text = made(placing.game, "turn", row.seat).body
    places = [text.upper().index(part) for part in PARTS]
    assert places == sorted(places)
    assert f"You are {row.player.get_colour_display()}." in text


def test_the_subject_says_what_round_and_until_when_in_the_readers_zone(placing: Table) -> None:
    row = asked(placing)
    assert row.player.user is not None and row.deadline_at is not None
    row.player.user.timezone = "Asia/Tokyo"
    row.player.user.save()
    mail = made(placing.game, "turn", row.seat)
    local = row.deadline_at.astimezone(row.player.user.zone)
    assert re.fullmatch(
        r"Long Winter: place \d+ armies and attack, round 2, until \w{3} \d+ \w{3} \d\d:\d\d", mail.subject
    )
    assert mail.subject.endswith(f"{local:%H:%M}")
    assert "Tokyo time" in mail.body


def test_it_says_what_happens_otherwise(placing: Table) -> None:
    row = asked(placing)
    text = " ".join(made(placing.game, "turn", row.seat).body.split())
    assert re.search(
        r"If you do not answer, your \d+ armies go to your weakest border and the turn passes to \w+\.", text
    )
    row.player.missed = 1
    row.player.save()
    assert "the caretaker takes your seat" in " ".join(made(placing.game, "turn", row.seat).body.split())


def test_odds_stand_as_it_is_and_with_the_new_armies(placing: Table) -> None:
    mail = made(placing.game, "turn", asked(placing).seat)
    said = r"\w+ holds it with \d+ arm\w+\. \d+ % chance to capture it, \d+ % without new armies\."
    assert re.search(said, " ".join(mail.body.split())) and re.search(said, html_of(mail))


def test_numbers_of_the_story_are_those_of_the_arrows(placing: Table) -> None:
    row = asked(placing)
    go_on(placing, row)
    src, dst = placing.front(row.seat, 1 - row.seat if row.seat < 2 else 0)
    placing.order(f"attack {src} {dst} for 1 throws")
    text = made(placing.fresh(), "turn", row.seat).body
    assert re.search(rf"- You (failed to take|took) {dst} \(\d\)", text)
    assert "lost" in text and "The whole story, with all dice, is in the history." in text


@pytest.mark.pictures
def test_the_picture_is_inside_the_mail_and_small(placing: Table) -> None:
    mail = made(placing.game, "turn", asked(placing).seat)
    png = picture_of(mail)
    assert 10_000 < len(png) <= 100_000
    assert Image.open(BytesIO(png)).size[0] >= 800
    assert 'src="cid:board"' in html_of(mail) and "<img" in html_of(mail)
    assert mail.message().get_content_type() == "multipart/related"


def test_it_is_painted_once(placing: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    first = picture_of(made(placing.game, "turn", asked(placing).seat))
    monkeypatch.setattr("games.mail.parts.board_png", lambda *args: pytest.fail("painted twice"))
    assert picture_of(made(placing.game, "turn", asked(placing).seat)) == first


def test_text_and_html_offer_the_same_links(placing: Table) -> None:
    row = asked(placing)
    mail = made(placing.game, "turn", row.seat)
    found = links_of(mail.body)
    assert len(found) >= 5
    assert set(found) == {path.rstrip('">') for path in links_of(html_of(mail).replace('"', " "))}
    for path in found:
        link = read_link(path.removeprefix("/l/").rstrip("/"))
        assert (link.game_id, link.seat, link.ref) == (placing.game.pk, row.seat, row.ref)
        assert link.user_id == row.player.user_id


def test_plain_text_keeps_to_72_letters(placing: Table) -> None:
    text = made(placing.game, "turn", asked(placing).seat).body
    assert max(len(line) for line in text.splitlines() if "://" not in line) in range(60, 73)
    assert "\N{NO-BREAK SPACE}" not in text


def test_styles_are_on_the_elements_and_dark_ones_in_the_head(placing: Table) -> None:
    html = html_of(made(placing.game, "turn", asked(placing).seat))
    assert "prefers-color-scheme: dark" in html and "!important" in html
    assert re.search(r'<h1[^>]+style="[^"]*Georgia', html)
    assert "<script" not in html and "http-equiv" not in html
    assert len(html) < 100_000  # larger mails are cut off by some readers


def test_the_whole_board_is_there_in_words(placing: Table) -> None:
    text = made(placing.game, "turn", asked(placing).seat).body
    board = " ".join(text[text.index("THE BOARD") :].split())
    view = placing.view(None)
    for territory, name in enumerate(engine.mapgraph(view.map).names):
        assert re.search(rf"{name} (R|B|Y|G|V|Gy) {view.armies[territory]}[;.]", board), name


def test_cards_of_others_are_in_none_of_it(placing: Table) -> None:
    """Two games that differ only in what the others hold send the same mail, to the letter."""
    row = asked(placing)
    mails = []
    for cards in ((0, 1, 2), (3, 4, 5)):
        deal(placing, cards, {0, 1, 2} - {row.seat})
        mails.append(made(placing.fresh(), "turn", row.seat))
    one, other = mails
    assert one.subject == other.subject
    assert signed_away(one.body) == signed_away(other.body)
    assert signed_away(html_of(one)) == signed_away(html_of(other))


def signed_away(text: str) -> str:
    """Links without the moment and signature in them."""
    return re.sub(r"/[lm]/[^\s\"<]+", "/link/", text)


def test_a_reminder_says_that_time_is_running_out(placing: Table) -> None:
    mail = made(placing.game, "reminder", asked(placing).seat)
    assert mail.subject.startswith("Reminder: Long Winter: place")
    assert "Time is running out" in mail.body and links_of(mail.body)


USUAL = {
    "setup.claim_asked",
    "setup.place_asked",
    "deploy.place_asked",
    "battle.attack_asked",
    "fortify.move_asked",
}
KINDS_OF_MODERN = USUAL | {"cards.trade_asked"}
KINDS_OF_TOY = USUAL | {"bidding.bid_asked", "battle.defend_asked", "battle.losses_asked", "reaction.asked"}
QUESTIONS = [
    pytest.param("modern", {}, KINDS_OF_MODERN, id="modern"),
    pytest.param("capital", {}, {"setup.capital_asked"}, id="capital"),
    pytest.param("classic_1959_2p", {}, {"setup.place_asked", "battle.defend_asked"}, id="for two"),
    pytest.param(
        "classic_1959",
        EXPERTS,
        {"setup.capital_asked", "improve.commander_asked", "battle.defend_asked", "fortify.move_asked"},
        id="experts",
    ),
    pytest.param(TOY.id, {}, KINDS_OF_TOY, id="toy"),
]


@pytest.mark.no_cover
@pytest.mark.once
@pytest.mark.no_cover
@pytest.mark.luck(1951)
@pytest.mark.parametrize(("rules", "options", "expected"), QUESTIONS)
def test_every_kind_of_question_can_be_answered_from_its_mail(
    rules: str, options: dict[str, Any], expected: set[str]
) -> None:
    """Set-up, reactions, sealed bids and what no page was ever written for: text, HTML and a link for each."""
    for_two = engine.ruleset(rules).seats[1] == 2
    play = table(rules, bots=() if for_two else ("random",), options=options)
    windows = "when anybody is invaded: ask me" if rules == TOY.id else ""
    for user in (play.alice, play.bob):
        standing_set(game_id=play.game.pk, user_id=user.pk, text=f"when attacked: ask me\n{windows}")
    seen: set[str] = set()
    for step in range(260):
        if play.fresh().has_ended or expected <= seen:
            break
        row = asked(play)
        if row.kind not in seen:
            seen.add(row.kind)
            mail = made(play.game, "turn", row.seat)
            assert links_of(mail.body), row.kind
            said = re.sub(r"https?://\S+", "", mail.body)  # links hold any letters
            assert "None" not in said and "{" not in said, row.kind
            assert html_of(mail).count("<h1") == 1
        go_on(play, row, number=step)
    assert expected <= seen


# ---- cards


def test_who_holds_no_set_is_asked_for_the_armies_as_on_the_page() -> None:
    play = table()
    seat = put_up_for_trade(play, "none")
    count = play.view(seat).pool
    mail = made(play.fresh(), "turn", seat)
    assert f": place {count} armies and attack, " in mail.subject
    assert f"\n\nPLACE {count} ARMIES, THEN ATTACK IF YOU LIKE" in mail.body
    said = " ".join(mail.body.split())
    assert "without a set" not in said and f"your {count} armies go to your weakest border" in said
    assert "without new armies" in said


def test_what_such_a_mail_offers_is_taken() -> None:
    """All its links: to place, and to place and attack."""
    play = table()
    seat = put_up_for_trade(play, "none")
    state = state_at(play.game, play.fresh().seq)
    kinds = set()
    for likely in suggested_orders(play.view(seat)):
        lines = engine.parse_message(order_args(likely.order)["text"], play.view(seat))
        assert all(line.error is None for line in lines), likely.order
        kinds |= {type(step).__name__ for step, _ in engine.play(state, lines[0].actions[0], engine.FastChance(1))}
    assert kinds == {"End", "Place"}
    assert suggestion_for(play.view(seat), "end").sentence == "Go on without a set"  # as older mails have it
    go_on(play, play.waiting)
    assert play.view(seat).pool == 0 and play.view(seat).active == seat


def test_a_set_may_be_turned_in_or_must_be() -> None:
    play = table()
    mail = made(play.fresh(), "turn", put_up_for_trade(play, "set"))
    assert "trade in a set, place and attack" in mail.subject and "Go on without a set" in mail.body


def test_a_set_that_must_go_is_said_to() -> None:
    play = table()
    mail = made(play.fresh(), "turn", put_up_for_trade(play, "must"))
    assert "trade in a set of cards" in mail.subject
    said = " ".join(mail.body.split())
    assert "You hold 5 cards, so you must trade in a set." in said and "without a set" not in said


def test_a_defence_says_what_it_costs() -> None:
    play = attacked()
    mail = made(play.game, "turn", play.waiting.seat)
    figure = re.search(
        r"Defend with 1 die (On average you lose [\d.]+ armies, the attacker [\d.]+)", " ".join(mail.body.split())
    )
    assert figure and figure[1] in html_of(mail)


# ---- letters


def test_where_nothing_is_placed_one_chance_is_told(placing: Table) -> None:
    seat = asked(placing).seat
    assert "without new armies" in html_of(made(placing.game, "turn", seat))
    placing.order(placing.likely().splitlines()[0])
    placing.front(seat, (seat + 1) % 3)
    html = html_of(made(placing.fresh(), "turn", seat))
    assert "chance to capture it." in html and "without new armies" not in html


def test_no_space_hangs_before_what_is_on_the_next_line(placing: Table) -> None:
    """Between the links of the foot and the territories of the board."""
    assert "&nbsp; " not in html_of(made(placing.game, "turn", asked(placing).seat))


def test_a_continent_and_its_bonus_are_never_parted(placing: Table) -> None:
    """On a telephone their column is narrow."""
    html = html_of(made(placing.game, "turn", asked(placing).seat))
    assert "Australia,&nbsp;2</td>" in html and "North America,&nbsp;5</td>" in html


def test_before_the_first_claim_no_land_is_called_ones_own() -> None:
    play = table("modern")
    said = " ".join(made(play.game, "turn", play.waiting.seat).body.split())
    assert "If you do not answer, a territory is claimed for you and the turn passes to" in said
    first = play.waiting.seat
    while play.waiting.seat != first or first not in play.view().owner:
        play.order(play.likely())
    said = " ".join(made(play.game, "turn", first).body.split())
    assert "a territory next to your own is claimed for you" in said


def titles(play: Table) -> set[str]:
    """What the story is called on the page and in both forms of the mail for who is asked, written alike."""
    row = play.waiting
    mail = made(play.fresh(), "turn", row.seat)
    page = client(play.asked_user).get(f"/g/{play.game.slug}/").content.decode()
    found = [
        re.search(r'<h3 id="since" tabindex="-1">([^<]+)<', page),
        re.search(r"^(SO FAR|SINCE YOUR LAST \w+)$", mail.body, re.M),
    ]
    found.append(re.search(r">(So far|Since your last \w+)</h2>", html_of(mail)))
    return {match[1].capitalize() for match in found if match}


def test_before_the_first_turn_the_story_is_not_called_that_since_the_last() -> None:
    play = table()
    first = play.waiting.seat
    for _ in range(40):
        wanted = "So far" if play.fresh().round == 1 else "Since your last turn"
        assert titles(play) == {wanted}
        if play.game.round == 2:
            break
        play.order("end turn" if play.waiting.kind == "battle.attack_asked" else play.likely())
        if play.waiting.seat != first and play.fresh().round == 1:
            user = play.alice if play.seat(play.alice) == first else play.bob
            mine = client(user).get(f"/g/{play.game.slug}/").content.decode()
            assert '<h3 id="since" tabindex="-1">Since your last turn<' in mine
    assert play.fresh().round == 2


def test_in_the_set_up_the_story_begins_with_ones_last_answer() -> None:
    play = table("modern")
    first = play.waiting.seat
    assert titles(play) == {"So far"}
    play.order(play.likely())
    while play.waiting.seat != first:
        play.order(play.likely())
    assert titles(play) == {"Since your last answer"}


def test_three_likely_answers_stand_at_the_top_and_the_others_below_the_board(placing: Table) -> None:
    mail = made(placing.game, "turn", asked(placing).seat)
    top, _, rest = mail.body.partition("OTHER OPTIONS")
    assert len(links_of(top)) == 3 and links_of(rest)
    html = html_of(mail)
    assert html.index(links_of(top)[2]) < html.index("<img") < html.index(links_of(rest)[0])


def test_what_hit_the_reader_is_told_first_and_the_rest_by_seat(placing: Table) -> None:
    row = asked(placing)
    other = next(seat for seat in range(3) if seat != row.seat and placing.game.players.get(seat=seat).user_id)
    src, dst = placing.front(row.seat, other)
    go_on(placing, row)
    placing.order(f"attack {src} {dst} for 1 throw")
    player = placing.fresh().players.get(seat=other)
    reader = MailReader(player.user, timezone.now(), UTC, MailedGame(placing.game.pk))
    lines = story_since(placing.view(other), reader, 1)
    colour = player.colour
    hits = hits_of(lines, colour)
    assert hits and dst in hits[-1].plain
    folded = fold_story(lines, people_at(placing.game, other), colour, placing.view(other))
    assert [item_of(line) for line in folded.hits] == hits
    told = [line for seat in folded.seats for line in seat.lines]
    assert told and not set(told) & {*folded.hits, *folded.news}
    assert len({seat.colour for seat in folded.seats}) == len(folded.seats)
    text = " ".join(made(placing.fresh(), "turn", placing.waiting.seat).body.split())
    assert " attacked nobody." in text or " failed to take " in text or " took " in text


def test_no_dice_row_breaks_in_two(placing: Table) -> None:
    row = asked(placing)
    go_on(placing, row)
    src, dst = placing.front(row.seat, 1 - row.seat if row.seat < 2 else 0)
    placing.order(f"attack {src} {dst} for 3 throws")
    reader = MailReader(row.player.user, timezone.now(), UTC, MailedGame(placing.game.pk))
    dice = [item_of(line).dice for line in story_since(placing.view(row.seat), reader, 1) if line.throws]
    assert dice and all(re.fullmatch(rf"Dice: \d({NBSP}\d)*{NBSP}against{NBSP}\d.*", row) for row in dice)


def test_the_html_part_is_small_even_with_six_seats_and_a_long_story() -> None:
    """Gmail cuts a mail off at 102 kB."""
    play = table("classic_1959", bots=("recruit",) * 4)
    for _ in range(60):
        if play.fresh().round == 4:
            break
        play.order("end turn" if play.waiting.kind == "battle.attack_asked" else play.likely())
    html = html_of(made(play.fresh(), "turn", play.waiting.seat))
    assert len(html.encode()) < 60_000


def test_without_a_deadline_no_mail_names_one(placing: Table) -> None:
    Waiting.objects.filter(game=placing.game).update(deadline_at=None, due_at=None)
    mail = made(placing.fresh(), "turn", asked(placing).seat)
    for text in (mail.body, html_of(mail)):
        assert "If you do not answer" not in text and "Until " not in text and "UTC" not in text
    assert "until" not in mail.subject and "place" in mail.subject


def test_a_dark_reader_gets_the_dark_board(placing: Table) -> None:
    """Two pictures, of which a rule shows one; readers without such rules show the first."""
    mail = made(placing.game, "turn", asked(placing).seat)
    parts = {part["Content-ID"]: part.get_payload(decode=True) for part in mail.message().walk() if part["Content-ID"]}
    assert parts.keys() == {"<board>", "<night>"} and parts["<board>"] != parts["<night>"]
    assert all(len(png) <= 100_000 for png in parts.values())
    html = html_of(mail)
    night = re.search(r'<img[^>]*src="cid:night"[^>]*>', html)
    assert night and "display: none" in night[0], night
    dark = html.partition("prefers-color-scheme")[2].partition("</style>")[0]
    assert re.search(r"\.board\.day\s*{\s*display:\s*none\s*!important", dark)
    assert re.search(r"\.board\.night\s*{\s*display:\s*block\s*!important", dark)
