"""Runs of the folder that this server does not carry out, known from their files."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NoReturn, get_args

from agent_e.errors import AnswerConflict, ConfigError
from agent_e.human import PlanHistory, State, socket
from agent_e.journal import RunTranscript, is_alive, read_events, read_object, read_run

from .journal_tail import JournalTail
from .run_figures import RunFigures, figures_of_ends

FolderState = State | Literal["interrupted", "unfinished", "damaged"]
POLL_S = 0.5
"""How often files are looked at while somebody follows them."""
OVER = ("ended", "interrupted", "unfinished", "damaged")
"""States in which nothing can be done any more."""
_FILES = ("run.json", "events.jsonl", "result.json")


class FolderRun:
    """A run of another process, or one that has ended.

    Its members are those of ``ManagedRun``; it can be looked at, and reached by its control socket
    while it is under way.

    Attributes:
        id: by which the API knows it.
        path: its folder.
        state: of it when its files were last read; ``unfinished`` where no process is named.
        problem: why it cannot be read.
        figures: how far it has come.
        result: once it has ended.
        version: counts how often it stood differently; ``told`` is the last that was told of.
    """

    can_take_over = False
    holder = ""

    def __init__(self, id_: str, path: Path) -> None:
        """Create it; ``refresh`` reads its files."""
        self.id = id_
        self.path = path
        self.state: FolderState = "unfinished"
        self.problem = ""
        self.figures = RunFigures()
        self.result: Mapping[str, Any] | None = None
        self.version = self.told = 0
        self._read_to = -1
        self._info: Mapping[str, Any] = {}
        self._pid: object = None
        self._tail = JournalTail(path)
        self._seen: tuple[tuple[int, int] | None, ...] = (None,)
        self._reading = threading.Lock()

    @property
    def served(self) -> bool:
        """Whether a server of this folder has made it."""
        return bool(self._info.get("served"))

    @property
    def is_gone(self) -> bool:
        """Whether its folder was removed."""
        return self._seen[0] is None

    @property
    def task_text(self) -> str:
        """What it is to do."""
        return str(self._of("task").get("text") or "")

    @property
    def start_url(self) -> str | None:
        """The page it began on."""
        url = self._of("task").get("start_url")
        return str(url) if url else None

    @property
    def architecture(self) -> str:
        """How its agent is put together."""
        return str(self._of("settings").get("architecture") or "")

    @property
    def mode(self) -> Literal["autonomous", "human"]:
        """Whether it may ask."""
        return "human" if self._of("settings").get("mode") == "human" else "autonomous"

    @property
    def models(self) -> dict[str, str]:
        """Names of its models by role."""
        return {str(role): str(name) for role, name in self._of("models").items()}

    @property
    def limits(self) -> Mapping[str, Any]:
        """Its limits, named as in the settings."""
        limits = self._of("settings").get("limits")
        return limits if isinstance(limits, Mapping) else {}

    @property
    def requests(self) -> list[dict[str, Any]]:
        """Open questions to the person, while there is somebody to answer."""
        if self.state in OVER:
            return []
        return [dict(each) for each in self.figures.asked.values()]

    @property
    def plan_version(self) -> int:
        """Number of its plan's newest version, as far as its journal was read."""
        return self.figures.plan_version

    def read_whole(self) -> None:
        """Read what only the whole journal of a run tells that has ended: its plan's version."""
        with self._reading:
            if self.state == "ended" and self._read_to != self.version:
                whole = RunFigures()
                whole.read(JournalTail(self.path))
                self.figures.plan_version = whole.plan_version
                self._read_to = self.version

    @property
    def plan(self) -> PlanHistory:
        """Its plan, read from its journal."""
        plan = PlanHistory(lambda kind, **fields: 0)
        plan.recall(RunTranscript.read(read_events(self.path)).plans)
        return plan

    def hide(self, value: Any) -> Any:
        """Return it as it is: files hold no secrets."""
        return value

    def refresh(self) -> None:
        """Read the files that have changed."""
        with self._reading:
            before = (self._seen, self.state)
            seen = tuple(_stamp(self.path / name) for name in _FILES)
            try:
                if seen != self._seen:
                    again = seen[0] != self._seen[0] or bool(self.problem)
                    self._seen, self.problem = seen, ""
                    self._read(again)
                self.state = self._state()
            except (ConfigError, OSError, RecursionError) as error:
                self.problem = str(error)
            if self.problem:
                self.state = "damaged"
            self.version += before != (self._seen, self.state)

    async def news(self) -> None:
        """Return when something was written or has ended."""
        before = self.version
        while self.version == before:
            await asyncio.sleep(POLL_S)
            await asyncio.to_thread(self.refresh)

    async def order(self, order: Mapping[str, Any], *, by: str) -> None:
        """Carry out an order by its control socket; see ``human/commands.py``.

        Its journal says that it came by the command line, as every order through the socket does.

        Raises:
            AnswerConflict: it is not under way, or the order does not fit its state.
            BadArgument: the answer does not fit its question.
        """
        await asyncio.to_thread(self.refresh)
        if self.state in OVER:
            self._refuse()
        await socket.order(self.path, order)
        await asyncio.to_thread(self.refresh)

    async def resume(self, by: str) -> None:
        """Let it go on if it is paused.

        Raises:
            AnswerConflict: it is not.
        """
        await self.order({"do": "resume"}, by=by)

    def edit_plan(self, steps: list[str], version: int) -> None:
        """Refuse: no other process can change its plan.

        Raises:
            AnswerConflict: always.
        """
        if self.state == "ended":
            self._refuse()
        raise AnswerConflict(
            "The plan of a run that this server has not made is changed where it was started, or "
            "in the answer when the plan is asked about."
        )

    def _refuse(self) -> NoReturn:
        if self.state == "ended":
            raise AnswerConflict("The run has ended.")
        if self.served:
            raise AnswerConflict(f"The run was cut off and cannot go on. {self.problem}".strip())
        raise AnswerConflict(
            f"The run was cut off, or is of another machine. Let it go on where it was started: "
            f"agent-e runs resume {self.path.name}."
        )

    def _of(self, member: str) -> Mapping[str, Any]:
        value = self._info.get(member)
        return value if isinstance(value, Mapping) else {}

    def _read(self, again: bool) -> None:
        path = self.path / "result.json"
        self.result = self._read_info() if again else read_object(path)
        if self.result is None:
            self.figures.read(self._tail)
            return
        if self.figures.seq:
            self.figures.read(self._tail)
        else:
            self.figures = figures_of_ends(self._tail)
        self.figures.settle(self.result, path.stat().st_mtime)

    def _read_info(self) -> Mapping[str, Any] | None:
        """Read ``run.json``; returns the result that was read with it."""
        record = read_run(self.path, events=False)
        self._pid = record.info.get("pid")
        settings = record.info.get("settings")
        # Only what is shown: most of the file is other settings.
        names = ("task", "models", "served")
        kept = {each: record.info[each] for each in names if each in record.info}
        if isinstance(settings, Mapping):
            shown = ("architecture", "mode", "limits")
            kept["settings"] = {each: settings.get(each) for each in shown}
        self._info = kept
        return record.result

    def _state(self) -> FolderState:
        if self.result is not None:
            return "ended"
        if not isinstance(self._pid, int):
            return "unfinished"
        if not is_alive(self._pid, self.path):
            return "interrupted"
        known: tuple[FolderState, ...] = get_args(State)
        return next((each for each in known if each == self.figures.state), "running")


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size
