"""Formats the end of a run: outcome, evidence, figures, run folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent_e.journal.effects import deeds, format_deed
from agent_e.text import format_cost, format_count, format_time
from agent_e.types import Fact, Outcome, TaskResult

from .output import clean, clean_lines

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

BEHALF = "Done on your behalf"
"""Heading of the list of changes made outside."""


def print_summary(console: Console, result: TaskResult) -> None:
    """Write the outcome of the run; the answer itself goes to stdout, not here."""
    from agent_e.human.terminal_screen import print_wrapped

    for line in summary_lines(result):
        print_wrapped(console, line)


def summary_lines(result: TaskResult) -> list[Text]:
    """Format the outcome of the run, one ``Text`` per line."""
    from rich.text import Text

    good = result.outcome is Outcome.SUCCESS
    head = Text.assemble(
        (
            result.outcome.value.replace("_", " "),
            "bold green" if good else "bold red" if result.answer is None else "bold yellow",
        )
    )
    if result.message:
        head.append(": " + clean(result.message))
    lines = [head]
    lines += [Text("  " + format_fact(fact)) for fact in result.evidence]
    if result.effects:
        lines.append(Text(f"{BEHALF}:"))
        lines += [Text("  " + format_deed(deed)) for deed in deeds(result.effects)]
    lines.append(Text("  " + format_figures(result), style="dim"))
    if result.run_dir:
        lines.append(Text("  " + result.run_dir, style="dim"))
    return lines


def format_fact(fact: Fact) -> str:
    """Format a piece of evidence: claim — "quote" (url)."""
    quote = f' — "{clean(fact.quote)}"' if fact.quote else ""
    url = f" ({clean(fact.url)})" if fact.url else ""
    return f"{clean(fact.claim)}{quote}{url}"


def format_figures(result: TaskResult) -> str:
    """Format steps (one model call each), tokens, time and cost."""
    tokens = sum(usage.tokens for usage in result.usage.values())
    parts = [
        format_count(result.steps, "step"),
        format_count(tokens, "token"),
        format_time(result.seconds),
        format_cost(result.cost_usd),
    ]
    return ", ".join(parts)


def answer_text(answer: object) -> str:
    """Return the answer as printed to stdout: text unchanged, an object as JSON."""
    if isinstance(answer, str):
        return clean_lines(answer)
    from .output import to_json

    return to_json(answer)
