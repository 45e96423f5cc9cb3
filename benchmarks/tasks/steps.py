"""Steps of reference traces, in as few words as they can be said."""

from __future__ import annotations

from agent_e.benchmarks.tasks.record import TraceStep


def click(role: str, name: str, selector: str = "") -> TraceStep:
    """Click the one element of this role and name."""
    return TraceStep(verb="click", role=role, name=name, selector=selector)


def enter(name: str, value: str, *, role: str = "textbox", selector: str = "") -> TraceStep:
    """Put a text in the place of what a field holds."""
    return TraceStep(verb="type", role=role, name=name, value=value, selector=selector)


def choose(name: str, value: str) -> TraceStep:
    """Choose an option by what it says."""
    return TraceStep(verb="select", role="combobox", name=name, value=value)


def wait_for(text: str) -> TraceStep:
    """Wait until a text is on the page, on sites that draw their pages themselves."""
    return TraceStep(verb="wait", name=text)


def press(key: str, *, role: str = "", name: str = "", selector: str = "") -> TraceStep:
    """Press a key, on an element or on what has the focus."""
    return TraceStep(verb="press", role=role, name=name, value=key, selector=selector)


def hover(role: str, name: str, selector: str = "") -> TraceStep:
    """Move the mouse onto an element."""
    return TraceStep(verb="hover", role=role, name=name, selector=selector)
