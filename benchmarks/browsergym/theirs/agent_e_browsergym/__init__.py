"""agent-e in BrowserGym's virtual environment, which cannot be that of agent-e.

BrowserGym needs Playwright 1.44 and lxml below 6, AgentLab needs OpenAI's client below 2: all older
than what agent-e needs. So nothing here imports agent-e; the two talk in lines of JSON.
"""
