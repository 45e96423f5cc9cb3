"""The faults: what is done to a run at its moment, each in several ways."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
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
_FOR_EVER_S = 3_600.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Victim:
    """A run under way, and the dice of its seed."""

    process: Process
    shop: Shop
    shopper: Shopper
    dice: random.Random

    @property
    def journal(self) -> Path:
        """Its journal."""
        assert self.process.run_dir is not None, "a moment is an event of it"
        return self.process.run_dir / "events.jsonl"


Strike = Callable[[Victim], Awaitable[None] | None]


@dataclass(frozen=True, slots=True)
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


def _replying(*answers: Scripted) -> Fault:
    """One of these is the model's next reply, or each of its replies from then on."""

    def way(answer: Scripted, for_good: bool) -> Strike:
        def strike(victim: Victim) -> None:
            victim.shopper.fault, victim.shopper.for_good = answer, for_good

        return strike

    return Fault([way(answer, for_good) for answer in answers for for_good in (False, True)])


def _itself(process: Process) -> list[psutil.Process]:
    return [psutil.Process(process.pid)]


def _all(process: Process) -> list[psutil.Process]:
    return [*_itself(process), *process.children()]


def _drivers(process: Process) -> list[psutil.Process]:
    return psutil.Process(process.pid).children()


def _browsers(process: Process) -> list[psutil.Process]:
    return [each for driver in _drivers(process) for each in driver.children()]


def _renderers(process: Process) -> list[psutil.Process]:
    return [each for each in process.children() if "--type=renderer" in each.cmdline()]


def _sending(number: int, to: Callable[[Process], Iterable[psutil.Process]] = _itself) -> Strike:
    def strike(victim: Victim) -> None:
        victim.process.children()  # else nobody knows later whose they were
        for each in to(victim.process):
            with suppress(psutil.NoSuchProcess):
                each.send_signal(number)

    return strike


_KILLED = _sending(signal.SIGKILL)


def _late(most: float) -> Strike:
    def strike(victim: Victim) -> None:
        victim.shop.delay_s = victim.dice.uniform(most / 8, most)

    return strike


def _stuck(pages: int) -> Strike:
    def strike(victim: Victim) -> None:
        victim.shop.stuck = pages

    return strike


async def _away(victim: Victim) -> None:
    await victim.shop.vanish()
    await asyncio.sleep(_BACK_S)
    await victim.shop.come_back()


def _fill_disk(victim: Victim) -> None:
    """Let no file of the process grow further than its journal has, give or take a few lines."""
    size = victim.journal.stat().st_size + victim.dice.randrange(3_000)
    psutil.Process(victim.process.pid).rlimit(psutil.RLIMIT_FSIZE, (size, size))


def _take_folder(victim: Victim) -> None:
    victim.journal.parent.rename(victim.process.runs_dir.with_name(TAKEN))


def _tear(keep: Callable[[int, random.Random], int]) -> Strike:
    """Kill it, and leave so many bytes of the last event."""

    async def strike(victim: Victim) -> None:
        _KILLED(victim)
        await victim.process.wait(5)
        *_, last = victim.journal.read_bytes().splitlines(keepends=True)
        size = victim.journal.stat().st_size - len(last) + keep(len(last), victim.dice)
        os.truncate(victim.journal, size)

    return strike


async def _answer_and_kill(victim: Victim) -> None:
    answering = asyncio.create_task(victim.process.answer())
    await asyncio.sleep(victim.dice.uniform(0, 0.5))
    _KILLED(victim)
    await answering


FAULTS: Mapping[str, Fault] = {
    "refused": _replying(*(Scripted(status=status) for status in (400, 401, 403, 404))),
    "rate-limited": _replying(
        Scripted(status=429), Scripted(status=429, headers={"retry-after": "1"})
    ),
    "overloaded": _replying(Scripted(status=500), Scripted(status=503)),
    "cut-off": _replying(Scripted(body=b'{"id": "x",', headers={"content-length": "1000"})),
    "slow-model": _replying(Scripted(delay_s=4)),
    "nonsense": _replying(
        *(Scripted(body=body) for body in (b"<p>Sorry", b"", b'{"choices": []}'))
    ),
    "wrong-call": _replying(
        Scripted(calls=[("fly", {})]),
        Scripted(calls=[("click", '{"mmid": ')]),
        Scripted(calls=[("click", {})]),
    ),
    "endless-text": _replying(Scripted(text="and so on " * 50_000)),
    "tab-crash": Fault([_sending(signal.SIGKILL, _renderers)]),
    "renderer-hang": Fault([_stuck(1), _sending(signal.SIGSTOP, _renderers), _stuck(100)]),
    "browser-killed": Fault([_sending(signal.SIGKILL, _browsers)]),
    "driver-killed": Fault([_sending(signal.SIGKILL, _drivers)]),
    "proxy-killed": Fault([_sending(signal.SIGUSR1)], inside=["proxy"]),
    "page-slow": Fault([_late(4)]),
    "page-dead": Fault([_late(_FOR_EVER_S)]),
    "network-gone": Fault([lambda victim: victim.shop.vanish(), _away]),
    "disk-full": Fault([_fill_disk, _take_folder]),
    "journal-torn": Fault(
        [_tear(lambda size, dice: dice.randrange(1, size - 1)), _tear(lambda size, _: size - 1)],
        resumed=True,
    ),
    "killed": Fault([_KILLED, _sending(signal.SIGKILL, _all)], resumed=True),
    "clock-jumped": Fault(
        [_sending(signal.SIGUSR1)], inside=["clock=86400", "clock=-86400", "clock=-3"]
    ),
    "approval-pending": Fault([_KILLED, _answer_and_kill], resumed=True, asked=True),
    "signalled": Fault([*map(_sending, (signal.SIGTERM, signal.SIGHUP, signal.SIGINT))]),
}
