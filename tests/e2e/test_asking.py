"""What agents ask the person, answered by a file: words, choices, forms, and secrets that stay."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.journal import read_run
from agent_e.types import TaskResult

from .conftest import LOOKED, Workbench, browse, clicking, finish, mmid_of, offered, report, seen
from .leaking import PASSWORD, TOKEN, Leaky, inked, leaks, members

pytestmark = pytest.mark.browser

CODE = "482913"


def ask(question: str, kind: str = "text", *options: str) -> Scripted:
    given = {"question": question, "kind": kind, "options": [*options]}
    return Scripted(calls=[("ask_user", given)])


def filling(line: str, handle: str) -> Any:
    return lambda body: Scripted(
        calls=[("fill_secret", {"mmid": mmid_of(body, line), "handle": handle})]
    )


def told(body: Any) -> str:
    """The last that a request tells the model."""
    return str(body["messages"][-1]["content"])


async def run_with(
    workbench: Workbench, rules: list[dict[str, Any]], script: Any, url: str, **human: Any
) -> TaskResult:
    """A run whose person is a file of answers."""
    file = workbench.runs.parent / "answers.json"
    file.write_text(json.dumps(rules))
    said = {"answers": file, **human}
    agent = await workbench.agent(script, human=said, verify="never")
    return await agent.run("Log in and tell the balance.", start_url=url)


def asked(result: TaskResult) -> list[dict[str, Any]]:
    """The questions of a run, as they were journaled."""
    events = read_run(Path(result.run_dir)).events
    return [event["request"] for event in events if event["kind"] == "person.asked"]


@pytest.fixture
async def site() -> AsyncIterator[Leaky]:
    leaky = Leaky()
    async with serve_app(leaky.app()) as port:
        leaky.url = f"http://127.0.0.1:{port}"
        yield leaky


@pytest.mark.slow
async def test_no_byte_of_what_is_typed_in_secret_leaves_the_run(
    workbench: Workbench,
    site: Leaky,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CANARY", PASSWORD)
    monkeypatch.setenv("CANARY_TOKEN", TOKEN)
    rules = [
        {"kind": "secret", "question": "password", "env": "CANARY"},
        {"kind": "secret", "question": "token", "env": "CANARY_TOKEN"},
        {"kind": "code", "answer": f" {CODE}\n"},
    ]
    script = by_role(
        planner=[browse("Log in."), finish(f"The balance is 42, {PASSWORD}.", 1)],
        navigator=[
            ask("Your password for the bank?", "secret"),
            filling("textbox 'Password'", "password-1"),
            ask("Your API token?", "secret"),
            filling("textbox 'API token'", "text-1"),
            clicking("button 'Next'"),
            ask("The code they sent you?", "code"),
            filling("textbox 'One-time code'", "code-1"),
            filling("textbox 'One-time code'", "code-1"),
            clicking("button 'Sign in'"),
            report("Logged in.", ("the balance", "Balance: 42")),
        ],
    )
    result = await run_with(workbench, rules, script, site.url)
    assert (result.outcome, result.message) == (Outcome.SUCCESS, "")
    assert (site.passwords, site.tokens, site.codes) == ([PASSWORD], [TOKEN], [CODE])

    navigator = workbench.asked("navigator")
    assert all({"ask_user", "fill_secret"} <= {*offered(body)} for body in navigator)
    assert told(navigator[1]).endswith("kept as password-1. Fill it in with fill_secret.")
    assert "kept as text-1" in seen(navigator[3])
    assert "code-1 was filled in before. Ask the person" in seen(navigator[8])
    shown = asked(result)
    assert [each["evidence"]["site"] for each in shown] == [site.place] * 3
    assert [each["evidence"]["keeps"] for each in shown] == ["password", "text", "code"]

    printed = capfd.readouterr()
    bodies = json.dumps(workbench.server.requests).encode()
    outputs = {"models": bodies, "out": printed.out.encode(), "err": printed.err.encode()}
    outputs |= {"result": json.dumps(result.to_json()).encode()}
    outputs |= dict(members(each for each in Path(result.run_dir).rglob("*") if each.is_file()))
    assert b"[secret password-1]" in b"".join(outputs.values())
    assert leaks(outputs, {PASSWORD, TOKEN, CODE}) == []
    pictures, inky = inked(outputs)
    assert pictures >= 4
    assert inky == []


async def test_words_choices_forms_and_what_is_wrong_with_a_question(
    workbench: Workbench, catalog: RunningSite
) -> None:
    rules: list[dict[str, Any]] = [
        {"question": "where to", "answer": "Oslo", "note": "by ship"},
        {"kind": "choice", "answer": "LARGE"},
        {"kind": "form", "answer": {"name": "Ann", "born": "1990"}},
        {"question": "and then", "decline": True, "note": "I do not know"},
    ]
    script = by_role(
        planner=[
            ask("Where to?"),
            ask("Which size?", "choice", "Small", "Large"),
            ask("Who travels?", "form", "name", "born", "phone?"),
            ask("And then?"),
            ask("Which size?", "choice", "Large"),
            ask("Which size?", "text", "Large"),
            ask("Please enter your password."),
            ask("How do you log in?", "form", "user", "Password"),
            ask("Show me.", "demonstrate"),
            browse("look"),
            finish("done", 1),
        ],
        navigator=[LOOKED],
    )
    result = await run_with(workbench, rules, script, catalog.url)
    assert result.outcome is Outcome.SUCCESS
    said = [told(body) for body in workbench.asked("planner")[1:10]]
    assert said[0] == "The person answered: Oslo\nThey add: by ship"
    assert said[1] == "The person answered: Large"
    assert said[2] == "The person answered:\nname: Ann\nborn: 1990"
    assert said[3].startswith("The person does not answer. I do not know Go on without it")
    assert "A choice needs 2 or more different options." in said[4]
    assert "Options go with kind choice or form, not with text." in said[5]
    assert "with kind secret or code" in said[6]
    assert "with kind secret or code" in said[7]
    assert "no window" in said[8]
    assert len(asked(result)) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("on_ask", "outcome", "words"),
    [
        ("fail", Outcome.NEEDS_PERSON, ""),
        ("default", Outcome.SUCCESS, "Nobody answered; the default is: Small"),
        ("deny", Outcome.SUCCESS, "The person does not answer. nobody can be asked"),
    ],
)
async def test_what_becomes_of_a_question_without_an_answer(
    workbench: Workbench, catalog: RunningSite, on_ask: str, outcome: Outcome, words: str
) -> None:
    script = by_role(
        planner=[ask("Which size?", "choice", "Small", "Large"), browse("look"), finish("so", 1)],
        navigator=[LOOKED],
    )
    result = await run_with(workbench, [], script, catalog.url, on_ask=on_ask)
    assert result.outcome is outcome
    if outcome is Outcome.NEEDS_PERSON:
        assert result.exit_code == 3
        assert "asked 'Which size?', but nobody can be asked" in result.message
    else:
        assert told(workbench.asked("planner")[1]).startswith(words)
