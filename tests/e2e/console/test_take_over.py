"""The person drives the page of a run in the console, and hands it back."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.server.managed_run import ManagedRun

from ..conftest import browse, finish, report, seen
from ..live_bench import page_of
from ..test_asking import ask
from ..test_club_doors import data_of, opening
from ..windows import files_with, members
from .conftest import Console, Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def at_the_door(
    desk: Desk, club: RunningSite, path: str, **human: Any
) -> tuple[Console, str, Page]:
    """A run that asks the person to open a door; its console, id and page."""
    navigator = [
        opening(f"{club.url}/{path}"),
        ask("Please open the door.", "choice", "done", "no"),
        report("Inside.", ("it is open", "Kestrel Lane")),
    ]
    script = by_role(planner=[browse("go in"), finish("inside", 1)], navigator=navigator)
    api = await desk.serve(script, club.url, human=human)
    run = await api.make("Look.")
    console = await desk.console()
    await console.run(run)
    await expect(console.card("Please open the door.")).to_be_visible()
    managed = desk.server.runs.find(run)
    assert isinstance(managed, ManagedRun)
    return console, run, page_of(managed)


async def click_on(console: Console, page: Page, selector: str) -> None:
    """Click on the picture, where the page has this element."""
    box = await page.locator(selector).first.bounding_box()
    canvas = console.page.locator("canvas")
    shown = await canvas.bounding_box()
    assert box and shown and page.viewport_size
    scale = shown["width"] / page.viewport_size["width"]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await canvas.click(position={"x": x * scale, "y": y * scale})


async def taken(console: Console) -> None:
    await console.button("Take over").click()
    await expect(console.page.get_by_text("You drive.")).to_be_visible()


async def given_back(console: Console, note: str) -> None:
    await console.page.get_by_label("A note for the agent").fill(note)
    await console.button("Hand back").click()
    await expect(console.button("Take over")).to_be_visible()
    await console.card("Please open the door.").get_by_label("done").check()
    await console.button("Answer").click()
    await expect(console.page.locator(".title .badge")).to_have_text("success")


async def test_the_person_logs_in_on_the_picture(desk: Desk, club: RunningSite) -> None:
    member = data_of(club).with_code[0]
    console, run, page = await at_the_door(desk, club, "login")
    keyboard = console.page.keyboard
    await taken(console)
    await click_on(console, page, "input[type=text]")
    await keyboard.type(member.name)
    await keyboard.press("Tab")
    await keyboard.type(member.password)
    await keyboard.press("Enter")
    await page.wait_for_selector("input[autocomplete=one-time-code]")
    await click_on(console, page, "input[autocomplete=one-time-code]")
    await console.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await console.page.evaluate("code => navigator.clipboard.writeText(code)", member.code)
    await keyboard.press("Control+V")
    await click_on(console, page, "button:text('Continue')")
    await page.wait_for_url("**/members**")
    assert club.state()["inside"] == [member.name]
    await expect(console.page.locator(".address-bar input")).to_have_value(re.compile("members"))
    # Without a mouse there is a way out of the picture.
    await console.page.locator("canvas").focus()
    await keyboard.press("Shift+Escape")
    await expect(console.page.get_by_label("A note for the agent")).to_be_focused()
    await given_back(console, "I am in.")
    assert any('The person says: "I am in."' in seen(body) for body in desk.model.requests)
    folder = desk.folder / run
    assert files_with(folder, member.password) == files_with(folder, member.code) == []


@pytest.mark.slow
async def test_the_person_solves_the_puzzle_of_the_picture(desk: Desk, club: RunningSite) -> None:
    console, _, page = await at_the_door(desk, club, "guests")
    await taken(console)
    await click_on(console, page, "main input")
    await console.page.keyboard.type(data_of(club).letters(1))
    await click_on(console, page, "button:text('Continue')")
    await page.wait_for_selector("text=Day ticket")
    assert club.state()["guests"] == 1
    await given_back(console, "")


@pytest.mark.slow
async def test_another_tab_sees_who_drives_and_not_the_page(desk: Desk, club: RunningSite) -> None:
    console, run, _ = await at_the_door(desk, club, "login")
    other = await desk.another_tab(console)
    await other.run(run)
    await taken(console)
    await expect(other.page.get_by_text("Somebody else drives the page")).to_be_visible()
    await expect(other.button("Take over")).to_be_disabled()
    # A reload is the same person.
    await console.page.reload()
    await expect(console.page.get_by_text("You drive.")).to_be_visible()
    await console.button("Hand back").click()
    await expect(other.button("Take over")).to_be_enabled()
    await expect(other.page.get_by_text("Somebody else drives the page")).to_have_count(0)
    await desk.api.post(f"/runs/{run}/stop")
    await desk.api.until(run, "ended")


@pytest.mark.slow
async def test_another_tab_may_take_the_page_once_the_time_is_over(
    desk: Desk, club: RunningSite
) -> None:
    console, run, _ = await at_the_door(desk, club, "login", take_over_s=2)
    other = await desk.another_tab(console)
    await other.run(run)
    await taken(console)
    await expect(other.page.get_by_text("you may take it")).to_be_visible()
    await other.button("Take over").click()
    await expect(other.page.get_by_text("You drive.")).to_be_visible()
    await expect(console.page.get_by_text("Somebody else drives the page")).to_be_visible()
    await desk.api.post(f"/runs/{run}/stop")
    await desk.api.until(run, "ended")


@pytest.mark.slow
async def test_a_native_list_is_chosen_from_by_keyboard_and_mouse(desk: Desk) -> None:
    """A browser without a window paints no list: the console shows one of its own."""
    held = asyncio.Event()

    async def script(body: object) -> Scripted:
        await held.wait()
        return finish("no", status="cannot")

    with members() as site:
        api = await desk.serve(script, f"{site.base}/")
        run = await api.make("Look.")
        console = await desk.console()
        await console.run(run)
        managed = desk.server.runs.find(run)
        assert isinstance(managed, ManagedRun)
        await expect(console.page.locator("canvas[data-frames]")).to_be_visible()
        page = page_of(managed)
        await taken(console)
        shown = console.page.get_by_role("listbox", name="Choose")
        await click_on(console, page, "select")
        await expect(shown).to_be_focused()
        await console.page.keyboard.press("ArrowDown")
        await expect(shown).to_be_visible()
        await console.page.keyboard.press("Enter")
        await expect(page.locator("select")).to_have_value("Peru")
        await click_on(console, page, "select")
        await shown.get_by_role("option", name="Norway").click()
        await expect(page.locator("select")).to_have_value("Norway")
        held.set()
        await console.button("Hand back").click()
        await api.until(run, "ended")
