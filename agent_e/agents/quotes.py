"""Whether a quote was really shown: the first check an answer has to pass."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from agent_e.safety import straight
from agent_e.types import RequestSeen, SkillResult

_REPLACED = re.compile(r"'[^\n]*?' is now (?=')")
"""The old half of a change: what it quotes was there before, not at this step and address."""
_MARKUP = re.compile(r"\[\d+\]|[\"'“”‘’`]")
_INLINE = re.compile(r"\[\d+\] \w+ '([^\n]*?)'(?!\w)")
"""An element within a sentence, whose name reads on without a gap."""
_ROLE = re.compile(r"(?<=\] )\w+ (?=')")
_VALUE = re.compile(r"\bvalue=")
_LEVEL = re.compile(r" \(heading \d\)")
"""What an outline says of a link that is a heading; the page itself does not."""
_TITLE_AGAIN = re.compile(r"(?<=['\s])…(?=['\s])")
"""What stands in the name of an element for the title of its item, on the same line."""
_NAMED = re.compile(r"\[\d+\] \w+ '([^\n]*?)'(?!\w)( \(heading \d)?|heading \d '([^\n]*?)'(?!\w)")
_LEAST_TITLE = 8
_WORD = re.compile(r"\w{3,}")
_AROUND = 200
"""Characters on each side of a quote in which the words of its claim are looked for."""
_MOST_PLACES = 20
_PIECES = re.compile(r"\n|…|\.\.\.|[|·•]|: |, |; | - | – | — ")


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """A text an agent was shown, with the step and the address it was shown at.

    Attributes:
        acted: whether it tells what an action changed.
        sent: whether that action sent something that the site took (no GET, no error).
    """

    step: int
    url: str
    text: str
    acted: bool = False
    sent: bool = False


def shown_of(result: SkillResult, step: int, url: str) -> Shown:
    """What a skill has shown, with what its action did to the site."""
    report = result.report
    sent = report is not None and any(_taken(request) for request in report.requests)
    text = "\n".join(filter(None, [result.text, result.note]))
    return Shown(step=step, url=url, text=text, acted=report is not None, sent=sent)


def _taken(request: RequestSeen) -> bool:
    return not request.failure and (request.status is None or request.status < 400)


def find_quote(quote: str, shown: Sequence[Shown], *, claim: str = "") -> Shown | None:
    """Return where the quote was shown, ``None`` when it was not.

    Case, spacing, quotation marks and element numbers do not count. Of several places the one that
    shows most words of the claim around it is meant, then the newest. A quote put together from
    several places (``Price: $5, Weight: 2 kg``) is found when each of its pieces is, and then
    belongs to the newest of them.
    """
    texts = [_searched(each.text) for each in shown]
    words = frozenset(_WORD.findall(claim.casefold()))
    pages = [_Page(order=order, text=text, words=words) for order, text in enumerate(texts)]
    bare = _LEVEL.sub("", quote)
    for written in (_plain(quote), _plain(_VALUE.sub(" ", bare)), _plain(bare)):
        whole = _best(written, pages)
        if whole is not None:
            return shown[whole.order]
    pieces = [piece for piece in map(_plain, _PIECES.split(quote)) if piece]
    found = [page for page in (_best(piece, pages) for piece in pieces) if page is not None]
    if not pieces or len(found) < len(pieces):
        return None
    return shown[max(page.order for page in found)]


def in_full(quote: str, shown: Shown, *, claim: str = "") -> str:
    """The quote with the title of its item where the outline has ``…`` for it.

    An outline names the item once and its elements by what else they are called: without the line
    around it, such a name says nothing of which item it belongs to. Where several items have what
    is quoted, the one that the claim names is meant; the quote stays as it is if that is not clear.
    """
    written = _plain(quote)
    if not written or not _TITLE_AGAIN.search(quote):
        return quote
    lines = [line for line in shown.text.split("\n") if written in _plain(line)]
    titles = {title for title in map(_title, lines) if title}
    if len(titles) > 1:
        titles = {title for title in titles if title.casefold() in claim.casefold()}
    return _TITLE_AGAIN.sub(lambda _: titles.pop(), quote, count=1) if len(titles) == 1 else quote


def _title(line: str) -> str:
    """The name that a line leaves out of others: of its heading, else of its first element."""
    names = [(name or heading, bool(level or heading)) for name, level, heading in _found(line)]
    ordered = [name for name, heads in names if heads] + [name for name, _ in names]
    return next((name for name in ordered if len(name) >= _LEAST_TITLE and "…" not in name), "")


def _found(line: str) -> list[tuple[str, str, str]]:
    return [(each[1] or "", each[2] or "", each[3] or "") for each in _NAMED.finditer(line)]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Page:
    """A text as it is searched, and the words of the claim."""

    order: int
    text: str
    words: frozenset[str]

    def fit(self, inside: re.Pattern[str]) -> int:
        """How many words of the claim stand around what is looked for; -1 where that is not."""
        fits = [-1]
        for match in islice(inside.finditer(self.text), _MOST_PLACES):
            # The text stands there in several forms, one a line.
            line = self.text.rfind("\n", 0, match.start()) + 1
            around = self.text[max(line, match.start() - _AROUND) : match.end() + _AROUND]
            around = around.partition("\n")[0]
            fits.append(sum(word in around for word in self.words))
        return max(fits)


def _best(quote: str, pages: Sequence[_Page]) -> _Page | None:
    if not quote:
        return None
    inside = re.compile(rf"(?<!\w){re.escape(quote)}(?!\w)")
    fits = [(page.fit(inside), page.order, page) for page in pages]
    fit, _, page = max(fits, key=lambda each: each[:2], default=(-1, 0, None))
    return page if fit >= 0 else None


def _searched(text: str) -> str:
    """The text, once more without the roles and marks of the outline, and as the page reads.

    People quote any of these.
    """
    text = _REPLACED.sub("", text)
    page = _LEVEL.sub("", text)
    bare = _plain(_VALUE.sub(" ", _ROLE.sub("", page)))
    return f"{_plain(text)} \n {_plain(page)} \n {bare} \n {_plain(_INLINE.sub(_name, page))}"


def _name(element: re.Match[str]) -> str:
    return element[1]


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", _MARKUP.sub(" ", straight(text))).strip().strip(".,;:").casefold()
