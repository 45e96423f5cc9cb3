"""Orders to a run from outside its process, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent_e.errors import AnswerConflict, BadArgument

from .control import RunControl

Order = Mapping[str, Any]


def obey(control: RunControl, order: Order, *, by: str) -> dict[str, Any]:
    """Carry out an order and return the resulting state of the run.

    Args:
        control: of the run.
        order: ``do`` is one of status, pause, resume, steer (with ``words``), stop, answer (with
            ``id``, ``value``, ``note``, ``decline``).
        by: the channel it came through.

    Raises:
        AnswerConflict: it does not fit the state of the run.
        BadArgument: it is no order, or the answer does not fit the question.
    """
    match order:
        case {"do": "status"}:
            pass
        case {"do": "pause"}:
            control.pause(by=by)
        case {"do": "resume"}:
            control.resume(by=by)
        case {"do": "steer", "words": str(words)}:
            control.steer(words, by=by)
        case {"do": "stop"}:
            control.stop(by=by)
        case {"do": "answer", "id": str(id_)}:
            _answer(control, id_, order, by)
        case _:
            raise BadArgument(f"There is no order {order.get('do')!r} like this.")
    return {"state": control.state, "requests": requests(control)}


def requests(control: RunControl) -> list[dict[str, Any]]:
    """Return the pending questions, oldest first."""
    return [each.to_json() for each in control.broker.pending.values()] if control.broker else []


def _answer(control: RunControl, id_: str, order: Order, by: str) -> None:
    if control.broker is None:
        raise AnswerConflict("This run asks nobody: it was not started in human mode.")
    note, decline = str(order.get("note") or ""), bool(order.get("decline"))
    control.broker.answer(id_, order.get("value"), note, by=by, decline=decline)
