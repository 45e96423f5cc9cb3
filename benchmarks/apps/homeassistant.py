"""Home Assistant: the rooms, lights and lists of a small guest house."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, wait_for

from . import homeassistant_seed as house
from .app import Account, App, Copy, Screen, Service
from .installing import AppFailed, execute, python_packages
from .programs import up_to_seed

USER = "ilse"
PASSWORD = "Lindenhof-26"
LOVELACE = "guest-rooms"
_HERE = Path(__file__).parent
_CONFIGURATION = """
homeassistant:
  name: Lindenhof
  latitude: 48.5
  longitude: 9.05
  elevation: 340
  unit_system: metric
  time_zone: UTC
  currency: EUR
  country: DE
  language: en
  packages:
    house: !include house.yaml
http:
  server_host: 127.0.0.1
  server_port: !env_var HOME_ASSISTANT_PORT
  ip_ban_enabled: false
frontend:
config:
person:
sun:
search:
counter:
timer:
input_boolean:
input_button:
input_datetime:
input_number:
input_select:
input_text:
automation: !include automations.yaml
script: !include scripts.yaml
scene: !include scenes.yaml
logger:
  default: warning
"""
# The other steps would add services for weather, radio stations and voices.
_ONBOARDING = {
    "version": 4,
    "minor_version": 1,
    "key": "onboarding",
    "data": {"done": ["core_config", "analytics", "integration"]},
}
_SHOWN = ("automation", "climate", "counter", "cover", "light", "lock", "switch")
_VALUES = ("brightness", "temperature", "current_position", "friendly_name")
_HELPERS = sorted({kind for kind, _ in house.HELPERS})
_SHADE = "Lindenhof seed"


def _on(selector: str) -> TraceStep:
    return TraceStep(verb="click", selector=selector)


class HomeAssistant(App):
    """Home Assistant 2024.3 with template devices; nothing of it needs a network."""

    name = "homeassistant"
    summary = "A guest house: lights, blinds, heating, automations, lists, calendars."
    front = "web components of Lit and Material, nested shadow roots, one page over a socket"
    version = "2024.3.3"
    licence = "Apache-2.0"
    # A page of one of its parts: it answers before these are ready.
    ready = "/todo"
    account = Account(
        user=USER,
        password=PASSWORD,
        path="/",
        steps=(
            TraceStep(verb="type", selector="input[name=username]", value=USER),
            TraceStep(verb="type", selector="input[name=password]", value=PASSWORD),
            click("button", "Log in", selector="ha-authorize mwc-button"),
            wait_for("Overview"),
        ),
    )

    screens = (
        Screen("log-in", "/", guest=True),
        Screen("overview", "/lovelace/0", steps=(wait_for("Buffet light"),)),
        Screen("light", "/lovelace/0", steps=(_on("text=Buffet light"),)),
        Screen("thermostat", "/lovelace/0", steps=(_on("ha-card ha-icon-button >> nth=0"),)),
        Screen(
            "quick-search",
            "/lovelace/0",
            steps=(wait_for("Buffet light"), TraceStep(verb="press", value="e")),
        ),
        Screen("rooms", "/guest-rooms/amsel", steps=(wait_for("Amsel blind"),)),
        Screen(
            "card-picker",
            "/guest-rooms/amsel?edit=1",
            steps=(_on("text=Add card"), wait_for("By card")),
        ),
        Screen("list", "/todo?entity_id=todo.guest_rooms", steps=(wait_for("Completed"),)),
        Screen(
            "list-item",
            "/todo?entity_id=todo.guest_rooms",
            steps=(_on("text=Iron the curtains"), wait_for("Due date")),
        ),
        Screen(
            "list-date-picker",
            "/todo?entity_id=todo.guest_rooms",
            steps=(
                _on("text=Iron the curtains"),
                wait_for("Due date"),
                _on("ha-date-input >> nth=0"),
            ),
        ),
        Screen("calendar", "/calendar", steps=(wait_for("Paper bin"),)),
        Screen("new-event", "/calendar", steps=(_on("text=Add event"),)),
        Screen("settings", "/config/dashboard", steps=(wait_for("Areas & zones"),)),
        Screen("areas", "/config/areas/dashboard", steps=(wait_for("Cellar"),)),
        Screen("area", "/config/areas/area/cellar", steps=(wait_for("Dehumidifier"),)),
        Screen(
            "automations", "/config/automation/dashboard", steps=(wait_for("Close the garage"),)
        ),
        Screen(
            "automation-menu",
            "/config/automation/dashboard",
            steps=(wait_for("Close the garage"), _on("ha-icon-overflow-menu >> nth=0")),
        ),
        Screen(
            "automation",
            "/config/automation/edit/0002",
            steps=(_on("text=When the time is equal"),),
        ),
        Screen(
            "new-automation", "/config/automation/dashboard", steps=(_on("text=Create automation"),)
        ),
        Screen("entities", "/config/entities", steps=(wait_for("Aquarium pump"),)),
        Screen("helpers", "/config/helpers", steps=(wait_for("Egg timer"),)),
        Screen("helper", "/config/helpers", steps=(_on("text=House mode"),)),
        Screen("profile", "/profile", steps=(wait_for("Language"),)),
    )

    def install(self, home: Path) -> None:
        """Install it, its front end and its parts' dependencies into a virtual environment.

        Of its own requirements those for clouds and Bluetooth are left out: no part used here
        needs them.
        """
        python_packages(home, "--no-deps", "-r", str(_HERE / "homeassistant_packages.txt"))

    def seed(self, copy: Copy) -> None:
        """Write its files, run it once and configure the rest."""
        for name, content in (
            ("configuration.yaml", _CONFIGURATION),
            # JSON is valid YAML.
            ("house.yaml", json.dumps(house.house(), ensure_ascii=False)),
            ("automations.yaml", json.dumps(house.automations(), ensure_ascii=False)),
            ("scripts.yaml", json.dumps(house.scripts())),
            ("scenes.yaml", json.dumps(house.scenes())),
        ):
            (copy.data / name).write_text(content, encoding="utf-8")
        (copy.data / ".storage").mkdir()
        (copy.data / ".storage/onboarding").write_text(json.dumps(_ONBOARDING), encoding="utf-8")
        # On termination, it writes pending data.
        with up_to_seed(self, copy, ready="/api/onboarding"):
            self._fill(copy)
        for each in copy.data.glob("*.log*"):
            each.unlink()

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """The only program; it may not install anything by itself."""
        command = (str(copy.home / "venv/bin/hass"), "--config", str(copy.data), "--skip-pip")
        # With the server in another zone the automation editor shows times that are hours off.
        port = {"HOME_ASSISTANT_PORT": str(copy.port), "TZ": "UTC"}
        return (Service(command=command, environment=port),)

    def state(self, copy: Copy) -> dict[str, Any]:
        """Return areas, devices, helpers, lists, calendars, automations and dashboards.

        It writes its registries seconds late, and device settings only on exit: so it is asked
        itself, as by its own front end.
        """
        token = (copy.data / "token").read_text(encoding="utf-8")
        lists = {name: f"todo.{house.slug(name)}" for name in (*house.LISTS, "Shopping List")}
        queries: dict[str, dict[str, Any]] = {
            "states": {"type": "get_states"},
            "areas": {"type": "config/area_registry/list"},
            "entities": {"type": "config/entity_registry/list"},
            "people": {"type": "person/list"},
            "users": {"type": "config/auth/list"},
            "dashboards": {"type": "lovelace/dashboards/list"},
            "cards": {"type": "lovelace/config", "url_path": LOVELACE},
        }
        queries |= {kind: {"type": f"{kind}/list"} for kind in _HELPERS}
        queries |= {
            name: {"type": "todo/item/list", "entity_id": entity} for name, entity in lists.items()
        }
        answers = dict(zip(queries, _ask(copy, token, list(queries.values())), strict=True))
        areas = {each["area_id"]: each["name"] for each in answers["areas"]}
        return {
            "areas": sorted(areas.values()),
            "entities": [
                {"id": each["entity_id"], "name": each["name"], "area": areas.get(each["area_id"])}
                # They are stored in the order in which their parts happened to start.
                for each in sorted(answers["entities"], key=lambda one: str(one["entity_id"]))
            ],
            "devices": _devices(answers["states"]),
            "values": {
                each["entity_id"].split(".")[1]: each["state"]
                for each in answers["states"]
                if each["entity_id"].startswith("input_") and ".kept_" not in each["entity_id"]
            },
            "helpers": {
                kind: sorted(
                    (_without(each, "id") for each in answers[kind]), key=lambda each: each["name"]
                )
                for kind in _HELPERS
            },
            "lists": {
                name: [
                    {
                        "what": each["summary"],
                        "status": each["status"],
                        "due": each.get("due"),
                        "note": each.get("description"),
                    }
                    for each in answers[name]["items"]
                ]
                for name in lists
            },
            "calendars": {
                path.name.split(".")[1]: _events(path.read_text(encoding="utf-8"))
                for path in sorted((copy.data / ".storage").glob("local_calendar.*.ics"))
            },
            "people": sorted(each["name"] for each in answers["people"]["storage"]),
            "users": sorted(str(each["name"]) for each in answers["users"]),
            "dashboards": sorted(each["title"] for each in answers["dashboards"]),
            "cards": answers["cards"],
            "automations": (copy.data / "automations.yaml").read_text(encoding="utf-8"),
            "scripts": (copy.data / "scripts.yaml").read_text(encoding="utf-8"),
            "scenes": (copy.data / "scenes.yaml").read_text(encoding="utf-8"),
        }

    def _fill(self, copy: Copy) -> None:
        with httpx.Client(base_url=copy.url, timeout=60) as client:
            access = _onboarded(client, copy.url)
            client.headers["Authorization"] = f"Bearer {access}"
            entries = [("local_calendar", {"calendar_name": name}) for name in _calendars()]
            entries += [("local_todo", {"todo_list_name": name}) for name in house.LISTS]
            for handler, values in (*entries, ("shopping_list", {})):
                flow = {"handler": handler, "show_advanced_options": False}
                begun = _posted(client, "/api/config/config_entries/flow", flow)
                _posted(client, f"/api/config/config_entries/flow/{begun['flow_id']}", values)
        (token,) = _ask(
            copy,
            access,
            [{"type": "auth/long_lived_access_token", "client_name": _SHADE, "lifespan": 3650}],
        )
        (copy.data / "token").write_text(token, encoding="utf-8")
        (areas,) = _ask(copy, token, [_LIST_AREAS])
        area = "config/area_registry"
        _ask(copy, token, [{"type": f"{area}/delete", "area_id": e["area_id"]} for e in areas])
        _ask(copy, token, [{"type": f"{area}/create", "name": name} for name in house.AREAS])
        known = {each["name"]: each["area_id"] for each in _ask(copy, token, [_LIST_AREAS])[0]}
        _ask(copy, token, _commands(known))


_LIST_AREAS = {"type": "config/area_registry/list"}


def _commands(areas: dict[str, str]) -> list[dict[str, Any]]:
    """Return the commands to send once it has its areas."""
    update = "config/entity_registry/update"
    commands: list[dict[str, Any]] = [
        {"type": update, "entity_id": entity, "area_id": areas[area]}
        for entity, area in house.placed().items()
    ]
    commands += [
        {"type": update, "entity_id": entity, "hidden_by": "user"} for entity in house.hidden()
    ]
    commands += [{"type": f"{kind}/create", **values} for kind, values in house.HELPERS]
    commands += [{"type": "person/create", "name": name} for name in house.PEOPLE[1:]]
    for name, items in house.LISTS.items():
        target = {"entity_id": f"todo.{house.slug(name)}"}
        for what, due, done, note in items:
            more = {"due_date": due} if due else {}
            more |= {"description": note} if note else {}
            commands.append(_service("todo", "add_item", {"item": what, **more}, target))
            if done:
                gone = {"item": what, "status": "completed"}
                commands.append(_service("todo", "update_item", gone, target))
    for what, done in house.SHOPPING:
        commands.append(_service("shopping_list", "add_item", {"name": what}))
        if done:
            commands.append(_service("shopping_list", "complete_item", {"name": what}))
    for calendar, what, start, end, often in house.EVENTS:
        event = {"summary": what, "dtstart": start, "dtend": end}
        event |= {"rrule": f"FREQ={often}"} if often else {}
        entity = f"calendar.{house.slug(calendar)}"
        commands.append({"type": "calendar/event/create", "entity_id": entity, "event": event})
    return [*commands, *_dashboard()]


def _dashboard() -> list[dict[str, Any]]:
    views: list[dict[str, Any]] = []
    for room in ("Amsel", "Meise", "Spatz"):
        area = f"Guest room {room}"
        inside = [each for each, name in house.placed().items() if name.endswith(room)]
        first = {"type": "entities", "title": area, "entities": sorted(inside)}
        second = {"type": "thermostat", "entity": f"climate.{house.slug(area)}_thermostat"}
        views.append({"title": room, "path": room.lower(), "cards": [first, second]})
    lists = [{"type": "todo-list", "entity": f"todo.{house.slug(name)}"} for name in house.LISTS]
    views.append({"title": "Lists", "path": "lists", "cards": lists})
    made = {"url_path": LOVELACE, "title": "Guest rooms", "icon": "mdi:bed", "mode": "storage"}
    config = {"title": "Guest rooms", "views": views}
    return [
        {"type": "lovelace/dashboards/create", "show_in_sidebar": True, **made},
        {"type": "lovelace/config/save", "url_path": LOVELACE, "config": config},
    ]


def _service(
    domain: str, service: str, data: dict[str, Any], target: dict[str, str] | None = None
) -> dict[str, Any]:
    more = {"target": target} if target else {}
    return {
        "type": "call_service",
        "domain": domain,
        "service": service,
        "service_data": data,
        **more,
    }


def _calendars() -> list[str]:
    return sorted({each[0] for each in house.EVENTS})


def _onboarded(client: httpx.Client, url: str) -> str:
    """Create the first user and return an access token."""
    person = {"name": house.PEOPLE[0], "username": USER, "password": PASSWORD, "language": "en"}
    made = _posted(client, "/api/onboarding/users", {"client_id": f"{url}/", **person})
    given = {"grant_type": "authorization_code", "code": made["auth_code"], "client_id": f"{url}/"}
    return str(client.post("/auth/token", data=given).json()["access_token"])


def _posted(client: httpx.Client, path: str, values: dict[str, Any]) -> Any:
    answer = client.post(path, json=values)
    if not answer.is_success:
        raise AppFailed(f"Home Assistant refuses {path}: {answer.text[:300]}")
    return answer.json()


def _ask(copy: Copy, token: str, commands: list[dict[str, Any]]) -> list[Any]:
    given = {
        "socket": f"ws://127.0.0.1:{copy.port}/api/websocket",
        "token": token,
        "commands": commands,
    }
    program = (copy.home / "venv/bin/python", _HERE / "homeassistant_talk.py")
    answers: list[Any] = json.loads(execute(program, given=json.dumps(given)))
    return answers


def _devices(states: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what people set, without readings that change by themselves."""
    found = []
    for each in sorted(states, key=lambda each: str(each["entity_id"])):
        if each["entity_id"].split(".")[0] in _SHOWN:
            values = {key: each["attributes"][key] for key in _VALUES if key in each["attributes"]}
            found.append({"id": each["entity_id"], "state": each["state"], **values})
    return found


def _without(record: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in keys}


def _events(text: str) -> list[dict[str, str]]:
    """Read the events of a calendar's file."""
    found: list[dict[str, str]] = []
    names = {
        "SUMMARY": "what",
        "DTSTART": "start",
        "DTEND": "end",
        "RRULE": "often",
        "LOCATION": "place",
        "DESCRIPTION": "note",
    }
    for line in text.replace("\r\n", "\n").replace("\n ", "").splitlines():
        key, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and (name := names.get(key.split(";")[0])):
            found[-1][name] = value
    return found
