"""Twenty screens of applications and libraries, saved whole: seen, offered and named rightly."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from agent_e.benchmarks.perf.serving import PageFiles, serve_page
from agent_e.benchmarks.perf.sight.comparing import compare
from agent_e.benchmarks.perf.sight.grid import look
from agent_e.benchmarks.perf.sight.names import judge
from agent_e.benchmarks.perf.sight.spoken import pairs
from agent_e.benchmarks.screens.saving import SAMPLE, file_of
from agent_e.config import DomSettings
from agent_e.dom import PageObserver
from tests.browsers import Chromium

FOLDER = Path(__file__).parents[4] / ".screens"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="`make test` saves these screens first"),
]
SEEN = 0.995
DECOYS = 0.005


def test_every_screen_of_the_sample_is_kept():
    assert sorted(each.name for each in FOLDER.glob("*.gz")) == sorted(map(file_of, SAMPLE))


async def test_what_a_person_can_use_on_saved_screens_is_offered_by_its_name(
    chromium: Chromium, tmp_path: Path
):
    misses, decoys, unexplained = [], [], []
    controls = offered = names = 0
    async with chromium.session(downloads_dir=tmp_path) as session:
        for name in SAMPLE:
            text = gzip.decompress((FOLDER / file_of(name)).read_bytes()).decode()
            async with serve_page(PageFiles(texts={"/": text}, start="/")) as url:
                await session.goto("about:blank")
                await session.goto(url)
                seen = await PageObserver(session, DomSettings()).observe()
                judged = [judge(each) for each in await pairs(session.active, seen)]
                grid = await look(session.active.page, viewports=1)
            compared = compare(grid, seen)
            controls += compared.controls
            offered += compared.offered
            names += len(judged)
            misses += [(name, each.how, each.path, each.html) for each in compared.misses]
            decoys += [(name, each.role, each.name, each.bbox) for each in compared.decoys]
            unexplained += [(name, each.pair) for each in judged if not each.reason]
    assert unexplained == []
    assert len(misses) <= (1 - SEEN) * controls, misses
    assert len(decoys) <= DECOYS * offered, decoys
    assert min(controls, offered, names) > 700
