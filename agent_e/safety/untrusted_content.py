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

_LETTERS = "bcdfghjkmnpqrtvwxz"
_LENGTH = 6

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e01ef]"
)
"""Control characters, those that change the reading direction, and invisible letters.

The two joiners that Persian and Indic words and emoji need are excluded.
"""
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
_STRAIGHT = str.maketrans("\u2039\uff1c\ufe64\u3008\u27e8\u27e6\ua789\uff1a", "<<<<<[::")


def escape(text: str) -> str:
    """Return a page's text without invisible characters, look-alikes of marks and roles altered."""
    text = _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    for look, bent in _BEND:
        text = look.sub(bent, text)
    return text


def unescape(text: str) -> str:
    """Return a model's text with the page's own characters restored."""
    for bent, sign in _UNBEND:
        text = bent.sub(sign, text)
    return text


def normalize(text: str) -> str:
    """Return text in a form for comparison, whether it was escaped or not."""
    return _UNSEEN.sub("", text).translate(_STRAIGHT)


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
