"""The parts of an episode that a judge sees."""

from __future__ import annotations

import io
import json

from PIL import Image, UnidentifiedImageError

from agent_e.benchmarks.evaluators.base import Case, EvaluationError
from agent_e.models.model import Picture


def format_answer(case: Case) -> str:
    """Return the answer as text."""
    answer = case.evidence.answer
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


def last_pictures(case: Case, limit: int) -> tuple[Picture, ...]:
    """Return the last screenshots, oldest first; PNG and JPEG unchanged, others as PNG.

    Raises:
        EvaluationError: one is missing or is no picture.
    """
    return tuple(_picture(case, name) for name in case.evidence.screenshots[-limit:])


def _picture(case: Case, name: str) -> Picture:
    data = case.read_bytes(name)
    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.format == "JPEG":
                return Picture(data=data, media_type="image/jpeg")
            if image.format == "PNG":
                return Picture(data=data, media_type="image/png")
            buffer = io.BytesIO()
            image.convert("RGB").save(buffer, "PNG")
            return Picture(data=buffer.getvalue(), media_type="image/png")
    except (UnidentifiedImageError, OSError) as error:
        raise EvaluationError(
            f"The screenshot {case.folder / name} is no picture. Run the episode again."
        ) from error
