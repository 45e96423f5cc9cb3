"""`agent-e apps`, as far as nothing is installed for it."""

import json
from pathlib import Path

import pytest

from agent_e.config import APPS_VARIABLE

from .conftest import Call


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(APPS_VARIABLE, str(tmp_path / "apps"))


def test_the_list_names_them_and_where_they_are_up(call: Call) -> None:
    told = call("apps", "list")
    assert told.code == 0 and "dokuwiki" in told.out and "up at" in told.out
    rows = json.loads(call("apps", "list", "--json").out)["apps"]
    assert {"name", "version", "front", "licence", "url", "summary"} == set(rows[0])
    assert {row["url"] for row in rows} == {None}


def test_bad_names_and_what_is_not_up_are_told(call: Call) -> None:
    unknown = call("apps", "up", "moon")
    assert unknown.code == 2 and "There is no application moon. There are: " in unknown.err
    several = call("apps", "up", "trac", "dokuwiki", "--port", "8000")
    assert several.code == 2 and "A port is for one application." in several.err
    assert "trac is not up." in call("apps", "reset", "trac").err
    assert "trac was not up." in call("apps", "down", "trac").err
