"""``agent-e`` with a fault built in that SIGUSR1 brings about, for what nobody can do from outside.

Called as ``python -m agent_e.benchmarks.chaos.inside FAULT`` and the arguments of ``agent-e``;
FAULT is ``proxy``, or ``clock=SECONDS`` by which the time is moved.
"""

from __future__ import annotations

import gc
import signal
import socket
import sys
import time
from runpy import run_module

from agent_e.browser.run_proxy import RunProxy


def lose_proxy() -> None:
    """Close the proxy's port and its tunnels."""
    for proxy in [each for each in gc.get_objects() if isinstance(each, RunProxy)]:
        # Closed, its number would soon be another socket's, and asyncio confused.
        proxy._listener.shutdown(socket.SHUT_RDWR)
        for tunnel in list(proxy._tunnels):
            tunnel.close()


def move_clock(seconds: float) -> None:
    """Move the wall clock, as this process reads it; the monotonic one goes on, as it does."""
    before = time.time
    time.time = lambda: before() + seconds


def main() -> None:
    """Run ``agent-e``."""
    name, _, amount = sys.argv.pop(1).partition("=")

    def strike(*_: object) -> None:
        move_clock(float(amount)) if name == "clock" else lose_proxy()

    signal.signal(signal.SIGUSR1, strike)
    run_module("agent_e", run_name="__main__")


if __name__ == "__main__":
    main()
