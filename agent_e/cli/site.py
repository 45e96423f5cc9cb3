"""``agent-e site``: serve one of the local web sites."""

from __future__ import annotations

import asyncio
from typing import Annotated

from agent_e.errors import ConfigError

from .aio import Signals, run_async
from .completion import among, site_names
from .options import argument, option
from .output import print_note, print_out


def site(
    name: Annotated[
        str, argument("Site to serve, such as shop.", "NAME", autocompletion=among(site_names))
    ],
    port: Annotated[
        int, option("Port to listen on; 0 takes a free one.", "PORT", min=0, max=65535)
    ] = 0,
) -> None:
    """Serve a local web site to try things on, until Ctrl-C; prints its address."""
    run_async(lambda signals: _serve(name, port, signals))


async def _serve(name: str, port: int, signals: Signals) -> None:
    from agent_e.benchmarks.sites import SITES, serve_site
    from agent_e.safety import local_site_origins

    if name not in SITES:
        raise ConfigError(f"There is no site {name}. There are: {', '.join(sorted(SITES))}.")
    try:
        async with serve_site(name, port=port) as running:
            with local_site_origins(running.url):
                print_out(running.url)
                for other in running.beside.values():
                    print_note(f"Beside it, the site {other.name}: {other.url}")
                if (keys := SITES[name].keys) is not None:
                    print_note(keys(running.backend))
                print_note(f"{SITES[name].summary} Ctrl-C ends it.")
                await asyncio.get_running_loop().create_future()
    except OSError as error:
        raise ConfigError(
            f"The site cannot listen on port {port}: {error.strerror}. Give another --port."
        ) from error
