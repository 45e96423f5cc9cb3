"""Standard input and output of a process that another one talks to in lines."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from typing import IO

_MAX_LINE_LENGTH = 64 << 20


def reserved_output() -> IO[str]:
    """Reserve standard output for answers; anything else printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


async def input_lines() -> AsyncIterator[str]:
    """Yield the lines of standard input as they come."""
    reader = asyncio.StreamReader(limit=_MAX_LINE_LENGTH)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield line.decode("utf-8")
