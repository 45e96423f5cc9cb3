from __future__ import annotations

import sys
from pathlib import Path

import pytest

from agent_e.browser import doctor
from agent_e.browser.chromium import find_chromium
from agent_e.config import BrowserSettings, Settings

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


NO_BROWSER = BrowserSettings(executable=Path("/nowhere/chrome"))
"""Saves its start where it is of no interest."""


async def check(name: str, **arguments) -> doctor.Check:
    found = await doctor.checks(**arguments)
    return next(each for each in found if each.name == name)


async def test_everything_is_looked_at(tmp_path):
    settings = Settings(runs_dir=tmp_path / "deep" / "runs")
    environment = {"OPENAI_API_KEY": "secret-1", "ANTHROPIC_API_KEY": "secret-2", "OTHER": "x"}
    found = await doctor.checks(settings, environment=environment, default_model="openai:mini")
    assert [each.name for each in found] == [
        "Python",
        "Playwright",
        "Chromium",
        "Run folder",
        "Model keys",
    ]
    assert all(each.ok and not each.fix for each in found)
    words = {each.name: each.detail for each in found}
    assert words["Chromium"].startswith("version ")
    assert words["Model keys"] == (
        "set: OPENAI_API_KEY, ANTHROPIC_API_KEY; the default model is openai:mini"
    )
    assert "secret" not in str(found)
    assert not (tmp_path / "deep").exists()


async def test_keys_are_found_in_the_file_too(tmp_path, monkeypatch):
    for name in doctor.MODEL_KEYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    settings = Settings(browser=NO_BROWSER)
    assert (await check("Model keys", settings=settings)).detail == "none is set"
    (tmp_path / ".env").write_text("OPENAI_API_KEY=secret\nANTHROPIC_API_KEY=\n")
    found = await check("Model keys", settings=settings)
    assert found.detail == "set: OPENAI_API_KEY"


async def test_a_run_folder_that_is_no_folder_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    found = await check(
        "Run folder", settings=Settings(runs_dir=tmp_path / "file", browser=NO_BROWSER)
    )
    assert (found.ok, "--out" in found.fix) == (False, True)


async def test_a_browser_that_does_not_start_is_told(tmp_path):
    program = tmp_path / "chrome"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    settings = Settings(browser=BrowserSettings(executable=program))
    found = await check("Chromium", settings=settings)
    assert not found.ok
    assert found.fix == "Run agent-e doctor --fix."
    assert "did not start" in found.detail


async def test_a_wrong_setting_is_not_fixed_by_installing(tmp_path):
    settings = Settings(browser=BrowserSettings(executable=tmp_path / "none"))
    found = await check("Chromium", settings=settings)
    assert (found.ok, found.fix) == (False, "Correct that setting.")
    lines = [line async for line in doctor.fix(settings)]
    assert lines[-1] == "Correct that setting."
    assert len(lines) == 2


async def test_where_all_is_well_nothing_is_done():
    lines = [line async for line in doctor.fix()]
    assert len(lines) == 1
    assert "nothing to do" in lines[0]


@pytest.fixture
def bare_machine(tmp_path, monkeypatch):
    """No browser is found here, and the programs that get one are stand-ins that keep a log."""
    log = tmp_path / "log"
    folder = tmp_path / "bin"
    folder.mkdir()

    def program(name: str, script: str) -> None:
        (folder / name).write_text(f'#!/bin/sh\necho "{name} $*" >> {log}\n{script}\n')
        (folder / name).chmod(0o755)

    real = find_chromium(None, "").path
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))
    program("python", 'echo "no network" >&2; exit 1')
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    return program, real, log, folder


async def test_gets_the_distributions_browser_when_playwrights_cannot_be_had(
    bare_machine, monkeypatch
):
    program, real, log, folder = bare_machine
    monkeypatch.setattr(doctor, "is_root", lambda: True)
    install = f'[ "$1" = install ] && /bin/ln -s {real} {folder}/chromium; echo done'
    program("apt-get", install)
    lines = [line async for line in doctor.fix()]
    assert log.read_text().splitlines() == [
        "python -m playwright install chromium",
        "apt-get update",
        "apt-get install -y chromium",
    ]
    assert lines[0] == "Chromium: No Chromium was found on this machine."
    assert "  no network" in lines
    assert "  ended with exit code 1" in lines
    assert "$ apt-get install -y chromium" in lines
    assert lines[-1].endswith("works.")


async def test_who_is_not_root_is_told_what_is_left(bare_machine, monkeypatch):
    program, _, log, _ = bare_machine
    monkeypatch.setattr(doctor, "is_root", lambda: False)
    program("apt-get", "exit 0")
    lines = [line async for line in doctor.fix()]
    assert log.read_text().splitlines() == ["python -m playwright install chromium"]
    assert "by hand" in lines[-1]
