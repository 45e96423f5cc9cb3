"""Records from indented lines, for tests: pages and what an action changed on them.

A line is an element (``[3] link 'Cup' (disabled)``), a structure (``heading 2 'Cups'``, ``list``),
an item or row with its parts (``item: Cup; $3``, ``row: Cup | $3``) or a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from agent_e.types import (
    ChangeReport,
    Dialog,
    ElementChange,
    Navigation,
    Node,
    Observation,
    RequestSeen,
)

_ROLES = (
    "banner main navigation complementary contentinfo region form search list item table row cell "
    "article group dialog alertdialog listbox alert status heading img tabpanel"
)
_STRUCTURES = frozenset(_ROLES.split())
_LINE = re.compile(
    r"(?:\[(?P<mmid>\d{1,9})\] )?(?P<role>[a-z]+)(?: (?P<level>\d))?(?: '(?P<name>.*?)')?"
    r"(?: value='(?P<value>.*?)')?(?: options: (?P<options>.*?))?(?: \((?P<states>.*)\))?",
    re.A,
)
_INSIDE = re.compile(r"(?P<role>item|row)(?: \((?P<states>[^()]*)\))?: (?P<parts>.*)")
_RETOLD = re.compile(r"'(.*)' > '(.*)'")
_DIALOG = re.compile(r"(alert|confirm|prompt) '(.*)'")


def observed(text: str) -> Observation:
    """The page of some lines; the first two may be ``Page: title`` and ``URL: address``."""
    rows = text.split("\n")
    head = {"Page": "", "URL": ""}
    while rows and (found := re.match(r"(Page|URL): ?(.*)", rows[0])):
        head[found[1]] = found[2]
        rows.pop(0)
    return Observation(url=head["URL"], title=head["Page"], nodes=nodes_of(rows))


def nodes_of(rows: list[str]) -> tuple[Node, ...]:
    """The nodes of some lines, two spaces a level."""
    return tuple(
        node
        for row in rows
        if row.strip()
        for node in _nodes(row.strip(), (len(row) - len(row.lstrip())) // 2)
    )


def changed(text: str, url: str = "") -> ChangeReport:
    """What an action did, a line each.

    ``+`` begins what came, ``-`` what is gone, ``~`` an element as it is now or a text that changed
    (``'a' > 'b'``), ``?`` a dialog that waits (``confirm 'Sure?'``), ``>`` a request (``POST /x``).
    """
    rows: dict[str, list[str]] = {sign: [] for sign in "+-~?>"}
    for row in filter(None, text.split("\n")):
        rows[row[0]].append(row[2:])
    dialogs = [found for row in rows["?"] if (found := _DIALOG.fullmatch(row))]
    return ChangeReport(
        added=nodes_of(rows["+"]),
        removed=nodes_of(rows["-"]),
        changed=tuple(map(_change, rows["~"])),
        dialogs=tuple(Dialog(kind=d[1], message=d[2]) for d in dialogs),  # type: ignore[arg-type]
        dialog_open=bool(dialogs),
        requests=tuple(
            RequestSeen(method=row.split()[0], url=f"{url}{row.split()[1]}", status=204)
            for row in rows[">"]
        ),
    )


def opened(page: str) -> ChangeReport:
    """What an action did that opened a page."""
    seen = observed(page)
    where = Navigation(from_url="http://before.example/", to_url=seen.url, title=seen.title)
    return ChangeReport(navigation=where, page=seen)


def _change(row: str) -> ElementChange:
    if text := _RETOLD.fullmatch(row):
        node = Node(depth=0, role="text", name=text[2])
        return ElementChange(node=node, what="name", before=text[1], after=text[2])
    (node,) = nodes_of([row])
    what = "states" if node.value is None else "value"
    after = node.value if node.value is not None else ", ".join(node.states)
    return ElementChange(node=node, what=what, before="", after=after)


def _nodes(body: str, depth: int) -> Iterator[Node]:
    if found := _INSIDE.fullmatch(body):
        row = found["role"] == "row"
        states = tuple(filter(None, (found["states"] or "").split(", ")))
        yield Node(depth=depth, role="row" if row else "listitem", states=states)
        for part in found["parts"].split(" | " if row else "; "):
            (node,) = _nodes(part.strip(), depth + 1) if part.strip() else (_text("", depth + 1),)
            if row and node.mmid is not None:
                yield Node(depth=depth + 1, role="cell")
                node = node._replace(depth=depth + 2)
            yield node._replace(role="cell") if row and node.mmid is None else node
        return
    line = _LINE.fullmatch(body)
    if line is None or not (line["mmid"] or line["role"] in _STRUCTURES):
        yield _text(body, depth)
        return
    said, _, wrong = (line["states"] or "").partition("invalid: ")
    words = [*filter(None, said.split(", ")), *(["invalid"] if wrong else [])]
    level = line["level"] or next((w[8:] for w in words if w.startswith("heading ")), None)
    yield Node(
        depth=depth,
        role="listitem" if line["role"] == "item" else line["role"],
        name=line["name"] or "",
        mmid=int(line["mmid"]) if line["mmid"] else None,
        value=line["value"],
        states=tuple(word for word in words if not word.startswith("heading ")),
        level=int(level) if level else None,
        description=wrong,
        options=tuple(line["options"].split(", ")) if line["options"] else (),
    )


def _text(words: str, depth: int) -> Node:
    return Node(depth=depth, role="text", name=words)


def with_dialog(page: Observation, kind: str, message: str) -> Observation:
    """The page with a dialog open over it."""
    return replace(page, dialog=Dialog(kind=kind, message=message))  # type: ignore[arg-type]
