"""Pages that would keep a session waiting, or from leaving them."""

from __future__ import annotations

import time

import pytest

from .test_request_interceptor import RequestInterceptor, border, bordered

__all__ = ["border", "bordered"]

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SUBMITS = "<form id=form action='{url}'></form><script>form.submit()</script>"
POSTS = "<form id=form method=post action='{url}'></form><script>form.submit()</script>"
SAVES = "<a id=link download href='{url}'></a><script>link.click()</script>"
GOES = "<script>location = '{url}'</script>"
AGAIN = "<script>const go = () => {{ location = '{url}' }}; go(); setInterval(go, 50)</script>"
PENDING = "<img src=/endless>"
"""Loading never stops."""


@pytest.mark.parametrize(
    "leaving", [SUBMITS, POSTS, SAVES, GOES, PENDING + SUBMITS, PENDING + SAVES, PENDING + AGAIN]
)
async def test_what_is_refused_while_the_page_is_parsed_is_not_waited_for(
    border: RequestInterceptor, leaving: str
) -> None:
    border.site.raw("/endless", b"HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n\r\n", hold=True)
    began = time.monotonic()
    await border.open(f"<title>start</title>{leaving.format(url=border.evil)}<p>more")
    assert time.monotonic() - began < 4
    tab = border.session.active
    assert tab.url == f"{border.site.base}/start"
    assert not tab.navigating
    await border.refused("page")


async def test_an_answer_without_content_while_the_page_is_parsed_is_not_waited_for(
    border: RequestInterceptor,
) -> None:
    border.site.page("/empty", status="204 No Content")
    began = time.monotonic()
    await border.open(SUBMITS.format(url="/empty"))
    assert time.monotonic() - began < 4
