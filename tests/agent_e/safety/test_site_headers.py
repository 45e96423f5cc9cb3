"""Headers of the person's: which can be sent, and to whom."""

from collections.abc import Sequence

import pytest

from agent_e.errors import ConfigError
from agent_e.safety.site_headers import read_headers

SENT = {"Authorization": "Bearer of-the-header"}
WRITTEN = ["Authorization: Bearer of-the-header"]
SITES = {"shop": "example.org", "local": "127.0.0.1:8000"}


def secret(name: str) -> tuple[str, str]:
    if name.lower() not in SITES:
        raise ConfigError(f"There is no secret {name!r}.")
    return f"of-{name.lower()}", SITES[name.lower()]


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
    headers = read_headers(WRITTEN, start, allow, secret)
    assert headers.sent_to(url) == (SENT if sent else {})


@pytest.mark.parametrize(
    ("origin", "sent"),
    [
        ("https://www.example.org", True),
        ("https://cdn.test", True),
        ("https://evil.test", False),
        ("http://www.example.org", False),
        ("null", False),
    ],
)
def test_scripts_of_other_sites_read_nothing_that_they_open(origin: str, sent: bool) -> None:
    headers = read_headers(WRITTEN, "https://example.org/", ["cdn.test"], secret)
    assert headers.sent_to("https://example.org/", origin) == (SENT if sent else {})


def test_a_secret_goes_to_its_own_site_alone() -> None:
    written = ["X-Plain: a", "X-Key: {secret:Shop} {secret: shop}", "X-Local: {secret:local}"]
    headers = read_headers(written, "http://a.example.org/", ["cdn.test", "127.0.0.1:8000"], secret)
    plain, key, local = {"X-Plain": "a"}, {"X-Key": "of-shop of-shop"}, {"X-Local": "of-local"}
    assert headers.sent_to("http://b.example.org/") == plain | key
    assert headers.sent_to("http://cdn.test/") == plain
    assert headers.sent_to("http://127.0.0.1:8000/") == plain | local
    assert headers.sent_to("http://127.0.0.1:8001/") == {}
    assert headers.sent_to("http://b.example.org/", "http://cdn.test") == plain
    with pytest.raises(ConfigError, match="no secret 'other'"):
        read_headers(["X-Key: {secret:other}"], "https://example.org/", (), secret)


def test_what_is_secret_by_the_protocol() -> None:
    assert [
        each.credentials
        for each in read_headers(
            [*WRITTEN, "X-Env: staging"], "https://example.org/", (), secret
        ).all
    ] == ["of-the-header", ""]


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
        read_headers([written], "https://example.org/", (), secret)
    assert "of-the-header" not in str(refused.value)


def test_without_a_site_they_are_refused() -> None:
    with pytest.raises(ConfigError, match="The header Authorization is sent to nobody"):
        read_headers(WRITTEN, None, (), secret)
