"""The model table: capabilities, quirks and prices.

It is ``configs/models.yaml``, and the file ``models.yaml`` in the folder of the user's settings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

import yaml

from agent_e.config import user_config_dir
from agent_e.configs import load_config
from agent_e.errors import ConfigError
from agent_e.types import Usage
from agent_e.vision.spec import VisionSpec, vision_row

COMPATIBLE = "openai-compatible"
"""The provider name of models on any server that offers them."""
_SNAPSHOT = re.compile(r"-\d{4}-?\d{2}-?\d{2}$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Prices:
    """US dollars per million tokens on ``date``; ``cache_write`` if priced separately.

    Beyond ``above`` input tokens, the whole request is charged at ``long``'s prices.
    """

    date: str
    input: float
    cached: float
    output: float
    cache_write: float | None = None
    above: int | None = None
    long: Prices | None = None

    def cost(self, usage: Usage) -> float:
        """The price of such requests in dollars; cached and written tokens count as input too."""
        size = usage.input_tokens / max(usage.calls, 1)
        if self.long is not None and self.above is not None and size > self.above:
            return self.long.cost(usage)
        written = usage.cache_write_tokens
        fresh = usage.input_tokens - usage.cached_tokens - written
        total = fresh * self.input + usage.cached_tokens * self.cached
        total += written * (self.input if self.cache_write is None else self.cache_write)
        return (total + usage.output_tokens * self.output) / 1_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelRow:
    """What is known of a model.

    Attributes:
        context: tokens of a conversation and its reply.
        output: longest reply, in tokens, where known.
        tools: whether it takes functions through its provider's API; else they are offered and
            called as text.
        strict_tools: the number of functions up to which the provider enforces the schemas of calls
            ("strict"); 0 where it does not.
        strict_answers: whether the provider enforces the schema of an answer in JSON.
        tool_choice: ``required`` for servers that enforce calls only then.
        parallel_calls: whether one reply may hold several calls; else only the first counts.
        temperature: whether it takes one.
        limit_name: the protocol's name for the limit of a reply's tokens.
        reasoning_effort: sent with functions, for models that take them only then.
        cache_key: whether requests may carry a key of the prefix they share.
        sight: how it answers screenshots, where known.
    """

    provider: str = "openai"
    context: int = 128_000
    output: int | None = None
    vision: bool = False
    tools: bool = True
    strict_tools: int = 0
    strict_answers: bool = False
    tool_choice: Literal["auto", "required"] = "auto"
    parallel_calls: bool = True
    temperature: bool = True
    limit_name: Literal["max_tokens", "max_completion_tokens"] = "max_completion_tokens"
    reasoning_effort: str | None = None
    cache_key: bool = False
    prices: Prices | None = None
    sight: VisionSpec | None = None


@cache
def rows() -> Mapping[str, ModelRow]:
    """Every model that can be called by its bare name; the user's rows win.

    Raises:
        ConfigError: the user's file cannot be used.
    """
    table = load_config("models")
    own = user_config_dir() / "models.yaml"
    known = _rows(table["models"], table["providers"])
    if not own.exists():
        return known
    try:
        added = yaml.safe_load(own.read_text(encoding="utf-8"))["models"]
        return {**known, **_rows(added, table["providers"])}
    except (OSError, yaml.YAMLError, AttributeError, KeyError, TypeError, ConfigError) as error:
        raise ConfigError(
            f"The models of {own} cannot be used: {error}. Write them as the rows of "
            "configs/models.yaml, below `models:`."
        ) from error


def _rows(models: Mapping[str, Any], common: Mapping[str, Any]) -> dict[str, ModelRow]:
    return {
        name: _row({**common.get(values["provider"], {}), **values})
        for name, values in models.items()
    }


def _row(values: Mapping[str, Any]) -> ModelRow:
    prices, sight = values.get("prices"), values.get("sight")
    fields = {key: value for key, value in values.items() if key not in ("prices", "sight")}
    return ModelRow(
        **fields,
        prices=_prices(prices) if prices else None,
        sight=vision_row(sight) if sight else None,
    )


def _prices(values: Mapping[str, Any]) -> Prices:
    given = {**values, "date": str(values["date"])}
    long = given.pop("long", None)
    short = Prices(**given)
    return replace(short, long=replace(short, **long)) if long else short


def unknown_row(provider: str) -> ModelRow:
    """Assumed row of an unknown model: it sees, and only the bare protocol is sent."""
    name: Any = "max_tokens" if provider == COMPATIBLE else "max_completion_tokens"
    return ModelRow(provider=provider, vision=True, limit_name=name)


def find_row(name: str) -> tuple[str, ModelRow] | None:
    """Look a model up by its name, as its maker or its provider writes it.

    Returns:
        The name it is served by and its row: that of ``gpt-4o`` for ``gpt-4o-2024-08-06``, that of
        ``ByteDance-Seed/UI-TARS-1.5-7B`` for ``ui-tars-1.5-7b``.
    """
    known = rows()
    if name in known:
        return name, known[name]
    plain = _SNAPSHOT.sub("", name)
    if plain in known:
        return name, known[plain]
    short = {key.rpartition("/")[2].lower(): key for key in known if "/" in key}
    key = short.get(name.rpartition("/")[2].lower())
    return (key, known[key]) if key else None


def row_of(spec: str) -> ModelRow | None:
    """Return the row of a specification such as ``openai:gpt-4.1-mini``; ``None`` for none."""
    found = find_row(spec.split(":", 1)[-1])
    return found[1] if found else None


def sees_pictures(name: str) -> bool:
    """Whether the model of this specification takes pictures; unknown ones are assumed to.

    A replay does: what its replies call has to be offered.
    """
    if name == "offline":
        return False
    row = row_of(name)
    return row.vision if row else True


def context_tokens(name: str) -> int:
    """Context tokens of the model of this specification; a common value for unknown ones."""
    return (row_of(name) or ModelRow()).context


def cost_of(spec: str, usage: Usage) -> float | None:
    """The cost of a model's reply in dollars; ``None`` where its price is unknown."""
    if spec == "offline" or spec.startswith("replay:"):
        return 0.0
    row = row_of(spec)
    return row.prices.cost(usage) if row is not None and row.prices is not None else None


def total_cost(usage: Mapping[str, Usage], models: Mapping[str, str]) -> float | None:
    """Sum the cost of each role; ``None`` as soon as one price is unknown.

    Args:
        usage: by role.
        models: by role, the specification of its model.
    """
    costs = [cost_of(models.get(role, ""), used) for role, used in usage.items()]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None
