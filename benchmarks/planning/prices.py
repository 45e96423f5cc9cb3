"""The prices a plan goes by: of the table of models, or given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from agent_e.agents import grounding
from agent_e.agents.effect_classifier import ROLE as SAFETY
from agent_e.agents.task_grants import ROLE as GRANTS
from agent_e.config import Settings
from agent_e.errors import ConfigError
from agent_e.models.model_table import ModelRow, Prices, cost_of, row_of
from agent_e.types import Usage
from agent_e.verification.judge import ROLE as VERIFIER


@dataclass(frozen=True, kw_only=True, slots=True)
class PriceList:
    """Which model each role has, and what it costs.

    Attributes:
        model: of every role that ``roles`` does not name.
        given: prices of ``model``, instead of the table's.
    """

    model: str
    roles: Mapping[str, str]
    given: Prices | None = None

    @classmethod
    def of(cls, settings: Settings, model: str, given: Prices | None = None) -> PriceList:
        """Return the prices of a run with these settings."""
        roles = grounding.specs_of(settings, model)
        roles[VERIFIER] = settings.verifier_model or roles["planner"]
        roles[GRANTS] = roles["planner"]
        roles[SAFETY] = settings.safety.model or roles["planner"]
        return cls(model=model, roles=roles, given=given)

    def prices(self, model: str) -> Prices | None:
        """The prices of a model; ``None`` where they are not known."""
        if self.given is not None and model == self.model:
            return self.given
        row = row_of(model)
        return row.prices if row else None

    def cost(self, role: str, used: Usage) -> float | None:
        """What a role's use costs, in US dollars; ``None`` where the price is not known."""
        model = self.roles.get(role, self.model)
        if self.given is not None and model == self.model:
            return self.given.cost(used)
        return cost_of(model, used)

    def known(self, roles: Iterable[str]) -> dict[str, Prices]:
        """The prices of these roles' models, where they are known."""
        models = sorted({self.roles.get(role, self.model) for role in roles})
        return {model: prices for model in models if (prices := self.prices(model))}

    def most_of_a_call(self) -> float | None:
        """What one call costs at most: a full context and the longest reply of the dearest model.

        Returns:
            US dollars; ``None`` where a price is not known.
        """
        costs = []
        for model in {self.model, *self.roles.values()}:
            row = row_of(model) or ModelRow()
            longest = row.output or row.context
            full = Usage(calls=1, input_tokens=row.context, output_tokens=longest)
            prices = self.prices(model)
            costs.append(prices.cost(full) if prices else cost_of(model, full))
        known = [cost for cost in costs if cost is not None]
        return max(known) if len(known) == len(costs) else None


def parse_prices(text: str) -> Prices:
    """Read prices such as ``0.75,4.50`` or ``0.75,0.075,4.50``: input, cached input, output.

    Raises:
        ConfigError: they are not two or three numbers of at least 0.
    """
    try:
        figures = [float(each) for each in text.split(",")]
        if len(figures) not in (2, 3) or not all(0 <= each < float("inf") for each in figures):
            raise ValueError
    except ValueError as error:
        raise ConfigError(
            f"{text} is no price. Give US dollars per million tokens: --price INPUT,OUTPUT or "
            "--price INPUT,CACHED,OUTPUT, such as 0.75,0.075,4.50."
        ) from error
    return Prices(
        date=date.today().isoformat(), input=figures[0], cached=figures[-2], output=figures[-1]
    )
