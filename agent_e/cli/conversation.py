"""The tasks of one call of ``agent-e run``, in one browser, and what is printed for them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from agent_e.errors import ConfigError

from .aio import Signals
from .output import clean_lines, print_json, print_note, print_out

if TYPE_CHECKING:
    from agent_e.agent import WebAgent
    from agent_e.config import Settings
    from agent_e.human import Terminal
    from agent_e.journal import ResumeState
    from agent_e.types import TaskResult

    from .live import LiveView
    from .plain import PlainView

NO_TASK = 'There is no task. Write it after the command: agent-e run "find the cheapest mug".'


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """What one call asks for.

    Attributes:
        text: the task; ``None`` for a conversation.
        run_dir: folder of an interrupted run to resume.
        before: its state up to there.
    """

    text: str | None
    start_url: str | None = None
    output_schema: Mapping[str, Any] | None = None
    plan: tuple[str, ...] = ()
    run_dir: Path | None = None
    before: ResumeState | None = None
    form: Literal["text", "json", "jsonl"] = "text"
    debug: bool = False


async def converse(settings: Settings, request: Request, signals: Signals) -> int:
    """Do the task, or a series of tasks from the person; returns the exit code."""
    from agent_e.agent import WebAgent
    from agent_e.human import Terminal, TerminalChannel
    from agent_e.human.socket import control_socket
    from agent_e.types import Outcome

    from .ask import read_line

    text = request.text or (await read_line("Task: ") or "").strip()
    if not text:
        raise ConfigError(NO_TASK)
    start_url, plan = request.start_url, request.plan
    listener = _Listener(_make_view(settings, request), as_lines=request.form == "jsonl")
    terminal = Terminal(lend=listener.view.lent) if somebody_there() else None
    channels = [TerminalChannel(terminal, runs_dir=settings.runs_dir)] if terminal else []
    with listener.view:
        async with WebAgent(
            settings, listener=listener, channels=channels, expose=control_socket
        ) as agent:
            while True:
                async with _attended(agent, listener, signals, terminal):
                    result = await agent.run(
                        text,
                        start_url=start_url,
                        output=request.output_schema,
                        plan=plan,
                        run_dir=request.run_dir,
                        before=request.before,
                    )
                _print_result(result, request)
                if request.debug and listener.traceback:
                    print_note(clean_lines(listener.traceback))
                if request.text is not None or result.outcome is Outcome.STOPPED:
                    return result.exit_code
                print_note("")
                text = (await read_line("Next task (Enter to end): ") or "").strip()
                if not text:
                    return result.exit_code
                start_url, plan = None, ()


@asynccontextmanager
async def _attended(
    agent: WebAgent, listener: _Listener, signals: Signals, terminal: Terminal | None
) -> AsyncIterator[None]:
    """Let signals, and on a terminal the Ctrl-C menu, reach the run of this block."""
    from .interrupt_menu import Menu

    listener.stop = signals.stop = agent.stop
    menu = Menu(terminal, lambda: agent.control) if terminal is not None else None
    if menu is not None:
        signals.interrupt, listener.menu = menu.open, menu
    try:
        yield
    finally:
        signals.stop = signals.interrupt = None
        if menu is not None:
            await menu.close()


class _Listener:
    """Passes events to the view, and to stdout as lines of JSON if requested.

    ``stop`` is called when nobody reads those lines any more: an agent must not act unwatched.
    ``menu`` receives each event too.
    ``traceback`` is that of an unforeseen exception.
    """

    def __init__(self, view: LiveView | PlainView, *, as_lines: bool) -> None:
        self.view = view
        self.traceback = ""
        self.stop: Callable[[], None] = lambda: None
        self.menu: Callable[[Mapping[str, Any]], None] = lambda event: None
        self._writing = as_lines

    def __call__(self, event: Mapping[str, Any]) -> None:
        self.view(event)
        self.menu(event)
        if event["kind"] == "run.broken":
            self.traceback = str(event["traceback"])
        if self._writing and not print_json(event, indent=None):
            self._writing = False
            # Not at once: at the first event the run has not started yet.
            asyncio.get_running_loop().call_soon(self.stop)


def _make_view(settings: Settings, request: Request) -> LiveView | PlainView:
    from .console import stderr_console
    from .plain import PlainView

    console = stderr_console()
    shared = request.form == "jsonl" and sys.stdout.isatty()  # events and drawing would overlap
    if not sys.stderr.isatty() or console.is_dumb_terminal or shared:
        return PlainView(asks=somebody_there())
    from agent_e.human import hushed
    from agent_e.models.model_table import total_cost

    from .live import LiveView

    return LiveView(
        console,
        max_steps=settings.limits.max_steps,
        pricer=total_cost,
        hint="Ctrl-C pauses" if somebody_there() else "",
        hush=partial(hushed, sys.stdin) if somebody_there() else None,
    )


def somebody_there() -> bool:
    """Whether a person can be asked: without input and output the wait would never end."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def _print_result(result: TaskResult, request: Request) -> None:
    from .console import stderr_console
    from .summary import answer_text, print_summary

    if sys.stderr.isatty():
        print_note("")
    if request.form == "json":
        print_json(result.to_json())
    elif request.form == "jsonl":
        print_json({"kind": "result", **result.to_json()}, indent=None)
    elif result.answer is not None:
        print_out(answer_text(result.answer))
    print_summary(stderr_console(), result)
