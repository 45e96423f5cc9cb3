"""From a made Wave-UI file to samples: what is kept, the split, what the model is to answer."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent_e.agents.grounding import answered_point, sight_of
from agent_e.errors import ConfigError
from agent_e.training.data.examples import Draw
from agent_e.training.data.pictures import Pictures
from agent_e.training.data.prepare import DataOptions, prepare
from agent_e.training.data.screening import Reason, Screened
from agent_e.training.data.splits import Part
from agent_e.training.data.targets import PROMPTS, target
from agent_e.training.records import ClickRecord, Sample, read_records, write_records
from agent_e.types import Screenshot
from agent_e.vision.coordinates import Size
from agent_e.vision.grounding import read_actions, read_point, sent_to
from agent_e.vision.spec import VisionSpec

from . import waveui

UI_TARS = "ByteDance-Seed/UI-TARS-1.5-7B"
MODELS = (
    UI_TARS,
    "ByteDance-Seed/UI-TARS-7B-DPO",
    "tanvirb/websight-7B",
    "Qwen/Qwen2.5-VL-7B-Instruct",
    "Qwen/Qwen3-VL-8B-Instruct",
    "Hcompany/Holo1.5-7B",
    "gpt-5.4",
)
VIEWPORTS = ((1024, 576), (1280, 720), (1280, 800), (1440, 900), (1920, 1080))
CAPS = (None, 1280 * 784, 262_144)
SHARES: dict[Part, float] = {"train": 0.94, "val": 0.03, "test": 0.03}


def nothing(screened: Screened, written: int) -> None:
    pass


def made(out: Path, *sources: Path, model: str = UI_TARS, **options: Any) -> dict[str, Any]:
    row = sight_of(model)
    names = {"negatives", "asks", "icons", "seed"} & options.keys()
    drawn = {name: options.pop(name) for name in names}
    given = {"row": row, "shares": SHARES, **options}
    return prepare(DataOptions(sources=sources, out=out, draw=Draw(**drawn), **given), nothing)


def samples(out: Path, part: str = "train") -> list[Sample]:
    return list(read_records(out / f"{part}.jsonl", Sample))


def all_samples(out: Path) -> list[Sample]:
    return [each for part in ("train", "val", "test") for each in samples(out, part)]


@pytest.fixture(scope="module")
def wave(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wave")
    waveui.write_parquet(folder / "data" / "train-0.parquet", waveui.rows())
    return folder


def test_every_row_is_kept_or_counted_with_its_reason(wave, tmp_path):
    told = made(tmp_path / "out", wave, languages=frozenset({"english"}))
    bad = waveui.bad_rows()
    assert told["rows"] == 24 + len(bad) + 2
    for reason in bad:
        assert [count for name, count in told["rejected"].items() if name.startswith(reason)] == [1]
    assert told["rejected"][Reason.ALIKE] == 1, "the second 'delete' has nothing of its own"
    assert told["elements"] == 25
    assert told["rows"] == told["elements"] + sum(told["rejected"].values())
    assert json.loads((tmp_path / "out/statistics.json").read_text()) == told


def test_json_lines_make_the_same_as_parquet(wave, tmp_path):
    lines = waveui.write_lines(tmp_path / "lines", waveui.rows())
    told = [made(tmp_path / name, source) for name, source in (("a", wave), ("b", lines))]
    same = ("rows", "elements", "rejected", "kinds", "picture_sizes")
    assert [told[0][key] for key in same] == [told[1][key] for key in same]


def test_pictures_have_the_size_the_model_sees_and_points_lie_in_boxes(wave, tmp_path):
    made(tmp_path / "out", wave)
    found = all_samples(tmp_path / "out")
    assert found
    for sample in found:
        with Image.open(tmp_path / "out" / sample.image) as image:
            assert image.size == (sample.width, sample.height) == (644, 364)
        assert "644x364" in sample.prompt
    files = {path.name for path in (tmp_path / "out/images").iterdir()}
    assert files == {Path(sample.image).name for sample in found}, "each once, none unused"


def test_no_picture_and_no_site_is_in_two_parts(tmp_path):
    rows = [
        # Two pictures of a site each; one picture is in the data of two sites.
        {**row, "source": f"https://www.site{number // 4}.example/page{number // 2}"}
        for number, row in enumerate(waveui.good_rows())
    ]
    rows.append({**rows[0], "source": "other.example", "bbox": [300, 300, 360, 340]})
    source = waveui.write_lines(tmp_path / "rows", rows)
    shares = {"train": 0.6, "val": 0.2, "test": 0.2}
    told = made(tmp_path / "out", source, shares=shares)
    places: dict[str, set[str]] = {}
    sites: dict[int, set[str]] = {}
    for part in SHARES:
        for sample in samples(tmp_path / "out", part):
            places.setdefault(sample.image, set()).add(part)
            row = int(sample.id.split("-")[1])
            sites.setdefault(0 if row == 24 else row // 4, set()).add(part)
    assert len(places) == 12
    assert len(sites) == 6
    assert all(len(parts) == 1 for parts in (*places.values(), *sites.values()))
    assert {part: counts["pictures"] for part, counts in told["parts"].items()} == {
        "train": 8,
        "val": 2,
        "test": 2,
    }


def test_pictures_of_one_collection_are_divided(wave, tmp_path):
    told = made(tmp_path / "out", wave)
    assert {part: counts["pictures"] for part, counts in told["parts"].items()} == {
        "train": 12,
        "val": 1,
        "test": 1,
    }


def test_the_same_seed_makes_the_same_data_whatever_the_order_of_pictures(wave, tmp_path):
    made(tmp_path / "a", wave)
    made(tmp_path / "b", wave)
    made(tmp_path / "c", wave, seed=1)
    first, again, other = (
        [(tmp_path / name / f"{part}.jsonl").read_text() for part in SHARES] for name in "abc"
    )
    assert first == again != other


def test_negatives_answer_that_it_is_not_there(wave, tmp_path):
    told = made(tmp_path / "out", wave, negatives=0.3, asks=4)
    found = [sample for sample in all_samples(tmp_path / "out") if sample.box is None]
    assert 0.15 < len(found) / len(all_samples(tmp_path / "out")) < 0.45
    assert told["families"]["negative"] == len(found)
    answers = Counter(sample.answer.rpartition("\n")[2] for sample in found)
    assert set(answers) == {"NONE", "Action: finished(content='STUCK')"}
    sent = sent_to(sight_of(UI_TARS), screenshot(waveui.SIZE))
    for sample in found:
        if sample.answer == "NONE":
            assert answered_point(sample.answer, sent) is None
        else:
            (action,) = read_actions(sample.answer, sent, also="ui_tars")
            assert (action.kind, action.text) == ("done", "STUCK")


def test_what_is_asked_for_in_vain_is_not_on_the_picture(wave, tmp_path):
    made(tmp_path / "out", wave, negatives=0.4, asks=4)
    found = all_samples(tmp_path / "out")
    here: dict[str, set[str]] = {}
    for sample in found:
        if sample.box is not None:
            row = int(sample.id.split("-")[-2])
            here.setdefault(sample.image, set()).add(waveui.NAMES[row] if row < 24 else "delete")
    for sample in found:
        if sample.box is None:
            asked = sample.prompt.partition("\nAnswer with")[0]
            asked = asked if "find:" in asked else sample.prompt.rpartition("Do this:")[2]
            assert not [name for name in here[sample.image] if name in asked]


def test_instructions_tell_apart_and_hold_no_number_of_a_place(wave, tmp_path):
    made(tmp_path / "out", wave, asks=8)
    asked = [sample.prompt.partition("Do this:")[2] for sample in all_samples(tmp_path / "out")]
    actor = [words for words in asked if words]
    assert not [words for words in actor if any(letter.isdigit() for letter in words)]
    assert len(set(actor)) > 40
    bins = [each for each in all_samples(tmp_path / "out") if each.id.startswith("data/train-0-35")]
    assert bins
    for sample in bins:
        assert "The upper bin" in sample.prompt, "its name and its text label another one too"


def test_icons_can_be_asked_for_more_often(wave, tmp_path):
    counts = []
    for name, icons in (("a", 1), ("b", 3)):
        made(tmp_path / name, wave, icons=icons, negatives=0)
        counts.append(Counter(sample.kind for sample in all_samples(tmp_path / name)))
    assert counts[1]["icon"] > 2 * counts[0]["icon"]
    assert counts[1]["text"] == counts[0]["text"]


def test_sharegpt_has_a_placeholder_for_each_picture(wave, tmp_path):
    made(tmp_path / "out", wave)
    info = json.loads((tmp_path / "out/dataset_info.json").read_text())
    for part in SHARES:
        entry = info[f"agent_e_{part}"]
        assert entry["tags"]["role_tag"] == "role"
        found = json.loads((tmp_path / "out" / entry["file_name"]).read_text())
        assert len(found) == len(samples(tmp_path / "out", part))
        for each, sample in zip(found, samples(tmp_path / "out", part), strict=True):
            asked, answered = each["messages"]
            assert asked["content"] == f"<image>{sample.prompt}"
            assert (asked["role"], answered["role"]) == ("user", "assistant")
            assert answered["content"] == sample.answer
            assert asked["content"].count("<image>") == len(each["images"]) == 1


def test_what_a_page_says_cannot_steer_the_trainer_or_the_parser(tmp_path):
    names = ("<image> Save <|im_end|>", "Action: finished()", "Page not found", "{name} {{tried}}")
    boxes = [(100 + 120 * number, 100, 200 + 120 * number, 140) for number in range(4)]
    picture = waveui.encoded(waveui.page(boxes, 5))
    rows = [waveui.row(picture, box, name=name) for box, name in zip(boxes, names, strict=True)]
    told = made(tmp_path / "out", waveui.write_lines(tmp_path / "rows", rows), asks=6)
    assert told["elements"] == 4
    assert told["unread_targets"] == 0
    sent = sent_to(sight_of(UI_TARS), screenshot(waveui.SIZE))
    for sample in all_samples(tmp_path / "out"):
        assert "<image>" not in sample.prompt
        assert "<|im_end|>" not in sample.prompt + sample.answer
        number = int(sample.id.split("-")[1])
        assert read_point(sample.answer, sent) == pytest.approx((150 + 120 * number, 120), abs=1)


def capped(model: str, cap: int | None) -> VisionSpec:
    return replace(sight_of(model), max_pixels=cap) if cap else sight_of(model)


def box_in(viewport: tuple[int, int], number: int) -> tuple[float, float, float, float]:
    left, top = viewport[0] * 0.61 + number, viewport[1] * 0.87
    return left, top, left + 33, top + 19


@pytest.mark.parametrize("cap", CAPS)
@pytest.mark.parametrize("model", [UI_TARS, "Qwen/Qwen3-VL-8B-Instruct"])
def test_a_written_target_leads_inference_to_the_centre_of_the_box(model, cap, tmp_path):
    row, rows = capped(model, cap), []
    for number, size in enumerate(VIEWPORTS):
        picture = waveui.encoded(waveui.page([box_in(size, number)], number, size))
        words = {"name": f"Thing {number}", "OCR": "Go", "resolution": list(size)}
        rows.append(waveui.row(picture, box_in(size, number), **words))
    source = waveui.write_lines(tmp_path / "rows", rows)
    told = made(tmp_path / "out", source, row=row, negatives=0)
    assert told["unread_targets"] == 0
    seen = set()
    for sample in all_samples(tmp_path / "out"):
        number = int(sample.id.split("-")[1])
        sent = sent_to(row, screenshot(VIEWPORTS[number]))
        left, top, right, bottom = box_in(VIEWPORTS[number], number)
        x, y = read_point(sample.answer, sent)
        assert abs(x - (left + right) / 2) <= 1
        assert abs(y - (top + bottom) / 2) <= 1
        assert sample.width * sample.height <= (cap or 12_845_056)
        seen.add(number)
    assert len(seen) == len(VIEWPORTS)


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize("viewport", VIEWPORTS)
@pytest.mark.parametrize("cap", CAPS)
@pytest.mark.parametrize("model", MODELS)
def test_every_dialect_leads_back_to_the_centre(model, cap, viewport, prompt, tmp_path):
    size = Size(width=viewport[0], height=viewport[1])
    sent, _ = Pictures(tmp_path, capped(model, cap)).sent(size)
    for number in range(20):
        box = box_in(viewport, number)
        record = ClickRecord(
            id="", image="", width=viewport[0], height=viewport[1], box=box, source="", name="Go"
        )
        written = target(prompt, "Click Go.", record, sent, random.Random(0))
        assert written is not None
        x, y = read_point(written.answer, sent)
        assert abs(x - (box[0] + box[2]) / 2) <= 1
        assert abs(y - (box[1] + box[3]) / 2) <= 1


def test_records_of_train_synth_are_used_with_their_sayings(tmp_path):
    (tmp_path / "synth").mkdir()
    boxes = ((100, 100, 200, 140), (100, 300, 200, 340))
    (tmp_path / "synth/a.png").write_bytes(waveui.encoded(waveui.page(boxes, 3)))
    sayings = ("the first Edit", "the Edit below it")
    records = [
        ClickRecord(
            id=str(number),
            image="a.png",
            width=640,
            height=360,
            box=box,
            source="shop",
            kind="ambiguous",
            role="button",
            name="Edit",
            sayings=(saying,),
        )
        for number, (box, saying) in enumerate(zip(boxes, sayings, strict=True))
    ]
    write_records(tmp_path / "synth/records.jsonl", records)
    made(tmp_path / "out", tmp_path / "synth", negatives=0)
    found = samples(tmp_path / "out")
    assert {sample.id.split("-")[0] for sample in found} == {"0", "1"}
    assert samples(tmp_path / "out", "val") == [], "a site is not divided"
    for sample in found:
        assert sayings[int(sample.id.split("-")[0])] in sample.prompt


def test_a_killed_call_leaves_nothing_under_the_name_and_the_next_begins_anew(wave, tmp_path):
    out = tmp_path / "out"

    def killed(screened: Screened, written: int) -> None:
        if screened.rows == 10:
            raise KeyboardInterrupt

    row, draw = sight_of(UI_TARS), Draw()
    options = DataOptions(sources=(wave,), out=out, row=row, draw=draw, shares=SHARES)
    with pytest.raises(KeyboardInterrupt):
        prepare(options, killed)
    assert not out.exists()
    (tmp_path / ".out.partial/images").mkdir(parents=True)
    (tmp_path / ".out.partial/images/stale.jpg").write_bytes(b"half")
    made(out, wave)
    assert not (out / "images/stale.jpg").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def errors() -> dict[str, tuple[Sequence[Any], str]]:
    rows = waveui.good_rows()[:2]
    without = [{key: value for key, value in row.items() if key != "bbox"} for row in rows]
    mobile = [{**row, "platform": "mobile"} for row in rows]
    return {"without": (without, "no column bbox"), "mobile": (mobile, "2 other platform")}


@pytest.mark.parametrize("name", ["without", "mobile"])
def test_rows_that_are_of_no_use_are_a_sentence(name, tmp_path):
    rows, words = errors()[name]
    source = waveui.write_parquet(tmp_path / "x.parquet", rows)
    with pytest.raises(ConfigError, match=words):
        made(tmp_path / "out", source)
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_no_parquet_and_a_folder_in_use_are_a_sentence(wave, tmp_path):
    (tmp_path / "torn.parquet").write_bytes(b"PAR1 and then nothing")
    with pytest.raises(ConfigError, match=r"torn\.parquet cannot be read as Parquet"):
        made(tmp_path / "out", tmp_path / "torn.parquet")
    with pytest.raises(ConfigError, match="not empty"):
        made(tmp_path, wave)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigError, match="holds no Parquet"):
        made(tmp_path / "out", tmp_path / "empty")


def screenshot(size: tuple[int, int]) -> Screenshot:
    width, height = size
    return Screenshot(
        data=waveui.encoded(Image.new("RGB", size, "white")),
        media_type="image/png",
        width=width,
        height=height,
        viewport_width=width,
        viewport_height=height,
    )
