"""The wheel holds agent_e/** and nothing else, whichever way it is built."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINKED = ("skills", "prompts", "configs", "benchmarks")


def expected() -> set[str]:
    """What Git would take of the product, under the names it has in a wheel."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "agent_e", *LINKED],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listing.returncode:
        pytest.skip("not a Git checkout")
    files = {file for file in listing.stdout.split("\0") if (ROOT / file).is_file()}
    return {file if file.startswith("agent_e/") else f"agent_e/{file}" for file in files}


@pytest.fixture(
    scope="module",
    params=["from the checkout", pytest.param("through the sdist", marks=pytest.mark.slow)],
)
def listing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    out = tmp_path_factory.mktemp("dist")
    how = ["--wheel"] if request.param == "from the checkout" else []
    build = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", *how, "--outdir", str(out), str(ROOT)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert build.returncode == 0, build.stdout
    [wheel] = out.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def test_wheel_holds_the_product_and_nothing_else(listing: set[str]) -> None:
    product = {name for name in listing if not name.split("/")[0].endswith(".dist-info")}
    assert product == expected()


def test_wheel_holds_every_kind_of_file(listing: set[str]) -> None:
    for kind in (
        "agent_e/py.typed",
        "agent_e/dom/js/*.js",
        "agent_e/skills/*.py",
        "agent_e/prompts/*.md",
        "agent_e/configs/*.yaml",
        "agent_e/benchmarks/sites/*/*",
        "agent_e/server/static/console/*.html",
        "agent_e-*.dist-info/licenses/LICENSE",
    ):
        assert any(Path(name).match(kind) for name in listing), kind
    assert not [name for name in listing if "tests" in Path(name).parts]
