"""BrowserGym and AgentLab, both ways: their tasks in our runner, our agent in theirs.

Their packages and ours need versions of Playwright, lxml and OpenAI's client that exclude each
other, so each side keeps its own virtual environment, and two processes speak in lines of JSON.
What they share is the browser. BrowserGym starts it and keeps it; our session attaches to it over
the DevTools protocol and works in the very tab of the task, by our own skills: observation, element
ids, input and change reports are what they are in any run. Answering in BrowserGym's action strings
instead would have its Playwright act by ids that it writes into the page, and would measure that.

`environment` has a task's own setup and reward judge an episode of ours; `agent_process` is our
agent for AgentLab, one act a step; `theirs` is what runs on the other side.
"""

from pathlib import Path

THEIRS = Path(__file__).parent / "theirs"
"""Folder of the package for BrowserGym's virtual environment."""
