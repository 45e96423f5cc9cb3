"""Every kind of question as a card, answered in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite

from ..conftest import browse, clicking, finish, report
from ..test_asking import ask
from ..test_club_doors import data_of, opening
from .conftest import Console, Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

READ = report("Read.", ("there is a blanket", "Fjord Wool Blanket"))
SEEN = [browse("look"), finish("done", 1)]
SECRET = "harbour-light-77"


def answers(desk: Desk, run: str) -> list[tuple[str, object, str]]:
    return [
        (each["action"], each["value"], each["by"])
        for each in desk.journal(run)
        if each["kind"] == "person.answered"
    ]


async def text(card: Console) -> None:
    await card.page.get_by_role("textbox", name="Which colour").fill("blue")
    await card.page.keyboard.press("Control+Enter")


async def choice(card: Console) -> None:
    await card.page.get_by_label("Large").check()
    await card.button("Answer").click()


async def form(card: Console) -> None:
    await card.page.get_by_label("street").fill("Skarvikveien 7")
    await card.button("Answer").click()


async def secret(card: Console) -> None:
    field = card.page.locator(".card.ask input")
    await expect(field).to_have_attribute("type", "password")
    await field.fill(SECRET)
    await card.button("Hand over").click()


async def declined(card: Console) -> None:
    await card.button("Give no answer").click()


QUESTIONS = {
    "text": (ask("Which colour?"), text, ("answered", "blue")),
    "choice": (ask("Which size?", "choice", "Small", "Large"), choice, ("answered", "Large")),
    "form": (
        ask("Your address?", "form", "street", "floor?"),
        form,
        ("answered", {"street": "Skarvikveien 7"}),
    ),
    "secret": (ask("Your password?", "secret"), secret, ("answered", "password-1")),
    "code": (ask("The code they sent?", "code"), secret, ("answered", "code-1")),
    "declined": (ask("Which colour?"), declined, ("declined", None)),
}
QUICK = ("text", "secret")


@pytest.mark.parametrize(
    ("asked", "answer", "given"),
    [
        pytest.param(*each, id=name, marks=() if name in QUICK else pytest.mark.slow)
        for name, each in QUESTIONS.items()
    ],
)
async def test_a_question_is_answered(
    desk: Desk, catalog: RunningSite, asked: Scripted, answer: object, given: tuple[str, object]
) -> None:
    steps = [asked, READ]
    api = await desk.serve(by_role(planner=SEEN, navigator=steps), catalog.url)
    run = await api.make("Look.")
    console = await desk.console()
    await console.open("runs")
    await expect(console.page).to_have_title(re.compile(r"^\(1\) "))
    await console.page.get_by_role("link", name=re.compile("Your|Which|code")).first.click()
    await expect(console.page.locator(".card.ask")).to_be_visible()
    await answer(console)  # type: ignore[operator]
    await expect(console.page.locator(".card.ask")).to_have_count(0)
    await expect(console.page.locator(".title .badge")).to_have_text("success")
    (told,) = answers(desk, run)
    assert told == (*given, "http")
    folder = b"".join(
        each.read_bytes() for each in (desk.folder / run).rglob("*") if each.is_file()
    )
    assert SECRET.encode() not in folder


@pytest.mark.slow
async def test_an_answer_that_does_not_fit_is_told_and_given_again(
    desk: Desk, catalog: RunningSite
) -> None:
    asked = ask("Your address?", "form", "street", "floor?")
    api = await desk.serve(by_role(planner=SEEN, navigator=[asked, READ]), catalog.url)
    run = await api.make("Look.")
    console = await desk.console()
    await console.run(run)
    # A browser takes blanks for words.
    await console.page.get_by_label("street").fill("  ")
    await console.button("Answer").click()
    await expect(console.page.get_by_role("alert")).to_contain_text("street")
    await console.page.get_by_label("street").fill("Skarvikveien 7")
    await console.button("Answer").click()
    await expect(console.page.locator(".title .badge")).to_have_text("success")
    assert answers(desk, run) == [("answered", {"street": "Skarvikveien 7"}, "http")]
    # Browsers write a line for every refused request.
    (line,) = console.problems
    assert "422" in line
    console.problems.clear()


async def test_an_answer_is_looked_at_and_sent_back(desk: Desk, catalog: RunningSite) -> None:
    ends = [finish("a blanket", 1), finish("Fjord Wool Blanket", 1)]
    script = by_role(planner=[browse("look"), *ends], navigator=[READ])
    api = await desk.serve(script, catalog.url)
    run = await api.make("Look.", human={"review": True})
    console = await desk.console()
    await console.run(run)
    card = console.page.locator(".card.ask")
    await expect(card.locator(".answer")).to_have_text("a blanket")
    await console.page.get_by_label("What is wrong with it").fill("Say its name.")
    await console.button("Send back").click()
    await expect(card.locator(".answer")).to_have_text("Fjord Wool Blanket")
    await console.button("It is right").click()
    await expect(console.page.locator(".title .badge")).to_have_text("success")


async def test_more_of_a_limit_is_given(desk: Desk, catalog: RunningSite) -> None:
    script = by_role(planner=SEEN, navigator=[clicking("link 'Fjord Wool Blanket'"), READ])
    api = await desk.serve(script, catalog.url)
    run = await api.make("Look.", limits={"max_steps": 3})
    console = await desk.console()
    await console.run(run)
    await expect(console.page.locator(".card.ask")).to_contain_text("A limit is reached")
    await console.button("Go on").click()
    await expect(console.page.locator(".title .badge")).to_have_text("success")


@pytest.mark.slow
async def test_a_puzzle_is_shown_and_answered(desk: Desk, club: RunningSite) -> None:
    letters = data_of(club).letters(1)
    navigator = [
        opening(f"{club.url}/guests"),
        ask("Which characters do you see?", "captcha"),
        report("Read.", ("the door", "Kestrel Lane")),
    ]
    api = await desk.serve(by_role(planner=SEEN, navigator=navigator), club.url)
    run = await api.make("Look.")
    console = await desk.console()
    await console.run(run)
    card = console.card("Which characters do you see?")
    picture = card.locator(".crop img")
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 200
    await card.get_by_role("textbox").fill(letters)
    await console.button("Answer").click()
    await expect(console.page.locator(".title .badge")).to_have_text("success")
    assert answers(desk, run) == [("answered", letters, "http")]


async def test_the_desktop_is_told_once_if_the_page_is_behind(
    desk: Desk, catalog: RunningSite
) -> None:
    api = await desk.serve(by_role(planner=SEEN, navigator=[ask("Which?"), READ]), catalog.url)
    console = await desk.console()
    await console.page.add_init_script(
        """globalThis.told = [];
        globalThis.Notification = class extends EventTarget {
          static permission = "default";
          static async requestPermission() { return (this.permission = "granted"); }
          constructor(title, { body }) { super(); told.push(`${title}: ${body}`); }
          close() { told.push("closed"); }
        };
        Object.defineProperty(document, "visibilityState", { get: () => "hidden" });"""
    )
    await console.page.reload()
    await console.button("Nothing waits for you").click()
    await console.button("Tell me on this desktop").click()
    run = await api.make("Look around.")
    request = await api.asked(run)
    await expect(console.page.get_by_role("status").first).to_have_text("1 waiting for you")
    assert await console.page.evaluate("told") == ["A run asks: Look around."]
    await api.answer(run, request["id"], "any")
    await expect(console.button("Nothing waits for you")).to_be_visible()
    assert await console.page.evaluate("told") == ["A run asks: Look around.", "closed"]
