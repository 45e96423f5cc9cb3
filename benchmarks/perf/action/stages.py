"""Times the parts of an action from outside, by wrapping what a ``SkillContext`` is given."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

LOOK_BEFORE = "look before"
INPUT = "input"
FINISH = "finish"
_ACTOR = {
    "resolve": "resolve",
    **dict.fromkeys(("click", "enter_text", "press_key", "select_option", "scroll"), INPUT),
}
_WATCH = {"start": LOOK_BEFORE, "finish": FINISH}


class Stages:
    """Milliseconds by stage, of the action in progress."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = {}

    @contextmanager
    def of(self, stage: str) -> Iterator[None]:
        """Add the time of the block to a stage."""
        started = time.perf_counter()
        try:
            yield
        finally:
            took = (time.perf_counter() - started) * 1000
            self.milliseconds[stage] = self.milliseconds.get(stage, 0.0) + took

    def actor(self, actor: Any) -> Any:
        """Return the actor with its actions timed."""
        return _Timed(actor, self, _ACTOR)

    def observer(self, observer: Any) -> Any:
        """Return the observer with the start and finish of its watches timed."""
        return _Watching(observer, self, {})

    def watch(self, watch: Any) -> Any:
        """Return the watch with its start and finish timed."""
        return _Timed(watch, self, _WATCH)


class _Timed:
    """Proxy of ``inner``, with coroutines of these names timed as these stages."""

    def __init__(self, inner: Any, stages: Stages, names: Mapping[str, str]) -> None:
        self._inner = inner
        self._stages = stages
        self._names = names

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        stage = self._names.get(name)
        if stage is None:
            return found

        async def timed(*arguments: Any, **named: Any) -> Any:
            with self._stages.of(stage):
                return await found(*arguments, **named)

        return timed


class _Watching(_Timed):
    def watch(self) -> Any:
        return self._stages.watch(self._inner.watch())
