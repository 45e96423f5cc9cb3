"""Page scripts: one arrow function of one options object in each file of ``js/``."""

from __future__ import annotations

from functools import cache
from importlib import resources

HELPERS = (
    "install",
    "tree",
    "areas",
    "geometry",
    "stars",
    "roles",
    "text",
    "names",
    "help",
    "values",
    "marks",
    "reading",
    "states",
    "flow",
    "clickable",
    "sheet",
    "cards",
    "judge",
    "bold",
    "pictures",
    "facts",
    "walk",
    "watch",
    "fields",
    "calendar_words",
    "choices",
    "calendars",
    "matching",
    "selectors",
)
"""Run once in every isolated world, in this order; each adds functions to ``globalThis.agentE``."""


@cache
def load_script(name: str) -> str:
    """Return the source of ``js/<name>.js`` as an expression, without its closing semicolon."""
    source = resources.files("agent_e.dom").joinpath("js", f"{name}.js").read_text(encoding="utf-8")
    return source.rstrip().removesuffix(";")


@cache
def installer() -> str:
    """Return a function that puts the helpers into a world that does not have them yet."""
    calls = "\n".join(f"({load_script(name)})({{}});" for name in HELPERS)
    return f"() => {{ if (globalThis.agentE) return;\n{calls}\n}}"


@cache
def calling(name: str) -> str:
    """Return a function that runs a script on its options and gives the result as one JSON string.

    One string is an order of magnitude cheaper to bring over than the objects it stands for.
    """
    return f"async (options) => globalThis.agentE.json(await ({load_script(name)})(options))"
