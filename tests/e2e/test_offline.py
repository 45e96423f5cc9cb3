"""The offline model on sites it has never seen: same questions, other words and layouts."""

import re
from pathlib import Path

import pytest

from agent_e import Outcome, WebAgent
from agent_e.benchmarks import demo
from agent_e.benchmarks.sites import default_catalog, random_catalog, serve_site
from agent_e.config import Settings
from tests.browsers import Chromium

pytestmark = pytest.mark.browser

CATALOG_TASKS = [task for task in demo.TASKS if task.site == "catalog"]
SAMPLE = 1
"""Random catalogues asked in every round; the slow tests ask the rest."""
SEEDS = [
    seed if seed < SAMPLE else pytest.param(seed, marks=pytest.mark.slow) for seed in range(12)
]


def names(task: demo.DemoTask) -> str:
    return task.text.lower().removesuffix(".").replace(" ", "-")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("task", CATALOG_TASKS, ids=names)
async def test_the_same_question_is_answered_on_another_catalogue(
    task: demo.DemoTask, seed: int, chromium: Chromium, tmp_path: Path
) -> None:
    async with serve_site("catalog", seed=seed) as site:
        expected = task.expected(site.state())
        settings = Settings(model="offline", runs_dir=tmp_path)
        async with WebAgent(settings, opener=chromium.session) as agent:
            result = await agent.run(task.text, start_url=site.url)
        assert result.outcome is Outcome.SUCCESS, result
        assert expected.holds(str(result.answer), site.state()), (result.answer, expected.words)


def test_the_offline_model_knows_no_site_of_ours() -> None:
    """No product, class, address or wording of our sites stands in its files."""
    import agent_e.offline as offline

    folder = Path(offline.__file__).parent
    files = [file for file in sorted(folder.rglob("*.*")) if file.suffix != ".pyc"]
    source = "\n".join(file.read_text() for file in files if file.is_file())
    words = source.lower()
    catalogues = [default_catalog(), *(random_catalog(seed) for seed in range(20))]
    secrets = {product.name for data in catalogues for product in data.products}
    secrets |= {product.slug for data in catalogues for product in data.products}
    # One word alone, such as "Catalogue", belongs to the language, not to a site.
    phrases = {data.words.title for data in catalogues} | {d.words.heading for d in catalogues}
    secrets |= {phrase for phrase in phrases if " " in phrase}
    secrets |= shop_names()
    assert len(secrets) > 150
    assert [secret for secret in sorted(secrets) if secret.lower() in words] == []
    # Class names and paths of our sites, as quoted strings or parts of addresses.
    ours = ["tidewater", "fernwood", "visually-hidden", "panel-body", "page-title", "/checkout/"]
    ours += ["/category/", "/product/", "?product=", "/details/", "127.0.0.1"]
    ours += ["kestrel", "membership number", "guest area", "day ticket", "characters in the"]
    assert [word for word in ours if word in words] == []
    assert not re.search(r"benchmarks|sites", words)


def shop_names() -> set[str]:
    from importlib.resources import files

    table = files("agent_e.benchmarks.sites.shop").joinpath("data/products.csv").read_text()
    import csv

    return {row["name"] for row in csv.DictReader(table.splitlines())}
