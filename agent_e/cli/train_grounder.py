"""``agent-e train grounder``: train the small grounder and export it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from agent_e.errors import ConfigError

from .options import Json, argument, option
from .output import print_json, print_note, print_out

if TYPE_CHECKING:
    from agent_e.training.grounder.fitting import Progress

WEIGHTS = "small.onnx"
CARD = "card.md"


def grounder(
    data: Annotated[list[Path], argument("Folders of records (see agent-e train synth).", "DATA")],
    out: Annotated[
        Path, option("Folder of checkpoint, curve, weights and card; the same goes on.", "DIR")
    ],
    minutes: Annotated[float, option("Time to train, all in all.", "N", min=0.1)] = 60.0,
    device: Annotated[
        str | None, option("Where to train (default: the GPU where there is one).", "NAME")
    ] = None,
    workers: Annotated[int, option("Processes that prepare pictures.", "N", "-j", min=0)] = 0,
    seed: Annotated[int, option("Seed of what is random.", "N")] = 0,
    json: Json = False,
) -> None:
    """Train the small grounder, which finds on a CPU what words describe, and export it.

    Interrupted, the same command goes on from the last checkpoint. Prints the file of weights;
    --grounder small takes it from AGENT_E_SMALL_GROUNDER, else the one that agent-e carries.
    """
    try:
        import torch

        from agent_e.training.grounder.card import write_card
        from agent_e.training.grounder.examples import read_pictures
        from agent_e.training.grounder.exporting import export
        from agent_e.training.grounder.fitting import Fit, fit
        from agent_e.training.grounder.network import SmallGrounder
        from agent_e.training.grounder.validating import hits_by_kind
    except ImportError as error:
        raise ConfigError(
            f"Training needs more: pip install 'agent-e[train]' ({error})."
        ) from error

    pictures, held_out = read_pictures(data)
    out.mkdir(parents=True, exist_ok=True)
    where = device or ("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(seed)
    network = SmallGrounder()
    plan = Fit(out=out, minutes=minutes, device=where, workers=workers, seed=seed)
    print_note(f"{len(pictures):,} pictures to train on, {len(held_out):,} held out, on {where}.")
    fit(network, pictures, plan, lambda stand: print_note(_line(stand, minutes)))
    hits = hits_by_kind(network, held_out, where)
    size = export(network, out / WEIGHTS)
    write_card(out / CARD, network, data, hits, size)
    if json:
        print_json({"weights": str(out / WEIGHTS), "bytes": size, "hits": hits})
    else:
        for kind, (hit, tries) in hits.items():
            print_note(f"{kind}: {hit:,} of {tries:,} ({100 * hit / tries:.1f} %)")
        print_out(str(out / WEIGHTS))


def _line(stand: Progress, minutes: float) -> str:
    return (
        f"step {stand.step:,}, {stand.seconds / 60:.1f} of {minutes:g} min, loss {stand.loss:.3f}, "
        f"on the thing {100 * stand.hits:.0f} %, {stand.per_second:.0f} a second"
    )
