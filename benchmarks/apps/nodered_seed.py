"""Node-RED's seed data: the flows of an invented nursery with eight greenhouses."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Node = dict[str, Any]


def node_id(*names: str) -> str:
    """Return the id of the node with this name in its flow."""
    return hashlib.sha256("/".join(names).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class House:
    """A greenhouse, and the thresholds and times of its flow."""

    name: str
    vents_at: float
    mist_below: int
    every_min: int
    wait_s: int
    broker: str
    keeper: str


NORTH, OLD, SOUTH = "Broker north", "Broker north (old)", "Broker south"
HOUSES = (
    House("Tomaten Nord", 27.5, 60, 10, 20, OLD, "Henrike Möller"),
    House("Tomaten Süd", 28.5, 55, 10, 20, SOUTH, "Henrike Moller"),
    House("Gurken", 29.0, 70, 5, 30, NORTH, "Cem Yıldız"),
    House("Basilikum", 26.0, 50, 15, 45, OLD, "Aurélie Fontaine"),
    House("Orchideen", 30.5, 80, 5, 15, SOUTH, "Aurelie Fontane"),
    House("Kopfsalat", 22.0, 65, 20, 30, NORTH, "Benno Scharf"),
    House("Fraises", 25.5, 58, 15, 25, OLD, "Maïwenn Le Goff"),
    House("Jungpflanzen 🌱", 24.5, 75, 5, 10, SOUTH, "Benno Scharfe"),
)
DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


@dataclass(frozen=True, slots=True)
class Watering:
    """When a bed is watered, and for how long."""

    bed: str
    time: str
    days: tuple[int, ...]
    minutes: int

    @property
    def crontab(self) -> str:
        """The schedule in cron syntax."""
        hour, minute = self.time.split(":")
        return f"{int(minute):02} {int(hour):02} * * {','.join(map(str, self.days))}"


WATERINGS = (
    Watering("Bed 1", "06:10", (1, 3, 5), 12),
    Watering("Bed 2", "06:30", (2, 4), 15),
    Watering("Bed 3", "05:45", (1, 4), 9),
    Watering("Bed 3b", "05:50", (3, 6), 9),
    Watering("Rosen", "21:15", (0, 3), 20),
    Watering("Rosen Hochstamm", "21:40", (2, 5), 22),
    Watering("Kräuterspirale", "07:05", (1, 2, 3, 4, 5), 6),
    Watering("Serre d'essai", "04:20", (6,), 30),
    Watering("Pépinière", "20:35", (1, 3), 18),
    Watering("Kübel am Tor", "08:25", (0, 6), 5),
    Watering("Kübel am Steg", "08:35", (2, 6), 5),
    Watering("Dach", "03:55", (3,), 40),
)
IRRIGATION, ALARMS, FROST = "Irrigation", "Alarms", "Frost watch"
COPY, BENCH, OFFICE = "Copy of Gurken", "Test bench", "Office lights"
_INFO = {
    ALARMS: "All greenhouses send here what a person must look at. " * 12,
    FROST: "Only from October to April. *Im Sommer abgeschaltet.*",
    BENCH: "For trying out; nothing here reaches a greenhouse.",
}
DISABLED = (FROST, BENCH)
_MODES = {"Day": 800, "Evening": 300, "Night": 20, "Putzen": 950, "Fête 🎉": 600}


def _node(flow: str, kind: str, name: str, at: tuple[int, int], **keys: Any) -> Node:
    own = {"id": node_id(flow, name), "type": kind, "z": node_id(flow), "name": name}
    return {**own, **keys, "x": 140 + at[0] * 210, "y": 60 + at[1] * 60}


def _wired(flow: str, *names: str) -> list[list[str]]:
    """One output that leads to these nodes."""
    return [[node_id(flow, each) for each in names]]


def _tab(name: str) -> Node:
    keys = {"disabled": name in DISABLED, "info": _INFO.get(name, "").strip(), "env": []}
    return {"id": node_id(name), "type": "tab", "label": name, **keys}


def _inject(flow: str, name: str, at: tuple[int, int], to: str, **keys: Any) -> Node:
    more: Node = {"repeat": "", "crontab": "", "payload": "", "payloadType": "date", **keys}
    props = [{"p": "payload"}, {"p": "topic", "vt": "str"}]
    more |= {"props": props, "once": False, "onceDelay": 0.1, "topic": ""}
    return _node(flow, "inject", name, at, **more, wires=_wired(flow, to))


def _switch(flow: str, name: str, at: tuple[int, int], to: str, field: str, rule: Node) -> Node:
    keys = {"property": field, "propertyType": "msg", "rules": [rule], "checkall": "true"}
    wires = _wired(flow, to)
    return _node(flow, "switch", name, at, **keys, repair=False, outputs=1, wires=wires)


def _change(flow: str, name: str, at: tuple[int, int], to: Sequence[str], value: str) -> Node:
    rule = {"t": "set", "p": "payload", "pt": "msg", "to": value, "tot": "str"}
    legacy = {"action": "", "property": "", "from": "", "to": "", "reg": False}
    return _node(flow, "change", name, at, rules=[rule], **legacy, wires=_wired(flow, *to))


def _delay(flow: str, name: str, at: tuple[int, int], to: str, seconds: int) -> Node:
    keys = {"pauseType": "delay", "timeout": str(seconds), "timeoutUnits": "seconds", "rate": "1"}
    keys |= {"nbRateUnits": "1", "rateUnits": "second", "randomFirst": "1", "randomLast": "5"}
    more = {"randomUnits": "seconds", "drop": False, "allowrate": False, "outputs": 1}
    return _node(flow, "delay", name, at, **keys, **more, wires=_wired(flow, to))


def _function(flow: str, name: str, at: tuple[int, int], to: Sequence[str], code: str) -> Node:
    keys: Node = {"func": code, "outputs": 1, "timeout": 0, "noerr": 0}
    keys |= {"initialize": "", "finalize": "", "libs": []}
    return _node(flow, "function", name, at, **keys, wires=_wired(flow, *to))


def _publish(flow: str, name: str, at: tuple[int, int], topic: str, broker: str) -> Node:
    keys: Node = {"topic": topic, "qos": "1", "retain": "false", "respTopic": ""}
    keys |= {"contentType": "", "userProps": "", "correl": "", "expiry": ""}
    return _node(flow, "mqtt out", name, at, **keys, broker=node_id(broker), wires=[])


def _debug(flow: str, name: str, at: tuple[int, int]) -> Node:
    keys = {"active": False, "tosidebar": True, "console": False, "tostatus": False}
    more = {"complete": "payload", "targetType": "msg", "statusVal": "", "statusType": "auto"}
    return _node(flow, "debug", name, at, **keys, **more, wires=[])


def _comment(flow: str, name: str, at: tuple[int, int], info: str) -> Node:
    return _node(flow, "comment", name, at, info=info, wires=[])


def _broker(name: str, port: int) -> Node:
    keys: Node = {"broker": "127.0.0.1", "port": port, "clientid": "", "autoConnect": False}
    keys |= {"usetls": False, "protocolVersion": "4", "keepalive": "60", "cleansession": True}
    keys |= {"autoUnsubscribe": True, "userProps": "", "sessionExpiry": ""}
    for when in ("birth", "close", "will"):
        keys |= {f"{when}Topic": "", f"{when}Qos": "0", f"{when}Retain": "false"}
        keys |= {f"{when}Payload": "", f"{when}Msg": {}}
    return {"id": node_id(name), "type": "mqtt-broker", "name": name, **keys}


def _house(flow: str, house: House) -> list[Node]:
    topic = f"greenhouse/{house.name.split()[0].lower()}"
    code = (
        "// What the sensors say; made up until the new ones are wired.\n"
        f"const step = Math.floor(Date.now() / {house.every_min * 60000}) % 5;\n"
        f"msg.temperature = {house.vents_at - 4} + step;\n"
        f"msg.humidity = {house.mist_below + 12} - step;\n"
        "msg.payload = { t: msg.temperature, h: msg.humidity };\nreturn msg;"
    )
    warm = {"t": "gte", "v": str(house.vents_at), "vt": "num"}
    dry = {"t": "lt", "v": str(house.mist_below), "vt": "num"}
    cron = f"*/{house.every_min} 0-23 * * *"
    return [
        _comment(flow, f"Kept by {house.keeper}", (0, 0), f"Ask {house.keeper} before a change."),
        _inject(flow, "every few minutes", (0, 2), "read climate", crontab=cron),
        _function(flow, "read climate", (1, 2), ("too warm?", "too dry?", "climate"), code),
        _switch(flow, "too warm?", (2, 1), "open vents", "temperature", warm),
        _change(flow, "open vents", (3, 1), ("wait", "vents opened"), "open"),
        _delay(flow, "wait", (4, 1), "vents", house.wait_s),
        _publish(flow, "vents", (5, 1), f"{topic}/vents", house.broker),
        _switch(flow, "too dry?", (2, 3), "mist", "humidity", dry),
        _change(flow, "mist", (3, 3), ("nozzles", "to alarms"), "on"),
        _publish(flow, "nozzles", (4, 3), f"{topic}/nozzles", house.broker),
        _debug(flow, "climate", (2, 5)),
        _debug(flow, "vents opened", (4, 0)),
        _node(
            flow,
            "link out",
            "to alarms",
            (4, 5),
            mode="link",
            links=[node_id(ALARMS, "from greenhouses")],
            wires=[],
        ),
    ]


def _irrigation() -> list[Node]:
    nodes = []
    for row, each in enumerate(WATERINGS):
        done = f"water {each.bed}"
        nodes += [
            _inject(IRRIGATION, each.bed, (0, row), done, crontab=each.crontab),
            _change(IRRIGATION, done, (2, row), ("valves",), f"{each.bed};{each.minutes}"),
        ]
    return [*nodes, _publish(IRRIGATION, "valves", (4, 5), "garden/valves", SOUTH)]


def _template(flow: str, name: str, at: tuple[int, int], to: str, text: str) -> Node:
    keys = {"field": "payload", "fieldType": "msg", "format": "handlebars", "syntax": "mustache"}
    wires = _wired(flow, to)
    return _node(flow, "template", name, at, **keys, template=text, output="str", wires=wires)


def _alarms() -> list[Node]:
    senders = [node_id(each, "to alarms") for each in (*_NAMES, COPY)]
    return [
        _node(
            ALARMS,
            "link in",
            "from greenhouses",
            (0, 1),
            links=senders,
            wires=_wired(ALARMS, "Meldung", "message"),
        ),
        _template(ALARMS, "Meldung", (2, 1), "board", "Bitte nachsehen: {{payload}}"),
        _template(ALARMS, "message", (2, 2), "board", "À vérifier : {{payload}}"),
        _debug(ALARMS, "board", (4, 1)),
        _inject(ALARMS, "try it", (0, 3), "Meldung", payload="Probealarm", payloadType="str"),
    ]


def _frost() -> list[Node]:
    cold = {"t": "lt", "v": "2.5", "vt": "num"}
    return [
        _inject(FROST, "each hour", (0, 1), "cold?", crontab="0 */1 * * *"),
        _switch(FROST, "cold?", (2, 1), "heating", "payload", cold),
        _publish(FROST, "heating", (4, 1), "garden/heating", NORTH),
    ]


def _office() -> list[Node]:
    nodes = []
    for row, (mode, level) in enumerate(_MODES.items()):
        done = f"light {mode}"
        nodes += [
            _inject(OFFICE, mode, (0, row), done, payload=mode, payloadType="str"),
            _change(OFFICE, done, (2, row), ("lamps",), str(level)),
        ]
    return [*nodes, _publish(OFFICE, "lamps", (4, 2), "office/lamps", NORTH)]


_NAMES = tuple(each.name for each in HOUSES)
_BENCH = [_inject(BENCH, "go", (0, 1), "seen"), _debug(BENCH, "seen", (2, 1))]
TABS = (*_NAMES, IRRIGATION, ALARMS, FROST, COPY, BENCH, OFFICE)


def flows() -> list[Node]:
    """Return all flows as Node-RED stores them."""
    nodes = [_tab(name) for name in TABS]
    nodes += [_broker(name, port) for name, port in ((NORTH, 18831), (OLD, 18832), (SOUTH, 18833))]
    for house in HOUSES:
        nodes += _house(house.name, house)
    copied = next(each for each in HOUSES if COPY.endswith(each.name))
    return [
        *nodes,
        *_irrigation(),
        *_alarms(),
        *_frost(),
        *_house(COPY, copied),
        *_BENCH,
        *_office(),
    ]
