"""What the person has allowed in a run: by settings, by the words of the task, with the plan."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

from agent_e.errors import BadArgument, ConfigError, RunError
from agent_e.journal import RunTranscript
from agent_e.journal.events import GrantsRead, GrantUsed, PersonAnswered
from agent_e.models.client import ModelClient
from agent_e.safety import Grants, may_name_act, read_grants
from agent_e.skills.protocols import Journal
from agent_e.types import Grant, Task

from .task_grants import ask_grants, grants_of

_ALLOWED = "The person has allowed: {}. Anything else that cannot be taken back needs their yes."
_NONE_LEFT = "The person has taken back what was allowed before."


class RunGrants:
    """The grants of a run; the words of the task are read by one model call, or by none.

    By none where the person confirmed beforehand what they allow. Where the task names an act,
    the call is side by side with the run's first one; else it is made when an act first needs
    leave, so that most tasks, which only read, cost none.
    """

    def __init__(
        self,
        client: ModelClient | None,
        task: Task,
        given: Grants,
        journal: Journal,
        before: RunTranscript | None = None,
        *,
        sites: str = "",
    ) -> None:
        """Prepare; nothing is asked yet.

        Args:
            client: asks the model; without one the task allows nothing.
            task: of the run.
            given: the grants of the settings and the vault, which the others are added to.
            journal: of the run.
            before: the run up to where it was cut off: what it read and what the person took away
                stands, and what it used up stays used up.
            sites: where grants hold that name no site, as text.
        """
        self._client = client
        self._task = task
        self._given = given
        self._journal = journal
        self._before = before or RunTranscript()
        self._sites = sites
        self._reading: asyncio.Task[None] | None = None
        self._last = 0
        self._told = ""

    @asynccontextmanager
    async def beside(self, *, shown: bool = False) -> AsyncIterator[None]:
        """Read the task beside the block where it names an act; nothing is left after the block.

        Args:
            shown: read it in any case, as the person is shown what it allows.
        """
        known = self._task.grants is not None or self._before.of(GrantsRead)
        if shown or known or may_name_act(self._task.text):
            self._begin()
        try:
            yield
        finally:
            if (reading := self._reading) is not None:
                reading.cancel()
                await asyncio.wait({reading})
                if not reading.cancelled():
                    reading.result()

    async def __call__(self) -> Grants:
        """Return the grants once the task has been read, whatever becomes of the act meanwhile."""
        await asyncio.shield(self._begin())
        return self._given

    async def shown(self) -> list[dict[str, Any]]:
        """Return the number and text of each grant that the person may take away."""
        await self()
        return [
            {"number": each.number, "text": each.describe(self._sites)}
            for each in self._given.all
            if each.number
        ]

    def news(self) -> str:
        """Return, once, what is allowed, as a line for the planner; ``""`` while that is known."""
        if self._reading is not None and not self._reading.done():
            return ""
        said = "; ".join(dict.fromkeys(each.describe(self._sites) for each in self._given.all))
        if said == self._told:
            return ""
        self._told = said
        return _ALLOWED.format(said) if said else _NONE_LEFT

    def change(self, answer: Mapping[str, Any]) -> None:
        """Apply the person's answer to a plan: ``withdraw`` has numbers, ``may`` is as ``--may``.

        Raises:
            BadArgument: there is no such number, or no such act; nothing is changed then.
        """
        gone = set(answer.get("withdraw", ()))
        if unknown := gone - {each.number for each in self._given.all if each.number}:
            raise BadArgument(f"Nothing that is allowed has the number {min(unknown)}.")
        try:
            more = read_grants(answer.get("may", ()), ())
        except ConfigError as error:
            raise BadArgument(str(error)) from error
        self._given.withdraw(gone)
        self._given.add(
            replace(each, number=self._last + number, by="person")
            for number, each in enumerate(more, 1)
        )
        self._last += len(more)

    def _begin(self) -> asyncio.Task[None]:
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
        return self._reading

    async def _read(self) -> None:
        found = await self._of_task()
        self._last = len(found)
        self._given.add(found)
        for answer in _plan_answers(self._before):
            with suppress(BadArgument):  # the person was told then, and asked again
                self.change(answer)
        for number in filter(None, (event.number for event in self._before.of(GrantUsed))):
            self._given.use(each for each in self._given.all if each.number == number)

    async def _of_task(self) -> list[Grant]:
        text = self._task.text
        if read := self._before.of(GrantsRead):
            return grants_of(read[-1].rows, text)
        if self._task.grants is not None:
            rows = list(self._task.grants)
        elif self._client is None:
            return []
        else:
            try:
                rows = await ask_grants(self._client, self._task)
            except RunError as error:
                # The act is asked about or refused then, as without any grants.
                self._journal.write("grants.read", grants=[], error=str(error))
                return []
        found = grants_of(rows, text)
        words = [each.describe(self._sites) for each in found]
        self._journal.write("grants.read", grants=words, rows=rows)
        return found


def _plan_answers(run: RunTranscript) -> Iterator[Mapping[str, Any]]:
    """The answers to plans that are more than a yes, a no or steps."""
    for event in run.of(PersonAnswered):
        asked = run.questions.get(event.id, {})
        if asked.get("kind") == "plan" and isinstance(event.value, Mapping):
            yield event.value
