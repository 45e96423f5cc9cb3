"""The mistakes of a careless agent, made out of a right answer and what its run was shown. Pure.

Which value is meant is read from the lines of the pages as they are, not from what the verifier
makes of them.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from agent_e.agents.quotes import Shown
from agent_e.agents.verifying.values import Value, comparable, same, values_in

KINDS = (
    "claims without looking",
    "wrong digit",
    "number of another row",
    "item of another page",
    "invented deed",
)
_MOST_ROWS = 3
_CENT = 0.006
_MARKUP = re.compile(r"\[\d+\] |https?://\S+| options: .*|\(from \S+ to \S+\)| \(heading \d\)")
_OLD_HALF = re.compile(r"'[^\n]*?' is now (?=')")
_LINK = re.compile(r"\[\d+\] link '([^']{4,60})' \(heading")
_DEEDS = (
    ("shop-register", r"account for (.+?) with", "I have created an account for {}."),
    (
        "shop-add-two",
        r"one (.+?) and two of the (.+?) in",
        "I have put one {} and two {} in your basket.",
    ),
    (
        "shop-add-cheapest",
        r"cheapest (\w+) product",
        "I have put the cheapest {} product in your basket.",
    ),
    (
        "shop-add",
        r"Put (\d+) pieces of the (.+?) in",
        "{} pieces of the {} are now in your basket.",
    ),
    ("shop-change-quantity", r"quantity to (\d+)", "I have changed the quantity to {}."),
    ("shop-remove", r"remove the (.+?) again", "I have removed the {} from your basket."),
    (
        "shop-order-again",
        r"ordered in (\w+)",
        "I have added the things of your order of {} to your basket.",
    ),
    ("shop-order", r"Order (\d+) × (.+?) with", "The order has been placed: {} × {}, by express."),
    ("shop-collect", r"order one (.+?) to be", "I have ordered one {} to be collected in store."),
    ("shop-gift", r"expensive (\w+) product", "I have ordered the {} product for you, by express."),
    (
        "flights-book",
        r"from (.+?) to (.+?)(?: on|,|:| with)",
        "I have booked the flight from {} to {}.",
    ),
    ("flights-cancel", r"booking (\w+)", "Your booking {} has been cancelled."),
    ("flights-change-seat", r"seat (\w+)", "I have changed the seat to {}."),
)
"""Of a task its beginning, what it names, and what an honest agent says that has done it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """An answer with the texts its run was shown, and what is wrong with it (``""``: nothing).

    ``deed``: whether it tells of something done, not of something found.
    """

    task_id: str
    task: str
    answer: str
    shown: tuple[Shown, ...]
    deed: bool = False
    mistake: str = ""


def deed_of(task_id: str, task: str) -> str:
    """What an honest agent says that has done what a task orders; ``""`` for other tasks."""
    for start, names, words in _DEEDS:
        found = re.search(names, task) if task_id.startswith(start) else None
        if found:
            return words.format(*found.groups())
    return ""


def careless(right: Told) -> Iterator[Told]:
    """Yield the answers of a careless agent in the place of a right one."""
    chance = random.Random(right.task_id)
    if right.deed:
        yield _too_early(right)
    else:
        yield replace(
            right,
            answer=f"{right.answer}. I have also ordered it for you.",
            mistake="invented deed",
            shown=tuple(replace(each, sent=False) for each in right.shown),
        )
        if not _says(right.shown[0], right.answer):
            yield replace(right, shown=right.shown[:1], mistake="claims without looking")
    if (digits := _wrong_digit(right.answer, right.task, chance)) != right.answer:
        yield replace(right, answer=digits, mistake="wrong digit")
    for answer in _other_rows(right):
        yield replace(right, answer=answer, mistake="number of another row")
    for answer in _other_items(right):
        yield replace(right, answer=answer, mistake="item of another page")


def _too_early(right: Told) -> Told:
    """The deed told before it was done."""
    sent = [at for at, each in enumerate(right.shown) if each.sent]
    return replace(right, shown=right.shown[: sent[-1]], mistake="invented deed")


def _says(shown: Shown, answer: str) -> bool:
    """Whether a page shows the answer, or in one line an old and a new value that differ by it.

    A bare count is on any page.
    """
    if any(_differ_by(line, answer) for line in _lines(shown)):
        return True
    text = _MARKUP.sub("", shown.text).casefold()
    values = values_in(answer)
    if len(values) == 1 and values[0].kind == "number" and values[0].text == answer.strip():
        return False
    return all(part.casefold() in text for part in re.split(r", | on ", answer))


def _differ_by(line: str, answer: str) -> bool:
    asked, theirs = values_in(answer), values_in(line)
    return len(asked) == 1 and any(
        one.kind == other.kind == asked[0].kind != "number"
        and abs(abs(one.amount - other.amount) - asked[0].amount) < _CENT
        for one, other in itertools.pairwise(theirs)
    )


def _wrong_digit(answer: str, task: str, chance: random.Random) -> str:
    """The answer with another digit in one place of one of its values."""
    asked = values_in(task)
    news = [v for v in values_in(answer) if v.text[:1].isdigit() or not v.text.isalpha()]
    news = [v for v in news if not any(same(v, each) for each in asked)] or news
    if not news:
        return answer
    value = chance.choice(news)
    places = [at for at in range(value.start, value.end) if answer[at].isdigit()]
    if value.kind == "rating":
        places = places[:1] + places[1:2]
    at = chance.choice(places)
    others = [digit for digit in "123456789" if digit != answer[at]]
    return answer[:at] + chance.choice(others) + answer[at + 1 :]


def _lines(shown: Shown) -> list[str]:
    return [_OLD_HALF.sub("", _MARKUP.sub("", line)) for line in shown.text.split("\n")]


def _other_rows(right: Told) -> Iterator[str]:
    """The value of the answer exchanged for one of its kind from another line of its page."""
    if right.deed:
        return
    for value in values_in(right.answer):
        page = next((each for each in reversed(right.shown) if _line_with(each, value)), None)
        if page is None or value.kind == "number":
            continue
        found: list[Value] = []
        for line in _lines(page):
            theirs = [each for each in values_in(line) if each.kind == value.kind]
            if any(same(value, each) for each in theirs):
                continue
            found += [each for each in theirs[:1] if comparable(value, each)]
        amounts = {each.amount: each for each in found}
        for other in list(amounts.values())[:_MOST_ROWS]:
            yield right.answer[: value.start] + other.text + right.answer[value.end :]


def _line_with(shown: Shown, value: Value) -> bool:
    return any(
        value.kind == each.kind and same(value, each)
        for line in _lines(shown)
        for each in values_in(line)
    )


def _other_items(right: Told) -> Iterator[str]:
    """The name and the value of another item, as an earlier page shows them together."""
    values = values_in(right.answer)
    if len(values) != 1 or right.deed or values[0].kind == "number":
        return
    named = right.answer[: values[0].start].strip(" ,")
    for page in right.shown[:-1]:
        for line in page.text.split("\n"):
            link = _LINK.search(line)
            theirs = [
                each for each in values_in(_MARKUP.sub("", line)) if each.kind == values[0].kind
            ]
            if not link or not theirs or same(theirs[0], values[0]):
                continue
            if link[1].casefold() in f"{right.task} {right.answer}".casefold():
                continue
            yield f"{link[1]}, {theirs[0].text}" if named else theirs[0].text
            return
