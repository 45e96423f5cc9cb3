"""Answers written down beforehand: which rule answers, and what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent_e.errors import ConfigError, NeedsPerson
from agent_e.human import QuestionBroker, read_answers
from agent_e.human.questions import choice_schema, form_schema

from .journals import Journal
from .test_question_broker import Person

pytestmark = pytest.mark.asyncio(loop_scope="session")


def desk(folder: Path, rules: str, *others: Person, **more: Any) -> QuestionBroker:
    file = folder / "answers.yaml"
    file.write_text(rules)
    return QuestionBroker("r", Journal(), channels=[read_answers(file), *others], **more)


async def test_the_first_rule_that_fits_answers(tmp_path: Path) -> None:
    asked = desk(
        tmp_path,
        """
- {kind: choice, answer: small}
- {question: "WHICH  size", answer: 042, note: or so}
- {question: /^how (many|much)/, answer: 3.50}
- {kind: text, answer: anything}
""",
    )
    given = await asked.ask("text", "Tell me which size it is.")
    assert (given.value, given.note, given.by) == ("042", "or so", "answers")
    assert (await asked.ask("text", "How much?")).value == "3.50"
    assert (await asked.ask("text", "Say how much?")).value == "anything"
    chosen = await asked.ask("choice", "Which size?", schema=choice_schema(["Large", "Small"]))
    assert chosen.value == "Small"


@pytest.mark.parametrize(("written", "meant"), [("yes", "yes"), ("true", "yes"), ("no", "no")])
async def test_what_yaml_takes_for_a_truth_value_is_a_yes_or_no(
    tmp_path: Path, written: str, meant: str
) -> None:
    asked = desk(tmp_path, f"- kind: approval\n  answer: {written}\n")
    assert (await asked.ask("approval", "May I?")).value == meant


async def test_json_forms_and_plans(tmp_path: Path) -> None:
    said = {"born": "1990-05-03", "name": "Ann", "news": True}
    rules = [{"kind": "form", "answer": said}, {"kind": "plan", "answer": ["one", "two"]}]
    asked = desk(tmp_path, json.dumps(rules))
    schema = form_schema(["name", "born", "news ?"])
    assert (await asked.ask("form", "Who?", schema=schema)).value == {**said, "news": "yes"}
    assert (await asked.ask("plan", "This way?")).value == ["one", "two"]


async def test_a_rule_may_decline_and_may_hold_once(tmp_path: Path) -> None:
    asked = desk(
        tmp_path,
        "- {question: size, answer: Large, once: true}\n"
        "- {question: size, decline: true, note: you know it}\n",
    )
    assert (await asked.ask("text", "Which size?")).value == "Large"
    given = await asked.ask("text", "Which size?")
    assert (given.action, given.note) == ("declined", "you know it")


async def test_a_secret_comes_from_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    file.write_text("- {kind: secret, env: SHOP}\n")
    channel = read_answers(file, {"SHOP": "hunter22"})
    assert "hunter22" not in repr(vars(channel))
    kept: list[str] = []

    def keep(request: Any, value: str) -> str:
        kept.append(value)
        return "password-1"

    asked = QuestionBroker("r", Journal(), channels=[channel], keep=keep)
    assert (await asked.ask("secret", "Which?", sensitivity="secret")).value == "password-1"
    assert kept == ["hunter22"]


async def test_who_comes_after_the_file_is_asked_what_it_does_not_say(tmp_path: Path) -> None:
    person = Person("Small")
    asked = desk(tmp_path, "- {question: colour, answer: red}\n", person)
    assert (await asked.ask("text", "Which colour?")).value == "red"
    assert person.shown == []
    assert (await asked.ask("text", "Which size?")).value == "Small"


async def test_an_answer_that_does_not_fit_ends_the_run_in_a_sentence(tmp_path: Path) -> None:
    asked = desk(tmp_path, "- {answer: red}\n- {answer: Small}\n", on_ask="default")
    with pytest.raises(NeedsPerson) as raised:
        await asked.ask("choice", "Which size?", schema=choice_schema(["Small", "Large"]))
    assert str(raised.value) == (
        "The answer at line 1 of answers.yaml does not fit the question 'Which size?': "
        "Answer with one of: Small, Large. Change it and run again."
    )
    kinds = asked._journal.kinds  # type: ignore[attr-defined]
    assert kinds == ["person.asked", "person.missed", "person.answered"]


async def test_without_a_rule_that_fits_nobody_can_be_asked(tmp_path: Path) -> None:
    for rules in ("", "- {kind: code, answer: '123456'}\n"):
        with pytest.raises(NeedsPerson, match="nobody can be asked"):
            await desk(tmp_path, rules).ask("text", "Which size?")


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("a: b", "must hold a list of rules"),
        ("- a\n", "at line 1: a rule has keys and values"),
        (
            "- answer: a\n- {answer: b, kin: text}\n",
            "at line 2: there is no key 'kin'. Did you",
        ),
        ("- answer: a\n  kind: word\n", "at line 1: there is no kind 'word'. There are: text"),
        ("\n- kind: text\n", "at line 2: a rule has one of answer"),
        ("- {answer: a, decline: true}\n", "at line 1: a rule has one of answer"),
        ("- answer: a\n  once: maybe\n", "at line 2: once must be true or false"),
        ("- {answer: a, note: [b]}\n", "at line 1: note must be text"),
        ("- {answer: a, question: /(/}\n", "at line 1: question is no regular expression"),
        ("- env: NO_SUCH\n", "at line 1: the environment has no variable NO_SUCH"),
        ("- answer: [a\n", "is no YAML or JSON: .* at line 2"),
        ("- answer: &a [*a]\n", "holds itself"),
    ],
)
async def test_a_file_that_does_not_fit_is_told_with_its_line(
    tmp_path: Path, rules: str, why: str
) -> None:
    file = tmp_path / "answers.yaml"
    file.write_text(rules)
    with pytest.raises(ConfigError, match=why):
        read_answers(file, {})


async def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read: No such file"):
        read_answers(tmp_path / "none.yaml")
    (tmp_path / "bytes").write_bytes(b"- \xff")
    with pytest.raises(ConfigError, match="is no YAML or JSON"):
        read_answers(tmp_path / "bytes")
