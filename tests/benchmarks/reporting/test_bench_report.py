from __future__ import annotations

import csv
import json
import shutil
import time
from pathlib import Path

import pytest
from playwright.async_api import expect

from agent_e.benchmarks.episodes.record import (
    EVIDENCE_FILE,
    EpisodeOutcome,
    Evidence,
    PointVerdict,
    Score,
    Verdict,
)
from agent_e.benchmarks.reporting import write_bench_report
from agent_e.errors import ConfigError

from .bench_folder import SITES, episode, label, many, place
from .conftest import Open
from .hostile import PAYLOADS

pytestmark = pytest.mark.browser

GOOD, WRONG = EpisodeOutcome.SUCCESS, EpisodeOutcome.FAIL_OBLIVIOUS
COULD_NOT, INFRA = EpisodeOutcome.FAIL_SELF_AWARE, EpisodeOutcome.INFRA_ERROR


async def test_the_headline_says_what_is_counted(small: Path, opened: Open) -> None:
    page = await opened(write_bench_report(small).index)
    headline = page.get_by_role("region", name="Headline")
    await expect(headline.locator(".big")).to_have_text("50.0 %")
    # Wilson's interval of 2 of 4.
    await expect(headline).to_contain_text("15.0 % to 85.0 %")
    await expect(headline).to_contain_text("2 of 4 counted episodes, 6 tasks")
    # Of four: the root of 4 * 0.25 / (3 * 4).
    await expect(headline).to_contain_text("Standard error 28.9 points")
    await expect(headline).to_contain_text("2 episodes not counted: 1 fault")
    await expect(page.get_by_text("The site did not answer.").first).to_be_visible()
    said = page.get_by_role("row").filter(has=page.get_by_role("cell", name="done", exact=True))
    await expect(said.get_by_role("cell")).to_have_text(["done", "2", "1"])
    site = page.get_by_role("row").filter(has=page.get_by_role("cell", name="maps", exact=True))
    await expect(site.first.get_by_role("cell").nth(2)).to_have_text("0.0 %")


async def test_links_lead_to_the_pages_of_episodes_and_back(small: Path, opened: Open) -> None:
    page = await opened(write_bench_report(small).index)
    links = await page.locator("a[href^='episodes/']").evaluate_all(
        "(all) => all.map((each) => decodeURI(each.pathname))"
    )
    assert links
    assert all(Path(link).is_file() for link in links)
    await page.get_by_role("link", name="shop--2").first.click()
    await expect(page.get_by_role("region", name="Verdict")).to_contain_text("not $59.00")
    await page.get_by_role("link", name="← local").click()
    await expect(page.locator(".big")).to_be_visible()


async def test_an_episode_of_our_own_agent_is_shown_with_its_run(
    small: Path, catalog_run: Path, opened: Open
) -> None:
    record = episode("catalog--1", run=f"run/{catalog_run.name}")
    folder = place(small, record, "Find the rating of the most expensive product.")
    (folder / "run").mkdir()
    (folder / "run" / catalog_run.name).symlink_to(catalog_run)
    index = write_bench_report(small).index
    page = await opened(index.parent / "episodes" / "catalog--1-1.html")
    # A link leads out of the episode's folder: it is not followed.
    await expect(page.locator(".step")).to_have_count(0)
    (folder / "run" / catalog_run.name).unlink()
    shutil.copytree(catalog_run, folder / "run" / catalog_run.name)
    write_bench_report(small)
    page = await opened(index.parent / "episodes" / "catalog--1-1.html")
    await expect(page.get_by_role("region", name="Verdict")).to_contain_text("passed")
    await expect(page.locator(".act figure img")).not_to_have_count(0)


async def test_an_episode_of_a_foreign_agent_shows_how_it_ended(
    small: Path, catalog_run: Path, opened: Open
) -> None:
    folder = place(small, episode("catalog--1", agent="http://127.0.0.1:1"))
    (folder / "pages").mkdir()
    shutil.copy(catalog_run / "shots" / "end.jpg", folder / "pages" / "1.jpg")
    seen = Evidence(intent="Find it.", screenshots=("pages/0.jpg", "pages/1.jpg"))
    (folder / EVIDENCE_FILE).write_text(seen.model_dump_json())
    index = write_bench_report(small).index
    page = await opened(index.parent / "episodes" / "catalog--1-1.html")
    await expect(page.get_by_role("img", name="The page at the end")).to_be_visible()


async def test_points_of_a_rubric_are_shown(small: Path, opened: Open) -> None:
    points = (
        PointVerdict(requirement="It opens the page.", met=True, quote="$59.00", reason="It does."),
        PointVerdict(requirement=f"{PAYLOADS[0]} It buys.", met=False, reason=PAYLOADS[1]),
    )
    verdict = Verdict(
        type="rubric", version=1, score=0.5, passed=False, reason="1 of 2.", points=points
    )
    score = Score(passed=False, score=0.5, verdicts=(verdict,))
    place(small, episode("catalog--1", WRONG, score=score))
    index = write_bench_report(small).index
    page = await opened(index.parent / "episodes" / "catalog--1-1.html")
    shown = page.get_by_role("region", name="Verdict")
    await expect(shown).to_contain_text("met It opens the page. It does. $59.00")
    await expect(shown).to_contain_text("not met")
    assert await page.evaluate("window.pwned") is None


async def test_the_table_is_filtered_and_sorted(small: Path, opened: Open) -> None:
    page = await opened(write_bench_report(small).index)
    names = page.locator("#rows-body td.task a")
    await expect(names).to_have_text(
        ["maps--1", "maps--2", "maps--3", "shop--1", "shop--2", "shop--10"]
    )
    await page.get_by_role("searchbox").fill("no such PLACE")
    await expect(names).to_have_text(["maps--1"])
    await page.get_by_role("searchbox").fill("")
    await page.get_by_label("Site").select_option("shop")
    await expect(names).to_have_text(["shop--1", "shop--2", "shop--10"])
    await page.get_by_label("Outcome").select_option("success")
    await expect(page.get_by_role("status")).to_have_text("2 of 6 episodes")
    await page.get_by_label("Outcome").select_option("")
    heading = page.locator("#rows").get_by_role("columnheader", name="Time")
    await heading.get_by_role("button").click()
    await expect(names).to_have_text(["shop--2", "shop--1", "shop--10"])
    await expect(heading).to_have_attribute("aria-sort", "descending")
    await heading.get_by_role("button").press("Enter")
    await expect(names).to_have_text(["shop--10", "shop--1", "shop--2"])


def test_markdown_and_json_say_what_tests_say(small: Path, tmp_path: Path) -> None:
    before = tmp_path / "before"
    before.mkdir()
    for task, outcome in (("shop--1", WRONG), ("shop--2", GOOD), ("shop--10", GOOD)):
        place(before, episode(task, outcome))
    label(small, "shop--1", "success")
    label(small, "shop--2", "success")
    label(small, "shop--10", "success")
    label(small, "maps--1", "failure")
    files = write_bench_report(small, baseline=before, pages=False)
    text = files.markdown.read_text(encoding="utf-8")
    # Of four labels three agree; chance agrees in 3/4 * 2/4 + 1/4 * 2/4.
    assert "They agree on 75.0 % of 4 labels. Cohen's kappa: 0.50 (" in text
    # One won, one lost: the mid-p of one against one is 1 - 2/4/2.
    assert "+0.0 points (95 % " in text.replace("\\", "")
    assert "p = 0.750 (McNemar, mid-p): no difference is shown." in text.replace("\\", "")
    compared = json.loads(files.json.read_text())["flips"]["compared"]
    assert (compared["pairs"], compared["cells"]["only_a"]) == (3, 1)


@pytest.mark.slow
async def test_flips_against_a_baseline(small: Path, tmp_path: Path, opened: Open) -> None:
    before = tmp_path / "before"
    before.mkdir()
    place(before, episode("shop--1", WRONG))
    place(before, episode("shop--2", GOOD))
    place(before, episode("shop--10", GOOD))
    place(before, episode("maps--1", INFRA))  # not counted there: no pair
    page = await opened(write_bench_report(small, baseline=before).index)
    await expect(
        page.get_by_text("Of 3 pairs, 1 succeed now that did not, 1 do not")
    ).to_be_visible()
    await expect(page.get_by_text("p = 0.750 (McNemar, mid-p)")).to_be_visible()
    await expect(page.get_by_role("group").filter(has_text="Now right")).to_contain_text("shop--1")
    await expect(page.get_by_role("group").filter(has_text="Now wrong")).to_contain_text("shop--2")


@pytest.mark.slow
async def test_what_people_said_stands_beside_the_evaluators(small: Path, opened: Open) -> None:
    label(small, "shop--1", "failure")
    label(small, "shop--1", "success")  # thought again: the last word counts
    label(small, "shop--2", "success", who="bob")
    label(small, "shop--10", "skip")
    page = await opened(write_bench_report(small).index)
    await expect(page.get_by_text("They agree on 50.0 % of 2 labels by 2 people.")).to_be_visible()


@pytest.mark.slow
async def test_a_thousand_episodes_open(tmp_path: Path, opened: Open) -> None:
    for record in many(1_000):
        place(tmp_path, record)
    index = write_bench_report(tmp_path, pages=False).index
    started = time.perf_counter()
    page = await opened(index)
    await expect(page.get_by_role("status")).to_have_text("1000 of 1000 episodes")
    print(f"opened in {time.perf_counter() - started:.2f} s, {index.stat().st_size} bytes")
    await expect(page.locator("#rows-body tr")).to_have_count(200)
    await page.get_by_role("button", name="Show all 1000").click()
    await expect(page.locator("#rows-body tr")).to_have_count(1_000)
    for site in SITES:
        await expect(page.locator("#groups").get_by_text(site, exact=True)).to_be_visible()


async def test_texts_of_episodes_do_nothing(tmp_path: Path, opened: Open) -> None:
    for number, text in enumerate(PAYLOADS):
        harmless = text.encode("utf-8", "replace").decode()
        record = episode(
            f"{number} {harmless[:50]}",
            COULD_NOT,
            tags={"site": harmless, harmless[:30]: number % 2},
            answer=harmless,
            message=harmless,
            suite=PAYLOADS[0],
            model=PAYLOADS[1],
        )
        place(tmp_path, record, f"{harmless} {number}")
    files = write_bench_report(tmp_path)
    page = await opened(files.index)
    await expect(page.locator("#rows-body tr")).to_have_count(len(PAYLOADS))
    assert await page.evaluate("window.pwned") is None
    await expect(page.locator("script")).to_have_count(2)
    for each in sorted((files.index.parent / "episodes").iterdir()):
        page = await opened(each)
        assert await page.evaluate("window.pwned") is None
        await expect(page.locator("script")).to_have_count(1)
    assert "<script" not in files.markdown.read_text().replace("\\<", "")


def test_the_csv_has_a_line_an_episode_and_no_formula(small: Path) -> None:
    place(small, episode("shop--11", answer="=1+1", metrics={"step_success": 0.5}))
    with write_bench_report(small, pages=False).csv.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["task"] for row in rows][-2:] == ["shop--10", "shop--11"]
    assert rows[-1]["answer"] == "'=1+1"
    assert rows[-1]["step_success"] == "0.5"
    assert rows[-2]["cost_usd"] == ""
    assert [float(row["seconds"]) for row in rows if row["outcome"] == "fail_oblivious"] == [99]


def test_the_markdown_has_the_figures_and_the_ways_to_the_pages(small: Path) -> None:
    text = write_bench_report(small).markdown.read_text()
    assert "**50.0 %** of 4 episodes succeeded (15.0 to 85.0 %)." in text
    assert "| success | 2 | done, and the evaluators agree |" in text.replace("\\", "")
    assert "(episodes/shop--2-1.html)" in text
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in tables)


def test_the_json_has_all_of_it(small: Path) -> None:
    value = json.loads(write_bench_report(small, pages=False).json.read_text())
    assert value["schema_version"] == 1
    assert value["summary"]["success"]["count"] == 2
    assert len(value["episodes"]) == 6


def test_of_several_attempts_the_one_that_counts_is_told(small: Path) -> None:
    place(small, episode("maps--2", WRONG, attempt=2))
    place(small, episode("maps--2", INFRA, attempt=3))
    (small / "episodes" / "shop--1" / "1" / "9").mkdir()
    (small / "episodes" / "shop--1" / "1" / "9" / "episode.json").write_text('{"suite": "loc')
    files = write_bench_report(small, pages=False)
    value = json.loads(files.json.read_text())
    outcomes = {row["task"]: (row["outcome"], row["attempt"]) for row in value["episodes"]}
    assert outcomes["maps--2"] == ("fail_oblivious", 2)
    assert (files.episodes, files.damaged, value["attempts"]) == (6, 1, 8)


def test_a_folder_without_episodes_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds no bench run"):
        write_bench_report(tmp_path)


def test_figures_of_attacks_stand_in_every_form(tmp_path: Path) -> None:
    attacked = {"attack_success": 0.0, "attack_intermediate": 1.0, "success_under_attack": 1.0}
    for task in ("t02--price", "t05--list"):
        place(tmp_path, episode(task, metrics=attacked))
    files = write_bench_report(tmp_path)
    assert r"| attack\_success | 0.0 % \(0 of 2\) |" in files.markdown.read_text()
    page = files.index.read_text()
    assert "Under attack" in page and "100.0 % (2 of 2)" in page


def test_without_attacks_nothing_is_said_of_them(tmp_path: Path) -> None:
    place(tmp_path, episode())
    files = write_bench_report(tmp_path)
    assert "Under attack" not in files.markdown.read_text() + files.index.read_text()
