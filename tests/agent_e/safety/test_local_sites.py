"""Where sites of ours are served is known while they are, and no longer."""

import json
import os
from pathlib import Path

import pytest

from agent_e.config import SafetySettings
from agent_e.safety import local_sites
from agent_e.safety.local_sites import local_site_origins, served_places
from agent_e.safety.url_check import url_check

URL = "http://127.0.0.1:45671"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(local_sites, "_folder", lambda: tmp_path / "sites")
    return tmp_path / "sites"


def test_a_site_may_be_opened_while_it_is_served(folder: Path) -> None:
    assert not url_check(SafetySettings()).now(URL).allowed
    with local_site_origins(URL):
        assert served_places() == {("127.0.0.1", 45671)}
        assert url_check(SafetySettings()).now(f"{URL}/basket").allowed
        assert not url_check(SafetySettings()).now("http://127.0.0.1:45672").allowed
    assert served_places() == frozenset()
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("text", ["", "{}", '{"host": "127.0.0.1", "port": 1, "started": 1.0}'])
def test_what_somebody_left_behind_grants_nothing(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / f"{os.getpid()}-1.json").write_text(text)
    (folder / "x-1.json").write_text(json.dumps({"host": "127.0.0.1", "port": 1, "started": 0}))
    assert served_places() == frozenset()
