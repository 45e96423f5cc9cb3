from __future__ import annotations

import asyncio
import time

import pytest

from agent_e.browser import dialogs
from agent_e.errors import DialogOpen, SkillError
from agent_e.types import Dialog

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

STYLE = "position:fixed;left:0;top:0;width:100px;height:100px"


def button(script: str) -> str:
    return f'<title>Page</title><button style="{STYLE}" onclick="{script}">do</button>'


async def text(session) -> str:
    return str(await session.active.guard(session.active.page.evaluate("document.title")))


async def test_an_alert_is_dismissed_at_once_and_recorded(session, site, click, events):
    await session.goto(site.page("/", button("alert('Saved'); document.title = 'after'")))
    mark = session.mark()
    await click()
    assert await text(session) == "after"
    happened = session.since(mark)
    assert happened.dialogs == (Dialog(kind="alert", message="Saved"),)
    assert not happened.dialog_open
    assert session.active.dialog is None
    assert ("dialog_opened", "Saved") in [(what, f.get("message")) for what, f in events]
    assert ("dialog_closed", "dismissed") in [(what, f.get("how")) for what, f in events]


async def test_an_alert_while_the_page_loads_does_not_stop_it(session, site):
    went = await session.goto(site.page("/", "<script>alert(1)</script><title>On</title>"))
    assert went.title == "On"


async def test_an_alert_as_the_page_goes_does_not_stop_the_next(session, site):
    await session.goto(site.page("/", "<script>onpagehide = () => alert('bye')</script>"))
    assert (await session.goto(site.page("/next", "<title>Next</title>"))).title == "Next"


@pytest.mark.parametrize(("accept", "answer"), [(True, "true"), (False, "false")])
async def test_a_confirm_stays_until_it_is_answered(session, site, click, accept, answer):
    await session.goto(site.page("/", button("document.title = confirm('Delete?')")))
    mark = session.mark()
    began = time.monotonic()
    with pytest.raises(DialogOpen, match=r"A confirm dialog is open: 'Delete\?'.*handle_dialog"):
        await click()
    assert time.monotonic() - began < 10
    assert session.active.dialog == Dialog(kind="confirm", message="Delete?")
    happened = session.since(mark)
    assert (happened.dialogs, happened.dialog_open) == ((session.active.dialog,), True)
    assert await session.answer_dialog(accept=accept) == "Delete?"
    assert session.active.dialog is None
    assert await text(session) == answer


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ({"accept": True, "text": "Ann"}, "Ann"),
        ({"accept": True}, "nobody"),
        ({"accept": False, "text": "Ann"}, "null"),
    ],
)
async def test_a_prompt_takes_a_text(session, site, click, answer, result):
    await session.goto(site.page("/", button("document.title = prompt('Who?', 'nobody')")))
    with pytest.raises(DialogOpen):
        await click()
    assert session.active.dialog == Dialog(kind="prompt", message="Who?", default="nobody")
    await session.answer_dialog(**answer)
    assert await text(session) == result


async def test_what_was_begun_goes_on_after_the_answer(session, site, click):
    twice = "document.title = '' + confirm('1') + confirm('2')"
    await session.goto(site.page("/", button(twice)))
    with pytest.raises(DialogOpen):
        await click()
    await session.answer_dialog(accept=True)
    with pytest.raises(DialogOpen, match="'2'"):
        await text(session)
    await session.answer_dialog(accept=False)
    assert await text(session) == "truefalse"


async def test_nothing_hangs_while_a_dialog_is_open(session, site, click):
    url = site.page("/", button("confirm('?')"))
    await session.goto(url)
    with pytest.raises(DialogOpen):
        await click()
    began = time.monotonic()
    page = session.active.page
    for operation in (page.title(), page.screenshot(), page.keyboard.press("Tab")):
        with pytest.raises(DialogOpen):
            await session.active.guard(operation)
    assert (session.url, await session.title()) == (url, "Page")
    assert time.monotonic() - began < 10


async def test_a_page_with_an_open_dialog_can_be_left(session, site, click, drawn, events):
    site.page("/next", "<title>Next</title>")
    await session.goto(site.page("/", button("confirm('?')")))
    await drawn()
    with pytest.raises(DialogOpen):
        await click()
    assert (await session.goto("/next")).title == "Next"
    assert ("dialog_closed", "dismissed") in [(what, f.get("how")) for what, f in events]
    assert (await session.history("back")).to_url == site.base + "/"


async def test_a_confirm_while_the_page_loads_is_told_by_goto(session, site):
    url = site.page("/", "<title>Ask</title><script>confirm('Adult?')</script><p>body")
    with pytest.raises(DialogOpen, match=r"Adult\?"):
        await session.goto(url)
    await session.answer_dialog(accept=True)
    assert await session.active.loaded(5)
    assert session.url == url


async def test_answering_when_nothing_is_asked_is_refused(session):
    with pytest.raises(SkillError, match="No dialog is open"):
        await session.answer_dialog(accept=True)


STAY = (
    "<script>onbeforeunload = event => { event.preventDefault(); return 'stay' }</script>"
    f"<a href=/next style='{STYLE}'>next</a>"
)


async def test_a_page_cannot_stop_us_from_going_elsewhere(session, site, click):
    site.page("/next", "<title>Next</title>")
    await session.goto(site.page("/", STAY))
    # Chromium asks only where somebody has acted.
    await session.active.page.mouse.click(300, 300)
    mark = session.mark()
    assert (await session.goto("/next")).title == "Next"
    assert session.since(mark).dialogs == ()


async def test_leaving_by_a_click_is_asked_first(session, site, click):
    site.page("/next", "<title>Next</title>")
    await session.goto(site.page("/", STAY))
    with pytest.raises(DialogOpen, match="beforeunload"):
        await click()
    await session.answer_dialog(accept=False)
    assert await session.active.loaded(5)
    assert session.url == site.base + "/"
    with pytest.raises(DialogOpen):
        await click()
    await session.answer_dialog(accept=True)
    assert await session.active.loaded(5)
    assert session.url == site.base + "/next"


async def test_nobody_answers(session, site, click, monkeypatch, until):
    monkeypatch.setattr(dialogs, "PATIENCE_S", 0.2)
    await session.goto(site.page("/", button("document.title = confirm('Well?')")))
    with pytest.raises(DialogOpen):
        await click()
    await until(lambda: session.active.dialog is None)
    assert await text(session) == "false"
    with pytest.raises(SkillError, match=r"'Well\?' was dismissed because it had no answer"):
        await session.answer_dialog(accept=True)


async def test_an_answer_stops_the_clock(session, site, click, monkeypatch):
    monkeypatch.setattr(dialogs, "PATIENCE_S", 0.3)
    await session.goto(site.page("/", button("document.title = confirm(1) + '' + confirm(2)")))
    with pytest.raises(DialogOpen):
        await click()
    await asyncio.sleep(0.2)
    await session.answer_dialog(accept=True)
    await asyncio.sleep(0.2)
    assert session.active.dialog == Dialog(kind="confirm", message="2")
    await session.answer_dialog(accept=True)


async def test_a_dialog_goes_with_its_page(session, site, click, until):
    await session.goto(site.page("/", button("confirm(1)")))
    with pytest.raises(DialogOpen):
        await click()
    tab = session.active
    await tab.page.close()
    await until(lambda: not tab.dialog)
    assert (await session.goto("about:blank")).to_url == "about:blank"


async def test_a_dialog_of_a_tab_behind_is_there_and_can_be_answered(session, site, until):
    await session.goto(site.page("/", "<title>Front</title>"))
    site.page("/behind", "<script>document.title = confirm('Hm?')</script>")
    await session.active.guard(session.active.page.evaluate("void window.open('/behind')"))
    await until(lambda: len(session.tabs) == 2)
    behind = session.tabs[1]
    await until(lambda: behind.dialog)
    assert session.active is not behind
    assert session.active.dialog is None
    # The two share a process, so that the tab in front cannot answer either.
    with pytest.raises(DialogOpen, match=r"open in another tab: 'Hm\?'"):
        await text(session)
    assert await session.title() == "Front"
    assert await session.answer_dialog(accept=True) == "Hm?"
    assert await text(session) == "Front"


async def test_a_dialog_of_an_unrelated_tab_disturbs_nobody(session, site, click, until):
    other_host = site.page("/", "<title>Other</title>").replace("127.0.0.1", "localhost")
    await session.goto(site.page("/ask", button("confirm(1)")))
    with pytest.raises(DialogOpen):
        await click()
    asking = session.active
    await asking.page.context.new_page()
    await session.ready()
    session.activate(session.tabs[1])
    assert (await session.goto(other_host)).title == "Other"
    assert await text(session) == "Other"
    session.activate(asking)
    await session.answer_dialog(accept=False)
