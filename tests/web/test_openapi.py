"""The OpenAPI document: valid, complete, and true."""

import re

import jsonschema_rs
import pytest
import schemathesis

from ridotto.house.people.presence import PRESENCE_INTERVAL_MS
from ridotto.web.ops.openapi import EVENT_SCHEMAS, document
from ridotto.web.routes import ROUTES
from tests.web.visitors import Party, event_stream, new_id

DOCUMENT = document(ROUTES)


def resolved(schema):
    """A schema with everything it refers to."""
    return {**schema, "components": DOCUMENT["components"]}


def schema_of(method, path, status):
    return resolved(DOCUMENT["paths"][path][method]["responses"][str(status)]["content"]["application/json"]["schema"])


def references(node):
    if isinstance(node, dict):
        for name, value in node.items():
            if name == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def test_the_document_is_valid():
    schemathesis.openapi.from_dict(DOCUMENT).validate()


def test_every_route_is_in_it_with_its_parameters():
    assert {(method.upper(), path) for path, item in DOCUMENT["paths"].items() for method in item} == {
        (route.method, route.path) for route in ROUTES
    }
    for route in ROUTES:
        operation = DOCUMENT["paths"][route.path][route.method.lower()]
        assert operation["summary"]
        named = {parameter["name"] for parameter in operation.get("parameters", ())}
        assert set(re.findall(r"{(\w+)}", route.path)) <= named
        assert ("requestBody" in operation) == (route.method == "POST")
        assert str(route.status) in operation["responses"]
        assert "429" in operation["responses"]


def test_required_fields_and_names_of_parameters():
    paths = DOCUMENT["paths"]
    assert paths["/tables"]["post"]["requestBody"]["required"] is True
    assert paths["/tables/{table}/close"]["post"]["requestBody"]["required"] is False
    names = [parameter["name"] for parameter in paths["/tables/{table}/events"]["get"]["parameters"]]
    assert sorted(names) == ["after", "as", "awake", "called", "changes", "happened", "lang", "seat", "table"]


def test_operation_ids_are_unique():
    names = [operation["operationId"] for item in DOCUMENT["paths"].values() for operation in item.values()]
    assert len(set(names)) == len(names)


def test_all_references_exist():
    known = {f"#/components/schemas/{name}" for name in DOCUMENT["components"]["schemas"]}
    assert set(references(DOCUMENT)) <= known


@pytest.mark.anyio
async def test_responses_match_their_schemas(visitor, socket_visitor, time):
    responses = [("get", "/games", 200, await visitor.get("/games"))]
    settings = {"game": "venezia2099", "players": 2, "listed": True, "clock": {"seconds": 99}, "id": new_id()}
    responses.append(("post", "/tables", 201, await visitor.post("/tables", settings)))
    party = await Party.open(visitor, game="venezia", players=2, listed=True, start=True)
    seat, decision = await party.next_decision()
    responses.append(("get", "/tables", 200, await visitor.get("/tables")))
    responses.append(("get", "/tables/{table}", 200, await party.guests[seat].get(party.path)))
    route = "/tables/{table}/decisions"
    responses.append(
        ("post", route, 409, await party.guests[seat].post(f"{party.path}/decisions", {**decision, "revision": ""}))
    )
    responses.append(("post", route, 200, await party.guests[seat].post(f"{party.path}/decisions", decision)))
    responses.append(("get", "/openapi.json", 200, await visitor.get("/openapi.json")))
    for method, path, status, answer in responses:
        assert answer.status_code == status
        jsonschema_rs.validate(schema_of(method, path, status), answer.json())
    assert responses[-1][3].json() == DOCUMENT
    party = await Party.open(socket_visitor, start=True)
    events = DOCUMENT["paths"]["/tables/{table}/events"]["get"]["responses"]["200"]["content"]["text/event-stream"]
    async with event_stream(party.guests[0], f"{party.path}/events?changes=true&happened=0") as stream:
        kinds: set[str] = set()
        while kinds != EVENT_SCHEMAS.keys():
            event = await stream.next()
            jsonschema_rs.validate(resolved(events["x-events"][event.kind]), event.data)
            kinds.add(event.kind)
            if kinds == {"frame", "scene"}:
                await time.forward(3 * PRESENCE_INTERVAL_MS / 1000)
            elif event.kind == "presence":
                await party.guests[1].post_json(f"{party.path}/chat", {"text": "Hello!", "id": new_id()})
                await party.decide()
