"""The contents of an episode's folder, read once; ``None`` for what is missing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agent_e.benchmarks.episodes.reading import find_run_dir
from agent_e.benchmarks.episodes.record import (
    EVIDENCE_FILE,
    NETWORK_FILE,
    Evidence,
    RequestEvidence,
    read_evidence,
)
from agent_e.errors import ConfigError
from agent_e.journal.events import Event, Record
from agent_e.journal.reader import read_lines, read_run


@dataclass(frozen=True, kw_only=True, slots=True)
class Material:
    """The input of all metrics.

    Attributes:
        evidence: the final state of everything.
        requests: of the browser.
        events: journal of the run, whoever made its decisions.
        result: of its run; ``None`` also when it was killed.
        limit_s: the run's time limit, if any.
    """

    evidence: Evidence | None = None
    requests: Sequence[RequestEvidence] | None = None
    events: Sequence[Event] | None = None
    result: Record | None = None
    limit_s: float | None = None


def read_material(folder: Path) -> Material:
    """Read an episode's folder, finished or not.

    Raises:
        ConfigError: a file in it is damaged; the sentence names it.
    """
    network = folder / NETWORK_FILE
    run_dir = find_run_dir(folder)
    run = read_run(run_dir) if run_dir else None
    limits = run.info.get("settings", {}).get("limits", {}) if run else {}
    try:
        return Material(
            evidence=read_evidence(folder) if (folder / EVIDENCE_FILE).exists() else None,
            requests=tuple(map(RequestEvidence.model_validate, read_lines(network)))
            if network.exists()
            else None,
            events=run.transcript.events if run else None,
            result=run.result if run else None,
            limit_s=limits.get("seconds"),
        )
    except (ValueError, json.JSONDecodeError) as error:
        raise ConfigError(
            f"The episode in {folder} is damaged: {str(error).splitlines()[0]}. Run it again."
        ) from error
