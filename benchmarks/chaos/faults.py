"""The faults: what is done to a run at its moment, each in several ways."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from agent_e.benchmarks.scripted import Scripted

from .places import Shop
from .process import Process
from .shopper import Shopper

TAKEN = "taken"
"""What a run folder is called once it was taken away."""
_BACK_S = 1.0
"""After which what was gone for a while is back."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Victim:
    """A run under way, and the dice of its seed."""

    process: Process
    shop: Shop
    shopper: Shopper
    dice: random.Random

    @property
    def run_dir(self) -> Path:
        """Its folder."""
        assert self.process.run_dir is not None
        return self.process.run_dir


Strike = Callable[[Victim], Awaitable[None] | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """A kind of fault.

    Attributes:
        ways: to bring it about, taken in turn.
        resumed: whether the process dies of it and the run is resumed.
        asked: whether leave comes from a person, and the moment is when they are asked.
        inside: the argument of ``inside``, chosen by the dice.
    """

    ways: Sequence[Strike]
    resumed: bool = False
    asked: bool = False
    inside: Sequence[str] = ()


def _replying(*answers: Scripted, for_good: bool = False) -> Strike:
    def strike(victim: Victim) -> None:
        victim.shopper.faults, victim.shopper.for_good = [*answers], for_good

    return strike


def _once_and_for_good(answer: Scripted) -> tuple[Strike, Strike]:
    return _replying(answer), _replying(answer, for_good=True)


def _called(name: str, arguments: Mapping[str, object] | str) -> Scripted:
    return Scripted(calls=[(name, arguments)])


def _killed(choose: Callable[[Process], Sequence[psutil.Process]], number: int) -> Strike:
    def strike(victim: Victim) -> None:
        for each in choose(victim.process):
            each.send_signal(number)

    return strike


def _drivers(process: Process) -> list[psutil.Process]:
    process.children()
    return psutil.Process(process.pid).children()


def _browsers(process: Process) -> list[psutil.Process]:
    return [each for driver in _drivers(process) for each in driver.children()]


def _renderers(process: Process) -> list[psutil.Process]:
    return [each for each in process.children() if "--type=renderer" in each.cmdline()]


def _sending(number: int) -> Strike:
    return lambda victim: victim.process.send(number)


def _kill_all(victim: Victim) -> None:
    """As a machine does that loses its power."""
    children = victim.process.children()
    victim.process.send(signal.SIGKILL)
    for each in children:
        each.kill()


def _late(victim: Victim) -> None:
    victim.shop.delay_s = victim.dice.uniform(0.5, 4)


def _stuck(times: int) -> Strike:
    def strike(victim: Victim) -> None:
        victim.shop.stuck = times

    return strike


async def _away(victim: Victim) -> None:
    await victim.shop.vanish()
    await asyncio.sleep(_BACK_S)
    await victim.shop.come_back()


def _fill_disk(victim: Victim) -> None:
    """Let no file of the process grow further than its journal has, give or take a few lines."""
    size = (victim.run_dir / "events.jsonl").stat().st_size + victim.dice.randrange(3_000)
    psutil.Process(victim.process.pid).rlimit(psutil.RLIMIT_FSIZE, (size, size))


def _take_folder(victim: Victim) -> None:
    victim.run_dir.rename(victim.process.runs_dir.with_name(TAKEN))


def _tear(keep: Callable[[bytes, random.Random], int]) -> Strike:
    async def strike(victim: Victim) -> None:
        victim.process.send(signal.SIGKILL)
        await victim.process.wait(5)
        path = victim.run_dir / "events.jsonl"
        *_, last = path.read_bytes().splitlines(keepends=True)
        os.truncate(path, path.stat().st_size - len(last) + keep(last, victim.dice))

    return strike


async def _answer_and_kill(victim: Victim) -> None:
    answering = asyncio.create_task(victim.process.answer())
    await asyncio.sleep(victim.dice.uniform(0, 0.5))
    victim.process.send(signal.SIGKILL)
    await answering


_EMPTY = json.dumps({"id": "x", "object": "chat.completion", "choices": []}).encode()
_CUT = Scripted(body=b'{"id": "x", "choices": [', headers={"content-length": "1000"})

FAULTS: Mapping[str, Fault] = {
    "refused": Fault(
        ways=[_replying(Scripted(status=status), for_good=True) for status in (400, 401, 403, 404)]
    ),
    "rate-limited": Fault(
        ways=[
            *_once_and_for_good(Scripted(status=429)),
            *_once_and_for_good(Scripted(status=429, headers={"retry-after": "1"})),
        ]
    ),
    "overloaded": Fault(
        ways=[
            *_once_and_for_good(Scripted(status=500)),
            *_once_and_for_good(Scripted(status=503)),
        ]
    ),
    "cut-off": Fault(ways=_once_and_for_good(_CUT)),
    "slow-model": Fault(ways=_once_and_for_good(Scripted(delay_s=4))),
    "nonsense": Fault(
        ways=[
            way
            for body in (b"<html>Bad gateway</html>", b"", _EMPTY)
            for way in _once_and_for_good(Scripted(body=body))
        ]
    ),
    "wrong-call": Fault(
        ways=[
            way
            for answer in (_called("fly", {}), _called("click", '{"mmid": '), _called("click", {}))
            for way in _once_and_for_good(answer)
        ]
    ),
    "endless-text": Fault(ways=_once_and_for_good(Scripted(text="and so on " * 50_000))),
    "tab-crash": Fault(ways=[_killed(_renderers, signal.SIGKILL)]),
    "renderer-hang": Fault(ways=[_stuck(1), _killed(_renderers, signal.SIGSTOP), _stuck(100)]),
    "browser-killed": Fault(ways=[_killed(_browsers, signal.SIGKILL)]),
    "driver-killed": Fault(ways=[_killed(_drivers, signal.SIGKILL)]),
    "proxy-killed": Fault(ways=[_sending(signal.SIGUSR1)], inside=["proxy"]),
    "page-slow": Fault(ways=[_late]),
    "page-dead": Fault(ways=[lambda victim: victim.shop.die()]),
    "network-gone": Fault(ways=[lambda victim: victim.shop.vanish(), _away]),
    "disk-full": Fault(ways=[_fill_disk, _take_folder]),
    "journal-torn": Fault(
        ways=[
            _tear(lambda line, dice: dice.randrange(1, len(line) - 1)),
            _tear(lambda line, dice: len(line) - 1),
        ],
        resumed=True,
    ),
    "killed": Fault(ways=[_sending(signal.SIGKILL), _kill_all], resumed=True),
    "clock-jumped": Fault(
        ways=[_sending(signal.SIGUSR1)], inside=["clock=86400", "clock=-86400", "clock=-3"]
    ),
    "approval-pending": Fault(
        ways=[_sending(signal.SIGKILL), _answer_and_kill], resumed=True, asked=True
    ),
    "signalled": Fault(
        ways=[_sending(each) for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)]
    ),
}
