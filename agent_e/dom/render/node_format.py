"""Formats nodes as text. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from urllib.parse import SplitResult, unquote, urlsplit

from agent_e.text import cut
from agent_e.types import Frame, Node

from .node_tree import CELLS, SAME, repeats
from .text_fold import folded

SHORT_ROLES = {"listitem": "item"}
"""Displayed names of roles, if different."""
_LETTERS = re.compile(r"[^\W\d_]")
_WORDS = re.compile(r"[^\W\d_]{3,}")
_MIN_WORDS = 2
"""Words of an address needed to be meaningful; one alone is mostly a kind of page."""
_MAX_END_LENGTH = 40
_LOOKS_LIKE_ID = re.compile(r"\[\d+\]")
_MAX_VALUE_LENGTH = 200
_MAX_TEXT_LENGTH = 2_000
"""For a multi-line value: to edit a text one must read it."""
_MAX_HINT_LENGTH = 120
_MAX_ADDRESS_LENGTH = 300
_MAX_OPTIONS_LENGTH = 120
_MAX_MATCHES_LENGTH = 600
_MIN_OPTIONS = 3
_MIN_DOUBLE = 8
"""Characters: shorter names may legitimately repeat a word."""
_OFF = "(disabled)"
_UNSAID = frozenset({"not checked"})
"""A checkbox's state if none is shown."""


class Wording:
    """How nodes are put into words.

    ``frames`` are needed to shorten addresses; states in ``hide`` are omitted; options with the
    words ``find`` come first; ``links`` shows link targets; without ``numbers`` ids are omitted.
    """

    def __init__(
        self,
        frames: Sequence[Frame] = (),
        *,
        hide: frozenset[str] = frozenset(),
        find: str = "",
        links: bool = False,
        numbers: bool = True,
    ) -> None:
        self._frames = frames
        self._numbers = numbers
        self._hide = hide | _UNSAID
        self._find = folded(find)
        self._links = links

    def hiding(self, states: frozenset[str]) -> Wording:
        """The same, omitting these states."""
        same = copy(self)
        same._hide = self._hide | states
        return same

    def node(self, node: Node, title: str = "") -> str:
        """Describe a node in one line; ``title``, already shown, is omitted from its name."""
        role, mmid = node.role, node.mmid
        if role == "text":
            words = f"text: {node.name}" if _LOOKS_LIKE_ID.match(node.name) else node.name
            return words + self._states(node)
        if role == "frame":
            return self._frame(node)
        if mmid is None and (role == "listitem" or role in CELLS):
            word = f"{SHORT_ROLES.get(role, role)}{self._states(node)}"
            return f"{word}: {node.name}" if node.name else word
        role = SHORT_ROLES.get(role, role)
        if role == "heading" and node.level:
            role = f"heading {node.level}"
        text = f"[{mmid}] {role}" if mmid is not None and self._numbers else role
        # A list that shows its selection is often named by it.
        if node.name and not (role == "combobox" and node.name == node.value):
            name = once(node.name)
            text = f"{text} '{_without(title, name) if title else name}'"
        if node.value is not None:
            text = f"{text} value='{self._value(node)}'"
        if node.options:
            text = f"{text} options: {self._options(node.options)}"
        if node.states or node.level or node.description or node.tag == "textarea":
            text += self._states(node)
        return text + self._target(node) if node.href else text

    def row_head(self, node: Node) -> str:
        """The start of a row."""
        head = f"[{node.mmid}] row" if node.mmid is not None and self._numbers else "row"
        return head + self._states(node)

    def _options(self, options: Sequence[str]) -> str:
        options = [option for option in options if option.strip() != _OFF]
        matching = [each for each in options if self._find and self._find in folded(each)]
        others = [each for each in options if each not in matching]
        room = min(_MAX_MATCHES_LENGTH, sum(len(option) + 3 for option in matching))
        return _listed([*matching, *others], max(room, _MAX_OPTIONS_LENGTH))

    def _value(self, node: Node) -> str:
        value = node.value or ""
        flat = value.replace("\r\n", "\n").replace("\n", "\\n")
        longest = _MAX_TEXT_LENGTH if "\n" in value else _MAX_VALUE_LENGTH
        number = f"[{node.mmid}]"
        if len(flat) <= longest or self._find == number:
            return flat
        shown = node.mmid is not None and self._numbers
        way = f'; get_dom find="{number}" shows all' if shown else ""
        return f"{flat[:longest]}…({len(value)} characters{way})"

    def _states(self, node: Node) -> str:
        words = ["multiline"] if node.tag == "textarea" else []
        words += [state for state in node.states if state not in self._hide]
        if node.level and node.role != "heading":
            words.insert(0, f"heading {node.level}")
        # A link's title mostly repeats its words; on a bare icon it is all there is.
        shown = node.role == "link" and _LETTERS.search(node.name)
        if node.description and node.mmid is not None and not shown:
            if "invalid" in words:
                words[words.index("invalid")] = f"invalid: {_both_ends(node.description)}"
            elif not repeats(node.description, node.name):
                words.append(f"hint: {cut(node.description, _MAX_HINT_LENGTH)}")
        return f" ({', '.join(words)})" if words else ""

    def _frame(self, node: Node) -> str:
        frame = self._frames[node.frame] if node.frame < len(self._frames) else None
        words = ["frame"]
        if node.name:
            words.append(f"'{node.name}'")
        if frame and (node.states or frame.problem):
            words.append(frame.origin)
        problem = f" (could not be read: {frame.problem})" if frame and frame.problem else ""
        return " ".join(words) + self._states(node) + problem

    def _target(self, node: Node) -> str:
        if not node.href or node.frame >= len(self._frames):
            return ""
        here, there = urlsplit(self._frames[node.frame].url), _split(node.href)
        if self._links:
            home = f"{here.scheme}://{here.netloc}/"
            inside = bool(here.netloc) and node.href.startswith(home)
            target = node.href[len(home) - 1 :] if inside else node.href
            return f" → {cut(target, _MAX_ADDRESS_LENGTH)}"
        if there.scheme in ("http", "https"):
            same = (here.scheme, here.netloc) == (there.scheme, there.netloc)
            if not same:
                return f" → {there.netloc}"
            # An anchor in the same page has only its own name.
            return "" if there.path == here.path else _format_others(node.name, there.path)
        return f" → {cut(node.href, 60)}" if there.scheme in ("mailto", "tel", "sms") else ""


def once(name: str) -> str:
    """The name without its second half if that repeats the first: a picture and its text."""
    half = len(name) // 2
    twice = len(name) > _MIN_DOUBLE and name[:half] == name[half + 1 :] and name[half] == " "
    return name[:half] if twice else name


def _without(title: str, name: str) -> str:
    # Pages themselves truncate names with "…": that one is the page's, this one is ours.
    again = title in name and title != name and SAME not in name
    return name.replace(title, SAME) if again else name


def _listed(options: Sequence[str], max_length: int) -> str:
    joint = " | " if any("," in option for option in options) else ", "
    count, size = 0, 0
    for option in options:
        size += len(option) + len(joint)
        if size > max_length and count >= _MIN_OPTIONS:
            break
        count += 1
    rest = f" (+{len(options) - count} more)" if count < len(options) else ""
    return joint.join(options[:count]) + rest


def _both_ends(text: str) -> str:
    """Both ends of a text: an error may come before or after the field's help text."""
    if len(text) <= 2 * _MAX_HINT_LENGTH:
        return text
    return f"{text[:_MAX_HINT_LENGTH]} … {text[-_MAX_HINT_LENGTH:].lstrip()}"


def _format_others(name: str, path: str) -> str:
    """The end of a same-site address if its words differ from the link's."""
    end = next((part for part in reversed(unquote(path).split("/")) if _LETTERS.search(part)), "")
    known = set(_WORDS.findall(name.casefold()))
    words = _WORDS.findall(end.partition(".")[0].casefold())
    redundant = len(words) < _MIN_WORDS or not known or any(word in known for word in words)
    return "" if redundant else f" → …/{cut(end, _MAX_END_LENGTH)}"


def _split(href: str) -> SplitResult:
    try:
        return urlsplit(href)
    except ValueError:
        return SplitResult("", "", "", "", "")
