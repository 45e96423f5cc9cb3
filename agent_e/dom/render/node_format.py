"""How nodes are put into words. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from urllib.parse import SplitResult, unquote, urlsplit

from agent_e.text import cut
from agent_e.types import Frame, Node

from .outline_tree import CELLS, SAME, repeats
from .text_fold import folded

SHORT_ROLES = {"listitem": "item"}
"""What a role is called where that is not its own name."""
_LETTERS = re.compile(r"[^\W\d_]")
_WORDS = re.compile(r"[^\W\d_]{3,}")
_MIN_WORDS = 2
"""Words of an address that say what it is about; one alone is mostly a kind of page."""
_MAX_END_LENGTH = 40
_LOOKS_LIKE_ID = re.compile(r"\[\d+\]")
_MAX_VALUE_LENGTH = 200
_MAX_TEXT_LENGTH = 2_000
"""Of a value of several lines: who changes a text has to read it."""
_MAX_HINT_LENGTH = 120
_MAX_ADDRESS_LENGTH = 300
_MAX_OPTIONS_LENGTH = 120
_MAX_MATCHES_LENGTH = 600
_MIN_OPTIONS = 3
_MIN_DOUBLE = 8
"""Characters: shorter names may well say a word twice."""
_OFF = "(disabled)"
_UNSAID = frozenset({"not checked"})
"""What a box is that nothing is said of."""


class Wording:
    """How nodes are put into words.

    ``frames`` are needed to shorten addresses; states in ``hide`` are not told; options with the
    words ``find`` come first; ``links`` tells where each link leads; without ``numbers`` no ids are
    told.
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
        """The same without telling these states."""
        same = copy(self)
        same._hide = self._hide | states
        return same

    def node(self, node: Node, title: str = "") -> str:
        """Describe one node in one line; ``title``, told before it, is left out of its name."""
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
        # A list that shows what was chosen is often called by that.
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
        """What a row begins with."""
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
        told = node.mmid is not None and self._numbers
        way = f'; get_dom find="{number}" shows all' if told else ""
        return f"{flat[:longest]}…({len(value)} characters{way})"

    def _states(self, node: Node) -> str:
        words = ["multiline"] if node.tag == "textarea" else []
        words += [state for state in node.states if state not in self._hide]
        if node.level and node.role != "heading":
            words.insert(0, f"heading {node.level}")
        # A title on a link mostly says its words again; on a mere sign it is all there is.
        told = node.role == "link" and _LETTERS.search(node.name)
        if node.description and node.mmid is not None and not told:
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
            # A place in the same page has its own name only.
            return "" if there.path == here.path else _format_others(node.name, there.path)
        return f" → {cut(node.href, 60)}" if there.scheme in ("mailto", "tel", "sms") else ""


def once(name: str) -> str:
    """The name without its second half where that says the first again: a picture and its words."""
    half = len(name) // 2
    twice = len(name) > _MIN_DOUBLE and name[:half] == name[half + 1 :] and name[half] == " "
    return name[:half] if twice else name


def _without(title: str, name: str) -> str:
    # A page cuts names with "…" itself: that one is always the page's, and this one always ours.
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
    """What is wrong stands before or after the words of help that a field has anyway."""
    if len(text) <= 2 * _MAX_HINT_LENGTH:
        return text
    return f"{text[:_MAX_HINT_LENGTH]} … {text[-_MAX_HINT_LENGTH:].lstrip()}"


def _format_others(name: str, path: str) -> str:
    """The end of an address in the same place whose words are others than the link's."""
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
