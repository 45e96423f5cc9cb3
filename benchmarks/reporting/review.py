"""The human review queue as a local page: one episode at a time, its pictures, a verdict.

Blind: it shows the task, the answer and the pictures, never the verdict of a judge, a check or
another person.
"""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs

from PIL import Image
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.episodes.reading import Key, StoredEpisode
from agent_e.benchmarks.episodes.record import read_evidence
from agent_e.benchmarks.judging.people import (
    PersonVerdict,
    add_verdicts,
    episodes_of,
    read_verdicts,
    to_review,
)

from .pictures import small
from .text import render

MAX_PICTURES = 15
"""As many as a judge is shown; the last ones."""


class ReviewPage:
    """Serves the episodes that one person has not reviewed yet.

    Attributes:
        done: set once the page without remaining episodes was delivered.
    """

    def __init__(self, run_dir: Path, who: str) -> None:
        self.done = asyncio.Event()
        self._run_dir = run_dir
        self._who = who
        self._items = {each.key: each for each in to_review(episodes_of(run_dir), [], who)}

    def left(self) -> list[StoredEpisode]:
        """The episodes to review, as ``bench review`` shows them at the terminal."""
        return to_review([*self._items.values()], read_verdicts(self._run_dir), self._who)

    @asynccontextmanager
    async def served(self) -> AsyncIterator[str]:
        """Serve while the block runs; yields the address.

        It contains a secret: other pages in the person's browser can reach this machine too.
        """
        path = f"/{secrets.token_urlsafe(16)}"
        routes = [
            Route(path, self._show, methods=["GET"]),
            Route(path, self._take, methods=["POST"]),
        ]
        async with serve_app(Starlette(routes=routes)) as port:
            yield f"http://127.0.0.1:{port}{path}"

    async def _show(self, request: Request) -> Response:
        left = self.left()
        if not left:
            page = render("review.html", item=None, who=self._who, forms="'self'")
            return HTMLResponse(page, background=BackgroundTask(self.done.set))
        item = left[0]
        evidence = read_evidence(item.folder)
        answer = evidence.answer
        page = render(
            "review.html",
            item=item,
            episode=json.dumps(item.key),
            who=self._who,
            number=len(self._items) - len(left) + 1,
            of=len(self._items),
            intent=evidence.intent,
            answer=answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False),
            pictures=pictures_of(item.folder, evidence.screenshots[-MAX_PICTURES:]),
            forms="'self'",
        )
        return HTMLResponse(page, headers={"cache-control": "no-store"})

    async def _take(self, request: Request) -> Response:
        body = (await request.body()).decode("utf-8", "replace")
        verdict = self._verdict({name: each[-1] for name, each in parse_qs(body).items()})
        if verdict is None:
            return Response("This is no verdict of this run. Go back and reload.", status_code=400)
        add_verdicts(self._run_dir, [verdict])
        return RedirectResponse(request.url.path, status_code=303)

    def _verdict(self, form: Mapping[str, str]) -> PersonVerdict | None:
        """Parse the form; ``None`` unless it concerns one of the episodes."""
        try:
            task, epoch, attempt = json.loads(form.get("episode", ""))
            key: Key = str(task), int(epoch), int(attempt)
            found = PersonVerdict(
                task=key[0],
                epoch=key[1],
                attempt=key[2],
                who=self._who,
                verdict=form["verdict"],
                reason=form.get("reason", "").strip(),
                time=round(time.time(), 3),
            )
        except (KeyError, TypeError, ValueError, ValidationError):
            return None
        return found if key in self._items else None


def pictures_of(folder: Path, names: tuple[str, ...]) -> list[str]:
    """Return pictures of an episode's folder as ``data:`` URLs, ``""`` for invalid ones."""
    return [_picture(folder.resolve(), name) for name in names]


def _picture(folder: Path, name: str) -> str:
    # The evidence may be untrusted: nothing outside of the folder is shown.
    path = (folder / name).resolve()
    if not path.is_relative_to(folder):
        return ""
    try:
        data = small(path.read_bytes())
    except (OSError, ValueError, Image.DecompressionBombError):
        return ""
    return f"data:image/webp;base64,{base64.b64encode(data).decode()}"
