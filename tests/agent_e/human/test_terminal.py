"""Questions on a terminal: typed and seen through a pseudo-terminal."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from agent_e.human import NoLine, QuestionBroker, Terminal, TerminalChannel
from agent_e.human.questions import SCHEMAS, choice_schema, fitted, form_schema
from agent_e.types import PersonRequest
from tests.terminals import Window

pytestmark = pytest.mark.asyncio(loop_scope="session")

STEPS = ["Open the shop", "Find the cheapest mug", "Report its price"]
PAY = {
    "origin": "https://shop.example",
    "values": [{"name": "card number", "value": "•••• 1234"}, {"name": "town", "value": "Berlin"}],
    "reasons": ["it may spend money"],
    "amounts": ["$30"],
    "sent_to": "https://pay.example/charge",
    "picture": "shots/0005.png",
    "all": "click buttons on shop.example",
}


def asked(kind: Any, question: str = "Which size?", **more: Any) -> PersonRequest:
    more = {"schema": SCHEMAS.get(kind), **more}
    return PersonRequest(id="1-0", run="r", step=1, kind=kind, question=question, **more)


class Sitting:
    """A question that is shown in a window, and what came of it."""

    def __init__(self, window: Window, request: PersonRequest) -> None:
        self.window = window
        self.said: list[tuple[Any, str]] = []
        self.declined = False
        self._request = request
        self.terminal = Terminal(window.source, window.sink)
        channel = TerminalChannel(self.terminal, runs_dir=Path("runs"))
        self.shown = asyncio.ensure_future(channel.show(request, self._reply))

    def _reply(self, value: Any, note: str = "", *, decline: bool = False) -> None:
        if decline:
            self.declined = True
        else:
            self.said.append((fitted(self._request, value), note))

    async def type(self, *lines: tuple[str, str]) -> None:
        """Type each of these once the words before it are there."""
        for words, line in lines:
            await self.window.shows(words)
            self.window.type(f"{line}\n")

    async def end(self) -> None:
        async with asyncio.timeout(60):
            await self.shown


@contextlib.asynccontextmanager
async def sitting(
    request: PersonRequest, *, columns: int = 90, rows: int = 50
) -> AsyncIterator[Sitting]:
    with Window(columns, rows) as window:
        before = window.mode
        sits = Sitting(window, request)
        yield sits
        if sits.shown.done():
            # What this puts there is read a moment later.
            await window.until(lambda: window.mode == before, "the terminal is as it was")
        else:
            sits.shown.cancel()
            await asyncio.gather(sits.shown, return_exceptions=True)


async def answer_to(request: PersonRequest, *lines: tuple[str, str]) -> tuple[Any, str]:
    async with sitting(request) as sits:
        await sits.type(*lines)
        await sits.end()
    assert len(sits.said) == 1
    return sits.said[0]


@pytest.fixture(autouse=True)
def capable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


async def test_words_that_fit_are_the_answer() -> None:
    lines = [(">", ""), ("That is empty", " forty-two ")]
    assert await answer_to(asked("text"), *lines) == ("forty-two", "")


async def test_a_line_is_edited() -> None:
    typed = "fortytwo\x1b[D\x1b[D\x1b[D-\x01over \x05!\x7f"
    assert await answer_to(asked("text"), (">", typed)) == ("over forty-two", "")


async def test_an_empty_line_takes_the_default_of_words() -> None:
    assert await answer_to(asked("text", default="42"), ("[42] >", "")) == ("42", "")


async def test_what_a_page_says_cannot_steer_the_terminal() -> None:
    async with sitting(asked("text", "Pay\x1b[2J\x07 \u202e05$\u202c?\n> yes")) as sits:
        await sits.window.shows("? Pay [2J  05$? > yes")
    assert b"\x1b[2J" not in sits.window.written
    assert b"\x07" not in sits.window.written
    assert "\u202e".encode() not in sits.window.written


@pytest.mark.parametrize(
    ("options", "typed", "chosen"),
    [
        (["Small", "Large"], "2", "Large"),
        (["Small", "Large"], "sm", "Small"),
        (["Small", "Large"], "LARGE", "Large"),
        # Where options are numbers themselves, they are called by letters.
        (["3", "1", "2"], "1", "1"),
        (["3", "1", "2"], "a", "3"),
    ],
)
async def test_a_choice_takes_a_number_or_words(
    options: list[str], typed: str, chosen: str
) -> None:
    request = asked("choice", schema=choice_schema(options))
    lines = [("or words >", "9"), ("There is no '9'", typed)]
    assert await answer_to(request, *lines) == (chosen, "")


async def test_a_form_goes_on_and_back_and_is_looked_through() -> None:
    request = asked("form", schema=form_schema(["name", "street", "floor?", "town"]))
    assert await answer_to(
        request,
        ("1/4 name:", "Ann"),
        ("2/4 street:", ""),
        ("street is needed", "Main St 1"),
        ("floor (optional):", "<"),
        ("street [Main St 1]:", "High St 2"),
        ("3/4 floor (optional):", ""),
        ("4/4 town:", "Berlin"),
        ("Enter sends this", "7"),
        ("There is no field '7'", "1"),
        ("1/4 name [Ann]:", "Anna"),
        ("1 name    Anna", ""),
    ) == ({"name": "Anna", "street": "High St 2", "town": "Berlin"}, "")


@pytest.mark.parametrize("kind", ["secret", "code"])
async def test_a_secret_is_not_seen(kind: str) -> None:
    request = asked(kind, sensitivity="secret")
    async with sitting(request) as sits:
        await sits.window.shows("(not shown) >")
        assert not sits.window.echoes
        sits.window.type("\n")
        await sits.type(("That is empty", "hunter2 "))
        await sits.end()
        await sits.window.shows("Taken")
        assert sits.window.echoes
    assert sits.said == [("hunter2 ", "")]
    assert b"hunter2" not in sits.window.written


async def test_a_secret_is_not_seen_on_a_plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    async with sitting(asked("secret", sensitivity="secret")) as sits:
        await sits.type(("(not shown) >", "hunter3\x7f2"))
        await sits.end()
    assert sits.said == [("hunter2", "")]
    assert b"hunter" not in sits.window.written
    assert b"\x1b" not in sits.window.written


async def test_a_secret_that_is_not_wanted_any_more_leaves_the_terminal_as_it_was() -> None:
    async with sitting(asked("secret", sensitivity="secret")) as sits:
        await sits.window.shows("(not shown) >")
        before = sits.window.echoes
        sits.shown.cancel("it was answered before, by http")
        await asyncio.gather(sits.shown, return_exceptions=True)
        await sits.window.shows("No answer is needed any more: it was answered before, by http.")
        assert (before, sits.window.echoes) == (False, True)


async def test_a_captcha_says_where_its_picture_is() -> None:
    request = asked("captcha", evidence={"picture": "shots/0004.png", "origin": "https://a.test"})
    async with sitting(request) as sits:
        await sits.window.shows("The picture: runs/r/shots/0004.png")
        await sits.type((">", "W7K"))
        await sits.end()
    assert sits.said == [("W7K", "")]


async def test_an_approval_shows_what_is_known_in_a_box() -> None:
    schema = {"enum": ["yes", "no", "all"]}
    late = {"deadline": time.time() + 3_600, "on_timeout": "deny"}
    question = "May I click button 'Pay now' on shop.example?"
    async with sitting(asked("approval", question, schema=schema, evidence=PAY, **late)) as sits:
        await sits.window.shows("yes / no / all >")
        lines = sits.window.lines
        assert [line[2:-2].rstrip() for line in lines if line.startswith("│")] == [
            question,
            "",
            "on       https://shop.example",
            "sends    card number: •••• 1234",
            "         town: Berlin",
            "to       https://pay.example/charge",
            "amounts  $30",
            "because  it may spend money",
        ]
        assert "  The picture: runs/r/shots/0005.png" in lines
        assert "  all  click buttons on shop.example, without asking again in this run" in lines
        assert lines[-2].endswith("it is a no.")
        await sits.type(("all >", "maybe"), ("Type yes, no or all.", "no, wrong size"))
        await sits.end()
    assert sits.said == [("no", "wrong size")]


@pytest.mark.parametrize("typed", ["yes but not the red one", "all of them"])
async def test_a_yes_with_words_is_none(typed: str) -> None:
    request = asked("approval", schema={"enum": ["yes", "no", "all"]})
    lines = [("all >", ""), ("Type yes", typed), ("takes no words", "y")]
    assert await answer_to(request, *lines) == ("yes", "")


@pytest.mark.parametrize(
    ("kind", "typed", "answer"),
    [
        ("budget", "more", ("more", "")),
        ("review", "accept", ("accept", "")),
        ("review", "back, that is last year's", ("back", "that is last year's")),
        ("demonstrate", "cannot: no window", ("cannot", "no window")),
    ],
)
async def test_one_of_a_few_words_with_others_after_it(
    kind: str, typed: str, answer: tuple[str, str]
) -> None:
    assert await answer_to(asked(kind), (" >", typed)) == answer


async def test_an_answer_is_reviewed_with_what_shows_it() -> None:
    evidence = {"answer": "It costs $12.50.", "lines": ['"$12.50" (https://shop.example/mugs)']}
    async with sitting(asked("review", "Is this right?", evidence=evidence)) as sits:
        await sits.window.shows('answer It costs $12.50. │ │ shown by "$12.50" (https://shop')
        await sits.type(("back >", "back"), ("Say what is wrong", "back, too dear"))
        await sits.end()
    assert sits.said == [("back", "too dear")]


def plan(**more: Any) -> PersonRequest:
    return asked("plan", "Is this plan right?", evidence={"steps": STEPS, **more})


async def test_a_plan_is_shown_with_what_is_new_in_it() -> None:
    diff = ["  Open the shop", "- Find a mug", "+ Find the cheapest mug", "  Report its price"]
    async with sitting(plan(diff=diff)) as sits:
        await sits.window.shows("accept / edit / back >")
        lines = sits.window.lines
        assert "  2.  Find the cheapest mug" in lines
        assert lines[lines.index("  What is new in it:") + 2] == "    - Find a mug"
        await sits.type(("back >", "back"), ("Say what is wrong", "back, read reviews"))
        await sits.end()
    assert sits.said == [("back", "read reviews")]


async def test_a_first_plan_is_shown_once() -> None:
    async with sitting(plan(diff=[f"+ {step}" for step in STEPS])) as sits:
        await sits.window.shows("accept / edit / back >")
        assert not any("What is new" in line for line in sits.window.lines)
        await sits.type(("back >", "accept"))
        await sits.end()
    assert sits.said == [("accept", "")]


def editor(folder: Path, commands: str) -> str:
    script = folder / "edit"
    script.write_text(f"#!/bin/sh\n{commands}\n")
    script.chmod(0o755)
    return f"{script} -w"


@pytest.mark.parametrize(
    ("commands", "words"),
    [
        ('sed -i "s/cheapest mug/blue mug/; /Report/d" "$2"; echo "#x" >> "$2"', "Taken."),
        ('grep "^#" "$2" > "$2.new"; mv "$2.new" "$2"', "No steps: the plan is as it was."),
        ("true", "The plan is as it was."),
        ("exit 3", "The editor ended with code 3: the plan is as it was."),
        ('printf "\\377" > "$2"', "What the editor saved is no text"),
    ],
)
async def test_a_plan_is_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commands: str, words: str
) -> None:
    monkeypatch.setenv("EDITOR", editor(tmp_path, commands))
    async with sitting(plan()) as sits:
        await sits.type(("back >", "edit"))
        await sits.window.shows(words)
        if words == "Taken.":
            await sits.end()
    assert sits.said == (
        [(["Open the shop", "Find the blue mug"], "")] if words == "Taken." else []
    )


async def test_an_editor_has_the_terminal_and_leaves_it_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = 'stty raw -echo; echo "editing $1 on $(tty)"; read line; exit 1'
    monkeypatch.setenv("VISUAL", editor(tmp_path, script))
    async with sitting(plan()) as sits:
        await sits.type(("back >", "e"))
        await sits.window.shows("editing -w on /dev/pts")
        await sits.window.until(lambda: not sits.window.echoes, "the editor has its own mode")
        assert sits.terminal.editing
        sits.window.type("x\n")
        await sits.type(("The editor ended with code 1: the plan is as it was.", "accept"))
        await sits.end()
        assert sits.window.echoes


async def test_an_editor_is_ended_with_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = tmp_path / "pid"
    monkeypatch.setenv("EDITOR", editor(tmp_path, f"trap '' TERM; echo $$ > {pid}; read line"))
    async with sitting(plan()) as sits:
        await sits.type(("back >", "edit"))
        while not (pid.exists() and pid.read_text().strip()):  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.02)
        assert sits.terminal.editing
        sits.shown.cancel()
        await asyncio.gather(sits.shown, return_exceptions=True)
        assert not Path(f"/proc/{pid.read_text().strip()}").exists()
        assert not sits.terminal.editing


async def test_an_editor_that_is_not_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "no-such-editor")
    lines = [("back >", "edit"), ("cannot be run: No such file", "accept")]
    assert await answer_to(plan(), *lines) == ("accept", "")


async def test_without_an_editor_a_plan_is_changed_line_by_line() -> None:
    assert await answer_to(
        plan(),
        ("back >", "edit"),
        ("1. Open the shop >", ""),
        ("2. Find the cheapest mug >", "Find the blue mug"),
        ("3. Report its price >", "-"),
        ("3. (Enter ends) >", "Tell its price"),
        ("4. (Enter ends) >", ""),
    ) == (["Open the shop", "Find the blue mug", "Tell its price"], "")


ALLOWED = [{"number": 1, "text": "order at shop.example, once"}, {"number": 3, "text": "send"}]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ([("back >", "accept")], "accept"),
        ([("back >", "without 3"), ("Taken away: send.", "accept")], {"withdraw": [3]}),
        (
            [("back >", "w 3, 1"), ("send. Now", "may publish"), ("publish. Now", "accept")],
            {"withdraw": [1, 3], "may": ["publish"]},
        ),
        ([("back >", "without 2"), ("Say which number, such as: without 1", "yes")], "accept"),
        ([("back >", "may"), ("Say what is allowed", "a")], "accept"),
        ([("back >", "without 1"), ("Taken away", "back, too dear")], "back"),
    ],
)
async def test_what_a_task_allows_is_shown_with_its_plan_and_taken_away(
    lines: list[tuple[str, str]], answer: Any
) -> None:
    async with sitting(plan(grants=ALLOWED)) as sits:
        await sits.window.shows("accept / edit / may / without / back >")
        rows = sits.window.lines
        assert (
            "  1.  order at shop.example, once" in rows[rows.index("  Done without a question:") :]
        )
        await sits.type(*lines)
        await sits.end()
    assert [said for said, _ in sits.said] == [answer]


async def test_steps_and_what_is_allowed_are_changed_together() -> None:
    assert await answer_to(
        plan(grants=ALLOWED),
        ("back >", "without 1"),
        ("Taken away: order", "edit"),
        ("1. Open the shop >", "-"),
        ("2. Find the cheapest mug >", "-"),
        ("3. Report its price >", ""),
        ("(Enter ends) >", ""),
    ) == ({"withdraw": [1], "steps": ["Report its price"]}, "")


async def test_ctrl_d_declines() -> None:
    async with sitting(asked("approval")) as sits:
        await sits.window.shows("all >")
        sits.window.type("\x04")
        await sits.end()
        await sits.window.shows("No answer given.")
    assert (sits.declined, sits.said) == (True, [])


@pytest.mark.parametrize(("typed", "line"), [("yes\n", "no"), ("no\n", "yes"), ("y", "no")])
async def test_what_was_typed_before_a_question_does_not_answer_it(typed: str, line: str) -> None:
    with Window() as window:
        window.type(typed)
        await window.shows(typed)
        window.clear()
        sits = Sitting(window, asked("approval"))
        await sits.type(("yes / no / all >", line))
        await sits.end()
    assert sits.said == [(line, "")]


async def test_a_question_set_aside_is_shown_again_and_what_was_begun_is_forgotten() -> None:
    async with sitting(asked("approval")) as sits:
        await sits.window.shows("all >")
        sits.window.type("ye")
        await sits.window.shows("all > ye")
        async with sits.terminal.aside():
            sits.window.clear()
            line = asyncio.ensure_future(sits.terminal.line("menu > "))
            await sits.window.shows("menu >")
            sits.window.type("continue\n")
            assert await line == "continue"
        await sits.window.shows("Which size?")
        await sits.type(("all >", "no"))
        await sits.end()
    assert sits.said == [("no", "")]


async def test_two_questions_are_asked_one_after_the_other() -> None:
    with Window() as window:
        terminal, said = Terminal(window.source, window.sink), list[str]()

        def reply(value: Any, note: str = "", *, decline: bool = False) -> None:
            said.append(value)

        channel = TerminalChannel(terminal)
        both = asyncio.gather(
            channel.show(asked("text", "First?"), reply),
            channel.show(asked("text", "Second?"), reply),
        )
        await window.shows("First? Ctrl-D gives no answer. >")
        assert "Second?" not in window.text
        window.type("1\n")
        await window.shows("Second? Ctrl-D gives no answer. >")
        window.type("2\n")
        await both
    assert said == ["1", "2"]


async def test_an_answer_from_elsewhere_closes_the_question() -> None:
    told: list[Mapping[str, Any]] = []

    def journal(kind: str, **fields: Any) -> int:
        told.append({"kind": kind, **fields})
        return len(told)

    with Window() as window:
        desk = QuestionBroker(
            "r", journal, channels=[TerminalChannel(Terminal(window.source, window.sink))]
        )
        question = asyncio.ensure_future(desk.ask("text", "Which size?"))
        await window.shows("? Which size?")
        await window.shows(">")
        desk.answer(next(iter(desk.pending)), "42", by="http")
        assert (await question).by == "http"
        await window.shows("No answer is needed any more: it was answered before, by http.")
    assert [event["kind"] for event in told] == ["person.asked", "person.answered"]


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="terminals of POSIX")
@pytest.mark.parametrize(("term", "no_color"), [("dumb", ""), ("xterm-256color", "1")])
async def test_a_plain_terminal_gets_plain_words(
    monkeypatch: pytest.MonkeyPatch, term: str, no_color: str
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("NO_COLOR", no_color)
    async with sitting(asked("approval", evidence=PAY)) as sits:
        await sits.window.shows("yes / no / all >")
        assert ("╭" in sits.window.text) == (term != "dumb")
    written = sits.window.written
    if term == "dumb":
        assert b"\x1b" not in written
        assert "  sends    card number: •••• 1234" in sits.window.lines
    else:
        # Bold is no colour.
        assert not [each for each in (b"\x1b[3", b"\x1b[9", b"\x1b[38") if each in written]


async def test_a_box_that_does_not_fit_any_more_is_drawn_again() -> None:
    async with sitting(asked("approval", evidence=PAY), columns=90) as sits:
        await sits.window.shows("yes / no / all >")
        sits.window.type("ye")
        await sits.window.shows("all > ye")
        sits.window.resize(50, 50)
        # Of a window of another process the kernel tells; this one has no terminal of its own.
        os.kill(os.getpid(), 28)
        await sits.window.until(
            lambda: any(len(line) <= 50 and line.endswith("╮") for line in sits.window.lines),
            "the box is drawn again",
        )
        await sits.window.shows("because it may spend money")
        sits.window.clear()
        sits.window.type("no\n")
        await sits.end()
    assert sits.said == [("no", "")]


async def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    typed, shown = tmp_path / "typed", tmp_path / "shown"
    typed.write_text("one\ntwo\n")
    said: list[Any] = []

    def reply(value: Any, note: str = "", *, decline: bool = False) -> None:
        said.append(value)

    with typed.open() as source, shown.open("w") as sink:
        channel = TerminalChannel(Terminal(source, sink))
        for _ in range(3):
            await channel.show(asked("text"), reply)
    # At its end nobody can be asked: the third is not even declined.
    assert said == ["one", "two"]
    assert "\x1b" not in shown.read_text()


async def test_what_was_typed_before_is_remembered_but_no_secret() -> None:
    with Window() as window:
        terminal = Terminal(window.source, window.sink)
        for prompt, keys, echo in [("a > ", "first\r", True), ("b > ", "hunter2\r", False)]:
            line = asyncio.ensure_future(terminal.line(prompt, echo=echo))
            await window.shows(prompt)
            window.type(keys)
            await line
        line = asyncio.ensure_future(terminal.line("c > "))
        await window.shows("c >")
        window.type("\x1b[A!\r")
        assert await line == "first!"


@pytest.mark.parametrize("term", ["xterm", "dumb"])
async def test_where_the_terminal_is_gone_nobody_types(
    monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    monkeypatch.setenv("TERM", term)
    keys, inner = os.openpty()
    source, sink = os.fdopen(inner, "r"), os.fdopen(os.dup(inner), "w")
    terminal = Terminal(source, sink)
    line = asyncio.ensure_future(terminal.line())
    while b">" not in await asyncio.to_thread(os.read, keys, 100):
        pass
    os.close(keys)
    for each in (line, terminal.line()):
        with pytest.raises(NoLine) as raised:
            await each
        assert raised.value.gone
    source.close()
    with contextlib.suppress(OSError):
        sink.close()
