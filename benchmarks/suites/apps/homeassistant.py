"""Tasks on Home Assistant, in the words of the guest house's keepers."""

from __future__ import annotations

from functools import partial

from pydantic import JsonValue

from agent_e.benchmarks.apps import homeassistant_seed as house
from agent_e.benchmarks.apps.homeassistant import HomeAssistant
from agent_e.benchmarks.tasks.checks import answers, names, state, unchanged
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import wait_for

from .task import app_task

_APP = HomeAssistant()
_NAME = _APP.name
_retrieve = partial(app_task, _APP, "retrieve")
_change = partial(app_task, _APP, "change")
_several = partial(app_task, _APP, "several")
_infeasible = partial(app_task, _APP, "infeasible")
_PARTS = (
    "areas", "entities", "helpers", "calendars", "people", "users", "dashboards", "cards",
    "automations", "scripts", "scenes",
)  # fmt: skip
_LISTS = (*house.LISTS, "Shopping List")
_DAMP = max(house.HUMIDITY, key=lambda row: row[1])
_OPEN = sum(wide for _, _, wide in house.WINDOWS)
_ASLEEP = sum(not on for *_, on in house.AUTOMATIONS)
_EMPTY = [name.removesuffix(" battery") for _, name, left in house.BATTERIES if left < 20]
_MEISE = next(at for alias, at, *_ in house.AUTOMATIONS if alias.startswith("Open the Meise"))
_CANDLES = "Order candles for the terrace"


def _open(path: str) -> TraceStep:
    return TraceStep(verb="open", name=f"{{{_NAME}}}{path}")


def _on(selector: str) -> TraceStep:
    return TraceStep(verb="click", selector=selector)


def _device(entity: str, **values: JsonValue) -> EvaluatorSpec:
    """A device is set to this."""
    return state(_NAME, "devices", contains={"id": entity, **values})


def _rest(devices: int, *changed: str) -> list[EvaluatorSpec]:
    """This many devices have changed, and everything but the named is unchanged."""
    paths = [*_PARTS, *(f"lists.{name}" for name in _LISTS), "values"]
    return [
        state(_NAME, "devices", new=True, count=devices),
        *(unchanged(_NAME, path) for path in paths if path not in changed),
    ]


def _items(name: str, *items: tuple[str, str]) -> list[EvaluatorSpec]:
    """These entries of a list, text and status, are new or changed."""
    return [
        state(_NAME, f"lists.{name}", new=True, count=len(items)),
        *(
            state(_NAME, f"lists.{name}", new=True, contains={"what": what, "status": status})
            for what, status in items
        ),
    ]


TASKS: tuple[BenchTask, ...] = (
    _retrieve(
        "dampest",
        "In which room or part of the house is the air dampest?",
        checks=(names(_DAMP[0]),),
        answer=_DAMP[0],
    ),
    _retrieve(
        "open-windows",
        "How many windows of the house are open at the moment?",
        checks=(answers("number", _OPEN),),
        answer=_OPEN,
    ),
    _retrieve(
        "meise-blind",
        "At what time in the morning is the blind in Meise opened by itself?",
        checks=(answers("time", _MEISE[:5]),),
        answer=_MEISE[:5],
        trace=(
            _open("/config/automation/dashboard"),
            _on("text=Open the Meise blind in the morning"),
            wait_for("When the time is equal to"),
        ),
    ),
    _retrieve(
        "batteries",
        "The batteries of which sensors are below 20 percent?",
        checks=(answers("all_of", [*_EMPTY]),),
        answer=" and ".join(_EMPTY),
    ),
    _retrieve(
        "asleep",
        "How many of our automations are switched off?",
        checks=(answers("number", _ASLEEP),),
        answer=_ASLEEP,
    ),
    _change(
        "terrace-light",
        "Somebody has left the light on the terrace on. Turn it off.",
        checks=(_device("light.terrace_light", state="off"), *_rest(1)),
        trace=(
            _open("/lovelace/0"),
            _on("hui-toggle-entity-row:has-text('Terrace light') ha-switch"),
        ),
    ),
    _change(
        "candles",
        f"Put '{_CANDLES}' on the to-do list of the house.",
        checks=(*_items("House", (_CANDLES, "needs_action")), *_rest(0, "lists.House")),
        trace=(
            _open("/todo?entity_id=todo.house"),
            TraceStep(
                verb="type", selector="hui-todo-list-card ha-textfield input", value=_CANDLES
            ),
            TraceStep(verb="press", value="Enter"),
        ),
    ),
    _change(
        "hot-water",
        "Lower the target for the hot water to 52 degrees.",
        checks=(
            state(_NAME, "values.hot_water_target", equals="52.0"),
            *(
                unchanged(_NAME, f"values.{house.slug(values['name'])}")
                for kind, values in house.HELPERS
                if kind.startswith("input_") and values["name"] != "Hot water target"
            ),
            *_rest(0, "values"),
        ),
    ),
    _several(
        "irrigation",
        "From now on the front garden is to be watered automatically again, and the back garden no "
        "longer. Leave the schedules themselves and the valves as they are.",
        checks=(
            _device("automation.irrigation_of_the_front_garden", state="on"),
            _device("automation.irrigation_of_the_back_garden", state="off"),
            *_rest(2),
        ),
    ),
    _several(
        "arrival-amsel",
        "Guests for Amsel arrive: open the blind there completely, turn on both bedside lamps and "
        "set the heating of the guest room to 21.5 degrees.",
        checks=(
            _device("cover.amsel_blind", current_position=100),
            _device("light.amsel_bedside_lamp_left", state="on"),
            _device("light.amsel_bedside_lamp_right", state="on"),
            _device("climate.guest_room_amsel_thermostat", temperature=21.5),
            *_rest(4),
        ),
    ),
    _several(
        "linen",
        "The bed linen in Amsel and Meise has been changed and the strawberries are planted. Tick "
        "these off.",
        checks=(
            *_items(
                "Guest rooms",
                ("Change the bed linen in Amsel", "completed"),
                ("Change the bed linen in Meise", "completed"),
            ),
            *_items("Garden", ("Plant the strawberries", "completed")),
            *_rest(0, "lists.Guest rooms", "lists.Garden"),
        ),
        trace=(
            _open("/todo?entity_id=todo.guest_rooms"),
            _on("ha-check-list-item:has-text('bed linen in Amsel') mwc-checkbox"),
            _on("ha-check-list-item:has-text('bed linen in Meise') mwc-checkbox"),
            _open("/todo?entity_id=todo.garden"),
            _on("ha-check-list-item:has-text('strawberries') mwc-checkbox"),
        ),
    ),
    _infeasible(
        "last-week",
        "What was the average temperature in the office over the last seven days?",
        checks=(),
    ),
)
