"""Tasks on Node-RED: reading flows, changing nodes by their dialogs, deploying."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pydantic import JsonValue

from agent_e.benchmarks.apps.nodered import NodeRed, flow_dialog, opened
from agent_e.benchmarks.apps.nodered_seed import (
    DAYS,
    FROST,
    HOUSES,
    IRRIGATION,
    OFFICE,
    OLD,
    TABS,
    WATERINGS,
    flows,
    node_id,
)
from agent_e.benchmarks.tasks.checks import answers, names, state, unchanged
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import enter, wait_for

from .task import app_task

_APP = NodeRed()
_NAME = _APP.name
_retrieve = partial(app_task, _APP, "retrieve")
_change = partial(app_task, _APP, "change")
_several = partial(app_task, _APP, "several")
_infeasible = partial(app_task, _APP, "infeasible")

_CONFIRM = TraceStep(verb="click", name="Done", selector="#node-dialog-ok")
_DEPLOY = (
    TraceStep(verb="click", name="Deploy", selector="#red-ui-header-button-deploy"),
    wait_for("Successfully deployed"),
)


def _rest_unchanged(*flows_changed: str, tabs: bool = True) -> tuple[EvaluatorSpec, ...]:
    """All other flows, shared nodes and, if asked, the set of flows are unchanged."""
    others = [each for each in TABS if each not in flows_changed]
    return (
        *(unchanged(_NAME, f"nodes.{node_id(each)}") for each in others),
        unchanged(_NAME, "shared"),
        *((unchanged(_NAME, "tabs"),) if tabs else ()),
    )


def _changed(flow: str, nodes: Mapping[str, Mapping[str, JsonValue]]) -> tuple[EvaluatorSpec, ...]:
    """Only these nodes of a flow changed, and they contain what is given."""
    where = f"nodes.{node_id(flow)}"
    total = sum(each.get("z") == node_id(flow) for each in flows())
    expected = [
        state(_NAME, where, where={"id": node_id(flow, name), **keys}, count=1)
        for name, keys in nodes.items()
    ]
    return (
        *expected,
        state(_NAME, where, new=True, count=len(nodes)),
        state(_NAME, where, count=total),
    )


def _tab_changed(flow: str, **keys: JsonValue) -> tuple[EvaluatorSpec, ...]:
    """One flow's settings changed; none of its nodes did."""
    return (
        state(_NAME, "tabs", where={"id": node_id(flow), **keys}, count=1),
        state(_NAME, "tabs", new=True, count=1),
        state(_NAME, "tabs", count=len(TABS)),
        *_rest_unchanged(tabs=False),
    )


def _opened(path: str, dialog: str) -> tuple[TraceStep, ...]:
    return (TraceStep(verb="open", name=f"{{{_NAME}}}{path}"), wait_for(dialog))


def _ticked(selector: str) -> TraceStep:
    return TraceStep(verb="click", selector=selector)


_WEEK = "#inject-time-time-days"
_VALUE = "#node-input-rule-container .red-ui-typedInput-input"
_WARMEST = max(HOUSES, key=lambda each: each.vents_at)
_BASIL = next(each for each in HOUSES if each.name == "Basilikum")
_BY_OLD = [each.name for each in HOUSES if each.broker == OLD]
_WEDNESDAYS = sum(DAYS.index("Wednesday") in each.days for each in WATERINGS)
_SHRUBS = next(each for each in WATERINGS if each.bed == "Rosen Hochstamm")

TASKS: tuple[BenchTask, ...] = (
    _retrieve(
        "mist-of-basil",
        "Below what humidity does the flow of the greenhouse Basilikum switch the mist on?",
        checks=[answers("number", _BASIL.mist_below)],
        answer=_BASIL.mist_below,
        trace=_opened(opened("Basilikum", "too dry?"), "Edit switch node"),
    ),
    _retrieve(
        "hottest-house",
        "Each of our eight greenhouses has a flow that opens the vents from some temperature on. "
        "Which one lets it get hottest before the vents open?",
        checks=[names(_WARMEST.name)],
        answer=_WARMEST.name,
    ),
    _retrieve(
        "old-broker",
        f"We are about to switch off the MQTT broker named {OLD!r}. Which of the flows send "
        "messages through it?",
        checks=[answers("set", [*_BY_OLD])],
        answer=[*_BY_OLD],
    ),
    _retrieve(
        "wednesdays",
        "How many of the beds in the flow Irrigation are watered on Wednesdays?",
        checks=[answers("number", _WEDNESDAYS)],
        answer=_WEDNESDAYS,
    ),
    _retrieve(
        "evening-roses",
        "At what time does the watering of Rosen Hochstamm start?",
        checks=[answers("time", _SHRUBS.time)],
        answer=_SHRUBS.time,
    ),
    _change(
        "cooler-salad",
        "In the greenhouse Kopfsalat, the vents shall open from 20.5 degrees on. Change that in "
        "its flow and deploy it.",
        checks=[
            *_changed(
                "Kopfsalat", {"too warm?": {"rules": [{"t": "gte", "v": "20.5", "vt": "num"}]}}
            ),
            *_rest_unchanged("Kopfsalat"),
        ],
        trace=(
            *_opened(opened("Kopfsalat", "too warm?"), "Edit switch node"),
            enter("value", "20.5", selector=_VALUE),
            _CONFIRM,
            *_DEPLOY,
        ),
    ),
    _change(
        "rename-office",
        f"Rename the flow {OFFICE} to Bürolicht, and deploy that.",
        checks=_tab_changed(OFFICE, label="Bürolicht", disabled=False),
        trace=(
            *_opened(flow_dialog(OFFICE), "Edit flow"),
            enter("Name", "Bürolicht", selector="#node-input-name"),
            _CONFIRM,
            *_DEPLOY,
        ),
    ),
    _change(
        "frost-is-coming",
        f"The nights get cold again: put the flow {FROST} back in operation and deploy it.",
        checks=_tab_changed(FROST, label=FROST, disabled=False),
        trace=(
            *_opened(flow_dialog(FROST), "Edit flow"),
            _ticked(".red-ui-tray-footer-left button"),
            _CONFIRM,
            *_DEPLOY,
        ),
    ),
    _several(
        "strawberries",
        "In the flow Fraises, let the vents wait 40 seconds instead of 25, and let the mist come "
        "on below a humidity of 54. Deploy both.",
        checks=[
            *_changed(
                "Fraises",
                {
                    "wait": {"timeout": "40", "timeoutUnits": "seconds", "pauseType": "delay"},
                    "too dry?": {"rules": [{"t": "lt", "v": "54", "vt": "num"}]},
                },
            ),
            *_rest_unchanged("Fraises"),
        ],
        trace=(
            *_opened(opened("Fraises", "wait"), "Edit delay node"),
            enter("For", "40", selector="#node-input-timeout"),
            _CONFIRM,
            *_DEPLOY,
            *_opened(opened("Fraises", "too dry?"), "Edit switch node"),
            enter("value", "54", selector=_VALUE),
            _CONFIRM,
            *_DEPLOY,
        ),
    ),
    _several(
        "roof-on-thursday",
        "In the flow Irrigation, water the bed Dach on Thursdays instead of Wednesdays, at the "
        "same time, and the bed Serre d'essai at 05:10 instead of 04:20 on its usual day. Deploy "
        "it.",
        checks=[
            *_changed(
                IRRIGATION,
                {"Dach": {"crontab": "55 03 * * 4"}, "Serre d'essai": {"crontab": "10 05 * * 6"}},
            ),
            *_rest_unchanged(IRRIGATION),
        ],
        trace=(
            *_opened(opened(IRRIGATION, "Dach"), "Edit inject node"),
            _ticked(f"{_WEEK} [value='3']"),
            _ticked(f"{_WEEK} [value='4']"),
            _CONFIRM,
            *_DEPLOY,
            *_opened(opened(IRRIGATION, "Serre d'essai"), "Edit inject node"),
            enter("at", "05:10", selector="#inject-time-time"),
            _CONFIRM,
            *_DEPLOY,
        ),
    ),
    _infeasible(
        "back-to-january",
        "Somebody has spoilt the flow Gurken. Bring it back to the version that was deployed on "
        "20 January, from the history of versions.",
        checks=[],
    ),
    _infeasible(
        "reader-for-aurelie",
        "Give Aurélie Fontaine a user name and a password of her own for this editor, so that "
        "she can read the flows but change nothing.",
        checks=[],
    ),
)
