"""``agent-e runs stop|pause|resume|steer|answer``: control of a run from elsewhere."""

from __future__ import annotations

import asyncio
import getpass
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from agent_e.errors import AnswerConflict, BadArgument, ConfigError

from .aio import run_async
from .completion import among, run_ids
from .conversation import Request, converse
from .options import Json, argument, flag, invocation, option, settings_of
from .output import clean, print_note, print_out

Id = Annotated[
    str,
    argument(
        "Id of the run, the beginning of one, or latest.", "ID", autocompletion=among(run_ids)
    ),
]
_TIMEOUT_S = 30.0


def stop(context: typer.Context, id_: Id) -> None:
    """End a run under way; it keeps what it found."""
    _do(context, id_, {"do": "stop"})


def pause(context: typer.Context, id_: Id) -> None:
    """Hold a run before its next action."""
    _do(context, id_, {"do": "pause"})


def resume(context: typer.Context, id_: Id, as_json: Json = False) -> None:
    """Let a run go on that is paused, or that was cut off.

    One of `agent-e run` that was cut off goes on here, with its own settings, in a new browser.
    """
    from agent_e.journal import read_run, run_state

    run_dir = _run_dir(context, id_)
    record = read_run(run_dir, events=False)
    if record.info.get("served") or run_state(record) != "interrupted":
        _do(context, id_, {"do": "resume"})
        return
    raise typer.Exit(_continued(context, run_dir, record.info, as_json=as_json))


def steer(
    context: typer.Context,
    id_: Id,
    words: Annotated[str, argument("What is wanted now.", "WORDS")],
) -> None:
    """Say what is wanted now; it takes the place of what is under way."""
    _do(context, id_, {"do": "steer", "words": words})


def answer(
    context: typer.Context,
    id_: Id,
    value: Annotated[
        str | None,
        argument("Words, or JSON for a form or a plan; left out, what is asked is shown.", "VALUE"),
    ] = None,
    request: Annotated[
        str | None, option("Which question, where several wait.", "REQUEST", "--id")
    ] = None,
    note: Annotated[str, option("What you say beside it, such as why not.", "WORDS")] = "",
    decline: Annotated[bool, flag("--decline", "Say no.")] = False,
) -> None:
    """Answer what a run asks, or show it. Secrets are asked for, or read from a pipe."""
    run_dir = _run_dir(context, id_)
    pending = asyncio.run(sent(run_dir, {"do": "status"}))["requests"]
    if value is None and not decline and request is None:
        _show(pending)
        if not any(_is_secret(each) for each in pending):
            return
    asked = _chosen(pending, request)
    given: Any = None if decline else _value_of(asked, value)
    order = {"do": "answer", "id": asked["id"], "value": given, "note": note, "decline": decline}
    _tell(run_dir, asyncio.run(sent(run_dir, order)))


def _continued(
    context: typer.Context, run_dir: Path, info: Mapping[str, Any], *, as_json: bool
) -> int:
    from agent_e.journal import read_events, read_unfinished
    from agent_e.run_inputs import read_run_info

    task, settings = read_run_info(info, run_dir.parent)
    given = settings_of(context).browser.headers
    browser = {"headers": (*settings.browser.headers, *given)}
    settings = settings.model_copy(update={"browser": settings.browser.model_copy(update=browser)})
    request = Request(
        text=task.text,
        start_url=task.start_url,
        output_schema=task.output_schema,
        plan=task.plan,
        run_dir=run_dir,
        before=read_unfinished(read_events(run_dir)),
        debug=invocation(context).debug,
        form="json" if as_json else "text",
    )
    return run_async(lambda signals: converse(settings, request, signals))


def _do(context: typer.Context, id_: str, order: Mapping[str, Any]) -> None:
    run_dir = _run_dir(context, id_)
    _tell(run_dir, asyncio.run(sent(run_dir, order)))


def _tell(run_dir: Path, status: Mapping[str, Any]) -> None:
    print_out(f"{run_dir.name} {str(status['state']).replace('_', ' ')}")


def _run_dir(context: typer.Context, id_: str) -> Path:
    from agent_e.journal import find_run

    return find_run(settings_of(context).runs_dir, id_)


async def sent(run_dir: Path, order: Mapping[str, Any]) -> dict[str, Any]:
    """Send an order to the run's process, or to the server that owns it."""
    from agent_e.human import socket
    from agent_e.journal import read_run, run_state
    from agent_e.server.client import send

    record = read_run(run_dir, events=False)
    if record.result is not None:
        raise AnswerConflict(
            f"The run {run_dir.name} has ended ({record.result.get('outcome')}): nothing was done."
        )
    if record.info.get("served"):
        return await send(run_dir, order, timeout_s=_TIMEOUT_S)
    if run_state(record) == "interrupted":
        raise AnswerConflict(
            f"The run {run_dir.name} was cut off. Let it go on first: agent-e runs resume "
            f"{run_dir.name}."
        )
    return await socket.order(run_dir, order)


def _show(pending: list[dict[str, Any]]) -> None:
    if not pending:
        print_note("Nothing is asked now.")
    for each in pending:
        options = each["schema"].get("enum")
        more = f" ({' / '.join(map(str, options))})" if options else ""
        print_out(clean(f"{each['id']} {each['kind']}: {each['question']}{more}"))
        for grant in each["evidence"].get("grants", ()):
            print_out(clean(f"  done without a question, {grant['number']}: {grant['text']}"))


def _chosen(pending: list[dict[str, Any]], id_: str | None) -> dict[str, Any]:
    found = [each for each in pending if id_ in (None, each["id"])]
    if len(found) == 1:
        return found[0]
    if not found and id_ is not None:
        raise AnswerConflict(f"The question {id_} does not wait any more. Nothing was changed.")
    if not found:
        raise AnswerConflict("Nothing is asked now.")
    ids = ", ".join(str(each["id"]) for each in found)
    raise ConfigError(f"{len(found)} questions wait: {ids}. Say which with --id.")


def _is_secret(request: Mapping[str, Any]) -> bool:
    return bool(request["sensitivity"] == "secret")


def _value_of(request: Mapping[str, Any], given: str | None) -> Any:
    """The answer in the form of the question's schema: JSON unless it asks for text."""
    if _is_secret(request):
        return _secret(request, given)
    if given is None:
        raise ConfigError("There is no answer. Write it after the id, or --decline.")
    is_plan = request["kind"] == "plan" and given.startswith("{")
    if request["schema"].get("type") == "object" or given.startswith("[") or is_plan:
        try:
            return json.loads(given)
        except json.JSONDecodeError as error:
            raise BadArgument(f"The answer is no JSON: {error}.") from error
    return given


def _secret(request: Mapping[str, Any], given: str | None) -> str:
    if given is not None:
        raise ConfigError(
            "A secret is not written after the command, where other programs and the shell's "
            "history see it. Leave it out: you are asked for it, or pipe it in."
        )
    if sys.stdin is not None and sys.stdin.isatty():
        return getpass.getpass(f"{clean(str(request['question']))} (not shown): ", sys.stderr)
    return sys.stdin.readline().rstrip("\r\n") if sys.stdin is not None else ""
