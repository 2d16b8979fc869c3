"""Rule sets, boards and bots that can be played."""

from __future__ import annotations

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from engine.bots import opponents
from games.api.base import GameAPIView
from games.api.describe import operation
from games.api.responses import (
    BoardFacts,
    BotFacts,
    Catalogue,
    Choice,
    ContinentFacts,
    DifferenceFacts,
    Elsewhere,
    ListFacts,
    MapFacts,
    OverlayFacts,
    RuleFacts,
    SwitchFacts,
    TermFacts,
)
from games.families.parts import parts_of


class RulesView(GameAPIView):
    """Rule sets with their switches, variations and differences; the boards; the bots that can play."""

    @operation("rules", "List rule sets, boards and bots", tag="catalogue", answer=Catalogue)
    def get(self, request: Request) -> Response:
        rules = [serialize_rules(rules) for rules in engine.rulesets().values()]
        bots = [BotFacts(bot.name, bot.title, bot.summary) for bot in opponents().values()]
        return Response(Catalogue(rules, [serialize_board(board) for board in playable_boards()], bots))


class MapView(GameAPIView):
    """A board, territory by territory: names, codes, neighbours, continents, zones and signs."""

    @operation("map", "Get a board", tag="catalogue", answer=MapFacts, refuses=[404])
    def get(self, request: Request, map_id: str) -> Response:
        if map_id not in playable_boards():
            raise Http404
        return Response(serialize_map(engine.mapgraph(map_id)))


def playable_boards() -> list[str]:
    """List the boards on which some rule set can be played."""
    return list(dict.fromkeys(board for rules in engine.rulesets().values() for board in engine.boards_for(rules)))


def serialize_board(board: str) -> BoardFacts:
    graph = engine.mapgraph(board)
    return BoardFacts(board, graph.title, graph.size)


def serialize_rules(rules: engine.RuleSet) -> RuleFacts:
    new_game = parts_of(rules.id).new_game
    return RuleFacts(
        rules.id,
        rules.family,
        rules.version,
        rules.title,
        rules.summary,
        rules.seats,
        rules.for_two,
        rules.map,
        engine.boards_for(rules),
        [serialize_switch(switch, getattr(rules.options, switch.name)) for switch in rules.switches],
        [ListFacts(each.name, str(each.title), str(each.help), each.most) for each in new_game.lists],
        new_game.reply_hours,
        [OverlayFacts(each.id, each.title, each.help, dict(each.changes)) for each in rules.overlays],
        [TermFacts(*term) for term in engine.describe_options(rules, {})],
        [serialize_difference(line) for line in engine.compare_presets(rules)],
    )


def serialize_difference(line: engine.OptionDifference) -> DifferenceFacts:
    elsewhere = [Elsewhere(words, games) for words, games in line.elsewhere]
    return DifferenceFacts(line.title, line.here, elsewhere)


def serialize_switch(switch: engine.Switch, usual: object) -> SwitchFacts:
    choices = [Choice(value, label) for value, label in switch.choices]
    return SwitchFacts(switch.name, switch.title, switch.help, usual, choices, switch.least, switch.most)


def serialize_map(graph: engine.MapGraph) -> MapFacts:
    continents = [ContinentFacts(part.id, part.name, part.bonus, part.members) for part in graph.continents]
    return MapFacts(
        graph.id,
        graph.version,
        graph.title,
        graph.ids,
        graph.names,
        graph.codes,
        graph.neighbours,
        continents,
        graph.zones,
        {sign: sorted(there) for sign, there in graph.signs.items()},
    )
