"""No form of a secret gets past the redactor, and nothing else is changed."""

import base64
import html
import json
import urllib.parse

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
