"""WebArena: tasks on five sites and a map, served by whoever runs them (``--sites``)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from agent_e.benchmarks.suites.files import WEBARENA_TASKS
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions, read_text
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, Reference, SiteUse, TaskLimits

NAME = "webarena"
_SITE = re.compile(r"__([A-Z_]+)__")
_PLACED = re.compile(r"(?P<site>\{\w+\})(?P<rest>.*)", re.DOTALL)
_POST = "func:reddit_get_post_url('__last_url__')"
_ROLE = re.compile(r"func:gitlab_get_project_memeber_role\(__page__, '(?P<account>[\w-]+)'\)")
# The n-th account of the member list has the n-th role.
_ROLE_OF = (
    "document.querySelectorAll('td.col-max-role span')[[...document.querySelectorAll("
    "\"td[data-label='Account'] span.gl-avatar-labeled-sublabel\")]"
    ".findIndex(each => each.outerText === '@{account}')].outerText"
)


def _read(options: SuiteOptions) -> list[BenchTask]:
    return make_tasks(json.loads(read_text(WEBARENA_TASKS, options, NAME)))


def make_tasks(rows: Sequence[Mapping[str, Any]]) -> list[BenchTask]:
    """Convert WebArena's rows; ``__GITLAB__`` becomes ``{gitlab}``."""
    return [_task(place_sites(row)) for row in rows]


def place_sites(value: Any) -> Any:
    """Return JSON data with our placeholders of sites instead of WebArena's."""
    if isinstance(value, str):
        return _SITE.sub(lambda found: f"{{{found[1].lower()}}}", value)
    if isinstance(value, list):
        return [place_sites(each) for each in value]
    if isinstance(value, dict):
        return {key: place_sites(each) for key, each in value.items()}
    return value


def with_other_pages(intent: str, sites: Sequence[str], start: Sequence[str]) -> str:
    """Name in a task the pages that it needs beside its first one, which nothing else tells."""
    named = "".join(start)
    others = [*start[1:], *(f"{{{site}}}/" for site in sites if f"{{{site}}}" not in named)]
    return f"{intent}\n(Also open: {', '.join(others)})" if others else intent


def _task(row: Mapping[str, Any]) -> BenchTask:
    start = row["start_url"].split(" |AND| ")
    login = row["storage_state"]
    checks = list(_checks(row["eval"]))
    return BenchTask(
        id=str(row["task_id"]),
        suite=NAME,
        intent=with_other_pages(row["intent"], row["sites"], start),
        start_url=start[0],
        sites=tuple(SiteUse(name=site) for site in row["sites"]),
        template_id=str(row["intent_template_id"]),
        params=row["instantiation_dict"],
        login=login.removeprefix("./.auth/").removesuffix("_state.json") if login else None,
        tags={
            "sites": "+".join(sorted(row["sites"])),
            "checked_by": "+".join(row["eval"]["eval_types"]),
            # Too many rather than too few: to look at a page may be to have changed it.
            "mutating": bool(login and row["eval"]["program_html"]),
        },
        feasible=all(each["type"] != "status" for each in checks),
        evaluators=tuple(map(EvaluatorSpec.model_validate, checks)),
        reference=Reference(
            answer=row["eval"].get("reference_answer_raw_annotation") or None,
            notice=row["eval"].get("string_note") or "",
        ),
        source="WebArena",
        licence="Apache-2.0",
    )


def _checks(judged: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for kind in judged["eval_types"]:
        if kind == "string_match":
            yield _answer(judged["reference_answers"])
        elif kind == "url_match":
            addresses = [_address(url) for url in judged["reference_url"].split(" |OR| ")]
            yield {"type": "url", "any_of": addresses}
        else:
            yield from map(_page, judged["program_html"])


def _answer(answers: Mapping[str, Any]) -> dict[str, Any]:
    same = answers.get("fuzzy_match", [])
    if same == "N/A":
        return {"type": "status", "claim": "cannot"}
    keys = {
        "exact": answers.get("exact_match"),
        "includes": answers.get("must_include"),
        "same": same,
    }
    return {"type": "webarena_answer", **{name: each for name, each in keys.items() if each}}


def _address(url: str) -> dict[str, Any]:
    """Return the keys of an address: its site, part of its path, its parameters."""
    placed = _PLACED.fullmatch(url)
    assert placed is not None, f"{url} is on no site"
    parts = urlsplit(placed["rest"])
    keys: dict[str, Any] = {"host": placed["site"]}
    if parts.path.strip("/"):
        keys["path_contains"] = parts.path.rstrip("/")
    if query := dict(parse_qsl(parts.query)):
        keys["query"] = query
    return keys


def _page(target: Mapping[str, Any]) -> dict[str, Any]:
    url, locator, wanted = target["url"], target["locator"], target["required_contents"]
    if role := _ROLE.fullmatch(locator):
        locator = _ROLE_OF.replace("{account}", role["account"])
    keys = {
        "url": "last:post" if url == _POST else url,
        "locator": locator,
        "prepare": target.get("prep_actions"),
        "includes": wanted.get("must_include"),
    }
    found = {name: each for name, each in keys.items() if each}
    if "exact_match" in wanted:
        found["exact"] = wanted["exact_match"]
    return {"type": "webarena_page", **found}


WEBARENA = Suite(
    name=NAME,
    summary="812 tasks on a shop, its administration, a forum, GitLab, a map and Wikipedia, whose "
    "addresses --sites gives.",
    licence="Apache-2.0",
    read=_read,
    limits=TaskLimits(steps=30),
    files=(WEBARENA_TASKS,),
)
