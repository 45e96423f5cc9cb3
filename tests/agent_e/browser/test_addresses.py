from __future__ import annotations

import pytest

from agent_e.browser.addresses import resolve
from agent_e.errors import BadArgument

HERE = "https://shop.example/a/b?q=1#top"


@pytest.mark.parametrize(
    ("written", "opened"),
    [
        ("example.org", "https://example.org"),
        ("  example.org/x?y=1#z ", "https://example.org/x?y=1#z"),
        ("example.org:8443/x", "https://example.org:8443/x"),
        ("localhost", "http://localhost"),
        ("localhost:3000/x", "http://localhost:3000/x"),
        ("shop.localhost:3000", "http://shop.localhost:3000"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("[::1]:8000/x", "http://[::1]:8000/x"),
        ("http://example.org/", "http://example.org/"),
        ("HTTPS://Example.org/", "HTTPS://Example.org/"),
        ("about:blank", "about:blank"),
        ("/basket", "https://shop.example/basket"),
        ("?q=2", "https://shop.example/a/b?q=2"),
        ("#end", "https://shop.example/a/b?q=1#end"),
        ("./c", "https://shop.example/a/c"),
        ("../c", "https://shop.example/c"),
        ("//other.example/x", "https://other.example/x"),
    ],
)
def test_completes_what_was_written(written, opened):
    assert resolve(written, current=HERE) == opened


@pytest.mark.parametrize(
    ("written", "opened"),
    [
        ("?q=search page rows", "https://shop.example/a/b?q=search%20page%20rows"),
        ("/big red mug", "https://shop.example/big%20red%20mug"),
        ("./c d", "https://shop.example/a/c%20d"),
        ("#the end", "https://shop.example/a/b?q=1#the%20end"),
        ("example.org/a b?c d#e f", "https://example.org/a%20b?c%20d#e%20f"),
        ("https://example.org?q=a b", "https://example.org?q=a%20b"),
        ("https://example.org/a%20b?c=%2F+d", "https://example.org/a%20b?c=%2F+d"),
        ("https://example.org/100% wool", "https://example.org/100%%20wool"),
        (
            "https://example.org/Größe?wo=日本",
            "https://example.org/Gr%C3%B6%C3%9Fe?wo=%E6%97%A5%E6%9C%AC",
        ),
        ("https://bücher.example/ü", "https://bücher.example/%C3%BC"),
        (
            'https://example.org/"<a>"?"<a>"#"<a>"',
            "https://example.org/%22%3Ca%3E%22?%22%3Ca%3E%22#%22%3Ca%3E%22",
        ),
        ("https://example.org/x\ud800", "https://example.org/x%3F"),
        ("https://example.org/a\tb\u00a0c", "https://example.org/a%09b%C2%A0c"),
    ],
)
def test_encodes_what_may_not_stand_in_an_address(written, opened):
    assert resolve(written, current=HERE) == opened
    assert resolve(opened, current=HERE) == opened


_ASCII = "".join(map(chr, range(0x20, 0x7F))).replace("\\", "")
"""Without what browsers make a slash of."""


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_encodes_as_the_browser_does(session):
    path = _ASCII.replace("#", "").replace("?", "")
    query = _ASCII.replace("#", "")
    for part in (f"/x{path}x", f"/?x{query}x", f"/#x{_ASCII}x"):
        written = f"https://example.org{part}ü"
        told = await session.active.page.evaluate("written => new URL(written).href", written)
        assert resolve(written, current=HERE) == told


@pytest.mark.parametrize(
    ("written", "scheme"),
    [
        ("javascript:alert(1)", "javascript"),
        ("data:text/html,x", "data"),
        ("file:///etc/passwd", "file"),
        ("chrome://settings", "chrome"),
        ("about:config", "about"),
        ("view-source:https://example.org", "view-source"),
        ("mailto:a@example.org", "mailto"),
        ("FTP://example.org", "ftp"),
    ],
)
def test_refuses_other_schemes_by_name(written, scheme):
    with pytest.raises(BadArgument, match=rf"begin with {scheme}: cannot be opened"):
        resolve(written, current=HERE)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "   ",
        "two words",
        "search page rows",
        "https://two words/x",
        "//two words/x",
        "https://example.org/1\nhttps://example.org/2",
        "https://",
        "http:///x",
        "http://[::1",
    ],
)
def test_refuses_what_is_no_address(written):
    with pytest.raises(BadArgument, match="is not an address|names no host"):
        resolve(written, current=HERE)


def test_a_relative_address_needs_a_page():
    with pytest.raises(BadArgument, match="whole address"):
        resolve("/basket", current="about:blank")


def test_opens_files_only_when_allowed():
    assert resolve("file:///tmp/a.html", current=HERE, allow_files=True) == "file:///tmp/a.html"
    assert resolve("file:///a b/c.html", current=HERE, allow_files=True) == "file:///a%20b/c.html"
