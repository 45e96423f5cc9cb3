from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest

from agent_e.benchmarks.episodes.record import EPISODE_FILE
from agent_e.benchmarks.runner.mirror import Mirror, is_address, local_copy
from agent_e.errors import BrowserError, ConfigError

ADDRESS = "memory://bucket/run"


@pytest.fixture
def there() -> Iterator[fsspec.AbstractFileSystem]:
    files = fsspec.filesystem("memory")
    yield files
    if files.exists("/bucket"):
        files.rm("/bucket", recursive=True)


def episode(folder: Path, name: str) -> Path:
    """A run with an episode that has ended."""
    place = folder / "episodes" / name / "1" / "1"
    (place / "screenshots").mkdir(parents=True)
    (place / "screenshots" / "1.webp").write_bytes(b"picture")
    (place / EPISODE_FILE).write_text(name)
    for each in ("run.json", "tasks.jsonl", "slots.json"):
        (folder / each).write_text(each)
    return place


def test_what_is_pushed_from_one_folder_is_pulled_into_another(
    there: fsspec.AbstractFileSystem, tmp_path: Path
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    episode(one, "a")
    Mirror(ADDRESS, one).push()
    assert there.cat("/bucket/run/episodes/a/1/1/episode.json") == b"a"
    Mirror(ADDRESS, other).pull(whole=False)
    found = {each.name for each in other.rglob("*") if each.is_file()}
    assert found == {"run.json", "tasks.jsonl", "slots.json", EPISODE_FILE}
    Mirror(ADDRESS, other).pull(whole=True)
    assert (other / "episodes/a/1/1/screenshots/1.webp").read_bytes() == b"picture"


def test_the_record_of_an_episode_comes_last(
    there: fsspec.AbstractFileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put: list[str] = []
    whole = type(there).put_file

    def noted(self: object, here: str, goal: str, **more: object) -> None:
        put.append(goal)
        whole(self, here, goal, **more)

    monkeypatch.setattr(type(there), "put_file", noted)
    place = episode(tmp_path, "a")
    (place / "zzz.txt").write_text("last by name")
    Mirror(ADDRESS, tmp_path).push_episode(place)
    assert len(put) == 3
    assert put[-1].endswith(EPISODE_FILE)


def test_what_could_not_be_written_is_copied_later(
    there: fsspec.AbstractFileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: object, here: str, goal: str, **more: object) -> None:
        raise OSError("The bucket is full")

    place = episode(tmp_path, "a")
    mirror = Mirror(ADDRESS, tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(type(there), "put_file", full)
        with pytest.raises(BrowserError, match=r"cannot be written: The bucket is full\. What is"):
            mirror.push_episode(place)
    mirror.push()
    assert there.exists("/bucket/run/episodes/a/1/1/screenshots/1.webp")


def test_an_address_that_nothing_knows_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="The address nosuch://bucket cannot be used"):
        Mirror("nosuch://bucket", tmp_path)


def test_folders_are_no_addresses() -> None:
    assert is_address("s3://bucket/run")
    assert not is_address("runs/bench")
    assert local_copy("s3://bucket/run") != local_copy("gs://bucket/run")


def test_a_password_in_an_address_is_in_no_name_and_no_message(tmp_path: Path) -> None:
    address = "nosuch://me:hunter2@host/run"
    assert local_copy(address) == local_copy("nosuch://host/run")
    with pytest.raises(ConfigError, match="The address nosuch://host/run cannot be used") as raised:
        Mirror(address, tmp_path)
    assert "hunter2" not in str(raised.value)


def test_a_store_that_takes_names_as_text_alone_is_read(
    there: fsspec.AbstractFileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = type(there).exists
    episode(tmp_path / "one", "a")
    Mirror(ADDRESS, tmp_path / "one").push()
    # FTP's finds nothing by a path object.
    monkeypatch.setattr(
        type(there), "exists", lambda self, name, **more: type(name) is str and whole(self, name)
    )
    Mirror(ADDRESS, tmp_path / "other").pull(whole=True)
    assert (tmp_path / "other" / "episodes/a/1/1" / EPISODE_FILE).exists()
