"""A model with a fallback that takes over when it fails for good."""

from __future__ import annotations

from .message_transforms import ModelMiddleware
from .model import Model


class FailoverModel(ModelMiddleware):
    """Asks the first model until it is replaced, then the other; for one run."""

    def __init__(self, first: Model, spare: Model) -> None:
        """Hold both; their creator closes them."""
        super().__init__(first)
        self._spare: Model | None = spare if spare.name != first.name else None

    @property
    def spare_name(self) -> str:
        """The specification of the fallback; ``""`` when there is none left."""
        return self._spare.name if self._spare else ""

    def replace(self) -> bool:
        """Switch to the fallback; ``False`` when there is none left."""
        if self._spare is None:
            return False
        self._model, self._spare = self._spare, None
        return True

    async def close(self) -> None:
        """Do nothing: both models belong to somebody else."""


def names_of(model: Model) -> list[str]:
    """The specifications of all models that this one may use."""
    spare = model.spare_name if isinstance(model, FailoverModel) else ""
    return [model.name, spare] if spare else [model.name]
