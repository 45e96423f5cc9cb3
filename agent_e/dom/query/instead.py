"""Describes what a page has after a query found nothing. Pure."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agent_e.text import cut

_SELECTED = re.compile(
    r"(querySelector(?:All)?|closest|matches|getElementById|getElementsByClassName"
    r"|getElementsByTagName)\(\s*(?:\"([^\"]+)\"|'([^']+)'|`([^`$]+)`)"
)
_PREFIX = {"getElementById": "#", "getElementsByClassName": "."}
_SIMPLE = re.compile(r"([#.]?)([A-Za-z_][\w-]*)")
_NO_SELECTOR = re.compile(r"\[[^\]]*\]|:[\w-]+(\([^)]*\))?")
_MAX_LENGTH = 700
_NEAR = 4


def selectors_of(code: str) -> list[str]:
    """The literal selectors in a JavaScript function, without duplicates."""
    found = dict.fromkeys(
        _PREFIX.get(match[1], "") + (match[2] or match[3] or match[4])
        for match in _SELECTED.finditer(code)
    )
    return list(found)[:20]


def format_instead(url: str, page: Mapping[str, Any]) -> str:
    """Describe a page; ``page`` is the answer of ``query_missing.js``."""
    ids, classes, tags = page["ids"], dict(page["classes"]), dict(page["tags"])
    pieces = [f"{url} has"]
    if page["invalid"]:
        pieces.append(f"no use for {_list(page['invalid'])}, which is no CSS selector;")
    for selector in page["none"]:
        near = _near(selector, ids, classes, tags)
        pieces.append(f"no {selector}" + (f" (but {near})" if near else "") + ";")
    if not page["characters"]:
        pieces.append("no text at all before its scripts run: read it with read_pages;")
    many = [f".{name} ×{count}" for name, count in page["classes"][:8]]
    parts = [
        ("headings", _list([f"'{each}'" for each in page["headings"]])),
        ("tables", "; ".join(_table(each) for each in page["tables"])),
        ("most used classes", _list(many)),
    ]
    pieces += [f"{name}: {words};" for name, words in parts if words]
    pieces.append(f"{page['links']} links.")
    return cut(" ".join(pieces), _MAX_LENGTH)


def format_keys(url: str, value: Any) -> str:
    """Describe a JSON answer."""
    match value:
        case dict():
            keys = [f"{key}{_inside(each)}" for key, each in list(value.items())[:20]]
            return cut(f"{url} is JSON with the keys {', '.join(keys) or '(none)'}.", _MAX_LENGTH)
        case list():
            return cut(f"{url} is a JSON array of {len(value)}{_of(value)}.", _MAX_LENGTH)
        case _:
            shown = json.dumps(value, ensure_ascii=False)
            return cut(f"{url} is the JSON value {shown}.", _MAX_LENGTH)


def _inside(value: Any) -> str:
    if isinstance(value, list):
        return f" [{len(value)}{_of(value)}]"
    return f" {{{', '.join(list(value)[:8])}}}" if isinstance(value, dict) else ""


def _of(value: Sequence[Any]) -> str:
    first = value[0] if value else None
    return f", each with {', '.join(list(first)[:12])}" if isinstance(first, dict) else ""


def _near(
    selector: str, ids: Sequence[str], classes: Mapping[str, int], tags: Mapping[str, int]
) -> str:
    """Names on the page similar to the parts of a selector."""
    found: dict[str, None] = {}
    for sign, name in _SIMPLE.findall(_NO_SELECTOR.sub("", selector)):
        has = ids if sign == "#" else classes if sign == "." else tags
        if name in has:
            continue
        every = [("#", each) for each in ids] + [(".", each) for each in classes]
        for mark, each in every:
            if _alike(name, each):
                count = f" ×{classes[each]}" if mark == "." else ""
                found[f"{mark}{each}{count}"] = None
    return _list(list(found)[:_NEAR])


def _alike(name: str, other: str) -> bool:
    one, two = name.casefold(), other.casefold()
    if len(one) > 2 and len(two) > 2 and (one in two or two in one):
        return True
    return difflib.SequenceMatcher(None, one, two).ratio() > 0.7


def _table(table: Mapping[str, Any]) -> str:
    return f"{' | '.join(table['columns']) or 'without column names'} ({table['rows']} rows)"


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)
