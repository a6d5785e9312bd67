"""Requests that nobody would think of, made from the OpenAPI document: the house answers as it says there, always."""

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
from ridotto.web.app import WAYS
from ridotto.web.ops.openapi import document
from tests.waiting import DEADLINE
from tests.web import serving
from tests.web.visitors import new

pytestmark = pytest.mark.slow

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
RIGHT, WRONG = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
EXAMPLES = {RIGHT: 16, WRONG: 10}
FEW = 3  # of records: a process checks each
SCHEMA = schemathesis.openapi.from_dict(document(WAYS))


class Served:
    """A house with a few tables in all their phases, and all keys there are."""

    def __init__(self, address):
        self.address = address
        self.tables, self.keys = ["nowhereatall"], []
        with httpx.Client(base_url=address, timeout=DEADLINE, headers={"accept": "application/json"}) as client:
            for phase in ("open", "running", "over", "closed"):
                self._open(client, phase)

    def _open(self, client, phase):
        opened = client.post("/tables", json={"game": "diciassette", "players": 2, "id": new()}).json()
        table, host = f"/tables/{opened['table']}", {"authorization": f"Bearer {opened['key']}"}
        names = ("Anna", "Ben")[: 1 if phase == "open" else 2]
        seats = [
            client.post(f"{table}/seats", json={"name": name, "mask": mask, "id": new()}).json()
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
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    with serving.Served.ridotto(str(folder / "house.sqlite"), folder / "log") as house:
        yield Served(house.open())
        assert house.kill(signal.SIGTERM) == 0
    assert (folder / "log").read_text() == ""  # no warning, no error


def cases():
    """All ways with requests that are right, and with wrong ones, where there is something to be wrong."""
    for way in WAYS:
        for mode in (RIGHT, WRONG) if way.body or way.query else (RIGHT,):
            yield pytest.param(way, mode, id=f"{way.method} {way.path} {mode.value}")


@pytest.mark.parametrize(("way", "mode"), list(cases()))
def test_every_answer_is_one_of_those_that_are_promised(served, way, mode):
    operation = SCHEMA[way.path][way.method]

    @given(
        case=operation.as_strategy(generation_mode=mode),
        table=st.sampled_from(served.tables),
        keys=st.lists(st.sampled_from(served.keys), max_size=13, unique=True),
    )
    @settings(max_examples=FEW if way.takes else EXAMPLES[mode], suppress_health_check=list(HealthCheck))
    def ask(case, table, keys):
        if "table" in case.path_parameters:
            case.path_parameters["table"] = table
        if "key" in case.path_parameters and keys:
            case.path_parameters["key"] = keys[0]
        if way.path.endswith("/events"):
            case.method = "HEAD"  # a stream would not end
        headers = {"Accept": "application/json", "Authorization": f"Bearer {','.join(keys)}"}
        answer = case.call(base_url=served.address, headers=headers, allow_redirects=False, timeout=DEADLINE)
        assert answer.status_code < 500
        if case.method != "HEAD":
            case.validate_response(answer, checks=CHECKS)

    ask()
