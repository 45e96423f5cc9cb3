"""``agent-e train grounder``: train the small grounder and export it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from agent_e.errors import ConfigError

from .options import Json, argument, option
from .output import print_json, print_note, print_out

if TYPE_CHECKING:
    from agent_e.training.grounder.fitting import Progress


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
        from agent_e.training.grounder.fitting import Fit
        from agent_e.training.grounder.making import default_device, make_grounder
    except ImportError as error:
        raise ConfigError(
            f"Training needs more: pip install 'agent-e[train]' ({error})."
        ) from error

    plan = Fit(
        out=out, minutes=minutes, device=device or default_device(), workers=workers, seed=seed
    )
    made = make_grounder(data, plan, lambda stand: print_note(_line(stand, minutes)))
    if json:
        print_json({"weights": str(made.weights), "bytes": made.size, "hits": made.hits})
        return
    for kind, (hits, tries) in made.hits.items():
        print_note(f"{kind}: {hits:,} of {tries:,} ({100 * hits / tries:.1f} %)")
    print_out(str(made.weights))


def _line(stand: Progress, minutes: float) -> str:
    return (
        f"step {stand.step:,}, {stand.seconds / 60:.1f} of {minutes:g} min, loss {stand.loss:.3f}, "
        f"on the thing {100 * stand.hits:.0f} %, {stand.per_second:.0f} a second"
    )
