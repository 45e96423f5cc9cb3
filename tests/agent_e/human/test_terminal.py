"""Questions on a terminal."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Iterator
from typing import TextIO

import pytest

from agent_e.human import TerminalChannel
from agent_e.types import PersonRequest

pytestmark = pytest.mark.asyncio(loop_scope="session")

REQUEST = PersonRequest(
    id="1-0123",
    run="r",
    step=1,
    kind="approval",
    question="May I click button 'Pay now' on shop.example?",
    schema={"enum": ["yes", "no"]},
    evidence={"reasons": ["it may spend money"], "amounts": ["$30"]},
)


class Screen(io.StringIO):
    """Tells when the question is there to be answered."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    def write(self, text: str, /) -> int:
        if text.endswith("> "):
            self.asked.set()
        return super().write(text)


@pytest.fixture
def terminal() -> Iterator[tuple[int, TextIO]]:
    """The keyboard's end of a terminal, and the program's."""
    keyboard, screen = os.openpty()
    with os.fdopen(screen) as source:
        yield keyboard, source
    os.close(keyboard)


@pytest.mark.parametrize(("typed", "line"), [(b"yes\n", "no"), (b"no\n", "yes")])
async def test_what_was_typed_before_a_question_does_not_answer_it(
    terminal: tuple[int, TextIO], typed: bytes, line: str
) -> None:
    keyboard, source = terminal
    sink, said = Screen(), list[str]()

    def reply(value: str, note: str = "", *, decline: bool = False) -> None:
        said.append(value)

    os.write(keyboard, typed)
    shown = asyncio.ensure_future(TerminalChannel(source, sink).show(REQUEST, reply))
    await sink.asked.wait()
    os.write(keyboard, f"{line}\n".encode())
    await shown
    assert said == [line]
    assert "$30" in sink.getvalue()
