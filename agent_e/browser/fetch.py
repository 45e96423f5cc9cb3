"""Fetching a file with the browser's cookies, unshown and with a bounded size.

Playwright's own requests buffer a whole response in memory, however large; this reads it in chunks.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from urllib.parse import urljoin, urlsplit

import httpx
from httpx_socks import AsyncProxyTransport, ProxyError

from agent_e.errors import ActionTimeout, BadArgument, NavigationFailed

MAX_BYTES = 50_000_000
"""Largest file that is fetched."""
ANSWER_S = 20.0
"""Longest silence of a server."""
WHOLE_S = 90.0
"""Longest time for one file."""
_MAX_REDIRECTS = 10

Cookies = Callable[[str], Awaitable[Mapping[str, str]]]
"""The browser's cookies for an address."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Fetched:
    """A file: its address after redirects, its content type, charset and bytes."""

    url: str
    kind: str
    data: bytes
    charset: str = ""


CheckUrl = Callable[[str], Awaitable[None]]
"""Returns if an address may be fetched, else raises ``ActionDenied``."""
Added = Callable[[str], Mapping[str, str]]
"""Headers to send to an address."""
Reached = Callable[[str, str], None]
"""Takes an address and the IP that answered; raises ``ActionDenied`` likewise."""


def _anywhere(url: str, address: str) -> None:
    """Accept any IP: without a check, any host may answer."""


@asynccontextmanager
async def client_for(
    user_agent: str, accept: str = "*/*", *, proxy: str | None = None
) -> AsyncIterator[httpx.AsyncClient]:
    """Open a client for several concurrent fetches; it stores no cookies of its own."""
    async with httpx.AsyncClient(
        # httpx's own SOCKS leaves connections open that a proxy refuses.
        transport=AsyncProxyTransport.from_url(proxy, rdns=True) if proxy is not None else None,
        headers={"user-agent": user_agent, "accept": accept},
        timeout=httpx.Timeout(ANSWER_S),
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
    ) as client:
        yield client


async def fetch_with(
    client: httpx.AsyncClient,
    url: str,
    *,
    cookies: Cookies,
    check_url: CheckUrl,
    headers: Added = lambda url: {},
    reached: Reached = _anywhere,
    max_bytes: int = MAX_BYTES,
) -> Fetched:
    """Fetch an address, following redirects.

    Args:
        client: see ``client_for``.
        url: a whole address of http or https.
        cookies: called for each address on the way.
        check_url: called with each address on the way, exactly as sent.
        headers: called for each address on the way.
        reached: called for each response, before its body is read, with the IP that answered.
        max_bytes: largest file.

    Raises:
        NavigationFailed: there is no such file, or it is too large; one sentence.
        ActionTimeout: it did not arrive in time.
        BadArgument: it is not an http or https address.
        ActionDenied: it may not be opened, or redirects to one that may not.
    """
    try:
        async with asyncio.timeout(WHOLE_S):
            own: dict[str, dict[str, str]] = {}
            at = url
            for _ in range(_MAX_REDIRECTS):
                sent = {**await _cookies(at, cookies, check_url, own), **headers(at)}
                async with client.stream("GET", at, headers=sent) as answer:
                    reached(at, _address_of(answer))
                    if not answer.has_redirect_location:
                        return await _whole(answer, at, max_bytes)
                    own.setdefault(urlsplit(at).netloc, {}).update(dict(answer.cookies))
                    at = urljoin(at, answer.headers["location"])
    except (TimeoutError, httpx.TimeoutException) as error:
        raise ActionTimeout(
            f"{url} did not come in time: its server is silent or too slow. Try again later."
        ) from error
    except (httpx.HTTPError, httpx.InvalidURL, ProxyError) as error:
        why = str(error) or type(error).__name__
        raise NavigationFailed(f"{url} could not be fetched: {why}.") from error
    raise NavigationFailed(f"{at} could not be fetched: it redirects again and again.")


async def _cookies(
    url: str, cookies: Cookies, check_url: CheckUrl, own: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """The header of cookies for an allowed address; ``own`` are cookies set on the way."""
    if urlsplit(url).scheme not in ("http", "https"):
        raise BadArgument(f"{url} cannot be fetched, only addresses of http and https.")
    # As httpx will request it: it parses odd spellings differently from browsers.
    await check_url(str(httpx.URL(url)))
    sent = {**await cookies(url), **own.get(urlsplit(url).netloc, {})}
    header = "; ".join(f"{name}={value}" for name, value in sent.items())
    return {"cookie": header} if header else {}


async def _whole(answer: httpx.Response, url: str, max_bytes: int) -> Fetched:
    if answer.status_code in (401, 403):
        raise NavigationFailed(
            f"{url} is not for everybody (HTTP {answer.status_code}). A login may be needed first."
        )
    if answer.status_code != httpx.codes.OK:
        raise NavigationFailed(f"{url} could not be fetched: HTTP {answer.status_code}.")
    announced = answer.headers.get("content-length", "")
    data = bytearray()
    too_large = announced.isdigit() and int(announced) > max_bytes
    if not too_large:
        async for piece in answer.aiter_bytes(chunk_size=1 << 16):
            data += piece
            if too_large := len(data) > max_bytes:
                break
    if too_large:
        raise NavigationFailed(f"{url} is too large: over {max_bytes // 1_000_000} MB.")
    kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    return Fetched(url=url, kind=kind, data=bytes(data), charset=answer.charset_encoding or "")


def _address_of(answer: httpx.Response) -> str:
    """The IP address that answered; ``""`` if unknown."""
    stream = answer.extensions.get("network_stream")
    known = stream.get_extra_info("server_addr") if stream is not None else None
    return str(known[0]) if known else ""
