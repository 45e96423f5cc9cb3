"""A client of AutoGen whose replies stand in a file: lists of calls, by name and arguments."""

import json
from pathlib import Path

from autogen_core import FunctionCall
from autogen_core.models import CreateResult, ModelInfo, RequestUsage
from autogen_ext.models.replay import ReplayChatCompletionClient


def recorded_client(name: str) -> ReplayChatCompletionClient:
    """Return a client that gives the replies of a file beside this one, in order."""
    replies = [
        CreateResult(
            finish_reason="function_calls",
            content=[
                FunctionCall(id=str(n), name=call["name"], arguments=json.dumps(call["arguments"]))
                for n, call in enumerate(reply)
            ],
            usage=RequestUsage(prompt_tokens=0, completion_tokens=0),
            cached=False,
        )
        for reply in json.loads((Path(__file__).parent / name).read_text())
    ]
    known = ModelInfo(
        vision=False, function_calling=True, json_output=False, structured_output=False, family=""
    )
    return ReplayChatCompletionClient(replies, model_info=known)
