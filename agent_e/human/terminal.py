"""Questions of a run on a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TextIO

from agent_e.errors import AnswerConflict
from agent_e.types import AskedKind, PersonRequest

from .channel import Reply
from .terminal_form import ask_form
from .terminal_keyboard import NoLine
from .terminal_kinds import ask_captcha, ask_choice, ask_option, ask_secret, ask_words
from .terminal_plan import ask_plan
from .terminal_talk import Talk
from .terminal_turns import Terminal

KINDS: Mapping[AskedKind, Callable[[Talk], Awaitable[None]]] = {
    "text": ask_words,
    "choice": ask_choice,
    "form": ask_form,
    "secret": ask_secret,
    "code": ask_secret,
    "captcha": ask_captcha,
    "approval": ask_option,
    "plan": ask_plan,
    "budget": ask_option,
    "review": ask_option,
    "demonstrate": ask_option,
}


class TerminalChannel:
    """Asks on a terminal.

    Ctrl-D declines the question. Where nobody can type any more, nobody can be asked.
    """

    name = "terminal"

    def __init__(
        self,
        source: TextIO | None = None,
        sink: TextIO | None = None,
        *,
        terminal: Terminal | None = None,
        runs_dir: Path | None = None,
    ) -> None:
        """Make it.

        Args:
            source: what is typed; by default stdin.
            sink: what is shown; by default stderr.
            terminal: used instead of these two.
            runs_dir: where the folders of runs are, for the paths of pictures.
        """
        self._terminal = terminal or Terminal(source, sink)
        self._runs_dir = runs_dir

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """See ``Channel``; one question is asked at a time."""
        begun = over = False

        def taken(value: object, note: str = "", *, decline: bool = False) -> None:
            nonlocal over
            reply(value, note, decline=decline)
            over = True

        async def talk() -> None:
            nonlocal begun
            begun = True
            folder = self._runs_dir / request.run if self._runs_dir else None
            await _ask(Talk(request=request, reply=taken, terminal=self._terminal, folder=folder))

        try:
            await self._terminal.in_turn(talk)
        except asyncio.CancelledError as gone:
            if begun and not over:
                why = gone.args[0] if gone.args else "it was answered elsewhere, or is too late"
                self._terminal.screen.say("", f"No answer is needed any more: {why}.")
            raise


async def _ask(talk: Talk) -> None:
    try:
        await KINDS[talk.request.kind](talk)
    except NoLine as end:
        if not end.gone:
            talk.say("", "No answer given.", style="dim")
            talk.reply(None, decline=True)
    except AnswerConflict as error:
        talk.say(str(error))
