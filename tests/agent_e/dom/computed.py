"""What is computed of marked elements, by the page scripts and by Chromium's accessibility tree."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession

from agent_e.browser import BrowserSession
from agent_e.dom.worlds.scripts import installer

_READ = """() => {
  const e = globalThis.agentE;
  const inside = (root) => [...root.querySelectorAll("*")].flatMap((element) =>
    element.shadowRoot ? [element, ...inside(element.shadowRoot)] : [element]);
  const marked = inside(document).filter((element) => element.hasAttribute("data-case"));
  return JSON.stringify(marked.map((element) => [
    element.getAttribute("data-case"), e.role(element), e.name(element), e.states(element),
    e.value(element), e.description(element),
  ]));
}"""

_ARIA = {
    "none": "",
    "generic": "",
    "image": "img",
    "DisclosureTriangle": "button",
    "popUpButton": "button",
    "MenuListPopup": "listbox",
    "Details": "group",
    "Date": "textbox",
    "DateTime": "textbox",
    "InputTime": "textbox",
    "ColorWell": "textbox",
    "DescriptionList": "list",
    "DescriptionListTerm": "term",
    "DescriptionListDetail": "definition",
    "SvgRoot": "",
    "LabelText": "",
    "Legend": "",
    "Section": "",
    "Iframe": "",
    "sectionheader": "",
    "sectionfooter": "",
    "Canvas": "canvas",
    "Video": "video",
    "Audio": "audio",
    "paragraph": "",
    "strong": "",
    "emphasis": "",
    "code": "",
    "mark": "",
    "time": "",
    "deletion": "",
    "insertion": "",
    "subscript": "",
    "superscript": "",
    "blockquote": "",
    "caption": "",
    "Abbr": "",
    "LayoutTable": "",
    "LayoutTableCell": "",
    "LayoutTableRow": "",
}
"""Chromium's own words for what has none in ARIA, and what counts as no role here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """A piece of a page, one element of it marked ``data-x``, and what the rules say of that.

    ``$`` in the piece stands for a number of its own, for ids. What is ``None`` is not asked.
    ``differs`` says why Chromium's answer is another.
    """

    html: str
    rule: str
    role: str | None = None
    name: str | None = None
    states: str | None = None
    value: str | None = None
    differs: str = ""

    def wrong(self, found: Computed) -> str:
        """Say in what something found is not as wanted; ``""`` when it is."""
        words = [
            f"{what} {getattr(found, what)!r}, not {wanted!r}"
            for what in ("role", "name", "states", "value")
            if (wanted := getattr(self, what)) is not None and getattr(found, what) != wanted
        ]
        return f"{self.rule}: {self.html}: {'; '.join(words)}" if words else ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Computed:
    """What was found for one case; states are joined by commas."""

    role: str
    name: str
    states: str | None = None
    value: str | None = None
    description: str = ""


def page_of(cases: Sequence[Case], style: str = "") -> str:
    """Put all cases into one page, side by side."""
    pieces = [
        f"<div>{case.html.replace('$', str(at)).replace('data-x', f'data-case={at}')}</div>"
        for at, case in enumerate(cases)
    ]
    head = f"<!doctype html><html lang=en><title>Cases</title><style>{style}</style>"
    return f"{head}<body>{''.join(pieces)}"


async def ours(session: BrowserSession) -> list[Computed]:
    """What the page scripts compute, in the order of the cases."""
    cdp = await session.active.page.context.new_cdp_session(session.active.page)
    frame = (await cdp.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    world = await cdp.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "cases"})
    context = world["executionContextId"]
    for function in (installer(), _READ):
        answer = await cdp.send(
            "Runtime.evaluate",
            {"expression": f"({function})()", "contextId": context, "returnByValue": True},
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    rows = json.loads(answer["result"]["value"])
    found = {
        int(at): Computed(
            role=role, name=name, states=", ".join(states), value=value, description=description
        )
        for at, role, name, states, value, description in rows
    }
    await cdp.detach()
    return [found[at] for at in sorted(found)]


async def chromiums(session: BrowserSession) -> list[Computed]:
    """What Chromium's accessibility tree says, in the order of the cases.

    What it leaves out has neither role nor name.
    """
    cdp = await session.active.page.context.new_cdp_session(session.active.page)
    marked = dict(await _marked(cdp))
    tree = (await cdp.send("Accessibility.getFullAXTree"))["nodes"]
    told = dict.fromkeys(marked.values(), Computed(role="", name=""))
    for node in tree:
        at = marked.get(node.get("backendDOMNodeId", -1))
        if at is not None and (node.get("role") or {}).get("value"):
            role = node["role"]["value"]
            name = (node.get("name") or {}).get("value", "")
            told[at] = Computed(role=_ARIA.get(role, role), name=" ".join(name.split()))
    # Kept up to date on a later page, its tree can be too much for the renderer.
    await cdp.send("Accessibility.disable")
    await cdp.detach()
    return [told[at] for at in sorted(told)]


async def _marked(cdp: CDPSession) -> Iterable[tuple[int, int]]:
    await cdp.send("DOM.enable")
    nodes: list[dict[str, Any]] = (
        await cdp.send("DOM.getFlattenedDocument", {"depth": -1, "pierce": True})
    )["nodes"]
    found = []
    for node in nodes:
        words = node.get("attributes", [])
        given = dict(zip(words[::2], words[1::2], strict=True))
        if "data-case" in given:
            found.append((node["backendNodeId"], int(given["data-case"])))
    return found


def disagreements(cases: Sequence[Case], told: Sequence[Computed]) -> list[str]:
    """Where Chromium says otherwise without a reason given here, or as we do in spite of one."""
    found = []
    for case, other in zip(cases, told, strict=True):
        wrong = case.wrong(other)
        if bool(wrong) != bool(case.differs):
            found.append(wrong or f"{case.rule}: {case.html}: no difference any more")
    return found
