"""What follows from shown values: the best of a list, counts, sums and differences."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

from agent_e.configs import load_config

from .scene import Mention, Record, Scene, list_address
from .values import Kind, Value, same, values_in
from .wording import lacks, named_in, plain, stems

_WORDS = load_config("verifying")
_BEST: tuple[tuple[re.Pattern[str], Kind, int], ...] = tuple(
    (re.compile(rf"\b(?:{'|'.join(words)})", re.I), kind, sign)
    for kind, sign, words in _WORDS["best"]
)
_BOUND = tuple(
    (re.compile(rf"(?:{'|'.join(words)})\W*$", re.I), sign)
    for sign, words in _WORDS["limits"].items()
)
_OR_MORE = re.compile(
    r"^\W*(?:or|oder|ou|o) (?:better|more|higher|above|besser|mehr|plus|más)", re.I
)
_OR_LESS = re.compile(
    r"^\W*(?:or|oder|ou|o) (?:less|lower|cheaper|below|weniger|moins|menos)", re.I
)
_OLD = re.compile(r"(?:\bwas|\binstead of|\bstatt|\bbefore|\bold price|\brrp|\buvp)\W*$", re.I)
_OUT = frozenset({"sold out", "out of stock", "unavailable", "not available", "ausverkauft"})
_DIFFERENCE = re.compile(
    r"\bsav(?:e|ing)|\bdifference|\b(?:much|many) (?:\w+ )?(?:more|less|heavier|lighter|cheaper"
    r"|longer|shorter|older|higher|lower|bigger|smaller)\b|\binstead of\b|\bcompared with\b"
    r"|\bby how much\b|\bby (?:about )?[$€£]?\d|\bUnterschied|\bmehr als\b|\bsparen?\b|\bdifférence"
    r"|\bdiferencia",
    re.I,
)
_SUM = re.compile(
    r"\btogether\b|\bin total\b|\baltogether\b|\bcombined\b|\bsum\b|\boverall\b|\btotal of\b"
    r"|\bzusammen\b|\binsgesamt\b|\ben tout\b|\bau total\b|\ben total\b",
    re.I,
)
_DERIVED = re.compile(rf"{'|'.join(_WORDS['derived'])}", re.I)
_COUNT = re.compile(
    r"\bhow many\b|\bnumber of\b|\bcount\b|\bwie viele\b|\bcombien de\b|\bcuánt", re.I
)
_RANK = re.compile(r"\bnumber \d|\b\d+(?:st|nd|rd|th)\b|\b(?:second|third|fourth|fifth)\b", re.I)
_CHOICE = re.compile(
    r"\b(?:which|any|some|first|last|top|every|each|all|list|best|welche\w*|quel\w*)\b",
    re.I,
)
_FOLDED = re.compile(r"\[\d+\] (?:button|link) '([^'\n]+)'[^\n;]*\((?:[^)\n]*, )?collapsed")
_MOST_OPERANDS = 12
_PLACES = 4
_SLACK = 0.006


def best_asked(text: str) -> tuple[Kind, int] | None:
    """By what a text wants the best, and whether that is the most (1) or the least (-1)."""
    return None if _RANK.search(text) else direction(text)


def direction(text: str) -> tuple[Kind, int] | None:
    """By what a text compares things, and whether it has the most (1) or the least (-1) first."""
    asked = {(kind, sign) for words, kind, sign in _BEST if words.search(text)}
    # The cheapest and the dearest: which of them a claim is of, code cannot tell.
    both = any((kind, -sign) in asked for kind, sign in asked)
    found = ((kind, sign) for words, kind, sign in _BEST if words.search(text))
    return None if both else next(found, None)


def chooses(text: str) -> bool:
    """Whether a text leaves open which of several things is meant, and asks for one by a rule."""
    return bool(_RANK.search(text) or _CHOICE.search(text)) or best_asked(text) is not None


def counts(text: str) -> bool:
    """Whether a text asks for a count."""
    return bool(_COUNT.search(text))


def computes(text: str) -> bool:
    """Whether a text asks for a sum or a difference."""
    return bool(_DIFFERENCE.search(text) or _SUM.search(text))


def sums(text: str) -> bool:
    """Whether a text asks for or tells a sum."""
    return bool(_SUM.search(text))


def derives(text: str) -> bool:
    """Whether a text asks for what follows from shown values in a way that is not followed here."""
    return bool(_DERIVED.search(text))


def current(record: Record, kind: Kind) -> list[Mention]:
    """The values of this kind that hold now: not those that are said to have been."""
    found = []
    for mention in record.mentions:
        before = mention.label[: mention.label.rfind(plain(mention.value.text))]
        if mention.value.kind == kind and not _OLD.search(before):
            found.append(mention)
    return found


def beaten_by(
    record: Record, scene: Scene, task: str, asked: tuple[Kind, int] | None
) -> Mention | None:
    """Return what is better than a record in its list, ``None`` when it is the best or unclear."""
    if asked is None:
        return None
    kind, sign = asked
    mine = _first(record, kind, task)
    if mine is None:
        return None
    wanted = stems(task) & stems(record.text)
    for rival in scene.group(record):
        theirs = _first(rival, kind, task)
        if theirs is None or not _may_win(rival, record, wanted, task):
            continue
        if sign * (theirs.value.amount - mine.value.amount) > 1e-6:
            return theirs
    return None


def best_values(scene: Scene, task: str, kind: Kind) -> list[Value]:
    """The best value of each list that was shown, where the task asks for the best."""
    asked = best_asked(task)
    if asked is None or asked[0] != kind:
        return []
    lists: dict[object, list[Value]] = {}
    for record in scene.records:
        first = _first(record, kind, task) if record.group >= 0 and record.own else None
        if first is not None and _may_win(record, record, frozenset(), task):
            lists.setdefault(list_address(record.shown.url), []).append(first.value)
    return [max(each, key=lambda value: asked[1] * value.amount) for each in lists.values()]


def _first(record: Record, kind: Kind, task: str) -> Mention | None:
    found = current(record, kind)
    if kind == "time" and found and re.search(r"\barriv|\bland\b|\bankunft", task, re.I):
        return found[min(1, len(found) - 1)]
    return found[0] if found else None


def _may_win(rival: Record, record: Record, wanted: frozenset[str], task: str) -> bool:
    """Whether a rival meets what the task wants and the record has, and what the task limits."""
    if not wanted <= stems(rival.text) or lacks(rival.text, has=record.text, task=task):
        return False
    if any(word in rival.text and word not in record.text for word in _OUT):
        return False
    return meets(rival, task)


def bounds(task: str) -> list[tuple[str, Value]]:
    """The limits a task sets: ``("<", $80)``."""
    found = []
    for value in values_in(task):
        before, after = task[: value.start], task[value.end :]
        sign = next((sign for words, sign in _BOUND if words.search(before)), "")
        sign = ">=" if _OR_MORE.match(after) else "<=" if _OR_LESS.match(after) else sign
        if re.search(r"\bbetween\W*$", before, re.I):
            sign = ">="
        elif re.search(r"\bbetween\b[^.]*\band\W*$", before, re.I):
            sign = "<="
        if sign:
            found.append((sign, value))
    return found


def meets(record: Record, task: str) -> bool:
    """Whether a record keeps to the limits of a task, as far as it has such values."""
    for sign, limit in bounds(task):
        mentions = current(record, limit.kind)
        if not mentions:
            continue
        has, most = mentions[0].value.amount, limit.amount
        kept = {"<": has < most, "<=": has <= most, ">": has > most, ">=": has >= most}[sign]
        if not kept:
            return False
    return True


def counted(scene: Scene, task: str, things: Sequence[str]) -> tuple[set[int], bool]:
    """How many shown things meet the task, list by list; and whether that is all there are.

    Where the task names things, only what is about them is counted.
    """
    limits, stars = _limits(task)
    if not limits and not stars:
        return set(), False
    lists: dict[object, dict[object, Record]] = {}
    for record in scene.records:
        if things and not any(map(record.about, things)):
            continue
        kinds = {mention.value.kind for mention in record.mentions}
        if not {value.kind for value in stars or [limit for _, limit in limits]} <= kinds:
            continue
        if record.group >= 0:
            names = lists.setdefault((list_address(record.shown.url)), {})
            names[record.title + (record.text if not record.own or stars else "")] = record
        else:
            names = lists.setdefault("pages", {})
            names[record.title or record.heads] = record
    results = {
        (sum(_counts(record, task, stars) for record in names.values()), len(names))
        for names in lists.values()
    }
    shown_counts = {
        int(mention.value.amount)
        for record in scene.records
        if record.group < 0
        for mention in record.mentions
        if mention.value.kind == "number" and mention.value.amount == int(mention.value.amount)
    }
    complete = bool(lists) and all(
        len(names) in shown_counts or _every_opened(scene, list(names.values()))
        for names in lists.values()
    )
    return {number for number, _ in results}, complete


def _every_opened(scene: Scene, pages: Sequence[Record]) -> bool:
    """Whether the things of some list were all opened, and are those that these pages tell of."""
    lists: dict[object, set[str]] = {}
    for record in scene.records:
        if record.linked and record.title:
            lists.setdefault((record.order, record.group), set()).add(record.title)
    for text in scene.texts:
        lists[text] = set(map(plain, _FOLDED.findall(text)))
    told = [record.heads | {record.title} for record in pages if record.group < 0]

    def told_of(title: str) -> bool:
        return any(title.startswith(head) for heads in told for head in heads if head)

    return any(
        len(titles) == len(told) > 1 and all(map(told_of, titles)) for titles in lists.values()
    )


def limited_by(task: str) -> set[Kind]:
    """The kinds of value by which the task says what is to be counted."""
    limits, stars = _limits(task)
    return {value.kind for value in [*stars, *(limit for _, limit in limits)]}


def _limits(task: str) -> tuple[list[tuple[str, Value]], list[Value]]:
    limits = [(sign, value) for sign, value in bounds(task) if value.kind != "number"]
    stars = [value for value in values_in(task) if value.kind == "rating" and not limits]
    return limits, stars


def _counts(record: Record, task: str, stars: Sequence[Value]) -> bool:
    if not stars:
        return meets(record, task)
    has = current(record, "rating")
    return bool(has) and has[0].value.amount == stars[0].amount


def adds_up(value: Value, told: Sequence[Value]) -> bool:
    """Whether a value is a sum, a difference or a multiple of two others told along with it."""
    others = [each for each in told if each.kind == value.kind and not same(each, value)]
    pairs = itertools.combinations([each.amount for each in others], 2)
    results = [result for a, b in pairs for result in (a + b, abs(a - b))]
    return any(abs(result - value.amount) <= _SLACK for result in results) or multiplies(
        value, told, others
    )


def multiplies(value: Value, told: Sequence[Value], each: Iterable[Value]) -> bool:
    """Whether a value is what some told number of things comes to, at one of the values of each."""
    numbers = [n.amount for n in told if n.kind == "number" and n.amount > 1]
    return value.kind != "number" and any(
        abs(number * one.amount - value.amount) <= _SLACK for number in numbers for one in each
    )


def computed(value: Value, scene: Scene, task: str) -> list[float]:
    """What sums and differences of shown values the task may mean, in the kind of a value."""
    kinds: list[Kind] = [value.kind]
    if value.kind == "number":
        kinds = ["money", "measure", "duration", "rating"]
    results: list[float] = []
    for kind in kinds:
        operands = _operands(scene, task, kind)
        if _DIFFERENCE.search(task):
            results += _differences(operands)
            if len(operands) == 1:
                results += _within_one(scene, task, kind)
        if _SUM.search(task):
            results += _sums(operands)
            results += _columns(scene, kind)
    return [round(result, _PLACES) for result in results]


def _operands(scene: Scene, task: str, kind: Kind) -> list[set[float]]:
    """What each of the things that the task names may come to, or the best of each list."""
    things = [name for name in named_in(plain(task), scene.names) if " " in name or len(name) > 6]
    found: list[set[float]] = []
    for thing in things[:_MOST_OPERANDS]:
        mentions = [
            mention
            for record in scene.records
            if record.about(thing)
            for mention in current(record, kind)
        ]
        wanted = stems(task) - stems(thing)
        fits = [len(wanted & stems(mention.label)) for mention in mentions]
        best = max(fits, default=0)
        amounts = {m.value.amount for m, fit in zip(mentions, fits, strict=True) if fit == best}
        if amounts:
            found.append(amounts)
    if len(found) > 1:
        return found
    best_of_lists = best_values(scene, task, kind)
    if len(best_of_lists) > 1:
        return [{value.amount} for value in best_of_lists]
    return found


def _differences(operands: Sequence[set[float]]) -> list[float]:
    return [
        abs(a - b)
        for one, other in itertools.combinations(operands, 2)
        for a in one
        for b in other
        if a != b
    ]


def _within_one(scene: Scene, task: str, kind: Kind) -> list[float]:
    """Differences of values that stand beside each other, as an old price and a new one do."""
    things = named_in(plain(task), scene.names)
    results = []
    for record in scene.records:
        if not any(record.about(thing) for thing in things if " " in thing):
            continue
        of_kind = [mention for mention in record.mentions if mention.value.kind == kind]
        for one, other in itertools.pairwise(of_kind):
            if one.label == other.label or record.group >= 0:
                results.append(abs(one.value.amount - other.value.amount))
    return results


def _sums(operands: Sequence[set[float]]) -> list[float]:
    if len(operands) < 2:
        return []
    pairs: Iterable[tuple[float, ...]] = itertools.combinations(
        [amount for each in operands for amount in each][:_MOST_OPERANDS], 2
    )
    every = itertools.islice(itertools.product(*operands), 200)
    return [sum(each) for each in itertools.chain(every, pairs)]


def _columns(scene: Scene, kind: Kind) -> list[float]:
    """Sums of what the rows of a list, or pages about one thing each, have of this kind."""
    lists: dict[object, dict[object, float]] = {}
    for record in scene.records:
        found = current(record, kind)
        if not found:
            continue
        if record.group >= 0:
            lists.setdefault((record.order, record.group), {})[record.title] = found[0].value.amount
        else:
            lists.setdefault("pages", {})[record.title or record.heads] = found[0].value.amount
    return [sum(each.values()) for each in lists.values() if len(each) > 1]
