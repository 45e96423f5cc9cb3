"""From sources to a folder of samples: all of it, or nothing under the folder's name."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent_e.errors import ConfigError
from agent_e.training.contact_sheet import SHOWN, Shown, draw_contact_sheet
from agent_e.training.records import Sample, read_records, write_records
from agent_e.vision.spec import VisionSpec

from .examples import Draw, Examples
from .instructions import Instructions
from .pictures import Pictures
from .screening import Element, Reason, Screen, Screened
from .sources import read_rows
from .splits import PARTS, Part, split
from .statistics import Example, Statistics
from .targets import read_back

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
        draw: what is asked, and how often.
        platform: the only one kept, or ``all``.
        languages: those kept, besides elements of unknown language; all where empty.
        shares: of the elements, by part.
    """

    sources: tuple[Path, ...]
    out: Path
    row: VisionSpec
    draw: Draw
    platform: str = "web"
    languages: frozenset[str] = frozenset()
    shares: Mapping[Part, float]


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
        parts = split(elements, options.shares, options.draw.seed)
        on_sheet = _Chosen(options.draw.seed)
        for part in PARTS:
            chosen = [each for each, its in zip(elements, parts, strict=True) if its == part]
            examples = Examples(
                draw=options.draw,
                pictures=pictures,
                instructions=instructions,
                elements=chosen,
                statistics=statistics,
            )
            samples = (
                on_sheet.noted(statistics.counted(part, example)).sample for example in examples
            )
            tell(screened, write_records(folder / f"{part}.jsonl", samples))
            _write_sharegpt(folder, part)
        _drop_unused(folder, pictures, elements)
        draw_contact_sheet(
            [_drawn(folder, each) for each in on_sheet.examples], folder / "contact_sheet.png"
        )
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


def _drawn(folder: Path, example: Example) -> Shown:
    sample, view = example.sample, example.sent.scaling.viewport
    point = read_back(example.prompt, sample.answer, example.sent)
    if point is not None:
        point = point[0] / view.width * sample.width, point[1] / view.height * sample.height
    about = (f"{example.prompt}, by {example.ask.family}", sample.kind)
    return Shown(
        picture=folder / sample.image,
        box=sample.box,
        point=point,
        about=", ".join(filter(None, about)),
        words=example.ask.words,
    )


class _Chosen:
    """A random choice of the examples, of any number of them."""

    def __init__(self, seed: int) -> None:
        self.examples: list[Example] = []
        self._chance = random.Random(seed)
        self._count = 0

    def noted(self, example: Example) -> Example:
        self._count += 1
        place = self._chance.randrange(self._count)
        if len(self.examples) < SHOWN:
            self.examples.append(example)
        elif place < SHOWN:
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
