"""``agent-e bench review`` and ``bench agreement``: what people say of episodes, beside a judge."""

from __future__ import annotations

import getpass
import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from agent_e.errors import ConfigError

from .aio import run_async
from .bench_rescore import RunFolder
from .options import Json, flag, option
from .output import clean, clean_lines, print_json, print_note, print_out

if TYPE_CHECKING:
    from agent_e.benchmarks.episodes.reading import StoredEpisode

_WORDS = {"s": "success", "f": "failure", "k": "skip"}


def review(
    folder: RunFolder,
    who: Annotated[str | None, option("Who looks.", "NAME", show_default="your login name")] = None,
    import_: Annotated[
        Path | None, option("Take over verdicts from such a file.", "FILE", "--import")
    ] = None,
    page: Annotated[bool, flag("--page", "In your browser, with the pictures.")] = False,
) -> None:
    """Look at episodes one by one and say whether they did their task; go on any time later."""
    from agent_e.benchmarks.judging.people import (
        add_verdicts,
        episodes_of,
        read_verdicts,
        read_verdicts_file,
        to_review,
    )

    items = episodes_of(folder)
    if import_ is not None:
        known = {item.key for item in items}
        taken = [each for each in read_verdicts_file(import_) if each.key in known]
        print_note(f"{add_verdicts(folder, taken)} verdicts were taken over.")
        return
    name = who or getpass.getuser()
    left = to_review(items, read_verdicts(folder), name)
    if page and left:
        run_async(lambda signals: _serve(folder, name))
    else:
        for number, item in enumerate(left, 1):
            print_note(f"\n{number} of {len(left)}")
            if not _look(folder, item, name):
                break
    every = len(to_review(items, [], name))
    done = every - len(to_review(items, read_verdicts(folder), name))
    print_note(f"{name} has looked at {done} of {every} episodes.")


async def _serve(folder: Path, who: str) -> None:
    """Serve the episodes as pages, until none is left."""
    from agent_e.benchmarks.reporting.review import ReviewPage

    page = ReviewPage(folder, who)
    async with page.served() as address:
        print_out(address)
        print_note("Open this address; Ctrl-C ends it, and what was said is kept.")
        await page.done.wait()


def _look(folder: Path, item: StoredEpisode, who: str) -> bool:
    """Show one episode, without what anybody else says of it; false when the person stops."""
    from agent_e.benchmarks.episodes.record import read_evidence
    from agent_e.benchmarks.judging.people import PersonVerdict, add_verdicts

    evidence = read_evidence(item.folder)
    answer = evidence.answer
    words = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    print_note(clean_lines(f"Task: {evidence.intent}\nAnswer: {words if answer else '(none)'}"))
    for shot in evidence.screenshots[-3:]:
        print_note(clean(f"  {item.folder / shot}"))
    choice = _ask("[s]uccess, [f]ailure, s[k]ip or [q]uit? ")
    while choice not in (*_WORDS, "q", ""):
        choice = _ask("Type s, f, k or q: ")
    if choice in ("q", ""):
        return False
    reason = _ask("Why? ") if choice != "k" else ""
    task, epoch, attempt = item.key
    verdict = PersonVerdict(
        task=task,
        epoch=epoch,
        attempt=attempt,
        who=who,
        verdict=cast(Literal["success", "failure", "skip"], _WORDS[choice]),
        reason=reason,
        time=round(time.time(), 3),
    )
    add_verdicts(folder, [verdict])
    return True


def _ask(question: str) -> str:
    """Read a line from the person; empty at the end of the input."""
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def agreement(
    folder: RunFolder,
    scores: Annotated[
        Path | None,
        option("Scores to compare, from bench rescore.", "FILE", show_default="those of the run"),
    ] = None,
    labels: Annotated[
        Path | None,
        option("More opinions of people: a CSV with task, epoch and label.", "FILE"),
    ] = None,
    evaluator: Annotated[
        str | None,
        option("Judge to compare.", "TYPE", show_default="the one that judged"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Compare the judge with people: how often it agrees, and how often it lets failures pass."""
    from agent_e.benchmarks.evaluators.rescoring import read_scores
    from agent_e.benchmarks.judging.agreement import agreement as compare
    from agent_e.benchmarks.judging.agreement import judge_of
    from agent_e.benchmarks.judging.labels import read_labels
    from agent_e.benchmarks.judging.people import episodes_of, read_verdicts

    items, verdicts = episodes_of(folder), read_verdicts(folder)
    if labels is not None:
        verdicts += read_labels(labels, items)
    rows = read_scores(scores) if scores is not None else []
    found = {row.key: row.score for row in rows if row.score is not None} or {
        item.key: item.record.score for item in items if item.record.score is not None
    }
    done = compare(items, found, verdicts, judge_of(found, evaluator)).to_json()
    if not verdicts and done["judges_alpha"] is None:
        raise ConfigError(
            f"Nobody has looked at {folder} yet. Begin with: agent-e bench review {folder}"
        )
    if as_json:
        print_json(done)
    else:
        _print(done)


def _print(done: Mapping[str, Any]) -> None:
    for name in ("accuracy", "kappa", "false_positive_rate"):
        figure = done[name]
        between = figure["interval"]
        words = f" ({between[0]:.2f} to {between[1]:.2f})" if between else ""
        value = _format_figure(figure["value"])
        print_out(f"{name.replace('_', ' ')}: {value}{words}, {figure['n']} episodes")
    for name, raters in (
        ("alpha", "all who looked"),
        ("people_alpha", "people"),
        ("judges_alpha", f"judges ({done['judge']})"),
    ):
        print_out(f"alpha of {raters}: {_format_figure(done[name])}")
    for each in done["disagreed"]:
        judge, human = ("success" if each[key] else "failure" for key in ("judge", "human"))
        print_out(clean(f"{each['task']} epoch {each['epoch']}: judge {judge}, people {human}"))


def _format_figure(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.2f}"
