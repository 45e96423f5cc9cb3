"""The door of outputs: texts, values, files, exceptions and streams."""

import io
import traceback

import pytest

from agent_e.errors import NavigationFailed
from agent_e.safety.secrets import OutputRedactor, RedactedStream, Redactor, handle_in


@pytest.fixture
def hidden() -> OutputRedactor:
    made = OutputRedactor()
    made.secrets.add("hunter22", "secret x")
    made.typed.add("s3same-open", "typed password")
    return made


def test_secrets_and_typed_passwords_go(hidden: OutputRedactor) -> None:
    assert hidden("hunter22 s3same-open") == "[secret x] [typed password]"
    assert hidden.value({"a": ["hunter22"], "b": 7}) == {"a": ["[secret x]"], "b": 7}


def test_numbers_stay_numbers_unless_one_is_a_secret() -> None:
    redactor = Redactor()
    redactor.add("482913", "code of x")
    redactor.add("1795", "pin")
    given = {"code": 482913, "time": 1795339123.4829, "tokens": 1795, "on": True, "none": None}
    assert redactor.value(given) == {**given, "code": "[code of x]"}


@pytest.mark.parametrize("written", ["482 913", "482-913", "482\u00a0913", "319284", "482913"])
def test_a_code_goes_however_its_digits_are_grouped(written: str) -> None:
    redactor = Redactor()
    redactor.add("482913", "code of x")
    assert redactor(f"it is {written}!") == "it is [code of x]!"


@pytest.mark.parametrize("written", ["CORRECT-HORSE", "correct-horse", "esroH-tcerroC"])
def test_long_values_go_in_capitals_and_backwards(written: str) -> None:
    redactor = Redactor()
    redactor.add("Correct-Horse", "secret x")
    assert redactor(f"<{written}>") == "<[secret x]>"
    short = Redactor()
    short.add("anna", "secret user")
    assert short("Anna, anna") == "Anna, [secret user]"


def test_files_keep_every_other_byte() -> None:
    redactor = Redactor()
    redactor.add("hunter22", "x")
    before, after = bytes(range(128, 256)), b"\x00\xff\xfe"
    assert redactor.data(before + b"hunter22" + after) == before + b"[x]" + after


def test_an_exception_is_cleaned_with_all_that_led_to_it(hidden: OutputRedactor) -> None:
    try:
        try:
            try:
                raise ValueError("no hunter22", 7)
            except ValueError as error:
                raise NavigationFailed("s3same-open failed") from error
        except NavigationFailed:
            raise ExceptionGroup("both", [KeyError("hunter22")])  # noqa: B904 - as context
    except ExceptionGroup as error:
        hidden.clean(error)
        told = "".join(traceback.format_exception(error))
    lines = [line for line in told.splitlines() if "raise " not in line]
    assert "hunter22" not in "\n".join(lines) and "s3same" not in "\n".join(lines)
    assert told.count("[secret x]") == 2


def test_a_stream_finds_what_is_written_in_pieces(hidden: OutputRedactor) -> None:
    sink = io.StringIO()
    stream = RedactedStream(sink, hidden)
    for piece in ("a hun", "ter22", " b\nnext ", "s3same", "-open"):
        print(piece, end="", file=stream, flush=True)
    assert sink.getvalue() == "a [secret x] b\n"
    stream.close()
    assert sink.getvalue() == "a [secret x] b\nnext [typed password]\n"


@pytest.mark.parametrize(
    ("text", "handle"),
    [
        ("{secret:bank}", "bank"),
        (" {SECRET: bank_code}\n", "bank_code"),
        ("pw {secret:bank}", ""),
        ("{secret:}", ""),
        ("{secret:a}{secret:b}", ""),
        ("bank", ""),
    ],
)
def test_a_handle_is_typed_alone(text: str, handle: str) -> None:
    assert handle_in(text) == handle
