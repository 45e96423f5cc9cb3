"""What is said of weights beside them: data, figures, limits."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import torch

from agent_e import __version__
from agent_e.benchmarks.statistics.intervals import wilson
from agent_e.training.records import RECORDS_FILE, ClickRecord, read_records

from .fitting import CURVE
from .network import SmallGrounder
from .validating import ALL

_LIMITS = """## Limits

It reads no words on pictures: that is for names and OCR. It knows words from its data alone, mostly
names of icons. It knows nothing of order ("the second"), and little of places ("in the row of X").
Pictures are shrunk to 1280 pixels; what is smaller than 10 pixels then is rarely found.
"""


def write_card(
    path: Path,
    network: SmallGrounder,
    folders: Sequence[Path],
    hits: Mapping[str, tuple[int, int]],
    size: int,
) -> None:
    """Write the card of trained weights, as Markdown.

    Args:
        path: the file.
        network: what was trained.
        folders: of the records.
        hits: hits and tries by kind of element, on held-out pictures.
        size: of the exported file, in bytes.
    """
    last = json.loads((path.parent / CURVE).read_text(encoding="utf-8").splitlines()[-1])
    kinds = Counter[str](
        record.kind or "text"
        for folder in folders
        for record in read_records(folder / RECORDS_FILE, ClickRecord)
    )
    parameters = sum(each.numel() for each in network.parameters())
    rows = "\n".join(_row(kind, *hits[kind]) for kind in sorted(hits, key=lambda kind: kind == ALL))
    path.write_text(
        f"""# The small grounder

Made on {date.today().isoformat()} with agent-e {__version__}, `agent-e train grounder`.

- Parameters: {parameters:,}; file: {size / 1e6:.1f} MB (ONNX).
- Data: {kinds.total():,} records of `agent-e train synth`: {_counts(kinds)}.
- Training: {last["step"]:,} steps in {last["seconds"] / 60:.0f} minutes, {last["per_second"]:.0f}
  descriptions a second at the end, {last["peak_mb"]:,.0f} MB at most, {_machine()}.

## On pictures held out

A point within the box is a hit; pages of the same generator, so this says nothing of other pages:
`agent-e bench run local-clicks` does.

| kind | hits | of | share | 95 % |
|---|---|---|---|---|
{rows}

{_LIMITS}""",
        encoding="utf-8",
    )


def _row(kind: str, hits: int, tries: int) -> str:
    low, high = wilson(hits, tries) or (0.0, 1.0)
    share = f"{100 * hits / tries:.1f} %"
    return f"| {kind} | {hits:,} | {tries:,} | {share} | {100 * low:.1f} to {100 * high:.1f} |"


def _counts(kinds: Counter[str]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common())


def _machine() -> str:
    if torch.cuda.is_available():
        return str(torch.cuda.get_device_name())
    return f"{torch.get_num_threads()} threads of a CPU ({platform.machine()})"
