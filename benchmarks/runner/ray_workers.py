"""Workers on the nodes of a Ray cluster; what they write is sent back to the run's folder."""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from agent_e import __version__
from agent_e.browser.background_tasks import consume
from agent_e.errors import BrowserError, ConfigError

from .plan import Answered, BenchPlan, Job
from .pool import Worker, WorkerLost, Workers
from .ray_slot import Begun, Done, NodeSlot, unpack
from .worker_process import log_file

_STARTS = 5
"""Actors in a row that may be lost before they have begun."""
_REPORT_S = 60.0
"""Time for a result to arrive after its limit."""
_ROOM_S = 60.0
_NO_ROOM = "waits for room in the Ray cluster: add nodes, or wait for others to end."
_END_S = 15.0
_RETURN_S = 900.0
"""How long a cluster that is gone is waited for."""
_LOOK_EVERY_S = 5.0


class RayWorkers(Workers):
    """Starts one actor a browser slot; where there is no room yet, it waits for the cluster."""

    def __init__(
        self, plan: BenchPlan, folder: Path, address: str, count: int, tell: Callable[[str], None]
    ) -> None:
        """Create it; the first ``start`` connects.

        Args:
            plan: of the run.
            folder: of the run.
            address: such as ``ray://head:10001``; ``""`` for a cluster of this machine alone.
            count: number of slots, for that.
            tell: called with a sentence when the cluster goes and comes back.
        """
        self.folder = folder
        self._plan = plan
        self._address = address
        self._count = count
        self._tell = tell
        self._connections = 0
        self._lost = True
        self._connecting = asyncio.Lock()

    async def start(self, number: int) -> RayWorker:
        """Start an actor and wait for its worker process, and before for room in the cluster.

        Raises:
            ConfigError: there is no such cluster, or a node has another version of agent-e.
            BrowserError: the worker does not start there, or the cluster does not come back.
        """
        lost: WorkerLost | None = None
        for _ in range(_STARTS):
            await self._connect()
            remote: Any = ray.remote(NodeSlot)
            options = remote.options(num_cpus=1, scheduling_strategy="SPREAD")
            actor = await asyncio.to_thread(options.remote, self._plan, number)
            loop = asyncio.get_running_loop()
            late = loop.call_later(_ROOM_S, self._tell, f"Slot {number + 1} {_NO_ROOM}")
            try:
                begun: Begun = await self.call(actor.begin)
            except WorkerLost as error:
                lost = error
                continue
            except asyncio.CancelledError:
                self.kill(actor, self._connections)
                raise
            finally:
                late.cancel()
            if begun.version != __version__:
                raise ConfigError(
                    f"A node of the cluster has agent-e {begun.version}, and this is "
                    f"{__version__}. Install the same on all."
                )
            if begun.problem:
                raise BrowserError(f"On a node of the cluster: {begun.problem}")
            return RayWorker(self, actor, number, self._connections)
        raise BrowserError(f"No worker can be started on the cluster: {lost}")

    async def close(self) -> None:
        """Disconnect; a cluster of this machine alone ends."""
        if self._connections:
            await asyncio.to_thread(ray.shutdown)

    def is_current(self, connection: int) -> bool:
        """Whether the connection of this number stands, and with it the actors begun by it."""
        return not self._lost and connection == self._connections

    def kill(self, actor: Any, connection: int) -> None:
        """End an actor at once; it is gone with its connection, and Ray would make a new one."""
        with suppress(RayError, ConnectionError):
            if self.is_current(connection):
                ray.kill(actor)

    async def call(self, method: Any, *arguments: object) -> Any:
        """Call a method of an actor and wait for its result.

        Raises:
            WorkerLost: the actor is gone, its node, or the cluster.
        """
        connection = self._connections
        try:
            reference = await asyncio.to_thread(method.remote, *arguments)
            result = asyncio.wrap_future(reference.future())
            # Ray's client logs a traceback for each future that was cancelled.
            result.add_done_callback(consume)
            return await asyncio.shield(result)
        except RayTaskError:
            raise
        except ConnectionError as error:
            self._lost = self._lost or connection == self._connections
            raise WorkerLost(_last_line(error)) from error
        except RayError as error:
            raise WorkerLost(_last_line(error)) from error

    async def _connect(self) -> None:
        async with self._connecting:
            if not self._lost:
                return
            if self._connections:
                await self._reconnect()
            else:
                await self._first_connect()
            self._connections += 1
            self._lost = False

    async def _first_connect(self) -> None:
        for again in (True, False):
            try:
                await asyncio.to_thread(_init, self._address, self._count)
                return
            except (ConnectionError, RuntimeError, ValueError, RayError) as error:
                if not again:
                    raise ConfigError(
                        f"No Ray cluster can be used at {self._address or 'this machine'}: "
                        f"{_last_line(error)} Start one with: ray start --head, and give its "
                        "address as ray://HOST:10001."
                    ) from error
            # A head that has just started refuses its first clients.
            await asyncio.sleep(_LOOK_EVERY_S)

    async def _reconnect(self) -> None:
        self._tell("The Ray cluster is gone; waiting for it to come back.")
        loop = asyncio.get_running_loop()
        until = loop.time() + _RETURN_S
        while True:
            try:
                await asyncio.to_thread(ray.shutdown)
                await asyncio.to_thread(_init, self._address, self._count)
            except (ConnectionError, RuntimeError, RayError) as error:
                if loop.time() > until:
                    raise BrowserError(
                        f"The Ray cluster has been gone for {_RETURN_S / 60:.0f} minutes. Start "
                        "it again; the same command then goes on."
                    ) from error
                await asyncio.sleep(_LOOK_EVERY_S)
            else:
                self._tell("The Ray cluster is back.")
                return


class RayWorker(Worker):
    """One actor."""

    def __init__(self, workers: RayWorkers, actor: Any, number: int, connection: int) -> None:
        self._workers = workers
        self._actor = actor
        self._number = number
        self._connection = connection
        self._alive = True

    @property
    def alive(self) -> bool:
        """Whether it was not lost."""
        return self._alive and self._workers.is_current(self._connection)

    async def ask(self, job: Job, *, limit_s: float) -> Answered | None:
        """Have a job done on the node and put what it wrote into the job's folder."""
        folder = Path(job.folder)
        place = str(folder.relative_to(self._workers.folder))
        try:
            async with asyncio.timeout(limit_s + _REPORT_S):
                done: Done = await self._workers.call(self._actor.work, job, place, limit_s)
        except WorkerLost:
            self._alive = False
            raise
        except TimeoutError as error:
            self._alive = False
            self._workers.kill(self._actor, self._connection)
            raise WorkerLost("its node did not answer in time") from error
        await asyncio.to_thread(self._keep, done, folder)
        return done.answer

    async def stop(self) -> None:
        """End the actor."""
        with suppress(WorkerLost, TimeoutError):
            if self.alive:
                async with asyncio.timeout(_END_S):
                    await self._workers.call(self._actor.end)
        self._workers.kill(self._actor, self._connection)

    def _keep(self, done: Done, folder: Path) -> None:
        unpack(done.archive, folder)
        if done.log:
            with log_file(self._workers.folder, self._number).open("ab") as log:
                log.write(done.log)


def _init(address: str, count: int) -> None:
    # Its client logs the end of a connection, which is told in our words.
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    alone: dict[str, Any] = {"num_cpus": count, "include_dashboard": False}
    with warnings.catch_warnings():
        # What they say is raised as well.
        warnings.simplefilter("ignore")
        ray.init(
            address or "local",
            log_to_driver=False,
            logging_level=logging.ERROR,
            **({} if address else alone),
        )


def _last_line(error: BaseException) -> str:
    # Those before show where in Ray it happened.
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[-1].strip().rstrip(".") + "."
