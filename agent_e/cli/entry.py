"""Run one command and leave with an exit code; nowhere else do exceptions become exit codes."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from typing import Any

import typer
from typer.main import get_command

from agent_e.errors import AgentEError, BadArgument, SkillError, Unexpected

from .aio import INTERRUPTED
from .app import app
from .options import Invocation
from .output import clean, clean_lines, print_error, tolerate_encodings

USAGE = 2
ENVIRONMENT = 7


def main(argv: Sequence[str] | None = None) -> None:
    """Run ``agent-e`` with these arguments (the process's own by default).

    Raises:
        SystemExit: always, with the exit code.
    """
    tolerate_encodings()
    sys.exit(_run(sys.argv[1:] if argv is None else list(argv)))


def _run(arguments: list[str]) -> int:
    invocation = Invocation()
    try:
        code = get_command(app).main(
            args=arguments, prog_name="agent-e", standalone_mode=False, obj=invocation
        )
    except typer.TyperException as error:
        return _usage_error(error)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except AgentEError as error:
        _show_traceback(invocation)
        print_error(clean_lines(str(error)))
        return _code(error)
    except Exception as error:
        _show_traceback(invocation)
        hint = "" if invocation.debug else "Run it again with --debug for the traceback."
        print_error(clean(str(Unexpected(error, hint=hint))))
        return ENVIRONMENT
    return code if isinstance(code, int) else 0


def _code(error: AgentEError) -> int:
    # Outside a run no model could try something else: a refusal ends the command.
    if isinstance(error, BadArgument):
        return USAGE
    return ENVIRONMENT if isinstance(error, SkillError) else error.exit_code


def _usage_error(error: typer.TyperException) -> int:
    if type(error).__name__ == "NoArgsIsHelpError":  # the help has been printed by its constructor
        return USAGE
    context: Any = getattr(error, "ctx", None)
    command = context.command_path if context else "agent-e"
    message = error.format_message().strip().rstrip(".")
    end = "" if message.endswith("?") else "."
    print_error(f"{message}{end} See {command} --help.")
    return error.exit_code


def _show_traceback(invocation: Invocation) -> None:
    if invocation.debug:
        traceback.print_exc()
