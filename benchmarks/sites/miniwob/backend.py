"""MiniWoB++: its pages from the `miniwob` package, started and watched by us.

``/e/TASK/SEED`` is one problem. It starts itself, and the page reports its goal and its end to the
server. The same address gives the same problem again, and of several ends the first one counts: a
second try is no gain. ``/plain/miniwob/TASK.html`` is the page as it is.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from agent_e.errors import ConfigError

FOLDER = Path(__file__).parent
TIME_LIMIT_MS = 1_000_000
"""Time limit of a problem; the page's own ten seconds are meant for agents without language."""
WARM = "warm"
"""The run that is not stored: it only shows the goal."""


@dataclass(kw_only=True)
class Problem:
    """One run of a problem; ``raw`` is the reward before its decay with time."""

    task: str
    seed: str
    goal: str = ""
    starts: int = 0
    done: bool = False
    raw: float = 0.0
    reward: float = 0.0
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class MiniwobBackend:
    """One copy of the site and its runs."""

    app: Starlette
    runs: dict[str, Problem] = field(default_factory=dict)

    def state(self) -> dict[str, Any]:
        """Return each run by its name: task, seed, goal, starts, done, raw, reward and reason."""
        return {name: asdict(run) for name, run in self.runs.items() if name != WARM}

    def reset(self) -> None:
        """Delete every run."""
        self.runs.clear()

    def close(self) -> None:
        """Do nothing: it holds no files."""


def build_site(*, limit_ms: int = TIME_LIMIT_MS) -> MiniwobBackend:
    """Build the site.

    Args:
        limit_ms: after which a problem ends by itself, with a reward of -1.

    Raises:
        ConfigError: the package with the pages is not installed.
    """
    html = pages_folder()
    runs: dict[str, Problem] = {}

    async def problem(request: Request) -> Response:
        """Redirect to where the page's own addresses lead to its scripts."""
        task, seed = request.path_params["task"], request.path_params["seed"]
        if not (html / "miniwob" / f"{task}.html").is_file():
            return PlainTextResponse(f"There is no task {task}.", status_code=404)
        query = {"seed": seed, "run": request.query_params.get("run", "main")}
        return RedirectResponse(f"/miniwob/{task}.html?{urlencode(query)}")

    async def page(request: Request) -> Response:
        task = request.path_params["task"]
        path = html / "miniwob" / f"{task}.html"
        if not path.is_file():
            return PlainTextResponse(f"There is no task {task}.", status_code=404)
        seed = request.query_params.get("seed", "0")
        run = request.query_params.get("run", "main")
        runs.setdefault(run, Problem(task=task, seed=seed))
        return HTMLResponse(_started(path.read_text(encoding="utf-8"), seed, run, limit_ms))

    async def report(request: Request) -> Response:
        message = await request.json()
        run = runs.get(str(message.get("run")))
        if run is not None:
            _take(run, message)
        return Response(status_code=204)

    async def start(request: Request) -> Response:
        return PlainTextResponse(
            "MiniWoB++: a problem is at /e/TASK/SEED, such as /e/login-user/1."
        )

    routes = [
        Route("/", start),
        Route("/e/{task}/{seed}", problem),
        Route("/miniwob/{task}.html", page),
        Route("/report", report, methods=["POST"]),
        # As they are, for harnesses that start them by themselves.
        Mount("/plain", StaticFiles(directory=html)),
        Mount("/start", StaticFiles(directory=FOLDER / "static")),
        Mount("/", StaticFiles(directory=html)),
    ]
    return MiniwobBackend(app=Starlette(routes=routes), runs=runs)


def pages_folder() -> Path:
    """Return the folder of the package's pages without importing it, as it has large dependencies.

    Raises:
        ConfigError: it is not installed.
    """
    found = find_spec("miniwob")
    if found is None or not found.submodule_search_locations:
        raise ConfigError(
            "The MiniWoB++ pages are not installed. Install them: pip install 'agent-e[bench]'."
        )
    return Path(found.submodule_search_locations[0]) / "html"


def _started(html: str, seed: str, run: str, limit_ms: int) -> str:
    """Insert the script that starts and watches the problem at the end of the head."""
    attributes = "".join(
        f' data-{name}="{_attribute(value)}"'
        for name, value in (("seed", seed), ("run", run), ("limit", str(limit_ms)))
    )
    script = f'<script src="/start/start.js"{attributes}></script>\n</head>'
    return html.replace("</head>", script, 1)


def _attribute(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def _take(run: Problem, message: dict[str, Any]) -> None:
    if message.get("what") == "started":
        run.starts += 1
        run.goal = run.goal or str(message.get("goal", ""))
    elif message.get("what") == "ended" and not run.done:
        run.done = True
        run.raw, run.reward = float(message["raw"]), float(message["reward"])
        run.reason = str(message.get("reason", ""))
