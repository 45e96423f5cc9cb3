"""What a judge may reply: one JSON object of a given shape, and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from agent_e.models.model import AnswerSchema


class Shape(BaseModel):
    """Base of all replies: nothing unknown, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


S = TypeVar("S", bound=Shape)


@dataclass(frozen=True, kw_only=True, slots=True)
class Opinion(Generic[S]):
    """One judgement, or why there is none."""

    model: str
    judgement: S | None
    problem: str = ""


def schema_of(shape: type[Shape]) -> AnswerSchema:
    """Return the schema of a shape without references, which not every provider can enforce."""
    schema = shape.model_json_schema()
    parts = schema.pop("$defs", {})

    def whole(value: Any) -> Any:
        if isinstance(value, Mapping):
            if "$ref" in value:
                return whole(parts[value["$ref"].removeprefix("#/$defs/")])
            return {key: whole(each) for key, each in value.items()}
        return [whole(each) for each in value] if isinstance(value, list) else value

    return AnswerSchema(name=shape.__name__.lower(), schema=whole(schema))


def read_judgement(text: str, shape: type[S]) -> S:
    """Parse a reply that is one JSON object; a code fence around it is accepted.

    Raises:
        ValueError: it is anything else, or repeats a key; the message says which.
    """
    body = text.strip()
    if body.startswith("```") and body.endswith("```"):
        body = body.removeprefix("```").removeprefix("json").removesuffix("```").strip()
    try:
        value = json.loads(body, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not one JSON object ({error.msg})") from error
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "it"
        raise ValueError(f"{where}: {first['msg']}") from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    repeated = [name for name, times in Counter(name for name, _ in pairs).items() if times > 1]
    if repeated:
        raise ValueError(f"it says {repeated[0]} twice")
    return dict(pairs)
