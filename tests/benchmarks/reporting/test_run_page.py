from __future__ import annotations

import json
import shutil
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from playwright.async_api import expect

from agent_e.benchmarks.reporting import render_run, write_run_report
from agent_e.benchmarks.reporting.pictures import Album
from agent_e.errors import ConfigError
from agent_e.journal import Journal, read_events, read_run
from agent_e.types import Effect

from .conftest import Open
from .hostile import spoil

pytestmark = pytest.mark.browser


@pytest.fixture
def copy(catalog_run: Path, tmp_path: Path) -> Path:
    """The run, to be changed."""
    return Path(shutil.copytree(catalog_run, tmp_path / catalog_run.name))


async def test_the_answer_comes_first_with_what_it_rests_on(copy: Path, opened: Open) -> None:
    page = await opened(write_run_report(copy))
    result = json.loads((copy / "result.json").read_text())
    answer = page.get_by_role("region", name="Answer")
    await expect(answer.locator(".answer")).to_have_text(result["answer"])
    claims = answer.get_by_role("list").first.get_by_role("listitem")
    await expect(claims).to_have_count(len(result["evidence"]))
    first = result["evidence"][0]
    await expect(claims.first.locator("q")).to_have_text(first["quote"])
    await expect(claims.first.get_by_role("link").last).to_have_attribute("href", first["url"])
    await claims.first.get_by_role("link").first.click()
    await expect(page.locator(f"#step-{first['step']}")).to_be_in_viewport()


async def test_every_model_call_is_a_step_with_its_figures(copy: Path, opened: Open) -> None:
    page = await opened(write_run_report(copy))
    events = list(read_events(copy))
    replies = [event for event in events if event["kind"] == "model.replied"]
    for number, reply in enumerate(replies, 1):
        tokens = reply["usage"]["input_tokens"]
        await expect(page.locator(f"#step-{number} .figures")).to_contain_text(f"{tokens:,} →")
    started = [event for event in events if event["kind"] == "action.started"]
    await expect(page.locator(".act")).to_have_count(len(started))
    total = page.get_by_role("row").filter(has_text="navigator")
    calls = sum(event["role"] == "navigator" for event in replies)
    await expect(total.get_by_role("cell").nth(2)).to_have_text(str(calls))


async def test_the_target_is_marked_where_it_was(copy: Path, opened: Open) -> None:
    page = await opened(write_run_report(copy))
    pictured = [event for event in read_events(copy) if event["kind"] == "pictured"]
    boxes = [event["box"] for event in pictured if event["box"]]
    assert boxes
    drawn = await page.locator("figure svg:not(.whole) rect").evaluate_all(
        "(all) => all.map(({ x, y, width, height }) =>"
        "  [x, y, width, height].map((each) => each.baseVal.value))"
    )
    assert drawn == [[x - 3, y - 3, w + 6, h + 6] for x, y, w, h in boxes]
    widths = await page.locator("figure img").evaluate_all(
        "(all) => Promise.all(all.map((each) => each.decode().then(() => each.naturalWidth)))"
    )
    assert len(widths) == len(pictured)
    assert min(widths) > 0


async def test_a_quote_is_marked_on_the_picture_of_its_step(copy: Path, opened: Open) -> None:
    pictured = [each for each in read_events(copy) if each["kind"] == "pictured"]
    result = json.loads((copy / "result.json").read_text())
    there = {
        "claim": "its rating",
        "quote": "4.5",
        "step": result["steps"],
        "url": pictured[-1]["url"],
        "found": True,
        "boxes": [[200, 300, 120, 30]],
    }
    nowhere = there | {"url": "http://elsewhere.example/"}
    result["evidence"] = [there, there | {"boxes": [[10, 20, 30, 40]]}, nowhere]
    (copy / "result.json").write_text(json.dumps(result))
    page = await opened(write_run_report(copy))
    claims = page.get_by_role("region", name="Answer").get_by_role("listitem")
    drawn = claims.nth(0).locator("svg")
    picture = await claims.nth(0).locator("svg image").bounding_box()
    mark = await claims.nth(0).locator("svg rect").bounding_box()
    assert picture and mark
    scale = picture["width"] / pictured[-1]["width"]
    assert mark["x"] - picture["x"] == pytest.approx(197 * scale, abs=2)
    assert mark["y"] - picture["y"] == pytest.approx(297 * scale, abs=2)
    assert mark["width"] == pytest.approx(126 * scale, abs=4)
    frame = await drawn.bounding_box()
    assert frame and frame["y"] <= mark["y"] < frame["y"] + frame["height"]
    # The data of the picture comes once.
    await expect(claims.nth(1).locator("svg use")).to_have_count(1)
    await expect(claims.nth(1).locator("svg image")).to_have_count(0)
    await expect(claims.nth(2)).to_contain_text("no picture of this page was taken")
    await expect(claims.nth(2).locator("figure")).to_have_count(0)


@pytest.mark.parametrize("ended", [True, False])
async def test_what_was_done_is_listed(copy: Path, opened: Open, ended: bool) -> None:
    act = Effect(
        step=2, kind="act", tier="R3", action="click", target="button '<b>Buy</b>'",
        page="http://shop.example/mug", grant="notify", page_message="Thank you.",
    )  # fmt: skip
    sent = replace(act, kind="request", method="POST", url="http://shop.example/o", status=201)
    journal = Journal(copy)
    journal.write("grants.read", grants=["order, once, at most 40 EUR", "sign in"])
    if ended:
        journal.close()
        result = json.loads((copy / "result.json").read_text())
        result["effects"] = [asdict(act), asdict(sent)]
        (copy / "result.json").write_text(json.dumps(result))
    else:
        (copy / "result.json").unlink()
        for each in (act, sent):
            journal.write("effect", started=2, effect=asdict(each))
        journal.close()
    page = await opened(write_run_report(copy))
    region = page.get_by_role("region", name="Done on your behalf")
    await expect(region).to_contain_text(
        "Allowed by your task: order, once, at most 40 EUR; sign in"
    )
    done = region.get_by_role("listitem")
    await expect(done).to_have_count(1)
    await expect(done).to_contain_text("clicked button '<b>Buy</b>' without asking")
    await expect(done).to_contain_text("Thank you.")
    await expect(done).to_contain_text("POST /o 201")
    await done.get_by_role("link").first.click()
    await expect(page.locator("#step-2")).to_be_in_viewport()


async def test_nothing_is_said_of_effects_where_there_are_none(copy: Path, opened: Open) -> None:
    page = await opened(write_run_report(copy))
    await expect(page.get_by_text("on your behalf")).to_have_count(0)


async def test_a_picture_grows_by_the_keyboard(copy: Path, opened: Open) -> None:
    page = await opened(write_run_report(copy))
    picture = page.get_by_role("button", name="Enlarge").first
    box = await picture.bounding_box()
    await picture.press("Enter")
    await expect(picture).to_have_attribute("aria-pressed", "true")
    grown = await picture.bounding_box()
    assert box and grown
    assert grown["width"] > 1.5 * box["width"]


async def test_a_step_without_an_action_says_what_its_calls_said(copy: Path, opened: Open) -> None:
    page = await opened(write_run_report(copy))
    for step in await page.locator("article.step").all():
        if not await step.locator(".act").count():
            await expect(step.locator(".words, .note, .shots").first).to_be_visible()


async def test_the_arrows_go_through_the_steps(copy: Path, opened: Open) -> None:
    page = await opened(write_run_report(copy))
    steps = [await each.get_attribute("id") for each in await page.locator(".step[id]").all()]
    went = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        await page.keyboard.press(key)
        went.append(await page.evaluate("location.hash.slice(1)"))
    assert went == [steps[0], steps[1], steps[0]]


async def test_a_run_that_was_killed_is_told_as_far_as_it_came(copy: Path, opened: Open) -> None:
    (copy / "result.json").unlink()
    journal = copy / "events.jsonl"
    lines = journal.read_text().splitlines(keepends=True)
    last = max(n for n, line in enumerate(lines) if '"action.started"' in line)
    journal.write_text("".join(lines[: last + 1]) + lines[last + 1][:25])
    info = json.loads((copy / "run.json").read_text())
    (copy / "run.json").write_text(json.dumps(info | {"pid": 2**22 + 1}))
    page = await opened(write_run_report(copy))
    await expect(page.locator(".badge").first).to_have_text("interrupted")
    await expect(page.get_by_text("The run was ended before it gave an answer")).to_be_visible()
    await expect(page.locator(".act").last.get_by_text("not finished")).to_be_visible()


async def test_a_journal_of_nothing_but_its_beginning_is_a_page(copy: Path, opened: Open) -> None:
    (copy / "result.json").unlink()
    (copy / "events.jsonl").write_text("")
    page = await opened(write_run_report(copy))
    await expect(page.get_by_role("heading", level=1)).to_contain_text("rating of the most")


async def test_texts_of_pages_and_models_do_nothing(
    catalog_run: Path, tmp_path: Path, opened: Open
) -> None:
    run = spoil(catalog_run, tmp_path / "spoiled")
    page = await opened(write_run_report(run))
    await expect(page.locator("script")).to_have_count(1)
    assert await page.locator("iframe, base, img[src^=http], [onfocus], [onerror]").count() == 0
    assert await page.evaluate("window.pwned") is None
    links = await page.locator("a").evaluate_all("(all) => all.map((each) => each.protocol)")
    assert set(links) <= {"file:", "http:", "https:"}
    text = await page.locator("main").inner_text()
    for visible in ("␛[31mred", "⟨U+202E⟩esrever", "⟨U+200B⟩invisible", "⟨U+E0041⟩"):
        assert visible in text
    for width in (390, 1280):
        await page.set_viewport_size({"width": width, "height": 800})
        wide = await page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width


async def test_what_there_is_no_room_for_is_said(copy: Path, opened: Open, monkeypatch) -> None:
    monkeypatch.setattr("agent_e.benchmarks.reporting.run_page.BUDGET", 1)
    page = await opened(write_run_report(copy))
    shots = len(list((copy / "shots").iterdir()))
    await expect(page.get_by_text(f"{shots} pictures left out")).to_be_visible()
    await expect(page.locator("img")).to_have_count(0)


def test_no_file_but_a_picture_of_the_run_is_read(copy: Path) -> None:
    outside = copy.parent / "secret.jpg"
    shutil.copy(next((copy / "shots").iterdir()), outside)
    (copy / "shots" / "link.jpg").symlink_to(outside)
    (copy / "shots" / "torn.jpg").write_bytes(b"\xff\xd8\xff not a picture")
    album = Album(folder=copy)
    names = ("../secret.jpg", str(outside), "shots/link.jpg", "shots/torn.jpg", "run.json")
    assert [album.uri(name) for name in names] == [""] * len(names)
    assert album.damaged == len(names)
    assert album.uri("shots/end.jpg").startswith("data:image/webp;base64,")


def test_a_run_with_marked_pictures_shows_what_the_model_saw(copy: Path) -> None:
    lines = (copy / "events.jsonl").read_text().splitlines()
    called = next(n for n, line in enumerate(lines) if '"model.called"' in line)
    marked = {"seq": 9000, "time": 1, "kind": "marked", "media_type": "image/jpeg"}
    lines.insert(called, json.dumps(marked | {"width": 1024, "height": 576}))
    (copy / "events.jsonl").write_text("\n".join(lines) + "\n")
    shutil.copy(copy / "shots" / "end.jpg", copy / "shots" / "9000.jpg")
    text = render_run(read_run(copy))
    first = text.partition('id="step-1"')[2].partition("</article>")[0]
    assert "The page what the model saw" not in first
    assert "What the model saw" in first


def test_a_page_that_cannot_be_written_is_one_sentence(copy: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be written"):
        write_run_report(copy, copy)


def test_of_an_answer_in_json_the_thought_is_told(copy: Path) -> None:
    text = (copy / "events.jsonl").read_text()
    said = json.dumps(json.dumps({"thought": "The lamp first.", "action": "click"}))
    (copy / "events.jsonl").write_text(text.replace('"text": ""', f'"text": {said}', 1))
    step = render_run(read_run(copy)).partition('id="step-1"')[2].partition("</article>")[0]
    assert '<p class="words" dir="auto">The lamp first.</p>' in step
