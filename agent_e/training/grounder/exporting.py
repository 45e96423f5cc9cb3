"""Writes the trained network as one ONNX file, and checks that it says the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from agent_e.vision.grounders.words import LENGTH, VOCABULARY

from .network import MULTIPLE, SmallGrounder

_SIDES = ((720, 1280), (480, 640), (1280, 720))
_TOLERANCE = 2e-3


def export(network: SmallGrounder, path: Path) -> int:
    """Write it, and return the file's size in bytes.

    Raises:
        RuntimeError: the file answers other than the network.
    """
    import onnx

    network.cpu().eval()
    picture = torch.zeros(720, 1280, 3, dtype=torch.uint8)
    rows, columns = (torch.export.Dim(name, min=4, max=160) for name in ("rows", "columns"))
    sides = {0: MULTIPLE * rows, 1: MULTIPLE * columns}
    program = torch.onnx.export(
        network,
        (picture, torch.ones(LENGTH, dtype=torch.int64)),
        dynamo=True,
        input_names=["picture", "numbers"],
        output_names=["point", "confidence", "logits"],
        dynamic_shapes={"picture": sides, "numbers": None},
        verbose=False,
    )
    new = path.with_suffix(".new")
    onnx.save_model(program.model_proto, str(new))
    _check(network, new)
    new.replace(path)
    return path.stat().st_size


def _check(network: SmallGrounder, path: Path) -> None:
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    chance = np.random.default_rng(0)
    for height, width in _SIDES:
        picture = chance.integers(0, 256, (height, width, 3), dtype=np.uint8)
        numbers = chance.integers(1, VOCABULARY, LENGTH)
        given = session.run(None, {"picture": picture, "numbers": numbers})[2]
        with torch.inference_mode():
            wanted = network(torch.from_numpy(picture), torch.from_numpy(numbers))[2].numpy()
        off = float(np.abs(given - wanted).max())
        if off > _TOLERANCE:
            raise RuntimeError(f"The exported network differs by {off:.4f} at {width}x{height}.")
