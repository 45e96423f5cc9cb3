"""Whose a connection is: asked of the kernel, or found in its list."""

from __future__ import annotations

import socket
import sys

import pytest

from agent_e.browser import proxy_peers
from agent_e.browser.proxy_peers import ProxyPeers

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="no other system tells whose they are")
]


@pytest.mark.parametrize("asked", [True, False], ids=["by the kernel", "by the list"])
def test_the_end_of_a_connection_is_found(asked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not asked:
        monkeypatch.setattr(proxy_peers, "_inode", lambda local, remote: None)
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()) as client,
    ):
        peer, own = client.getsockname()[1], listener.getsockname()[1]
        assert ProxyPeers().allows(peer, own)
        assert not ProxyPeers().allows(own, 1)
        monkeypatch.setattr(proxy_peers, "_family", lambda: iter((1,)))
        monkeypatch.setattr("os.getpid", lambda: 1)
        assert not ProxyPeers().allows(peer, own)
