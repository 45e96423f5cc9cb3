"""Public data: fetched once, known by its digest, and every trouble in one sentence."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from agent_e.benchmarks.tasks.fetch import (
    DataFile,
    data_folder,
    data_state,
    fetch_data,
    read_data,
)
from agent_e.config import DATA_VARIABLE
from agent_e.errors import ConfigError
from tests.agent_e.dom.serving import served

CONTENT = b'{"id": 1}\n'
DIGEST = hashlib.sha256(CONTENT).hexdigest()


class Server(BaseHTTPRequestHandler):
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        status = 404 if self.path == "/missing" else 200
        body = b"other" if self.path == "/changed" else CONTENT
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.fixture
def address(asked: list[str]) -> Iterator[str]:
    handler = type("Handler", (Server,), {"asked": asked})
    with served(handler) as address:
        yield address


def data_file(url: str) -> DataFile:
    return DataFile(path="s/a.jsonl", url=url, sha256=DIGEST)


async def test_it_is_fetched_once(address: str, asked: list[str], tmp_path: Path) -> None:
    file = data_file(f"{address}/a")
    told: list[str] = []
    assert data_state([file], tmp_path) == "to fetch"
    assert await fetch_data([file], tmp_path, told.append) == [tmp_path / "s/a.jsonl"]
    assert await fetch_data([file], tmp_path, told.append) == []
    assert data_state([file], tmp_path) == "there"
    assert read_data(file, tmp_path, "s") == CONTENT
    assert asked == ["/a"]
    assert told == ["s/a.jsonl fetched, 10 bytes", "s/a.jsonl is there"]
    assert [path.name for path in (tmp_path / "s").iterdir()] == ["a.jsonl"]


async def test_another_version_is_fetched_anew(address: str, tmp_path: Path) -> None:
    file = data_file(f"{address}/a")
    (tmp_path / "s").mkdir()
    (tmp_path / file.path).write_bytes(b"old")
    with pytest.raises(ConfigError, match="is not the version that the suite s is made of"):
        read_data(file, tmp_path, "s")
    await fetch_data([file], tmp_path)
    assert read_data(file, tmp_path, "s") == CONTENT


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("/missing", r"s/a.jsonl cannot be fetched: 127.0.0.1:\d+ answers 404. Try again later"),
        ("/changed", r"127.0.0.1:\d+ sent another file than the s/a.jsonl that is expected"),
    ],
)
async def test_nothing_wrong_is_kept(
    address: str, tmp_path: Path, path: str, complaint: str
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        await fetch_data([data_file(address + path)], tmp_path)
    assert list(tmp_path.rglob("*")) == []


async def test_no_network_is_one_sentence(tmp_path: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        port = server.server_port
    with pytest.raises(ConfigError) as raised:  # nobody listens there any more
        await fetch_data([data_file(f"http://127.0.0.1:{port}/a")], tmp_path)
    sentence = str(raised.value)
    assert sentence.startswith(
        f"s/a.jsonl cannot be fetched: there is no way to 127.0.0.1:{port} ("
    )
    assert sentence.endswith(f"Check the network, or put the file into {tmp_path} yourself.")


def test_data_that_is_not_there_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="Fetch it with `agent-e bench fetch s`, or give"):
        read_data(data_file("http://127.0.0.1/"), tmp_path, "s")


def test_where_data_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    assert data_folder().name == "bench"
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert data_folder() == tmp_path
    assert data_folder(tmp_path / "x") == tmp_path / "x"
    assert data_state([], tmp_path) == "built in"
