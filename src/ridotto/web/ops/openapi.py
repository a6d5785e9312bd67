"""The OpenAPI document, made from the ways themselves: what is not in the code cannot be in it, nor be forgotten."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec.json import schema_components

import ridotto
from ridotto.games import slugs
from ridotto.house.people.presence import Presence
from ridotto.house.tables.player_view import TableInfo
from ridotto.web.request import COOKIE, FORM, JSON
from ridotto.web.responses import STATUS
from ridotto.web.routes import Way
from ridotto.web.schemas.response_schemas import Refusal, SightTold

EVENTS = {"scene": SightTold, "frame": TableInfo, "presence": Presence}
REF = "#/components/schemas/{name}"
PARAMETERS = {
    "game": {"type": "string", "description": "the name of the game", "enum": list(slugs())},
    "table": {"type": "string", "description": "the name of the table", "pattern": "^[a-z2-7]{12}$"},
    "key": {
        "type": "string",
        "description": "a key: of a seat, of the host, of an offer",
        "pattern": "^[A-Za-z0-9_-]{32}$",
    },
}
ABOUT = """\
A house for modern tabletop games. Whoever opens a table or sits down is given a key; requests bring their keys as
`Authorization: Bearer key,key`. All sentences are in the language of `?lang=`, else of `Accept-Language`.
A refusal says why: a code, a sentence, and the clause of the rules it rests on. It has changed nothing.\
"""


def document(ways: Sequence[Way]) -> dict[str, Any]:
    """All of it."""
    told = [way.answer for way in ways if _is_told(way)]
    bodies = [way.body for way in ways if way.body is not None]
    queries = [field.type for way in ways if way.query for field in msgspec.structs.fields(way.query)]
    kinds = list(dict.fromkeys([*told, *bodies, *EVENTS.values(), Refusal]))
    schemas, components = schema_components([*kinds, *queries], ref_template=REF)
    schema_of = dict(zip(kinds, schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for way in ways:
        paths.setdefault(way.path, {})[way.method.lower()] = _operation(way, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ridotto", "version": ridotto.__version__, "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "keys with commas between them"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": f"{COOKIE}*", "description": "keys, in browsers"},
            },
        },
    }


def _is_told(way: Way) -> bool:
    return way.media == JSON and isinstance(way.answer, type) and issubclass(way.answer, msgspec.Struct)


def _operation(way: Way, schema_of: dict[Any, Any]) -> dict[str, Any]:
    first, _, rest = way.summary.partition("\n")
    operation: dict[str, Any] = {
        "operationId": "_".join([way.method.lower(), *re.findall("[a-z]+", way.path)]),
        "summary": first,
        "description": rest.strip(),
        "parameters": [*_path(way), *_query(way)],
        "responses": {
            str(way.status): _answer(way, schema_of),
            **({"303": {"description": "for browsers: where to go on"}} if way.people else {}),
            **{str(status): _refusal(status, schema_of) for status in _refusals(way)},
        },
    }
    if "{table}" in way.path:
        operation["security"] = [{"key": []}, {"cookie": []}, {}]
    if way.body is not None:
        both = {JSON: {"schema": schema_of[way.body]}, FORM: {"schema": schema_of[way.body]}}
        operation["requestBody"] = {"content": both, "required": any(_required(way.body))}
    elif way.takes:
        content = {media: {"schema": {"type": "string"}} for media in way.takes}
        operation["requestBody"] = {"content": content, "required": True}
    return {name: value for name, value in operation.items() if value}


def _required(kind: type) -> list[bool]:
    return [field.required for field in msgspec.structs.fields(kind)]


def _path(way: Way) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", way.path)
    return [{"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]} for name in names]


def _query(way: Way) -> list[dict[str, Any]]:
    fields = msgspec.structs.fields(way.query) if way.query else ()
    return [
        {"name": field.encode_name, "in": "query", "required": False, "schema": _plain(msgspec.json.schema(field.type))}
        for field in fields
    ]


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """Of a query: what is not there needs no null."""
    if "anyOf" in schema:
        [kind] = [kind for kind in schema["anyOf"] if kind.get("type") != "null"]
        schema = {**kind, **{name: value for name, value in schema.items() if name != "anyOf"}}
    if "enum" in schema:
        schema = {**schema, "enum": [value for value in schema["enum"] if value is not None]}
    return schema


def _answer(way: Way, schema_of: dict[Any, Any]) -> dict[str, Any]:
    content: dict[str, Any]
    if _is_told(way):
        content = {JSON: {"schema": schema_of[way.answer]}}
        if way.people and way.method == "GET":
            content["text/html"] = {"schema": {"type": "string"}}
    elif way.media == "text/event-stream":
        data = {name: schema_of[kind] for name, kind in EVENTS.items()}
        content = {way.media: {"schema": {"type": "string"}, "x-events": data}}
    else:
        content = {way.media: {"schema": {"type": "object" if way.media.endswith("json") else "string"}}}
    return {"description": HTTPStatus(way.status).phrase, "content": content}


def _refusals(way: Way) -> list[int]:
    """Which statuses a refusal may have."""
    found = {429, 503, *way.refusals}
    if way.query:
        found |= {400}
    if "{table}" in way.path:
        found |= {400, 401, 403, 404, 409, 422}
    if way.method == "POST":
        found |= {400, 403, 408, 413, 415, 422}
    return sorted(found)


def _refusal(status: int, schema_of: dict[Any, Any]) -> dict[str, Any]:
    codes = sorted(code for code, number in STATUS.items() if number == status)
    told = {JSON: {"schema": schema_of[Refusal]}, "text/html": {"schema": {"type": "string"}}}
    return {"description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}", "content": told}
