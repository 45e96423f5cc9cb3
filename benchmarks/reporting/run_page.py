"""One self-contained page of a run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from agent_e.benchmarks.episodes.record import EpisodeRecord, read_evidence
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError
from agent_e.journal import RunRecord, read_run
from agent_e.text import format_cost, format_count, format_time

from .charts import context_chart
from .pictures import BUDGET, Album
from .reading import read_story
from .story import Shot, Story
from .text import render

REPORT_FILE = "report.html"
RUN_SCRIPT = "run.js"
QUOTED_BUDGET = BUDGET // 4
"""Characters of the pictures with marked quotes, beside those of the steps."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EpisodeFacts:
    """Header of a run's page where the run was an episode of a suite.

    Attributes:
        index: relative address of the suite's page, ``""`` for none.
    """

    episode: EpisodeRecord
    task: BenchTask | None = None
    index: str = ""


def write_run_report(run_dir: Path, out: Path | None = None) -> Path:
    """Write the page of a run folder and return its path (``report.html`` in the folder).

    Raises:
        ConfigError: it is not a run folder, or the page cannot be written.
    """
    path = out or run_dir / REPORT_FILE
    write_page(path, render_run(read_run(run_dir)))
    return path


def write_page(path: Path, text: str) -> None:
    """Write a file atomically.

    Raises:
        ConfigError: it cannot be written.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8", errors="replace")
        temporary.replace(path)
    except OSError as error:
        raise ConfigError(
            f"The report {path} cannot be written: {error.strerror}. Give another place with --out."
        ) from error


def render_run(record: RunRecord, episode: EpisodeFacts | None = None) -> str:
    """Return the page of a run as one self-contained file."""
    story = read_story(record)
    return _page(story, Album(folder=record.path, budget=BUDGET), episode)


def render_episode(folder: Path, facts: EpisodeFacts) -> str:
    """Return the page of an episode whose agent left no run folder of ours."""
    episode = facts.episode
    story = Story(
        run_id=f"{episode.task_id} · {episode.epoch}",
        task=facts.task.intent if facts.task else episode.task_id,
        state="success" if episode.outcome == "success" else str(episode.outcome),
        started=episode.started,
        architecture=episode.architecture or episode.agent,
        models=episode.model,
        message=episode.message,
        answer=episode.answer,
        assisted=episode.assisted,
        seconds=episode.seconds,
        cost_usd=episode.cost_usd,
        end=_last_look(folder),
    )
    return _page(story, Album(folder=folder, budget=BUDGET), facts)


def _page(story: Story, album: Album, episode: EpisodeFacts | None) -> str:
    # Pictures are encoded before the page, so that it can state at the top what is missing.
    figures = {shot.file: album.uri(shot.file) for shot in _shots(story)}
    shown = [claim.place for claim in story.evidence if claim.place]
    firsts = {shot.file: shot for shot in reversed(shown)}
    quoted = Album(folder=album.folder, budget=QUOTED_BUDGET)
    places = {
        name: (quoted.uri(name), f"picture-{number}") for number, name in enumerate(firsts, 1)
    }
    return render(
        "run.html",
        RUN_SCRIPT,
        story=story,
        places=places,
        firsts=firsts,
        episode=episode,
        figures=figures,
        album=album,
        when=_when(story.started),
        answer=_answer(story.answer),
        settings=_settings(story.info),
        context=context_chart(story.calls),
        largest=max((step.context for step in story.calls), default=0),
        format_cost=format_cost,
        format_time=format_time,
        format_count=format_count,
        words_of=words_of,
    )


def _last_look(folder: Path) -> Shot | None:
    """The final look of the page, from the stored evidence."""
    try:
        seen = read_evidence(folder).screenshots
    except (OSError, ValueError):  # ended before there was any
        return None
    words = "The page at the end"
    return Shot(file=seen[-1], width=1280, height=720, words=words) if seen else None


def _shots(story: Story) -> list[Shot]:
    # The end first: it is the most informative where there is no room for all.
    found = [story.end] if story.end else []
    for group in story.groups:
        for step in group.steps:
            found += [step.seen] if step.seen else []
            found += [act.shot for act in step.acts if act.shot]
    return found


def words_of(state: object) -> str:
    """Format an outcome or a state, such as ``gave up``."""
    return str(state).replace("_", " ")


def _answer(answer: Any) -> str:
    if answer is None or isinstance(answer, str):
        return answer or ""
    return json.dumps(answer, ensure_ascii=False, indent=2)


def _when(started: float | None) -> str:
    if started is None:
        return ""
    return datetime.fromtimestamp(started).astimezone().strftime("%d %B %Y, %H:%M:%S %Z")


def _settings(info: Mapping[str, Any]) -> list[tuple[str, str]]:
    """``run.json`` as lines, nested names joined by dots; the task is in the header already."""
    lines: list[tuple[str, str]] = []
    if not info:
        return lines
    _flatten(lines, "", {key: value for key, value in info.items() if key != "task"})
    return lines


def _flatten(into: list[tuple[str, str]], name: str, value: Any) -> None:
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            _flatten(into, f"{name}.{key}" if name else str(key), inner)
    else:
        into.append((name, value if isinstance(value, str) else json.dumps(value)))
