"""One stored page or picture: what is done on it is noted, and nothing comes of it.

So benchmarks about a single step can ask any agent. A stored page runs no script of its own and
loads nothing from anywhere.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from agent_e.errors import ConfigError

FOLDER = Path(__file__).parent
_ALONE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"
}
_SILENCED = ("script", "noscript", "base", "link", "meta", "iframe", "object", "embed")
_NOTHING = "<!doctype html><p>Pages are shown here to agents that do a suite of single steps.</p>"
_PICTURE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A picture of a screen</title>
<style>html, body { margin: 0 } img { display: block; max-width: 100vw; max-height: 100vh }</style>
</head><body><img src="/picture" alt="A screen">
<script src="/static/acts.js"></script></body></html>
"""


@dataclass(frozen=True, kw_only=True)
class StoredBackend:
    """One stored page and what was done on it."""

    app: Starlette
    acts: list[dict[str, Any]] = field(default_factory=list)

    def state(self) -> dict[str, Any]:
        """Return ``acts`` in order: number, kind, value, ids, and of a picture also x and y."""
        return {"acts": sorted(self.acts, key=lambda act: int(act["number"]))}

    def reset(self) -> None:
        """Forget what was done."""
        self.acts.clear()

    def close(self) -> None:
        """Do nothing: it holds no files."""


def build_site(*, file: str = "", task: str = "", step: int = 0) -> StoredBackend:
    """Build the site.

    Args:
        file: a picture, or a file of Mind2Web; without one there is nothing to act on.
        task: in a file of Mind2Web, the recorded task.
        step: the step before which its page is shown, from 0.

    Raises:
        ConfigError: there is no such page.
    """
    html = inert(page_of(Path(file), task, step)) if task else _PICTURE if file else _NOTHING
    acts: list[dict[str, Any]] = []

    async def page(request: Request) -> Response:
        return HTMLResponse(html, headers=_ALONE)

    async def picture(request: Request) -> Response:
        return FileResponse(file)

    async def act(request: Request) -> Response:
        acts.append(await request.json())
        return Response(status_code=204)

    routes = [
        Route("/", page),
        Route("/picture", picture),
        Route("/acts", act, methods=["POST"]),
        Mount("/static", StaticFiles(directory=FOLDER / "static")),
    ]
    return StoredBackend(app=Starlette(routes=routes), acts=acts)


def page_of(path: Path, task: str, step: int) -> str:
    """Return the page before a step of a recorded task.

    Raises:
        ConfigError: the file has none.
    """
    for row in _held(path):
        if row["annotation_id"] == task and step < len(row["actions"]):
            action = row["actions"][step]
            has_ids = "backend_node_id" in action["raw_html"]
            return str(action["raw_html" if has_ids else "cleaned_html"])
    raise ConfigError(f"{path} has no step {step} of the task {task}. Get the file again.")


def read_tasks(path: Path) -> list[dict[str, Any]]:
    """Read a file of Mind2Web: recorded tasks with a page for each of their actions.

    Raises:
        ConfigError: it cannot be read.
    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path} is no file of Mind2Web: {error}. Get it again.") from error
    return rows if isinstance(rows, list) else [rows]


# A file has hundreds of megabytes, and a worker needs it once more for each of its steps.
_held = lru_cache(maxsize=1)(read_tasks)


def inert(html: str) -> str:
    """Return a page without what would run or load, and with the script that notes acts."""
    document = BeautifulSoup(html, "lxml")
    for element in document.find_all(_SILENCED):
        element.decompose()
    for element in document.find_all(True):
        for name in [name for name in element.attrs if name.startswith("on")]:
            del element[name]
    script = document.new_tag("script", src="/static/acts.js")
    (document.body or document).append(script)
    return str(document)
