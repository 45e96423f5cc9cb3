"""What results of skills say an action did, on pages with one oddity each."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from agent_e.errors import ElementBlocked
from agent_e.skills.som_act import SomRules, act
from agent_e.types import Observation, SkillResult
from tests.browsers import Chromium
from tests.skills.room import Room, room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGES = Path(__file__).parents[1] / "pages" / "telling"


async def page(request: Request) -> FileResponse:
    return FileResponse(PAGES / f"{request.path_params['name']}.html")


async def sent(request: Request) -> PlainTextResponse:
    return PlainTextResponse("ok")


async def taken(request: Request) -> Response:
    return Response(status_code=204)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def here(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Room]:
    routes = [
        Route("/telling/{name}", page),
        Route("/sent", sent, methods=["POST"]),
        Route("/taken", taken, methods=["POST"]),
    ]
    async with room(chromium, tmp_path_factory.mktemp("run"), routes) as there:
        yield there


async def look(here: Room, name: str) -> Observation:
    await here.open(f"/telling/{name}")
    seen = (await here.do("get_dom")).data[0]
    assert isinstance(seen, Observation)
    return seen


def bare(text: str) -> str:
    return re.sub(r"\d+", "#", text)


async def test_a_page_that_goes_on_by_a_timer_is_told_and_not_its_message_alone(here: Room) -> None:
    await look(here, "goes_on_later")
    done = await here.do("click", mmid=await here.mmid("Send"))
    assert done.report is not None
    assert done.report.page is not None
    assert done.report.page.title == "Inbox"
    assert "button 'Mark all as read'" in done.text
    assert done.short == (
        f"Clicked button 'Send'. The page changed: now \"Inbox\" at {here.base}/telling/other_view."
    )


async def test_a_view_under_another_address_is_told_with_what_is_there(here: Room) -> None:
    await look(here, "other_view")
    done = await here.do("click", mmid=await here.mmid("Mark all as read"))
    first, *rest = done.text.splitlines()
    where = f"{here.base}/telling/other_view?box=read"
    assert first.endswith(f'The page changed: now "Read" at {where}.')
    assert "navigation (as before, use names)" in rest
    assert any("link 'Mail 2'" in line for line in rest)
    assert done.report is not None
    assert done.report.navigation is not None
    assert done.report.navigation.same_document


async def test_numbers_of_what_was_drawn_anew_are_told(here: Room) -> None:
    seen = await look(here, "drawn_anew")
    quantity = next(n.mmid for n in seen.elements if n.role == "spinbutton")
    await here.do("enter_text", mmid=quantity, text="3")
    done = await here.do("click", mmid=await here.mmid("Update"))
    assert "Basket updated" in done.text
    assert "'Total: $3' is now 'Total: $5'" in done.text
    assert "New numbers: [#]–[#] are [#]–[#] now." in bare(done.text)
    assert done.report is not None
    now = (await here.do("get_dom")).data[0]
    assert isinstance(now, Observation)
    assert {n.mmid for n in now.elements} == set(done.report.replacements.values())
    assert "New numbers" not in done.short
    assert "New numbers" not in done.sight


async def test_a_form_that_is_drawn_anew_says_what_it_holds_and_what_is_left(here: Room) -> None:
    seen = await look(here, "redrawn_form")
    ids = {node.name: node.mmid for node in seen.elements}
    fields = [
        {"mmid": ids["Subject"], "value": "Broken"},
        {"mmid": ids["Tracker"], "value": "Bug"},
        {"mmid": ids["Notes"], "value": "It is."},
    ]
    done = await here.do("fill_form", fields=fields, submit=ids["Create"])
    now = (await here.do("get_dom")).data[0]
    assert isinstance(now, Observation)
    ids = {node.name: node.mmid for node in now.elements}
    assert done.text.startswith("Filled [")
    assert f"[{ids['Tracker']}] combobox 'Tracker' with 'Bug', then stopped: " in done.text
    assert f"Not filled: [{ids['Notes']}] textbox 'Notes'." in done.text
    assert f"[{ids['Create']}] button 'Create' was not clicked." in done.text
    assert f"[{ids['Severity']}] textbox 'Severity'" in done.text
    assert "[" not in done.short


async def test_a_form_that_was_filled_names_its_fields_and_values(here: Room) -> None:
    seen = await look(here, "block_editor")
    ids = {node.name: node.mmid for node in seen.elements}
    done = await here.do(
        "fill_form",
        fields=[
            {"mmid": ids["Add title"], "value": "Re: order " + "x" * 250},
            {"mmid": ids["Password"], "value": "hunter2"},
        ],
    )
    assert done.text.startswith("Filled 'Add title' with 'Re: order xx")
    assert "…', 'Password' with a password." in done.text
    assert done.report is not None
    assert done.report.filled == {
        ids["Add title"]: "Re: order " + "x" * 250,
        ids["Password"]: "",
    }
    assert "hunter2" not in f"{done.text}{done.short}{done.sight}{done.report}"


async def test_what_was_typed_into_an_editor_is_in_its_report(here: Room) -> None:
    seen = await look(here, "block_editor")
    ids = {node.name: node.mmid for node in seen.elements}
    done = await here.do("enter_text", mmid=ids["Empty block"], text="The first charter.")
    assert "Entered 'The first charter.' into" in done.text
    assert done.report is not None
    assert done.report.entered == "The first charter."
    done = await here.do("press_key", key="End ! !", mmid=ids["Empty block"])
    assert "value='The first charter.!!'" in done.text
    assert done.report is not None
    assert "The first charter.!!" in {change.after for change in done.report.changed}
    done = await here.do("enter_text", mmid=ids["Password"], text="hunter2")
    assert "hunter2" not in f"{done.text}{done.short}{done.sight}{done.report}"


async def test_what_has_no_name_is_named_by_its_hint(here: Room) -> None:
    seen = await look(here, "nameless")
    (icon,) = seen.elements
    done = await here.do("click", mmid=icon.mmid)
    assert done.text.startswith(f"Clicked [{icon.mmid}] link (hint: {icon.description}).")
    assert done.short == f"Clicked link (hint: {icon.description}). 'idle' is now 'searched'."
    assert here.events("action.started")[-1]["target"]["hint"] == icon.description


async def test_a_focus_on_what_is_in_no_view_is_told(here: Room) -> None:
    await look(here, "unlisted_focus")
    told = [(await here.do("press_key", key="Tab")).text for _ in range(4)]
    assert [bare(text) for text in told] == [
        "Pressed Tab. The focus is now on [#] button 'First'.",
        "Pressed Tab. The focus is now on div.",
        "Pressed Tab. The focus is now on div 'Board of chess'.",
        "Pressed Tab. The focus is now on [#] button 'Last'.",
    ]


async def test_a_form_that_was_sent_is_not_told_as_a_way_that_failed(here: Room) -> None:
    await here.open("/telling/sends_and_stays")
    send, idle = await here.mmid("Send"), await here.mmid("Idle")
    done = await act(here.context, SomRules(verify="mean"), "click", send, "")
    assert done.text.endswith(
        "The request POST /taken was sent and answered (HTTP 204).\nNothing on the page changed."
    )
    assert not done.ghost
    done = await act(here.context, SomRules(verify="mean"), "click", idle, "")
    assert done.ghost


async def test_a_handle_without_a_role_says_where_on_its_track_it_is(here: Room) -> None:
    seen = await look(here, "handles")
    across, down = (node for node in seen.elements if node.role == "clickable")
    assert across.states == ("handle at 25% from the left",)
    assert down.states == ("handle at 50% from the bottom",)
    done = await here.do("press_key", key="ArrowRight", mmid=across.mmid)
    assert done.text.endswith("is now handle at 30% from the left")
    done = await here.do("pointer", action="drag", target=down.mmid, to="0px -40px")
    assert done.text.endswith("is now handle at 74% from the bottom")


async def test_what_moves_under_the_mouse_is_followed_and_no_failure(here: Room) -> None:
    await look(here, "slots")
    first, second = await here.mmid("First slot"), await here.mmid("Second slot")
    done = await here.do("pointer", action="click", target=first, offset="50% 95%")
    assert done.text.startswith(f"Clicked at 50% 95% of [{first}] button 'First slot'. ")
    assert "'Nothing yet' is now 'First slot'" in done.text
    done = await here.do("pointer", action="hover", target=second, offset="50% 95%")
    assert done.text.startswith(f"The mouse is at 50% 95% of [{second}]")
    with pytest.raises(ElementBlocked, match="moved as the mouse came"):
        await here.do("pointer", action="click", target=second, offset="50% 95%")


async def test_names_that_the_page_cut_are_told_as_they_are(here: Room) -> None:
    await here.open("/telling/own_ellipsis")
    told = (await here.do("get_dom")).text
    assert "button 'Add Rovcor Monitor arm B733… to basket'" in told
    assert "button 'Add ″ to basket'" in told


async def test_before_a_new_outline_only_what_it_does_not_say_is_told(here: Room) -> None:
    await look(here, "said_again")
    await here.do("enter_text", mmid=await here.mmid("Note"), text="Mine")
    done = await here.do("click", mmid=await here.mmid("Again"))
    first = done.text.splitlines()[0]
    assert "The page was loaded again (with another query)." in first
    assert "is now" not in done.text
    again = await here.do("history", direction="reload")
    assert "Offer number 2" in again.text
    assert "is now" not in again.text
    assert "'Offer number 1' is now 'Offer number 2'" in again.sight


async def test_every_acting_skill_says_in_one_line_without_numbers_what_it_did(here: Room) -> None:
    seen = await look(here, "drawn_anew")
    mmid = seen.elements[0].mmid
    results: list[SkillResult] = [
        await here.do("pointer", action="hover", target=mmid),
        await here.do("scroll", direction="down"),
        await here.do("wait_for", text="Basket"),
        await here.do("press_key", key="Tab", mmid=mmid),
        await here.do("open_url", url=f"{here.base}/telling/nameless"),
        await here.do("history", direction="back"),
    ]
    for result in results:
        assert result.short
        assert "\n" not in result.short
        assert not re.search(r"\[\d+\]", result.short + result.sight)
