"""The OpenAPI document: valid, complete, and true."""

import re

import jsonschema_rs
import pytest
import schemathesis

from ridotto.house.people.presence import BEAT
from ridotto.web.app import WAYS
from ridotto.web.ops.openapi import EVENTS, document
from tests.web.visitors import Party, listening, new

DOCUMENT = document(WAYS)


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


def test_it_is_valid():
    schemathesis.openapi.from_dict(DOCUMENT).validate()


def test_every_way_is_in_it_with_everything_it_takes():
    assert {(method.upper(), path) for path, item in DOCUMENT["paths"].items() for method in item} == {
        (way.method, way.path) for way in WAYS
    }
    for way in WAYS:
        operation = DOCUMENT["paths"][way.path][way.method.lower()]
        assert operation["summary"]
        named = {parameter["name"] for parameter in operation.get("parameters", ())}
        assert set(re.findall(r"{(\w+)}", way.path)) <= named
        assert ("requestBody" in operation) == (way.method == "POST")
        assert str(way.status) in operation["responses"]
        assert "429" in operation["responses"]


def test_what_must_be_sent_is_required_and_queries_are_named_as_they_are_read():
    paths = DOCUMENT["paths"]
    assert paths["/tables"]["post"]["requestBody"]["required"] is True
    assert paths["/tables/{table}/close"]["post"]["requestBody"]["required"] is False
    told = [parameter["name"] for parameter in paths["/tables/{table}/events"]["get"]["parameters"]]
    assert sorted(told) == ["after", "as", "awake", "called", "lang", "seat", "table"]


def test_operations_have_names_of_their_own():
    names = [operation["operationId"] for item in DOCUMENT["paths"].values() for operation in item.values()]
    assert len(set(names)) == len(names)


def test_nothing_refers_to_nothing():
    known = {f"#/components/schemas/{name}" for name in DOCUMENT["components"]["schemas"]}
    assert set(references(DOCUMENT)) <= known


@pytest.mark.anyio
async def test_what_is_told_is_as_it_says(visitor, caller, time):
    told = [("get", "/games", 200, await visitor.get("/games"))]
    wish = {"game": "venezia2099", "players": 2, "listed": True, "clock": {"seconds": 99}, "id": new()}
    told.append(("post", "/tables", 201, await visitor.post("/tables", wish)))
    party = await Party.open(visitor, game="venezia", players=2, listed=True, start=True)
    seat, deed = await party.deed()
    told.append(("get", "/tables", 200, await visitor.get("/tables")))
    told.append(("get", "/tables/{table}", 200, await party.guests[seat].get(party.path)))
    way = "/tables/{table}/decisions"
    told.append(("post", way, 409, await party.guests[seat].post(f"{party.path}/decisions", {**deed, "revision": ""})))
    told.append(("post", way, 200, await party.guests[seat].post(f"{party.path}/decisions", deed)))
    told.append(("get", "/openapi.json", 200, await visitor.get("/openapi.json")))
    for method, path, status, answer in told:
        assert answer.status_code == status
        jsonschema_rs.validate(schema_of(method, path, status), answer.json())
    assert told[-1][3].json() == DOCUMENT
    party = await Party.open(caller, start=True)
    events = DOCUMENT["paths"]["/tables/{table}/events"]["get"]["responses"]["200"]["content"]["text/event-stream"]
    async with listening(party.guests[0], f"{party.path}/events") as stream:
        kinds: set[str] = set()
        while kinds != EVENTS.keys():
            event = await stream.next()
            jsonschema_rs.validate(resolved(events["x-events"][event.kind]), event.data)
            kinds.add(event.kind)
            if kinds == {"frame", "scene"}:
                await time.forward(3 * BEAT / 1000)
