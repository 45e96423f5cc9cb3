from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.browser.chromium import find_chromium
from agent_e.errors import BrowserMissing, ConfigError


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_configured_path_comes_first(tmp_path):
    own, configured = program(tmp_path / "own"), program(tmp_path / "configured")
    found = find_chromium(configured, str(own))
    assert (found.path, found.source) == (configured, "configured")


def test_a_configured_path_that_is_no_program_is_an_error_of_configuration(tmp_path):
    own = program(tmp_path / "own")
    text = tmp_path / "text"
    text.write_text("")
    for wrong in (tmp_path / "missing", text, tmp_path):
        with pytest.raises(ConfigError, match=r"browser\.executable"):
            find_chromium(wrong, str(own))


def test_playwrights_own_comes_before_the_systems(tmp_path):
    own = program(tmp_path / "own")
    program(tmp_path / "bin" / "chromium")
    found = find_chromium(None, str(own), environment={"PATH": str(tmp_path / "bin")})
    assert (found.path, found.source) == (own, "playwright")


@pytest.mark.parametrize(
    "name", ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"]
)
def test_finds_the_systems_on_the_path(tmp_path, name):
    there = program(tmp_path / "bin" / name)
    found = find_chromium(
        None, str(tmp_path / "no"), platform="linux", environment={"PATH": str(tmp_path / "bin")}
    )
    assert (found.path, found.source) == (there, "system")


def test_finds_chrome_on_a_mac(tmp_path):
    app = "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    there = program(tmp_path / app)
    environment = {"HOME": str(tmp_path), "PATH": ""}
    assert find_chromium(None, "", platform="darwin", environment=environment).path == there


def test_finds_chrome_on_windows(tmp_path):
    there = program(tmp_path / "Google/Chrome/Application/chrome.exe")
    environment = {"LOCALAPPDATA": str(tmp_path), "PATH": ""}
    assert find_chromium(None, "", platform="win32", environment=environment).path == there


def test_says_what_to_do_when_there_is_none(tmp_path):
    with pytest.raises(BrowserMissing) as caught:
        find_chromium(None, "", platform="linux", environment={"PATH": str(tmp_path)})
    assert str(caught.value) == ("No Chromium was found on this machine. Run agent-e doctor --fix.")
