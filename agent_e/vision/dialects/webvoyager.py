"""WebVoyager's Set-of-Mark answers: ``Thought: …`` and ``Action: Click [7]``.

Source: WebVoyager's prompt. Its ``Type`` empties the field first and presses Enter afterwards;
``Google`` goes to the search engine's first page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ..actions import Action
from .arguments import Arguments
from .base import Dialect, Seen, only, quoted, refusal, unsayable
from .texts import bare, taken_apart, with_thought

NAME = "webvoyager"
GOOGLE = "https://www.google.com/"

_KNOWN = re.compile(
    r"^[ \t]*(?:(?:click|type|scroll)[ \t]*\[|answer[ \t]*;"
    r"|(?:wait|go ?back|google)[ \t]*[.;]?[ \t]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_VERB = re.compile(r"\s*(click|type|scroll|wait|go ?back|google|answer)\b", re.IGNORECASE)
_WORD = re.compile(r"\s*(\w{1,40})")
_TARGET = re.compile(r"[ \t]*(\[{1,2}[^\[\]\n;]{0,40}\]{1,2}|\w{1,20})")
_SEPARATOR = re.compile(r"[ \t]*[;:,]?[ \t]*")


def read(reply: object, seen: Seen) -> tuple[Action, ...]:
    """Read the one action of a reply; what follows it in further lines is not looked at."""
    if not isinstance(reply, str):
        raise refusal("no_action", f"{quoted(reply)} is no answer in words.")
    text = bare(reply)
    if not text:
        raise refusal("empty" if not reply.strip() else "no_action", "There is no action in it.")
    parts = taken_apart(text, _KNOWN)
    verb = _VERB.match(parts.action)
    # "Wait, let me think" asks for nothing: without a marker only the exact forms count.
    if verb is None or not (parts.marked or _KNOWN.match(parts.action)):
        word = _WORD.match(parts.action)
        if parts.marked and word:
            raise refusal("unknown_action", f"There is no action {quoted(word[1])}.")
        raise refusal("no_action", f"{quoted(text)} names no action.")
    name = verb[1].lower().replace(" ", "")
    given = Arguments(verb=verb[1], values={}, seen=seen)
    action = _READERS[name](parts.action[verb.end() :], given)
    raw = parts.action.strip()
    return (replace(action, thought=parts.thought, repairs=tuple(given.repairs), raw=raw),)


def _click(rest: str, given: Arguments) -> Action:
    element, _ = _element(rest, given)
    return Action(kind="click", element=element)


def _type(rest: str, given: Arguments) -> Action:
    element, rest = _element(rest, given)
    text = _content(rest)
    if text.endswith("]") and rest.lstrip(" ;:,\t").startswith("["):
        text = text[1:-1]
    elif "\n" in text:
        text = text.partition("\n")[0].rstrip()
        given.repairs.append("left out what follows the action")
    if not text:
        raise refusal("missing_target", f"{quoted(given.verb)} says no text.")
    return Action(kind="type", element=element, text=text, clear=True, submit=True)


def _scroll(rest: str, given: Arguments) -> Action:
    target = _TARGET.match(rest)
    window = target is not None and target[1].strip("[] ").lower() == "window"
    element = None
    if target is not None and window:
        rest = rest[target.end() :]
    else:
        element, rest = _element(rest, given)
    word = _WORD.match(rest.lstrip(" ;:,[\t"))
    values = {"direction": word[1] if word else None}
    direction = Arguments(verb=given.verb, values=values, seen=given.seen).direction("direction")
    return Action(kind="scroll", element=element, direction=direction)


def _answer(rest: str, given: Arguments) -> Action:
    text = _content(rest)
    if text.startswith("[") and text.endswith("]") and len(text) > 1:
        text = text[1:-1]
    if not text.strip():
        raise refusal("missing_target", "The answer is empty.")
    return Action(kind="done", text=text)


def _wait(rest: str, given: Arguments) -> Action:
    return Action(kind="wait")


def _back(rest: str, given: Arguments) -> Action:
    return Action(kind="back")


def _google(rest: str, given: Arguments) -> Action:
    if _WORD.match(rest.partition("\n")[0]):
        raise refusal(
            "unknown_action", f"{quoted(given.verb + rest)} is no action: Google alone is."
        )
    return Action(kind="goto", url=GOOGLE)


_READERS: dict[str, Callable[[str, Arguments], Action]] = {
    "click": _click,
    "type": _type,
    "scroll": _scroll,
    "answer": _answer,
    "wait": _wait,
    "goback": _back,
    "google": _google,
}


def _element(rest: str, given: Arguments) -> tuple[int, str]:
    """Read the mark a line begins with; return it and what follows."""
    target = _TARGET.match(rest)
    if target is None:
        raise refusal("missing_target", f"{quoted(given.verb)} says no element.")
    values = {"element": target[1]}
    element = Arguments(verb=given.verb, values=values, seen=given.seen).element("element")
    if element is None:
        raise refusal("missing_target", f"{quoted(given.verb)} says no element.")
    return element, rest[target.end() :]


def _content(rest: str) -> str:
    separator = _SEPARATOR.match(rest)
    return rest[separator.end() if separator else 0 :].strip()


def write(action: Action) -> str:
    """Write a thought and one action."""
    return with_thought(action.thought, _words(action))


def _words(action: Action) -> str:
    match action:
        case Action(kind="click", element=int(element)):
            only(NAME, action, "element")
            return f"Click [{element}]"
        case Action(kind="type", element=int(element), text=str(text), clear=True, submit=True):
            only(NAME, action, "element", "text", "clear", "submit")
            return f"Type [{element}]; {_bracketed(action, text)}"
        case Action(kind="scroll", element=element, direction="up" | "down" as direction):
            only(NAME, action, "element", "direction")
            return f"Scroll [{'WINDOW' if element is None else element}]; {direction}"
        case Action(kind="done", text=str(text)):
            only(NAME, action, "text")
            return f"ANSWER; {_bracketed(action, text)}"
        case Action(kind="goto", url=url) if url == GOOGLE:
            only(NAME, action, "url")
            return "Google"
        case Action(kind="wait" | "back"):
            only(NAME, action)
            return "Wait" if action.kind == "wait" else "GoBack"
    raise unsayable(NAME, action)


def _bracketed(action: Action, text: str) -> str:
    """Put brackets around a text that could not be told from them, or from what stands around."""
    if not text.strip():
        raise unsayable(NAME, action, "no text")
    plain = text[0].isalnum() and text[-1].isalnum() and "\n" not in text
    return text if plain else f"[{text}]"


WEBVOYAGER = Dialect(
    name=NAME,
    example="Thought: The button sends the form.\nAction: Click [5]",
    reads=read,
    writes=write,
)
