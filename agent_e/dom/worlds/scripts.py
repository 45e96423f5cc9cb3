"""Page scripts: each file of ``js/`` is one arrow function of one options object."""

from __future__ import annotations

import json
import re
import secrets
from functools import cache
from importlib import resources

HELPERS = (
    "install",
    "tree",
    "image_maps",
    "geometry",
    "stars",
    "roles",
    "colours",
    "text",
    "names",
    "help",
    "values",
    "looks",
    "visual_cues",
    "reading",
    "states",
    "layout",
    "clickable",
    "row_buffer",
    "cards",
    "row_rules",
    "bold_items",
    "facts",
    "walk",
    "watch",
    "fields",
    "choices",
    "calendars",
    "selectors",
)
"""Run once per isolated world, in this order; each extends ``globalThis.agentE``."""


_MEMBERS = (
    "addEventListener", "assignedSlot", "attributes", "checkVisibility", "childElementCount",
    "childNodes", "children", "classList", "clientHeight", "clientLeft", "clientTop",
    "clientWidth", "closest", "compareDocumentPosition", "contains", "firstChild",
    "firstElementChild", "getAnimations", "getAttribute", "getAttributeNames",
    "getBoundingClientRect", "getClientRects", "getRootNode", "hasAttribute", "hasAttributes",
    "innerText", "isConnected", "isContentEditable", "lastChild", "lastElementChild",
    "localName", "matches", "namespaceURI", "nextElementSibling", "nextSibling", "nodeType",
    "nodeValue", "offsetHeight", "offsetParent", "offsetWidth", "ownerDocument",
    "parentElement", "parentNode", "previousElementSibling", "previousSibling",
    "querySelector", "querySelectorAll", "removeAttribute", "scrollHeight", "scrollLeft",
    "scrollTop", "scrollWidth", "setAttribute", "shadowRoot", "tabIndex", "tagName",
    "textContent",
)  # fmt: skip
"""Members that scripts use on any element, including forms: see ``js/install.js``."""
_MEMBER = "|".join(_MEMBERS)
_OF_OURS = r"(?<!\be)(?<!\bshown)(?<!\bagentE)"
_ASKED = re.compile(rf"(?<!\.){_OF_OURS}\.({_MEMBER})\b")
_TAKEN_APART = re.compile(r"\b(?:const|let) \{[^{}]*\} = (?!globalThis|e;)")
_PART = re.compile(rf"\b({_MEMBER})\b(?=\s*([,:}}]))(?<!: )")


@cache
def load_script(name: str) -> str:
    """Return the source of ``js/<name>.js`` as an expression, without its closing semicolon.

    Members that a form's fields may shadow are replaced by their aliases.
    """
    source = resources.files("agent_e.dom").joinpath("js", f"{name}.js").read_text(encoding="utf-8")
    return _with_second_names(source).rstrip().removesuffix(";")


@cache
def plain_script(name: str) -> str:
    """Return the source of ``js/<name>.js`` for a document where no page script has run."""
    source = resources.files("agent_e.dom").joinpath("js", f"{name}.js").read_text(encoding="utf-8")
    return source.rstrip().removesuffix(";")


def _with_second_names(source: str) -> str:
    suffix = _suffix()

    def part(found: re.Match[str]) -> str:
        member, sign = found.groups()
        return member + suffix if sign == ":" else f"{member}{suffix}: {member}"

    apart = _TAKEN_APART.sub(lambda found: _PART.sub(part, found[0]), source)
    return _ASKED.sub(rf".\1{suffix}", apart)


@cache
def _suffix() -> str:
    """A secret from pages, one per process."""
    return f"_{secrets.token_hex(4)}"


@cache
def installer() -> str:
    """Return a function that installs the helpers in a world that lacks them."""
    options = json.dumps({"suffix": _suffix(), "names": _MEMBERS})
    calls = "\n".join(f"({load_script(name)})({options});" for name in HELPERS)
    return f"() => {{ if (globalThis.agentE) return;\n{calls}\n}}"


@cache
def calling(name: str) -> str:
    """Return a function that runs a script on its options and returns a JSON string.

    A string is an order of magnitude cheaper to transfer than the objects in it.
    """
    return f"async (options) => globalThis.agentE.json(await ({load_script(name)})(options))"
