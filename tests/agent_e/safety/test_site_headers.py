"""Headers of the person's: which can be sent, and to whom."""

from collections.abc import Sequence

import pytest

from agent_e.errors import ConfigError
from agent_e.safety.site_headers import read_headers

SENT = {"Authorization": "Bearer of-the-header"}
WRITTEN = ["Authorization: Bearer of-the-header"]


@pytest.mark.parametrize(
    ("start", "allow", "url", "sent"),
    [
        ("https://www.example.org/", (), "https://api.example.org/v1", True),
        ("https://www.example.org/", (), "http://www.example.org/", False),
        ("https://www.example.org/", (), "https://example.org.evil.test/", False),
        ("https://www.example.org/", (), "https://example.org@evil.test/", False),
        ("https://www.example.org/", ("cdn.test",), "https://cdn.test/a.png", True),
        ("http://127.0.0.1:8000/", (), "http://127.0.0.1:8000/a", True),
        ("http://127.0.0.1:8000/", (), "http://127.0.0.1:8001/a", False),
        (None, ("*.cdn.test",), "https://a.cdn.test/", True),
        (None, ("cdn.test",), "http://cdn.test/", False),
    ],
)
def test_they_go_to_the_named_sites_alone(
    start: str | None, allow: Sequence[str], url: str, sent: bool
) -> None:
    assert read_headers(WRITTEN, start, allow).sent_to(url) == (SENT if sent else {})


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("of-the-header", "write 'Name: value'"),
        ("X-Key: of-the-header\r\nX-Other: 1", "write 'Name: value'"),
        ("Host: of-the-header", "The header Host cannot be set"),
        ("cookie: of-the-header", "The header cookie cannot be set"),
        ("Transfer-Encoding: of-the-header", "cannot be set"),
    ],
)
def test_what_cannot_be_sent_is_refused_without_its_value(written: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said) as refused:
        read_headers([written], "https://example.org/", ())
    assert "of-the-header" not in str(refused.value)


def test_without_a_site_they_are_refused() -> None:
    with pytest.raises(ConfigError, match="The header Authorization is sent to nobody"):
        read_headers(WRITTEN, None, ())
