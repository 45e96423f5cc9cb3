"""agent-e inside AutoGen: an agent for teams, and a workbench of skills for other agents."""

from .chat_agent import WebAgentChatAgent
from .workbench import BrowserWorkbench, browser_tools

__all__ = ["BrowserWorkbench", "WebAgentChatAgent", "browser_tools"]
