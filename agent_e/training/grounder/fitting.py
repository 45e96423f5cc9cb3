"""Trains the small grounder for a time, in steps that a kill does not lose."""

from __future__ import annotations

import json
import math
import resource
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, fields, replace
from pathlib import Path

import torch
from torch.utils.data import DataLoader

from agent_e.errors import ConfigError

from .examples import AMONG_OTHERS, ONE_THING, Batch, Batches, Cutting, Picture
from .losses import loss_of
from .network import SmallGrounder

CHECKPOINT = "checkpoint.pt"
CURVE = "curve.jsonl"
_RATE = 2e-3
_WARM_UP = 0.02
_FIRST = 0.45
"""Share of the time that goes to things cut out, before those among others."""
_SAVED_S = 60.0
_TOLD_STEPS = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Fit:
    """How to train.

    Attributes:
        out: folder of checkpoint and curve; the same folder goes on where it was left.
        minutes: of training, those before an interruption included.
        device: as torch names it.
        workers: processes that cut batches; 0 cuts them in this one.
        seed: of what is random.
        first: how batches are cut at first.
        then: and for the rest of the time.
    """

    out: Path
    minutes: float
    device: str
    workers: int = 0
    seed: int = 0
    first: Cutting = ONE_THING
    then: Cutting = AMONG_OTHERS


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """Where training stands: what a line of ``curve.jsonl`` says.

    Attributes:
        seconds: of training so far.
        hits: share of descriptions found on their own pieces, over the last steps.
        per_second: descriptions trained on.
        peak_mb: most memory so far, of the GPU where there is one.
    """

    step: int
    seconds: float
    loss: float
    hits: float
    per_second: float
    peak_mb: float


def fit(
    network: SmallGrounder, pictures: list[Picture], plan: Fit, told: Callable[[Progress], None]
) -> None:
    """Train the network in place, and tell of it now and then.

    Raises:
        ConfigError: the folder holds the checkpoint of another network.
    """
    network.to(plan.device).train()
    optimizer = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=0.02)
    step, seconds = _taken_up(network, optimizer, plan)
    while seconds < 60 * plan.minutes:
        first = seconds < 60 * plan.minutes * _FIRST
        until = 60 * plan.minutes * (_FIRST if first else 1.0)
        cutting = plan.first if first else plan.then
        with closing(_batches(pictures, cutting, plan, step)) as batches:
            step, seconds = _fit(network, optimizer, batches, plan, (step, seconds, until), told)


def _fit(
    network: SmallGrounder,
    optimizer: torch.optim.Optimizer,
    batches: Iterator[Batch],
    plan: Fit,
    stand: tuple[int, float, float],
    told: Callable[[Progress], None],
) -> tuple[int, float]:
    step, seconds, until = stand
    saved, since = time.perf_counter(), time.perf_counter()
    losses: list[float] = []
    hits: list[float] = []
    described = 0
    for batch in batches:
        for group in optimizer.param_groups:
            group["lr"] = _RATE * _share(seconds / (60 * plan.minutes))
        loss, hit = loss_of(network, batch)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimizer.step()
        step += 1
        losses.append(float(loss.detach()))
        hits.append(float(hit))
        described += len(batch.numbers)
        now = time.perf_counter()
        done = seconds + now - since >= until
        if step % _TOLD_STEPS == 0 or done:
            took, since = now - since, now
            seconds += took
            average = (sum(each) / len(each) for each in (losses, hits))
            loss_now, hits_now = average
            progress = Progress(
                step=step,
                seconds=round(seconds, 1),
                loss=round(loss_now, 4),
                hits=round(hits_now, 4),
                per_second=round(described / took, 1),
                peak_mb=_peak_mb(plan.device),
            )
            _note(plan.out / CURVE, progress)
            told(progress)
            losses, hits, described = [], [], 0
        if done or now - saved > _SAVED_S:
            saved = now
            _save(network, optimizer, plan, step, seconds)
        if done:
            break
    return step, seconds


def _batches(
    pictures: list[Picture], cutting: Cutting, plan: Fit, step: int
) -> Generator[Batch, None, None]:
    dataset = Batches(pictures, cutting, seed=plan.seed * 1_000_003 + step)
    loader = DataLoader(
        dataset,
        batch_size=None,
        num_workers=plan.workers,
        prefetch_factor=4 if plan.workers else None,
    )
    for batch in loader:
        yield replace(
            batch,
            **{
                each.name: getattr(batch, each.name).to(plan.device, non_blocking=True)
                for each in fields(batch)
            },
        )


def _share(progress: float) -> float:
    """Share of the highest learning rate: up at once, then down along a cosine."""
    if progress < _WARM_UP:
        return max(progress / _WARM_UP, 0.02)
    return max(0.5 * (1.0 + math.cos(math.pi * min(progress, 1.0))), 0.02)


def _taken_up(
    network: SmallGrounder, optimizer: torch.optim.Optimizer, plan: Fit
) -> tuple[int, float]:
    path = plan.out / CHECKPOINT
    if not path.exists():
        return 0, 0.0
    try:
        kept = torch.load(path, map_location=plan.device, weights_only=True)
        network.load_state_dict(kept["network"])
        optimizer.load_state_dict(kept["optimizer"])
    except (KeyError, RuntimeError, ValueError, EOFError) as error:
        raise ConfigError(
            f"{path} is no checkpoint of this network: {str(error).splitlines()[0]}. "
            "Give another folder with --out."
        ) from error
    return int(kept["step"]), float(kept["seconds"])


def _save(
    network: SmallGrounder, optimizer: torch.optim.Optimizer, plan: Fit, step: int, seconds: float
) -> None:
    path = plan.out / CHECKPOINT
    new = path.with_suffix(".new")
    kept = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
    torch.save({**kept, "step": step, "seconds": seconds}, new)
    new.replace(path)


def _note(path: Path, progress: Progress) -> None:
    values = {each.name: getattr(progress, each.name) for each in fields(progress)}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(values) + "\n")


def _peak_mb(device: str) -> float:
    if device.startswith("cuda"):
        return float(round(torch.cuda.max_memory_allocated() / 1e6, 1))
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3, 1)
