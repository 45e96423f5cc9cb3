"""From sources to a folder of samples: all of it, or nothing under the folder's name."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agent_e.errors import ConfigError
from agent_e.training.records import Sample, read_records, write_records
from agent_e.vision.coordinates import Size
from agent_e.vision.spec import VisionSpec

from .contact_sheet import draw_sheet
from .instructions import Ask, Instructions
from .pictures import Pictures
from .screening import Element, Reason, Screen, Screened
from .sources import read_rows
from .splits import PARTS, Part, split
from .statistics import Example, Statistics
from .targets import PROMPTS, Prompt, target

_SHOWN = 40
_TAGS = {
    "role_tag": "role",
    "content_tag": "content",
    "user_tag": "user",
    "assistant_tag": "assistant",
    "system_tag": "system",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class DataOptions:
    """What data to make.

    Attributes:
        sources: files and folders of elements.
        out: the folder to make.
        row: how the model handles pictures.
        prompts: whose prompts are used, in equal shares.
        platform: the only one kept, or ``all``.
        languages: those kept, besides elements of unknown language; all where empty.
        shares: of the elements, by part.
        negatives: share of samples that ask for what is not there.
        asks: instructions for an element.
        icons: how many times as many for an icon.
        seed: of everything that is drawn.
    """

    sources: tuple[Path, ...]
    out: Path
    row: VisionSpec
    prompts: tuple[Prompt, ...] = tuple(PROMPTS)
    platform: str = "web"
    languages: frozenset[str] = frozenset()
    shares: Mapping[Part, float]
    negatives: float = 0.07
    asks: int = 2
    icons: int = 1
    seed: int = 0


def prepare(options: DataOptions, tell: Callable[[Screened, int], None]) -> dict[str, Any]:
    """Make the folder and return its statistics.

    Args:
        options: what to make.
        tell: is told of the rows read, after each one, and of the samples written.

    Raises:
        ConfigError: a source cannot be read, no element is left, or the folder is not empty.
    """
    with _whole(options.out) as folder:
        pictures, screened = Pictures(folder, options.row), Screened()
        screen = Screen(
            platform=options.platform,
            languages=frozenset(map(str.casefold, options.languages)),
            tell=lambda screened: tell(screened, 0),
        )
        found = list(screen.elements(read_rows(options.sources), pictures, screened))
        instructions = Instructions(screened.labels)
        elements = [each for each in found if instructions.families(each)]
        screened.rejected[Reason.ALIKE] += len(found) - len(elements)
        if not elements:
            raise ConfigError(_nothing_left(screened))
        statistics = Statistics(screened=screened, elements=elements, row=options.row)
        parts = split(elements, options.shares, options.seed)
        shown = _Shown(options.seed)
        for part in PARTS:
            chosen = [each for each, its in zip(elements, parts, strict=True) if its == part]
            examples = _Examples(options, pictures, instructions, chosen, statistics)
            samples = (
                shown.noted(statistics.counted(part, example)).sample for example in examples.all()
            )
            tell(screened, write_records(folder / f"{part}.jsonl", samples))
            _write_sharegpt(folder, part)
        _drop_unused(folder, pictures, elements)
        draw_sheet(folder, shown.examples, folder / "contact_sheet.png")
        _write_json(
            folder / "dataset_info.json", {f"agent_e_{part}": _info(part) for part in PARTS}
        )
        told = statistics.told()
        _write_json(folder / "statistics.json", told)
    return told


@contextmanager
def _whole(out: Path) -> Iterator[Path]:
    """Yield a folder that takes the name ``out`` at the end, and only then."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ConfigError(f"{out} is not empty. Name another --out, or remove it.")
    out = out.absolute()
    made = out.parent / f".{out.name}.partial"
    # What a killed call left: it knows nothing of this one's options.
    shutil.rmtree(made, ignore_errors=True)
    try:
        made.mkdir(parents=True)
        yield made
        made.replace(out)
    except OSError as error:
        raise ConfigError(
            f"{out} cannot be written: {error}. Make room or name another."
        ) from error
    finally:
        shutil.rmtree(made, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class _Examples:
    """The examples of one part."""

    options: DataOptions
    pictures: Pictures
    instructions: Instructions
    elements: Sequence[Element]
    statistics: Statistics

    def all(self) -> Iterator[Example]:
        for element in self.elements:
            yield from self._of(element)

    def _of(self, element: Element) -> Iterator[Example]:
        chance = random.Random(f"{self.options.seed}:{element.record.id}")
        count = self.options.asks * (self.options.icons if element.record.kind == "icon" else 1)
        prompts = [chance.choice(self.options.prompts) for _ in range(count)]
        styles = [PROMPTS[prompt] for prompt in prompts]
        made: set[tuple[str, str]] = set()
        for prompt, ask in zip(
            prompts, self.instructions.asks(element, styles, chance), strict=True
        ):
            if (prompt, ask.words) not in made:
                made.add((prompt, ask.words))
                yield from self._example(element, prompt, ask, len(made), chance)
            if chance.random() < self.options.negatives / (1 - self.options.negatives):
                style = PROMPTS[prompt]
                absent = self.instructions.elsewhere(element, self.elements, style, chance)
                if absent is not None and (prompt, absent.words) not in made:
                    made.add((prompt, absent.words))
                    absent = replace(absent, family="negative")
                    yield from self._example(element, prompt, absent, len(made), chance)

    def _example(
        self, element: Element, prompt: Prompt, ask: Ask, number: int, chance: random.Random
    ) -> Iterator[Example]:
        record = element.record
        there = None if ask.family == "negative" else record
        sent, size = self.pictures.sent(Size(width=record.width, height=record.height))
        made = target(prompt, ask.words, there, sent, chance)
        if made is None:
            self.statistics.unread += 1
            return
        across, down = size.width / record.width, size.height / record.height
        left, top, right, bottom = record.box
        sample = Sample(
            id=f"{record.id}-{number}",
            image=record.image,
            width=size.width,
            height=size.height,
            prompt=made.prompt,
            answer=made.answer,
            box=_rounded(left * across, top * down, right * across, bottom * down)
            if there
            else None,
            kind=record.kind if there else None,
        )
        yield Example(sample=sample, ask=ask, prompt=prompt, sent=sent)


def _rounded(
    left: float, top: float, right: float, bottom: float
) -> tuple[float, float, float, float]:
    return round(left, 2), round(top, 2), round(right, 2), round(bottom, 2)


class _Shown:
    """A random choice of the examples, of any number of them."""

    def __init__(self, seed: int) -> None:
        self.examples: list[Example] = []
        self._chance = random.Random(seed)
        self._count = 0

    def noted(self, example: Example) -> Example:
        self._count += 1
        place = self._chance.randrange(self._count)
        if len(self.examples) < _SHOWN:
            self.examples.append(example)
        elif place < _SHOWN:
            self.examples[place] = example
        return example


def _write_sharegpt(folder: Path, part: Part) -> None:
    """Write a part in the format of LLaMA-Factory, one sample at a time."""
    with (folder / _sharegpt(part)).open("w", encoding="utf-8") as file:
        before = "[\n"
        for sample in read_records(folder / f"{part}.jsonl", Sample):
            messages = [
                {"role": "user", "content": f"<image>{sample.prompt}"},
                {"role": "assistant", "content": sample.answer},
            ]
            values = {"messages": messages, "images": [sample.image]}
            file.write(before + json.dumps(values, ensure_ascii=False))
            before = ",\n"
        file.write("\n]\n" if before == ",\n" else "[]\n")


def _sharegpt(part: Part) -> str:
    return f"sharegpt_{part}.json"


def _info(part: Part) -> dict[str, Any]:
    columns = {"messages": "messages", "images": "images"}
    return {
        "file_name": _sharegpt(part),
        "formatting": "sharegpt",
        "columns": columns,
        "tags": _TAGS,
    }


def _drop_unused(folder: Path, pictures: Pictures, elements: Sequence[Element]) -> None:
    """Remove the pictures of elements that were left out after they had been written."""
    used = {each.picture for each in elements}
    for picture, path in pictures.written.items():
        if picture not in used:
            (folder / path).unlink()


def _write_json(path: Path, values: Any) -> None:
    path.write_text(json.dumps(values, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _nothing_left(screened: Screened) -> str:
    found: Counter[Reason] = screened.rejected
    reasons = ", ".join(f"{count} {reason}" for reason, count in found.most_common() if count)
    why = f" ({reasons})" if reasons else ""
    return (
        f"None of {screened.rows} rows is left to train on{why}. Name other sources, "
        "or allow more with --platform and --language."
    )
