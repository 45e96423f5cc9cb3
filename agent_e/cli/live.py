"""The live view of a run on a terminal: task, plan with ticks, last actions, figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from types import TracebackType

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from agent_e.journal.events import ModelCalled, Record, RunEnded, RunStarted, read_event
from agent_e.text import format_cost, format_count, format_time

from .output import clean
from .progress import Line, Pricer, Progress

HEIGHT = 15
PLAN_LINES = 5
LEFT_LINES = 2
REFRESHES_PER_SECOND = 8

Hush = Callable[[Callable[[], None], Callable[[], None]], AbstractContextManager[None]]

_MARKS = {
    "done": ("✓", "green"),
    "current": ("▸", "bold cyan"),
    "running": ("▸", "cyan"),
    "failed": ("✗", "red"),
    "broken": ("✗", "red"),
    "refused": ("!", "yellow"),
    "pending": ("·", "dim"),
}
_ASCII = {"✓": "+", "▸": ">", "✗": "x", "·": "-", "…": "~"}


class LiveView:
    """A listener of the journal that draws on stderr; usable for several runs, one after another.

    Args:
        console: where to draw.
        max_steps: the limit of steps, shown beside their number.
        pricer: computes the cost of tokens; without one the cost is unknown.
        hint: keys that are active meanwhile.
        hush: entered while it draws; hides typed input. Called with callbacks for when the process
            is suspended and resumed.
        clock: seconds since the epoch; tests pass their own.
    """

    def __init__(
        self,
        console: Console,
        *,
        max_steps: int | None = None,
        pricer: Pricer | None = None,
        hint: str = "",
        hush: Hush | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._console = console
        self._max_steps = max_steps
        self._pricer = pricer
        self._hint = hint
        self._hush = hush
        self._hushed = ExitStack()
        self._clock = clock
        self._unicode = console.encoding.lower().startswith("utf")
        self._dot = " · " if self._unicode else " | "
        self._spinner = Spinner("dots" if self._unicode else "line", style="cyan")
        self._live: Live | None = None
        self._shown_notes: set[str] = set()
        self._lent = 0
        self._under_way = self._browsing = False
        self.progress = Progress(pricer=pricer)

    def __enter__(self) -> LiveView:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def __call__(self, event: Record) -> None:
        """Process one event of the journal."""
        decoded = read_event(event)
        if decoded.kind == "run.started":
            self._stop()
            self.progress = Progress(pricer=self._pricer)
        self.progress.handle(decoded)
        match decoded:
            case RunStarted(kind="run.started", notes=notes):
                self._under_way, self._browsing = True, False
                for note in notes:
                    if note not in self._shown_notes:  # the same one comes with every follow-up
                        self._shown_notes.add(note)
                        self._console.print(Text(clean(note), style="yellow"))
                self._start()
            case ModelCalled() if not self._browsing:
                self._browsing = True
                self._quieten()
            case RunEnded():
                self._under_way = False
                self._stop()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Leave the terminal to another user in this block: nothing is drawn meanwhile."""
        self._lent += 1
        self._stop(whole=False)
        try:
            yield
        finally:
            self._lent -= 1
            self._start()

    def _start(self) -> None:
        if self._lent or self._live or not self._under_way:
            return
        self._live = Live(
            get_renderable=self.render,
            console=self._console,
            refresh_per_second=REFRESHES_PER_SECOND,
            redirect_stdout=False,
        )
        self._draw()
        self._quieten()

    def _quieten(self) -> None:
        # When the browser's driver ends it restores the mode that the terminal had at its start:
        # by the time a model is called it is running.
        if self._hush is not None and self._browsing and self._live:
            self._hushed.enter_context(self._hush(self._live.stop, self._draw))

    def _draw(self) -> None:
        if self._live:
            self._live.start(refresh=True)

    def _stop(self, *, whole: bool = True) -> None:
        """Stop drawing; leaves the last state, or for an unfinished run what it is doing."""
        self._hushed.close()
        if self._live:
            self._live.transient = not whole
            self._live.stop()
            self._live = None
            if not whole:
                self._console.print(self._doing())

    def _doing(self) -> RenderableType:
        """Draw the current activity, to be left behind in the terminal's history."""
        rows = [self._step(*step) for step in self.progress.plan if step[1] == "current"]
        rows += map(self._line, list(self.progress.feed)[-LEFT_LINES:])
        return self._fitted(rows or [*self._heading(), Text("")])

    def _heading(self) -> list[Text]:
        return [Text(self.progress.task, style="bold"), self._subtitle()]

    def render(self) -> RenderableType:
        """Draw the current state: at most ``HEIGHT`` lines, none wrapped."""
        progress = self.progress
        rows: list[RenderableType] = [*self._heading()]
        plan = self._plan()
        if plan:
            rows += [Text(""), *plan]
        height = min(HEIGHT, self._console.height - 1)
        room = height - len(rows) - 3  # a blank line before the feed, one before the figures
        feed = list(progress.feed)[-room:] if room > 0 else []
        if feed:
            rows += [Text(""), *(self._line(line) for line in feed)]
        if progress.ended is None:
            rows += [Text(""), self._status()]
        return self._fitted(rows)

    def _fitted(self, rows: Sequence[RenderableType]) -> RenderableType:
        for row in rows:
            if isinstance(row, Text):
                row.no_wrap, row.overflow = True, "ellipsis" if self._unicode else "crop"
        return Group(*rows)

    def _subtitle(self) -> Text:
        progress = self.progress
        parts = [progress.architecture, progress.models, progress.start_url]
        return Text(self._dot.join(part for part in parts if part), style="dim")

    def _plan(self) -> list[Text]:
        steps = self.progress.plan
        current = next((i for i, (_, state) in enumerate(steps) if state != "done"), len(steps) - 1)
        first = max(0, min(current - PLAN_LINES // 2, len(steps) - PLAN_LINES))
        shown = [self._step(text, state) for text, state in steps[first : first + PLAN_LINES]]
        if first:
            shown[0] = Text(
                f"  {self._mark('done')[0]} {format_count(first + 1, 'step')} done", style="dim"
            )
        left = len(steps) - first - PLAN_LINES
        if left > 0:
            shown[-1] = Text(f"  {self._mark('pending')[0]} {left + 1} more steps", style="dim")
        return shown

    def _step(self, text: str, state: str) -> Text:
        mark, style = self._mark(state)
        body = {"current": "bold", "pending": "dim"}.get(state, "")
        return Text.assemble("  ", (mark, style), " ", (text, body))

    def _line(self, line: Line) -> Text:
        mark, style = self._mark(line.status)
        indent = "  " if line.kind == "subtask" else "    "
        body = "cyan" if line.kind == "subtask" else "dim" if line.kind == "note" else ""
        text = Text.assemble(indent, (mark, style), " ", (line.text, body))
        if line.result:
            failed = line.status in {"broken", "refused"}
            text.append("  " + line.result, style=style if failed else "dim")
        return text

    def _status(self) -> RenderableType:
        progress = self.progress
        figures = [
            progress.doing,
            f"step {progress.steps}" + (f"/{self._max_steps}" if self._max_steps else ""),
            format_count(progress.calls, "model call"),
            format_count(progress.tokens, "token"),
            format_cost(progress.cost_usd),
            format_time(progress.seconds(self._clock())),
            *([self._hint] if self._hint else []),
        ]
        # On a narrow terminal: the hint, model calls, what is being done, cost.
        for expendable in ([6] if self._hint else []) + [2, 0, 2]:
            if len(self._dot.join(figures)) + 2 <= self._console.width:
                break
            del figures[expendable]
        row = Table.grid(padding=(0, 1))
        row.add_row(
            self._spinner, Text(self._dot.join(figures), style="dim", no_wrap=True, overflow="crop")
        )
        return row

    def _mark(self, state: str) -> tuple[str, str]:
        mark, style = _MARKS.get(state, _MARKS["pending"])
        return (mark if self._unicode else _ASCII.get(mark, mark)), style
