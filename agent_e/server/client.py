"""How the command line reaches the server of a folder of runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx

from agent_e.errors import AnswerConflict, BadArgument

from .server_file import ADDRESS_FILE, server_of


async def send(run_dir: Path, order: Mapping[str, Any], *, timeout_s: float) -> dict[str, Any]:
    """Send an order, as defined in ``human/commands.py``, to a run of the server.

    Returns:
        ``{state, requests}``: the run's state afterwards.

    Raises:
        AnswerConflict: the server cannot be reached, or the order does not fit the run's state.
        BadArgument: the answer does not fit its question.
    """
    server = server_of(run_dir.parent)
    if not server:
        raise AnswerConflict(
            f"The run {run_dir.name} belongs to a server that is not running. Start it again: "
            f"agent-e serve --out {run_dir.parent}."
        )
    headers = {"authorization": f"Bearer {server['token']}"}
    body = {name: value for name, value in order.items() if name != "do"}
    path = f"/runs/{run_dir.name}"
    try:
        async with httpx.AsyncClient(
            base_url=server["url"], headers=headers, trust_env=False, timeout=timeout_s
        ) as client:
            if order["do"] != "status":
                _checked(await client.post(f"{path}/{order['do']}", json=body or None))
            run = _checked(await client.get(path))
            requests = _checked(await client.get(f"{path}/requests"))
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise AnswerConflict(
            f"The server at {server['url']} (process {server.get('pid')}) does not answer. If it "
            f"is gone, start it again; {run_dir.parent / ADDRESS_FILE} is from before."
        ) from error
    return {"state": run["state"], "requests": requests["requests"]}


def _checked(answer: httpx.Response) -> dict[str, Any]:
    """The response's object.

    Raises:
        AnswerConflict: the server refused, with its message.
        BadArgument: the order is invalid.
    """
    body = answer.json() if answer.headers.get("content-type") == "application/json" else {}
    if answer.is_success:
        return dict(body)
    words = str(body.get("error") or f"The server answered {answer.status_code}.")
    raise BadArgument(words) if answer.status_code == 422 else AnswerConflict(words)
