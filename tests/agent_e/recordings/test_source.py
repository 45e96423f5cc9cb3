from __future__ import annotations

import ast

from hypothesis import example, given
from hypothesis import strategies as st

from agent_e.recordings.source import Variables, comment, literal, wrapped

HOSTILE = 'a"""\n\\" + __import__("os") + \'\u2028\u2029\u202e\x00\x85\ud800\U000e0001 {x}'


@given(st.text(alphabet=st.characters(exclude_categories=())))
@example(HOSTILE)
def test_a_literal_is_the_text_and_shows_all_of_it(text: str) -> None:
    written = literal(text)
    assert ast.literal_eval(written) == text
    assert written.isprintable()


@given(st.text(alphabet=st.characters(exclude_categories=())))
@example(HOSTILE)
@example("x\rimport os")
@example("x\x0cimport os")
def test_a_comment_is_a_comment_on_every_line(text: str) -> None:
    lines = comment(text, "    ")
    assert all(line.startswith("    # ") and line.isprintable() for line in lines)
    assert ast.parse("\n".join(lines)).body == []


@given(st.text(), st.text())
@example('click("', ")(" * 50)
def test_a_broken_statement_says_the_same(name: str, text: str) -> None:
    line = f"page.get_by_role({literal(name)}, exact=True).fill({literal(text)})"
    assert ast.dump(ast.parse("\n".join(wrapped(line)))) == ast.dump(ast.parse(line))


def test_what_may_have_been_a_password_is_taken_from_there_too() -> None:
    variables = Variables()
    assert variables.text("[typed text]") == 'os.environ["TEXT"]'
    assert variables.names == {"TEXT"}


def test_secrets_are_taken_from_the_environment() -> None:
    variables = Variables()
    written = variables.text("/a?key=[secret my-key]&b=[typed password]")
    assert written == '"/a?key=" + os.environ["MY_KEY"] + "&b=" + os.environ["PASSWORD"]'
    assert variables.names == {"MY_KEY", "PASSWORD"}
    assert variables.text("[secret my-key]") == 'os.environ["MY_KEY"]'
    assert variables.text('[secret a"]+x]') == "'[secret a\"]+x]'"
    assert variables.text("") == '""'
