"""The guest house of the Home Assistant seed: its rooms, devices and schedules."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

AREAS = (
    "Kitchen", "Living room", "Breakfast room", "Office", "Hallway", "Guest room Amsel",
    "Guest room Meise", "Guest room Spatz", "Bathroom Amsel", "Bathroom Meise", "Cellar", "Garage",
    "Garden",
)  # fmt: skip
LIGHTS = (
    ("Kitchen", "Kitchen ceiling light", True, 80),
    ("Kitchen", "Kitchen worktop light", False, 100),
    ("Living room", "Living room floor lamp", True, 35),
    ("Living room", "Living room ceiling light", False, 60),
    ("Breakfast room", "Breakfast table light", False, 70),
    ("Breakfast room", "Buffet light", True, 90),
    ("Office", "Office ceiling light", True, 100),
    ("Office", "Office desk lamp", False, 55),
    ("Hallway", "Hallway light upstairs", True, 40),
    ("Hallway", "Hallway light downstairs", False, 40),
    ("Guest room Amsel", "Amsel bedside lamp left", False, 30),
    ("Guest room Amsel", "Amsel bedside lamp right", False, 30),
    ("Guest room Amsel", "Amsel ceiling light", True, 75),
    ("Guest room Meise", "Meise bedside lamp", False, 30),
    ("Guest room Meise", "Meise ceiling light", False, 75),
    ("Guest room Spatz", "Spatz bedside lamp", True, 25),
    ("Guest room Spatz", "Spatz ceiling light", False, 75),
    ("Bathroom Amsel", "Amsel mirror light", False, 100),
    ("Bathroom Meise", "Meise mirror light", True, 100),
    ("Cellar", "Cellar light", True, 100),
    ("Garage", "Garage light", False, 100),
    ("Garden", "Garden path lights", False, 50),
    ("Garden", "Terrace light", True, 65),
)
COVERS = (
    ("Living room", "Living room blind", 100),
    ("Breakfast room", "Breakfast room blind", 70),
    ("Office", "Office blind", 45),
    ("Guest room Amsel", "Amsel blind", 0),
    ("Guest room Meise", "Meise blind", 0),
    ("Guest room Spatz", "Spatz blind", 100),
    ("Garage", "Garage door", 0),
)
SWITCHES = (
    ("Kitchen", "Coffee machine", True),
    ("Breakfast room", "Tea urn", False),
    ("Office", "Printer socket", True),
    ("Living room", "Aquarium pump", True),
    ("Cellar", "Dehumidifier", False),
    ("Cellar", "Washing machine socket", True),
    ("Garage", "Charging station", False),
    ("Garden", "Irrigation front", False),
    ("Garden", "Irrigation back", True),
)
THERMOSTATS = (
    ("Living room", 21.0, 21.4),
    ("Breakfast room", 20.5, 19.8),
    ("Office", 21.5, 22.0),
    ("Guest room Amsel", 20.0, 19.6),
    ("Guest room Meise", 19.5, 19.9),
    ("Guest room Spatz", 20.0, 20.7),
    ("Bathroom Amsel", 23.0, 22.1),
    ("Bathroom Meise", 23.5, 22.8),
)
HUMIDITY = (
    ("Kitchen", 48),
    ("Living room", 44),
    ("Breakfast room", 46),
    ("Office", 39),
    ("Guest room Amsel", 51),
    ("Guest room Meise", 57),
    ("Guest room Spatz", 47),
    ("Bathroom Amsel", 63),
    ("Bathroom Meise", 61),
    ("Cellar", 68),
    ("Garage", 66),
)
WINDOWS = (
    ("Kitchen", "Kitchen window", False),
    ("Living room", "Living room window left", True),
    ("Living room", "Living room window right", False),
    ("Breakfast room", "Breakfast room window", False),
    ("Office", "Office window", False),
    ("Guest room Amsel", "Amsel window", False),
    ("Guest room Meise", "Meise window", True),
    ("Guest room Spatz", "Spatz window", False),
    ("Bathroom Amsel", "Amsel bathroom window", True),
    ("Bathroom Meise", "Meise bathroom window", False),
    ("Cellar", "Cellar window", True),
)
BATTERIES = (
    ("Guest room Amsel", "Amsel door sensor battery", 81),
    ("Guest room Meise", "Meise door sensor battery", 18),
    ("Guest room Spatz", "Spatz door sensor battery", 64),
    ("Garden", "Garden gate sensor battery", 9),
    ("Hallway", "Smoke alarm upstairs battery", 92),
    ("Cellar", "Smoke alarm cellar battery", 37),
)
LOCKS = (
    ("Hallway", "Front door", True),
    ("Cellar", "Cellar door", False),
    ("Garden", "Garden gate", True),
)
GUEST_MODE = "input_boolean.guest_mode"

AUTOMATIONS: tuple[tuple[str, str, str, bool], ...] = (
    ("Open the Amsel blind in the morning", "07:15:00", "open_cover cover.amsel_blind", True),
    ("Open the Meise blind in the morning", "07:45:00", "open_cover cover.meise_blind", True),
    ("Open the Spatz blind in the morning", "08:10:00", "open_cover cover.spatz_blind", True),
    ("Close the Amsel blind at night", "22:05:00", "close_cover cover.amsel_blind", True),
    ("Close the Meise blind at night", "21:50:00", "close_cover cover.meise_blind", True),
    ("Coffee machine on before breakfast", "06:10:00", "turn_on switch.coffee_machine", True),
    ("Coffee machine off after breakfast", "10:40:00", "turn_off switch.coffee_machine", True),
    ("Tea urn on before breakfast", "06:25:00", "turn_on switch.tea_urn", False),
    ("Hall below dark at midnight", "00:00:00", "turn_off light.hallway_light_downstairs", True),
    ("Hall upstairs dark at midnight", "00:15:00", "turn_off light.hallway_light_upstairs", True),
    ("Terrace light on in the evening", "18:30:00", "turn_on light.terrace_light", True),
    ("Garden path lights on in the evening", "18:45:00", "turn_on light.garden_path_lights", True),
    ("Irrigation of the front garden", "05:20:00", "turn_on switch.irrigation_front", False),
    ("Irrigation of the back garden", "05:40:00", "turn_on switch.irrigation_back", True),
    ("Lock the front door at night", "22:30:00", "lock lock.front_door", True),
    ("Lock the cellar door at night", "22:35:00", "lock lock.cellar_door", True),
    ("Close the garage door at night", "22:40:00", "close_cover cover.garage_door", True),
    ("Dehumidifier in the cellar at noon", "12:00:00", "turn_on switch.dehumidifier", True),
    ("Office lights off after work", "19:00:00", "turn_off light.office_ceiling_light", True),
    ("Nachts die Aquariumpumpe drosseln", "23:15:00", "turn_off switch.aquarium_pump", False),
    ("Fenêtre de la cave ouverte", "21:00:00", "remind The cellar window is open.", True),
    ("Remind of the glass bin 🍾", "17:00:00", "remind The glass bin goes out tonight.", True),
)  # fmt: skip
SCENES = (
    ("Breakfast", ("light.breakfast_table_light", "light.buffet_light")),
    ("Reading evening", ("light.living_room_floor_lamp",)),
    ("Arrival of guests", ("light.terrace_light", "light.garden_path_lights")),
)
SCRIPTS = (
    ("Good night", ("lock.front_door", "lock.cellar_door")),
    ("Everything ready for guests", ("light.terrace_light",)),
)
LISTS: dict[str, tuple[tuple[str, str, bool, str], ...]] = {
    "Guest rooms": (
        ("Change the bed linen in Amsel", "2026-03-02", False, ""),
        ("Change the bed linen in Meise", "2026-03-03", False, ""),
        ("Change the bed linen in Spatz", "2026-03-03", True, ""),
        ("New light bulb for the bedside lamp in Meise", "", False, "E14, warm white"),
        ("Seife und Handtücher auffüllen", "2026-03-05", False, ""),
        ("Descale the shower head in Bathroom Amsel", "2026-03-09", False, ""),
        ("Descale the shower head in Bathroom Meise", "2026-03-16", False, ""),
        ("Repair the squeaking wardrobe in Spatz", "", True, ""),
        ("Iron the curtains of Amsel", "2026-04-01", False, ""),
    ),
    "Garden": (
        ("Cut back the roses", "2026-02-28", False, "Both sides of the gate"),
        ("Order two cubic metres of compost", "2026-03-06", False, ""),
        ("Clean the gutters", "2026-03-20", True, ""),
        ("Repair the fence towards the Müllers", "2026-04-11", False, ""),
        ("Plant the strawberries", "2026-04-18", False, ""),
        ("Empty the rain barrels", "", True, ""),
    ),
    "House": (
        ("Read the water meter", "2026-03-31", False, ""),
        ("Read the gas meter", "2026-03-31", True, ""),
        ("Call the chimney sweep", "2026-02-17", False, "Mr Baranowski, mornings only"),
        ("Renew the fire extinguisher in the cellar", "2026-05-01", False, ""),
        ("Rappeler le plombier", "2026-02-20", False, ""),
        (
            "Write the house rules anew",
            "2026-06-01",
            False,
            "Quiet hours from ten in the evening to seven in the morning. Breakfast from half past "
            "seven to ten. Dogs are welcome in Spatz only, on a lead, not on the beds. Bicycles "
            "go into the garage, never into the hallway. The garden gate is locked at night; the "
            "code is on the key ring. Who breaks a glass tells us and pays nothing. Smoking is for "
            "the terrace. The last guest in the living room turns off the floor lamp. Departure is "
            "at eleven; luggage may stay in the office until six.",
        ),
    ),
}
SHOPPING = (
    ("Oat milk", False),
    ("Milk", False),
    ("Coffee beans, 3 kg", False),
    ("Honey", True),
    ("Brötchen für Samstag", False),
    ("Dishwasher salt", False),
    ("Light bulb E14", False),
    ("Light bulb E27", True),
    ("Confiture d'abricots", False),
    ("Candles 🕯️", False),
)
EVENTS: tuple[tuple[str, str, str, str, str], ...] = (
    ("Bookings", "Family Aalto in Amsel", "2026-02-06", "2026-02-10", ""),
    ("Bookings", "Family Alto in Spatz", "2026-02-06", "2026-02-08", ""),
    ("Bookings", "Mrs Okonkwo in Meise", "2026-02-13", "2026-02-17", ""),
    ("Bookings", "Cycling group in all rooms", "2026-04-30", "2026-05-04", ""),
    ("Bookings", "Monsieur Lefèvre in Amsel", "2026-03-20", "2026-03-27", ""),
    ("House calendar", "Glass bin", "2026-01-05T18:00:00", "2026-01-05T18:30:00", "WEEKLY"),
    ("House calendar", "Paper bin", "2026-01-07T07:30:00", "2026-01-07T08:00:00", "WEEKLY"),
    ("House calendar", "Bakery delivers", "2026-01-03T06:45:00", "2026-01-03T07:00:00", "WEEKLY"),
    ("House calendar", "Window cleaner", "2026-01-15T09:15:00", "2026-01-15T12:00:00", "MONTHLY"),
    ("House calendar", "Heating maintenance", "2026-02-24T10:00:00", "2026-02-24T12:30:00", ""),
)  # fmt: skip
HELPERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("input_boolean", {"name": "Guest mode", "icon": "mdi:account-group", "initial": False}),
    ("input_boolean", {"name": "Vacation mode", "icon": "mdi:beach", "initial": False}),
    (
        "input_select",
        {
            "name": "House mode",
            "options": ["At home", "Away", "Night", "Season break"],
            "initial": "At home",
        },
    ),
    (
        "input_number",
        {
            "name": "Hot water target",
            "min": 40,
            "max": 70,
            "step": 1,
            "mode": "box",
            "unit_of_measurement": "°C",
            "initial": 55,
        },
    ),
    (
        "input_number",
        {
            "name": "Night temperature",
            "min": 12,
            "max": 22,
            "step": 0.5,
            "mode": "slider",
            "unit_of_measurement": "°C",
            "initial": 17,
        },
    ),
    ("input_text", {"name": "Note for the cleaner", "initial": "Key is in the green box"}),
    (
        "input_datetime",
        {"name": "Breakfast starts at", "has_date": False, "has_time": True, "initial": "07:30:00"},
    ),
    (
        "input_datetime",
        {"name": "Season opens on", "has_date": True, "has_time": False, "initial": "2026-03-13"},
    ),
    ("counter", {"name": "Guests this month", "initial": 14, "step": 1, "restore": False}),
    ("timer", {"name": "Egg timer", "duration": "00:06:30"}),
    ("input_button", {"name": "Ring the kitchen bell"}),
)
PEOPLE = ("Ilse Lindner", "Tomasz Lindner", "Ilsa Lindgren")


def slug(name: str) -> str:
    """Return a name as Home Assistant writes it in entity ids."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss").replace("°", "deg"))
    plain = "".join(each for each in plain if not unicodedata.combining(each))
    return re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")


def _set(kind: str, key: str, value: str) -> list[dict[str, Any]]:
    """Return the steps that store a value in a hidden helper."""
    entity = f"input_{kind}.kept_{key}"
    if kind == "boolean":
        return [{"service": f"input_boolean.turn_{value}", "target": {"entity_id": entity}}]
    data = {"value": value}
    return [{"service": "input_number.set_value", "target": {"entity_id": entity}, "data": data}]


def _stored(key: str) -> str:
    return f"{{{{ is_state('input_boolean.kept_{key}', 'on') }}}}"


def _number(key: str, factor: float = 1) -> str:
    return f"{{{{ (states('input_number.kept_{key}') | float * {factor}) | round }}}}"


def house() -> dict[str, Any]:
    """Return its configuration: devices made of templates over hidden helpers.

    Hidden helpers start with the same value each time, so that copies are alike.
    """
    flags = [(name, on) for _, name, on, _ in LIGHTS]
    flags += [(name, on) for _, name, on in (*SWITCHES, *LOCKS)]
    flags += [(f"Heating {area}", False) for area, _, _ in THERMOSTATS]
    numbers = [(name, percent) for _, name, _, percent in LIGHTS]
    numbers += [(name, position) for _, name, position in COVERS]
    readings = [
        *((f"{area} temperature", now, "°C", "temperature") for area, _, now in THERMOSTATS),
        *((f"{area} humidity", now, "%", "humidity") for area, now in HUMIDITY),
        *((name, now, "%", "battery") for _, name, now in BATTERIES),
    ]
    return {
        "input_boolean": {
            f"kept_{slug(name)}": {"name": f"Kept {name}", "initial": on} for name, on in flags
        },
        "input_number": {
            f"kept_{slug(name)}": {"name": f"Kept {name}", "initial": value, "min": 0, "max": 100}
            for name, value in numbers
        },
        "light": [{"platform": "template", "lights": dict(_light(name) for _, name, *_ in LIGHTS)}],
        "cover": [{"platform": "template", "covers": dict(_cover(name) for _, name, _ in COVERS)}],
        "switch": [
            {"platform": "template", "switches": dict(_switch(name) for _, name, _ in SWITCHES)}
        ],
        "lock": [_lock(name) for _, name, _ in LOCKS],
        "climate": [_thermostat(*each) for each in THERMOSTATS],
        "template": [
            {
                "sensor": [
                    {
                        "name": name,
                        "unique_id": slug(name),
                        "state": str(now),
                        "unit_of_measurement": unit,
                        "device_class": kind,
                    }
                    for name, now, unit, kind in readings
                ],
                "binary_sensor": [
                    {
                        "name": name,
                        "unique_id": slug(name),
                        "state": str(wide).lower(),
                        "device_class": "window",
                    }
                    for _, name, wide in WINDOWS
                ],
            }
        ],
    }


def _light(name: str) -> tuple[str, dict[str, Any]]:
    key = slug(name)
    level = "{{ (brightness / 2.55) | round }}"
    return key, {
        "friendly_name": name,
        "unique_id": key,
        "value_template": _stored(key),
        "level_template": _number(key, 2.55),
        "turn_on": _set("boolean", key, "on"),
        "turn_off": _set("boolean", key, "off"),
        "set_level": [*_set("number", key, level), *_set("boolean", key, "on")],
    }


def _cover(name: str) -> tuple[str, dict[str, Any]]:
    key = slug(name)
    return key, {
        "friendly_name": name,
        "unique_id": key,
        "device_class": "garage" if "door" in name else "blind",
        "position_template": _number(key),
        "open_cover": _set("number", key, "100"),
        "close_cover": _set("number", key, "0"),
        "set_cover_position": _set("number", key, "{{ position }}"),
    }


def _switch(name: str) -> tuple[str, dict[str, Any]]:
    key = slug(name)
    return key, {
        "friendly_name": name,
        "unique_id": key,
        "value_template": _stored(key),
        "turn_on": _set("boolean", key, "on"),
        "turn_off": _set("boolean", key, "off"),
    }


def _lock(name: str) -> dict[str, Any]:
    key = slug(name)
    return {
        "platform": "template",
        "name": name,
        "unique_id": key,
        "value_template": _stored(key),
        "lock": _set("boolean", key, "on"),
        "unlock": _set("boolean", key, "off"),
    }


def _thermostat(area: str, target: float, now: float) -> dict[str, Any]:
    return {
        "platform": "generic_thermostat",
        "name": f"{area} thermostat",
        "unique_id": slug(f"{area} thermostat"),
        "heater": f"input_boolean.kept_heating_{slug(area)}",
        "target_sensor": f"sensor.{slug(area)}_temperature",
        "target_temp": target,
        "target_temp_step": 0.5,
        "min_temp": 8,
        "max_temp": 28,
        # Two degrees of tolerance: nothing switches by itself, whatever the room's temperature.
        "cold_tolerance": 2,
        "hot_tolerance": 2,
        "initial_hvac_mode": "heat",
    }


def placed() -> dict[str, str]:
    """Return the area of each entity."""
    found: dict[str, str] = {}
    for domain, rows in (
        ("light", LIGHTS),
        ("cover", COVERS),
        ("switch", SWITCHES),
        ("lock", LOCKS),
        ("binary_sensor", WINDOWS),
        ("sensor", BATTERIES),
    ):
        found |= {f"{domain}.{slug(str(row[1]))}": str(row[0]) for row in rows}
    for area, *_ in THERMOSTATS:
        found[f"climate.{slug(area)}_thermostat"] = area
        found[f"sensor.{slug(area)}_temperature"] = area
    return found | {f"sensor.{slug(area)}_humidity": area for area, _ in HUMIDITY}


def hidden() -> list[str]:
    """Return the helpers that store device settings."""
    parts = house()
    return [f"{kind}.{key}" for kind in ("input_boolean", "input_number") for key in parts[kind]]


def automations() -> list[dict[str, Any]]:
    """Return them as in their file; those that act do so only while there are guests."""
    return [
        {
            "id": f"{number:04}",
            "alias": alias,
            "description": "",
            "trigger": [{"platform": "time", "at": at}],
            "condition": [{"condition": "state", "entity_id": GUEST_MODE, "state": "on"}],
            "action": [_action(what)],
            "mode": "single",
            **({} if on else {"initial_state": False}),
        }
        for number, (alias, at, what, on) in enumerate(AUTOMATIONS, 1)
    ]


def _action(what: str) -> dict[str, Any]:
    verb, rest = what.split(" ", 1)
    if verb == "remind":
        return {"service": "persistent_notification.create", "data": {"message": rest}}
    return {"service": f"{rest.split('.')[0]}.{verb}", "target": {"entity_id": rest}}


def scenes() -> list[dict[str, Any]]:
    """Return them as in their file."""
    return [
        {"id": slug(name), "name": name, "entities": dict.fromkeys(entities, "on")}
        for name, entities in SCENES
    ]


def scripts() -> dict[str, Any]:
    """Return them as in their file."""
    return {
        slug(name): {
            "alias": name,
            "sequence": [
                {
                    "service": "homeassistant.turn_on"
                    if entity.startswith("light")
                    else "lock.lock",
                    "target": {"entity_id": entity},
                }
                for entity in entities
            ],
            "mode": "single",
        }
        for name, entities in SCRIPTS
    }
