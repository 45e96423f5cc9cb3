"""The person's own proxy, taken from the environment or the system, behind a session's."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.request import getproxies, proxy_bypass

from python_socks import ProxyError
from python_socks.async_.asyncio import Proxy

from agent_e.urls import is_own_name


def upstream_for(host: str, port: int) -> str | None:
    """Return the address of the proxy to use for a host; none for this machine's own.

    As browsers do, with ``HTTPS_PROXY``, ``HTTP_PROXY``, ``ALL_PROXY`` and ``NO_PROXY``.
    """
    proxies = getproxies()
    if not proxies or _is_loopback(host) or proxy_bypass(host):
        return None
    return proxies.get("http" if port == 80 else "https") or proxies.get("all")


async def connect_through(proxy: str, host: str, port: int) -> socket.socket:
    """Connect to a host through a proxy, which looks its name up.

    Raises:
        ProxyError: the proxy does not connect, or is of a kind that is not known.
        OSError: the proxy cannot be reached.
    """
    try:
        through = Proxy.from_url(proxy if "://" in proxy else f"http://{proxy}")
    except ValueError as error:
        raise ProxyError(str(error)) from error
    return await through.connect(dest_host=host, dest_port=port)


def _is_loopback(host: str) -> bool:
    if is_own_name(host):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
