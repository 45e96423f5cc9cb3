"""Every program of ``examples`` is run as a user starts it, and what it prints is checked."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples"
PRINTED: dict[str, str] = {
    "first_run.py": r"success \$64\.50\n  price of Ember Espresso Maker: \$64\.50 \(step 2\)\n"
    r"  product: Ember Espresso Maker \(step 2\)\nverified: True\n",
    "several_tasks.py": r"[^\n]*: \$64\.50 \(4 model calls\)\n"
    r"[^\n]*: 4\.6 out of 5 \(5 model calls\)\n[^\n]*: 5 \(3 model calls\)\n",
    "listen_to_events.py": r"\s+\d+  open_url\n(?s:.*)\d+  click Ember Espresso Maker\n"
    r"\s+\d+    done, now at 'product=ember-espresso-maker'\n(?s:.*)\$64\.50\n",
    "json_answer.py": r'success \{"product": "Ember Espresso Maker", "price": 64\.5\}\n',
    "approve_in_python.py": r"\[approval\] May I click button 'Add to basket'[^\n]*\n-> yes\n"
    r"success\nbasket: \[\('Clip-On Reading Light', 2\)\]\n",
    "answers_file.sh": r"Pressed 'Add to basket' for Clip-On Reading Light [^\n]*\n",
    "steer.py": r"sub-task: Find the price of the third product\n"
    r"sub-task: Count the total number of products\nsuccess 5\n",
    "stop.py": r"stopped 130\nThe run was stopped\.\n\['result\.json', 'run\.json'\]\n",
    "limits.py": r"limit 5\n[^\n]*--max-steps[^\n]*\n",
    "read_a_run.py": r"answer: \$64\.50 cost in USD: 0\.0\ntokens: [^\n]*'navigator': \d+[^\n]*\n"
    r"evidence: \['Price \$64\.50',[^\n]*\nactions: \['open_url', 'click'\]\n"
    r"screenshots: \[[^\n]*'shots/end\.jpg'\]\nevents: [^\n]*'model\.called': 4[^\n]*\n",
    "snapshot.sh": r"Page: Order\n(?s:.*)\[1\] textbox 'Name' value='' \(required\)\n"
    r"\[2\] button 'Send'\nPage: (?s:.*)'Fjord Wool Blanket' \(heading 2, collapsed\) → [^\n]*\n",
    "own_skill.py": r"success 4\n",
    "run_over_http.py": r"created: planning\n\d+ action\.started\n\d+ action\.ended\n(?s:.*)"
    r"ended success \$64\.50\n",
    "python_api.py": r"(?:   \w+ done\n)+Offer\(product='Ember Espresso Maker', price=64\.5\)\n"
    r"   In which city are you\?\n-> weather\n   weather done\n-> click\n   click done\n"
    r"4\.8 out of 5\n   click done\n\[Offer\(product='Ember Espresso Maker', price=64\.5\)\]\n"
    r"[^\n]* / \d+ tokens\n",
    "autogen_team.py": r"user: Find [^\n]*\nweb: \$64\.50\nwriter: Coffee for \$64\.50[^\n]*\n",
    "trace_a_run.py": r"invoke_agent agent-e +\d+ ms  \d+ tokens in\n"
    r"  execute_tool open_url +\d+ ms\n(?s:.*)  invoke_agent navigator +\d+ ms\n"
    r"    chat offline +\d+ ms  \d+ tokens in\n    execute_tool click (?s:.*)",
    "own_suite.sh": r"third-price[^\n]*\nbest-rated[^\n]*\nown_suite: hierarchical offline\n"
    r"  success      100\.0 % \(2 of 2;(?s:.*)/report/index\.html\n",
    "recorded_architectures.py": r"som: \$64\.50 in 2 [^\n]*\nwebsight: \$64\.50 in 2 [^\n]*\n"
    r"link: \$64\.50 in 2 [^\n]*\nreactive: \$64\.50 in 2 [^\n]*\n",
}
"""What each prints: a regular expression for the whole of its standard output."""
SLOW = {
    "several_tasks.py",
    "listen_to_events.py",
    "json_answer.py",
    "limits.py",
    "stop.py",
    "read_a_run.py",
    "recorded_architectures.py",
    "trace_a_run.py",
}
"""What they call is called in end-to-end tests as well, and none is a person's way to a run."""


def programs() -> list[str]:
    return sorted(path.name for path in FOLDER.iterdir() if path.suffix in (".py", ".sh"))


def run(
    name: str, folder: Path, attaching: dict[str, str], *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Run it; all but the first run attach to a browser that runs already."""
    keys = ("AGENT_E_", "OPENAI_", "ANTHROPIC_", "AZURE_")
    variables = {key: value for key, value in os.environ.items() if not key.startswith(keys)}
    variables |= {
        "PYTHONPATH": str(ROOT),
        "AGENT_E": f"{sys.executable} -m agent_e",
        "XDG_CONFIG_HOME": str(folder / "config"),
        **(attaching if name != "first_run.py" else {}),
    }
    start = ["sh"] if name.endswith(".sh") else [sys.executable]
    return subprocess.run(
        [*start, str(FOLDER / name), *arguments],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        timeout=110,
    )


def test_every_program_is_checked() -> None:
    assert programs() == sorted(PRINTED)


def test_each_is_short() -> None:
    lengths = {name: len((FOLDER / name).read_text().splitlines()) for name in programs()}
    assert max(lengths.values()) <= 75, lengths


def test_the_list_names_each() -> None:
    listed = (FOLDER / "README.md").read_text()
    assert [name for name in programs() if f"]({name})" not in listed] == []


Running = dict[str, Future[subprocess.CompletedProcess[str]]]


@pytest.fixture(scope="module")
def running(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    attaching: dict[str, str],
) -> Iterator[Running]:
    """Every program that a selected test asks for, two at a time: most of each is waiting."""
    asked = {item.name for item in request.session.items if item.path == Path(__file__)}
    wanted = [name for name in PRINTED if any(f"[{name}]" in each for each in asked)]
    with ThreadPoolExecutor(2) as pool:
        yield {
            name: pool.submit(run, name, tmp_path_factory.mktemp("example"), attaching)
            for name in wanted
        }
        pool.shutdown(wait=False, cancel_futures=True)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in PRINTED],
)
def test_it_prints_what_it_shows(name: str, running: Running) -> None:
    ended = running[name].result()
    assert ended.returncode == 0, ended.stderr
    assert re.fullmatch(PRINTED[name], ended.stdout), ended.stdout


@pytest.mark.slow
def test_a_saved_login_is_used(tmp_path: Path, attaching: dict[str, str]) -> None:
    assert "no profile 'work'" in run("python_api.py", tmp_path, attaching, "work").stderr
    profiles = tmp_path / "config/agent-e/profiles"
    profiles.mkdir(parents=True)
    (profiles / "work.json").write_text('{"cookies": [], "origins": []}')
    ended = run("python_api.py", tmp_path, attaching, "work")
    assert re.fullmatch(PRINTED["python_api.py"], ended.stdout), ended.stderr


@pytest.mark.slow
def test_a_refused_action_leaves_the_basket_empty(
    tmp_path: Path, attaching: dict[str, str]
) -> None:
    ended = run("approve_in_python.py", tmp_path, attaching, "no")
    assert "-> no\ndenied\nbasket: []\n" in ended.stdout, ended.stderr
