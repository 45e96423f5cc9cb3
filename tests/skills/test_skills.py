"""Every skill through the envelope, on a real page in a real browser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.browser import BrowserSession
from agent_e.errors import (
    ActionDenied,
    ActionTimeout,
    BadArgument,
    DialogOpen,
    ElementBlocked,
    ElementGone,
    NavigationFailed,
)
from agent_e.journal import Journal, read_events
from agent_e.types import Node
from tests.browsers import Chromium
from tests.skills.called import Skills

pytestmark = pytest.mark.browser

PAGES = Path(__file__).parent.parent / "pages" / "skills"


class Workshop:
    """A page, a context, and skills called by name."""

    def __init__(self, skills: Skills, session: BrowserSession, folder: Path) -> None:
        self.context = skills.context
        self.do = skills.do
        self.session = session
        self.folder = folder

    async def mmid(self, name: str) -> int:
        observation = await self.context.observer.observe()
        self.context.observer.render(observation)
        return next(node.mmid for node in observation.elements if node.name == name and node.mmid)

    def actions(self) -> list[dict[str, Any]]:
        return [e for e in read_events(self.folder) if e["kind"].startswith("action.")]


@asynccontextmanager
async def workshop(chromium: Chromium, folder: Path, gate: Any = None) -> AsyncIterator[Workshop]:
    app = Starlette(routes=[Mount("/", StaticFiles(directory=PAGES))])
    journal = Journal(folder)
    async with (
        serve_app(app) as port,
        chromium.session(downloads_dir=folder / "downloads") as session,
    ):
        here = Workshop(Skills(session, journal, gate), session, folder)
        await session.goto(f"http://127.0.0.1:{port}/workshop.html")
        yield here
    journal.close()


@pytest.fixture
async def here(chromium: Chromium, tmp_path: Path) -> AsyncIterator[Workshop]:
    async with workshop(chromium, tmp_path) as opened:
        yield opened


async def test_a_confirm_dialog_waits_for_its_answer(here: Workshop) -> None:
    clicked = await here.do("click", mmid=await here.mmid("Delete"))
    assert "Delete all?" in clicked.text
    assert "handle_dialog" in clicked.text
    with pytest.raises(DialogOpen, match="Delete all"):
        await here.do("press_key", key="Escape")
    answered = await here.do("handle_dialog", accept=False)
    assert answered.text.startswith("Dismissed the dialog 'Delete all?'.")
    assert await here.session.title() == "kept"


async def test_a_prompt_takes_a_text(here: Workshop) -> None:
    await here.do("click", mmid=await here.mmid("Name"))
    await here.do("handle_dialog", accept=True, text="Bo")
    assert await here.session.title() == "Bo"


async def test_an_alert_is_reported_and_in_nobodys_way(here: Workshop) -> None:
    clicked = await here.do("click", mmid=await here.mmid("Save"))
    assert "Saved" in clicked.text
    assert await here.session.title() == "saved"


async def test_wait_for_sees_what_comes_later(here: Workshop) -> None:
    await here.do("click", mmid=await here.mmid("Prepare"))
    waited = await here.do("wait_for", text="Ready at last")
    assert "'Ready at last' is there." in waited.text
    with pytest.raises(ActionTimeout):
        await here.do("wait_for", text="Never", seconds=0.3)


async def test_text_is_entered_and_submitted(here: Workshop) -> None:
    note = await here.mmid("Note")
    entered = await here.do("enter_text", mmid=note, text="milk", submit=True)
    assert entered.text.startswith(
        f"Entered 'milk' into [{note}] textbox 'Note' and pressed Enter."
    )
    assert await here.session.title() == "note: milk"


async def test_a_password_is_not_repeated(here: Workshop) -> None:
    entered = await here.do("enter_text", mmid=await here.mmid("Password"), text="swordfish")
    assert "a password of 9 characters" in entered.text
    assert "swordfish" not in entered.text + str(here.actions())


async def test_a_key_goes_to_an_element(here: Workshop) -> None:
    note = await here.mmid("Note")
    await here.do("enter_text", mmid=note, text="tea")
    pressed = await here.do("press_key", key="Enter", mmid=note)
    assert pressed.text.startswith(f"Pressed Enter on [{note}] textbox 'Note'.")
    assert await here.session.title() == "note: tea"


async def test_a_click_says_how_it_was_done(here: Workshop) -> None:
    save = await here.mmid("Save")
    clicked = await here.do("click", mmid=save, modifiers="Shift")
    assert clicked.text.startswith(f"Clicked [{save}] button 'Save' with Shift.")
    twice = await here.do("pointer", action="double", target=save)
    assert twice.text.startswith(f"Double-clicked [{save}] button 'Save'.")
    held = await here.do("pointer", action="hold", target=save, seconds=0.2)
    assert held.text.startswith(f"Clicked [{save}] button 'Save' for 0.2 s.")
    assert [each["action"] for each in here.actions()[::2]] == ["click"] * 3


async def test_the_mouse_is_moved_onto_an_element(here: Workshop) -> None:
    hint = await here.mmid("Hint")
    hovered = await here.do("pointer", action="hover", target=hint)
    assert hovered.text.startswith(f"The mouse is on [{hint}] button 'Hint'.")
    assert await here.session.title() == "hovered"


async def test_an_element_is_dragged(here: Workshop) -> None:
    volume = await here.mmid("Volume")
    dragged = await here.do("pointer", action="drag", target=volume, to="40px 0px")
    assert dragged.text.startswith(f"Dragged [{volume}] slider 'Volume' by (40, 0) pixels.")
    title = await here.session.title()
    assert title.startswith("volume ") and int(title.split()[1]) > 50
    again = await here.do("pointer", action="drag", target=volume, to="button 'Save' 50% 20%")
    assert f"to 50% 20% of [{await here.mmid('Save')}] button 'Save'." in again.text
    assert here.actions()[0]["action"] == "drag"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"action": "click"}, "Say what to click"),
        ({"action": "click", "target": "Save", "offset": "middle"}, "not 'middle'"),
        ({"action": "drag", "target": "Save"}, "Say where to drag it"),
        ({"action": "drag", "target": "Save", "to": "Save"}, "Say where to drag it"),
        ({"action": "select"}, "Say which text"),
    ],
)
async def test_what_the_mouse_cannot_do_is_refused(here: Workshop, given: Any, said: str) -> None:
    with pytest.raises(BadArgument, match=said):
        await here.do("pointer", **given)


async def test_a_click_waits_for_its_moment(here: Workshop) -> None:
    page = here.session.active.page
    await page.evaluate("setTimeout(() => document.body.append('Ready now'), 200)")
    clicked = await here.do("wait_for", text="ready now", then="button 'Save'")
    save = await here.mmid("Save")
    start = f"Clicked [{save}] button 'Save' when it showed 'ready now'."
    assert clicked.text.startswith(start)
    assert here.actions()[0]["arguments"]["text"] == "ready now"
    later = "const b = document.createElement('button'); b.textContent = 'Go'; document.body"
    await page.evaluate(f"setTimeout(() => {{ {later}.append(b, 'Set') }}, 200)")
    clicked = await here.do("wait_for", text="Set", then="button 'Go'")
    assert "button 'Go'" in clicked.text


async def test_a_file_is_given_to_the_page(here: Workshop, tmp_path: Path) -> None:
    (tmp_path / "face.png").write_text("x")
    path = str(tmp_path / "face.png")
    given = await here.do("upload_file", mmid=await here.mmid("Picture"), paths=[path])
    assert "The field now holds 'face.png'." in given.text
    assert await here.session.title() == "picture face.png"
    assert here.actions()[0]["arguments"] == {"paths": [path]}


async def test_an_option_is_chosen(here: Workshop) -> None:
    chosen = await here.do("select_option", mmid=await here.mmid("Size"), option="large")
    assert chosen.text.startswith("Chose 'Large' in")
    assert await here.session.title() == "size Large"


async def test_addresses_open_and_history_goes_back(here: Workshop) -> None:
    start = here.session.url
    opened = await here.do("open_url", url="/other.html")
    assert opened.text.startswith("Opened.")
    assert "heading 1 'Another page'" in opened.text
    assert opened.report is not None
    assert opened.report.page is not None
    back = await here.do("history", direction="back")
    assert back.text.startswith("Went back.")
    assert here.session.url == start
    with pytest.raises(NavigationFailed, match="no earlier page"):
        await here.do("history", direction="back")


async def test_a_link_of_our_click_opens_a_tab_and_goes_there(here: Workshop) -> None:
    clicked = await here.do("click", mmid=await here.mmid("Other page in a tab"))
    assert here.session.url.endswith("/other.html")
    assert len(here.session.tabs) == 2
    assert "Another page" in clicked.text


async def test_a_download_lands_in_the_run_folder(here: Workshop) -> None:
    clicked = await here.do("click", mmid=await here.mmid("Download"))
    assert "report.csv" in clicked.text
    assert (here.folder / "downloads" / "001.csv").read_text() == "a,b"


async def test_scrolling_moves_the_page(here: Workshop) -> None:
    scrolled = await here.do("scroll", direction="down", pages=2)
    assert scrolled.report is not None
    assert scrolled.report.scroll is not None
    assert scrolled.report.scroll[1] > 700


async def test_the_page_can_be_searched(here: Workshop) -> None:
    found = await here.do("get_dom", find="password")
    assert "textbox 'Password'" in found.text
    assert "Download" not in found.text
    reading = await here.do("get_dom", view="text_only")
    assert "The very end" in reading.text
    assert "[1]" not in reading.text


async def test_a_click_without_effect_says_so(here: Workshop) -> None:
    clicked = await here.do("click", mmid=await here.mmid("Does nothing"))
    assert "Nothing on the page changed." in clicked.text
    assert clicked.report is not None
    assert clicked.report.none


async def test_an_element_of_a_page_that_is_gone_is_refused(here: Workshop) -> None:
    note = await here.mmid("Note")
    await here.do("open_url", url="/other.html")
    with pytest.raises(ElementGone):
        await here.do("click", mmid=note)


async def test_the_journal_has_the_intent_before_and_the_outcome_after(here: Workshop) -> None:
    await here.do("click", mmid=await here.mmid("Save"))
    started, ended = here.actions()
    assert (started["kind"], started["action"]) == ("action.started", "click")
    assert started["target"]["name"] == "Save"
    assert (ended["kind"], ended["started"], ended["status"]) == (
        "action.ended",
        started["seq"],
        "done",
    )


async def test_what_the_gate_denies_never_happens(chromium: Chromium, tmp_path: Path) -> None:
    class Closed:
        async def check(self, action: str, target: Node | None, arguments: Any) -> None:
            raise ActionDenied("Not today.")

    async with workshop(chromium, tmp_path, Closed()) as here:
        with pytest.raises(ActionDenied):
            await here.do("click", mmid=await here.mmid("Save"))
        assert await here.session.title() == "Workshop"
        assert here.actions() == []


async def test_a_failed_action_says_what_it_changed(here: Workshop) -> None:
    await here.session.goto(here.session.active.page.url.replace("workshop", "by_phone"))
    with pytest.raises(BadArgument) as failed:
        await here.do("pick_date", mmid=await here.mmid("Day"), date="2030-01-02")
    assert str(failed.value).endswith(
        "It changed the page all the same. New on the page:\n  Days are given by phone."
    )
    assert here.actions()[-1]["error"].endswith("Days are given by phone.")


async def test_a_refused_action_that_changed_nothing_says_no_more(here: Workshop) -> None:
    await here.session.goto(here.session.active.page.url.replace("workshop", "by_phone"))
    with pytest.raises(ElementBlocked) as failed:
        await here.do("click", mmid=await here.mmid("Book"))
    assert "It changed" not in str(failed.value)


async def test_every_skill_takes_an_element_by_name(here: Workshop, tmp_path: Path) -> None:
    async def title() -> str:
        return await here.session.title()

    await here.do("pointer", action="hover", target="button 'Hint'")
    assert await title() == "hovered"
    await here.do("select_option", mmid="combobox 'Size'", option="Large")
    assert await title() == "size Large"
    await here.do("enter_text", mmid="textbox 'Note'", text="milk")
    await here.do("press_key", mmid="textbox 'Note'", key="Enter")
    assert await title() == "note: milk"
    done = await here.do(
        "fill_form",
        fields=[{"mmid": "textbox 'Note'", "value": "eggs"}, {"mmid": "Size", "value": "Small"}],
        submit="button 'Does nothing'",
    )
    number = await here.mmid("Does nothing")
    filled = "Filled 'Note' with 'eggs', 'Size' with 'Small'"
    assert done.text.startswith(f"{filled} and clicked [{number}] button 'Does nothing'.")
    await here.do("pointer", action="drag", target="slider 'Volume'", to="20px 0px")
    assert (await title()).startswith("volume ")
    file = tmp_path / "downloads" / "a.png"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"x")
    await here.do("upload_file", mmid="button 'Picture'", paths=[str(file)])
    assert await title() == "picture a.png"
    await here.do("verify_pixels", when="before", mmid="button 'Delete'")
    await here.do("scroll", mmid="button 'Delete'", direction="down")
    waited = await here.do("wait_for", mmid="link 'Download'", seconds=2)
    assert waited.text.startswith(f"[{await here.mmid('Download')}] link 'Download' can be used")
    await here.do("click", mmid="link 'Other page'")
    assert here.session.url.endswith("/other.html")
    named = [event["target"] for event in here.actions() if event.get("target")]
    assert all(each["mmid"] for each in named)


async def test_a_password_is_kept_out_of_the_journal_by_name_too(here: Workshop) -> None:
    entry = {"mmid": "textbox 'Password'", "value": "hunter22"}
    done = await here.do("fill_form", fields=[entry])
    assert "hunter22" not in done.text
    assert "hunter22" not in str(here.actions())
