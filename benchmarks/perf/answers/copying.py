"""Quotes as models copy them from what they were shown: from lines, names, rows, fields. Pure.

Nothing here uses the code that finds quotes. The styles are those that people met who played
the model on real applications.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from random import Random

from agent_e.types import Node

from .evidence import Quote, Shown, inside

_NUMBER = re.compile(r"\[\d+\] ?")
_ITEMS = frozenset({"listitem", "article"})
_JOINS = (" | ", " ", ", ", "\t", " - ", " — ", "; ")
_PAIRS = (": ", " = ", " – ", " | ", ", ", " … ", " ... ")
_MIN_WORDS = 4
_MAX_LINE = 400


def quotes_of(shown: Shown, chance: Random) -> Iterator[Quote]:
    """Yield quotes of every style that the material allows, in random order."""
    found = [*_lines(shown, chance)]
    if (page := shown.page) is not None:
        nodes = page.nodes
        found += [*_names(nodes, chance), *_rows(nodes, chance), *_fields(nodes)]
        found += [*_sections(nodes, chance), *_runs(nodes), *_json(nodes, chance)]
        found.append(Quote(text=page.title, style="title"))
    chance.shuffle(found)
    yield from (dressed(quote, chance) for quote in found if len(quote.text.strip()) > 1)


def _lines(shown: Shown, chance: Random) -> Iterator[Quote]:
    """Lines of the text, whole or in part, with numbers and roles or without numbers."""
    lines = [line for line in shown.lines if 6 < len(line) <= _MAX_LINE]
    for at, line in enumerate(lines):
        yield Quote(text=line, style="line")
        yield Quote(text=_NUMBER.sub("", line), style="line without numbers")
        after = lines[at + 1 : at + 2]
        if after and shown.lines.index(after[0]) == shown.lines.index(line) + 1:
            joint = chance.choice(("\n", "\n", " ", " / ", "\n  "))
            yield Quote(text=f"{line}{joint}{after[0]}", style="two lines")
        parts = re.split(r"(; | \| )", line)
        if len(parts) >= 5:
            first = chance.randrange(0, len(parts) - 2, 2)
            yield Quote(text="".join(parts[first : first + 3]), style="part of a line")
            yield Quote(text=f"{parts[0]} … {parts[-1]}", style="ends of a line")
        words = line.split()
        if len(words) >= 9 and "'" not in line:
            cut = chance.randint(6, len(words) - 2)
            yield Quote(text=" ".join(words[:cut]) + chance.choice(("…", "...")), style="cut line")


def _names(nodes: Sequence[Node], chance: Random) -> Iterator[Quote]:
    """Names of single nodes, and a few words from the middle of longer ones."""
    for node in nodes:
        words = node.name.split()
        hidden = "off-screen" in node.states
        if len(node.name) > 3 and any(map(str.isalnum, node.name)) and not hidden:
            yield Quote(text=node.name, style="words")
        if len(words) >= 7:
            begin = chance.randint(1, len(words) - 5)
            end = min(len(words), begin + chance.randint(4, 10))
            yield Quote(text=" ".join(words[begin:end]), style="middle of a text")


def cells_of(nodes: Sequence[Node], at: int) -> list[str]:
    """The texts of the cells of a row, or of the children of an item."""
    held = inside(tuple(nodes), at)
    cells: list[list[str]] = []
    for node in held[1:]:
        if node.depth == held[0].depth + 1:
            cells.append([])
        if node.name and cells:
            cells[-1].append(node.name)
    return [" ".join(" ".join(cell).split()) for cell in cells]


def rows_of(nodes: Sequence[Node]) -> list[list[str]]:
    """The cells of every data row, at least two with words."""
    found = []
    for at, node in enumerate(nodes):
        heads = {each.role for each in inside(tuple(nodes), at)} & {"columnheader"}
        if node.role == "row" and not heads:
            cells = cells_of(nodes, at)
            if sum(map(bool, cells)) > 1:
                found.append(cells)
    return found


def items_of(nodes: Sequence[Node]) -> list[list[str]]:
    """The parts of every list item that has several, without nested items."""
    found, beyond = [], -1
    for at, node in enumerate(nodes):
        if at < beyond or node.role not in _ITEMS:
            continue
        held = inside(tuple(nodes), at)
        beyond = at + len(held)
        named = next((at for at, each in enumerate(held) if each.mmid is not None), 0)
        parts = [each.name for each in held[named:] if each.name]
        if 2 <= len(parts) <= 8:
            found.append(parts)
    return found


def _rows(nodes: Sequence[Node], chance: Random) -> Iterator[Quote]:
    for rows in (rows_of(nodes), items_of(nodes)):
        for at, row in enumerate(rows):
            cells = [cell for cell in row if cell]
            yield Quote(text=chance.choice(_JOINS).join(cells), style="row")
            other = chance.randrange(1, len(cells))
            yield Quote(
                text=chance.choice(_PAIRS).join((cells[0], cells[other])), style="cells of a row"
            )
            if len(cells) > 3:
                yield Quote(text=", ".join(cells[1:3]), style="cells of a row")
            later = rows[at + 2 : at + 3]
            if later:
                texts = [" | ".join(filter(None, each)) for each in (row, *later)]
                yield Quote(text="\n".join(texts), style="rows apart")
                firsts = [each[0] for each in (row, *rows[at + 1 : at + 4 : 2])]
                if all(firsts):
                    joint = chance.choice((", ", "; ", "\n"))
                    yield Quote(text=joint.join(firsts), style="firsts")
    heads = [node.name for node in nodes if node.role == "columnheader"]
    for row in rows_of(nodes)[:20]:
        if len(heads) == len(row):
            column = chance.randrange(len(row))
            if heads[column] and row[column]:
                yield Quote(text=f"{heads[column]}: {row[column]}", style="head and cell")


def _fields(nodes: Sequence[Node]) -> Iterator[Quote]:
    for node in nodes:
        if node.value and node.name:
            name, value = node.name, node.value
            yield Quote(text=f"{name}: {value}", style="field")
            yield Quote(text=f"{name} = {value}", style="field")
            yield Quote(text=f"{node.role} '{name}' value='{value}'", style="field")
            yield Quote(text=value, style="field")
        for state in node.states[:1]:
            hidden = state in ("not checked", "off-screen", "covered")
            if node.name and node.mmid is not None and node.value is None and not hidden:
                text = f"[{node.mmid}] {node.role} '{node.name}' ({state})"
                yield Quote(text=text, style="state")


def _sections(nodes: Sequence[Node], chance: Random) -> Iterator[Quote]:
    """A heading with something below it."""
    for at, node in enumerate(nodes):
        if node.role != "heading" or not node.name:
            continue
        below: list[str] = []
        for each in nodes[at + 1 : at + 8]:
            if each.role == "heading":
                break
            if each.name and len(each.name) < 200:
                below.append(each.name)
        if below:
            joint = chance.choice((": ", " — ", "\n", " … "))
            yield Quote(text=f"{node.name}{joint}{chance.choice(below[:3])}", style="section")


def _runs(nodes: Sequence[Node]) -> Iterator[Quote]:
    """A sentence across links, as a person reads it."""
    run: list[Node] = []
    for node in [*nodes, Node(0, "text")]:
        if node.glue is not None and run:
            run.append(node)
            continue
        text = "".join(f"{each.glue or ''}{each.name}" for each in run)
        plain = all(each.role in ("text", "link") for each in run)
        has_prose = any(len(each.name.split()) > 2 for each in run if each.role == "text")
        if len(run) > 1 and len(text) < 300 and plain and has_prose:
            yield Quote(text=text, style="sentence over links")
        run = [node]


def _json(nodes: Sequence[Node], chance: Random) -> Iterator[Quote]:
    """Members of a JSON answer, verbatim and unescaped."""
    for members in json_of(nodes):
        pairs = [(key, value) for key, value in members.items() if isinstance(value, str | int)]
        for key, value in chance.sample(pairs, min(12, len(pairs))):
            yield Quote(text=f'"{key}": {json.dumps(value, ensure_ascii=False)}', style="json")
            yield Quote(text=f'"{key}":{json.dumps(value)}', style="json")
            yield Quote(text=f"{key}: {value}", style="json")
        if len(pairs) > 2:
            part = dict(pairs[1:3])
            yield Quote(text=json.dumps(part, ensure_ascii=False), style="json")
            yield Quote(text=json.dumps(part, indent=2), style="json")


def json_of(nodes: Sequence[Node]) -> list[dict[str, object]]:
    """The objects of a page that is one JSON answer: the outer one and its direct members."""
    try:
        whole = json.loads("".join(node.name for node in nodes))
    except ValueError:
        return []
    if not isinstance(whole, dict):
        return []
    return [whole, *(each for each in whole.values() if isinstance(each, dict))]


def dressed(quote: Quote, chance: Random) -> Quote:
    """The quote verbatim in half of all cases, else in the style of people and models."""
    text = quote.text
    plain = quote.style in ("line", "state", "json")
    ways = {
        "curly": f"“{text}”",
        "single": f"'{text}'",
        "guillemets": f"« {text} »",
        "bold": f"**{text}**",
        "code": f"`{text}`",
        "bullet": f"- {text}",
        "cited": f"> {text}",
        "stop": f"{text}.",
        "dots": f"{text} …",
        "straight": text.translate(str.maketrans("“”„’‘–—\u00a0", '"""\'\'-- ')),
        "curled": text.replace("'", "’").replace(" - ", " – "),
        "lower": text.lower(),
        "blanks": "  ".join(text.split(" ")),
        "decomposed": unicodedata.normalize("NFD", text),
    }
    if chance.random() < (0.75 if plain else 0.5):
        return quote
    way = chance.choice([*ways])
    return Quote(text=ways[way], style=f"{quote.style}, {way}")
