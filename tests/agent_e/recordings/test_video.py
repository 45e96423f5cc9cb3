"""Videos of runs, frame by frame."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image, ImageSequence

from agent_e.agent import WebAgent
from agent_e.benchmarks.sites import serve_site
from agent_e.config import BrowserSettings, Settings
from agent_e.errors import ConfigError
from agent_e.journal import Journal, RunRecord, read_run
from agent_e.recordings import video
from agent_e.recordings.scenes import scenes_of
from agent_e.recordings.video import write_video
from tests.browsers import Chromium

RED = (255, 0, 0)
HOSTILE = '<h1 style="position:fixed; inset:0; background:red">'


def record(folder: Path, *, pictures: bool = True, file: str = "shots/0003.png") -> RunRecord:
    """A run with an action that was done, and one that was refused."""
    journal = Journal(folder)
    journal.write_file("run.json", {"task": {"text": f"Buy {HOSTILE}"}})
    journal.write("run.started", task="Buy")
    journal.write("subtask.started", number=1, sub_task="Open the\nshop")
    button = {"role": "button", "name": HOSTILE}
    done = journal.write("action.started", action="click", target=button, arguments={})
    if pictures:
        (folder / "shots").mkdir()
        Image.new("RGB", (200, 400), (0, 0, 255)).save(folder / "shots" / "0003.png")
        size = {"width": 200, "height": 400, "box": [50, 100, 100, 50]}
        journal.write("pictured", started=done, file=file, **size)
    journal.write("action.ended", started=done, status="done")
    other = journal.write("action.started", action="press_key", arguments={"key": "Enter"})
    journal.write("action.ended", started=other, status="refused", error="Missed: it is covered.")
    journal.write_file("result.json", {"outcome": "gave_up", "answer": {"price": 3}})
    journal.close()
    return read_run(folder)


def pixels(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB"), dtype=int)


def test_the_scenes_tell_the_task_each_action_and_the_answer(tmp_path: Path) -> None:
    task, done, refused, end = scenes_of(record(tmp_path))
    assert (task.label, task.title) == ("Task", f"Buy {HOSTILE}")
    assert (done.label, done.words) == ("1/2", f"click button '{HOSTILE}'")
    assert (done.note, done.aimed) == ("Open the shop", True)
    assert (refused.label, refused.words) == ("2/2", "press_key Enter")
    assert (refused.note, refused.aimed) == ("Not done: it is covered.", False)
    assert (end.label, end.words) == ("gave up", '{"price": 3}')
    assert end.shot is not None
    assert 2.0 <= refused.seconds < done.seconds < 7.0
    assert end.seconds == 4.0


@pytest.mark.browser
async def test_pictures_keep_their_shape_and_texts_stay_texts(tmp_path: Path) -> None:
    path = tmp_path / "new" / "run.gif"
    await write_video(record(tmp_path), path, BrowserSettings())
    with Image.open(path) as opened:
        frames = [pixels(frame) for frame in ImageSequence.Iterator(opened)]
    assert [frame.shape for frame in frames] == [(840, 1280, 3)] * 4
    assert not any((frame == RED).all(axis=2).any() for frame in frames)
    shown = frames[1][:720]
    blue = np.abs(shown - (0, 0, 255)).sum(axis=2) < 60
    down, across = np.nonzero(blue)
    # 200 x 400 in 1280 x 720, in the middle and without being enlarged.
    assert (across.min(), across.max()) == (540, 739)
    assert (down.min(), down.max()) == (160, 559)
    # The box is around the target, and not in the picture that is only kept from before.
    assert not blue[255, 600]
    assert not blue[300, 585]
    assert blue[280, 640]
    kept = np.abs(frames[3][:720] - (0, 0, 255)).sum(axis=2) < 60
    assert kept[255, 600]


@pytest.mark.browser
async def test_a_run_is_shown_as_it_was_journaled(chromium: Chromium, tmp_path: Path) -> None:
    async with serve_site("catalog") as site:
        settings = Settings(model="offline", runs_dir=tmp_path)
        async with WebAgent(settings, opener=chromium.session) as agent:
            result = await agent.run("Find the price of the third product.", start_url=site.url)
    run = read_run(Path(result.run_dir))
    scenes = scenes_of(run)
    assert [scene.label for scene in scenes] == ["Task", "1/2", "2/2", "success"]
    assert scenes[2].words == "click link 'Ember Espresso Maker'"
    assert scenes[2].note == "Find the price of the third product"
    assert "$64.50" in scenes[-1].words
    path = tmp_path / "run.webm"
    await write_video(run, path, BrowserSettings())
    with av.open(str(path)) as container:
        frames = [pixels(frame.to_image()) for frame in container.decode(video=0)]
    lengths = [round(5 * scene.seconds) for scene in scenes]
    assert len(frames) == sum(lengths)
    last_of_each = [frames[sum(lengths[: at + 1]) - 1] for at in range(len(scenes))]
    end = pixels(Image.open(run.path / "shots" / "end.jpg"))
    assert np.abs(last_of_each[-1][:720] - end).mean() < 4
    assert np.abs(last_of_each[2][:720] - end).mean() > 4
    captions = [frame[722:] for frame in last_of_each]
    assert all(caption.max() > 200 for caption in captions)
    for before, after in zip(captions, captions[1:], strict=False):
        assert np.abs(before - after).mean() > 1


@pytest.mark.parametrize(
    ("name", "pictures", "installed", "sentence"),
    [
        ("run.mp4", True, True, "neither a .webm nor a .gif"),
        ("run.webm", True, False, r"pip install 'agent-e\[video\]', or make a GIF"),
        ("run.gif", False, False, "has no pictures. Set journal.screenshots to steps"),
    ],
)
async def test_what_cannot_be_made_is_one_sentence(
    name: str,
    pictures: bool,
    installed: bool,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(video, "find_spec", lambda module: object() if installed else None)
    run = record(tmp_path, pictures=pictures)
    with pytest.raises(ConfigError, match=sentence):
        await write_video(run, tmp_path / name, BrowserSettings())
    assert not (tmp_path / name).exists()


@pytest.mark.browser
async def test_no_other_file_is_shown(tmp_path: Path) -> None:
    Image.new("RGB", (1280, 720), (0, 255, 0)).save(tmp_path / "secret.png")
    folder = tmp_path / "run"
    folder.mkdir()
    await write_video(record(folder, file="../secret.png"), tmp_path / "run.gif", BrowserSettings())
    with Image.open(tmp_path / "run.gif") as opened:
        frames = [pixels(frame) for frame in ImageSequence.Iterator(opened)]
    assert not any((frame == (0, 255, 0)).all(axis=2).any() for frame in frames)
