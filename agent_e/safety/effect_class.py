"""The class of an effect that no rule tells, asked about before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from agent_e.types import ActFacts, ActKind

from .request_shape import address_shape

EffectClass = ActKind | Literal["read", "write", "unclear"]
"""``read`` changes nothing, ``write`` something that the user can change back, ``unclear`` is what
cannot be told; all others cannot be taken back."""
EFFECT_CLASSES: tuple[EffectClass, ...] = (*get_args(ActKind), "read", "write", "unclear")


@dataclass(frozen=True, kw_only=True, slots=True)
class UnclearEffect:
    """What is known of an effect before it happens.

    Attributes:
        action: name of the skill's action.
        method: of the request.
        url: where it goes.
        control: that is acted on; ``None`` without one.
        body: of the request, where it waits already.
        shape: of the request, for requests of one kind to be judged once.
        away: whether it goes to a site that the task does not begin on or name.
    """

    action: str
    method: str
    url: str
    control: ActFacts | None = None
    body: str = ""
    shape: str = ""
    away: bool = False

    @property
    def key(self) -> tuple[str, ...]:
        """What is judged once: requests of one shape by controls of one name."""
        control = self.control
        named = (control.role, control.name, control.icon) if control else ()
        return (self.method, self.shape or address_shape(self.url), *named)


class EffectClassifier(Protocol):
    """Tells what an effect is, from facts of the page and the request alone."""

    async def __call__(self, effect: UnclearEffect) -> EffectClass:
        """Return the class; ``unclear`` where it cannot be told."""
        ...


async def nothing_is_clear(effect: UnclearEffect) -> EffectClass:
    """Without a model nothing that the rules leave open can be told."""
    return "unclear"
