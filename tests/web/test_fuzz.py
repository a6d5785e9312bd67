"""Random requests made from the OpenAPI document: the house always responds as it says there."""

import signal

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ridotto.house.people.guests import MASKS
from ridotto.web.ops.openapi import document
from ridotto.web.routes import ROUTES
from tests.waiting import DEADLINE
from tests.web.house_process import HouseProcess
from tests.web.visitors import new_id

pytestmark = pytest.mark.slow

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
VALID, INVALID = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
EXAMPLES = {VALID: 16, INVALID: 10}
RECORD_EXAMPLES = 3  # fewer: each is verified in a process of its own
SCHEMA = schemathesis.openapi.from_dict(document(ROUTES))


class FilledHouse:
    """A house with tables in all phases, and all their keys."""

    def __init__(self, address):
        self.address = address
        self.tables, self.keys = ["nowhereatall"], []
        with httpx.Client(base_url=address, timeout=DEADLINE, headers={"accept": "application/json"}) as client:
            for phase in ("open", "running", "over", "closed"):
                self._open(client, phase)

    def _open(self, client, phase):
        opened = client.post("/tables", json={"game": "diciassette", "players": 2, "id": new_id()}).json()
        table, host = f"/tables/{opened['table']}", {"authorization": f"Bearer {opened['key']}"}
        names = ("Anna", "Ben")[: 1 if phase == "open" else 2]
        seats = [
            client.post(f"{table}/seats", json={"name": name, "mask": mask, "id": new_id()}).json()
            for name, mask in zip(names, MASKS, strict=False)
        ]
        keys = [seat["key"] for seat in seats]
        if phase in ("running", "over"):
            client.post(f"{table}/start", json={}, headers=host).raise_for_status()
        if phase == "closed":
            client.post(f"{table}/close", json={}, headers=host).raise_for_status()
        for key in keys if phase == "over" else ():
            client.post(f"{table}/abandon", json={}, headers={"authorization": f"Bearer {key}"}).raise_for_status()
        assert client.get(table).json()["frame"]["phase"] == phase
        self.tables.append(opened["table"])
        self.keys += [opened["key"], *keys]


@pytest.fixture(scope="module")
def filled_house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    with HouseProcess.ridotto_serve(str(folder / "house.sqlite"), folder / "log") as house:
        yield FilledHouse(house.open())
        assert house.kill(signal.SIGTERM) == 0
    assert (folder / "log").read_text() == ""  # no warning, no error


def cases():
    """All routes with valid requests, and with invalid ones where there is a body or a query."""
    for route in ROUTES:
        for mode in (VALID, INVALID) if route.body or route.query else (VALID,):
            yield pytest.param(route, mode, id=f"{route.method} {route.path} {mode.value}")


@pytest.mark.parametrize(("route", "mode"), list(cases()))
def test_every_response_is_documented(filled_house, route, mode):
    operation = SCHEMA[route.path][route.method]

    @given(
        case=operation.as_strategy(generation_mode=mode),
        table=st.sampled_from(filled_house.tables),
        keys=st.lists(st.sampled_from(filled_house.keys), max_size=13, unique=True),
    )
    @settings(
        max_examples=RECORD_EXAMPLES if route.body_types else EXAMPLES[mode], suppress_health_check=list(HealthCheck)
    )
    def send(case, table, keys):
        if "table" in case.path_parameters:
            case.path_parameters["table"] = table
        if "key" in case.path_parameters and keys:
            case.path_parameters["key"] = keys[0]
        if route.path.endswith("/events"):
            case.method = "HEAD"  # a stream would not end
        headers = {"Accept": "application/json", "Authorization": f"Bearer {','.join(keys)}"}
        answer = case.call(base_url=filled_house.address, headers=headers, allow_redirects=False, timeout=DEADLINE)
        assert answer.status_code < 500
        if case.method != "HEAD":
            case.validate_response(answer, checks=CHECKS)

    send()
