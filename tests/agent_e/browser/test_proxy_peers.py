"""Whose a connection is: asked of the kernel, or found in its list."""

from __future__ import annotations

import os
import socket
import sys

import pytest

from agent_e.browser import proxy_peers
from agent_e.browser.proxy_peers import ProxyPeers

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="no other system tells whose they are")
]


@pytest.mark.parametrize("way", ["_asked", "_listed"])
def test_both_ways_find_the_clients_own_socket(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()) as client,
    ):
        peer, own = client.getsockname()[1], listener.getsockname()[1]
        number = getattr(proxy_peers, way)(peer, own)
        assert number == os.fstat(client.fileno()).st_ino
        assert getattr(proxy_peers, way)(own, 1) == 0
        other = "_listed" if way == "_asked" else "_asked"
        monkeypatch.setattr(proxy_peers, other, lambda local, remote: 0)
        assert ProxyPeers().allows(peer, own)
        assert not ProxyPeers().allows(own, 1)
