"""A conversation that stays within a token budget.

It grows only at its end, so that providers' prompt caches stay valid. When it gets too long it is
shortened in one large stroke, from its oldest end: each reply with its results becomes a line per
call with its outcome; pages and pictures go. Shortly before, the model is asked to write down what
it still needs of them, and those notes stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from textwrap import shorten

from agent_e.types import NO_PAGE, PageText
from agent_e.types.conversation import Message, ToolResult

ASK_FOR_NOTES = (
    "Older results will soon be cut to a line each: with your next calls, write in words what of "
    "them you still need, values as they stand there."
)
SHOWN = "The page looks so:"
PICTURE_GONE = "(A picture of the page was here. It is not the newest any more.)"
_DONE = "Done before this, in order; the pages shown then are left out:"
_NOTED = "You noted:"
_LOOK = "The page that is open is left out too: look at it before you act on it."
_CUT = "… (the rest is left out)"
_MAX_LINE_LENGTH = 200
_MAX_NOTE_LENGTH = 2_000
PICTURES_KEPT, _PICTURES_MOST = 2, 4
_ANNOUNCED_AT = 0.85
_TARGET_SHARE = 0.5
_LINES = 0.35
_NOTES = 0.15
"""Share of what remains of a conversation for lines, and for notes."""
_HARDER = 0.6
_CHARACTERS = 3
_MIN_CUT = 20
_REMARKS = 100
"""Tokens reserved for remarks to the model once the conversation fits."""

Measure = Callable[[Sequence[Message]], int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Compaction:
    """The shortening of a conversation.

    Attributes:
        before: estimated tokens of its messages; ``after`` likewise.
        messages: their number before.
        exchanges: replies that were removed with their results.
        text: what replaces them.
    """

    before: int
    after: int
    messages: int
    exchanges: int
    text: str


class History:
    """The messages of one conversation, as they are sent."""

    def __init__(self, system: str, measure: Measure, budget: int | None = None) -> None:
        """Begin a conversation.

        Args:
            system: the prompt.
            measure: estimates the tokens of messages.
            budget: tokens of a whole request; without one the conversation is never shortened.
        """
        self.budget = budget
        self._measure = measure
        self._head = [Message(role="system", text=system)]
        self._page = NO_PAGE
        self._recent: list[Message] = []
        self._passing: list[Message] = []
        self._lines: list[str] = []
        self._left_out = 0
        self._notes: list[str] = []
        self._instructions: list[Message] = []
        self._gone: list[str] = []
        self._notes_request: Message | None = None
        self._noting: list[Message] = []
        self._pages = False
        self._digest: Message | None = None

    @property
    def messages(self) -> list[Message]:
        """All messages, in order."""
        digest = [self._digest] if self._digest else []
        return [*self._head, *digest, *self._recent]

    def begin(self, message: Message, page: PageText = NO_PAGE) -> None:
        """Add the first message; ``page`` is the part of its page text that stays for good."""
        self._head.append(message)
        self._page = page
        self._pages = message.page != page

    def add(self, message: Message) -> None:
        """Append the latest message."""
        self._recent.append(message)
        self._pages = self._pages or any(result.page for result in message.results)

    def say(self, text: str) -> None:
        """Give the model a lasting instruction: whatever is removed later, this text stays."""
        message = Message(role="user", text=text)
        self._instructions.append(message)
        self._recent.append(message)

    def remark(self, text: str) -> Message:
        """Give the model a remark that matters only now."""
        message = Message(role="user", text=text)
        self._passing.append(message)
        self._recent.append(message)
        return message

    def show(self, message: Message) -> None:
        """Append pictures. Beyond a limit the oldest go at once: each costs tokens and misleads."""
        shown = sum(len(each.pictures) for each in self.messages) + len(message.pictures)
        if shown > _PICTURES_MOST:
            remaining = PICTURES_KEPT - len(message.pictures)
            for messages in (self._recent, self._head):
                remaining = _drop_pictures(messages, max(remaining, 0))
        self._recent.append(message)

    def fit(self, beside: int, scale: float) -> Compaction | None:
        """Shorten the conversation if necessary; ask for notes if it soon will be.

        Args:
            beside: tokens of what is sent beside the messages, as measured.
            scale: factor by which the measure is corrected.
        """
        if self.budget is None:
            return None
        # The request for notes and remarks count too: they must not break the budget.
        most = round(self.budget / scale) - beside - _REMARKS
        size = self._measure(self.messages)
        notes_due = self._notes_request is not None and self._recent[-1] is not self._notes_request
        if size > most or notes_due:
            return self._shorten(round(most * _TARGET_SHARE), most)
        if size > most * _ANNOUNCED_AT:
            self._notes_request = self.remark(ASK_FOR_NOTES)
        return None

    def compact_further(self, beside: int, scale: float) -> Compaction | None:
        """Shorten a conversation that the provider found too long, and keep it shorter from now on.

        Returns ``None`` where nothing is left to remove, or nothing may be.
        """
        if self.budget is None:
            return None
        size = self._measure(self.messages)
        self.budget = round((size + beside) * scale * _HARDER)
        most = max(round(self.budget / scale) - beside, 1)
        done = self._shorten(round(most * _TARGET_SHARE), most)
        return done if done.after < size else None

    def _shorten(self, target: int, limit: int) -> Compaction:
        before, messages = self._measure(self.messages), len(self.messages)
        if self._notes_request is not None:
            at = next(n for n, each in enumerate(self._recent) if each is self._notes_request)
            # Other remarks may stand between the request and the reply.
            self._noting += [m for m in self._recent[at:] if m.role == "assistant"][:1]
            del self._recent[at]
        self._notes_request = None
        exchanges = _exchanges(self._recent)
        self._head[1:] = [replace(m, page=self._page, pictures=(), data=()) for m in self._head[1:]]
        self._digest, gone = self._summary(target), 0
        while len(exchanges) > 1 and self._measure(self.messages) > target:
            self._remember(exchanges.pop(0))
            gone += 1
            self._recent = [message for exchange in exchanges for message in exchange]
            self._digest = self._summary(target)
        rest = limit - self._measure([*self._head, self._digest])
        self._recent = _squeezed(self._recent, rest, self._measure)
        return Compaction(
            before=before,
            after=self._measure(self.messages),
            messages=messages,
            exchanges=gone,
            text=self._digest.words,
        )

    def _remember(self, exchange: Sequence[Message]) -> None:
        """Keep a line per call, and the notes that were asked for."""
        names = {call.id: call for message in exchange for call in message.calls}
        for message in exchange:
            if _among(message, self._instructions):
                self._gone.append(message.text)
                continue
            for result in message.results:
                call = names.get(result.call_id)
                tried = f" {call.arguments}" if call is not None and result.is_error else ""
                self._line(f"{result.name}{tried}: {_short(result)}")
            is_remark = message.role == "user" and message.text not in ("", SHOWN, PICTURE_GONE)
            if is_remark and not _among(message, self._passing):
                self._line(f"Told: {shorten(message.text, _MAX_LINE_LENGTH, placeholder=' …')}")
            if _among(message, self._noting) and message.text.strip():
                self._notes.append(message.text.strip()[:_MAX_NOTE_LENGTH])

    def _line(self, words: str) -> None:
        line = " ".join(words.split())
        same = re.fullmatch(r"(.*?)(?: \((\d+) times\))?", self._lines[-1]) if self._lines else None
        if same is not None and same[1] == line:
            self._lines[-1] = f"{line} ({int(same[2] or 1) + 1} times)"
        else:
            self._lines.append(line)

    def _summary(self, target: int) -> Message:
        """The message that replaces removed exchanges; if too long, its oldest lines go."""
        while len(self._notes) > 1 and self._words(self._notes) > target * _NOTES:
            self._notes.pop(0)
        cut = 0
        while cut < len(self._lines) and self._words(self._lines[cut:]) > target * _LINES:
            cut += max(1, (len(self._lines) - cut) // 8)
        self._left_out += cut
        del self._lines[:cut]
        more = [f"- ({self._left_out} earlier lines are left out)"] if self._left_out else []
        parts = [*more, *(f"- {line}" for line in self._lines)]
        parts += [_NOTED, *self._notes] if self._notes else []
        shown = any(result.page for message in self._recent for result in message.results)
        look = [_LOOK] if self._pages and not shown else []
        text = "\n".join([*self._gone, _DONE, *look])
        return Message(role="user", text=text, page=PageText.joined(*parts))

    def _words(self, lines: Sequence[str]) -> int:
        return self._measure([Message(role="user", text="\n".join(lines))])


def _among(message: Message, others: Sequence[Message]) -> bool:
    return any(message is each for each in others)


def _exchanges(messages: Sequence[Message]) -> list[list[Message]]:
    """Replies, each with its results and what follows: these must not be separated."""
    found: list[list[Message]] = []
    for message in messages:
        if message.role == "assistant" or not found:
            found.append([])
        found[-1].append(message)
    return found


def _short(result: ToolResult) -> str:
    """What remains of a result: its own short form, else its first line."""
    if result.short:
        return result.short
    line = (result.text or result.note).strip().partition("\n")[0]
    return shorten(line, _MAX_LINE_LENGTH, placeholder=" …")


def _squeezed(messages: list[Message], limit: int, measure: Measure) -> list[Message]:
    """Make the remaining results fit: the oldest become short, the newest is cut."""
    while measure(messages) > limit:
        places = [
            (at, number)
            for at, message in enumerate(messages)
            for number, result in enumerate(message.results)
            if len(result.shown.raw) > len(_short(result)) + len(_CUT)
        ]
        if not places:
            break
        at, number = places[0]
        results = list(messages[at].results)
        result = results[number]
        text = _short(result)
        if len(places) == 1:
            # A cut that is too small is repeated, until nothing but the short form is left.
            over = (measure(messages) - limit) * _CHARACTERS + _MIN_CUT
            text = max(result.shown.raw.removesuffix(_CUT)[:-over] + _CUT, text, key=len)
        results[number] = replace(result, text=text, view="", quotes=NO_PAGE, data=())
        messages[at] = replace(messages[at], results=tuple(results))
    return messages


def _drop_pictures(messages: list[Message], allowance: int) -> int:
    """Keep the newest pictures up to a number; returns how many more may stay."""
    for at in range(len(messages) - 1, -1, -1):
        message = messages[at]
        if not message.pictures:
            continue
        left = message.pictures[-allowance:] if allowance else ()
        allowance -= len(left)
        text = message.text if left else f"{message.text}\n\n{PICTURE_GONE}".strip()
        text = PICTURE_GONE if message.text == SHOWN and not left else text
        messages[at] = replace(message, text=text, pictures=left)
    return allowance
