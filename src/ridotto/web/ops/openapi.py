"""The OpenAPI document, made from the routes."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec.json import schema_components

import ridotto
from ridotto.games import slugs
from ridotto.house.people.presence import Presence
from ridotto.house.tables.table_info import TableInfo
from ridotto.web.endpoint import Route
from ridotto.web.error_replies import STATUS_OF_CODE
from ridotto.web.http.cookies import KEY_COOKIE_PREFIX
from ridotto.web.live.changes import TableInfoChanges, ViewChanges
from ridotto.web.request import FORM, JSON
from ridotto.web.schemas.response_schemas import ErrorResponse, HappenedResponse, ViewResponse

EVENT_SCHEMAS = {
    "scene": ViewResponse,
    "frame": TableInfo,
    "presence": Presence,
    "changes": ViewChanges,
    "frame-changes": TableInfoChanges,
    "happened": HappenedResponse,
}
REF_TEMPLATE = "#/components/schemas/{name}"
PARAMETERS = {
    "game": {"type": "string", "description": "the name of the game", "enum": list(slugs())},
    "table": {"type": "string", "description": "the name of the table", "pattern": "^[a-z2-7]{12}$"},
    "key": {
        "type": "string",
        "description": "a key: of a seat, of the host, of an offer",
        "pattern": "^[A-Za-z0-9_-]{32}$",
    },
}
DESCRIPTION = """\
A house for modern tabletop games. Whoever opens a table or sits down receives a key. Requests send their keys as
`Authorization: Bearer key,key`. All texts are in the language of `?lang=`, or else of `Accept-Language`.
A refused request has changed nothing; the error has a code, a sentence, and the clause of the rules behind it.\
"""


def document(routes: Sequence[Route]) -> dict[str, Any]:
    responses = [route.response for route in routes if _has_schema(route)]
    bodies = [route.body for route in routes if route.body is not None]
    query_types = [field.type for route in routes if route.query for field in msgspec.structs.fields(route.query)]
    structs: list[Any] = list(dict.fromkeys([*responses, *bodies, *EVENT_SCHEMAS.values(), ErrorResponse]))
    schemas, components = schema_components([*structs, *query_types], ref_template=REF_TEMPLATE)
    schemas, components = _with_short_names([schemas, components])
    schema_of = dict(zip(structs, schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ridotto", "version": ridotto.__version__, "description": DESCRIPTION},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "keys, separated by commas"},
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": f"{KEY_COOKIE_PREFIX}*",
                    "description": "keys, in browsers",
                },
            },
        },
    }


def _with_short_names(schemas: Any) -> Any:
    """A scene with text is called `Scene_str_` by default, here `Scene`."""
    return msgspec.json.decode(
        re.sub(rb'(?<=")((?:#/components/schemas/)?\w+)_str_(?=")', rb"\1", msgspec.json.encode(schemas))
    )


def _has_schema(route: Route) -> bool:
    return route.media_type == JSON and isinstance(route.response, type) and issubclass(route.response, msgspec.Struct)


def _operation(route: Route, schema_of: dict[Any, Any]) -> dict[str, Any]:
    summary, _, description = route.summary.partition("\n")
    operation: dict[str, Any] = {
        "operationId": "_".join([route.method.lower(), *re.findall("[a-z]+", route.path)]),
        "summary": summary,
        "description": description.strip(),
        "parameters": [*_path_parameters(route), *_query_parameters(route)],
        "responses": {
            str(route.status): _success(route, schema_of),
            **({"303": {"description": "for browsers: where to go on"}} if route.has_page else {}),
            **{str(status): _error(status, schema_of) for status in _error_statuses(route)},
        },
    }
    if "{table}" in route.path:
        operation["security"] = [{"key": []}, {"cookie": []}, {}]
    if route.body is not None:
        both = {JSON: {"schema": schema_of[route.body]}, FORM: {"schema": schema_of[route.body]}}
        required = any(field.required for field in msgspec.structs.fields(route.body))
        operation["requestBody"] = {"content": both, "required": required}
    elif route.body_types:
        content = {media_type: {"schema": {"type": "string"}} for media_type in route.body_types}
        operation["requestBody"] = {"content": content, "required": True}
    return {name: value for name, value in operation.items() if value}


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", route.path)
    return [{"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]} for name in names]


def _query_parameters(route: Route) -> list[dict[str, Any]]:
    fields = msgspec.structs.fields(route.query) if route.query else ()
    return [
        {
            "name": field.encode_name,
            "in": "query",
            "required": False,
            "schema": _without_null(msgspec.json.schema(field.type)),
        }
        for field in fields
    ]


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A query parameter is left out where JSON would have null."""
    if "anyOf" in schema:
        [other] = [one for one in schema["anyOf"] if one.get("type") != "null"]
        schema = {**other, **{name: value for name, value in schema.items() if name != "anyOf"}}
    if "enum" in schema:
        schema = {**schema, "enum": [value for value in schema["enum"] if value is not None]}
    return schema


def _success(route: Route, schema_of: dict[Any, Any]) -> dict[str, Any]:
    content: dict[str, Any]
    if _has_schema(route):
        content = {JSON: {"schema": schema_of[route.response]}}
        if route.has_page and route.method == "GET":
            content["text/html"] = {"schema": {"type": "string"}}
    elif route.media_type == "text/event-stream":
        data = {name: schema_of[struct] for name, struct in EVENT_SCHEMAS.items()}
        content = {route.media_type: {"schema": {"type": "string"}, "x-events": data}}
    else:
        content = {route.media_type: {"schema": {"type": "object" if route.media_type.endswith("json") else "string"}}}
    return {"description": HTTPStatus(route.status).phrase, "content": content}


def _error_statuses(route: Route) -> list[int]:
    statuses = {429, 503, *route.error_statuses}
    if route.query:
        statuses |= {400}
    if "{table}" in route.path:
        statuses |= {400, 401, 403, 404, 409, 422}
    if route.method == "POST":
        statuses |= {400, 403, 408, 413, 415, 422}
    return sorted(statuses)


def _error(status: int, schema_of: dict[Any, Any]) -> dict[str, Any]:
    codes = sorted(code for code, number in STATUS_OF_CODE.items() if number == status)
    content = {JSON: {"schema": schema_of[ErrorResponse]}, "text/html": {"schema": {"type": "string"}}}
    return {"description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}", "content": content}
