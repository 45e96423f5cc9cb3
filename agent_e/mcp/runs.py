"""Finished runs as resources: their results and their reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from mcp_types import Resource, TextResourceContents

from agent_e.benchmarks.reporting.run_page import render_run
from agent_e.errors import ConfigError
from agent_e.journal import list_runs, read_run

_URI = re.compile(r"agent-e://runs/(?P<run>[\w-]+)/(?P<file>result\.json|report\.html)")
_TYPES = {"result.json": "application/json", "report.html": "text/html"}
_MOST = 100


def run_resources(root: Path) -> Iterator[Resource]:
    """Yield result and report of each of the newest runs that have ended."""
    for record in [each for each in list_runs(root) if each.result is not None][:_MOST]:
        for file, media_type in _TYPES.items():
            yield Resource(
                uri=f"agent-e://runs/{record.run_id}/{file}",
                name=f"{record.run_id}/{file}",
                description=record.task,
                mime_type=media_type,
            )


def read_resource(root: Path, uri: str) -> TextResourceContents:
    """Return the file of a run.

    Raises:
        ConfigError: there is no such run, or it has not ended.
    """
    found = _URI.fullmatch(uri)
    record = read_run(root / found["run"]) if found else None
    if found is None or record is None or record.result is None:
        raise ConfigError(f"There is no {uri}. List the resources: only runs that ended have any.")
    file = found["file"]
    text = (
        (record.path / file).read_text(encoding="utf-8")
        if file == "result.json"
        else render_run(record)
    )
    return TextResourceContents(uri=uri, mime_type=_TYPES[file], text=text)
