"""Marks settings that have a command-line option, and parses those with several values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Flag:
    """The option of a setting; its type, default and help are those of the setting.

    Attributes:
        metavar: stands for the value in the help.
        name: of the option, without dashes; by default the setting's.
        panel: heading of the option in the help; by default that of the setting's section.
        help: text for an option that sets more than one setting.
        parse: converts the text into values of the section, by name; a ``ValueError`` says
            what is wrong with it.
    """

    metavar: str | None = None
    name: str = ""
    panel: str | None = None
    help: str = ""
    parse: Callable[[str], Mapping[str, Any]] | None = None


def parse_viewport(text: str) -> Mapping[str, Any]:
    """Read ``1280x720``."""
    width, _, height = text.lower().partition("x")
    try:
        return {"viewport_width": int(width), "viewport_height": int(height)}
    except ValueError:
        raise ValueError(f"{text!r} is not a size such as 1280x720") from None


def parse_geolocation(text: str) -> Mapping[str, Any]:
    """Read ``52.52,13.40``."""
    latitude, _, longitude = text.partition(",")
    try:
        place = {"latitude": float(latitude), "longitude": float(longitude)}
    except ValueError:
        raise ValueError(f"{text!r} is not a position such as 52.52,13.40") from None
    return {"geolocation": place}


def parse_grounder(text: str) -> Mapping[str, Any]:
    """Read ``MODEL@http://127.0.0.1:8000/v1``."""
    name, at, url = text.partition("@http")
    return {"model": name or None, "base_url": f"http{url}" if at else None}
