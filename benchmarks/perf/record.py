"""Options and results of a speed benchmark."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agent_e.errors import ConfigError

SCHEMA_VERSION = 1
_GIT_S = 5.0


@dataclass(frozen=True, kw_only=True, slots=True)
class PerfOptions:
    """The options; ``None`` is the benchmark's own default.

    Attributes:
        peers: to compare with.
        pages: to measure on.
        repeats: measurements of each figure.
        seed: the first one for generated tasks.
        latency_s: a model's delay before its reply.
        workers: number of processes to compare with one.
        cache_dir: where environments of peers and fetched packages are kept.
        executable: the Chromium to use instead of the one found.
        model: the judge of answers, or ``replay:FILE`` of its recorded verdicts.
        out: where verdicts are written, or without a model the requests for them; the folder for
            pictures of faults.
        tell: called with a line when something begins.
    """

    peers: tuple[str, ...] | None = None
    pages: tuple[str, ...] | None = None
    repeats: int | None = None
    seed: int | None = None
    latency_s: float | None = None
    workers: int | None = None
    cache_dir: Path | None = None
    executable: Path | None = None
    model: str | None = None
    out: Path | None = None
    tell: Callable[[str], None] = lambda line: None

    def refuse(self, measurement: str, *names: str) -> None:
        """Raise ``ConfigError`` if one of these options is given: the measurement has none."""
        for name in names:
            if getattr(self, name) is not None:
                raise ConfigError(f"The measurement {measurement} has no --{name}.")


@dataclass(frozen=True, slots=True)
class PerfRow:
    """One figure.

    Attributes:
        value: ours; ``None`` where there is only a note.
        peer_values: those of peers or limits in the same run, same unit, by name.
        ratio: ours over the first peer's.
        note: what a reader must know, such as why a peer has no value.
    """

    case: str
    figure: str
    value: float | None
    unit: str = ""
    _: KW_ONLY
    peer_values: Mapping[str, float] = field(default_factory=dict)
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours over the first peer's; ``None`` without one."""
        first = next(iter(self.peer_values.values()), None)
        return round(self.value / first, 3) if first and self.value is not None else None


def run_facts() -> dict[str, Any]:
    """Return the measured code and the date: ``{commit, changed, date}``.

    ``commit`` is ``None`` outside of a checkout; ``changed`` says that files differ from it.
    """
    commit = _git("rev-parse", "--short=12", "HEAD")
    return {
        "commit": commit,
        "changed": bool(_git("status", "--porcelain")) if commit else None,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _git(*arguments: str) -> str | None:
    here = Path(__file__).resolve().parent
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=here,
            capture_output=True,
            text=True,
            timeout=_GIT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


@dataclass(frozen=True, kw_only=True, slots=True)
class PerfReport:
    """All figures of one benchmark, with the machine and the run they were taken in.

    Attributes:
        facts: other facts about the run, such as versions.
        table: a compact form for people, headings first; without one the rows are shown.
    """

    name: str
    rows: tuple[PerfRow, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    table: tuple[tuple[str, ...], ...] = ()
    run: Mapping[str, Any] = field(default_factory=run_facts)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form of ``agent-e bench perf NAME --json``."""
        return {
            "schema_version": SCHEMA_VERSION,
            "name": self.name,
            "machine": {
                "system": platform.platform(),
                "python": platform.python_version(),
                "cores": os.cpu_count(),
            },
            "run": {**self.run, **self.facts},
            "rows": [{**asdict(row), "ratio": row.ratio} for row in self.rows],
        }
