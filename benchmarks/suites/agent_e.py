"""The Agent-E paper's tasks: WebVoyager with moved dates, judged by people, and its own tests."""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from agent_e.benchmarks.suites.files import (
    AGENT_E_ALL,
    AGENT_E_DRY_RUN,
    AGENT_E_SAMPLE,
    AGENT_E_TESTS,
)
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions, read_text
from agent_e.benchmarks.suites.webvoyager import SCREENSHOTS, split_id
from agent_e.benchmarks.tasks.fetch import DataFile
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, Reference
from agent_e.errors import ConfigError

NAME = "agent-e"
_FILES = {"sample": AGENT_E_SAMPLE, "dry-run": AGENT_E_DRY_RUN, "tests": AGENT_E_TESTS}
# People decided in the paper, so people decide; a judge's verdict only accompanies theirs.
_BY_HAND = (
    {"type": "human"},
    {"type": "webvoyager", "screenshots": SCREENSHOTS, "required": False},
    {"type": "reference", "required": False},
)


def _read(options: SuiteOptions) -> list[BenchTask]:
    file: DataFile = AGENT_E_ALL if options.split is None else _FILES[options.split]
    return make_tasks(read_text(file, options, NAME))


def make_tasks(text: str) -> list[BenchTask]:
    """Read tasks in WebArena's format.

    Raises:
        ConfigError: a task has an unknown check.
    """
    return [_task(row) for row in json.loads(text)]


def _task(row: dict[str, Any]) -> BenchTask:
    task_id = str(row.get("task_alias", row["task_id"]))
    by_hand = row["eval"]["eval_types"] == ["manual"]
    return BenchTask(
        id=task_id if by_hand else f"Test--{task_id}",
        suite=NAME,
        intent=row["intent"],
        start_url=row["start_url"],
        template_id="" if by_hand else row["intent_template"],
        params=row["instantiation_dict"],
        tags={"site": split_id(task_id)[0] if by_hand else "Test"},
        reset="context",
        evaluators=tuple(EvaluatorSpec.model_validate(keys) for keys in _evaluators(row, task_id)),
        reference=_reference(row),
        source="Agent-E",
        licence="MIT",
    )


def _reference(row: dict[str, Any]) -> Reference:
    known = (row["eval"]["reference_answers"] or {}).get("manual_check")
    return Reference(answer=known["answer"], kind=known["type"]) if known else Reference()


def _evaluators(row: dict[str, Any], task_id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for name in row["eval"]["eval_types"]:
        if name == "manual":
            found += _BY_HAND
        elif name == "url_match":
            found.append(_url(row["eval"]["reference_url"]))
        elif name == "string_match":
            found += _strings(row["eval"]["reference_answers"])
        elif name == "program_html":
            found += [_program(check) for check in row["eval"]["program_html"]]
        else:
            raise ConfigError(
                f"The task {task_id} of Agent-E has a check {name}, which is not known."
            )
    # Two checks by a person are one.
    return [keys for number, keys in enumerate(found) if keys not in found[:number]]


def _url(reference: str) -> dict[str, Any]:
    addresses = [_address(url.strip()) for url in reference.split("|OR|")]
    keys: dict[str, Any] = addresses[0] if len(addresses) == 1 else {"any_of": addresses}
    return {"type": "url", "tab": "last", **keys}


def _address(url: str) -> dict[str, Any]:
    """Convert an address to keys: host, part of the path, and each non-empty parameter."""
    parts = urlsplit(url)
    keys: dict[str, Any] = {"host": parts.hostname}
    if parts.path.strip("/"):
        keys["path_contains"] = parts.path.rstrip("/")
    if query := dict(parse_qsl(parts.query)):
        keys["query"] = query
    return keys


def _strings(answers: dict[str, Any]) -> list[dict[str, Any]]:
    if some := answers.get("some_matches"):
        phrases, least = some["phrases"], some["min_required"]
        keys = {"any_of": [list(group) for group in combinations(phrases, least)]}
        return [{"type": "answer", "kind": "all_of", **keys, "ignore_case": True}]
    phrases = answers["must_include"]
    return [{"type": "answer", "kind": "all_of", "value": phrases, "ignore_case": True}]


def _program(check: dict[str, Any]) -> dict[str, Any]:
    """Convert a look into the open page to a check of its stored HTML.

    What a stored page does not show (whether a video plays, is muted or full-screen) is for people.
    """
    locator, wanted = check["locator"], check["required_contents"]
    by_id = re.fullmatch(r"document\.getElementById\('([\w-]+)'\)\.innerText;?", locator)
    selector = re.fullmatch(r'document\.querySelector\("([^"]+)"\)\.innerText;?', locator)
    if not by_id and not selector:
        return {"type": "human"}
    where = f"#{by_id[1]}" if by_id else selector[1] if selector else ""
    if "exact_match" in wanted:
        text = {"regex": f"^\\s*{re.escape(wanted['exact_match'])}\\s*$"}
    else:
        text = {"contains": wanted["must_include"]}
    return {"type": "text", "selector": where, **text, "ignore_case": True, "tab": "last"}


AGENT_E = Suite(
    name=NAME,
    summary="The Agent-E paper's tasks: WebVoyager judged by people, a sample, and its own tests.",
    licence="MIT",
    read=_read,
    files=(AGENT_E_ALL, AGENT_E_SAMPLE, AGENT_E_DRY_RUN, AGENT_E_TESTS),
    dated=True,
    splits=(("sample", 65), ("dry-run", 30), ("tests", 32)),
)
