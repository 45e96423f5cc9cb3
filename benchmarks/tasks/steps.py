"""Concise constructors for steps of reference traces."""

from __future__ import annotations

from agent_e.benchmarks.tasks.record import TraceStep


def click(role: str, name: str, selector: str = "") -> TraceStep:
    """Click the one element of this role and name."""
    return TraceStep(verb="click", role=role, name=name, selector=selector)


def enter(name: str, value: str, *, role: str = "textbox", selector: str = "") -> TraceStep:
    """Replace a field's text."""
    return TraceStep(verb="type", role=role, name=name, value=value, selector=selector)


def choose(name: str, value: str) -> TraceStep:
    """Choose an option by its label."""
    return TraceStep(verb="select", role="combobox", name=name, value=value)


def wait_for(text: str) -> TraceStep:
    """Wait until a text is on the page, on sites that render on the client."""
    return TraceStep(verb="wait", name=text)


def press(key: str, *, role: str = "", name: str = "", selector: str = "") -> TraceStep:
    """Press a key, on an element or on the focused one."""
    return TraceStep(verb="press", role=role, name=name, value=key, selector=selector)


def hover(role: str, name: str, selector: str = "") -> TraceStep:
    """Move the mouse onto an element."""
    return TraceStep(verb="hover", role=role, name=name, selector=selector)
