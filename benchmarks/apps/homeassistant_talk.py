"""A program for Home Assistant's Python: sends commands to its socket and prints the answers.

It reads from stdin, as JSON, the socket's address, a token and the commands, and prints a list
with one answer for each. A failed command ends it.
"""

from __future__ import annotations

import asyncio
import importlib
import itertools
import json
import sys
from typing import Any


async def _answers(given: dict[str, Any]) -> list[Any]:
    # It is no package of ours: only the other Python has it.
    aiohttp: Any = importlib.import_module("aiohttp")
    answers = []
    async with aiohttp.ClientSession() as session, session.ws_connect(given["socket"]) as socket:
        await socket.receive_json()
        await socket.send_json({"type": "auth", "access_token": given["token"]})
        if (await socket.receive_json())["type"] != "auth_ok":
            raise SystemExit("the token is not accepted")
        numbers = itertools.count(1)

        async def say(command: dict[str, Any]) -> Any:
            await socket.send_json({"id": next(numbers), **command})
            while (answer := await socket.receive_json())["type"] != "result":
                pass
            if not answer["success"]:
                raise SystemExit(f"{command}: {answer['error']}")
            return answer["result"]

        # It answers long before its lists and calendars are ready.
        while (await say({"type": "get_config"}))["state"] != "RUNNING":  # noqa: ASYNC110
            await asyncio.sleep(0.2)
        for command in given["commands"]:
            answers.append(await say(command))
    return answers


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_answers(json.load(sys.stdin)))))
