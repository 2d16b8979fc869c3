"""The tables of docs/orders.md, made from the registry: orders with their use, refusals with their sentences."""

from engine.core.errors import ERROR_MESSAGES
from engine.core.notation import Command
from engine.core.registry import rulesets
from engine.core.ruleset import Mechanic, RuleSet


def _ours() -> list[RuleSet]:
    """List the rule sets that come with the engine."""
    return [rules for rules in rulesets().values() if type(rules.options).__module__.startswith("engine.")]


def _commands() -> list[Command]:
    return list({command.word: command for rules in _ours() for command in rules.commands}.values())


def commands_table() -> str:
    rows = [f"| `{command.usage.replace('|', 'or')}` | {command.described} |" for command in _commands()]
    return "\n".join(["| order | what it does |", "| --- | --- |", *rows]) + "\n"


def refusals_table() -> str:
    """Tabulate the codes of refusals: those of the core first, then mechanic by mechanic."""
    parts: dict[str, Mechanic] = {part.name: part for rules in _ours() for part in rules.mechanics}
    theirs = {code for part in parts.values() for code in part.refusals}
    ours = {prefix + "." for prefix in ("game", "turn", "order", "territory", "force")}
    core = [code for code in ERROR_MESSAGES if code.partition(".")[0] + "." in ours and code not in theirs]
    rows = [(code, ERROR_MESSAGES[code]) for code in core]
    rows += [(code, sentence) for part in parts.values() for code, sentence in part.refusals.items()]
    lines = [f"| `{code}` | {sentence} |" for code, sentence in rows]
    return "\n".join(["| code | sentence |", "| --- | --- |", *lines]) + "\n"
