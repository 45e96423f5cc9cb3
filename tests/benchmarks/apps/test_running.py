"""Copies of an application: installed and seeded once, started, reset, stopped, cleared away."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import httpx
import psutil
import pytest

from agent_e.benchmarks.apps.app import Account, App, Copy, Service
from agent_e.benchmarks.apps.installing import AppFailed, apps_folder
from agent_e.benchmarks.apps.running import RunningApp, clear, port_in_use, standing
from agent_e.benchmarks.apps.serving import serve_app_copy
from agent_e.config import APPS_VARIABLE, load_settings


class Noticeboard(App):
    """Files that Python's own server shows."""

    name = "noticeboard"
    summary = "A board."
    front = "files"
    version = "1"
    licence = "MIT"
    account = Account(user="", password="", path="/", steps=())
    patience_s: ClassVar[float] = 20.0
    command: ClassVar[tuple[str, ...]] = (
        sys.executable,
        "-m",
        "http.server",
        "--bind",
        "127.0.0.1",
    )

    def __init__(self) -> None:
        self.done: list[str] = []

    def install(self, home: Path) -> None:
        self.done.append("install")
        (home / "program").write_text("1")

    def seed(self, copy: Copy) -> None:
        self.done.append("seed")
        assert (copy.home / "program").exists()
        (copy.data / "index.html").write_text("Welcome")

    def services(self, copy: Copy) -> tuple[Service, ...]:
        return (Service(command=(*self.command, str(copy.port))),)

    def state(self, copy: Copy) -> dict[str, Any]:
        return {"index": (copy.data / "index.html").read_text()}


class Broken(Noticeboard):
    """One that ends at once."""

    name = "broken"
    command = (sys.executable, "-c", "raise SystemExit('no licence key')")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(APPS_VARIABLE, str(tmp_path / "apps"))


def programs(place: Path) -> list[int]:
    return [each["pid"] for each in json.loads((place / "up.json").read_text())["programs"]]


def test_the_folder_of_applications_is_no_setting() -> None:
    load_settings()
    assert apps_folder() == Path(os.environ[APPS_VARIABLE])


def test_a_copy_is_installed_once_and_reset_to_its_seed(tmp_path: Path) -> None:
    app = Noticeboard()
    running = RunningApp(app, tmp_path / "one")
    running.start()
    other = RunningApp(app, tmp_path / "other")
    other.start()
    assert app.done == ["install", "seed"]
    assert httpx.get(running.url).text == "Welcome"
    (running.copy.data / "index.html").write_text("Changed")
    assert (running.state(), other.state()) == ({"index": "Changed"}, {"index": "Welcome"})
    was, (pid,) = running.url, programs(tmp_path / "one")
    running.reset()
    assert (running.url, running.state()) == (was, {"index": "Welcome"})
    assert not psutil.pid_exists(pid) and programs(tmp_path / "one") != [pid]
    running.close()
    other.close()
    assert not (tmp_path / "one").exists()
    with pytest.raises(httpx.ConnectError):
        httpx.get(was)


def test_an_installation_that_was_interrupted_is_begun_anew(tmp_path: Path) -> None:
    app = Noticeboard()
    left = apps_folder() / app.name / app.version / "home" / "half"
    left.mkdir(parents=True)
    RunningApp(app, tmp_path / "one")
    assert app.done == ["install", "seed"] and not left.exists()


def test_one_that_does_not_answer_says_what_it_printed(tmp_path: Path) -> None:
    running = RunningApp(Broken(), tmp_path / "one")
    with pytest.raises(AppFailed, match="broken does not answer at .*\n.*no licence key"):
        running.start()
    assert not (tmp_path / "one" / "up.json").exists()


def test_another_process_finds_and_stops_what_is_up() -> None:
    app = Noticeboard()
    running = RunningApp(app, standing(app))
    running.start()
    assert port_in_use(app) == running.copy.port
    clear(standing(app))
    assert port_in_use(app) is None
    running.stop()


@pytest.fixture
def left() -> Path:
    """The folder of a copy whose process is dead; its programs run on."""
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    return apps_folder() / Noticeboard.name / "copies" / f"{dead.pid}-left"


async def test_a_copy_whose_process_has_died_is_cleared_away(left: Path) -> None:
    app = Noticeboard()
    abandoned = RunningApp(app, left)
    abandoned.start()
    async with serve_app_copy(app) as site, httpx.AsyncClient() as client:
        assert not left.exists()
        with pytest.raises(httpx.ConnectError):
            await client.get(abandoned.url)
        assert (await client.get(site.url)).text == "Welcome"
        assert site.state() == {"index": "Welcome"}
    assert not any((apps_folder() / app.name / "copies").iterdir())
    abandoned.stop()
