"""``agent-e train data``: make samples for fine-tuning from labelled pictures of pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from agent_e.errors import ConfigError

from .options import Json, argument, option
from .output import print_json, print_note, print_out

if TYPE_CHECKING:
    from agent_e.training.data.screening import Screened
    from agent_e.training.data.splits import Part
    from agent_e.training.data.targets import Prompt
    from agent_e.vision.spec import VisionSpec

_TOLD_EVERY_S = 5.0


def data(
    sources: Annotated[
        list[Path], argument("Folders or files of Wave-UI, or folders of train synth.", "SOURCE...")
    ],
    out: Annotated[Path, option("Folder to make.", "DIR", "--out", "-o")],
    model: Annotated[
        str, option("Row of the model table to write for.", "MODEL")
    ] = "ByteDance-Seed/UI-TARS-1.5-7B",
    max_pixels: Annotated[
        int | None,
        option("Largest picture, as the server will use.", "N", min=784, show_default=False),
    ] = None,
    prompts: Annotated[
        str, option("Prompts to train: actor, grounder or both.", "NAMES")
    ] = "actor,grounder",
    platform: Annotated[str, option("The only platform kept, or all.", "NAME")] = "web",
    language: Annotated[
        list[str] | None,
        option("A language to keep, besides unknown ones (default: all).", "NAME"),
    ] = None,
    split: Annotated[str, option("Train, val and test in percent.", "A/B/C")] = "94/3/3",
    asks: Annotated[int, option("Instructions for an element.", "N", min=1, max=50)] = 2,
    icons: Annotated[int, option("How many times as many for an icon.", "N", min=1, max=50)] = 1,
    negatives: Annotated[
        float, option("Share of samples for what is not there.", "SHARE", min=0, max=0.5)
    ] = 0.07,
    seed: Annotated[int, option("Of all that is drawn.", "N")] = 0,
    as_json: Json = False,
) -> None:
    """Make samples for fine-tuning from labelled pictures of pages; prints what was made."""
    from agent_e.training.data.examples import Draw
    from agent_e.training.data.prepare import DataOptions, prepare
    from agent_e.training.data.statistics import table

    options = DataOptions(
        sources=tuple(sources),
        out=out,
        row=_row(model, max_pixels),
        draw=Draw(
            prompts=_prompts(prompts), negatives=negatives, asks=asks, icons=icons, seed=seed
        ),
        platform=platform.lower(),
        languages=frozenset(language or ()),
        shares=_shares(split),
    )
    told = prepare(options, _teller())
    if as_json:
        print_json({**told, "out_dir": str(out)})
        return
    for line in table(told):
        print_out(line)
    print_note(f"Look at {out / 'contact_sheet.png'} before you train.")


def _row(model: str, max_pixels: int | None) -> VisionSpec:
    from agent_e.models.model_table import row_of

    row = row_of(model)
    if row is None or row.sight is None:
        raise ConfigError(
            f"The model table does not say how {model} sees. Name another --model, such as the "
            "one it was trained from."
        )
    return replace(row.sight, max_pixels=max_pixels) if max_pixels else row.sight


def _prompts(names: str) -> tuple[Prompt, ...]:
    from agent_e.training.data.targets import PROMPTS

    chosen: tuple[Prompt, ...] = tuple(each for each in PROMPTS if each in names.split(","))
    if len(chosen) != len(set(names.split(","))):
        raise ConfigError(f"--prompts {names} is unknown. Take {', '.join(PROMPTS)} or both.")
    return chosen


def _shares(split: str) -> Mapping[Part, float]:
    from agent_e.training.data.splits import PARTS

    parts = split.split("/")
    if len(parts) != len(PARTS) or not all(each.isdecimal() for each in parts):
        raise ConfigError(f"--split {split} is not three whole numbers, such as 94/3/3.")
    percents = [int(each) for each in parts]
    if sum(percents) != 100 or not percents[0]:
        raise ConfigError(f"--split {split} does not make 100 with a part to train on.")
    return {part: percent / 100 for part, percent in zip(PARTS, percents, strict=True)}


def _teller() -> Callable[[Screened, int], None]:
    """Return what tells people how far it is, every few seconds."""
    began = last = time.monotonic()

    def tell(screened: Screened, written: int) -> None:
        nonlocal last
        now = time.monotonic()
        if written:
            print_note(f"{written:,} samples written")
        elif now - last >= _TOLD_EVERY_S:
            last = now
            kept = screened.rows - screened.rejected.total()
            print_note(f"{screened.rows:,} rows read, {kept:,} kept, {now - began:.0f} s")

    return tell
