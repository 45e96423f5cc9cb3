"""BrowserGym and AgentLab themselves, where AGENT_E_BROWSERGYM names their Python."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from agent_e.benchmarks.browsergym import THEIRS
from agent_e.benchmarks.sites import serve_site

from .test_environment import done

PYTHON = os.environ.get("AGENT_E_BROWSERGYM", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.timeout(300),
    pytest.mark.skipif(not PYTHON, reason="AGENT_E_BROWSERGYM is not set"),
]

STUDY = """
import json, sys
import bgym
from agentlab.experiments.study import make_study
from agentlab.experiments.loop import EnvArgs, yield_all_exp_results
from agent_e_browsergym.agent import AgentEArgs

python, runs, *names = sys.argv[1:]
benchmark = bgym.DEFAULT_BENCHMARKS["miniwob"]()
benchmark.env_args_list = [EnvArgs(task_name=each, task_seed=1, max_steps=10) for each in names]
agent = AgentEArgs(python=python, model="offline", settings={"runs_dir": runs})
study = make_study([agent], benchmark)
study.run(n_jobs=1, parallel_backend="sequential", n_relaunch=1)
print(json.dumps({
    each.exp_args.env_args.task_name: {
        **each.summary_info, "actions": [step.action for step in each.steps_info],
        "seen": each.get_step_info(0).obs["axtree_txt"],
    }
    for each in yield_all_exp_results(study.dir, progress_fn=None)
}))
"""
NAMES = ("miniwob.click-test-2", "miniwob.click-dialog")


@pytest.fixture(scope="module")
def agentlab() -> None:
    if subprocess.run([PYTHON, "-c", "import agentlab"], capture_output=True).returncode:
        pytest.skip("AgentLab is not installed there")


async def test_their_reward_in_our_runner(tmp_path: Path) -> None:
    for name, outcome in zip(NAMES, ("success", "fail_self_aware"), strict=True):
        record = await done(tmp_path / name, name)
        assert record.outcome == outcome, record.message


@pytest.mark.usefixtures("agentlab")
async def test_our_agent_in_a_study_of_agentlab(tmp_path: Path) -> None:
    async with serve_site("miniwob") as site:
        variables = {
            "AGENTLAB_EXP_ROOT": str(tmp_path),
            "MINIWOB_URL": f"{site.url}/plain/miniwob/",
            "PYTHONPATH": str(THEIRS),
        }
        study = await asyncio.create_subprocess_exec(
            *(PYTHON, "-c", STUDY, sys.executable, str(tmp_path / "runs"), *NAMES),
            env={**os.environ, **variables},
            stdout=subprocess.PIPE,
        )
        out, _ = await study.communicate()
    found = json.loads(out.splitlines()[-1])
    right, wrong = (found[name] for name in NAMES)
    assert (right["cum_reward"], right["n_steps"], right["err_msg"]) == (1.0, 1, None)
    assert right["actions"][0] == "click(\"button 'ONE'\")"
    assert right["stats.cum_llm_calls"] > 0 and right["stats.cum_cost"] == 0.0
    assert "button 'ONE'" in right["seen"]
    assert wrong["cum_reward"] == 0.0 and wrong["actions"][0].startswith("report_infeasible")
