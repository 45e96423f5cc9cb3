"""The whole command on real pages, killed and run again."""

from __future__ import annotations

import asyncio
import json
import signal
from importlib import resources
from pathlib import Path

import pytest
from PIL import Image

from agent_e.training.records import RECORDS_FILE, ClickRecord, read_records
from tests import programs

pytestmark = [pytest.mark.browser]


async def synth(out: Path, *more: str) -> str:
    program = await programs.start("train", "synth", *more, "--out", str(out))
    printed, told = await program.communicate()
    assert program.returncode == 0, told.decode()
    return printed.decode()


def records_of(out: Path) -> list[ClickRecord]:
    return list(read_records(out / RECORDS_FILE, ClickRecord))


@pytest.mark.timeout(300)
async def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    out, file = tmp_path / "out", tmp_path / "out" / RECORDS_FILE
    killed = await programs.start("train", "synth", "--count", "100000", "--out", str(out))
    async with asyncio.timeout(60):
        while not file.exists() or not file.stat().st_size:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    await killed.communicate()
    before = file.read_bytes()
    file.write_bytes(before[:-20])

    count = before.count(b"\n") + 30
    await synth(out, "--count", str(count))

    records = records_of(out)
    assert len(records) == count
    assert len({record.id for record in records}) == count, "no page is there twice"
    for image in {record.image for record in records}:
        shown = [record for record in records if record.image == image]
        with Image.open(out / image) as picture:
            assert {(each.width, each.height) for each in shown} == {picture.size}
    found = json.loads((out / "statistics.json").read_text())
    assert found["records"] == sum(found["by_kind"].values()) == count
    assert found["by_kind"]["icon"] > count / 3
    with Image.open(out / "contact_sheet.png") as sheet:
        assert sheet.width > 1000


async def test_letters_without_a_font_are_known_by_their_boxes(chromium) -> None:
    source = resources.files("agent_e.training.synth").joinpath("drawn_letters.js").read_text()
    page = await (await chromium.bare()).new_page()
    drawn = await page.evaluate(source, [["a", "b"], ["\U0010fff0", "\U0010fff1"]])
    await page.context.close()
    assert drawn == [True, False]


async def test_a_folder_of_pages_gives_records_of_one_source(tmp_path: Path) -> None:
    (tmp_path / "docs" / "more").mkdir(parents=True)
    page = '<!DOCTYPE html><html lang="de"><body><button>{}</button></body></html>'
    (tmp_path / "docs" / "index.html").write_text(page.format("Laden"))
    (tmp_path / "docs" / "more" / "a b.html").write_text(page.format("Weiter"))

    printed = await synth(tmp_path / "out", str(tmp_path / "docs"), "--count", "4")

    assert Path(printed.strip()).name == RECORDS_FILE
    found = {(each.source, each.name, each.language) for each in records_of(tmp_path / "out")}
    assert found == {("docs", "Laden", "de"), ("docs", "Weiter", "de")}


@pytest.mark.slow
async def test_a_site_is_followed_through_its_links(tmp_path: Path) -> None:
    await synth(tmp_path / "out", "site:shop", "--count", "120")
    records = records_of(tmp_path / "out")
    assert {record.source for record in records} == {"site:shop"}
    assert len({record.image for record in records}) > 3


async def test_what_is_no_page_is_said_so(tmp_path: Path) -> None:
    program = await programs.start("train", "synth", "nowhere", "--out", str(tmp_path / "out"))
    _, told = await program.communicate()
    assert program.returncode == 2
    assert "nowhere is no page" in told.decode()
