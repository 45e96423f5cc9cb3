"""Results of systems on a suite: a file with one record a line, those of others kept apart."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from pydantic import Field, ValidationError, model_validator

from agent_e.benchmarks.episodes.reading import read_standing
from agent_e.benchmarks.external_results import ALL, load_published, published_figures
from agent_e.benchmarks.runner.store import BenchStore, write_whole
from agent_e.benchmarks.statistics import Interval
from agent_e.benchmarks.summary import Summary, summarise
from agent_e.benchmarks.tasks.record import Record
from agent_e.errors import ConfigError

LEADERBOARD_SCHEMA_VERSION = 1


class System(Record):
    """One system's result on one suite."""

    schema_version: int = LEADERBOARD_SCHEMA_VERSION
    name: str = Field(min_length=1)
    suite: str = Field(min_length=1)
    protocol: str = Field(min_length=1)
    """Which tasks, how often, and who judged: what another needs to measure the same."""
    date: str = Field(pattern=r"^\d{4}(-\d{2}){0,2}$|^unknown$")
    """Day or month of the measurement, or of what it was published in."""
    source: str = Field(min_length=1)
    """Where it stands: a publication and the place in it, or what measured it."""
    measured: bool = False
    """By a run of this program. Others' results are compared by no test, and ranked apart."""
    assisted: bool = False
    """Whether a model that cannot see was given pages in words."""
    n: int | None = Field(default=None, ge=1)
    """Episodes that count."""
    tasks: int | None = Field(default=None, ge=1)
    rate: float = Field(ge=0, le=1)
    interval: Interval | None = None
    """95 %, by clusters."""
    cost_usd: float | None = Field(default=None, ge=0)
    """Of an episode, in the mean."""
    seconds: float | None = Field(default=None, ge=0)
    """Of an episode, in the mean."""
    note: str = ""

    @model_validator(mode="after")
    def _holds_its_rate(self) -> Self:
        if self.interval and not self.interval.low <= self.rate <= self.interval.high:
            raise ValueError("the rate is not inside its interval")
        return self

    @property
    def key(self) -> tuple[str, str, str, str]:
        """A later result with the same key replaces an earlier one in a file."""
        return self.suite, self.name, self.protocol, "" if self.measured else self.source


def system_of(folder: Path, name: str = "") -> System:
    """Return the result of a bench run.

    Args:
        folder: of the run.
        name: of the system; by default its architecture and model, or its agent.

    Raises:
        ConfigError: it holds no run, or no episode that counts.
    """
    records = [each.record for each in read_standing(folder)]
    summary = summarise(records)
    if summary.success.rate is None:
        raise ConfigError(f"No episode of {folder} counts yet. Let its run end first.")
    info = BenchStore(folder).info()
    own = f"{summary.architecture} {summary.model}".strip()
    began = datetime.fromtimestamp(min(each.started for each in records), UTC)
    return System(
        name=name or own or summary.agent,
        suite=summary.suite,
        protocol=_protocol(info, summary, max(each.epoch for each in records)),
        date=began.date().isoformat(),
        source=f"agent-e {info.get('versions', {}).get('agent-e', '')}".strip(),
        measured=True,
        assisted=summary.assisted,
        n=summary.success.n,
        tasks=summary.tasks,
        rate=summary.success.rate,
        interval=summary.success.interval,
        cost_usd=None if summary.cost.unknown else summary.cost.spread.mean,
        seconds=summary.metrics["wall_time_s"].spread.mean,
    )


def _protocol(info: dict[str, Any], summary: Summary, epochs: int) -> str:
    plan = info.get("plan", {})
    limits = {name: value for name, value in plan.get("limits", {}).items() if value is not None}
    parts = [
        f"{summary.tasks} tasks x {epochs}",
        *(f"{name} {info[name]}" for name in ("split", "seeds") if info.get(name)),
        f"dates {info.get('dates', 'shift')}",
        f"judge {plan['judge']}" if plan.get("judge") else "judged by rules",
        *([] if plan.get("trusting", True) else ["acts asked about"]),
        *(f"{name} {value}" for name, value in limits.items()),
    ]
    return ", ".join(parts)


def reported(suite: str) -> tuple[System, ...]:
    """The success rates that others published of the whole of a suite (configs/published.yaml)."""
    sources = load_published().sources
    return tuple(
        System(
            name=figure.system,
            suite=suite,
            protocol=figure.where,
            date=sources[figure.source].date or "unknown",
            source=figure.title,
            n=figure.n,
            rate=figure.value / 100,
            note=figure.note,
        )
        for figure in published_figures(suite=suite, metric="success_rate", group=ALL)
        if figure.value is not None
    )


def read_leaderboard(file: Path) -> list[System]:
    """Read a file of results.

    Raises:
        ConfigError: it cannot be read, or a line is no result.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} cannot be read as a leaderboard: {error}.") from error
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found.append(System.model_validate_json(line))
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(map(str, first["loc"])) or "the whole"
                raise ConfigError(
                    f"{file} is wrong in line {number} at {where}: {first['msg']}. A line is one "
                    "result as JSON: name, suite, protocol, date, source and rate."
                ) from error
    return found


def add_system(file: Path, system: System) -> None:
    """Add a result to a file, in place of an earlier one of the same system and protocol.

    Raises:
        ConfigError: the file is no leaderboard, or cannot be written.
    """
    others: Iterable[System] = read_leaderboard(file) if file.exists() else ()
    kept = [each for each in others if each.key != system.key]
    try:
        write_whole(file, "\n".join(each.model_dump_json() for each in (*kept, system)))
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror}.") from error
