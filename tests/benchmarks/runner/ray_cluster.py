"""A Ray cluster of several nodes on this machine, whose nodes can be killed and started again."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

_READY_S = 60.0
ACCESS = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
"""Variables by which nodes and clients know each other; Ray reads the first at its import."""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a node with all that runs on it, as a machine that fails would end."""
    with suppress(psutil.NoSuchProcess):
        node = psutil.Process(process.pid)
        for each in [*node.children(recursive=True), node]:
            with suppress(psutil.NoSuchProcess):
                each.kill()
    process.wait()


class Cluster:
    """Its head runs no work; ``address`` is for clients."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port, self._client_port = free_port(), free_port()
        self.address = f"ray://127.0.0.1:{self._client_port}"
        self.nodes: list[subprocess.Popen[bytes]] = []
        self.head = self.start_head()

    def start_head(self) -> subprocess.Popen[bytes]:
        """Start the head, and wait until clients may come."""
        log = self._folder / f"head-{time.monotonic():.0f}.log"
        self.head = self._start(
            log,
            "--head",
            f"--port={self._port}",
            f"--ray-client-server-port={self._client_port}",
            "--include-dashboard=false",
            "--num-cpus=0",
        )
        end = time.monotonic() + _READY_S
        while time.monotonic() < end:
            if b"Ray runtime started" in log.read_bytes():
                return self.head
            time.sleep(0.2)
        raise AssertionError("The head does not start.")

    def start_node(self, cpus: int = 1) -> subprocess.Popen[bytes]:
        """Add a node with so many slots."""
        log = self._folder / f"node-{len(self.nodes)}.log"
        node = self._start(log, f"--address=127.0.0.1:{self._port}", f"--num-cpus={cpus}")
        self.nodes.append(node)
        return node

    def close(self) -> None:
        """Kill all of it."""
        for each in (*self.nodes, self.head):
            kill(each)

    def _start(self, log: Path, *arguments: str) -> subprocess.Popen[bytes]:
        with log.open("wb") as out:
            return subprocess.Popen(
                [
                    Path(sys.executable).with_name("ray"),
                    "start",
                    "--block",
                    "--disable-usage-stats",
                    "--object-store-memory=100000000",
                    *arguments,
                ],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0", **ACCESS},
            )


@contextmanager
def cluster(folder: Path, *nodes: int) -> Iterator[Cluster]:
    """A cluster with a node for each number of slots."""
    running = Cluster(folder)
    try:
        for cpus in nodes:
            running.start_node(cpus)
        yield running
    finally:
        running.close()
