"""Start a run on a server, follow its events, and fetch the result.

``agent-e serve`` prints its address and writes a token to ``server.json`` in the runs folder.
Start it: python examples/run_over_http.py
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path

import httpx

from agent_e.benchmarks.sites import serve_site


async def use_server(address: str, token: str, start_url: str) -> None:
    """Make one run and read its event stream to the end."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as client:
        body = {"task": "Find the price of the third product", "start_url": start_url}
        made = (await client.post("/runs", json=body)).raise_for_status().json()
        print("created:", made["state"])
        async with client.stream("GET", f"/runs/{made['id']}/events") as events:
            async for line in events.aiter_lines():
                if line.startswith("data: ") and '"kind": "action.' in line:
                    event = json.loads(line.removeprefix("data: "))
                    print(event["seq"], event["kind"])
        run = (await client.get(f"/runs/{made['id']}")).json()
    print(run["state"], run["result"]["outcome"], run["result"]["answer"])


async def main() -> None:
    """Start a server, use it, and end it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "agent_e", "serve", "--model", "offline", "--out", folder]
        server = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        try:
            assert server.stdout is not None
            address = (await server.stdout.readline()).decode().strip()
            token = json.loads((Path(folder) / "server.json").read_text())["token"]
            async with serve_site("catalog") as site:
                await use_server(address, token, site.url)
        finally:
            server.terminate()
            await server.wait()


asyncio.run(main())
