"""How the command line reaches the server of a folder of runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx

from agent_e.errors import AnswerConflict, BadArgument

from .server_file import ADDRESS_FILE, server_of

_ANSWER_S = 10.0


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


async def console_address(root: Path) -> tuple[str, str]:
    """Return an address that opens the console of the folder's server, once.

    Returns:
        The address, ``""`` where no server gives one; and why one that there should be does not.
    """
    server = server_of(root)
    if not server:
        return "", ""
    where = f"The server at {server.get('url')} (process {server.get('pid')}), which has the folder"
    where = f"{where} {root},"
    headers = {"authorization": f"Bearer {server.get('token')}"}
    try:
        async with httpx.AsyncClient(headers=headers, trust_env=False, timeout=_ANSWER_S) as client:
            answer = await client.post(_loopback(str(server.get("url"))).join("/console/keys"))
    except (httpx.HTTPError, httpx.InvalidURL):
        return "", f"{where} does not answer. End it, and run agent-e console again."
    if answer.status_code != 201:
        return "", f"{where} has no console. End it, or give another folder with --out."
    return str(answer.json()["address"]), ""


def _loopback(url: str) -> httpx.URL:
    """The address on this machine of a server that listens on all of its addresses.

    The answer is made from it, and browsers tell only loopback addresses from which page a request
    comes (``Sec-Fetch-Site``).
    """
    found = httpx.URL(url)
    known = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    return found.copy_with(host=known.get(found.host, found.host))


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
