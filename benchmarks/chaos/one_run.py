"""One run with one fault, and what is wrong with how it ended."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import psutil

from agent_e.benchmarks.perf.stopping.moments import Moment
from agent_e.errors import ConfigError, JournalLost, Unexpected
from agent_e.journal import list_runs, read_run
from agent_e.types import Outcome

from .faults import FAULTS, TAKEN, Fault, Strike, Victim
from .places import served
from .process import Process
from .shopper import ORDERS, TASK

_LIMIT_S = 30.0
"""What a run may take by its own limit."""
_MORE_S = 20.0
"""What its process may take besides, to start and to end."""
_KINDS = ("model.called", "model.replied", "action.started", "action.ended")
_LATEST = 4
"""The next action places the order: what dies of its fault may do so later, too."""
_MAX_DELAY_S = 0.12
_QUOTED = 600
Leave = Literal["task", "flag", "trust"]
_LEAVE: Mapping[Leave | None, Sequence[str]] = {
    "task": [],
    "flag": ["--may", "order"],
    "trust": ["--trust", "127.0.0.1"],
    None: ["--mode", "human"],
}
"""Options by what allows to order: the words of the task do it once, the others however often."""
_CODES: Mapping[str, set[int]] = {
    **{each: {each.exit_code} for each in Outcome},
    Outcome.ERROR: {6, 7},
    Outcome.STOPPED: {130, 143},
}
_SETTINGS: Mapping[str, Any] = {
    "models": {"timeout_s": 2, "attempts": 3, "first_retry_wait_s": 0.1, "max_retry_wait_s": 1},
    "browser": {"action_timeout_s": 3, "navigation_timeout_s": 3},
    "limits": {"seconds": _LIMIT_S, "max_steps": 30},
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ChaosRun:
    """How one run ended.

    Attributes:
        way: which of the fault's ways to bring it about, from 0.
        when: the moment of the fault.
        struck: whether it was brought about, before the run had ended.
        outcome: in the result; ``""`` without one.
        exit_code: of the last process.
        seconds: of all its processes.
        orders: placed at the shop.
        orphans: processes left when the run had ended, by name.
        lost: why its journal cannot be read; ``""`` if it can.
        untyped: why its end is none that is documented; ``""`` if it is.
    """

    fault: str
    seed: int
    way: int
    when: Moment
    struck: bool
    outcome: str
    exit_code: int | None
    seconds: float
    orders: int
    orphans: tuple[str, ...]
    lost: str
    untyped: str

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.orders < 2 and not (self.orphans or self.lost or self.untyped)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {**asdict(self), "seconds": round(self.seconds, 2)}


async def run_once(
    name: str,
    seed: int,
    folder: Path,
    *,
    executable: Path | None = None,
    when: Moment | None = None,
    looks: bool = True,
    leave: Leave | None = None,
) -> ChaosRun:
    """Order something in a run that the named fault befalls.

    Args:
        name: of the fault.
        seed: of the way, the moment and all else that is chance.
        folder: empty; keeps all files of the run.
        executable: the Chromium to use.
        when: the moment, if not by the seed.
        looks: whether the model looks for an order that it may have placed before.
        leave: to order, if not by the dice; of faults for which a person is asked, there is none.
    """
    fault, dice = FAULTS[name], random.Random(f"chaos {name} {seed}")
    way = way_of(name, seed)
    when = when or _moment(fault, dice)
    leave = None if fault.asked else leave or dice.choice(("task", "flag"))
    runs_dir = folder / "runs"
    runs_dir.mkdir(parents=True)
    process = Process(folder, runs_dir)
    began = asyncio.get_running_loop().time()
    async with served(by_task=leave == "task", looks=looks) as (shop, shopper, model):
        await shop.save_login(folder / "login.json")
        inside = ["agent_e.benchmarks.chaos.inside", dice.choice(fault.inside or [""])]
        await process.start(
            ["run", TASK, "--start-url", f"{shop.url}{ORDERS}", "--json"]
            + ["--model", "openai:scripted", "--base-url", model]
            + ["--config", str(_settings(folder, executable))]
            + list(_LEAVE[leave]),
            module=inside if fault.inside else ["agent_e"],
            asked=fault.asked,
        )
        victim = Victim(process=process, shop=shop, shopper=shopper, dice=dice)
        struck, in_time = await _ended(process, _strike(fault.ways[way], when, victim))
        struck &= shopper.struck or shopper.fault is None
        if fault.resumed and struck and in_time:
            await process.start(["runs", "resume", "latest", "--json"], asked=fault.asked)
            answering = process.answer() if fault.asked else asyncio.sleep(0, True)
            _, in_time = await _ended(process, answering)
        orders = shop.orders
        orphans = tuple(await process.left())
    printed, said = process.printed()
    result = _result(printed)
    return ChaosRun(
        fault=name,
        seed=seed,
        way=way,
        when=when,
        struck=struck,
        outcome=str(result.get("outcome", "")),
        exit_code=process.code,
        seconds=asyncio.get_running_loop().time() - began,
        orders=orders,
        orphans=orphans,
        lost=_lost([*runs_dir.iterdir(), *folder.glob(TAKEN)]),
        untyped=_untyped(process.code, result, said, runs_dir) if in_time else "it went on and on",
    )


def way_of(name: str, seed: int) -> int:
    """Return which of its ways a fault takes: another one in each round of all faults."""
    return (seed + seed // len(FAULTS)) % len(FAULTS[name].ways)


def _moment(fault: Fault, dice: random.Random) -> Moment:
    kind = "person.asked" if fault.asked else dice.choice(_KINDS)
    occurrence = 1 if fault.asked else dice.randint(1, _LATEST + fault.resumed)
    return Moment(kind=kind, occurrence=occurrence, delay_s=dice.uniform(0, _MAX_DELAY_S))


def _settings(folder: Path, executable: Path | None) -> Path:
    browser: dict[str, Any] = {**_SETTINGS["browser"], "storage_state": str(folder / "login.json")}
    if executable is not None:
        browser["executable"] = str(executable)
    path = folder / "settings.yaml"
    path.write_text(json.dumps({**_SETTINGS, "browser": browser}), encoding="utf-8")
    return path


async def _ended(process: Process, beside: Coroutine[Any, Any, bool]) -> tuple[bool, bool]:
    """Wait for the end of a process; returns what came of the other, and whether it was in time."""
    task = asyncio.create_task(beside)
    in_time = await process.wait(_LIMIT_S + _MORE_S)
    return await task, in_time


async def _strike(way: Strike, when: Moment, victim: Victim) -> bool:
    """Bring the fault about at its moment; whether the run had not ended before."""
    left = when.occurrence
    async for event in victim.process.events():
        left -= event["kind"] == when.kind
        if left > 0:
            continue
        await asyncio.sleep(when.delay_s)
        if victim.process.code is not None or victim.journal.with_name("result.json").exists():
            break
        try:
            if (under_way := way(victim)) is not None:
                await under_way
        except psutil.NoSuchProcess:
            break
        return True
    return False


def _result(printed: str) -> Mapping[str, Any]:
    try:
        value = json.loads(printed)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _untyped(code: int | None, result: Mapping[str, Any], said: str, runs_dir: Path) -> str:
    """Return why this is no documented end; ``""`` if it is one."""
    if not result:
        return f"it printed no result; exit code {code}: {said[-_QUOTED:]}"
    outcome = result.get("outcome", "")
    if code not in _CODES.get(outcome, ()) or code != result.get("exit_code"):
        return f"the exit code {code} is none of {outcome!r}"
    if result.get("error") == Unexpected.__name__ or "Traceback" in said:
        return f"{result['message']} {said[-_QUOTED:]}"
    written = [each.result for each in list_runs(runs_dir)]
    if written != [result] and result.get("error") != JournalLost.__name__:
        return "its folder has another result, or none"
    return ""


def _lost(run_dirs: Sequence[Path]) -> str:
    """Return why a journal cannot be read, or that there is none; ``""`` if all is well."""
    return "; ".join(filter(None, map(_damage, run_dirs))) if run_dirs else "there is no journal"


def _damage(run_dir: Path) -> str:
    try:
        numbers = [event["seq"] for event in read_run(run_dir).events]
    except ConfigError as error:
        return str(error)
    whole = bool(numbers) and numbers == list(range(1, len(numbers) + 1))
    return "" if whole else f"{run_dir.name} lacks events"
