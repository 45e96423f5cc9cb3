"""Right answers in free phrasing, each with the quotes that an agent would cite. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from .copying import dressed, items_of, json_of, quotes_of, rows_of
from .evidence import Case, Quote, Run, Shown

_FILE = Path(__file__).with_name("phrases.yaml")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_DATE = re.compile(r"\d{1,2} [A-Z][a-z]+ \d{4}")
_MONEY = re.compile(r"([$€£])(\d+)\.(\d\d)")
_ONE_NUMBER = re.compile(r"\D{0,2}\d+(?:[.,]\d+)?\s?\D{0,9}")
_KINDS = ("count", "sum", "compare", "negative", "parts", "parts", "JSON-list", "JSON-count")
_JOINS = (" | ", ": ", ", ", " … ", " — ", " ", "\t")
"""Separators of name and value; the first ones also where other cells lie between."""
_MAX_TEXT = 90


@cache
def phrases() -> Mapping[str, Sequence[str]]:
    """Return the phrasings by kind of answer."""
    read: Mapping[str, Sequence[str]] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return read


def right_answers(run: Run) -> Iterator[Case]:
    """Yield right answers of a run, always the same ones."""
    chance = Random(run.id)
    if run.source == "saved":
        yield from _of_a_page(run, chance)
    elif run.deed:
        yield from _deeds(run, chance)
    else:
        yield from _found(run, chance)


def _deeds(run: Run, chance: Random) -> Iterator[Case]:
    sent = [each for each in run.shown if each.sent] or [run.shown[-1]]
    for number in range(2):
        answer = chance.choice(phrases()["deed"]).format(value=run.answer)
        quotes = _some(sent[-1:], chance, 1 + number, "")
        yield _case(run, f"deed {number}", answer, [(run.answer, each) for each in quotes])


def _found(run: Run, chance: Random) -> Iterator[Case]:
    name = " ".join(str(value) for value in (run.params or {}).values())
    stands = [each for each in run.shown if run.answer.casefold() in each.result.text.casefold()]
    shown = stands[-1:] or run.shown[-2:]
    for number in range(3):
        value = _reformatted(run.answer, chance)
        answer = chance.choice(phrases()["value"]).format(name=name, value=value)
        quotes = _some(shown, chance, chance.randint(1, 3), run.answer if stands else "")
        yield _case(run, f"value {number}", answer, [(answer, each) for each in quotes])
    quotes = _some(shown, chance, 1, run.answer if stands else "")
    typed = {"what": name, "value": run.answer, "amount": _amount(run.answer)}
    yield _case(run, "JSON", _chosen(typed, chance), [(run.answer, each) for each in quotes])
    if stands:
        answer = chance.choice(phrases()["value"]).format(name=name, value=run.answer)
        yield _case(run, "uncited", answer, [], cites=False)


def _some(shown: Sequence[Shown], chance: Random, count: int, value: str) -> list[Quote]:
    """Quotes of what was shown, preferably containing the value."""
    found = [quote for each in shown for quote in quotes_of(each, chance)]
    with_it = [quote for quote in found if value.casefold() in quote.text.casefold()]
    found = with_it or found
    return found[:count]


def _of_a_page(run: Run, chance: Random) -> Iterator[Case]:
    page = next(each.page for each in run.shown if each.page is not None)
    for at, (name, value, quote) in enumerate(_texts(run, chance)):
        answer = chance.choice(phrases()["value"]).format(name=name, value=value)
        yield _case(run, f"value {at}", answer, [(answer, quote)])
    rows = [[str(k), str(v)] for each in json_of(page.nodes) for k, v in each.items()]
    rows = rows_of(page.nodes) or items_of(page.nodes) or rows
    rows = [row for row in rows if len(row[0]) > 1 and all(len(cell) < _MAX_TEXT for cell in row)]
    if len(rows) < 3:
        return
    for at, kind in enumerate(_KINDS):
        picked = chance.sample(rows, 3)
        column = _numeric(picked)
        if column is None and kind in ("sum", "compare"):
            continue
        pairs = [(row[0], row[column] if column else _second(row)) for row in picked]
        if kind == "compare":
            pairs.sort(key=lambda pair: _amounts(pair[1])[0], reverse=True)
        joint = chance.choice(_JOINS if column in (None, 1) else _JOINS[:4])
        quotes = [dressed(Quote(text=joint.join(pair), style=kind), chance) for pair in pairs]
        answer = _worded(kind, pairs, len(rows), chance)
        yield _case(run, f"{kind} {at}", answer, [(q.text, q) for q in quotes])


_Picked = list[tuple[str, str]]


def _texts(run: Run, chance: Random) -> Iterator[tuple[str, str, Quote]]:
    """Four texts with a quote of each; the first one is of an act, if any."""
    for number in range(4):
        quotes = _some([run.shown[-1 - number % len(run.shown)]], chance, 1, "")
        for quote in quotes:
            yield run.task.rstrip("?。؟"), " ".join(quote.text.split()[:12]), quote


def _second(row: Sequence[str]) -> str:
    return row[1] or row[0]


def _numeric(rows: Sequence[Sequence[str]]) -> int | None:
    """The first column, after that of names, with one number in each row."""
    for column in range(1, min(map(len, rows))):
        if all(_ONE_NUMBER.fullmatch(row[column]) for row in rows):
            return column
    return None


def _amounts(text: str) -> list[float]:
    return [float(found.replace(",", "")) for found in _NUMBER.findall(text)]


def _worded(kind: str, pairs: _Picked, count: int, chance: Random) -> Any:
    """The answer with these values, as text or by a schema; ``count`` is of all rows."""
    (a, x), (b, y), (c, _) = pairs
    if kind == "JSON-list":
        return {"items": [{"name": name, "value": value} for name, value in pairs]}
    if kind == "JSON-count":
        return {"count": count, "first": a}
    total = str(count)
    if kind in ("sum", "compare"):
        one, other = _amounts(x)[0], _amounts(y)[0]
        total = f"{one + other if kind == 'sum' else one - other:g}"
    return chance.choice(phrases()[kind]).format(a=a, b=b, c=c, x=x, y=y, n=total)


def _chosen(typed: Mapping[str, Any], chance: Random) -> dict[str, Any]:
    """A typed answer of one or two members."""
    value = str(typed["value"])
    amount = typed["amount"]
    forms: list[dict[str, Any]] = [{"answer": value}, {"found": True, "answer": value}]
    if amount is not None and _DATE.search(value) is None:
        forms += [{"amount": amount}, {"amount": amount, "text": value}]
    return chance.choice(forms)


def _amount(value: str) -> float | int | None:
    found = _NUMBER.search(value)
    if found is None or len(_NUMBER.findall(value)) > 1:
        return None
    number = _amounts(value)[0]
    return int(number) if number.is_integer() else number


def _reformatted(value: str, chance: Random) -> str:
    """The value verbatim, or its date or amount as written elsewhere in the world."""
    if date := _DATE.search(value):
        day = datetime.strptime(date[0], "%d %B %Y")
        form = chance.choice(("%Y-%m-%d", "%d.%m.%y", "%B %d, %Y", "%d/%m/%Y"))
        return value.replace(date[0], day.strftime(form))
    if money := _MONEY.search(value):
        sign, whole, cents = money.groups()
        forms = (f"{whole},{cents} {sign}", f"{whole}.{cents} {sign}", money[0], f"{sign} {whole}")
        return value.replace(money[0], chance.choice(forms if cents == "00" else forms[:3]))
    return value


def _case(
    run: Run, kind: str, answer: Any, quotes: list[tuple[str, Quote]], *, cites: bool = True
) -> Case:
    return Case(
        id=f"{run.id}, {kind}",
        kind=kind.split(" ")[0],
        task=run.task,
        answer=answer,
        quotes=tuple(quotes),
        shown=run.shown,
        effects=run.effects,
        had_to_act=run.deed,
        cites=cites,
    )
