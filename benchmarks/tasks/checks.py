"""The checks that templates consist of, by what they prove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agent_e.benchmarks.tasks.record import EvaluatorSpec

_LOGS = {"catalog": ["opened"], "flights": ["searches", "opened"]}
"""Parts of the state in which sites log mere browsing."""


def answers(kind: str, value: JsonValue, **more: JsonValue) -> EvaluatorSpec:
    """The answer is this value, read as a number, as money, as a date and so on."""
    return EvaluatorSpec.model_validate({"type": "answer", "kind": kind, "value": value, **more})


def costs(amount: float, currency: str = "USD") -> EvaluatorSpec:
    """The answer names this amount of money."""
    return answers("money", amount, currency=currency)


def names(*ways: str) -> EvaluatorSpec:
    """The answer holds one of these ways to name the same thing."""
    if len(ways) == 1:
        return answers("contains", ways[0])
    spec: dict[str, JsonValue] = {"type": "answer", "kind": "contains", "any_of": list(ways)}
    return EvaluatorSpec.model_validate(spec)


def state(site: str, path: str, **rules: JsonValue) -> EvaluatorSpec:
    """The site's state at a path."""
    return EvaluatorSpec.model_validate({"type": "state", "site": site, "path": path, **rules})


def unchanged(site: str, path: str = "") -> EvaluatorSpec:
    """The state there is unchanged, except for logs of browsing."""
    ignored: dict[str, JsonValue] = {"ignore": list(_LOGS[site])} if site in _LOGS else {}
    return state(site, path, changed=False, **ignored)


def rest_unchanged(site: str, parts: Sequence[str], *changed: str) -> list[EvaluatorSpec]:
    """These parts are unchanged, except for those named as changed."""
    return [unchanged(site, part) for part in parts if part not in changed]


def at(path: str, query: Mapping[str, JsonValue] | None = None) -> EvaluatorSpec:
    """The agent ended on this page."""
    keys: dict[str, JsonValue] = {"query": dict(query)} if query else {}
    return EvaluatorSpec.model_validate({"type": "url", "path": path, **keys})


def shows(selector: str) -> EvaluatorSpec:
    """An element is on the page at the end."""
    return EvaluatorSpec.model_validate({"type": "selector", "selector": selector, "exists": True})


def posted(url: str, fields: Mapping[str, JsonValue]) -> EvaluatorSpec:
    """A form with these fields was sent at any time."""
    keys: dict[str, JsonValue] = {"url": url, "method": "POST", "fields": dict(fields)}
    return EvaluatorSpec.model_validate({"type": "network", "which": "any", **keys})


def claims_cannot() -> EvaluatorSpec:
    """The agent said that it cannot be done."""
    return EvaluatorSpec.model_validate({"type": "status", "claim": "cannot"})
