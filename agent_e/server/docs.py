"""The page that documents the API for people; it is built here and loads nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

Described = Mapping[str, Any]


def docs_page(openapi: Described) -> str:
    """Return the page for an OpenAPI description."""
    schemas = openapi["components"]["schemas"]
    return (
        _pages()
        .get_template("docs.html")
        .render(
            title=openapi["info"]["title"],
            version=openapi["info"]["version"],
            about=openapi["info"]["description"].strip().split("\n\n"),
            routes=list(_routes(openapi)),
            schemas=[(name, list(_fields(schemas[name]))) for name in sorted(schemas)],
            examples={name: _example(each) for name, each in schemas.items()},
        )
    )


@cache
def _pages() -> Environment:
    folder = Path(__file__).parent / "static"
    return Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)


def _routes(openapi: Described) -> Iterator[dict[str, Any]]:
    for path, verbs in openapi["paths"].items():
        for verb, route in verbs.items():
            body = route.get("requestBody", {}).get("content", {}).get("application/json", {})
            yield {
                "verb": verb.upper(),
                "path": path,
                "summary": route["summary"],
                "about": route.get("description", "").split("\n\n"),
                "takes": _name(body.get("schema", {})),
                "parameters": [
                    (each["name"], each["in"], each.get("description", ""))
                    for each in route.get("parameters", ())
                ],
                "answers": [
                    (status, response["description"], _gives(response))
                    for status, response in sorted(route["responses"].items())
                ],
            }


def _gives(response: Described) -> str:
    return _name(response.get("content", {}).get("application/json", {}).get("schema", {}))


def _fields(schema: Described) -> Iterator[tuple[str, str, str]]:
    for name, field in schema.get("properties", {}).items():
        yield name, _name(field), field.get("description", "")


def _name(schema: Described) -> str:
    """Describe a schema briefly: ``RunInfo``, ``list of string``, ``integer or null``."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " or ".join(map(_name, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"list of {_name(schema['items'])}"
    return str(schema.get("type", ""))


def _example(schema: Described) -> str:
    given = schema.get("examples") or [
        {
            name: field["examples"][0]
            for name, field in schema.get("properties", {}).items()
            if field.get("examples")
        }
    ]
    return json.dumps(given[0], indent=2, ensure_ascii=False) if given[0] else ""
