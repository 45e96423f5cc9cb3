"""The model table of ``configs/models.yaml``: capabilities and prices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agent_e.configs import load_config
from agent_e.types import Usage
from agent_e.vision.rows import VisionRow, vision_row


@dataclass(frozen=True, kw_only=True, slots=True)
class Prices:
    """US dollars per million tokens on ``date``; ``cache_write`` where that has its own price."""

    date: str
    input: float
    cached: float
    output: float
    cache_write: float | None = None

    def cost(self, usage: Usage) -> float:
        """What the usage cost, in dollars; cached and written tokens are part of the input."""
        written = usage.cache_write_tokens
        fresh = usage.input_tokens - usage.cached_tokens - written
        total = fresh * self.input + usage.cached_tokens * self.cached
        total += written * (self.input if self.cache_write is None else self.cache_write)
        return (total + usage.output_tokens * self.output) / 1_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelRow:
    """What is known of a model.

    ``output`` is the longest reply it gives, in tokens; ``sight`` how it answers to screenshots,
    where that is known.
    """

    provider: str = "openai"
    context: int = 128_000
    output: int | None = None
    vision: bool = False
    tools: bool = True
    structured_output: bool = False
    prices: Prices | None = None
    sight: VisionRow | None = None


def rows() -> Mapping[str, ModelRow]:
    """Every model that can be called by its name alone."""
    table = {}
    for name, values in load_config("models").items():
        prices, sight = values.get("prices"), values.get("sight")
        fields = {key: value for key, value in values.items() if key not in ("prices", "sight")}
        priced = Prices(**{**prices, "date": str(prices["date"])}) if prices else None
        seeing = vision_row(sight) if sight else None
        table[name] = ModelRow(**fields, prices=priced, sight=seeing)
    return table


def sees_pictures(name: str) -> bool:
    """Whether the model of this specification takes pictures; one nobody knows is taken to.

    A replay does: what its replies call has to be offered.
    """
    if name == "offline":
        return False
    row = rows().get(name.split(":", 1)[-1])
    return row.vision if row else True


def context_tokens(name: str) -> int:
    """Tokens that the model of this specification takes; of one nobody knows, those of most."""
    return rows().get(name.split(":", 1)[-1], ModelRow()).context


def total_cost(usage: Mapping[str, Usage], models: Mapping[str, str]) -> float | None:
    """Add up what each role cost; ``None`` as soon as one price is not known.

    Args:
        usage: by role.
        models: by role, the specification of its model.
    """
    total = 0.0
    known = rows()
    for role, used in usage.items():
        name = models.get(role, "")
        if name == "offline" or name.startswith("replay:"):
            continue
        row = known.get(name.split(":", 1)[-1])
        if row is None or row.prices is None:
            return None
        total += row.prices.cost(used)
    return total
