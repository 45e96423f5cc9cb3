"""The names of offered elements in Chromium's accessibility tree, beside ours."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from agent_e.browser import Tab
from agent_e.dom.worlds.registry import IsolatedWorld, worlds_of
from agent_e.errors import ElementGone
from agent_e.types import Node, Observation

from .glass import script

_AT_ONCE = 25
"""Elements per query."""
_CONTROL = "(told) => told.element"
_WORDS = "(told) => told.words"
_INERT = frozenset({"inertElement", "inertSubtree"})
"""Chromium's reasons for ignoring what a dialog has disabled."""
_NO_FRAME = "Frame with the given frameId is not found"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text in an element or a description of a part; see ``SightPiece``."""

    kind: str
    words: str
    accessible: bool = True
    shown: bool = True
    faint: bool = False
    replaced: bool = False
    figure: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Label:
    """A label of a field: whether it is shown, its own title and its text."""

    shown: bool = True
    title: str = ""
    pieces: Sequence[Piece] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """Possible sources of an element's name, in the page's words; see ``SightWords``."""

    html: str = ""
    stands: bool = False
    type: str = ""
    title: str = ""
    placeholders: Sequence[str] = ()
    pieces: Sequence[Piece] = ()
    labels: Sequence[Label] = ()
    beside: str = ""
    alike: int = 1
    transformed: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Spoken:
    """What Chromium says of an element.

    Attributes:
        role: in its own terms; ``""`` for what its tree leaves out.
        source: kind of source of the name, such as ``contents``; ``""`` without a name.
        by_contents: it names elements of this kind by their contents.
        inert: its tree ignores it as disabled, such as by a dialog.
    """

    role: str = ""
    name: str = ""
    source: str = ""
    by_contents: bool = False
    inert: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """An offered element, with both names.

    Attributes:
        ours: its record in the observation, with the whole name.
        below: the lines inside it.
        words: what the page says; only queried where the names differ.
    """

    ours: Node
    theirs: Spoken
    below: Sequence[str] = ()
    words: Words = Words()


def squeezed(text: str) -> str:
    """Return a text with single blanks, and none at its ends."""
    return " ".join(text.split())


async def pairs(tab: Tab, observation: Observation) -> list[Pair]:
    """Return every offered element of an observation of the current page, with both names.

    Raises:
        SkillError: an element is gone.
        playwright.async_api.Error: the page, or a frame of it, went away.
    """
    worlds = worlds_of(tab)
    trees: dict[CDPSession, dict[int, Spoken]] = {}
    for world in worlds.all:
        if world.session not in trees:
            trees[world.session] = await _tree(world.session)
    found: list[Pair] = []
    offered = [(at, node) for at, node in enumerate(observation.nodes) if node.mmid is not None]
    for first in range(0, len(offered), _AT_ONCE):
        lookups = []
        for at, node in offered[first : first + _AT_ONCE]:
            world = worlds.of(node.mmid or 0)
            lookups.append(_pair(world, node, trees[world.session], _below(observation, at)))
        found += await asyncio.gather(*lookups)
    for session in trees:
        # Kept enabled on a later page, its tree can be too much for the renderer.
        await session.send("Accessibility.disable")
    return found


async def _pair(
    world: IsolatedWorld, node: Node, tree: Mapping[int, Spoken], below: Sequence[str]
) -> Pair:
    session = world.session
    element = await world.handle("element", mmid=node.mmid)
    if not element:
        raise ElementGone(f"{node.role} {node.name!r} is not on the page any more.")
    handle = (await _run(session, element, script("words")))["objectId"]
    control = (await _run(session, handle, _CONTROL))["objectId"]
    described = await session.send("DOM.describeNode", {"objectId": control})
    number = described["node"]["backendNodeId"]
    theirs = tree.get(number) or await _left_out(session, number)
    if squeezed(theirs.name) == squeezed(node.name):
        return Pair(ours=node, theirs=theirs)
    words = (await _run(session, handle, _WORDS, by_value=True))["value"]
    return Pair(ours=node, theirs=theirs, below=below, words=_words(words))


async def _run(
    session: CDPSession, on: str, function: str, *, by_value: bool = False
) -> dict[str, Any]:
    answer = await session.send(
        "Runtime.callFunctionOn",
        {
            "objectId": on,
            "functionDeclaration": function,
            "arguments": [{"objectId": on}],
            "returnByValue": by_value,
        },
    )
    if details := answer.get("exceptionDetails"):
        raise PlaywrightError(details.get("exception", {}).get("description", details["text"]))
    result: dict[str, Any] = answer["result"]
    return result


def _words(values: dict[str, Any]) -> Words:
    def pieces(some: Sequence[dict[str, Any]]) -> list[Piece]:
        return [Piece(**each) for each in some]

    labels = [Label(**each | {"pieces": pieces(each["pieces"])}) for each in values["labels"]]
    return Words(**values | {"pieces": pieces(values["pieces"]), "labels": labels})


def _below(observation: Observation, at: int) -> list[str]:
    nodes = observation.nodes
    inside: list[str] = []
    for node in nodes[at + 1 :]:
        if node.depth <= nodes[at].depth:
            break
        inside += [node.name, node.description, node.value or "", *node.options]
    return [squeezed(each) for each in inside if each.strip()]


async def _tree(session: CDPSession) -> dict[int, Spoken]:
    """Return Chromium's data of all elements in the frames that a session reaches."""
    found: dict[int, Spoken] = {}
    waiting = [(await session.send("Page.getFrameTree"))["frameTree"]]
    while waiting:
        frame = waiting.pop()
        waiting += frame.get("childFrames", ())
        query = {"frameId": frame["frame"]["id"]}
        try:
            nodes = (await session.send("Accessibility.getFullAXTree", query))["nodes"]
        except PlaywrightError as error:
            # The frame is in another process, with a session of its own.
            if _NO_FRAME not in error.message:
                raise
            continue
        for node in nodes:
            found.setdefault(node.get("backendDOMNodeId", -1), _spoken(node))
    return found


async def _left_out(session: CDPSession, number: int) -> Spoken:
    """Return Chromium's data of an element that is in no tree."""
    query = {"backendNodeId": number, "fetchRelatives": False}
    nodes = (await session.send("Accessibility.getPartialAXTree", query))["nodes"]
    return _spoken(nodes[0]) if nodes else Spoken()


def _spoken(node: dict[str, Any]) -> Spoken:
    if node["ignored"]:
        reasons = {each["name"] for each in node.get("ignoredReasons", ())}
        return Spoken(inert=not reasons.isdisjoint(_INERT))
    name = node.get("name", {})
    sources = name.get("sources", ())
    taken = [each["type"] for each in sources if "value" in each and not each.get("superseded")]
    return Spoken(
        role=node.get("role", {}).get("value", ""),
        name=name.get("value", ""),
        source=taken[0] if taken else "",
        by_contents=any(each["type"] == "contents" for each in sources),
    )
