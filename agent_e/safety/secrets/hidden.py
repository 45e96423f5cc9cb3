"""The one door to every output: what neither files, terminal, server nor exceptions may show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .redactor import Redactor


@dataclass(frozen=True, slots=True)
class OutputRedactor:
    """Takes out of an output what must not be in it; used as ``Redactor`` is.

    Attributes:
        secrets: of the vault, with the codes made from them. No model is told these either.
        typed: passwords that a model typed itself; it knows them, outputs do not.
    """

    secrets: Redactor = field(default_factory=Redactor)
    typed: Redactor = field(default_factory=Redactor)

    def __call__(self, text: str) -> str:
        """Return the text without them."""
        return self.typed(self.secrets(text))

    def value(self, value: Any) -> Any:
        """Return a JSON value with all its texts cleaned, keys as well."""
        return self.typed.value(self.secrets.value(value))

    def clean(self, error: BaseException) -> None:
        """Take them out of an exception's words and of those that led to it.

        Whoever catches it may print it, with its traceback, where no door is any more.
        """
        for each in _chain(error):
            each.args = tuple(map(self._plain, each.args))
            for name, held in list(vars(each).items()):
                if isinstance(held, str):
                    setattr(each, name, self(held))

    def _plain(self, argument: Any) -> Any:
        return self(argument) if isinstance(argument, str) else argument


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    todo: list[BaseException | None] = [error]
    while todo:
        each = todo.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        todo += [each.__cause__, each.__context__]
        if isinstance(each, BaseExceptionGroup):
            todo += each.exceptions
