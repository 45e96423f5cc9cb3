"""agent-e as an agent of AgentLab.

    agent = AgentEArgs(python="/opt/agent-e/bin/python", model="openai:gpt-4.1-mini")
    make_study([agent], "miniwob").run(n_jobs=2)

agent-e runs in a process of its own virtual environment and works in the tab of the task by its
own skills. One act of it is one step of BrowserGym: `get_action` returns what it is about to do,
the step has it done, and while BrowserGym validates and observes it waits. Looking is no act.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass, field
from typing import Any

from agentlab.agents.agent_args import AgentArgs
from browsergym.core.action.base import AbstractActionSet
from browsergym.core.observation import (
    _post_extract,
    _pre_extract,
    extract_focused_element_bid,
    extract_merged_axtree,
    extract_screenshot,
)
from browsergym.experiments.agent import Agent
from browsergym.utils.obs import flatten_axtree_to_str

from .chromium import address_of, lend_chromium

_MODULE = "agent_e.benchmarks.browsergym.agent_process"
THEIR_NAMES = {"open_url": "goto", "enter_text": "fill", "press_key": "press"}
"""BrowserGym's names of acts that are the same by another name with us; the others keep ours."""


@dataclass
class AgentEArgs(AgentArgs):
    """How agent-e is started.

    Attributes:
        python: of agent-e's virtual environment.
        model: as ``provider:model`` or ``offline``; the person's default without one.
        settings: others of agent-e's settings, by section and name.
    """

    agent_name: str = ""
    python: str = "python"
    model: str | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    use_raw_page_output: bool = True
    """Read by AgentLab: the page is how the browser is found; see ``obs_preprocessor``."""

    def __post_init__(self) -> None:
        self.agent_name = self.agent_name or f"agent-e-{self.model or 'default'}".replace(":", "-")

    def set_reproducibility_mode(self) -> None:
        """Have the model answer at temperature 0."""
        models = {**self.settings.get("models", {}), "temperature": 0}
        self.settings = {**self.settings, "models": models}

    def make_agent(self) -> Agent:
        """Return an agent for one task; the next browser is one that it can attach to."""
        lend_chromium()
        return AgentEAgent(self)


class Acts(AbstractActionSet):
    """The skills of agent-e as the actions of its steps, by BrowserGym's names where it has any."""

    def __init__(self, agent: AgentEAgent) -> None:
        super().__init__()
        self._agent = agent

    def describe(self, with_long_description: bool = True, with_examples: bool = True) -> str:
        """Say where they are described."""
        return "The skills of agent-e; see its reference."

    def example_action(self, abstract: bool) -> str:
        """Return one."""
        return "click(\"button 'OK'\")"

    def to_python_code(self, action: str) -> str:
        """Have the agent do its act, which leaves nothing to BrowserGym; or return its last words.

        Called within the step, so that what is raised here is the error of the action.
        """
        return self._agent.act()


class AgentEAgent(Agent):
    """One run of agent-e, one act a step; what it spent and saw is in the info of each."""

    def __init__(self, args: AgentEArgs) -> None:
        self.action_set = Acts(self)
        self._args = args
        self._where: dict[str, str] = {}
        self._process: subprocess.Popen[str] | None = None
        self._ending: dict[str, str] | None = None

    def obs_preprocessor(self, obs: dict[str, Any]) -> dict[str, Any]:
        """Return BrowserGym's own observation, as it is recorded beside ours."""
        page = obs.pop("page")
        self._where = self._where or {"address": address_of(page), "tab": page.url}
        _pre_extract(page, tags_to_mark="standard_html", lenient=True)
        tree = extract_merged_axtree(page)
        focused = extract_focused_element_bid(page)
        _post_extract(page)
        return obs | {
            "screenshot": extract_screenshot(page),
            "axtree_txt": flatten_axtree_to_str(tree),
            "focused_element_bid": focused,
        }

    def get_action(self, obs: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
        """Return what agent-e is about to do; ``None`` once it has ended and said so.

        Raises:
            RuntimeError: it ended by a fault that is not its own; AgentLab runs the task again.
        """
        if self._ending is not None:
            return None, {"think": "The run has ended."}
        said = self._begin(obs["goal"]) if self._process is None else self._turn()
        info = {
            "think": said["shown"][-1]["content"] if said["shown"] else "",
            "chat_messages": said["shown"],
            "stats": said["spent"],
            "extra_info": {each: said[each] for each in ("outcome", "run_dir") if each in said},
        }
        if said["kind"] == "act":
            return _call(said), info
        if said["fault"]:
            raise RuntimeError(f"agent-e failed: {said['message']}")
        self._ending = said["ending"]
        return _code(self._ending), info

    def act(self) -> str:
        """Have the announced act done, or return the code of its last words."""
        if self._ending is not None:
            return _code(self._ending) or "pass"
        acted = self._turn()
        # Where the run broke off in the middle of it, this is its end already.
        if error := acted.get("error") or acted.get("message"):
            raise RuntimeError(error)
        return "pass"

    def _begin(self, goal: str) -> dict[str, Any]:
        self._process = subprocess.Popen(
            [self._args.python, "-m", _MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        model = {"model": self._args.model} if self._args.model else {}
        return self._turn(
            {"goal": goal, **self._where, "settings": {**self._args.settings, **model}}
        )

    def _turn(self, message: dict[str, Any] | None = None) -> dict[str, Any]:
        """Give agent-e the turn, and return what it says when it gives it back."""
        assert self._process is not None and self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(message or {}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(
                f"The process of agent-e has ended. See whether {self._args.python} -m {_MODULE} "
                "starts."
            )
        answer: dict[str, Any] = json.loads(line)
        return answer


def _call(act: dict[str, Any]) -> str:
    arguments = [repr(act["target"])] if act["target"] else []
    arguments += [f"{name}={value!r}" for name, value in act["arguments"].items()]
    return f"{THEIR_NAMES.get(act['name'], act['name'])}({', '.join(arguments)})"


def _code(ending: dict[str, str]) -> str | None:
    return "\n".join(f"{call}({text!r})" for call, text in ending.items()) or None
