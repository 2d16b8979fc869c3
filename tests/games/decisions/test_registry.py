"""One record holds all that the site knows of a decision: what is left generic, and one made whole by its record."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from django.http import QueryDict
from django.template import engines
from django.urls import reverse
from jinja2 import ChoiceLoader, DictLoader

import engine
from engine.core.registry import ruleset, rulesets
from games.decisions.kit.context import PageContext
from games.decisions.kit.panel import Panel
from games.decisions.kit.posted import PostedForm
from games.decisions.kit.prompts import Prompt, Suggestion, order_text
from games.decisions.registry import (
    DECISIONS,
    Answer,
    Decision,
    Timeout,
    action_from_form,
    generic_parts,
    organizer_timeout_text,
    public_timeout_text,
    suggested_orders,
    timeout_text,
)
from games.mail.render import mail_for
from games.models import Entry, OutboxMail, Player, TurnRecord, Waiting
from games.services.deadlines import deadline_expire
from games.templatetags.fieldpost import asked_words
from games.wording.narration import SENTENCES, names_for, sentence
from games.wording.narration.sentences import Event, Names
from tests.games.kit import Table, table
from tests.games.play.races import expire
from tests.games.views.test_play import client
from tests.kit.certain import some
from tests.toy import TOY


def decisions_of(rules: str) -> dict[str, set[str]]:
    """The tags of the decisions of a rule set, with those of the actions that answer each."""
    found: dict[str, set[str]] = {}
    for asked, action in ruleset(rules).answers:
        found.setdefault(tag_of(asked), set()).add(tag_of(action))
    return found


def tag_of(struct: type) -> str:
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, msgspec.inspect.StructType)
    return str(info.tag)


@pytest.mark.parametrize("rules", sorted(rulesets()))
def test_what_a_rule_set_leaves_generic_is_printed(rules: str) -> None:
    """Run with `-s` to read it. The classic family leaves only forms generic that change or keep a throw."""
    left = {kind: generic_parts(kind, sorted(tags)) for kind, tags in some(decisions_of(rules).items())}
    for kind, parts in left.items():
        print(f"{rules}: {kind}: {', '.join(parts) or 'nothing generic'}")
    if ruleset(rules).family == "classic":
        known = {"improve.reroll: parse", "improve.commander: parse", "improve.keep: parse", "improve.keep: suggest"}
        assert not {kind for kind, parts in left.items() if {*parts} - known}


def test_no_kind_has_two_records() -> None:
    first = next(iter(DECISIONS))
    with pytest.raises(ValueError, match="two records"):
        DECISIONS.add(first)


# ---- one made whole


def bid_panel(context: PageContext) -> Panel:
    return Panel("toy_bid", "Bid for the first go", data=f"{context.title(context.me)} may bid")


def bid_prompt(view: engine.PlayerView) -> Prompt:
    return Prompt("Bid for the first go", "bid for the first go", "Most coins go first.")


def parse_bid(form: PostedForm) -> dict[str, int]:
    return {"amount": form.count("purse")}


def suggest_bids(view: engine.PlayerView, offer: engine.Offer) -> Iterator[Suggestion]:
    yield Suggestion(order_text(view, offer.action, amount=1), "Bid one coin")


def closed(event: Event, names: Names) -> str:
    return f"The gate closed in round {event['round']}."


BID = Decision(
    "bidding.bid_asked",
    summary="Bid some coins.",  # type: ignore[arg-type]  # a test speaks one language
    panel=bid_panel,
    prompt=bid_prompt,
    answers={"bidding.bid": Answer(parse_bid, suggest_bids)},
    timeout=Timeout(
        owner="you bid nothing.",  # type: ignore[arg-type]
        others="nothing is bid for them.",  # type: ignore[arg-type]
        organizer="nothing is bid",  # type: ignore[arg-type]
    ),
    sentences={"toy.gate_closed": closed},
)
TEMPLATE = '<p>{{ data }}</p><form method="post"><input name="purse"></form>'


@pytest.fixture
def bids(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game that asks for bids, whose family has brought a record and a template."""
    known = {kind: decision for kind, decision in DECISIONS._records.items() if kind != BID.name}
    monkeypatch.setattr(DECISIONS, "_records", known)
    monkeypatch.setattr(DECISIONS, "_answers", dict(DECISIONS._answers))
    monkeypatch.setitem(SENTENCES, "toy.gate_closed", closed)
    environment = engines["jinja2"].env  # type: ignore[attr-defined]
    templates = DictLoader({"decisions/toy_bid.html": TEMPLATE})
    monkeypatch.setattr(environment, "loader", ChoiceLoader([templates, environment.loader]))
    DECISIONS.add(BID)
    play = table(rules=TOY.id, bots=("random",))
    while not Waiting.objects.filter(game=play.game, kind=BID.name).exists():
        Player.objects.filter(game=play.game).update(missed=0)
        TurnRecord.objects.all().delete()
        expire(play)
        assert deadline_expire(game_id=play.game.pk)
    return play


@pytest.mark.django_db
def test_a_decision_is_made_whole_by_one_record_and_one_template(bids: Table) -> None:
    play = bids
    row = Waiting.objects.filter(game=play.game, player__user__isnull=False).select_related("player__user")[0]
    player = Player.objects.get(pk=row.player_id)
    view, visitor = play.view(row.seat), client(row.player.user)
    address = reverse("game", args=[play.game.slug])
    page = visitor.get(address).content.decode()
    assert "Bid for the first go" in page and "may bid</p>" in page
    assert suggested_orders(view)[0].words == "Bid one coin"
    assert asked_words(row.kind) == "Bid some coins."
    assert timeout_text(view, play.game, player, row) == "you bid nothing."
    assert public_timeout_text(play.game, player, row) == "nothing is bid for them."
    play.game.clock["late"], row.pace = {"row": 1, "then": ["caretaker"]}, Waiting.Pace.TURN
    del play.game.time
    assert public_timeout_text(play.game, player, row) == "the caretaker takes the seat."
    assert organizer_timeout_text(row.kind) == "nothing is bid"
    mail = OutboxMail.objects.filter(game=play.game, user=row.player.user, template="turn").first()
    assert mail is not None and "bid for the first go" in mail_for(mail).subject
    unclear = visitor.post(address, {"act": "bidding.bid", "ref": row.ref, "key": "a", "purse": "many"})
    assert "is not a whole number" in unclear.content.decode()
    assert visitor.post(address, {"act": "bidding.bid", "ref": row.ref, "key": "b", "purse": "2"}).status_code == 302
    assert Entry.objects.filter(game=play.game, source="web").count() == 1
    assert sentence({"type": "toy.gate_closed", "round": 3}, names_for(view)) == "The gate closed in round 3."


@pytest.mark.django_db
def test_each_decision_parses_an_action_that_it_shares_in_its_own_way(bids: Table) -> None:
    DECISIONS.add(
        Decision("toy.rebid_asked", answers={"bidding.bid": Answer(lambda form: {"amount": form.count("more") + 1})})
    )
    view = bids.view(Waiting.objects.filter(game=bids.game, kind=BID.name)[0].seat)
    assert view.asked is not None
    again = msgspec.structs.replace(view, asked=msgspec.structs.replace(view.asked, kind="toy.rebid_asked"))
    post, graph = QueryDict("act=bidding.bid&purse=2&more=2"), engine.mapgraph(view.map)
    assert [action_from_form(post, each, graph)["amount"] for each in (view, again)] == [2, 3]
