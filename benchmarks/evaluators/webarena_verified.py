"""``webarena_verified``: the authors' own evaluator, a program that is installed beside agent-e.

Source: ServiceNow, github.com/ServiceNow/webarena-verified, version 1.2.3: typed comparison of a
JSON answer and of requests, without a model. It pins other versions of packages that agent-e uses,
so it has an environment of its own and is run as a program.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from agent_e.benchmarks.episodes.record import HAR_FILE

from .answer import loaded
from .base import Case, EvaluationError, Evaluator, Finding, Keys, cut, show

if TYPE_CHECKING:
    from agent_e.benchmarks.judging.judge import Judge

PROGRAM = "webarena-verified"
VERSION = "1.2.3"
_LONGEST_S = 120.0
_ASKED = ("task_type", "status")


class VerifiedKeys(Keys):
    """Keys of ``webarena_verified``."""

    task: int
    """Its number in the authors' data."""


async def _rule(keys: VerifiedKeys, case: Case, judge: Judge | None) -> Finding:
    answer = loaded(case.evidence.answer)
    if not isinstance(answer, dict) or not all(isinstance(answer.get(key), str) for key in _ASKED):
        # The program breaks on some of these.
        reason = "The answer is no JSON object of the form that the task asks for."
        return Finding(passed=False, reason=reason, evidence=show(answer))
    program = shutil.which(PROGRAM)
    if program is None:
        return Finding(
            passed=None,
            reason=f"Its authors' program judges this: install it (pipx install "
            f"{PROGRAM}=={VERSION}), then use agent-e bench rescore.",
        )
    with TemporaryDirectory() as aside:
        place = Path(aside, str(keys.task))
        place.mkdir()
        (place / "agent_response.json").write_text(json.dumps(answer), encoding="utf-8")
        return _finding(await _judged(program, keys, case, place))


async def _judged(program: str, keys: VerifiedKeys, case: Case, place: Path) -> Mapping[str, Any]:
    """Run the program on a folder of the layout that it reads, and return its result."""
    folder = place.parent
    (place / "network.har").write_bytes(case.read_bytes(HAR_FILE))
    sites = {f"__{use.name.upper()}__": case.evidence.sites[use.name] for use in case.task.sites}
    settings = {"environments": {name: {"urls": [url]} for name, url in sites.items()}}
    (folder / "config.json").write_text(json.dumps(settings), encoding="utf-8")
    said = b""
    process = await asyncio.create_subprocess_exec(
        program,
        *("eval-tasks", "--task-ids", str(keys.task)),
        *("--output-dir", str(folder), "--config", str(folder / "config.json")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(_LONGEST_S):
            said, _ = await process.communicate()
        return json.loads((place / "eval_result.json").read_text("utf-8"))  # type: ignore[no-any-return]
    except TimeoutError as error:
        raise EvaluationError(
            f"{program} did not end within {_LONGEST_S:g} s on {case.folder}. Score it again."
        ) from error
    except (OSError, ValueError) as error:
        raise EvaluationError(
            f"{program} gave no result for {case.folder}: {cut(said.decode(errors='replace'))}"
        ) from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _finding(result: Mapping[str, Any]) -> Finding:
    evidence = f"{PROGRAM} {result.get('webarena_verified_version', '')}"
    if result.get("status") == "error":
        raise EvaluationError(f"{evidence} broke: {cut(show(result))}")
    wrong = "; ".join(_messages(result))
    return Finding(
        passed=result.get("status") == "success",
        reason=f"The program says: {cut(wrong, 200)}" if wrong else "The program is content.",
        evidence=evidence,
    )


def _messages(result: Mapping[str, Any]) -> Iterator[str]:
    for each in result.get("evaluators_results", []):
        for assertion in each.get("assertions") or []:
            yield from assertion.get("assertion_msgs") or [assertion["assertion_name"]]


WEBARENA_VERIFIED = Evaluator(name="webarena_verified", version=1, keys=VerifiedKeys, rule=_rule)
