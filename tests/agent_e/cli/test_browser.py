"""The whole program in a process of its own: real browser, real site, scripted model."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.scripted import Answer, Scripted, ScriptedServer, by_role, scripted_server
from agent_e.benchmarks.sites import serve_site
from tests.browsers import CDP_URL
from tests.programs import Program, start

from .conftest import Ended, environment

pytestmark = pytest.mark.browser

PLAN = ["Read the price", "Report it"]
PLANNER = (
    Scripted(calls=[("update_plan", {"steps": PLAN})]),
    Scripted(calls=[("browse", {"sub_task": "Read the title", "expect": "a title"})]),
    Scripted(
        calls=[("finish", {"status": "done", "answer": "It is a shop.\nReally.", "evidence": [1]})]
    ),
)
NAVIGATOR = (
    Scripted(
        calls=[
            (
                "report",
                {
                    "status": "done",
                    "summary": "Read it.",
                    "facts": [{"claim": "It is a shop", "quote": "Things for the home"}],
                },
            )
        ]
    ),
)
CANNOT = (
    Scripted(
        calls=[("finish", {"status": "cannot", "answer": "There is no mug.", "evidence": []})]
    ),
)


@pytest.fixture(autouse=True)
def shared_browser(
    elsewhere: Path, attaching: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is forked attaches to one browser; what Python starts anew has its own."""
    for name, value in attaching.items():
        monkeypatch.setenv(name, value)


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A site and a model to run against."""

    site: str
    model: ScriptedServer

    def run(self, *flags: str) -> list[str]:
        scripted = ["--model", "openai:scripted", "--planner", "always"]
        scripted += ["--base-url", self.model.base_url]
        return ["run", "Say what it is", "--start-url", self.site, *scripted, *flags]


@asynccontextmanager
async def stage(
    planner: Sequence[Answer] = PLANNER, navigator: Sequence[Answer] = NAVIGATOR
) -> AsyncIterator[Stage]:
    script = by_role(planner=planner, navigator=navigator)
    async with serve_site("shop") as site, scripted_server(script) as model:
        yield Stage(site=site.url, model=model)


async def start_python(arguments: Sequence[str]) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "agent_e",
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={name: value for name, value in environment().items() if name != CDP_URL},
    )


async def end(process: asyncio.subprocess.Process | Program) -> Ended:
    async with asyncio.timeout(60):
        out, err = await process.communicate()
    assert process.returncode is not None
    ended = Ended(code=process.returncode, out=out.decode(), err=err.decode())
    assert "Traceback" not in ended.err
    assert "\x1b" not in ended.err
    return ended


async def finished(*arguments: str) -> Ended:
    return await end(await start(*arguments))


async def test_stdout_carries_the_answer_and_nothing_else() -> None:
    async with stage() as here:
        ended = await end(await start_python(here.run()))
    assert (ended.code, ended.out) == (0, "It is a shop.\nReally.\n")
    for words in (
        "task: Say what it is",
        "plan:\n  [>] Read the price\n  [ ] Report it",
        "sub-task 1: Read the title",
        "sub-task 1 done: Read it.",
        'success\n  It is a shop — "Things for the home"',
        " steps, ",
    ):
        assert words in ended.err
    assert ended.err.rstrip().splitlines()[-1].strip().startswith("runs/")


@pytest.mark.slow
async def test_json_is_the_result() -> None:
    async with stage() as here:
        ended = await finished(*here.run("--json", "--out", "kept"))
    result = json.loads(ended.out)
    assert ended.code == result["exit_code"] == 0
    assert (result["schema_version"], result["outcome"]) == (1, "success")
    assert result["answer"] == "It is a shop.\nReally."
    assert result["run_dir"].startswith("kept/")
    assert json.loads(Path(result["run_dir"], "result.json").read_text())["outcome"] == "success"


@pytest.mark.slow
async def test_jsonl_is_every_event_and_the_result() -> None:
    async with stage() as here:
        ended = await finished(*here.run("--jsonl"))
    lines = [json.loads(line) for line in ended.out.splitlines()]
    assert [line["seq"] for line in lines[:-1]] == list(range(1, len(lines)))
    assert lines[0]["kind"] == "run.started"
    assert lines[-2]["kind"] == "run.ended"
    assert (lines[-1]["kind"], lines[-1]["outcome"]) == ("result", "success")
    assert ended.code == 0


@pytest.mark.slow
async def test_giving_up_is_1_and_says_so() -> None:
    async with stage(planner=CANNOT) as here:
        ended = await finished(*here.run())
    assert (ended.code, ended.out) == (1, "There is no mug.\n")
    assert "gave up" in ended.err


@pytest.mark.slow
async def test_a_failing_provider_is_6() -> None:
    async with stage(planner=[Scripted(status=401)] * 9) as here:
        ended = await finished(*here.run())
    assert (ended.code, ended.out) == (6, "")
    assert "\nerror: " in ended.err


@pytest.mark.slow
async def test_a_start_page_that_does_not_answer_is_7() -> None:
    async with stage() as here:
        ended = await finished(*here.run("--start-url", "http://127.0.0.1:9/"))
    assert (ended.code, ended.out) == (7, "")


async def test_a_wrong_schema_is_2_before_anything_starts(elsewhere: Path) -> None:
    (elsewhere / "schema.json").write_text('{"type": "objekt"}')
    ended = await finished("run", "Look", "--model", "offline", "--output-schema", "schema.json")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("Error: ")
    assert not (elsewhere / "runs").exists()


@pytest.mark.slow
async def test_an_object_is_printed_as_json(elsewhere: Path) -> None:
    schema = {"type": "object", "properties": {"price": {"type": "number"}}, "required": ["price"]}
    (elsewhere / "schema.json").write_text(json.dumps(schema))
    finish = ("finish", {"status": "done", "answer": {"price": 12.5}, "evidence": [1]})
    async with stage(planner=[PLANNER[1], Scripted(calls=[finish])]) as here:
        ended = await finished(*here.run("--output-schema", "schema.json", "--verify", "never"))
    assert (ended.code, json.loads(ended.out)) == (0, {"price": 12.5})


@pytest.mark.parametrize(
    ("number", "code"),
    [pytest.param(signal.SIGINT, 130, marks=pytest.mark.slow), (signal.SIGTERM, 143)],
)
async def test_a_signal_stops_the_run_within_seconds(number: signal.Signals, code: int) -> None:
    slow = [Scripted(text="later", delay_s=30)]
    async with stage(planner=slow) as here:
        process = await start_python(here.run("--json"))
        await here.model.asked.wait()
        process.send_signal(number)
        async with asyncio.timeout(20):
            ended = await end(process)
    result = json.loads(ended.out)
    assert ended.code == result["exit_code"] == code
    assert (result["outcome"], result["error"]) == ("stopped", "Stopped")
    assert Path(result["run_dir"], "result.json").exists()


@pytest.mark.slow
async def test_a_run_that_was_killed_goes_on() -> None:
    under_way = asyncio.Event()

    def never(body: Mapping[str, Any]) -> Scripted:
        under_way.set()
        return Scripted(text="never", delay_s=60)

    twice = [PLANNER[1], *PLANNER[1:]]
    async with stage(planner=twice, navigator=[never, *NAVIGATOR]) as here:
        process = await start_python(here.run())
        async with asyncio.timeout(60):
            await under_way.wait()
        process.send_signal(signal.SIGKILL)
        await process.communicate()
        (folder,) = Path("runs").iterdir()
        assert not (folder / "result.json").exists()
        refused = await finished("runs", "resume", "latest", "--header", "of-the-header")
        ended = await finished("runs", "resume", "latest", "--json", "--header", "X-Key: a")
        again = await finished("runs", "resume", "latest")
    assert (refused.code, "A header given with --header cannot be sent" in refused.err) == (2, True)
    result = json.loads(ended.out)
    assert (ended.code, result["outcome"]) == (0, "success")
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    kinds = [event["kind"] for event in events]
    assert kinds.index("run.started") < kinds.index("run.continued") < kinds.index("run.ended")
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert (again.code, again.out) == (2, "")
    assert "has ended (success)" in again.err


@pytest.mark.slow
async def test_nobody_reading_the_events_stops_the_run() -> None:
    slow = [Scripted(text="later", delay_s=30)]
    async with stage(planner=slow) as here:
        process = await start_python(here.run("--jsonl"))
        assert process.stdout
        await process.stdout.readline()
        process.stdout._transport.close()  # type: ignore[attr-defined]
        async with asyncio.timeout(20):
            _, err = await process.communicate()
    assert process.returncode == 130
    assert b"Traceback" not in err


@pytest.mark.slow
async def test_the_missing_key_is_told_in_one_line() -> None:
    async with serve_site("shop") as site:
        ended = await finished("run", "What is the title?", "--start-url", site.url)
    assert ended.err.count("note: No model key is set") == 1
    assert "Traceback" not in ended.err


@pytest.mark.slow
async def test_a_run_can_be_listed_and_shown() -> None:
    async with stage() as here:
        await finished(*here.run())
    listed = await finished("runs", "list")
    assert "success" in listed.out
    shown = await finished("runs", "show", "latest")
    assert "Read the title" in shown.out
    assert "It is a shop." in shown.out


async def test_snapshot_of_an_address() -> None:
    async with serve_site("shop") as site:
        ended = await finished("snapshot", site.url)
    assert ended.code == 0
    assert ended.out.startswith("Page: ")
    assert "searchbox" in ended.out
    assert ended.err.count("\n") == 1
    assert "characters, about" in ended.err


async def test_snapshot_of_a_file(elsewhere: Path) -> None:
    (elsewhere / "a page.html").write_text("<title>Mine</title><button>Go on</button><p>Words")
    ended = await finished("snapshot", "a page.html", "--json")
    value = json.loads(ended.out)
    assert ended.code == 0
    assert (value["title"], value["view"], value["format"]) == ("Mine", "all_fields", "outline")
    button = value["elements"][0]
    assert (button["role"], button["name"], button["reachable"]) == ("button", "Go on", True)
    assert len(button["bbox"]) == 4
    assert value["characters"] == len(value["text"])
    assert set(value["milliseconds"]) == {"observe", "render"}


@pytest.mark.slow
async def test_snapshot_views_and_search(elsewhere: Path) -> None:
    (elsewhere / "page.html").write_text("<title>Mine</title><button>Go on</button><p>Words here")
    read = await finished("snapshot", "page.html", "--view", "text_only")
    assert "Words here" in read.out
    assert "[1]" not in read.out
    found = await finished("snapshot", "page.html", "--find", "Go on")
    assert "Go on" in found.out
    assert "Words here" not in found.out


async def test_snapshot_of_standard_input() -> None:
    piped = await start("snapshot", "-", piped=True)
    html = "<title>Mine</title><script>document.write('No')</script><button>Go on</button><p>Words"
    out, err = await piped.communicate(html.encode())
    assert piped.returncode == 0
    page, _, rest = out.decode().partition("\nURL: file://")
    assert (page, rest.partition("\n")[2]) == ("Page: Mine", "[1] button 'Go on'\nWords\n")
    assert err.count(b"\n") == 1


async def test_snapshot_has_no_way_without_a_browser(elsewhere: Path) -> None:
    (elsewhere / "page.html").write_text("<p>Words")
    ended = await finished("snapshot", "page.html", "--no-browser")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("Error: No such option: --no-browser")


@pytest.mark.parametrize(
    ("target", "code", "words"),
    [
        ("none.html", 2, "Error: There is no file none.html."),
        (".", 2, "Error: . is a folder. Give an address or a file."),
        ("javascript:alert(1)", 2, "Error: Addresses that begin with javascript: cannot be opened"),
        ("http://127.0.0.1:9/", 7, "Error: http://127.0.0.1:9/ could not be opened"),
        ("", 2, "Error: There is no page. Give an address or a file."),
    ],
)
async def test_snapshot_of_nothing(target: str, code: int, words: str) -> None:
    ended = await finished("snapshot", target)
    assert (ended.code, ended.out) == (code, "")
    assert ended.err.startswith(words)
    assert ended.err.count("\n") == 1


async def test_doctor_looks_at_everything() -> None:
    ended = await finished("doctor")
    assert ended.code == 0
    assert {"Python", "Playwright", "Chromium"} <= {
        line.split()[1] for line in ended.out.splitlines()
    }


async def test_login_needs_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv(CDP_URL)
    ended = await finished("login", "http://127.0.0.1:9/", "--profile", "work")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("Error: A visible window needs a display")
    assert ended.err.count("\n") == 1


async def test_site_says_where_it_is_and_ends_in_order() -> None:
    process = await start("site", "shop")
    address = (await process.stdout.readline()).decode()
    assert address.startswith("http://127.0.0.1:")
    process.send_signal(signal.SIGINT)
    ended = await end(process)
    assert (ended.code, ended.out) == (130, "")


async def test_site_says_where_the_sites_beside_it_are() -> None:
    process = await start("site", "hostile")
    assert process.stdout and process.stderr
    assert (await process.stdout.readline()).decode().startswith("http://127.0.0.1:")
    beside = (await process.stderr.readline()).decode()
    assert beside.startswith("Beside it, the site attacker: http://127.0.0.2:")
    process.send_signal(signal.SIGINT)
    assert (await end(process)).code == 130


async def test_an_unknown_site_names_the_others() -> None:
    ended = await finished("site", "shopp")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(
        "Error: There is no site shopp. There are: catalog, clicks, club, flights, hostile, "
    )
