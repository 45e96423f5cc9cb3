"""The hands of a person who has taken a run's browser over through the console."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from agent_e.browser import BrowserSession
from agent_e.browser.remote_input import Finger, RemoteInput
from agent_e.browser.remote_tabs import RemoteTabs
from agent_e.browser.remote_window import Choices, Copied, News
from agent_e.errors import BadArgument, SkillError

from .orders import (
    AnswerDialog,
    Choose,
    Copy,
    History,
    Key,
    Mouse,
    OfTab,
    Open,
    Order,
    Text,
    Touch,
    Wheel,
)
from .outbox import Outbox

_MAX_WORK = 8
"""Of what takes time, such as opening addresses, this much may be under way."""


class LivePerson:
    """Does in one session what a person orders; the caller has checked that it is theirs."""

    def __init__(self, session: BrowserSession, outbox: Outbox) -> None:
        """Create it; ``outbox`` leads to the person."""
        self.session = session
        self._outbox = outbox
        self._input = RemoteInput(session)
        self._tabs = RemoteTabs(session)
        self._choices: Choices | None = None
        self._work: set[asyncio.Task[None]] = set()

    def hear(self, news: News) -> None:
        """Tell the person what the window tells."""
        if isinstance(news, Copied):
            self._outbox.put("copied", text=news.text)
        elif news is None:
            self._close_list()
        else:
            self._choices = news
            self._outbox.put(
                "choices",
                options=[
                    {
                        "label": option.label,
                        "value": str(place),
                        "selected": option.selected,
                        "disabled": option.disabled,
                    }
                    for place, option in enumerate(news.options)
                ],
                box=self._box(news),
            )

    def do(self, order: Order) -> None:
        """Carry an order out, or begin to.

        Raises:
            SkillError: it cannot be done now.
            BadArgument: it does not fit.
        """
        act = self._input
        match order:
            case Mouse():
                act.mouse(
                    order.type,
                    order.x,
                    order.y,
                    button=order.button,
                    buttons=order.buttons,
                    clicks=order.clicks,
                    modifiers=order.modifiers,
                )
            case Wheel():
                act.wheel(order.x, order.y, order.dx, order.dy, modifiers=order.modifiers)
            case Key():
                act.key(
                    order.type,
                    order.key,
                    order.code,
                    location=order.location,
                    modifiers=order.modifiers,
                    repeat=order.repeat,
                )
            case Text():
                act.text(order.text)
            case Touch():
                act.touch(order.type, [Finger(each.x, each.y, each.id) for each in order.points])
            case Copy():
                act.shortcut("c" if order.do == "copy" else "x")
            case _:
                self._begin(self._worked(order))

    def release(self) -> None:
        """Let go of everything: the person is gone, or the window is not theirs any more."""
        for task in self._work:
            task.cancel()
        with suppress(SkillError):
            self._input.release()

    async def _worked(self, order: Order) -> None:
        match order:
            case OfTab(do="tab"):
                await self._tabs.switch(order.number)
            case OfTab():
                await self._tabs.close(order.number)
            case Open():
                await self._tabs.open(order.url)
            case History():
                await self._tabs.go(order.direction)
            case AnswerDialog():
                await self.session.answer_dialog(accept=order.accept, text=order.text)
            case Choose():
                await self._choose(order.value)

    async def _choose(self, value: str | None) -> None:
        choices = self._choices
        self._close_list()
        if value is None:
            return
        place = int(value)
        if choices is None or place >= len(choices.options) or choices.options[place].disabled:
            raise BadArgument("There is no such option to choose. Open the list again.")
        await choices.choose(place)

    def _close_list(self) -> None:
        if self._choices is not None:
            self._choices = None
            self._outbox.put("choices", options=None, box=None)

    def _box(self, choices: Choices) -> tuple[float, ...]:
        """Where the field is on the page: of a frame of another site, by where it was pressed."""
        if choices.at is None:
            return choices.box
        x, y, width, height = choices.box
        (own_x, own_y), (here_x, here_y) = choices.at, self._input.pressed_at
        return (x + here_x - own_x, y + here_y - own_y, width, height)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        if len(self._work) >= _MAX_WORK:
            work.close()
            raise SkillError("The browser is busy with what was asked before. Wait a moment.")
        task = asyncio.create_task(self._outbox.told(work))
        self._work.add(task)
        task.add_done_callback(self._work.discard)
