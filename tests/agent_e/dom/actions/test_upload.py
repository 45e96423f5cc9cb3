from __future__ import annotations

import os
from pathlib import Path

import pytest

from agent_e.errors import BadArgument, ElementBlocked, ElementGone
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    texts = {"face.png": "not really", "cv.pdf": "words", "data.csv": "a,b\n", "strange.xyz": "x"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return {name: str(tmp_path / name) for name in texts}


async def give(on: Stage, name: str, *paths: str) -> str:
    await on.act(on.actor.upload_file(on.id(name), paths))
    return str(on.result)


async def test_a_file_field_holds_the_file_and_the_page_hears_of_it(on: Stage, files):
    await on.open("uploads")
    assert await give(on, "Photo", files["face.png"]) == "The field now holds 'face.png'."
    assert "photo: face.png 10 true" in on.words


async def test_several_files_go_where_several_are_taken(on: Stage, files):
    await on.open("uploads")
    said = await give(on, "Papers", files["cv.pdf"], files["data.csv"])
    assert said == "The field now holds 'cv.pdf', 'data.csv'."
    assert "papers: cv.pdf 5, data.csv 4 true" in on.words


async def test_a_field_behind_its_label_is_filled(on: Stage, files):
    await on.open("uploads")
    assert "'cv.pdf'" in await give(on, "Behind a label", files["cv.pdf"])
    assert "behind: cv.pdf 5 true" in on.words


@pytest.mark.parametrize(
    ("name", "where"),
    [("Choose a file", "opened"), ("Attach", "made"), ("Attach in a while", "made")],
)
async def test_a_file_chooser_that_a_click_opens_is_answered(on: Stage, files, name, where):
    await on.open("uploads")
    assert "'data.csv'" in await give(on, name, files["data.csv"])
    assert f"{where}: data.csv 4" in on.words


async def test_a_page_that_takes_the_file_at_once_is_no_failure(on: Stage, files):
    await on.open("uploads")
    said = await give(on, "Taken at once", files["cv.pdf"])
    assert said == "The page took what it was given. The field is empty again."
    assert "taken: cv.pdf 5 true" in on.words


async def test_files_are_dropped_where_nothing_else_takes_them(on: Stage, files):
    await on.open("uploads")
    said = await give(on, "Drop here", files["cv.pdf"], files["face.png"])
    assert said == "The page had 'cv.pdf', 'face.png' dropped onto it."
    assert "dropped: cv.pdf 5, face.png 10 true" in on.words


@pytest.mark.parametrize("name", ["Does nothing", "Shut zone"])
async def test_what_takes_no_file_is_refused_and_the_page_stays(on: Stage, files, name):
    await on.open("uploads")
    with pytest.raises(BadArgument, match=f"'{name}' takes no files"):
        await give(on, name, files["cv.pdf"])
    assert await on.script("log.textContent") == "nothing"


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("Photo", ["data.csv"], r"takes only image/\*, \.pdf, and 'data.csv' is none of these"),
        ("Choose a file", ["cv.pdf"], r"takes only \.csv, and 'cv.pdf' is none"),
        ("Photo", ["face.png", "cv.pdf"], "takes one file, not 2"),
        ("Whole folder", ["cv.pdf"], "takes a whole folder"),
    ],
)
async def test_files_that_do_not_fit_are_refused(on: Stage, files, name, given, why):
    await on.open("uploads")
    with pytest.raises(BadArgument, match=why):
        await give(on, name, *(files[each] for each in given))
    assert await on.script("log.textContent") == "nothing"


async def test_a_disabled_field_is_refused(on: Stage, files):
    await on.open("uploads")
    with pytest.raises(ElementBlocked, match="'Locked' is disabled"):
        await give(on, "Locked", files["cv.pdf"])


async def test_a_field_that_is_gone_is_refused(on: Stage, files):
    await on.open("uploads")
    photo = on.id("Photo")
    await on.script("photo.parentElement.remove()")
    with pytest.raises(ElementGone, match="'Photo' is not on the page any more"):
        await on.actor.upload_file(photo, [files["face.png"]])


async def test_files_that_cannot_be_used_are_refused(on: Stage, files, tmp_path: Path):
    await on.open("uploads")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for given, why in [
        ([], "No file is given"),
        (["none.pdf"], "There is no file 'none.pdf'"),
        ([str(tmp_path)], "is a folder"),
        ([str(pipe)], "is no plain file"),
    ]:
        with pytest.raises(BadArgument, match=why):
            await give(on, "Papers", *given)


async def test_a_bare_name_is_that_of_a_download(on: Stage):
    await on.open("uploads")
    folder = on.session.downloads_dir
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.pdf").write_text("saved")
    assert "'report.pdf'" in await give(on, "Photo", "report.pdf")
    assert "photo: report.pdf 5" in on.words


@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize(
    ("name", "where"), [("Papers", "papers"), ("Attach", "made"), ("Drop here", "dropped")]
)
async def test_frames_of_this_and_of_another_origin_take_files(on: Stage, files, at, name, where):
    await on.open("uploads_frames")
    mmid = [node.mmid for node in on.page.elements if node.name == name][at]
    assert mmid is not None
    await on.act(on.actor.upload_file(mmid, [files["cv.pdf"]]))
    assert f"{where}: cv.pdf 5" in on.words
