"""``agent-e train serve``: serve a tuned model."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

from .aio import Signals, run_async
from .options import argument, flag, option
from .output import print_note, print_out
from .train_run import needs_train


def serve(
    folder: Annotated[Path, argument("Folder of a run.", "DIR")],
    here: Annotated[
        bool, flag("--here", "Serve it with transformers on this machine, to try it out.")
    ] = False,
    port: Annotated[
        int, option("Port for --here; 0 takes a free one.", "PORT", min=0, max=65535)
    ] = 0,
) -> None:
    """Print the command of vLLM and the row for models.yaml; --here serves it until Ctrl-C."""
    needs_train()
    from agent_e.config import user_config_dir
    from agent_e.training.tuning.serving import model_name, table_row, vllm_command
    from agent_e.training.tuning.settings import read_settings

    settings = read_settings(folder)
    command = vllm_command(settings, folder)
    row = table_row(settings, folder)
    where = user_config_dir() / "models.yaml"
    if here:
        print_note(f"The row for {where}:\n{row}")
        run_async(lambda signals: _serve_here(folder, port, signals))
        return
    print_out(command)
    print_note(f"Then put this into {where}:")
    print_out(row)
    print_note(f"Use it: agent-e run TASK --grounder {model_name(folder)}@http://127.0.0.1:8000/v1")


async def _serve_here(folder: Path, port: int, signals: Signals) -> None:
    from agent_e.benchmarks.asgi_server import serve_app
    from agent_e.training.tuning.here import Here
    from agent_e.training.tuning.serving import model_name
    from agent_e.training.tuning.settings import read_settings

    endpoint = Here(read_settings(folder), folder)
    async with serve_app(endpoint.app, port=port) as bound:
        url = f"http://127.0.0.1:{bound}/v1"
        print_out(url)
        print_note(f"Use it: agent-e run TASK --grounder {model_name(folder)}@{url}. Ctrl-C ends.")
        await asyncio.get_running_loop().create_future()
