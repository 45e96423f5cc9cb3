"""The human queue as a page: blind, one at a time, and nothing but the run's own episodes."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from PIL import Image
from playwright.async_api import Browser, expect

from agent_e.benchmarks.episodes.record import EVIDENCE_FILE, EpisodeOutcome, Evidence
from agent_e.benchmarks.judging.people import read_verdicts
from agent_e.benchmarks.reporting.review import ReviewPage, pictures_of

from .bench_folder import episode, label, place
from .hostile import PAYLOADS

WRONG = EpisodeOutcome.FAIL_OBLIVIOUS


def picture(folder: Path, name: str, colour: str = "navy") -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.new("RGB", (640, 400), colour)
    data = io.BytesIO()
    image.save(data, "JPEG")
    path.write_bytes(data.getvalue())
    return name


def looked_at(folder: Path, record_task: str, answer: str, pictures: Iterable[str] = ()) -> Path:
    made = place(folder, episode(record_task, WRONG, answer=answer))
    seen = Evidence(
        intent=f"The question of {record_task}",
        answer=answer,
        screenshots=tuple(picture(made, name) for name in pictures),
    )
    (made / EVIDENCE_FILE).write_text(seen.model_dump_json(), encoding="utf-8")
    return made


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    looked_at(folder, "a", "$5.00", ["run/1/shots/0001.jpg", "pages/end.jpg"])
    looked_at(folder, "b", PAYLOADS[0].encode("utf-8", "replace").decode())
    place(folder, episode("c", EpisodeOutcome.INFRA_ERROR))  # it never got so far
    label(folder, "a", "failure", who="bob")
    return folder


async def test_it_takes_verdicts_on_what_there_is_and_on_nothing_else(run: Path) -> None:
    review = ReviewPage(run, "ada")
    async with review.served() as address, httpx.AsyncClient(trust_env=False) as client:
        parts = urlsplit(address)
        for wrong in (f"{parts.scheme}://{parts.netloc}/", f"{address}x"):
            assert (await client.get(wrong)).status_code == 404
        page = (await client.get(address)).text
        assert "The question of a" in page and "1 of 2" in page
        assert page.count("data:image/webp") == 2
        # Neither what checks nor what other people say.
        shown = page.partition("</head>")[2]
        assert not [word for word in ("$61.00", "oblivious", "failed", "bob") if word in shown]
        good = {"episode": '["a", 1, 1]', "verdict": "success", "reason": " It shows $5. "}
        bad = [
            {**good, "episode": '["z", 1, 1]'},
            {**good, "episode": "[1]"},
            {**good, "verdict": "great"},
            {"reason": "x"},
        ]
        for form in bad:
            assert (await client.post(address, data=form)).status_code == 400
        assert len(read_verdicts(run)) == 1
        sent = await client.post(address, data=good)
        assert (sent.status_code, sent.headers["location"]) == (303, parts.path)
        said = read_verdicts(run)[-1]
        assert (said.key, said.who, said.verdict, said.reason) == (
            ("a", 1, 1),
            "ada",
            "success",
            "It shows $5.",
        )
        assert not review.done.is_set()
        await client.post(address, data={**good, "episode": '["b", 1, 1]', "verdict": "skip"})
        assert "You have looked at everything" in (await client.get(address)).text
        await review.done.wait()


@pytest.mark.browser
@pytest.mark.slow
async def test_a_person_goes_through_it(run: Path, browser: Browser) -> None:
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    async with ReviewPage(run, "ada").served() as address:
        await page.goto(address)
        await expect(page.get_by_role("heading")).to_have_text("The question of a")
        await expect(page.get_by_role("img", name="Picture 2 of 2")).to_be_visible()
        await page.get_by_label("Why?").fill("It is right.")
        await page.get_by_role("button", name="Success").click()
        await expect(page.get_by_role("heading")).to_have_text("The question of b")
        await expect(page.get_by_text("no pictures")).to_be_visible()
        await page.get_by_role("button", name="Failure").click()
        await expect(page.get_by_role("heading")).to_have_text("You have looked at everything")
    await context.close()
    assert wrong == []
    assert [(each.who, each.verdict) for each in read_verdicts(run)[1:]] == [
        ("ada", "success"),
        ("ada", "failure"),
    ]


def test_pictures_come_from_the_episode_alone(tmp_path: Path) -> None:
    folder = tmp_path / "1"
    names = picture(folder, "pages/end.jpg"), "../secret.jpg", "link.jpg", "pages/no.jpg", "t.jpg"
    picture(tmp_path, "secret.jpg")
    (folder / "link.jpg").symlink_to(tmp_path / "secret.jpg")
    (folder / "t.jpg").write_text("no picture")
    assert [bool(uri) for uri in pictures_of(folder, names)] == [True, *[False] * 4]
