"""Fetching a file with the browser's cookies, without showing it and without trusting its size.

Playwright's own requests keep a whole answer in memory before anybody can look at it, however long
it goes on; here it is read piece by piece.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from urllib.parse import urljoin, urlsplit

import httpx

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
    """A file: the address it came from in the end, its content type, charset and bytes."""

    url: str
    kind: str
    data: bytes
    charset: str = ""


CheckUrl = Callable[[str], Awaitable[None]]
"""Returns when an address may be fetched, and raises ``ActionDenied`` when not."""
Reached = Callable[[str, str], None]
"""Given an address and the IP address that answered; raises ``ActionDenied`` likewise."""


def _anywhere(url: str, address: str) -> None:
    """Where what answered is looked at by nobody, it may be anywhere."""


@asynccontextmanager
async def client_for(user_agent: str, accept: str = "*/*") -> AsyncIterator[httpx.AsyncClient]:
    """Open what several addresses can be fetched with at once; it keeps no cookies of its own."""
    async with httpx.AsyncClient(
        headers={"user-agent": user_agent, "accept": accept},
        timeout=httpx.Timeout(ANSWER_S),
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
    ) as client:
        yield client


async def fetch(url: str, *, cookies: Cookies, user_agent: str, check_url: CheckUrl) -> Fetched:
    """Get what is at an address, redirects followed; see ``fetch_with``."""
    async with client_for(user_agent) as client:
        return await fetch_with(client, url, cookies=cookies, check_url=check_url)


async def fetch_with(
    client: httpx.AsyncClient,
    url: str,
    *,
    cookies: Cookies,
    check_url: CheckUrl,
    reached: Reached = _anywhere,
    max_bytes: int = MAX_BYTES,
) -> Fetched:
    """Get what is at an address, redirects followed.

    Args:
        client: see ``client_for``.
        url: a whole address of http or https.
        cookies: asked again for each address on the way.
        check_url: asked of each address on the way, just as it is sent.
        reached: asked of each answer, before anything of it is read.
        max_bytes: largest file.

    Raises:
        NavigationFailed: there is no such file, or it is too large; why, in one sentence.
        ActionTimeout: it did not come in time.
        BadArgument: it is no address of http or https.
        ActionDenied: it may not be opened, or leads on to one that may not.
    """
    trip = _Trip(
        client=client, cookies=cookies, check_url=check_url, reached=reached, max_bytes=max_bytes
    )
    try:
        async with asyncio.timeout(WHOLE_S):
            return await trip.follow(url)
    except (TimeoutError, httpx.TimeoutException) as error:
        raise ActionTimeout(
            f"{url} did not come in time: its server is silent or too slow. Try again later."
        ) from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        why = str(error) or type(error).__name__
        raise NavigationFailed(f"{url} could not be fetched: {why}.") from error


@dataclass(frozen=True, kw_only=True, slots=True)
class _Trip:
    client: httpx.AsyncClient
    cookies: Cookies
    check_url: CheckUrl
    reached: Reached
    max_bytes: int

    async def follow(self, url: str) -> Fetched:
        own: dict[str, dict[str, str]] = {}
        for _ in range(_MAX_REDIRECTS):
            if urlsplit(url).scheme not in ("http", "https"):
                raise BadArgument(f"{url} cannot be fetched, only addresses of http and https.")
            # As httpx will ask for it: it reads odd spellings otherwise than browsers do.
            await self.check_url(str(httpx.URL(url)))
            host = urlsplit(url).netloc
            sent = {**await self.cookies(url), **own.get(host, {})}
            header = "; ".join(f"{name}={value}" for name, value in sent.items())
            headers = {"cookie": header} if header else {}
            async with self.client.stream("GET", url, headers=headers) as answer:
                self.reached(url, _address_of(answer))
                if not answer.has_redirect_location:
                    return await self.whole(answer, url)
                own.setdefault(host, {}).update(dict(answer.cookies))
                url = urljoin(url, answer.headers["location"])
        raise NavigationFailed(f"{url} could not be fetched: it redirects again and again.")

    async def whole(self, answer: httpx.Response, url: str) -> Fetched:
        if answer.status_code in (401, 403):
            raise NavigationFailed(
                f"{url} is not for everybody (HTTP {answer.status_code}). "
                "A login may be needed first."
            )
        if answer.status_code != httpx.codes.OK:
            raise NavigationFailed(f"{url} could not be fetched: HTTP {answer.status_code}.")
        local_site_origins = answer.headers.get("content-length", "")
        data = bytearray()
        too_large = local_site_origins.isdigit() and int(local_site_origins) > self.max_bytes
        if not too_large:
            async for piece in answer.aiter_bytes(chunk_size=1 << 16):
                data += piece
                if len(data) > self.max_bytes:
                    too_large = True
                    break
        if too_large:
            raise NavigationFailed(f"{url} is too large: over {self.max_bytes // 1_000_000} MB.")
        kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
        return Fetched(url=url, kind=kind, data=bytes(data), charset=answer.charset_encoding or "")


def _address_of(answer: httpx.Response) -> str:
    """The address, in numbers, of what answered; ``""`` where that is unknown."""
    stream = answer.extensions.get("network_stream")
    known = stream.get_extra_info("server_addr") if stream is not None else None
    return str(known[0]) if known else ""
