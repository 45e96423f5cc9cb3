"""No form of a secret gets past the redactor, and nothing else is changed."""

import base64
import html
import json
import urllib.parse

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.safety.normalization import letters
from agent_e.safety.secrets import Redactor

CANARY = "Kä\"n&r<y /+%7\\'Ω😀!"


def redactor(*values: str) -> Redactor:
    made = Redactor()
    for value in values:
        made.add(value, "secret x")
    return made


def forms(value: str) -> dict[str, str]:
    """The value as it is written by whatever it passes through."""
    data = value.encode()
    quoted = urllib.parse.quote(value, safe="")
    found = {
        "plain": value,
        "URL": quoted,
        "URL, small": "".join(c.lower() for c in quoted) if "%" in quoted else quoted,
        "form": urllib.parse.quote_plus(value),
        "URL, twice": urllib.parse.quote(quoted, safe=""),
        "every byte": "".join(f"%{byte:02X}" for byte in data),
        "HTML": html.escape(value),
        "HTML, numbers": "".join(f"&#{ord(c)};" for c in value),
        "HTML, hex": "".join(f"&#x{ord(c):X};" for c in value),
        "JSON": json.dumps(value)[1:-1],
        "JSON, unicode": json.dumps(value, ensure_ascii=False)[1:-1],
        "JSON, twice": json.dumps(json.dumps(value)[1:-1])[1:-1],
        "JSON, slashes": json.dumps(value)[1:-1].replace("/", "\\/"),
        "hex": data.hex(),
        "HEX": data.hex().upper(),
    }
    if value.isascii() and value.isalpha():
        return found
    if any(c.isupper() for c in value):
        # Lower case of the letters themselves is another text.
        del found["URL, small"]
    return found


@pytest.mark.parametrize("form", forms(CANARY))
def test_every_form_is_found(form: str) -> None:
    written = forms(CANARY)[form]
    assert redactor(CANARY)(f"a {written} b") == "a [secret x] b"


@pytest.mark.parametrize("before", ["", "a", "ab", "user:", "x" * 31])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
def test_base64_is_found_wherever_the_value_begins(before: str, encode) -> None:
    written = encode(f"{before}{CANARY} and more".encode()).decode()
    cleaned = redactor(CANARY)(written)
    assert "[secret x]" in cleaned
    inner = cleaned.replace("[secret x]", "")
    assert len(inner) < len(written) - len(CANARY)


def test_the_case_of_escapes_does_not_matter() -> None:
    assert redactor("pass word/1")("pass%20word%2f1 pass%20word%2F1") == "[secret x] [secret x]"


def test_the_longer_of_two_goes_first() -> None:
    made = Redactor()
    made.add("hunter", "secret a")
    made.add("hunter22", "secret b")
    assert made("hunter22 hunter") == "[secret b] [secret a]"


def test_values_of_json_are_cleaned_keys_as_well() -> None:
    made = redactor("hunter22")
    given = {"hunter22": ["a hunter22", 3, None, {"x": "hunter22"}], "n": 1.5}
    assert made.value(given) == {
        "[secret x]": ["a [secret x]", 3, None, {"x": "[secret x]"}],
        "n": 1.5,
    }


def test_a_redacted_journal_line_is_json_still() -> None:
    made = redactor(CANARY)
    line = json.dumps({"a": CANARY, "b": [f"x{CANARY}"]})
    assert json.loads(made(line)) == {"a": "[secret x]", "b": ["x[secret x]"]}


@settings(max_examples=300, deadline=None)
@given(st.text(min_size=6, max_size=30), st.text(max_size=10), st.text(max_size=10))
def test_no_value_is_left_in_any_form(value: str, before: str, after: str) -> None:
    value = value.encode("utf-8", "replace").decode()
    made = redactor(value)
    for form, written in forms(value).items():
        text = f"{before}{written}{after}"
        assert written not in made(text), form


@settings(max_examples=100)
@given(st.text(alphabet="abcdefgh ", max_size=200))
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert redactor("Hunter-2217")(text) == text


SECRET = "Lapwing-2217"
ONE_TIME = "644040"


def disguises(value: str) -> dict[str, str]:
    """The value as a page may write it for a reader, or for nobody."""
    data = value.encode()
    wide = "".join(chr(ord(c) + 0xFEE0) for c in value)
    return {
        "spaced letters": " ".join(value),
        "base32": base64.b32encode(data).decode(),
        "hex with colons": data.hex(":"),
        "hex with spaces": data.hex(" ").upper(),
        "hex with 0x": ", ".join(f"0x{byte:02x}" for byte in data),
        "escapes": "".join(f"\\x{byte:02x}" for byte in data),
        "decimal": " ".join(map(str, data)),
        "UTF-16 in base64": base64.b64encode(value.encode("utf-16-le")).decode(),
        "base64 twice": base64.b64encode(base64.b64encode(data)).decode(),
        "full-width": wide,
        "other dashes": value.replace("-", "\u2010"),
        "tag letters": "\U000e0041\U000e0042".join(value),
        "joiners": "\u200d".join(value),
        "two paragraphs": f"{value[:5]}\n\n  {value[5:]}",
    }


@pytest.mark.parametrize("form", disguises(SECRET))
def test_a_disguised_value_is_found(form: str) -> None:
    cleaned = redactor(SECRET)(f"It is {disguises(SECRET)[form]} today.")
    assert "[secret x]" in cleaned
    left = letters(cleaned.replace("[secret x]", ""))
    # The last letter of base32 and the ends of base64 may stay.
    assert left.startswith("itis")
    assert left.endswith("today")
    assert len(left) <= len("itistoday") + 4, cleaned


@pytest.mark.parametrize("written", ["644,040", "644 040", "6-4-4-0-4-0", "\uff16\uff14\uff14040"])
def test_a_code_is_found_in_groups(written: str) -> None:
    assert redactor(ONE_TIME)(f"Your code: {written}.") == "Your code: [secret x]."


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("abc", "a b c, ABC, 61 62 63, YWJj and 97 98 99"),
        ("key1", "k e y 1 of 0x6b 0x65"),
        ("12345678", "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8"),
        ("Lapwing-2217", "A lapwing, 22 of 17; l a p w i n g"),
        ("Lapwing-2217", '{"lapwing": "2217", "list": ["lapwing", 2217]}'),
        ("\u2460\u2461\u2462\u2463", "1 2 3 4"),
    ],
)
def test_what_only_resembles_a_value_stays(value: str, text: str) -> None:
    assert redactor(value)(text) == text
