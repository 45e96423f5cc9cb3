"""A model with another one that takes over when it fails for good."""

from __future__ import annotations

from .message_transforms import ModelMiddleware
from .model import Model


class FailoverModel(ModelMiddleware):
    """Asks the first model until it is replaced, then the other; for one run."""

    def __init__(self, first: Model, spare: Model) -> None:
        """Hold both; who made them closes them."""
        super().__init__(first)
        self._spare: Model | None = spare if spare.name != first.name else None

    @property
    def spare_name(self) -> str:
        """The specification of the other model; ``""`` when there is none any more."""
        return self._spare.name if self._spare else ""

    def replace(self) -> bool:
        """Ask the other model from now on; ``False`` when there is none any more."""
        if self._spare is None:
            return False
        self._model, self._spare = self._spare, None
        return True

    async def close(self) -> None:
        """Nothing is held that is not somebody else's."""


def names_of(model: Model) -> list[str]:
    """The specifications of all that may be asked where this model is."""
    spare = model.spare_name if isinstance(model, FailoverModel) else ""
    return [model.name, spare] if spare else [model.name]
