"""The menu that Ctrl-C opens during a run on a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agent_e.errors import AnswerConflict
from agent_e.human import NoLine, RunControl, Terminal
from agent_e.human.terminal_questions import split

from .aio import INTERRUPTED

NAME = "terminal"
"""The journal's name for this source of orders."""
_MEANINGS = {
    "continue": "go on as before",
    "steer": "say what is wanted now: steer look at the red ones only",
    "take": "take the browser window over, and hand it back later",
    "stop": "end the run; what was found so far is kept",
}
_ENDS = {
    "control.resumed": "The run was resumed elsewhere.",
    "control.stopped": "The run is being stopped.",
    "run.ended": "The run has ended.",
}


class Menu:
    """Pauses the run and asks how to go on; a second Ctrl-C, also in the menu, is passed on."""

    def __init__(self, terminal: Terminal, control: Callable[[], RunControl | None]) -> None:
        """Create the menu.

        Args:
            terminal: where it is shown; a question there is shown again afterwards.
            control: that of the run in progress, ``None`` without one.
        """
        self._terminal = terminal
        self._control = control
        self._open: asyncio.Task[None] | None = None

    def open(self) -> bool:
        """Pause the run and show the menu; false where nothing can be paused, or it is open."""
        if self._terminal.editing:
            # The editor has the keys, and gets the signal too.
            return True
        control = self._control()
        if control is None or self._open is not None:
            return False
        try:
            control.pause(by=NAME)
        except AnswerConflict:
            return False
        self._open = asyncio.ensure_future(self._shown(control))
        return True

    def __call__(self, event: Mapping[str, Any]) -> None:
        """Close when an event of the run says that there is no choice left."""
        why = _ENDS.get(str(event["kind"]))
        task = self._open
        if why and event.get("by") != NAME and task is not None and not task.cancelling():
            self._terminal.screen.say("", why)
            task.cancel()

    async def close(self) -> None:
        """Leave the terminal; raises any error of the menu."""
        if (task := self._open) is not None:
            task.cancel()
            await asyncio.wait({task})
            if not task.cancelled():
                task.result()

    async def _shown(self, control: RunControl) -> None:
        try:
            async with self._terminal.aside():
                await self._choose(control)
        finally:
            self._open = None

    async def _choose(self, control: RunControl) -> None:
        """Ask until an answer ends the menu."""
        screen, names = self._terminal.screen, _names(control)
        screen.say("", "Paused: what is under way is ended first, and nothing new is begun.")
        screen.say_rows([(f"{n} {name}", _MEANINGS[name]) for n, name in enumerate(names, 1)])
        while True:
            try:
                name, words = _chosen(await self._terminal.line(f"{' / '.join(names)} > "), names)
                if await self._done(control, name, words):
                    return
            except NoLine as end:
                if end.gone:
                    control.stop(by=NAME, exit_code=INTERRUPTED)
                    return
                screen.say("", "Choose one of these; Ctrl-C once more stops the run.")
            except AnswerConflict as error:
                screen.say(str(error))

    async def _done(self, control: RunControl, name: str, words: str) -> bool:
        """Carry out the choice; false where it has to be asked again."""
        match name:
            case "continue":
                control.resume(by=NAME)
            case "steer":
                control.steer(words or await self._terminal.line("What is wanted now? "), by=NAME)
                control.resume(by=NAME)
            case "take":
                await self._lend_window(control)
            case "stop":
                control.stop(by=NAME, exit_code=INTERRUPTED)
            case _:
                self._terminal.screen.say("Type a number or a word of the list.")
                return False
        return True

    async def _lend_window(self, control: RunControl) -> None:
        screen = self._terminal.screen
        if control.holder != NAME:
            screen.say("The window becomes yours when what is under way has ended.")
            await control.take_over(NAME)
        screen.say("The window is yours, and nothing of what you do there is recorded.")
        note = await self._terminal.line("Enter hands it back, with words for the agent if any > ")
        await control.hand_back(note, NAME)


def _names(control: RunControl) -> list[str]:
    return [name for name in _MEANINGS if name != "take" or control.can_take_over]


def _chosen(line: str, names: Sequence[str]) -> tuple[str, str]:
    """Return the entry that a line names, ``""`` for none, and the words after it."""
    number, _, words = line.strip().partition(" ")
    if number.isdecimal() and 0 < int(number) <= len(names):
        return names[int(number) - 1], words.strip()
    name, words = split(line, names)
    if name != "steer" and words and (name, words) != ("take", "over"):
        return "", ""
    return name, words
