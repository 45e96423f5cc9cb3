from __future__ import annotations

from pathlib import Path

import httpx

from agent_e.benchmarks.perf.serving import PageFiles, serve_page


async def test_a_page_its_frames_its_package_and_another_site_are_served(tmp_path: Path) -> None:
    (tmp_path / "part.js").write_text("1")
    files = PageFiles(
        texts={"/page": "<iframe src='{foreign}/far'>", "/inner": "within"},
        foreign={"/far": "far away"},
        folder=tmp_path,
        start="/page",
    )
    async with serve_page(files) as url, httpx.AsyncClient() as client:
        page = (await client.get(url)).text
        far = page.split("'")[1]
        assert url.startswith("http://127.0.0.1:")
        assert far.startswith("http://localhost:")
        assert (await client.get(far.replace("localhost", "127.0.0.1"))).text == "far away"
        for path, text in (("/inner", "within"), ("/package/part.js", "1")):
            answer = await client.get(url.removesuffix("/page") + path)
            assert answer.text == text
        assert "javascript" in answer.headers["content-type"]


async def test_what_is_sealed_is_told_to_load_nothing_from_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<img src='https://elsewhere.example/x.png'>")
    for sealed in (True, False):
        files = PageFiles(folder=tmp_path, sealed=sealed, start="/package/page.html")
        async with serve_page(files) as url, httpx.AsyncClient() as client:
            headers = (await client.get(url)).headers
        assert headers.get("content-security-policy", "").startswith("default-src 'self'") is sealed
