"""Our names beside Chromium's: where each reason holds, and where none does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from agent_e.benchmarks.perf.serving import PageFiles, serve_page
from agent_e.benchmarks.perf.sight.names import AGREED, RULES, STEPS, judge, tally
from agent_e.benchmarks.perf.sight.spoken import Label, Pair, Piece, Spoken, Words, pairs
from agent_e.browser import BrowserSession
from agent_e.config import DomSettings
from agent_e.dom import PageObserver
from agent_e.types import Node
from tests.browsers import Chromium

pytestmark = pytest.mark.browser

HELD = {
    "agreed": "<button>Save</button>",
    "signs that are not drawn": "<button>Save\u200b all</button>",
    "pictures of a font": "<button><i>\ue801</i> Save</button>",
    "words of a style sheet": "<button class=arrow>Save</button>",
    "letters of a style sheet": "<button style='text-transform:uppercase'>Save</button>",
    "written in it": "<div onclick='1' style='cursor:pointer'>Save</div>",
    "title": "<button title=Save><i>\ue801</i></button>",
    "placeholder": "<input type=date placeholder=Birthday>",
    "unseen label": "<label for=a style='display:none'>Search</label><input id=a>",
    "label in the place of its field": "<label><input type=radio hidden>Keep</label>",
    "title or picture of its label": "<label title=Left><i>\ue801</i><input type=radio></label>",
    "button of a file field": "<input type=file>",
    "figure": "<a href='#x'><figure><img alt=''><figcaption>Gate</figcaption></figure></a>",
    "title inside": "<a href='#x'><span title='Choose a date' style='padding:9px'></span></a>",
    "cut": f"<button>{'<div>many words on a line of their own</div>' * 5}</button>",
}
STYLE = ".arrow::after { content: ' ↓' }"

BUTTON = Node(depth=0, role="button", name="Save", mmid=1, tag="button")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def session(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BrowserSession]:
    async with chromium.session(downloads_dir=tmp_path_factory.mktemp("downloads")) as opened:
        yield opened


async def compared(session: BrowserSession, body: str, **others: str) -> list[Pair]:
    head = f"<!doctype html><meta charset=utf-8><title>Names</title><style>{STYLE}</style>"
    texts = {"/": head + body, **{f"/{name}.html": text for name, text in others.items()}}
    async with serve_page(PageFiles(texts=texts, start="/")) as url:
        await session.goto(url)
        seen = await PageObserver(session, DomSettings()).observe()
        return await pairs(session.active, seen)


def differing(theirs: str, words: Words) -> Pair:
    spoken = Spoken(role="button", name=theirs, source="contents", by_contents=True)
    return Pair(ours=BUTTON, theirs=spoken, words=words)


@pytest.mark.parametrize("reason", HELD)
async def test_each_reason_holds_where_the_page_gives_it(session, reason):
    found = await compared(session, HELD[reason])
    assert [judge(each).reason for each in found] == [reason]


async def test_what_is_crossed_out_is_said_to_be(session):
    body = """<div onclick='1' style='cursor:pointer'><p><s>Sweep</s></p><p>Today</p>
        <button>More</button></div>"""
    found, *_ = await compared(session, body)
    assert "crossed out: Sweep" in found.ours.name
    assert judge(found).reason == "written in it"


async def test_what_is_in_frames_and_closed_shadow_roots_is_compared(session):
    body = """<iframe src=inner.html></iframe><div id=host></div><script>
        host.attachShadow({mode: "closed"}).innerHTML = "<button>Closed</button>"</script>"""
    found = await compared(session, body, inner="<button>Framed</button>")
    assert sorted(each.theirs.name for each in found) == ["Closed", "Framed"]
    assert {judge(each).reason for each in found} == {AGREED}


@pytest.mark.parametrize(
    ("theirs", "words"),
    [
        ("Delete", Words()),
        ("", Words(pieces=[Piece("text", "Save")])),
        ("SAVE", Words()),
        ("Save ↓", Words(pieces=[Piece("text", "↓")])),
        ("Save all", Words(pieces=[Piece("text", "Save"), Piece("text", "all")])),
        ("Sa ve", Words(pieces=[Piece("text", "Save")])),
        ("", Words(title="Keep")),
        ("", Words(labels=[Label(pieces=[Piece("text", "Save")])])),
    ],
    ids=[
        "another word", "by contents", "no capitals drawn", "no word of a style sheet",
        "told nowhere", "a blank inside a word", "another title", "a label that is shown",
    ],
)  # fmt: skip
def test_what_no_reason_accounts_for_is_a_fault(theirs, words):
    assert judge(differing(theirs, words)).reason == ""


def test_what_is_left_out_has_to_stand_below():
    words = Words(pieces=[Piece("text", "Save"), Piece("text", "now")])
    pair = differing("Save now", words)
    assert judge(pair).reason == ""
    assert judge(replace(pair, below=["now"])).reason == "told below"
    assert judge(replace(pair, below=["later"])).reason == ""


def test_reasons_are_told_apart_and_counted():
    names = [each.name for each in (*STEPS, *RULES)]
    assert len(set(names)) == len(names)
    assert all(each.why.endswith(".") for each in (*STEPS, *RULES))
    judged = [judge(differing("Delete", Words())), judge(differing("Save", Words()))]
    assert tally(judged) == {AGREED: 1, "": 1}
