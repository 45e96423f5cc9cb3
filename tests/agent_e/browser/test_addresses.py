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
    "written", ["", "   ", "two words", "https://", "http:///x", "http://[::1"]
)
def test_refuses_what_is_no_address(written):
    with pytest.raises(BadArgument):
        resolve(written, current=HERE)


def test_a_relative_address_needs_a_page():
    with pytest.raises(BadArgument, match="whole address"):
        resolve("/basket", current="about:blank")


def test_opens_files_only_when_allowed():
    assert resolve("file:///tmp/a.html", current=HERE, allow_files=True) == "file:///tmp/a.html"
