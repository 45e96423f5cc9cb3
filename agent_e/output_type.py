"""The type that an answer is asked for in, given as a class or a JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import PydanticSchemaGenerationError, PydanticUserError, TypeAdapter, ValidationError

from agent_e.types import Outcome, TaskResult


class OutputType:
    """A Pydantic class, dataclass, TypedDict, or any other type that Pydantic knows.

    Attributes:
        schema: its JSON Schema; ``None`` for an answer as text.
    """

    def __init__(self, given: Any) -> None:
        """Take a type, a JSON Schema, or ``None`` for text.

        Raises:
            TypeError: it is neither.
        """
        self._adapter: TypeAdapter[Any] | None = None
        self._name = getattr(given, "__name__", str(given))
        self.schema: Mapping[str, Any] | None = given
        if given is None or isinstance(given, Mapping):
            return
        try:
            self._adapter = TypeAdapter(given)
            self.schema = self._adapter.json_schema()
        except (PydanticSchemaGenerationError, PydanticUserError) as error:
            raise TypeError(
                "output takes a Pydantic class, a TypedDict, another type such as list[str], or a "
                f"JSON Schema, not {given!r}: {error.message.splitlines()[0]}"
            ) from error

    def read(self, result: TaskResult) -> TaskResult:
        """Return a result with the answer of a successful run as an instance of the type."""
        if self._adapter is None or result.outcome is not Outcome.SUCCESS:
            return replace(result, value=result.answer)
        try:
            return replace(result, value=self._adapter.validate_python(result.answer))
        except ValidationError as error:
            # A validator of the class asks for more than its JSON Schema says.
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the answer"
            return replace(
                result,
                outcome=Outcome.BAD_OUTPUT,
                exit_code=Outcome.BAD_OUTPUT.exit_code,
                message=f"The answer is no {self._name}: {where}: {first['msg']}. Ask again, or "
                "loosen the type.",
            )
