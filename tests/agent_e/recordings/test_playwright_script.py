"""Scripts written from journals do the same again."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from agent_e.agent import WebAgent
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.demo import TASKS, DemoTask
from agent_e.benchmarks.sites import serve_site
from agent_e.browser.chromium import find_chromium
from agent_e.config import Settings
from agent_e.journal import RunRecord, read_events, read_run
from agent_e.recordings.playwright_script import Script, write_script
from agent_e.safety import local_site_origins
from tests.browsers import Chromium
from tests.skills.room import Room, room

from .desk import HOSTILE, Desk


def script_of(folder: Path) -> Script:
    info = {"task": {"text": 'Do """all""" of it\nimport os'}}
    return write_script(
        RunRecord(run_id="a-run", path=folder, info=info, events=list(read_events(folder)))
    )


def checked(script: Script, folder: Path) -> Path:
    """Write a script that ruff has nothing to say against."""
    path = folder / "again.py"
    path.write_text(script.text, encoding="utf-8")
    for check in ("check", "format --diff"):
        command = [sys.executable, "-m", "ruff", *check.split(), "--isolated", str(path)]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        assert found.returncode == 0, f"{found.stdout}{found.stderr}{script.text}"
    return path


async def run(path: Path, **variables: str) -> None:
    """Run a script in a process of its own."""
    browser = {"AGENT_E_BROWSER__EXECUTABLE": str(find_chromium(None, "").path)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(path)), env={**os.environ, **browser, **variables}, cwd=path.parent
    )
    assert await process.wait() == 0, path.read_text()


async def everything(here: Room) -> None:
    """Use the desk in every way."""
    do, mmid = here.do, here.mmid
    await do("open_url", url=here.base)
    page = await here.context.observer.observe()
    second = [node.mmid for node in page.elements if node.name == "Remove"][1]
    await do("click", mmid=second)
    await do("click", mmid=await mmid("Plain place"))
    await do("click", mmid=await hostile(here))
    await do("click", mmid=await mmid("Delete"))
    await do("handle_dialog", accept=True)
    await do("click", mmid=await mmid("Delete"))
    await do("handle_dialog", accept=False)
    await do("click", mmid=await mmid("Name"))
    await do("handle_dialog", accept=True, text='Bo "B"')
    await do("pointer", action="double", target=await mmid("Twice"))
    await do("pointer", action="right", target=await mmid("Right"))
    await do("pointer", action="hover", target=await mmid("Over"))
    await do("press_key", mmid=await mmid("Key"), key="ArrowDown")
    await do("select_option", mmid=await mmid("Fruit"), option="pear")
    (here.folder / "note.txt").write_text("a note")
    await do("upload_file", mmid=await mmid("File"), paths=["note.txt"])
    await do("click", mmid=await mmid("Get it"))
    await do("click", mmid=await mmid("Inside"))
    await do("click", mmid=await mmid("Other"))
    await do("click", mmid=await mmid("There"))
    await do("tabs", do="close", tab=2)
    values = {
        "Who": "Ann",
        "PIN": "24681357",
        "When": "2031-02-03",
        "Size": "large",
        "Gift": "true",
    }
    fields = [{"mmid": await mmid(name), "value": value} for name, value in values.items()]
    fields.append({"mmid": await mmid("Sea"), "value": "true"})
    await do("fill_form", fields=fields, submit=await mmid("Order"))


def acted(
    action: str, target: Mapping[str, Any] | None = None, /, seq: int = 10, **more: Any
) -> list[dict[str, Any]]:
    """The two events of an action that was carried out."""
    start: dict[str, Any] = {"action": action, "target": target, "arguments": more, "tab": 1}
    end: dict[str, Any] = {"started": seq, "status": "done", "ghost": False}
    for names, event in ((("elements", "tab"), start), (("holds", "stopped", "left"), end)):
        event |= {name: more.pop(name) for name in names if name in more}
    return [
        {"seq": seq, "kind": "action.started", **start},
        {"seq": seq + 1, "kind": "action.ended", **end},
    ]


def body(*events: Any, **info: Any) -> tuple[list[str], Script]:
    """The statements of a script, and the script."""
    every = [{"seq": 1, "kind": "run.started", "start_url": "https://shop.example/a"}]
    for each in events:
        every += each if isinstance(each, list) else [each]
    record = RunRecord(run_id="a-run", path=Path(), info=info, events=every)
    script = write_script(record)
    compile(script.text, "script", "exec")
    lines = script.text.partition("-> None:\n")[2].partition("\n\n\nwith sync")[0]
    return [line.strip() for line in lines.split("\n") if line.strip()], script


BUTTON = {"mmid": 3, "role": "button", "name": "Buy", "tag": "button", "box": [10, 20, 30, 40]}
OPENED = acted("open_url", url="https://shop.example/a?b", seq=2)
AT_SHOP = 'page.goto(BASE_URL + "/a?b")'


def test_what_was_refused_or_only_read_is_left_out() -> None:
    refused = acted("click", BUTTON)
    refused[1] |= {"status": "refused", "ghost": None, "error": "no"}
    read = acted("query", code="1", seq=20)
    read[1]["ghost"] = None
    assert body(OPENED, refused, read) == ([AT_SHOP], body(OPENED)[1])


def test_what_cannot_be_written_is_counted_and_marked() -> None:
    broken = acted("click", BUTTON)[:1]
    taken = {"seq": 15, "kind": "control.taken", "by": "http"}
    own = acted("my_skill", BUTTON | {"name": "x\nimport os"}, seq=20)
    nowhere = acted("enter_text", {"role": "canvas", "name": "Sheet"}, seq=30, text="a")
    lines, script = body(OPENED, broken, taken, own, nowhere)
    assert lines == [
        AT_SHOP,
        "# click Buy broke off, done or not.",
        "# Here a person used the window: what they did is not in the journal.",
        "# Not written: my_skill button x import os",
        "# Not written: enter_text canvas Sheet",
    ]
    assert script.missing == 4
    assert "# Not in here: 4 things that the run did, marked below.\n" in script.text


def test_a_run_that_began_on_an_open_page_begins_there() -> None:
    lines, _ = body(acted("click", BUTTON))
    assert lines[0] == 'page.goto(BASE_URL + "/a")'


def test_places_without_an_element_are_clicked_by_coordinates() -> None:
    canvas = {"mmid": 4, "role": "canvas", "name": "Map", "box": [0, 0, 100, 50]}
    by_looks = acted("click", BUTTON, seq=20, at=[5, 6], description="the blue one")
    inside = acted("click", BUTTON, seq=30, at=[15, 26], how="double")
    assert body(OPENED, acted("click", canvas), by_looks, inside)[0][1:] == [
        "page.mouse.click(50, 25)",
        "page.mouse.click(5, 6)",
        'page.get_by_role("button", name="Buy", exact=True).dblclick(',
        'position={"x": 5, "y": 6}',
        ")",
    ]


def test_a_form_that_stopped_is_filled_as_far_as_it_got() -> None:
    fields = [
        {"mmid": mmid, "role": "textbox", "name": name, "value": "[secret pin]{x}"}
        for mmid, name in ((1, "A"), (2, "B"))
    ]
    lines, script = body(OPENED, acted("fill_form", BUTTON, fields=fields, stopped=True, left=[2]))
    field = 'page.get_by_role("textbox", name="A", exact=True)'
    assert lines[1:] == [f'{field}.fill(os.environ["PIN"] + "{{x}}")']
    assert "# Secrets are taken from the environment: PIN.\n" in script.text


def test_secrets_are_named() -> None:
    field = {"mmid": 1, "role": "textbox", "name": "Key", "states": ["password"]}
    by_name = acted("fill_secret", field, handle="shop-key")
    typed = acted("enter_text", field, seq=20, text="a password of 5 characters", submit=True)
    lines, _ = body(OPENED, by_name, typed)
    found = 'page.get_by_role("textbox", name="Key", exact=True)'
    assert lines[1:] == [
        f'{found}.fill(os.environ["SHOP_KEY"])',
        f'{found}.fill(os.environ["PASSWORD"])',
        f'{found}.press("Enter")',
    ]


def test_other_sites_keep_their_addresses() -> None:
    other = acted("open_url", url="https://shop.example.org/", seq=20)
    assert body(OPENED, other)[0][1:] == ['page.goto("https://shop.example.org/")']


async def hostile(here: Room) -> int:
    page = await here.context.observer.observe()
    here.context.observer.render(page)
    return next(node.mmid for node in page.elements if node.mmid and node.name.startswith("Bad"))


@pytest.mark.browser
@pytest.mark.slow
async def test_a_script_does_everything_again(
    chromium: Chromium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk, again = Desk(), Desk()
    async with room(chromium, tmp_path, desk.routes) as here:
        await everything(here)
        base = here.base
    shutil.rmtree(tmp_path / "downloads")
    script = script_of(tmp_path)
    assert script.missing == 0
    assert "24681357" not in script.text
    assert HOSTILE not in script.text
    async with serve_app(Starlette(routes=again.routes)) as port:
        again_at = f"http://127.0.0.1:{port}"
        await run(checked(script, tmp_path), BASE_URL=again_at, PASSWORD="24681357")
    assert again.done == desk.done, script.text
    assert len(again.done) == 15
    assert (tmp_path / "downloads" / "file.zip").read_bytes() == b"it"
    assert base in script.text


@pytest.mark.browser
@pytest.mark.parametrize(
    "task",
    [*(pytest.param(each, marks=pytest.mark.slow) for each in TASKS[:-1]), TASKS[-1]],
    ids=lambda task: task.text,
)
async def test_the_runs_of_the_demo_are_done_again_twice(
    task: DemoTask, chromium: Chromium, tmp_path: Path
) -> None:
    async with serve_site(task.site) as site:
        with local_site_origins(site.url):
            settings = Settings(model="offline", runs_dir=tmp_path)
            async with WebAgent(settings, opener=chromium.session) as agent:
                result = await agent.run(task.text, start_url=site.url)
        script = write_script(read_run(Path(result.run_dir)))
        assert script.missing == 0
        path = checked(script, tmp_path)
        done = site.state()
        for _ in range(2):
            site.reset()
            assert site.state() != done or task is TASKS[2]
            await run(path, BASE_URL=site.url)
            assert lasting(site.state()) == lasting(done)


def lasting(state: Mapping[str, Any]) -> Mapping[str, Any]:
    """A site's state without the keys of its sessions, which are drawn by chance."""
    return {**state, "baskets": [{**each, "session": ""} for each in state.get("baskets", ())]}
