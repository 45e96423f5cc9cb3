"""A worker process: one browser, its own copies of our sites, one episode after another.

Started by `pool` as ``python -m agent_e.benchmarks.runner.worker``; it receives its plan and its
jobs as lines of JSON on standard input and answers on standard output. When its input ends,
because the runner is done or dead, it ends too.
"""

from __future__ import annotations

import asyncio
import sys
import traceback
from contextlib import AsyncExitStack
from pathlib import Path
from typing import IO

from agent_e.benchmarks.standard_streams import input_lines, reserved_output
from agent_e.browser import SharedBrowser
from agent_e.errors import AgentEError
from agent_e.safety.secrets import OutputRedactor, RedactedStream

from .environment import Sites
from .episode import Episode, Tools
from .plan import Answered, BenchPlan, Job

_EPISODES_PER_BROWSER = 100
"""A browser's memory grows with use; a fresh one takes half a second."""


class Worker:
    """Does jobs; keeps a browser for as long as it is healthy.

    Attributes:
        hidden: redacts the log and the files of the present episode.
    """

    def __init__(self, plan: BenchPlan) -> None:
        self.hidden = OutputRedactor()
        self._plan = plan
        self._sites = Sites(plan.sites)
        self._browser: SharedBrowser | None = None
        self._stack = AsyncExitStack()
        self._episodes = 0

    async def work(self, job: Job) -> None:
        """Do one episode; its record has the outcome in any case."""
        browser = await self._sound_browser()
        self._episodes += 1
        # What one episode typed is not secret in another.
        self.hidden = OutputRedactor()
        tools = Tools(browser=browser, sites=self._sites, hidden=self.hidden)
        await Episode(self._plan, job, tools).run()

    async def close(self) -> None:
        """Close browser and sites."""
        await self._sites.close()
        await self._stack.aclose()

    async def _sound_browser(self) -> SharedBrowser:
        worn = self._episodes >= _EPISODES_PER_BROWSER
        if self._browser is not None and (worn or not self._browser.browser.is_connected()):
            await self._stack.aclose()
            self._browser = None
        if self._browser is None:
            self._episodes = 0
            self._browser = await self._stack.enter_async_context(
                SharedBrowser.start(self._plan.settings.browser)
            )
        return self._browser


async def main() -> None:
    """Process the runner's lines until there are no more."""
    answers = reserved_output()
    jobs = input_lines()
    plan = BenchPlan.model_validate_json(await anext(jobs))
    worker = Worker(plan)
    sys.stdout = sys.stderr = RedactedStream(sys.stderr, lambda text: worker.hidden(text))
    _say(answers, Answered(kind="ready"))
    doing: asyncio.Task[None] | None = None
    try:
        async for line in jobs:
            job = Job.model_validate_json(line)
            doing = asyncio.create_task(_do(worker, job, answers))
        # Only a runner that is gone leaves a job behind.
    finally:
        if doing is not None and not doing.done():
            doing.cancel()
            await asyncio.wait({doing})
        await worker.close()


async def _do(worker: Worker, job: Job, answers: IO[str]) -> None:
    Path(job.folder).mkdir(parents=True, exist_ok=True)
    try:
        await worker.work(job)
    except AgentEError as error:
        _say(answers, Answered(kind="failed", message=worker.hidden(str(error))))
    except Exception as error:
        # A harness fault is reported at once: silence would count as the agent exceeding its time.
        traceback.print_exc()
        words = f"The harness broke: {type(error).__name__}: {error}"
        _say(answers, Answered(kind="failed", message=worker.hidden(words)))
    else:
        _say(answers, Answered(kind="done"))


def _say(answers: IO[str], answer: Answered) -> None:
    try:
        answers.write(answer.model_dump_json() + "\n")
        answers.flush()
    except BrokenPipeError:
        sys.exit(1)  # nobody reads any more


if __name__ == "__main__":
    asyncio.run(main())
