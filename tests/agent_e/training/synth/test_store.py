"""The folder of records, after a kill at any moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.errors import ConfigError
from agent_e.training.records import RECORDS_FILE, ClickRecord
from agent_e.training.synth.store import RecordStore


def page(number: int) -> tuple[str, bytes, list[ClickRecord]]:
    image = f"images/{number}.jpg"
    given = {"image": image, "width": 10, "height": 10, "box": (1, 1, 5, 5), "source": "made"}
    return image, b"picture", [ClickRecord(id=f"{number}-{at}", **given) for at in range(3)]


def test_a_torn_line_goes_with_its_page_which_is_made_again(tmp_path: Path) -> None:
    pages = [page(number) for number in range(3)]
    store = RecordStore(tmp_path, {})
    for each in pages:
        store.add(*each)
    file = tmp_path / RECORDS_FILE
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)

    for kept, torn in [(8, 1), (7, 40), (6, 10), (4, 5), (0, 20)]:
        file.write_bytes(b"".join(lines[:kept]) + lines[kept][:torn])
        again = RecordStore(tmp_path, {})
        assert again.count % 3 == 0, "no page is left in part"
        assert again.count >= kept - 3
        for each in pages:
            if each[0] not in again.images:
                again.add(*each)
        assert file.read_bytes() == whole


def test_records_made_otherwise_are_not_mixed_in(tmp_path: Path) -> None:
    RecordStore(tmp_path, {"seed": 0})
    with pytest.raises(ConfigError, match="other options"):
        RecordStore(tmp_path, {"seed": 1})


def test_a_picture_is_there_before_its_records(tmp_path: Path) -> None:
    store = RecordStore(tmp_path, {})
    (tmp_path / RECORDS_FILE).mkdir()  # no line can be written
    with pytest.raises(OSError):
        store.add(*page(0))
    assert (tmp_path / "images/0.jpg").read_bytes() == b"picture"
