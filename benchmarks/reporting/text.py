"""Escapes text of pages and models, and provides the one environment that renders pages.

Whatever a template prints goes through ``shown`` and is escaped; there is no other output.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
)
_STYLE = "style.css"
_PICTURES = 0x2400
"""Code point of the symbol for the first of the 32 control characters."""


def shown(value: object) -> str:
    """Return the text with invisible characters made visible: controls, overrides, tags."""
    return _UNSEEN.sub(_name, str(value))


def _name(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(_PICTURES + code)
    # A lone surrogate cannot be written to a file.
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else f"⟨U+{code:04X}⟩"


def href(url: object) -> str:
    """Return an address that may be linked to: http(s), nothing executable; else ``""``."""
    text = str(url or "").strip()
    try:
        parts = urlsplit(text)
    except ValueError:
        return ""
    return text if parts.scheme in ("http", "https") and parts.netloc else ""


def cut(text: object, limit: int) -> str:
    """Return at most so many characters of a text."""
    whole = str(text)
    return whole if len(whole) <= limit else f"{whole[:limit].rstrip()}…"


def percent(share: float | None) -> str:
    """Format a share: ``73.2 %``; ``–`` for none."""
    return "–" if share is None else f"{100 * share:.1f} %"


def json_block(value: Any) -> Markup:
    """Return JSON for a data block of a page: nothing in it can end the block."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), default=str)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def asset(name: str) -> Markup:
    """Return one of our own CSS or JavaScript files, to be inlined unchanged."""
    return Markup(files(__package__).joinpath("templates", name).read_text(encoding="utf-8"))


def policy(script: str = "", forms: str = "'none'") -> str:
    """Return the content security policy of a page with our style, and no requests.

    Args:
        script: name of its one script, ``""`` for none.
        forms: where forms may be sent to.
    """
    code = _source(asset(script)) if script else "'none'"
    return (
        f"default-src 'none'; img-src data:; style-src {_source(asset(_STYLE))}; "
        f"script-src {code}; base-uri 'none'; form-action {forms}"
    )


def _source(text: str) -> str:
    """The source expression of a text that may be inline."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def render(template: str, script: str = "", *, forms: str = "'none'", **values: Any) -> str:
    """Render a page with our style and at most one script inlined, and its policy."""
    code = asset(script) if script else Markup()
    page = environment().get_template(template)
    rules = policy(script, forms)
    return page.render(style=asset(_STYLE), script=code, policy=rules, **values)


@cache
def environment() -> Environment:
    """The one environment: strict, escaping, with invisible characters made visible."""
    made = Environment(
        loader=PackageLoader(__package__, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: value if isinstance(value, Markup) else shown(value),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(href=href, cut=cut)
    return made
