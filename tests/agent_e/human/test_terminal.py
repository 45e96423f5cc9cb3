"""Questions on a terminal."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Iterator
from typing import TextIO

import pytest

from agent_e.human import TerminalAsker
from agent_e.types import ApprovalRequest, Risk, Tier

pytestmark = pytest.mark.asyncio(loop_scope="session")

REQUEST = ApprovalRequest(
    sentence="click button 'Pay now' on shop.example",
    risk=Risk(tier=Tier.CRITICAL, reasons=("it may spend money",)),
    amounts=("$30",),
    sent_to="",
    fingerprint="0123",
    deadline_s=5,
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


@pytest.mark.parametrize(("line", "allowed"), [(b"no\n", False), (b"yes\n", True)])
async def test_what_was_typed_before_a_question_does_not_answer_it(
    terminal: tuple[int, TextIO], line: bytes, allowed: bool
) -> None:
    keyboard, source = terminal
    sink = Screen()
    os.write(keyboard, b"yes\n" if not allowed else b"no\n")
    answer = asyncio.ensure_future(TerminalAsker(source, sink).approve(REQUEST))
    await sink.asked.wait()
    os.write(keyboard, line)
    assert await answer is allowed
    assert "$30" in sink.getvalue()
