"""The fence around content from web pages, wherever a model sees it.

The mark is random for each run, so that no page can know it; it stays the same within one, so that
provider caches remain valid. Text of a page that looks like a fence, like the role marks of chat
templates or like the labels of our prompts is altered slightly: the same to the eye, but not to a
parser. ``normalize`` undoes that where text is compared with what was shown.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field

from agent_e.types import PageText

from .normalization import without_unseen

_LETTERS = "bcdfghjkmnpqrtvwxz"
_LENGTH = 6

_ROLES = "system|user|assistant|human|developer"
_TAGS = (
    f"{_ROLES}|tool|function|instructions?|prompt|im_start|im_end|tool_calls?|tool_response"
    r"|tool_result|function_calls?|antml:\w+|invoke|think|thinking|untrusted[\w-]*|page|data"
    r"|context|task"
)
_TAG = rf"(?=\s*/?\s*(?:(?:{_TAGS}|[{_LETTERS}]{{{_LENGTH}}})(?![\w-])|\||<\s*/?\s*SYS\b|SYS\s*>>))"
_SQUARE = r"(?=\s*/?\s*INST\s*\])"
_LABEL = rf"(?P<head>^[^\w\n]{{0,4}}(?:{_ROLES}|task|sub-task|expected result|instructions?)[ \t]*)"
_FLAGS = re.IGNORECASE | re.MULTILINE
_BEND = (
    (re.compile(f"[<\uff1c\ufe64\u3008\u27e8]{_TAG}", _FLAGS), "\u2039"),
    (re.compile(rf"\[{_SQUARE}", _FLAGS), "\u27e6"),
    (re.compile(f"{_LABEL}[:\uff1a]", _FLAGS), "\\g<head>\ua789"),
)
_UNBEND = (
    (re.compile(f"\u2039{_TAG}", _FLAGS), "<"),
    (re.compile(f"\u27e6{_SQUARE}", _FLAGS), "["),
    (re.compile("\ua789"), ":"),
)


def escape(text: str) -> str:
    """Return a page's text without invisible characters, look-alikes of marks and roles altered."""
    text = without_unseen(text.replace("\r\n", "\n").replace("\r", "\n"))
    for look, bent in _BEND:
        text = look.sub(bent, text)
    return text


def unescape(text: str) -> str:
    """Return a model's text with the page's own characters restored."""
    for bent, sign in _UNBEND:
        text = bent.sub(sign, text)
    return text


def _mark() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


@dataclass(frozen=True, slots=True)
class UntrustedContent:
    """One run's fence; ``mark`` is the name of its tag."""

    mark: str = field(default_factory=_mark)

    def around(self, text: PageText) -> str:
        """Return a page's text between the marks; nothing for nothing."""
        if not text.raw.strip():
            return ""
        return f"<{self.mark}>\n{escape(text.raw)}\n</{self.mark}>"
