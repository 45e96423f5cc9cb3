"""The URL policy by itself: what is allowed, and that no spelling gets around it."""

import ipaddress
import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent_e.errors import ConfigError
from agent_e.safety.ip_ranges import private_kind
from agent_e.safety.origins import HostPattern, read_pattern, read_place, site_of
from agent_e.safety.url_policy import UrlPolicy, decide


def policy(allow: str = "", deny: str = "", granted: tuple[tuple[str, int], ...] = ()) -> UrlPolicy:
    return UrlPolicy(
        allow=tuple(map(read_pattern, allow.split())),
        deny=tuple(map(read_pattern, deny.split())),
        granted=frozenset(granted),
    )


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0177.0.0.1/",
        "http://0x7f.1/",
        "http://127.0.0.1./",
        "http://１２７.0.0.1/",
        "http://127。0。0。1/",
        "http://%31%32%37.0.0.1/",
        "http://0/",
        "http://[::1]/",
        "http://[::]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[::127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2606:2800::5efe:7f00:1]/",
        "http://[2606:2800::200:5efe:10.0.0.1]/",
        "http://[2002:7f00:1::]/",
        "http://localhost/",
        "http://LOCALHOST./",
        "http://a.localhost:8000/",
        "http://ⓛocalhost/",
        "http://example.org@127.0.0.1/",
        "http:\\\\127.0.0.1\\",
        "ht\ntp://127.0.\t0.1/",
        "  http://127.0.0.1/",
        "http:/127.0.0.1",
        "http://10.1.2.3/",
        "http://172.16.0.1/",
        "http://192.168.1.1/",
        "http://100.64.0.1/",
        "http://169.254.1.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://2852039166/",
        "http://[fe80::1]/",
        "http://[fc00::1]/",
        "http://[fd00:ec2::254]/",
        "http://metadata.google.internal/",
        "http://printer.local/",
        "http://224.0.0.1/",
        "http://255.255.255.255/",
    ],
)
def test_every_spelling_of_a_private_address_is_refused(url: str) -> None:
    decision = decide(url, policy())
    assert (decision.allowed, decision.rule) == (False, "private")
    assert "may not be opened" in decision.sentence


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,hi",
        "blob:https://example.org/1234",
        "file:///etc/passwd",
        "view-source:https://example.org/",
        "chrome://settings",
        "ftp://example.org/",
        "ws://example.org/",
        "about:srcdoc",
        "about:blankets",
        "filesystem:https://example.org/temporary/x",
        "mailto:a@example.org",
    ],
)
def test_only_http_and_https_are_opened(url: str) -> None:
    assert decide(url, policy()).rule == "scheme"


@pytest.mark.parametrize("url", ["https://example.org/", "file:///etc/passwd", "file:///a.html/b"])
def test_from_a_file_that_the_person_named_nothing_else_is_opened(url: str) -> None:
    named = UrlPolicy(files=frozenset({"file:///a.html"}))
    assert decide("file:///a.html#part", named).rule == "granted"
    assert decide(url, named).rule == "stored"


@pytest.mark.parametrize(
    "url", ["", "http://", "https:///", "//example.org", "example.org", "http://a:99999/", "\ud800"]
)
def test_what_is_no_address_is_refused(url: str) -> None:
    assert decide(url, policy()).rule == "unreadable"


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/",
        "http://example.org:8080/a?b#c",
        "https://münchen.example/",
        "https://1.1.1.1/",
        "https://[2606:4700:4700::1111]/",
        "about:blank",
        "about:blank#top",
        "HTTPS://EXAMPLE.ORG./",
    ],
)
def test_public_addresses_are_allowed(url: str) -> None:
    assert decide(url, policy(), lambda _: ["93.184.216.34"]).allowed


@pytest.mark.parametrize(
    ("pattern", "url", "matches"),
    [
        ("example.org", "https://example.org/", True),
        ("example.org", "https://EXAMPLE.org.:444/", True),
        ("example.org", "https://www.example.org/", False),
        ("example.org", "https://example.org.evil.test/", False),
        ("example.org", "https://notexample.org/", False),
        ("example.org", "https://example.org@evil.test/", False),
        ("example.org", "https://evil.test\\@example.org/", False),
        ("example.org", "https://example.org\\@evil.test/", True),
        ("example.org", "https://ехample.org/", False),  # two Cyrillic letters
        ("*.example.org", "https://example.org/", True),
        ("*.example.org", "https://a.b.example.org/", True),
        ("*.example.org", "https://badexample.org/", False),
        ("*.example.org", "https://example.org.evil.test/", False),
        ("EXAMPLE.org:8443", "https://example.org:8443/", True),
        ("example.org:8443", "https://example.org/", False),
        ("example.org:443", "https://example.org/", True),
        ("example.org:80", "https://example.org/", False),
        ("münchen.example", "https://xn--mnchen-3ya.example/", True),
        ("8.8.8.8", "https://0x08080808/", True),
        ("[2606:4700::1]:443", "https://[2606:4700:0:0::1]/", True),
    ],
)
def test_one_matcher_for_what_is_allowed_and_denied(pattern: str, url: str, matches: bool) -> None:
    public = lambda _: ["93.184.216.34"]  # noqa: E731
    assert decide(url, policy(allow=pattern), public).allowed is matches
    assert decide(url, policy(deny=pattern), public).allowed is not matches
    assert not decide(url, policy(allow=pattern, deny=pattern), public).allowed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*",
        "*.",
        "https://example.org",
        "example.org/path",
        "a b",
        "*.*.org",
        ":80",
        "a:b",
        "user@example.org",
        "*.127.0.0.1",
        "foo*.org",
    ],
)
def test_what_is_no_pattern_is_said(text: str) -> None:
    with pytest.raises(ConfigError, match="names no host"):
        read_pattern(text)


def test_a_name_with_one_private_address_is_refused() -> None:
    asked: list[str] = []

    def resolve(host: str) -> list[str]:
        asked.append(host)
        return ["93.184.216.34", "fe80::1%eth0"]

    decision = decide("https://Rebound.example.org:8443/x", policy(), resolve)
    assert (decision.allowed, decision.rule) == (False, "private")
    assert "fe80::1" in decision.sentence
    assert asked == ["rebound.example.org"]


def test_names_are_looked_up_only_where_that_decides() -> None:
    def never(host: str) -> list[str]:
        raise AssertionError(host)

    assert decide("http://shop.test:81/", policy(granted=(("shop.test", 81),)), never).allowed
    assert not decide("http://shop.test/", policy(deny="shop.test"), never).allowed
    assert not decide("http://shop.test/", policy(allow="other.test"), never).allowed
    assert decide("https://1.1.1.1/", policy(), never).allowed
    assert decide("https://example.org/", policy()).lookup == "example.org"


def test_a_granted_place_is_one_host_and_port() -> None:
    ours = policy(granted=(("127.0.0.1", 8000),))
    assert decide("http://127.0.0.1:8000/a", ours).allowed
    assert decide("http://2130706433:8000/a", ours).allowed
    assert not decide("http://127.0.0.1:8001/", ours).allowed
    assert not decide("http://localhost:8000/", ours).allowed
    assert not decide("http://127.0.0.2:8000/", ours).allowed
    denied = policy(deny="127.0.0.1", granted=(("127.0.0.1", 8000),))
    assert not decide("http://127.0.0.1:8000/", denied).allowed


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("www.example.co.uk", "example.co.uk"),
        ("a.b.github.io", "b.github.io"),
        ("example.org", "example.org"),
        ("localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("co.uk", "co.uk"),
    ],
)
def test_the_site_of_a_host(host: str, site: str) -> None:
    assert site_of(host) == site


_LABEL = st.text(string.ascii_letters + string.digits + "-äößΩ中。．", min_size=1, max_size=12)
_HOST = st.one_of(
    st.lists(_LABEL, min_size=1, max_size=4).map(".".join),
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=4).map(lambda ip: hex(int(ip))),
    st.ip_addresses(v=4).map(lambda ip: str(int(ip))),
    st.ip_addresses(v=6).map(lambda ip: f"[{ip}]"),
    st.text(max_size=20),
)
_URL = st.one_of(
    st.builds(
        "{}{}{}{}{}{}".format,
        st.sampled_from(["http:", "https:", "HTTP:", "ht\ttp:", "javascript:", "data:", "", "x:"]),
        st.sampled_from(["//", "\\\\", "/", "", "///"]),
        st.sampled_from(["", "user@", "a:b@", "example.org@", "@"]),
        _HOST,
        st.sampled_from(["", ":80", ":0", ":65536", ":x", "."]),
        st.text(max_size=20).map(lambda tail: f"/{tail}"),
    ),
    st.text(max_size=60),
)


def _holds(url: str) -> None:
    """What has to be true of every address, whatever it is."""
    decision = decide(url, policy(), lambda _: [])
    place = read_place(url)
    if not decision.allowed:
        assert decision.sentence
        assert len(decision.sentence) < 400
        return
    assert place is not None
    assert place.href.startswith(("http://", "https://", "about:blank"))
    if place.host:
        assert not private_kind(place.host)
        # Written in its plain form it is the same place, and decided the same way.
        again = read_place(place.href)
        assert again is not None
        assert (again.host, again.port) == (place.host, place.port)
        assert decide(place.href, policy(), lambda _: []).allowed
        pattern = HostPattern(host=place.host, port=place.port)
        assert pattern.matches(place.host, place.port)
        assert not decide(url, UrlPolicy(deny=(pattern,))).allowed
        elsewhere = policy(allow="only.example.test")
        assert decide(url, elsewhere).allowed is (place.host == "only.example.test")


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(_URL)
def test_no_address_gets_around_the_policy(url: str) -> None:
    _holds(url)


@pytest.mark.slow
@settings(max_examples=10_000, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(_URL)
def test_no_address_of_ten_thousand_gets_around_the_policy(url: str) -> None:
    _holds(url)


@settings(max_examples=200)
@given(st.ip_addresses())
def test_no_private_number_is_public_in_any_spelling(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    private = not address.is_global or address.is_multicast
    spellings = [f"[{address}]", f"[{address.exploded}]"] if address.version == 6 else []
    if isinstance(address, ipaddress.IPv4Address):
        number = int(address)
        spellings = [str(address), str(number), hex(number), f"0{number:o}", f"[::ffff:{address}]"]
    for host in spellings:
        allowed = decide(f"http://{host}/", policy()).allowed
        if private:
            assert not allowed, host
        elif address.version == 4:
            assert allowed, host
